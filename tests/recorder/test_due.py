"""Who has to hold which opening is no secret: a missing or foreign one is named."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dcg_events.errors import EventError
from dcg_events.events.codec import canonical
from dcg_events.log.writing import LogFile
from dcg_events.projections import audiences, visibility
from dcg_events.views.due import OpeningFault, opening_faults
from dcg_events.views.redact import redact
from dcg_events.views.verifying import verify
from tests.rules.scene import Scene, at, move

CARDS = [f"BT1-{number:03}" for number in range(10, 22)]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(tmp_path)
    scene.deal(CARDS, other=CARDS)
    scene.take("draw", "deck", at("hand"), 3)
    scene.record(*(move("draw", at("deck", "p2"), at("hand", "p2")) for _ in range(3)))
    yield scene
    scene.recorder.close()


def copy_of(scene: Scene, viewer: Any) -> Path:
    copy = scene.path.with_name(f"{viewer}.dcglog")
    redact(scene.path, viewer, copy)
    return copy


def opening_lines(path: Path) -> list[bytes]:
    lines = path.read_bytes().splitlines(keepends=True)
    return [line for line in lines if line.startswith(b'["open"')]


def rewrite(path: Path, *, without: bytes = b"", ahead_of: bytes = b"", more: bytes = b"") -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if line != without]
    if more:
        kept.insert(next(i for i, line in enumerate(kept) if ahead_of in line), more)
    path.write_bytes(b"".join(kept))


def test_every_opening_that_is_withheld_is_named(scene: Scene) -> None:
    for line in opening_lines(copy_of(scene, "p1")):
        copy = scene.path.with_name("short.dcglog")
        copy.write_bytes(scene.path.with_name("p1.dcglog").read_bytes())
        rewrite(copy, without=line)
        _, seq, field, *_ = json.loads(line)
        verdict = verify(copy, "p1")
        assert verdict.openings == (OpeningFault(seq, field, "withheld"),)
        assert not verdict.whole
        assert f"event {seq}, line {verdict.line}: the opening of {field} is missing" in str(
            verdict.damage
        )
        record = json.loads(copy.read_bytes().split(b"\n")[(verdict.line or 0) - 1])
        assert (record["seq"], record["group"]) == (verdict.event, verdict.group)


def test_an_opening_for_somebody_else_is_named(scene: Scene) -> None:
    theirs = next(line for line in opening_lines(scene.path) if b'"number",["p2"]' in line)
    seq = json.loads(theirs)[1]
    copy = copy_of(scene, "p1")
    first = next(
        line for line in copy.read_bytes().splitlines() if f'"seq":{seq},' in line.decode()
    )
    rewrite(copy, ahead_of=first[:60], more=theirs)
    assert verify(copy, "p1").openings == (OpeningFault(seq, "number", "surplus"),)


def test_another_viewers_copy_is_not_taken_for_ones_own(scene: Scene) -> None:
    copy = copy_of(scene, "p1")
    assert verify(copy).whole
    faults = verify(copy, "p2").openings
    assert {fault.fault for fault in faults} == {"withheld", "surplus"}


def test_a_full_log_lacks_nothing_and_nothing_is_beyond_the_rules(scene: Scene) -> None:
    assert verify(scene.path, "judge").whole
    rewrite(scene.path, without=opening_lines(scene.path)[0])
    (fault,) = verify(scene.path, "judge").openings
    assert fault.fault == "withheld"


@pytest.mark.parametrize(("rule", "fault"), [(None, "unsealed"), (audiences.judge, "surplus")])
def test_a_writer_with_other_rules_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: Any, fault: str
) -> None:
    own_rules = [
        visibility.sealable(field.path, rule if field.path == "number" else field.rule)
        for field in visibility._SEALABLE["transferred"]
        if field.path != "number" or rule
    ]
    with monkeypatch.context() as other:
        other.setitem(visibility._SEALABLE, "transferred", own_rules)
        scene = Scene(tmp_path)
        scene.deal(CARDS)
        scene.take("draw", "deck", at("hand"))
        scene.recorder.close()
    assert OpeningFault(2, "number", fault) in list(opening_faults(scene.path, "judge"))  # type: ignore[arg-type]


def test_a_public_value_that_is_sealed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "sealed.dcglog"
    scene = Scene(tmp_path)
    header = json.loads(scene.path.read_bytes().splitlines()[0])
    scene.recorder.close()
    header["origin"] = "~" + 64 * "0"
    store = LogFile.create(path)
    store.append([], [canonical(header)], sync=False)
    store.close()
    assert list(opening_faults(path, "spectator")) == [OpeningFault(0, "origin", "sealed")]


def test_the_head_is_compared(scene: Scene) -> None:
    copy = copy_of(scene, "spectator")
    head = scene.recorder.head
    assert verify(copy, "spectator", head=head).whole
    scene.record({"kind": "passed", "player": "p1", "what": "turn"})
    verdict = verify(copy, "spectator", head=scene.recorder.head)
    assert not verdict.whole
    assert f"and not {scene.recorder.head}" in str(verdict.damage)


def choice(cards: list[str], **more: Any) -> dict[str, Any]:
    return {"kind": "choice_made", "player": "p1", "what": "pick", "cards": cards, **more}


def test_a_blind_choice_is_for_whoever_holds_the_cards(scene: Scene) -> None:
    hand = scene.ids("hand", "p2")
    scene.record(choice(hand, chosen=hand[1:2], audience=["p2"]))
    assert scene.last("p2")[0]["chosen"] == hand[1:2]
    for viewer in ("p1", "spectator"):
        (event,) = scene.last(viewer)
        assert (event["cards"], event["chosen"], event["what"]) == (None, None, None)


def test_a_choice_among_ones_own_hidden_cards_is_for_who_chooses(scene: Scene) -> None:
    hand = scene.ids("hand")
    scene.record(choice(hand, chosen=hand[:1]))
    assert scene.last("p1")[0]["chosen"] == hand[:1]
    assert scene.last("p2")[0]["chosen"] is None


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "choice_made", "player": "p1", "what": "pick", "cards": ["HAND"]},
        {
            "kind": "memory_changed",
            "after": 1,
            "cause": {"kind": "effect", "source": "HAND", "player": "p1"},
        },
        {"kind": "effect_triggered", "player": "p1", "pending": "t1", "source": "HAND"},
        {
            "kind": "effect_triggered",
            "player": "p2",
            "pending": "t1",
            "source": "DECK",
            "number": "BT1-010",
        },
        {
            "kind": "choice_made",
            "player": "p1",
            "what": "pick",
            "cards": ["DECK"],
            "numbers": ["BT1-010"],
        },
    ],
)
def test_nobody_is_told_of_a_card_that_they_may_not_look_at(
    scene: Scene, event: dict[str, Any]
) -> None:
    text = json.dumps(event).replace("HAND", scene.ids("hand", "p2")[0])
    text = text.replace("DECK", scene.ids("deck", "p2")[0])
    before = scene.path.read_bytes()
    with pytest.raises(EventError, match=r"leave (the card )?out") as error:
        scene.record(json.loads(text))
    assert not any(card in str(error.value) for card in CARDS)
    assert scene.path.read_bytes() == before


def test_a_hidden_card_can_be_pointed_at_without_saying_what_it_is(scene: Scene) -> None:
    (top, *_) = scene.ids("deck")
    scene.record({"kind": "effect_triggered", "player": "p1", "pending": "t1", "source": top})
    assert scene.last("p1")[0]["source"] == top
    assert scene.last("p2")[0]["source"] is None


def test_a_hand_shown_whole_is_seen_until_a_card_comes_to_it(scene: Scene) -> None:
    scene.record({"kind": "revealed", "place": at("hand"), "count": 3})
    scene.record(move("trash", at("hand"), at("deck", position=-1), number="BT1-010"))
    assert scene.last("spectator")[0]["number"] == "BT1-010"
    scene.take("draw", "deck", at("hand"))
    scene.record(move("trash", at("hand"), at("deck", position=-1), number="BT1-011"))
    assert scene.last("spectator")[0]["number"] is None
    assert scene.last("p1")[0]["number"] == "BT1-011"
