"""The fields that several of Scarper's questions share: sides, years, the front, cards, own files."""

from collections.abc import Mapping, Sequence

from companion.engine.errors import GameError
from companion.engine.form import Area, Choice, Grid, Group, Number, Pick, Rows, Track, Words
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rules as rules_and_files
from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES, YEARS
from companion.games.scarper.state import Board, Library, starter_board, starter_library
from companion.games.scarper.state.board import read_board
from companion.games.scarper.state.library import read_library
from companion.games.scarper.state.options import HOUSE_RULES

SIDE_PICKS = tuple(Pick(side, SIDE_NAMES[side]) for side in SIDES)
BATTLEFIELD_PICKS = tuple(Pick(battlefield, BATTLEFIELD_NAMES[battlefield]) for battlefield in BATTLEFIELDS)
LINE = Words(
    line="frontline",
    heap="trenches",
    line_label="Frontline",
    heap_label="Trenches",
    low_end="Allied end",
    high_end="German end",
)
BARE_LINE = Words(
    line="frontline",
    heap="",
    line_label="Frontline",
    heap_label="",
    low_end="Allied end",
    high_end="German end",
)


def board_of(question: Json) -> Board:
    """The board that the question brings, or the starter board where it brings none that can be read."""
    given = question.get("board") if isinstance(question, Mapping) else None
    try:
        return read_board(given, "board") if given is not None else starter_board()
    except GameError:
        return starter_board()


def library_of(question: Json) -> Library:
    """The box of cards that the question brings, or the starter library."""
    given = question.get("library") if isinstance(question, Mapping) else None
    try:
        return read_library(given, "library") if given is not None else starter_library()
    except GameError:
        return starter_library()


def spaces(question: Json) -> Mapping[str, Sequence[int]]:
    """The spaces of every battlefield."""
    return {name: track.spaces for name, track in board_of(question).tracks.items()}


def side(key: str, label: str, default: str = "allied") -> Choice:
    """Which side."""
    return Choice(key=key, label=label, picks=SIDE_PICKS, default=default)


def battlefield(key: str = "battlefield", label: str = "Battlefield", default: str = "arras") -> Choice:
    """Which battlefield, in map order."""
    return Choice(key=key, label=label, picks=BATTLEFIELD_PICKS, default=default)


def year(key: str = "year") -> Choice:
    """Which year of the war."""
    return Choice(key=key, label="Year", picks=tuple(Pick(y, str(y)) for y in YEARS), default=1916)


def morale(key: str = "morale") -> Number:
    """The Morale Track's marker."""
    return Number(
        key=key,
        label="Morale",
        help="Above 0 the Allied side leads, below 0 the German.",
        low=-15,
        high=15,
        default=0,
    )


def pair(key: str, label: str, highest: int, default: int) -> Group:
    """A track with a marker a side."""
    fields = [
        Number(key=f"{key}.{who}", label=SIDE_NAMES[who], low=0, high=highest, default=default)
        for who in SIDES
    ]
    return Group(label=label, fields=tuple(fields))


def front(key: str = "battlefields", words: Words = LINE, near: str = "", named: str = "") -> Grid:
    """The nine battlefields, each on its start; all of them together with the trenches of 1914."""
    return Grid(
        key=key,
        label="The front",
        help="Tap the space where the frontline stands."
        + (" Below it, how many trenches lie there." if words.heap else ""),
        rows=BATTLEFIELD_NAMES,
        words=words,
        spaces=spaces,
        near=near,
        named=named,
        default={name: {"frontline": 0} if named else _opening(name, words) for name in BATTLEFIELDS},
    )


def _opening(name: str, words: Words) -> Json:
    dug = starter_board().trenches[name]
    trenches = {str(space): count for space, count in dug.items()}
    return {"frontline": 0, "trenches": trenches} if trenches and words.heap else {"frontline": 0}


def track(key: str = "", label: str = "The battlefield") -> Track:
    """One battlefield's frontline and trenches."""
    return Track(key=key, label=label, words=LINE, spaces=spaces, default={"frontline": 0})


def in_play(key: str = "in_play") -> Rows:
    """The cards that stay in play, with the side that has them there."""
    fields: tuple[Field, ...] = (
        Choice(key="card", label="Card", picks=lasting_cards, form="list"),
        side("owner", "Whose"),
    )
    return Rows(
        key=key,
        label="Cards in play",
        help="Only cards that stay on the table after their event.",
        fields=fields,
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


def own_files(*keys: str) -> tuple[Area, ...]:
    """A board or library of the table's own, instead of the starter one."""
    known = {
        "board": Area(key="board", label="Board", help="Your own board file; left empty, the starter board."),
        "library": Area(
            key="library", label="Cards", help="Your own library file; left empty, the starter cards."
        ),
    }
    return tuple(known[key] for key in keys)


def house_rules(*keys: str, files: tuple[str, ...] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    return rules_and_files(HOUSE_RULES, keys, own_files(*files))
