"""A finding: what an audit reports, as data and in words."""

from dataclasses import asdict, dataclass
from typing import Any

from dcg_events.audit.rule import Severity
from dcg_events.vocabulary.rules import Language


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was not as a clause asks, or that the record does not show.

    Attributes:
        rule: The rule of the audit that found it.
        clause: The clause, as numbered in `edition`.
        edition: The edition of the rules that the number belongs to.
        language: Whose reading was followed.
        other_reading: Whether the reading of the other language finds it too.
        severity: Impossible, a breach, an incomplete record, a doubt.
        game: The game of the match, from 1.
        turn: The turn, from 1 over both players; 0 before the first.
        event: The seq of the event it is about.
        group: The seq of the first event of that moment.
        players: Whom it concerns.
        evidence: Seqs of events that show it, `event` first.
        authority: Whether the record of that event is authoritative, one client's or inferred;
            None where the log, or the reader's copy of it, does not say.
        happened: What happened, in the language asked for.
        asks: What the rule asks.
        details: What the sentences name: zones, players, counts, placements.
    """

    rule: str
    clause: str
    edition: str
    language: Language
    other_reading: bool
    severity: Severity
    game: int
    turn: int
    event: int
    group: int
    players: tuple[str, ...]
    evidence: tuple[int, ...]
    authority: str | None
    happened: str
    asks: str
    details: dict[str, str | int]

    def citation(self, speech: Language = "en") -> str:
        """Cite the clause with its edition."""
        book = "総合ルール" if speech == "ja" else "CR "
        return f"{book}{self.edition} §{self.clause}"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding for JSON."""
        return asdict(self)
