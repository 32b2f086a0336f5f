"""Every kind of event has words, whatever a viewer may know of it."""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from dcg_events.cli.words.sentences import WORDS, group_lines, group_sentence, sentence
from dcg_events.events.catalogue import MODELS
from dcg_events.events.codec import plain_event
from dcg_events.events.envelope import Event, Place
from dcg_events.events.judging import AttestedCount, RecordCorrected
from dcg_events.projections.audiences import corrected, disclosed
from dcg_events.projections.visibility import COMMON, RULES

NAMES = {"p1": "Aiko", "p2": "Ben"}
TEXTS = {"ClauseNumber": "3-1-3-4", "clause": "3-1-3-4", "redirect": "3-1-3-9", "basis": "3-1-3-4"}
STRINGS = {
    "unit": "41",
    "was": "7",
    "card": "7",
    "source": "7",
    "at": "2026-08-18T10:21:07Z",
    "field": "from.position",
}


def example(model: type[BaseModel], *, full: bool, pick: int = 0) -> dict[str, Any]:
    """Build the smallest or the largest event of a model; `pick` turns the closed choices."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if full or field.is_required():
            key = field.alias or name
            found[key] = value_of(field.annotation, key, full=full, pick=pick)
    if issubclass(model, Event):
        found["kind"] = get_args(model.model_fields["kind"].annotation)[0]
    if model is RecordCorrected:
        return correcting(found, full=full, pick=pick)
    return fitting(found) if model is Place else found


def correcting(found: dict[str, Any], *, full: bool, pick: int) -> dict[str, Any]:
    """Name one place, and an event of any kind for it."""
    found.pop("corrects" if full and pick % 3 == 0 else "after", None)
    others = [model for model in MODELS.values() if model is not RecordCorrected]
    found["event"] = None
    if not full:
        return {"kind": "record_corrected", "corrects": 3}
    if pick % 3 < 2:
        right = example(others[pick * 7 % len(others)], full=True, pick=pick)
        found["event"] = {name: value for name, value in right.items() if value is not None}
    return found


def fitting(place: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a zone does not have."""
    zone, dropped = place["zone"], set()
    if zone not in ("battle", "breeding", "link"):
        dropped.add("unit")
    if zone in ("hand", "no_area", "outside"):
        dropped.add("position")
    if zone == "no_area":
        dropped.add("side")
    if zone == "link":
        place.setdefault("unit", "41")
    return {name: value for name, value in place.items() if name not in dropped}


def value_of(annotation: Any, name: str, *, full: bool, pick: int) -> Any:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Annotated, Union, UnionType):
        if NoneType in args and not full:
            return None
        return value_of(args[0], name, full=full, pick=pick)
    if annotation is Any or origin is dict:
        return "BT1-010"
    if origin is list:
        size = 2 if full or name in ("signed_by", "to", "opened") else 0
        return [value_of(args[0], name, full=full, pick=pick + k) for k in range(size)]
    if annotation in ("AttestedCount", ForwardRef("AttestedCount")):
        annotation = AttestedCount
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        made = example(annotation, full=full, pick=pick)
        return {key: value for key, value in made.items() if value is not None}
    return scalar(annotation, name, pick)


def scalar(annotation: Any, name: str, pick: int) -> Any:
    if get_origin(annotation) is Literal:
        args = get_args(annotation)
        return args[pick % len(args)]
    if get_origin(annotation) is tuple:
        return [k + pick for k in range(len(get_args(annotation)))]
    return {int: 1 + pick % 3, bool: pick % 2 == 0, str: text(name)}[annotation]


def text(name: str) -> str:
    if name in TEXTS:
        return TEXTS[name]
    ids = ("units", "cards", "losers", "chosen", "candidates", "pending", "attack", "status")
    if name in ids:
        return "41"
    if name == "schema":
        return 64 * "a"
    if name == "match":
        return 32 * "a"
    return STRINGS.get(name, f"{name.replace('_', '-')}-text")


def all_examples() -> Iterator[Any]:
    for kind, model in MODELS.items():
        yield pytest.param(example(model, full=False), id=f"{kind}-least")
        for pick in range(18 if kind == "transferred" else 11):
            yield pytest.param(example(model, full=True, pick=pick), id=f"{kind}-full-{pick}")


def redacted(event: dict[str, Any]) -> dict[str, Any]:
    """Null every field that somebody may not know, and the fields' parts likewise."""
    rules = COMMON | RULES[event["kind"]]
    made = {key: dict(part) if isinstance(part, dict) else part for key, part in event.items()}
    for path, rule in rules.items():
        *parents, name = path.split(".")
        holder: Any = made
        for part in parents:
            holder = holder.get(part) if isinstance(holder, dict) else None
        if rule not in (None, disclosed, corrected) and isinstance(holder, dict) and name in holder:
            holder[name] = None
    if made["kind"] == "disclosed":  # what was disclosed is public, and its values are not
        made["opened"] = [item | {"value": None} for item in event["opened"]]
    if made.get("event") is not None and made["kind"] == "record_corrected":
        made["event"] = redacted(event["event"])
    return made


def assert_reads_well(line: str) -> None:
    assert line
    assert line == line.strip()
    for fault in ("None", "\n", "  ", "()", "[", "{", "_"):
        assert fault not in line, line
    assert ";;" not in line


def test_every_kind_has_words_and_no_other() -> None:
    assert set(WORDS) == set(MODELS)


@pytest.mark.parametrize("event", list(all_examples()))
def test_an_event_reads_well_whole_and_redacted(event: dict[str, Any]) -> None:
    plain_event(event, "example")  # the example is an event
    for version in (event, redacted(event), event | {"seq": 9}):
        for names in (None, NAMES):
            assert_reads_well(sentence(version, names))
            assert_reads_well(group_sentence([version, version], names))


@pytest.mark.parametrize("event", list(all_examples()))
def test_nothing_hidden_is_said_of_a_redacted_event(event: dict[str, Any]) -> None:
    copy = redacted(event)
    hidden_numbers = event.get("number") and copy.get("number") is None
    assert not hidden_numbers or event["number"] not in sentence(copy)


def card(**fields: Any) -> dict[str, Any]:
    ends = {"from": {"zone": "deck", "side": "p1", "position": 0}, "to": {"zone": "hand"}}
    return {"kind": "transferred", "owner": "p1", **ends, **fields}


HAND, TRASH = {"zone": "hand", "side": "p2"}, {"zone": "trash", "side": "p1"}
BATTLE = {"zone": "battle", "side": "p2"}
SENTENCES = [
    (
        card(manner="draw", to={"zone": "hand", "side": "p1"}),
        "p1 draws a card from the top of the deck",
    ),
    (
        card(manner="play", number="BT1-010", owner="p2", seq=41, **{"from": HAND}, to=BATTLE),
        "p2 plays BT1-010 from the hand to the battle area (unit 41)",
    ),
    (
        card(
            manner="delete",
            number="BT3-045",
            to=TRASH,
            **{"from": {"zone": "battle", "side": "p1", "unit": "41", "position": 0}},
        ),
        "p1's BT3-045 is deleted from the top of unit 41 (to the trash)",
    ),
    (
        card(
            manner="return",
            to={"zone": "deck", "side": "p1", "position": -3},
            ordering={"chooser": "p1", "rank": 1},
            of=3,
        ),
        (
            "a card of p1 is returned from the top of the deck to the deck (3rd from the bottom);"
            " p1 chooses the order: 2nd of 3"
        ),
    ),
    (
        card(
            manner="digivolve",
            number="BT1-049",
            to={"zone": "battle", "side": "p1", "unit": "9", "position": 0},
            route="blast",
            **{"from": {"zone": "hand", "side": "p1"}},
        ),
        "p1 digivolves unit 9 into BT1-049 from the hand (by Blast digivolution)",
    ),
    (
        card(
            manner="trash",
            number="BT1-049",
            to={"zone": "trash", "side": "p1"},
            cause={"kind": "effect", "player": "p2"},
        ),
        "p1's BT1-049 is trashed from the top of the deck (effect of p2)",
    ),
    (
        card(
            manner="add",
            to={"zone": "hand", "side": "p1"},
            **{"from": {"zone": "deck", "side": "p1", "position": None, "among": [0, 4]}},
        ),
        "p1 adds a card from the deck (one of the top 5) to the hand",
    ),
    ({"kind": "memory_changed", "after": -3}, "memory 3 on p2's side"),
    (
        {"kind": "memory_changed", "after": 0, "asked": 2, "reason": "cost"},
        "memory 0 (cost, 2 towards p1)",
    ),
    (
        {"kind": "effect_resolved", "player": "p1", "number": "BT5-086"},
        "effect of BT5-086 (p1) resolved",
    ),
    (
        {"kind": "looked_at", "viewer": "p1", "place": {"zone": "deck", "side": "p1"}, "count": 3},
        "p1 looks at the top of the deck: 3 cards",
    ),
    (
        {"kind": "attack_declared", "player": "p1", "unit": "9", "target": {"player": "p2"}},
        "unit 9 of p1 attacks p2",
    ),
    (
        {
            "kind": "disclosed",
            "to": ["p2", "spectator"],
            "opened": [
                {"event": 17, "field": "number", "value": "BT1-010"},
                {"event": 3, "field": "order", "value": ["BT1-011", None]},
                {"event": 18, "field": "from.position", "value": None},
            ],
            "reason": "asked for",
        },
        (
            "disclosed to p2 and the spectators: number of event 17 is BT1-010,"
            " order of event 3 is BT1-011, ? and from.position of event 18; asked for"
        ),
    ),
    (
        {
            "kind": "disclosed",
            "to": ["spectator"],
            "opened": [
                {"event": seq, "field": "number", "value": "BT1-010"} for seq in (9, 4, 7, 5)
            ],
        },
        "disclosed to the spectators: 4 values of events 4 to 9",
    ),
    ({"kind": "game_ended", "winner": None, "reason": "time", "game": 2}, "game 2 is a draw: time"),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES)
def test_a_sentence_says_what_happened(event: dict[str, Any], words: str) -> None:
    assert sentence(event) == words


def test_players_are_called_by_their_names() -> None:
    event = card(manner="draw", to={"zone": "hand", "side": "p1"})
    assert sentence(event, NAMES) == "Aiko draws a card from the top of the deck"


def draws(count: int, *numbers: str | None) -> list[dict[str, Any]]:
    return [
        card(
            manner="draw",
            seq=20 + k,
            step=k,
            of=count,
            group=20,
            number=numbers[k] if numbers else None,
            to={"zone": "hand", "side": "p1"},
            **{"from": {"zone": "deck", "side": "p1", "position": k}},
        )
        for k in range(count)
    ]


def test_cards_drawn_at_once_are_told_in_one_line() -> None:
    assert group_sentence(draws(3)) == "p1 draws 3 cards from the top of the deck"
    mixed = draws(3, "BT1-010", None, "BT1-012")
    [(first, last, words)] = group_lines(mixed)
    assert (first["seq"], last["seq"]) == (20, 22)
    assert words == "p1 draws 3 cards (BT1-010, ?, BT1-012) from the top of the deck"


def test_a_draw_that_is_not_from_the_top_is_told_by_itself() -> None:
    wrong = draws(2)
    wrong[1]["from"]["position"] = 4
    assert group_sentence(wrong) == (
        "at once: p1 draws a card from the top of the deck;"
        " p1 draws a card from the deck (5th from the top)"
    )


def test_a_chosen_order_counts_only_the_cards_that_were_ordered() -> None:
    ordered = [
        card(
            manner="return",
            of=3,
            ordering={"chooser": "p2", "rank": rank},
            to={"zone": "deck", "side": "p1", "position": -1 - rank},
        )
        for rank in (0, 1)
    ]
    group = [*ordered, {"kind": "phase_entered", "phase": "end", "of": 3}]
    words = group_sentence(group)
    assert "p2 chooses the order: 2nd of 2" in words
    assert words.endswith("; end of the turn")


def test_free_text_cannot_steer_a_terminal() -> None:
    event = {"kind": "noted", "text": "\x1b[2Jgone\r\n\x07 \u202eback"}
    assert sentence(event) == "note: �[2Jgone � �back"
    assert "\x1b" not in sentence(
        {"kind": "passed", "player": "p1", "what": "turn"}, {"p1": "A\x1b[31m", "p2": "B"}
    )


def test_an_unknown_kind_of_a_later_version_is_named() -> None:
    assert sentence({"kind": "table_turned"}) == "table turned"


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"position": 29}, "the bottom of the deck"),
        ({"position": 28}, "the deck (2nd from the bottom)"),
        ({"position": 2}, "the deck (3rd from the top)"),
        ({"position": 0}, "the top of the deck"),
        ({"position": None, "among": [27, 29]}, "the deck (one of the bottom 3)"),
        ({"position": None, "among": [5, 9]}, "the deck (one of the 6th to 10th from the top)"),
    ],
)
def test_an_arrival_near_the_bottom_is_counted_from_there(end: dict[str, Any], words: str) -> None:
    event = card(manner="return", to={"zone": "deck", "side": "p1", **end})
    [(_, _, line)] = group_lines([event], None, {("deck", "p1"): 30})
    assert line == f"a card of p1 is returned from the top of the deck to {words}"
