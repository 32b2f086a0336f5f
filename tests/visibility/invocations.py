"""What to type for every command: a new command without an entry here fails the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import typer
from typer.main import get_command

from dcg_events import MatchLog
from tests.visibility.desk import Desk, Typed
from tests.visibility.invocations_of_reconciling import typed_to_reconcile
from tests.visibility.invocations_of_seals import OF_SEALS, sealed_logs

SCRATCH: Final = "scratch"
"""How full logs are called that a command may write to."""

HISTORIES: Final = [["--history", how] for how in ("recorded", "played", "ruled")]

OTHERS: Final = {"p1": "p2", "p2": "p1", "spectator": "p2"}


def plainly(name: str, *variants: list[Any]) -> Callable[[Desk], Iterator[Typed]]:
    """Type a reading command with each set of options, from files and from standard input."""

    def typed(desk: Desk) -> Iterator[Typed]:
        wrong: list[list[Any]] = [
            ["--at", desk.inside],
            ["--at", 10**6],
            ["--at", "x"],
            ["--bogus"],
        ]
        for options in [*variants, ["--delay", "events:20"], ["--delay", "turns:1"], *wrong]:
            for reading in desk.readings()[: 2 if options in wrong else 3]:
                yield [name, *reading, *options], b""
        yield [name, "-", "--as", desk.viewer], desk.full.read_bytes()
        yield [name, "-"], desk.copy.read_bytes()
        for reader in (OTHERS[desk.viewer], "judge", "nobody", ""):
            yield [name, desk.copy, "--as", reader], b""
        yield [name], b""
        yield [name, "nowhere.dcglog"], b""
        yield [name, desk.copy.parent], b""
        yield [name, "--help"], b""

    return typed


def _redact(desk: Desk) -> Iterator[Typed]:
    as_viewer = ["--as", desk.viewer]
    for log in (desk.full, desk.copy):
        yield ["redact", log, *as_viewer, "-o", "out.dcglog"], b""
        yield ["redact", log, *as_viewer, "-o", "-"], b""
        yield ["redact", "-", *as_viewer, "-o", "-"], log.read_bytes()
        yield ["redact", "-", *as_viewer, "-o", "out.dcglog"], log.read_bytes()
        yield ["redact", log, *as_viewer, "-o", log], b""
        yield ["redact", log, *as_viewer, "-o", "no/such/folder"], b""
        yield ["redact", log, *as_viewer], b""
        yield ["redact", log, *as_viewer, "--delay", "turns:1", "-o", "-"], b""
    for other in (OTHERS[desk.viewer], "judge"):
        yield ["redact", desk.copy, "--as", other, "-o", "out.dcglog"], b""


def _verify(desk: Desk) -> Iterator[Typed]:
    for options in ([], ["--json"], ["--strict"], ["--strict", "--json"], ["--bogus"]):
        yield ["verify", desk.full, *options], b""
        yield ["verify", desk.copy, *options], b""
        yield ["verify", desk.full, desk.copy, "nowhere.dcglog", *options], b""
        yield ["verify", str(desk.copy.parent / "*.dcglog"), *options], b""
    for reader in ("p1", "p2", "spectator", "judge"):
        yield ["verify", desk.copy, "--as", reader], b""
    yield ["verify", desk.copy.parent, "--json"], b""
    yield ["verify", desk.copy, "--match", 2], b""
    yield ["verify", desk.copy, "--prefix", "part.dcglog"], b""
    yield ["verify", "-", "--json"], desk.copy.read_bytes() * 2
    yield ["verify", "-", "--match", 2], desk.copy.read_bytes() * 2
    yield ["verify", "-"], desk.copy.read_bytes()
    yield ["verify", "-"], desk.full.read_bytes()
    yield from sealed_logs(desk)


REFUSED: Final[list[dict[str, Any]]] = [
    {"kind": "turn_strated"},
    {"kind": "noted"},
    {"kind": "noted", "text": 7},
    {"kind": "noted", "text": "SECRET-000 " * 400},
    {"kind": "game_ended", "winner": "SECRET-000", "reason": "security"},
    {"kind": "transferred", "manner": "draw"},
    {"kind": "transferred", "manner": "ZA1-000", "from": {"zone": "deck"}, "to": {"zone": "hand"}},
    {
        "kind": "transferred",
        "manner": "draw",
        "number": "ZA1-000!",
        "from": {"zone": "deck", "side": "p1", "position": 0},
        "to": {"zone": "hand", "side": "p1"},
    },
    *(
        {
            "kind": "transferred",
            "manner": "unknown",
            "from": {"zone": zone, "side": side, **place},
            "to": {"zone": "hand", "side": side},
            **more,
        }
        for side in ("p1", "p2")
        for zone in ("deck", "egg_deck", "security", "hand", "trash")
        for place, more in (
            ({}, {"number": "XX-1"}),
            ({}, {"was": "999999"}),
            *([] if zone == "hand" else [({"position": 0}, {"number": "XX-1"})]),
            *([] if zone == "hand" else [({"position": 99}, {})]),
        )
    ),
    {"kind": "shuffled", "zone": "deck", "side": "p1", "order": ["XX-1"]},
    {"kind": "shuffled", "zone": "security", "side": "p2", "order": ["XX-1", "XX-2"]},
    {
        "kind": "revealed",
        "place": {"zone": "deck", "side": "p2"},
        "count": 1,
        "numbers": ["XX-1"],
    },
    {
        "kind": "looked_at",
        "viewer": "p1",
        "place": {"zone": "hand", "side": "p2"},
        "count": 1,
        "numbers": ["XX-1"],
        "cards": ["5"],
    },
    {
        "kind": "flipped",
        "place": {"zone": "security", "side": "p2", "position": 0},
        "facing": "up",
        "number": "XX-1",
    },
    {"kind": "reordered", "zone": "deck", "side": "p1", "count": 2, "order": [0, 0]},
    {"kind": "rewound", "to_seq": 10**6},
    {"kind": "match_opened"},
    {
        "kind": "disclosed",
        "to": ["spectator"],
        "opened": [{"event": 5, "field": "number", "value": "XX-1"}],
    },
]
"""Events that the log refuses: none of them, or none that can have happened on its table."""


def scratch(desk: Desk) -> Path:
    """Lay a full log ready that a command may write to."""
    path = Path(f"{SCRATCH}.dcglog")
    path.write_bytes(desk.full.read_bytes())
    return path


def _append(desk: Desk) -> Iterator[Typed]:
    for event in REFUSED:
        line = orjson.dumps(event) + b"\n"
        yield ["append", desk.copy], line
        yield ["append", scratch(desk)], line
    for given in (b"\xff", b"{", b'{"kind":"SECRET-000"}', b'{"SECRET-000":1}', b"[]", b"null"):
        yield ["append", desk.copy], given + b"\n"
        for expected in ([], ["--expect", 5], ["--expect", 10**6], ["--expect", -1]):
            yield ["append", scratch(desk), *expected], given + b"\n"


def _new(_: Desk) -> Iterator[Typed]:
    yield ["new", "fresh.dcglog", "--p1", "a", "--p2", "b", "--notes"], b""
    yield ["new", "fresh.dcglog", "--p1", "a"], b""
    yield ["new", "no/such/folder", "--p1", "a", "--p2", "b"], b""


def _schemas(_: Desk) -> Iterator[Typed]:
    yield ["schemas", "-o", "schemas"], b""


def _import_aegis(desk: Desk) -> Iterator[Typed]:
    """Import a damaged recording: see also `test_secret_search_import.py`."""
    yield ["import", "aegis", "nowhere.jsonl", "-o", "imported.dcglog"], b""
    yield ["import", "aegis", desk.copy, "-o", "imported.dcglog"], b""
    yield ["import", "aegis", desk.full, "-o", "imported.dcglog"], b""
    yield ["import", "--help"], b""


def _follow(desk: Desk) -> Iterator[Typed]:
    more: list[list[Any]] = [["--from", 40], ["--interval", 0.01]]
    for options in ([], ["--words"], ["--delay", "events:9"], *more):
        for reading in desk.readings():
            yield ["follow", *reading, *options], b""
    yield ["follow", "-"], desk.full.read_bytes()
    for reader in (OTHERS[desk.viewer], "judge"):
        yield ["follow", desk.copy, "--as", reader], b""


def _prove(desk: Desk) -> Iterator[Typed]:
    """Ask the viewer's copy for proofs of what is sealed in it, held or not."""
    openings = [line for line in desk.full.read_bytes().splitlines() if line[:6] == b'["open']
    for line in openings[::5]:
        _, seq, path, *_ = orjson.loads(line)
        yield ["prove", desk.copy, "--seq", seq, "--field", path, "-o", "-", "--short"], b""
    yield ["prove", desk.copy, "--seq", 1, "--field", "kind", "-o", "-"], b""
    yield ["prove", desk.copy, "--seq", 1, "--field", "bogus", "-o", "-"], b""
    yield ["prove", desk.copy, "--seq", 10**6, "--field", "number", "-o", "-"], b""
    yield ["prove", desk.copy, "--seq", 5, "--field", "recorder", "-o", "no.proof"], b""


def _check(desk: Desk) -> Iterator[Typed]:
    """Check what is no proof, and proofs against wrong heads."""
    for name, content in (("a.proof", b"{}"), ("b.proof", desk.full.read_bytes()[:5000])):
        Path(name).write_bytes(content)
        for head in ("0" * 64, "SECRET-000"):
            yield ["check", name, "--head", head, "--log", desk.copy], b""
            yield ["check", name, "--head", head, "--log", desk.full], b""
        Path(name).unlink()


def _disclose(desk: Desk) -> Iterator[Typed]:
    yield ["disclose", desk.copy, "--to", desk.viewer, "--all"], b""
    wrong: list[list[Any]] = [
        ["--seq", 5, "--field", "bogus"],
        ["--seq", 10**6, "--field", "number"],
        ["--all"],
    ]
    for to in ("nobody", OTHERS[desk.viewer]):
        for asked in wrong:
            yield ["disclose", scratch(desk), "--to", to, *asked, "--reason", "because"], b""


def _audit(desk: Desk) -> Iterator[Typed]:
    yield from plainly("audit", [], ["--json"], ["--lang", "ja"], ["--rule", "3-1-3-8"])(desk)
    both = [desk.full, desk.copy, "nowhere.dcglog", "--as", desk.viewer]
    yield ["audit", *both], b""
    yield ["audit", *both, "--json", "--reading", "en"], b""


def _explain(desk: Desk) -> Iterator[Typed]:
    """Explain events and cards from the whole match, in words and as JSON."""
    yield from plainly("explain", ["--card", "5"], ["--seq", 40, "--json"])(desk)
    last = sum(1 for _ in MatchLog(desk.full).events())
    for number, seq in enumerate(range(0, last, 4)):
        reading = desk.readings()[number % 2]
        form = [[], ["--json"], ["--lang", "ja"]][number % 3]
        yield ["explain", *reading, "--seq", seq, *form], b""
        for card in (seq, f"{seq}.0", f"{seq + 1}", f"{seq}.7"):
            yield ["explain", *reading, "--card", card, *form], b""
    for wrong in ([], ["--card", "SECRET-000"], ["--seq", 10**6], ["--seq", 5, "--card", "5"]):
        yield ["explain", desk.copy, *wrong], b""


def _clauses(_: Desk) -> Iterator[Typed]:
    for options in ([], ["--json"], ["--lang", "ja"], ["--edition", "4.2"], ["3-1-3-7"]):
        yield ["clauses", *options], b""
    yield ["clauses", "99-1"], b""
    yield ["clauses", "3-1", "--edition", "9.9"], b""


def _leaks(desk: Desk) -> Iterator[Typed]:
    for options in ([], ["--json"], ["--as", desk.viewer, "--worlds", "2"], ["--as", "judge"]):
        for log in (desk.full, desk.copy):
            yield ["leaks", log, *options], b""
    yield ["leaks", "-", "--as", desk.viewer], desk.full.read_bytes()
    yield ["leaks", "-"], desk.copy.read_bytes()
    yield ["leaks", "nowhere.dcglog"], b""


def _export(desk: Desk) -> Iterator[Typed]:
    """Export as the viewer may: a copy read as another is refused and listed."""
    for form in ("csv", "parquet", "duckdb"):
        yield ["export", form, *desk.readings()[0], "-o", f"{form}-out"], b""
        yield ["export", form, desk.copy, "nowhere.dcglog", "-o", f"{form}-nowhere"], b""
        yield ["export", form, desk.copy, "-o", desk.copy], b""
    csv = ["export", "csv"]  # which can be read as it is; the others hold the same rows
    for number, reading in enumerate(desk.readings()):
        for options in (["--json"], ["--delay", "turns:1"]):
            yield [*csv, *reading, "-o", f"out{options[0]}-{number}", *options], b""
    yield [*csv, "-", "--as", desk.viewer, "-o", "out-stdin"], desk.full.read_bytes()
    yield [*csv, desk.copy, "--as", OTHERS[desk.viewer], "-o", "out"], b""
    yield [*csv, desk.full, "--as", desk.viewer, "-o", desk.copy.parent], b""
    yield [*csv, desk.full, "--as", "nobody", "-o", "out"], b""
    yield [*csv, desk.copy], b""
    yield ["export", "xlsx", desk.copy, "-o", "out"], b""


def _pack(desk: Desk) -> Iterator[Typed]:
    yield ["pack", desk.copy, "nowhere.dcglog", "-o", "logs.dcgpack"], b""
    yield ["pack", desk.copy, "-o", desk.copy], b""
    yield ["pack", desk.copy, "-o", "no/such/folder.dcgpack"], b""
    yield ["pack", desk.copy], b""


def _unpack(desk: Desk) -> Iterator[Typed]:
    for options in ([], ["--check"], ["-o", "out"], ["x.dcglog"], ["--json"]):
        yield ["unpack", desk.copy, *options], b""
        yield ["unpack", desk.full, *options], b""
    yield ["unpack", "nowhere.dcgpack"], b""


INVOCATIONS: Final[dict[str, Callable[[Desk], Iterator[Typed]]]] = {
    "events": plainly("events", [], *HISTORIES),
    "show": plainly(
        "show", [], ["--json"], ["--at", 0], ["--at", 40], ["--json", "--at", 60], *HISTORIES
    ),
    "states": plainly("states", [], *HISTORIES, ["--every", "turn"], ["--every", "x"]),
    "replay": plainly("replay", *HISTORIES, ["--every", "group"], ["--at", 40]),
    "knows": plainly("knows", [], *HISTORIES, ["--json"], ["--at", 40], ["--json", "--at", 60]),
    "rulings": plainly("rulings", [], ["--json"]),
    "audit": _audit,
    "leaks": _leaks,
    "redact": _redact,
    "verify": _verify,
    "append": _append,
    "new": _new,
    "schemas": _schemas,
    "import aegis": _import_aegis,
    "follow": _follow,
    "prove": _prove,
    "check": _check,
    "disclose": _disclose,
    "clauses": _clauses,
    "explain": _explain,
    "stats": plainly("stats", [], ["--json"], ["--cards", 200], ["--pictures", "drawn"]),
    **OF_SEALS,
    "export": _export,
    "pack": _pack,
    "unpack": _unpack,
    "reconcile": typed_to_reconcile,
}
"""For every command what a viewer may type; an entry for a command that is not there is idle."""


def commands(app: typer.Typer) -> list[str]:
    """List the registered commands, those of groups by both names."""
    return sorted(_names(get_command(app), ""))


def _names(command: Any, before: str) -> Iterator[str]:
    for name, inner in command.commands.items():
        if hasattr(inner, "commands"):
            yield from _names(inner, f"{before}{name} ")
        else:
            yield before + name


def inside_a_group(log: Path) -> int:
    """Find an event that is not the last of its group."""
    events = MatchLog(log).events()
    return next(int(event["seq"]) for event in events if event["step"] < event["of"] - 1)
