"""A round of a tournament: one signed line that fixes all its matches.

The leaves are the checkpoints of the matches, in the order of their texts; over them stands the
Merkle tree of RFC 6962. Its checkpoint names the round, the number of matches and the root.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import quote, unquote

from dcg_events.errors import SealError, UsageError
from dcg_events.seals.checkpoints import ROUND, Checkpoint
from dcg_events.seals.keys import PrivateKey
from dcg_events.seals.merkle import leaf_hash, path_to, root_of
from dcg_events.seals.notes import MAX_NOTES, Note
from dcg_events.seals.roundproof import RoundProof
from dcg_events.seals.signing import sign

_REMEDY: Final = "give a round that `dcg-events round seal` wrote"


@dataclass(frozen=True, slots=True)
class Round:
    """A sealed round.

    Attributes:
        note: Its signed checkpoint, which is published.
        matches: The checkpoints of its matches, in the order of the tree.
    """

    note: Note
    matches: tuple[Checkpoint, ...]

    def leaves(self) -> bytes:
        """Return the file of the leaves: the texts, an empty line between two."""
        return "\n".join(match.text for match in self.matches).encode()


def round_origin(name: str) -> str:
    """Return the origin of a round: its name, percent-encoded (RFC 3986 §2.1).

    >>> round_origin("Final round 3")
    'dcg-events/round/Final%20round%203'
    """
    if not name.strip() or not name.isprintable() or len(name) > 200:
        raise UsageError("--name", "it is no name for a round", "give event and round in words")
    return ROUND + quote(name, safe="")


def round_name(origin: str) -> str:
    """Return the name in the origin of a round, or the origin itself of anything else."""
    return unquote(origin.removeprefix(ROUND)) if origin.startswith(ROUND) else origin


def seal_round(matches: Iterable[Checkpoint], name: str, keys: Sequence[PrivateKey]) -> Round:
    """Seal the matches of a round.

    Args:
        matches: A checkpoint of each; the same one may come twice, of two copies.
        name: What everybody calls the round, with its event.
        keys: Who signs.

    Raises:
        UsageError: If there is no match, or two histories of one.
    """
    leaves = _in_order(matches)
    if not leaves:
        raise UsageError("round", "it has no match", "name the logs of its matches")
    for one, other in pairwise(leaves):
        if one.origin == other.origin:
            problem = f"{one.origin} is given with {one.count} events and with {other.count}"
            if one.count == other.count:
                problem = f"{one.origin} is given with two heads after {one.count} events"
            raise UsageError("round", problem, "give one log of each match, the one that counts")
    top = Checkpoint(round_origin(name), len(leaves), _root(leaves))
    return Round(sign(top.text, keys), leaves)


def read_round(note: Note, leaves: bytes, where: str) -> Round:
    """Read a round from its note and the file of its leaves, which must belong together.

    Raises:
        SealError: If they do not.
    """
    if len(leaves) > MAX_NOTES:
        raise SealError(where, f"it is longer than the {MAX_NOTES:,} bytes allowed", _REMEDY)
    try:
        texts = leaves.decode("ascii").split("\n\n")
    except UnicodeDecodeError as error:
        raise SealError(where, "it is not ASCII", _REMEDY) from error
    ended = [text + "\n" for text in texts[:-1]] + texts[-1:]
    matches = tuple(Checkpoint.parse(text, where) for text in ended)
    top = Checkpoint.parse(note.text, where)
    known = Round(note, matches)
    whole = known.leaves() == leaves and matches == _in_order(matches)
    if not whole or (top.count, top.head) != (len(matches), _root(matches)):
        raise SealError(where, "the matches are not those of the sealed round", _REMEDY)
    return known


def prove_in_round(sealed: Round, history: Iterable[Checkpoint], where: str) -> RoundProof:
    """Prove that a match is in a round.

    Args:
        sealed: The round.
        history: The checkpoints of the match's log, one of which is in the round if the match is.
        where: The log's name, for messages.

    Raises:
        UsageError: If none is.
    """
    places = {match: index for index, match in enumerate(sealed.matches)}
    index = next((places[reached] for reached in history if reached in places), None)
    if index is None:
        problem = "no checkpoint of it is among the matches of the round"
        raise UsageError(where, problem, "name another log, or see the leaves for what was sealed")
    digests = [leaf_hash(match.text.encode()) for match in sealed.matches]
    path = tuple(path_to(index, digests))
    return RoundProof(index, path, sealed.matches[index], sealed.note)


def _in_order(matches: Iterable[Checkpoint]) -> tuple[Checkpoint, ...]:
    return tuple(sorted(set(matches), key=lambda match: match.text))


def _root(matches: Sequence[Checkpoint]) -> bytes:
    return root_of([leaf_hash(match.text.encode()) for match in matches])
