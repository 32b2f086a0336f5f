"""Commands that seal a round of a tournament: one line, and proofs that a match is in it."""

from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.options import JsonOption, LogArgument, LogsArgument, as_written, expand
from dcg_events.cli.options import write_line as write_json
from dcg_events.cli.seal_options import KeysOption, SignerOption
from dcg_events.cli.words.phrases import clean
from dcg_events.errors import SealError, UsageError
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.codes import code_of
from dcg_events.seals.files import read_file, write_new
from dcg_events.seals.history import checkpoint, checkpoints, history
from dcg_events.seals.keyfiles import read_key, read_signers
from dcg_events.seals.notes import MAX_NOTES, decode64, read_note
from dcg_events.seals.roundproof import RoundProof
from dcg_events.seals.rounds import Round, prove_in_round, read_round, round_name, seal_round

rounds = typer.Typer(
    help="Seal a round of a tournament by one line, and prove that a match is in it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
_OTHER = "the match that is proven is another one, or the log is not what was sealed"


def seal(
    logs: LogsArgument,
    name: Annotated[
        str, typer.Option(metavar="NAME", help='What all call the round: "Spring Cup, round 3".')
    ],
    keys: KeysOption,
    out: Annotated[
        Path, typer.Option("-o", "--out", help="The signed line; the matches go to OUT.leaves.")
    ],
) -> None:
    """Seal the matches of a round, and print the line to publish.

    Example:
        dcg-events round seal "round-3/*.dcglog" --name "Spring Cup, round 3" --key o.key -o r3.seal
    """
    signing = [read_key(path) for path in keys]
    sealed = seal_round([checkpoint(path) for path in expand(logs)], name, signing)
    leaves = _leaves_of(out)
    write_new(leaves, sealed.leaves())
    try:
        write_new(out, sealed.note.to_bytes())
    except BaseException:
        leaves.unlink()
        raise
    top = Checkpoint.parse(sealed.note.text, str(out))
    typer.echo(f"{' '.join(top.text.split())} {code_of(top.text)}")


def prove(
    sealed: Annotated[
        Path, typer.Argument(metavar="ROUND", help="What `round seal` wrote.", show_default=False)
    ],
    log: LogArgument,
    out: Annotated[Path, typer.Option("-o", "--out", help="The proof, which must not exist yet.")],
) -> None:
    """Prove that a match is in a sealed round. The log may have grown since.

    Example:
        dcg-events round prove r3.seal final.dcglog -o final.tlog-proof
    """
    known = _read(sealed)
    proof = prove_in_round(known, checkpoints(log), str(log))
    write_new(out, proof.to_bytes())
    place = f"match {proof.index + 1} of {len(known.matches)}"
    typer.echo(f"{out}: proves that {log} is {place} of the round")


def check(
    proof: Annotated[
        Path, typer.Argument(metavar="PROOF", help="What `round prove` wrote.", show_default=False)
    ],
    log: Annotated[
        Path | None,
        typer.Argument(
            metavar="[LOG]", help="The match's log, anybody's copy.", show_default=False
        ),
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="HEAD", help="Its head, instead of the log.", show_default=False),
    ] = None,
    signers: SignerOption = None,
    root: Annotated[
        str | None,
        typer.Option(
            metavar="ROOT", help="The root in the line that was published.", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a match is in a round that a trusted signer sealed, or that was published.

    Exit code 3 if it is not.

    Example:
        dcg-events round check final.tlog-proof final.p1.dcglog --signer organiser.pub
    """
    if (log is None) == (head is None):
        raise UsageError("round check", "it is not clear of which match", "give LOG or --head")
    where = str(proof)
    read = RoundProof.parse(read_file(proof, MAX_NOTES), where)
    published = None if root is None else _root(root)
    top, by = read.checked(where, signers=read_signers(signers or ()), root=published)
    if log is not None:
        there = history(log, frozenset({read.match.count}))
        if there.heads.get(read.match.count) != read.match.head:  # no other match has its head
            raise SealError(str(log), "it is not the match that the proof is of", _OTHER)
    elif head != read.match.head.hex():
        raise SealError("--head", "it is not the head that the proof is of", _OTHER)
    _tell(read, top, by, as_json=as_json)


def _tell(proof: RoundProof, top: Checkpoint, by: tuple[str, ...], *, as_json: bool) -> None:
    match, name = proof.match, clean(round_name(top.origin))
    if as_json:
        write_json(
            {
                "round": name,
                "root": top.text.split("\n")[2],
                "matches": top.count,
                "index": proof.index,
                "signers": by,
                "origin": match.origin,
                "events": match.count,
                "head": match.head.hex(),
            }
        )
        return
    signed = f", signed by {clean(' and '.join(by))}" if by else ""
    typer.echo(
        f"in the round: the first {match.count} events are match {proof.index + 1} of {top.count}"
        f" of {name}{signed}"
    )


def _root(typed: str) -> bytes:
    try:
        return decode64(typed, "--root")
    except SealError as error:
        remedy = "copy the third part of the line that was published"
        raise UsageError(error.where, error.problem, remedy) from error


def _leaves_of(sealed: Path) -> Path:
    return sealed.with_name(sealed.name + ".leaves")


def _read(sealed: Path) -> Round:
    note = read_note(read_file(sealed, MAX_NOTES), str(sealed))
    leaves = _leaves_of(sealed)
    return read_round(note, read_file(leaves, MAX_NOTES), str(leaves))


for function in (seal, prove, check):
    rounds.command(help=as_written(function))(function)
