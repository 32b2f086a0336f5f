"""The commands that pack and unpack logs."""

from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from dcg_events.cli.exporting import rejection
from dcg_events.cli.options import JsonOption, LogsArgument, expand, progress, write_line
from dcg_events.cli.working import exit_code_for
from dcg_events.errors import DcgEventsError
from dcg_events.packs.index import Entry
from dcg_events.packs.reading import Pack, logs_in
from dcg_events.packs.writing import pack


def pack_command(
    logs: LogsArgument,
    out: Annotated[Path, typer.Option("-o", "--out", help="The pack, NAME.dcgpack.")],
    add: Annotated[bool, typer.Option("--add", help="Add to a pack that is there.")] = False,
) -> None:
    """Pack logs into one file with an index, byte for byte; any ZIP tool opens it.

    A pack stands wherever a command takes many logs. It is there when it is complete: adding
    writes a new one and puts it in the place of the old.

    Example:
        dcg-events pack 'season/*.dcglog' -o season.dcgpack
        dcg-events verify season.dcgpack
    """
    paths = expand(logs)
    with progress(paths, len(paths), "packing") as counted:
        packed = pack(
            logs_in(chain([out] if add and out.exists() else [], counted)), out, replace=add
        )
    if len(paths) == 1 and packed.rejected and not packed.logs:
        raise packed.rejected[0].error
    for one in packed.rejected:
        typer.echo(f"rejected: {rejection(one)}")
    repeated = f", {packed.repeated} were there already" if packed.repeated else ""
    typer.echo(f"{out}: {packed.logs} logs{repeated}")
    if packed.rejected:
        raise typer.Exit(exit_code_for([one.error for one in packed.rejected]))


def unpack_command(
    path: Annotated[Path, typer.Argument(metavar="PACK", help="A pack, NAME.dcgpack.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME…", help="Only these logs.")
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Folder to unpack into.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare every log with its digest.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Unpack logs, byte for byte as they were; without a folder list what is in the pack.

    Every log is compared with its digest: what is damaged is named, and the rest go on.

    Example:
        dcg-events unpack season.dcgpack
        dcg-events unpack season.dcgpack final.dcglog -o logs
    """
    opened = Pack(path)
    for name in names or ():
        opened.find(name)
    damaged: list[DcgEventsError] = []

    def tell(entry: Entry, error: DcgEventsError | None) -> None:
        if error is not None:
            damaged.append(error)
            typer.echo(str(error), err=True)
        elif as_json:
            write_line(asdict(entry))
        else:
            typer.echo(f"{entry.name}: {entry.events} events, head {entry.head}")

    if out is not None:
        opened.unpack(out, tell, names or None)
    elif check:
        opened.check(tell)
    else:
        for entry in opened.entries():
            if not names or entry.name in names:
                tell(entry, None)
    if damaged:
        raise typer.Exit(exit_code_for(damaged))
