"""Whole piles that are mixed up: shuffles, and changes of order that the viewer does not see."""

from functools import partial
from typing import Any

from dcg_events.leaks.stays import Blank, Filler, Glimpse, Mixing, Stay
from dcg_events.leaks.tracing import Tracer
from dcg_events.projections.looking import viewers_of
from dcg_events.projections.table import Card
from dcg_events.vocabulary.places import HIDDEN_PILES


class Shuffle:
    """A shuffle, from before it happens to after."""

    def __init__(self, tracer: Tracer, event: dict[str, Any]) -> None:
        self.tracer = tracer
        self.event = event
        pile = _pile(tracer, event)
        self.before = [stay for stay in tracer.stays_in(pile) if stay is not None]

    def settle(self) -> None:
        """Find out which card went where, as far as the recorder knows, and mix them."""
        tracer, event = self.tracer, self.event
        after = tracer.stays_in(_pile(tracer, event))
        order = event.get("order")
        if not isinstance(order, list):
            return
        of_number: dict[str | None, list[Stay]] = {}
        for stay in self.before:
            of_number.setdefault(stay.number, []).append(stay)
        arrived = [stay for stay in after if stay is not None]
        for stay in arrived:
            fitting = of_number.get(stay.number)
            if fitting:
                stay.past = fitting.pop()  # copies are alike: it may be any of them
            if tracer.disclosed(event["seq"], "order"):
                tracer.see(stay, tracer.opened[event["seq"], "order"])
        if event["zone"] == "hand" and event["side"] == tracer.viewer:
            return
        outs = [stay for stay in arrived if stay.past is not None]
        tracer.mix([stay.past for stay in outs if stay.past], outs)
        if not tracer.disclosed(event["seq"], "order"):
            fill = partial(_order_of, order, after, event["zone"] in HIDDEN_PILES)
            tracer.blanks.append(Blank(event["seq"], "order", fill))


def _order_of(
    order: list[str | None], stays: list[Stay | None], may_miss: bool, world: Filler
) -> object:
    numbers = [
        None if number is None or stay is None else world.number(stay)
        for number, stay in zip(order, stays, strict=True)
    ]
    return world.unknown(numbers) if may_miss else numbers


class Reorder:
    """A change of order within a pile, from before it happens to after."""

    def __init__(self, tracer: Tracer, event: dict[str, Any]) -> None:
        self.tracer = tracer
        self.event = event
        self.first = event.get("first") or 0
        last = self.first + event["count"]
        self.cards: list[Card] = []
        self.hidden = False
        if "unit" in event or event.get("order") is None:
            return
        zone, side = event["zone"], event["side"]
        if zone in HIDDEN_PILES:
            self.cards = _pile(tracer, event)[self.first : last]
            real = tracer.real.sides[side][zone][self.first : last]
            seeing = [viewers_of(tracer.real, card, zone, side) for card in real]
            shown = any(tracer.real.everyone_sees(card) for card in real)
            self.hidden = not shown and not all(tracer.viewer in viewers for viewers in seeing)
        self.before = tracer.stays_in(self.cards)

    def settle(self) -> None:
        """Mix the cards, if the viewer does not see their order."""
        event, tracer = self.event, self.tracer
        if tracer.disclosed(event["seq"], "order") or event.get("order") is None:
            return
        if event["zone"] == "hand" and event["side"] != tracer.viewer:
            order = event["order"]
            blank = Blank(event["seq"], "order", lambda world: world.shuffled(order))
            tracer.blanks.append(blank)
        if not self.hidden:
            return
        after = tracer.stays_in(_pile(tracer, event)[self.first : self.first + event["count"]])
        before = len(tracer.mixings)
        tracer.mix([stay for stay in self.before if stay], [stay for stay in after if stay])
        for mixing in tracer.mixings[before:]:
            tracer.blanks.append(Blank(event["seq"], "order", partial(self._order, mixing)))

    def _order(self, mixing: Mixing, world: Filler) -> list[int]:
        return [self.first + index for index in world.cards(mixing)]


def glimpse(tracer: Tracer, event: dict[str, Any]) -> bool:
    """Note a card that is shown to all from a place that only who chose it saw; tell whether so."""
    place = event["place"]
    if "among" not in place or event["count"] != 1 or type(place.get("position")) is not int:
        return False
    zone, side, (first, last) = place["zone"], place["side"], place["among"]
    if zone not in HIDDEN_PILES or tracer.disclosed(event["seq"], "place.position"):
        return False
    real, marked = tracer.real.sides[side][zone], tracer.marked.sides[side][zone]
    looking = viewers_of(tracer.real, real[place["position"]], zone, side)
    positions = [
        index
        for index in tracer.real.hidden(real, first, last + 1)
        if viewers_of(tracer.real, real[index], zone, side) == looking
    ]
    stays = [stay for stay in tracer.stays_in([marked[i] for i in positions]) if stay is not None]
    seen = any(
        tracer.viewer in viewers_of(tracer.real, card, zone, side)
        for card in real[first : last + 1]
    )
    if seen or len(stays) < len(positions) or place["position"] not in positions:
        return False
    shown = Glimpse(event["seq"], stays, positions, positions.index(place["position"]))
    tracer.glimpses.append(shown)
    path = "place.position"
    fill = Blank(event["seq"], path, lambda world: positions[world.glimpsed(shown)])
    tracer.blanks.append(fill)
    return True


def _pile(tracer: Tracer, event: dict[str, Any]) -> list[Card]:
    return tracer.marked.sides[event["side"]][event["zone"]]
