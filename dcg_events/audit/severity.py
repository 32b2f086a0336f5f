"""How bad a thing is, by what may have asked for it."""

from typing import Any

from dcg_events.audit.rule import Severity
from dcg_events.audit.values import BY_RULES, cause_of


def unless_text_says_so(event: dict[str, Any], otherwise: Severity | None) -> Severity | None:
    """Say how bad it is that something was not done as the rules alone ask.

    Args:
        event: What was done.
        otherwise: How bad it is where a card's text may have asked for it, or where the record
            does not say why it was done.

    Returns:
        A breach where no text can have asked for it; None where a judge did it.
    """
    kind = cause_of(event)
    if kind == "judge":
        return None
    return "breach" if kind in BY_RULES else otherwise
