"""The command that audits: findings about one log or a thousand."""

from dataclasses import fields, replace
from typing import Annotated, Final

import typer
from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.audit.finding import Finding
from dcg_events.audit.practice import Practice, practice_of
from dcg_events.cli.options import (
    AsOption,
    DelayOption,
    JsonOption,
    LogsArgument,
)
from dcg_events.cli.printing import Printer
from dcg_events.cli.reading import tell_tail
from dcg_events.cli.words.findings import audit_lines, summary_lines
from dcg_events.cli.words.phrases import one_line
from dcg_events.cli.working import DaskOption, JobsOption, batch, exit_code_for, typed
from dcg_events.errors import DcgEventsError
from dcg_events.inspections.auditing import AuditOptions, audit_logs
from dcg_events.vocabulary.rules import Language

_PRACTICES: Final = tuple(field.name for field in fields(Practice))
LangOption = Annotated[Language, typer.Option("--lang", help="Language of the sentences.")]


class Unread(TypedDict):
    """A log that could not be read: its `path`, and the message that says why."""

    path: str
    damage: str


def audit_command(
    logs: LogsArgument,
    viewer: AsOption = None,
    delay: DelayOption = None,
    speech: LangOption = "en",
    reading: Annotated[
        Language | None,
        typer.Option(help="Whose reading of the rules; by default that of the match."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="RULE",
            help="Only this rule, clause or heading (numbered as in Ver. 4.0); may be repeated.",
            show_default=False,
        ),
    ] = None,
    practice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help=f"How games are set up there: {', '.join(_PRACTICES)}; may be repeated.",
            show_default=False,
        ),
    ] = None,
    jobs: JobsOption = 1,
    dask: DaskOption = None,
    as_json: JsonOption = False,
) -> None:
    """Audit logs: what was against the rules, and what their records lack. Exit code 1 if any.

    A finding names the clause, the event and the events that show it. Read as a viewer, an audit
    finds what that viewer's copy shows and tells nothing else.

    Example:
        dcg-events audit final.dcglog
        dcg-events audit 'round-3/*.dcglog' --lang ja --rule 3-1-3-8
        dcg-events audit bots.dcglog --practice redraws_in_turn=no
    """
    options = AuditOptions(
        viewer, delay, reading, speech, tuple(only or ()), practice_of(practice or ())
    )
    findings: list[Finding] = []
    unread: list[DcgEventsError] = []
    audited = 0
    printer = Printer(as_json=as_json)
    with batch(logs, "auditing", jobs, dask) as work:
        outcomes = audit_logs(work.logs, options, executor=work.executor, window=work.window)
        for outcome in outcomes:
            path = typed(outcome.log)
            if outcome.error is not None:
                if work.alone:
                    raise outcome.error
                unread.append(outcome.error)
                unread_log: Unread = {"path": path, "damage": str(outcome.error)}
                printer.tell(unread_log, [one_line(str(outcome.error))])
            if outcome.value is not None:
                found = replace(outcome.value.audit, path=path)
                tell_tail(path, outcome.value.tail)
                audited += 1
                findings += found.findings
                printer.tell(found.as_dict(), audit_lines(found, speech))
    printer.finish()
    if not work.alone and not as_json:
        typer.echo("\n".join(summary_lines(findings, audited, speech, unread=len(unread))))
    if unread:
        raise typer.Exit(exit_code_for(unread))
    if findings:
        raise typer.Exit(1)
