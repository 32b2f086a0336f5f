"""What has to occur in sixty matches, so that a clause is not left out unnoticed."""

from typing import Final

WANTED: Final = (
    # set-up
    *("deck_registered", "token_supplied", "deck_checked", "first_player_decided"),
    *("place deck to security", "return hand to deck", "hidden order of hand to deck"),
    *("first draw skipped", "second game"),
    # flow and memory
    *("several units unsuspended at once", "passed breeding", "passed turn", "moved"),
    *("turn_ended memory", "turn_ended pass", "memory capped", "memory_changed overflow"),
    *("memory_changed set", "memory_changed cost", "memory_changed effect"),
    # actions
    *("hatch egg_deck to breeding", "play hand to battle", "digivolve hand to breeding"),
    *("digivolve hand to battle", "digivolved while suspended", "route dna", "route assembly"),
    *("material battle to battle", "use hand to no_area", "trash no_area to trash"),
    *("link hand to link", "trash link to trash", "declaration_aborted"),
    *("place no_area to battle", "play no_area to battle", "play trash to battle"),
    # attacks
    *("block taken", "counter taken", "route blast", "attack_stepped counter"),
    *("success_check taken", "check security to no_area", "face-up security card checked"),
    *("security_checked battle", "security_checked effect", "battle lost by both"),
    *("attack_ended succeeded", "attack_ended failed", "attack_ended battled"),
    # leaving the field
    *("several units deleted at once", "deleted with a linked card", "token removed"),
    *("public order of battle to trash", "public order of battle to deck"),
    *("public order of the opponent's cards to deck", "return battle to hand"),
    *("one public order over both players' deck", "one public order over several piles"),
    *("de_digivolved", "rule_checked", "status_applied", "status_ended"),
    # effects
    *("activation order chosen", "effect triggered", "effect derived", "attempted draw"),
    *("effect_not_activated declined", "effect_not_activated new_card"),
    *("effect_not_activated condition", "effect on the breeding area"),
    # hidden piles
    *("public order of deck to deck", "hidden order of security to deck"),
    *("hidden order of the opponent's cards to deck", "public order of security to deck"),
    *("public order of trash to deck", "asked for and shown: deck to hand"),
    *("asked for and shown: security to hand", "asked for and shown: hand to security"),
    *("add security to hand", "looked_at", "reordered deck", "revealed", "showing_ended"),
    *("trash hand to trash", "recover deck to security", "trash security to trash"),
    *("trash deck to trash", "3 cards at once, trash", "2 cards at once, draw"),
    *("flipped up", "flipped down", "placed face up in security"),
    *("redirected by 3-1-3-9-1 from deck", "redirected by 3-1-3-9-2 from hand"),
    *("redirected by 3-1-3-9-2 from security", "return trash to hand"),
    # under cards
    *("face down under a unit from deck", "face-down card leaves a unit"),
    *("from under a unit to under another", "reordered battle"),
    *("card under a unit on the other side", "card leaves a unit for its owner's side"),
    *("token on the other side", "play outside to battle", "remove battle to outside"),
    # around the game
    *("reordered hand", "reordered trash", "state_attested", "judge_called", "ruling_issued"),
    *("penalty_issued", "clock_changed extended", "noted", "rewound"),
    *("game_ended security", "game_ended deck_out", "game_ended concession", "match_ended win"),
)
"""Names of features as `features.count_features` counts them."""
