"""Every reader can ask for the match as recorded, as played and as ruled."""

import io
import json
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from dcg_events import MatchLog, Replay, UsageError
from dcg_events.audit.auditing import audit
from dcg_events.audit.explaining.moments import explain_event
from dcg_events.cli.app import app
from dcg_events.cli.screen.playing import print_all
from dcg_events.cli.screen.session import Session
from dcg_events.vocabulary.histories import HISTORIES
from tests.judging.desk import DECK, Desk, at, draw, move


class Story:
    """p1 draws; a branch that mills two cards is undone; the mill before it was no mill."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.wrong = desk.seq(move("trash", at("deck", position=0), at("trash")))
        self.stands = desk.seq(draw("p2"))
        self.undone = [desk.seq(draw("p2")), desk.seq(draw("p2"))]
        self.back = desk.seq({"kind": "rewound", "to_seq": self.stands})
        self.later = desk.seq({"kind": "memory_changed", "after": 2})
        self.fixed = desk.correct(self.wrong, draw())


@pytest.fixture
def story(desk: Desk) -> Story:
    return Story(desk)


def run(*arguments: Any) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*arguments: Any) -> list[Any]:
    return [json.loads(line) for line in run(*arguments).splitlines()]


def test_events_in_each_history(story: Story) -> None:
    path = story.desk.path
    recorded, played, ruled = (lines("events", path, "--history", history) for history in HISTORIES)
    assert lines("events", path) == recorded
    assert [event["seq"] for event in recorded] == list(range(story.desk.last + 1))
    assert [event["seq"] for event in played] == [event["seq"] for event in recorded]
    assert [event["seq"] for event in ruled] == [
        *(0, 1, story.wrong, story.stands),
        *(story.back, story.later, story.fixed),
    ]
    assert recorded[story.wrong]["to"]["zone"] == "trash"
    assert played[story.wrong]["to"]["zone"] == ruled[2]["to"]["zone"] == "hand"


def test_states_in_each_history(story: Story) -> None:
    path = story.desk.path

    def seen(history: str) -> list[tuple[int, int, int]]:
        found = lines("states", path, "--history", history)
        sides = [(state["seq"], state["players"]) for state in found]
        return [
            (seq, both["p1"]["hand"]["count"], both["p2"]["hand"]["count"]) for seq, both in sides
        ][2:]

    first, second = story.undone
    ends = [(story.back, 1, 1), (story.later, 1, 1), (story.fixed, 1, 1)]
    begins = [(story.wrong, 1, 0), (story.stands, 1, 1)]
    assert seen("played") == [*begins, (first, 1, 2), (second, 1, 3), *ends]
    assert seen("ruled") == [*begins, *ends]
    assert seen("recorded") == [
        *((story.wrong, 0, 0), (story.stands, 0, 1), (first, 0, 2), (second, 0, 3)),
        *((story.back, 0, 1), (story.later, 0, 1), (story.fixed, 1, 1)),
    ]
    assert lines("states", path) == lines("states", path, "--history", "played")


def test_show_inside_an_undone_branch(story: Story) -> None:
    path, inside = story.desk.path, story.undone[0]
    told = run("show", path, "--at", inside)
    assert f"undone: event {story.back} took the game back" in told
    assert "undone" not in run("show", path, "--at", story.later)
    state = lines("show", path, "--json", "--at", inside)[0]
    assert state["players"]["p2"]["hand"]["count"] == 2
    result = CliRunner().invoke(app, ["show", str(path), "--at", str(inside), "--history", "ruled"])
    assert isinstance(result.exception, UsageError)
    with pytest.raises(UsageError, match=f"it was undone by event {story.back}"):
        story.desk.log(history="ruled").state(inside)


@pytest.mark.parametrize("history", HISTORIES)
def test_a_replay_goes_through_its_history(story: Story, history: Any) -> None:
    log = story.desk.log(history=history)
    replay, states = Replay(log), list(log.states())
    assert [replay.seek(index) for index in reversed(range(len(replay)))] == states[::-1]
    undone = [index for index in range(len(replay)) if replay.undone_by(index) == story.back]
    assert len(undone) == (0 if history == "ruled" else 2)


def test_a_printed_replay_marks_the_branch(story: Story) -> None:
    told = run("replay", story.desk.path)
    mark = f"undone: event {story.back} takes the game back from here on"
    assert told.count(mark) == 1
    assert mark not in run("replay", story.desk.path, "--history", "ruled")
    out = io.StringIO()
    print_all(Replay(story.desk.log("p2", "recorded")), console=Console(file=out, width=80))
    assert "BT1-001 is trashed" in out.getvalue()


def test_a_key_changes_the_history(story: Story) -> None:
    log = story.desk.log()

    def open_as(viewer: Any, history: Any) -> Replay:
        return Replay(MatchLog(story.desk.path, viewer, history=history))

    session = Session(Replay(log), open_as, log.holding.viewers)

    def bottom() -> str:
        return "\n".join(line.plain for line in session.lines(140, 40)[-2:])

    for key in ("g", *str(story.undone[1]), "enter"):
        session.press(key)
    assert f"undone by event {story.back}" in bottom()
    session.press("h")
    assert "as ruled" in bottom()
    assert f"event {story.stands} " in bottom()  # the last place before the branch
    session.press("h")
    assert "as recorded" in bottom()
    session.press("v")
    assert "as p1 · as recorded" in bottom()
    session.press("h")
    assert "as ruled" not in bottom()
    assert "as recorded" not in bottom()


def test_an_audit_judges_the_game_and_not_the_scribe(desk: Desk) -> None:
    """A draw from below the top that the scribe made up is no breach; a real one is."""
    wrong = desk.seq(move("draw", at("deck", position=1), at("hand")))
    before = {finding.event for finding in audit(desk.path).findings}
    assert wrong in before
    desk.record({"kind": "rewound", "to_seq": wrong})
    desk.correct(wrong, None)
    assert wrong not in {finding.event for finding in audit(desk.path).findings}
    breach = move("draw", at("deck", position=1), at("hand"))
    added = desk.add(wrong, breach)
    findings = [found for found in audit(desk.path).findings if found.event == added]
    assert findings
    assert {found.group for found in findings} == {added}
    assert not [found for found in audit(desk.path).findings if found.rule == "impossible"]


def test_a_finding_names_its_moment_beside_what_was_added(desk: Desk) -> None:
    below = move("draw", at("deck", position=1), at("hand"))
    seqs = [desk.seq(below) for _ in range(4)]
    theirs = move("draw", at("deck", "p2", position=1), at("hand", "p2"))
    added = [desk.add(seqs[0], theirs) for _ in range(2)]
    draws = [found for found in audit(desk.path).findings if found.event in (*seqs, *added)]
    assert {found.event for found in draws} == {*seqs, *added}
    assert all(found.group == found.event for found in draws)


def test_explain_reads_the_record_and_names_what_corrects_it(story: Story) -> None:
    told = explain_event(story.desk.path, story.wrong)
    assert told["group"][0]["to"]["zone"] == "trash"
    assert story.fixed in [related["seq"] for related in told["related"]]
    fixed = explain_event(story.desk.path, story.fixed, "p2")
    sealed = {view["field"]: view["audience"] for view in fixed["sealed"]}
    assert sealed["event.number"] == ["p1"]
    assert DECK["p1"][0] not in json.dumps(fixed)
