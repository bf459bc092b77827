"""The fields that several of Scarper's questions share: sides, years, the front, cards, own files."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.form import Area, Checks, Choice, Dice, Grid, Group, Number, Pick, Rows, Track, Words
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rules as rules_and_files
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES, YEARS
from companion.games.scarper.procedures.check_files import FILES
from companion.games.scarper.state import Battlefield, Board, Library, starter_board, starter_library
from companion.games.scarper.state.board import own_board
from companion.games.scarper.state.library import own_library
from companion.games.scarper.state.options import HOUSE_RULES

SIDE_PICKS = tuple(Pick(side, SIDE_NAMES[side]) for side in SIDES)
BATTLEFIELD_PICKS = tuple(Pick(battlefield, BATTLEFIELD_NAMES[battlefield]) for battlefield in BATTLEFIELDS)
POINT_PICKS = tuple(Pick(n, str(n)) for n in range(1, 7))
LINE = Words(
    line="frontline",
    heap="trenches",
    line_label="Frontline",
    heap_label="Trenches",
    low_end="Allied end",
    high_end="German end",
)
BARE_LINE = replace(LINE, heap="", heap_label="")


def board_of(question: Json) -> Board:
    """The board that the question brings, or the starter board where it brings none that can be read."""
    with suppress(GameError):
        return own_board(_brought(question, "board"))
    return starter_board()


def library_of(question: Json) -> Library:
    """The box of cards that the question brings, or the starter library."""
    with suppress(GameError):
        return own_library(_brought(question, "library"))
    return starter_library()


def _brought(question: Json, key: str) -> Json:
    return question.get(key) if isinstance(question, Mapping) else None


def spaces(question: Json) -> Mapping[str, Sequence[int]]:
    """The spaces of every battlefield."""
    return {name: track.spaces for name, track in board_of(question).tracks.items()}


def side(key: str, label: str, default: str = "allied") -> Choice:
    """Which side."""
    return Choice(key=key, label=label, picks=SIDE_PICKS, default=default)


def year(key: str) -> Choice:
    """Which year of the war."""
    return Choice(key=key, label="Year", picks=tuple(Pick(y, str(y)) for y in YEARS), default=1916)


def morale(key: str) -> Number:
    """The Morale Track's marker."""
    return Number(
        key=key,
        label="Morale",
        help="Above 0 the Allied side leads, below 0 the German.",
        low=-15,
        high=15,
        default=0,
    )


def pair(key: str, label: str, default: int = 0) -> Group:
    """A track with a marker a side."""
    fields = [
        Number(key=f"{key}.{who}", label=SIDE_NAMES[who], low=0, high=99, default=default) for who in SIDES
    ]
    return Group(label=label, fields=tuple(fields))


def front(key: str, near: str = "", named: str = "", *, bare: bool = False) -> Grid:
    """The nine battlefields, each on its start; all of them together with the trenches of 1914."""
    return Grid(
        key=key,
        label="The front",
        help="Tap the space where the frontline stands."
        + ("" if bare else " Below it, how many trenches lie there."),
        rows=BATTLEFIELD_NAMES,
        words=BARE_LINE if bare else LINE,
        spaces=spaces,
        near=near,
        named=named,
        default={name: {"frontline": 0} if named or bare else _opening(name) for name in BATTLEFIELDS},
    )


def _opening(name: str) -> Json:
    front = shape.write(Battlefield(0, starter_board().trenches[name]))
    return front if front["trenches"] else {"frontline": 0}


def track(key: str, label: str = "The battlefield") -> Track:
    """One battlefield's frontline and trenches."""
    return Track(key=key, label=label, words=LINE, spaces=spaces, default={"frontline": 0})


def in_play(key: str) -> Rows:
    """The cards that stay in play, with the side that has them there."""
    card = Choice(key="card", label="Card", picks=lasting_cards, form="list")
    return Rows(
        key=key,
        label="Cards in play",
        help="Only cards that stay on the table after their event.",
        fields=(card, side("owner", "Whose")),
        lead="card",
        most=12,
    )


def cards(question: Json) -> tuple[Pick, ...]:
    """Every card of the box, by year."""
    return tuple(Pick(card.id, card.title, str(card.year)) for card in library_of(question).cards.values())


def lasting_cards(question: Json) -> tuple[Pick, ...]:
    """The cards that stay in play."""
    lasting = (card for card in library_of(question).cards.values() if card.remain)
    return tuple(Pick(card.id, card.title, str(card.year)) for card in lasting)


def missions(question: Json) -> tuple[Pick, ...]:
    """Every mission of the box, by side."""
    box = library_of(question)
    return tuple(Pick(each.id, each.title, SIDE_NAMES[each.side]) for each in box.missions.values())


def house_rules(key: str = "", files: Sequence[str] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    own = [Area(key=key, label=OWN[key][0], help=OWN[key][1]) for key in files]
    return rules_and_files(HOUSE_RULES, key.split(), own)


OWN = {
    "board": ("Board", "Your own board file; left empty, the starter board."),
    "library": ("Cards", "Your own library file; left empty, the starter cards."),
}


def file(key: str) -> Area:
    """A whole file of the owner's."""
    brought = {each.key: each for each in FILES}[key]
    start = f"Paste a {key} file, or choose one. The starter {key} stands here for a start."
    return Area(key=key, label=brought.title, help=start, rows=18, sample=brought.sample)


NAMES: Mapping[str, Callable[..., Field]] = {
    "side": side,
    "battlefield": partial(Choice, picks=BATTLEFIELD_PICKS),
    "year": year,
    "morale": morale,
    "pair": pair,
    "points": partial(Choice, label="Command points", picks=POINT_PICKS, default=3),
    "bonus": partial(Number, low=-9, high=9, default=0, quiet=True),
    "roll": Dice,
    "front": front,
    "track": track,
    "in play": in_play,
    "card": partial(Choice, picks=cards, form="list"),
    "lasting cards": partial(Checks, picks=lasting_cards),
    "missions": partial(Checks, picks=missions),
    "house rules": house_rules,
    "file": file,
}
"""The kinds of field in `desk.json` that are Scarper's own."""
