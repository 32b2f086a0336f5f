"""All tables by name, and the version of what they mean."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from dcg_events.tables.rows.events import EventRow, OrderingRow, TransferRow
from dcg_events.tables.rows.judging import FindingRow, RulingRow
from dcg_events.tables.rows.matches import GameRow, GroupRow, MatchRow, TurnRow, ZoneCountRow
from dcg_events.tables.rows.play import (
    AttackRow,
    BattleRow,
    DecisionRow,
    OptionRow,
    SecurityCheckRow,
)
from dcg_events.tables.rows.usage import CardUsageRow

SCHEMA_VERSION: Final = 1
"""Raised when a column changes its type or meaning, comes or goes; an export holds one."""

Row: TypeAlias = tuple[Any, ...]

TABLES: Final[dict[str, type[Row]]] = {
    "matches": MatchRow,
    "games": GameRow,
    "turns": TurnRow,
    "groups": GroupRow,
    "events": EventRow,
    "transfers": TransferRow,
    "zone_counts": ZoneCountRow,
    "decisions": DecisionRow,
    "options": OptionRow,
    "orderings": OrderingRow,
    "attacks": AttackRow,
    "security_checks": SecurityCheckRow,
    "battles": BattleRow,
    "card_usage": CardUsageRow,
    "rulings": RulingRow,
    "findings": FindingRow,
}


class MatchTables(NamedTuple):
    """The rows of one match, table by table, in the order of the log."""

    matches: list[MatchRow]
    games: list[GameRow]
    turns: list[TurnRow]
    groups: list[GroupRow]
    events: list[EventRow]
    transfers: list[TransferRow]
    zone_counts: list[ZoneCountRow]
    decisions: list[DecisionRow]
    options: list[OptionRow]
    orderings: list[OrderingRow]
    attacks: list[AttackRow]
    security_checks: list[SecurityCheckRow]
    battles: list[BattleRow]
    card_usage: list[CardUsageRow]
    rulings: list[RulingRow]
    findings: list[FindingRow]

    @classmethod
    def empty(cls) -> "MatchTables":
        """Return tables without rows."""
        return cls(*([] for _ in TABLES))

    def by_name(self) -> dict[str, Sequence[Row]]:
        """Return the rows by the names of their tables."""
        return dict(zip(TABLES, self, strict=True))
