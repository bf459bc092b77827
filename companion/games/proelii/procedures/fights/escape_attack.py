"""The one-sided attacks on a unit that escapes (6.11, 8.2.3)."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.proelii.data import ENTRY, OTHER, QUARTER, UNITS, Experience, Kind, Side
from companion.games.proelii.procedures.asked import Cp, Settings, check_cp, prestige_left, state_of
from companion.games.proelii.procedures.fights.throwing import volley
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Thrown
from companion.games.proelii.state.table import Id, State
from companion.games.proelii.state.unit import Energy, Unit, moved

HIM = "."
"""The one who escapes, among ids that no unit can have."""


class Escaper(NamedTuple):
    """The unit that escapes."""

    side: Side
    type: Kind
    cp: Cp
    energy: Energy


@dataclass(frozen=True, slots=True)
class Attacker:
    """An enemy that strikes at it."""

    id: Id
    type: Kind
    experience: Experience
    energy: Energy
    attack: Thrown
    inactive: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked, without the settings."""

    escaper: Escaper
    attackers: Annotated[tuple[Attacker, ...], Sized(0, 8)]
    escape_attacks: Literal["each", "one"] = "each"


@dataclass(frozen=True, kw_only=True)
class Question(Settings, Asked):
    """Procedure 6.11's input."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.11: what each attack takes, and whether the unit gets away."""
    said: Question = shape.read(Question, question)
    _check(said)
    done = Done(_state(said))
    rows = []
    for n, each in enumerate(said.attackers):
        if each.energy < QUARTER or each.inactive:
            raise IllegalAction(f"attackers.{n}.energy", "An active enemy with 25 energy strikes.")
        before = done.unit(HIM).cp
        done = volley(done, HIM, each.id, each.attack, f"attackers.{n}.attack")
        hits = before - done.unit(HIM).cp
        rows.append(
            {"id": each.id, "swords": each.attack.swords, "hits": hits, "energy": done.unit(each.id).energy}
        )
    done = _away(done)
    escaper = _escaper_json(done.unit(HIM))
    result = {"attackers": rows, "escaper": escaper, "prestige": prestige_left(done.state)}
    return Resolution(result, done.steps)


def _check(said: Question) -> None:
    check_cp(said.escaper.type, said.escaper.cp, "escaper.cp")
    if said.escaper.energy < QUARTER:
        raise IllegalAction("escaper.energy", "An escape costs 25 energy.")
    if len(said.attackers) > 1 and said.escape_attacks == "one":
        raise IllegalAction("attackers.1", "One enemy strikes at this table (R21).")
    for n, each in enumerate(said.attackers):
        if each.id in [before.id for before in said.attackers[:n]]:
            raise InvalidInput(f"attackers.{n}.id", f"“{each.id}” is named before.")


def _state(said: Question) -> State:
    escaper = said.escaper
    whole = _unit(escaper.side, escaper.type, "regular", escaper.energy, "the unit")
    units = {HIM: replace(whole, cp=escaper.cp)}
    for each in said.attackers:
        units[each.id] = _unit(OTHER[escaper.side], each.type, each.experience, each.energy, each.id)
    return state_of(units, said.options(), sides=said.armies())


def _unit(side: Side, kind: Kind, experience: Experience, energy: int, name: str) -> Unit:
    cp = UNITS[kind].cp
    return Unit(side=side, name=name, type=kind, experience=experience, at=ENTRY, energy=energy, cp=cp)


def _away(done: Done) -> Done:
    """Who lives pays and goes."""
    unit = done.unit(HIM)
    if not unit.is_living:
        return done
    gone = done.put(HIM, moved(unit, -QUARTER))
    return gone.told("8.2.3", "It escapes for 25 energy with {mp} movement points.", {"mp": 2 * unit.kind.mp})


def _escaper_json(unit: Unit) -> Json:
    alive = unit.is_living
    mp = 2 * unit.kind.mp if alive else 0
    return {"cp": unit.cp, "destroyed": not alive, "energy": unit.energy, "mp": mp, "inactive": alive}
