"""What judges, players and scribes do around the game, in words."""

from typing import Any, Final

from dcg_events.cli.words.cards import place_of_several
from dcg_events.cli.words.game import memory
from dcg_events.cli.words.phrases import (
    Speaker,
    clean,
    count_of,
    in_brackets,
    listed,
    numbers,
    tail,
)
from dcg_events.events.codec import PlainEvent, canonical

_CLOCK: Final = {
    "started": "the round clock starts",
    "paused": "the round clock is paused",
    "resumed": "the round clock goes on",
    "extended": "the round is extended",
    "time_called": "time is called",
    "extra_turn": "an extra turn after time begins",
}


_TOLD_SINGLY: Final = 3
"""Most disclosed values that are told one by one."""


def _clock(event: PlainEvent, _: Speaker) -> str:
    seconds, remaining, turns = (event.get(name) for name in ("seconds", "remaining", "turns"))
    text = _CLOCK[event["what"]] + in_brackets(
        "" if seconds is None else f"by {duration(seconds)}",
        "" if remaining is None else f"{duration(remaining)} left",
        "" if turns is None else f"{count_of(turns, 'extra turn')} to follow",
    )
    return text + tail(": ", event.get("reason"))


def duration(seconds: int) -> str:
    """Write a time in minutes and seconds; below zero is overtime.

    >>> duration(605), duration(-5)
    ('10:05', '−0:05')
    """
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def _about(event: PlainEvent) -> str:
    about = event.get("about")
    return "" if about is None else f" about event {about}"


def _judge_called(event: PlainEvent, say: Speaker) -> str:
    who = say.who(event.get("player"), "somebody")
    return f"{who} calls a judge{_about(event)}" + tail(": ", event.get("question"))


def _ruling(event: PlainEvent, _: Speaker) -> str:
    level, judge = event.get("level"), event.get("judge")
    who = f"{level} judge" if level else "judge"
    who += f" {clean(judge)}" if judge else ""
    replaces = event.get("replaces")
    clauses = [_clause(clause) for clause in event.get("clauses") or ()]
    details = in_brackets(
        f"resting on {listed(clauses)}" if clauses else "",
        f"replaces ruling {clean(replaces)}" if replaces else "",
        "final" if event.get("final") else "",
    )
    text = f"{who} rules{_about(event)}, ruling {clean(event['ruling'])}{details}"
    return text + tail(": ", event.get("text"))


def _clause(clause: dict[str, Any]) -> str:
    language = f" ({clause['language']})" if clause.get("language") else ""
    return f"CR {clause['edition']} §{clause['clause']}{language}"


def _penalty(event: PlainEvent, say: Speaker) -> str:
    tier = str(event["tier"]).replace("_", " ")
    infraction, upgraded, ruling = (
        event.get(name) for name in ("infraction", "upgraded_from", "ruling")
    )
    details = in_brackets(
        clean(infraction) if infraction else "",
        f"upgraded from {clean(upgraded)}" if upgraded else "",
        f"ruling {clean(ruling)}" if ruling else "",
    )
    return f"{say.who(event['player'])} receives a penalty: {tier}{details}" + tail(
        ": ", event.get("reason")
    )


def _shown(event: PlainEvent, say: Speaker) -> str:
    cards = numbers(event.get("numbers"), event["count"])
    place = place_of_several(event, say, None)
    text = f"shown by mistake to {say.everyone(event['to'])}: {cards} from {place}"
    return text + tail("; ", event.get("how"))


def _disclosed(event: PlainEvent, say: Speaker) -> str:
    opened = event["opened"]
    if len(opened) > _TOLD_SINGLY:
        seqs = [item["event"] for item in opened]
        what = f"{len(opened)} values of events {min(seqs)} to {max(seqs)}"
    else:
        what = listed(map(_disclosed_value, opened))
    return f"disclosed to {say.everyone(event['to'])}: {what}" + tail("; ", event.get("reason"))


def _disclosed_value(item: dict[str, Any]) -> str:
    field = str(item["field"]).replace("_", " ")
    text = f"{field} of event {item['event']}"
    value = item.get("value")
    if value is None:
        return text
    if isinstance(value, list):
        return f"{text} is {', '.join('?' if part is None else str(part) for part in value)}"
    return f"{text} is {value if isinstance(value, str | int) else canonical(value).decode()}"


def _by_ruling(event: PlainEvent) -> str:
    ruling = event.get("ruling")
    return in_brackets(f"ruling {clean(ruling)}" if ruling else "")


def _repaired(event: PlainEvent, _: Speaker) -> str:
    what = "accepts the game as it stands" if event["accepted"] else "repairs the game"
    about = in_brackets(_about(event).strip())
    return f"the judge {what}{about}{_by_ruling(event)}" + tail(": ", event.get("reason"))


def _rewound(event: PlainEvent, _: Speaker) -> str:
    text = f"the game goes back to how it stood after event {event['to_seq']}"
    return text + _by_ruling(event) + tail(": ", event.get("reason"))


def correction(event: PlainEvent, right: str | None) -> str:
    """Tell a correction of the record.

    Args:
        event: The correction.
        right: What it says happened, in words; None if it never happened.
    """
    of = event.get("corrects")
    text = (
        f"the record is completed after event {event['after']}"
        if of is None
        else f"the record of event {of} is corrected"
    )
    if "event" in event:
        text += ": it never happened" if right is None else f": {right}"
    field, said = event.get("field"), event.get("right")
    text += f"; {clean(field)}" if field else ""
    text += tail(" should say " if field else "; ", said)
    return text + in_brackets(clean(event["why"]) if event.get("why") else "")


def _attested(event: PlainEvent, say: Speaker) -> str:
    counts = [
        f"{say.zone({'zone': count['zone'], 'side': count['side']})} {count['count']}"
        for count in event["counts"]
    ]
    if event.get("memory") is not None:
        counts.append(memory(event["memory"], say))
    text = f"{say.everyone(event['signed_by'])} confirmed how the table stands"
    return f"{text}: {', '.join(counts)}" if counts else text


def _noted(event: PlainEvent, _: Speaker) -> str:
    return f"note{_about(event)}" + tail(": ", event.get("text"))


WORDS: Final = {
    "clock_changed": _clock,
    "judge_called": _judge_called,
    "ruling_issued": _ruling,
    "penalty_issued": _penalty,
    "information_shown": _shown,
    "disclosed": _disclosed,
    "state_repaired": _repaired,
    "rewound": _rewound,
    "state_attested": _attested,
    "noted": _noted,
}
"""What each of these kinds says."""
