"""The blows of the special attacks, and the answers to them (5.4, 8.2.4, R24)."""

from typing import Literal, NamedTuple

from companion.engine.errors import IllegalAction
from companion.games.proelii.data import QUARTER
from companion.games.proelii.procedures.field.pushing import push
from companion.games.proelii.procedures.fights.throwing import attack, charged, defence, strike
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Roll
from companion.games.proelii.state.unit import moved

type Response = Literal["charge", "push_out"] | None


class Met(NamedTuple):
    """A special attack as it was met: what is done, the swords of the attack that shields stopped."""

    done: Done
    blocked: int


class Blow(NamedTuple):
    """The dice of a special attack: the attack, the defence, the answer and its dice."""

    attack: Roll
    defence: Roll | None = None
    response: Response = None
    response_attack: Roll | None = None


def check_answer(response: Response, defended: Roll | None, answer: Roll | None) -> None:
    """The answer's dice belong to a charge, and a charge takes the place of a defence."""
    if (answer is not None) != (response == "charge"):
        raise IllegalAction("response_attack", "A charge in answer is rolled for, and only that.")
    if response == "charge" and defended is not None:
        raise IllegalAction("defence", "Who charges in answer does not defend.")


def struck(done: Done, name: str, target: str, blow: Blow) -> Met:
    """The attack of a Hit & Run and its answer, both at once (8.2.4.1)."""
    begun = done.unit(target).at
    if blow.response:
        answers = moved(done.unit(target), -QUARTER)
        done = done.now(done.state.acting(target)).put(target, answers)
        done = done.told("8.2.4", "{unit} answers for 25 energy.", {"unit": answers.name})
    done = attack(done, name, blow.attack, "attack")
    if blow.response_attack is not None:
        return _charged_back(done, name, target, blow.attack, blow.response_attack)
    done = defence(done, target, blow.defence)
    done, blocked, _ = strike(done, target, blow.attack.swords, "8.2.4.1")
    return Met(push(done, begun, name) if blow.response else done, blocked)


def _charged_back(done: Done, name: str, target: str, given: Roll, answer: Roll) -> Met:
    """A charge in answer: each side's swords against the other's shields, at the same time."""
    done = attack(done, target, answer, "response_attack")
    through = max(0, given.swords - answer.shields)
    done, blocked, _ = strike(done, target, through, "8.2.4.1")
    done = strike(done, name, max(0, answer.swords - given.shields), "8.2.4.2").done
    return Met(charged(done, target, name), given.swords - through + blocked)


def charge_home(done: Done, name: str, target: str, blow: Blow) -> Met:
    """The dice of a charge, the losses, and the bond (8.2.4.2)."""
    done = attack(done, name, blow.attack, "attack")
    done = defence(done, target, blow.defence)
    done, blocked, _ = strike(done, target, blow.attack.swords, "8.2.4.2")
    return Met(charged(done, name, target), blocked)
