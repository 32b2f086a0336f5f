"""The tables hold what a plain count over the events gives, for every match and viewer."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events import redact
from dcg_events.audit.auditing import audit
from dcg_events.tables.building import match_tables
from dcg_events.vocabulary.people import VIEWERS, Viewer
from tests.exports.checks import check_totals
from tests.importers.corpus import MATCHES
from tests.property.drive import play_match


@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_totals_of_the_corpus_are_those_of_its_events(corpus: list[Path], number: int) -> None:
    log, viewer = corpus[number], VIEWERS[number % 3]
    check_totals(log, viewer)
    tables = check_totals(log, "judge")
    assert [(f.event, f.rule, f.clause, f.happened, f.authority) for f in audit(log).findings] == [
        (row.seq, row.rule, row.clause, row.happened, row.authority) for row in tables.findings
    ]


@given(st.integers(0, 2**32 - 1), st.integers(5, 60), st.sampled_from(VIEWERS))
def test_totals_of_any_match_are_those_of_its_events(seed: int, steps: int, viewer: Viewer) -> None:
    with TemporaryDirectory() as name:
        (world,) = play_match(Path(name), seed, steps)
        world.recorder.close()
        tables = check_totals(world.recorder.path, viewer)
        copy = Path(name, "copies", world.recorder.path.name)
        copy.parent.mkdir()
        redact(world.recorder.path, viewer, copy)
        assert match_tables(copy, viewer) == tables  # nothing is told that the copy does not hold
