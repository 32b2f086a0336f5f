"""What a viewer cannot tell of events that move no card: numbers, references, texts."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from dcg_events.leaks.fields import REFERENCES, SHOWN, TEXTS
from dcg_events.leaks.mixing import glimpse
from dcg_events.leaks.moving import fix
from dcg_events.leaks.stays import Blank, Filler, Stay, has
from dcg_events.leaks.tracing import Tracer
from dcg_events.log.sealing import value_at
from dcg_events.projections.locating import cards_at
from dcg_events.vocabulary.people import PLAYERS


class Teller:
    """Finds the blanks of an event that has happened."""

    def __init__(self, tracer: Tracer, event: dict[str, Any]) -> None:
        self.tracer = tracer
        self.event = event
        self.viewer = tracer.viewer

    def tell(self) -> None:
        """Note what the event shows to the viewer, and what it does not."""
        event, kind = self.event, self.event["kind"]
        self._references()
        for path, readers in TEXTS.get(kind, {}).items():
            self._text(path, readers)
        if "recorder" in event:
            self._blank("recorder", lambda world: world.note(event["recorder"]))
        special = _SPECIAL.get(kind)
        if special is not None:
            special(self)
        elif kind in SHOWN:
            self._shown_card()

    def _blank(self, path: str, fill: Callable[[Filler], Any]) -> None:
        if not self.tracer.disclosed(self.event["seq"], path):
            self.tracer.blanks.append(Blank(self.event["seq"], path, fill))

    def _text(self, path: str, readers: Sequence[str]) -> None:
        if has(self.event, path) and self.viewer not in readers:
            known = value_at(self.event, path)
            self._blank(path, lambda world: world.text(known))

    # cards that are referred to

    def _references(self) -> None:
        for path, teller in REFERENCES.items():
            value = value_at(self.event, path)
            if value is None or self.event["kind"] == "choice_made":
                continue
            stays = list(self._found(value))
            public = all(stay.public for stay in stays)
            hidden = not public and value_at(self.event, teller) != self.viewer
            if hidden:
                self._refer(path, value, stays)
            for stay in stays:
                stay.pinned = True

    def _refer(self, path: str, value: object, stays: Sequence[Stay]) -> None:
        """Let a hidden reference follow the cards; one that was disclosed holds them in place."""
        if self.tracer.disclosed(self.event["seq"], path):
            for stay in stays:
                fix(stay)
        self._blank(path, partial(self._renamed, value, _names(stays)))

    def _found(self, value: object) -> Iterator[Stay]:
        if isinstance(value, str):
            stay = self.tracer.named.get(value)
            if stay is not None:
                yield stay
        elif isinstance(value, dict):
            yield from self._found(value.get("card"))
        elif isinstance(value, list):
            for item in value:
                yield from self._found(item)

    def _renamed(self, value: Any, stays: dict[str, Stay], world: Filler) -> Any:  # noqa: ANN401
        if isinstance(value, str):
            return world.name(stays[value]) if value in stays else value
        if isinstance(value, list):
            return [self._renamed(item, stays, world) for item in value]
        if isinstance(value, dict):
            return value | {"card": self._renamed(value.get("card"), stays, world)}
        return value

    def _see_disclosed(self, path: str, stays: Sequence[Stay | None]) -> None:
        """Note what cards the viewer was told of afterwards."""
        since = self.tracer.opened.get((self.event["seq"], path))
        for stay in stays:
            if stay is not None and since is not None:
                self.tracer.see(stay, since)

    # kinds with cards of their own

    def _shown_card(self) -> None:
        """The card that an event shows to everybody: it is the same in every world."""
        event = self.event
        number, place = event.get("number"), event.get("place")
        stay = next(self._found(event.get("card") or event.get("source")), None)
        if stay is None and place is not None and number is not None:
            cards = cards_at(self.tracer.marked, place, event)
            stays = [stay for stay in self.tracer.stays_in(cards) if stay]
            stay = next((stay for stay in stays if stay.number == number), None)
        if stay is not None and number is not None:
            self.tracer.see(stay)
            stay.pinned = True

    def _hidden_effect(self) -> None:
        """An effect of a card that only its player may know."""
        event = self.event
        stay = next(self._found(event.get("source")), None)
        if stay is not None and (stay.public or event["player"] == self.viewer):
            return
        if event.get("source") is not None and event["player"] == self.viewer:
            return
        number = event.get("number")
        if number is not None and stay is not None:
            self._see_disclosed("number", [stay])
            self._blank("number", lambda world: world.number(stay))
        elif number is not None:
            self._blank("number", lambda world: world.another(number))
        if event.get("effect") is not None:
            self._blank("effect", lambda world: world.text(event["effect"]))

    def _shown_numbers(self) -> None:
        """Cards that are revealed, looked at, or shown by mistake."""
        event, place, numbers = self.event, self.event["place"], self.event.get("numbers")
        if numbers is None:
            return
        viewers = {
            "revealed": ["p1", "p2", "spectator"],
            "looked_at": [event.get("viewer")],
            "information_shown": event.get("to") or [],
        }[event["kind"]]
        if event["kind"] == "revealed" and glimpse(self.tracer, event):
            return
        sees = self.viewer in viewers
        cards = cards_at(self.tracer.marked, place, event)
        stays: list[Stay | None]
        if place["zone"] == "hand":
            sees = sees or place.get("side") == self.viewer
            stays = self._in_hand(numbers)
            named = event.get("cards")
            if named is not None and place.get("side") != self.viewer:
                self._refer("cards", named, list(self._found(named)))
        else:
            first = place.get("position") or 0
            first += len(cards) if first < 0 else 0
            stays = self.tracer.stays_in(cards[first : first + event["count"]])
        stays += [None] * (len(numbers) - len(stays))
        self._see_disclosed("numbers", stays)
        for stay in stays:
            if stay is not None and sees:
                self.tracer.see(stay)
            if stay is not None and place["zone"] == "hand":
                stay.pinned = stay.pinned or event.get("cards") is not None
        self._blank("numbers", partial(_numbers, numbers, stays, sees))

    def _in_hand(self, numbers: list[str | None]) -> list[Stay | None]:
        """Find which cards of a hand are shown: by placement, or any with those numbers."""
        hand = self.tracer.hand(self.event["place"]["side"])
        named = self.event.get("cards") or [None] * len(numbers)
        stays = [self.tracer.named.get(card) if card else None for card in named]
        rest = [stay for stay in hand if stay not in stays]
        for index, number in enumerate(numbers):
            if index < len(stays) and stays[index] is None and number is not None:
                stays[index] = next((stay for stay in rest if stay.number == number), None)
                rest = [stay for stay in rest if stay is not stays[index]]
        return stays

    def _flipped(self) -> None:
        place, number = self.event["place"], self.event.get("number")
        card = cards_at(self.tracer.marked, place, self.event)[place["position"]]
        stay = self.tracer.stays_in([card])[0]
        if stay is not None and number is not None:
            self._see_disclosed("number", [stay])
            self._blank("number", lambda world: world.number(stay))

    def _listed(self) -> None:
        player = self.event["player"]
        for path in ("deck", "egg_deck", "tokens", "missing", "extra"):
            numbers = self.event.get(path)
            if isinstance(numbers, list) and player != self.viewer:
                self._blank(path, partial(_list_of, player, numbers))

    def _started(self) -> None:
        """Starting decks: nobody but the judge knows their order."""
        for side in PLAYERS:
            done = 0
            for zone in ("deck", "egg_deck"):
                numbers = self.event[side].get(zone)
                stays = self.tracer.stays_in(self.tracer.marked.sides[side][zone])
                done += len(stays)
                if isinstance(numbers, list):
                    self._order(f"{side}.{zone}", numbers, stays)

    def _order(self, path: str, numbers: list[str | None], stays: list[Stay | None]) -> None:
        self._see_disclosed(path, stays)
        numbers_of = partial(_numbers, numbers, stays, False)
        self._blank(path, lambda world: world.unknown(numbers_of(world)))

    def _choice(self) -> None:
        """A choice: for whom it is to know, or for who chooses, unless everybody sees the cards."""
        event = self.event
        given, cards, numbers = event.get("audience"), event.get("cards"), event.get("numbers")
        readers = [event["player"]] if given is None else given
        stays = list(self._found(cards))
        named_only = numbers and not cards
        opened = given is None and not named_only and all(stay.public for stay in stays)
        for stay in stays:
            stay.pinned = True
        if self.viewer in readers or opened:
            for stay in stays if numbers else ():
                self.tracer.see(stay)
            return
        if cards:
            self._refer("cards", cards, stays)
        if numbers:
            self._see_disclosed("numbers", stays)
            found = [self.tracer.named.get(card) if card else None for card in cards or []]
            found += [None] * (len(numbers) - len(found))
            self._blank("numbers", partial(_numbers, numbers, found, False))
        if "what" in event:
            self._blank("what", lambda world: world.text(event["what"]))
        for path in ("least", "most", "value"):
            if path in event:
                self._blank(path, partial(_count, event[path]))
        if event.get("words"):
            self._blank("words", lambda world: [world.text(word) or "" for word in event["words"]])
        if event.get("chosen"):
            self._refer("chosen", event["chosen"], list(self._found(event["chosen"])))

    def _recovered(self) -> None:
        self._blank("bytes_cut", partial(_count, self.event.get("bytes_cut")))

    def _called(self) -> None:
        self._text("question", [self.event["player"] or ""])

    def _noted(self) -> None:
        self._text("text", self.event.get("audience") or ())


_SPECIAL: Final[dict[str, Callable[[Teller], None]]] = {
    "effect_triggered": Teller._hidden_effect,  # noqa: SLF001 - of the class itself
    "effect_not_activated": Teller._hidden_effect,  # noqa: SLF001
    "revealed": Teller._shown_numbers,  # noqa: SLF001
    "looked_at": Teller._shown_numbers,  # noqa: SLF001
    "information_shown": Teller._shown_numbers,  # noqa: SLF001
    "flipped": Teller._flipped,  # noqa: SLF001
    "deck_registered": Teller._listed,  # noqa: SLF001
    "deck_checked": Teller._listed,  # noqa: SLF001
    "game_started": Teller._started,  # noqa: SLF001
    "choice_made": Teller._choice,  # noqa: SLF001
    "judge_called": Teller._called,  # noqa: SLF001
    "recovered": Teller._recovered,  # noqa: SLF001
    "noted": Teller._noted,  # noqa: SLF001
}


def _names(stays: Sequence[Stay]) -> dict[str, Stay]:
    return {stay.placement: stay for stay in stays if stay.hand is not None}


def _numbers(
    numbers: list[str | None], stays: Sequence[Stay | None], keep: bool, world: Filler
) -> list[str | None]:
    """Return a list of numbers in a world: of cards where it is known which, unknown as it was."""
    return [
        None
        if number is None
        else world.number(stay)
        if stay is not None and stay.number is not None
        else number
        if keep
        else world.another(number)
        for number, stay in zip(numbers, stays, strict=True)
    ]


def _list_of(player: str, numbers: list[str | None], world: Filler) -> list[str | None] | None:
    return world.list_of(player, numbers)


def _count(known: object, world: Filler) -> int | None:
    return world.count(known)
