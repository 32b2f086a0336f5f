"""Which transfers are of one card, so that a contradiction about it is one about all of them."""

from collections.abc import Iterable
from typing import TypeAlias

from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import Recording

Node: TypeAlias = tuple[str, int]
"""A transfer: `a` or `b`, and its seq there."""


class Identities:
    """Joins the transfers of a card, from placement to placement, through both recordings."""

    def __init__(self, pairing: Pairing) -> None:
        self._parent: dict[Node, Node] = {}
        self._contested: set[Node] = set()
        for one, two in pairing.of_a.items():
            self._join(("a", one), ("b", two))
        for name, recording in (("a", pairing.a), ("b", pairing.b)):
            self._follow(name, recording)

    def _follow(self, name: str, recording: Recording) -> None:
        for seq, told in enumerate(recording.told):
            was = told.event.get("was")
            if told.event["kind"] == "transferred" and isinstance(was, str) and was.isdigit():
                self._join((name, seq), (name, int(was)))

    def _root(self, node: Node) -> Node:
        while (parent := self._parent.get(node, node)) != node:
            self._parent[node] = node = self._parent.get(parent, parent)
        return node

    def _join(self, one: Node, two: Node) -> None:
        self._parent[self._root(one)] = self._root(two)

    def contest(self, nodes: Iterable[Node]) -> None:
        """Note that the recordings contradict each other about what a card is."""
        self._contested |= set(nodes)

    def settle(self) -> None:
        """Take the contradictions to all transfers of their cards."""
        self._contested = {self._root(node) for node in self._contested}

    def is_contested(self, node: Node) -> bool:
        """Tell whether there is a contradiction about a card, here or at another transfer."""
        return self._root(node) in self._contested


def card_of(name: str, recording: Recording, seq: int) -> Node:
    """Return the transfer that placed the card which an event is about, or the event itself."""
    event = recording.told[seq].event
    if event["kind"] != "transferred":
        for field in ("card", "source", "was"):
            placement = event.get(field)
            if isinstance(placement, str) and placement.isdigit():
                return name, int(placement)
    return name, seq
