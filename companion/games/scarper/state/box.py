"""The box as its files give it: the map, its fronts, the cards, what they do and demand (9.3 to 9.6)."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, join, under
from companion.engine.wire import Json, integer
from companion.games.scarper import data

SPACE = re.compile(r"0|-?[1-9]")
"""A space as a key of JSON: no plus sign, no leading zero."""
MOST_TRENCHES = 99

type BattlefieldId = Annotated[str, shape.OneOf(data.BATTLEFIELDS)]
type Identifier = Annotated[
    str, shape.Matching("[a-z0-9-]+", "an identifier of the letters a-z, digits and hyphens")
]
type Text = Annotated[str, shape.Sized(1)]
type Values = Annotated[
    tuple[Annotated[int, shape.Between(0, 15)], ...],
    shape.Sized(1, data.FARTHEST_SPACE),
    shape.AsOne,
    shape.Then(_rising),
]


@dataclass(frozen=True, slots=True)
class Track:
    """One battlefield's spaces: `low` is the Allied end, `high` the German end, 0 the start.

    `values` are signed: positive where the Allied side scores with the frontline there.
    """

    low: int
    high: int
    values: Mapping[int, int]

    @property
    def spaces(self) -> range:
        return range(self.low, self.high + 1)

    def end(self, attacker: data.Side) -> int:
        """The space beyond which `attacker` cannot go: the defender's end."""
        return self.high if attacker == "allied" else self.low

    def ground(self, side: data.Side, frontline: int) -> range:
        """The spaces behind the frontline where `side` may build (R4)."""
        return range(self.low, frontline) if side == "allied" else range(frontline + 1, self.high + 1)


@dataclass(frozen=True, slots=True)
class Board:
    """A board in force. `ranks` orders all its distinct values (R6); `given` is the file as it came."""

    id: str
    title: str
    tracks: Mapping[str, Track]
    trenches: Mapping[str, Mapping[int, int]]
    ranks: Mapping[int, int]
    given: Json = field(repr=False)

    def value(self, battlefield: str, frontline: int) -> int:
        """What the frontline's place scores, positive for the Allied side."""
        return self.tracks[battlefield].values[frontline]


@cache
def starter_board() -> Board:
    """The project's own board: 5 3 1 0 1 3 5 everywhere (R2)."""
    return read_board(json.loads((data.FOLDER / "starter" / "board.json").read_text("utf-8")), "board")


def own_board(value: object, path: str = "board") -> Board:
    return starter_board() if value is None else read_board(value, path)


def read_board(value: object, path: str) -> Board:
    """Check a board file; `InvalidInput` at the fault, as specification 9.3 names it."""
    file = shape.read(BoardFile, value, path)
    standing = [0, 0]
    for battlefield, line in file.battlefields.items():
        for space, count in line.trenches.items():
            standing[space > 0] += count
            if standing[space > 0] > MOST_TRENCHES:
                at = join(path, "battlefields", battlefield, "trenches", space)
                raise InvalidInput(at, "A side begins with at most 99 trenches.")
    tracks = {each: _track(line.allied, line.german) for each, line in file.battlefields.items()}
    trenches = {each: line.trenches for each, line in file.battlefields.items()}
    values = sorted({value for track in tracks.values() for value in track.values.values()})
    ranks = {value: rank for rank, value in enumerate(values)}
    return Board(file.id, file.title, tracks, trenches, ranks, value)


def _track(allied: Sequence[int], german: Sequence[int]) -> Track:
    values = {0: 0, **dict(enumerate(allied, 1))}
    values |= {-space: -value for space, value in enumerate(german, 1)}
    return Track(-len(german), len(allied), values)


def _rising(values: tuple[int, ...], _: object) -> tuple[int, ...]:
    if list(values) != sorted(values):
        raise InvalidInput("", "The values must not fall on the way to the end; put them in rising order.")
    return values


def read_trenches(value: object, path: str, track: Track, frontline: int | None) -> dict[int, int]:
    """Trenches by space, ascending; none may lie in the frontline's own space (unless that is `None`)."""
    given: Mapping[str, object] = shape.read(Mapping[str, object], value, path)
    trenches = {}
    for key in sorted(given):
        at = join(path, key)
        if not SPACE.fullmatch(key) or int(key) not in track.values:
            where = f"the spaces are {track.low} to {track.high}"
            raise InvalidInput(at, f"“{key}” is no space of this battlefield; {where}.")
        if int(key) == frontline:
            raise InvalidInput(at, "The frontline's own space holds no trenches.")
        trenches[int(key)] = integer(given[key], at, 1, MOST_TRENCHES)
    return dict(sorted(trenches.items()))


def _trenches_beside(value: object, stand: tuple[Track | None, int | None]) -> dict[int, int]:
    track, frontline = stand
    # Without a track the battlefield itself is at fault, and counts first.
    return read_trenches(value, "", track, frontline) if track else {}


type FrontLine = Annotated[
    int,
    shape.Span(lambda names: (names["track"].low, names["track"].high), "track"),
    shape.Learns(lambda at, names: {"stand": (names.get("track"), at if names.get("asked") else None)}),
]
type Trenches = Annotated[Mapping[int, int], shape.ByHand(_trenches_beside, knowing="stand")]


class Line(NamedTuple):
    """One battlefield of a board file: its values from the start to either end, its first trenches."""

    allied: Annotated[Values, shape.Learns(lambda values, _: {"allied": values})]
    german: Annotated[
        Values, shape.Learns(lambda values, names: {"stand": (_track(names.get("allied", ()), values), 0)})
    ]
    trenches: Trenches


class BoardFile(NamedTuple):
    """A board file (specification 9.3)."""

    id: Identifier
    title: Text
    battlefields: Annotated[Mapping[str, Line], shape.Every(data.BATTLEFIELDS)]


@dataclass(frozen=True, slots=True)
class Battlefield:
    """One track's frontline, and the trenches by space (whole numbers, ascending; counts of at least 1).

    It is read on a `track`; where somebody has `asked`, its frontline's own space holds no trenches.
    """

    frontline: FrontLine
    trenches: Trenches = field(default_factory=dict)

    def trenches_of(self, side: data.Side) -> int:
        """How many trenches of `side` lie here: its own are those behind the frontline (R4)."""
        if not self.trenches:
            return 0
        if side == "allied":
            return sum(count for space, count in self.trenches.items() if space < self.frontline)
        return sum(count for space, count in self.trenches.items() if space > self.frontline)


def read_battlefields(value: object, board: Board) -> dict[str, Battlefield]:
    """All nine fronts, on the tracks of a board; `InvalidInput` at the fault."""
    fronts: Mapping[str, object] = shape.read(NINE, value)
    return {each: _in_full(fronts[each], each, board.tracks[each]) for each in data.BATTLEFIELDS}


NINE = Annotated[Mapping[str, Any], shape.Every(data.BATTLEFIELDS)]
IN_FULL = Annotated[Battlefield, shape.InFull()]


def _in_full(value: object, path: str, track: Track) -> Battlefield:
    front: Battlefield = shape.read(IN_FULL, value, path, names={"track": track})
    return front


@dataclass(frozen=True, slots=True)
class Placement:
    """So many trenches on one space, to be built or to be removed; whether there is one is for the rules."""

    battlefield: BattlefieldId
    space: Annotated[int, shape.Between(-data.FARTHEST_SPACE, data.FARTHEST_SPACE)]
    count: Annotated[int, shape.Between(1, MOST_TRENCHES)]


type Placements = tuple[Placement, ...]

type EffectSide = Literal["allied", "german", "own", "enemy"]
type What = Literal["morale", "propaganda", "economy", "score", "held", "deepest", "trenches"]
type Places = Annotated[frozenset[BattlefieldId], shape.Sized(1)] | None
"""The battlefields that something is bound to; `None` means all nine."""
type Year = Annotated[int, shape.Between(data.FIRST_YEAR, data.LAST_YEAR)]

DEEPEST_NESTING = 40
"""Conditions within conditions beyond this are a mistake, not a mission."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A figure of a side reaches a value."""

    what: What
    value: Annotated[int, shape.Between(-15, 99)]
    side: EffectSide = "own"
    battlefields: Places = None


class AtMost(AtLeast):
    """A figure of a side does not exceed a value."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ahead:
    """A figure of the own side is the enemy's and a margin more."""

    what: What
    margin: Annotated[int, shape.Between(1, 15)] = 1
    battlefields: Places = None


@dataclass(frozen=True, slots=True)
class Run:
    """The own side scores on so many battlefields in a row."""

    length: Annotated[int, shape.Between(2, 9)]
    value: Annotated[int, shape.Between(1, 15)] = 1


@dataclass(frozen=True, slots=True)
class OnTable:
    """A card is in play."""

    card: Annotated[str, shape.Known("cards", "The library has no card {given} that could be in play.")]


@dataclass(frozen=True, slots=True)
class Within:
    """It is one of these years."""

    first: Annotated[Year, shape.Named("from")]
    last: Annotated[Year, shape.Named("to")]


@dataclass(frozen=True, slots=True)
class Every:
    """All of several conditions hold."""

    of: Annotated[tuple["Condition", ...], shape.Sized(1)]


class Either(Every):
    """One of several conditions holds."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Opposite:
    """A condition does not hold."""

    of: "Condition"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mission that the table judges by itself."""


CLAIMS = {
    "at_least": AtLeast,
    "at_most": AtMost,
    "ahead": Ahead,
    "run": Run,
    "in_play": OnTable,
    "year": Within,
    "all": Every,
    "any": Either,
    "not": Opposite,
}
type Claim = AtLeast | Ahead | Run | OnTable | Within | Every | Opposite
type Condition = Annotated[Claim, shape.By("p", CLAIMS)]
"""One claim about the state, read from a side `own`."""


def read_condition(value: object, cards: Collection[str]) -> Claim:
    """Read a condition of a library with these cards; `InvalidInput` somewhere inside."""
    depth, layer = -1, [value]
    while layer:
        of = [each.get("of", ()) for each in layer if type(each) is dict]
        layer = [inner for each in of for inner in (each if type(each) is list else [each] if each else ())]
        depth += 1
    if depth > DEEPEST_NESTING:
        raise InvalidInput("", f"Conditions may lie at most {DEEPEST_NESTING} deep in one another.")
    condition: Claim = shape.read(Condition, value, names={"cards": cards})
    for each in _within(condition):
        if (
            isinstance(each, AtLeast | Ahead)
            and each.battlefields
            and each.what in ("morale", "propaganda", "economy")
        ):
            raise InvalidInput("battlefields", f"{each.what.capitalize()} is no matter of battlefields.")
    return condition


def read_demand(value: object, cards: Collection[str]) -> Claim | Judged:
    return Judged() if value == {"p": "table"} else read_condition(value, cards)


def _within(condition: Claim) -> Iterator[Claim]:
    yield condition
    inner = (condition.of,) if isinstance(condition, Opposite) else getattr(condition, "of", ())
    for each in inner:
        yield from _within(each)


NEEDS: Mapping[str, str | None] = {
    "morale": None,
    "propaganda": None,
    "economy": None,
    "build": "placements",
    "raze": "removals",
    "advance": "battlefield",
    "charge": "battlefield",
    "assault": "battlefield",
    "discard": "cards",
    "table": None,
}
"""The kinds of effect and what each has its resolver choose."""

AMOUNTS: Mapping[str, tuple[str, int, int]] = {
    "morale": ("amount", 1, 15),
    "propaganda": ("amount", -10, 10),
    "economy": ("amount", -10, 10),
    "build": ("count", 1, 9),
    "raze": ("count", 1, 9),
    "advance": ("spaces", 1, 9),
    "charge": ("bonus", -9, 9),
    "assault": ("points", 0, 6),
    "discard": ("count", 1, 9),
}
ONGOING_AMOUNTS: Mapping[str, tuple[int, int]] = {
    "attack_bonus": (-3, 3),
    "defence_bonus": (-3, 3),
    "assault_bonus": (-3, 3),
    "track": (-5, 5),
    "year_morale": (1, 5),
}
ZERO = dict.fromkeys(ONGOING_AMOUNTS, "A lasting effect changes something by at least 1")
ZERO |= dict.fromkeys(("propaganda", "economy"), "A marker moves by at least 1, up or down")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that an event does. `amount` is its number: amount, count, spaces, bonus or points."""

    kind: str
    side: EffectSide = "own"
    amount: int = 0
    battlefields: frozenset[str] | None = None
    text: str = ""
    condition: Claim | None = None

    @property
    def needs(self) -> str | None:
        return NEEDS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ongoing:
    """What a card does for as long as it stays in play; `what` names the track of a `track`."""

    kind: str
    side: EffectSide
    amount: int
    what: Literal["propaganda", "economy"] = "propaganda"
    battlefields: frozenset[str] | None = None


def side_of(side: EffectSide, owner: data.Side) -> data.Side:
    """The side meant, seen from the side that resolves the event (or owns the card)."""
    if side == "own":
        return owner
    return data.OTHER[owner] if side == "enemy" else side


BOUND = ("build", "raze", "advance", "charge", "assault", "attack_bonus", "defence_bonus", "assault_bonus")
IF = Annotated[Claim | None, shape.ByHand(read_condition, knowing="cards"), shape.Named("if")]


def _form(kind: str, *fields: tuple[Any, ...]) -> type:
    """What a library's file says of an effect, in the order of reading; some may be bound to battlefields."""
    bound = [("battlefields", Places, None)] if kind in BOUND else []
    last = [("condition", IF, None)] if kind in NEEDS else []
    return make_dataclass(kind, [("kind", str), *fields, *bound, *last], kw_only=True)


def _amount(kind: str, key: str, low: int, high: int) -> tuple[Any, ...]:
    """An effect's number, by its own key: a marker's is not 0, a lasting one's neither."""

    def check(amount: int, _: object) -> int:
        if not amount and kind in ZERO:
            raise InvalidInput("", f"{ZERO[kind]}; 0 was given.")
        return amount

    number = Annotated[int, shape.Between(low, high), shape.Then(check), shape.Named(key)]
    return ("amount", number, 0) if kind == "charge" else ("amount", number)


SIDED, WHAT = ("side", EffectSide), ("what", Literal["propaganda", "economy"])
EFFECTS = {kind: _form(kind, SIDED, _amount(kind, *amount)) for kind, amount in AMOUNTS.items()}
EFFECTS["table"] = _form("table", ("text", Text))
ONGOING = {
    kind: _form(kind, SIDED, *[WHAT] * (kind == "track"), _amount(kind, "amount", *ends))
    for kind, ends in ONGOING_AMOUNTS.items()
}


LEAST_CARDS, LEAST_MISSIONS = 9, 10
"""Cards a year, one more than 1914 deals (R33), and missions a side: two a year (R25)."""
TWICE = "“{given}” stands here twice; every id must be its own."
ANOTHER = "{given} was given; this must be the id of another card of this library."
LINKS = ("requires", "cancels", "prevents")

type Others = tuple[Annotated[str, shape.Known("cards", ANOTHER)], ...]
type Done = Annotated[
    Effect,
    shape.By("kind", EFFECTS, kept=True),
    shape.Then(lambda form, _: Effect(**vars(form))),
    shape.AsOne,
]
type Lasting = Annotated[
    Ongoing,
    shape.By("kind", ONGOING, kept=True),
    shape.Then(lambda form, _: Ongoing(**vars(form))),
    shape.AsOne,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One event card (2.2.1). `remain` is the underlined title (5.2.1)."""

    id: Identifier
    year: Year
    side: data.CardSide
    points: Annotated[int, shape.Between(1, 6)]
    title: Text
    text: str = ""
    remain: bool = False
    requires: Others = ()
    cancels: Others = ()
    prevents: Others = ()
    effects: tuple[Done, ...] = ()
    ongoing: tuple[Lasting, ...] = ()


def read_card(value: Json, cards: Collection[str]) -> Card:
    """A card of a library with these cards; `InvalidInput` at the fault."""
    card = shape.read(Card, value, names={"cards": cards})
    for key in LINKS:
        if card.id in getattr(card, key):
            raise InvalidInput(join(key, value[key].index(card.id)), ANOTHER.format(given=f"“{card.id}”"))
    if card.ongoing and not card.remain:
        raise InvalidInput("ongoing", "Only a card that remains in play has a lasting effect.")
    requires, cancels, prevents = (tuple(dict.fromkeys(getattr(card, key))) for key in LINKS)
    return replace(card, requires=requires, cancels=cancels, prevents=prevents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One mission card (2.2.2)."""

    id: Identifier
    side: data.Side
    title: Text
    text: str = ""
    condition: Annotated[Claim | Judged, shape.ByHand(read_demand, knowing="cards"), shape.AsOne]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A box's cards and missions by id, in the file's order; `given` is the file as it came."""

    id: str
    title: str
    cards: Mapping[str, Card]
    missions: Mapping[str, Mission]
    given: Json = field(repr=False)

    def of_year(self, year: int) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() if card.year == year)

    def missions_of(self, side: data.Side) -> tuple[str, ...]:
        return tuple(mission.id for mission in self.missions.values() if mission.side == side)


@cache
def starter_library() -> Library:
    return read_library(json.loads((data.FOLDER / "starter" / "library.json").read_text("utf-8")), "library")


def own_library(value: object, path: str = "library") -> Library:
    return starter_library() if value is None else read_library(value, path)


class File(NamedTuple):
    """A library file (specification 9.4)."""

    id: Identifier
    title: Text
    cards: Annotated[
        tuple[Annotated[Card, shape.ByHand(read_card, knowing="cards")], ...], shape.DistinctBy("id", TWICE)
    ]
    missions: Annotated[tuple[Mission, ...], shape.DistinctBy("id", TWICE)]


def read_library(value: object, path: str) -> Library:
    """Check a library file; `InvalidInput` at the fault, as specification 9.4 names it."""
    file = shape.read(File, value, path, names={"cards": _ids(value)})
    cards = {each.id: each for each in file.cards}
    missions = {each.id: each for each in file.missions}
    library = Library(id=file.id, title=file.title, cards=cards, missions=missions, given=value)
    for year in data.YEARS:
        if (count := len(library.of_year(year))) < LEAST_CARDS:
            wanted = f"{year} has {count} cards; a year needs at least {LEAST_CARDS}."
            raise InvalidInput(join(path, "cards"), wanted)
    for side in data.SIDES:
        if (count := len(library.missions_of(side))) < LEAST_MISSIONS:
            wanted = f"The {side} side has {count} missions; it needs at least {LEAST_MISSIONS}."
            raise InvalidInput(join(path, "missions"), wanted)
    return library


def _ids(value: object) -> dict[str, None]:
    """What its cards are called, before they are read: they name one another."""
    listed = value.get("cards") if type(value) is dict else ()
    cards = [each for each in listed if type(each) is dict] if type(listed) is list else []
    return {each["id"]: None for each in cards if type(each.get("id")) is str}


def with_card(library: Library, value: object, path: str) -> Library:
    """The library and one card more; `InvalidInput` at the fault."""
    with under(path):
        card = read_card(value, library.cards)
    given = {**library.given, "cards": [*library.given["cards"], value]}
    return replace(library, cards={**library.cards, card.id: card}, given=given)
