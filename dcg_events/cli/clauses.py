"""The command that lists the clauses of the rules: what implements them, and their tests."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final
from unicodedata import east_asian_width

import typer

from dcg_events.audit.clauses.audited import duties_of, rules_of
from dcg_events.audit.clauses.citing import cite, cited, lacks
from dcg_events.audit.clauses.clause import DUTIES, EDITIONS, Clause, Difference, Duty, Words
from dcg_events.audit.clauses.registry import CLAUSES, clause
from dcg_events.cli.options import JsonOption, write_line
from dcg_events.vocabulary.rules import DEFAULT_EDITION, Edition, Language

_DUTIES: Final[dict[Duty, Words]] = {
    "stored": Words("stored", "記録"),
    "derived": Words("derived", "導出"),
    "redacted": Words("redacted", "秘匿"),
    "audited": Words("audited", "監査"),
}
_HEADING: Final = Words("heading", "見出し")
_NONE: Final = Words("none", "なし")


def clauses_command(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(metavar="NUMBER…", help="Clauses to show in full.", show_default=False),
    ] = None,
    edition: Annotated[Edition, typer.Option(help="Whose numbers.")] = DEFAULT_EDITION,
    language: Annotated[
        Language, typer.Option("--lang", help="Language of titles and readings.")
    ] = "en",
    as_json: JsonOption = False,
) -> None:
    """List the clauses of the rules with their duties and what implements them.

    A ≠ marks a clause whose English and Japanese texts differ in a way that matters. With numbers,
    each is shown in full: both readings, what implements it, its rules and tests. A clause whose
    number is not known in the edition is listed under that of another, which is then named.

    Example:
        dcg-events clauses 3-1-3-7 --lang ja
    """
    asked = [clause(number, edition) for number in numbers or ()]
    chosen = asked or [entry for entry in CLAUSES if not lacks(edition, entry)]
    if as_json:
        for entry in chosen:
            write_line(_plain(entry, edition))
    elif asked:
        typer.echo("\n\n".join("\n".join(_whole(entry, edition, language)) for entry in asked))
    else:
        for line in _table(chosen, edition, language):
            typer.echo(line)


def _table(entries: Sequence[Clause], edition: Edition, language: Language) -> Iterator[str]:
    """Write a line for each clause, the columns aligned."""
    rows = [
        (
            _number(entry, edition),
            "≠" if entry.readings_differ and entry.readings_differ.significant else " ",
            entry.title_in(language),
            _duties(entry, language),
            ", ".join(name.removeprefix("dcg_events.") for name in entry.implemented_by),
        )
        for entry in entries
    ]
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _number(entry: Clause, edition: Edition) -> str:
    named, number = cited(entry, edition)
    return number if named == edition else f"{number} [{named}]"


def _duties(entry: Clause, language: Language) -> str:
    words = [_DUTIES[duty] for duty in DUTIES if duty in duties_of(entry)] or [_HEADING]
    return ", ".join(word.in_language(language) for word in words)


def _whole(entry: Clause, edition: Edition, language: Language) -> Iterator[str]:
    """Write all that the registry says of a clause."""
    yield f"{cite(entry, edition, language)}  {entry.title_in(language)}"
    known = [f"{name} §{entry.numbers[name]}" for name in EDITIONS if entry.numbers.get(name)]
    absent = [name for name in EDITIONS if lacks(name, entry)]
    parts = [
        (Words("numbers", "番号"), [", ".join(known)]),
        (Words("not in", "ない版"), [", ".join(absent)] if absent else []),
        (Words("duties", "役割"), [_duties(entry, language)]),
    ]
    none = [_NONE.in_language(language)]
    if entry.is_heading:
        parts.append((Words("clauses", "条項"), list(_below(entry, edition, language))))
    else:
        parts += [
            (Words("implemented by", "実装"), list(entry.implemented_by) or none),
            (Words("rules", "監査規則"), list(rules_of(entry)) or none),
            (Words("tests", "テスト"), list(entry.tests) or none),
        ]
    parts += [(label, [text.in_language(language)]) for label, text in _readings(entry)]
    width = max(_width(label.in_language(language)) for label, _ in parts)
    for label, lines in parts:
        name = label.in_language(language)
        for line in lines:
            yield f"  {name}{' ' * (width - _width(name))}  {line}"
            name = ""


def _below(heading: Clause, edition: Edition, language: Language) -> Iterator[str]:
    """Name the clauses of a heading, in order."""
    named, number = cited(heading, edition)
    for entry in CLAUSES:
        own = entry.numbers.get(named) or ""
        if own.startswith(f"{number}-"):
            yield f"{own}  {entry.title_in(language)}"


def _readings(entry: Clause) -> Iterator[tuple[Words, Words]]:
    difference = entry.readings_differ
    if difference is not None:
        how_much = _SIGNIFICANT if difference.significant else _MINOR
        yield Words("the texts differ", "和英の違い"), how_much
        yield Words("Japanese text", "日本語版"), difference.japanese
        yield Words("English text", "英語版"), difference.english
        if difference.practice is not None:
            yield Words("in practice", "実際の裁定"), difference.practice
    if entry.unsettled is not None:
        yield Words("left open", "未確定"), entry.unsettled


_SIGNIFICANT: Final = Words("in a way that matters; the Japanese prevails", "あり(日本語版が優先)")
_MINOR: Final = Words("slightly; the Japanese prevails", "わずかにあり(日本語版が優先)")


def _plain(entry: Clause, edition: Edition) -> dict[str, Any]:
    """Return an entry as JSON carries it; `edition` is the one that `number` is of."""
    named, number = cited(entry, edition)
    return {
        "number": number,
        "edition": named,
        "numbers": dict(entry.numbers),
        "title": entry.title,
        "title_ja": entry.title_ja,
        "duties": [duty for duty in DUTIES if duty in duties_of(entry)],
        "implemented_by": list(entry.implemented_by),
        "rules": list(rules_of(entry)),
        "tests": list(entry.tests),
        "readings_differ": _plain_difference(entry.readings_differ),
        "unsettled": _plain_words(entry.unsettled),
    }


def _plain_difference(difference: Difference | None) -> dict[str, Any] | None:
    if difference is None:
        return None
    return {
        "significant": difference.significant,
        "japanese": _plain_words(difference.japanese),
        "english": _plain_words(difference.english),
        "practice": _plain_words(difference.practice),
    }


def _plain_words(words: Words | None) -> dict[str, str] | None:
    return None if words is None else {"en": words.en, "ja": words.ja}


def _width(text: str) -> int:
    """Count the columns of a text in a terminal, where a Japanese sign takes two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
