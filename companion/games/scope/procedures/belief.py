"""What can lie where: hypotheses that are exact, and as few as can be (specification 6.7).

Cells among which nothing tells cards apart are one *block*: any order of what lies in a block is as likely
as any other. At the start the whole front is one. A move makes its quadrant a block; a fact about some cells
splits the blocks that they cut through. A hypothesis says which known cards lie in each block; the others,
not pinned, lie in the remaining cells in any order, each as likely. Weights are whole numbers to one scale.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, gcd, lcm
from typing import NamedTuple

from companion.games.scope.data import Card, Counts

type Content = tuple[Card, ...]
"""The pinned cards of a block, sorted."""
type Key = tuple[Content, ...]
type Weights = dict[Key, int]
type Block = tuple[str, ...]


LARGE = 2**256
"""Weights beyond are brought down to their smallest whole numbers."""


class Share(NamedTuple):
    """A hypothesis that comes of another, and by which fraction of its weight."""

    key: Key
    number: int
    of: int = 1


@cache
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


@dataclass(frozen=True, slots=True)
class Belief:
    """What everybody can know of a front: its blocks, weighted hypotheses, how many of each card it has."""

    blocks: tuple[Block, ...]
    weights: Weights
    remaining: Counts
    pinned: frozenset[Card] = frozenset()

    @property
    def cells(self) -> frozenset[str]:
        """The cells that hold a card of the front."""
        return frozenset(at for block in self.blocks for at in block)

    def block_of(self, at: str) -> int:
        """Which block a cell belongs to."""
        return next(n for n, block in enumerate(self.blocks) if at in block)

    def within(self, cells: Collection[str]) -> list[int]:
        """The blocks that lie among these cells altogether."""
        return [n for n, block in enumerate(self.blocks) if set(block) <= set(cells)]

    def pool(self, key: Key) -> dict[Card, int]:
        """The cards that a hypothesis does not pin."""
        known = Counter(card for content in key for card in content)
        return {card: number - known[card] for card, number in self.remaining.items()}

    def shared(self, shares: Callable[[Key], Iterable[Share]]) -> "Belief":
        """Each hypothesis in the place of which others come, equal ones added up."""
        found = [(share, weight) for key, weight in self.weights.items() for share in shares(key)]
        scale = lcm(*{share.of for share, _ in found})
        weights: defaultdict[Key, int] = defaultdict(int)
        for share, weight in found:
            if share.number:
                weights[share.key] += weight * share.number * (scale // share.of)
        return self._with(weights)

    def _with(self, weights: Mapping[Key, int]) -> "Belief":
        if not weights or next(iter(weights.values())) < LARGE:
            return replace(self, weights=dict(weights))
        common = gcd(*weights.values())
        return replace(self, weights={key: weight // common for key, weight in weights.items()})

    def split(self, cells: Collection[str]) -> "Belief":
        """The same with every block either among these cells or beside them."""
        found = self
        for n, block in enumerate(self.blocks):
            part = tuple(at for at in block if at in cells)
            if part and len(part) < len(block):
                found = found._cut(n, part, tuple(at for at in block if at not in cells))
        return found

    def _cut(self, n: int, part: Block, rest: Block) -> "Belief":
        """One block cut: the part keeps its place, the rest comes last."""
        size = len(part) + len(rest)
        weights: defaultdict[Key, int] = defaultdict(int)
        for key, weight in self.weights.items():
            for inside, outside, ways in splits(key[n], size, len(part)):
                weights[(*key[:n], inside, *key[n + 1 :], outside)] += weight * ways
        blocks = (*self.blocks[:n], part, *self.blocks[n + 1 :], rest)
        return replace(self, blocks=blocks)._with(weights)

    def mixed(self, cells: Collection[str]) -> "Belief":
        """The same after these cells' cards have been rearranged in secret."""
        if any(set(cells) <= set(block) for block in self.blocks):
            return self
        found = self.split(cells)
        joined = found.within(cells)
        apart = [n for n in range(len(found.blocks)) if n not in joined]
        weights: defaultdict[Key, int] = defaultdict(int)
        for key, weight in found.weights.items():
            whole = tuple(sorted(card for n in joined for card in key[n]))
            weights[(*(key[n] for n in apart), whole)] += weight
        blocks = (*(found.blocks[n] for n in apart), tuple(cells))
        return replace(found, blocks=blocks)._with(weights)

    def tracking(self, card: Card) -> "Belief":
        """The same with every card of that kind pinned, now and from now on."""
        if card in self.pinned:
            return self
        found = self.shared(lambda key: self._placed(key, card))
        return replace(found, pinned=self.pinned | {card})

    def _placed(self, key: Key, card: Card) -> Iterator[Share]:
        number = self.pool(key)[card]
        free = [len(block) - len(content) for block, content in zip(self.blocks, key, strict=True)]
        for spread, ways in spreads(tuple(free), number):
            placed = tuple(with_cards(content, card, n) for content, n in zip(key, spread, strict=True))
            yield Share(placed, ways, comb(sum(free), number))

    def chances(self) -> dict[str, dict[Card, Fraction]]:
        """For each cell the chance of each card, the impossible ones left out."""
        every = range(len(self.blocks))
        odds = zip(self.blocks, map(self._odds, every, self._sums(every)), strict=True)
        return {at: each for block, each in odds for at in block}

    def chances_at(self, at: str) -> dict[Card, Fraction]:
        """The same for one cell, without reckoning the others."""
        n = self.block_of(at)
        return self._odds(n, self._sums((n,))[0])

    def _odds(self, n: int, sums: Mapping[Card, Fraction]) -> dict[Card, Fraction]:
        """The chances in a block, from the weight of each card in it."""
        cases = sum(self.weights.values()) * len(self.blocks[n])
        return {card: value / cases for card, value in sorted(sums.items()) if value}

    def _sums(self, blocks: Sequence[int]) -> list[dict[Card, Fraction]]:
        """For each of these blocks the weight of each card in it, over all hypotheses."""
        pinned: list[Counter[Card]] = [Counter() for _ in blocks]
        loose: list[Counter[tuple[Card, int]]] = [Counter() for _ in blocks]
        for key, weight in self.weights.items():
            pool = [(card, number) for card, number in self.pool(key).items() if number]
            unpinned = sum(number for _, number in pool)
            for n, block in enumerate(blocks):
                for card in key[block]:
                    pinned[n][card] += weight
                free = len(self.blocks[block]) - len(key[block])
                for card, number in pool if free else ():
                    loose[n][card, unpinned] += weight * number * free
        return [_added(*both) for both in zip(pinned, loose, strict=True)]


def _added(pinned: Counter[Card], loose: Counter[tuple[Card, int]]) -> dict[Card, Fraction]:
    sums: defaultdict[Card, Fraction] = defaultdict(Fraction)
    for card, weight in pinned.items():
        sums[card] += weight
    for (card, unpinned), weight in loose.items():
        sums[card] += Fraction(weight, unpinned)
    return sums


@cache
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
