"""Commands that prove one hidden value, and check such a proof."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import STANDARD, JsonOption, LogArgument, at_hand, write_line
from dcg_events.cli.words.phrases import clean
from dcg_events.events.codec import canonical
from dcg_events.log.store import new_file
from dcg_events.views.proof import read_proof
from dcg_events.views.proving import Proven, check, prove


def prove_command(
    log: LogArgument,
    seq: Annotated[int, typer.Option("--seq", metavar="N", min=0, help="The event.")],
    field: Annotated[
        str,
        typer.Option("--field", metavar="F", help="The field: number, from.position, order …"),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", help="The proof, which must not exist yet; - is standard output."
        ),
    ],
    head: Annotated[
        str | None,
        typer.Option(
            "--head",
            metavar="HEAD",
            help="The head to prove it against, of any commit after the event; by default the"
            " last.",
            show_default=False,
        ),
    ] = None,
    short: Annotated[
        bool,
        typer.Option(
            "--short", help="Leave the record lines out: for who has a copy of the log at hand."
        ),
    ] = False,
) -> None:
    """Prove one hidden value: write a small file that shows it, and no other, against a head.

    The log may be a viewer's copy: a viewer can prove what the copy holds.

    Example:
        dcg-events prove final.dcglog --seq 17 --field number -o card-17.proof
    """
    with at_hand(log) as path:
        proof = prove(path, seq, field, head=head, short=short)
    if out == STANDARD:
        sys.stdout.buffer.write(proof.to_bytes())
        return
    with new_file(out) as file:
        file.write(proof.to_bytes())
    typer.echo(f"{out}: proves {field} of event {seq} against the head {proof.head}")


def check_command(
    proof: Annotated[
        Path, typer.Argument(metavar="PROOF", help="A file that `prove` wrote.", show_default=False)
    ],
    head: Annotated[
        str,
        typer.Option(
            "--head",
            metavar="HEAD",
            help="The head of the match, from somebody you trust or a copy that you verified.",
        ),
    ],
    copy: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="LOG",
            help="A copy of the log, anybody's: a short proof needs one.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check a proof against a head, and say what it shows. Exit code 3 if it does not hold.

    Example:
        dcg-events check card-17.proof --head 8d1f…
    """
    proven = check(read_proof(proof), head, copy=copy, name=str(proof))
    if as_json:
        write_line(proven.as_dict())
    else:
        typer.echo(_in_words(proven))


def _in_words(proven: Proven) -> str:
    players = " against ".join(map(clean, proven.players))
    value = clean(canonical(proven.value).decode())
    return (
        f"proven: in the match of {players} whose first {proven.events} events have the head"
        f" {proven.head}, {proven.field} of event {proven.seq} ({clean(proven.kind)}) is {value}"
    )
