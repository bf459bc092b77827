"""One Hit & Run with its answer (6.12, 8.2.4.1)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.games.proelii.data import QUARTER
from companion.games.proelii.procedures.asked import (
    HERE,
    Fighter,
    Settings,
    check_fighters,
    duel,
    fighter_out,
    prestige_left,
)
from companion.games.proelii.procedures.fights.striking import Blow, Met, Response, check_answer, struck
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Thrown
from companion.games.proelii.state.unit import fighting, moved

PRICE = 50


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked, without the settings."""

    attacker: Fighter
    target: Fighter
    attack: Thrown
    defence: Thrown | None = None
    response: Response = None
    response_attack: Thrown | None = None
    behind: Literal["free", "closed"] = "free"
    mp_used: Annotated[int, Between(0, 6)] = 0


@dataclass(frozen=True, kw_only=True)
class Question(Settings, Asked):
    """Procedure 6.12's input."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.12: the strike, what comes back, and whether the attacker rides on."""
    said: Question = shape.read(Question, question)
    _check(said)
    state = duel(said.attacker, said.target, said, closed=said.behind == "closed")
    attacker = fighting(moved(state.units["attacker"], -QUARTER), -QUARTER)
    done = Done(state.with_unit("attacker", attacker))
    blow = Blow(said.attack, said.defence, said.response, said.response_attack)
    met = struck(done, "attacker", "target", blow)
    return Resolution(_result(said, met), met.done.steps)


def _check(said: Question) -> None:
    check_fighters(said.attacker, said.target)
    attacker, target = said.attacker, said.target
    kind = attacker.unit(HERE).kind
    if "hit_and_run" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type has no Hit & Run.")
    if attacker.energy < PRICE or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 50 energy is wanted.")
    if said.mp_used > kind.mp:
        raise IllegalAction("mp_used", f"This type has {kind.mp} movement points.")
    if said.response is None and said.response_attack is not None:
        raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
    if said.response is not None:
        can = said.response in target.unit(HERE).kind.abilities and target.energy >= QUARTER
        if not can or target.inactive:
            raise IllegalAction("response", "The target lacks that ability, or the energy.")
        check_answer(said.response, said.defence, said.response_attack)


def _result(said: Question, met: Met) -> Json:
    done = met.done
    attacker, target = done.unit("attacker"), done.unit("target")
    hits, back = said.target.cp - target.cp, said.attacker.cp - attacker.cp
    pushed = None if said.response != "push_out" else attacker.at not in (HERE, "destroyed")
    stayed = attacker.is_living and target.is_living and said.response is not None and not pushed
    rides = attacker.is_living and said.response is None
    return {
        "swords": said.attack.swords,
        "blocked": met.blocked,
        "hits": hits,
        "hits_back": back,
        "pushed": pushed,
        "attacker": fighter_out(attacker),
        "target": fighter_out(target),
        "attached": stayed,
        "mp_left": attacker.kind.mp - said.mp_used if rides else 0,
        "prestige": prestige_left(done.state),
    }
