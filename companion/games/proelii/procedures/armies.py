"""Armies: types, commanders, the way from and to the map, what is left of both and decides (5.1, 8.5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.dice import fraction_text
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, InFull, Known, Learns, Sized
from companion.games.proelii import data
from companion.games.proelii.procedures.energy import AVERAGE_MORALE, HIGH, extra_free, morale_of, paid_limit
from companion.games.proelii.procedures.questions import DIFFERENT
from companion.games.proelii.state import DICE, Dice, Ending, Few, Id, centre, is_square, squares_of


@dataclass(frozen=True, slots=True)
class CommandEffectsQuestion:
    """Procedure 6.5's input."""

    level: data.Level
    prestige: Annotated[int, Between(0, 999)]
    command: data.Command


class CommandEffects(TypedDict):
    """Procedure 6.5's result."""

    morale: data.Morale
    command: data.Command
    start_energy: int
    paid_rerolls: int
    extra_free_rerolls: int
    conversions: bool
    conversion_gain: int
    blank_to_energy: bool
    sword_to_energy: bool
    forced_reroll: bool
    prestige_reroll: bool
    rear_attack: bool


def resolve_command_effects(question: object) -> Resolution[CommandEffects]:
    """Procedure 6.5: the effects of morale and command, with everything below them on both ladders."""
    query = shape.read(CommandEffectsQuestion, question)
    morale: data.Morale = morale_of(query.prestige) if query.level == "red" else "low"
    command: data.Command = query.command if query.level == "red" else "bad"
    converts, rank = command != "none", data.MORALES.index(morale)
    most = 2 * data.QUARTER if morale == "very_high" else data.QUARTER
    points = query.prestige if query.level != "white" else 0
    result: CommandEffects = {
        "morale": morale,
        "command": command,
        "start_energy": data.BRILLIANT_START if command == "brilliant" else data.START,
        "paid_rerolls": paid_limit(command, 1),
        "extra_free_rerolls": extra_free(command),
        "conversions": converts,
        "conversion_gain": most if converts else 0,
        "blank_to_energy": converts and rank >= AVERAGE_MORALE,
        "sword_to_energy": converts and rank >= HIGH,
        "forced_reroll": morale == "very_low",
        "prestige_reroll": points >= 1,
        "rear_attack": points >= data.REAR_PRICE,
    }
    return Resolution(result, _command_steps(query, morale, command))


def _command_steps(
    query: CommandEffectsQuestion, morale: data.Morale, command: data.Command
) -> tuple[Step, ...]:
    if query.level != "red":
        return (Step("9.0", "Outside the red rules morale and command have no effect."),)
    values = {"prestige": query.prestige, "morale": morale.replace("_", " "), "command": command}
    return (
        Step("9.2", "{prestige} prestige: {morale} morale.", values),
        Step("9.3", "Command: {command}.", values),
        Step("RULING R31", "Both ladders add up: each step has what those below it have."),
    )


LONGEST = 14
THREE = 3


@dataclass(frozen=True, slots=True)
class MapUnit:
    """A unit of the strategic map."""

    id: Id
    type: data.Kind
    experience: data.Experience


@dataclass(frozen=True, slots=True)
class MusterQuestion:
    """Procedure 6.16's input."""

    units: Annotated[tuple[MapUnit, ...], Sized(1, 60), DIFFERENT]
    pieces: data.Pieces = "cubes"


# `from` is a word of Python's own.
MusteredUnit = TypedDict(
    "MusteredUnit",
    {"id": str, "from": str, "type": data.Kind, "experience": data.Experience, "original": bool},
)


class Mustered(TypedDict):
    """Procedure 6.16's result."""

    units: list[MusteredUnit]
    count: int
    limit: int


def resolve_muster(question: object) -> Resolution[Mustered]:
    """Procedure 6.16: every map unit becomes three, the first of them the original."""
    query = shape.read(MusterQuestion, question)
    for n, each in enumerate(query.units):
        if len(each.id) > LONGEST:
            words = f"At most {LONGEST} characters, so that a number fits behind."
            raise InvalidInput(f"units.{n}.id", words)
    count, limit = THREE * len(query.units), data.PIECE_LIMIT[query.pieces]
    if count > limit:
        raise IllegalAction("units", f"{count} pieces are wanted; a side has {limit}.")
    rows: list[MusteredUnit] = [
        {
            "id": f"{unit.id}_{n}",
            "from": unit.id,
            "type": unit.type,
            "experience": unit.experience,
            "original": n == 1,
        }
        for unit in query.units
        for n in range(1, THREE + 1)
    ]
    values = {"units": len(query.units), "count": count, "limit": limit}
    words = "{units:# map unit becomes|# map units become} {count} battle units, of {limit} that there are."
    return Resolution(Mustered(units=rows, count=count, limit=limit), (Step("5.1", words, values),))


type Shape = Literal["triple", "completed_pair", "mixed_triple", "pair", "mixed_pair", "lost"]


@dataclass(frozen=True, slots=True)
class ConversionQuestion:
    """Procedure 6.17's input: `groups` is the player's own choice."""

    units: Annotated[tuple[MapUnit, ...], Sized(0, 60), DIFFERENT]
    mixed_pair: bool = True
    groups: Annotated[tuple[Annotated[tuple[Id, ...], Sized(2, 3)], ...], Sized(0, 30)] | None = None


class Group(NamedTuple):
    """Units that become one map unit, or are lost."""

    kind: Shape
    units: tuple[MapUnit, ...]


def strength(unit: MapUnit) -> int:
    """What its type is worth (R43)."""
    return data.UNITS[unit.type].strength


def best_first(unit: MapUnit) -> tuple[int, int, str]:
    """Strength down, experience down, id."""
    return -strength(unit), -data.RANK[unit.experience], unit.id


class GroupRow(TypedDict):
    """Units that become one, which returns, or are lost."""

    kind: Shape
    units: list[str]
    returns: dict[str, str] | None


class Converted(TypedDict):
    """Procedure 6.17's result."""

    groups: list[GroupRow]
    returned: list[dict[str, str] | None]
    lost: list[str]


def resolve_end_conversion(question: object) -> Resolution[Converted]:
    """Procedure 6.17: the groups, the units that return, the units that are lost."""
    query = shape.read(ConversionQuestion, question)
    groups = grouped(query.units, mixed_pair=query.mixed_pair)
    if query.groups is not None:
        groups = _chosen(query.units, query.groups, groups)
    shapes: tuple[Shape, ...] = ("triple", "completed_pair", "mixed_triple", "pair", "mixed_pair", "lost")
    groups = sorted(groups, key=lambda each: (shapes.index(each.kind), _ids(each)))
    back = sorted((row for each in groups if (row := returns(each))), key=_returned_order)
    lost = sorted(each.units[0].id for each in groups if each.kind == "lost")
    result: Converted = {
        "groups": [
            {"kind": each.kind, "units": _ids(each), "returns": _json(returns(each))} for each in groups
        ],
        "returned": [_json(each) for each in back],
        "lost": lost,
    }
    return Resolution(result, _conversion_steps(len(query.units), back, len(lost)))


def _ids(group: Group) -> list[str]:
    return sorted(unit.id for unit in group.units)


class Returned(NamedTuple):
    """A map unit that returns."""

    type: data.Kind
    experience: data.Experience


def _json(returned: Returned | None) -> dict[str, str] | None:
    return returned._asdict() if returned else None


def _returned_order(returned: Returned) -> tuple[int, int]:
    return -data.UNITS[returned.type].strength, -data.RANK[returned.experience]


def returns(group: Group) -> Returned | None:
    """The type that two share, or the weakest unit's; the experience that two of it share, or the least."""
    if group.kind == "lost":
        return None
    kind, count = Counter(unit.type for unit in group.units).most_common(1)[0]
    if count == 1:
        weakest = min(group.units, key=lambda unit: (strength(unit), data.RANK[unit.experience]))
        return Returned(weakest.type, weakest.experience)
    levels = Counter(unit.experience for unit in group.units if unit.type == kind)
    level, shared = levels.most_common(1)[0]
    return Returned(kind, level if shared > 1 else min(levels, key=data.RANK.__getitem__))


def grouped(units: Sequence[MapUnit], *, mixed_pair: bool) -> list[Group]:
    """The groups by themselves: triples of a type, then pairs and singles together."""
    groups: list[Group] = []
    pairs: list[tuple[MapUnit, ...]] = []
    singles: list[MapUnit] = []
    for _, same in groupby(sorted(units, key=best_first), key=lambda unit: unit.type):
        left = list(same)
        groups += [Group("triple", three) for three in _triples(left)]
        if len(left) == 2:  # a pair
            pairs.append(tuple(left))
        else:
            singles += left
    if len(pairs) <= len(singles):
        return groups + _with_singles(pairs, singles, mixed_pair=mixed_pair)
    return groups + _dissolved(pairs, singles)


def _triples(left: list[MapUnit]) -> list[tuple[MapUnit, ...]]:
    """Triples of one type, taken out of what is left: of one experience first, then mixed."""
    groups = []
    for level in reversed(data.RANKS):
        same = [unit for unit in left if unit.experience == level]
        groups += [tuple(same[n : n + 3]) for n in range(0, len(same) - 2, 3)]
    for three in groups:
        for unit in three:
            left.remove(unit)
    while len(left) >= 3:
        three = _mixed(left)
        groups.append(three)
        for unit in three:
            left.remove(unit)
    return groups


def _mixed(left: Sequence[MapUnit]) -> tuple[MapUnit, ...]:
    """Two of the highest experience that has two, and the lowest that stands alone."""
    count = Counter(unit.experience for unit in left)
    double = next((level for level in reversed(data.RANKS) if count[level] > 1), None)
    if double is None:
        return tuple(left[:3])
    two = [unit for unit in left if unit.experience == double][:2]
    alone = [unit for unit in left if count[unit.experience] == 1]
    others = [unit for unit in left if unit not in two]
    return (*two, (alone or others)[-1])


def _with_singles(
    pairs: Sequence[tuple[MapUnit, ...]], singles: list[MapUnit], *, mixed_pair: bool
) -> list[Group]:
    """Each pair takes the weakest single; the others go three by three."""
    groups = []
    for pair in pairs:
        groups.append(Group("completed_pair", (*pair, singles.pop())))
    while len(singles) >= 3:
        groups.append(Group("mixed_triple", tuple(singles[:3])))
        del singles[:3]
    if len(singles) == 2 and mixed_pair:
        return [*groups, Group("mixed_pair", tuple(singles))]
    return groups + [Group("lost", (unit,)) for unit in singles]


def _dissolved(pairs: list[tuple[MapUnit, ...]], singles: list[MapUnit]) -> list[Group]:
    over = len(pairs) - len(singles)
    stays = over % 3 == 1
    number = (over - 1) // 3 if stays else (over + 1) // 3
    kept, dissolved = pairs[: len(pairs) - number], pairs[len(pairs) - number :]
    groups = [Group("pair", kept.pop())] if stays else []
    loose = [*singles, *(unit for pair in dissolved for unit in pair)]
    for pair in kept:
        best = max(loose, key=lambda unit: (strength(unit), data.RANK[unit.experience], unit.id))
        loose.remove(best)
        groups.append(Group("completed_pair", (*pair, best)))
    return groups + [Group("lost", (unit,)) for unit in loose]


def _chosen(units: Sequence[MapUnit], chosen: Sequence[Sequence[str]], own: Sequence[Group]) -> list[Group]:
    """The player's groups, if they are as good as those by themselves."""
    by_id = {unit.id: unit for unit in units}
    free = dict(by_id)
    groups = []
    for k, names in enumerate(chosen):
        for n, name in enumerate(names):
            if name not in free:
                raise IllegalAction(f"groups.{k}.{n}", f"{name} is unknown, or named before.")
            del free[name]
        members = tuple(by_id[name] for name in names)
        groups.append(Group(_kind(members), members))
    groups += [Group("lost", (unit,)) for unit in free.values()]
    if _measure(groups) != _measure(own):
        words = "The groups must be of the same kinds as by themselves, with as many triples of each type."
        raise IllegalAction("groups", words)
    return groups


def _kind(units: Sequence[MapUnit]) -> Shape:
    types = len({unit.type for unit in units})
    if len(units) == 2:
        return "pair" if types == 1 else "mixed_pair"
    kinds: tuple[Shape, ...] = ("triple", "completed_pair", "mixed_triple")
    return kinds[types - 1]


def _measure(groups: Sequence[Group]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How many groups of every kind; for every type how many triples, and how many of one experience."""
    triples = [each.units for each in groups if each.kind == "triple"]
    pure = [units for units in triples if len({unit.experience for unit in units}) == 1]
    return (
        Counter(each.kind for each in groups),
        Counter(units[0].type for units in triples),
        Counter(units[0].type for units in pure),
    )


def _conversion_steps(number: int, back: Sequence[Returned], lost: int) -> tuple[Step, ...]:
    values = {"units": number, "back": len(back), "lost": lost}
    back_words = "{back:# map unit returns|# map units return}"
    words = "{units:# survivor|# survivors}: " + back_words + ", {lost:# unit is|# units are} lost."
    listed = Counter(back)
    steps = [
        Step(
            "8.5",
            "{count} × {type}, {experience}.",
            {"count": count, "type": data.KIND_NAMES[each.type].lower(), "experience": each.experience},
        )
        for each, count in listed.items()
    ]
    return (Step("8.5", words, values), *steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTableQuestion:
    """Procedure 6.4's input: a table's own dice."""

    dice: Annotated[Dice, InFull()] = DICE


def mean(die: data.Die, token: int) -> Fraction:
    """The mean swords (0) or shields (1) of a die."""
    return Fraction(sum(data.FACES[face][token] for face in die), len(die))


class UnitRow(TypedDict):
    type: data.Kind
    die: data.Colour
    cp: int
    mp: int
    escape_mp: int
    abilities: list[data.Ability]
    infantry: bool
    strength: int


class DieRow(TypedDict):
    """A die: its faces, and what each throw brings on average."""

    faces: list[data.Face]
    swords: str
    shields: str
    blank: str


def die_json(die: data.Die) -> DieRow:
    """A die's faces, mean swords and shields, and the chance of a blank."""
    return {
        "faces": list(die),
        "swords": fraction_text(mean(die, 0)),
        "shields": fraction_text(mean(die, 1)),
        "blank": fraction_text(Fraction(die.count("blank"), len(die))),
    }


def row(kind: data.Kind) -> UnitRow:
    unit = data.UNITS[kind]
    return {
        "type": kind,
        "die": unit.die,
        "cp": unit.cp,
        "mp": unit.mp,
        "escape_mp": 2 * unit.mp,
        "abilities": list(unit.abilities),
        "infantry": "red_line" in unit.abilities,
        "strength": unit.strength,
    }


class UnitTable(TypedDict):
    """Procedure 6.4's result."""

    units: list[UnitRow]
    dice: dict[data.Colour, DieRow]


def resolve_unit_table(question: object) -> Resolution[UnitTable]:
    """Procedure 6.4: units and dice."""
    query = shape.read(UnitTableQuestion, question)
    dice = {colour: die_json(getattr(query.dice, colour)) for colour in data.COLOURS}
    steps = (
        Step("7.0", "Eight types: die, cohesion, movement and abilities as their cards say."),
        Step("RULING R3", "The faces are not printed: these are the table's own, or the project's."),
    )
    return Resolution({"units": [row(kind) for kind in data.UNITS], "dice": dice}, steps)


class Left(NamedTuple):
    """What is left of a side: units on the field, escaped, destroyed; CP; units and CP in the centre."""

    on_field: int
    escaped: int
    destroyed: int
    cp: int
    centre_units: int
    centre_cp: int


class Standing(NamedTuple):
    """A unit as far as the end is concerned."""

    side: data.Side
    at: str
    cp: int


def left(units: list[Standing], columns: int, side: data.Side) -> Left:
    own = [unit for unit in units if unit.side == side]
    field = [unit for unit in own if is_square(unit.at) or unit.at in (data.ENTRY, data.DISTANT)]
    middle = [unit for unit in field if is_square(unit.at) and unit.at[0] in centre(columns)]
    escaped = sum(unit.at == data.ESCAPED for unit in own)
    return Left(
        len(field),
        escaped,
        len(own) - len(field) - escaped,
        sum(unit.cp for unit in field),
        len(middle),
        sum(unit.cp for unit in middle),
    )


def nobody_left(both: Mapping[data.Side, Left]) -> Ending | None:
    """The end when a side has nothing on the field (4)."""
    gone = [side for side in data.SIDES if not both[side].on_field]
    if not gone:
        return None
    if len(gone) == len(data.SIDES):
        return Ending("draw", "mutual")
    return Ending(data.OTHER[gone[0]], "escaped" if both[gone[0]].escaped else "destroyed")


def by_centre(both: Mapping[data.Side, Left]) -> Ending:
    """Who holds the centre: units there, CP there, CP on the field (R42)."""
    measures: tuple[tuple[data.Reason, str], ...] = (
        ("centre", "centre_units"),
        ("centre_cp", "centre_cp"),
        ("field_cp", "cp"),
    )
    for reason, key in measures:
        white, black = (getattr(both[side], key) for side in data.SIDES)
        if white != black:
            return Ending("white" if white > black else "black", reason)
    return Ending("draw", "even")


RULES: Mapping[data.Reason, str] = {
    **dict.fromkeys(("surrender", "destroyed", "escaped", "mutual"), "4.0"),
    **dict.fromkeys(("centre", "centre_cp", "field_cp", "even"), "6.1"),
}


def _names(ending: Ending) -> dict[str, str]:
    if ending.winner == "draw":
        return {}
    winner: data.Side = "white" if ending.winner == "white" else "black"
    return {"winner": data.SIDE_NAMES[winner], "loser": data.SIDE_NAMES[data.OTHER[winner]]}


def ending_step(ending: Ending) -> Step:
    return Step(RULES[ending.reason], data.WORDS["endings"][ending.reason], _names(ending))


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit at the end: whose, where, with how much cohesion."""

    side: data.Side
    at: Annotated[str, Known("places")]
    cp: Few


@dataclass(frozen=True, slots=True)
class BattleResultQuestion:
    """Procedure 6.18's input."""

    columns: Annotated[
        Annotated[int, Between(7, 10)],
        Learns(
            lambda columns, _: {
                "places": (*squares_of(columns), data.ENTRY, data.DISTANT, data.ESCAPED, data.DESTROYED)
            }
        ),
    ]
    units: Annotated[tuple[Placed, ...], Sized(1, 80)]
    surrendered: data.Side | None = None
    stalemate: bool = False


class BattleResult(TypedDict):
    """Procedure 6.18's result."""

    over: bool
    winner: str | None
    reason: str | None
    white: dict[str, int]
    black: dict[str, int]


def resolve_battle_result(question: object) -> Resolution[BattleResult]:
    """Procedure 6.18: the end by surrender, by an empty field, or by the centre."""
    query = shape.read(BattleResultQuestion, question)
    _check(query)
    units = [Standing(each.side, each.at, each.cp) for each in query.units]
    both = {side: left(units, query.columns, side) for side in data.SIDES}
    ending = _ending(query, both)
    result: BattleResult = {
        "over": ending is not None,
        "winner": ending.winner if ending else None,
        "reason": ending.reason if ending else None,
        "white": both["white"]._asdict(),
        "black": both["black"]._asdict(),
    }
    step = ending_step(ending) if ending else Step("4.0", "Both sides are on the field: the battle goes on.")
    return Resolution(result, (step,))


def _ending(query: BattleResultQuestion, both: Mapping[data.Side, Left]) -> Ending | None:
    if query.surrendered:
        return Ending(data.OTHER[query.surrendered], "surrender")
    return nobody_left(both) or (by_centre(both) if query.stalemate else None)


def _check(query: BattleResultQuestion) -> None:
    taken: set[str] = set()
    for n, each in enumerate(query.units):
        if (each.cp == 0) != (each.at == data.DESTROYED):
            raise InvalidInput(f"units.{n}.cp", "A unit has no CP exactly when it is destroyed.")
        if each.at in taken:
            raise IllegalAction(f"units.{n}.at", f"Another unit stands on {each.at}.")
        if is_square(each.at):
            taken.add(each.at)
