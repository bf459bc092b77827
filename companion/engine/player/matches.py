"""Whole games of the house against itself: what strength is worth, and what a program plays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, Protocol

from companion.engine.errors import GameError
from companion.engine.game import Chair, Game, Result
from companion.engine.player import (
    STRENGTHS,
    NoMove,
    Thought,
    at_first_sight,
    completed,
    open_moves,
    player_of,
    seeded,
    think,
    view_of,
)
from companion.engine.playing import View, picked
from companion.engine.wire import Json


class Mind(Protocol):
    """What chooses a deed from a seat's view."""

    def __call__[S](self, game: Game[S], view: View, seed: str) -> Thought: ...


class Seated(NamedTuple):
    """Who plays a seat in a match, and by which name the standings call him."""

    name: str
    mind: Mind


class Played[S](NamedTuple):
    """One line of a match: the state before, whose deed, what was done, the state after."""

    before: S
    seat: str
    action: Json
    after: S


def house(strength: str) -> Seated:
    """The house as one of a match."""

    return Seated(STRENGTHS[strength], partial(_thinking, strength))


def _thinking[S](strength: str, game: Game[S], view: View, seed: str) -> Thought:
    return think(game, view, seed, strength)


def _at_random[S](game: Game[S], view: View, seed: str) -> Thought:
    player = player_of(game)
    moves = open_moves(player, view, player.guess(view), seed)
    if not moves:
        raise NoMove(f"Nothing is open to {view.seat}.")
    return at_first_sight([move._replace(weight=1.0) for move in moves], seeded(seed, "hand"))


ANYBODY = Seated("at random", _at_random)
"""Who does anything that is open."""
MOST_LINES = 20_000
"""A game that is longer does not end."""


class Refused(NoMove):
    """What was open to a seat could not be done: a rule against it, or a fault of the app."""

    def __init__(self, action: Json, error: Exception) -> None:
        crash = not isinstance(error, GameError)
        super().__init__(f"{type(error).__name__}: {error}" if crash else str(error))
        self.action, self.crash = action, crash


class Terms[S](NamedTuple):
    """`chance` is what only people at a table can see, which comes true for a seat now and then; with more
    than `most` lines a game does not end."""

    chance: Callable[[S, str, Random], Json] | None = None
    most: int = MOST_LINES


def match[S](
    game: Game[S], setup: Json, seats: Mapping[str, Seated], seed: str, terms: Terms[S] | None = None
) -> Iterator[Played[S]]:
    """A whole game between these, by seat, line by line; what is the whole table's the house does."""
    chance, most = terms or Terms[S]()
    luck = seeded(seed, "dice")
    state = game.open(dealt(game, setup, seed)).state
    for n in range(most):
        if game.is_over(state):
            return
        seat = next(iter(game.actors(state)), "")
        action = chance(state, seat, luck) if chance and seat else None
        if action is None and seat:
            action = seats[seat].mind(game, view_of(game, state, seat), f"{seed} {seat} {n}").action
        elif action is None:
            action = picked(player_of(game).moves(state, "", luck), luck).action
        try:
            whole = completed(game, state, action, luck)
            after = game.apply(state, whole).state
        except Exception as error:
            raise Refused(action, error) from error
        yield Played(state, seat, whole, after)
        state = after
    raise NoMove(f"It has not come to an end after {most:,} lines.")


def dealt[S](game: Game[S], setup: Json, seed: str) -> Json:
    """The setup of a match, with whatever that leaves to luck."""
    return game.shuffle(setup, seeded(seed, "deal"))


MINDS: Mapping[str, Seated] = {
    **{strength: house(strength) for strength in STRENGTHS},
    "house": house("thinks"),
    "random": ANYBODY,
}
"""Who may be named for a seat of a match."""


class Score(NamedTuple):
    """How one of a match came off: games, and of all others at his tables the share that he left behind.

    A draw counts half. `least` and `most` are the ends of the interval in which that share lies with 95 %.
    """

    name: str
    games: int
    share: float
    least: float
    most: float


def beaten(results: Sequence[Result], seat: str) -> float:
    """The share of the others whom that seat left behind; who is level counts half."""
    own = next(row.rank for row in results if row.seat == seat)
    others = [row.rank for row in results if row.seat != seat]
    return sum(1.0 if rank > own else 0.5 if rank == own else 0.0 for rank in others) / len(others)


def score(name: str, shares: Sequence[float]) -> Score:
    """The mean with its interval (Wilson), each game one trial."""
    n, share, z = len(shares), sum(shares) / len(shares), 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    width = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return Score(name, n, share, max(0.0, middle - width), min(1.0, middle + width))


def chairs_of[S](game: Game[S], setup: Json) -> tuple[Chair, ...]:
    """The chairs that are played at in a match of that setup, whatever it left to the app said."""
    return game.setup_seats(game.shuffle(setup, seeded("chairs")))


def seating(chairs: Sequence[str], names: Sequence[str], turn: int) -> dict[str, str]:
    """Who sits where in that game of a match: each moves one chair on, and the last name fills the rest."""
    wide = [*names, *[names[-1]] * (len(chairs) - len(names))][: len(chairs)]
    return {chair: wide[(n - turn) % len(chairs)] for n, chair in enumerate(chairs)}
