"""What returns to the strategic map: three battle units for one (6.17, 8.5, R44)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.proelii.data import KIND_NAMES, RANK, RANKS, UNITS, Experience, Kind
from companion.games.proelii.procedures.armies.muster import MapUnit
from companion.games.proelii.state.table import Id

type Shape = Literal["triple", "completed_pair", "mixed_triple", "pair", "mixed_pair", "lost"]
SHAPES: tuple[Shape, ...] = ("triple", "completed_pair", "mixed_triple", "pair", "mixed_pair", "lost")


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.17's input: `groups` is the player's own choice."""

    units: Annotated[tuple[MapUnit, ...], Sized(0, 60)]
    mixed_pair: bool = True
    groups: Annotated[tuple[Annotated[tuple[Id, ...], Sized(2, 3)], ...], Sized(0, 30)] | None = None


class Group(NamedTuple):
    """Units that become one map unit, or are lost."""

    kind: Shape
    units: tuple[MapUnit, ...]


def strength(unit: MapUnit) -> int:
    """What its type is worth (R43)."""
    return UNITS[unit.type].strength


def best_first(unit: MapUnit) -> tuple[int, int, str]:
    """Strength down, experience down, id."""
    return -strength(unit), -RANK[unit.experience], unit.id


def resolve(question: Json) -> Resolution:
    """Procedure 6.17: the groups, the units that return, the units that are lost."""
    said: Question = shape.read(Question, question)
    for n, each in enumerate(said.units):
        if each.id in [before.id for before in said.units[:n]]:
            raise InvalidInput(f"units.{n}.id", f"“{each.id}” is named before.")
    groups = grouped(said.units, mixed_pair=said.mixed_pair)
    if said.groups is not None:
        groups = _chosen(said.units, said.groups, groups)
    groups = sorted(groups, key=lambda each: (SHAPES.index(each.kind), _ids(each)))
    back = sorted((found for each in groups if (found := returns(each))), key=_returned_order)
    lost = sorted(each.units[0].id for each in groups if each.kind == "lost")
    result = {
        "groups": [
            {"kind": each.kind, "units": _ids(each), "returns": _json(returns(each))} for each in groups
        ],
        "returned": [_json(each) for each in back],
        "lost": lost,
    }
    return Resolution(result, _steps(len(said.units), back, len(lost)))


def _ids(group: Group) -> list[str]:
    return sorted(unit.id for unit in group.units)


class Returned(NamedTuple):
    """A map unit that returns."""

    type: Kind
    experience: Experience


def _json(returned: Returned | None) -> Json:
    return returned._asdict() if returned else None


def _returned_order(returned: Returned) -> tuple[int, int]:
    return -UNITS[returned.type].strength, -RANK[returned.experience]


def returns(group: Group) -> Returned | None:
    """The type that two share, or the weakest unit's; the experience that two of it share, or the least."""
    if group.kind == "lost":
        return None
    kind, count = Counter(unit.type for unit in group.units).most_common(1)[0]
    if count == 1:
        weakest = min(group.units, key=lambda unit: (strength(unit), RANK[unit.experience]))
        return Returned(weakest.type, weakest.experience)
    levels = Counter(unit.experience for unit in group.units if unit.type == kind)
    level, shared = levels.most_common(1)[0]
    return Returned(kind, level if shared > 1 else min(levels, key=RANK.__getitem__))


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
    found = []
    for level in reversed(RANKS):
        same = [unit for unit in left if unit.experience == level]
        found += [tuple(same[n : n + 3]) for n in range(0, len(same) - 2, 3)]
    for three in found:
        for unit in three:
            left.remove(unit)
    while len(left) >= 3:
        three = _mixed(left)
        found.append(three)
        for unit in three:
            left.remove(unit)
    return found


def _mixed(left: Sequence[MapUnit]) -> tuple[MapUnit, ...]:
    """Two of the highest experience that has two, and the lowest that stands alone."""
    count = Counter(unit.experience for unit in left)
    double = next((level for level in reversed(RANKS) if count[level] > 1), None)
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
    """With more pairs than singles the weakest pairs are dissolved to complete the others."""
    over = len(pairs) - len(singles)
    stays = over % 3 == 1
    number = (over - 1) // 3 if stays else (over + 1) // 3
    kept, dissolved = pairs[: len(pairs) - number], pairs[len(pairs) - number :]
    groups = [Group("pair", kept.pop())] if stays else []
    loose = [*singles, *(unit for pair in dissolved for unit in pair)]
    for pair in kept:
        best = max(loose, key=lambda unit: (strength(unit), RANK[unit.experience], unit.id))
        loose.remove(best)
        groups.append(Group("completed_pair", (*pair, best)))
    return groups + [Group("lost", (unit,)) for unit in loose]


def _chosen(units: Sequence[MapUnit], chosen: Sequence[Sequence[str]], own: Sequence[Group]) -> list[Group]:
    """The player's groups, if they are as good as those by themselves."""
    known = {unit.id: unit for unit in units}
    free = dict(known)
    groups = []
    for k, names in enumerate(chosen):
        for n, name in enumerate(names):
            if name not in free:
                raise IllegalAction(f"groups.{k}.{n}", f"{name} is unknown, or named before.")
            del free[name]
        members = tuple(known[name] for name in names)
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


def _steps(number: int, back: Sequence[Returned], lost: int) -> tuple[Step, ...]:
    values = {"units": number, "back": len(back), "lost": lost}
    back_words = "{back:# map unit returns|# map units return}"
    words = "{units:# survivor|# survivors}: " + back_words + ", {lost:# unit is|# units are} lost."
    listed = Counter(back)
    told = [
        Step(
            "8.5",
            "{count} × {type}, {experience}.",
            {"count": count, "type": KIND_NAMES[each.type].lower(), "experience": each.experience},
        )
        for each, count in listed.items()
    ]
    return (Step("8.5", words, values), *told)
