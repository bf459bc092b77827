"""The exact odds of a fight of one against one, before the die falls (6.15)."""

from collections.abc import Iterator

from companion.engine.stage import Fact, Facts
from companion.engine.wording import percent
from companion.games.proelii.data import SIDE_NAMES, Source
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.procedures.fights.combat_odds import Fight, Question, at_best
from companion.games.proelii.procedures.fights.policies import NOTHING, Chances, Opponent, Shown, Throws
from companion.games.proelii.procedures.rerolls import limits
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.unit import NO_REROLLS

FREE: tuple[Source, ...] = ("experience", "command")


def duel(state: State, name: str) -> Iterator[Facts]:
    """The odds of a unit against the one enemy that has none but it: the same whoever of the two asks."""
    enemies = attached(state, name)
    if len(enemies) == 1 == len(attached(state, enemies[0])):
        white, black = sorted((name, enemies[0]), key=lambda each: state.units[each].side, reverse=True)
        why = "free rerolls of both at their best"
        facts = zip(("white", "black"), falls(state, white, black), strict=True)
        yield Facts(tuple(Fact(f"{SIDE_NAMES[side]} falls", percent(chance), why) for side, chance in facts))


def falls(
    state: State, attacker: str, defender: str, kind: Fight = "standard", *, defends: bool = True
) -> tuple[float, float]:
    """How often each of two units falls, the free rerolls of both used at their best."""
    one, other = state.units[attacker], state.units[defender]
    asked = Question(
        attacker=_opponent(state, one),
        defender=_opponent(state, other),
        kind=kind,
        combat=state.options.combat,
    )
    answer = _has(state, other, kind) if defends or other.roll else NOTHING
    ours = _has(state, one, kind) if kind == "standard" else _throws(state, one, kind)
    ends = at_best(asked, ours, answer).items()
    return (
        float(sum(p for end, p in ends if end.attacker_loss >= one.cp)),
        float(sum(p for end, p in ends if end.defender_loss >= other.cp)),
    )


def _opponent(state: State, unit: Unit) -> Opponent:
    command = state.sides[unit.side].command
    return Opponent(
        type=unit.type, experience=unit.experience, energy=unit.energy, cp=unit.cp, command=command
    )


def _has(state: State, unit: Unit, kind: Fight) -> Throws | Chances:
    """What a unit has for its die: one to throw, one that lies and may be rolled again, or tokens."""
    roll = unit.roll
    if roll is None:
        return NOTHING if unit.inactive or not unit.has_energy else _throws(state, unit, kind)
    if roll.retained or kind != "standard":
        return {Shown(roll.swords, roll.shields): NOTHING[Shown(0, 0)]}
    return _throws(state, unit, kind)


def _throws(state: State, unit: Unit, kind: Fight) -> Throws:
    army, roll = state.sides[unit.side], unit.roll if kind == "standard" else None
    most, used = limits(unit.experience, army, state.options), roll.rerolls if roll else NO_REROLLS
    free = sum(most[source] - getattr(used, source) for source in FREE)
    die = getattr(state.options.dice, unit.kind.die)
    may_convert = kind == "standard" and army.command != "none"
    return Throws(die, max(0, free), 0, may_convert, roll.face if roll else None)
