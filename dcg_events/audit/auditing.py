"""Audit a log: tell its story group by group and ask the rules.

The auditor reads what its reader may know: of a viewer's copy, and of a full log read as that
viewer, it finds the same, so a finding tells its reader nothing hidden.
"""

from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from dcg_events.audit.asked import asked
from dcg_events.audit.authority import authorities
from dcg_events.audit.clauses.citing import cited
from dcg_events.audit.clauses.registry import clause
from dcg_events.audit.finding import Finding
from dcg_events.audit.naming import said
from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.rules import RULES
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.story import Story
from dcg_events.errors import ImpossibleEventError
from dcg_events.log.part import LogPart
from dcg_events.log.store import open_log, read_groups
from dcg_events.log.trusting import trusted_form
from dcg_events.projections.audiences import judge
from dcg_events.projections.correcting import INSIDE, Moment, corrects, happened
from dcg_events.projections.course import Course
from dcg_events.projections.fold import CHANGES, MALFORMED, Group, apply_group, malformed
from dcg_events.projections.rewinding import Again, moments_as_ruled, refuse_target
from dcg_events.projections.table import Table
from dcg_events.projections.visibility import COMMON as SEEN_OF_ALL
from dcg_events.projections.visibility import RULES as RULES_OF_SIGHT
from dcg_events.projections.witness import Past
from dcg_events.vocabulary.people import Viewer
from dcg_events.vocabulary.rules import Language

_SPOKEN: Final = frozenset(
    path
    for kind, rules in RULES_OF_SIGHT.items()
    for path, sealed in (SEEN_OF_ALL | rules).items()
    if sealed is not None and (sealed is not judge or kind == "game_started")
) - {"recorder"}

AUDITED: Final = _SPOKEN | {INSIDE + path for path in _SPOKEN}
"""The sealed fields that the auditor reads: what speaks of cards, and not the judge's notes."""


_PLACING: Final = ("transferred", "game_started")


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    Attributes:
        path: The log.
        viewer: As whom it was read.
        language: Whose reading of the rules was followed.
        edition: The edition that was played.
        events: Number of events looked at.
        head: The head of the log after them.
        findings: In the order of the log.
    """

    path: str
    viewer: Viewer
    language: Language
    edition: str
    events: int
    head: str
    findings: tuple[Finding, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the audit for JSON."""
        return asdict(self)


class Auditor:
    """Goes through a match as one viewer reads it.

    Attributes:
        scene: The moment it stands at.
        refusal: Why a correction that it does not know of cannot be one.
    """

    def __init__(
        self, again: Again, course: Course, rules: Sequence[Rule], speech: Language
    ) -> None:
        self.scene = Scene()
        self.refusal: ImpossibleEventError | None = None
        self._again = again
        self._course = course
        self._speech = speech
        self._starts: list[int] = []
        self._rules = rules
        self._asked = asked(rules, self.scene.language)

    def is_strange(self, group: Group) -> bool:
        """Tell whether a group corrects the record and does not stand in its place."""
        return corrects(group) and not self._course.corrections.took(group)

    def moments(self, groups: Iterable[Group]) -> Iterator[Moment]:
        """Yield what happened, from the recorded groups."""
        return self._course.corrections.moments(groups)

    def play(self, language: Language | None, header: dict[str, Any]) -> None:
        """Take from the first event what was played, under which reading."""
        rules = header["rules"]
        self.scene.language = language or rules["language"]
        self.scene.edition = rules["edition"]
        self._asked = asked(self._rules, self.scene.language)

    def look(self, group: Group, findings: list[Finding]) -> None:
        """Add to the findings what is wrong with a group, and let it happen.

        Raises:
            ImpossibleEventError: If it cannot have happened.
        """
        self.scene.group = group
        insort(self._starts, group[0]["seq"])
        if self.refusal is not None and self.is_strange(group):
            raise self.refusal
        try:
            if len(group) > 1:
                self._look_at_all(group, findings)
            elif group[0]["kind"] == "rewound":
                self._rewind(group, findings)
            else:
                self._look_at(group[0], findings)
        except MALFORMED as error:
            raise malformed(group[0]) from error

    def _look_at(self, event: dict[str, Any], findings: list[Finding]) -> None:
        """Look at an event that is a group of its own, as most are: without a detour."""
        scene, kind = self.scene, event["kind"]
        before, after = self._asked.at(event)
        for check, rule in before:
            for found in check(scene, event):
                findings.append(self._finding(rule, found, event))  # noqa: PERF401 - rare
        change = CHANGES.get(kind)
        if change is not None:
            change(scene.table, event)
        scene.table.seq = event["seq"]
        for check, rule in after:
            for found in check(scene, event):
                findings.append(self._finding(rule, found, event))  # noqa: PERF401 - rare
        scene.story.note_one(scene.table, event)
        if kind in _PLACING:
            scene.past.note((event,))

    def _look_at_all(self, group: Group, findings: list[Finding]) -> None:
        scene = self.scene
        self._ask(group, 0, findings)
        apply_group(scene.table, group)
        self._ask(group, 1, findings)
        scene.story.note(scene.table, group)
        scene.past.note(group)

    def _rewind(self, group: Group, findings: list[Finding]) -> None:
        scene = self.scene
        self._ask(group, 0, findings)
        if (group[0]["seq"], group[0]["to_seq"]) not in self._course.rewinds:
            self._course.note(group)  # a record without corrections is not read ahead
        scene.story, scene.past, scene.table = self._told_until(group[0])
        scene.table.seq = group[0]["seq"]

    def _told_until(self, event: dict[str, Any]) -> tuple[Story, Past, Table]:
        """Tell the story anew, as ruled, up to where a rewind leads."""
        table, story, past, target = Table(), Story(), Past(), event["to_seq"]
        for moment in moments_as_ruled(self._again(), target, self._course):
            group = happened(moment.group)
            if group:
                if group[0]["kind"] != "rewound":
                    apply_group(table, group)
                story.note(table, group)
                past.note(group)
            table.seq = moment.place
        if table.seq != target or target >= event["seq"]:
            refuse_target(event)
        return story, past, table

    def _ask(self, group: Group, moment: int, findings: list[Finding]) -> None:
        """Ask what is asked of a group before it, 0, or after it, 1."""
        told: set[str] = set()
        for event in group:
            for check, rule in self._asked.at(event)[moment]:
                if rule.once:
                    if rule.id in told:
                        continue
                    told.add(rule.id)
                for found in check(self.scene, event):
                    findings.append(self._finding(rule, found, event))  # noqa: PERF401 - rare

    def _finding(self, rule: Rule, found: Break, event: dict[str, Any]) -> Finding:
        scene = self.scene
        seq = event["seq"] if found.seq is None else found.seq
        edition, number = cited(clause(found.clause or rule.clause), scene.edition)
        return Finding(
            rule=rule.id,
            clause=number,
            edition=edition,
            language=scene.language,
            other_reading=len(rule.languages) > 1,
            severity=found.severity or rule.severity,
            game=scene.table.game,
            turn=scene.table.turn,
            event=seq,
            group=self._starts[bisect_right(self._starts, seq) - 1],
            players=found.players,
            evidence=(seq, *(other for other in found.evidence if other != seq)),
            authority=None,
            happened=said(rule.happened, found.details, self._speech),
            asks=said(rule.asks, found.details, self._speech),
            details=found.details,
        )


def audit(
    path: str | Path | LogPart,
    viewer: Viewer = "judge",
    *,
    language: Language | None = None,
    speech: Language = "en",
    rules: Sequence[Rule] = RULES,
) -> Audit:
    """Audit a log as a viewer reads it.

    Args:
        path: The log.
        viewer: As whom to read; the judge reads all that the file opens.
        language: Whose reading of the rules to follow; by default that of the match.
        speech: The language of the sentences.
        rules: The rules to ask.

    Raises:
        LogError: If the log cannot be read or is damaged.
    """
    source = LogPart.of(path)
    findings: list[Finding] = []

    def again() -> Iterator[Group]:
        return read_groups(source, viewer, AUDITED)

    auditor = Auditor(again, Course(), rules, speech)
    with trusted_form(source):
        gone = _go_through(auditor, source, viewer, language, findings)
        if gone is None:  # the record was corrected: what is wrong with the game, as it was played?
            course, refusal = _course(again)
            auditor = Auditor(again, course, rules, speech)
            auditor.refusal = refusal
            findings = []
            gone = _go_through(auditor, source, viewer, language, findings)
    events, head = gone or (0, "")
    scene = auditor.scene
    signed = _signed(findings, source, viewer)
    return Audit(str(source), viewer, scene.language, scene.edition, events, head, signed)


def _course(again: Again) -> tuple[Course, ImpossibleEventError | None]:
    """Return what a log says of its own order, and why it says no more if there is an error."""
    course = Course()
    try:
        for group in again():
            course.note(group)
    except ImpossibleEventError as error:
        return course, error
    return course, None


def _go_through(
    auditor: Auditor,
    source: LogPart,
    viewer: Viewer,
    language: Language | None,
    findings: list[Finding],
) -> tuple[int, str] | None:
    """Let an auditor look at a match as it was played, up to the first impossible group.

    Returns:
        The number of events and the head after them; None where the record is corrected and the
        auditor does not know how.
    """
    events = 0
    with open_log(source, viewer, AUDITED) as reader:
        for moment in auditor.moments(reader.groups()):
            group = happened(moment.group)
            if not group:
                continue
            if not events:
                auditor.play(language, group[0])
            if auditor.is_strange(group) and auditor.refusal is None:
                return None
            try:
                auditor.look(group, findings)
            except ImpossibleEventError as error:
                findings.append(_impossible(auditor.scene, group, error))
                break
            auditor.scene.table.seq = moment.place
            events += len(group)
        return events, reader.head


def _signed(findings: list[Finding], source: Path | LogPart, viewer: Viewer) -> tuple[Finding, ...]:
    """Sort findings by their events, and say where the record of each event is from."""
    wanted = {finding.event for finding in findings} if viewer == "judge" else set()
    authority = authorities(source, wanted) if wanted else {}
    ordered = sorted(findings, key=lambda finding: finding.event)
    return tuple(replace(found, authority=authority.get(found.event)) for found in ordered)


def _impossible(scene: Scene, group: Group, error: ImpossibleEventError) -> Finding:
    """Make a finding of a group that the table refuses; nothing after it can be judged."""
    return Finding(
        rule="impossible",
        clause="3-1-1",
        edition=scene.edition,
        language=scene.language,
        other_reading=True,
        severity="impossible",
        game=scene.table.game,
        turn=scene.table.turn,
        event=group[0]["seq"],
        group=group[0]["seq"],
        players=(),
        evidence=(group[0]["seq"],),
        authority=None,
        happened=error.problem,
        asks=error.remedy,
        details={},
    )
