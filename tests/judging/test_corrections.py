"""The scribe erred, the game did not: what a correction changes, for whom, and what is refused."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from dcg_events import (
    EventError,
    ImpossibleEventError,
    MatchLog,
    Recorder,
    check,
    known,
    prove,
    verify,
)
from dcg_events.cli.app import app
from dcg_events.log.sealing import sealed_fields
from dcg_events.projections.course import MOST_REWINDS
from tests.judging.desk import DECK, VIEWERS, Desk, at, draw, move

TRASH, HAND = at("trash"), at("hand")
KIND = "record_corrected"


def test_the_right_event_counts_at_its_place(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    desk.record(draw("p2"))
    desk.correct(wrong, move("draw", at("deck", position=0), HAND))
    desk.check()
    assert desk.numbers("trash") == []
    assert desk.numbers("hand") == DECK["p1"][:1]
    assert desk.numbers("hand", wrong) == DECK["p1"][:1]  # as played: it never lay in the trash
    assert desk.numbers("trash", wrong, "recorded") == DECK["p1"][:1]
    kinds = [event["kind"] for event in desk.log(history="played").events()]
    assert kinds == ["match_opened", "game_started", "transferred", "transferred", KIND]
    played = list(desk.log(history="played").events())[wrong]
    assert (played["seq"], played["to"]["zone"], played["was"]) == (wrong, "hand", "1.0")


def test_what_never_happened_is_gone_and_stays_on_record(desk: Desk) -> None:
    drawn = desk.seq(draw())
    also = desk.seq(draw("p2"))
    desk.correct(drawn, None)
    desk.check()
    assert desk.numbers("hand") == []
    assert desk.numbers("deck") == DECK["p1"]
    assert desk.numbers("hand", side="p2") == DECK["p2"][:1]
    assert drawn not in [event["seq"] for event in desk.log(history="played").events()]
    assert [event["seq"] for event in desk.log().events()] == list(range(desk.last + 1))
    assert [state["seq"] for state in desk.log().states()] == [0, 1, also, desk.last]


def test_what_was_not_recorded_is_added_where_it_happened(desk: Desk) -> None:
    first = desk.seq(draw("p2"))
    second = desk.seq(move("trash", at("deck", "p2", position=0), at("trash", "p2")))
    missed = move("draw", at("deck", position=0), HAND)
    receipt = desk.record({"kind": KIND, "after": first, "event": missed})
    (added,) = receipt.seqs
    assert receipt.ids == (str(added),)
    more = desk.add(first, move("trash", at("deck", position=0), TRASH))
    desk.check()
    assert desk.numbers("hand", second) == DECK["p1"][:1]
    assert desk.numbers("trash", first) == DECK["p1"][1:2]  # the moment after it belongs to it
    assert desk.numbers("hand", first, "recorded") == []
    assert [event["seq"] for event in desk.log(history="played").events()] == [
        *(0, 1, first, added, more, second),
        *(added, more),  # where they were recorded
    ]
    hand = desk.state()["players"]["p1"]["hand"]["cards"]
    assert [card["id"] for card in hand] == [str(added)]


def test_the_last_correction_of_an_event_counts(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    desk.correct(wrong, None)
    desk.correct(wrong, move("draw", at("deck", position=0), HAND))
    added = desk.add(wrong, draw())
    desk.correct(added, move("trash", at("deck", position=0), TRASH))
    desk.check()
    assert desk.numbers("hand") == DECK["p1"][:1]
    assert desk.numbers("trash") == DECK["p1"][1:2]
    desk.correct(added, None)
    assert desk.check().numbers("trash") == []


def test_who_may_know_of_it_is_who_might_have_known_then(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    right = move("draw", at("deck", position=0), HAND)
    fixed = desk.correct(wrong, right, why="the video")
    for viewer in VIEWERS:
        event = list(desk.log(viewer).events())[fixed]
        knows = viewer in ("p1", "judge")
        assert event["event"]["number"] == (DECK["p1"][0] if knows else None)
        assert event["event"]["to"] == {"zone": "hand", "side": "p1"}
        assert event["why"] == ("the video" if viewer == "judge" else None)
        assert verify(desk.copy(viewer), viewer if viewer != "spectator" else None).whole


def test_a_value_in_a_correction_can_be_proved_and_disclosed(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    fixed = desk.correct(wrong, move("draw", at("deck", position=0), HAND))
    shown = {
        "kind": "disclosed",
        "to": ["p2"],
        "opened": [{"event": fixed, "field": "event.number"}],
    }
    desk.record(shown)
    proof = prove(desk.copy("p1"), fixed, "event.number")
    assert check(proof, desk.recorder.head).value == DECK["p1"][0]
    told = list(MatchLog(desk.copy("p2"), "p2").events())[-1]
    assert told["opened"][0]["value"] == DECK["p1"][0]
    assert verify(desk.copy("p2"), "p2").whole


def test_a_published_match_shows_what_stands_corrected(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    right = draw() | {"cause": {"kind": "unknown"}}
    fixed = desk.correct(wrong, right, why="the video")
    desk.recorder.close()
    result = CliRunner().invoke(app, ["disclose", str(desk.path), "--to", "spectator", "--all"])
    assert result.exit_code == 0, result.output
    told = list(desk.log("spectator").events())
    opened = {(item["event"], item["field"]) for event in told for item in event.get("opened", ())}
    assert {(fixed, "event.number"), (fixed, "event.was")} <= opened
    assert (fixed, "why") not in opened


def test_an_opening_inside_a_correction_that_is_withheld_is_named(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    fixed = desk.correct(wrong, move("draw", at("deck", position=0), HAND))
    copy = desk.copy("p1")
    lines = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join(line for line in lines if b'"event.number"' not in line))
    faults = verify(copy, "p1").openings
    assert [(fault.event, fault.field, fault.fault) for fault in faults] == [
        (fixed, "event.number", "withheld")
    ]


def test_several_corrections_at_once_need_not_be_possible_one_by_one(desk: Desk) -> None:
    first, second = desk.seq(draw()), desk.seq(move("trash", HAND, TRASH))
    with pytest.raises(ImpossibleEventError, match=f"event {second} "):
        desk.correct(first, None)
    desk.record(
        {"kind": KIND, "corrects": first, "event": None},
        {"kind": KIND, "corrects": second, "event": None},
    )
    desk.check()
    assert desk.numbers("deck") == DECK["p1"]


def test_one_step_of_a_moment_can_be_corrected(desk: Desk) -> None:
    group = [move("trash", at("deck", position=place), TRASH) for place in range(3)]
    seqs = desk.record(*group).seqs
    right = move("trash", at("deck", position=1), HAND)
    with pytest.raises(ImpossibleEventError, match="position 2 of the trash"):
        desk.correct(seqs[1], right)  # the others arrived at places that hold for three
    top = move("trash", at("deck", position=0), at("trash", position=1))
    desk.record(
        {"kind": KIND, "corrects": seqs[0], "event": top},
        {"kind": KIND, "corrects": seqs[1], "event": right},
    )
    desk.check()
    assert desk.numbers("hand") == DECK["p1"][1:2]
    assert sorted(desk.numbers("trash")) == [DECK["p1"][0], DECK["p1"][2]]


def test_a_correction_outlasts_a_rewind_to_before_it(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    desk.correct(wrong, draw())
    desk.record(draw("p2"))
    desk.record({"kind": "rewound", "to_seq": wrong})
    desk.check()
    assert desk.numbers("hand") == DECK["p1"][:1]
    assert desk.numbers("hand", side="p2") == []


def test_a_correction_in_a_branch_that_was_undone_changes_that_branch(desk: Desk) -> None:
    stands = desk.seq(draw())
    undone = desk.seq(move("trash", at("deck", position=0), TRASH))
    back = desk.seq({"kind": "rewound", "to_seq": stands})
    desk.correct(undone, draw())
    desk.check()
    assert desk.numbers("hand", undone) == DECK["p1"][:2]
    assert desk.numbers("hand") == desk.numbers("hand", back) == DECK["p1"][:1]


def test_knowledge_follows_the_right_record(desk: Desk) -> None:
    """What the scribe wrote down wrongly was not seen by anybody."""
    wrong = desk.seq({"kind": "revealed", "place": at("deck", position=0), "count": 1})
    desk.record({"kind": "showing_ended", "showing": wrong})
    before = known(desk.log("p2"), desk.last)
    assert [card["number"] for item in before["items"] for card in item["cards"]] == DECK["p1"][:1]
    desk.correct(wrong, None)
    assert known(desk.log("p2"))["items"] == []
    at_that_time = known(desk.log("p2", "recorded"), wrong + 1)
    assert at_that_time["items"] == before["items"]


def test_what_is_disclosed_of_a_correction_is_known_and_of_the_error_is_not(desk: Desk) -> None:
    """The scribe wrote that the top card was placed; it was the second one."""
    place = at("security", position=0)
    wrong = desk.seq(move("place", at("deck", position=0), place))
    fixed = desk.correct(wrong, move("place", at("deck", position=1), place))

    def learned(event: int, field: str) -> list[str]:
        opened = [{"event": event, "field": field}]
        desk.record({"kind": "disclosed", "to": ["p2"], "opened": opened})
        items = known(desk.log("p2"))["items"]
        return [card["number"] for item in items for card in item["cards"]]

    assert learned(wrong, "number") == []
    assert learned(fixed, "event.number") == DECK["p1"][1:2]
    desk.correct(wrong, None)
    assert known(desk.log("p2"))["items"] == []
    desk.check()


@pytest.mark.parametrize(
    ("correction", "says"),
    [
        ({"corrects": 0, "event": None}, "begin another log"),
        ({"corrects": 99, "event": None}, "there is no event 99 before it"),
        ({"corrects": "rewound", "event": None}, "rewind again"),
        ({"corrects": "disclosed", "event": None}, "cannot be unseen"),
        ({"corrects": KIND, "event": None}, "the last correction counts"),
        ({"corrects": 2, "event": {"kind": "noted", "text": "no"}}, "`event` null, and add"),
        ({"corrects": 2, "event": {"kind": "rewound", "to_seq": 1}}, "rewind again"),
        ({"corrects": 2, "event": draw() | {"seq": 3}}, "leave `seq` out"),
        ({"corrects": 2, "event": draw() | {"of": 2}}, "leave `of` out"),
        ({"after": 3, "event": draw()}, "not the last of a group"),
        ({"after": 99, "event": draw()}, "not the last of a group"),
    ],
)
def test_what_cannot_be_corrected_is_refused_with_a_way_out(
    desk: Desk, correction: dict[str, Any], says: str
) -> None:
    desk.record(draw())
    desk.record(draw("p2"), draw())
    kinds = {"rewound": desk.seq({"kind": "rewound", "to_seq": 2})}
    opened = [{"event": 2, "field": "number"}]
    kinds["disclosed"] = desk.seq({"kind": "disclosed", "to": ["p2"], "opened": opened})
    kinds[KIND] = desk.correct(2, draw())
    of = correction.get("corrects")
    correction = correction | ({"corrects": kinds[of]} if of in kinds else {})
    before = desk.path.read_bytes()
    with pytest.raises((EventError, ImpossibleEventError), match=says.replace("`", ".")):
        desk.record({"kind": KIND, **correction})
    assert desk.path.read_bytes() == before
    desk.record(draw())
    desk.check()


@pytest.mark.parametrize(
    "correction",
    [
        {},
        {"corrects": 2, "after": 1, "event": None},
        {"after": 1},
        {"after": 1, "event": None},
        {"corrects": 2, "event": {"kind": "transferred"}},
        {"corrects": 2, "event": {"kind": KIND, "corrects": 1, "event": None}},
        {"corrects": 2, "event": 7},
        {"corrects": 2, "event": {"kind": "noted", "text": "x", "secret": 1}},
    ],
)
def test_what_is_no_correction_is_refused_at_the_door(
    desk: Desk, correction: dict[str, Any]
) -> None:
    desk.record(draw())
    with pytest.raises(EventError) as refusal:
        desk.record({"kind": KIND, **correction})
    assert DECK["p1"][0] not in str(refusal.value)


def test_what_would_have_been_told_to_others_has_to_be_corrected_as_well(desk: Desk) -> None:
    """A card lay face up, so everybody saw which one was drawn into the hand later."""
    placed = desk.seq(move("place", at("deck", position=0), at("security", position=0)))
    taken = desk.seq(move("add", at("security", position=0), HAND))
    seen = move("place", at("deck", position=0), at("security", position=0), facing="up")
    with pytest.raises(EventError, match=f"event {taken} would have been told to others"):
        desk.correct(placed, seen)
    desk.record(
        {"kind": KIND, "corrects": placed, "event": seen},
        {"kind": KIND, "corrects": taken, "event": move("add", at("security", position=0), HAND)},
    )
    desk.check()
    told = list(desk.log("p2", "played").events())[taken]
    assert told["number"] == DECK["p1"][0]


def test_what_the_record_showed_wrongly_is_hidden_from_then_on(desk: Desk) -> None:
    """Later events are sealed as in a log that was right from the beginning."""
    right = move("place", at("deck", position=0), at("security", position=0))
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    drawn = desk.seq(move("trash", at("deck", position=0), TRASH))
    placed = desk.seq(draw("p2"))
    theirs = move("place", at("deck", "p2", position=0), at("security", "p2", position=0))
    desk.correct(wrong, right)
    desk.correct(drawn, draw())
    desk.correct(placed, theirs)
    twin = Desk(desk.folder, "twin")
    ids = twin.seq(right), twin.seq(draw()), twin.seq(theirs)
    for log, cards in ((desk, (wrong, drawn, placed)), (twin, ids)):
        for card in cards:
            effect = {"player": "p1", "timing": "Security", "source": str(card)}
            log.record({"kind": "effect_triggered", "pending": "x", **effect})

    def sealed(log: Desk) -> list[list[str]]:
        lines = log.path.read_bytes().splitlines()
        records = [json.loads(line) for line in lines if line.startswith(b"{")]
        return [sorted(sealed_fields(record)) for record in records[-3:]]

    assert sealed(desk) == sealed(twin) == [["source"]] * 3
    desk.check()


def test_only_the_last_correction_is_remembered_of_a_placement(desk: Desk) -> None:
    """That it once stood in p1's hand does not keep p2 from pointing at it."""
    place = move("place", at("deck", position=0), at("security", position=0))
    wrong = desk.seq(place)
    first = desk.correct(wrong, place | {"to": HAND})
    desk.correct(wrong, place)
    effect = {"player": "p2", "timing": "Main", "source": str(wrong)}
    added = desk.add(first, {"kind": "effect_triggered", "pending": "x", **effect})
    assert list(desk.log("p2").events())[added]["event"]["source"] == str(wrong)
    assert list(desk.log("p1").events())[added]["event"]["source"] is None
    desk.check()


def test_a_refusal_names_no_hidden_card(desk: Desk) -> None:
    drawn = desk.seq(draw())
    desk.record(move("trash", HAND, TRASH, was=str(drawn)))
    with pytest.raises(ImpossibleEventError) as refusal:
        desk.correct(drawn, move("draw", at("deck", position=1), HAND))
    assert not [number for number in DECK["p1"] if number in str(refusal.value)]


def test_a_retry_is_answered_and_another_correction_is_a_conflict(desk: Desk) -> None:
    wrong = desk.seq(move("trash", at("deck", position=0), TRASH))
    correction = {"kind": KIND, "corrects": wrong, "event": draw()}
    version = desk.recorder.version
    desk.record(correction)
    desk.record(draw("p2"))
    again = desk.recorder.append_group([correction], expected_version=version)
    assert again.repeated
    desk.recorder.close()
    with Recorder.open(desk.path) as recorder:
        assert recorder.append_group([correction], expected_version=version).repeated
        assert recorder.table.sides["p1"]["hand"][0].number == DECK["p1"][0]


def test_a_correction_shares_its_moment_with_corrections_alone(desk: Desk) -> None:
    wrong = desk.seq(draw())
    right = {"kind": KIND, "corrects": wrong, "event": None}
    for group in ([right, {"kind": "noted", "text": None}], [draw("p2"), right]):
        with pytest.raises(EventError, match="by themselves, several at once"):
            desk.record(*group)


def test_a_remark_corrects_nothing(desk: Desk) -> None:
    wrong = desk.seq(draw())
    desk.record(
        {"kind": KIND, "corrects": wrong, "field": "number", "right": "another", "why": "?"}
    )
    assert desk.check().numbers("hand") == DECK["p1"][:1]
    assert desk.log().holding.amended  # it may be, and is not


def test_a_log_is_corrected_so_often_and_no_more(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_REWINDS == 1000
    monkeypatch.setattr("dcg_events.projections.course.MOST_REWINDS", 3)
    wrong = desk.seq(draw())
    for _ in range(2):
        desk.correct(wrong, draw())
    desk.record({"kind": "rewound", "to_seq": wrong})
    with pytest.raises(ImpossibleEventError, match="begin another log"):
        desk.correct(wrong, draw())
