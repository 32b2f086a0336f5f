"""The command that prints the judge's file of a match."""

import typer

from dcg_events.cli.options import AsOption, DelayOption, JsonOption, LogArgument, write_line
from dcg_events.cli.reading import match_at_hand
from dcg_events.cli.words.phrases import names_of
from dcg_events.cli.words.rulings import rulings_text
from dcg_events.views.rulings import judges_file

_FINDINGS = 1


def rulings(
    log: LogArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print what judges did in a match: their rulings and what stands of them, and all the rest.

    That is calls, penalties, the clock, cards shown by mistake, repairs, rewinds with what each
    player gained since the point, and corrections of the record.

    Exit code 1 if something in it does not fit together, such as an appeal from a ruling that was
    never issued.

    Example:
        dcg-events rulings final.dcglog --as p1
    """
    with match_at_hand(log, viewer, delay) as match:
        file = judges_file(match)
        if as_json:
            write_line(file)
        else:
            typer.echo(rulings_text(file, names_of(next(match.groups())[0])))
    if file["problems"]:
        raise typer.Exit(_FINDINGS)
