"""A game that plays itself over and over: who wins, how it ends, and what each deed and card is worth.

A trial is one whole game of the house against itself, told by its seed. What is counted of it is how it came
off, and for each seat which deeds were open to it and which it did; a card's deed counts by the card.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, median, pvariance
from typing import NamedTuple

from companion.engine.campaign.design import SURE, Broken, Plays, Share, Trial
from companion.engine.game import Game
from companion.engine.player import Hand, NoMove, Thought, completed, next_state, player_of, seeded
from companion.engine.player.matches import (
    MINDS,
    Mind,
    Played,
    Refused,
    Seated,
    Terms,
    beaten,
    chairs_of,
    dealt,
    match,
)
from companion.engine.playing import View, picked
from companion.engine.wire import Json

FEWEST = 5
"""Of so many games on each side a difference is told."""


class Gain(NamedTuple):
    """What a card brings by the game's measure: played on with it and without it, from so many moments."""

    deed: str
    times: int
    gain: float
    reach: float


class Worth(NamedTuple):
    """What a deed is worth: in how many seats' games it was done, of how many in which it was open.

    `points` is by how much who did it was further ahead than who did not, `reach` how far off that may be in
    nineteen cases of twenty; None where nearly everybody or nearly nobody did it.
    """

    deed: str
    done: Share
    points: float | None
    reach: float


class Summary(NamedTuple):
    """Many trials: the middle one's lines, each seat's firsts, ends, the worth of deeds, what nobody did."""

    plays: int
    lines: int
    first: tuple[tuple[str, Share], ...]
    ends: tuple[tuple[str, Share], ...]
    worth: tuple[Worth, ...]
    never: tuple[str, ...]
    gains: tuple[Gain, ...] = ()
    broken: tuple[Broken, ...] = ()


def called(action: Json) -> str:
    """A deed as it is counted: by its card, where it has one or buys one, and how that is played.

    >>> called({"type": "play_card", "card": "poison-gas"}), called({"type": "pass", "unit": "w01"})
    ('play card: poison gas', 'pass')
    >>> called({"type": "purchase", "items": [{"unit": "tank", "quantity": 1}]})
    'purchase: tank'
    """
    kind, card, mode = (action.get(key) for key in ("type", "card", "mode"))
    bought = (each.get("unit") for each in action.get("items", ()))
    parts = [each for each in (card, mode, *bought) if isinstance(each, str)]
    return f"{kind}{': ' if parts else ''}{', '.join(parts)}".replace("_", " ").replace("-", " ")


class Course[S](NamedTuple):
    """A game as far as it went: its lines, and what broke it, if anything did."""

    lines: Sequence[Played[S]]
    fault: Exception | None

    @property
    def states(self) -> list[S]:
        return [*(line.before for line in self.lines[:1]), *(line.after for line in self.lines)]


def trial[S](game: Game[S], setup: Json, seed: int, strength: str) -> Trial:
    """One whole game from that seed. What breaks it is told and not raised."""
    chairs = [chair.id for chair in chairs_of(game, setup)]
    offered: dict[str, set[str]] = {chair: set() for chair in chairs}
    seats = {chair: Seated(strength, _noting(MINDS[strength].mind, offered[chair])) for chair in chairs}
    course, plays = _course(game, setup, seats, seed), _plays(game)
    lines = course.lines
    results = game.result(lines[-1].after) if game.result and not course.fault else ()
    points = {row.seat: float(row.points or 0) for row in results}
    deeds: dict[str, set[str]] = {chair: set() for chair in chairs}
    for line in lines:
        if line.seat:
            deeds[line.seat].add(called(line.action))
    return Trial(
        seed=seed,
        lines=len(lines),
        first=tuple(row.seat for row in results if row.rank == 1),
        ends=next((row.words for row in results), ""),
        left={chair: beaten(results, chair) for chair in points},
        ahead={
            chair: own - fmean(points[each] for each in points if each != chair)
            for chair, own in points.items()
        },
        open={chair: tuple(sorted(each)) for chair, each in offered.items()},
        done={chair: tuple(sorted(each)) for chair, each in deeds.items()},
        gained=_gained(game, lines, seed),
        fought=tuple(plays.fought(course.states)) if plays and lines else (),
        broken=_broken(game, course),
    )


def journal[S](game: Game[S], setup: Json, seed: int, strength: str) -> Json:
    """The same game as `resolve … replay` takes it, up to its end or to the deed that breaks it."""
    seats = {chair.id: MINDS[strength] for chair in chairs_of(game, setup)}
    lines, fault = _course(game, setup, seats, seed)
    last = [fault.action] if isinstance(fault, Refused) else []
    return {"setup": dealt(game, setup, _called(seed)), "actions": [*(line.action for line in lines), *last]}


def _called(seed: int) -> str:
    return f"lab {seed}"


def _plays[S](game: Game[S]) -> Plays[S] | None:
    return game.campaign.plays if game.campaign else None


def _course[S](game: Game[S], setup: Json, seats: Mapping[str, Seated], seed: int) -> Course[S]:
    lines, plays = list[Played[S]](), _plays(game)
    terms = Terms(plays.chance, plays.most) if plays else None
    try:
        for line in match(game, setup, seats, _called(seed), terms):
            lines.append(line)
    except Exception as fault:
        return Course(lines, fault)
    return Course(lines, None)


def _broken[S](game: Game[S], course: Course[S]) -> Broken | None:
    (lines, fault), plays = course, _plays(game)
    if fault is None:
        return None
    where = plays.scenario(lines[-1].after) if plays and lines else ""
    if isinstance(fault, Refused):
        return Broken(where, len(lines) + 1, game.describe(fault.action), str(fault), fault.crash)
    crash = not isinstance(fault, NoMove)
    return Broken(where, len(lines), "", f"{type(fault).__name__}: {fault}" if crash else str(fault), crash)


MOMENTS = 6
"""So many moments of a game are played on twice, with a card and without it."""


def _gained[S](game: Game[S], lines: Sequence[Played[S]], seed: int) -> dict[str, float]:
    """Each card at the first moment at which it could be played, of some of them: with it less without it."""
    player, gained = player_of(game), dict[str, float]()
    if player.measure is None:
        return gained
    held = [line for line in lines if line.seat and "card" in line.action]
    for line in seeded(seed, "moments").sample(held, min(MOMENTS, len(held))):
        moves = player.moves(line.before, line.seat, seeded(seed, "moves"))
        ways = {called(each.action): each.action for each in moves if "card" in each.action}
        fresh = [deed for deed in sorted(ways) if deed not in gained]
        if len(ways) < 2 or not fresh:
            continue
        deed = seeded(seed, "card", len(gained)).choice(fresh)
        luck = f"{seed} {deed}"
        others = [each for each in moves if each.action.get("card") != ways[deed]["card"]]
        if others:
            without = picked(others, seeded(luck)).action
            pair = (_after(game, line.before, each, luck) for each in (ways[deed], without))
            had, left = (player.measure(state, line.seat) for state in pair)
            gained[deed] = had - left
    return gained


def _after[S](game: Game[S], state: S, action: Json, luck: str) -> S:
    """Some deeds later, as quick hands play it on."""
    hand = Hand(seeded(luck, "on"))
    state = game.apply(state, completed(game, state, action, hand.luck)).state
    for _ in range(player_of(game).depth):
        if not game.is_over(state):
            state = next_state(game, state, hand)
    return state


def _gains(trials: Sequence[Trial]) -> Iterator[Gain]:
    found: dict[str, list[float]] = {}
    for each in trials:
        for deed, gain in each.gained.items():
            found.setdefault(deed, []).append(gain)
    for deed, many in found.items():
        if len(many) >= FEWEST:
            yield Gain(deed, len(many), fmean(many), SURE * sqrt(pvariance(many) / len(many)))


def _noting(mind: Mind, offered: set[str]) -> Mind:
    """The same mind; what was open to it is noted."""

    def noted[S](game: Game[S], view: View, seed: str) -> Thought:
        thought = mind(game, view, seed)
        offered.update(called(each.action) for each in thought.weighed)
        return thought

    return noted


def summed(trials: Sequence[Trial]) -> Summary:
    """All together, but what broke; a first that is shared counts for each who shares it."""
    broken = tuple(each.broken for each in trials if each.broken)
    trials = [each for each in trials if not each.broken]
    plays, chairs = len(trials), sorted({chair for each in trials for chair in each.left})
    first = Counter(chair for each in trials for chair in each.first)
    ends = Counter(each.ends for each in trials)
    opened, acted = (
        Counter(_deeds(each.open for each in trials)),
        Counter(_deeds(each.done for each in trials)),
    )
    worth = [_worth(deed, trials) for deed in opened]
    return Summary(
        plays,
        round(median(each.lines for each in trials)) if trials else 0,
        tuple((chair, Share(first[chair], plays)) for chair in chairs),
        tuple((words, Share(n, plays)) for words, n in ends.most_common()),
        tuple(sorted(worth, key=lambda each: (each.points is None, -(each.points or 0), each.deed))),
        tuple(sorted(opened.keys() - acted.keys())),
        tuple(sorted(_gains(trials), key=lambda each: -each.gain)),
        broken,
    )


def _deeds(every: Iterable[Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    return (deed for each in every for deeds in each.values() for deed in deeds)


def _worth(deed: str, trials: Sequence[Trial]) -> Worth:
    able = [(each, chair) for each in trials for chair in each.open if deed in each.open[chair]]
    did = [each.ahead[chair] for each, chair in able if deed in each.done[chair]]
    left = [each.ahead[chair] for each, chair in able if deed not in each.done[chair]]
    share = Share(len(did), len(able))
    if min(len(did), len(left)) < FEWEST:
        return Worth(deed, share, None, 0.0)
    reach = SURE * sqrt(pvariance(did) / len(did) + pvariance(left) / len(left))
    return Worth(deed, share, fmean(did) - fmean(left), reach)
