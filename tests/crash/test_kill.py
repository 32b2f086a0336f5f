"""`kill -9` at random moments: what was answered is there, and the writer sends on blindly."""

import os
import time
from io import FileIO
from pathlib import Path
from random import Random

import pytest

from dcg_events import Recorder
from dcg_events.log.disk import Disk
from tests.crash.children import Child
from tests.crash.logs import (
    Group,
    begin,
    check_whole,
    draw,
    facts_of,
    groups_of,
    kept_of,
    note,
    told,
)

PIECE = 48


class SlowDisk(Disk):
    """Writes little by little, so that a process is often killed in the middle of a write."""

    def write(self, file: FileIO, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            super().write(file, data[start : start + PIECE])
            time.sleep(0)  # somebody else may run: the killer


def script(dice: Random, size: int) -> list[Group]:
    """Return groups to send, likes in a row among them."""
    decks = {"deck_count": 1000, "egg_deck_count": 0}
    groups: list[Group] = [[{"kind": "game_started", "p1": decks, "p2": decks}]]
    for number in range(size):
        some: list[Group] = [
            [draw()],
            [note("same", audience=["p1"])],
            [note(str(number)), draw(), note("x" * dice.randrange(500), audience=[])],
        ]
        groups.append(dice.choice(some))
    return groups


def send_on(path: Path, groups: list[Group], expected: int, pipe: int) -> None:
    """Send groups until there are no more, or this process is killed; say what was answered."""
    with Recorder.open(path, disk=SlowDisk()) as recorder:
        os.write(pipe, b"o\n")
        for group in groups:
            seqs = recorder.append_group(group, expected_version=expected).seqs
            expected = max(seqs) + 1
            os.write(pipe, b"%d\n" % expected)


RUNS = [(25, 30), pytest.param(300, 200, marks=pytest.mark.soak)]


@pytest.mark.parametrize(("runs", "size"), RUNS)
@pytest.mark.parametrize("durability", ["group", "none"])
def test_a_writer_that_is_killed_again_and_again(
    tmp_path: Path, runs: int, size: int, durability: str
) -> None:
    dice = Random(runs)  # noqa: S311
    many = runs >= 300
    torn = matches = 0
    while runs > 0:
        matches += 1
        path = tmp_path / f"{durability}-{matches}.dcglog"
        begin(path, durability).close()
        groups = script(dice, size)
        places = [1]  # the version expected before each group that was answered, and the next
        while len(places) <= len(groups):
            runs -= 1
            back = dice.randrange(min(3, len(places)))
            start = len(places) - 1 - back
            rest = groups[start:]
            if dice.random() < 0.2:
                rest = rest[: dice.randrange(1, 6)]  # it ends, and is not killed
            child = Child(lambda pipe: send_on(path, rest, places[start], pipe))  # noqa: B023
            said = _let_live(child, dice) if runs > 0 else child.read()
            assert "Traceback" not in said, said
            answered, known = [int(place) for place in said.split()[1:]], places[start + 1 :]
            assert answered[: len(known)] == known[: len(answered)]
            places[start + 1 :] = answered if len(answered) > len(known) else known
            torn += _check_killed(path, groups, len(places) - 1)
        Recorder.open(path).close()
        assert told(path) == _intended(tmp_path, groups)
        assert len(facts_of(path)) == len(kept_of(path))
        check_whole(path)
    assert torn > 0 or not many  # a machine under load may be killed between writes only


def _let_live(child: Child, dice: Random) -> str:
    """Kill a child a little after it has opened the log, or sometimes before; return its words."""
    before = b""
    if dice.random() < 0.9:
        before = os.read(child.pipe, 2)
        time.sleep(dice.random() * 0.006)
    return before.decode() + child.kill()


def _check_killed(path: Path, groups: list[Group], answered: int) -> bool:
    """Check the log as it was left; return whether it is torn."""
    whole = [group for group in groups_of(path)[1:] if group[0]["kind"] != "recovered"]
    assert len(whole) >= answered
    sent = [[event["kind"] for event in group] for group in groups[: len(whole)]]
    assert [[event["kind"] for event in group] for group in whole] == sent
    return not path.read_bytes().endswith(b'"]\n')


def _intended(folder: Path, groups: list[Group]) -> list[list[object]]:
    path = folder / "intended.dcglog"
    path.unlink(missing_ok=True)
    with begin(path) as recorder:
        for group in groups:
            recorder.append_group(group)
    header, *rest = told(path)
    return [[{**header[0], "durability": _policy_of(folder)}], *rest]


def _policy_of(folder: Path) -> str:
    return next(folder.glob("*-1.dcglog")).name.partition("-")[0]
