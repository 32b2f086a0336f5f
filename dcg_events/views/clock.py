"""The round clock: what its changes come to. It runs on when a game is rewound."""

from typing import assert_never

from dcg_events.events.codec import PlainEvent
from dcg_events.views.rulings_shape import ClockView, ProblemView


class Clock:
    """The round clock so far.

    Attributes:
        view: What the changes come to.
        problems: Changes that do not fit what was before.
    """

    def __init__(self) -> None:
        self.problems: list[ProblemView] = []
        self.view: ClockView = {
            "running": None,
            "remaining": None,
            "extended": 0,
            "time_called": None,
            "extra_turns": None,
            "extra_turns_left": None,
            "events": [],
        }

    def change(self, event: PlainEvent) -> None:
        """Take in a `clock_changed`."""
        view, remaining = self.view, event.get("remaining")
        view["events"].append(event["seq"])
        match event["what"]:
            case "started" | "resumed":
                self._expect(event, running=False)
                view["running"] = True
            case "paused":
                self._expect(event, running=True)
                view["running"] = False
            case "extended":
                seconds = event.get("seconds") or 0
                view["extended"] += seconds
                if remaining is None and view["remaining"] is not None:
                    view["remaining"] += seconds
            case "time_called":
                view["running"], view["time_called"] = False, event["seq"]
                view["remaining"] = 0
                view["extra_turns"] = view["extra_turns_left"] = event.get("turns")
            case "extra_turn":
                self._take_turn(event)
            case what:
                assert_never(what)
        if remaining is not None:
            view["remaining"] = remaining

    def _take_turn(self, event: PlainEvent) -> None:
        view, left = self.view, event.get("turns")
        if view["time_called"] is None:
            self._problem(event, "an extra turn begins, and time was not called")
        if left is not None:  # the record says how many are left
            view["extra_turns_left"] = left
        elif view["extra_turns_left"]:
            view["extra_turns_left"] -= 1
        elif view["extra_turns_left"] == 0:
            self._problem(event, "an extra turn begins, and none is left")

    def _expect(self, event: PlainEvent, *, running: bool) -> None:
        if self.view["running"] is (not running):
            problem = f"the clock is {event['what']}, and it {'stands' if running else 'runs'}"
            self._problem(event, problem)

    def _problem(self, event: PlainEvent, problem: str) -> None:
        self.problems.append({"event": event["seq"], "problem": problem})
