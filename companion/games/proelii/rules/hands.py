"""What each side marks under its seal where a step belongs to both, and the actions that both come to.

From the rolls to the losses one sheet is marked: what each unit does with its roll, whom its swords go
against, what it holds back (8.4.3 to 8.4.5). A deployment is one sheet too: where every unit is to stand
(5.1). The table keeps the marks, and the last word writes the rules' own actions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.engine import shape
from companion.engine.errors import GameError, IllegalAction
from companion.engine.sealed import Kept, Marks, Sealed
from companion.engine.shape import Given, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import DISTANT, ENTRY, REAR_PRICE, SIDES, Side
from companion.games.proelii.procedures.energy.gains import conversions, converted
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.procedures.fights.losses import Melee, check_orders
from companion.games.proelii.procedures.rerolls import open_sources
from companion.games.proelii.rules import apply, combat, starting
from companion.games.proelii.state.orders import Orders, Parry
from companion.games.proelii.state.table import Id, State
from companion.games.proelii.state.unit import Unit

SHEET = ("roll", "cancel", "convert", "losses")
"""The steps that one sheet of marks spans."""
KEEP, CANCEL = "keep", "cancel"
CLOSE: dict[str, Json] = {"type": "close"}
DONE: dict[str, Json] = {"type": "done"}
MORE = "~"
"""Between two conversions of one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One mark of a side: of a unit, or that all is cleared.

    `way` is what it does with its roll, `at` whom it strikes first; `hold` lets its shields down, `rear` is
    a strike at the rear, `parry` names an enemy for each sword that parries; `to` its place in a deployment.
    """

    clear: bool = False
    unit: Annotated[Id | None, Given] = None
    way: Annotated[str | None, Given] = None
    at: Annotated[str | None, Given] = None
    hold: Annotated[bool | None, Given] = None
    rear: Annotated[bool | None, Given] = None
    parry: Annotated[Annotated[tuple[Id, ...], Sized(0, 4)] | None, Given] = None
    to: Annotated[str | None, Given] = None


def owners(state: State) -> tuple[Side, ...]:
    """The sides to which the step belongs together; in a deployment those that are not done."""
    if state.step == "deploy":
        return SIDES if state.to_act == "white" else ("black",)
    return SIDES if state.step in (*SHEET, "advance") else ()


def is_idle(state: State, seat: str) -> bool:
    """Whether a side has nothing to roll, to mark or to step."""
    if state.step == "advance":
        return not any(state.units[each.unit].side == seat for each in state.may_advance)
    if state.step == "deploy":
        return False
    army = [(name, unit) for name, unit in state.units.items() if unit.side == seat and unit.is_living]
    return not any(may_throw(state, unit) or has_choice(state, name) for name, unit in army)


def may_throw(state: State, unit: Unit) -> bool:
    """Whether a unit may still roll, or roll again."""
    return state.step == "roll" and (combat.may_roll(state, unit) or bool(open_sources(state, unit)))


def has_choice(state: State, name: str) -> bool:
    """Whether anything can be marked of a unit."""
    unit = state.units[name]
    return unit.roll is not None and (
        len(ways(state, name)) > 1
        or bool(unit.shields)
        or len(aims(state, name)) > 1
        or may_rear(state, name)
    )


def ways(state: State, name: str) -> tuple[str, ...]:
    """What a unit may do with its roll: keep it, give it up, or convert it, once or twice."""
    unit = state.units[name]
    if unit.roll is None:
        return (KEEP,)
    gives = state.step in ("roll", "cancel") and combat.may_cancel(state, unit)
    turns = tuple(_turns(state, unit)) if state.step in ("roll", "cancel", "convert") else ()
    return (KEEP, *((CANCEL,) if gives else ()), *turns)


def _turns(state: State, unit: Unit) -> Iterator[str]:
    """Its conversions, and with very high morale those that may follow each."""
    for kind in conversions(state, unit):
        yield kind
        yield from (f"{kind}{MORE}{then}" for then in conversions(state, converted(unit, kind)))


def aims(state: State, name: str) -> list[str]:
    """The enemies among which a unit's swords may choose, as things stand."""
    if not state.units[name].swords:
        return []
    near = {each: attached(state, each) for each in (name,)}
    return Melee(state, near, Orders()).targets(name)


def may_rear(state: State, name: str) -> bool:
    """Whether a unit may strike at the rear, by the yellow rules (9.1)."""
    unit = state.units[name]
    pays = state.options.level != "white" and state.sides[unit.side].prestige >= REAR_PRICE
    return pays and unit.swords > 0 and len(attached(state, name)) > 1


def marked(state: State, seat: str, marks: Json, mark: Json) -> Json:
    """A side's marks with one more; `IllegalAction` at the part of it that its unit cannot do."""
    said: Mark = shape.read(Mark, mark)
    if said.unit is None:
        return {} if said.clear else marks
    rest = {name: each for name, each in (marks or {}).items() if name != said.unit}
    if said.clear:
        return rest
    unit = state.units.get(said.unit)
    if unit is None or unit.side != seat or not unit.is_living:
        raise IllegalAction("unit", f"A living unit of this side is wanted; {said.unit} is none.")
    if state.step == "deploy":
        return _put(state, seat, rest, said)
    if unit.roll is None or state.step not in SHEET:
        raise IllegalAction("unit", "It shows no roll of which anything could be marked.")
    new = {key: value for key in CHECKS if (value := getattr(said, key)) is not None}
    for key, value in new.items():
        if not CHECKS[key](state, said.unit, value):
            raise IllegalAction(key, "This unit cannot do that with what it shows.")
    now = {**(marks or {}).get(said.unit, {}), **new}
    kept = {key: list(value) if type(value) is tuple else value for key, value in now.items() if value}
    return {**rest, said.unit: kept}


def _may_parry(state: State, name: str, against: tuple[str, ...]) -> bool:
    realistic = state.options.combat == "realistic" and len(against) <= state.units[name].swords
    return not against or (realistic and {*against} <= {*attached(state, name)})


CHECKS: Mapping[str, Any] = {
    "way": lambda state, name, way: way in ways(state, name),
    "at": lambda state, name, at: at in attached(state, name),
    "hold": lambda state, name, hold: not hold or any_shield(state, name),
    "rear": lambda state, name, rear: not rear or may_rear(state, name),
    "parry": _may_parry,
}


def any_shield(state: State, name: str) -> bool:
    """Whether a unit shows a shield, or may come to one by converting."""
    return bool(state.units[name].shields) or "swords_to_shield" in ways(state, name)


def _put(state: State, seat: str, rest: dict[str, Json], said: Mark) -> Json:
    """A deployment with one unit at another place."""
    placed = deployed(state, {seat: rest})
    unit = state.units[said.unit or ""]
    if unit.at == DISTANT:
        raise IllegalAction("unit", "It begins on the distant battlefield and stays there.")
    free = [*starting.free_places(placed, placed.units[said.unit or ""]), unit.at, ENTRY]
    taken = placed.standing.get(unit.at) not in (None, said.unit)
    if said.to not in free or (said.to == unit.at and taken):
        raise IllegalAction("to", "A free square of the own first row is wanted, or the Entry Position.")
    return rest if said.to == unit.at else {**rest, said.unit or "": said.to}


def deployed(state: State, marks: Marks) -> State:
    """The battle with these armies where they are marked to stand."""
    put = {name: to for each in marks.values() for name, to in (each or {}).items()}
    return state.with_units({name: replace(state.units[name], at=to) for name, to in put.items()})


def opened(state: State, marks: Marks) -> Iterator[Json]:
    """The rules' own actions for all that is marked: they are what the last word writes."""
    if state.step == "advance":
        yield CLOSE
    elif state.step == "deploy":
        yield from _deployments(state, marks)
    else:
        yield from _fought(state, marks)


def _deployments(state: State, marks: Marks) -> Iterator[Json]:
    """White's whole deployment, then black's; where two change places, one goes through the reserves."""
    for side in owners(state):
        left = {name: to for name, to in (marks.get(side) or {}).items() if state.units[name].at != to}
        while left:
            free = (name for name, to in left.items() if to == ENTRY or to not in state.standing)
            name = next(free, "")
            to = left.pop(name) if name else ENTRY
            name = name or next(each for each in left if state.units[each].at != ENTRY)
            action = {"type": "deploy", "unit": name, "to": to}
            yield action
            state = apply(state, action).state
        yield DONE
        state = apply(state, DONE).state


def _fought(state: State, marks: Marks) -> Iterator[Json]:
    """From the end of the rolls to the losses, in the rules' order; what is barred by then is left out."""
    told = {name: each for side in SIDES for name, each in (marks.get(side) or {}).items()}
    turns = {name: each["way"].split(MORE) for name, each in told.items() if "way" in each}
    first = state.round
    while state.step in SHEET and state.round == first:
        action = _next(state, told, turns)
        yield action
        state = apply(state, action).state


def _next(state: State, told: Mapping[str, Any], turns: dict[str, list[str]]) -> Json:
    if state.step == "cancel":
        names = (name for name in turns if turns[name] == [CANCEL])
        gives = next((name for name in names if combat.may_cancel(state, state.units[name])), None)
        return {"type": "cancel", "unit": gives} if gives else CLOSE
    if state.step == "convert":
        for name, kinds in turns.items():
            if kinds and kinds[0] in conversions(state, state.units[name]):
                return {"type": "convert", "unit": name, "kind": kinds.pop(0)}
        return CLOSE
    return losses(state, told) if state.step == "losses" else CLOSE


def losses(state: State, told: Mapping[str, Any]) -> Json:
    """The one action of the losses, made of what both sides have marked."""
    orders, melee = weighed(state, told)
    action: dict[str, Json] = {"type": "losses"}
    if any("at" in each for each in told.values()):
        action["strikes"] = [{"unit": each.unit, "target": each.target} for each in melee.struck]
    if orders.parries:
        action["parries"] = [each._asdict() for each in orders.parries]
    return action | {key: list(names) for key in ("hold", "rear") if (names := getattr(orders, key))}


def weighed(state: State, told: Mapping[str, Any]) -> tuple[Orders, Melee]:
    """Both sides' orders as far as they can be, and the losses that they come to."""
    near = {name: attached(state, name) for name in state.ids if state.units[name].is_living}
    orders = Orders()
    for name in sorted(each for each in told if each in near):
        orders = _with(state, near, orders, name, told[name])
    melee = Melee(state, near, orders, {name: each["at"] for name, each in told.items() if "at" in each})
    melee.by_themselves()
    return orders, melee


def _with(
    state: State, near: Mapping[str, Any], orders: Orders, name: str, told: Mapping[str, Any]
) -> Orders:
    """The orders with those of one unit, each where it still can be."""
    unit = state.units[name]
    if told.get("hold") and unit.shields:
        orders = replace(orders, hold=(*orders.hold, name))
    spent = REAR_PRICE * sum(state.units[each].side == unit.side for each in orders.rear)
    if told.get("rear") and may_rear(
        state.paying(unit.side, min(spent, state.sides[unit.side].prestige)), name
    ):
        orders = replace(orders, rear=(*orders.rear, name))
    for against in told.get("parry", ()):
        more = replace(orders, parries=(*orders.parries, Parry(name, against)))
        try:
            check_orders(state, near, more)
        except GameError:
            continue
        orders = more
    return orders


def barred(state: State, side: Side, marks: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The units of whose marks one stands in the way of another of the same side, and why."""
    rears = sorted(name for name, each in marks.items() if each.get("rear"))
    for name in rears[state.sides[side].prestige // REAR_PRICE :]:
        yield name, "no prestige is left for its strike at the rear."
    for name, each in sorted(marks.items()):
        if why := _falls_away(state.units[name], each):
            yield name, why
    parried = Counter(against for each in marks.values() for against in each.get("parry", ()))
    for name in sorted(name for name, n in parried.items() if n > state.units[name].swords):
        yield name, "it shows fewer swords than are parried; the last parry does nothing."


def _falls_away(unit: Unit, told: Mapping[str, Any]) -> str:
    """Why another mark of a unit comes to nothing by what it does with its roll; empty where none does."""
    way = told.get("way", KEEP)
    if way == CANCEL:
        others = {"at", "hold", "rear", "parry"} & {*told}
        return "it gives its roll up, so its other marks come to nothing." if others else ""
    if way == KEEP:
        return ""
    for kind in way.split(MORE):
        unit = converted(unit, kind)
    if {"at", "rear", "parry"} & {*told} and not unit.swords:
        return "it converts its swords, so none strikes or parries."
    return "it converts its shields, so none is let down." if told.get("hold") and not unit.shields else ""


def kept(before: State, action: Json, after: State, marks: Marks) -> Kept | None:
    """What a line leaves of the marks: a new die empties those of its fight, and takes every ready back."""
    same = owners(after) and (before.round, before.phase) == (after.round, after.phase)
    if not same or action.get("type") == "adjust":
        return None
    if before.step == after.step and before.step in ("deploy", "advance"):
        return Kept(marks)
    if before.step not in SHEET or after.step not in SHEET:
        return None
    name = action.get("unit", "")
    touched = {name, *(attached(after, name) if name in after.units else ())}
    return Kept({side: _without(each, touched) for side, each in marks.items()}, ready=False)


def _without(marks: Json, names: Iterable[str]) -> Json:
    return {name: each for name, each in (marks or {}).items() if name not in names}


def ends(state: State, action: Json) -> bool:
    """Whether an action would end the step for both sides at once, or tell by its line what is sealed."""
    if type(action) is not dict:
        return False
    return action.get("type") in ("close", "losses") or (state.step == action.get("type") == "deploy")


SEALED: Sealed[State] = Sealed(owners, marked, opened, kept, is_idle, ends)
