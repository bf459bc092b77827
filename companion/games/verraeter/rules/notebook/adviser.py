"""A choice weighed with what one holds and what the others may hold: ranges, never one card as the best.

Every draft that can still happen counts alike; each is fought out by the conflict's own arithmetic. Of supply
the ends are the worst and the best that hands can do, the mean takes each card as laid with an even chance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from companion.engine.phrase import phrase
from companion.games.verraeter.data import OTHER, ActionCard, House
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict import bonus, fight, prize_each
from companion.games.verraeter.procedures.outcome import Field, Fighter
from companion.games.verraeter.rules.notebook.book import Notebook
from companion.games.verraeter.rules.notebook.supply import Sums, sums
from companion.games.verraeter.state.table import State

type Signs = tuple[int, ...]
"""For each player in drafting order: 1 where his supply counts for the viewer's house, −1 where against."""

ASSUMES = (
    "{drafts:# draft is|# drafts are} possible and count alike. The ends are the worst and the best that all "
    "hands can do; the mean takes each supply card as laid with an even chance, and a card that you have not "
    "seen as any of the {unseen} that are out."
)


class Span(NamedTuple):
    """The least, the mean and the most: chances, or points."""

    low: Fraction
    mean: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Advice:
    """What comes of one choice: an action card, and the supply laid with it (None: not chosen yet).

    `house` is that for which his cards count in the end: the traitor's count for the other one. `win` is the
    chance that this house wins, `tie` that none does, `points` what he gets.
    """

    pick: ActionCard
    supply: int | None
    house: House
    win: Span
    tie: Fraction
    points: Span


@dataclass(frozen=True, slots=True)
class Advised:
    """Every choice that is open, in the order of the cards, and in a sentence what was assumed."""

    template: str
    values: dict[str, object]
    choices: tuple[Advice, ...]

    @property
    def assumes(self) -> str:
        """The sentence, its values filled in."""
        return phrase(self.template, self.values)


class _Case(NamedTuple):
    """One draft: the margin of the viewer's house without the supply in question, and what is at stake."""

    margin: int
    signs: Signs
    prize: int
    won: int
    lost: int


def advise_picks(state: State, book: Notebook) -> Advised:
    """Each card that was handed to him; his own hand is weighed like the others'."""
    pool = sorted(book.round.received or ())
    spread = _spread(state, book, None)
    choices = tuple(_advice(state, book, pick, None, spread) for pick in pool)
    return _told(state, book, choices)


def advise_supply(state: State, book: Notebook, totals: Sequence[int]) -> Advised:
    """Each of these sums, beside the card that he kept; without one there is nothing to weigh."""
    kept = book.round.kept
    if kept is None or book.round.received is None:
        return Advised("", {}, ())
    choices = tuple(_advice(state, book, kept, total, _spread(state, book, total)) for total in totals)
    return _told(state, book, choices)


def _told(state: State, book: Notebook, choices: tuple[Advice, ...]) -> Advised:
    drafts = sum(1 for each in choices[:1] for _ in _drafts(state, book, each.pick))
    values: dict[str, object] = {"drafts": drafts, "unseen": sum(book.unseen.values())}
    return Advised(ASSUMES, values, choices)


type _Spread = tuple[tuple[Sums, int], ...]
"""What each player in drafting order may still lay, and the most of it; what lies there already is fixed."""


def _spread(state: State, book: Notebook, own: int | None) -> _Spread:
    return tuple(_laying(book, each.id, own) for each in state.in_turn())


def _laying(book: Notebook, player: str, own: int | None) -> tuple[Sums, int]:
    hand = book.hand(player)
    if hand.laid is not None or (player == book.viewer and own is not None):
        return {0: 1}, 0
    return sums(hand, book.unseen), hand.most


def _drafts(state: State, book: Notebook, pick: ActionCard) -> Iterator[tuple[ActionCard, ...]]:
    """Every draft in which he takes `pick`: a card for each player in drafting order."""
    left = [card for card in book.round.received or () if card != pick]
    order = state.ids
    here = next(n for n, each in enumerate(state.in_turn()) if each.id == book.viewer)
    for (*earlier, _), later in product(
        permutations(book.round.unseen), permutations(left, len(order) - here - 1)
    ):
        yield (*earlier, pick, *later)


def _cases(state: State, book: Notebook, pick: ActionCard, own: int) -> Iterator[_Case]:
    field, order = field_of(state), state.in_turn()
    plain = [
        Fighter(each.id, each.allegiance, (own,) if each.id == book.viewer else each.played or ())
        for each in order
    ]
    for cards in _drafts(state, book, pick):
        fighters = [replace(each, action=card) for each, card in zip(plain, cards, strict=True)]
        yield _case(field, fighters, book.viewer)


def _case(field: Field, fighters: Sequence[Fighter], viewer: str) -> _Case:
    fought = fight(field, fighters)
    mine = next(each for each in fighters if each.id == viewer)
    house = mine.serves
    signs = tuple(1 if fought.allegiances[each.id] == house else -1 for each in fighters)
    margin = fought.totals[house].total - fought.totals[OTHER[house]].total
    lost = next(ground for ground in field.grounds if ground.house != house)
    prize = prize_each(field, lost, signs.count(1))
    gains = [bonus(field.options, mine, house, winner) for winner in (house, OTHER[house])]
    return _Case(margin, signs, prize, *gains)


def field_of(state: State) -> Field:
    """The site of this round with its cards and house rules."""
    grounds = tuple(Ground(state.circle[n].type, state.circle[n].house) for n in state.site or (0, 1))
    return Field(grounds, state.options, state.cards, state.words)


def _advice(state: State, book: Notebook, pick: ActionCard, own: int | None, spread: _Spread) -> Advice:
    cases = list(_cases(state, book, pick, own or 0))
    mixed = {signs: _mixed(spread, signs) for signs in {case.signs for case in cases}}
    worst = [(case, {_end(spread, case.signs, -1): 1}) for case in cases]
    best = [(case, {_end(spread, case.signs, 1): 1}) for case in cases]
    means = [(case, mixed[case.signs]) for case in cases]
    found = [_weighed(each) for each in (worst, means, best)]
    serves = Fighter(book.viewer, state.player(book.viewer).allegiance, (), pick).serves
    win, points = (Span(*(each[n] for each in found)) for n in (0, 2))
    return Advice(pick, own, serves, win, found[1][1], points)


def _end(spread: _Spread, signs: Signs, good: int) -> int:
    """The margin's change if all on one side lay all they can, and nobody on the other does anything."""
    return sum(sign * most for (_, most), sign in zip(spread, signs, strict=True) if sign == good)


def _mixed(spread: _Spread, signs: Signs) -> Sums:
    """In how many equal cases supply changes the margin by so much."""
    found: Sums = {0: 1}
    for (laid, _), sign in zip(spread, signs, strict=True):
        more: Counter[int] = Counter()
        for margin, weight in found.items():
            for total, n in laid.items():
                more[margin + sign * total] += weight * n
        found = more
    return found


def _weighed(cases: Sequence[tuple[_Case, Sums]]) -> tuple[Fraction, Fraction, Fraction]:
    """The chance to win, the chance of a tie, the mean points."""
    win = tie = points = Fraction(0)
    for case, changes in cases:
        all_ = sum(changes.values())
        won = Fraction(sum(n for change, n in changes.items() if case.margin + change > 0), all_)
        tie += Fraction(changes.get(-case.margin, 0), all_)
        win, points = win + won, points + won * (case.prize + case.won) + (1 - won) * case.lost
    return win / len(cases), tie / len(cases), points / len(cases)
