"""The options that the commands about seals share."""

from pathlib import Path
from typing import Annotated

import typer

KeysOption = Annotated[
    list[Path],
    typer.Option(
        "--key",
        metavar="FILE",
        help="A private key, as `keygen` wrote it; may be given again.",
        show_default=False,
    ),
]
RootsOption = Annotated[
    Path | None,
    typer.Option(
        "--timestamp-roots",
        metavar="PEM",
        help="Root certificates of the time-stamping authorities that are trusted.",
        show_default=False,
    ),
]
SealOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--seal",
        metavar="NOTE",
        help="A file of notes that `seal` wrote: the log has to be what was signed. May be given"
        " again, for notes from several people. By default the one beside the log, if there is a"
        " --signer.",
        show_default=False,
    ),
]
SignerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--signer",
        metavar="VKEY",
        help="A public key that is trusted, or a file with one on each line; may be given again.",
        show_default=False,
    ),
]
