"""Make the rows of rulings and findings."""

from typing import Any, Final, TypeAlias, get_args, get_type_hints

from dcg_events.audit.finding import Finding
from dcg_events.events.codec import PlainEvent
from dcg_events.tables.moment import Moment, RowBuilder
from dcg_events.tables.rows.judging import FindingRow, RulingRow

_KINDS: Final = frozenset(get_args(get_type_hints(RulingRow)["kind"]))

Evidence: TypeAlias = str | None


class RulingBuilder(RowBuilder):
    """Makes the rows of what judges did, counting or not."""

    def note(self, moment: Moment) -> None:
        """Take in what happened."""
        for event in moment.events:
            if event["kind"] in _KINDS:
                self.rows.rulings.append(_ruling(moment, event))


def _ruling(moment: Moment, event: PlainEvent) -> RulingRow:
    texts = (event.get(name) for name in ("text", "question", "reason", "why", "how"))
    return RulingRow(
        match_id=moment.match_id,
        seq=event["seq"],
        kind=event["kind"],
        ruled=moment.ruled,
        game=event["game"],
        turn=moment.table.turn,
        at_utc=event["at"],
        player=event.get("player"),
        about=event.get("about", event.get("corrects")),
        ruling=event.get("ruling"),
        replaces=event.get("replaces"),
        judge=event.get("judge"),
        level=event.get("level"),
        final=event.get("final"),
        clauses=_cited(event.get("clauses")),
        tier=event.get("tier"),
        infraction=event.get("infraction"),
        to_seq=event.get("to_seq"),
        accepted=event.get("accepted"),
        text=next((text for text in texts if text is not None), None),
    )


def _cited(clauses: list[dict[str, Any]] | None) -> str | None:
    if clauses is None:
        return None
    return ", ".join(f"{cited['edition']} §{cited['clause']}" for cited in clauses)


def finding_row(match_id: str, finding: Finding, *, ruled: bool, authority: Evidence) -> FindingRow:
    """Make the row of a finding.

    Args:
        match_id: The match.
        finding: The finding.
        ruled: Whether the event that it is about counts.
        authority: Where the record of that event is from, as far as the reader may know.
    """
    return FindingRow(
        match_id=match_id,
        seq=finding.event,
        rule=finding.rule,
        clause=finding.clause,
        edition=finding.edition,
        language=finding.language,
        other_reading=finding.other_reading,
        severity=finding.severity,
        ruled=ruled,
        game=finding.game,
        turn=finding.turn,
        group_seq=finding.group,
        p1="p1" in finding.players,
        p2="p2" in finding.players,
        authority=authority,
        evidence=" ".join(map(str, finding.evidence)),
        happened=finding.happened,
        asks=finding.asks,
    )
