"""The course of a battle: as long as a step has nothing to do, it ends and the next begins (4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.proelii.data import FULL, OTHER, RANKS, SIDES, TIERS, Side, Step
from companion.games.proelii.procedures.energy.gains import conversions
from companion.games.proelii.procedures.field.binding import (
    binders,
    enemy_cp,
    escaping,
    is_bound,
    is_outnumbered,
)
from companion.games.proelii.procedures.fights.losses import unbroken
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.rules import combat, ending
from companion.games.proelii.rules.activating import close, eligible
from companion.games.proelii.rules.moving import exchanges
from companion.games.proelii.rules.starting import settle_up
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import CLEAN, Unit, hit

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
        "roll": lambda: combat.can_roll_at_all(state),
        "cancel": lambda: any(combat.may_cancel(state, unit) for unit in units),
        "convert": lambda: any(conversions(state, unit) for unit in units),
        "losses": lambda: bool(combat.strikers(state)),
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
    done = ending.checked(_crushed(done, side))
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
    return _following(combat.rest(done))


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
        return ending.decided(told)
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
