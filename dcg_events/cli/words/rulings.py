"""The judge's file of a match in words."""

from collections.abc import Iterator, Mapping

from dcg_events.cli.words.judging import duration
from dcg_events.cli.words.phrases import Speaker, clean, count_of, in_brackets, listed, tail
from dcg_events.cli.words.sentences import sentence
from dcg_events.views.rulings_shape import (
    ClockView,
    CorrectionView,
    GainView,
    JudgesFile,
    PenaltyView,
    RewindView,
    RulingView,
)


def rulings_text(file: JudgesFile, names: Mapping[str, str]) -> str:
    """Tell a judge's file: a section for each part that is not empty."""
    say = Speaker(names)
    events = {
        name: [f"event {event['seq']}: {sentence(event, names)}" for event in told]
        for name, told in (
            ("Calls", file["calls"]),
            ("Cards shown by mistake", file["shown"]),
            ("Repairs", file["repairs"]),
            ("Confirmed states", file["attested"]),
        )
    }
    sections = {
        "Calls": events["Calls"],
        "Rulings": list(map(_ruling, file["rulings"])),
        "Penalties": [_penalty(penalty, say) for penalty in file["penalties"]],
        "Clock": list(_clock(file["clock"])),
        "Cards shown by mistake": events["Cards shown by mistake"],
        "Repairs": events["Repairs"],
        "Confirmed states": events["Confirmed states"],
        "Rewinds": [line for rewind in file["rewinds"] for line in _rewind(rewind, say)],
        "Corrections of the record": [
            line for correction in file["corrections"] for line in _correction(correction, names)
        ],
        "What does not fit together": [
            f"event {problem['event']}: {problem['problem']}" for problem in file["problems"]
        ],
    }
    told = [
        "\n".join([title, *(f"  {line}" for line in lines)])
        for title, lines in sections.items()
        if lines
    ]
    return "\n\n".join(told) or "No judge was called, and nothing was corrected."


def _ruling(ruling: RulingView) -> str:
    level, judge = ruling["level"], ruling["judge"]
    who = f"{level or ''} judge {clean(judge or '')}".strip()
    chain = ruling["chain"][:-1]
    fate = "stands" if ruling["stands"] else f"overturned by event {ruling['replaced_by']}"
    details = in_brackets(
        f"about event {ruling['about']}" if ruling["about"] is not None else "",
        f"on appeal from {listed(map(clean, chain))}" if chain else "",
        "final" if ruling["final"] else "",
        fate,
    )
    return f"event {ruling['event']}: ruling {clean(ruling['ruling'])} of {who}{details}" + tail(
        ": ", ruling["text"]
    )


def _penalty(penalty: PenaltyView, say: Speaker) -> str:
    infraction, upgraded, ruling = (
        penalty["infraction"],
        penalty["upgraded_from"],
        penalty["ruling"],
    )
    overturned = penalty["ruling_stands"] is False
    details = in_brackets(
        clean(infraction) if infraction else "",
        f"upgraded from {clean(upgraded)}" if upgraded else "",
        f"ruling {clean(ruling)}{', which was overturned' if overturned else ''}" if ruling else "",
    )
    tier = penalty["tier"].replace("_", " ")
    return f"event {penalty['event']}: {say.who(penalty['player'])}: {tier}{details}"


def _clock(clock: ClockView) -> Iterator[str]:
    if not clock["events"]:
        return
    state = {True: "it runs", False: "it stands", None: "it was never started"}[clock["running"]]
    remaining = clock["remaining"]
    left = "" if remaining is None else f", {duration(remaining)} left at its last change"
    yield f"{state}{left}"
    if clock["extended"]:
        yield f"extended by {duration(clock['extended'])} in all"
    if clock["time_called"] is not None:
        given, turns = clock["extra_turns"], clock["extra_turns_left"]
        extra = "" if given is None else f", {count_of(given, 'extra turn')} given, {turns} left"
        yield f"time was called at event {clock['time_called']}{extra}"


def _rewind(rewind: RewindView, say: Speaker) -> Iterator[str]:
    ruling, undone, by = rewind["ruling"], rewind["undone"], rewind["undone_by"]
    details = in_brackets(
        f"ruling {clean(ruling)}" if ruling else "",
        f"undid events {undone[0]} to {undone[1]}" if undone else "undid nothing",
        "" if by is None else f"was itself undone by event {by}",
    )
    yield f"event {rewind['event']}: back to event {rewind['to_seq']}{details}"
    for gain in rewind["gained"]:
        yield f"  {_gain(gain, say)}"


def _gain(gain: GainView, say: Speaker) -> str:
    who = say.who(gain["player"])
    cards = [
        f"{clean(card['number'])} ({card['why'].replace('_', ' ')}, event {card['since']})"
        for card in gain["cards"]
    ]
    if gain["all_of_it"]:
        return f"{who} gained {listed(cards) if cards else 'no card'}"
    return f"{who}, as far as everybody saw, gained {listed(cards) if cards else 'no card'}"


def _correction(correction: CorrectionView, names: Mapping[str, str]) -> Iterator[str]:
    place, before, right = correction["place"], correction["before"], correction["right"]
    what = "an event after event" if correction["adds"] else "event"
    fate = "" if correction["stands"] else ", corrected once more since"
    yield f"event {correction['event']}: {what} {place}{fate}"
    if before is not None:
        yield f"  it said: {sentence(before, names)}"
    yield f"  right is: {'it never happened' if right is None else sentence(right, names)}"
