"""An event in words: one line, in the rulebook's terms, from the event alone.

What the reader may not know is null in the event and stays unsaid. Every kind has its entry in
`WORDS`, so that a new kind has to be given words before the tests pass.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from dcg_events.cli.words import cards, effects, game, judging, transfers
from dcg_events.cli.words.phrases import Speaker
from dcg_events.events.codec import PlainEvent

Wording: TypeAlias = Callable[[PlainEvent, Speaker], str]


def _corrected(event: PlainEvent, say: Speaker) -> str:
    right = event.get("event")
    return judging.correction(event, None if right is None else WORDS[right["kind"]](right, say))


WORDS: Final[dict[str, Wording]] = {
    "transferred": lambda event, say: transfers.transfer([event], say, _ordered(event)),
    **cards.WORDS,
    **effects.WORDS,
    **game.WORDS,
    **judging.WORDS,
    "record_corrected": _corrected,
}
"""What each kind says."""


def sentence(event: PlainEvent, names: Mapping[str, str] | None = None) -> str:
    """Tell an event in one line.

    Args:
        event: A plain event, whole or as a viewer may read it.
        names: Names of p1 and p2, where they are to be used.

    >>> sentence({"kind": "memory_changed", "after": -3})
    "memory 3 on p2's side"
    """
    wording = WORDS.get(event["kind"])
    if wording is None:  # a later version of the package wrote it
        return str(event["kind"]).replace("_", " ")
    return wording(event, Speaker(names or {}))


def group_lines(
    group: Sequence[PlainEvent],
    names: Mapping[str, str] | None = None,
    sizes: Mapping[tuple[str, str], int] | None = None,
) -> list[tuple[PlainEvent, PlainEvent, str]]:
    """Tell the events of one moment in as few lines as lose nothing.

    Args:
        group: Its events.
        names: Names of p1 and p2.
        sizes: How many cards the piles hold after it, by zone and side, if that is known.

    Returns:
        For each line its first event, its last one, and the words.
    """
    say = Speaker(names or {}, sizes or {})
    ordered = sum(1 for event in group if event.get("ordering")) if len(group) > 1 else None
    lines = []
    for run in _runs(group):
        first = run[0]
        if first["kind"] == "transferred":
            lines.append((first, run[-1], transfers.transfer(run, say, ordered)))
        else:
            lines.append((first, first, sentence(first, names)))
    return lines


def group_sentence(group: Sequence[PlainEvent], names: Mapping[str, str] | None = None) -> str:
    """Tell the events of one moment in one line.

    >>> turn = {"kind": "turn_started", "player": "p1", "turn": 3}
    >>> group_sentence([turn, {"kind": "phase_entered", "phase": "draw"}])
    'at once: turn 3 begins, p1 is the turn player; draw phase'
    """
    lines = [words for _, _, words in group_lines(group, names)]
    return lines[0] if len(lines) == 1 else f"at once: {'; '.join(lines)}"


def _runs(group: Sequence[PlainEvent]) -> list[list[PlainEvent]]:
    """Part a group into stretches of transfers that can be told together."""
    runs: list[list[PlainEvent]] = []
    for event in group:
        if runs and transfers.alike(runs[-1][0], event):
            runs[-1].append(event)
        else:
            runs.append([event])
    return [part for run in runs for part in _told_together(run)]


def _told_together(run: list[PlainEvent]) -> list[list[PlainEvent]]:
    if len(run) == 1 or transfers.together(run):
        return [run]
    return [[event] for event in run]


def _ordered(event: PlainEvent) -> int | None:
    """Return how many cards were ordered, as far as a single event says."""
    size = event.get("of")
    return size if isinstance(size, int) and size > 1 else None
