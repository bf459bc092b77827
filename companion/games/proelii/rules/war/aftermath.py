"""After a battle: both armies as they go on, what changed and why, and what their people may choose."""

from collections.abc import Sequence

from companion.engine.campaign.war import Battle, Field, Handed, Said
from companion.engine.campaign.war import Corps as Shown
from companion.engine.campaign.war import Side as Told
from companion.engine.errors import IllegalAction
from companion.engine.step import Step
from companion.games.proelii.data import EXPERIENCE_NAMES, KIND_NAMES, PIECE_LIMIT, RANKS, SIDES, UNITS, Side
from companion.games.proelii.procedures.armies.muster import THREE
from companion.games.proelii.rules.war.army import Army, Corps, battle, parted, title, what
from companion.games.proelii.rules.war.fates import GROUPS, MOST_PRESTIGE, Fate, fate, number, one_of
from companion.games.proelii.state import State

WHY = {
    **GROUPS,
    "completed_pair": f"{GROUPS['completed_pair']}; the two decide",
    "mixed_triple": f"{GROUPS['mixed_triple']}; the weakest returns",
    "mixed_pair": f"{GROUPS['mixed_pair']}; two thirds are rounded up",
}
JOINS = (1, 2)
"""So many units of the map may join a side between two battles."""
MOST_CORPS = PIECE_LIMIT["cubes"] // THREE


def after(fought: Battle[State], said: Said) -> Handed:
    """Both armies as the next battle has them; the first choice that cannot be is refused."""
    sides = {side: _side(fought, side, said) for side in SIDES}
    return Handed({side: army for side, (army, _) in sides.items()}, [told for _, told in sides.values()])


def _side(fought: Battle[State], side: Side, said: Said) -> tuple[Army, Told]:
    found = fate(fought, side, said)
    left, host = fought.state.sides[side].prestige, battle(fought.setup).host(side)
    prestige = number(said, f"{side}.prestige", left)
    joins = [_joining(said, f"{side}.joins.{n}") for n in JOINS]
    corps = _called([*(each.corps for each in found.back), *filter(None, joins)])
    if len(corps) > MOST_CORPS:
        raise IllegalAction(f"{side}.joins.1", f"There are pieces for {MOST_CORPS} units of the map.")
    changes = (*_steps(found), *_raised(found), *_gained(corps[len(found.back) :], prestige, left))
    gone = parted(fought.before[side] if fought.before else None, corps, title(fought.setup))
    shown, lost = ([Shown(each.name, each.what, each.past) for each in units] for units in (corps, gone))
    facts = f"{prestige} prestige, {host.command} command"
    asks = _asks(side, found, prestige, said)
    army = Army(host.name, prestige, host.command, corps, gone)
    return army, Told(side, host.name, facts, shown, changes, asks, lost)


def _joining(said: Said, key: str) -> Corps | None:
    kind = said.get(key, "")
    if not kind:
        return None
    kind, level = one_of(said, key, tuple(UNITS), "cavalry"), one_of(said, f"{key}.level", RANKS, "recruit")
    return Corps(KIND_NAMES[kind], kind, level, (f"Joined as {what(kind, level).lower()}",))


def _called(corps: Sequence[Corps]) -> tuple[Corps, ...]:
    """Every unit under a name of its own."""
    found: list[Corps] = []
    for each in corps:
        taken = {one.name for one in found}
        names = (each.name, *(f"{each.name} ({n})" for n in range(2, MOST_CORPS + 2)))
        found.append(each._replace(name=next(name for name in names if name not in taken)))
    return tuple(found)


def _steps(found: Fate) -> list[Step]:
    gone = [("7.2", "{units}: destroyed.", found.fell), ("8.5", "{units}: in no group, lost.", found.lost)]
    away = [Step(rule, words, {"units": found.named(names)}) for rule, words, names in gone if names]
    words = "{units} become {name}, {what}: {why}."
    return away + [
        Step("8.5", words, {"units": found.named(each.units), "name": each.corps.name,
                            "what": what(each.corps.type, each.level).lower(), "why": WHY[each.kind]})
        for each in found.back
    ]  # fmt: skip


def _raised(found: Fate) -> list[Step]:
    return [
        Step("RULING R44", "{name} is {level} now, by its people's word.",
             {"name": each.corps.name, "level": each.corps.experience})
        for each in found.back
        if each.corps.experience != each.level
    ]  # fmt: skip


def _gained(joined: Sequence[Corps], prestige: int, left: int) -> list[Step]:
    words = "{name} joins: {what}, by its people's word."
    gained = [Step("RULING R44", words, {"name": each.name, "what": each.what.lower()}) for each in joined]
    if prestige == left:
        return gained
    words = "Prestige: {left} was left, {prestige} goes on, by its people's word."
    return [*gained, Step("RULING R44", words, {"left": left, "prestige": prestige})]


def _asks(side: Side, found: Fate, prestige: int, said: Said) -> list[Field]:
    numbers = {name: str(each.number) for each in found.back for name in each.units}
    groups = [("0", "lost"), *((str(each.number), f"group {each.number}") for each in found.back)]
    levels = list(EXPERIENCE_NAMES.items())
    kinds = [("", "nobody"), *KIND_NAMES.items()]
    asked = [
        Field(f"{side}.{name}", f"{unit.name}, {what(unit.type, unit.experience).lower()}",
              numbers.get(name, "0"), groups)
        for name, unit in found.units.items() if name not in found.fell
    ]  # fmt: skip
    for each in found.back:
        words = f"Experience of group {each.number}, {KIND_NAMES[each.corps.type].lower()}"
        asked.append(Field(f"{side}.level.{each.number}", words, each.corps.experience, levels))
    for key in (f"{side}.joins.{n}" for n in JOINS):
        asked.append(Field(key, "Joins the army", said.get(key, ""), kinds))
        asked.append(
            Field(f"{key}.level", "with the experience", said.get(f"{key}.level", "recruit"), levels)
        )
    return [*asked, Field(f"{side}.prestige", "Prestige", str(prestige), most=MOST_PRESTIGE)]
