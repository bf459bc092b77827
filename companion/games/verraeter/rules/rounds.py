"""From the master builder to the next round: strategist, discards, who picks up, the end (phases 8 to 13)."""

from dataclasses import replace

from companion.engine.game import Outcome, Step
from companion.games.verraeter.procedures.final_score import Standing, final_score, score_steps
from companion.games.verraeter.procedures.supply_refill import Claim, Picker, claim_step, claims
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Draft, Due, Player, State


def after_building(state: State) -> Outcome[State]:
    """Phases 8 and 9, and the queue of phase 10; with an empty queue the round ends at once."""
    strategist = next((each.id for each in state.players if each.pick == "strategist"), None)
    steps = []
    if strategist:
        steps.append(
            Step("8", "{who} takes the strategy card and chooses the next site.", {"who": spoken(strategist)})
        )
    cleared = _discarded(replace(state, strategy_holder=strategist or state.strategy_holder))
    steps.append(Step("9", "All supply that was played goes to the discard pile."))
    listed = queue(cleared)
    steps += map(claim_step, listed)
    due = tuple(Due(claim.picker.id, claim.entitlement) for claim in listed if claim.entitlement)
    if not due:
        ended = end_round(cleared)
        return Outcome(ended.state, (*steps, *ended.steps))
    return Outcome(replace(cleared, phase="refill", refill=due, active=due[0].player), tuple(steps))


def _discarded(state: State) -> State:
    played = [value for player in state.players for value in player.played or ()]
    players = tuple(replace(player, played=()) for player in state.players)
    return replace(state, players=players, discard=tuple(sorted((*state.discard, *played))))


def queue(state: State) -> list[Claim]:
    """Everybody's entitlement now, in the order of picking up (R17, R18)."""
    return claims([_picker(state, player) for player in state.players], state.start_player)


def _picker(state: State, player: Player) -> Picker:
    houses = tuple(state.circle[n].house for n in state.buildings(player.id, "estate"))
    return Picker(player.id, player.allegiance, len(player.hand), player.pick, estates=houses)


def end_round(state: State) -> Outcome[State]:
    """Phases 11 to 13, or the end of the game."""
    players = tuple(replace(player, pick=None, played=None) for player in state.players)
    cleared = replace(state, players=players, site=None, draft=Draft(), refill=())
    if cleared.round >= cleared.rounds or cleared.one_house():
        return _finished(cleared)
    following = cleared.left_of(cleared.start_player)
    values = {"round": cleared.round + 1, "who": spoken(following), "holder": spoken(cleared.strategy_holder)}
    steps = (
        Step("12", "Round {round}: {who} is the start player.", values),
        Step("1", "{holder} holds the strategy card and chooses the site.", values),
    )
    begun = replace(cleared, phase="site", round=cleared.round + 1, start_player=following)
    return Outcome(replace(begun, active=cleared.strategy_holder), steps)


def _finished(state: State) -> Outcome[State]:
    standings = [
        Standing(each.id, each.vp, len(state.buildings(each.id, "office")), len(each.hand))
        for each in state.players
    ]
    result = final_score(standings, state.options)
    steps = (_why(state), *score_steps(result, state.options))
    return Outcome(replace(state, phase="finished", active=None, result=result), steps)


def _why(state: State) -> Step:
    if state.one_house():
        house = state.words.houses[state.circle[0].house]
        return Step("end", "All twelve landscapes are the {house}'s: the game ends.", {"house": house})
    return Step("end", "Round {round} was the last: the game ends.", {"round": state.round})
