"""Make the rows of events, transfers, orderings, groups and zone counts."""

from typing import Final

from dcg_events.events.codec import PlainEvent, canonical
from dcg_events.projections.fold import CHANGES
from dcg_events.projections.table import Table
from dcg_events.tables.moment import Moment, RowBuilder, part, size_of
from dcg_events.tables.rows.events import EventRow, OrderingRow, TransferRow
from dcg_events.tables.rows.matches import GroupRow, ZoneCountRow
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.people import PLAYERS, Player
from dcg_events.vocabulary.places import FIELD

_IN_COLUMNS: Final = frozenset(
    {"seq", "kind", "game", "group", "step", "of", "at", "by", "player", "unit", "number"}
)
_CAUSE: Final = frozenset({"kind", "event", "player", "clause"})
_NOTE: Final = frozenset({"evidence", "ms"})
_STILL: Final = frozenset(
    {
        "first_player_decided",
        "turn_started",
        "phase_entered",
        "memory_changed",
        "revealed",
        "looked_at",
        "showing_ended",
        "attack_declared",
        "attack_stepped",
        "attack_ended",
        "game_ended",
        "match_ended",
    }
)
_MOVING: Final = frozenset(CHANGES) - _STILL | {"rewound"}
"""The kinds after which other cards, or cards turned otherwise, may lie in a zone."""


class EventBuilder(RowBuilder):
    """Makes the rows of everything that happened, counting or not."""

    def __init__(self, rows: MatchTables) -> None:
        super().__init__(rows)
        self._counts: dict[Player, tuple[int, ...]] = {}

    def note(self, moment: Moment) -> None:
        """Take in what happened."""
        rows = self.rows
        for event in moment.events:
            rows.events.append(_event(moment, event))
            if event["kind"] == "transferred":
                rows.transfers.append(_transfer(moment, event))
            if event.get("ordering") is not None:
                rows.orderings.append(_ordering(moment, event))
            elif event["kind"] == "reordered":
                rows.orderings.append(_reordering(moment, event))
        rows.groups.append(_group(moment))
        self._count(moment)

    def _count(self, moment: Moment) -> None:
        """Count the zones, anew only where something may have moved: it does not mostly."""
        table, seq = moment.table, moment.place
        if not self._counts or any(event["kind"] in _MOVING for event in moment.events):
            self._counts = {side: _zone_counts(table, side) for side in PLAYERS}
        for side, counts in self._counts.items():
            common = moment.match_id, seq, moment.ruled, table.game, table.turn, side
            self.rows.zone_counts.append(ZoneCountRow(*common, *counts))


def _event(moment: Moment, event: PlainEvent) -> EventRow:
    table, cause, note = moment.table, part(event, "cause"), part(event, "recorder")
    return EventRow(
        match_id=moment.match_id,
        seq=event["seq"],
        kind=event["kind"],
        ruled=moment.ruled,
        game=event["game"],
        turn=table.turn,
        turn_player=table.turn_player,
        phase=table.phase,
        group_seq=event["group"],
        step=event["step"],
        group_size=event["of"],
        at_utc=event["at"],
        actor=event.get("by"),
        player=event.get("player"),
        unit=event.get("unit"),
        number=event.get("number"),
        cause=cause.get("kind"),
        cause_seq=cause.get("event"),
        cause_player=cause.get("player"),
        cause_clause=cause.get("clause"),
        evidence=note.get("evidence"),
        ms=note.get("ms"),
        data=_rest(event),
    )


def _rest(event: PlainEvent) -> str:
    """Write what the columns do not say as JSON."""
    rest = {name: value for name, value in event.items() if name not in _IN_COLUMNS}
    for name, told in (("cause", _CAUSE), ("recorder", _NOTE)):
        inner = rest.pop(name, None)
        if inner:
            more = {key: value for key, value in inner.items() if key not in told}
            if more:
                rest[name] = more
    return canonical(rest).decode() if rest else "{}"


def _transfer(moment: Moment, event: PlainEvent) -> TransferRow:
    table, cause, order = moment.table, part(event, "cause"), part(event, "ordering")
    origin, goal, asked = event["from"], event["to"], part(event, "requested")
    founds = goal["zone"] in FIELD and "unit" not in goal
    card = str(event["seq"])
    return TransferRow(
        match_id=moment.match_id,
        seq=event["seq"],
        ruled=moment.ruled,
        game=event["game"],
        turn=table.turn,
        turn_player=table.turn_player,
        phase=table.phase,
        group_seq=event["group"],
        step=event["step"],
        group_size=event["of"],
        at_utc=event["at"],
        actor=event.get("by"),
        manner=event["manner"],
        number=event.get("number"),
        owner=event.get("owner"),
        card=card,
        was=event.get("was"),
        from_zone=origin["zone"],
        from_side=origin.get("side"),
        from_unit=origin.get("unit"),
        from_position=origin.get("position"),
        to_zone=goal["zone"],
        to_side=goal.get("side"),
        to_unit=card if founds else goal.get("unit"),
        to_position=goal.get("position"),
        facing=event.get("facing"),
        orientation=event.get("orientation"),
        founds=founds,
        order_chooser=order.get("chooser"),
        order_rank=order.get("rank"),
        order_public=order.get("public"),
        order_auto=order.get("auto"),
        route=event.get("route"),
        revealed=event.get("revealed"),
        attack=event.get("attack"),
        redirect=event.get("redirect"),
        requested_zone=asked.get("zone"),
        cause=cause.get("kind"),
        cause_seq=cause.get("event"),
        cause_player=cause.get("player"),
    )


def _ordering(moment: Moment, event: PlainEvent) -> OrderingRow:
    table, order = moment.table, event["ordering"]
    return OrderingRow(
        match_id=moment.match_id,
        seq=event["seq"],
        ruled=moment.ruled,
        game=event["game"],
        turn=table.turn,
        turn_player=table.turn_player,
        group_seq=event["group"],
        subject="transfer" if event["kind"] == "transferred" else "activation",
        chooser=order.get("chooser"),
        rank=order.get("rank"),
        public=order.get("public"),
        basis=order.get("basis"),
        auto=order.get("auto"),
        candidates=size_of(order.get("candidates")),
    )


def _reordering(moment: Moment, event: PlainEvent) -> OrderingRow:
    table = moment.table
    return OrderingRow(
        match_id=moment.match_id,
        seq=event["seq"],
        ruled=moment.ruled,
        game=event["game"],
        turn=table.turn,
        turn_player=table.turn_player,
        group_seq=event["group"],
        subject="reorder",
        chooser=event.get("chooser"),
        rank=None,
        public=None,
        basis=None,
        auto=None,
        candidates=event["count"],
    )


def _group(moment: Moment) -> GroupRow:
    table, first = moment.table, moment.events[0]
    return GroupRow(
        match_id=moment.match_id,
        seq=first["seq"],
        last_seq=moment.place,
        events=len(moment.events),
        ruled=moment.ruled,
        at_utc=first["at"],
        game=table.game,
        turn=table.turn,
        turn_player=table.turn_player,
        phase=table.phase,
        memory=table.memory,
        attack=None if table.attack is None else table.attack["attack"],
        no_area=len(table.no_area),
    )


def _zone_counts(table: Table, side: Player) -> tuple[int, ...]:
    """Count what lies on a side, in the order of the columns."""
    piles = table.sides[side]
    battle, breeding, links, suspended = _field(table, side)
    return (
        len(piles["deck"]),
        len(piles["egg_deck"]),
        len(piles["hand"]),
        len(piles["security"]),
        sum(card.up for card in piles["security"]),
        len(piles["trash"]),
        len(piles["outside"]),
        len(battle),
        sum(battle),
        len(breeding),
        sum(breeding),
        links,
        suspended,
    )


def _field(table: Table, side: Player) -> tuple[list[int], list[int], int, int]:
    """Return the heights of the stacks in each part of the field, links and suspended units."""
    battle: list[int] = []
    breeding: list[int] = []
    links = suspended = 0
    for unit in table.units.values():
        if unit.side == side:
            (battle if unit.zone == "battle" else breeding).append(len(unit.cards))
            links += len(unit.links)
            suspended += unit.suspended
    return battle, breeding, links, suspended
