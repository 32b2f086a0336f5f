"""Head codes: a checkpoint in eight characters, to be compared on two screens.

Forty bits tell histories apart that differ by accident, or that somebody alters afterwards without
much ado. They are no seal. Who wants another history for a code already shown has to try some 2^40
of them, and salts can be tried freely: minutes on a graphics card. Who prepares both histories
before the code is shown needs some 2^20 tries, which is a second. Compare within the turn, and
sign where it matters.
"""

from hashlib import sha256
from typing import Final

from dcg_events.errors import UsageError

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no I, L, O, U
_TAKEN_FOR: Final = str.maketrans("ILO", "110", "- ")


def code_of(text: str) -> str:
    r"""Return the code of a checkpoint: the first 40 bits of the SHA-256 of its text.

    >>> code_of("dcg-events/match/0\n1\nAAAA\n")
    'YBW3-6HG4'
    """
    bits = int.from_bytes(sha256(text.encode()).digest()[:5])
    letters = "".join(_LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def as_code(typed: str) -> str:
    """Return a code as it is printed, from what somebody typed or read aloud.

    >>> as_code("7kq2 m9xo")
    '7KQ2-M9X0'

    Raises:
        UsageError: If it is no code.
    """
    letters = typed.upper().translate(_TAKEN_FOR)
    if len(letters) != 8 or not set(letters) <= set(_LETTERS):
        problem = "it is no head code, which has eight letters and digits"
        raise UsageError("code", problem, "write it as on the screen, such as 7KQ2-M9XA")
    return f"{letters[:4]}-{letters[4:]}"
