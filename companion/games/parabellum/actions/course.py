"""The course of the campaign: turn order, ends of phases and scenarios, choices (specification 5.1, 5.7)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.engine.wire import Json
from companion.games.parabellum.state.amounts import Text
from companion.games.parabellum.state.naming import Id, ScenarioId


class TurnOrder(NamedTuple):
    """Roll for turn order; `dice` names who takes another die than the one due (T1, R3)."""

    rolls: Json
    dice: Mapping[Id, Literal[6, 8]] = {}


class Done(NamedTuple):
    """Declare that one is done with Set-up (S1, R6)."""

    player: Id


class EndPhase(NamedTuple):
    """Go on to the next phase, or end the turn (P1)."""

    player: Id


class Withdraw(NamedTuple):
    """Leave the scenario (E2)."""

    player: Id


class Find(NamedTuple):
    """The table's finding on an objective (E1)."""

    player: Id
    objective: Id
    complete: bool


class EndScenario(NamedTuple):
    """The table ends the scenario (R56)."""

    reason: Text


class Choose(NamedTuple):
    """Say which scenario comes next (E3)."""

    player: Id
    scenario: ScenarioId


class Abstain(NamedTuple):
    """Leave the campaign (E4, R55)."""

    player: Id
