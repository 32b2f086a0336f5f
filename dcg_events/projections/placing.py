"""What a card becomes where it is placed: another card (CR 4.0 §3-1-3-1)."""

from typing import Any

from dcg_events.projections.locating import known, refuse
from dcg_events.projections.table import UNSEEN, Card


def placed(old: Card, event: dict[str, Any]) -> Card:
    """Make the new card that an old one becomes; nothing is carried over (CR 4.0 §3-1-3-1-2).

    Of a hand that this log does not open only the count is kept.

    Raises:
        ImpossibleEventError: If the table knows the old card by another number.
    """
    number = event["number"]
    if number is not None:
        if number[0] == "~":
            if event["to"]["zone"] == "hand":
                return UNSEEN
            number = None
        elif old[1] != number and old[1] is not None and not is_vague(event):
            from_hand = event["from"]["zone"] == "hand"  # which of its cards is not to be told
            which = "the card from the hand" if from_hand else f"placement {old[0]}"
            problem = f"{which} is another card than the event says"
            refuse(event, problem, "give the number that was recorded, or record a correction")
    return Card((str(event["seq"]), number, event["owner"], event["facing"] == "up"))


def is_vague(event: dict[str, Any]) -> bool:
    """Tell whether this log says neither by position nor by placement which card leaves."""
    return known(event["was"]) is None and type(event["from"].get("position")) is not int
