"""What the recorder writes does not leak, and a great deal was swapped to find that out."""

from pathlib import Path

import pytest

from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.leaks.attack import ATTACKED, attack
from dcg_events.vocabulary.people import Viewer
from tests.property.drive import play_match

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.dcglog"))
MATCHES = sorted(path.stem for path in (ROOT / "tests" / "corpus" / "aegis").glob("*.jsonl"))


@pytest.mark.parametrize("viewer", ATTACKED)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_leak_nothing(path: Path, viewer: Viewer) -> None:
    result = attack(path, viewer)
    assert result.leaks == ()
    assert result.swapped > result.events > 200


@pytest.mark.parametrize("name", MATCHES)
def test_imported_matches_leak_nothing(tmp_path: Path, name: str) -> None:
    path = tmp_path / "match.dcglog"
    import_aegis(ROOT / "tests" / "corpus" / "aegis" / f"{name}.jsonl", path)
    for viewer in ATTACKED:
        result = attack(path, viewer)
        assert result.leaks == ()
        assert result.swapped > result.events > 200


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_leak_nothing(tmp_path: Path, seed: int) -> None:
    (world,) = play_match(tmp_path, seed, 60)
    world.recorder.close()
    for viewer in ATTACKED:
        assert attack(world.recorder.path, viewer, seed=seed).leaks == ()


@pytest.mark.soak
def test_soak_random_matches(tmp_path: Path) -> None:
    for seed in range(1000, 1300):
        folder = tmp_path / str(seed)
        folder.mkdir()
        test_random_matches_leak_nothing(folder, seed)
