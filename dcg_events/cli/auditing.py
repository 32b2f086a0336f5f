"""The command that audits: findings about one log or a thousand."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Final

import typer
from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.audit.auditing import Audit, audit
from dcg_events.audit.configuring import rules_for
from dcg_events.audit.finding import Finding
from dcg_events.audit.practice import Practice, practice_of
from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import RULES
from dcg_events.cli.options import (
    AsOption,
    DelayOption,
    JsonOption,
    LogsArgument,
    expand,
    progress,
    unpacked,
    write_line,
)
from dcg_events.cli.reading import match_at_hand
from dcg_events.cli.words.findings import audit_lines, summary_lines
from dcg_events.cli.words.phrases import one_line
from dcg_events.errors import DcgEventsError, LogDamagedError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.views.delay import Delay
from dcg_events.vocabulary.people import Viewer
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
    rules = _chosen(only, rules_for(practice_of(practice)) if practice else RULES)
    paths = unpacked(expand(logs))
    findings: list[Finding] = []
    unread: list[DcgEventsError] = []
    waiting: list[str] | None = None if as_json or not sys.stdout.isatty() else []
    with progress(paths, "auditing") as counted:
        for path in counted:
            try:
                found = _audit_one(path, viewer, delay, reading, speech, rules)
            except DcgEventsError as error:
                if len(paths) == 1:
                    raise
                unread.append(error)
                unread_log: Unread = {"path": str(path), "damage": str(error)}
                _report(unread_log, [one_line(str(error))], waiting, as_json)
                continue
            findings += found.findings
            _report(found.as_dict(), audit_lines(found, speech), waiting, as_json)
    if waiting:
        typer.echo("\n".join(waiting))
    if len(paths) > 1 and not as_json:
        audited = len(paths) - len(unread)
        typer.echo("\n".join(summary_lines(findings, audited, speech, unread=len(unread))))
    if unread:
        misnamed = all(isinstance(error, UsageError) for error in unread)
        raise typer.Exit((UsageError if misnamed else LogDamagedError).exit_code)
    if findings:
        raise typer.Exit(1)


def _audit_one(
    path: Path | LogPart,
    viewer: Viewer | None,
    delay: Delay | None,
    reading: Language | None,
    speech: Language,
    rules: Sequence[Rule],
) -> Audit:
    with match_at_hand(path, viewer, delay) as match:
        found = audit(match.source, match.viewer, language=reading, speech=speech, rules=rules)
    return replace(found, path=str(path))


def _report(data: object, lines: Iterable[str], waiting: list[str] | None, as_json: bool) -> None:
    """Print what was found in a log; on a terminal it waits until the progress bar is gone."""
    if as_json:
        write_line(data)
    elif waiting is not None:
        waiting += lines
    else:
        typer.echo("\n".join(lines))


def _chosen(names: list[str] | None, rules: Sequence[Rule]) -> Sequence[Rule]:
    """Return those of some rules that names of rules or clauses choose, all if there is none.

    A heading chooses all clauses below it.

    Raises:
        UsageError: If a name is neither.
    """
    if not names:
        return rules
    for name in names:
        if not any(_means(name, rule) for rule in rules):
            remedy = f"use one of {', '.join(sorted(rule.id for rule in rules))}"
            raise UsageError(f"--rule {name}", "there is no such rule or clause", remedy)
    return [rule for rule in rules if any(_means(name, rule) for name in names)]


def _means(name: str, rule: Rule) -> bool:
    return name in (rule.id, rule.clause) or rule.clause.startswith(f"{name}-")
