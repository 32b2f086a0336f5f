"""Effects: when they are activated, where their card is, when they have been carried out.

The engine reports an effect when it is done, and asks for decisions before. So an effect is taken
to be activated at the first decision of its card, or at the first change that the report after it
accounts for; both are inferences and are marked as such.
"""

from dataclasses import dataclass
from typing import Any, Final

from dcg_events.importers.aegis.asking import ActivateEffect
from dcg_events.importers.aegis.desk import Desk, OpenEffect, Pending
from dcg_events.importers.aegis.engine import EffectReported
from dcg_events.importers.aegis.ledger import Spot
from dcg_events.importers.aegis.lines import Decision
from dcg_events.importers.aegis.mirror import player_of

AS_TOP: Final = ("OnPlay", "WhenDigivolving")
"""Timings of effects that only the top card of a unit can have."""

_ASLEEP: Final = ("deck", "egg_deck", "security", "outside")
"""Zones whose cards have no effects of their own."""

_IN_TRASH: Final = ("OnDestroyedAnyone", "OnDeletion", "AllTurns")
"""Timings of effects whose card may have gone to the trash."""


@dataclass(frozen=True, slots=True)
class Activation:
    """What is known of an effect that is activated.

    Attributes:
        seat: Whose effect it is.
        card: Its card's number.
        key: The source's name for it.
        timing: The source's name for when.
        instance: Which copy of the card, if the source says so.
        pending: Its name while it waited.
        optional: Whether its player could have declined.
        ordering: Who chose it, among which.
    """

    seat: int
    card: str
    key: str | None = None
    timing: str | None = None
    instance: str | None = None
    pending: str | None = None
    optional: bool | None = None
    ordering: dict[str, Any] | None = None


def settle_effects(desk: Desk) -> None:
    """Forget effects whose end the source never reported, at the next act or phase."""
    desk.effects.clear()
    desk.pending.clear()


def activate(
    desk: Desk, activation: Activation, *, inferred: bool = True, ref: str | None = None
) -> OpenEffect:
    """Record that an effect is activated and keep it open until the source reports its end."""
    seat, card, instance = activation.seat, activation.card, activation.instance
    if instance is not None:
        spot = desk.ledger.find(instance)
    else:
        spot = find_source(desk, seat, card, activation.timing)
    source = spot.card.id or None if spot else None
    event: dict[str, Any] = {"kind": "effect_activated", "player": player_of(seat), "number": card}
    given = {
        "pending": activation.pending,
        "source": source,
        "effect": activation.key,
        "timing": activation.timing,
        "optional": activation.optional,
        "ordering": activation.ordering,
    }
    event |= {name: value for name, value in given.items() if value is not None}
    seq = desk.record(event, by=player_of(seat), inferred=inferred, ref=ref)
    effect = OpenEffect(seat, card, seq, source, activation.key, activation.pending)
    desk.effects.append(effect)
    return effect


def find_source(desk: Desk, seat: int, card: str, timing: str | None) -> Spot | None:
    """Find the card whose effect it is, if the source leaves no doubt about which copy it is."""
    cards = desk.mirror.cards
    copies = [i for i, it in cards.items() if it.card == card and it.owner == seat]
    spots = [spot for spot in map(desk.ledger.find, copies) if spot is not None]
    spots = [spot for spot in spots if spot.zone not in _ASLEEP]
    if timing is None:
        return spots[0] if len(spots) == 1 else None
    places = [("no_area",), ("battle", "breeding", "link")]
    if timing in _IN_TRASH:
        places.append(("trash",))
    places.append(("hand",))
    for zones in places:
        here = [spot for spot in spots if spot.zone in zones]
        if len(here) > 1 and "battle" in zones:
            here = _in_action(desk, here, timing)
        if len(here) > 1 and zones == ("trash",):
            here = [min(here, key=lambda spot: spot.place_in)]
        if here:
            return here[0] if len(here) == 1 else None
    return None


def _in_action(desk: Desk, here: list[Spot], timing: str) -> list[Spot]:
    """Choose among copies on the field by what the timing says."""
    if timing in AS_TOP:
        tops = [spot for spot in here if spot.place_in == 0]
        return [max(tops, key=lambda spot: int(spot.card.id.partition(".")[0]))] if tops else here
    if timing in ("OnUseAttack", "OnAllyAttack") and desk.attack is not None:
        unit = desk.units.get(desk.attack.perm)
        return [spot for spot in here if spot.unit == unit] or here
    return here


def find_open(desk: Desk, event: EffectReported) -> OpenEffect | None:
    """Find the effect under way that a report is about."""
    for effect in reversed(desk.effects):
        if (effect.card, effect.seat) == (event.source_card_id, event.seat) and effect.key in (
            None,
            event.effect_key,
        ):
            return effect
    return None


def open_by_report(desk: Desk, index: int, event: EffectReported) -> OpenEffect:
    """Activate an effect that the source reports only after what it did."""
    waiting = next(
        (p for p in desk.pending if (p.seat, p.effect) == (event.seat, event.effect_key)), None
    )
    activation = Activation(
        event.seat,
        event.source_card_id,
        key=event.effect_key,
        timing=event.timing,
        instance=_no_longer_waits(desk, waiting),
        pending=waiting.name if waiting else None,
    )
    return activate(desk, activation, ref=f"n={desk.source.lines[index].n}")


def open_by_decision(desk: Desk, decision: Decision) -> OpenEffect | None:
    """Activate the effect that a decision belongs to, if it is not being carried out already."""
    request = decision.request
    card, seat = request.source_card_id, decision.seat
    if card is None:
        return None
    for effect in reversed(desk.effects):
        if (effect.card, effect.seat) == (card, seat):
            return effect
    waiting = next(
        (p for p in desk.pending if p.seat == seat and p.effect.startswith(f"{card}/")), None
    )
    activation = Activation(
        seat,
        card,
        key=waiting.effect if waiting else None,
        timing=request.options.timing,
        instance=_no_longer_waits(desk, waiting),
        pending=waiting.name if waiting else None,
        optional=True if request.kind == "optional" else None,
    )
    return activate(desk, activation)


def _no_longer_waits(desk: Desk, waiting: Pending | None) -> str | None:
    """Take an effect out of those that wait, and return the instance of its card."""
    if waiting is None:
        return None
    desk.pending.remove(waiting)
    return waiting.instance


def open_by_player(desk: Desk, seat: int, intent: ActivateEffect) -> OpenEffect:
    """Record that a player activates an effect on the field."""
    instance = intent.source_instance_id
    activation = Activation(seat, desk.number(instance), key=intent.effect_key, instance=instance)
    return activate(desk, activation, inferred=False)


def report_effect(desk: Desk, event: EffectReported) -> None:
    """Record that an effect was carried out."""
    effect = find_open(desk, event)
    if effect is None:
        effect = open_by_report(desk, desk.at, event)
    _close(desk, effect, event.effect_key, event.timing)


def report_security_effect(desk: Desk, seat: int, card: str) -> None:
    """Record that the effect of a checked card was carried out, as far as it could be."""
    for effect in reversed(desk.effects):
        if (effect.card, effect.seat, effect.by_check) == (card, seat, True):
            _close(desk, effect, None, "Security")
            return


def _close(desk: Desk, effect: OpenEffect, key: str | None, timing: str | None) -> None:
    """Record the end of an effect; the source reports no end of those begun within it."""
    while desk.effects.pop() is not effect:
        pass
    player = player_of(effect.seat)
    resolved: dict[str, Any] = {
        "kind": "effect_resolved",
        "player": player,
        "number": effect.card,
        "cause": {"kind": "effect", "event": effect.seq, "player": player},
    }
    given = {
        "pending": effect.pending,
        "source": effect.source,
        "effect": key,
        "timing": timing,
    }
    desk.record(resolved | {name: value for name, value in given.items() if value is not None})
