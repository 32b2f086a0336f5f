"""The rules of visibility: each answers who may know a field, from what everybody can read.

`visibility` says which rule a field has. A value is sealed when its rule does not answer
"everybody"; what is public to all is a rule of its own, none.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from dcg_events.projections.witness import Witness
from dcg_events.vocabulary.people import ALONE, EVERYBODY, NOBODY, PLAYERS, Audience
from dcg_events.vocabulary.places import HIDDEN_PILES

Rule: TypeAlias = Callable[[Witness], Audience]


def judge(_: Witness) -> Audience:
    """For the judge alone: where the record comes from, free text that may name a card."""
    return NOBODY


def players(_: Witness) -> Audience:
    """For both players and the judge."""
    return ALWAYS[players]


def own(witness: Witness) -> Audience:
    """For the player the event is about."""
    player = witness.event.get("player")
    return frozenset({player}) if player else NOBODY


def named(witness: Witness) -> Audience:
    """For the audience that the event itself names."""
    return frozenset(witness.event.get("audience") or ())


def number(witness: Witness) -> Audience:
    """For whoever sees the card before or after its transfer, or between (CR 4.0 §3-1-3-7)."""
    return witness.number()


def before(witness: Witness) -> Audience:
    """For whoever could look at the card where it was: its placement there is its past.

    Out of a hand it is for its player alone: who is shown a hand does not see when each card of
    it was drawn. On the field and in no area everybody sees which card it is that leaves.
    """
    origin = witness.event["from"]
    if origin["zone"] == "hand":
        return frozenset({origin["side"]})
    return witness.before() if origin["zone"] in HIDDEN_PILES else EVERYBODY


def origin(witness: Witness) -> Audience:
    """For whoever chose from cards that others may not see."""
    place = witness.event["from"]
    sealed = place["zone"] in HIDDEN_PILES and "among" in place and place["position"] is not None
    return witness.before() if sealed else EVERYBODY


def order(witness: Witness) -> Audience:
    """Public iff the cards were (CR 4.0 §3-1-3-6, Japanese reading)."""
    return witness.order()


def reference(field: str, teller: str) -> Rule:
    """For everybody who can tell which cards they are, otherwise for who tells of them."""
    parts, told_by = field.split("."), teller.split(".")

    def rule(witness: Witness) -> Audience:
        event = witness.event
        value = _field(event, parts)
        return EVERYBODY if value is None else witness.told(value, _teller(event, told_by))

    rule.__doc__ = f"For `{teller}`, unless everybody sees the cards of `{field}`"
    return rule


def _field(event: dict[str, Any], parts: Sequence[str]) -> Any:  # noqa: ANN401 - any field
    value: Any = event
    for part in parts:
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _teller(event: dict[str, Any], parts: Sequence[str]) -> Audience:
    player = _field(event, parts)
    return ALONE[player] if player in PLAYERS else NOBODY


def shown_place(witness: Witness) -> Audience:
    """For whoever may look at the cards; for everybody if nobody may: then the place is public."""
    event = witness.event
    place, count = event["place"], event.get("count", 1)
    if place["zone"] not in HIDDEN_PILES:
        return EVERYBODY
    if "among" in place and place["position"] is not None:
        return witness.between(place, count)
    seen = witness.all_of(place, count)
    return EVERYBODY if seen == NOBODY else seen


def shown_cards(witness: Witness) -> Audience:
    """For the player of the hand: who only looks sees what it holds, not when it was drawn."""
    place = witness.event["place"]
    return frozenset({place["side"]}) if place["zone"] == "hand" else shown_place(witness)


def looked(witness: Witness) -> Audience:
    """For who looks, and who may look at those cards anyway."""
    event = witness.event
    return frozenset({event["viewer"]}) - {"judge"} | _anyway(witness)


def shown_by_mistake(witness: Witness) -> Audience:
    """For whoever was shown the cards, and who may look at them anyway."""
    return frozenset(witness.event["to"]) | _anyway(witness)


def _anyway(witness: Witness) -> Audience:
    place = witness.event["place"]
    if place["zone"] == "hand":
        return frozenset({place["side"]})
    return witness.all_of(place, witness.event["count"]) if witness.event["count"] else NOBODY


def shuffled_order(witness: Witness) -> Audience:
    """For nobody; a shuffled hand is still its player's."""
    event = witness.event
    return frozenset({event["side"]}) if event["zone"] == "hand" else NOBODY


def new_order(witness: Witness) -> Audience:
    """For whoever may look at all the cards whose order changes."""
    event = witness.event
    if event["zone"] == "hand":
        return frozenset({event["side"]})
    if event["zone"] not in HIDDEN_PILES:
        return EVERYBODY
    place = {"zone": event["zone"], "side": event["side"], "position": event.get("first") or 0}
    audiences = witness.stretch(place, event["count"])
    if EVERYBODY in audiences and set(audiences) != {EVERYBODY}:
        raise witness.refuse(
            "it mixes cards that everybody sees with cards that not everybody sees",
            "record it as transfers within the pile",
        )
    return witness.all_of(place, event["count"])


def turned(witness: Witness) -> Audience:
    """For everybody if it lies face up now, otherwise for whoever could look before."""
    return EVERYBODY if witness.event["facing"] == "up" else turned_from(witness)


def turned_from(witness: Witness) -> Audience:
    """For whoever could look at the card before it was turned."""
    return witness.all_of(witness.event["place"], 1)


def effect(witness: Witness) -> Audience:
    """For who may hold `source` and look at the card; for the judge alone if there is no source."""
    event = witness.event
    if event.get("source") is None:
        return NOBODY
    return witness.shown(event["source"], _teller(event, ("player",)))


def candidates(witness: Witness) -> Audience:
    """For everybody, unless it names a card that not everybody sees: then for who chose."""
    event = witness.event
    value = _field(event, ["ordering", "candidates"])
    if not witness.names_hidden(value):
        return EVERYBODY
    return witness.told(value, _teller(event, ("ordering", "chooser")))


def options(witness: Witness) -> Audience:
    """For the audience the event names, or else for who chooses, unless everybody sees them."""
    if witness.options is None:
        witness.options = _options(witness)
    return witness.options


def _options(witness: Witness) -> Audience:
    event = witness.event
    given = event.get("audience")
    teller = own(witness) if given is None else frozenset(given)
    cards, chosen = event.get("cards"), event.get("chosen")
    if not cards and witness.names_hidden(chosen):
        cards = chosen
    named_only = given is None and event.get("numbers") and not cards
    if named_only or (given is not None and witness.is_open(cards)):
        return teller  # nothing says that others may see what these cards are
    return witness.told(cards, teller)


def option_numbers(witness: Witness) -> Audience:
    """Likewise, and only if they may look at the cards."""
    audience, cards = options(witness), witness.event.get("cards")
    if cards and witness.event.get("numbers") and not witness.is_open(cards):
        witness.shown(cards, audience)
    return audience


def disclosed(_: Witness) -> Audience:
    """Which values is public; what they are is for `to`, besides who could know them before."""
    return EVERYBODY  # of the list; each value in it stays under the seal it had


def corrected(_: Witness) -> Audience:
    """That it stands so is public; each of its fields for who might have read it at its place."""
    return EVERYBODY  # of the event; `backdating` says for whom each field in it is


ALWAYS: Final[dict[Rule, Audience]] = {judge: NOBODY, players: frozenset({"p1", "p2"})}
"""The rules whose answer is the same for every event."""
