"""What a round of thirteen phases does: cards in hands and under landscapes, from the site to the refill."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter import state as ground
from companion.games.verraeter.data import ACTION_NAMES, UNKNOWN, BuildingSide
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.state import Building, Draft, Player, State, spoken

PICKS_HIDDEN = ("draft", "supply", "reveal")
"""While nobody knows another's action card."""


def told(state: State, rule: str, words: str, *before: Step, **values: object) -> Outcome[State]:
    """A state, and what is told of it after what came before."""
    return Outcome(state, (*before, Step(rule, words, values)))


def refuse_taken(state: State, position: int, path: str) -> None:
    """Refuse a landscape under which a card lies already (R16)."""
    building = state.circle[position].building
    if building:
        where = name(state, position)
        words = f"A card of {spoken(building.player)}'s lies under the {where}; choose a free one."
        raise IllegalAction(path, words)


def name(state: State, position: int) -> str:
    landscape = state.circle[position]
    kind, house = state.words.landscapes[landscape.type], state.words.houses[landscape.house]
    return f"{house} {kind.lower()} ({position})"


def built(state: State, who: str, at: int, side: BuildingSide) -> State:
    """The state with one of a player's own cards under a landscape."""
    placed = state.with_building(at, Building(who, side))
    return placed.with_player(who, lambda player: replace(player, unplaced=player.unplaced - 1))


def own_building(state: State, player: str, position: int, path: str) -> Building:
    """A player's own card under a landscape; `IllegalAction` at `path` where none lies there."""
    building = state.circle[position].building
    if building is None or building.player != player:
        raise IllegalAction(
            path,
            f"No card of {spoken(player)}'s lies under the {name(state, position)}; choose one of his own.",
        )
    return building


def sides(state: State, player: str) -> list[BuildingSide]:
    """On which sides a player may bring a new card in."""
    office = state.options.build_side == "either" and state.may_open_office(player)
    return ["estate", "office"] if office else ["estate"]


def supply_begins(state: State) -> State:
    return replace(state, phase="supply", active=state.start_player)


def with_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, value)))


def without_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    n = cards.index(value)
    return cards[:n] + cards[n + 1 :]


def out_of_hand(state: State, who: str, value: int, path: str) -> State:
    """The state with one card fewer in a hand; `IllegalAction` at `path` where it is not there.

    Of a hand that the app does not know any card may be laid down that is not known to be elsewhere (R30).
    """
    hand = state.player(who).hand
    if value in hand:
        return _with_hand(state, who, without_card(hand, value))
    if state.options.counts_only and UNKNOWN in hand:
        exist = state.cards.supply.get(value, 0)
        if accounted_for(state, value) < exist:
            return _with_hand(state, who, without_card(hand, UNKNOWN))
        words = f"All {exist} cards of value {value} are known to lie elsewhere; another value is wanted."
        raise IllegalAction(path, words)
    raise IllegalAction(path, f"{spoken(who)} has no {value} in hand; play a card that is there.")


def accounted_for(state: State, value: int) -> int:
    """How many cards of a value the app knows of: in hands, before players, in the discard pile."""
    return state.discard.count(value) + sum(
        (player.hand.count(value) + (player.played or ()).count(value)) for player in state.players
    )


def _with_hand(state: State, who: str, hand: tuple[int, ...]) -> State:
    return state.with_player(who, lambda player: replace(player, hand=hand))


def reshuffled(state: State) -> State:
    """An empty draw pile replaced by the discard pile, whose cards nobody knows in counts mode."""
    if state.draw:
        return state
    pile = tuple(UNKNOWN for _ in state.discard) if state.options.counts_only else state.discard
    return replace(state, draw=pile, discard=())


def into_hand(state: State, who: str, value: int, path: str) -> State:
    """The state after one card was drawn; `IllegalAction` at `path` where it cannot be."""
    piled = reshuffled(state)
    if not piled.draw:
        raise IllegalAction(path, "Both piles are empty; fewer cards are to be picked up.")
    if value not in piled.draw:
        raise IllegalAction(path, _not_there(state, value))
    drawn = replace(piled, draw=without_card(piled.draw, value))
    return _with_hand(drawn, who, with_card(drawn.player(who).hand, value))


def _not_there(state: State, value: int) -> str:
    if state.options.counts_only:
        return "This table does not tell the app its draws; write 0 for each card."
    return f"No {value} is left in the draw pile; write the values of the cards that were drawn."


def after_building(state: State, *before: Step) -> Outcome[State]:
    """Phases 8 and 9, and the queue of phase 10; with an empty queue the round ends at once."""
    strategist = next((each.id for each in state.players if each.pick == "strategist"), None)
    steps = [*before]
    if strategist:
        steps.append(
            Step("8", "{who} takes the strategy card and chooses the next site.", {"who": spoken(strategist)})
        )
    cleared = _discarded(replace(state, strategy_holder=strategist or state.strategy_holder))
    steps.append(Step("9", "All supply that was played goes to the discard pile."))
    listed = queue(cleared)
    steps += map(supply.claim_step, listed)
    due = tuple(ground.Due(claim.picker.id, claim.entitlement) for claim in listed if claim.entitlement)
    if not due:
        ended = end_round(cleared)
        return Outcome(ended.state, (*steps, *ended.steps))
    return Outcome(replace(cleared, phase="refill", refill=due, active=due[0].player), tuple(steps))


def _discarded(state: State) -> State:
    played = [value for player in state.players for value in player.played or ()]
    players = tuple(replace(player, played=()) for player in state.players)
    return replace(state, players=players, discard=tuple(sorted((*state.discard, *played))))


def queue(state: State) -> list[supply.Claim]:
    """Everybody's entitlement now, in the order of picking up (R17, R18)."""
    return supply.claims([_picker(state, player) for player in state.players], state.start_player)


def _picker(state: State, player: Player) -> supply.Picker:
    houses = tuple(state.circle[n].house for n in state.buildings(player.id, "estate"))
    return supply.Picker(player.id, player.allegiance, len(player.hand), player.pick, estates=houses)


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
        supply.Standing(each.id, each.vp, len(state.buildings(each.id, "office")), len(each.hand))
        for each in state.players
    ]
    result = supply.final_score(standings, state.options)
    steps = (_why(state), *supply.score_steps(result, state.options))
    return Outcome(replace(state, phase="finished", active=None, result=result), steps)


def _why(state: State) -> Step:
    if state.one_house():
        house = state.words.houses[state.circle[0].house]
        return Step("end", "All twelve landscapes are the {house}'s: the game ends.", {"house": house})
    return Step("end", "Round {round} was the last: the game ends.", {"round": state.round})


def cards_turned(state: State) -> list[Step]:
    return [
        Step("4", "{who} turns over: {card}.", {"who": spoken(player.id), "card": ACTION_NAMES[player.pick]})
        for player in state.in_turn()
        if player.pick
    ]


def settled(state: State, site: ground.Site, fought: conflict.Fought) -> State:
    """What a conflict that was fought leaves: points, oaths, the landscape that changes hands."""
    players = tuple(
        replace(each, allegiance=fought.allegiances[each.id], vp=each.vp + fought.points[each.id].total)
        for each in state.players
    )
    flipped = None if fought.flipped is None else site[fought.flipped]
    last = {**fought.as_json(), "flipped": flipped}
    done = replace(state, players=players, last_conflict=last)
    if flipped is None or fought.winner is None:
        return done
    lost = state.circle[flipped]
    return done.with_landscape(flipped, ground.Landscape(lost.type, fought.winner, lost.building))
