"""Logs of every released format still read, verify and give what they gave."""

from pathlib import Path

import pytest

from dcg_events import VIEWERS, MatchLog, redact, verify
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.upcasting import FORMAT
from dcg_events.recorder import opening
from tests.golden.make import BOTS, CORPUS
from tests.golden.making import GOLDEN, LOGS, made_from
from tests.leaks.rich import record_rich
from tests.log.small import salts

NAMES = [str(log.parent.relative_to(GOLDEN)) for log in LOGS]


def test_every_format_has_its_golden_logs() -> None:
    assert {name.split("/")[0] for name in NAMES} == {f"format-{n}" for n in range(1, FORMAT + 1)}
    assert len(LOGS) >= 2


@pytest.mark.parametrize("log", LOGS, ids=NAMES)
def test_a_golden_log_verifies(log: Path, tmp_path: Path) -> None:
    verdict = verify(log, "judge", strict=True)
    assert verdict.whole, verdict.damage
    for viewer in VIEWERS:
        copy = tmp_path / f"{viewer}.dcglog"
        assert redact(log, viewer, copy) == verdict.head
        assert verify(copy, viewer, head=verdict.head, strict=True).whole


@pytest.mark.parametrize("log", LOGS, ids=NAMES)
def test_what_is_made_from_a_golden_log_stays_the_same(
    log: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made = made_from(log, tmp_path)
    if request.config.getoption("--update-golden"):
        for name, content in made.items():
            (log.parent / name).write_bytes(content)
    kept = {path.name: path for path in log.parent.iterdir() if path != log}
    assert kept.keys() == made.keys()
    for name, content in made.items():
        assert content.decode() == kept[name].read_text(), f"{name}: see tests/golden/SOURCE.md"


def test_the_newest_format_is_still_written_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of what is written is a change of the format, or has to be known not to be one.

    The schema may grow within a format; the log names the one that it was written by.
    """
    newest = GOLDEN / f"format-{FORMAT}"
    header = next(MatchLog(newest / "rich" / "log.dcglog").events())
    monkeypatch.setattr(opening, "SCHEMA_DIGEST", header["schema"])
    rich = record_rich(tmp_path / "rich.dcglog", salts())
    assert rich.read_bytes() == (newest / "rich" / "log.dcglog").read_bytes()
    import_aegis(CORPUS / f"{BOTS}.jsonl", tmp_path / "bots.dcglog", salt=salts())
    assert (tmp_path / "bots.dcglog").read_bytes() == (newest / BOTS / "log.dcglog").read_bytes()
