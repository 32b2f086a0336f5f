"""The command `dcg-events`: its subcommands, and errors turned into messages and exit codes."""

import os
import sys
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated

import typer

from dcg_events.cli.auditing import audit_command
from dcg_events.cli.clauses import clauses_command
from dcg_events.cli.disclosing import disclose
from dcg_events.cli.explaining import explain
from dcg_events.cli.exporting import export_command
from dcg_events.cli.following import follow_command
from dcg_events.cli.importing import importers
from dcg_events.cli.knowing import knows
from dcg_events.cli.leaking import leaks
from dcg_events.cli.options import as_written
from dcg_events.cli.packing import pack_command, unpack_command
from dcg_events.cli.proving import check_command, prove_command
from dcg_events.cli.reading import events, replay, show, states
from dcg_events.cli.reconciling import reconcile_command
from dcg_events.cli.rounds import rounds
from dcg_events.cli.rulings import rulings
from dcg_events.cli.schemas import schemas
from dcg_events.cli.sealing import code_command, keygen, seal_command, timestamp_command
from dcg_events.cli.statistics import stats
from dcg_events.cli.verifying import verify_command
from dcg_events.cli.words.phrases import one_line
from dcg_events.cli.writing import append, new, redact_command
from dcg_events.errors import DcgEventsError

app = typer.Typer(
    help="Record, replay and verify matches of the Digimon Card Game.",
    epilog="Exit codes: 0 clean, 1 findings, 2 usage, 3 log damaged, 4 event refused.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for function in (new, append, events, show, states, replay, knows, rulings, schemas, leaks, stats):
    app.command(help=as_written(function))(function)
app.command("redact", help=as_written(redact_command))(redact_command)
app.command("follow", help=as_written(follow_command))(follow_command)
app.command("verify", help=as_written(verify_command))(verify_command)
app.command("audit", help=as_written(audit_command))(audit_command)
app.command("disclose", help=as_written(disclose))(disclose)
app.command("prove", help=as_written(prove_command))(prove_command)
app.command("check", help=as_written(check_command))(check_command)
app.command("explain", help=as_written(explain))(explain)
app.command("clauses", help=as_written(clauses_command))(clauses_command)
app.command("keygen", help=as_written(keygen))(keygen)
app.command("seal", help=as_written(seal_command))(seal_command)
app.command("code", help=as_written(code_command))(code_command)
app.command("timestamp", help=as_written(timestamp_command))(timestamp_command)
app.command("reconcile", help=as_written(reconcile_command))(reconcile_command)
app.add_typer(rounds, name="round")
app.command("export", help=as_written(export_command))(export_command)
app.command("pack", help=as_written(pack_command))(pack_command)
app.command("unpack", help=as_written(unpack_command))(unpack_command)
app.add_typer(importers, name="import")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version("dcg-events"))
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; an error of ours is one line on standard error and its exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without our signs shows others
    try:
        app()
    except DcgEventsError as error:
        sys.stdout.flush()
        sys.stderr.write(f"dcg-events: {one_line(str(error))}\n")
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
