"""The box as its files give it: the map, its fronts, the cards, what they do and demand (9.3 to 9.6)."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import InvalidInput, join, under
from companion.engine.wire import Json, Reading
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
    tuple[Annotated[int, shape.Between(0, 15)], ...], shape.Sized(1, data.FARTHEST_SPACE), shape.AsOne
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
    reading = Reading(value, ("id", "title", "battlefields"), path)
    identifier = shape.read(Identifier, reading.raw("id"), reading.at("id"))
    title = reading.text("title")
    fields = Reading(reading.raw("battlefields"), data.BATTLEFIELDS, reading.at("battlefields"))
    tracks: dict[str, Track] = {}
    trenches: dict[str, Mapping[int, int]] = {}
    standing = dict.fromkeys(data.SIDES, 0)
    for battlefield in data.BATTLEFIELDS:
        one = Reading(fields.raw(battlefield), ("allied", "german", "trenches"), fields.at(battlefield))
        tracks[battlefield] = _track(one)
        trenches[battlefield] = _trenches(one, tracks[battlefield], standing)
    values = sorted({value for track in tracks.values() for value in track.values.values()})
    ranks = {value: rank for rank, value in enumerate(values)}
    return Board(identifier, title, tracks, trenches, ranks, value)


def _track(reading: Reading) -> Track:
    allied, german = _values(reading, "allied"), _values(reading, "german")
    values = {0: 0, **dict(enumerate(allied, 1))}
    values |= {-space: -value for space, value in enumerate(german, 1)}
    return Track(-len(german), len(allied), values)


def _values(reading: Reading, side: str) -> list[int]:
    path = reading.at(side)
    values = list(shape.read(Values, reading.raw(side), path))
    if values != sorted(values):
        raise InvalidInput(path, "The values must not fall on the way to the end; put them in rising order.")
    return values


def _trenches(reading: Reading, track: Track, standing: dict[data.Side, int]) -> dict[int, int]:
    trenches = read_trenches(reading.raw("trenches"), reading.at("trenches"), track, frontline=0)
    for space, count in trenches.items():
        side: data.Side = "allied" if space < 0 else "german"
        standing[side] += count
        if standing[side] > MOST_TRENCHES:
            raise InvalidInput(reading.at("trenches", space), "A side begins with at most 99 trenches.")
    return trenches


def read_trenches(value: object, path: str, track: Track, frontline: int | None) -> dict[int, int]:
    """Trenches by space, ascending; none may lie in the frontline's own space (unless that is `None`)."""
    reading = Reading(value, value if type(value) is dict else (), path)
    trenches = {}
    for key in sorted(reading.value):
        if not SPACE.fullmatch(key) or int(key) not in track.values:
            where = f"the spaces are {track.low} to {track.high}"
            raise InvalidInput(reading.at(key), f"“{key}” is no space of this battlefield; {where}.")
        if int(key) == frontline:
            raise InvalidInput(reading.at(key), "The frontline's own space holds no trenches.")
        trenches[int(key)] = reading.integer(key, 1, MOST_TRENCHES)
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

EFFECT_SIDES: tuple[EffectSide, ...] = ("allied", "german", "own", "enemy")
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
    if _depth(value) > DEEPEST_NESTING:
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


def _depth(value: object) -> int:
    depth, layer = -1, [value]
    while layer:
        of = [each.get("of", ()) for each in layer if type(each) is dict]
        layer = [inner for each in of for inner in (each if type(each) is list else [each] if each else ())]
        depth += 1
    return depth


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
TRACKS: tuple[Literal["propaganda"], Literal["economy"]] = ("propaganda", "economy")


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


def read_effect(value: object, cards: Collection[str]) -> Effect:
    """Read an effect of a library with these cards; `InvalidInput` somewhere inside."""
    kind = _kind(value, NEEDS)
    if kind == "table":
        reading = Reading(value, ("kind", "text", "if"))
        return Effect(kind=kind, text=reading.text("text"), condition=_if(reading, cards))
    key, low, high = AMOUNTS[kind]
    reading = Reading(value, ("kind", "side", key, *_placed(kind), "if"))
    side = reading.name("side", EFFECT_SIDES)
    amount = 0 if kind == "charge" and key not in reading else reading.integer(key, low, high)
    if amount == 0 and kind in TRACKS:
        raise InvalidInput(key, "A marker moves by at least 1, up or down; 0 was given.")
    where = _battlefields(reading)
    return Effect(kind=kind, side=side, amount=amount, battlefields=where, condition=_if(reading, cards))


def read_ongoing(value: object, path: str) -> Ongoing:
    """Read a lasting effect; `InvalidInput` somewhere inside."""
    kind = _kind(value, ONGOING_AMOUNTS)
    tracked = ("what",) if kind == "track" else ()
    reading = Reading(value, ("kind", "side", *tracked, "amount", *_placed(kind)))
    side = reading.name("side", EFFECT_SIDES)
    what: Literal["propaganda", "economy"] = reading.name("what", TRACKS) if tracked else "propaganda"
    amount = reading.integer("amount", *ONGOING_AMOUNTS[kind])
    if amount == 0:
        raise InvalidInput("amount", "A lasting effect changes something by at least 1; 0 was given.")
    return Ongoing(kind=kind, side=side, amount=amount, what=what, battlefields=_battlefields(reading))


def _kind(value: object, kinds: Collection[str]) -> str:
    return Reading(value, value if type(value) is dict else ()).name("kind", kinds)


def _placed(kind: str) -> tuple[str, ...]:
    placed = (
        "build",
        "raze",
        "advance",
        "charge",
        "assault",
        "attack_bonus",
        "defence_bonus",
        "assault_bonus",
    )
    return ("battlefields",) if kind in placed else ()


def _battlefields(reading: Reading) -> frozenset[str] | None:
    where: frozenset[str] | None = shape.read(Places, reading.value.get("battlefields"), "battlefields")
    return where


def _if(reading: Reading, cards: Collection[str]) -> Claim | None:
    with under("if"):
        return read_condition(reading.raw("if"), cards) if "if" in reading else None


LEAST_CARDS, LEAST_MISSIONS = 9, 10
"""Cards a year, one more than 1914 deals (R33), and missions a side: two a year (R25)."""
TWICE = "“{given}” stands here twice; every id must be its own."
ANOTHER = "{given} was given; this must be the id of another card of this library."
LINKS = ("requires", "cancels", "prevents")

type Others = tuple[Annotated[str, shape.Known("cards", ANOTHER)], ...]
type Effects = tuple[Annotated[Effect, shape.ByHand(read_effect, knowing="cards"), shape.AsOne], ...]


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
    effects: Effects = ()
    ongoing: tuple[Annotated[Ongoing, shape.ByHand(read_ongoing), shape.AsOne], ...] = ()


def read_card(value: Json, cards: Collection[str]) -> Card:
    """A card of a library with these cards; `InvalidInput` at the fault."""
    card: Card = shape.read(Card, value, names={"cards": cards})
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
    file: File = shape.read(File, value, path, names={"cards": _ids(value)})
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
