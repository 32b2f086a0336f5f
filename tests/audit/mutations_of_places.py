"""Mutations: where cards go and how they lie, what is shown, what leaves at once (CR 4.0 §3)."""

from random import Random
from typing import Any, Final

from tests.audit.mutating import (
    Groups,
    Test,
    edited,
    found_by,
    lone,
    marked,
    moved_by,
    place,
    places,
    table_before,
    with_event,
)
from tests.lawful.board import other
from tests.lawful.desk import Event

FIELD: Final = ("battle", "breeding")


def drawn_face_up(groups: Groups, dice: Random) -> Groups | None:
    """A drawn card lies face up in the hand."""
    return edited(groups, place(groups, dice, lone(moved_by("draw", cause="rule"))), facing="up")


def trashed_face_down(groups: Groups, dice: Random) -> Groups | None:
    """A card of a rule's doing lies face down in the trash."""
    found = place(groups, dice, lone(moved_by("trash", cause="rule", to="trash")))
    return edited(groups, found, facing="down")


def security_set_face_up(groups: Groups, dice: Random) -> Groups | None:
    """A security card of the set-up lies face up."""
    found = place(groups, dice, moved_by("place", cause="rule", to="security"))
    return edited(groups, found, facing="up")


def played_face_down(groups: Groups, dice: Random) -> Groups | None:
    """A played card lies face down on the field."""
    found = place(groups, dice, lone(moved_by("play", cause="action")))
    return edited(groups, found, facing="down")


def played_suspended(groups: Groups, dice: Random) -> Groups | None:
    """A played card is placed suspended."""
    found = place(groups, dice, lone(moved_by("play", cause="action")))
    return edited(groups, found, orientation="suspended")


def hatched_suspended(groups: Groups, dice: Random) -> Groups | None:
    """A hatched card is placed suspended."""
    return edited(groups, place(groups, dice, moved_by("hatch")), orientation="suspended")


def _asked(event: Event) -> bool:
    cause = event.get("cause") or {}
    hidden = event["kind"] == "transferred" and event["from"]["zone"] in ("hand", "security")
    return bool(cause.get("asks") and event.get("revealed") and hidden)


def _asked_for(groups: Groups, dice: Random) -> tuple[int, int] | None:
    """Return a card that was not open before it was shown."""
    found = list(places(groups, _asked))
    dice.shuffle(found)
    for index, step in found:
        origin = groups[index][step]["from"]
        side = table_before(groups, index).sides[origin["side"]]
        if origin["zone"] == "hand" or not any(card.up for card in side["security"]):
            return index, step
    return None


def asked_for_and_hidden(groups: Groups, dice: Random) -> Groups | None:
    """A card that the text asks something of was not shown."""
    return edited(groups, _asked_for(groups, dice), revealed=False)


def asked_for_and_unsaid(groups: Groups, dice: Random) -> Groups | None:
    """That a card was shown which the text asks something of is not on record."""
    found = _asked_for(groups, dice)
    if found is None:
        return None
    event = marked(groups[found[0]][found[1]])
    del event["revealed"]
    return with_event(groups, *found, event)


def _to_the_other(groups: Groups, found: tuple[int, int] | None) -> Groups | None:
    if found is None:
        return None
    target = groups[found[0]][found[1]]["to"]
    side = {**target, "side": other(target["side"])}
    if "position" in target:
        side["position"] = 0
    return edited(groups, found, to=side)


def into_the_others_trash(groups: Groups, dice: Random) -> Groups | None:
    """A card went to the other player's trash."""

    def test(event: Event) -> Any:
        return event["kind"] == "transferred" and event["to"]["zone"] == "trash"

    return _to_the_other(groups, place(groups, dice, lone(test)))


def into_the_others_hand(groups: Groups, dice: Random) -> Groups | None:
    """A card that an effect returned or added went to the other player's hand."""

    def test(event: Event) -> Any:
        back = event["kind"] == "transferred" and event["to"]["zone"] == "hand"
        return back and event["manner"] in ("return", "add")

    return _to_the_other(groups, place(groups, dice, test))


def token_to_the_other(groups: Groups, dice: Random) -> Groups | None:
    """A token that left the game went to the player who had not provided it."""
    return _to_the_other(groups, place(groups, dice, moved_by("remove", to="outside")))


def played_on_the_other_side(groups: Groups, dice: Random) -> Groups | None:
    """A player put a card on the other side of the field."""
    found = place(groups, dice, lone(moved_by("play", cause="action", to="battle")))
    return _to_the_other(groups, found)


def _redirected(zone: str) -> Test:
    return lambda e: e.get("redirect") and e["requested"]["zone"] == zone


def _astray(groups: Groups, dice: Random, zone: str) -> Groups | None:
    found = place(groups, dice, _redirected(zone))
    if found is None:
        return None
    event = marked(groups[found[0]][found[1]])
    event["to"] = event.pop("requested")
    del event["redirect"]
    return with_event(groups, *found, event)


def egg_in_hand(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg card went to a hand."""
    return _astray(groups, dice, "hand")


def egg_in_security(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg card went to a security stack."""
    return _astray(groups, dice, "security")


def egg_in_deck(groups: Groups, dice: Random) -> Groups | None:
    """A Digi-Egg card went to a deck."""
    return _astray(groups, dice, "deck")


def egg_on_top(groups: Groups, dice: Random) -> Groups | None:
    """A redirected Digi-Egg card lies on top of the Digi-Egg deck."""
    found = list(places(groups, lone(lambda e: e.get("redirect") == "3-1-3-9-2")))
    dice.shuffle(found)
    for index, step in found:
        target = groups[index][step]["to"]
        if table_before(groups, index).sides[target["side"]]["egg_deck"]:
            return edited(groups, (index, step), to={**target, "position": 0})
    return None


def redirect_without_request(groups: Groups, dice: Random) -> Groups | None:
    """Where a redirected card was to go is not on record."""
    return edited(groups, place(groups, dice, lambda e: e.get("redirect")), requested=None)


def redirect_by_the_other_clause(groups: Groups, dice: Random) -> Groups | None:
    """A redirect is said to rest on the neighbouring clause."""
    found = place(groups, dice, lambda e: e.get("redirect"))
    if found is None:
        return None
    was = groups[found[0]][found[1]]["redirect"]
    return edited(groups, found, redirect="3-1-3-9-1" if was == "3-1-3-9-2" else "3-1-3-9-2")


def no_egg_in_the_egg_deck(groups: Groups, dice: Random) -> Groups | None:
    """Another card than a Digi-Egg went to the Digi-Egg deck."""
    found = place(groups, dice, lone(moved_by("return", to="deck")))
    if found is None:
        return None
    target = groups[found[0]][found[1]]["to"]
    return edited(groups, found, to={**target, "zone": "egg_deck", "position": -1})


_OWNERS: Final = "owners-place owners-place-by-rule"
_ASTRAY: Final = "egg-astray egg-under-a-card-astray"

PLACES: Final = (
    *found_by("facing", "3-1-3-5", drawn_face_up, trashed_face_down, security_set_face_up),
    *found_by("face-down-on-field", "3-4-2", played_face_down),
    *found_by("enters-suspended", "3-4-3", played_suspended, hatched_suspended),
    *found_by(
        "reveal-missing reveal-missing-in-english",
        "3-1-3-7",
        asked_for_and_hidden,
        asked_for_and_unsaid,
    ),
    *found_by(_OWNERS, "3-1-3-8", into_the_others_trash, languages=("ja",)),
    *found_by(_OWNERS, "3-1-3-8", into_the_others_hand),
    *found_by("owners-token", "3-1-3-8", token_to_the_other),
    *found_by("owners-field", "3-1-3-8", played_on_the_other_side, languages=("ja",)),
    *found_by(_ASTRAY, "3-1-3-9-2", egg_in_hand, egg_in_security, languages=("ja",)),
    *found_by(_ASTRAY, "3-1-3-9-1", egg_in_deck, languages=("ja",)),
    *found_by("egg-misplaced", "3-1-3-9-2", egg_on_top),
    *found_by(
        "redirect-unclear", "3-1-3-9", redirect_without_request, redirect_by_the_other_clause
    ),
    *found_by("not-a-digi-egg", "3-1-3-9", no_egg_in_the_egg_deck),
)
