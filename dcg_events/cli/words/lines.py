"""Events as lines of text: their seqs at the left edge, and one bracket for one moment."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich.text import Text

from dcg_events.cli.screen.layout import INDENT, flow, rule, styled
from dcg_events.cli.words.sentences import group_lines
from dcg_events.events.codec import PlainEvent
from dcg_events.views.shape import TableView

OWNERS: Final = {"p1": "cyan", "p2": "magenta"}
"""The colour of each side."""

Names: TypeAlias = Mapping[str, str]


def moment(group: Sequence[PlainEvent], width: int) -> Text:
    """Draw the line above the events: which they are, and when."""
    first, last = group[0].get("seq"), group[-1].get("seq")
    which = f"event {first}" if first == last else f"events {first} to {last}, at once"
    at = group[0].get("at")
    when = styled(f"{at[:10]} {at[11:19]} UTC") if at else None
    return rule(width, styled(which, "bold"), when)


def event_lines(
    group: Sequence[PlainEvent], names: Names | None, width: int, view: TableView | None = None
) -> list[Text]:
    """Tell the events in words, each behind its seq, wrapped with a hanging indent.

    Args:
        group: The events of one moment; a bracket at the left edge holds them together.
        names: Names of p1 and p2.
        width: Columns.
        view: The table after them, which tells the bottom of a pile from its middle.
    """
    lines: list[Text] = []
    for first, last, words in group_lines(group, names, pile_sizes(view)):
        seq, end = first.get("seq"), last.get("seq")
        label = "" if seq is None else f"{seq}" if seq == end else f"{seq}–{end}"
        told = flow((Text(word) for word in words.split(" ")), width - INDENT)
        head = styled(f" {label:<{INDENT - 3}}  ")
        lines.append(head.append_text(told[0]))
        lines += [Text(" " * INDENT).append_text(line) for line in told[1:]]
    if len(lines) > 1 and len(group) > 1:
        edges = "┌" + "│" * (len(lines) - 2) + "└"
        lines = [
            styled(edge).append_text(line[1:]) for edge, line in zip(edges, lines, strict=True)
        ]
    return lines


def pile_sizes(view: TableView | None) -> dict[tuple[str, str], int]:
    """Count the cards of the piles that have a bottom, by zone and side."""
    if view is None:
        return {}
    sides: Any = view["players"]
    zones = ("deck", "egg_deck", "security")
    return {(zone, side): sides[side][zone]["count"] for side in OWNERS for zone in zones}
