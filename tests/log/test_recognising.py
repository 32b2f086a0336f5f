"""What is recognised at sight is right: canonical, and accepted by the models."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from dcg_events.events.catalogue import MODELS, checker
from dcg_events.events.checking import without_models
from dcg_events.events.codec import canonical
from dcg_events.events.regular import Expressions, NotRegularError
from dcg_events.log.form import misformed
from dcg_events.log.reading import LogReader
from dcg_events.log.recognising import MANY, STORED, Recogniser
from dcg_events.log.sealing import plain
from tests.lawful.game import play_lawful
from tests.leaks.rich import record_rich
from tests.log.small import salts
from tests.recorder.test_checking import accepted, made

SEAL = "~" + 64 * "5"
ODD: tuple[Any, ...] = (
    *(None, True, False, [], {}, [0, 1], [1], [0, 1, 2], ["p1"], [None], {"kind": "rule"}),
    *([SEAL], [None, SEAL], [{"kind": SEAL}], [{"clause": SEAL, "kind": "rule"}]),
    *(0, 1, 9, 10, 11, 13, 99, 100, 999, 1000, 1001, 9999, 10_000, 10_001, 2**53 - 1, 2**53),
    *(-1, -10, -11, -9999, -10_000, -10_001, 1.0, 0.5),
    *("", "p1", "up", "0", "00", "01", "1.", "1.0", "1.00000", "9" * 16, "9" * 17, "1-2", "-1"),
    *("x" * 39, "x" * 40, "x" * 41, "x" * 80, "x" * 81, "x" * 200, "x" * 201, "x" * 4001),
    *("é" * 100, "é" * 200, "日本", '"', "\\", "\n", "a\x7f", "\u2028", "~", SEAL, SEAL[:-1]),
    *("2026-02-28T10:00:00Z", "2026-02-29T10:00:00Z", "2024-02-29T10:00:00Z"),
    *("2026-04-31T10:00:00Z", "2026-12-31T23:59:59Z", "2026-12-31T24:00:00Z"),
    *("2026-12-31T23:59:60Z", "0000-01-01T00:00:00Z", "2026-13-01T00:00:00Z"),
    *(["12"] * size for size in (2, 3, 4, 8, 9, 200, 201, 1000, 1001)),
    *({"zone": zone} for zone in ("deck", "hand", "link", "no_area", "battle", "outside", "sea")),
)
STORED_FIELDS = {"seq": 7, "game": 1, "at": None, "group": 7, "step": 0, "of": 1}
NOT_REGULAR = {"disclosed", "record_corrected"}
"""Kinds with a rule over the whole event."""


def is_right(line: bytes) -> bool:
    """Judge a record without recognising it: as pydantic does, null where it is sealed."""
    try:
        event = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return canonical(event) == line and accepted(checker(), canonical(plain(event))) is not None


def is_utf8(line: bytes) -> bool:
    """Tell whether a line could have been read at all: who asks has read it before."""
    return line.decode(errors="replace").encode() == line


def places_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield (*path, name)
            yield from places_in(part, (*path, name))


def changed(event: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = path
    return event | {name: changed(event[name], tuple(rest), value) if rest else value}


def without(event: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    name, *rest = path
    if rest:
        return event | {name: without(event[name], tuple(rest))}
    return {other: value for other, value in event.items() if other != name}


def samples(kind: str) -> Iterator[dict[str, Any]]:
    """Yield right records of a kind, from the fewest members to all of them."""
    for seed in range(12):
        event = made(kind, seed, 0) | STORED_FIELDS
        if is_right(canonical(event)):
            yield event


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(many=0)


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_no_odd_value_is_recognised(kind: str, recogniser: Recogniser) -> None:
    """Every member of every record takes every odd value, and is left out."""
    recognised = 0
    for event in list(samples(kind))[:3]:
        for path in places_in(event):
            odd = [changed(event, path, value) for value in ODD] + [without(event, path)]
            for record in (*odd, changed(event, (*path[:-1], "unit"), "12")):
                line = canonical(record)
                if not recogniser.doubtful_records([line], [{"kind": kind} | STORED_FIELDS]):
                    recognised += 1
                    assert is_right(line), line
    assert bool(recognised) == (kind not in NOT_REGULAR)


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_no_byte_makes_a_wrong_line_recognised(kind: str, recogniser: Recogniser) -> None:
    """Bytes are changed, lost, doubled and moved in records of every kind."""
    dice = Random(kind)  # noqa: S311
    for event in samples(kind):
        line = canonical(event)
        for _ in range(150):
            damaged = bytearray(line)
            first, last = sorted(dice.sample(range(len(line)), 2))
            match dice.randrange(4):
                case 0:
                    damaged[first] = dice.choice(b'"\\,:{}[]0123456789-~.eE nulptrsx\x00\x7f\xc3')
                case 1:
                    del damaged[first:last]
                case 2:
                    damaged[first:first] = damaged[first:last]
                case _:
                    damaged[first:last] = damaged[last : last + 9]
            line_read = bytes(damaged)
            if not recogniser.doubtful_records([line_read], [event]):
                assert is_right(line_read) or not is_utf8(line_read), line_read


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_an_opened_value_is_recognised_only_where_it_fits(
    kind: str, recogniser: Recogniser
) -> None:
    recognised = 0
    for event in list(samples(kind))[:4]:
        for path in places_in(event):
            dotted = ".".join(path)
            for value in ODD:
                opened = ["open", 7, dotted, ["p1"], value, "0" * 32]
                whole, numbered = changed(event, path, value), {"kind": kind} | STORED_FIELDS
                if recogniser.doubtful_openings([canonical(opened)], [opened], [numbered]):
                    continue
                recognised += 1
                assert is_right(canonical(whole)), opened
    assert bool(recognised) == (kind not in NOT_REGULAR)


@pytest.mark.parametrize(
    "line",
    [
        b'["open",7,"was",["p2","p1"],"3","%032d"]' % 0,
        b'["open",7,"was",["judge"],"3","%032d"]' % 0,
        b'["open",7,"was",["p1"],"3","%031d"]' % 0,
        b'["open",07,"was",["p1"],"3","%032d"]' % 0,
        b'["open",7,"was",["p1"], "3","%032d"]' % 0,
        b'["open",7,"was",["p1"],"3","%032d",1]' % 0,
        b'["open",7,"wos",["p1"],"3","%032d"]' % 0,
        b'["open",7,"w.s",["p1"],"3","%032d"]' % 0,
    ],
)
def test_an_opening_of_another_form_is_not_recognised(line: bytes, recogniser: Recogniser) -> None:
    event = {"kind": "transferred", "seq": 7}
    opened = [["open", 7, path, ["p1"], "3", "0" * 32] for path in ("was", "wos", "w.s")]
    right = canonical(opened[0])
    assert recogniser.doubtful_openings([right], opened[:1], [event]) == []
    for one in opened:
        assert recogniser.doubtful_openings([line], [one], [event]) == [0]


@pytest.mark.parametrize("written", ["-0", "-1", "-01", "01", "1.0", "1e2", "+1", "0x1", " 1", ""])
def test_a_number_is_recognised_in_its_one_form(written: str, recogniser: Recogniser) -> None:
    for kind in sorted(MODELS):
        for event in samples(kind):
            line = canonical(event)
            for number in re.finditer(rb"(?<=[:,\[])-?[0-9]+(?=[,}\]])", line):
                changed_line = line[: number.start()] + written.encode() + line[number.end() :]
                if not recogniser.doubtful_records([changed_line], [event]):
                    assert is_right(changed_line), changed_line


def logs_of(folder: Path) -> Iterator[Path]:
    yield record_rich(folder / "rich.dcglog", salts())
    for seed in range(4):
        play_lawful(folder / f"{seed}.dcglog", seed)
        yield folder / f"{seed}.dcglog"


def test_nearly_every_line_of_a_match_is_recognised(tmp_path: Path) -> None:
    """So nothing here passes because nothing is ever recognised."""
    recogniser, lines, doubtful = Recogniser(many=0), 0, Counter[str]()
    for log in logs_of(tmp_path):
        with log.open("rb") as file:
            reader = LogReader(file, log.name)
            for events in reader.verified_writes():
                write = reader.write
                records = write.records.split(b"\n")
                openings = write.openings.split(b"\n") if write.opened else []
                for place in recogniser.doubtful_records(records, events):
                    doubtful[events[place]["kind"]] += 1
                for place in recogniser.doubtful_openings(openings, write.opened, events):
                    doubtful[write.opened[place][2]] += 1
                assert misformed(write, events) is None
                lines += len(records) + len(openings)
    assert doubtful.total() < lines / 50, doubtful


def test_an_expression_is_made_once_it_pays() -> None:
    event = next(samples("passed"))
    line = canonical(event)
    recogniser = Recogniser()
    found = [recogniser.doubtful_records([line], [event]) for _ in range(MANY + 2)]
    assert found == [[0]] * MANY + [[]] * 2


def test_names_of_no_kind_are_not_kept() -> None:
    recogniser = Recogniser()
    for number in range(20_000):
        opened = ["open", 7, f"f{number}", [], 1, "0" * 32]
        recogniser.doubtful_openings([b""], [opened], [{"kind": f"k{number}", "seq": 7}])
    assert len(recogniser._seen) <= 10_001


def test_a_rule_that_is_not_known_makes_no_expression() -> None:
    expressions = Expressions(without_models(checker().core_schema))
    for kind in NOT_REGULAR:
        with pytest.raises(NotRegularError):
            expressions.of_record(kind, STORED)
    for path in ("nothing", "from.zone", "from.zone.deep", "was.deep", "", "cause.nothing"):
        with pytest.raises(NotRegularError):
            expressions.of_field("transferred", path)
