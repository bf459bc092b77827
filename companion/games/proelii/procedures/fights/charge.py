"""One Charge (6.13, 8.2.4.2)."""

from dataclasses import dataclass
from typing import Annotated

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
from companion.games.proelii.procedures.fights.striking import Blow, charge_home
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Thrown
from companion.games.proelii.state.unit import moved


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked, without the settings; `mp_used` are the movement points before the charge itself."""

    attacker: Fighter
    target: Fighter
    attack: Thrown
    defence: Thrown | None = None
    mp_used: Annotated[int, Between(1, 6)] = 1


@dataclass(frozen=True, kw_only=True)
class Question(Settings, Asked):
    """Procedure 6.13's input."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.13: the attack, the defence, and whether the target is bound."""
    said: Question = shape.read(Question, question)
    _check(said)
    state = duel(said.attacker, said.target, said)
    done = Done(state.with_unit("attacker", moved(state.units["attacker"], -QUARTER)))
    done, blocked = charge_home(done, "attacker", "target", Blow(said.attack, said.defence))
    attacker, target = done.unit("attacker"), done.unit("target")
    result = {
        "swords": said.attack.swords,
        "blocked": blocked,
        "hits": said.target.cp - target.cp,
        "attacker": fighter_out(attacker),
        "target": fighter_out(target),
        "attached": target.is_living,
        "prestige": prestige_left(done.state),
    }
    return Resolution(result, done.steps)


def _check(said: Question) -> None:
    check_fighters(said.attacker, said.target)
    attacker, kind = said.attacker, said.attacker.unit(HERE).kind
    if "charge" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type does not charge.")
    if attacker.type == "cavalry" and said.target.type == "war_elephants":
        raise IllegalAction("target.type", "Cavalry does not charge war elephants.")
    if attacker.energy < QUARTER or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 25 energy is wanted.")
    if said.mp_used + 1 > kind.mp:
        raise IllegalAction("mp_used", f"The charge itself takes one of {kind.mp} movement points.")
