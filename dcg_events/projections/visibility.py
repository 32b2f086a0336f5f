"""Which field of which event may be known to whom: the one table that decides it.

Every field of every kind stands here. A value is sealed when its rule does not answer
"everybody"; whether it is sealed follows from public facts alone, so the seal itself tells
nothing. A field without a rule would be sealed from everybody but the judge, and fails the tests.
"""

from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from dcg_events.projections.audiences import (
    ALWAYS,
    Rule,
    before,
    candidates,
    corrected,
    disclosed,
    effect,
    judge,
    looked,
    named,
    new_order,
    number,
    option_numbers,
    options,
    order,
    origin,
    own,
    players,
    reference,
    shown_by_mistake,
    shown_cards,
    shown_place,
    shuffled_order,
    turned,
    turned_from,
)
from dcg_events.projections.looking import Looks
from dcg_events.projections.table import Table
from dcg_events.projections.witness import (
    UNITS_NAMED,
    Past,
    Witness,
    refuse_hands_as_units,
)
from dcg_events.vocabulary.people import EVERYBODY

Seal: TypeAlias = tuple[str, list[str]]
"""A dotted path and who may hold its opening, in a fixed order."""


def _kind(public: str = "", **sealed: Rule) -> dict[str, Rule | None]:
    """Write the rules of a kind: public fields in a string, others by name, `__` for a dot."""
    rules: dict[str, Rule | None] = dict.fromkeys(public.split())
    return rules | {name.rstrip("_").replace("__", "."): rule for name, rule in sealed.items()}


_DECKS = {f"{p}.{d}": judge for p in ("p1", "p2") for d in ("deck", "egg_deck")}

COMMON: Final = _kind(
    "kind seq game at by group step of"
    " cause.kind cause.event cause.player cause.asks cause.breeding cause.clause",
    cause__source=reference("cause.source", "cause.player"),
    recorder=judge,
)
"""The fields that every kind has."""

RULES: Final[dict[str, dict[str, Rule | None]]] = {
    # the match and its decks
    "match_opened": _kind(
        "format schema rules.edition rules.language players.p1.name players.p1.played_by"
        " players.p2.name players.p2.played_by clock durability recorder_notes cards"
        " tournament.organiser tournament.event tournament.round tournament.table"
        " tournament.source best_of origin match",
        players__p1__account=judge,
        players__p2__account=judge,
    ),
    "deck_registered": _kind("player", deck=own, egg_deck=own, tokens=own),
    "deck_checked": _kind("player in_order", missing=own, extra=own),
    "token_supplied": _kind("player number count"),
    "game_started": _kind("p1.deck_count p1.egg_deck_count p2.deck_count p2.egg_deck_count")
    | _DECKS,
    "first_player_decided": _kind("player how"),
    "redraw_decided": _kind("player redraw"),
    "shuffled": _kind("zone side cut_by", order=shuffled_order),
    "recovered": _kind("after", bytes_cut=judge),
    # the flow of the game
    "turn_started": _kind("player turn extra"),
    "turn_ended": _kind("player turn reason"),
    "phase_entered": _kind("phase"),
    "passed": _kind("player what"),
    "memory_changed": _kind("after asked reason"),
    "cost_paid": _kind("player printed paid waived"),
    "loop_declared": _kind("turn_player other_player"),
    "rule_checked": _kind("found"),
    "attempted": _kind("player what wanted done"),
    "game_ended": _kind("winner reason clause"),
    "match_ended": _kind("outcome winner games signed_by remark"),
    # cards and units
    "transferred": _kind(
        "manner from.zone from.side from.unit from.among to.zone to.side to.unit to.among"
        " owner facing orientation ordering.chooser ordering.public ordering.basis ordering.auto"
        " requested.zone requested.side requested.unit requested.among redirect route revealed"
        " attack",
        number=number,
        was=before,
        from__position=origin,
        to__position=order,
        requested__position=order,
        ordering__rank=order,
        ordering__candidates=reference("ordering.candidates", "ordering.chooser"),
    ),
    "moved": _kind("unit to"),
    "orientation_changed": _kind("unit orientation"),
    "flipped": _kind(
        "place.zone place.side place.unit place.position place.among facing",
        number=turned,
        was=turned_from,
    ),
    "reordered": _kind("zone side unit first count chooser", order=new_order),
    "revealed": _kind(
        "place.zone place.side place.unit place.among count numbers",
        place__position=shown_place,
        cards=shown_cards,
    ),
    "looked_at": _kind(
        "viewer place.zone place.side place.unit place.position place.among count",
        numbers=looked,
        cards=shown_cards,
    ),
    "showing_ended": _kind("showing"),
    "declared": _kind(
        "player action place.zone place.side place.unit place.among number unit route face",
        place__position=shown_place,
        card=reference("card", "player"),
    ),
    "declaration_aborted": _kind("declaration", reason=judge),
    "de_digivolved": _kind("unit declared position"),
    "status_applied": _kind("status units player what value until"),
    "status_ended": _kind("status"),
    # effects and choices
    "effect_triggered": _kind(
        "pending player timing manner",
        source=reference("source", "player"),
        number=effect,
        effect=effect,
    ),
    "effect_activated": _kind(
        "pending player number effect timing optional"
        " ordering.chooser ordering.rank ordering.public ordering.basis ordering.auto",
        source=reference("source", "player"),
        ordering__candidates=candidates,
    ),
    "effect_not_activated": _kind(
        "pending player timing reason"
        " ordering.chooser ordering.rank ordering.public ordering.basis ordering.auto",
        source=reference("source", "player"),
        number=effect,
        effect=effect,
        ordering__candidates=candidates,
    ),
    "effect_resolved": _kind(
        "pending player number effect timing",
        source=reference("source", "player"),
    ),
    "processing_pended": _kind("pending player what state"),
    "choice_made": _kind(
        "player audience units",
        what=options,
        least=options,
        most=options,
        value=options,
        cards=options,
        numbers=option_numbers,
        words=options,
        chosen=options,
    ),
    # attacks
    "attack_declared": _kind("attack player unit target.player target.unit"),
    "attack_stepped": _kind("attack step_taken player unit target.player target.unit taken"),
    "attack_ended": _kind("attack outcome"),
    "security_checked": _kind("attack player number outcome", card=reference("card", "player")),
    "battle_resolved": _kind(
        "attack", fighters=reference("fighters", "by"), losers=reference("losers", "by")
    ),
    # judges, clock, mistakes
    "clock_changed": _kind("what remaining seconds turns", reason=judge),
    "judge_called": _kind("player about", question=own),
    "ruling_issued": _kind("ruling judge level about clauses replaces final", text=players),
    "penalty_issued": _kind("player tier upgraded_from ruling", infraction=players, reason=players),
    "information_shown": _kind(
        "to place.zone place.side place.unit place.position place.among count",
        numbers=shown_by_mistake,
        how=judge,
    ),
    "disclosed": _kind("to", opened=disclosed, reason=judge),
    "state_repaired": _kind("ruling accepted about", reason=judge),
    "rewound": _kind("to_seq ruling", reason=judge),
    "record_corrected": _kind(
        "corrects after", event=corrected, field=judge, right=judge, why=judge
    ),
    "state_attested": _kind("signed_by counts memory"),
    "noted": _kind("audience about", text=named),
}
"""For each kind and field the rule that says who may know it; None is everybody."""


class _Field(NamedTuple):
    """A field that may be sealed.

    Attributes:
        path: Its dotted path.
        top: The field of the event that it is, or is a part of.
        between: What leads from there to its holder; None if it is no part.
        name: Its name in its holder.
        rule: Who may know it.
        always: How it is sealed by a rule that does not look at the table.
    """

    path: str
    top: str
    between: tuple[str, ...] | None
    name: str
    rule: Rule
    always: Seal | None


def sealable(path: str, rule: Rule) -> _Field:
    """Make ready what is asked of a field for every event that has it."""
    top, *parts = path.split(".")
    always = (path, _LISTED[ALWAYS[rule]]) if rule in ALWAYS else None
    if not parts:
        return _Field(path, top, None, top, rule, always)
    *between, name = parts
    return _Field(path, top, tuple(between), name, rule, always)


_LISTED: Final = {
    frozenset(chosen): sorted(chosen)
    for size in range(len(EVERYBODY) + 1)
    for chosen in combinations(EVERYBODY, size)
}
"""Every audience as it stands in an opening."""

_SEALABLE: Final = {
    kind: [sealable(path, rule) for path, rule in (COMMON | rules).items() if rule]
    for kind, rules in RULES.items()
}

_NAMING_UNITS: Final = {
    kind: tuple(tuple(path.split(".")) for path in UNITS_NAMED if path in rules)
    for kind, rules in RULES.items()
}
"""For each kind the fields that name units, besides those of the places of a transfer."""


def seals(
    table: Table,
    event: dict[str, Any],
    group: list[dict[str, Any]],
    past: Past,
    looks: Looks | None = None,
) -> list[Seal]:
    """Return the fields of an event that have to be sealed, and from whom they need not be.

    Args:
        table: The table before the group.
        event: The completed plain event.
        group: All events of the group.
        past: What is remembered of placements.
        looks: Shared by the events of a group, so that nothing is found out twice.

    Raises:
        EventError: If the event cannot be sealed as it is written.
    """
    witness: Witness | None = None
    kind = event["kind"]
    for unit in _NAMING_UNITS[kind]:
        refuse_hands_as_units(table, event, unit, past)
    found: list[Seal] = []
    for path, top, between, name, rule, always in _SEALABLE[kind]:
        if top not in event:
            continue
        if between is not None and not _is_part(event[top], between, name):
            continue
        if always is not None:
            found.append(always)
            continue
        if witness is None:
            witness = Witness(table, event, group, past, looks)
        audience = rule(witness)
        if audience is not EVERYBODY and audience != EVERYBODY:
            found.append((path, _LISTED[audience]))
    return found


def _is_part(holder: Any, between: tuple[str, ...], name: str) -> bool:  # noqa: ANN401 - JSON
    """Tell whether a field has such a part."""
    for part in between:
        if holder is None:
            return False
        holder = holder.get(part)
    return holder is not None and name in holder
