"""The life of a card, as far as its reader can follow it."""

from typing import Any

import pytest

from dcg_events import UsageError
from tests.audit.explaining import (
    EVERYBODY,
    A,
    B,
    C,
    D,
    E,
    card,
    ends,
    hand,
    ids,
    looking,
    play,
    stages,
    touches,
)
from tests.rules.scene import SEEING, Scene, at, move


def test_a_life_goes_through_all_zones(scene: Scene) -> None:
    scene.deal([A, B])
    drawn, other = (scene.take("draw", "deck", hand()) for _ in range(2))
    unit = play(scene, drawn)
    stack = at("battle", unit=unit, position=0)
    scene.record(move("digivolve", hand(), stack, was=other, by="p1"))
    top = str(scene.recorder.version - 1)
    below = at("battle", unit=unit, position=1)
    scene.record(move("trash", stack, at("trash", position=0)))
    away = scene.recorder.version - 1
    scene.record(move("delete", {**below, "position": 0}, at("trash", position=0)))
    last = str(scene.recorder.version - 1)
    told = card(scene, unit)
    assert stages(told) == [
        ("1.0", "registered", "deck"),
        (drawn, "draw", "hand"),
        (unit, "play", "battle"),
        (last, "delete", "trash"),
    ]
    life = told["life"]
    assert (life["number"], life["owner"], life["ends"]) == (A, "p1", None)
    assert life["begins"]["why"] == "registered"
    assert [stage["until"] for stage in life["stages"]] == [2, 4, int(last), None]
    assert looking(told) == [[], ["p1"], EVERYBODY, EVERYBODY, EVERYBODY, EVERYBODY]
    battle = life["stages"][2]["spots"]
    assert [(spot["since"], spot["covered"]) for spot in battle] == [
        (int(unit), False),
        (int(top), True),
        (away, False),
    ]
    assert touches(told)[int(top)] == ["covered"]
    assert touches(told)[away] == ["uncovered"]
    assert card(scene, drawn)["life"] == life
    assert card(scene, "1.0")["life"] == life


def test_nobody_follows_a_card_through_the_others_hand(scene: Scene) -> None:
    scene.deal([A, B])
    drawn, _ = (scene.take("draw", "deck", hand()) for _ in range(2))
    unit = play(scene, drawn)
    for viewer in ("judge", "p1"):
        assert ids(card(scene, unit, viewer)) == ["1.0", drawn, unit]
    for viewer in ("p2", "spectator"):
        played = card(scene, unit, viewer)
        assert ids(played) == [unit]
        assert played["life"]["begins"] == {
            "event": int(unit),
            "why": "hand",
            "among": None,
            "copies": None,
        }
        before = card(scene, drawn, viewer)
        assert ids(before) == ["1.0", drawn]
        assert ends(before) == "hand"
        assert before["life"]["number"] is None
        assert looking(before)[-1] == ["p1"]


def test_a_card_known_to_all_is_followed_into_a_hand_until_one_leaves(scene: Scene) -> None:
    scene.deal([A, B])
    drawn = scene.take("draw", "deck", hand())
    other = scene.take("draw", "deck", hand())
    unit = play(scene, drawn)
    scene.record(move("return", at("battle", unit=unit, position=0), hand()))
    back = str(scene.recorder.version - 1)
    assert ends(card(scene, back, "p2")) is None
    play(scene, other)
    lost = card(scene, back, "p2")["life"]["ends"]
    assert (lost["why"], lost["event"]) == ("hand", scene.recorder.version - 1)
    assert ends(card(scene, back, "p1")) is None


@pytest.mark.parametrize("viewer", SEEING)
def test_a_shuffle_ends_what_can_be_followed_but_for_who_knows_the_order(
    scene: Scene, viewer: Any
) -> None:
    scene.deal([A, B, B])
    shuffle = {"kind": "shuffled", "zone": "deck", "side": "p1", "order": [B, A, B]}
    seq = scene.record(shuffle).seqs[0]
    alone, copied = card(scene, "1.0", viewer), card(scene, "1.1", viewer)
    assert ends(copied) == "shuffled"
    assert copied["life"]["ends"]["among"] == 3
    if viewer == "judge":
        assert ids(alone) == ["1.0", f"{seq}.1"]
        assert ends(alone) is None
        assert copied["life"]["ends"]["copies"] == 2
    else:
        assert ids(alone) == ["1.0"]
        assert ends(alone) == "shuffled"
        assert copied["life"]["ends"]["copies"] is None
    after = card(scene, f"{seq}.0", viewer)
    assert (ids(after), after["life"]["begins"]["why"]) == ([f"{seq}.0"], "shuffled")


def test_a_shuffle_whose_order_nobody_wrote_down_ends_the_judges_sight_too(scene: Scene) -> None:
    scene.deal([A, B])
    scene.record({"kind": "shuffled", "zone": "deck", "side": "p1"})
    assert ends(card(scene, "1.0")) == "shuffled"


def test_cards_put_down_in_a_hidden_order_are_followed_by_who_chose_it(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    drawn = [scene.take("draw", "deck", hand()) for _ in range(2)]
    ordering = {"chooser": "p1", "public": False}
    scene.record(
        *(
            move(
                "return",
                hand(),
                at("deck", position=-2 + rank),
                was=drawn[1 - rank],
                ordering={**ordering, "rank": rank},
            )
            for rank in range(2)
        )
    )
    own, others = card(scene, drawn[0], "p1"), card(scene, drawn[0], "p2")
    assert (len(ids(own)), ends(own)) == (3, None)
    assert own["life"]["stages"][-1]["spots"][-1]["position"] == 3
    assert ends(others) == "hand"
    name = scene.ids("deck")[3]
    assert card(scene, name, "p2")["life"]["begins"]["why"] == "unseen"
    assert ids(card(scene, name, "p1")) == ids(own)


def test_a_card_taken_by_a_hidden_position_may_be_any_of_those(scene: Scene) -> None:
    scene.deal([A, B, C, D])
    look = {"kind": "looked_at", "viewer": "p1", "place": at("deck", position=0), "count": 3}
    scene.record(look)
    scene.record(move("add", at("deck", position=1), hand(), by="p1"))
    added = str(scene.recorder.version - 1)
    assert ids(card(scene, "1.1", "p1"))[:2] == ["1.1", added]
    others = card(scene, "1.1", "p2")
    assert (ends(others), others["life"]["ends"]["among"]) == ("unseen", 3)
    followed = card(scene, "1.3", "p2")  # the fourth card stays where it was, under a new name
    assert [stage["why"]["manner"] for stage in followed["life"]["stages"]] == [
        "registered",
        "renamed",
    ]
    assert ends(followed) is None


def test_who_could_look_is_told_for_each_time(scene: Scene) -> None:
    scene.deal([A, B])
    first = scene.take("place", "deck", at("security", position=0))
    secured = at("security", position=0)
    look = {"kind": "looked_at", "viewer": "p1", "place": secured, "count": 1}
    seen = scene.record(look).seqs[0]
    hidden = scene.record({"kind": "showing_ended", "showing": seen}).seqs[0]
    up = scene.record({"kind": "flipped", "place": secured, "facing": "up"}).seqs[0]
    told = card(scene, first)
    spots = told["life"]["stages"][-1]["spots"]
    assert [(spot["since"], spot["viewers"], spot["facing"]) for spot in spots] == [
        (int(first), [], "down"),
        (seen, ["p1"], "down"),
        (hidden, [], "down"),
        (up, EVERYBODY, "up"),
    ]
    assert touches(told)[seen] == ["shown"]
    assert touches(told)[hidden] == ["about"]
    assert touches(told)[up] == ["turned"] or touches(told)[up] == ["named", "turned"]
    assert card(scene, first, "p1")["life"]["number_since"] == seen
    assert card(scene, first, "p2")["life"]["number_since"] == up


def test_attacks_effects_choices_and_rulings_touch_a_card(scene: Scene) -> None:
    scene.deal([A, B], other=[C])
    drawn = scene.take("draw", "deck", hand())
    unit = play(scene, drawn)
    attack = {"kind": "attack_declared", "attack": "a1", "player": "p1", "unit": unit}
    declared = scene.record(attack | {"target": {"player": "p2"}}).seqs[0]
    ended = scene.record({"kind": "attack_ended", "attack": "a1", "outcome": "failed"}).seqs[0]
    later = scene.record({"kind": "attack_ended", "attack": "a2"}).seqs[0]
    effect = {"kind": "effect_triggered", "pending": "e1", "player": "p1", "source": unit}
    triggered = scene.record(effect).seqs[0]
    lapsed = {"kind": "effect_not_activated", "pending": "e1", "player": "p1"}
    gone = scene.record(lapsed | {"reason": "declined"}).seqs[0]
    choice = {"kind": "choice_made", "player": "p2", "what": "target", "units": [unit]}
    chosen = scene.record(choice | {"chosen": [unit]}).seqs[0]
    cause = {"kind": "effect", "player": "p1", "source": unit}
    done = scene.record({"kind": "memory_changed", "after": 1, "cause": cause}).seqs[0]
    words = {"kind": "choice_made", "player": "p2", "what": "how many", "words": [unit]}
    no_card = scene.record(words | {"chosen": [unit]}).seqs[0]
    ruled = scene.record({"kind": "ruling_issued", "ruling": "r1", "about": declared}).seqs[0]
    other = scene.record({"kind": "ruling_issued", "ruling": "r2", "about": later}).seqs[0]
    found = touches(card(scene, unit))
    assert found[declared] == ["attack", "unit"]
    assert found[ended] == ["attack"]
    assert found[triggered] == ["effect", "named"]
    assert found[gone] == ["effect"]
    assert found[chosen] == ["named", "unit"]
    assert found[done] == ["effect", "named"]
    assert found[ruled] == ["about"]
    assert found.keys().isdisjoint({later, no_card, other})


def test_what_happens_beside_a_card_does_not_touch_it(scene: Scene) -> None:
    scene.deal([A, B, C, D, E])
    units = []
    for _ in range(2):
        drawn = scene.take("draw", "deck", hand())
        units.append(play(scene, drawn))
    scene.take("digivolve", "deck", at("battle", unit=units[0], position=0))
    below = scene.take("place_under", "deck", at("battle", unit=units[0], position=-1))
    attacks: list[int] = []
    for unit in units:  # the name of an attack that is over is used again
        attack = {"kind": "attack_declared", "attack": "a1", "player": "p1", "unit": unit}
        attacks += scene.record(attack | {"target": {"player": "p2"}}).seqs
        attacks += scene.record({"kind": "attack_ended", "attack": "a1"}).seqs
    reveal = {"kind": "revealed", "place": at("deck", position=0), "count": 1}
    shown = scene.record(reveal).seqs
    found = touches(card(scene, units[0]))
    assert int(below) not in found
    assert [seq for seq in attacks if seq in found] == attacks[:2]
    assert found.keys().isdisjoint(shown)
    scene.deal([A, B])
    seq = scene.record(reveal).seqs[0]
    start = seq - 1
    assert touches(card(scene, f"{start}.0"))[seq] == ["shown"]
    assert seq not in touches(card(scene, f"{start}.1"))


def test_a_rewind_puts_the_card_back_and_undoes_what_followed(scene: Scene) -> None:
    scene.deal([A, B])
    drawn = scene.take("draw", "deck", hand())
    stands = scene.recorder.version - 1
    undone = play(scene, drawn)
    back = scene.record({"kind": "rewound", "to_seq": stands}).seqs[0]
    again = play(scene, drawn)
    life = card(scene, again)["life"]
    assert [(stage["id"], stage["undone"]) for stage in life["stages"]] == [
        ("1.0", False),
        (drawn, False),
        (undone, True),
        (drawn, False),
        (again, False),
    ]
    assert life["stages"][3]["since"] == back
    assert card(scene, undone)["life"] == life
    seen = card(scene, undone, "p2")
    assert (ids(seen), ends(seen)) == ([undone], "undone")
    assert ids(card(scene, again, "p2")) == [again]


def test_a_new_game_and_a_token(scene: Scene) -> None:
    scene.deal([A])
    scene.record({"kind": "token_supplied", "player": "p1", "number": "TOKEN-1", "count": 1})
    token = {"number": "TOKEN-1", "owner": "p1"}
    scene.record(move("play", at("outside"), at("battle"), **token))
    entered = str(scene.recorder.version - 1)
    scene.deal([B])
    told = card(scene, entered)
    assert told["life"]["begins"]["why"] == "entered"
    assert ends(told) == ends(card(scene, "1.0")) == "new_game"
    assert card(scene, f"{scene.recorder.version - 1}.0")["life"]["number"] == B


def test_findings_that_touch_the_card_come_along(scene: Scene) -> None:
    scene.deal([A, B, E], other=[C])
    cause = {"kind": "effect", "player": "p1"}
    wrong = scene.take("trash", "deck", at("trash", "p2", 0), cause=cause)
    right = scene.take("trash", "deck", at("trash", "p1", 0), cause=cause)
    assert [one.rule for one in card(scene, wrong)["findings"] if one.clause == "3-1-3-8"] == [
        "owners-place"
    ]
    assert not [one for one in card(scene, right)["findings"] if one.clause == "3-1-3-8"]


@pytest.mark.parametrize("name", ["7", "1.9", "0", "x", "1.0.0", "BT1-010", "-1", ""])
def test_an_id_that_no_card_had_is_a_usage_error(scene: Scene, name: str) -> None:
    scene.deal([A])
    with pytest.raises(UsageError) as caught:
        card(scene, name)
    assert "BT1-010" not in str(caught.value)
