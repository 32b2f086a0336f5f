"""Lines of styled text with a fixed left edge: rows of tokens that wrap or are cut short."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from dcg_events.cli.words.phrases import clean

LABEL: Final = 10
"""Columns of the label of a row."""

INDENT: Final = LABEL + 6
"""Columns before the content of a row: margin, label, count, gap."""

QUIET: Final = "dim"
"""The style of what is said on every page alike."""


def shorten(words: object, columns: int) -> str:
    """Cut words to a number of columns; wide letters count two.

    >>> shorten("Aiko", 9), shorten("Bartholomew", 9)
    ('Aiko', 'Bartholo…')
    """
    text = Text(clean(words))
    text.truncate(columns, overflow="ellipsis")
    return text.plain


def styled(words: str, style: str = QUIET) -> Text:
    """Make text whose style stays its own when other text is put behind it."""
    return Text().append(words, style)


def flow(tokens: Iterable[Text], columns: int, gap: int = 1) -> list[Text]:
    """Set tokens one after the other, in as many lines as they need."""
    lines: list[Text] = []
    for token in tokens:
        if lines and lines[-1].cell_len + gap + token.cell_len <= columns:
            lines[-1].append(" " * gap).append_text(token)
        else:
            lines.append(token[1:] if token.plain[:1] == " " else token.copy())
    return lines


def fit(tokens: Sequence[Text], columns: int, count: int) -> Text:
    """Set as many tokens as one line holds, and say how many of all are left out."""
    line = Text()
    shown = 0
    for token in tokens:
        left = count - shown - 1
        more = len(f" +{left}") if left else 0
        if line.cell_len + bool(line) + token.cell_len + more > columns:
            break
        line.append(" " if line else "").append_text(token)
        shown += 1
    if count > shown:
        line.append(f"{' ' if line else ''}+{count - shown}", QUIET)
    return line


def row(label: str, count: object, content: Sequence[Text]) -> list[Text]:
    """Put a label and a count before the first line of a content, and nothing before the others."""
    head = f" {label:<{LABEL}}{'' if count is None else count:>3}  "
    lines = [styled(head) if count is None else _with_count(label, count)]
    lines[0].append_text(content[0] if content else Text())
    return lines + [Text(" " * INDENT).append_text(line) for line in content[1:]]


def _with_count(label: str, count: object) -> Text:
    return styled(f" {label:<{LABEL}}").append(f"{count:>3}", "bold").append("  ")


def rule(
    columns: int, left: Text | None = None, right: Text | None = None, line: str = "─"
) -> Text:
    """Draw a line across, with words near its left and right ends."""
    text = styled(line)
    if left:
        text.append(" ").append_text(left).append(" ")
    ending = Text(" ").append_text(right).append(f" {line}", QUIET) if right else Text()
    fill = columns - text.cell_len - ending.cell_len
    return text.append(line * max(fill, 1), QUIET).append_text(ending)
