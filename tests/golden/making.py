"""What is made from a golden log, by file name."""

from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console

from dcg_events import VIEWERS, MatchLog, Replay, redact
from dcg_events.audit.auditing import audit
from dcg_events.cli.screen.playing import print_all
from dcg_events.events.codec import canonical

GOLDEN = Path(__file__).parent
LOGS = sorted(GOLDEN.glob("format-*/*/log.dcglog"))
COLUMNS = 100
_KEPT = ("rule", "clause", "edition", "severity", "event", "group", "evidence", "players")


def made_from(log: Path, scratch: Path) -> dict[str, bytes]:
    """Return every file that is made from a log."""
    files = {f"{viewer}.json": _pretty(MatchLog(log, viewer).state()) for viewer in VIEWERS}
    return files | {
        "findings.jsonl": _findings(log),
        "transcript.txt": _transcript(log),
        "digests.json": _pretty(_digests(log, scratch)),
    }


def _pretty(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _findings(log: Path) -> bytes:
    """Write what was found, without the sentences: their wording is free to change."""
    found = (finding.as_dict() for finding in audit(log).findings)
    return b"".join(canonical({key: each[key] for key in _KEPT}) + b"\n" for each in found)


def _transcript(log: Path) -> bytes:
    written = StringIO()
    console = Console(file=written, width=COLUMNS, color_system=None, force_terminal=False)
    print_all(Replay(MatchLog(log)), "turn", console)
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines()).encode()


def _digests(log: Path, scratch: Path) -> dict[str, dict[str, str]]:
    digests: dict[str, dict[str, str]] = {}
    for viewer in VIEWERS:
        copy = scratch / f"{log.parent.name}.{viewer}.dcglog"
        redact(log, viewer, copy)
        match = MatchLog(log, viewer)
        digests[viewer] = {
            "copy": sha256(copy.read_bytes()).hexdigest(),
            "events": _digest(match.events()),
            "tables": _digest(match.states()),
        }
    return digests


def _digest(values: Any) -> str:
    digest = sha256()
    for value in values:
        digest.update(canonical(value) + b"\n")
    return digest.hexdigest()
