"""Steps that read alike are shuffled by a secret; what else a writer could give away is refused."""

from pathlib import Path
from typing import Any

import pytest

from dcg_events import MatchLog, Recorder
from dcg_events.errors import EventError
from tests.rules.scene import NOWHERE, Scene, at, move

CARDS = [f"BT1-{number:03}" for number in range(10, 18)]


def first_laid(folder: Path, hidden: str) -> str:
    """Lay two cards of a hand aside, face down; show one. Return which step it was, as p2 reads."""
    path = folder / f"{hidden}.dcglog"
    with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
        decks = {"deck_count": 2, "egg_deck_count": 0}
        start = {"kind": "game_started", "p1": decks | {"deck": ["BT1-010", hidden]}, "p2": decks}
        recorder.append(start)
        for _ in range(2):
            recorder.append(move("draw", at("deck", "p1", 0), at("hand")))
        hand = [card.id for card in recorder.table.sides["p1"]["hand"]]
        group = [move("place", at("hand"), NOWHERE, was=card, facing="down") for card in hand]
        receipt = recorder.append_group(group)
        recorder.append(move("trash", NOWHERE, at("trash"), was=receipt.ids[0]))
        again = recorder.append_group(group, expected_version=min(receipt.seqs))
        assert (again.seqs, again.repeated) == (receipt.seqs, True)
    (*_, last) = MatchLog(path, "p2").events()
    return str(int(last["was"]) - min(receipt.seqs))


def test_which_of_two_steps_a_card_was_does_not_follow_from_the_cards(tmp_path: Path) -> None:
    """Recorded often, the card shown later stood first and second, whatever the other is."""
    for hidden in ("BT1-020", "P-1", "BT1-010"):
        seen = set()
        for number in range(60):
            folder = tmp_path / f"{hidden}-{number}"
            folder.mkdir()
            seen.add(first_laid(folder, hidden))
        assert seen == {"0", "1"}


def test_another_recorder_takes_its_retry_for_the_same_group(tmp_path: Path) -> None:
    for number in range(12):
        path = tmp_path / f"{number}.dcglog"
        with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
            decks = {"deck_count": 4, "egg_deck_count": 0}
            recorder.append(
                {"kind": "game_started", "p1": decks | {"deck": CARDS[:4]}, "p2": decks}
            )
            for _ in range(4):
                recorder.append(move("draw", at("deck", "p1", 0), at("hand")))
            hand = [card.id for card in recorder.table.sides["p1"]["hand"]]
            group = [move("place", at("hand"), NOWHERE, was=card, facing="down") for card in hand]
            receipt = recorder.append_group(group)
        with Recorder.open(path) as recorder:
            again = recorder.append_group(group, expected_version=min(receipt.seqs))
        assert (again.seqs, again.ids, again.repeated) == (receipt.seqs, receipt.ids, True)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    scene = Scene(tmp_path)
    scene.deal(CARDS, other=CARDS)
    scene.take("draw", "deck", at("hand"), 3)
    return scene


def test_lists_of_units_follow_what_the_group_founds(scene: Scene) -> None:
    hand, version = scene.ids("hand"), scene.recorder.version
    for order in ((0, 1), (1, 0)):
        first, second = (move("play", at("hand"), at("battle"), was=hand[i]) for i in order)
        status = {"kind": "status_applied", "status": "s", "units": [str(version)], "what": "DP"}
        receipt = scene.record(first, second, status)
        (applied,) = (e for e in scene.last("judge", 3) if e["kind"] == "status_applied")
        assert applied["units"] == [receipt.ids[0]]
        scene.recorder.append({"kind": "rewound", "to_seq": version - 1})
        version = scene.recorder.version


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "choice_made", "player": "p1", "what": "one", "units": ["HAND"]},
        {"kind": "status_applied", "status": "s", "units": ["HAND"], "what": "DP"},
        {"kind": "declared", "player": "p1", "action": "play", "place": at("hand")}
        | {"unit": "HAND"},
    ],
)
def test_no_card_of_a_hand_is_named_in_public(scene: Scene, event: dict[str, Any]) -> None:
    card = scene.ids("hand")[1]
    if "units" in event:
        event = event | {"units": [card]}
    if event.get("unit"):
        event = event | {"unit": card}
    with pytest.raises(EventError):
        scene.record(event)


def test_what_was_chosen_is_sealed_if_it_is_a_card_of_a_hand(scene: Scene) -> None:
    card = scene.ids("hand")[1]
    scene.record({"kind": "choice_made", "player": "p1", "what": "one", "chosen": [card]})
    assert scene.last("p1")[0]["chosen"] == [card]
    assert scene.last("p2")[0]["chosen"] is None


def test_a_hand_of_the_game_before_stays_a_secret(scene: Scene) -> None:
    card = scene.ids("hand")[1]
    scene.deal(CARDS)
    with pytest.raises(EventError):
        scene.record(
            {"kind": "memory_changed", "after": 1}
            | {"cause": {"kind": "effect", "player": "p2", "source": card}}
        )


def test_a_reveal_beyond_a_look_may_lie_where_it_does(scene: Scene) -> None:
    look = {"kind": "looked_at", "viewer": "p2", "place": at("deck", position=0), "count": 2}
    scene.record(look)
    scene.record({"kind": "revealed", "place": at("deck", position=1), "count": 2})
    (event,) = scene.last("spectator")
    low, high = event["place"]["among"]
    assert low <= 1 <= high


@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_where_a_card_may_lie_is_not_for_the_writer_to_say(scene: Scene, zone: str) -> None:
    place = at(zone, among=[1, 1]) if zone == "hand" else at(zone, position=2, among=[1, 1])
    scene.record({"kind": "revealed", "count": 1, "place": place})
    (event,) = scene.last("spectator")
    assert "among" not in event["place"]


def test_the_events_of_a_log_recorded_anew_keep_their_places(tmp_path: Path) -> None:
    """Later events name the placements; another secret would exchange what they are."""
    for number in range(20):
        path = tmp_path / f"{number}.dcglog"
        with Recorder.create(path, p1="Aiko", p2="Ben", durability="none") as recorder:
            decks = {"deck_count": 4, "egg_deck_count": 0}
            start = {"kind": "game_started", "p1": decks | {"deck": CARDS[:4]}, "p2": decks}
            recorder.append(start)
            draws = [move("draw", at("deck", "p1", 0), at("hand")) for _ in range(4)]
            hand = [recorder.append(draw).ids[0] for draw in draws]
            group = [move("place", at("hand"), NOWHERE, was=card, facing="down") for card in hand]
            laid = recorder.append_group(group).ids
            recorder.append(move("trash", NOWHERE, at("trash"), was=laid[0]))
        groups = list(MatchLog(path).groups())
        again = tmp_path / f"{number}-again.dcglog"
        with Recorder.begin(again, groups[0][0]) as recorder:
            receipts = [recorder.append_group(group) for group in groups[1:]]
        assert list(MatchLog(again).groups()) == groups
        assert [r.seqs for r in receipts] == [tuple(e["seq"] for e in g) for g in groups[1:]]
