"""Whole games of the house against itself: what strength is worth, and what a program plays."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

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


def match[S](game: Game[S], setup: Json, seats: Mapping[str, Seated], seed: str) -> Iterator[Played[S]]:
    """A whole game between these, by seat, line by line; what is the whole table's the house does."""
    luck = seeded(seed, "dice")
    state = game.open(game.shuffle(setup, seeded(seed, "deal"))).state
    for n in range(MOST_LINES):
        if game.is_over(state):
            return
        seat = next(iter(game.actors(state)), "")
        if seat:
            thought = seats[seat].mind(game, view_of(game, state, seat), f"{seed} {seat} {n}")
            action = thought.action
        else:
            action = picked(player_of(game).moves(state, "", luck), luck).action
        whole = completed(game, state, action, luck)
        after = game.apply(state, whole).state
        yield Played(state, seat, whole, after)
        state = after
    raise NoMove(f"The game has not ended after {MOST_LINES} lines.")


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
