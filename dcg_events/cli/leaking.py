"""The command that attacks our own redaction."""

from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from dcg_events.cli.options import JsonOption, LogsArgument
from dcg_events.cli.printing import Printer
from dcg_events.cli.words.phrases import one_line
from dcg_events.cli.working import DaskOption, JobsOption, batch, exit_code_for, typed
from dcg_events.errors import DcgEventsError
from dcg_events.inspections.attacking import AttackOptions, attack_logs
from dcg_events.leaks.attack import ATTACKED, Attack


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
    jobs: JobsOption = 1,
    dask: DaskOption = None,
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
    options = AttackOptions((viewer,) if viewer else ATTACKED, worlds, seed)
    found = 0
    errors: list[DcgEventsError] = []
    printer = Printer(as_json=as_json)
    with batch(logs, "attacking", jobs, dask) as work:
        outcomes = attack_logs(work.logs, options, executor=work.executor, window=work.window)
        for outcome in outcomes:
            path = typed(outcome.log)
            if outcome.error is not None:
                if work.alone:
                    raise outcome.error
                error = outcome.error
                errors.append(error)
                printer.tell({"path": path, "damage": str(error)}, [one_line(str(error))])
            for result in outcome.value or ():
                found += len(result.leaks)
                printer.tell({"path": path} | result.as_dict(), _in_words(path, result))
    printer.finish()
    if errors:
        raise typer.Exit(exit_code_for(errors))
    if found:
        raise typer.Exit(1)


def _in_words(path: str, result: Attack) -> Iterator[str]:
    swapped = f"{result.swapped} values swapped in {result.events} events"
    verdict = f"{len(result.leaks)} leaks" if result.leaks else "no leak found"
    yield f"{one_line(path)}, as {result.viewer}: {verdict}, {swapped}"
    for leak in result.leaks:
        yield f"  {leak}"
