"""What may lie in a block of cells among which nothing tells cards apart: how it is cut, stirred, filled."""

from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial, perm, prod

from companion.games.scope.data import CARDS, Card, Counts

type Content = tuple[Card, ...]
"""The pinned cards of a block, sorted."""
type Key = tuple[Content, ...]

BITS = 6
"""So many hold the number of a card on a front."""
REMEMBERED = 2**15
"""Blocks of each kind that are kept worked out; whatever is asked, they fill no more memory."""


@lru_cache(REMEMBERED)
def arrangements(content: Content, size: int) -> int:
    """In how many ways known cards can lie in a block, cell by cell.

    >>> arrangements(("decoy", "sniper", "sniper"), 4)
    12
    """
    return perm(size, len(content)) // prod(factorial(content.count(card)) for card in set(content))


@lru_cache(REMEMBERED)
def splits(content: Content, size: int, part: int) -> tuple[tuple[Content, Content, int], ...]:
    """A block cut in two: what may lie in a part of so many cells, what in the rest, in how many ways."""
    kinds = sorted(Counter(content).items())
    found = []
    for taken in product(*(range(count + 1) for _, count in kinds)):
        free = part - sum(taken)
        ways = comb(size - len(content), free) if free >= 0 else 0
        inside, outside = list[Card](), list[Card]()
        for (card, count), n in zip(kinds, taken, strict=True):
            ways *= comb(count, n)
            inside += [card] * n
            outside += [card] * (count - n)
        if ways:
            found.append((tuple(inside), tuple(outside), ways))
    return tuple(found)


@cache
def packed(content: Content) -> int:
    """How many of each card these are, in one number."""
    return sum(1 << BITS * CARDS.index(card) for card in content)


def unpacked(known: int, remaining: Counts) -> dict[Card, int]:
    """What is left of each card besides those."""
    mask = (1 << BITS) - 1
    return {card: remaining[card] - (known >> BITS * n & mask) for n, card in enumerate(CARDS)}


@lru_cache(REMEMBERED)
def stirred(contents: Key, cuts: tuple[tuple[int, int], ...]) -> tuple[tuple[Key, int], ...]:
    """Blocks of which each gives so many of its cells to one block: what stays behind, the new block, ways.

    `cuts` are each block's size and how many of its cells go; one that goes altogether leaves nothing.
    """
    found: defaultdict[Key, int] = defaultdict(int)
    parts = (splits(content, *cut) for content, cut in zip(contents, cuts, strict=True))
    for each in product(*parts):
        behind = tuple(
            outside for (_, outside, _), (size, goes) in zip(each, cuts, strict=True) if size > goes
        )
        whole = tuple(sorted(card for inside, _, _ in each for card in inside))
        found[(*behind, whole)] += prod(ways for _, _, ways in each)
    return tuple(found.items())


@lru_cache(REMEMBERED)
def spreads(free: tuple[int, ...], number: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """So many like cards over blocks with so many free cells each, and in how many ways."""
    if not free:
        return (((), 1),) if number == 0 else ()
    first, rest = free[0], free[1:]
    return tuple(
        ((n, *others), comb(first, n) * ways)
        for n in range(min(first, number) + 1)
        for others, ways in spreads(rest, number - n)
    )


def with_cards(content: Content, card: Card, number: int = 1) -> Content:
    """A block's content with more cards pinned."""
    return tuple(sorted((*content, *(card,) * number))) if number else content


def without(content: Content, card: Card) -> Content:
    """A block's content with one card fewer."""
    at = content.index(card)
    return content[:at] + content[at + 1 :]
