"""A reconciliation in words: who agrees how far, and every divergence with its evidence."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from dcg_events.cli.words.phrases import clean, count_of
from dcg_events.events.codec import canonical
from dcg_events.reconciling.merging import Merged
from dcg_events.reconciling.shape import Divergence, Evidence, Nature, Reconciliation, Source

_ZONES: Final = ("deck", "egg_deck", "hand", "security", "trash", "battle", "breeding")


def report_lines(found: Reconciliation, merged: Merged | None) -> Iterator[str]:
    """Tell what two recordings agree and disagree about."""
    for name in ("a", "b"):
        yield _source(name, found[name])
    if found["same_log"]:
        yield "two copies of one log"
    agreed = f"{found['agreed']} of {count_of(found['paired'], 'event')} told by both agree"
    stretches = count_of(len(found["stretches"]), "stretch").replace("stretchs", "stretches")
    yield f"{agreed}, in {stretches}"
    yield from _tolerated(found)
    divergences = found["divergences"]
    if not divergences:
        yield "no divergence"
    else:
        contradictions = count_of(found["contradictions"], "contradiction")
        yield f"{count_of(len(divergences), 'divergence')}, {contradictions} among them"
    for number, divergence in enumerate(divergences, 1):
        yield f"{number}. {'first divergence: ' if number == 1 else ''}{_headline(divergence)}"
        yield from _details(divergence)
    if merged is not None:
        alone = f"{merged['only_a']} told by a alone, {merged['only_b']} by b alone"
        yield f"{merged['path']}: {merged['events']} events, {alone}, head {merged['head']}"


def _source(name: str, source: Source) -> str:
    events = count_of(source["events"], "event")
    whose = "full log" if source["copy_of"] == "judge" else f"copy for {source['copy_of']}"
    return f"{name}: {source['path']}: {events}, {whose}, head {source['head']}"


def _tolerated(found: Reconciliation) -> Iterator[str]:
    """Tell what differs and is no divergence."""
    for name, other in (("a", "b"), ("b", "a")):
        source: Source = found[name]  # type: ignore[literal-required]
        if source["filled"]:
            values = count_of(source["filled"], "value")
            yield f"{name} does not know {values} that {other} knows"
        kinds = [f"{clean(kind)} ({count})" for kind, count in source["unrecorded"].items()]
        if kinds:
            yield f"{name} never tells: {', '.join(kinds)}"
    if found["clock"]:
        yield f"b's clock is {found['clock']} seconds ahead of a's"
    if found["split"]:
        yield f"{count_of(found['split'], 'moment')} told in other groups"
    if found["worded"]:
        yield f"{count_of(found['worded'], 'event')} told in other words"
    if found["echoes"]:
        yield f"{count_of(found['echoes'], 'event')} repeating a contradiction told before"


def _headline(divergence: Divergence) -> str:
    nature: Nature = divergence["nature"]
    match nature:
        case "only_a":
            said = "only a tells this"
        case "only_b":
            said = "only b tells this"
        case "differs":
            fields = ", ".join(clean(one["field"]) for one in divergence["fields"])
            said = f"they contradict each other about {fields}"
        case "order":
            said = "they tell it in another order"
        case "time":
            said = "its times do not fit"
        case _:
            assert_never(nature)
    after = divergence["after"]
    if divergence["a"] is None or divergence["b"] is None:
        missing = "a" if divergence["a"] is None else "b"
        last = after["a"] if missing == "a" else after["b"]
        said += f"; {missing} " + ("begins later" if last is None else f"has nothing after {last}")
    return said


def _details(divergence: Divergence) -> Iterator[str]:
    for one in divergence["fields"]:
        yield f"     {clean(one['field'])}: a {_value(one['a'])}, b {_value(one['b'])}"
    for name in ("a", "b"):
        evidence: Evidence | None = divergence[name]
        if evidence is not None:
            yield from _evidence(name, evidence)
    for what, seqs in (
        ("with it", divergence["also"]),
        ("in consequence", divergence["consequences"]),
    ):
        for name in ("a", "b"):
            listed: list[int] = seqs[name]  # type: ignore[literal-required]
            if listed:
                yield f"     {what}: {name} {', '.join(map(str, listed))}"


def _evidence(name: str, evidence: Evidence) -> Iterator[str]:
    at = f", {evidence['at']}" if evidence["at"] else ""
    place = f"event {evidence['seq']}, moment {evidence['group']}{at}"
    yield f"   {name} {place}: {evidence['text']}"
    note = evidence["note"]
    if note is not None:
        source = [clean(part) for part in (note["evidence"], note["ref"]) if part]
        yield f"     from {', '.join(source) or 'an unnamed source'}"
    counts = "; ".join(f"{side} {_counts(piles)}" for side, piles in evidence["counts"].items())
    yield f"     before: {counts}; memory {evidence['memory']}; head {evidence['head'][:16]}"


def _counts(piles: Mapping[str, int]) -> str:
    return ", ".join(f"{zone.replace('_', ' ')} {piles[zone]}" for zone in _ZONES)


def _value(value: Any) -> str:  # noqa: ANN401 - any JSON value
    return clean(canonical(value).decode())
