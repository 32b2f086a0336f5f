"""Cut a view from the table: built from what may be seen, never by taking away what may not."""

from typing import Any, cast

from dcg_events.projections.looking import viewers_of
from dcg_events.projections.table import Card, Showing, Table, Unit
from dcg_events.views.shape import (
    CardView,
    ShowingView,
    SidesView,
    SideView,
    TableView,
    UnitView,
    ZoneView,
)
from dcg_events.vocabulary.people import Viewer


def cut(table: Table, viewer: Viewer, head: str) -> TableView:
    """Return the table as a viewer may look at it now. The result is the caller's own.

    Counts are public everywhere (CR 4.0 §3-1-3-2). What a viewer has learned and may not look at
    any more is not in it.
    """
    cutter = _Cutter(table, viewer)
    return {
        "seq": table.seq,
        "head": head,
        "viewer": viewer,
        "game": table.game,
        "turn": table.turn,
        "turn_player": table.turn_player,
        "first_player": table.first_player,
        "phase": table.phase,
        "memory": table.memory,
        "players": cast("SidesView", {side: cutter.side(side) for side in table.sides}),
        "no_area": [cutter.card(card, "no_area", None) for card in table.no_area],
        "shown": [
            cutter.showing(seq, showing)
            for seq, showing in table.showings.items()
            if viewer == "judge" or viewer in showing.viewers
        ],
        "attack": cast("Any", _own(table.attack)),
        "result": cast("Any", _own(table.result)),
    }


def _own(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """Copy a small dict of values and dicts."""
    if value is None:
        return None
    return {name: dict(item) if isinstance(item, dict) else item for name, item in value.items()}


class _Cutter:
    """Cuts the parts of a table for one viewer."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self.table = table
        self.viewer = viewer
        self.sees_all = viewer == "judge"

    def side(self, side: str) -> SideView:
        piles = self.table.sides[side]
        units = [unit for unit in self.table.units.values() if unit.side == side]
        return {
            "deck": self.pile(piles["deck"], "deck", side, listed=self.sees_all),
            "egg_deck": self.pile(piles["egg_deck"], "egg_deck", side, listed=self.sees_all),
            "hand": self.pile(
                piles["hand"], "hand", side, listed=self.sees_all or self.viewer == side
            ),
            "security": self.pile(piles["security"], "security", side, listed=True),
            "trash": self.pile(piles["trash"], "trash", side, listed=True),
            "outside": self.pile(piles["outside"], "outside", side, listed=True),
            "battle": [self.unit(unit) for unit in units if unit.zone == "battle"],
            "breeding": [self.unit(unit) for unit in units if unit.zone == "breeding"],
        }

    def pile(self, cards: list[Card], zone: str, side: str, *, listed: bool) -> ZoneView:
        if not listed:
            return {"count": len(cards)}
        return {"count": len(cards), "cards": [self.card(card, zone, side) for card in cards]}

    def unit(self, unit: Unit) -> UnitView:
        return {
            "unit": unit.id,
            "suspended": unit.suspended,
            "cards": [self.card(card, unit.zone, unit.side) for card in unit.cards],
            "links": [self.card(card, "link", unit.side) for card in unit.links],
        }

    def card(self, card: Card, zone: str, side: str | None) -> CardView:
        """Show a card: its placement to all, for it says nothing of what the card is."""
        may_look = self.sees_all or self.viewer in viewers_of(self.table, card, zone, side)
        return {
            "id": card.id or None,
            "number": card.number if may_look else None,
            "face": "up" if card.up else "down",
            "owner": cast("Any", card.owner) if may_look else None,
        }

    def showing(self, seq: int, showing: Showing) -> ShowingView:
        return {
            "showing": seq,
            "zone": showing.zone,
            "side": showing.side,
            "numbers": list(showing.numbers),
        }
