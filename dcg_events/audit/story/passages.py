"""Cards on their way: what was transferred last, which transfers were one moment."""

from typing import Any, ClassVar

from dcg_events.projections.table import Table
from dcg_events.vocabulary.manners import Manner


class Passages:
    """The transfers of a game so far, as far as later events are measured by them.

    Attributes:
        last: The last transfer.
        moment: For each transfer of several at once, by seq, the first event of its moment.
        breeding: Seqs of events that happened to a unit in the breeding area, hatching left out:
            what looks for that names the area.
        fused: Units founded by digivolving, as DNA digivolution does.
    """

    kinds: ClassVar = frozenset({"transferred", "orientation_changed"})

    manners: ClassVar[frozenset[Manner] | None] = None

    __slots__ = ("breeding", "fused", "last", "moment")

    def __init__(self) -> None:
        self.last: dict[str, Any] | None = None
        self.moment: dict[int, int] = {}
        self.breeding: set[int] = set()
        self.fused: set[str] = set()

    def note(self, table: Table, event: dict[str, Any]) -> None:
        """Take in a card that moved or a unit that turned."""
        seq = event["seq"]
        if event["kind"] == "orientation_changed":
            unit = table.units.get(event["unit"])
            if unit is not None and unit.zone == "breeding":
                self.breeding.add(seq)
            return
        self.last = event
        if event.get("of", 1) > 1:
            self.moment[seq] = event["group"]
        zones = event["from"]["zone"], event["to"]["zone"]
        if event["manner"] == "digivolve" and "unit" not in event["to"]:
            self.fused.add(str(seq))
        if "breeding" in zones and event["manner"] != "hatch":
            self.breeding.add(seq)
