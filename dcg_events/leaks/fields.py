"""Fields that are not for everybody: what the attack knows of them, told apart from the policy."""

from collections.abc import Sequence
from typing import Final

_BOTH: Final = ("p1", "p2")
TEXTS: Final[dict[str, dict[str, Sequence[str]]]] = {
    "match_opened": {"players.p1.account": (), "players.p2.account": ()},
    "declaration_aborted": {"reason": ()},
    "clock_changed": {"reason": ()},
    "ruling_issued": {"text": _BOTH},
    "penalty_issued": {"reason": _BOTH, "infraction": _BOTH},
    "information_shown": {"how": ()},
    "disclosed": {"reason": ()},
    "state_repaired": {"reason": ()},
    "rewound": {"reason": ()},
    "record_corrected": {"field": (), "right": (), "why": ()},
}
"""Texts that are not for everybody, and for whom they are besides the judge."""

REFERENCES: Final = {
    "cause.source": "cause.player",
    "source": "player",
    "card": "player",
    "ordering.candidates": "ordering.chooser",
    "fighters": "by",
    "losers": "by",
}
"""Fields that name cards, and who tells of them."""

SHOWN: Final = ("declared", "effect_activated", "effect_resolved", "security_checked")
"""Kinds that show everybody the card that they are about."""
