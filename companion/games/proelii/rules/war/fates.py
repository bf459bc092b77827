"""What became of a side's units: fallen, grouped three for one, or lost for want of a group (8.5, R44)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine.campaign.war import Battle, Said
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.proelii.data import DESTROYED, EXPERIENCE_NAMES, RANKS, SIDE_NAMES, Experience, Side
from companion.games.proelii.procedures.armies import end_conversion
from companion.games.proelii.procedures.armies.muster import THREE
from companion.games.proelii.rules.war.army import Army, Corps, origin, title, what
from companion.games.proelii.state import State, Unit

MOST_PRESTIGE = 999
GROUPS = {
    "triple": "three of one type",
    "completed_pair": "two of a type and another",
    "mixed_triple": "three types",
    "pair": "two of a type",
    "mixed_pair": "two types",
    "lost": "lost",
}
LONGEST = 50
"""Letters of a name that goes on: the numbers behind it fit into a battle's file."""


class Return(NamedTuple):
    """Battle units that become one unit of the map; `number` is how the choice calls it.

    `level` is the experience with which it returns, whatever it is raised to.
    """

    number: int
    kind: str
    units: tuple[str, ...]
    corps: Corps
    level: Experience


class Fate(NamedTuple):
    """One side's units after the battle: by id, those that fell, those that return, those without a group."""

    units: Mapping[str, Unit]
    fell: tuple[str, ...]
    back: tuple[Return, ...]
    lost: tuple[str, ...]

    def named(self, names: Sequence[str]) -> str:
        """Units by their names."""
        return listed(self.units[each].name for each in names)


def fate(fought: Battle[State], side: Side, said: Said) -> Fate:
    """A side after its battle, by itself or as its people chose; a choice that cannot be is refused."""
    state = fought.state
    units = {name: state.units[name] for name in state.ids if state.units[name].side == side}
    living = {name: unit for name, unit in units.items() if unit.at != DESTROYED}
    found = _converted(living)
    numbers = {name: n for n, each in enumerate(_groups(found), 1) for name in each["units"]}
    chosen = {name: number(said, f"{side}.{name}", numbers.get(name, 0)) for name in living}
    if chosen != {name: numbers.get(name, 0) for name in living}:
        found, numbers = _as_chosen(living, _members(chosen, side), found, side), chosen
    before = fought.before[side] if fought.before else None
    back = [
        _return(numbers[each["units"][0]], each, units, before, title(fought.setup))
        for each in _groups(found)
    ]
    ranked = tuple(_raised(each, said, side) for each in sorted(back))
    return Fate(units, tuple(name for name in units if name not in living), ranked, tuple(found["lost"]))


def _groups(found: Json) -> list[Json]:
    return [each for each in found["groups"] if each["returns"]]


def _converted(living: Mapping[str, Unit], groups: list[list[str]] | None = None) -> Json:
    given = [{"id": n, "type": unit.type, "experience": unit.experience} for n, unit in living.items()]
    return end_conversion.resolve({"units": given, "groups": groups}).result


def _as_chosen(living: Mapping[str, Unit], groups: list[list[str]], usual: Json, side: Side) -> Json:
    """The groups as they were chosen; a refusal tells whose they are, and which there have to be."""
    try:
        return _converted(living, groups)
    except IllegalAction as error:
        kinds = Counter(each["kind"] for each in usual["groups"])
        wanted = listed(f"{count} × {GROUPS[kind]}" for kind, count in kinds.items())
        raise IllegalAction(side, f"{SIDE_NAMES[side]}: {error.unnamed} Here: {wanted}.") from error


def _members(chosen: Mapping[str, int], side: Side) -> list[list[str]]:
    """The groups that were chosen; who has the number 0 is in none."""
    groups: dict[int, list[str]] = {}
    for name, n in chosen.items():
        if n:
            groups.setdefault(n, []).append(name)
    for n, members in groups.items():
        if not 2 <= len(members) <= THREE:
            words = f"{SIDE_NAMES[side]}: group {n} has {len(members)}; two or three become one unit."
            raise IllegalAction(f"{side}.{members[0]}", words)
    return list(groups.values())


def _return(n: int, group: Json, units: Mapping[str, Unit], before: Army | None, where: str) -> Return:
    kind, experience = group["returns"]["type"], group["returns"]["experience"]
    same = [name for name in group["units"] if units[name].type == kind]
    leader = origin(units[max(same, key=lambda name: units[name].experience == experience)].name)[:LONGEST]
    names = Counter(origin(units[name].name) for name in group["units"])
    of = listed(f"{count} of {name}" if count > 1 else name for name, count in names.items())
    now = f"{where}: {of} became {what(kind, experience).lower()}"
    now = f"{where}: {of} became {what(kind, experience).lower()}"
    past = (*(before.past(leader) if before else ()), now)
    return Return(n, group["kind"], tuple(group["units"]), Corps(leader, kind, experience, past), experience)


def _raised(back: Return, said: Said, side: Side) -> Return:
    """The unit with the experience that the battle won it: awarded on the map, so its people say."""
    level = one_of(said, f"{side}.level.{back.number}", RANKS, back.corps.experience)
    if level == back.corps.experience:
        return back
    past = (*back.corps.past, f"Then {EXPERIENCE_NAMES[level].lower()}")
    return back._replace(corps=back.corps._replace(experience=level, past=past))


def number(said: Said, key: str, usual: int) -> int:
    """A number that was chosen."""
    given = said.get(key, str(usual))
    if given.isascii() and given.isdigit() and len(given) < 4:
        return int(given)
    raise InvalidInput(key, f"A whole number from 0 to {MOST_PRESTIGE} is wanted.")


def one_of[T: str](said: Said, key: str, known: Sequence[T], usual: T) -> T:
    """One of the words that may be chosen."""
    given = said.get(key, usual)
    found = next((each for each in known if each == given), None)
    if found is None:
        raise InvalidInput(key, f"One of {listed(known, 'or')} is wanted.")
    return found
