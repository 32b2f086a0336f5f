"""The drawing of the table: complete, aligned, and silent about what is hidden."""

import re
from pathlib import Path
from typing import Any

import pytest

from dcg_events import MatchLog, Replay
from dcg_events.cli.screen.drawing import draw, draw_plain, gauge, table_lines
from dcg_events.vocabulary.people import VIEWERS, Viewer

NAMES = {"p1": "Aiko", "p2": "Ben"}
NUMBER = re.compile(r"BT[0-9]-[0-9]{3}")

AS_P1 = """\
━ p2 Ben ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ turn player ━
 hand        4  ▮▮▮▮
 deck       20
 Digi-Eggs   1
 trash       0
 security    5  ▮ ▮ ▮ ▮ ▮
 breeding       unit 35  BT1-001
 battle         unit 38  BT3-010  ⟂ suspended
─ game 1 · turn 2 of Ben · main phase · memory 3 on Aiko's side ────────────────
 memory         p1 Aiko  10─────────5──[3]────0─────────5─────────10  p2 Ben
 attack         BT3-010 (unit 38, p2)  →  p1 Aiko
────────────────────────────────────────────────────────────────────────────────
 battle         unit 29  BT1-010                1 under: ▮BT1-011
 breeding       unit 26  BT1-001
 security    5  ▮ ▯BT1-018 ▮ ▮ ▮
 trash       0
 Digi-Eggs   1
 deck       20
 hand        3  BT1-012 BT1-013 BT1-014
━ p1 Aiko ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
─ events 39 to 40, at once ─────────────────────────────────────────────────────
┌39             unit 38 of Ben attacks Aiko
└40             unit 38 is suspended"""


def at(path: Path, viewer: Viewer, seq: int) -> Replay:
    replay = Replay(MatchLog(path, viewer))
    replay.seek_event(seq)
    return replay


def test_both_sides_of_the_table_are_drawn(match_log: Path) -> None:
    replay = at(match_log, "p1", 40)
    assert draw_plain(replay.state(), replay.group(), NAMES, 80) == AS_P1


def test_the_judge_sees_hidden_cards_marked_as_face_down(match_log: Path) -> None:
    replay = at(match_log, "judge", 40)
    drawing = draw_plain(replay.state(), [], NAMES)
    assert "security    5  ▮BT1-019 ▯BT1-018 ▮BT1-017 ▮BT1-016 ▮BT1-015" in drawing
    assert "deck       20  top: BT1-020 BT1-021 BT1-022 BT1-023 BT1-024 +15" in drawing


def test_the_result_is_drawn(match_log: Path) -> None:
    replay = at(match_log, "spectator", 42)
    drawing = draw_plain(replay.state(), replay.group(), NAMES)
    assert " result         Ben wins game 1 (concession)\n" in drawing
    assert " trash       1  BT1-020\n" in drawing


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_number_is_drawn_that_the_viewer_does_not_hold(match_log: Path, viewer: Viewer) -> None:
    replay = Replay(MatchLog(match_log, viewer))
    for position in range(len(replay)):
        view, group = replay.seek(position), replay.group()
        held = set(NUMBER.findall(f"{view} {group}"))
        assert set(NUMBER.findall(draw_plain(view, group, NAMES))) <= held


@pytest.mark.parametrize("width", [50, 60, 80, 100, 120])
@pytest.mark.parametrize("names", [{}, NAMES, {"p1": "Bartholomew " * 9, "p2": "デジモン" * 9}])
def test_no_line_is_wider_than_the_window(
    match_log: Path, width: int, names: dict[str, str]
) -> None:
    replay = Replay(MatchLog(match_log, "judge"))
    for position in range(0, len(replay), 3):
        view = replay.seek(position)
        for compact in (False, True):
            for line in table_lines(view, names, width, compact=compact):
                assert line.cell_len <= width, line.plain


def test_compact_drawing_keeps_every_unit_in_fewer_lines(match_log: Path) -> None:
    view = at(match_log, "judge", 40).state()
    whole, small = table_lines(view, NAMES, 80), table_lines(view, NAMES, 80, compact=True)
    text = "\n".join(line.plain for line in small)
    assert len(small) <= len(whole) - 4
    for said in ("29 BT1-010 +1", "38 BT3-010 ⟂", "Digi-Eggs 1", "26 BT1-001"):
        assert said in text


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("value", range(-10, 11))
def test_the_gauge_marks_where_memory_stands(value: int, step: int) -> None:
    line = gauge(value, step).plain
    assert len(line) == 20 * step + 3
    assert f"[{abs(value)}]" in line
    mirrored = gauge(-value, step).plain[::-1].translate(str.maketrans("[]", "]["))
    assert line == mirrored.replace("01", "10")
    assert not line.startswith("1[")  # no half of the 10 is left beside the marker
    if value not in (10, -10):
        assert line.index("[") == step * (10 - value)


def test_colours_never_say_more_than_the_words(match_log: Path) -> None:
    replay = at(match_log, "p2", 40)
    drawing = draw(replay.state(), replay.group(), NAMES)
    suspended = [str(span.style) for span in drawing.spans if "yellow" in str(span.style)]
    assert suspended
    assert "⟂ suspended" in drawing.plain


def test_a_name_cannot_steer_the_terminal(match_log: Path) -> None:
    replay = at(match_log, "judge", 40)
    names = {"p1": "A\x1b[2J\x07", "p2": "B\nC"}
    drawing = draw_plain(replay.state(), replay.group(), names)
    assert "\x1b" not in drawing
    assert "p2 B C " in drawing


def test_a_card_on_the_other_side_shows_its_owner(match_log: Path) -> None:
    view: Any = at(match_log, "p1", 40).state()
    view["players"]["p1"]["battle"][0]["links"] = [
        {"id": "7", "number": "BT3-030", "face": "up", "owner": "p2"},
        {"id": "8", "number": None, "face": "up", "owner": None},
    ]
    assert "linked: BT3-030(p2) ?" in draw_plain(view, [], NAMES)


def test_a_trash_too_long_for_a_line_says_how_many_are_left_out(match_log: Path) -> None:
    view: Any = at(match_log, "p1", 40).state()
    card = {"id": "7", "number": "BT3-030", "face": "up", "owner": "p1"}
    view["players"]["p1"]["trash"] = {"count": 12, "cards": [card] * 12}
    assert f" trash      12  {'BT3-030 ' * 7}+5\n" in draw_plain(view, [], NAMES, 80)


def test_units_stand_in_columns_over_both_sides(match_log: Path) -> None:
    view: Any = at(match_log, "p1", 40).state()
    view["players"]["p1"]["battle"][0]["cards"][0]["number"] = "TOKEN-VERY-LONG"
    lines = draw_plain(view, [], NAMES).splitlines()
    [suspended] = [line for line in lines if "⟂" in line]
    [stacked] = [line for line in lines if "TOKEN-VERY-LONG" in line]
    assert suspended.index("⟂") == stacked.index("TOKEN-VERY-LONG  ") + len("TOKEN-VERY-LONG  ")
    assert suspended.index("BT3-010") == stacked.index("TOKEN-VERY-LONG")
