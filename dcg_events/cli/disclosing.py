"""The command that shows sealed values afterwards: one of them, or the whole match."""

from typing import Annotated, Final

import typer

from dcg_events.cli.options import LogArgument, write_line
from dcg_events.cli.writing import say_recovered
from dcg_events.errors import UsageError
from dcg_events.recorder.disclosing import Sealed, disclosures, withheld
from dcg_events.recorder.recorder import Recorder
from dcg_events.vocabulary.people import EVERYBODY

_HOW: Final = "give either --seq and --field, or --all"


def disclose(
    log: LogArgument,
    to: Annotated[
        list[str],
        typer.Option(
            metavar="p1|p2|spectator", help="Who may know it from now on; may be given again."
        ),
    ],
    seq: Annotated[
        int | None,
        typer.Option("--seq", metavar="N", min=0, help="The event.", show_default=False),
    ] = None,
    field: Annotated[
        str | None,
        typer.Option("--field", metavar="F", help="Its sealed field.", show_default=False),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Publish the match: all that speaks of cards, orders and choices. What speaks of"
            " people stays private: accounts, notes, reasons, questions.",
        ),
    ] = False,
    reason: Annotated[
        str | None, typer.Option(help="Why; for the judge.", show_default=False)
    ] = None,
) -> None:
    """Disclose sealed values: append to the full log that more may know them from now on.

    Each event appended is answered with a line of JSON. Copies made from then on hold the values.

    Example:
        dcg-events disclose final.dcglog --to spectator --all
    """
    if everything == (field is not None or seq is not None) or (seq is None) != (field is None):
        raise UsageError("disclose", "it is not clear what to disclose", _HOW)
    viewers = sorted(set(to))
    if not EVERYBODY.issuperset(viewers):
        problem = "it names somebody who is no viewer"
        raise UsageError("--to", problem, f"choose from {', '.join(sorted(EVERYBODY))}")
    with Recorder.open(log) as recorder:
        say_recovered(recorder)
        if seq is not None and field is not None:
            values = [Sealed(seq, field, 0)]
        else:
            values = list(withheld(recorder.path, viewers))
        if not values:
            typer.echo(f"{log}: there is nothing left to disclose", err=True)
        for event in disclosures(values, viewers, reason):
            receipt = recorder.append(event)
            write_line({"seqs": receipt.seqs, "ids": receipt.ids, "head": receipt.head})
