"""A match that is one of several in a file: what is wrong with it is told by the file's lines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcg_events import LogDamagedError, MatchLog, redact
from dcg_events.audit.auditing import audit
from dcg_events.log.matches import matches_in
from dcg_events.log.part import LogPart
from dcg_events.seals.history import checkpoint
from tests.log.small import write_small_log

READERS: dict[str, Callable[[LogPart, Path], Any]] = {
    "events": lambda part, _: list(MatchLog(part).events()),
    "states": lambda part, _: list(MatchLog(part).states()),
    "state": lambda part, _: MatchLog(part).state(),
    "audit": lambda part, _: audit(part),
    "redact": lambda part, folder: redact(part, "p1", folder / "copy"),
    "checkpoint": lambda part, _: checkpoint(part),
}


@pytest.mark.parametrize("name", READERS)
def test_damage_in_the_second_match_names_the_line_of_the_file(name: str, tmp_path: Path) -> None:
    one = write_small_log(tmp_path / "one.dcglog").read_bytes()
    lines = one.splitlines(keepends=True)
    damaged = next(n for n, line in enumerate(lines) if line.startswith(b'{"') and n > 6)
    lines[damaged] = lines[damaged].replace(b'"group":', b'"gruop":', 1)
    both = tmp_path / "both.dcglog"
    both.write_bytes(one + b"".join(lines))
    _, second = matches_in(LogPart(both))
    with pytest.raises(LogDamagedError) as refused:
        READERS[name](second, tmp_path)
    spot = refused.value.spot
    assert spot is not None
    before = one.count(b"\n")
    assert before < spot.first_line <= before + damaged + 1 <= spot.last_line
