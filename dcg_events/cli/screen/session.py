"""What the interactive replay shows, and what each key does to it; no terminal is touched here."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from rich.text import Text

from dcg_events.cli.screen.drawing import table_lines
from dcg_events.cli.screen.keyboard import IDLE
from dcg_events.cli.screen.layout import QUIET, fit, rule, styled
from dcg_events.cli.words.lines import event_lines, moment
from dcg_events.cli.words.phrases import names_of
from dcg_events.errors import DcgEventsError
from dcg_events.views.replay import Replay
from dcg_events.vocabulary.histories import History
from dcg_events.vocabulary.people import Viewer

OpenAs: TypeAlias = Callable[[Viewer, History], Replay]

_BAR: Final = (
    ("← →", "step"),
    ("↑ ↓", "turn"),
    ("?", "help"),
    ("q", "quit"),
    ("v", "viewer"),
    ("t", "to turn"),
    ("g", "to event"),
    ("h", "history"),
)

_HELP: Final = (
    ("→  space  n", "the next moment: one event, or all that happened at once"),
    ("←  b", "the moment before"),
    ("↓  ]", "the next turn"),
    ("↑  [", "the beginning of this turn, then the turn before"),
    ("t 7 Enter", "go to turn 7 of this game"),
    ("g 41 Enter", "go to event 41"),
    ("Home  End", "the first and the last moment"),
    ("PgUp  PgDn", "scroll the table where the window is too small"),
    ("v", "see it as another viewer, as far as this copy allows"),
    ("h", "as played, as ruled (without what was undone), as recorded"),
    ("q", "quit"),
    ("", ""),
    ("▮", "lies face down; a number behind it is what this viewer may read"),
    ("▯", "a security card that lies face up"),
    ("?", "lies open, and the recorder does not know its number"),
    ("⟂", "suspended"),
    ("+2  &1", "in a small window: cards under a unit, cards linked to it"),
    ("(p2)", "the owner of a card, where it lies on the other side"),
    ("", ""),
    ("", "Piles and stacks are listed from the top, a trash from its newest card."),
)


_HISTORIES: Final[tuple[History, ...]] = ("played", "ruled", "recorded")
_HOW: Final[dict[History, str]] = {
    "played": "",
    "ruled": " · as ruled",
    "recorded": " · as recorded",
}


class Session:
    """What the replay shows, and what each key does to it.

    Attributes:
        replay: The match as the present viewer sees it.
        message: What went wrong with the last key; empty if nothing did.
        asking: What a number is being typed for: a turn, an event, or nothing.
        typed: The number so far.
    """

    def __init__(self, replay: Replay, open_as: OpenAs, viewers: Sequence[Viewer]) -> None:
        self.replay = replay
        self.names = names_of(replay.group(0)[0])
        self.message = ""
        self.asking: Literal["turn", "event"] | None = None
        self.typed = ""
        self._open_as = open_as
        self._viewers = list(viewers)
        self._starts = turn_starts(replay)
        self._helping = False
        self._scrolled = 0
        self._actions = self._bind()

    def _bind(self) -> dict[str, Callable[[], object]]:
        replay = self._seek
        actions: dict[str, Callable[[], object]] = {
            "home": lambda: replay(0),
            "end": lambda: replay(len(self.replay) - 1),
            "page up": lambda: self._scroll(-5),
            "page down": lambda: self._scroll(5),
            "t": lambda: self._ask("turn"),
            "g": lambda: self._ask("event"),
            "v": self._next_viewer,
            "h": self._next_history,
            "?": self._help,
        }
        for key in ("right", "space", "n"):
            actions[key] = lambda: replay(self.replay.position + 1)
        for key in ("left", "b"):
            actions[key] = lambda: replay(self.replay.position - 1)
        for key in ("down", "]"):
            actions[key] = self._next_turn
        for key in ("up", "["):
            actions[key] = self._previous_turn
        return actions

    def press(self, key: str) -> bool:
        """Do what a key says; return whether to go on."""
        if key in ("q", "Q"):
            return False
        if self._helping:
            self._helping = key == IDLE
            return True
        if key != IDLE:
            self.message = ""
        if self.asking:
            self._type(key)
        elif key in self._actions:
            self._actions[key]()
        return True

    def _seek(self, position: int) -> None:
        self.replay.seek(position)

    def _next_turn(self) -> None:
        here = self.replay.position
        self._seek(next((start for start, _, _ in self._starts if start > here), len(self.replay)))

    def _previous_turn(self) -> None:
        here = self.replay.position
        self._seek(next((start for start, _, _ in reversed(self._starts) if start < here), 0))

    def _next_viewer(self) -> None:
        index = (
            self._viewers.index(self.replay.viewer) if self.replay.viewer in self._viewers else -1
        )
        viewer = self._viewers[(index + 1) % len(self._viewers)]
        if viewer == self.replay.viewer:
            self.message = f"this copy can be read as {viewer} only"
            return
        self._open(viewer, self.replay.history)

    def _next_history(self) -> None:
        index = _HISTORIES.index(self.replay.history)
        self._open(self.replay.viewer, _HISTORIES[(index + 1) % len(_HISTORIES)])

    def _open(self, viewer: Viewer, history: History) -> None:
        """Go on in another reading of the match, at the same place as far as it has that place."""
        try:
            other = self._open_as(viewer, history)
            other.seek_place(self.replay.place())
        except DcgEventsError as error:
            self.message = str(error)
            return
        self.replay = other
        self._starts = turn_starts(other)

    def _help(self) -> None:
        self._helping = True

    def _scroll(self, lines: int) -> None:
        self._scrolled = max(0, self._scrolled + lines)

    def _ask(self, what: Literal["turn", "event"]) -> None:
        self.asking, self.typed = what, ""

    def _type(self, key: str) -> None:
        if key.isdecimal() and key.isascii() and len(self.typed) < 9:
            self.typed += key
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key in ("enter", "escape"):
            asked, self.asking = self.asking, None
            if key == "enter" and self.typed:
                self._go(asked, int(self.typed))

    def _go(self, what: str | None, number: int) -> None:
        try:
            if what == "event":
                self.replay.seek_event(number)
            else:
                self.replay.seek_turn(number)
        except DcgEventsError as error:
            self.message = str(error)

    def lines(self, width: int, height: int) -> list[Text]:
        """Return the lines of the whole window."""
        if self._helping:
            return _help_lines()[:height]
        room = max(height - 2, 1)
        view, group = self.replay.state(), self.replay.group()
        told = [moment(group, width), *event_lines(group, self.names, width, view)]
        table = table_lines(view, self.names, width)
        if len(table) + len(told) > room:
            table = table_lines(view, self.names, width, compact=True)
        most = max(room - len(table), room // 2, 3)
        if len(told) > most:
            told[most - 1 :] = [styled(f" … and {len(told) - most + 1} more lines")]
        body = self._window(table, room - len(told)) + told
        body += [Text()] * (room - len(body))
        return [*body, self._position(width), self._bar(width)]

    def _window(self, table: list[Text], room: int) -> list[Text]:
        """Return the part of the table that fits, with the rest a few keys away."""
        if len(table) <= room:
            self._scrolled = 0
            return table
        self._scrolled = min(self._scrolled, len(table) - room + 1)
        shown = table[self._scrolled : self._scrolled + max(room - 1, 0)]
        return [*shown, styled(f" … {len(table) - len(shown)} lines hidden: PgUp PgDn")]

    def _position(self, width: int) -> Text:
        view, count = self.replay.state(), len(self.replay)
        done, by = self.replay.position + 1, self.replay.undone_by()
        words = (
            f" {done} of {count} · event {view['seq']} · turn {view['turn']} · as {view['viewer']}"
            f"{_HOW[self.replay.history]}{'' if by is None else f' · undone by event {by}'} "
        )
        columns = max(width - len(words), 4)
        filled = columns * done // count
        return styled("━" * filled, "bold").append("─" * (columns - filled), QUIET).append(words)

    def _bar(self, width: int) -> Text:
        if self.asking:
            line = styled(f" {self.asking} ", "bold reverse").append(f" {self.typed}_")
            return line.append("   Enter to go there, Esc to stay", QUIET)
        if self.message:
            line = styled(f" {self.message}", "bold")
            line.truncate(width, overflow="ellipsis")
            return line
        keys = [styled(key, "bold").append(f" {what} ", QUIET) for key, what in _BAR]
        return styled(" ").append_text(fit(keys, width - 1, len(keys)))


def _help_lines() -> list[Text]:
    lines = [rule(72, styled("keys and signs", "bold")), Text()]
    lines += [styled(f"  {keys:<14}", "bold").append(f"{what}", "") for keys, what in _HELP]
    return [*lines, Text(), styled("  Any key goes back to the table.")]


def turn_starts(replay: Replay) -> list[tuple[int, int, int]]:
    """Return where turns begin: the group's index, the game, the turn."""
    found: list[tuple[int, int, int]] = []
    for index in range(len(replay)):
        found += [
            (index, event.get("game") or 0, event["turn"])
            for event in replay.group(index)
            if event["kind"] == "turn_started"
        ]
    return found
