"""Nothing is found in lawful matches, whoever reads them and whoever wrote them down."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcg_events.audit.auditing import audit
from dcg_events.audit.finding import Finding
from dcg_events.views.redact import redact
from dcg_events.vocabulary.people import VIEWERS
from dcg_events.vocabulary.rules import Language
from tests.lawful.game import play_lawful

Edition = Literal["3.6", "4.0", "4.1", "4.2"]

EDITIONS: Final = st.sampled_from(("3.6", "4.0", "4.1", "4.2"))
LANGUAGES: Final = st.sampled_from(("ja", "en"))
SEEDS: Final = st.integers(0, 2**32)
READINGS: Final[tuple[Language, ...]] = ("ja", "en")


def found_by_anybody(path: Path) -> Iterator[Finding]:
    """Yield what is found under either reading, by the judge and by everybody else."""
    for language in READINGS:
        for viewer in VIEWERS:
            yield from audit(path, viewer, language=language).findings


@given(seed=SEEDS, edition=EDITIONS, language=LANGUAGES)
def test_nothing_is_found_in_a_lawful_match(
    tmp_path_factory: pytest.TempPathFactory, seed: int, edition: Edition, language: Language
) -> None:
    path = tmp_path_factory.mktemp("match") / "match.dcglog"
    play_lawful(path, seed, edition=edition, language=language)
    assert list(found_by_anybody(path)) == []


@given(seed=SEEDS, edition=EDITIONS, language=LANGUAGES)
def test_nothing_is_found_in_what_a_scribe_wrote(
    tmp_path_factory: pytest.TempPathFactory, seed: int, edition: Edition, language: Language
) -> None:
    path = tmp_path_factory.mktemp("match") / "match.dcglog"
    play_lawful(path, seed, edition=edition, language=language, knows_all=False)
    assert list(found_by_anybody(path)) == []


@settings(max_examples=6)
@given(seed=SEEDS, knows_all=st.booleans())
def test_a_copy_is_not_accused_of_what_it_cannot_show(
    tmp_path_factory: pytest.TempPathFactory, seed: int, *, knows_all: bool
) -> None:
    directory = tmp_path_factory.mktemp("match")
    path = play_lawful(directory / "match.dcglog", seed, knows_all=knows_all)
    for viewer in VIEWERS:
        if viewer != "judge":
            copy = directory / f"{viewer}.dcglog"
            redact(path, viewer, copy)
            for language in READINGS:
                assert audit(copy, viewer, language=language).findings == ()


@pytest.mark.soak
@settings(max_examples=3000, derandomize=False)
@given(seed=SEEDS, edition=EDITIONS, language=LANGUAGES, knows_all=st.booleans())
def test_nothing_is_found_in_thousands_of_lawful_matches(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    edition: Edition,
    language: Language,
    *,
    knows_all: bool,
) -> None:
    path = tmp_path_factory.mktemp("match") / "match.dcglog"
    play_lawful(path, seed, edition=edition, language=language, knows_all=knows_all)
    assert list(found_by_anybody(path)) == []
    path.unlink()
