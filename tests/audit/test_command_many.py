"""The command `dcg-events audit` on many logs: damage, globs, progress, a summary, exit codes."""

import sys
from pathlib import Path

import pytest

from tests.audit.asking import findings
from tests.audit.printed_audits import BY_EFFECT, ONLY, damaged, valid
from tests.rules.scene import Scene, at
from tests.typing_commands import Terminal, Typed


@pytest.mark.parametrize("as_json", [False, True])
def test_many_logs_with_damaged_ones_between(
    typed: Typed, breach: Path, clean: Path, tmp_path: Path, *, as_json: bool
) -> None:
    bad = damaged(breach, tmp_path / "damaged.dcglog")
    twin = tmp_path / "twin.dcglog"
    twin.write_bytes(breach.read_bytes())
    options = ["--json"] if as_json else []
    code, out, err = typed("audit", breach, bad, clean, twin, *ONLY, *options)
    assert (code, err) == (3, "")
    if as_json:
        told = [valid(line) for line in out.splitlines()]
        assert [one["path"] for one in told] == list(map(str, (breach, bad, clean, twin)))
        assert [len(one.get("findings", "x")) for one in told] == [1, 1, 0, 1]
        assert str(bad) in told[1]["damage"]
        return
    assert [line for line in out.splitlines() if str(bad) in line]
    assert out.splitlines()[-2:] == [
        "3 logs audited, 2 findings; 1 could not be read",
        "       2 × breach, §3-1-3-8 [owners-place]",
    ]
    japanese = typed("audit", breach, bad, clean, *ONLY, "--lang", "ja").out.splitlines()
    assert japanese[-2:] == [
        "2件のログを確認、指摘1件、1件は読めない",
        "       1 × ルール違反, §3-1-3-8 [owners-place]",
    ]


def test_exit_codes(typed: Typed, breach: Path, clean: Path, tmp_path: Path) -> None:
    bad = damaged(breach, tmp_path / "damaged.dcglog")
    assert typed("audit", clean, clean, *ONLY).code == 0
    assert typed("audit", clean, breach, *ONLY).code == 1
    assert typed("audit", "nowhere.dcglog").code == 2
    assert typed("audit", str(tmp_path / "*.nothing")).code == 2
    assert typed("audit").code == 2
    assert typed("audit", breach, "nowhere.dcglog", *ONLY).code == 2
    assert typed("audit", bad).code == 3
    assert typed("audit", bad, "nowhere.dcglog", breach).code == 3


def test_a_single_damaged_log_is_an_error_of_one_line(
    typed: Typed, breach: Path, tmp_path: Path
) -> None:
    bad = damaged(breach, tmp_path / "damaged.dcglog")
    code, out, err = typed("audit", bad)
    assert (code, out) == (3, "")
    assert err.startswith(f"dcg-events: {bad}, group ")
    assert err.count("\n") == 1


def test_globs_name_many_logs_once(typed: Typed, breach: Path, tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"round-{name}.dcglog").write_bytes(breach.read_bytes())
    pattern = tmp_path / "round-*.dcglog"
    code, out, _ = typed("audit", pattern, tmp_path / "round-b.dcglog", "--json", *ONLY)
    assert code == 1
    paths = [Path(valid(line)["path"]).name for line in out.splitlines()]
    assert paths == ["round-a.dcglog", "round-b.dcglog"]


def test_standard_input_is_called_so(typed: Typed, breach: Path) -> None:
    content = breach.read_bytes()
    code, out, err = typed("audit", "-", *ONLY, given=content)
    assert (code, err) == (1, "")
    assert out.startswith("-: 1 finding in 3 events")
    assert valid(typed("audit", "-", "--json", *ONLY, given=content).out)["path"] == "-"
    code, out, err = typed("audit", "-", given=b"nonsense")
    assert (code, out) == (3, "")
    assert err.startswith("dcg-events: standard input")
    assert "/" not in err.split(";")[0]


def test_what_has_no_commit_is_said_to_be_left_out(typed: Typed, breach: Path) -> None:
    with breach.open("ab") as file:
        file.write(b'{"kind":"noted"')
    code, out, err = typed("audit", breach, *ONLY)
    assert code == 1
    assert "in 3 events" in out
    assert "the last 15 bytes have no commit and are left out" in err


def test_progress_shows_on_a_terminal_only(
    typed: Typed, breach: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = []
    for number in range(12):
        logs.append(tmp_path / f"{number}.dcglog")
        logs[-1].write_bytes(breach.read_bytes())
    code, out, err = typed("audit", *logs, *ONLY)
    assert (code, err) == (1, "")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert typed("audit", *logs, *ONLY)[:2] == (1, out)
    assert "auditing" in terminal.getvalue()
    few = Terminal()
    monkeypatch.setattr(sys, "stderr", few)
    typed("audit", *logs[:3], *ONLY)
    assert few.getvalue() == ""


def test_on_a_terminal_the_findings_follow_the_progress_bar(
    typed: Typed, breach: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [tmp_path / f"{number}.dcglog" for number in range(11)]
    for log in logs:
        log.write_bytes(breach.read_bytes())
    expected = typed("audit", *logs, *ONLY).out
    both = Terminal()
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    typed("audit", *logs, *ONLY)
    assert both.getvalue().endswith(expected)
    assert expected.splitlines()[0] not in both.getvalue().removesuffix(expected)


def test_the_summary_counts_by_severity_clause_and_rule(typed: Typed, scene: Scene) -> None:
    scene.deal([f"BT1-{number:03}" for number in range(10, 14)])
    for cause in (BY_EFFECT["cause"], BY_EFFECT["cause"], {"kind": "rule"}):
        scene.take("trash", "deck", at("trash", "p2", 0), cause=cause)
    twin = scene.path.with_name("twin.dcglog")
    twin.write_bytes(scene.path.read_bytes())
    _, out, _ = typed("audit", scene.path, twin, "--rule", "3-1-3-8")
    assert out.splitlines()[-3:] == [
        "2 logs audited, 6 findings",
        "       4 × breach, §3-1-3-8 [owners-place]",
        "       2 × breach, §3-1-3-8 [owners-place-by-rule]",
    ]
    assert len(findings(scene)) >= 3
    quiet = typed("audit", scene.path, twin, "--rule", "owners-token")
    assert quiet.out.splitlines()[-1] == "2 logs audited, no findings"
    assert "logs audited" not in typed("audit", scene.path).out
