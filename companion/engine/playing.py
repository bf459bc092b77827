"""What a game says so that the house can play it: guesses, deeds, and what a position is worth."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from companion.engine.wire import Json


class Move(NamedTuple):
    """A deed that is open, its dice left out; a quick hand takes one of twice the weight twice as often."""

    action: Json
    weight: float = 1.0


def picked(moves: Sequence[Move], random: Random, keen: float = 1.0) -> Move:
    """One of them, by weight; the keener the hand, the surer a heavy one."""
    return random.choices(moves, [max(move.weight, 1e-9) ** keen for move in moves])[0]


class View(NamedTuple):
    """All that a seat knows: the state as it may see it, and what it has seen before and may remember."""

    seat: str
    state: Json
    memory: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Player[S]:
    """How one game is played by the house, in the game's own terms.

    * `guess(view)(random)`: a whole state that agrees with all that the seat has seen.
    * `moves(state, seat, random)`: what that seat may do, or the whole table where it is empty. A deed with
      too many fillings is a handful of sensible ones. Of a guess it lists only what holds in every guess.
    * `quick(state, seat, random)`: one of these that a quick hand does as a guess is played on, where that is
      found without them all; None where it is not.
    * `value(state, seat)`: how well that seat stands, from 0 to 1; once it is over, how it came off.
    * `reply(state, seat, ask, random)`: what that seat answers, where a deed asks it.
    * `marks(state, seat, random)`: what that seat marks under a seal before it is ready, where a step is
      several seats' and a deed would end it for all.
    * `keen`: to which power weights count as it plays along, and to the hand that plays a guess on for who
      thinks, and for who thinks long.
    * `depth`: so many deeds a guess is played on before its value is read; `deep`: for who thinks long.
    * `work`: so many deeds are tried by who thinks.
    * `patience`: so many times as many are tried by who thinks long, half of that by who gives advice.
    * `lean`: by so much more than the heaviest deed another must seem worth before it is preferred to it; the
      longer the thought, the less.
    * `width`: so many deeds are weighed against each other, the heaviest of those that are open.
    * `measure(state, seat)`, `measured`: what a card gains, counted and in words; None: in points at the end.
    * `memory(state, seat)`: what that seat has seen happen, where the state that it sees does not hold it.
    * `barred(setup)`: why the house does not play a game that is set up so; empty where it does.
    """

    guess: Callable[[View], Callable[[Random], S]]
    moves: Callable[[S, str, Random], Sequence[Move]]
    value: Callable[[S, str], float]
    quick: Callable[[S, str, Random], Move | None] = lambda state, seat, random: None
    reply: Callable[[S, str, Json, Random], Json] | None = None
    marks: Callable[[S, str, Random], Sequence[Json]] = lambda state, seat, random: ()
    depth: int = 12
    deep: int = 0
    work: int = 300
    patience: int = 8
    keen: tuple[float, float, float] = (1, 1, 1)
    lean: float = 0.0
    width: int = 24
    measure: Callable[[S, str], float] | None = None
    measured: str = ""
    memory: Callable[[S, str], Json] = lambda state, seat: None
    barred: Callable[[Json], str] = lambda setup: ""


type Filling[S, E] = Callable[[S, E, Random], Iterator[Move]]
"""A few deeds worth a look, out of one entry of `legal`."""


def filled[S, E: Mapping[str, object]](
    state: S, entries: Iterable[E], fillings: Mapping[str, Filling[S, E]], random: Random
) -> list[Move]:
    """The deeds of these entries, each filled as its type says; one of no such type goes as it is."""
    fills = ((entry, fillings.get(str(entry["type"]), _as_it_is)) for entry in entries)
    return [move for entry, fill in fills for move in fill(state, entry, random)]


def _as_it_is(state: object, entry: Mapping[str, object], random: Random) -> Iterator[Move]:
    yield Move(dict(entry), 0.3)
