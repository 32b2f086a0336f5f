"""A sceptic's tests: whatever is done to a log, a seal that somebody else holds finds it."""

import os
from pathlib import Path
from typing import Any, Final

import pytest

from dcg_events import Recorder, redact, verify
from dcg_events.errors import LogDamagedError, LogError, SealError, UsageError
from dcg_events.seals import notefile
from dcg_events.seals.checking import SealReport, check_seals
from dcg_events.seals.checkpoints import Checkpoint, match_origin
from dcg_events.seals.history import checkpoint, checkpoints, history, origin_of
from dcg_events.seals.notefile import _whole, add_notes, notes_beside, read_notes_file
from dcg_events.seals.notes import MAX_NOTES, Note, Signature
from dcg_events.seals.sealing import seal
from dcg_events.seals.signing import sign
from tests.log.small import write_small_log
from tests.seals.conftest import ANN, BEN, EVE, TRUSTED

ENDS: Final = [0, 1, 3, 4, 5]
"""The last events of the commits of the small match."""


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def cut_after(path: Path, seq: int) -> None:
    """Cut a log cleanly after the commit that ends at an event."""
    lines = lines_of(path)
    end = next(n for n, line in enumerate(lines) if line.startswith(b'["commit",%d,' % seq))
    path.write_bytes(b"".join(lines[: end + 1]))


def fits(report: SealReport) -> list[str]:
    return [seal.fit for seal in report.seals]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Record another history of the same match: the same first record, then other salts."""
    return write_small_log(tmp_path / "other.dcglog", salt=500)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Record another match."""
    path = tmp_path / "elsewhere.dcglog"
    with Recorder.create(path, p1="Chie", p2="Dan", durability="none") as recorder:
        recorder.append({"kind": "noted", "text": "x"})
    return path


def test_the_origin_is_the_head_after_the_first_record(log: Path, elsewhere: Path) -> None:
    header = next(line for line in lines_of(log) if line.startswith(b"{"))
    assert origin_of(log) == match_origin(header[:-1]) == checkpoint(log).origin
    assert origin_of(log).removeprefix("dcg-events/match/") == checkpoint(log, 0).head.hex()
    assert origin_of(elsewhere) != origin_of(log)


@pytest.mark.parametrize("end", ENDS)
def test_a_seal_of_any_commit_holds_while_the_log_grows(log: Path, end: int) -> None:
    note = seal(log, [ANN], at=end)
    assert read_notes_file(notes_beside(log)) == [note]
    report = check_seals(log, [note], TRUSTED)
    assert report.holds
    assert (report.sealed, report.events, report.problems) == (end + 1, 6, ())
    assert report.signers == (ANN.public.label,)


@pytest.mark.parametrize("viewer", ["p1", "p2", "spectator"])
def test_every_copy_gives_the_same_seal(log: Path, tmp_path: Path, viewer: Any) -> None:
    copy = tmp_path / "copy.dcglog"
    redact(log, viewer, copy)
    assert list(checkpoints(copy)) == list(checkpoints(log))
    assert check_seals(copy, [seal(log, [ANN])], TRUSTED).holds


def test_signatures_of_several_signers_at_several_turns_come_together(log: Path) -> None:
    seal(log, [ANN], at=3)
    seal(log, [BEN])
    seal(log, [BEN], at=3)
    seal(log, [ANN, BEN], at=3)
    notes = read_notes_file(notes_beside(log))
    assert [len(note.signatures) for note in notes] == [2, 1]
    report = check_seals(log, notes, TRUSTED)
    assert report.holds
    assert (report.sealed, report.signers) == (6, (BEN.public.label,))


@pytest.mark.parametrize("kept", ENDS[:-1])
def test_a_clean_truncation_is_found(log: Path, kept: int) -> None:
    note = seal(log, [ANN])
    cut_after(log, kept)
    assert verify(log).whole, "by itself a log cut at a commit is whole"
    report = check_seals(log, [note], TRUSTED)
    assert not report.holds
    assert fits(report) == ["missing"]
    assert (
        f"signed 6 events, and the log, which is cut short, or a copy that lags, has {kept + 1}"
        in (report.problems[0])
    )


def test_truncation_behind_the_last_seal_is_not_found_and_the_report_says_how_far_it_holds(
    log: Path,
) -> None:
    note = seal(log, [ANN], at=4)
    cut_after(log, 4)
    report = check_seals(log, [note], TRUSTED)
    assert report.holds
    assert (report.sealed, report.events) == (5, 5)


def test_a_rewrite_of_the_same_length_is_found(log: Path, other: Path) -> None:
    """The whole log is written anew, with a valid chain, as only its recorder can."""
    note = seal(log, [ANN])
    other.replace(log)
    assert verify(log).whole
    report = check_seals(log, [note], TRUSTED)
    assert not report.holds
    assert fits(report) == ["contradicted"]
    assert "first 6 events have another head" in report.problems[0]


def test_a_rewrite_of_the_first_record_is_found(log: Path, elsewhere: Path) -> None:
    note = seal(log, [ANN])
    report = check_seals(elsewhere, [note], TRUSTED)
    assert not report.holds
    assert fits(report) == ["other_match"]
    assert "another match, or the first record was rewritten" in report.problems[0]


def test_a_fork_after_a_seal_is_a_rewrite_and_no_accusation(log: Path) -> None:
    """The log was changed behind event 3: the signer signed one history alone."""
    early, late = seal(log, [ANN], at=3), seal(log, [ANN])
    cut_after(log, 3)
    with Recorder.open(log) as recorder:
        for _ in range(3):
            recorder.append({"kind": "noted", "text": "forked"})
    report = check_seals(log, [early, late], TRUSTED)
    assert not report.holds
    assert fits(report) == ["holds", "contradicted"]
    assert report.sealed == 4
    assert not any("two histories" in problem for problem in report.problems)


def test_two_signed_histories_of_one_length_prove_themselves(
    log: Path, other: Path, elsewhere: Path
) -> None:
    notes = [seal(log, [ANN]), seal(other, [BEN])]
    for path in (log, other, elsewhere):
        report = check_seals(path, notes, TRUSTED)
        assert not report.holds
        assert report.problems[0].startswith("two histories of one match were signed: ")
        for signer in (ANN, BEN):
            assert f"{signer.public.label} signed 6 events with the head" in report.problems[0]


def test_two_signed_histories_of_different_lengths_are_shown_by_a_log(
    log: Path, other: Path
) -> None:
    notes = [seal(other, [ANN], at=3), seal(log, [ANN])]
    report = check_seals(log, notes, TRUSTED)
    assert fits(report) == ["contradicted", "holds"]
    assert report.problems[0].startswith("two histories of one match were signed: ")
    assert report.problems[0].count(f"{ANN.public.label} signed") == 2
    assert not report.holds


def test_two_signed_histories_that_a_short_log_cannot_tell(log: Path, other: Path) -> None:
    notes = [seal(log, [ANN]), seal(other, [BEN])]
    cut_after(log, 1)
    report = check_seals(log, notes, TRUSTED)
    assert fits(report) == ["missing", "missing"]
    assert report.problems[0].startswith("two histories of one match were signed: ")


def test_nobody_is_accused_by_who_is_not_trusted(log: Path, other: Path) -> None:
    notes = [seal(log, [ANN]), seal(other, [EVE])]
    report = check_seals(log, notes, TRUSTED)
    assert report.holds
    assert fits(report) == ["holds", "untrusted"]
    assert report.seals[1].unknown == (EVE.public.label,)


def test_no_trusted_signature_seals_nothing(log: Path) -> None:
    report = check_seals(log, [seal(log, [EVE])], TRUSTED)
    assert not report.holds
    assert report.problems == ("no signature is by a signer who is trusted",)
    assert report.sealed == 0
    with pytest.raises(UsageError, match="nobody is trusted"):
        check_seals(log, [seal(log, [ANN])], [])
    assert not check_seals(log, [], TRUSTED).holds


def test_a_signature_over_another_text_is_forged(log: Path) -> None:
    true = seal(log, [ANN], at=3)
    shown = checkpoint(log).text
    report = check_seals(log, [Note(shown, true.signatures)], TRUSTED)
    assert not report.holds
    assert fits(report) == ["forged"]
    assert "the note was altered or forged" in report.problems[0]


def test_a_swap_of_the_notes_of_two_matches_is_found(log: Path, elsewhere: Path) -> None:
    mine, theirs = seal(log, [ANN]), seal(elsewhere, [ANN])
    for path, note in ((log, theirs), (elsewhere, mine)):
        assert fits(check_seals(path, [note], TRUSTED)) == ["other_match"]
    claimed = Checkpoint(origin_of(elsewhere), 6, checkpoint(log).head).text
    report = check_seals(elsewhere, [Note(claimed, mine.signatures)], TRUSTED)
    assert fits(report) == ["forged"]


def test_a_signer_who_claims_more_events_than_there_are_is_found_out(log: Path) -> None:
    true = checkpoint(log)
    note = sign(Checkpoint(true.origin, 2**53 - 1, true.head).text, [ANN])
    assert fits(check_seals(log, [note], TRUSTED)) == ["missing"]


def test_a_signer_who_signs_a_wrong_head_is_found_out(log: Path) -> None:
    note = sign(Checkpoint(origin_of(log), 3, bytes(32)).text, [ANN])
    assert fits(check_seals(log, [note], TRUSTED)) == ["contradicted"]


def test_committing_the_same_events_in_other_portions_changes_no_history(
    log: Path, tmp_path: Path
) -> None:
    """Commits are in no head: a seal holds in the middle of a write, and --at cannot be there."""
    note = seal(log, [ANN], at=3)
    merged = tmp_path / "merged.dcglog"
    lines = [line for line in lines_of(log) if not line.startswith(b'["commit"')]
    openings = [line for line in lines if line.startswith(b'["open"')]
    records = [line for line in lines if line.startswith(b"{")]
    last = lines_of(log)[-1]
    merged.write_bytes(b"".join([*openings, *records, last]))
    assert verify(merged).whole
    report = check_seals(merged, [note], TRUSTED)
    assert report.holds
    assert (report.sealed, report.events) == (4, 6)
    with pytest.raises(UsageError, match="no commit ends at event 3"):
        seal(merged, [ANN], at=3)


def test_seals_up_to_the_damage_are_told(log: Path) -> None:
    early, late = seal(log, [ANN], at=3), seal(log, [ANN])
    content = log.read_bytes()
    log.write_bytes(content.replace(b'"kind":"noted"', b'"kind":"noteb"'))
    report = check_seals(log, [early, late], TRUSTED)
    assert fits(report) == ["holds", "missing"]
    assert report.sealed == 4
    assert "which is damaged before, has 5" in report.problems[0]


@pytest.mark.parametrize("at", [None, 3])
def test_a_damaged_or_torn_log_is_not_sealed(log: Path, at: int | None) -> None:
    whole = log.read_bytes()
    damaged = {
        "record": whole.replace(b'"kind":"noted"', b'"kind":"noteb"'),
        "opening": whole.replace(b"for you", b"for all"),
        "torn": whole + b'["open",6,"text",',
        "cut": whole[:-5],
        "more": whole + b"x\n",
    }
    for name, content in damaged.items():
        log.write_bytes(content)
        with pytest.raises(LogDamagedError):
            seal(log, [ANN], at=at)
        assert not notes_beside(log).exists(), name
    log.write_bytes(b"")
    with pytest.raises(LogError):
        seal(log, [ANN])


@pytest.mark.parametrize("at", [2, 6, 10**9])
def test_only_the_end_of_a_commit_is_sealed(log: Path, at: int) -> None:
    before = max(end for end in ENDS if end < at)
    with pytest.raises(UsageError, match=f"no commit ends at event {at}; give --at {before}"):
        seal(log, [ANN], at=at)


@pytest.mark.parametrize("content", [b"x", b"\n", b"a\n1\n", b"\xff\n"])
def test_a_file_that_is_no_notes_is_not_written_over(log: Path, content: bytes) -> None:
    notes_beside(log).write_bytes(content)
    with pytest.raises(SealError):
        seal(log, [ANN])
    assert notes_beside(log).read_bytes() == content
    assert sorted(path.name for path in log.parent.iterdir()) == [log.name, log.name + ".seals"]


def test_wherever_a_crash_cuts_a_note_off_the_others_stay_and_the_next_is_added(log: Path) -> None:
    first, second = seal(log, [ANN], at=1), seal(log, [ANN, BEN], at=3)
    path = notes_beside(log)
    content = path.read_bytes()
    lines = [b"".join(content.splitlines(keepends=True)[:n]) for n in (5, 11, 12)]
    assert lines[0] == first.to_bytes()
    assert lines[2] == content
    for cut in range(len(content)):
        path.write_bytes(content[:cut])
        whole = max((line for line in lines if len(line) <= cut), key=len, default=b"")
        assert cut - _whole(content[:cut]) == cut - len(whole)
        add_notes(path, [second], sync=False)
        assert path.read_bytes().startswith(whole)
        notes = read_notes_file(path)
        assert second in notes
        assert (first in notes) == (cut >= len(lines[0]))
        torn = path.with_name(f"{path.name}.torn-{len(whole)}")
        assert (torn.read_bytes() if torn.exists() else b"") == content[len(whole) : cut]
        torn.unlink(missing_ok=True)


def test_what_is_sealed_already_is_not_added_again(log: Path) -> None:
    seal(log, [ANN, BEN])
    content = notes_beside(log).read_bytes()
    for keys in ([ANN], [BEN], [ANN, BEN]):
        seal(log, keys)
    assert notes_beside(log).read_bytes() == content
    seal(log, [EVE, BEN])
    assert (
        notes_beside(log).read_bytes()
        == content + b"\n" + sign(checkpoint(log).text, [EVE]).to_bytes()
    )


def test_a_full_disk_leaves_nothing_of_a_note(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seal(log, [ANN], at=1)
    content = notes_beside(log).read_bytes()
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 50:
            return write(descriptor, data[:50])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        note = sign(checkpoint(log).text, [ANN])
        patched.setattr(Note, "to_bytes", lambda _: note.text.encode()[:60])
        with pytest.raises(LogError, match="no space left"):
            add_notes(notes_beside(log), [note])
    assert notes_beside(log).read_bytes() == content


def test_a_file_of_notes_has_a_limit(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = seal(log, [ANN], at=1)
    monkeypatch.setattr(notefile, "MAX_NOTES", 2 * len(note.to_bytes()))
    with pytest.raises(SealError, match="name another file"):
        seal(log, [ANN, BEN], at=3)
    assert notes_beside(log).read_bytes() == note.to_bytes()
    notes_beside(log).write_bytes(b"x" * (MAX_NOTES + 1))
    monkeypatch.undo()
    with pytest.raises(SealError, match="longer than"):
        read_notes_file(notes_beside(log))


def test_very_many_notes_are_checked_in_reasonable_time(log: Path, other: Path) -> None:
    """Pairs of notes are not compared one by one: a file may hold twenty thousand."""
    true, false = checkpoint(log, 3), checkpoint(other, 3)
    unknown = tuple(Signature(f"k{n}", b"abcd", b"x") for n in range(2))
    notes = [Note(f"{true.text}{n}\n", unknown) for n in range(4_000)]
    notes += [sign(f"{one.text}{n}\n", [ANN]) for one in (true, false) for n in range(200)]
    report = check_seals(log, notes, TRUSTED)
    assert report.sealed == 4
    assert sum("two histories" in problem for problem in report.problems) == 200
    assert check_seals(log, notes[:4_200], TRUSTED).problems == (), "one head, whatever is added"


def test_the_histories_heads_are_those_of_its_commits(log: Path) -> None:
    found = history(log, frozenset(range(8)))
    for reached in checkpoints(log):
        assert found.heads[reached.count] == reached.head
    assert sorted(found.heads) == [1, 2, 3, 4, 5, 6]
    assert found.head == checkpoint(log).head
