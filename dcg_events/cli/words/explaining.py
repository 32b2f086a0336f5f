"""Explanations in words, for people, in English and Japanese."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from dcg_events.audit.explaining.shape import (
    CardExplanation,
    CutView,
    EventExplanation,
    Explanation,
    ShortLifeView,
    SpotView,
    StageView,
)
from dcg_events.cli.words.explaining_phrases import PHRASES
from dcg_events.cli.words.findings import finding_lines
from dcg_events.cli.words.phrases import clean, ordinal
from dcg_events.cli.words.sentences import sentence
from dcg_events.cli.words.terms import CAUSES, CUTS, HOWS, KINDS_JA, MANNERS
from dcg_events.events.codec import PlainEvent
from dcg_events.vocabulary.rules import Language
from dcg_events.vocabulary.zone_names import ZONE_NAMES

_TOP: Final = 3


class Telling:
    """Tells explanations in a language.

    Attributes:
        speech: The language.
        names: Names of p1 and p2.
        events: The plain events of the log as its reader may read them, by seq.
    """

    def __init__(
        self, speech: Language, names: Mapping[str, str], events: Mapping[int, PlainEvent]
    ) -> None:
        self.speech: Language = speech
        self.names = names
        self.events = events
        self._words = PHRASES[speech]

    def lines(self, told: Explanation) -> Iterator[str]:
        """Yield the lines about a card or an event."""
        return self.card(told) if told["about"] == "card" else self.event(told)

    def card(self, told: CardExplanation) -> Iterator[str]:
        """Yield the lines about a card."""
        life, words = told["life"], self._words
        number = words["unknown"]
        if life["number"] is not None:
            number = words["since"].format(number=life["number"], since=life["number_since"])
        owner = self._who(life["owner"])
        asked, viewer = told["asked"], told["viewer"]
        yield words["card"].format(asked=asked, number=number, owner=owner, viewer=viewer)
        known = life["begins"]["why"] in ("registered", "entered")
        yield "  " + self._cut("begins" if known else "before", life["begins"])
        for stage in life["stages"]:
            yield from self._stage(stage)
        ends = life["ends"]
        yield "  " + (words["stays"] if ends is None else self._cut("ends", ends))
        yield from self._findings(told)

    def event(self, told: EventExplanation) -> Iterator[str]:
        """Yield the lines about an event."""
        words = self._words
        yield words["event"].format_map(told)
        if told["undone_by"] is not None:
            yield "  " + words["undone_by"].format(seq=told["undone_by"])
        yield words["moment"]
        for event in told["group"]:
            mark = ">" if event["seq"] == told["seq"] else " "
            yield f" {mark} {self._event(event)}{self._ordering(event)}"
        if told["changes"] or told["new_ids"]:
            yield words["changes"]
        for change in told["changes"]:
            yield f"    {change['what']}: {self._value(change['before'])} → " + self._value(
                change["after"]
            )
        if told["new_ids"]:
            yield "    " + words["new_ids"].format(piles=", ".join(told["new_ids"]))
        yield words["sealed"] if told["sealed"] else words["public"]
        for field in told["sealed"]:
            read = "" if field["read"] else words["unread"]
            for shown in field["disclosed"]:
                viewers = self._viewers(shown["to"])
                read += words["disclosed"].format(event=shown["event"], viewers=viewers)
            viewers = self._viewers(field["audience"], words["judge"])
            yield "    " + words["field"].format(field=field["field"], viewers=viewers, read=read)
        if told["cards"]:
            yield words["cards"]
        for life in told["cards"]:
            yield from self._short(life)
        if told["related"]:
            yield words["related"]
        for other in told["related"]:
            yield f"    {self._touch(other['seq'], other['kind'], other['how'])}"
        yield from self._findings(told)

    def _who(self, player: str | None) -> str:
        return self._words["nobody"] if player is None else clean(self.names.get(player, player))

    def _value(self, value: Any) -> str:  # noqa: ANN401 - any JSON value
        if isinstance(value, dict):
            return ", ".join(f"{name} {self._value(part)}" for name, part in value.items())
        if isinstance(value, bool):
            return self._words["yes" if value else "no"]
        return self._words["absent"] if value is None else clean(value)

    def _viewers(self, viewers: Iterable[str], none: str = "") -> str:
        listed = list(viewers)
        if len(listed) == _TOP:
            return self._words["all"]
        return ", ".join(listed) or none or self._words["none"]

    def _cut(self, which: str, cut: CutView) -> str:
        cuts = CUTS[self.speech]
        why = [cuts[cut["why"]]]
        if cut["among"] is not None and cut["among"] > 1:
            why.append(cuts["among"].format(among=cut["among"]))
        if cut["copies"] is not None:
            why.append(cuts["copies"].format(copies=cut["copies"]))
        joined = ("、" if self.speech == "ja" else ", ").join(why)
        return self._words[which].format(event=cut["event"], why=joined)

    def _stage(self, stage: StageView) -> Iterator[str]:
        words, why = self._words, stage["why"]
        manner = [MANNERS[self.speech].get(why["manner"], why["manner"])]
        if why["cause"]:
            manner.append(self._cause(why["cause"]))
        if why["ordering"] and why["ordering"].get("chooser"):
            chooser = self._who(why["ordering"]["chooser"])
            manner.append(words["chooser"].format(chooser=chooser))
        told = ("、" if self.speech == "ja" else ", ").join(manner)
        told += words["undone"] if stage["undone"] else ""
        which = self._which(stage["since"], stage["until"])
        yield "  " + words["stage"].format(id=stage["id"], which=which, manner=told)
        for spot in stage["spots"]:
            yield "      " + self._spot(spot)
        for touch in stage["events"]:
            yield "      " + self._touch(touch["seq"], touch["kind"], touch["how"])

    def _which(self, since: int, until: int | None) -> str:
        return self._words["open" if until is None else "which"].format(since=since, until=until)

    def _cause(self, cause: Mapping[str, Any]) -> str:
        said = CAUSES[self.speech].get(str(cause.get("kind")), str(cause.get("kind")))
        parts = [f"{name} {clean(cause[name])}" for name in ("player", "event") if cause.get(name)]
        return f"{said} ({', '.join(parts)})" if parts else said

    def _place(self, zone: str, side: str | None, unit: str | None) -> str:
        name = ZONE_NAMES[self.speech].get(zone, zone)
        if side is not None:
            name = self._words["place"].format(zone=name, side=self._who(side))
        return name + (self._words["unit"].format(unit=unit) if unit is not None else "")

    def _spot(self, spot: SpotView) -> str:
        words = self._words
        place = self._place(spot["zone"], spot["side"], spot.get("unit"))
        first, last = spot["position"], spot["last_position"]
        if first is not None and last not in (None, first):
            place += words["positions"].format(first=first + 1, last=(last or 0) + 1)
        elif first is not None:
            counted = str(first + 1) if self.speech == "ja" else ordinal(first + 1)
            place += words["position"].format(position=counted)
        return words["spot"].format(
            since=spot["since"],
            place=place,
            facing=words[spot["facing"]],
            covered=words["covered"] if spot["covered"] else "",
            viewers=self._viewers(spot["viewers"]),
        )

    def _touch(self, seq: int, kind: str, how: Iterable[str]) -> str:
        said = ", ".join(HOWS[self.speech][one] for one in how)
        event = self.events.get(seq)
        return f"{self._event(event) if event else f'{seq}: {kind}'} [{said}]"

    def _event(self, event: PlainEvent) -> str:
        if self.speech == "en":
            return f"{event['seq']}: {sentence(event, self.names)}"
        name = KINDS_JA.get(event["kind"], event["kind"])
        if event["kind"] != "transferred":
            return f"{event['seq']}: {name}"
        ends = [self._place(event[end]["zone"], event[end].get("side"), None) for end in _ENDS]
        manner = MANNERS["ja"].get(event["manner"], event["manner"])
        return f"{event['seq']}: {name}({manner}、{'→'.join(ends)})"

    def _ordering(self, event: PlainEvent) -> str:
        chooser = (event.get("ordering") or {}).get("chooser")
        if self.speech == "en" or not chooser:  # the English sentence says it
            return ""
        return "、" + self._words["chooser"].format(chooser=self._who(chooser))

    def _short(self, life: ShortLifeView) -> Iterator[str]:
        number = life["number"] or self._words["unknown"]
        yield f"    {life['id']}: {number}"
        for stage in life["stages"]:
            place = self._place(stage["zone"], stage["side"], stage.get("unit"))
            manner = MANNERS[self.speech].get(stage["manner"], stage["manner"])
            undone = self._words["undone"] if stage["undone"] else ""
            which = self._which(stage["since"], stage["until"])
            yield f"      {stage['id']}  {which}: {place} ({manner}{undone})"
        if life["ends"] is not None:
            yield "      " + self._cut("ends", life["ends"])

    def _findings(self, told: CardExplanation | EventExplanation) -> Iterator[str]:
        yield self._words["findings" if told["findings"] else "clean"]
        for finding in told["findings"]:
            yield from finding_lines(finding, self.speech)


_ENDS: Final = ("from", "to")
