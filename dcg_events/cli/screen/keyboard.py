"""Single keys from a terminal, which is given back as it was, whatever happens."""

import os
import re
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

IDLE: Final = ""
"""What stands for a while without a key: time to see whether the window has a new size."""

_WAIT: Final = 0.25
_ESCAPE_WAIT: Final = 0.05
_KEY: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO[@-~]|\x1b(?![\[O])|[^\x1b]", re.DOTALL)

_NAMES: Final = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "1~": "home",
    "7~": "home",
    "4~": "end",
    "8~": "end",
    "5~": "page up",
    "6~": "page down",
}
_LETTERS: Final = {
    "\x1b": "escape",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    " ": "space",
}


def split_keys(typed: str) -> tuple[list[str], str]:
    r"""Part what a terminal sent into keys by name; an escape sequence cut short is left over.

    >>> split_keys("n\x1b[C\x1b[5~q")
    (['n', 'right', 'page up', 'q'], '')
    >>> split_keys("n\x1b[")
    (['n'], '\x1b[')
    """
    keys: list[str] = []
    done = 0
    while match := _KEY.match(typed, done):
        keys.append(_name(match[0]))
        done = match.end()
    return keys, typed[done:]


def _name(sequence: str) -> str:
    if len(sequence) == 1:
        return _LETTERS.get(sequence, sequence)
    return _NAMES.get(sequence[2:], "unknown")


@contextmanager
def keyboard(descriptor: int) -> Iterator[Iterator[str]]:
    """Read a terminal key by key, without echo, until the block is left.

    Ctrl-C interrupts as always, and the terminal is restored on the way out.

    Args:
        descriptor: File descriptor of the terminal.
    """
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield _keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _keys(descriptor: int) -> Iterator[str]:
    left_over = ""
    while True:
        waiting = _ESCAPE_WAIT if left_over else _WAIT
        if not select.select([descriptor], [], [], waiting)[0]:
            if left_over:  # the rest never came: it was the escape key
                left_over = ""
                yield "escape"
            else:
                yield IDLE
            continue
        sent = os.read(descriptor, 1024)
        if not sent:
            return
        keys, left_over = split_keys(left_over + sent.decode("utf-8", "replace"))
        if left_over == "" and keys[-1:] == ["escape"]:
            keys.pop()
            left_over = "\x1b"
        yield from keys
