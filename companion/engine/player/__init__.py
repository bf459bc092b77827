"""The house plays: from what one seat may see to a deed, for every game that says how it is played.

Who thinks is handed the seat's own view and nothing else, so that a hidden card cannot weigh in a choice.
What is hidden it guesses, as often as it has time for, and it plays each of its deeds on from the same
guesses, with the same luck; half of the deeds go, and the rest are weighed further (sequential halving).
How long it thinks is counted in deeds tried, not in seconds: the same seed gives the same move everywhere.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from math import ceil, log2, sqrt
from random import Random
from typing import Literal, NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.playing import Move, Player, View, picked
from companion.engine.scene import Sight
from companion.engine.wire import Json

type Strength = Literal["plays_along", "thinks", "thinks_long"]
STRENGTHS: dict[str, str] = {"plays_along": "plays along", "thinks": "thinks", "thinks_long": "thinks long"}
"""How strong the house plays, weakest first, and what people call it."""
ADVISES = "advises"
"""How it thinks for people who ask it, and where it looks back at what they did."""


class Weighed(NamedTuple):
    """A deed that was thought of: its value from 0 to 1, and in how many guesses it was played on."""

    action: Json
    value: float
    tries: int


class Thought(NamedTuple):
    """What the house would do, best first. It may be asked for the next one where a deed proves barred."""

    weighed: tuple[Weighed, ...]

    @property
    def action(self) -> Json:
        return self.weighed[0].action


class NoMove(LookupError):
    """The house knows of nothing that it could do for that seat."""


def own_sight(seat: str) -> Sight:
    """What the device of that one seat may show."""
    return Sight(frozenset([seat]), frozenset([seat]), frozenset([seat]))


def view_of[S](game: Game[S], state: S, seat: str) -> View:
    """What that seat may know of a state, and of what led there."""
    return View(seat, game.redact_state(state, own_sight(seat)), player_of(game).memory(state, seat))


def player_of[S](game: Game[S]) -> Player[S]:
    """`NoMove` where nobody has said how the game is played."""
    if game.player is None:
        raise NoMove(f"The house does not play {game.title}.")
    return game.player


def seeded(*parts: object) -> Random:
    """Luck that hangs on these words alone, the same on every machine."""
    return Random(sha256("\n".join(map(str, parts)).encode()).digest())


def think[S](game: Game[S], view: View, seed: str, strength: str = "thinks", played: Json = None) -> Thought:
    """What the house does for a seat that sees this; `NoMove` where it knows of nothing.

    With `played`, what somebody did there, that deed is weighed to the end beside the best of the others.
    """
    player = player_of(game)
    guess = player.guess(view)
    moves = open_moves(player, view, guess, seed)
    if not moves:
        raise NoMove(f"Nothing is open to {view.seat}.")
    own = None if played is None else as_done((move.action for move in moves), played) or played
    if own is not None and not any(move.action == own for move in moves):
        moves.append(Move(own))
    quick, brief, long = player.keen
    patience = {"thinks": 1, ADVISES: player.patience // 2, "thinks_long": player.patience}.get(strength)
    if patience is None or len(moves) == 1:
        return at_first_sight(moves, seeded(seed, "hand"), quick)
    shuffled = seeded(seed, "order").sample(moves, len(moves))  # Of equals not always the first are weighed.
    moves = sorted(shuffled, key=lambda move: (move.action != own, -move.weight))[: player.width]
    lean, keen, depth = player.lean / sqrt(patience), brief, player.depth
    if patience > 1:
        keen, depth = long, player.deep or player.depth
    search = Search(seed, player.work * patience, int(own is not None), lean, keen, depth)
    return _searched(game, view.seat, moves, guess, search)


class Search(NamedTuple):
    """Whose luck it hangs on, how many deeds it may try, how many of the first are weighed to the end, and by
    how much the heaviest is preferred; how keen the hand is that plays a guess on, and for how many deeds."""

    seed: str
    work: int
    kept: int
    lean: float
    keen: float
    depth: int


def as_done(actions: Iterable[Json], played: Json) -> Json:
    """The one of these deeds that somebody did, whatever dice and answers came to it; None if it is none."""
    whole = played if isinstance(played, dict) else {}
    same = (each for each in actions if isinstance(each, dict) and each.items() <= whole.items())
    return max(same, key=len, default=None)


def open_moves[S](player: Player[S], view: View, guess: Callable[[Random], S], seed: str) -> list[Move]:
    """What that seat may do, each deed once."""
    moves = player.moves(guess(seeded(seed, "first")), view.seat, seeded(seed, "moves"))
    kept: dict[str, Move] = {}
    for move in moves:
        kept.setdefault(repr(move.action), move)
    return list(kept.values())


def at_first_sight(moves: Sequence[Move], random: Random, keen: float = 1.0) -> Thought:
    """One that a quick hand takes; the others follow by weight."""
    first = picked(moves, random, keen)
    rest = sorted((move for move in moves if move is not first), key=lambda move: -move.weight)
    whole = sum(move.weight for move in moves) or 1.0
    return Thought(tuple(Weighed(move.action, move.weight / whole, 0) for move in (first, *rest)))


def _searched[S](
    game: Game[S], seat: str, moves: Sequence[Move], guess: Callable[[Random], S], search: Search
) -> Thought:
    """Each half of the deeds that seem better is weighed twice as long, until two are left."""
    (seed, work, kept, lean, keen, depth), left = search, list(range(len(moves)))
    sums, tries = [0.0] * len(moves), [0] * len(moves)
    heaviest = max(move.weight for move in moves)

    def rank(each: int) -> float:
        return -sums[each] / tries[each] - lean * moves[each].weight / heaviest

    rounds = max(1, ceil(log2(len(moves))))
    means, gone = [0.0] * len(moves), dict[int, list[float]]()
    count = spent = 0
    for n in range(rounds):
        until = work * (n + 1) // rounds
        while spent < until or not tries[left[0]]:
            state = guess(seeded(seed, "guess", count))
            for each in left:
                hand = Hand(seeded(seed, "luck", count), keen, depth)
                value, steps = played_on(game, state, moves[each].action, seat, hand)
                sums[each] += value
                tries[each] += 1
                spent += steps
            count += 1
        left.sort(key=rank)
        means = [total / max(often, 1) for total, often in zip(sums, tries, strict=True)]
        if len(left) > 2:
            half = (len(left) + 1) // 2
            gone |= {each: means for each in left[half:] if each >= kept}
            left = [each for each in left if each not in gone]
    # What went early is told by how far it lay behind the best of all in the guesses that both were tried in.
    best = left[0]
    for each, then in gone.items():
        means[each] = max(0.0, means[best] - then[best] + then[each])
    order = sorted(range(len(moves)), key=lambda each: (each != best, -means[each]))
    return Thought(tuple(Weighed(moves[each].action, means[each], tries[each]) for each in order))


class Hand(NamedTuple):
    """Who plays a guess on: with which luck, how keenly it takes the heavier of two deeds, how many deeds."""

    luck: Random
    keen: float = 1.0
    depth: int = 0


def played_on[S](game: Game[S], state: S, action: Json, seat: str, hand: Hand) -> tuple[float, int]:
    """How well that seat stands some deeds after this one, and how many were tried."""
    player = player_of(game)
    try:
        state = game.apply(state, completed(game, state, action, hand.luck)).state
    except GameError:
        return 0.0, 1
    for n in range(1, hand.depth):
        if game.is_over(state):
            return player.value(state, seat), n
        try:
            state = next_state(game, state, hand)
        except (GameError, NoMove):
            return player.value(state, seat), n
    return player.value(state, seat), hand.depth


def next_state[S](game: Game[S], state: S, hand: Hand) -> S:
    """The state after a deed that a quick hand does, whoever's it is."""
    (random, keen, _), player, seat = hand, player_of(game), next(iter(game.actors(state)), "")
    move = player.quick(state, seat, random)
    if move is None:
        moves = player.moves(state, seat, random)
        if not moves:
            raise NoMove("Nothing is open.")
        move = picked(moves, random, keen)
    return game.apply(state, completed(game, state, move.action, random)).state


def completed[S](game: Game[S], state: S, action: Json, random: Random) -> Json:
    """The deed with its dice, and with what another seat is asked for."""
    whole = game.roll(state, action, random)
    reply = player_of(game).reply
    question = game.asks(state, whole) if reply else None
    if reply is None or question is None:
        return whole
    return game.roll(
        state, game.answer(state, whole, reply(state, question.seat, question.ask, random)), random
    )
