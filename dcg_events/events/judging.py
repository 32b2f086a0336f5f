"""Events around the game: clock, judges, mistakes, corrections, attestations, notes."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from dcg_events.events.envelope import Event, Place
from dcg_events.events.fields import (
    CardNumbers,
    ClauseNumber,
    Count,
    FieldPath,
    Integer,
    Name,
    Seq,
    Strict,
    Text,
)
from dcg_events.vocabulary.people import Actor, Player
from dcg_events.vocabulary.rules import Edition, Language

ShownTo = Annotated[list[Literal["p1", "p2", "spectator"]], Field(max_length=3)]


class ClockChanged(Event):
    """The round clock was paused, resumed, extended, or time was called.

    Attributes:
        what: What happened to it.
        remaining: Seconds left.
        seconds: Seconds added by an extension.
        turns: Extra turns that follow, after time was called.
        reason: Why.
    """

    kind: Literal["clock_changed"] = "clock_changed"
    what: Literal["started", "paused", "resumed", "extended", "time_called", "extra_turn"]
    remaining: Integer | None = None
    seconds: Count | None = None
    turns: Count | None = None
    reason: Text | None = None


class JudgeCalled(Event):
    """A player called a judge; `about` is the seq in dispute."""

    kind: Literal["judge_called"] = "judge_called"
    player: Player | None
    about: Seq | None = None
    question: Text | None = None


class CitedClause(Strict):
    """A clause that a ruling rests on, with edition and language."""

    clause: ClauseNumber
    edition: Edition
    language: Language | None = None


class RulingIssued(Event):
    """A judge ruled. A ruling and its correctness are different facts.

    Attributes:
        ruling: The judge's name for it.
        judge: Who ruled.
        level: Floor judge, head judge.
        about: Seq in dispute.
        text: The ruling. For players and judges.
        clauses: What it rests on.
        replaces: Name of the ruling that it overturns on appeal.
        final: Whether no appeal is left.
    """

    kind: Literal["ruling_issued"] = "ruling_issued"
    ruling: Name
    judge: Name | None = None
    level: Literal["floor", "head"] | None = None
    about: Seq | None = None
    text: Text | None = None
    clauses: Annotated[list[CitedClause], Field(max_length=50)] | None = None
    replaces: Name | None = None
    final: bool | None = None


class PenaltyIssued(Event):
    """A judge issued a penalty. The tables of penalties are configuration, not ours."""

    kind: Literal["penalty_issued"] = "penalty_issued"
    player: Player
    tier: Literal["caution", "warning", "game_loss", "match_loss", "disqualification", "suspension"]
    infraction: Name | None = None
    reason: Text | None = None
    upgraded_from: Name | None = None
    ruling: Name | None = None


class InformationShown(Event):
    """Cards were shown by mistake: what was seen cannot be unseen.

    Attributes:
        to: Who saw them.
        place: Where they were. `position` is that of the first.
        count: How many.
        numbers: What was seen. Sealed from whoever did not see it.
        how: How it came about.
    """

    kind: Literal["information_shown"] = "information_shown"
    to: ShownTo
    place: Place
    count: Annotated[int, Field(ge=0, le=1000)]
    numbers: CardNumbers | None = None
    how: Text | None = None


class DisclosedValue(Strict):
    """A value of an earlier event that more may know from now on.

    Attributes:
        event: Seq of that event.
        field: Dotted path of the sealed field there.
        value: What it holds. Filled in from the log; given, it must be that value.
    """

    event: Seq
    field: FieldPath
    value: Any = None


class Disclosed(Event):
    """Sealed values of earlier events were shown: by a judge, or by the organiser afterwards.

    Recorded by itself. What was shown to whom is public; the values are not.

    Attributes:
        to: Who may know them from now on, besides who may already.
        opened: The values, each once: `event`, `field`, and `value`, which is filled in.
        reason: Why.
    """

    kind: Literal["disclosed"] = "disclosed"
    to: Annotated[ShownTo, Field(min_length=1)]
    opened: Annotated[list[DisclosedValue], Field(min_length=1, max_length=1000)]
    reason: Text | None = None

    @model_validator(mode="after")
    def _names_each_value_once(self) -> Self:
        if len({(item.event, item.field) for item in self.opened}) < len(self.opened):
            raise PydanticCustomError("opened", "names a value twice: name each once")
        return self


class StateRepaired(Event):
    """A judge repaired the game, or accepted its state; cards move by transfers of that cause."""

    kind: Literal["state_repaired"] = "state_repaired"
    ruling: Name | None = None
    accepted: bool
    about: Seq | None = None
    reason: Text | None = None


class Rewound(Event):
    """The game went back to how it stood after an earlier event; nothing is deleted.

    Attributes:
        to_seq: Last seq that stands: the end of a group before this one.
        ruling: The ruling that ordered it.
        reason: Why.
    """

    kind: Literal["rewound"] = "rewound"
    to_seq: Seq
    ruling: Name | None = None
    reason: Text | None = None


class RecordCorrected(Event):
    """The scribe erred and the game did not: what the record should have said.

    What stands in `event` counts from now on, at the place of the event that it corrects; the last
    correction of an event counts. Without `event` it is a remark. If the game itself erred, that is
    a repair.

    Attributes:
        corrects: Seq of the event with the error. Its kind stays: one of another kind never
            happened, and the right one is added.
        after: Instead of `corrects`: the end of a group after which something happened that was
            not recorded. What happened gets the seq of this correction.
        event: The whole event as it should have been recorded; null if it never happened. What
            the recorder knows may be left out. Each of its fields is for who might have read it at
            its place.
        field: Dotted path of the wrong field, for people. Judge only.
        right: What it should say, as text, for people. Judge only.
        why: How the error is known. Judge only.
    """

    kind: Literal["record_corrected"] = "record_corrected"
    corrects: Seq | None = None
    after: Seq | None = None
    event: dict[str, Any] | None = None
    field: Name | None = None
    right: Text | None = None
    why: Text | None = None

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        if (self.corrects is None) == (self.after is None):
            problem = "names one place: the event it corrects, or the one it comes after"
            raise PydanticCustomError("corrects", problem)
        if self.after is not None and self.event is None:
            raise PydanticCustomError("after", "adds an event: say which")
        return self


class StateAttested(Event):
    """Somebody confirmed how the table stands: counts that everybody can see."""

    kind: Literal["state_attested"] = "state_attested"
    signed_by: Annotated[list[Actor], Field(min_length=1, max_length=4)]
    counts: Annotated[list["AttestedCount"], Field(max_length=40)]
    memory: Integer | None = None


class AttestedCount(Strict):
    """How many cards lie in a zone, as attested."""

    zone: Literal["deck", "egg_deck", "hand", "security", "trash", "battle", "breeding"]
    side: Player
    count: Count


class Noted(Event):
    """A remark. Judge only, unless `audience` says who else may read it."""

    kind: Literal["noted"] = "noted"
    text: Text | None
    audience: ShownTo | None = None
    about: Seq | None = None
