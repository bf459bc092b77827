"""The game set up, shuffled and dealt; what is malformed is left for the rules (specification 6.1)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape import Distinct, Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    ACTION_CARDS,
    BUILDING_CARDS,
    CIRCLE,
    COLOURS,
    HOUSES,
    LANDSCAPES,
    OTHER,
    STARTING_HAND,
    SUPPLY_VALUES,
    TURNS_AS_START_PLAYER,
    UNKNOWN,
    House,
)
from companion.games.verraeter.procedures import conflict
from companion.games.verraeter.procedures.conflict import Ground
from companion.games.verraeter.procedures.supply import most_cards
from companion.games.verraeter.state import (
    DEFAULTS,
    TAKEN,
    Cards,
    Draft,
    Id,
    Landscape,
    Options,
    Player,
    State,
    Words,
    check_starting_hands,
    read_file,
    spoken,
    starter_cards,
)

PLAIN = Words()


def open_table(setup: Json) -> Outcome[State]:
    """The opening state of a table, which may bring its cards as the owner's file (9.4)."""
    given = setup.get("cards") if type(setup) is dict else None
    if type(given) is not dict or "format" not in given:
        return set_up(setup)
    cards, words = read_file(given, "cards")
    return set_up({**setup, "cards": shape.write(cards)}, words)


@dataclass(frozen=True, slots=True)
class Said:
    """A setup as it is said (6.1)."""

    players: Annotated[tuple[Id, ...], conflict.Seats, Distinct(TAKEN)]
    start_player: Id
    circle: Annotated[tuple[Ground, ...], Sized(CIRCLE, CIRCLE)]
    first_house: House = "eagle"
    options: Options = DEFAULTS
    cards: Cards = field(default_factory=starter_cards)

    @property
    def in_turn(self) -> tuple[str, ...]:
        """The players from the start player, clockwise."""
        first = self.players.index(self.start_player)
        return self.players[first:] + self.players[:first]


def set_up(setup: Json, words: Words = PLAIN) -> Outcome[State]:
    """The opening state of a completed setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    said = _read(setup)
    count = len(said.players)
    state = State(
        players=_seated(said),
        phase="estates",
        round=1,
        rounds=(said.options.rounds_per_player or TURNS_AS_START_PLAYER[count]) * count,
        active=said.start_player,
        start_player=said.start_player,
        strategy_holder=said.in_turn[1],
        circle=tuple(Landscape(ground.type, ground.house, None) for ground in said.circle),
        site=None,
        draft=Draft(),
        draw=_pile(said.cards, said.options, count),
        discard=(),
        refill=(),
        last_conflict=None,
        result=None,
        options=said.options,
        cards=said.cards,
        words=words,
    )
    return Outcome(state, _steps(state))


def _read(setup: Json) -> Said:
    said: Said = shape.read(Said, setup)
    if said.start_player not in said.players:
        sit = ", ".join(said.players)
        raise InvalidInput("start_player", f"“{said.start_player}” is none of the players; {sit} are.")
    _each_once(said.circle)
    check_starting_hands(said.cards, len(said.players), "cards.supply")
    return said


def _seated(said: Said) -> tuple[Player, ...]:
    """Everybody with an oath, in turn the one and the other house, and three supply cards."""
    other = OTHER[said.first_house]
    houses = {who: other if n % 2 else said.first_house for n, who in enumerate(said.in_turn)}
    hand, cards = STARTING_HAND, BUILDING_CARDS
    return tuple(Player(who, houses[who], 0, hand, cards, None, None) for who in said.players)


def _each_once(circle: Sequence[Ground]) -> None:
    for n, ground in enumerate(circle):
        if ground in circle[:n]:
            said = f"The {ground.house} shows a {ground.type} already; each house has one of each type."
            raise IllegalAction(f"circle.{n}", said)


def _pile(cards: Cards, options: Options, players: int) -> tuple[int, ...]:
    pile = list(cards.deck)
    for value in STARTING_HAND * players:
        pile.remove(value)
    return tuple(UNKNOWN for _ in pile) if options.counts_only else tuple(pile)


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


def _oath(state: State, player: Player) -> dict[str, str]:
    return {"who": spoken(player.id), "house": state.words.houses[player.allegiance]}


type Given = dict[str, Json]


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with its players, its start player and its circle, each where it leaves it to the app."""
    if type(setup) is not dict:
        return setup
    whole = {"players": list(COLOURS), **setup}
    players = whole["players"]
    if "start_player" not in whole and type(players) is list and players:
        whole["start_player"] = random.choice(players)
    return whole if "circle" in whole else {**whole, "circle": shuffled_circle(random)}


def shuffled_circle(random: Random) -> list[Json]:
    """The twelve landscapes in any order: each type once for each house (setup.landscapes)."""
    cards = [{"type": kind, "house": house} for kind in LANDSCAPES for house in HOUSES]
    return random.sample(cards, len(cards))


def roll(state: State, action: Json, random: Random) -> Json:
    """The action with the card put aside, or the cards drawn, where it leaves them to the app.

    `cards` of a refill may be left out, or be the number of cards to draw.
    """
    if type(action) is not dict:
        return action
    kind = action.get("type")
    if kind == "deal_actions" and "removed" not in action:
        return {**action, "removed": random.choice(ACTION_CARDS)}
    if kind == "refill" and state.phase == "refill" and action.get("player") == state.active:
        return _refill(state, action, random)
    return action


def _refill(state: State, action: Given, random: Random) -> Given:
    asked = action.get("cards")
    laid_down = action.get("discard", [])
    if type(laid_down) is not list or (asked is not None and type(asked) is not int):
        return action
    open_end = state.options.surplus == "after" and "discard" not in action
    room = _room(state, None if open_end else len(laid_down))
    number = room if asked is None else min(asked, state.refill[0].entitlement)
    return {**action, "cards": _drawn(state, laid_down, max(0, number), random)}


def _room(state: State, laid_down: int | None) -> int:
    """As many as may be picked up with so many cards laid down; with None that is said later."""
    due = state.refill[0]
    hand = len(state.player(due.player).hand)
    piles = len(state.draw) + len(state.discard)
    most = most_cards(due.entitlement, hand, piles, state.options)
    return most if laid_down is None else min(most, state.options.hand_limit - hand + laid_down)


def _drawn(state: State, laid_down: list[Json], number: int, random: Random) -> list[int]:
    """So many cards, each of the pile equally likely; then from the discard pile, shuffled (R21)."""
    early = laid_down if state.options.surplus == "before" else []
    discards = [*state.discard, *(value for value in early if value in SUPPLY_VALUES)]
    first = random.sample(state.draw, min(number, len(state.draw)))
    more = random.sample(discards, min(number - len(first), len(discards)))
    return [*first, *(UNKNOWN for _ in more)] if state.options.counts_only else [*first, *more]
