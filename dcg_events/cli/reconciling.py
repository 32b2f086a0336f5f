"""The command that reconciles two recordings of one match, and merges them."""

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.cli.options import AsOption, JsonOption, stored, write_line
from dcg_events.cli.words.phrases import names_of
from dcg_events.cli.words.reconciling import report_lines
from dcg_events.cli.words.sentences import sentence
from dcg_events.errors import UsageError
from dcg_events.log.store import read_groups
from dcg_events.reconciling.clocks import TOLERANCE
from dcg_events.reconciling.merging import Merged, merge
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.reconciling import reconcile
from dcg_events.reconciling.same_log import merge_copies
from dcg_events.reconciling.shape import Reconciliation

FOUND: Final = 1
"""Exit code where the recordings diverge."""


class Reconciled(TypedDict):
    """What `reconcile --json` prints: what was found, and the log that was merged, if any."""

    found: Reconciliation
    merged: Merged | None


def reconcile_command(
    a: Annotated[Path, typer.Argument(metavar="A", help="A log.", show_default=False)],
    b: Annotated[
        Path, typer.Argument(metavar="B", help="Another log of the same match.", show_default=False)
    ],
    viewer: AsOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", help="Write what both know together as a log.", show_default=False
        ),
    ] = None,
    prefer: Annotated[
        Literal["a", "b", "none"],
        typer.Option(help="Who is right in the merged log where they contradict each other."),
    ] = "none",
    tolerance: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="How far times may be off, besides the difference of the clocks.",
        ),
    ] = TOLERANCE,
    other_names: Annotated[
        bool, typer.Option("--other-names", help="The players may be named otherwise in one.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Reconcile two recordings of one match: agreements, every divergence. Exit code 1 if any.

    They may be the logs of both players, or of a client and of a scribe who knows less: what one
    does not say contradicts nothing. A divergence is told once, where it begins, with what both
    say and how their tables stood. Without --as all is told that the two files hold: it is for
    whoever may read both.

    Merged, each fills in what the other does not know, and every event says where it is from. What
    they contradict each other about stays unknown, unless one is preferred.

    Example:
        dcg-events reconcile final.p1.dcglog final.p2.dcglog
        dcg-events reconcile client.dcglog scribe.dcglog -o final.dcglog --prefer a
    """
    if out is not None and viewer not in (None, "judge"):
        raise UsageError("-o", "a merged log holds what both hold", "leave --as out")
    with stored(a) as ours, stored(b) as theirs:

        @cache
        def names() -> dict[str, str]:
            return names_of(next(read_groups(ours))[0])

        found, pairing = reconcile(
            ours,
            theirs,
            viewer,
            tolerance=tolerance,
            other_names=other_names,
            tell=lambda event: sentence(event, names()),
        )
        found["a"]["path"], found["b"]["path"] = str(a), str(b)
        merged = None if out is None else _merge(found, pairing, out, prefer, tolerance)
    if as_json:
        reconciled: Reconciled = {"found": found, "merged": merged}
        write_line(reconciled)
    else:
        typer.echo("\n".join(report_lines(found, merged)))
    if found["divergences"]:
        raise typer.Exit(FOUND)


def _merge(
    found: Reconciliation,
    pairing: Pairing,
    out: Path,
    prefer: Literal["a", "b", "none"],
    tolerance: int,
) -> Merged:
    """Write the merged log: of two copies of one log, a copy with the openings of both."""
    if not found["same_log"]:
        return merge(pairing, out, prefer=prefer, tolerance=tolerance)
    head = merge_copies(pairing.a.path, pairing.b.path, out)
    counts = [len(recording.told) for recording in (pairing.a, pairing.b)]
    shorter = min(counts)
    return {
        "path": str(out),
        "head": head,
        "events": max(counts),
        "only_a": counts[0] - shorter,
        "only_b": counts[1] - shorter,
    }
