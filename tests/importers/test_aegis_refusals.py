"""Files that are no matches of the engine: one refusal with its line, and nothing left behind."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcg_events.errors import LogError, SourceError
from dcg_events.importers.aegis.comparing import differences
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.importers.aegis.lines import CardOf, Snapshot, line_reader
from dcg_events.projections.table import Table
from dcg_events.views.matchlog import MatchLog
from tests.importers.corpus import CORPUS
from tests.importers.made_up import MadeUp

WHOLE = (CORPUS / "aegis-019-bt24.jsonl").read_bytes()
LINE = WHOLE.splitlines(keepends=True)


def _refusal(folder: Path, content: bytes) -> SourceError:
    source = folder / "in.jsonl"
    source.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        import_aegis(source, folder / "out.dcglog")
    assert [path.name for path in folder.iterdir()] == ["in.jsonl"]
    assert "Traceback" not in str(caught.value)
    return caught.value


def _replaced(number: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the file with one line changed; lines count from 1."""
    line = json.loads(LINE[number - 1])
    change(line)
    return b"".join([*LINE[: number - 1], json.dumps(line).encode() + b"\n", *LINE[number:]])


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (b"", 1, "empty"),
        (b"\x00\xff\xfe\x01" * 50, 1, "UTF-8"),
        (b"[1, 2]\n", 1, "not an object"),
        (b"".join(LINE[1:]), 1, "does not begin with a header"),
        (WHOLE[: len(WHOLE) // 2], None, "not JSON"),
        (b"".join(LINE[:40]), 40, "stops before the match has ended"),
        (b"".join([*LINE[:5], b'{"n":4,"t":"moonRose"}\n']), 6, "a kind that is not known"),
        (b"".join([*LINE[:5], b'{"n":4,"n":4,"t":"end"}\n']), 6, "a key stands twice"),
        (b"".join([*LINE[:5], b'{"n":NaN,"t":"end"}\n']), 6, "NaN"),
        (b"".join([*LINE[:5], b"[" * 200_000]), 6, "too deep"),
        (b"".join([*LINE[:5], LINE[6], LINE[5], *LINE[7:]]), 6, "is number 5 where 4 is due"),
        (WHOLE + LINE[-1], None, "due"),
        (LINE[0] * 2, 2, "a kind that is not known"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else str(value),
)
def test_a_file_that_is_none_is_refused(
    tmp_path: Path, content: bytes, line: int | None, problem: str
) -> None:
    refusal = _refusal(tmp_path, content)
    assert problem in refusal.problem
    assert refusal.where.startswith(f"{tmp_path / 'in.jsonl'}, line ")
    if line is not None:
        assert refusal.where.endswith(f", line {line}")


def test_a_line_without_end_is_refused_without_reading_it_whole(tmp_path: Path) -> None:
    refusal = _refusal(tmp_path, LINE[0] + b'"' + b"x" * (9 << 20))
    assert "longer than" in refusal.problem


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="this is a directory"):
        import_aegis(tmp_path, tmp_path / "out.dcglog")
    with pytest.raises(SourceError, match="there is no such file"):
        import_aegis(tmp_path / "none.jsonl", tmp_path / "out.dcglog")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "change", "problem"),
    [
        (1, lambda line: line.update(v=2), "header: field v"),
        (1, lambda line: line["seats"][0]["mainDeck"].pop(), "not the one that the header"),
        (2, lambda line: line["map"].update({"s0-0": {"card": "a b", "owner": 0}}), "map"),
        (2, lambda line: line["map"]["s0-0"].update(owner="0"), "map.s0-0.owner"),
        (3, lambda line: line["moves"][0].update(to="p0.attic[0]"), "a place that is not known"),
        (3, lambda line: line["moves"][0].update(i="s9-99"), "was never announced"),
        (4, lambda line: line["event"].pop("firstSeat"), "firstSeat"),
        (4, lambda line: line["event"].update(firstSeat=True), "firstSeat"),
    ],
)
def test_a_line_that_says_something_else_is_refused(
    tmp_path: Path, number: int, change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    assert problem in _refusal(tmp_path, _replaced(number, change)).problem


@pytest.mark.parametrize(
    ("match", "problem"),
    [
        (MadeUp().truth(suspend=[{"perm": "perm-9", "suspended": True}]), "no permanent perm-9"),
        (MadeUp().truth(("s0-0", "p0.deck[0]", "p0.hand[0]")), "does not lie where it leaves"),
        (MadeUp().truth(reordered={"p0.deck": ["s0-7"]}), "changes what is in it"),
        (MadeUp().intent("playCard", instanceId="s9-9"), "not on the table"),
        (MadeUp().intent("activateEffect", sourceInstanceId="x", effectKey="k"), "never announced"),
        (
            MadeUp().event("memoryChanged", **{"from": 5}, to=3, reason="payCost"),
            "the gauge stood at 0",
        ),
        (MadeUp().decide("chooseOption", {"optionIndex": 3}, choices=["a"]), "not offered"),
        (MadeUp().decide("orderTriggers", {"order": ["x::y"]}, triggerKeys=[]), "does not wait"),
        (
            MadeUp()
            .play("s0-0", "perm-1", 0)
            .truth(("s0-1", "p0.hand[0]", "p0.battleArea:perm-1.top")),
            "two top cards",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_that_does_not_follow_is_refused(
    tmp_path: Path, match: MadeUp, problem: str
) -> None:
    content = match.end().write(tmp_path / "in.jsonl").read_bytes()
    assert problem in _refusal(tmp_path, content).problem


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "out.dcglog"
    out.write_bytes(b"a log of somebody")
    with pytest.raises(LogError, match="exists already"):
        import_aegis(CORPUS / "aegis-019-bt24.jsonl", out)
    assert out.read_bytes() == b"a log of somebody"
    assert list(tmp_path.iterdir()) == [out]


def test_an_import_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def interrupt(recorded: int) -> None:
        if recorded > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_aegis(CORPUS / "aegis-019-bt24.jsonl", tmp_path / "out.dcglog", progress=interrupt)
    assert list(tmp_path.iterdir()) == []


def test_the_same_salts_make_the_same_bytes(tmp_path: Path) -> None:
    def salts() -> Callable[[], str]:
        numbers = iter(range(10**6))
        return lambda: f"{next(numbers):032x}"

    for name in ("a", "b"):
        import_aegis(CORPUS / "aegis-019-bt24.jsonl", tmp_path / name, salt=salts())
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


# a comparison that finds nothing wrong proves nothing unless it can


def _snapshot(change: Callable[[dict[str, Any]], object]) -> Snapshot:
    line = next(json.loads(line) for line in reversed(LINE) if b'"snapshot"' in line)
    change(line["state"])
    read = line_reader().validate_json(json.dumps(line))
    assert isinstance(read, Snapshot)
    return read


@pytest.fixture(scope="module")
def final(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, dict[str, CardOf]]:
    log = tmp_path_factory.mktemp("final") / "final.dcglog"
    import_aegis(CORPUS / "aegis-019-bt24.jsonl", log)
    table = Table()
    for table, _ in MatchLog(log, "judge").tables():  # noqa: B007 - the last one counts
        pass
    cards: dict[str, CardOf] = {}
    for line in map(json.loads, LINE):
        if line["t"] == "instances":
            cards |= {i: CardOf(**card) for i, card in line["map"].items()}
    return table, cards


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda s: s.update(memory=s["memory"] - 1), "memory"),
        (lambda s: s.update(turn=s["turn"] + 1), "the turn"),
        (lambda s: s.update(phase="Draw"), "the phase"),
        (lambda s: s["players"][0]["deck"].reverse(), "the deck of p1"),
        (lambda s: s["players"][0]["hand"].pop(), "the hand of p1"),
        (lambda s: s["players"][1]["trash"].reverse(), "the trash of p2"),
        (lambda s: s["players"][0]["security"].append("s0-0"), "the security stack of p1"),
        (lambda s: s["players"][1]["battleArea"].pop(), "the battle area of p2"),
        (
            lambda s: s["players"][1]["battleArea"][0].update(
                suspended=not s["players"][1]["battleArea"][0]["suspended"]
            ),
            "suspended",
        ),
        (
            lambda s: s["players"][1]["battleArea"][0]["linked"].append("s1-0"),
            "the battle area of p2, unit 0, its links",
        ),
    ],
)
def test_a_comparison_finds_every_difference(
    final: tuple[Table, dict[str, CardOf]],
    change: Callable[[dict[str, Any]], object],
    difference: str,
) -> None:
    table, cards = final
    assert list(differences(table, _snapshot(lambda _: None).state, cards)) == []
    found = list(differences(table, _snapshot(change).state, cards))
    assert found
    assert all(difference in words for words in found)
