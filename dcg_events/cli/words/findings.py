"""Findings in words, for people, in English and Japanese."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from dcg_events.audit.auditing import Audit
from dcg_events.audit.finding import Finding
from dcg_events.audit.rule import SEVERITIES
from dcg_events.cli.words.phrases import one_line
from dcg_events.vocabulary.rules import Language

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "impossible": "impossible",
        "breach": "breach",
        "incomplete": "incomplete record",
        "doubt": "doubt",
        "head": "{path}: {found} in {events} events, read as {viewer} (CR {edition}, {reading})",
        "clean": "no findings",
        "one": "1 finding",
        "many": "{count} findings",
        "where": "game {game}, turn {turn}, event {event}",
        "asks": "asked: {asks}",
        "see": "see events {events}",
        "only": "only in this reading",
        "authority": "the record of it: {authority}",
        "reads_ja": "Japanese reading",
        "reads_en": "English reading",
        "total": "{logs} logs audited, {found}",
        "one_total": "1 log audited, {found}",
        "unread": "{count} could not be read",
        "authoritative": "authoritative",
        "one_client": "one client's",
        "inferred": "inferred",
    },
    "ja": {
        "impossible": "あり得ない記録",
        "breach": "ルール違反",
        "incomplete": "記録の不足",
        "doubt": "要確認",
        "head": "{path}: {events}件のイベントで{found}"
        "({viewer}として閲覧、総合ルール{edition}、{reading})",
        "clean": "指摘なし",
        "one": "指摘1件",
        "many": "指摘{count}件",
        "where": "ゲーム{game}、ターン{turn}、イベント{event}",
        "asks": "ルール: {asks}",
        "see": "参照イベント: {events}",
        "only": "この読み方でのみ",
        "authority": "記録の出所: {authority}",
        "reads_ja": "日本語版の読み方",
        "reads_en": "英語版の読み方",
        "total": "{logs}件のログを確認、{found}",
        "one_total": "1件のログを確認、{found}",
        "unread": "{count}件は読めない",
        "authoritative": "正式",
        "one_client": "片方のクライアント",
        "inferred": "推定",
    },
}


def audit_lines(audit: Audit, speech: Language) -> Iterator[str]:
    """Yield the lines about one log: a head, and some for each finding."""
    words = _WORDS[speech]
    yield words["head"].format(
        path=one_line(audit.path),
        found=_count(len(audit.findings), speech),
        events=audit.events,
        viewer=audit.viewer,
        edition=audit.edition,
        reading=words[f"reads_{audit.language}"],
    )
    for finding in audit.findings:
        yield from finding_lines(finding, speech)


def finding_lines(finding: Finding, speech: Language) -> Iterator[str]:
    """Yield the lines about one finding."""
    words = _WORDS[speech]
    where = words["where"].format(game=finding.game, turn=finding.turn, event=finding.event)
    only = "" if finding.other_reading else f", {words['only']}"
    yield f"  {where}: {words[finding.severity]}, {finding.citation(speech)} [{finding.rule}]{only}"
    yield f"    {finding.happened}"
    yield f"    {words['asks'].format(asks=finding.asks)}"
    if len(finding.evidence) > 1:
        yield "    " + words["see"].format(events=", ".join(map(str, finding.evidence)))
    if finding.authority is not None:
        yield "    " + words["authority"].format(authority=words[finding.authority])


def summary_lines(
    findings: Iterable[Finding], logs: int, speech: Language, *, unread: int = 0
) -> Iterator[str]:
    """Yield the lines that sum up many logs: how often each rule found something.

    Args:
        findings: All that was found.
        logs: How many logs were audited.
        speech: The language.
        unread: How many could not be read.
    """
    words = _WORDS[speech]
    counts = Counter((finding.severity, finding.clause, finding.rule) for finding in findings)
    found = _count(sum(counts.values()), speech)
    total = words["one_total" if logs == 1 else "total"].format(logs=logs, found=found)
    rest = words["unread"].format(count=unread)
    yield f"{total}{'、' if speech == 'ja' else '; '}{rest}" if unread else total
    ordered = sorted(counts.items(), key=lambda item: (SEVERITIES.index(item[0][0]), *item[0][1:]))
    for (severity, clause, rule), count in ordered:
        yield f"  {count:>6} × {words[severity]}, §{clause} [{rule}]"


def _count(count: int, speech: Language) -> str:
    words = _WORDS[speech]
    if count == 0:
        return words["clean"]
    return words["one"] if count == 1 else words["many"].format(count=count)
