"""Record lawful whole matches from a seed, for tests: an audit finds nothing in them.

    path = play_lawful(tmp_path / "match.dcglog", seed=17)

The cards are made up (`cards`), the abilities too (`abilities`, `on_units`, `on_piles`), and two
bots choose at random among what they may do. `features` counts what occurs, `retelling` records a
match again with a change in it. How things are written down, in which order and with which fields,
follows the importer of real matches where that is lawful, and otherwise this page.

**Every event.** A player's own act has `by`. `cause.kind` is `action` with `player` (and with
`event`, the `declared`, where there is one), `cost`, `effect`, `rule` or `judge`; `cause.event`
is an event of the past. An effect's cause is `{event: its effect_activated, player, source}`, and
all it does stands between `effect_activated` and `effect_resolved`; `asks` is there where the
text asks something of the card, `breeding` where it names the breeding area. Pure flow
(`turn_started`, `phase_entered`, …) has no cause. Cards of one moment are one group, with one
cause.

**Set-up.** `deck_registered` and `token_supplied` per player, then for each game `game_started`,
`shuffled` deck and Digi-Egg deck (none for an empty one) of p1 and p2, `first_player_decided`;
then, the first player always before the other: a group of five draws; `redraw_decided`; a group
of five cards `place`d from deck to security, positions 4 to 0. A redraw: `redraw_decided`, a
group of five `return`s to the bottom of the deck with an ordering that is not public, chosen by
the player (cause `rule`, no `basis`), `shuffled`, a group of five draws.

**Turn.** `turn_started`, then `phase_entered` unsuspend (start-of-turn effects, then one group of
`orientation_changed`, none if nothing is suspended), draw (a draw of cause `rule`; none in turn
1; from an empty deck `attempted` and then `game_ended`), breeding (`hatch`, `moved` or `passed`
breeding), main, end (effects, then `status_ended` for all that lasted for the turn),
`turn_ended`. Its reason is `pass` after `passed` turn and a `memory_changed` of reason `pass` to
3 on the other side, otherwise `memory`. A game that ends in the middle of a turn has neither.

**Memory.** `memory_changed` has `after` and `asked`, both from p1's side; they differ where the
gauge is capped. There is none if the gauge stays where it is.

**Play, digivolve, use, link.** `declared`, `cost_paid` (0 too), `memory_changed` (cause `cost`,
its event the `cost_paid`), then the transfer (cause `action`, its event the `declared`): `play`
founds a unit; `digivolve` goes to position 0 of its unit, and a draw follows, whose cause is
`rule` with the digivolution as event; `use` goes to no area; `link` goes to its slot, in one
group with the `trash` of the card it replaces. DNA digivolution: linked cards are trashed first
in a group of their own; then one group, the new card founding a unit, the cards of both units
after it as `material`, top first, all with `route` dna; then the draw. An Assembly is one group
too, the played card and its materials from the trash, all with `route` assembly; `paid` is lower
than `printed`. A card that an effect plays has no `declared` and no `cost_paid`. An aborted play
is `declared` and `declaration_aborted`.

**Option.** After `use`: `effect_activated` (timing OnUseOption), …, `effect_resolved`, then
`trash` from no area, cause `rule` with the `use` as event; not if its effect placed it in the
battle area.

**Effects.** What triggers together is written down first, an `effect_triggered` each; then one
after the other `effect_activated` or `effect_not_activated`, the turn player's first. `ordering`
is there where its player had more than one to choose from: rank 0, basis 15-4-3-5, `candidates`
all of that player's that still wait. After each the rule check and what was derived from it
(`manner` derived). Effects that do not wait (Options, [Security], [Main], [Counter]) have no
`pending`. The source of an on-deletion effect is the card as placed in the trash. Targets and
cards that a player chooses are `choice_made`, before they are touched; where "all" are meant
there is none. The cost of an effect (suspending a Tamer, trashing a Delay Option) comes after
`effect_activated`, with cause `cost`.

**Attack.** One group of `attack_declared` and `orientation_changed`; effects; a counter
(`attack_stepped`, then a [Hand] effect with the digivolution, route blast, and its draw); a block
(one group of `attack_stepped` with the new target and `orientation_changed`). In some matches
steps that are let pass and the success check are written down too. Each security check: `check`
to no area, `security_checked`, then the [Security] effect or `battle_resolved` and the deletion,
then `trash` from no area (cause `rule`, its event the `security_checked`), then effects. A
battle: `battle_resolved` with both DPs, one group of deletion for all losers (cause `rule`, its
event the battle). `attack_ended` last: `failed` if attacker or target is gone, `battled` after a
battle with a unit, `succeeded` otherwise; then `game_ended` if there was no security.

**Leaving the field.** One group for all units: the top cards go where they are sent, cards under
and linked to them to the trash, each to its owner's side; `delete` is the manner of all of them
when a unit is deleted, otherwise `return` for the top and `trash` for the rest. Tokens are
`remove`d to `outside`, in the same group. Directly after it: `status_ended` of what lay on them,
then Overflow (cause `rule`, its event the first of the group), the turn player's first.

**Orders.** Where an effect moves several cards at once, each of them has `ordering`: the effect's
player as chooser, ranks 0, 1, … over the whole group even where it goes to two players' piles or
is redirected, basis 3-1-3-4, `candidates` if public. Cards that go to the trash only because
their unit leaves have none, unless all is deleted. By rank the cards lie from top to bottom at
the bottom of a pile, and the last one on top in a trash. One card has no ordering; nor have cards
that leave by a rule, for no clause says who would choose. Nothing here puts several cards on top
of a hidden pile in a chosen order. `public` is true where the cards were public (trash, field,
face-up security, revealed) and false where they were not (hand, face-down security); a scribe
then gives neither rank nor position.

**From the top.** Draws, mills, trashed security and de-digivolved cards are groups from positions
0, 1, … in this order, without ordering.

**Redirects.** A Digi-Egg that should go to a hand, a deck or a security stack has `requested`
(zone, side, and position 0 or −1 where that counts) and `redirect` 3-1-3-9-1 or 3-1-3-9-2.

**Reveal and look.** `revealed`, `choice_made`, the chosen card (`add`, asks, `revealed`), the
rest back in order: with the last card the showing is over by itself. A look is ended by
`showing_ended`, before the pile is shuffled. A card taken from a look without `asks` is not
shown. A card of the hand that the text asks for is `revealed` on its way. Face-up cards are
`flipped` down, in one group, before their pile is shuffled.

**Rule check.** `rule_checked` only where something is found, then one group of deletion whose
cause is `rule` with it as event. It comes after an effect is resolved, after an Option is
trashed.

**Judges.** A rewind: `judge_called`, `ruling_issued`, `rewound` to the end of the group before
the action that is taken back. `state_attested` leaves out the field.
"""

from pathlib import Path

from tests.lawful.beginnings import begin_game, open_match, register
from tests.lawful.board import PLAYERS, other
from tests.lawful.referee import Referee
from tests.lawful.turns import play_turn


def play_lawful(
    path: Path,
    seed: int,
    *,
    language: str = "ja",
    edition: str = "4.0",
    turns: int | None = None,
    knows_all: bool = True,
) -> Path:
    """Record a lawful match; the same arguments give the same bytes.

    Args:
        path: The log, which must not exist yet.
        seed: Where all chance comes from, the salts too.
        language: Whose reading of the rules the match is played under.
        edition: The edition of the rules.
        turns: Turns after which a game ends by concession, if it has not ended before; 7 to 10 by
            the seed, fewer where a match has several games.
        knows_all: Whether the log holds what only a referee who sees everything knows; otherwise
            it is what a scribe at the table writes down, with null for what is hidden.
    """
    best_of = 3 if seed % 6 == 5 else 1
    desk = open_match(
        path, seed, language=language, edition=edition, knows_all=knows_all, best_of=best_of
    )
    dice = desk.dice
    game = Referee(desk, edition=edition, language=language)
    game.style = dice.choice(("normal", "normal", "normal", "rush", "rush", "deck_out", "deck_out"))
    game.full_steps = dice.random() < 0.4
    game.busy = dice.choice((0.0, 0.08, 0.2))
    game.rewinds = dice.choice((0, 0, 0, 1, 2))
    with desk.recorder, desk.recorder.batch():
        decks = register(desk, mills=game.style == "deck_out")
        won = dict.fromkeys(PLAYERS, 0)
        while max(won.values()) <= best_of // 2:
            begin_game(game, decks)
            most = turns or (dice.randint(2, 5) if best_of > 1 else dice.randint(7, 10))
            play_game(game, most)
            won[str(game.winner)] += 1
        winner = max(won, key=lambda player: won[player])
        desk.record(
            {
                "kind": "match_ended",
                "outcome": "win",
                "winner": winner,
                "games": [won["p1"], won["p2"], 0],
                "signed_by": ["Aiko", "Ben"],
            }
        )
    return path


def play_game(game: Referee, turns: int) -> None:
    while not game.over:
        if game.board.turn >= turns:
            game.end_game(other(game.board.turn_player), "concession")
        else:
            play_turn(game)
