"""The judge's file of a match: calls, rulings, penalties, the clock, rewinds, corrections.

It is computed from what its viewer may read, and from nothing else. What judges and clocks did
counts whether or not the game was rewound since.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from dcg_events.events.codec import PlainEvent
from dcg_events.log.sealing import plain
from dcg_events.projections.backdating import corrected_seq
from dcg_events.projections.correcting import Moment, happened
from dcg_events.projections.course import Course, course_of
from dcg_events.projections.knowing.following import Knowing
from dcg_events.views.appeals import Appeals
from dcg_events.views.clock import Clock
from dcg_events.views.known import known_view
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.reading import Reading
from dcg_events.views.rulings_shape import (
    CorrectionView,
    GainedCardView,
    GainView,
    JudgesFile,
    PenaltyView,
    RewindView,
)
from dcg_events.vocabulary.people import PLAYERS, Player

_KEPT: Final = {
    "judge_called": "calls",
    "information_shown": "shown",
    "state_repaired": "repairs",
    "state_attested": "attested",
}
"""Kinds of which the file keeps the events as they are."""

_NOTHING: Final[frozenset[str]] = frozenset()


def judges_file(match: MatchLog) -> JudgesFile:
    """Return what judges did in a match, as its viewer may read it.

    Raises:
        LogDamagedError: At the first damage.
        ImpossibleEventError: At an event that cannot have happened.
    """
    reading = Reading(match.source, match.viewer, None, "played")
    course = course_of(reading.again())
    appeals, clock = Appeals(), Clock()
    penalties: list[PenaltyView] = []
    kept: dict[str, list[dict[str, Any]]] = {name: [] for name in _KEPT.values()}
    problems = appeals.problems
    named: dict[int, str | None] = {}
    about: set[int] = set()
    head, last = "", -1
    for moment, head in reading.all_moments(course):  # noqa: B007 - used after the loop
        last = moment.place
        for event in map(plain, happened(moment.group)):
            kind = event["kind"]
            if kind == "ruling_issued":
                appeals.rule(event)
            elif kind == "clock_changed":
                clock.change(event)
            elif kind == "penalty_issued":
                penalties.append(_penalty(event, stands=appeals.refer(event)))
            elif kind in _KEPT:
                kept[_KEPT[kind]].append(event)
            if kind == "rewound":
                named[event["seq"]] = event.get("ruling")
            elif kind == "record_corrected" and "event" in event:
                about.add(corrected_seq(event))
            if kind in ("state_repaired", "rewound"):
                appeals.refer(event)
    for penalty in penalties:  # a ruling may have been overturned since
        penalty["ruling_stands"] = appeals.stands(penalty["ruling"])
    return {
        "viewer": match.viewer,
        "events": last + 1,
        "head": head,
        "calls": kept["calls"],
        "rulings": list(appeals.rulings()),
        "penalties": penalties,
        "clock": clock.view,
        "shown": kept["shown"],
        "repairs": kept["repairs"],
        "attested": kept["attested"],
        "rewinds": list(_rewinds(match, course, named)),
        "corrections": _corrections(reading, about),
        "problems": sorted([*problems, *clock.problems], key=lambda problem: problem["event"]),
    }


def _penalty(event: PlainEvent, *, stands: bool | None) -> PenaltyView:
    return {
        "event": event["seq"],
        "player": event["player"],
        "tier": event["tier"],
        "infraction": event.get("infraction"),
        "upgraded_from": event.get("upgraded_from"),
        "ruling": event.get("ruling"),
        "ruling_stands": stands,
    }


def _rewinds(
    match: MatchLog, course: Course, named: Mapping[int, str | None]
) -> Iterator[RewindView]:
    """Yield every rewind, with the ruling that it names."""
    undone = course.undone()
    gained = {player: _gains(match, player) for player in PLAYERS} if course.rewinds else {}
    for at, target in course.rewinds:
        yield {
            "event": at,
            "to_seq": target,
            "ruling": named.get(at),
            "undone": [target + 1, at - 1] if target + 1 < at else None,
            "undone_by": next((by for first, last, by in undone if first <= at <= last), None),
            "gained": [gained[player][at] for player in PLAYERS],
        }


def _gains(match: MatchLog, player: Player) -> dict[int, GainView]:
    """Return for each rewind what a player knows since the branch that it undid.

    The judge reads what the player may read. Whoever else is not that player reads what everybody
    may, and so learns no more than that of what the player knows.
    """
    holds = match.viewer in ("judge", player)
    reading = Reading(match.source, player, None if holds else _NOTHING, "played")
    course = reading.course()
    knowing = Knowing(player, reading.again, course.corrections)
    targets = dict(course.rewinds)
    found: dict[int, GainView] = {}
    for moment, head in reading.all_moments(course):
        knowing.advance(moment.group, moment.place)
        if moment.place in targets and _is_rewind(moment):
            cards = _since(knowing, head, targets[moment.place], moment.place)
            found[moment.place] = {"player": player, "cards": cards, "all_of_it": holds}
    return found


def _is_rewind(moment: Moment) -> bool:
    return bool(moment.group[0]["kind"] == "rewound")


def _since(knowing: Knowing, head: str, first: int, last: int) -> list[GainedCardView]:
    return [
        {"number": card["number"], "since": card["since"], "why": card["why"]}
        for item in known_view(knowing, head)["items"]
        for card in item["cards"]
        if card["undone"] and first < card["since"] < last
    ]


def _corrections(reading: Reading, about: Collection[int]) -> list[CorrectionView]:
    """Return the corrections, each with what stood in its place before.

    Args:
        reading: How the log is read.
        about: The events that they are about.
    """
    standing: dict[int, dict[str, Any] | None] = {}
    found: dict[int, CorrectionView] = {}
    views: list[CorrectionView] = []
    for group in reading.again() if about else ():
        for event in map(plain, group):
            corrects = event["kind"] == "record_corrected" and "event" in event
            seq = corrected_seq(event) if corrects else event["seq"]
            if not corrects and seq in about:
                standing[seq] = event
            if not corrects:
                continue
            if seq in found:
                found[seq]["stands"] = False
            view: CorrectionView = {
                "event": event["seq"],
                "place": event["after"] if seq == event["seq"] else seq,
                "adds": seq == event["seq"],
                "before": standing.get(seq),
                "right": event["event"],
                "stands": True,
            }
            found[seq] = view
            standing[seq] = event["event"]
            views.append(view)
    return views
