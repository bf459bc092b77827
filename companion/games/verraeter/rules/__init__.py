"""Verräter's rules: a game set up, what a round does, and what can be known of hands (4 to 6)."""

from dataclasses import dataclass, field
from random import Random
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import Distinct, Sized
from companion.games.verraeter import data
from companion.games.verraeter import state as ground
from companion.games.verraeter import state as table
from companion.games.verraeter.data import ACTION_NAMES, UNKNOWN, BuildingSide
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.procedures.conflict import Ground
from companion.games.verraeter.procedures.supply import most_cards
from companion.games.verraeter.state import Building, Draft, Player, State, spoken

PLAIN = table.Words()


def open_table(setup: object) -> Outcome[State]:
    """The opening state of a table, which may bring its cards as the owner's file (9.4)."""
    given = setup.get("cards") if type(setup) is dict else None
    if type(setup) is not dict or type(given) is not dict or "format" not in given:
        return set_up(setup)
    cards, words = table.read_file(given, "cards")
    return set_up({**setup, "cards": shape.write(cards)}, words)


@dataclass(frozen=True, slots=True)
class Setup:
    """A setup as it is said (6.1)."""

    players: Annotated[tuple[table.Id, ...], conflict.Seats, Distinct(table.TAKEN)]
    start_player: table.Id
    circle: Annotated[tuple[Ground, ...], Sized(data.CIRCLE, data.CIRCLE)]
    first_house: data.House = "eagle"
    options: table.Options = table.DEFAULTS
    cards: table.Cards = field(default_factory=table.starter_cards)

    @property
    def in_turn(self) -> tuple[str, ...]:
        first = self.players.index(self.start_player)
        return self.players[first:] + self.players[:first]


def set_up(given: object, words: table.Words = PLAIN) -> Outcome[State]:
    """The opening state of a completed setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    setup = _read(given)
    count = len(setup.players)
    # Everybody with an oath, in turn the one and the other house, and three supply cards.
    other = data.OTHER[setup.first_house]
    houses = {who: other if n % 2 else setup.first_house for n, who in enumerate(setup.in_turn)}
    hand, cards = data.STARTING_HAND, data.BUILDING_CARDS
    pile = list(setup.cards.deck)
    for value in data.STARTING_HAND * count:
        pile.remove(value)
    state = State(
        players=tuple(table.Player(who, houses[who], 0, hand, cards, None, None) for who in setup.players),
        phase="estates",
        round=1,
        rounds=(setup.options.rounds_per_player or data.TURNS_AS_START_PLAYER[count]) * count,
        active=setup.start_player,
        start_player=setup.start_player,
        strategy_holder=setup.in_turn[1],
        circle=tuple(table.Landscape(ground.type, ground.house, None) for ground in setup.circle),
        site=None,
        draft=table.Draft(),
        draw=tuple(data.UNKNOWN for _ in pile) if setup.options.counts_only else tuple(pile),
        discard=(),
        refill=(),
        last_conflict=None,
        result=None,
        options=setup.options,
        cards=setup.cards,
        words=words,
    )
    return Outcome(state, _steps(state))


def _read(given: object) -> Setup:
    setup = shape.read(Setup, given)
    if setup.start_player not in setup.players:
        sit = ", ".join(setup.players)
        raise InvalidInput("start_player", f"“{setup.start_player}” is none of the players; {sit} are.")
    for n, land in enumerate(setup.circle):
        if land in setup.circle[:n]:
            words = f"The {land.house} shows a {land.type} already; each house has one of each type."
            raise IllegalAction(f"circle.{n}", words)
    table.check_starting_hands(setup.cards, len(setup.players), "cards.supply")
    return setup


def _steps(state: State) -> tuple[Step, ...]:
    oaths = [
        Step("setup.allegiance", "{who} serves the {house}.", _oath(state, player))
        for player in state.in_turn()
    ]
    values = {
        "start": spoken(state.start_player),
        "holder": spoken(state.strategy_holder),
        "rounds": state.rounds,
    }
    return (
        Step("setup.start", "{start} is the start player.", values),
        *oaths,
        Step("setup.supply", "Each player has supply 3, 4 and 5; the rest is the draw pile."),
        Step("setup.strategy", "{holder} holds the strategy card.", values),
        Step("end", "{rounds:# round is|# rounds are} played.", values),
    )


def _oath(state: State, player: table.Player) -> dict[str, str]:
    return {"who": spoken(player.id), "house": state.words.houses[player.allegiance]}


def shuffle(setup: object, random: Random) -> object:
    """A setup with its players, its start player and its circle, each where it leaves it to the app."""
    if type(setup) is not dict:
        return setup
    whole = {"players": list(data.COLOURS), **setup}
    players = whole["players"]
    if "start_player" not in whole and type(players) is list and players:
        whole["start_player"] = random.choice(players)
    return whole if "circle" in whole else {**whole, "circle": shuffled_circle(random)}


def shuffled_circle(random: Random) -> list[dict[str, str]]:
    """The twelve landscapes in any order: each type once for each house (setup.landscapes)."""
    cards: list[dict[str, str]] = [
        {"type": kind, "house": house} for kind in data.LANDSCAPES for house in data.HOUSES
    ]
    return random.sample(cards, len(cards))


def roll(state: State, action: object, random: Random) -> object:
    """The action with the card put aside, or the cards drawn, where it leaves them to the app.

    `cards` of a refill may be left out, or be the number of cards to draw.
    """
    if type(action) is not dict:
        return action
    kind = action.get("type")
    dealt = kind == "deal_actions" or (kind == "choose_site" and action.get("draft") == "digital")
    if dealt and "removed" not in action:
        return {**action, "removed": random.choice(data.ACTION_CARDS)}
    if kind == "refill" and state.phase == "refill" and action.get("player") == state.active:
        number_asked = action.get("cards")
        laid_down = action.get("discard", [])
        if type(laid_down) is not list or (number_asked is not None and type(number_asked) is not int):
            return action
        open_end = state.options.surplus == "after" and "discard" not in action
        room = _room(state, None if open_end else len(laid_down))
        number = room if number_asked is None else min(number_asked, state.refill[0].entitlement)
        return {**action, "cards": _drawn(state, laid_down, max(0, number), random)}
    return action


def _room(state: State, laid_down: int | None) -> int:
    """As many as may be picked up with so many cards laid down; with None that is said later."""
    due = state.refill[0]
    hand = len(state.player(due.player).hand)
    piles = len(state.draw) + len(state.discard)
    most = most_cards(due.entitlement, hand, piles, state.options)
    return most if laid_down is None else min(most, state.options.hand_limit - hand + laid_down)


def _drawn(state: State, laid_down: list[int], number: int, random: Random) -> list[int]:
    """So many cards, each of the pile equally likely; then from the discard pile, shuffled (R21)."""
    early = laid_down if state.options.surplus == "before" else []
    discards = [*state.discard, *(value for value in early if value in data.SUPPLY_VALUES)]
    first = random.sample(state.draw, min(number, len(state.draw)))
    more = random.sample(discards, min(number - len(first), len(discards)))
    return [*first, *(data.UNKNOWN for _ in more)] if state.options.counts_only else [*first, *more]


PICKS_HIDDEN = ("draft", "supply", "reveal")
"""While nobody knows another's action card."""


def outcome(state: State, rule: str, words: str, *before: Step, **values: object) -> Outcome[State]:
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
    after = replace(state, players=players, last_conflict=last)
    if flipped is None or fought.winner is None:
        return after
    lost = state.circle[flipped]
    return after.with_landscape(flipped, ground.Landscape(lost.type, fought.winner, lost.building))
