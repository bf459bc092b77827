"""The course of a battle, step by step, with its Combat phase, its end, and what is set by hand (4, 8.4)."""

from collections.abc import Callable, Iterable, Mapping

from companion.engine.errors import IllegalAction
from companion.engine.records import replace
from companion.engine.wording import listed
from companion.games.proelii import data
from companion.games.proelii.procedures import armies, energy, field
from companion.games.proelii.procedures.combat import Orders, lost, unbroken
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules.movement import close, eligible, exchanges, passes, settle_up
from companion.games.proelii.state import CLEAN, Advance, Ending, State, Unit, hit, is_square, still


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


def may_cancel(state: State, unit: Unit) -> bool:
    """Whether a unit's whole roll can be given up (8.4.3, R28)."""
    roll = unit.roll
    if roll is None or roll.spent or not unit.is_living:
        return False
    return roll.face != "blank" or state.options.cancel_blank


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
