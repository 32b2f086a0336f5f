"""Make the rows of card usage: counts with denominators, null where the reader cannot know."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from dcg_events.events.codec import PlainEvent
from dcg_events.projections.looking import viewers_on_arrival
from dcg_events.tables.moment import Moment, RowBuilder
from dcg_events.tables.rows.usage import CardUsageRow
from dcg_events.tables.schema import MatchTables
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.people import PLAYERS, Player

COLUMN_OF: Final[dict[Manner, str]] = {
    "draw": "drawn",
    "add": "added",
    "return": "returned",
    "play": "played",
    "hatch": "hatched",
    "digivolve": "digivolved",
    "material": "as_material",
    "place_under": "placed_under",
    "link": "linked",
    "use": "used",
    "check": "checked",
    "delete": "deleted",
    "trash": "trashed",
    "recover": "recovered",
    "place": "placed",
    "remove": "removed",
}
"""The column that counts each manner; a transfer of unknown manner may belong to any."""

_ANY: Final = "any"


class _Side:
    """What is known of one player's cards in a game.

    Attributes:
        counts: How often a card number moved in a way, by number and column.
        unknown: Columns to which a card of unknown number was added; `_ANY` is all of them.
        unsure: Card numbers of which one moved in an unknown way.
        seen: Numbers of which the player could look at a copy.
        saw_unknown: Whether the player could look at a card that the reader does not know.
        deck: The deck at the start, None if unknown.
        egg_deck: Likewise.
        opening: The hand as the first turn begins, None if unknown.
    """

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.unknown: set[str] = set()
        self.unsure: set[str] = set()
        self.seen: set[str] = set()
        self.saw_unknown = False
        self.deck: Counter[str] | None = None
        self.egg_deck: Counter[str] | None = None
        self.opening: Counter[str] | None = None

    def move(self, number: str | None, column: str | None) -> None:
        if number is None:
            self.unknown.add(column or _ANY)
        elif column is None:
            self.unsure.add(number)
        self.counts[number or "", column or _ANY] += 1

    def look(self, numbers: Iterable[str | None]) -> None:
        for number in numbers:
            if number is None:
                self.saw_unknown = True
            else:
                self.seen.add(number)

    def numbers(self) -> list[str]:
        told = {number for number, _ in self.counts} | self.seen
        for cards in (self.deck, self.egg_deck, self.opening):
            told |= set(cards or ())
        return sorted(told - {""})

    def columns(self, number: str) -> dict[str, Any]:
        doubtful = _ANY in self.unknown or number in self.unsure
        counted = {
            column: None if doubtful or column in self.unknown else self.counts[number, column]
            for column in COLUMN_OF.values()
        }
        return {
            "copies": None if self.deck is None else self.deck[number],
            "egg_copies": None if self.egg_deck is None else self.egg_deck[number],
            "opening_hand": None if self.opening is None else self.opening[number],
            "seen": number in self.seen or (None if self.saw_unknown else False),
            **counted,
        }


class UsageBuilder(RowBuilder):
    """Follows the cards of both players through the games that count."""

    def __init__(self, rows: MatchTables) -> None:
        super().__init__(rows)
        self._registered: dict[str, PlainEvent] = {}
        self._game: dict[str, Any] | None = None
        self._first: str | None = None
        self._ended: PlainEvent | None = None
        self._turned = False
        self._sides: dict[str, _Side] = {}

    def note(self, moment: Moment) -> None:
        """Take in what happened, if it counts."""
        if moment.ruled:
            for event in moment.events:
                self._note(moment, event)

    def _note(self, moment: Moment, event: PlainEvent) -> None:
        match event["kind"]:
            case "transferred":
                self._transfer(event)
            case "deck_registered":
                self._registered[event["player"]] = event
            case "game_started":
                self._begin(moment, event)
            case "first_player_decided":
                self._first = event["player"]
            case "turn_started" if not self._turned:
                self._turned = True
                self._open(moment)
            case "revealed":
                self._show(event["place"].get("side"), event)
            case "looked_at" if event["viewer"] == event["place"].get("side"):
                self._show(event["viewer"], event)
            case "game_ended":
                self._ended = event
            case _:
                pass

    def _begin(self, moment: Moment, event: PlainEvent) -> None:
        self.finish()
        self._game = {"match_id": moment.match_id, "seq": event["seq"], "game": event["game"]}
        self._first, self._ended, self._turned = None, None, False
        self._sides = {player: _Side() for player in PLAYERS}
        for player, side in self._sides.items():
            registered = self._registered.get(player, {})
            for name in ("deck", "egg_deck"):
                size = event[player][f"{name}_count"]
                lists = (event[player].get(name), registered.get(name))
                setattr(side, name, next((c for c in map(_counted, lists) if _fits(c, size)), None))

    def _transfer(self, event: PlainEvent) -> None:
        owner, number = event.get("owner"), event.get("number")
        column = COLUMN_OF.get(event["manner"])
        for player, side in self._sides.items():
            if owner == player or owner is None:
                side.move(number if owner else None, column)
                shown = event.get("revealed") or event["facing"] is None
                if owner is None:
                    side.saw_unknown = True
                elif shown or player in viewers_on_arrival(event):
                    side.look([number])

    def _open(self, moment: Moment) -> None:
        for player, side in self._sides.items():
            if moment.viewer in ("judge", player):
                hand = moment.table.sides[player]["hand"]
                side.opening = _counted([card.number for card in hand])

    def _show(self, player: str | None, event: PlainEvent) -> None:
        side = self._sides.get(player or "")
        if side is not None:
            side.look(event.get("numbers") or [None] * event["count"])

    def finish(self) -> None:
        """Add the rows of the game under way."""
        if self._game is None:
            return
        for player in PLAYERS:
            side = self._sides[player]
            for number in side.numbers():
                row = {
                    **self._game,
                    "player": player,
                    "number": number,
                    "went_first": None if self._first is None else self._first == player,
                    "result": self._result(player),
                    **side.columns(number),
                }
                self.rows.card_usage.append(CardUsageRow(**row))
        self._game = None

    def _result(self, player: Player) -> str | None:
        if self._ended is None:
            return None
        winner = self._ended["winner"]
        if winner is None:
            return "draw"
        return "win" if winner == player else "loss"


def _counted(numbers: list[str | None] | None) -> Counter[str] | None:
    """Count a list of card numbers; None if one of them is unknown."""
    if numbers is None:
        return None
    known = [number for number in numbers if number is not None]
    return Counter(known) if len(known) == len(numbers) else None


def _fits(cards: Counter[str] | None, size: int) -> bool:
    return cards is not None and cards.total() == size
