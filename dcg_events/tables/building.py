"""Make the tables of a match: verified, read as one viewer, gone through once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from dcg_events.audit.auditing import Auditor
from dcg_events.audit.finding import Finding
from dcg_events.audit.rules import RULES
from dcg_events.errors import DcgEventsError, ImpossibleEventError
from dcg_events.events.codec import PlainEvent
from dcg_events.log.identity import Identity, identity_of
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import plain
from dcg_events.log.store import read_groups, utc_now
from dcg_events.projections.correcting import happened
from dcg_events.projections.course import course_of
from dcg_events.projections.fold import MALFORMED, Group
from dcg_events.tables.attacks import AttackBuilder
from dcg_events.tables.checking import check_types
from dcg_events.tables.decisions import DecisionBuilder
from dcg_events.tables.events import EventBuilder
from dcg_events.tables.games import GameBuilder
from dcg_events.tables.judging import RulingBuilder, finding_row
from dcg_events.tables.moment import Builder, Moment, part, seconds_between
from dcg_events.tables.rows.matches import MatchRow
from dcg_events.tables.schema import SCHEMA_VERSION, MatchTables
from dcg_events.tables.usage import UsageBuilder
from dcg_events.views.delay import Clock, Delay
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.verifying import require_whole
from dcg_events.vocabulary.people import Viewer

_BUILDERS: Final = (
    EventBuilder,
    GameBuilder,
    DecisionBuilder,
    AttackBuilder,
    UsageBuilder,
    RulingBuilder,
)


def match_tables(
    log: str | Path | LogPart,
    viewer: Viewer = "judge",
    *,
    delay: Delay | None = None,
    now: Clock = utc_now,
) -> MatchTables:
    """Return the rows of a match, as one viewer may know it.

    The log is verified as `dcg-events verify` does it: nothing of a damaged one is returned, and
    nothing of one that is cut off in the middle of a write.

    Args:
        log: The log, a part of it, or a member of a pack.
        viewer: As whom to read it; what they may not know is null.
        delay: By how much what they are told lags behind the match.
        now: The clock by which a delay is measured.

    Raises:
        LogError: If the log cannot be read, is damaged, or has not begun a game.
        UsageError: If the log is a copy that the viewer cannot read.
        ImpossibleEventError: If an event cannot have happened, or has not the form it should have.
    """
    match = MatchLog(log, viewer, delay=delay, now=now)
    require_whole(match.source, viewer)
    identity = identity_of(match.source)
    groups = list(read_groups(match.source, viewer))
    try:
        rows = _Reading(identity, viewer, groups).tables(Path(str(log)).name)
        check_types(rows)
    except MALFORMED as error:
        problem = "an event lacks a field, or holds a value of the wrong type"
        remedy = "check it with `dcg-events verify --strict`"
        raise ImpossibleEventError(str(log), problem, remedy) from error
    except DcgEventsError as error:
        raise error.at(str(log)) from error
    return rows


class _Reading:
    """Goes through the groups of a match once, for all builders."""

    def __init__(self, identity: Identity, viewer: Viewer, groups: Sequence[Group]) -> None:
        self.identity = identity
        self.viewer = viewer
        self.groups = groups
        self.rows = MatchTables.empty()
        self.builders: list[Builder] = [builder(self.rows) for builder in _BUILDERS]
        self.course = course_of(groups)
        self.played: list[PlainEvent] = []

    def counts(self, seq: int) -> bool:
        """Tell whether an event counts in the end."""
        return self.course.counts(self.course.corrections.place_of(seq))

    def tables(self, source: str) -> MatchTables:
        """Return the rows of all tables."""
        auditor = Auditor(lambda: iter(self.groups), self.course, RULES, "en")
        auditor.play(None, self.groups[0][0])
        findings: list[Finding] = []
        before: str | None = None
        for place, recorded, _ in auditor.moments(self.groups):
            group = happened(recorded)
            if not group:
                continue
            auditor.look(group, findings)
            auditor.scene.table.seq = place
            at = group[0]["at"]
            moment = Moment(
                match_id=self.identity.match_id,
                viewer=self.viewer,
                events=[plain(event) for event in group],
                place=place,
                table=auditor.scene.table,
                ruled=self.course.counts(place),
                elapsed=seconds_between(before, at),
            )
            self.played += moment.events
            for builder in self.builders:
                builder.note(moment)
            before = at
        for builder in self.builders:
            builder.finish()
        self._add_findings(findings)
        self.rows.matches.append(self._match(source))
        return self.rows

    def _add_findings(self, findings: list[Finding]) -> None:
        wanted = {finding.event for finding in findings}
        evidence = {
            event["seq"]: part(event, "recorder").get("evidence")
            for event in self.played
            if event["seq"] in wanted
        }
        for finding in sorted(findings, key=lambda finding: finding.event):
            row = finding_row(
                self.identity.match_id,
                finding,
                ruled=self.counts(finding.event),
                authority=evidence.get(finding.event),
            )
            self.rows.findings.append(row)

    def _match(self, source: str) -> MatchRow:
        header = plain(self.groups[0][0])
        players, place, ended = header["players"], part(header, "tournament"), self._end()
        won = ended.get("games") or (None, None, None)
        times = [event["at"] for event in self.played if event["at"] is not None]
        return MatchRow(
            match_id=self.identity.match_id,
            head=self.identity.head,
            events=self.identity.events,
            viewer=self.viewer,
            source=source,
            schema_version=SCHEMA_VERSION,
            rules_edition=header["rules"]["edition"],
            rules_language=header["rules"]["language"],
            card_database=header.get("cards"),
            p1_name=players["p1"]["name"],
            p2_name=players["p2"]["name"],
            p1_played_by=players["p1"].get("played_by"),
            p2_played_by=players["p2"].get("played_by"),
            organiser=place.get("organiser"),
            tournament=place.get("event"),
            round=place.get("round"),
            table_name=place.get("table"),
            best_of=header.get("best_of"),
            clock=header["clock"],
            origin=header.get("origin"),
            games=len(self.rows.games),
            ended=bool(ended),
            outcome=ended.get("outcome"),
            winner=ended.get("winner"),
            p1_games=won[0],
            p2_games=won[1],
            drawn_games=won[2],
            rewinds=len(self.course.rewinds),
            corrections=self.course.corrections.count,
            first_at=min(times, default=None),
            last_at=max(times, default=None),
        )

    def _end(self) -> dict[str, Any]:
        """Return the `match_ended` that counts, empty while there is none."""
        ends = [event for event in self.played if event["kind"] == "match_ended"]
        return next((event for event in reversed(ends) if self.counts(event["seq"])), {})
