"""A war of battles: armies shrink three for one after each, and are mustered again (5.1, 8.5, R44)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine import shape
from companion.engine.campaign import Army as Listed
from companion.engine.campaign import Battle as WarBattle
from companion.engine.campaign import Chosen, Handed, War
from companion.engine.campaign import Corps as Shown
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.form import Control
from companion.engine.step import Step
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.proelii import data
from companion.games.proelii.data import named
from companion.games.proelii.procedures import armies
from companion.games.proelii.procedures.armies import THREE
from companion.games.proelii.rules.setting_up import Battle, battle_of, chosen
from companion.games.proelii.state import State, Unit, first_row

ADDED = " ·"
"""What stands between a map unit's name and the number of a battle unit that was added to it."""


class Corps(NamedTuple):
    """A unit of the map."""

    name: str
    type: data.Kind
    experience: data.Experience
    past: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        return named(self.type, self.experience)


class Army(NamedTuple):
    """A side between two battles; `gone` are the units of the map that it has lost on the way."""

    name: str
    prestige: int
    command: data.Command
    corps: tuple[Corps, ...]
    gone: tuple[Corps, ...] = ()

    def past(self, name: str) -> tuple[str, ...]:
        return next((each.past for each in self.corps if each.name == name), ())


def parted(before: Army | None, corps: Sequence[Corps], where: str) -> tuple[Corps, ...]:
    """The units that an army has lost so far, those of this battle among them."""
    if before is None:
        return ()
    stays = {each.name for each in corps}
    lost = [each for each in before.corps if each.name not in stays]
    return (*before.gone, *(each._replace(past=(*each.past, f"{where}: gone")) for each in lost))


type Armies = Mapping[data.Side, Army]


def origin(name: str) -> str:
    """The map unit that a battle unit stands for, by its name."""
    return name.split(ADDED)[0]


def battle(setup: Json) -> Battle:
    return battle_of(chosen(setup)["scenario"])


def title(setup: object) -> str:
    return battle(setup).title


MOST_PRESTIGE = 999
GROUPS = data.WORDS["groups"]
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
    level: data.Experience


class Fate(NamedTuple):
    """One side's units after the battle: by id, those that fell, those that return, those without a group."""

    units: Mapping[str, Unit]
    fell: tuple[str, ...]
    back: tuple[Return, ...]
    lost: tuple[str, ...]

    def listed(self, names: Sequence[str]) -> str:
        return listed(self.units[each].name for each in names)


def fate(fought: WarBattle[State], side: data.Side, form: Chosen) -> Fate:
    """A side after its battle, by itself or as its people chose; a choice that cannot be is refused."""
    state = fought.state
    units = {name: state.units[name] for name in state.ids if state.units[name].side == side}
    living = {name: unit for name, unit in units.items() if unit.at != data.DESTROYED}
    usual = _converted(living)
    numbers = {name: n for n, each in enumerate(_groups(usual), 1) for name in each["units"]}
    chosen = {name: number(form, f"{side}.{name}", numbers.get(name, 0)) for name in living}
    if chosen != {name: numbers.get(name, 0) for name in living}:
        usual, numbers = _as_chosen(living, _members(chosen, side), usual, side), chosen
    before = fought.before[side] if fought.before else None
    back = [
        _return(numbers[each["units"][0]], each, units, before, title(fought.setup))
        for each in _groups(usual)
    ]
    ranked = tuple(_with_level(each, form, side) for each in sorted(back))
    return Fate(units, tuple(name for name in units if name not in living), ranked, tuple(usual["lost"]))


def _groups(groups: Json) -> list[Json]:
    return [each for each in groups["groups"] if each["returns"]]


def _converted(living: Mapping[str, Unit], groups: list[list[str]] | None = None) -> Json:
    given = [{"id": n, "type": unit.type, "experience": unit.experience} for n, unit in living.items()]
    return armies.resolve_end_conversion({"units": given, "groups": groups}).result


def _as_chosen(living: Mapping[str, Unit], groups: list[list[str]], usual: Json, side: data.Side) -> object:
    try:
        return _converted(living, groups)
    except IllegalAction as error:
        kinds = Counter(each["kind"] for each in usual["groups"])
        wanted = listed(f"{count} × {GROUPS[kind]}" for kind, count in kinds.items())
        raise IllegalAction(side, f"{data.SIDE_NAMES[side]}: {error.unnamed} Here: {wanted}.") from error


def _members(chosen: Mapping[str, int], side: data.Side) -> list[list[str]]:
    """The groups that were chosen; who has the number 0 is in none."""
    groups: dict[int, list[str]] = {}
    for name, n in chosen.items():
        if n:
            groups.setdefault(n, []).append(name)
    for n, members in groups.items():
        if not 2 <= len(members) <= THREE:
            words = f"{data.SIDE_NAMES[side]}: group {n} has {len(members)}; two or three become one unit."
            raise IllegalAction(f"{side}.{members[0]}", words)
    return list(groups.values())


def _return(n: int, group: Json, units: Mapping[str, Unit], before: Army | None, where: str) -> Return:
    kind, experience = group["returns"]["type"], group["returns"]["experience"]
    same = [name for name in group["units"] if units[name].type == kind]
    leader = origin(units[max(same, key=lambda name: units[name].experience == experience)].name)[:LONGEST]
    names = Counter(origin(units[name].name) for name in group["units"])
    of = listed(f"{count} of {name}" if count > 1 else name for name, count in names.items())
    now = f"{where}: {of} became {named(kind, experience).lower()}"
    past = (*(before.past(leader) if before else ()), now)
    return Return(n, group["kind"], tuple(group["units"]), Corps(leader, kind, experience, past), experience)


def _with_level(back: Return, form: Chosen, side: data.Side) -> Return:
    """The unit with the experience that the battle won it: awarded on the map, so its people say."""
    level = one_of(form, f"{side}.level.{back.number}", data.RANKS, back.corps.experience)
    if level == back.corps.experience:
        return back
    past = (*back.corps.past, f"Then {data.EXPERIENCE_NAMES[level].lower()}")
    return back._replace(corps=back.corps._replace(experience=level, past=past))


def number(form: Chosen, key: str, usual: int) -> int:
    given = form.get(key, str(usual))
    if given.isascii() and given.isdigit() and len(given) < 4:
        return int(given)
    raise InvalidInput(key, f"A whole number from 0 to {MOST_PRESTIGE} is wanted.")


def one_of[T: str](form: Chosen, key: str, choices: Sequence[T], usual: T) -> T:
    given = form.get(key, usual)
    choice = next((each for each in choices if each == given), None)
    if choice is None:
        raise InvalidInput(key, f"One of {listed(choices, 'or')} is wanted.")
    return choice


JOINS = (1, 2)
"""So many units of the map may join a side between two battles."""
MOST_CORPS = data.PIECE_LIMIT["cubes"] // THREE


def after(fought: WarBattle[State], form: Chosen) -> Handed:
    """Both armies as the next battle has them; the first choice that cannot be is refused."""
    sides = {side: _side(fought, side, form) for side in data.SIDES}
    return Handed({side: army for side, (army, _) in sides.items()}, [fates for _, fates in sides.values()])


def _side(fought: WarBattle[State], side: data.Side, form: Chosen) -> tuple[Army, Listed]:
    fates = fate(fought, side, form)
    left, host = fought.state.sides[side].prestige, battle(fought.setup).host(side)
    prestige = number(form, f"{side}.prestige", left)
    joins = [_joining(form, f"{side}.joins.{n}") for n in JOINS]
    corps = _called([*(each.corps for each in fates.back), *filter(None, joins)])
    if len(corps) > MOST_CORPS:
        raise IllegalAction(f"{side}.joins.1", f"There are pieces for {MOST_CORPS} units of the map.")
    changes = (*_steps(fates), *_raised_steps(fates), *_gained(corps[len(fates.back) :], prestige, left))
    gone = parted(fought.before[side] if fought.before else None, corps, title(fought.setup))
    shown, lost = ([Shown(each.name, each.what, each.past) for each in units] for units in (corps, gone))
    facts = f"{prestige} prestige, {host.command} command"
    asks = _asks(side, fates, prestige, form)
    army = Army(host.name, prestige, host.command, corps, gone)
    return army, Listed(side, host.name, facts, shown, changes, asks, lost)


def _joining(form: Chosen, key: str) -> Corps | None:
    kind = form.get(key, "")
    if not kind:
        return None
    kind, level = (
        one_of(form, key, tuple(data.UNITS), "cavalry"),
        one_of(form, f"{key}.level", data.RANKS, "recruit"),
    )
    return Corps(data.KIND_NAMES[kind], kind, level, (f"Joined as {named(kind, level).lower()}",))


def _called(corps: Sequence[Corps]) -> tuple[Corps, ...]:
    callers: list[Corps] = []
    for each in corps:
        taken = {one.name for one in callers}
        names = (each.name, *(f"{each.name} ({n})" for n in range(2, MOST_CORPS + 2)))
        callers.append(each._replace(name=next(name for name in names if name not in taken)))
    return tuple(callers)


def _steps(fates: Fate) -> list[Step]:
    gone = [("7.2", "{units}: destroyed.", fates.fell), ("8.5", "{units}: in no group, lost.", fates.lost)]
    away = [Step(rule, words, {"units": fates.listed(names)}) for rule, words, names in gone if names]
    words = "{units} become {name}, {what}: {why}."
    why = {
        **GROUPS,
        "completed_pair": f"{GROUPS['completed_pair']}; the two decide",
        "mixed_triple": f"{GROUPS['mixed_triple']}; the weakest returns",
        "mixed_pair": f"{GROUPS['mixed_pair']}; two thirds are rounded up",
    }
    return away + [
        Step("8.5", words, {"units": fates.listed(each.units), "name": each.corps.name,
                            "what": named(each.corps.type, each.level).lower(), "why": why[each.kind]})
        for each in fates.back
    ]  # fmt: skip


def _raised_steps(fates: Fate) -> list[Step]:
    return [
        Step("RULING R44", "{name} is {level} now, by its people's word.",
             {"name": each.corps.name, "level": each.corps.experience})
        for each in fates.back
        if each.corps.experience != each.level
    ]  # fmt: skip


def _gained(joined: Sequence[Corps], prestige: int, left: int) -> list[Step]:
    words = "{name} joins: {what}, by its people's word."
    gained = [Step("RULING R44", words, {"name": each.name, "what": each.what.lower()}) for each in joined]
    if prestige == left:
        return gained
    words = "Prestige: {left} was left, {prestige} goes on, by its people's word."
    return [*gained, Step("RULING R44", words, {"left": left, "prestige": prestige})]


def _asks(side: data.Side, fates: Fate, prestige: int, form: Chosen) -> list[Control]:
    numbers = {name: str(each.number) for each in fates.back for name in each.units}
    groups = [("0", "lost"), *((str(each.number), f"group {each.number}") for each in fates.back)]
    levels, kinds = tuple(data.EXPERIENCE_NAMES.items()), (("", "nobody"), *data.KIND_NAMES.items())
    fields = [
        _pick(f"{side}.{name}", f"{unit.name}, {named(unit.type, unit.experience).lower()}",
              numbers.get(name, "0"), groups)
        for name, unit in fates.units.items() if name not in fates.fell
    ]  # fmt: skip
    for each in fates.back:
        words = f"Experience of group {each.number}, {data.KIND_NAMES[each.corps.type].lower()}"
        fields.append(_pick(f"{side}.level.{each.number}", words, each.corps.experience, levels))
    for key in (f"{side}.joins.{n}" for n in JOINS):
        level = form.get(f"{key}.level", "recruit")
        fields.append(_pick(key, "Joins the army", form.get(key, ""), kinds))
        fields.append(_pick(f"{key}.level", "with the experience", level, levels))
    number = Control(name=f"{side}.prestige", label="Prestige", kind="number", value=str(prestige), low=0)
    return [*fields, replace(number, high=MOST_PRESTIGE, needed=True)]


def _pick(name: str, label: str, value: str, options: Sequence[tuple[str, str]]) -> Control:
    return Control(name=name, label=label, value=value, kind="select", options=options)


def onward(armies: Armies, setup: Json) -> object:
    """The setup with these armies on the ground of its battle; `IllegalAction` where one has nobody left."""
    gone = next((side for side in data.SIDES if not armies[side].corps), None)
    if gone:
        raise IllegalAction("", f"The war is over: {data.SIDE_NAMES[gone]} has no unit left.")
    ground = battle(setup)
    pieces = _pieces(armies)
    hosts = {side: _host(armies[side], side, ground, pieces) for side in data.SIDES}
    kept = {key: value for key, value in shape.write(ground).items() if key not in data.SIDES}
    return {**chosen(setup), "scenario": {**kept, **hosts, "pieces": pieces}}


def stands(armies: Armies, setup: object) -> bool:
    """Whether a table was opened with just these armies, wherever they stood."""
    if not all(armies[side].corps for side in data.SIDES):
        return False
    wanted = battle(onward(armies, setup))
    return all(_roll(wanted, side) == _roll(battle(setup), side) for side in data.SIDES)


def _roll(listed_battle: Battle, side: data.Side) -> tuple[int, list[tuple[str, str, str]]]:
    host = listed_battle.host(side)
    return host.prestige, sorted((each.name, each.type, each.experience) for each in host.units)


def _pieces(armies: Armies) -> data.Pieces:
    most = max(THREE * len(armies[side].corps) for side in data.SIDES)
    return "tokens" if most <= data.PIECE_LIMIT["tokens"] else "cubes"


def _host(army: Army, side: data.Side, ground: Battle, pieces: data.Pieces) -> object:
    given = [
        {"id": f"{side[0]}{n}", "type": each.type, "experience": each.experience}
        for n, each in enumerate(army.corps, 1)
    ]
    rows = armies.resolve_muster({"units": given, "pieces": pieces}).result["units"]
    names = {unit["id"]: each.name for unit, each in zip(given, army.corps, strict=True)}
    # The first row filled from the centre with the slowest; the fastest on the flanks, others in reserve.
    free = [at for at in first_row(side, ground.columns) if at not in ground.blocked]
    middle = (ground.columns - 1) / 2
    inward = sorted(free, key=lambda at: abs(ord(at[0]) - ord("a") - middle))
    strong = sorted(rows, key=lambda row: -data.UNITS[row["type"]].strength)[: len(free)]
    slow = sorted(strong, key=lambda row: data.UNITS[row["type"]].mp)
    squares = {row["id"]: at for row, at in zip(slow, inward, strict=False)}
    units = [
        {"id": row["id"], "name": _name(names[row["from"]], row), "type": row["type"],
         "experience": row["experience"], "at": squares.get(row["id"], data.ENTRY)}
        for row in rows
    ]  # fmt: skip
    return {"name": army.name, "units": units, "prestige": army.prestige, "command": army.command}


def _name(of: str, row: Mapping[str, Json]) -> str:
    return of if row["original"] else f"{of}{ADDED}{row['id'].rpartition('_')[2]}"


WAR = War(
    "A war of battles",
    "Both armies go on from battle to battle: who survives returns three for one, and is mustered again.",
    title,
    after,
    onward,
    stands,
)
