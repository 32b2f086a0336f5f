"""All that there is to say of one event."""

from typing import Any

import pytest

from dcg_events import UsageError
from tests.audit.explaining import A, B, C, event, hand, play
from tests.rules.scene import SEEING, Scene, at, move


def changes(told: Any) -> dict[str, tuple[Any, Any]]:
    return {change["what"]: (change["before"], change["after"]) for change in told["changes"]}


def sealed(told: Any) -> dict[str, tuple[list[str], bool]]:
    return {field["field"]: (field["audience"], field["read"]) for field in told["sealed"]}


def test_a_moment_is_told_whole(scene: Scene) -> None:
    scene.deal([A, B, C])
    drawn = [scene.take("draw", "deck", hand()) for _ in range(2)]
    unit = play(scene, drawn[0])
    stack = at("battle", unit=unit)
    scene.record(move("digivolve", hand(), {**stack, "position": 0}, was=drawn[1]))
    top = str(scene.recorder.version - 1)
    ordering = {"chooser": "p1", "public": True}
    first, second = scene.record(
        *(
            move(
                "delete",
                {**stack, "position": rank},
                at("trash", position=rank),
                ordering={**ordering, "rank": rank},
            )
            for rank in range(2)
        )
    ).seqs
    told = event(scene, second)
    assert [one["seq"] for one in told["group"]] == [first, second]
    assert [one["ordering"]["rank"] for one in told["group"]] == [0, 1]
    found = changes(told)
    assert found["p1.trash"] == (0, 2)
    assert found[f"unit {unit}"][1] is None
    assert found[f"unit {unit}"][0]["top"] == top
    assert found.keys() == {"p1.trash", f"unit {unit}"}
    (life,) = told["cards"]
    assert (life["id"], life["number"]) == (str(second), A)
    assert [stage["zone"] for stage in life["stages"]] == ["deck", "hand", "battle", "trash"]
    assert told["undone_by"] is None


@pytest.mark.parametrize("viewer", SEEING)
def test_who_may_know_which_field(scene: Scene, viewer: Any) -> None:
    scene.deal([A, B])
    drawn = scene.take("draw", "deck", hand())
    told = event(scene, int(drawn), viewer)
    assert sealed(told)["number"] == (["p1"], viewer in ("p1", "judge"))
    assert sealed(told)["was"] == ([], viewer == "judge")
    assert told["group"][0]["number"] == (A if viewer in ("p1", "judge") else None)
    assert told["cards"][0]["number"] == (A if viewer in ("p1", "judge") else None)
    assert changes(told) == {"p1.deck": (2, 1), "p1.hand": (0, 1)}
    disclosed = {"event": int(drawn), "field": "number"}
    seq = scene.record({"kind": "disclosed", "to": ["p2"], "opened": [disclosed]}).seqs[0]
    told = event(scene, int(drawn), viewer)
    (number,) = (field for field in told["sealed"] if field["field"] == "number")
    assert number["disclosed"] == [{"event": seq, "to": ["p2"]}]
    assert not any(field["disclosed"] for field in told["sealed"] if field != number)
    assert {"seq": seq, "kind": "disclosed", "how": ["about"]} in told["related"]


def test_what_speaks_of_it_and_what_it_caused(scene: Scene) -> None:
    scene.deal([A, B])
    drawn = scene.take("draw", "deck", hand())
    declared = {"kind": "declared", "player": "p1", "action": "play", "place": hand()}
    seq = scene.record(declared | {"card": drawn, "number": A}).seqs[0]
    unit = play(scene, drawn, cause={"kind": "action", "event": seq})
    asked = scene.record({"kind": "judge_called", "player": "p2", "about": seq}).seqs[0]
    fixed = scene.record({"kind": "record_corrected", "corrects": seq}).seqs[0]
    told = event(scene, seq)
    assert [(one["seq"], one["how"]) for one in told["related"]] == [
        (int(unit), ["caused"]),
        (asked, ["about"]),
        (fixed, ["about"]),
    ]
    assert [life["id"] for life in told["cards"]] == [drawn]
    assert [one["how"] for one in event(scene, int(unit))["related"]] == [["cause"]]


def test_state_of_play_and_a_rewind(scene: Scene) -> None:
    scene.deal([A])
    turn = {"kind": "turn_started", "player": "p1", "turn": 1}
    seq = scene.record(turn).seqs[0]
    memory = scene.record({"kind": "memory_changed", "after": 3}).seqs[0]
    back = scene.record({"kind": "rewound", "to_seq": seq}).seqs[0]
    assert changes(event(scene, memory)) == {"memory": (0, 3)}
    assert event(scene, memory)["undone_by"] == back
    assert event(scene, seq)["undone_by"] is None
    assert changes(event(scene, back)) == {"memory": (3, 0)}
    assert changes(event(scene, seq))["turn_player"] == (None, "p1")


def test_a_shuffle_gives_a_pile_new_ids(scene: Scene) -> None:
    scene.deal([A, B])
    seq = scene.record({"kind": "shuffled", "zone": "deck", "side": "p1"}).seqs[0]
    told = event(scene, seq, "spectator")
    assert (told["new_ids"], told["changes"], told["cards"]) == (["p1.deck"], [], [])


def test_shown_and_turned_cards_are_named(scene: Scene) -> None:
    scene.deal([A, B])
    seen = scene.record({"kind": "revealed", "place": at("deck", position=0), "count": 2}).seqs[0]
    told = event(scene, seen, "p2")
    assert [(life["id"], life["number"]) for life in told["cards"]] == [("1.0", A), ("1.1", B)]
    secured = scene.take("place", "deck", at("security", position=0))
    flip = {"kind": "flipped", "place": at("security", position=0), "facing": "up"}
    up = scene.record(flip).seqs[0]
    assert changes(event(scene, up)) == {f"card {secured}": ("down", "up")}


def test_findings_about_it_come_along(scene: Scene) -> None:
    scene.deal([A, B], other=[C])
    cause = {"kind": "effect", "player": "p1"}
    wrong = scene.take("trash", "deck", at("trash", "p2", 0), cause=cause)
    assert "owners-place" in [one.rule for one in event(scene, int(wrong))["findings"]]
    assert "owners-place" not in [one.rule for one in event(scene, int(wrong) - 1)["findings"]]


@pytest.mark.parametrize("viewer", SEEING)
def test_an_event_that_is_not_there_is_a_usage_error(scene: Scene, viewer: Any) -> None:
    scene.deal([A])
    with pytest.raises(UsageError) as caught:
        event(scene, 2, viewer)
    assert str(caught.value) == "event 2: the log does not hold it; choose one from 0 to 1"
