"""PokerKit: replay hands of no-limit hold'em from their hand histories (PHH).

The hands are played here at random by PokerKit itself and written as PHH. An event is an action of
the history; PokerKit checks each for legality as it replays.
"""

import random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

from tests.benchmarks.peers.peer import Peer, Run

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def _play(chance: random.Random) -> str:
    game = NoLimitTexasHoldem(_AUTOMATIONS, True, 0, (50, 100), 100)
    state = game((10_000,) * 6, 6)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_burn_card():
            state.burn_card()
        elif state.can_deal_board():
            state.deal_board()
        elif state.can_fold() and chance.random() < 0.25:
            state.fold()
        elif state.can_complete_bet_or_raise_to() and chance.random() < 0.15:
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps()


def peer(hands: int) -> Peer:
    """Return the peer with some hands."""
    chance = random.Random(7)  # noqa: S311 - for a benchmark
    histories = [_play(chance) for _ in range(hands)]
    actions = sum(len(HandHistory.loads(history).actions) for history in histories)

    def replay() -> None:
        for history in histories:
            *_, last = HandHistory.loads(history)
            if last.status:
                raise AssertionError(last)

    runs = [Run("read a PHH and replay its hand", replay, actions)]
    return Peer(("pokerkit",), "action", "generated PHH hands", runs)
