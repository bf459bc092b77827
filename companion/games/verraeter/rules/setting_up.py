"""The game set up: the circle laid out, oaths in turn, three supply cards each (specification 6.1)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape import Distinct, Sized
from companion.engine.wire import Json
from companion.games.verraeter.data import (
    BUILDING_CARDS,
    CIRCLE,
    OTHER,
    STARTING_HAND,
    TURNS_AS_START_PLAYER,
    UNKNOWN,
    House,
)
from companion.games.verraeter.procedures import asked
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.state import naming
from companion.games.verraeter.state.cards import Cards, Words, check_starting_hands, read_file, starter_cards
from companion.games.verraeter.state.options import DEFAULTS, Options
from companion.games.verraeter.state.table import Draft, Landscape, Player, State

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

    players: Annotated[tuple[naming.Id, ...], asked.Seats, Distinct(naming.TAKEN)]
    start_player: naming.Id
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
        "start": naming.spoken(state.start_player),
        "holder": naming.spoken(state.strategy_holder),
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
    return {"who": naming.spoken(player.id), "house": state.words.houses[player.allegiance]}
