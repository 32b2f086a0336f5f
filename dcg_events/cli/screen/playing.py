"""Step through a match on a terminal, or print the whole of it elsewhere."""

import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

from rich.console import Console
from rich.text import Text

from dcg_events.cli.screen.drawing import table_lines
from dcg_events.cli.screen.keyboard import IDLE, keyboard
from dcg_events.cli.screen.layout import rule, styled
from dcg_events.cli.screen.session import OpenAs, Session, turn_starts
from dcg_events.cli.words.game import outcome
from dcg_events.cli.words.lines import event_lines
from dcg_events.cli.words.phrases import Speaker, names_of
from dcg_events.views.replay import Replay
from dcg_events.vocabulary.people import Viewer


def play(
    replay: Replay,
    open_as: OpenAs,
    viewers: Sequence[Viewer],
    console: Console | None = None,
    keys: Iterable[str] | None = None,
) -> None:
    """Step through a match until `q` is pressed; the terminal is left as it was found.

    Args:
        replay: The match, standing where to begin.
        open_as: Opens it as another viewer, or in another history.
        viewers: As whom it can be read.
        console: Where to draw; standard output by default.
        keys: Keys by their names in `keyboard`; read from standard input by default.
    """
    console = console or Console()
    session = Session(replay, open_as, viewers)
    if keys is not None:
        _run(session, console, keys)
        return
    with keyboard(sys.stdin.fileno()) as pressed:
        _run(session, console, pressed)


def _run(session: Session, console: Console, keys: Iterable[str]) -> None:
    size = None
    with console.screen(hide_cursor=True):
        for key in chain(("start",), keys):
            if key == IDLE and console.size == size:
                continue
            if not session.press(key):
                return
            size = console.size
            lines = session.lines(size.width, size.height)
            window = Text("\n", no_wrap=True, overflow="crop").join(lines)
            console.update_screen(window) if console.is_alt_screen else console.print(window)


def print_all(
    replay: Replay, every: Literal["group", "turn"] = "turn", console: Console | None = None
) -> None:
    """Print a match from its first event to its last: in words, with the table in between.

    Args:
        replay: The match.
        every: Whether to draw the table after every group, or at the end of every turn.
        console: Where to; standard output by default.
    """
    console = console or Console()
    width = console.width
    words_width = width if console.is_terminal else 10_000  # one event a line, for other tools
    names = names_of(replay.group(0)[0])
    starts = {index: (game, turn) for index, game, turn in turn_starts(replay)}
    _print(console, _heading(replay, width, len(starts)))
    for index in range(len(replay)):
        view, group = replay.seek(index), replay.group()
        by = replay.undone_by()
        if by is not None and (index == 0 or replay.undone_by(index - 1) != by):
            heading = styled(f"undone: event {by} takes the game back from here on", "bold")
            _print(console, [rule(width, heading, None, "╌")])
        if index in starts:
            game, turn = starts[index]
            heading = styled(f"game {game} · turn {turn}", "bold")
            _print(console, [rule(width, heading, None, "═")])
        _print(console, event_lines(group, names, words_width, view))
        following = replay.group(index + 1) if index + 1 < len(replay) else []
        ends = not following or following[0]["kind"] in ("turn_started", "game_started")
        if index and (every == "group" or ends):
            _print(console, [Text(), *table_lines(view, names, width), Text()])
    ended = outcome(replay.seek(len(replay) - 1), Speaker(names))
    _print(console, [styled(f" Result: {ended or 'the match is not over'}", "bold")])


def _heading(replay: Replay, width: int, turns: int) -> list[Text]:
    names = names_of(replay.group(0)[0])
    last = replay.group(len(replay) - 1)[-1]["seq"]
    facts = f" {last + 1} events · {turns} turns · as {replay.viewer} may read it"
    versus = styled(" against ".join(names[side] for side in ("p1", "p2")), "bold")
    return [rule(width, versus, None, "═"), styled(facts), Text()]


def _print(console: Console, lines: Sequence[Text]) -> None:
    for line in lines:
        line.rstrip()
        if console.is_terminal:
            console.print(line, soft_wrap=True, highlight=False)
        else:  # many times faster, and a long match is long
            console.file.write(f"{line.plain}\n")
