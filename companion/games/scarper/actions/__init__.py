"""A journal entry of Scarper, read in the order of checks that the specification fixes (section 5)."""

from typing import Annotated

from companion.engine import shape
from companion.engine.shape import By
from companion.engine.wire import Json
from companion.games.scarper.actions import kinds
from companion.games.scarper.state.table import State

__all__ = ["TYPES", "read_action"]

TYPES = {
    "choose_missions": kinds.ChooseMissions,
    "choose_first": kinds.ChooseFirst,
    "build_trenches": kinds.BuildTrenches,
    "play_card": kinds.PlayCard,
    "resolve_event": kinds.ResolveEvent,
    "publish_propaganda": kinds.PublishPropaganda,
    "invest_economy": kinds.InvestEconomy,
    "steady_push": kinds.SteadyPush,
    "frontal_charge": kinds.FrontalCharge,
    "concentrated_assault": kinds.ConcentratedAssault,
    "end_commands": kinds.EndCommands,
    "reveal_missions": kinds.RevealMissions,
    "score_year": kinds.ScoreYear,
    "adjust": kinds.Adjust,
    "add_card": kinds.AddCard,
    "resign": kinds.Resign,
}
ON_TABLE = {**TYPES, "reveal_missions": kinds.RevealCards}
"""Where the cards lie on the table."""
ACTIONS = {
    "app": Annotated[kinds.Action, By("type", TYPES)],
    "table": Annotated[kinds.Action, By("type", ON_TABLE)],
}


def read_action(value: Json, state: State) -> kinds.Action:
    """Read an action at this table; `InvalidInput` at the first fault, with its path in the action."""
    action: kinds.Action = shape.read(ACTIONS[state.options.cards], value, names={"state": state})
    return action
