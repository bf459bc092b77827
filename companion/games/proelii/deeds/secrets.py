"""Who may see what: deployments, what is marked under a seal, what the enemy is asked (5.1, 8.2.4, R17).

From the rolls to the losses one sheet is marked: what each unit does with its roll, whom its swords go
against, what it holds back (8.4.3 to 8.4.5). A deployment is one sheet too: where every unit is to stand
(5.1). The table keeps the marks, and the last word writes the rules' own actions.

One-sided attacks on who escapes, the defence against a Hit & Run or a charge, and the answer to a Hit & Run
are the enemy's to say. What he says is put into the action, which the journal holds as it always did.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from companion.engine import shape
from companion.engine.deed import Entry
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Question, Scene, Sight
from companion.engine.records import replace
from companion.engine.scene import Kept, Marks, Sealed, Secrecy
from companion.engine.shape import Given, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import (
    CONVERSIONS,
    DISTANT,
    ENTRY,
    OTHER,
    REAR_PRICE,
    SIDES,
    Ability,
    Conversion,
    Side,
)
from companion.games.proelii.deeds import apply, legal
from companion.games.proelii.procedures.combat import Melee, Orders, Parry, check_orders
from companion.games.proelii.procedures.energy import conversions, converted, open_sources
from companion.games.proelii.procedures.field import binders
from companion.games.proelii.rules import course, laying_out
from companion.games.proelii.state import Id, State, Unit, state_json

BOTH = ("losses", "close")


def is_secret(state: State) -> bool:
    """Whether the armies still stand behind the screen."""
    return state.step == "deploy"


SECRECY: Secrecy[State, Side] = Secrecy(
    owners=lambda state: SIDES, is_hidden=is_secret, is_over=lambda state: state.is_over
)


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it: without the places of an army that is being deployed."""
    seen = state_json(state)
    # What stands for a place that a seat may not know.
    hidden = "hidden"
    if is_secret(state):
        for unit in seen["units"].values():
            if unit["side"] not in sight.sees and unit["at"] != DISTANT:
                unit["at"] = hidden
    return seen


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state with what others deploy behind their screens where the battle had it, as all know."""
    if not is_secret(state):
        return state
    units = scene.trail[0].units if scene.trail else {}
    hidden = {
        name: units.get(name) or replace(unit, at="entry")
        for name, unit in state.units.items()
        if unit.side not in scene.sight.sees
    }
    return state.with_units(hidden)


def redact_action(state: State, action: object, sight: Sight) -> object:
    """An action as a sight may read it in the journal of a battle that stands at `state`."""
    if type(action) is not dict or action.get("type") != "deploy" or not is_secret(state):
        return action
    unit = state.units.get(action.get("unit", ""))
    return action if unit and unit.side in sight.sees else {"type": "deploy"}


def whose(state: State, action: object) -> str:
    """The side whose deed it is: the unit's, or the side to act; empty where it is both sides'."""
    if type(action) is not dict or action.get("type") in ("adjust", "stalemate", *BOTH):
        return ""
    if action.get("type") == "surrender":
        side = action.get("side")
        return side if side in SIDES else ""
    rolls = action.get("rolls")
    first = rolls[0] if type(rolls) is list and rolls else action
    name = first.get("unit") if type(first) is dict else None
    unit = state.units.get(name) if isinstance(name, str) else None
    if state.to_act is not None:
        return state.to_act
    return unit.side if unit else ""


def rolling(action: Mapping[str, Json]) -> list[str]:
    """The units whose dice a deed throws in the rolls."""
    return [each["unit"] for each in action.get("rolls", [action]) if "unit" in each]


def looks(state: State, action: object) -> tuple[Side, ...]:
    """Whose secrets the rules look at before they allow it: in deployment the side's own."""
    if not is_secret(state) or state.to_act is None:
        return ()
    kind = action.get("type") if type(action) is dict else None
    if kind == "adjust":
        return SIDES
    return (state.to_act,) if kind == "deploy" else ()


def shows(state: State, action: object) -> tuple[Side, ...]:
    ends = is_secret(state) and state.to_act == "black"
    return SIDES if ends and type(action) is dict and action.get("type") == "done" else ()


def hangs(state: State, action: object) -> tuple[Side, ...]:
    """Whose secrets decide whether this line still follows another past."""
    return SIDES if is_secret(state) else ()


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action rolled dice, took the screen away, or is what both sides have said."""
    both = type(action) is dict and action.get("type") in (*BOTH, "cancel", "convert")
    return rolled or both or bool(shows(state, action))


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for those who may act here; a deployment for its own eyes alone."""
    if state.to_act is not None and state.to_act not in sight.acts:
        return []
    if is_secret(state) and state.to_act not in sight.sees:
        return [each for each in legal(state) if each["type"] == "done"]
    side = {name: unit.side for name, unit in state.units.items()}
    entries = legal(state) if sight.acts else ()
    return list(SECRECY.offered(entries, sight, lambda entry: side.get(entry.get("unit", "")), dict))


SHEET = ("roll", "cancel", "convert", "losses")
"""The steps that one sheet of marks spans."""
KEEP, CANCEL = "keep", "cancel"
CLOSE: dict[str, object] = {"type": "close"}
DONE: dict[str, object] = {"type": "done"}
MORE = "~"
"""Between two conversions of one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One mark of a side: of a unit, or that all is cleared.

    `way` is what it does with its roll, `at` whom it strikes first; `hold` lets its shields down, `rear` is
    a strike at the rear, `parry` names an enemy for each sword that parries; `to` its place in a deployment,
    where another of its side gives way and takes its own; `line` lays the whole army out at once.
    """

    clear: bool = False
    unit: Annotated[Id | None, Given] = None
    way: Annotated[str | None, Given] = None
    at: Annotated[str | None, Given] = None
    hold: Annotated[bool | None, Given] = None
    rear: Annotated[bool | None, Given] = None
    parry: Annotated[Annotated[tuple[Id, ...], Sized(0, 4)] | None, Given] = None
    to: Annotated[str | None, Given] = None
    line: Annotated[laying_out.Line | None, Given] = None


class Marked(TypedDict, total=False):
    """What is marked of one unit, as the table keeps it: `Mark` without what says nothing."""

    way: str
    at: str
    hold: bool
    rear: bool
    parry: Sequence[str]


type Sheet = Mapping[str, Marked]
"""What is marked of each unit."""


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
    return state.step == "roll" and (course.may_roll(state, unit) or bool(open_sources(state, unit)))


def has_choice(state: State, name: str) -> bool:
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
    gives = state.step in ("roll", "cancel") and course.may_cancel(state, unit)
    turns = tuple(_turns(state, unit)) if state.step in ("roll", "cancel", "convert") else ()
    return (KEEP, *((CANCEL,) if gives else ()), *turns)


def _turns(state: State, unit: Unit) -> Iterator[str]:
    """Its conversions, and with very high morale those that may follow each."""
    for kind in conversions(state, unit):
        yield kind
        yield from (f"{kind}{MORE}{then}" for then in conversions(state, converted(unit, kind)))


def kinds_of(way: str) -> list[Conversion]:
    """The conversions of which a way consists, in order."""
    return [kind for each in way.split(MORE) for kind in CONVERSIONS if kind == each]


def aims(state: State, name: str) -> list[str]:
    """The enemies among which a unit's swords may choose, as things stand."""
    return Melee(state).targets(name) if state.units[name].swords else []


def may_rear(state: State, name: str) -> bool:
    """Whether a unit may strike at the rear, by the yellow rules (9.1)."""
    unit = state.units[name]
    pays = state.options.level != "white" and state.sides[unit.side].prestige >= REAR_PRICE
    return pays and unit.swords > 0 and len(state.facing[name]) > 1


def marked(state: State, seat: str, marks: Json, mark: object) -> object:
    """A side's marks with one more; `IllegalAction` at the part of it that its unit cannot do."""
    entry = shape.read(Mark, mark)
    if entry.line is not None and state.step == "deploy":
        return laying_out.lined_up(state, seat, marks or {}, entry.line)
    if entry.unit is None:
        return {} if entry.clear else marks
    rest = {name: each for name, each in (marks or {}).items() if name != entry.unit}
    if entry.clear:
        return rest
    unit = state.units.get(entry.unit)
    if unit is None or unit.side != seat or not unit.is_living:
        raise IllegalAction("unit", f"A living unit of this side is wanted; {entry.unit} is none.")
    if state.step == "deploy":
        return laying_out.put(state, seat, marks or {}, entry.unit, entry.to)
    if unit.roll is None or state.step not in SHEET:
        raise IllegalAction("unit", "It shows no roll of which anything could be marked.")
    new = {key: value for key in CHECKS if (value := getattr(entry, key)) is not None}
    for key, value in new.items():
        if not CHECKS[key](state, entry.unit, value):
            raise IllegalAction(key, "This unit cannot do that with what it shows.")
    now = {**(marks or {}).get(entry.unit, {}), **new}
    kept = {key: list(value) if type(value) is tuple else value for key, value in now.items() if value}
    return {**rest, entry.unit: kept}


def _may_parry(state: State, name: str, against: tuple[str, ...]) -> bool:
    realistic = state.options.combat == "realistic" and len(against) <= state.units[name].swords
    return not against or (realistic and {*against} <= {*state.facing[name]})


CHECKS: Mapping[str, Callable[[State, str, Any], bool]] = {
    "way": lambda state, name, way: way in ways(state, name),
    "at": lambda state, name, at: at in state.facing[name],
    "hold": lambda state, name, hold: not hold or any_shield(state, name),
    "rear": lambda state, name, rear: not rear or may_rear(state, name),
    "parry": _may_parry,
}


def any_shield(state: State, name: str) -> bool:
    """Whether a unit shows a shield, or may come to one by converting."""
    return bool(state.units[name].shields) or "swords_to_shield" in ways(state, name)


def opened(state: State, marks: Marks) -> Iterator[object]:
    """The rules' own actions for all that is marked: they are what the last word writes."""
    if state.step == "advance":
        yield CLOSE
    elif state.step == "deploy":
        yield from _deployments(state, marks)
    else:
        yield from _fought(state, marks)


def _deployments(state: State, marks: Marks) -> Iterator[object]:
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


def _fought(state: State, marks: Marks) -> Iterator[object]:
    """From the end of the rolls to the losses, in the rules' order; what is barred by then is left out."""
    orders: dict[str, Marked] = {
        name: each for side in SIDES for name, each in (marks.get(side) or {}).items()
    }
    turns = {name: each["way"].split(MORE) for name, each in orders.items() if "way" in each}
    first = state.round
    while state.step in SHEET and state.round == first:
        action = _next(state, orders, turns)
        yield action
        state = apply(state, action).state


def _next(state: State, orders: Sheet, turns: dict[str, list[str]]) -> object:
    if state.step == "cancel":
        names = (name for name in turns if turns[name] == [CANCEL])
        gives = next((name for name in names if course.may_cancel(state, state.units[name])), None)
        return {"type": "cancel", "unit": gives} if gives else CLOSE
    if state.step == "convert":
        for name, kinds in turns.items():
            if kinds and kinds[0] in conversions(state, state.units[name]):
                return {"type": "convert", "unit": name, "kind": kinds.pop(0)}
        return CLOSE
    if state.step != "losses":
        return CLOSE
    melee = weighed(state, orders)
    return losses(melee, melee.orders)


def losses(melee: Melee, orders: Orders) -> dict[str, object]:
    """The one action of the losses as they were weighed; swords that nobody aims go where they must."""
    action: dict[str, object] = {"type": "losses"}
    if melee.wished:
        action["strikes"] = [{"unit": each.unit, "target": each.target} for each in melee.struck]
    if orders.parries:
        action["parries"] = [each._asdict() for each in orders.parries]
    return action | {key: list(names) for key in ("hold", "rear") if (names := getattr(orders, key))}


def weighed(state: State, sheet: Sheet) -> Melee:
    """The losses that both sides' marks come to, their orders kept as far as they can be."""
    orders = Orders()
    for name in sorted(each for each in sheet if state.units[each].is_living):
        orders = _with(state, orders, name, sheet[name])
    wished = {name: each["at"] for name, each in sheet.items() if "at" in each}
    return Melee(state, orders, wished).by_themselves()


def _with(state: State, orders: Orders, name: str, marks: Marked) -> Orders:
    unit = state.units[name]
    if marks.get("hold") and unit.shields:
        orders = replace(orders, hold=(*orders.hold, name))
    spent = REAR_PRICE * sum(state.units[each].side == unit.side for each in orders.rear)
    if marks.get("rear") and may_rear(
        state.paying(unit.side, min(spent, state.sides[unit.side].prestige)), name
    ):
        orders = replace(orders, rear=(*orders.rear, name))
    for against in marks.get("parry", ()):
        more = replace(orders, parries=(*orders.parries, Parry(name, against)))
        try:
            check_orders(state, more)
        except GameError:
            continue
        orders = more
    return orders


def barred(state: State, side: Side, marks: Sheet) -> Iterator[tuple[str, str]]:
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


def _falls_away(unit: Unit, marks: Marked) -> str:
    """Why another mark of a unit comes to nothing by what it does with its roll; empty where none does."""
    way = marks.get("way", KEEP)
    if way == CANCEL:
        others = {"at", "hold", "rear", "parry"} & {*marks}
        return "it gives its roll up, so its other marks come to nothing." if others else ""
    if way == KEEP:
        return ""
    for kind in kinds_of(way):
        unit = converted(unit, kind)
    if {"at", "rear", "parry"} & {*marks} and not unit.swords:
        return "it converts its swords, so none strikes or parries."
    return "it converts its shields, so none is let down." if marks.get("hold") and not unit.shields else ""


def kept(before: State, action: Json, after: State, marks: Marks) -> Kept | None:
    """What a line leaves of the marks: a new die empties those of its fight, and takes every ready back."""
    same = owners(after) and (before.round, before.phase) == (after.round, after.phase)
    if not same or action.get("type") == "adjust":
        return None
    if before.step == after.step and before.step in ("deploy", "advance"):
        return Kept(marks)
    if before.step not in SHEET or after.step not in SHEET:
        return None
    rolled = rolling(action)
    touched = {*rolled, *(each for name in rolled for each in after.facing.get(name, ()))}
    return Kept({side: _without(each, touched) for side, each in marks.items()}, ready=False)


def _without(marks: Json, names: Iterable[str]) -> object:
    return {name: each for name, each in (marks or {}).items() if name not in names}


def ends(state: State, action: object) -> bool:
    """Whether an action would end the step for both sides at once, or tell by its line what is sealed."""
    if type(action) is not dict:
        return False
    kind = action.get("type")
    return kind in ("close", "losses") or (state.step == "deploy" and kind in ("deploy", "done"))


SEALED: Sealed[State] = Sealed(owners, marked, opened, kept, is_idle, ends)


ESCAPE: Literal["one_sided_attacks"] = "one_sided_attacks"
ATTACK: Literal["defence"] = "defence"
"""The two kinds of question."""
PARTS = {ESCAPE: ("attacks",), ATTACK: ("defence", "response", "response_attack")}
"""The parts of an action that the enemy says."""
ABILITIES: tuple[Ability, Ability] = ("charge", "push_out")
"""With which a unit may answer a Hit & Run (R24)."""


class EscapeAsk(TypedDict):
    """Which enemies strike at who escapes, at most so many of them."""

    type: Literal["one_sided_attacks"]
    unit: str
    path: list[str]
    attackers: list[str]
    most: int


class AttackAsk(TypedDict):
    """What the target of a special attack does: whether it may defend itself, and how it may answer."""

    type: Literal["defence"]
    kind: Literal["hit_and_run", "charge"]
    unit: str
    target: str
    path: list[str]
    defends: bool
    answers: list[Ability]


def asks(state: State, action: object) -> Question | None:
    """The question to the enemy, where this deed leaves him something to say; None for what cannot be."""
    bare = _bare(action)
    if bare is None or state.to_act is None:
        return None
    try:
        apply(state, bare)
    except GameError:
        return None
    ask: EscapeAsk | AttackAsk | None = (
        _escape(state, bare) if bare["type"] == "escape" else _attack(state, bare)
    )
    return Question(OTHER[state.on_move], ask, is_open=True) if ask else None


def _kind(action: object) -> str:
    kinds = {"escape": ESCAPE, "hit_and_run": ATTACK, "charge": ATTACK}
    return kinds.get(str(action.get("type")), "") if type(action) is dict else ""


def _bare(action: Json) -> dict[str, object] | None:
    """The deed without what the enemy says of it."""
    kind = _kind(action)
    return {key: part for key, part in action.items() if key not in PARTS[kind]} if kind else None


def _escape(state: State, action: Mapping[str, Json]) -> EscapeAsk | None:
    attackers = strikers_at(state, action["unit"])
    if not attackers:
        return None
    most = 1 if state.options.escape_attacks == "one" else len(attackers)
    path = list(action["path"])
    return {"type": ESCAPE, "unit": action["unit"], "path": path, "attackers": attackers, "most": most}


def strikers_at(state: State, name: str) -> list[str]:
    """The enemies that may strike at a unit which escapes: they bind it, and are active with energy (R21)."""
    binding = ((each, state.units[each]) for each in binders(state, name))
    return [each for each, unit in binding if unit.has_energy and not unit.inactive]


def _attack(state: State, action: Mapping[str, Json]) -> AttackAsk | None:
    unit, target = action["unit"], action["target"]
    stays = action["type"] == "hit_and_run" and not action.get("after")
    answers, defends = responses(state, unit, target) if stays else [], may_defend(state.units[target])
    if not defends and not answers:
        return None
    return {
        "type": ATTACK,
        "kind": action["type"],
        "unit": unit,
        "target": target,
        "path": list(action["path"]),
        "defends": defends,
        "answers": answers,
    }


def may_defend(unit: Unit) -> bool:
    """Whether a unit may roll against a special attack: no die yet, active, with energy."""
    return unit.roll is None and not unit.inactive and unit.has_energy


def responses(state: State, unit: str, target: str) -> list[Ability]:
    """The abilities with which a target may answer a Hit & Run (R24)."""
    enemy = state.units[target]
    if not enemy.has_energy or enemy.inactive or any(each != unit for each in binders(state, target)):
        return []
    return [each for each in ABILITIES if each in enemy.kind.abilities]


def answer(state: State, action: object, reply: object) -> object:
    """The deed with what the enemy says of it; `InvalidInput` at a part that is not his to say."""
    bare, kind = _bare(action), _kind(action)
    if bare is None:
        raise InvalidInput("", "This action waits for no answer.")
    if type(reply) is not dict:
        raise InvalidInput("", "An answer is an object.")
    for key in sorted(reply):
        if key not in PARTS[kind]:
            raise InvalidInput(key, f"Only {' and '.join(PARTS[kind])} can be said here.")
    return {**bare, **reply}
