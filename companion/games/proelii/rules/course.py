"""The course of a battle, step by step, with its Combat phase, its end, and what is set by hand (4, 8.4)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.games.proelii import actions
from companion.games.proelii.actions import Orders
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    DESTROYED,
    FACE_NAMES,
    FULL,
    OTHER,
    QUARTER,
    RANKS,
    SIDES,
    SOURCE_NAMES,
    TIERS,
    Side,
    Step,
)
from companion.games.proelii.procedures.armies import (
    Left,
    Standing,
    by_centre,
    ending_step,
    left,
    nobody_left,
)
from companion.games.proelii.procedures.combat import lost, unbroken
from companion.games.proelii.procedures.energy import (
    check_face,
    conversions,
    converted,
    gained,
    has_fought,
    is_open,
    lying,
    open_sources,
    reroll,
    rests,
)
from companion.games.proelii.procedures.field import (
    attached,
    beside,
    binders,
    enemy_cp,
    escaping,
    is_bound,
    is_outnumbered,
)
from companion.games.proelii.procedures.questions import Done
from companion.games.proelii.rules.movement import close, eligible, exchanges, settle_up
from companion.games.proelii.state import (
    CLEAN,
    Advance,
    Ending,
    State,
    Unit,
    destroyed,
    fighting,
    hit,
    is_square,
)


def measured(state: State) -> Mapping[Side, Left]:
    """What is left of both sides."""
    units = [Standing(unit.side, unit.at, unit.cp) for unit in state.units.values()]
    return {side: left(units, state.board.columns, side) for side in SIDES}


def over(done: Done, ending: Ending) -> Done:
    """The battle ended."""
    ended = replace(
        done.state,
        phase="over",
        step=None,
        tier=None,
        rank=None,
        to_act=None,
        acted=(),
        unpaid=(),
        open=dict.fromkeys(SIDES),
        may_advance=(),
        result=ending,
    )
    return Done(ended, (*done.steps, ending_step(ending)))


def checked(done: Done) -> Done:
    """The end check after an action: nothing is measured while both sides have somebody left."""
    if done.state.is_over or {unit.side for unit in done.state.units.values() if unit.is_living} == {*SIDES}:
        return done
    ending = nobody_left(measured(done.state))
    return over(done, ending) if ending else done


def decided(done: Done) -> Done:
    """The centre decides."""
    return over(done, by_centre(measured(done.state)))


def surrender(state: State, action: actions.Surrender) -> Done:
    """A side gives up."""
    return over(Done(state), Ending(OTHER[action.side], "surrender"))


def stalemate(state: State, action: actions.Stalemate) -> Done:
    """Both agree that nothing can lead to combat any more: the centre decides."""
    if state.phase == "start":
        raise IllegalAction("type", "The battle has not begun.")
    return decided(Done(state).told("6.1", "Nothing can lead to combat any more: the centre decides."))


def adjust(state: State, action: actions.Adjust) -> Done:
    """A unit or a side set by hand."""
    done = Done(state).told("R42", "Set by hand: {reason}.", {"reason": action.reason.rstrip(".")})
    if action.side is not None:
        army = state.sides[action.side]
        prestige = army.prestige if action.set.prestige is None else action.set.prestige
        changed = {**state.sides, action.side: army._replace(prestige=prestige)}
        return done.now(replace(state, sides=changed))
    name = action.unit or ""
    unit = state.units.get(name)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {name}.")
    return done.put(name, _set(state, name, unit, action.set))


def _set(state: State, name: str, unit: Unit, given: actions.Set) -> Unit:
    _check_cp(unit, given)
    _check_at(state, name, unit, given)
    if given.cp is not None:
        unit = replace(unit, cp=given.cp) if given.cp else destroyed(unit)
    if given.at == DESTROYED:
        unit = destroyed(unit)
    elif given.at is not None:
        crossing = unit.crossing if given.at == unit.at else 0
        roll = None if given.at == "escaped" else unit.roll
        unit = replace(unit, at=given.at, crossing=crossing, roll=roll)
    return replace(
        unit,
        energy=unit.energy if given.energy is None else given.energy,
        experience=given.experience or unit.experience,
        inactive=unit.inactive if given.inactive is None else given.inactive,
    )


def _check_cp(unit: Unit, given: actions.Set) -> None:
    if given.cp is None:
        return
    if given.cp > unit.kind.cp:
        raise IllegalAction("set.cp", f"It has {unit.kind.cp} CP at most.")
    stays = given.at is None or given.at == DESTROYED
    if given.cp and unit.at == DESTROYED and stays:
        raise IllegalAction("set.cp", "A destroyed unit needs a place as well.")


def _check_at(state: State, name: str, unit: Unit, given: actions.Set) -> None:
    if given.at is None:
        return
    taken = is_square(given.at) and state.standing.get(given.at, name) != name
    if taken or given.at in state.board.closed:
        raise IllegalAction("set.at", f"{given.at} is blocked or taken.")
    cp = unit.cp if given.cp is None else given.cp
    if not cp and given.at != DESTROYED:
        raise IllegalAction("set.at", "A destroyed unit stands nowhere; give it CP as well.")


def living(state: State, name: str) -> Unit:
    """A living unit of either side; refused at `unit` otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_living:
        raise IllegalAction("unit", f"There is no living unit {name}.")
    return unit


def may_roll(state: State, unit: Unit) -> bool:
    """Whether a unit may roll its combat die (8.4.1)."""
    if not unit.is_living or unit.roll is not None or unit.inactive or not unit.has_energy:
        return False
    return any(True for _ in beside(state, unit))


def roll(state: State, action: actions.CombatRoll) -> Done:
    """A unit's combat die, for 25 energy."""
    unit = living(state, action.unit)
    if not may_roll(state, unit):
        words = "It rolls once, active, with 25 energy, and next to an enemy."
        raise IllegalAction("unit", words)
    check_face(state, unit, action.face, "face")
    rolled = replace(has_fought(fighting(unit, -QUARTER)), roll=lying(action.face))
    values = {"unit": unit.name, "face": FACE_NAMES[action.face]}
    return Done(state.with_unit(action.unit, rolled)).told(
        "8.4.1", "{unit} rolls {face} for 25 energy.", values
    )


def again(state: State, action: actions.Reroll) -> Done:
    """The same die once more (8.4.2)."""
    unit = living(state, action.unit)
    if unit.roll is None or unit.roll.retained:
        raise IllegalAction("unit", "It has no roll of this phase.")
    if not is_open(state, unit, unit.roll.rerolls, action.source):
        words = f"There is no reroll {SOURCE_NAMES[action.source]} here, or none that can be paid."
        raise IllegalAction("source", words)
    check_face(state, unit, action.face, "face")
    after, used = reroll(state, action.unit, unit.roll.rerolls, action.source)
    rolled = replace(after.units[action.unit], roll=lying(action.face, used))
    values = {"unit": unit.name, "face": FACE_NAMES[action.face], "by": SOURCE_NAMES[action.source]}
    return Done(after.with_unit(action.unit, rolled)).told(
        "8.4.2", "{unit} rolls again {by}: {face}.", values
    )


def may_cancel(state: State, unit: Unit) -> bool:
    """Whether a unit's whole roll can be given up (8.4.3, R28)."""
    roll = unit.roll
    if roll is None or roll.spent or not unit.is_living:
        return False
    return roll.face != "blank" or state.options.cancel_blank


def cancel(state: State, action: actions.Cancel) -> Done:
    """A whole roll given up for its energy."""
    unit = living(state, action.unit)
    if not may_cancel(state, unit):
        raise IllegalAction("unit", "Only an unused roll that is no blank is cancelled.")
    rested = fighting(replace(unit, roll=None), QUARTER)
    words = "{unit} gives its roll up: 25 energy."
    return Done(state.with_unit(action.unit, rested)).told("8.4.3", words, {"unit": unit.name})


def convert(state: State, action: actions.Convert) -> Done:
    """Tokens turned into others, and 25 energy (8.4.4)."""
    unit = living(state, action.unit)
    possible = conversions(state, unit)
    if not possible:
        raise IllegalAction("unit", "It has nothing to convert, or its round's balance does not allow it.")
    if action.kind not in possible:
        words = " or ".join(CONVERSION_NAMES[each] for each in possible)
        raise IllegalAction("kind", f"Here {words}.")
    values = {"unit": unit.name, "how": CONVERSION_NAMES[action.kind]}
    after = Done(state.with_unit(action.unit, converted(unit, action.kind)))
    return after.told("8.4.4", "{unit}: {how}, and 25 energy.", values)


def rest(done: Done) -> Done:
    """Energy for every unit that has rolled no die in this round (8.4.3)."""
    names = [name for name in done.state.ids if rests(done.state, done.unit(name))]
    rested = {name: gained(done.unit(name)) for name in names}
    if not names:
        return done
    words = "{units:# unit has|# units have} not fought and rest: 25 energy each."
    return done.now(done.state.with_units(rested)).told("7.5", words, {"units": len(names)})


def strikers(state: State) -> list[str]:
    """The units with a sword and an attached enemy."""
    armed = (name for name in state.ids if state.units[name].is_living and state.units[name].swords)
    return [name for name in armed if any(True for _ in beside(state, state.units[name]))]


def losses(state: State, action: Orders) -> Done:
    """Both sides' losses at once, the unbroken shields, and who may step forward (8.4.5, 8.4.6)."""
    near = {name: attached(state, name) for name in state.ids if state.units[name].is_living}
    done, melee = lost(Done(state), near, action)
    may = [
        Advance(killer, state.units[victim].at)
        for victim, killer in melee.killers.items()
        if is_square(state.units[victim].at) and _may_follow(done.state, killer)
    ]
    return done.now(replace(done.state, step="advance", may_advance=tuple(sorted(may))))


def _may_follow(state: State, name: str) -> bool:
    unit = state.units[name]
    return unit.is_living and is_square(unit.at) and not is_bound(state, name)


def still_open(state: State, entries: Iterable[Advance]) -> tuple[Advance, ...]:
    """The advances that are still possible: the unit free on a square, the place not taken."""
    return tuple(each for each in entries if _may_follow(state, each.unit) and each.to not in state.standing)


def advance(state: State, action: actions.Follow) -> Done:
    """Step forward where the victim stood (8.4.6)."""
    unit = living(state, action.unit)
    own = [each.to for each in state.may_advance if each.unit == action.unit]
    if not own:
        raise IllegalAction("unit", "It took nobody's last CP, or is bound.")
    if action.to not in own:
        raise IllegalAction("to", f"It may step to {' or '.join(own)}.")
    put = state.with_unit(action.unit, replace(unit, at=action.to, crossing=0))
    others = [each for each in state.may_advance if each.unit != action.unit]
    after = Done(replace(put, may_advance=still_open(put, others)))
    return after.told("8.4.6", "{unit} steps forward to {to}.", {"unit": unit.name, "to": action.to})


def can_roll_at_all(state: State) -> bool:
    """Whether anybody may still roll or reroll."""
    units = (unit for unit in state.units.values() if unit.is_living)
    return any(may_roll(state, unit) or open_sources(state, unit) for unit in units)


BOTH = ("roll", "cancel", "convert", "losses", "advance")
AFTER: Mapping[Step, Step] = {
    "deploy": "march",
    "march": "start_moves",
    "roll": "cancel",
    "cancel": "convert",
    "convert": "losses",
    "losses": "advance",
}


def must_escape(state: State, side: Side) -> list[str]:
    """The units of a side that are outnumbered and able to escape (R22)."""
    return [name for name in escaping(state, side) if is_outnumbered(state, name)]


def settled(done: Done, order: tuple[Side, Side]) -> Done:
    """The battle in the next step that has something to do; `order` is who is asked first in Movement."""
    while not done.state.is_over:
        state = done.state
        if state.phase == "start":
            return done
        if state.step == "movement":
            done = _asked(_without_bound(done), order)
            if done.state.to_act is not None:
                return done
            done, order = _next_rank(done), SIDES
        elif has_something(state):
            return done
        else:
            done = part_ended(done)
    return done


def has_something(state: State) -> bool:
    """Whether there is something to do in a step other than Movement."""
    side = state.to_act
    if side is not None:
        return bool(escaping(state, side)) if state.step == "detachment" else any(exchanges(state, side))
    units = state.units.values()
    checks: Mapping[str | None, Callable[[], bool]] = {
        "roll": lambda: can_roll_at_all(state),
        "cancel": lambda: any(may_cancel(state, unit) for unit in units),
        "convert": lambda: any(conversions(state, unit) for unit in units),
        "losses": lambda: bool(strikers(state)),
        "advance": lambda: bool(state.may_advance),
    }
    return checks[state.step]()


def part_ended(done: Done) -> Done:
    """A side's part of a step over, or the step itself."""
    return ENDED[done.state.step or "roll"](done)


def _turned(done: Done) -> Done | None:
    """White's part over: black's begins; None after black's."""
    return done.now(replace(done.state, to_act="black")) if done.state.to_act == "white" else None


def _start_part(done: Done) -> Done:
    state = done.state
    if turned := _turned(done):
        return turned
    if state.step == "start_moves":
        return new_round(settle_up(done))
    following: Step = "march" if state.step == "deploy" else "start_moves"
    return done.now(replace(state, step=following, to_act="white"))


def _detachment(done: Done) -> Done:
    side: Side = "white" if done.state.to_act == "white" else "black"
    done = checked(_crushed(done, side))
    if done.state.is_over:
        return done
    return _turned(done) or _movement(done)


def _crushed(done: Done, side: Side) -> Done:
    """Every outnumbered unit that did not get away loses 1 CP, all at once (7.2, R22)."""
    state = done.state
    names = [name for name, _ in state.army(side) if is_outnumbered(state, name)]
    for name in names:
        unit = state.units[name]
        values = {"unit": unit.name, "enemies": enemy_cp(state, binders(state, name)), "cp": unit.cp}
        words = "{unit} faces {enemies} CP with {cp} and loses 1 CP."
        done = done.put(name, hit(done.unit(name), 1)).told("7.2", words, values)
    return done


def _movement(done: Done) -> Done:
    rank = RANKS[-1] if done.state.options.experience_order else "all"
    return done.now(replace(done.state, step="movement", tier=FULL, rank=rank, acted=(), to_act="white"))


def _without_bound(done: Done) -> Done:
    """Open moves whose unit is gone or bound are closed, white's first."""
    for side in SIDES:
        activation = done.state.open[side]
        if activation is not None:
            name = activation.unit
            if not done.unit(name).is_living or is_bound(done.state, name):
                done = close(done, side)
    return done


def _asked(done: Done, order: tuple[Side, Side]) -> Done:
    """The first side in this order that is not out of the step."""
    state = done.state
    ready = (side for side in order if state.open[side] is not None or eligible(state, side))
    return done.now(replace(state, to_act=next(ready, None)))


def _next_rank(done: Done) -> Done:
    """The next experience of the tier, the next tier, or the exchanges."""
    state = done.state
    if state.rank in RANKS[1:]:
        return done.now(replace(state, rank=RANKS[RANKS.index(state.rank) - 1]))
    tier = TIERS.index(state.tier or FULL) + 1
    if tier < len(TIERS):
        rank = RANKS[-1] if state.options.experience_order else "all"
        return done.now(replace(state, tier=TIERS[tier], rank=rank, acted=()))
    return done.now(replace(state, step="exchange", tier=None, rank=None, acted=(), to_act="white"))


def _exchange(done: Done) -> Done:
    return _turned(done) or done.now(replace(done.state, phase="combat", step="roll", to_act=None))


def _roll(done: Done) -> Done:
    return _following(rest(done))


def _losses(done: Done) -> Done:
    return _following(unbroken(done))


def _following(done: Done) -> Done:
    return done.now(replace(done.state, step=AFTER[done.state.step or "roll"]))


def _advance(done: Done) -> Done:
    state = done.state
    most = state.options.max_rounds or 0
    if most and state.round >= most:
        told = done.told(
            "R42", "{rounds:# round is|# rounds are} played: the centre decides.", {"rounds": most}
        )
        return decided(told)
    return new_round(done)


def new_round(done: Done) -> Done:
    """The next round, from Detachment on."""
    state = done.state
    begun = replace(
        state,
        round=state.round + 1,
        phase="move",
        step="detachment",
        to_act="white",
        tier=None,
        rank=None,
        units={name: refreshed(unit) for name, unit in state.units.items()},
        acted=(),
        unpaid=(),
        may_advance=(),
    )
    return done.now(begun).told("3.0", "Round {round} begins.", {"round": begun.round})


def refreshed(unit: Unit) -> Unit:
    """A unit at the beginning of a round: no roll, a clean ledger."""
    if unit.roll is None and not (unit.fought or unit.inactive or unit.charged_by or unit.ledger != CLEAN):
        return unit
    return replace(unit, roll=None, fought=False, inactive=False, charged_by=(), ledger=CLEAN)


ENDED: Mapping[str, Callable[[Done], Done]] = {
    "deploy": _start_part,
    "march": _start_part,
    "start_moves": _start_part,
    "detachment": _detachment,
    "exchange": _exchange,
    "roll": _roll,
    "cancel": _following,
    "convert": _following,
    "losses": _losses,
    "advance": _advance,
}


def order_after(state: State, *, adjusted: bool) -> tuple[Side, Side]:
    """Who is asked first in Movement: the side that did not act last; after a correction the same one."""
    last: Side = "white" if state.to_act == "white" else "black"
    return (last, OTHER[last]) if adjusted else (OTHER[last], last)
