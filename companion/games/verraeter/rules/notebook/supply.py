"""Whose supply is known: what was dealt in the open, laid and laid down; all else is still out (3, 10)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.engine.campaign.annals import Passage, Passages
from companion.games.verraeter.data import MOST_SUPPLY_PLAYED, STARTING_HAND, UNKNOWN
from companion.games.verraeter.state.table import Player, State

type Unseen = Mapping[int, int]
"""How many cards of each value a viewer has not seen: in the draw pile, or unknown in a hand."""
type Sums = Mapping[int, int]
"""In how many equal cases each sum is laid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One player's supply as a viewer knows it.

    `known` are values that he must hold, `unknown` so many cards beside them. `laid` lies before him (None:
    he has not played). `most` is the largest sum that he could still lay, `mean` what his whole hand is worth
    on average.
    """

    player: str
    cards: int
    known: tuple[int, ...]
    unknown: int
    laid: tuple[int, ...] | None
    most: int
    mean: Fraction


def known_cards(passages: Passages) -> dict[str, Counter[int]]:
    """What each player must hold by what all have seen: who has not played his 3 has it."""
    known: dict[str, Counter[int]] = {}
    for passage in passages:
        if passage.before is None or passage.before.phase == passage.after.phase == "estates":
            known = _dealt(passage.after) if passage.after.phase == "estates" else known
        else:
            _shown(known, passage)
    return known


def _dealt(state: State) -> dict[str, Counter[int]]:
    return {player: Counter(STARTING_HAND) for player in state.ids}


def _shown(known: dict[str, Counter[int]], passage: Passage) -> None:
    """Supply that was laid before somebody, or laid down as too much."""
    for was, now in zip(passage.before.players, passage.after.players, strict=True):
        if was.played is None and now.played is not None:
            known.get(now.id, Counter()).subtract(now.played)
    action = passage.action
    if type(action) is dict and action.get("type") == "refill":
        known.get(action["player"], Counter()).subtract(action.get("discard", ()))
    elif action is None and passage.before.phase == "refill":
        # What was laid down is not told here: nothing of that hand is sure any more.
        known.pop(passage.before.active, None)
    for player, values in known.items():
        known[player] = +values


def unseen_by(state: State, known: Mapping[str, Iterable[int]]) -> Unseen:
    """What of the deck a viewer has not seen and cannot work out; `known` is what is sure in each hand."""
    left = Counter(dict(state.cards.supply))
    left.subtract(value for value in state.discard if value != UNKNOWN)
    for player in state.players:
        left.subtract(player.played or ())
        left.subtract(known[player.id])
    return {value: count for value, count in sorted(left.items()) if count > 0}


def values_of(state: State, viewer: str, known: Mapping[str, Counter[int]]) -> dict[str, tuple[int, ...]]:
    """The values that are sure in each hand; in one's own, all that the app knows."""
    found = {}
    for player in state.players:
        if player.id == viewer or state.options.counts_only:
            found[player.id] = tuple(value for value in player.hand if value != UNKNOWN)
        else:
            found[player.id] = tuple(sorted(known.get(player.id, Counter()).elements()))
    return found


def held(player: Player, known: tuple[int, ...], unseen: Unseen) -> Held:
    """One hand."""
    unknown = len(player.hand) - len(known)
    out = Counter(unseen).elements()
    best = sorted([*known, *sorted(out, reverse=True)[:unknown]], reverse=True)[:MOST_SUPPLY_PLAYED]
    number = sum(unseen.values()) or 1
    mean = sum(known) + unknown * Fraction(sum(value * n for value, n in unseen.items()), number)
    return Held(
        player=player.id,
        cards=len(player.hand),
        known=known,
        unknown=unknown,
        laid=player.played,
        most=sum(best),
        mean=mean,
    )


def sums(hand: Held, unseen: Unseen) -> Sums:
    """What a hand may lay, each of its cards with an even chance, at most five.

    An unknown card is taken to be like any that has not been seen.

    >>> plain = Held(player="a", cards=1, known=(3,), unknown=0, laid=None, most=3, mean=Fraction(3))
    >>> dict(sums(plain, {}))
    {0: 1, 3: 1}
    """
    number = sum(unseen.values())
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for value in hand.known:
        ways = _one_more(ways, {value: 1}, 1)
    for _ in range(hand.unknown if number else 0):
        ways = _one_more(ways, unseen, number)
    found: Counter[int] = Counter()
    for (cards, total), weight in ways.items():
        if cards <= MOST_SUPPLY_PLAYED:
            found[total] += weight
    return found


def _one_more(ways: Counter[tuple[int, int]], values: Unseen, stays: int) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for (cards, total), weight in ways.items():
        found[cards, total] += weight * stays
        for value, n in values.items():
            found[cards + 1, total + value] += weight * n
    return found
