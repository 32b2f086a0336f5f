"""The command that attacks our own redaction."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from dcg_events.cli.options import (
    JsonOption,
    LogsArgument,
    at_hand,
    expand,
    progress,
    unpacked,
    write_line,
)
from dcg_events.cli.words.phrases import one_line
from dcg_events.leaks.attack import ATTACKED, Attack, attack
from dcg_events.log.part import LogPart


def leaks(
    logs: LogsArgument,
    viewer: Annotated[
        Literal["p1", "p2", "spectator"] | None,
        typer.Option("--as", help="Attack the copy of this viewer; by default all three."),
    ] = None,
    as_json: JsonOption = False,
    worlds: Annotated[
        int, typer.Option(min=1, max=1000, metavar="N", help="Other worlds to compare with.")
    ] = 1,
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed gives the same worlds.")
    ] = 0,
) -> None:
    """Attack the redaction of full logs: what could a viewer learn and may not? Exit code 1 if any.

    Everything that the viewer cannot know is swapped, consistently with what the viewer saw: what
    hidden cards are, in which order they lie, which of them was drawn, played or put back, and
    what the record says for others. Both worlds are sealed, and the viewer's copies have to be
    equal byte for byte apart from digests, salts and heads; so have the events, states and error
    messages. Then a checklist of leaks is walked over the log itself.

    Not found, because no copy hides it: what follows from what was lawfully seen (the rest of a
    deck whose list is open), and that an effect of some card in a hand triggered, which is a
    public fact. Nor whether the recorder told the truth.

    Example:
        dcg-events leaks final.dcglog --as spectator --worlds 5
    """
    found = 0
    paths = unpacked(expand(logs))
    with progress(paths, "attacking") as counted:
        for path in counted:
            with at_hand(path) as held:
                for attacked in (viewer,) if viewer else ATTACKED:
                    result = attack(held, attacked, worlds=worlds, seed=seed)
                    found += len(result.leaks)
                    _tell(path, result, as_json=as_json)
    if found:
        raise typer.Exit(1)


def _tell(path: Path | LogPart, result: Attack, *, as_json: bool) -> None:
    if as_json:
        write_line({"path": str(path)} | result.as_dict())
        return
    swapped = f"{result.swapped} values swapped in {result.events} events"
    verdict = f"{len(result.leaks)} leaks" if result.leaks else "no leak found"
    typer.echo(f"{one_line(str(path))}, as {result.viewer}: {verdict}, {swapped}")
    for leak in result.leaks:
        typer.echo(f"  {leak}")
