"""The command that says what a viewer knows, and why."""

import typer

from dcg_events.cli.options import (
    AsOption,
    AtOption,
    DelayOption,
    HistoryOption,
    JsonOption,
    LogArgument,
    write_line,
)
from dcg_events.cli.reading import match_at_hand
from dcg_events.cli.words.knowledge import knowledge_text
from dcg_events.cli.words.phrases import names_of
from dcg_events.views.known import known


def knows(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    at: AtOption = None,
    history: HistoryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a viewer has learned of hidden cards, since when and why.

    It follows from what that viewer may read alone. What may be looked at is in `show`. What was
    learned in a branch that was undone is still known, as ruled too.

    Example:
        dcg-events knows final.dcglog --as p1 --at 41
    """
    with match_at_hand(log, viewer, delay, history or "played") as match:
        view = known(match, at)
        if as_json:
            write_line(view)
            return
        names = names_of(next(match.groups())[0])
        typer.echo(knowledge_text(view, match.state(view["seq"]), names))
