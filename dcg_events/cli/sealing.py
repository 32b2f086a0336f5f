"""Commands that seal a match: keys, signed checkpoints, codes for both screens, timestamps."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import (
    STANDARD,
    STANDARD_INPUT,
    AtOption,
    JsonOption,
    LogArgument,
    at_hand,
    write_line,
)
from dcg_events.cli.seal_options import KeysOption, RootsOption
from dcg_events.errors import SealError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.codes import as_code, code_of
from dcg_events.seals.files import read_file, write_new
from dcg_events.seals.history import checkpoint, checkpoints
from dcg_events.seals.keyfiles import read_key, write_key
from dcg_events.seals.notefile import add_notes, notes_beside, read_notes_file
from dcg_events.seals.sealing import seal_checkpoint
from dcg_events.seals.signing import new_key
from dcg_events.seals.timestamps import MAX_RESPONSE, chosen, keep_timestamp, timestamp_request


def keygen(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="What the key is called, like an address: judge.example/ann.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", help="The private key; the public one goes to the same name and .pub."
        ),
    ],
) -> None:
    """Make a key to seal with, and print its public key, which others need to check seals.

    The private key is for its owner alone. Give the public key to everybody, in person or over
    another way than the logs.

    Example:
        dcg-events keygen judge.example/ann -o ann.key
    """
    key = new_key(name)
    write_key(out, key)
    typer.echo(key.public)


def seal_command(
    log: LogArgument,
    keys: KeysOption,
    at: AtOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            help="The file of notes to add to; by default LOG.seals; - prints the note alone.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Seal a match: sign how many events it has and their head, and keep the note beside the log.

    The log is verified first. Any viewer's copy gives the same seal. It may be sealed after every
    turn, by both players, the judge and the organiser; signatures over one state come together.

    Example:
        dcg-events seal final.dcglog --key ann.key
    """
    if out is None and log == STANDARD:
        raise UsageError(STANDARD_INPUT, "no file lies beside it", "name one by -o")
    signing = [read_key(path) for path in keys]
    with at_hand(log) as held:
        reached = checkpoint(held, at)
    note = seal_checkpoint(reached, signing)
    if out == STANDARD:
        sys.stdout.buffer.write(note.to_bytes())  # UTF-8, whatever the terminal takes
        return
    kept = out or notes_beside(log)
    add_notes(kept, [note])
    signers = [key.public.label for key in signing]
    if as_json:
        write_line({**_as_dict(reached), "signers": signers, "notes": str(kept)})
    else:
        typer.echo(
            f"{kept}: sealed {reached.count} events of {log} by {' and '.join(signers)},"
            f" code {code_of(reached.text)}"
        )


def code_command(
    log: LogArgument,
    at: AtOption = None,
    find: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Say after how many events the log had this code. Exit code 3 if it never had.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print eight characters that stand for the whole match so far, to compare on both screens.

    They show that two screens differ. They are no signature: compare them within the turn, and
    `seal` what matters.

    Example:
        dcg-events code final.p1.dcglog
        dcg-events code final.dcglog --find 7KQ2-M9XA
    """
    with at_hand(log) as held:
        if find is None:
            reached = checkpoint(held, at)
        elif at is None:
            reached = _found(held, as_code(find), str(log))
        else:
            raise UsageError("code", "--at and --find do not go together", "give one of them")
    if as_json:
        write_line(_as_dict(reached))
    else:
        typer.echo(f"{code_of(reached.text)} after {reached.count} events")


def timestamp_command(
    notes: Annotated[
        Path,
        typer.Argument(metavar="NOTE", help="A file that `seal` wrote.", show_default=False),
    ],
    request: Annotated[
        Path | None,
        typer.Option(metavar="TSQ", help="Write the request here, to be sent.", show_default=False),
    ] = None,
    response: Annotated[
        Path | None,
        typer.Option(metavar="TSR", help="Verify this response and keep it.", show_default=False),
    ] = None,
    roots: RootsOption = None,
    at: AtOption = None,
) -> None:
    """Have an authority confirm that a seal existed at a time (RFC 3161). Nothing is sent.

    Send the request yourself, and hand in the response; it is kept beside the note, and `verify
    --seal … --timestamp-roots PEM` says the time.

    Example:
        dcg-events timestamp final.dcglog.seals --request final.tsq
        curl -H "Content-Type: application/timestamp-query" --data-binary @final.tsq URL > final.tsr
        dcg-events timestamp final.dcglog.seals --response final.tsr --timestamp-roots roots.pem
    """
    note = chosen(read_notes_file(notes), at, str(notes))
    if request is not None and response is None:
        write_new(request, timestamp_request(note))
        typer.echo(f"{request}: send it to a time-stamping authority")
    elif response is not None and roots is not None and request is None:
        answer = read_file(response, MAX_RESPONSE)
        trusted = read_file(roots, MAX_RESPONSE)
        kept = keep_timestamp(notes, note, answer, trusted, str(response))
        typer.echo(f"{kept}: the timestamp holds, and is kept")
    else:
        remedy = "give --request, or --response and --timestamp-roots"
        raise UsageError("timestamp", "it is not clear what to do", remedy)


def _found(log: Path | LogPart, code: str, name: str) -> Checkpoint:
    found = [reached for reached in checkpoints(log) if code_of(reached.text) == code]
    if not found:
        problem = f"it never had the code {code} after a commit"
        remedy = "the code is of another match, another history, or of events that it lacks"
        raise SealError(name, problem, remedy)
    return found[-1]


def _as_dict(reached: Checkpoint) -> dict[str, object]:
    return {
        "origin": reached.origin,
        "events": reached.count,
        "head": reached.head.hex(),
        "code": code_of(reached.text),
    }
