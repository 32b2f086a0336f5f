"""Any bytes are read, or refused by an error of ours: what once was not, and new inputs."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events import DcgEventsError, MatchLog
from tests.fuzz.mutating import mutated
from tests.fuzz.run import run_one
from tests.fuzz.seeds import kept, seeds
from tests.fuzz.targets import TARGETS, forged

INPUTS = [(name, path) for name in TARGETS for path in kept(name)]
EXAMPLES = {"log": 10, "forged": 12, "events": 12, "proof": 60, "aegis": 30}
"""How many inputs of each kind the gate makes up: what takes long gets fewer."""


@pytest.mark.parametrize(("name", "path"), INPUTS, ids=[path.name for _, path in INPUTS])
def test_what_was_interesting_once_stays_mended(name: str, path: Path, tmp_path: Path) -> None:
    assert run_one(name, path.read_bytes(), tmp_path) is None


@pytest.mark.parametrize("name", TARGETS)
def test_made_up_inputs(name: str, tmp_path: Path) -> None:
    @settings(max_examples=EXAMPLES[name])
    @given(st.integers(0, 2**32))
    def fuzz(seed: int) -> None:
        random = Random(seed)  # noqa: S311 - no secret
        data = mutated(random.choice(seeds(name)), random.choice(seeds(name)), random)
        assert run_one(name, data, tmp_path) is None

    fuzz()


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_very_many_made_up_inputs(name: str, tmp_path: Path) -> None:
    random, given_inputs = Random(), seeds(name)  # noqa: S311 - no secret
    for _ in range(3000):
        data = mutated(random.choice(given_inputs), random.choice(given_inputs), random)
        failure = run_one(name, data, tmp_path)
        assert failure is None, (failure, data)


def test_forging_keeps_a_good_log_as_it_is(tmp_path: Path) -> None:
    """Or the forged inputs would all be refused for a wrong head, and nothing would be tested."""
    for data in seeds("forged")[:4]:
        path = tmp_path / "forged.dcglog"
        path.write_bytes(forged(data))
        events = list(MatchLog(path).events())
        path.write_bytes(data)
        assert events == list(MatchLog(path).events())


def test_a_reader_that_fails_otherwise_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: bytes, __: Path) -> None:
        raise KeyError("seq")

    def refusing(_: bytes, __: Path) -> None:
        raise DcgEventsError("here", "no", "do something else")

    monkeypatch.setitem(TARGETS, "broken", broken)
    monkeypatch.setitem(TARGETS, "refusing", refusing)
    assert "KeyError" in str(run_one("broken", b"", tmp_path))
    assert "DcgEventsError" in str(run_one("refusing", b"", tmp_path))
