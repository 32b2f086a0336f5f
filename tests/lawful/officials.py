"""What happens around the game: judges, clock, counts agreed on, piles put in order."""

from collections.abc import Callable
from copy import deepcopy

from tests.lawful.board import PLAYERS, other
from tests.lawful.desk import Event
from tests.lawful.referee import Referee


def between_actions(game: Referee, player: str) -> None:
    """Let something happen around the game, now and then."""
    dice = game.dice
    if game.board.turn > 3 and dice.random() < 0.005:
        game.end_game(other(player), "concession")
        return
    if dice.random() > game.busy:
        return
    dice.choice((_attest, _call_judge, _pause_clock, _note, arrange))(game, player)


def _attest(game: Referee, _: str) -> None:
    """Both players confirm how many cards lie where.

    The field is left out: whether its cards or its units are counted is not said anywhere.
    """
    zones = ("deck", "egg_deck", "hand", "security", "trash")
    counts = [
        {"zone": zone, "side": player, "count": len(game.board.pile(player, zone))}
        for player in PLAYERS
        for zone in zones
    ]
    event: Event = {"kind": "state_attested", "signed_by": list(PLAYERS), "counts": counts}
    game.desk.record(event | {"memory": game.board.memory})


def _call_judge(game: Referee, player: str) -> None:
    """Ask a judge about what has just happened, who finds it in order or not."""
    about = game.desk.version - 1
    game.desk.record(
        {"kind": "judge_called", "player": player, "about": about, "question": "may I do that?"},
        by=player,
    )
    name = f"r{game.desk.version}"
    ruling: Event = {"kind": "ruling_issued", "ruling": name, "judge": "Chika", "level": "floor"}
    ruling |= {"about": about, "text": "it stands"}
    if game.dice.random() < 0.5:
        clause = {"clause": "3-1-3-4", "edition": game.edition, "language": game.language}
        ruling |= {"clauses": [clause]}
    game.desk.record(ruling, by="judge")
    if game.dice.random() < 0.3:
        appeal: Event = {"kind": "ruling_issued", "ruling": f"{name}b", "judge": "Dai"}
        appeal |= {"level": "head", "about": about, "replaces": name, "final": True}
        game.desk.record(appeal, by="judge")
    if game.dice.random() < 0.4:
        penalty: Event = {"kind": "penalty_issued", "player": player, "tier": "caution"}
        penalty |= {"infraction": "slow play", "ruling": name}
        game.desk.record(penalty, by="judge")


def _pause_clock(game: Referee, _: str) -> None:
    remaining = game.dice.randint(60, 2000)
    for change in ({"what": "paused"}, {"what": "resumed"}, {"what": "extended", "seconds": 120}):
        event: Event = {"kind": "clock_changed", "remaining": remaining, **change}
        if "seconds" in change:
            event["remaining"] = remaining + 120
        game.desk.record(event, by="judge")


def _note(game: Referee, _: str) -> None:
    game.desk.record({"kind": "noted", "text": "a drink was spilled beside the table"})


def arrange(game: Referee, player: str) -> None:
    """Put the hand or the trash in another order, as its player may (CR 4.0 §3-5-2, §3-6-2)."""
    pile = game.board.pile(player, game.dice.choice(("hand", "trash")))
    if len(pile) < 2:
        return
    order = list(range(len(pile)))
    game.dice.shuffle(order)
    pile[:] = [pile[index] for index in order]
    event: Event = {"kind": "reordered", **pile.place, "first": 0, "count": len(order)}
    if pile.zone == "trash" or game.desk.knows_all:
        event["order"] = order
    cause = {"kind": "action", "player": player}
    game.desk.record(event | {"chooser": player}, by=player, cause=cause)


def may_rewind(game: Referee, player: str, action: Callable[[], bool]) -> None:
    """Sometimes play an action that a judge takes back, with all that came of it."""
    if game.rewinds < 1 or game.dice.random() > 0.3:
        return
    desk, kept = game.desk, deepcopy(game.board)
    back_to = desk.version - 1
    if not action() or game.over:
        return
    game.rewinds -= 1
    about = desk.version - 1
    desk.record({"kind": "judge_called", "player": player, "about": about}, by=player)
    name = f"r{desk.version}"
    desk.record(
        {"kind": "ruling_issued", "ruling": name, "level": "head", "about": about}, by="judge"
    )
    rewound: Event = {"kind": "rewound", "to_seq": back_to, "ruling": name}
    desk.record(rewound, by="judge", cause={"kind": "judge"})
    desk.board = kept
