"""Cards put down together without an order that somebody chose, where one seems to be due."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from dcg_events.audit.values import BY_TEXT, cause_of, is_known, is_number
from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import HIDDEN_PILES

_ENDS: Final = frozenset({"effect_resolved", "phase_entered", "turn_ended", "game_ended"})

_BY_PROCEDURE: Final = frozenset({"security", "egg_deck", "outside"})
"""What leaves these leaves from the top, one by one: nobody orders it (CR 4.0 §3-7-5, §3-3-4)."""


@dataclass(slots=True)
class Unordered:
    """Cards of one moment that went to one ordered place, with no order chosen.

    Attributes:
        seqs: Their transfers.
        zone: Where they went.
        side: On whose side.
        unit: Under which unit; None in a pile.
        cause: Why.
        origins: Zones and sides they came from.
        numbers: By position what they are, as far as both are known.
    """

    seqs: list[int]
    zone: str
    side: str | None
    unit: str | None
    cause: dict[str, Any]
    origins: set[tuple[str, str | None]] = field(default_factory=set)
    numbers: dict[int, str] = field(default_factory=dict)

    def could_be_ordered(self) -> bool:
        """Tell whether different cards lie side by side: between equal ones there is no order."""
        return any(
            self.numbers.get(position + 1, number) != number
            for position, number in self.numbers.items()
            if position != -1  # the last from the bottom; 0 is at the other end
        )


class OrdersDue:
    """What was put down without an order; a shuffle of the pile makes an order needless.

    Attributes:
        waiting: By moment and place; it is settled when the effect has been carried out.
    """

    kinds: ClassVar = frozenset({"transferred", "shuffled"}) | _ENDS

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("waiting",)

    def __init__(self) -> None:
        self.waiting: dict[tuple[int, str, str | None, str | None], Unordered] = {}

    def note(self, table: Table, event: dict[str, Any]) -> None:  # noqa: ARG002 - as all trackers
        """Take in an event."""
        kind = event["kind"]
        if kind == "transferred":
            if event.get("of", 1) > 1 and event.get("ordering") is None:
                self._put_down(event)
        elif not self.waiting:
            pass
        elif kind == "shuffled":
            here = event["zone"], event["side"]
            for place in [place for place in self.waiting if place[1:3] == here]:
                del self.waiting[place]
        else:
            self.waiting.clear()

    def _put_down(self, event: dict[str, Any]) -> None:
        origin, target, number = event["from"], event["to"], event["number"]
        zone, unit = target["zone"], target.get("unit")
        under = event["manner"] == "place_under" and unit is not None
        if not (zone in HIDDEN_PILES or under) or cause_of(event) not in BY_TEXT:
            return
        if origin["zone"] in _BY_PROCEDURE or (origin["zone"] == "deck" and zone != "deck"):
            return
        if under and "unit" in origin:
            return  # a stack that stays together keeps its order
        key = (event["group"], zone, target.get("side"), unit)
        found = self.waiting.get(key)
        if found is None:
            found = Unordered([], zone, target.get("side"), unit, event["cause"])
            self.waiting[key] = found
        found.seqs.append(event["seq"])
        found.origins.add((origin["zone"], origin.get("side")))
        if is_number(target.get("position")) and is_known(number):
            found.numbers[target["position"]] = number
