"""A player with a little sense, for plays from which a binder's designer shall learn something."""

from collections.abc import Sequence
from typing import Any

from companion.games.parabellum.campaign.playing.player import Player
from companion.games.parabellum.procedures.movement.moves import Goal
from companion.games.parabellum.rules.course.opening import entitled
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import distance

type Entry = dict[str, Any]
KEPT_BACK = 10
"""One part in so many of the campaign's budget is not spent."""
UNITS, GOODS = 6, 12
"""So many units, people and tokens are enough: no more are bought."""


class Steady(Player):
    """Picks at random, yet buys no more than it needs, keeps back what penalties could cost, goes for what is
    to be held and stays there, and does not give up.

    What only a table can see, an objective that is declared, comes true at random; a scenario without a
    last round ends as people end it.
    """

    def wanted(self, state: State, entries: list[Entry]) -> list[Entry]:
        """Those that a player of some sense would think of."""
        return [entry for entry in entries if self._sensible(state, entry)] or entries

    def _sensible(self, state: State, entry: Entry) -> bool:
        match entry["type"]:
            case "abstain" | "extract" | "disband" | "scrap":
                return False
            case "move":
                return state.units[entry["unit"]].square not in _aims(state, entry["player"])
            case "objective":
                return bool(entry["complete"]) and state.objective(entry["objective"]).kind == "manual"
            case "withdraw":
                return state.booklet.rounds is None or not any(state.of(entry["player"]))
            case "purchase":
                return _lacks(state, entry["player"], entry["resource"])
        return True

    def forward(self, state: State, player: str, found: Sequence[Goal]) -> Goal:
        """As near as can be to a square that is to be held, more often than to an enemy."""
        aims = _aims(state, player)
        if not aims or self.random.random() < 0.3:
            return super().forward(state, player, found)
        return min(found, key=lambda goal: min(distance(goal.square, each) for each in aims))


def _aims(state: State, player: str) -> set[str]:
    """The squares of its objectives to hold."""
    own = (each for each in state.booklet.objectives if entitled(state, each, player))
    return {square for each in own for square in each.squares}


def _lacks(state: State, player: str, what: str) -> bool:
    """Whether a company is short of something and can spare the credits."""
    own = state.players[player]
    if own.credits <= _floor(state, player):
        return False
    if what == "units":
        return sum(1 for _ in state.of(player)) < UNITS
    reserve = own.reserve._asdict()
    return bool(reserve["personnel" if what == "manpower" else what] < GOODS)


def _floor(state: State, player: str) -> int:
    """Credits that are kept back: for penalties, for units to be deployed, and some more (E1, E4)."""
    open_still = (
        each
        for each in state.booklet.objectives
        if entitled(state, each, player) and player not in state.objectives[each.id].done
    )
    ready = sum(1 for _ in state.of(player, "predeploy"))
    return (
        sum(each.penalty for each in open_still)
        + ready * state.booklet.deployment_cost
        + state.binder.budget // KEPT_BACK
    )
