"""A machine records possible events beside plain lists, and both agree after every step.

The lists are kept by the rulebook: a card is a name, a place is a list of names, top first.
Nothing of the package helps to keep them.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dcg_events.recorder.recorder import Recorder
from dcg_events.views.matchlog import MatchLog

Lists = dict[tuple[str, str], list[str]]
sides = st.sampled_from(["p1", "p2"])
piles = st.sampled_from(["deck", "hand", "security", "trash"])
small = st.integers(0, 4)


class Match(RuleBasedStateMachine):
    """Cards by name in lists, the recorder beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = TemporaryDirectory()
        path = Path(self.directory.name) / "m.dcglog"
        self.recorder = Recorder.create(path, p1="Aiko", p2="Ben", durability="none")
        self.lists: Lists = {}
        self.units: dict[str, dict[str, Any]] = {}
        self.no_area: list[str] = []

    def teardown(self) -> None:
        self.recorder.close()
        self.directory.cleanup()

    @initialize()
    def deal(self) -> None:
        self.lists = {
            (s, z): [] for s in ("p1", "p2") for z in ("deck", "hand", "security", "trash")
        }
        event: dict[str, Any] = {"kind": "game_started"}
        for side in ("p1", "p2"):
            names = [f"{side}-{index}" for index in range(12)]
            self.lists[side, "deck"] = list(names)
            event[side] = {"deck_count": 12, "deck": names, "egg_deck_count": 0}
        self.recorder.append(event)

    def transfer(self, origin: dict[str, Any], goal: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"kind": "transferred", "manner": "unknown", "from": origin, "to": goal, **more}

    def take(self, side: str, zone: str, index: int) -> tuple[dict[str, Any], str]:
        """Say where a card is, by its position or its name."""
        name = self.lists[side, zone][index]
        place = {"zone": zone, "side": side}
        if zone == "hand":
            return {"from": place, "number": name}, name
        return {"from": place | {"position": index}}, name

    # cards in piles

    @rule(side=sides, source=piles, goal=piles, count=st.integers(1, 3), data=st.data())
    def carry(self, side: str, source: str, goal: str, count: int, data: st.DataObject) -> None:
        """Some cards of a pile go to another, or to other places in the same one, at once."""
        cards = self.lists[side, source]
        count = min(count, len(cards))
        if not count:
            return
        chosen = data.draw(st.permutations(range(len(cards))))[:count]
        staying = [name for index, name in enumerate(cards) if index not in chosen]
        arriving = staying if source == goal else list(self.lists[side, goal])
        size = len(arriving) + count
        spots = data.draw(st.permutations(range(size)))[:count]
        group, named = [], {}
        for index, spot in zip(chosen, spots, strict=True):
            says, name = self.take(side, source, index)
            place: dict[str, Any] = {"zone": goal, "side": side}
            if goal != "hand":
                place["position"] = spot
            group.append(self.transfer(says.pop("from"), place, **says))
            named[spot] = name
        self.recorder.append_group(group)
        for spot in sorted(named) if goal != "hand" else spots:
            arriving.insert(spot if goal != "hand" else len(arriving), named[spot])
        self.lists[side, source] = staying
        self.lists[side, goal] = arriving

    @rule(side=sides, zone=st.sampled_from(["deck", "security", "hand", "trash"]), data=st.data())
    def shuffle(self, side: str, zone: str, data: st.DataObject) -> None:
        order = data.draw(st.permutations(self.lists[side, zone]))
        event = {"kind": "shuffled", "zone": zone, "side": side, "order": order}
        self.recorder.append(event)
        self.lists[side, zone] = list(order)

    @rule(side=sides, zone=st.sampled_from(["deck", "security", "trash"]), data=st.data())
    def reorder(self, side: str, zone: str, data: st.DataObject) -> None:
        cards = self.lists[side, zone]
        order = data.draw(st.permutations(range(len(cards))))
        if not order:
            return
        event = {"kind": "reordered", "zone": zone, "side": side, "count": len(order)}
        self.recorder.append(event | {"order": order})
        self.lists[side, zone] = [cards[index] for index in order]

    # units

    @precondition(lambda self: any(self.lists[side, "hand"] for side in ("p1", "p2")))
    @rule(data=st.data(), area=st.sampled_from(["battle", "breeding"]), suspended=st.booleans())
    def play(self, data: st.DataObject, area: str, suspended: bool) -> None:
        side = data.draw(st.sampled_from([s for s in ("p1", "p2") if self.lists[s, "hand"]]))
        name = self.lists[side, "hand"].pop(data.draw(small) % len(self.lists[side, "hand"]))
        state = "suspended" if suspended else "unsuspended"
        origin, goal = {"zone": "hand", "side": side}, {"zone": area}
        event = self.transfer(origin, goal, number=name, orientation=state)
        unit = str(self.recorder.append(event).ids[0])
        self.units[unit] = {"side": side, "area": area, "suspended": suspended}
        self.units[unit] |= {"cards": [name], "links": []}

    def unit(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.units)))

    @precondition(lambda self: self.units)
    @rule(data=st.data(), link=st.booleans(), side=sides, at=small)
    def stack(self, data: st.DataObject, link: bool, side: str, at: int) -> None:
        """A card of a deck goes on, under or beside the cards of a unit."""
        if not self.lists[side, "deck"]:
            return
        unit = self.unit(data)
        state = self.units[unit]
        name = self.lists[side, "deck"].pop(0)
        goal = {"zone": "link" if link else state["area"], "side": state["side"], "unit": unit}
        spot = min(at, len(state["cards"]))
        if not link:
            goal["position"] = spot
        self.recorder.append(self.transfer({"zone": "deck", "side": side, "position": 0}, goal))
        if link:
            state["links"].append(name)
        else:
            state["cards"].insert(spot, name)

    @precondition(lambda self: self.units)
    @rule(data=st.data())
    def leave_for_no_area(self, data: st.DataObject) -> None:
        """The top card of a unit leaves it; a unit without cards is gone."""
        unit = self.unit(data)
        state = self.units[unit]
        if not state["cards"]:
            return
        origin = {"zone": state["area"], "side": state["side"], "unit": unit, "position": 0}
        self.recorder.append(self.transfer(origin, {"zone": "no_area"}))
        self.no_area.append(state["cards"].pop(0))
        if not state["cards"] and not state["links"]:
            del self.units[unit]

    @precondition(lambda self: self.units)
    @rule(data=st.data(), side=sides)
    def delete(self, data: st.DataObject, side: str) -> None:
        """A unit goes to a trash with all its cards, the last step on top."""
        unit = self.unit(data)
        state = self.units.pop(unit)
        goal = {"zone": "trash", "side": side}
        place = {"side": state["side"], "unit": unit}
        ids = self.recorder.table.units[unit].links
        group = [
            self.transfer(place | {"zone": state["area"], "position": index}, goal)
            for index in range(len(state["cards"]))
        ]
        group += [self.transfer(place | {"zone": "link"}, goal, was=card.id) for card in ids]
        self.recorder.append_group(group)
        gone = [*state["cards"], *state["links"]]
        self.lists[side, "trash"] = gone[::-1] + self.lists[side, "trash"]

    @precondition(lambda self: self.units)
    @rule(data=st.data(), what=st.sampled_from(["moved", "turned"]))
    def act(self, data: st.DataObject, what: str) -> None:
        unit = self.unit(data)
        state = self.units[unit]
        if what == "moved":
            state["area"] = "breeding" if state["area"] == "battle" else "battle"
            self.recorder.append({"kind": "moved", "unit": unit, "to": state["area"]})
        else:
            state["suspended"] = not state["suspended"]
            word = "suspended" if state["suspended"] else "unsuspended"
            self.recorder.append({"kind": "orientation_changed", "unit": unit, "orientation": word})

    @precondition(lambda self: self.no_area)
    @rule(side=sides, at=small)
    def return_from_no_area(self, side: str, at: int) -> None:
        name = self.no_area.pop(at % len(self.no_area))
        goal = {"zone": "security", "side": side, "position": -1}
        self.recorder.append(self.transfer({"zone": "no_area"}, goal, number=name))
        self.lists[side, "security"].append(name)

    # both agree

    @invariant()
    def the_recorder_agrees(self) -> None:
        if not self.lists:
            return
        state = MatchLog(self.recorder.path).state()
        for (side, zone), names in self.lists.items():
            pile = state["players"][side][zone]  # type: ignore[literal-required]
            found = [card["number"] for card in pile["cards"]]
            order: Callable[[list[Any]], list[Any]] = sorted if zone == "hand" else list
            assert order(found) == order(names), (side, zone)
            assert pile["count"] == len(names)
        units = {}
        for side in ("p1", "p2"):
            for area in ("battle", "breeding"):
                for unit in state["players"][side][area]:  # type: ignore[literal-required]
                    units[unit["unit"]] = {
                        "side": side,
                        "area": area,
                        "suspended": unit["suspended"],
                        "cards": [card["number"] for card in unit["cards"]],
                        "links": [card["number"] for card in unit["links"]],
                    }
        assert units == self.units
        assert [card["number"] for card in state["no_area"]] == self.no_area


def test_the_recorder_and_plain_lists_agree() -> None:
    run_state_machine_as_test(Match, settings=settings(max_examples=25))
