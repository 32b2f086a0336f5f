"""The command that explains a card or an event."""

from typing import Annotated

import typer

from dcg_events.audit.explaining.cards import explain_card
from dcg_events.audit.explaining.moments import explain_event
from dcg_events.audit.explaining.shape import Explanation
from dcg_events.cli.auditing import LangOption
from dcg_events.cli.options import AsOption, DelayOption, JsonOption, LogArgument, write_line
from dcg_events.cli.reading import match_at_hand
from dcg_events.cli.words.explaining import Telling
from dcg_events.cli.words.phrases import names_of
from dcg_events.errors import UsageError
from dcg_events.views.matchlog import MatchLog
from dcg_events.vocabulary.rules import Language


def explain(
    log: LogArgument,
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            metavar="ID",
            help="The card of this placement, or the one that founded the unit.",
            show_default=False,
        ),
    ] = None,
    seq: Annotated[
        int | None,
        typer.Option("--seq", metavar="N", min=0, help="The event.", show_default=False),
    ] = None,
    viewer: AsOption = None,
    delay: DelayOption = None,
    speech: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Explain a card or an event: where it lay, who could see it, what touches it, what is wrong.

    A card is followed through all zones and owners as far as the reader can follow it. An event is
    told with its moment, its changes, who may know which of its fields, and its cards.

    Example:
        dcg-events explain final.dcglog --card 41
        dcg-events explain final.dcglog --seq 101 --as p1 --lang ja
    """
    if (card is None) == (seq is None):
        raise UsageError("explain", "it explains one card or one event", "give --card or --seq")
    with match_at_hand(log, viewer, delay) as match:
        told = _told(match, card, seq, speech)
        if as_json:
            write_line(told)
            return
        events = {event["seq"]: event for event in match.events()}
        telling = Telling(speech, names_of(events[0]), events)
        typer.echo("\n".join(telling.lines(told)))


def _told(match: MatchLog, card: str | None, seq: int | None, speech: Language) -> Explanation:
    if card is not None:
        return explain_card(match.source, card, match.viewer, speech=speech)
    return explain_event(match.source, seq or 0, match.viewer, speech=speech)
