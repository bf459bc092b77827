"""What can lie where: hypotheses that are exact, and as few as can be (specification 6.7).

Cells among which nothing tells cards apart are one *block*: any order of what lies in a block is as likely
as any other. At the start the whole front is one. A move makes its quadrant a block; a fact about some cells
splits the blocks that they cut through. A hypothesis says which known cards lie in each block; the others,
not pinned, lie in the remaining cells in any order, each as likely. Weights are whole numbers to one scale.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial, gcd, lcm, perm, prod
from typing import NamedTuple

from companion.engine.records import replace
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
    cuts = []
    for taken in product(*(range(count + 1) for _, count in kinds)):
        free = part - sum(taken)
        ways = comb(size - len(content), free) if free >= 0 else 0
        inside, outside = list[Card](), list[Card]()
        for (card, count), n in zip(kinds, taken, strict=True):
            ways *= comb(count, n)
            inside += [card] * n
            outside += [card] * (count - n)
        if ways:
            cuts.append((tuple(inside), tuple(outside), ways))
    return tuple(cuts)


@cache
def packed(content: Content) -> int:
    """How many of each card these are, in one number."""
    return sum(1 << BITS * CARDS.index(card) for card in content)


def unpacked(pinned: int, remaining: Counts) -> dict[Card, int]:
    mask = (1 << BITS) - 1
    return {card: remaining[card] - (pinned >> BITS * n & mask) for n, card in enumerate(CARDS)}


@lru_cache(REMEMBERED)
def stirred(contents: Key, cuts: tuple[tuple[int, int], ...]) -> tuple[tuple[Key, int], ...]:
    """Blocks of which each gives so many of its cells to one block: what stays behind, the new block, ways.

    `cuts` are each block's size and how many of its cells go; one that goes altogether leaves nothing.
    """
    blocks: defaultdict[Key, int] = defaultdict(int)
    parts = (splits(content, *cut) for content, cut in zip(contents, cuts, strict=True))
    for each in product(*parts):
        behind = tuple(
            outside for (_, outside, _), (size, goes) in zip(each, cuts, strict=True) if size > goes
        )
        whole = tuple(sorted(card for inside, _, _ in each for card in inside))
        blocks[(*behind, whole)] += prod(ways for _, _, ways in each)
    return tuple(blocks.items())


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
    return tuple(sorted((*content, *(card,) * number))) if number else content


def without(content: Content, card: Card) -> Content:
    at = content.index(card)
    return content[:at] + content[at + 1 :]


type Weights = dict[Key, int]
type Block = tuple[str, ...]


LARGE = 2**256
"""Weights beyond are brought down to their smallest whole numbers."""
MOST = 50_000
"""Known cards in known cells, arrangement by arrangement: what is always worked out (specification 6.7)."""
EFFORT = 8_000
"""Hypotheses written down in all: what a fiftieth of a second holds. Beyond, more than `MOST` is refused."""


class TooMuch(Exception):
    """More is possible than is worked out."""


class Share(NamedTuple):
    """A hypothesis that comes of another, and by which fraction of its weight."""

    key: Key
    number: int
    of: int = 1


@dataclass(frozen=True, slots=True)
class Belief:
    """What everybody can know of a front: its blocks, weighted hypotheses, how many of each card it has."""

    blocks: tuple[Block, ...]
    weights: Weights
    remaining: Counts
    pinned: frozenset[Card] = frozenset()
    effort: int = EFFORT
    """Hypotheses that may still be written down; the same for the same events, whoever asks and when."""

    def growing(self, weights: Collection[Key], blocks: Sequence[Block]) -> int:
        """At how many hypotheses to look again; `TooMuch` where these are too many."""
        if len(weights) <= self.effort:
            return self.effort
        sizes, cases = [len(block) for block in blocks], 0
        for key in weights:
            cases += prod(map(arrangements, key, sizes))
            if cases > MOST:
                raise TooMuch
        return 2 * len(weights)

    @property
    def cells(self) -> frozenset[str]:
        return frozenset(at for block in self.blocks for at in block)

    def block_of(self, at: str) -> int:
        return next(n for n, block in enumerate(self.blocks) if at in block)

    def within(self, cells: Collection[str]) -> list[int]:
        return [n for n, block in enumerate(self.blocks) if set(block) <= set(cells)]

    def pool(self, key: Key) -> dict[Card, int]:
        """The cards that a hypothesis does not pin."""
        pinned = Counter(card for content in key for card in content)
        return {card: number - pinned[card] for card, number in self.remaining.items()}

    def shared(self, shares: Callable[[Key], Iterable[Share]]) -> "Belief":
        """Each hypothesis in the place of which others come, equal ones added up."""
        parts: defaultdict[int, defaultdict[Key, int]] = defaultdict(lambda: defaultdict(int))
        most = max(self.effort, len(self.weights))
        for key, weight in self.weights.items():
            for share in shares(key):
                if share.number:
                    parts[share.of][share.key] += weight * share.number
            if (size := sum(map(len, parts.values()))) > most:
                most = max(2 * size, self.growing(frozenset().union(*parts.values()), self.blocks))
        scale = lcm(*parts)
        weights: defaultdict[Key, int] = defaultdict(int)
        for of, part in parts.items():
            for key, weight in part.items():
                weights[key] += weight * (scale // of)
        return self._with(weights)

    def _with(self, weights: Mapping[Key, int]) -> "Belief":
        effort = self.effort - len(weights)
        if not weights or next(iter(weights.values())) < LARGE:
            return replace(self, weights=dict(weights), effort=effort)
        common = gcd(*weights.values())
        return replace(self, weights={key: w // common for key, w in weights.items()}, effort=effort)

    def split(self, cells: Collection[str]) -> "Belief":
        """The same with every block either among these cells or beside them."""
        belief = self
        for n, block in enumerate(self.blocks):
            part = tuple(at for at in block if at in cells)
            if part and len(part) < len(block):
                belief = belief._cut(n, part, tuple(at for at in block if at not in cells))
        return belief

    def _cut(self, n: int, part: Block, rest: Block) -> "Belief":
        """One block cut: the part keeps its place, the rest comes last."""
        size = len(part) + len(rest)
        weights: defaultdict[Key, int] = defaultdict(int)
        blocks, most = (*self.blocks[:n], part, *self.blocks[n + 1 :], rest), self.effort
        for key, weight in self.weights.items():
            for inside, outside, ways in splits(key[n], size, len(part)):
                weights[(*key[:n], inside, *key[n + 1 :], outside)] += weight * ways
            if len(weights) > most:
                most = self.growing(weights, blocks)
        return replace(self, blocks=blocks)._with(weights)

    def mixed(self, cells: Collection[str]) -> "Belief":
        """The same after these cells' cards have been rearranged in secret."""
        if any(set(cells) <= set(block) for block in self.blocks):
            return self
        touched = [n for n, block in enumerate(self.blocks) if set(block) & set(cells)]
        apart = [n for n in range(len(self.blocks)) if n not in touched]
        cuts = tuple((len(self.blocks[n]), len(set(self.blocks[n]) & set(cells))) for n in touched)
        rests = (tuple(at for at in self.blocks[n] if at not in cells) for n in touched)
        blocks = (*(self.blocks[n] for n in apart), *filter(None, rests), tuple(cells))
        weights: defaultdict[Key, int] = defaultdict(int)
        most = self.effort
        for key, weight in self.weights.items():
            others = tuple([key[n] for n in apart])
            for after, ways in stirred(tuple([key[n] for n in touched]), cuts):
                weights[others + after] += weight * ways
            if len(weights) > most:
                most = self.growing(weights, blocks)
        return replace(self, blocks=blocks)._with(weights)

    def showing(self, at: str, card: Card) -> "Belief":
        """The hypotheses in which that card lies in a cell, pinned there."""
        n, cells = self.block_of(at), sum(map(len, self.blocks))
        weights: defaultdict[Key, int] = defaultdict(int)
        scale = lcm(*{max(1, cells - sum(map(len, key))) for key in self.weights})
        rest = tuple(each for each in self.blocks[n] if each != at)
        blocks = (*self.blocks[:n], *self.blocks[n + 1 :], (at,), rest)
        most = self.effort
        for key, weight in self.weights.items():
            loose = max(1, cells - sum(map(len, key)))
            others, free = (
                key[:n] + key[n + 1 :],
                self.remaining[card] - sum(each.count(card) for each in key),
            )
            for inside, outside, ways in splits(key[n], len(self.blocks[n]), 1):
                if inside == (card,):
                    weights[(*others, inside, outside)] += weight * ways * scale
                elif not inside and free:
                    weights[(*others, (card,), outside)] += weight * ways * free * (scale // loose)
            if len(weights) > most:
                most = self.growing(weights, blocks)
        return replace(self, blocks=blocks)._with(weights)._tidy()

    def _tidy(self) -> "Belief":
        """The same without a block of no cells at its end."""
        if self.blocks[-1]:
            return self
        return replace(
            self, blocks=self.blocks[:-1], weights={key[:-1]: w for key, w in self.weights.items()}
        )

    def holding(self, card: Card, places: Collection[int]) -> "Belief":
        """The hypotheses with such a pinned card in one of these blocks."""
        kept = {key: w for key, w in self.weights.items() if any(card in key[n] for n in places)}
        return replace(self, weights=kept)

    def tracking(self, card: Card) -> "Belief":
        """The same with every card of that kind pinned, now and from now on."""
        if card in self.pinned:
            return self
        tracked = self.shared(lambda key: self._placed(key, card))
        return replace(tracked, pinned=self.pinned | {card})

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
        cases = sum(self.weights.values()) * len(self.blocks[n])
        return {card: value / cases for card, value in sorted(sums.items()) if value}

    def _sums(self, blocks: Sequence[int]) -> list[dict[Card, Fraction]]:
        """For each of these blocks the weight of each card in it, over all hypotheses."""
        contents: list[Counter[Content]] = [Counter() for _ in blocks]
        loose: defaultdict[int, list[int]] = defaultdict(lambda: [0] * len(blocks))
        wanted = [(n, block, len(self.blocks[block])) for n, block in enumerate(blocks)]
        for key, weight in self.weights.items():
            free = loose[sum(map(packed, key))]
            for n, block, size in wanted:
                contents[n][key[block]] += weight
                free[n] += weight * (size - len(key[block]))
        pools = [(unpacked(pinned, self.remaining), free) for pinned, free in loose.items()]
        return [_added(each, [(pool, free[n]) for pool, free in pools]) for n, each in enumerate(contents)]


def _added(contents: Counter[Content], loose: list[tuple[dict[Card, int], int]]) -> dict[Card, Fraction]:
    sums: defaultdict[Card, Fraction] = defaultdict(Fraction)
    for content, weight in contents.items():
        for card in content:
            sums[card] += weight
    for pool, free in loose:
        unpinned = sum(pool.values())
        for card, number in pool.items():
            if number and free:
                sums[card] += Fraction(free * number, unpinned)
    return sums
