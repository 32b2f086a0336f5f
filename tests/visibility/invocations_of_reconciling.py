"""What a viewer may type to lay recordings of a match beside each other."""

from collections.abc import Iterator
from pathlib import Path

from dcg_events import MatchLog, Recorder
from tests.visibility.desk import Desk, Typed


def typed_to_reconcile(desk: Desk) -> Iterator[Typed]:
    """Lay a viewer's copy beside itself, beside what is read of the full log, and merge it."""
    cut, other = Path("cut.dcglog"), Path("other.dcglog")
    lines = desk.copy.read_bytes().splitlines(keepends=True)
    ends = [index for index, line in enumerate(lines) if line[:8] == b'["commit']
    as_viewer = ["--as", desk.viewer]
    for options in ([], ["--json"], as_viewer, [*as_viewer, "--json"]):
        yield ["reconcile", desk.copy, desk.copy, *options], b""
    for options in ([], ["--json"]):
        yield ["reconcile", desk.full, desk.copy, *as_viewer, *options], b""
        yield ["reconcile", "-", desk.copy, *as_viewer, *options], desk.full.read_bytes()
        cut.write_bytes(b"".join(lines[: ends[len(ends) // 2] + 1]))
        yield ["reconcile", cut, desk.copy, *options, "-o", "merged.dcglog"], b""
        _retell(desk, other)
        yield ["reconcile", other, desk.copy, *options], b""
        _retell(desk, other)
        yield ["reconcile", other, desk.copy, *options, "-o", "merged.dcglog", "--prefer", "a"], b""
    yield ["reconcile", desk.full, desk.copy, *as_viewer, "-o", "merged.dcglog"], b""
    for reader in ("p1" if desk.viewer != "p1" else "p2", "judge", "nobody"):
        yield ["reconcile", desk.copy, desk.copy, "--as", reader], b""
    yield ["reconcile", desk.copy, "nowhere.dcglog"], b""
    yield ["reconcile", desk.copy], b""


def _retell(desk: Desk, path: Path) -> None:
    """Record anew what a viewer reads, up to the middle, as the viewer's own log."""
    path.unlink(missing_ok=True)
    groups = list(MatchLog(desk.full, desk.viewer).groups())  # type: ignore[arg-type]
    header = groups[0][0] | {"recorder_notes": False}
    header.pop("recorder", None)
    with Recorder.begin(path, header) as recorder, recorder.batch():
        for group in groups[1 : len(groups) // 2]:
            if group[0]["kind"] != "disclosed":
                told = [{n: v for n, v in event.items() if n != "recorder"} for event in group]
                recorder.append_group(told)
