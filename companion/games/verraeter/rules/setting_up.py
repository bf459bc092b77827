"""The game set up, shuffled and dealt; what is malformed is left for the rules (specification 6.1)."""

from dataclasses import dataclass, field
from random import Random
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape import Distinct, Sized
from companion.games.verraeter import data
from companion.games.verraeter import state as table
from companion.games.verraeter.procedures import conflict
from companion.games.verraeter.procedures.conflict import Ground
from companion.games.verraeter.procedures.supply import most_cards
from companion.games.verraeter.state import State, spoken

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
    setup: Setup = shape.read(Setup, given)
    if setup.start_player not in setup.players:
        sit = ", ".join(setup.players)
        raise InvalidInput("start_player", f"“{setup.start_player}” is none of the players; {sit} are.")
    for n, ground in enumerate(setup.circle):
        if ground in setup.circle[:n]:
            words = f"The {ground.house} shows a {ground.type} already; each house has one of each type."
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
    if kind == "deal_actions" and "removed" not in action:
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
