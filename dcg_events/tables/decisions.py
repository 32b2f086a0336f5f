"""Make the rows of decisions and of the options there were."""

from collections.abc import Callable
from typing import Any, Final, Literal

from dcg_events.events.codec import PlainEvent
from dcg_events.tables.moment import Moment, RowBuilder, size_of
from dcg_events.tables.rows.play import DecisionRow, OptionRow

_STEPS: Final = ("counter", "block")
_SORTS: Final[tuple[tuple[str, Literal["unit", "card", "word"]], ...]] = (
    ("units", "unit"),
    ("cards", "card"),
    ("words", "word"),
)


class DecisionBuilder(RowBuilder):
    """Makes the rows of what players decided, counting or not."""

    def note(self, moment: Moment) -> None:
        """Take in what happened."""
        for event in moment.events:
            told = _told(event)
            if told is not None:
                self.rows.decisions.append(_decision(moment, event, told))
            if event["kind"] == "choice_made":
                self.rows.options.extend(_options(moment, event))


def _decision(moment: Moment, event: PlainEvent, told: dict[str, Any]) -> DecisionRow:
    table = moment.table
    common = {
        "match_id": moment.match_id,
        "seq": event["seq"],
        "ruled": moment.ruled,
        "game": event["game"],
        "turn": table.turn,
        "turn_player": table.turn_player,
        "phase": table.phase,
        "at_utc": event["at"],
        "seconds": moment.elapsed,
        "player": event.get("player"),
    }
    return DecisionRow(**{**_NOTHING, **common, **told})


_NOTHING: Final = dict.fromkeys(DecisionRow._fields)


def _told(event: PlainEvent) -> dict[str, Any] | None:
    """Return what a decision's own columns hold, None for an event that is no decision."""
    tell = _TELLS.get(event["kind"])
    return None if tell is None else tell(event)


def _redraw(event: PlainEvent) -> dict[str, Any]:
    return {"decision": "redraw", "taken": event["redraw"]}


def _activation(event: PlainEvent) -> dict[str, Any]:
    return {"decision": "activation", "taken": True, **_effect(event)}


def _declined(event: PlainEvent) -> dict[str, Any] | None:
    if event["reason"] != "declined":
        return None
    return {"decision": "activation", "taken": False, **_effect(event)}


def _pass(event: PlainEvent) -> dict[str, Any]:
    return {"decision": "pass", "taken": False, "what": event["what"]}


def _declaration(event: PlainEvent) -> dict[str, Any]:
    about = {"what": event["action"], "number": event.get("number")}
    return {"decision": "declaration", "taken": True, **about}


def _attack(_: PlainEvent) -> dict[str, Any]:
    return {"decision": "attack", "taken": True}


def _attack_step(event: PlainEvent) -> dict[str, Any] | None:
    if event["step_taken"] not in _STEPS:
        return None
    return {"decision": event["step_taken"], "taken": event["taken"]}


def _move(event: PlainEvent) -> dict[str, Any]:
    return {"decision": "move", "taken": True, "player": event.get("by")}


def _de_digivolve(event: PlainEvent) -> dict[str, Any]:
    about = {"player": event.get("by"), "value": event["declared"]}
    return {"decision": "de_digivolve", "taken": True, **about}


def _effect(event: PlainEvent) -> dict[str, Any]:
    return {"what": event.get("timing"), "number": event.get("number")}


def _choice(event: PlainEvent) -> dict[str, Any]:
    lists = [event[name] for name in ("units", "cards", "words") if name in event]
    options = None if not lists or None in lists else sum(map(len, lists))
    return {
        "decision": "choice",
        "what": event.get("what"),
        "options": options,
        "chosen": size_of(event.get("chosen")),
        "least": event.get("least"),
        "most": event.get("most"),
        "value": event.get("value"),
    }


_TELLS: Final[dict[str, Callable[[PlainEvent], dict[str, Any] | None]]] = {
    "choice_made": _choice,
    "redraw_decided": _redraw,
    "effect_activated": _activation,
    "effect_not_activated": _declined,
    "passed": _pass,
    "declared": _declaration,
    "attack_declared": _attack,
    "attack_stepped": _attack_step,
    "moved": _move,
    "de_digivolved": _de_digivolve,
}


def _options(moment: Moment, event: PlainEvent) -> list[OptionRow]:
    chosen = event.get("chosen")
    whole = chosen is not None and None not in chosen
    rows = []
    for name, sort in _SORTS:
        numbers = (event.get("numbers") or []) if sort == "card" else []
        for place, option in enumerate(event.get(name) or []):
            known = option is not None and chosen is not None and (whole or option in chosen)
            rows.append(
                OptionRow(
                    match_id=moment.match_id,
                    seq=event["seq"],
                    ruled=moment.ruled,
                    place=place,
                    sort=sort,
                    option=option,
                    number=numbers[place] if place < len(numbers) else None,
                    chosen=option in chosen if known and chosen is not None else None,
                )
            )
    return rows
