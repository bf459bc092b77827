"""The course of the campaign: turn order, ends of phases and scenarios, choices (specification 5.1, 5.7)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.wire import Json


class TurnOrder(NamedTuple):
    """Roll for turn order; `dice` names who takes another die than the one due (T1, R3)."""

    rolls: Json
    dice: Mapping[str, int]


class Done(NamedTuple):
    """Declare that one is done with Set-up (S1, R6)."""

    player: str


class EndPhase(NamedTuple):
    """Go on to the next phase, or end the turn (P1)."""

    player: str


class Withdraw(NamedTuple):
    """Leave the scenario (E2)."""

    player: str


class Find(NamedTuple):
    """The table's finding on an objective (E1)."""

    player: str
    objective: str
    complete: bool


class EndScenario(NamedTuple):
    """The table ends the scenario (R56)."""

    reason: str


class Choose(NamedTuple):
    """Say which scenario comes next (E3)."""

    player: str
    scenario: str


class Abstain(NamedTuple):
    """Leave the campaign (E4, R55)."""

    player: str
