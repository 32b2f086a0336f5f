"""Both sides of the table as lines of text: p2 above, p1 below, the state of play between.

`▮` is a card that lies face down; a number behind it is what this viewer may read all the same.
`▯` is a security card that lies face up.
`?` is a card that lies open and whose number the recorder does not know. Colours repeat what is
written: a side's colour stands by its name, yellow by the word "suspended".
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from dcg_events.cli.screen.layout import INDENT, QUIET, fit, flow, row, rule, shorten, styled
from dcg_events.cli.words.game import PHASES, memory, outcome
from dcg_events.cli.words.lines import OWNERS, Names, event_lines, moment
from dcg_events.cli.words.phrases import Speaker, clean
from dcg_events.events.codec import PlainEvent
from dcg_events.views.shape import CardView, ShowingView, TableView, UnitView, ZoneView

SUSPENDED: Final = "yellow"
_WIDEST_NAME: Final = 24
_DECK_TOP: Final = 5
_NARROW: Final = 24


def draw(
    view: TableView, group: Sequence[PlainEvent], names: Names | None = None, width: int = 100
) -> Text:
    """Draw the table, and what has just happened in words.

    Args:
        view: The table as a viewer may look at it.
        group: The events that led to it; none are drawn if it is empty.
        names: Names of p1 and p2.
        width: Columns.
    """
    lines = table_lines(view, names, width)
    if group:
        lines += [moment(group, width), *event_lines(group, names, width, view)]
    return Text("\n", no_wrap=True).join(lines)


def draw_plain(
    view: TableView, group: Sequence[PlainEvent], names: Names | None = None, width: int = 100
) -> str:
    """Draw the same as plain text, without colours."""
    lines = draw(view, group, names, width).plain.splitlines()
    return "\n".join(line.rstrip() for line in lines)


def table_lines(
    view: TableView, names: Names | None, width: int, *, compact: bool = False
) -> list[Text]:
    """Draw the table.

    Args:
        view: The table.
        names: Names of p1 and p2.
        width: Columns.
        compact: Whether to leave out what lies under cards, and to put small piles in one row.
    """
    painter = _Painter(view, names or {}, width, compact=compact)
    top, bottom = painter.side("p2"), painter.side("p1")
    return [
        painter.title("p2"),
        *chain.from_iterable(top),
        *painter.middle(),
        *chain.from_iterable(reversed(bottom)),
        painter.title("p1"),
    ]


GAUGE_COLUMNS: Final = 43


def gauge(value: int, step: int = 2) -> Text:
    """Draw the memory gauge from 10 on p1's side to 10 on p2's, with a marker where it stands.

    Args:
        value: −10 to 10, positive on p1's side (CR 4.2 §1-4-2-2).
        step: Columns for each memory.

    >>> gauge(3, 1).plain
    '10────5[3]─0────5────10'
    """
    letters = list("10" + "─" * (20 * step - 1) + "10")
    for place, label in ((5, "5"), (10, "0"), (15, "5")):
        letters[step * place + 1] = label
    marker = f"[{abs(value)}]"
    start = max(0, min(step * (10 - value), len(letters) - len(marker)))
    letters[start : start + len(marker)] = marker
    if start < 2:  # the marker covers part of the 10 at an end: cover all of it
        letters[:start] = "─" * start
    end = start + len(marker)
    if end > len(letters) - 2:
        letters[end:] = "─" * (len(letters) - end)
    line = styled("".join(letters))
    side = "p1" if value > 0 else "p2"
    line.stylize(f"bold reverse {OWNERS[side] if value else ''}", start, end)
    return line


class _Painter:
    """Draws the parts of one view at one width."""

    def __init__(self, view: TableView, names: Names, width: int, *, compact: bool) -> None:
        self.view = view
        self.names = names
        self.say = Speaker(
            {side: shorten(name, min(_WIDEST_NAME, width // 4)) for side, name in names.items()}
        )
        self.width = width
        self.room = width - INDENT
        self.compact = compact
        piles: Any = view["players"]
        units = [(unit, s) for s in OWNERS for z in ("battle", "breeding") for unit in piles[s][z]]
        self.digits = max((len(unit["unit"]) for unit, _ in units), default=0)
        self.widest = max((self.top(unit, side).cell_len for unit, side in units), default=0)
        self.any_suspended = any(unit["suspended"] for unit, _ in units)

    def player(self, side: str | None) -> Text:
        """Name a side: its seat, and the player's name if there is one."""
        if side is None:
            return Text("nobody")
        name = self.say.who(side)
        return styled(side if name == side else f"{side} {name}", f"bold {OWNERS[side]}")

    def title(self, side: str) -> Text:
        turn = styled("turn player", "bold") if self.view["turn_player"] == side else None
        return rule(self.width, self.player(side), turn, "━")

    def side(self, side: str) -> list[list[Text]]:
        """Draw the rows of a side, from its player's hand to the middle of the table."""
        piles: Any = self.view["players"]
        mine = piles[side]
        rows = [row("hand", mine["hand"]["count"], self.hand(mine["hand"], side))]
        if self.compact:
            rows.append(self.small_piles(mine, side))
        else:
            for label, zone in (("deck", "deck"), ("Digi-Eggs", "egg_deck"), ("trash", "trash")):
                pile = mine[zone]
                rows.append(row(label, pile["count"], [self.newest(pile, side, zone != "trash")]))
        if mine["outside"]["count"]:
            outside = mine["outside"]
            rows.append(row("outside", outside["count"], [self.newest(outside, side, deck=False)]))
        security = [self.secured(card, side) for card in mine["security"].get("cards", [])]
        rows.append(row("security", mine["security"]["count"], flow(security, self.room)))
        rows.append(row("breeding", None, self.units(mine["breeding"], side)))
        rows.append(row("battle", None, self.units(mine["battle"], side)))
        return rows

    def card(self, card: CardView, side: str | None, *, listed: bool = False) -> Text:
        """Draw a card; in a list such as a hand, how it lies is no news."""
        down = card["face"] == "down" and not listed
        number = "" if card["number"] is None else clean(card["number"])
        text = styled("▮" if down else "")
        text.append(number or ("" if down else "?"))
        if card["owner"] is not None and side is not None and card["owner"] != side:
            text.append(f"({card['owner']})", OWNERS[card["owner"]])
        return text

    def secured(self, card: CardView, side: str) -> Text:
        """Draw a security card: how it lies matters here, so the open ones are marked as well."""
        mark = styled("▯" if card["face"] == "up" else "", "bold")
        return mark.append_text(self.card(card, side))

    def hand(self, zone: ZoneView, side: str) -> list[Text]:
        if "cards" not in zone:
            return [styled("▮" * min(zone["count"], self.room))]
        return flow((self.card(card, side, listed=True) for card in zone["cards"]), self.room)

    def newest(self, zone: ZoneView, side: str, deck: bool) -> Text:
        """Draw the top of a pile in one line; of a deck only the first few."""
        cards = zone.get("cards")
        if cards is None:
            return Text()
        shown = cards[:_DECK_TOP] if deck else cards
        tokens = [self.card(card, side, listed=deck or card["face"] == "up") for card in shown]
        line = fit(tokens, self.room - (5 if deck else 0), zone["count"])
        return styled("top: ").append_text(line) if deck and cards else line

    def small_piles(self, mine: Mapping[str, Any], side: str) -> list[Text]:
        eggs, trash = mine["egg_deck"]["count"], mine["trash"]
        line = styled("Digi-Eggs ").append(f"{eggs}", "bold")
        line.append("   trash ", QUIET).append(f"{trash['count']}  ", "bold")
        cards = [self.card(card, side, listed=True) for card in trash.get("cards", [])]
        line.append_text(fit(cards, self.room - line.cell_len, trash["count"]))
        return row("deck", mine["deck"]["count"], [line])

    def units(self, units: Sequence[UnitView], side: str) -> list[Text]:
        """Draw units in columns: id, top card, orientation, what lies under it, what is linked."""
        if not units:
            return [styled("–")]
        if self.compact:
            return flow((self.small_unit(unit, side) for unit in units), self.room, gap=3)
        lines: list[Text] = []
        for unit in units:
            top = self.top(unit, side)
            head = styled(f"unit {unit['unit']:<{self.digits}}  ").append_text(top)
            head.append(" " * (self.widest - top.cell_len))
            if self.any_suspended:
                head.append("  ⟂ suspended" if unit["suspended"] else " " * 13, SUSPENDED)
            lines += self.with_details(head, unit, side)
        return lines

    def top(self, unit: UnitView, side: str) -> Text:
        top = self.card(unit["cards"][0], side) if unit["cards"] else Text("?")
        top.stylize("bold")
        return top

    def with_details(self, head: Text, unit: UnitView, side: str) -> list[Text]:
        parts: list[Text] = []
        under = unit["cards"][1:]
        for label, cards in ((f"{len(under)} under: ", under), ("linked: ", unit["links"])):
            for index, card in enumerate(cards):
                text = styled("" if index else (" " if parts else "") + label)
                parts.append(text.append_text(self.card(card, side)))
        if not parts:
            head.rstrip()
            return [head]
        column = head.cell_len + 3
        if self.room - column < _NARROW:
            head.rstrip()
            told = flow(parts, self.room - 2)
            return [head, *(Text("  ").append_text(line) for line in told)]
        told = flow(parts, self.room - column)
        first = head.append("   ").append_text(told[0])
        return [first, *(Text(" " * column).append_text(line) for line in told[1:])]

    def small_unit(self, unit: UnitView, side: str) -> Text:
        text = styled(f"{unit['unit']} ").append_text(self.top(unit, side))
        if unit["suspended"]:
            text.append(" ⟂", SUSPENDED)
        for mark, count in (("+", len(unit["cards"]) - 1), ("&", len(unit["links"]))):
            if count > 0:
                text.append(f" {mark}{count}", QUIET)
        return text

    def middle(self) -> list[Text]:
        """Draw what lies between the sides: turn, phase, memory, attack, cards in no area."""
        view = self.view
        lines = [rule(self.width, styled(self.state_of_play(), "bold")), self.gauge()]
        if view["attack"] is not None:
            attack = view["attack"]
            target = attack["target"]
            goal = self.unit_named(target.get("unit"), target["player"])
            attacker = self.unit_named(attack["unit"], attack["player"])
            lines += row("attack", None, flow([attacker, Text("→"), goal], self.room, gap=2))
        if view["no_area"]:
            cards = [self.card(card, None) for card in view["no_area"]]
            lines += row("no area", len(cards), flow(cards, self.room))
        for showing in view["shown"]:
            lines += row("shown", len(showing["numbers"]), self.showing(showing))
        if view["result"] is not None:
            lines += row("result", None, [styled(outcome(view, self.say), "bold")])
        return [*lines, rule(self.width)]

    def state_of_play(self) -> str:
        view = self.view
        parts = [f"game {view['game']}"] if view["game"] else ["before the first game"]
        if view["turn"]:
            parts.append(f"turn {view['turn']} of {self.say.who(view['turn_player'])}")
        if view["phase"]:
            parts.append(PHASES[view["phase"]])
        words = " · ".join([*parts, memory(view["memory"], self.say)])
        return (
            words
            if cell_len(words) < self.width - 4
            else shorten(" · ".join(parts), self.width - 4)
        )

    def gauge(self) -> Text:
        """Draw the memory gauge: p1's side on the left."""
        left, right = self.player("p1"), self.player("p2")
        if left.cell_len + right.cell_len + GAUGE_COLUMNS + 4 > self.room:
            left, right = (styled(side, f"bold {OWNERS[side]}") for side in ("p1", "p2"))
        step = 2 if left.cell_len + right.cell_len + GAUGE_COLUMNS + 4 <= self.room else 1
        line = gauge(self.view["memory"], step)
        [whole] = row("memory", None, [left.append("  ").append_text(line).append("  ")])
        return whole.append_text(right)

    def unit_named(self, unit_id: str | None, side: str) -> Text:
        """Name a unit by its top card, or a player where there is no unit."""
        if unit_id is None:
            return self.player(side)
        piles: Any = self.view["players"]
        for unit in chain(piles[side]["battle"], piles[side]["breeding"]):
            if unit["unit"] == unit_id:
                text = self.top(unit, side).append(f" (unit {unit_id}, ", "not bold")
                return text.append(side, OWNERS[side]).append(")")
        return Text(f"unit {unit_id} of {side}")

    def showing(self, showing: ShowingView) -> list[Text]:
        place = {"zone": showing["zone"]} | ({"side": showing["side"]} if showing["side"] else {})
        words = [styled(word) for word in f"of {self.say.zone(place)}:".split(" ")]
        numbers = [Text("?" if n is None else clean(n)) for n in showing["numbers"]]
        return flow([*words, *numbers], self.room)
