"""Signed notes: a text, and signatures over it (C2SP signed-note).

A note is read and written here; whether a signature holds is for `signing`. Nothing in a note may
be believed before a signature over it was verified with a key that its reader trusts.
"""

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from dcg_events.errors import SealError

MAX_NOTES: Final = 1 << 22
"""Most bytes that a file of notes may have."""

MAX_SIGNATURES: Final = 100
"""Most signatures under one text; the specification asks for at least 16."""

_SIGNATURE: Final = re.compile("— ([^ ]+) ([A-Za-z0-9+/]+={0,2})")
_REMEDY: Final = "give a note as `dcg-events seal` writes it"


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line. Name and key id together say by which key, and in which way, it was made.

    Attributes:
        name: The key's name.
        key_id: Its four bytes, no digest that anybody could rely on.
        value: What the key made of the text.
    """

    name: str
    key_id: bytes
    value: bytes

    def __str__(self) -> str:
        return f"— {self.name} {encode64(self.key_id + self.value)}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A signed text.

    Attributes:
        text: What is signed: lines, none of them empty, with the last line feed.
        signatures: Signatures over it, by known and unknown keys.
    """

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n" + "".join(map(str, self.signatures))

    def to_bytes(self) -> bytes:
        """Return the note as it stands in a file."""
        return str(self).encode()


def write_notes(notes: Iterable[Note]) -> bytes:
    """Return notes as they stand in a file, an empty line between two."""
    return "\n".join(map(str, notes)).encode()


def read_notes(content: bytes, where: str) -> list[Note]:
    """Read a file of notes: one after another, an empty line between two.

    A text with empty lines would be a lawful note, but none of ours; it is refused.

    Raises:
        SealError: If it is anything else, by as little as a byte.
    """
    if len(content) > MAX_NOTES:
        _refuse(where, f"it is longer than the {MAX_NOTES:,} bytes that notes may have")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        _refuse(where, "it is not UTF-8")
    if any(letter < " " and letter != "\n" for letter in set(text)):
        _refuse(where, "it holds a control character")
    if not text.endswith("\n"):
        _refuse(where, "its last line has no end")
    lines = text[:-1].split("\n")
    notes = []
    start = 0
    while start < len(lines):
        note, start = _read_note(lines, start, where)
        notes.append(note)
    return notes


def read_note(content: bytes, where: str) -> Note:
    """Read a file that holds one note; see `read_notes`."""
    notes = read_notes(content, where)
    if len(notes) != 1:
        _refuse(where, f"it holds {len(notes)} notes and not one")
    return notes[0]


def merged(notes: Iterable[Note]) -> list[Note]:
    """Return notes with each text once, under all signatures that were given for it."""
    found: dict[str, dict[Signature, None]] = {}
    for note in notes:
        found.setdefault(note.text, {}).update(dict.fromkeys(note.signatures))
    return [Note(text, tuple(signatures)) for text, signatures in found.items()]


def _read_note(lines: list[str], start: int, where: str) -> tuple[Note, int]:
    """Read the note that begins with a line; return it, and the line where the next begins."""
    number = start
    while number < len(lines) and lines[number]:
        number += 1
    text = "".join(line + "\n" for line in lines[start:number])
    if not text:
        _refuse(f"{where}, line {number + 1}", "an empty line stands where a note begins")
    signatures = []
    number += 1
    while number < len(lines) and lines[number]:
        signatures.append(_signature(lines[number], f"{where}, line {number + 1}"))
        number += 1
        if len(signatures) > MAX_SIGNATURES:
            _refuse(where, f"a note has more than the {MAX_SIGNATURES} signatures allowed")
    if not signatures:
        _refuse(f"{where}, line {min(number, len(lines))}", "a text is not signed")
    if number == len(lines) - 1:
        _refuse(where, "an empty line follows the last note")
    return Note(text, tuple(signatures)), number + 1


def _signature(line: str, where: str) -> Signature:
    found = _SIGNATURE.fullmatch(line)
    if not found or not is_key_name(found[1]):
        _refuse(where, "it is no signature: an em dash, a key's name and base64")
    value = decode64(found[2], where)
    if len(value) <= 4:
        _refuse(where, "the signature is too short to hold one")
    return Signature(found[1], value[:4], value[4:])


def is_key_name(name: str) -> bool:
    """Tell whether a key may be called so: no spaces of any kind and no plus sign.

    >>> [is_key_name(name) for name in ("judge.example/ann", "Ann+1", "Ann Lee", "")]
    [True, False, False, False]
    """
    return bool(name) and not any(letter.isspace() or letter == "+" for letter in name)


def encode64(value: bytes) -> str:
    """Return base64 as notes have it (RFC 4648 §4)."""
    return base64.b64encode(value).decode()


def decode64(text: str, where: str) -> bytes:
    """Read base64 in the one form that its bytes have.

    Raises:
        SealError: If it is in any other form, or no base64.
    """
    try:
        value = base64.b64decode(text, validate=True)
    except ValueError:
        value = b""
    if not value or encode64(value) != text:
        _refuse(where, "its base64 is not in canonical form")
    return value


def _refuse(where: str, problem: str) -> NoReturn:
    raise SealError(where, problem, _REMEDY)
