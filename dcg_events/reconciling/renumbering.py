"""Write what an event of a recording refers to as a merged log numbers it."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from dcg_events.events.codec import PlainEvent
from dcg_events.reconciling.fields import PLACEMENT, Role, role_of

_LEFT_OUT: Final = frozenset({"seq", "group", "step", "of", "game", "recorder"})
_PILED: Final = re.compile(r"([0-9]+)\.([0-9]+)")


class Renumbering:
    """What the events of a recording are called in a merged log.

    Attributes:
        seqs: For each event that was merged its seq there.
        firsts: For the first event of a moment the first of the merged one, after which cards of
            whole piles are named.
        ends: For each event the last one of its merged moment.
    """

    def __init__(self, rename: Callable[[str, str], str]) -> None:
        """Begin.

        Args:
            rename: Gives the merged name for a field and a name that the recorder gave.
        """
        self.seqs: dict[int, int] = {}
        self.firsts: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self._rename = rename

    def note(self, merged: Mapping[int, int], groups: Iterable[int], first: int, last: int) -> None:
        """Note what the events of a merged moment are called.

        Args:
            merged: Their seqs there, by those here.
            groups: The first events of their moments here.
            first: The first event of the merged moment.
            last: The last one.
        """
        self.seqs |= merged
        self.firsts |= dict.fromkeys(groups, first)
        self.ends |= dict.fromkeys(merged, last)

    def event(self, event: PlainEvent) -> PlainEvent:
        """Return an event with merged references, without its own place in a log."""
        told = {name: value for name, value in event.items() if name not in _LEFT_OUT}
        worded = isinstance(event.get("words"), list)
        return {
            name: value if worded and name == "chosen" else self._part(event["kind"], name, value)
            for name, value in told.items()
        }

    def value(self, kind: str, path: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of a field with merged references."""
        role, merged = role_of(kind, path), value
        if role is Role.CARD:
            listed = isinstance(value, list)
            merged = [self._item(item) for item in value] if listed else self._card(value)
        elif role is Role.EVENT and isinstance(value, int):
            merged = self.ends.get(value) if path == "to_seq" else self.seqs.get(value)
        elif role is Role.NAME and isinstance(value, str):
            merged = self._rename(path, value)
        elif path == "opened":
            merged = [self._disclosed(item) for item in value]
        return merged

    def _part(self, kind: str, path: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        if isinstance(value, dict):
            return {name: self._part(kind, f"{path}.{name}", part) for name, part in value.items()}
        return self.value(kind, path, value)

    def _item(self, item: Any) -> Any:  # noqa: ANN401 - an id, a name, a word, a fighter
        if isinstance(item, dict):
            return {n: self._card(v) if n in ("unit", "card") else v for n, v in item.items()}
        return self._card(item)

    def _card(self, placement: Any) -> Any:  # noqa: ANN401 - an id, a name, a word
        if not isinstance(placement, str):
            return placement
        if not PLACEMENT.fullmatch(placement):
            return self._rename("pending", placement)
        piled = _PILED.fullmatch(placement)
        if piled is None:
            return str(self.seqs[int(placement)]) if int(placement) in self.seqs else placement
        seq = int(piled[1])
        return f"{self.firsts.get(seq, self.seqs.get(seq, seq))}.{piled[2]}"

    def _disclosed(self, item: dict[str, Any]) -> dict[str, Any]:
        return {"event": self.seqs.get(item["event"], item["event"]), "field": item["field"]}
