"""The course of a battle, step by step, with its Combat phase, its end, and what is set by hand (4, 8.4)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction, under
from companion.engine.wording import listed
from companion.games.proelii import actions, data
from companion.games.proelii.actions import Orders
from companion.games.proelii.procedures import armies, energy, field
from companion.games.proelii.procedures.combat import lost, unbroken
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules.movement import close, eligible, exchanges, passes, settle_up
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
    still,
)


def measured(state: State) -> Mapping[data.Side, armies.Left]:
    units = [armies.Standing(unit.side, unit.at, unit.cp) for unit in state.units.values()]
    return {side: armies.left(units, state.board.columns, side) for side in data.SIDES}


def over(play: Play, ending: Ending) -> Play:
    ended = replace(
        play.state,
        phase="over",
        step=None,
        tier=None,
        rank=None,
        to_act=None,
        acted=(),
        unpaid=(),
        open=dict.fromkeys(data.SIDES),
        may_advance=(),
        waits=(),
        result=ending,
    )
    return Play(ended, (*play.steps, armies.ending_step(ending)))


def checked(play: Play) -> Play:
    """The end check after an action: nothing is measured while both sides have somebody left."""
    if play.state.is_over or {unit.side for unit in play.state.units.values() if unit.is_living} == {
        *data.SIDES
    }:
        return play
    ending = armies.nobody_left(measured(play.state))
    return over(play, ending) if ending else play


def decided(play: Play) -> Play:
    return over(play, armies.by_centre(measured(play.state)))


def surrender(state: State, action: actions.Surrender) -> Play:
    return over(Play(state), Ending(data.OTHER[action.side], "surrender"))


def stalemate(state: State, action: actions.Stalemate) -> Play:
    if state.phase == "start":
        raise IllegalAction("type", "The battle has not begun.")
    return decided(Play(state).step("6.1", "Nothing can lead to combat any more: the centre decides."))


def adjust(state: State, action: actions.Adjust) -> Play:
    play = Play(state).step("R42", "Set by hand: {reason}.", reason=action.reason.rstrip("."))
    if action.side is not None:
        army = state.sides[action.side]
        prestige = army.prestige if action.set.prestige is None else action.set.prestige
        changed = {**state.sides, action.side: army._replace(prestige=prestige)}
        return play.now(replace(state, sides=changed))
    name = action.unit or ""
    unit = state.units.get(name)
    if unit is None:
        raise IllegalAction("unit", f"There is no unit {name}.")
    return play.put(name, _set(state, name, unit, action.set))


def _set(state: State, name: str, unit: Unit, given: actions.Set) -> Unit:
    _check_cp(unit, given)
    _check_at(state, name, unit, given)
    if given.cp is not None:
        unit = replace(unit, cp=given.cp) if given.cp else destroyed(unit)
    if given.at == data.DESTROYED:
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
    stays = given.at is None or given.at == data.DESTROYED
    if given.cp and unit.at == data.DESTROYED and stays:
        raise IllegalAction("set.cp", "A destroyed unit needs a place as well.")


def _check_at(state: State, name: str, unit: Unit, given: actions.Set) -> None:
    if given.at is None:
        return
    taken = is_square(given.at) and state.standing.get(given.at, name) != name
    if taken or given.at in state.board.closed:
        raise IllegalAction("set.at", f"{given.at} is blocked or taken.")
    cp = unit.cp if given.cp is None else given.cp
    if not cp and given.at != data.DESTROYED:
        raise IllegalAction("set.at", "A destroyed unit stands nowhere; give it CP as well.")


def living(state: State, name: str, path: str = "unit") -> Unit:
    """A living unit of either side; refused at `path` otherwise."""
    unit = state.units.get(name)
    if unit is None or not unit.is_living:
        raise IllegalAction(path, f"There is no living unit {name}.")
    return unit


def may_roll(state: State, unit: Unit) -> bool:
    """Whether a unit may roll its combat die (8.4.1)."""
    if not unit.is_living or unit.roll is not None or unit.inactive or not unit.has_energy:
        return False
    return any(state.beside(unit, unit.at))


def roll(state: State, action: actions.CombatRoll) -> Play:
    """A unit's combat die, for 25 energy."""
    unit = living(state, action.unit)
    if not may_roll(state, unit):
        words = "It rolls once, active, with 25 energy, and next to an enemy."
        raise IllegalAction("unit", words)
    energy.check_face(state, unit, action.face, "face")
    rolled = replace(energy.has_fought(fighting(unit, -data.QUARTER)), roll=energy.lying(action.face))
    return Play(state.with_unit(action.unit, rolled)).step(
        "8.4.1", "{unit} roll {face} for 25 energy.", unit=unit.name, face=data.FACE_NAMES[action.face]
    )


def roll_several(state: State, action: actions.Rolls) -> Play:
    """The dice of several units of one side; refused at the first that may not roll."""
    play = Play(state)
    side = living(state, action.rolls[0].unit, "rolls.0.unit").side
    for n, each in enumerate(action.rolls):
        if living(state, each.unit, f"rolls.{n}.unit").side != side:
            raise IllegalAction(f"rolls.{n}.unit", "Each side rolls its own dice.")
        with under("rolls", n):
            after = roll(play.state, each)
        play = Play(after.state, (*play.steps, *after.steps))
    return play


def again(state: State, action: actions.Reroll) -> Play:
    """The same die once more (8.4.2)."""
    unit = living(state, action.unit)
    if unit.roll is None or unit.roll.retained:
        raise IllegalAction("unit", "It has no roll of this phase.")
    if not energy.is_open(state, unit, unit.roll.rerolls, action.source):
        words = f"There is no reroll {data.SOURCE_NAMES[action.source]} here, or none that can be paid."
        raise IllegalAction("source", words)
    energy.check_face(state, unit, action.face, "face")
    after, used = energy.reroll(state, action.unit, unit.roll.rerolls, action.source)
    rolled = replace(after.units[action.unit], roll=energy.lying(action.face, used))
    return Play(after.with_unit(action.unit, rolled)).step(
        "8.4.2",
        "{unit} roll again {by}: {face}.",
        unit=unit.name,
        face=data.FACE_NAMES[action.face],
        by=data.SOURCE_NAMES[action.source],
    )


def may_cancel(state: State, unit: Unit) -> bool:
    """Whether a unit's whole roll can be given up (8.4.3, R28)."""
    roll = unit.roll
    if roll is None or roll.spent or not unit.is_living:
        return False
    return roll.face != "blank" or state.options.cancel_blank


def cancel(state: State, action: actions.Cancel) -> Play:
    """A whole roll given up for its energy."""
    unit = living(state, action.unit)
    if not may_cancel(state, unit):
        raise IllegalAction("unit", "Only an unused roll that is no blank is cancelled.")
    rested = fighting(replace(unit, roll=None), data.QUARTER)
    words = "{unit} give their roll up: 25 energy."
    return Play(state.with_unit(action.unit, rested)).step("8.4.3", words, unit=unit.name)


def convert(state: State, action: actions.Convert) -> Play:
    """Tokens turned into others, and 25 energy (8.4.4)."""
    unit = living(state, action.unit)
    possible = energy.conversions(state, unit)
    if not possible:
        raise IllegalAction("unit", "It has nothing to convert, or its round's balance does not allow it.")
    if action.kind not in possible:
        words = " or ".join(data.CONVERSION_NAMES[each] for each in possible)
        raise IllegalAction("kind", f"Here {words}.")
    after = Play(state.with_unit(action.unit, energy.converted(unit, action.kind)))
    return after.step(
        "8.4.4", "{unit}: {how}, and 25 energy.", unit=unit.name, how=data.CONVERSION_NAMES[action.kind]
    )


def rest(play: Play) -> Play:
    """Energy for every unit that has rolled no die in this round (8.4.3)."""
    names = [name for name in play.state.ids if energy.rests(play.state, play.unit(name))]
    rested = {name: energy.gained(play.unit(name)) for name in names}
    if not names:
        return play
    words = "{units:# unit has|# units have} not fought and rest: 25 energy each."
    return play.now(play.state.with_units(rested)).step("7.5", words, units=len(names))


def strikers(state: State) -> list[str]:
    """The units with a sword and an attached enemy."""
    armed = (name for name in state.ids if state.units[name].is_living and state.units[name].swords)
    return [name for name in armed if state.facing[name]]


def losses(state: State, action: Orders) -> Play:
    """Both sides' losses at once, the unbroken shields, and who may step forward (8.4.5, 8.4.6)."""
    play, melee = lost(Play(state), action)
    may = [
        Advance(killer, state.units[victim].at)
        for victim, killer in melee.killers.items()
        if is_square(state.units[victim].at) and _may_follow(play.state, killer)
    ]
    return play.now(replace(play.state, step="advance", may_advance=tuple(sorted(may))))


def _may_follow(state: State, name: str) -> bool:
    unit = state.units[name]
    return unit.is_living and is_square(unit.at) and not field.is_bound(state, name)


def still_open(state: State, entries: Iterable[Advance]) -> tuple[Advance, ...]:
    """The advances that are still possible: the unit free on a square, the place not taken."""
    return tuple(each for each in entries if _may_follow(state, each.unit) and each.to not in state.standing)


def advance(state: State, action: actions.Follow) -> Play:
    """Step forward where the victim stood (8.4.6)."""
    unit = living(state, action.unit)
    own = [each.to for each in state.may_advance if each.unit == action.unit]
    if not own:
        raise IllegalAction("unit", "It took nobody's last CP, or is bound.")
    if action.to not in own:
        raise IllegalAction("to", f"It may step to {' or '.join(own)}.")
    put = state.with_unit(action.unit, replace(unit, at=action.to, crossing=0))
    others = [each for each in state.may_advance if each.unit != action.unit]
    after = Play(replace(put, may_advance=still_open(put, others)))
    return after.step("8.4.6", "{unit} step forward to {to}.", unit=unit.name, to=action.to)


def can_roll_at_all(state: State) -> bool:
    units = (unit for unit in state.units.values() if unit.is_living)
    return any(may_roll(state, unit) or energy.open_sources(state, unit) for unit in units)


BOTH = ("roll", "cancel", "convert", "losses", "advance")


def must_escape(state: State, side: data.Side) -> list[str]:
    """The units of a side that are outnumbered and able to escape (R22)."""
    return [name for name in field.escaping(state, side) if field.is_outnumbered(state, name)]


def settled(play: Play, order: tuple[data.Side, data.Side]) -> Play:
    """The battle in the next step that has something to do; `order` is who is asked first in Movement."""
    passed: list[str] = []
    while not play.state.is_over:
        state = play.state
        if state.phase == "start":
            return play
        if state.step == "movement":
            play = _order(_without_bound(play), order)
            if name := passes(play.state) if play.state.to_act else "":
                side, play = play.state.on_move, play.now(play.state.acting(name))
                passed.append(name)
                order = (data.OTHER[side], side)
            elif play.state.to_act is not None:
                break
            else:
                play, order = _next_rank(play), data.SIDES
        elif has_something(state):
            break
        else:
            play = part_ended(play)
    names = listed(play.unit(name).name for name in dict.fromkeys(passed))
    return play.step("8.2.2", "{units} wait, as they were told.", units=names) if names else play


def has_something(state: State) -> bool:
    side = state.to_act
    if side is not None:
        return (
            bool(field.escaping(state, side)) if state.step == "detachment" else any(exchanges(state, side))
        )
    units = state.units.values()
    checks: Mapping[str | None, Callable[[], bool]] = {
        "roll": lambda: can_roll_at_all(state),
        "cancel": lambda: any(may_cancel(state, unit) for unit in units),
        "convert": lambda: any(energy.conversions(state, unit) for unit in units),
        "losses": lambda: bool(strikers(state)),
        "advance": lambda: bool(state.may_advance),
    }
    return checks[state.step]()


def part_ended(play: Play) -> Play:
    """A side's part of a step over, or the step itself."""
    return ENDED[play.state.step or "roll"](play)


def _turned(play: Play) -> Play | None:
    """White's part over: black's begins; None after black's."""
    return play.now(replace(play.state, to_act="black")) if play.state.to_act == "white" else None


def _start_part(play: Play) -> Play:
    state = play.state
    if turned := _turned(play):
        return turned
    if state.step == "start_moves":
        return new_round(settle_up(play))
    following: data.Step = "march" if state.step == "deploy" else "start_moves"
    return play.now(replace(state, step=following, to_act="white"))


def _detachment(play: Play) -> Play:
    side: data.Side = "white" if play.state.to_act == "white" else "black"
    play = checked(_crushed(play, side))
    if play.state.is_over:
        return play
    return _turned(play) or _movement(play)


def _crushed(play: Play, side: data.Side) -> Play:
    """Every outnumbered unit that did not get away loses 1 CP, all at once (7.2, R22)."""
    state = play.state
    names = [name for name, _ in state.army(side) if field.is_outnumbered(state, name)]
    for name in names:
        unit = state.units[name]
        words = "{unit} face {enemies} CP with {cp} and lose 1 CP."
        play = play.put(name, hit(play.unit(name), 1)).step(
            "7.2", words, unit=unit.name, enemies=field.binding_cp(state, name), cp=unit.cp
        )
    return play


def _movement(play: Play) -> Play:
    rank = data.RANKS[-1] if play.state.options.experience_order else "all"
    return play.now(replace(play.state, step="movement", tier=data.FULL, rank=rank, acted=(), to_act="white"))


def _without_bound(play: Play) -> Play:
    """Open moves whose unit is gone or bound are closed, white's first."""
    for side in data.SIDES:
        activation = play.state.open[side]
        if activation is not None:
            name = activation.unit
            if not play.unit(name).is_living or field.is_bound(play.state, name):
                play = close(play, side)
    return play


def _order(play: Play, order: tuple[data.Side, data.Side]) -> Play:
    state = play.state
    ready = (side for side in order if state.open[side] is not None or eligible(state, side))
    return play.now(still(state, replace(state, to_act=next(ready, None))))


def _next_rank(play: Play) -> Play:
    state = play.state
    if state.rank in data.RANKS[1:]:
        junior = data.RANKS[data.RANKS.index(state.rank) - 1]
        return play.now(still(state, replace(state, rank=junior)))
    tier = data.TIERS.index(state.tier or data.FULL) + 1
    if tier < len(data.TIERS):
        rank = data.RANKS[-1] if state.options.experience_order else "all"
        return play.now(still(state, replace(state, tier=data.TIERS[tier], rank=rank, acted=())))
    return play.now(replace(state, step="exchange", tier=None, rank=None, acted=(), waits=(), to_act="white"))


def _exchange(play: Play) -> Play:
    return _turned(play) or play.now(replace(play.state, phase="combat", step="roll", to_act=None))


def _following(play: Play) -> Play:
    after: Mapping[data.Step, data.Step] = {
        "deploy": "march",
        "march": "start_moves",
        "roll": "cancel",
        "cancel": "convert",
        "convert": "losses",
        "losses": "advance",
    }
    return play.now(replace(play.state, step=after[play.state.step or "roll"]))


def _advance(play: Play) -> Play:
    state = play.state
    most = state.options.max_rounds or 0
    if most and state.round >= most:
        ended = play.step("R42", "{rounds:# round is|# rounds are} played: the centre decides.", rounds=most)
        return decided(ended)
    return new_round(play)


def new_round(play: Play) -> Play:
    state = play.state
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
    return play.now(begun).step("3.0", "Round {round} begins.", round=begun.round)


def refreshed(unit: Unit) -> Unit:
    """A unit at the beginning of a round: no roll, a clean ledger."""
    if unit.roll is None and not (unit.fought or unit.inactive or unit.charged_by or unit.ledger != CLEAN):
        return unit
    return replace(unit, roll=None, fought=False, inactive=False, charged_by=(), ledger=CLEAN)


ENDED: Mapping[str, Callable[[Play], Play]] = {
    "deploy": _start_part,
    "march": _start_part,
    "start_moves": _start_part,
    "detachment": _detachment,
    "exchange": _exchange,
    "roll": lambda play: _following(rest(play)),
    "cancel": _following,
    "convert": _following,
    "losses": lambda play: _following(unbroken(play)),
    "advance": _advance,
}


def order_after(state: State, *, adjusted: bool) -> tuple[data.Side, data.Side]:
    """Who is asked first in Movement: the side that did not act last; after a correction the same one."""
    last: data.Side = "white" if state.to_act == "white" else "black"
    return (last, data.OTHER[last]) if adjusted else (data.OTHER[last], last)
