"""A good log is verified in one reading, which finds nothing good that a careful one does not."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from dcg_events import DcgEventsError, LogDamagedError, Recorder, redact, verify
from dcg_events.events.codec import canonical
from dcg_events.log.part import LogPart
from dcg_events.views.candidates import _all_sealed
from dcg_events.views.disclosed import disclosure_faults
from dcg_events.views.due import OpeningFault, opening_faults
from dcg_events.views.full_reading import FullReading
from dcg_events.views.holding import holding_of
from dcg_events.views.verifying import require_whole
from dcg_events.vocabulary.people import VIEWERS
from tests.fuzz.mutating import mutated
from tests.fuzz.targets import forged
from tests.leaks.rich import record_rich
from tests.log.small import salts, write_small_log
from tests.openings.matches import disclosing, record_match
from tests.property.drive import play_match

Lines = list[bytes]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return full logs, with rewinds, corrections and disclosures, and every copy of them."""
    folder = tmp_path_factory.mktemp("logs")
    full = [write_small_log(folder / "small.dcglog"), record_rich(folder / "rich.dcglog", salts())]
    shown = record_match(folder / "shown.dcglog")
    with Recorder.open(shown, salt=salts(1000)) as recorder:
        recorder.append(disclosing((2, "number")))
        recorder.append({"kind": "rewound", "to_seq": 3})
    full.append(shown)
    for seed in range(8):
        (world,) = play_match(folder, seed, 15 + 5 * seed)
        world.recorder.close()
        full.append(world.recorder.path)
    return [path for log in full for path in (log, *copies_of(log))]


def copies_of(log: Path) -> Iterator[Path]:
    for viewer in ("p1", "p2", "spectator"):
        copy = log.with_name(f"{log.stem}.{viewer}.dcglog")
        redact(log, viewer, copy)
        yield copy


def read(path: Path) -> FullReading:
    reading = FullReading(LogPart(path), path.name, head=None, strict=False)
    with suppress(DcgEventsError):
        reading.read()
    return reading


def check_against_the_careful_reading(path: Path, *, agree: bool = False) -> int:
    """Whoever stays a candidate holds what is due and no more, and so does the log as counted.

    Args:
        path: The log.
        agree: Whether nobody else may, which holds of logs that a recorder wrote.

    Returns:
        For how many viewers nothing was found to be wrong.
    """
    reading = read(path)
    weighed, good = reading._candidates.weighed, reading.good.of(LogPart(path))
    if not reading.good.events or weighed.events != reading.good.events:
        return 0
    for viewer in VIEWERS if agree else weighed.viewers:
        assert (viewer in weighed.viewers) == (not any(opening_faults(good, viewer))), viewer
    if weighed.viewers:
        assert weighed.disclosing or not list(disclosure_faults(good, "spectator"))
        assert reading._candidates.holding() in (None, holding_of(good))
        assert (weighed.sealed, weighed.opened) == (
            holding_of(good).sealed,
            holding_of(good).opened,
        )
    return len(weighed.viewers)


def test_of_a_recorders_log_the_quick_reading_finds_everybody_whose_copy_it_is(
    logs: list[Path],
) -> None:
    for path in logs:
        assert check_against_the_careful_reading(path, agree=True), path.name


def test_of_a_forged_log_it_finds_nobody_whose_copy_it_is_not(
    logs: list[Path], tmp_path: Path
) -> None:
    path, found = tmp_path / "forged.dcglog", 0
    random = Random(5)  # noqa: S311 - no secret
    for _ in range(250):
        one, other = random.choice(logs).read_bytes(), random.choice(logs).read_bytes()
        path.write_bytes(forged(mutated(one, other, random)))
        found += bool(check_against_the_careful_reading(path))
    assert found > 20


def changed(log: Path, change: Callable[[Lines, Random], None], random: Random) -> bytes:
    lines = log.read_bytes().splitlines(keepends=True)
    change(lines, random)
    return b"".join(lines)


def lose_opening(lines: Lines, random: Random) -> None:
    lines.remove(random.choice([line for line in lines if line.startswith(b'["open"')]))


def give_to_others(lines: Lines, random: Random) -> None:
    place = random.choice([n for n, line in enumerate(lines) if line.startswith(b'["open"')])
    opening = orjson.loads(lines[place])
    others: list[Any] = [["p1"], ["p2"], [], ["p1", "p2"], ["spectator"]]
    opening[3] = random.choice([each for each in others if each != opening[3]])
    lines[place] = canonical(opening) + b"\n"


def seal_more(lines: Lines, random: Random) -> None:
    place = random.choice([n for n, line in enumerate(lines) if line.startswith(b'{"')])
    record = orjson.loads(lines[place])
    record["game" if random.random() < 0.5 else "more"] = "~" + 64 * "0"
    lines[place] = canonical(record) + b"\n"


def seal_less(lines: Lines, random: Random) -> None:
    place = random.choice([n for n, line in enumerate(lines) if b':"~' in line])
    record = orjson.loads(lines[place])
    name = next((n for n, v in record.items() if str(v)[:1] == "~"), "at")
    record[name] = random.choice((None, "~", "~" + 63 * "0", "x"))
    lines[place] = canonical(record) + b"\n"


@pytest.mark.parametrize("change", [lose_opening, give_to_others, seal_more, seal_less])
def test_what_is_wrong_with_an_opening_is_noticed(
    logs: list[Path], tmp_path: Path, change: Callable[[Lines, Random], None]
) -> None:
    path, named = tmp_path / "wrong.dcglog", 0
    random = Random(7)  # noqa: S311 - no secret
    for log in (log for log in logs if b'["open"' in log.read_bytes()):
        path.write_bytes(forged(changed(log, change, random)))
        check_against_the_careful_reading(path, agree=change is lose_opening)
        verdict = verify(path, verify(log).viewer)
        named += bool(verdict.damage)
        every_fault: list[OpeningFault] = []
        if read(path).good.size == path.stat().st_size:
            with suppress(LogDamagedError):  # which is then what is told
                every_fault = list(opening_faults(path, verdict.viewer))
                every_fault += list(disclosure_faults(path, verdict.viewer))
            assert list(verdict.openings) == every_fault or "discloses" in str(verdict.damage)
    assert named > 15


def with_heads(lines: Lines) -> bytes:
    """Return the lines of a log, each as it is, with the heads that they should have."""
    digest, found = sha256(), b""
    for line in lines:
        if line.startswith(b'["commit"'):
            tag, seq, _ = orjson.loads(line)
            line = canonical([tag, seq, digest.hexdigest()]) + b"\n"  # noqa: PLW2901
        elif not line.startswith(b"["):
            digest.update(line)
        found += line
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"', b'{"more":"\\u007e' + 64 * b"0" + b'","'),
        (b'{"', b'{"\\u0062y":"~' + 64 * b"0" + b'","'),
        (b'{"', b'{"by":"~' + 64 * b"0" + b'","by":null,"'),
        (b'{"', b'{"more":{"~' + 64 * b"0" + b'":1},"'),
        (b'{"', b' {"'),
        (b'{"', b'{ "'),
        (b'{"', b'\t{"'),
        (b'"step":1', b'"step":1,"to.position":"~' + 64 * b"0" + b'"'),
        (b'"was":"~', b'"x":["~' + 64 * b"0" + b'"],"was":"~'),
        (b'"was":"~', b'"was":"\\u007e'),
        (b'"was":"', b'"was":"~'),
    ],
)
def test_no_seal_is_hidden_from_who_counts_them_by_their_bytes(
    tmp_path: Path, old: bytes, new: bytes
) -> None:
    full = write_small_log(tmp_path / "small.dcglog")
    for log in (full, *copies_of(full)):
        lines = log.read_bytes().splitlines(keepends=True)
        place = next(n for n, line in enumerate(lines) if b'"step":1' in line)
        assert old in lines[place]
        lines[place] = lines[place].replace(old, new, 1)
        log.write_bytes(with_heads(lines))
        check_against_the_careful_reading(log)
        verdict, good = verify(log), LogPart(log, size=verify(log).size)
        assert (verdict.opened, verdict.sealed) == (
            holding_of(good).opened,
            holding_of(good).sealed,
        )
        assert verdict.openings == tuple(opening_faults(read(log).good.of(good), verdict.viewer))


def opened_files(monkeypatch: pytest.MonkeyPatch) -> list[LogPart]:
    found: list[LogPart] = []
    really = LogPart.open

    def opening(part: LogPart) -> Any:
        found.append(part)
        return really(part)

    monkeypatch.setattr(LogPart, "open", opening)
    return found


def test_a_good_log_is_read_once(bots: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    full = bots[0]
    opened = opened_files(monkeypatch)
    assert verify(full).whole
    require_whole(full, "judge")
    assert len(opened) == 2


@pytest.mark.parametrize("viewer", ["p1", "spectator"])
def test_a_good_copy_is_read_once(
    bots: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Any
) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(bots[0], viewer, copy)
    opened = opened_files(monkeypatch)
    assert verify(copy).whole
    assert verify(copy).viewer == viewer
    require_whole(copy, viewer)
    assert len(opened) == 3


def test_a_text_may_have_the_sign_of_a_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sign.dcglog"
    Recorder.create(path, p1="Ai~ko", p2="Ben").close()
    opened = opened_files(monkeypatch)
    assert verify(path).whole
    assert len(opened) == 1


def test_a_text_that_begins_like_a_seal_takes_longer_and_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "names.dcglog"
    Recorder.create(path, p1="~Aiko", p2='"~Ben" \\ ~').close()
    assert verify(path).whole


def test_a_write_before_damage_counts_though_its_rewind_had_to_read_again(tmp_path: Path) -> None:
    """What follows a write is not read to judge it."""
    path = write_small_log(tmp_path / "small.dcglog")
    with Recorder.open(path, salt=salts(100)) as recorder:
        recorder.append({"kind": "rewound", "to_seq": 3})
        rewound = recorder.version
        recorder.append({"kind": "noted", "text": "for nobody"})
    for log in (path, *copies_of(path)):
        lines = log.read_bytes().splitlines(keepends=True)
        place = next(n for n, line in enumerate(lines) if b'"rewound"' in line) + 2
        lines[place] = b"no JSON\n" if lines[place][:1] == b"[" else b'{"no JSON\n'
        log.write_bytes(b"".join(lines))
        verdict = verify(log, name="it")
        assert verdict.events == rewound
        assert str(verdict.damage).startswith("it, group ")
        assert f"good up to event {rewound - 1}," in str(verdict.damage)


@pytest.mark.parametrize("place", [0, 1])
def test_commitments_are_where_they_are_due_and_have_the_right_form(place: int) -> None:
    good = "~" + 64 * "a"
    due: list[Any] = [(7, "was", []), (7, "to.position", [])]
    event: dict[str, Any] = {"seq": 7, "was": good, "to": {"position": good}}
    assert _all_sealed(due, [event])
    holder, name = ((event, "was"), (event["to"], "position"))[place]
    for other in ("x" + 64 * "a", 65 * "a", "~~" + 63 * "a", "~" + 64 * "A", good + "a", good[:-1]):
        holder[name] = other
        assert not _all_sealed(due, [event])
    event["to"]["position"], event["was"] = "~~" + 63 * "a", 65 * "a"
    assert not _all_sealed(due, [event])


def test_every_fault_is_named_where_nothing_is_opened(tmp_path: Path) -> None:
    """What comes after the first is folded on the table as it stands there."""
    *_, copy = copies_of(write_small_log(tmp_path / "small.dcglog"))
    lines = copy.read_bytes().splitlines(keepends=True)
    for field, number in (("was", 2), ("text", 5)):
        record = orjson.loads(lines[place := place_of_record(lines, number)])
        lines[place] = canonical(record | {field: None}) + b"\n"
    copy.write_bytes(with_heads(lines))
    verdict = verify(copy, "spectator")
    assert [(fault.event, fault.field) for fault in verdict.openings] == [(2, "was"), (5, "text")]


def place_of_record(lines: Lines, seq: int) -> int:
    return next(n for n, line in enumerate(lines) if b'"seq":%d,' % seq in line)


def test_what_stands_before_an_earlier_head_is_counted(tmp_path: Path) -> None:
    path = record_rich(tmp_path / "rich.dcglog", salts())
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith(b'["commit"'):
            verdict = verify(path, head=orjson.loads(line)[2])
            part = holding_of(LogPart(path, size=len(b"".join(lines[: number + 1]))))
            assert (verdict.sealed, verdict.opened) == (part.sealed, part.opened)
            assert verdict.viewer == part.made_for
            assert not verdict.openings


def test_a_repeated_opening_that_is_withheld_is_named(logs: list[Path], tmp_path: Path) -> None:
    shown = next(path for path in logs if path.stem == "shown.p2")
    lines = shown.read_bytes().splitlines(keepends=True)
    disclosed = next(n for n, line in enumerate(lines) if b'"disclosed"' in line)
    assert lines.pop(disclosed - 1).startswith(b'["open",2,"number"')
    path = tmp_path / "withheld.dcglog"
    path.write_bytes(b"".join(lines))
    assert verify(path, "p2").openings == (OpeningFault(2, "number", "withheld"),)


@pytest.mark.parametrize("step", [0, 1])
def test_the_events_of_a_group_count_it_alike(tmp_path: Path, step: int) -> None:
    path = write_small_log(tmp_path / "small.dcglog")
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"step":%d,"to"' % step in line)
    lines[place] = lines[place].replace(b'"of":2', b'"of":3')
    path.write_bytes(forged(b"".join(lines)))
    assert "of a whole group" in str(verify(path).damage) or step == 0


@pytest.mark.parametrize("size", [None, "2", 2.0, 0, -1])
def test_a_group_whose_first_event_does_not_count_it_is_named(tmp_path: Path, size: Any) -> None:
    path = write_small_log(tmp_path / "small.dcglog")
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"of":2' in line and b'"step":0' in line)
    lines[place] = lines[place].replace(b'"of":2', b'"of":' + orjson.dumps(size))
    path.write_bytes(forged(b"".join(lines)))
    verdict = verify(path)
    assert verdict.event == 2
    assert "does not hold event 2 of a whole group" in str(verdict.damage)
