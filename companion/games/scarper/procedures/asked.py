"""What questions share: house rules, board, library, fronts, cards in play (specification 6)."""

from collections.abc import Collection, Iterable
from functools import cached_property

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.reading import Reading, say
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDES, Side
from companion.games.scarper.state.board import Board, own_board
from companion.games.scarper.state.fronts import FRONT, Battlefield, read_battlefield
from companion.games.scarper.state.library import Library, own_library
from companion.games.scarper.state.options import DEFAULTS, Options
from companion.games.scarper.state.table import InPlay, PerSide


class Asked(Reading):
    """A procedure's question. House rules, board and library stand last in it and are needed first."""

    @cached_property
    def options(self) -> Options:
        """The house rules of the question, completed."""
        return shape.read(Options, self.value["options"], "options") if "options" in self else DEFAULTS

    @cached_property
    def board(self) -> Board:
        """The board in force."""
        return own_board(self.value.get("board"), self.at("board"))

    @cached_property
    def library(self) -> Library:
        """The library in force."""
        return own_library(self.value.get("library"), self.at("library"))

    def done(self) -> None:
        """Check what nothing has asked for yet."""
        _ = self.options, self.board, self.library

    def per_side(self, key: str, high: int) -> PerSide[int]:
        """A figure of each side, 0 to `high`."""
        sides = Reading(self.raw(key), SIDES, self.at(key))
        return PerSide(sides.integer("allied", 0, high), sides.integer("german", 0, high))

    def battlefields(self, needed: Collection[str]) -> dict[str, Battlefield]:
        """The fronts in board order; those `needed` must be there, others may."""
        listed = Reading(self.raw("battlefields"), BATTLEFIELDS, self.at("battlefields"))
        there = [each for each in BATTLEFIELDS if each in needed or each in listed]
        fronts = ((each, Reading(listed.raw(each), FRONT, listed.at(each))) for each in there)
        return {each: read_battlefield(one, self.board.tracks[each], asked=True) for each, one in fronts}

    def in_play(self, key: str = "in_play") -> tuple[InPlay, ...]:
        """The cards in play with their owners; none where the key is left out."""
        listed = self.items(key) if key in self else []
        cards: list[InPlay] = []
        for n, each in enumerate(listed):
            entry = Reading(each, ("card", "owner"), self.at(key, n))
            seen = [other.card for other in cards]
            card = known_card(entry.raw("card"), entry.at("card"), self.library, seen)
            cards.append(InPlay(card, entry.name("owner", SIDES)))
        return tuple(cards)


def known_card(value: Json, path: str, library: Library, seen: Iterable[str]) -> str:
    """A card of the library that was not named before."""
    if type(value) is not str or value not in library.cards:
        raise InvalidInput(path, f"{say(value)} is no card of “{library.title}”; name one of its cards.")
    if value in seen:
        raise InvalidInput(path, f"“{value}” is named before; name each card once.")
    return value


def may_attack(board: Board, battlefield: str, front: Battlefield, attacker: Side) -> None:
    """Refuse an attack on a front that is already at the defender's end (R8)."""
    if front.frontline == board.tracks[battlefield].end(attacker):
        where = BATTLEFIELD_NAMES[battlefield]
        raise IllegalAction(
            "battlefield", f"The frontline of {where} is at its end; attack another battlefield."
        )


def supply_left(options: Options, fronts: Iterable[Battlefield], side: Side) -> int | None:
    """How many more trenches a side has in the box; `None` where the supply is endless (R5)."""
    if options.trench_supply is None:
        return None
    return max(0, options.trench_supply - sum(front.trenches_of(side) for front in fronts))
