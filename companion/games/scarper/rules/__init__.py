"""Scarper's rules: the one way from a state to the next, and what is allowed in it (specification 4, 5)."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.errors import calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.scarper.actions import kinds, read_action
from companion.games.scarper.actions.things import THINGS
from companion.games.scarper.rules import commands, events, new_cards, overruling, rounds, years
from companion.games.scarper.rules.setting_up import set_up
from companion.games.scarper.state.table import State

__all__ = ["apply", "set_up"]

RULES: Mapping[type, Callable[[State, Any], Outcome[State]]] = {
    kinds.ChooseMissions: years.choose_missions,
    kinds.ChooseFirst: years.choose_first,
    kinds.BuildTrenches: rounds.build_trenches,
    kinds.PlayCard: rounds.play_card,
    kinds.ResolveEvent: events.resolve_event,
    kinds.PublishPropaganda: commands.publish_propaganda,
    kinds.InvestEconomy: commands.invest_economy,
    kinds.SteadyPush: commands.steady_push,
    kinds.FrontalCharge: commands.frontal_charge,
    kinds.ConcentratedAssault: commands.concentrated_assault,
    kinds.EndCommands: commands.end_commands,
    kinds.RevealMissions: years.reveal_missions,
    kinds.RevealCards: years.reveal_missions,
    kinds.ScoreYear: years.score_year,
    kinds.Adjust: overruling.adjust,
    kinds.AddCard: new_cards.add_card,
    kinds.Resign: overruling.resign,
}


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, state)
    return RULES[type(done)](state, done)
