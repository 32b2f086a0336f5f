"""The shape of a reconciliation: what two recordings of one match agree and disagree about."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.reconciling.comparing import Difference
from dcg_events.vocabulary.people import Viewer

Nature: TypeAlias = Literal["only_a", "only_b", "differs", "order", "time"]
"""How recordings diverge: an event that only one has; fields that contradict; another order of the
same events; times that do not fit."""


class Source(TypedDict):
    """One of the two recordings.

    Attributes:
        path: The file.
        copy_of: Whose copy it is; `judge` for a full log, and for what a seat recorded itself.
        events: How many it has.
        head: Its head, which its seals and copies are checked against.
        unrecorded: Kinds that it never tells and the other does, with how often.
        filled: Values that it does not know and the other does.
    """

    path: str
    copy_of: Viewer
    events: int
    head: str
    unrecorded: dict[str, int]
    filled: int


class Note(TypedDict):
    """What the recorder noted of where it has an event from, as far as the reader may know.

    Attributes:
        ref: The line or message of its source.
        evidence: `authoritative`, `one_client` or `inferred`.
    """

    ref: str | None
    evidence: str | None


class Evidence(TypedDict):
    """What one recording says at a divergence.

    Attributes:
        seq: The event.
        group: The first event of its moment.
        at: Its time.
        text: The event in words.
        note: Where the recorder has it from; null if it is not noted, or not for the reader.
        head: The head of the write that holds it.
        counts: Cards by side and zone before its moment.
        memory: The gauge before it.
    """

    seq: int
    group: int
    at: str | None
    text: str
    note: Note | None
    head: str
    counts: dict[str, dict[str, int]]
    memory: int


class Seqs(TypedDict):
    """Some events of both recordings, by seq."""

    a: list[int]
    b: list[int]


class Before(TypedDict):
    """The last events before, of those that both tell; null at the beginning."""

    a: int | None
    b: int | None


class Divergence(TypedDict):
    """One thing that the recordings do not tell alike, told once, where it begins.

    Attributes:
        nature: An event that only one has, fields that differ, another order, a time.
        contradiction: Whether both cannot be right. Only then there is nothing to merge.
        fields: What differs, field by field.
        a: What A says; null if it has no such event.
        b: What B says.
        after: What both tell last before it.
        also: Other events of the same divergence: the rest of a moment.
        consequences: Events that are different only because of this: what is done with a card
            that only one recording has placed.
    """

    nature: Nature
    contradiction: bool
    fields: list[Difference]
    a: Evidence | None
    b: Evidence | None
    after: Before
    also: Seqs
    consequences: Seqs


class Stretch(TypedDict):
    """Events in a row that both tell alike: first and last seq in A, and in B."""

    a: tuple[int, int]
    b: tuple[int, int]


class Reconciliation(TypedDict):
    """What two recordings of one match agree and disagree about.

    Attributes:
        a: The one recording.
        b: The other.
        same_log: Whether they are copies of one log, the shorter one perhaps cut off.
        agreed: Events that both tell, and tell alike.
        paired: Events that both tell.
        stretches: Where they agree.
        clock: Seconds by which B's times are later than A's, in the middle; null if unknown.
        split: Moments of A that B divides otherwise.
        worded: Events told in other words.
        echoes: Events that repeat a contradiction told before.
        contradictions: How many divergences are contradictions.
        divergences: Each, in the order of the match.
    """

    a: Source
    b: Source
    same_log: bool
    agreed: int
    paired: int
    stretches: list[Stretch]
    clock: int | None
    split: int
    worded: int
    echoes: int
    contradictions: int
    divergences: list[Divergence]
