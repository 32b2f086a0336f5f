"""Openings that a `disclosed` event repeats: who may hold them in the write that discloses.

A write may repeat the opening line of an earlier event, byte for byte, if one of its `disclosed`
records names that event and field with the commitment of the line. No earlier record is needed to
tell: the commitment is the SHA-256 of the line. That it is the commitment of that earlier record
is for `verify` to compare.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from dcg_events.log.sealing import is_sealed

MARK: Final = b'"disclosed"'
"""Bytes without which a record line discloses nothing."""


class Disclosure(NamedTuple):
    """A value that a record discloses.

    Attributes:
        item: Its part of the record: `event`, `field`, and the commitment as `value`.
        to: Who may know it, besides who could know it before.
        seq: The event that discloses it.
    """

    item: dict[str, Any]
    to: list[str]
    seq: int


Disclosures: TypeAlias = dict[str, list[Disclosure]]
"""What a write discloses, by commitment."""


def disclosures_of(record: Any) -> list[Disclosure]:  # noqa: ANN401 - any JSON value
    """Return what a record, its values sealed, discloses; nothing if it is of another kind.

    Raises:
        ValueError: If the record is not formed as it should be.
    """
    if not isinstance(record, dict) or record.get("kind") != "disclosed":
        return []
    to, items, seq = record.get("to"), record.get("opened"), record.get("seq")
    if (
        isinstance(to, list)
        and isinstance(items, list)
        and isinstance(seq, int)
        and all(map(_is_item, items))
    ):
        return [Disclosure(item, to, seq) for item in items]
    message = "a disclosed record without its parts"
    raise ValueError(message)


def _is_item(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.keys() == {"event", "field", "value"}
        and type(item["event"]) is int
        and isinstance(item["field"], str)
        and is_sealed(item["value"])
    )


def collect(disclosures: Iterable[Disclosure]) -> Disclosures:
    """Sort disclosures by their commitments."""
    found: Disclosures = {}
    for disclosure in disclosures:
        found.setdefault(disclosure.item["value"], []).append(disclosure)
    return found


def put_back_repeated(
    disclosures: Disclosures, opening: list[Any], commitment: str, holder: str
) -> bool:
    """Put the value of a repeated opening into the items that disclose it, if the holder may know.

    Args:
        disclosures: What the write discloses; the items are changed. What an opening was found
            for is taken out, so that a second one like it is found for nothing.
        opening: The parsed opening.
        commitment: Of its line.
        holder: Who reads.

    Returns:
        Whether the write discloses this value at all.
    """
    tag, seq, path, audience, value, _ = opening
    found = disclosures.pop(commitment, [])
    for item, to, _ in found:
        if tag != "open" or item["event"] != seq or item["field"] != path:
            return False
        if holder == "judge" or holder in audience or holder in to:
            item["value"] = value
    return bool(found)
