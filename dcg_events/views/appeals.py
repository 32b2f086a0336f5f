"""Appeal chains: which ruling overturned which, what stands, and what does not fit together."""

from collections.abc import Sequence

from dcg_events.events.codec import PlainEvent
from dcg_events.views.rulings_shape import ProblemView, RulingView


class Appeals:
    """The rulings of a match, in the order in which they were issued.

    A ruling overturns the one that it names in `replaces`. Judges err too: what does not fit is
    kept as a problem, and the ruling is taken as one of its own.
    """

    def __init__(self) -> None:
        self.problems: list[ProblemView] = []
        self._rulings: list[RulingView] = []
        self._named: dict[str, RulingView] = {}

    def rule(self, event: PlainEvent) -> None:
        """Take in a `ruling_issued`."""
        name, replaces = event["ruling"], event.get("replaces")
        ruling: RulingView = {
            "event": event["seq"],
            "ruling": name,
            "judge": event.get("judge"),
            "level": event.get("level"),
            "about": event.get("about"),
            "text": event.get("text"),
            "final": bool(event.get("final")),
            "chain": [name],
            "replaced_by": None,
            "stands": True,
        }
        if replaces is not None:
            self._replace(ruling, replaces)
        if name in self._named and replaces != name:
            first = self._named[name]["event"]
            self._problem(ruling, f"event {first} issued another ruling of that name")
        self._rulings.append(ruling)
        self._named[name] = ruling

    def _replace(self, ruling: RulingView, name: str) -> None:
        old = self._named.get(name)
        if name == ruling["ruling"]:
            self._problem(ruling, "it replaces a ruling of its own name: a chain has no circle")
        elif old is None:
            self._problem(ruling, "it replaces a ruling that was not issued before it")
        elif ruling["ruling"] in old["chain"]:
            self._problem(ruling, "it stands in the chain that it replaces: a chain has no circle")
        else:
            if old["final"]:
                self._problem(
                    ruling, f"it overturns the ruling of event {old['event']}, a final one"
                )
            if old["replaced_by"] is not None:
                by = old["replaced_by"]
                self._problem(ruling, f"it overturns a ruling that event {by} overturned already")
            old["replaced_by"] = ruling["event"]
            old["stands"] = False
            ruling["chain"] = [*old["chain"], ruling["ruling"]]

    def _problem(self, ruling: RulingView, problem: str) -> None:
        self.problems.append({"event": ruling["event"], "problem": problem})

    def refer(self, event: PlainEvent) -> bool | None:
        """Return whether the ruling that an event rests on stands so far.

        One that names no ruling gives None; so does one that was not issued, which is a problem.
        """
        name = event.get("ruling")
        if name is None:
            return None
        if name not in self._named:
            problem = "it rests on a ruling that was not issued before it"
            self.problems.append({"event": event["seq"], "problem": problem})
            return None
        return self._named[name]["stands"]

    def stands(self, name: str | None) -> bool | None:
        """Return whether a ruling stands in the end; None if there is none of that name."""
        return self._named[name]["stands"] if name in self._named else None

    def rulings(self) -> Sequence[RulingView]:
        """Return all rulings, in the order in which they were issued."""
        return self._rulings
