"""Policies that leak on purpose, one and more for each item of the checklist."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import orjson
import pytest

from dcg_events.leaks import attack as attacking
from dcg_events.leaks.checklist import Item
from dcg_events.log import reading
from dcg_events.log.diagnosing import Flaw
from dcg_events.log.part import LogPart
from dcg_events.log.sealing import seal_events
from dcg_events.projections import audiences, facedown, locating, piles, placing, visibility
from dcg_events.projections.table import Card
from dcg_events.projections.witness import Witness
from dcg_events.recorder import outbox as recording
from dcg_events.views.redact import redact
from dcg_events.vocabulary.people import EVERYBODY, NOBODY, Audience
from tests.leaks.rich import record_rich

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Planted:
    """A leak that was planted.

    Attributes:
        name: For the test's name.
        item: What it has to be found as.
        field: The field in which it has to be found, a part of it, or nothing.
        plant: Plants it.
        only_recorded: Whether the log was recorded so, by another program, and the policy that
            attacks it is the good one.
        record: Records the match.
    """

    name: str
    item: Item
    field: str
    plant: Plant
    only_recorded: bool = False
    record: Callable[[Path], Path] = record_rich


def rule(kind: str, path: str, answer: Callable[[Witness], Audience]) -> Plant:
    """Let another rule decide who may know a field."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        table = visibility._SEALABLE
        others = [field for field in table[kind] if field.path != path]
        patch.setitem(table, kind, [*others, visibility.sealable(path, answer)])

    return plant


def public(kind: str, path: str) -> Plant:
    return rule(kind, path, lambda _: EVERYBODY)


def sealing(change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Plant:
    """Let the sealing of an event change the record that it makes."""

    def seal(events: Any, salt: Any) -> tuple[list[bytes], list[bytes]]:
        openings, records = seal_events(events, salt)
        changed = [orjson.loads(record) for record in records]
        for (event, _), record in zip(events, changed, strict=True):
            change(event, record)
        return openings, [orjson.dumps(record, option=orjson.OPT_SORT_KEYS) for record in changed]

    return lambda patch: patch.setattr(recording, "seal_events", seal)


def decoys(patch: pytest.MonkeyPatch) -> None:
    """Seal more values beside a shuffle, as many as its first card says."""

    def seal(events: Any, salt: Any) -> tuple[list[bytes], list[bytes]]:
        padded = []
        for event, seals in events:
            count = len((event.get("order") or [""])[0]) if event["kind"] == "shuffled" else 0
            more = {f"decoy_{index}": None for index in range(count)}
            padded.append((event | more, [*seals, *((name, []) for name in more)]))
        return seal_events(padded, salt)

    patch.setattr(recording, "seal_events", seal)


def _size(event: dict[str, Any], record: dict[str, Any]) -> None:
    if event["kind"] == "transferred":
        record["number_size"] = len(event["number"] or "")


def _milliseconds(event: dict[str, Any], record: dict[str, Any]) -> None:
    note = event.get("recorder") or {}
    record["at"] = f"2026-08-18T10:21:07.{note.get('ms', 0) % 1000:03}Z"


def copying(change: Callable[[list[bytes], list[bytes], str], list[bytes]]) -> Plant:
    """Let a copy hold other lines: made of the log's lines, the right copy's lines, the viewer."""

    def leaky(log: Path | LogPart, viewer: Any, out: Path) -> str:
        head = redact(log, viewer, out)
        whole, right = (
            file.read_bytes().splitlines(keepends=True) for file in (LogPart.of(log).path, out)
        )
        out.write_bytes(b"".join(change(whole, right, viewer)))
        return head

    return lambda patch: patch.setattr(attacking, "redact", leaky)


def _blanked(whole: list[bytes], _: list[bytes], viewer: str) -> list[bytes]:
    """Give everybody all openings, with blanks in place of what is not for them."""
    lines = []
    for line in whole:
        if line.startswith(b'["open"'):
            tag, seq, path, audience, value, salt = orjson.loads(line)
            if viewer not in audience:
                value = "*" * len(orjson.dumps(value))
            lines.append(orjson.dumps([tag, seq, path, audience, value, salt]) + b"\n")
        else:
            lines.append(line)
    return lines


def _all_openings(whole: list[bytes], _: list[bytes], __: str) -> list[bytes]:
    return whole


def _dropped(_: list[bytes], right: list[bytes], viewer: str) -> list[bytes]:
    """Leave out of a copy the looks of others."""
    name = f'"{viewer}"'.encode()
    return [line for line in right if b'"kind":"looked_at"' not in line or name in line]


def by_number(patch: pytest.MonkeyPatch) -> None:
    """Number the placements of a pile in the order of the card numbers, as a deck list has them."""

    def face_down(
        seq: int, numbers: list[str | None], owner: str | None, first: int = 0
    ) -> list[Card]:
        cards = facedown.face_down(seq, numbers, owner, first)
        if None in numbers:
            return cards
        ranks = sorted(range(len(numbers)), key=lambda index: str(numbers[index]))
        for rank, index in enumerate(ranks):
            cards[index] = cards[index]._replace(id=f"{seq}.{first + rank}")
        return cards

    patch.setattr(piles, "face_down", face_down)


def talkative_verifier(patch: pytest.MonkeyPatch) -> None:
    whole = reading.LogReader._put_back

    def put_back(self: Any, openings: Any, opened: list[Any], *rest: Any) -> None:
        try:
            whole(self, openings, opened, *rest)
        except Flaw as flaw:
            values = "; ".join(str(opening[4]) for opening in opened)
            raise Flaw(f"{values}: {flaw.problem}", flaw.first, flaw.last) from flaw

    patch.setattr(reading.LogReader, "_put_back", put_back)


def talkative_refusal(patch: pytest.MonkeyPatch) -> None:
    whole = placing.placed

    def placed(old: Card, event: dict[str, Any]) -> Card:
        def refuse(event: dict[str, Any], problem: str, remedy: str) -> NoReturn:
            whole_refuse(event, f"{problem}: it is {old.number}", remedy)

        whole_refuse = locating.refuse
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(placing, "refuse", refuse)
            return whole(old, event)

    patch.setattr("dcg_events.projections.transfers.placed", placed)
    patch.setattr("dcg_events.projections.stretches.placed", placed)


def nothing(_: pytest.MonkeyPatch) -> None:
    """Leave the policy as it is: what leaks is in the log."""


def _same_salt(path: Path) -> Path:
    return record_rich(path, salt=lambda: 32 * "7")


def _short_salt(path: Path) -> Path:
    salts = iter(range(10**6))
    return record_rich(path, salt=lambda: f"{next(salts):04x}")


def _told_by(text: str, **fields: Any) -> Callable[[Path], Path]:
    """Record the match, and in it a remark that everybody may read, with a hidden card's number."""

    def record(path: Path) -> Path:
        from dcg_events import Recorder  # noqa: PLC0415 - beside its only use

        record_rich(path)
        with Recorder.open(path) as recorder:
            number = recorder.table.sides["p2"]["security"][0].number
            everybody = ["p1", "p2", "spectator"]
            remark = {"kind": "noted", "text": text.format(number), "audience": everybody}
            recorder.append(remark | fields)
        return path

    return record


def _players(_: Witness) -> Audience:
    return frozenset({"p1", "p2"})


def _if_known(witness: Witness) -> Audience:
    return NOBODY if witness.event["recorder"] else EVERYBODY


def _if_promo(witness: Witness) -> Audience:
    promo = (witness.event["number"] or "").startswith("P-")
    return EVERYBODY if promo else audiences.number(witness)


def _side_of_place(witness: Witness) -> Audience:
    return frozenset({"p1", "p2"}) if witness.event["viewer"] == "judge" else NOBODY


PLANTED = [
    Planted("number public", Item.IDENTITY, "number", public("transferred", "number")),
    Planted(
        "number public in the log",
        Item.IDENTITY,
        "number",
        public("transferred", "number"),
        only_recorded=True,
    ),
    Planted("one salt for all", Item.SALT, "", nothing, record=_same_salt),
    Planted("short salts", Item.SALT, "", nothing, record=_short_salt),
    Planted("what was it public", Item.REFERENCE, "was", public("transferred", "was")),
    Planted("ids in deck list order", Item.NUMBERING, "", by_number),
    Planted("order of a hand public", Item.HAND, "order", public("reordered", "order")),
    Planted("cards of a hand public", Item.HAND, "cards", public("revealed", "cards")),
    Planted("length beside the number", Item.LENGTH, "number_size", sealing(_size)),
    Planted("blanks of the same length", Item.LENGTH, "", copying(_blanked)),
    Planted("decoys by what is hidden", Item.COUNT, "decoy_", decoys),
    Planted(
        "sealed only if known",
        Item.PRESENCE,
        "recorder",
        rule("transferred", "recorder", _if_known),
    ),
    Planted(
        "sealed by what it is", Item.PRESENCE, "number", rule("transferred", "number", _if_promo)
    ),
    # steps are sorted by what is read of them, so this shows in which card they are of
    Planted("position public", Item.ORDER, "", public("transferred", "to.position")),
    Planted("rank public", Item.ORDER, "", public("transferred", "ordering.rank")),
    Planted("origin public", Item.ORDER, "from.position", public("transferred", "from.position")),
    Planted(
        "place of a reveal public",
        Item.ORDER,
        "place.position",
        public("revealed", "place.position"),
    ),
    Planted("new order public", Item.ORDER, "order", public("reordered", "order")),
    Planted("cause public", Item.CAUSE, "cause.source", public("memory_changed", "cause.source")),
    Planted("source public", Item.CAUSE, "source", public("effect_triggered", "source")),
    Planted("options public", Item.CAUSE, "chosen", public("choice_made", "chosen")),
    Planted("notes public", Item.TEXT, "recorder", public("transferred", "recorder")),
    Planted("remark public", Item.TEXT, "text", public("noted", "text")),
    Planted("effect public", Item.TEXT, "effect", public("effect_triggered", "effect")),
    Planted("remark names a card", Item.TEXT, "text", nothing, record=_told_by("it is {}!")),
    Planted("milliseconds in at", Item.TIME, "at", sealing(_milliseconds)),
    Planted("notes with ms public", Item.TIME, "recorder.ms", public("transferred", "recorder")),
    Planted("lines dropped", Item.LINES, "", copying(_dropped)),
    Planted("opened to both", Item.OPENINGS, "number", rule("transferred", "number", _players)),
    Planted(
        "opened to both in the log",
        Item.OPENINGS,
        "number",
        rule("transferred", "number", _players),
        only_recorded=True,
    ),
    Planted("everything handed out", Item.OPENINGS, "", copying(_all_openings)),
    Planted("shuffle opened", Item.RETROACTIVE, "order", rule("shuffled", "order", _players)),
    Planted("deck opened", Item.RETROACTIVE, "p2.deck", rule("game_started", "p2.deck", _players)),
    Planted("judge's look", Item.JUDGE, "numbers", rule("looked_at", "numbers", _side_of_place)),
    Planted("judge's reason", Item.JUDGE, "reason", public("state_repaired", "reason")),
    Planted(
        "judge's remark",
        Item.JUDGE,
        "text",
        nothing,
        record=_told_by("put back {}", by="judge"),
    ),
    Planted("verifier says the value", Item.MESSAGE, "", talkative_verifier),
    Planted("refusal says the number", Item.MESSAGE, "", talkative_refusal),
]
