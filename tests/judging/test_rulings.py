"""The judge's file: appeal chains, penalties, the clock, what players gained, for whom."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from dcg_events import MatchLog, known
from dcg_events.cli.app import app
from dcg_events.cli.schemas import all_schemas
from dcg_events.views.rulings import judges_file
from tests.judging.desk import DECK, VIEWERS, Desk, at, draw, move

VALIDATOR = Draft202012Validator(json.loads(all_schemas()["rulings.schema.json"]))


def rule(ruling: str, **more: Any) -> dict[str, Any]:
    return {"kind": "ruling_issued", "ruling": ruling, "text": f"so is {ruling}", **more}


def file_of(desk: Desk, viewer: Any = "judge") -> Any:
    file = judges_file(desk.log(viewer))
    VALIDATOR.validate(file)
    return file


def problems(desk: Desk) -> list[str]:
    return [problem["problem"] for problem in file_of(desk)["problems"]]


def test_an_appeal_overturns_a_ruling_and_the_last_word_stands(desk: Desk) -> None:
    first = desk.seq(rule("floor-1", level="floor", judge="Cleo", about=1))
    desk.record({"kind": "penalty_issued", "player": "p1", "tier": "warning", "ruling": "floor-1"})
    second = desk.seq(rule("head-1", level="head", judge="Dov", replaces="floor-1"))
    third = desk.seq(rule("head-2", level="head", replaces="head-1", final=True))
    file = file_of(desk)
    assert [ruling["chain"] for ruling in file["rulings"]] == [
        ["floor-1"],
        ["floor-1", "head-1"],
        ["floor-1", "head-1", "head-2"],
    ]
    assert [ruling["stands"] for ruling in file["rulings"]] == [False, False, True]
    assert [ruling["replaced_by"] for ruling in file["rulings"]] == [second, third, None]
    assert [ruling["event"] for ruling in file["rulings"]] == [first, second, third]
    assert file["penalties"][0]["ruling_stands"] is False
    assert file["problems"] == []


@pytest.mark.parametrize(
    ("rulings", "problem"),
    [
        ([rule("a", replaces="b")], "not issued before it"),
        ([rule("a", replaces="a")], "own name"),
        ([rule("a"), rule("b", replaces="a"), rule("a", replaces="b")], "no circle"),
        ([rule("a", final=True), rule("b", replaces="a")], "a final one"),
        ([rule("a"), rule("a")], "another ruling of that name"),
        ([rule("a"), rule("b", replaces="a"), rule("c", replaces="a")], "overturned already"),
        ([{"kind": "rewound", "to_seq": 1, "ruling": "x"}], "rests on a ruling"),
        ([{"kind": "state_repaired", "accepted": True, "ruling": "x"}], "rests on a ruling"),
        ([{"kind": "clock_changed", "what": "extra_turn"}], "time was not called"),
        (
            [
                {"kind": "clock_changed", "what": "time_called", "turns": 0},
                {"kind": "clock_changed", "what": "extra_turn"},
            ],
            "none is left",
        ),
        (
            [
                {"kind": "clock_changed", "what": "started"},
                {"kind": "clock_changed", "what": "resumed"},
            ],
            "and it runs",
        ),
    ],
)
def test_judges_err_too_and_it_is_recorded_and_told(
    desk: Desk, rulings: list[dict[str, Any]], problem: str
) -> None:
    for event in rulings:
        desk.record(event)
    assert any(problem in said for said in problems(desk)), problems(desk)
    result = CliRunner().invoke(app, ["rulings", str(desk.path)])
    assert result.exit_code == 1
    assert problem in result.stdout


def test_a_lawful_file_has_no_problems(desk: Desk) -> None:
    change = {"kind": "clock_changed"}
    desk.record(change | {"what": "started", "remaining": 3000})
    desk.record(change | {"what": "paused", "remaining": 2400, "reason": "judge call"})
    desk.record(change | {"what": "extended", "seconds": 180})
    clock = file_of(desk)["clock"]
    assert (clock["running"], clock["remaining"], clock["extended"]) == (False, 2580, 180)
    desk.record(change | {"what": "resumed"})
    assert file_of(desk)["clock"]["running"] is True
    called = desk.seq(change | {"what": "time_called", "turns": 3})
    desk.record(change | {"what": "extra_turn"})
    clock = file_of(desk)["clock"]
    assert (clock["time_called"], clock["extra_turns"], clock["extra_turns_left"]) == (called, 3, 2)
    assert (clock["running"], clock["remaining"]) == (False, 0)
    penalty = {"kind": "penalty_issued", "player": "p2", "tier": "game_loss"}
    desk.record(penalty | {"upgraded_from": "warning", "infraction": "slow play"})
    told = CliRunner().invoke(app, ["rulings", str(desk.path)])
    assert told.exit_code == 0
    assert "3 extra turns given, 2 left" in told.stdout
    assert "game loss (slow play; upgraded from warning)" in told.stdout
    everyone = CliRunner().invoke(app, ["rulings", str(desk.path), "--as", "spectator"])
    assert "slow play" not in everyone.stdout


def test_a_clock_is_not_rewound(desk: Desk) -> None:
    desk.record({"kind": "clock_changed", "what": "started", "remaining": 3000})
    desk.record({"kind": "clock_changed", "what": "paused", "remaining": 100})
    desk.record({"kind": "rewound", "to_seq": 1})
    assert file_of(desk)["clock"]["remaining"] == 100


def test_what_each_player_gained_in_a_branch_is_told_to_who_may_know_it(desk: Desk) -> None:
    stands = desk.seq(draw("p2"))
    drawn = desk.seq(draw())
    look = {"kind": "looked_at", "viewer": "p2", "place": at("deck", "p2", position=0), "count": 2}
    looked = desk.seq(look)
    shown = {"kind": "revealed", "place": at("deck", position=0), "count": 1}
    revealed = desk.seq(shown)
    back = desk.seq({"kind": "rewound", "to_seq": stands})
    gains = {viewer: file_of(desk, viewer)["rewinds"][0]["gained"] for viewer in VIEWERS}
    top = {"number": DECK["p1"][1], "since": revealed, "why": "revealed"}
    own = {"number": DECK["p1"][0], "since": drawn, "why": "held"}
    seen = [{"number": number, "since": looked, "why": "looked_at"} for number in DECK["p2"][1:3]]
    assert gains["judge"] == [
        {"player": "p1", "cards": [own, top], "all_of_it": True},
        {"player": "p2", "cards": [top, *seen], "all_of_it": True},
    ]
    assert gains["p1"] == [
        gains["judge"][0],
        {"player": "p2", "cards": [top], "all_of_it": False},
    ]
    assert gains["p2"] == [
        {"player": "p1", "cards": [top], "all_of_it": False},
        gains["judge"][1],
    ]
    assert gains["spectator"] == [gains["p2"][0], gains["p1"][1]]
    rewind = file_of(desk)["rewinds"][0]
    assert (rewind["event"], rewind["undone"], rewind["undone_by"]) == (
        back,
        [drawn, revealed],
        None,
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_copy_tells_the_same(desk: Desk, viewer: Any) -> None:
    stands = desk.seq(draw("p2"))
    desk.record(draw())
    desk.record({"kind": "rewound", "to_seq": stands})
    wrong = desk.seq(move("trash", at("deck", position=0), at("trash")))
    desk.record({"kind": "judge_called", "player": "p1", "question": "?"})
    desk.correct(wrong, draw())
    desk.correct(wrong, None)
    assert judges_file(MatchLog(desk.copy(viewer), viewer)) == judges_file(desk.log(viewer))


def test_corrections_are_told_with_before_and_after(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), at("trash")))
    fixed = desk.correct(wrong, draw())
    again = desk.correct(wrong, None)
    added = desk.add(wrong, draw("p2"))
    views = file_of(desk, "p2")["corrections"]
    assert [(view["event"], view["place"], view["adds"], view["stands"]) for view in views] == [
        (fixed, wrong, False, False),
        (again, wrong, False, True),
        (added, wrong, True, True),
    ]
    assert views[0]["before"]["to"]["zone"] == "trash"
    assert views[0]["right"]["number"] is None
    assert views[1]["before"] == views[0]["right"]
    assert views[1]["right"] is None
    assert (views[2]["before"], views[2]["right"]["number"]) == (None, DECK["p2"][0])


def test_a_rewound_rewind_is_told(desk: Desk) -> None:
    stands = desk.seq(draw())
    desk.record(draw())
    first = desk.seq({"kind": "rewound", "to_seq": stands})
    second = desk.seq({"kind": "rewound", "to_seq": first - 1})
    rewinds = file_of(desk)["rewinds"]
    assert [(rewind["event"], rewind["undone_by"]) for rewind in rewinds] == [
        (first, second),
        (second, None),
    ]


def test_cards_shown_by_mistake_are_known_to_whoever_saw_them(desk: Desk) -> None:
    shown = {"kind": "information_shown", "count": 1, "place": at("deck", position=0)}
    desk.record(shown | {"to": ["spectator"]})
    desk.record(shown | {"to": ["p2"], "place": at("deck", position=1)})
    told = {
        viewer: [
            card["number"] for item in known(desk.log(viewer))["items"] for card in item["cards"]
        ]
        for viewer in ("p1", "p2", "spectator")
    }
    assert told == {"p1": [], "p2": DECK["p1"][1:2], "spectator": DECK["p1"][:1]}
    events = {viewer: file_of(desk, viewer)["shown"] for viewer in VIEWERS}
    assert [event["numbers"] for event in events["spectator"]] == [DECK["p1"][:1], None]
    assert [event["numbers"] for event in events["p1"]] == [None, None]
