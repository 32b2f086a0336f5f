"""The shape of a judge's file: what judges did in a match, and what stands."""

from typing import Any

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.vocabulary.people import Player, Viewer


class RulingView(TypedDict):
    """A ruling.

    Attributes:
        event: Seq of the event that issued it.
        ruling: The judge's name for it.
        judge: Who ruled.
        level: Floor judge, head judge.
        about: Seq in dispute.
        text: The ruling, where the viewer may read it.
        final: Whether no appeal is left.
        chain: Names from the first ruling of the dispute to this one.
        replaced_by: Seq of the ruling that overturned it; null if none did.
        stands: Whether it is the last word of its chain.
    """

    event: int
    ruling: str
    judge: str | None
    level: str | None
    about: int | None
    text: str | None
    final: bool
    chain: list[str]
    replaced_by: int | None
    stands: bool


class PenaltyView(TypedDict):
    """A penalty.

    Attributes:
        event: Seq of the event that issued it.
        player: Who received it.
        tier: Its tier.
        infraction: For what, where the viewer may read it.
        upgraded_from: What it would have been without an upgrade.
        ruling: The ruling that it rests on.
        ruling_stands: Whether that ruling stands; null if it names none that is known.
    """

    event: int
    player: Player
    tier: str
    infraction: str | None
    upgraded_from: str | None
    ruling: str | None
    ruling_stands: bool | None


class ClockView(TypedDict):
    """The round clock after the last event that changed it.

    Attributes:
        running: Whether it runs; null if it was never started.
        remaining: Seconds left at its last change, as far as the record tells.
        extended: Seconds added by extensions, all together.
        time_called: Seq of the event that called time; null if none did.
        extra_turns: Extra turns given after time was called.
        extra_turns_left: Of these, those that have not begun.
        events: Seqs of all changes.
    """

    running: bool | None
    remaining: int | None
    extended: int
    time_called: int | None
    extra_turns: int | None
    extra_turns_left: int | None
    events: list[int]


class GainedCardView(TypedDict):
    """A card that a player learned in a branch that was undone, and knows of since.

    `since` is the event that showed it, `why` how.
    """

    number: str
    since: int
    why: str


class GainView(TypedDict):
    """What a player gained in a branch that was undone.

    Attributes:
        player: Who.
        cards: The cards, as far as the viewer may know that the player knows them. For the judge
            and the player these are all; others read what everybody saw.
        all_of_it: Whether these are all.
    """

    player: Player
    cards: list[GainedCardView]
    all_of_it: bool


class RewindView(TypedDict):
    """A rewind.

    Attributes:
        event: Its seq.
        to_seq: The event it leads back to.
        ruling: The ruling that ordered it.
        undone: First and last seq of the branch; null if nothing was undone.
        undone_by: The rewind that undid this one; null if it counts.
        gained: What each player learned in the branch.
    """

    event: int
    to_seq: int
    ruling: str | None
    undone: list[int] | None
    undone_by: int | None
    gained: list[GainView]


class CorrectionView(TypedDict):
    """A correction of the record.

    Attributes:
        event: Its seq.
        place: Seq of the event that it corrects, or after which it adds one.
        adds: Whether it adds an event that was not recorded.
        before: What stood there before, as the viewer may read it; null if nothing did.
        right: What should stand there; null if it never happened.
        stands: Whether no later correction is about the same event.
    """

    event: int
    place: int
    adds: bool
    before: dict[str, Any] | None
    right: dict[str, Any] | None
    stands: bool


class ProblemView(TypedDict):
    """Something in what judges recorded that does not fit together: `event` and what it is."""

    event: int
    problem: str


class JudgesFile(TypedDict):
    """What judges did in a match, as one viewer may read it.

    Attributes:
        viewer: Who reads.
        events: Number of events of the log.
        head: The log's head.
        calls: The plain events that called a judge.
        rulings: The rulings, with their appeal chains.
        penalties: The penalties.
        clock: The round clock.
        shown: The plain events that tell of cards shown by mistake.
        repairs: The plain events that repaired the game or accepted its state.
        attested: The plain events that confirmed the state.
        rewinds: The rewinds, with what each player gained.
        corrections: The corrections of the record.
        problems: What does not fit together.
    """

    viewer: Viewer
    events: int
    head: str
    calls: list[dict[str, Any]]
    rulings: list[RulingView]
    penalties: list[PenaltyView]
    clock: ClockView
    shown: list[dict[str, Any]]
    repairs: list[dict[str, Any]]
    attested: list[dict[str, Any]]
    rewinds: list[RewindView]
    corrections: list[CorrectionView]
    problems: list[ProblemView]
