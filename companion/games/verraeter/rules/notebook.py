"""What a player may write down: who drafted what, what each may hold; and a choice weighed with it.

Every draft that can still happen counts alike; each is fought out by the conflict's own arithmetic. Of supply
the ends are the worst and the best that hands can do, the mean takes each card as laid with an even chance.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import NamedTuple

from companion.engine.campaign.books import Passage, Passages
from companion.engine.records import replace
from companion.engine.wording import fill
from companion.games.verraeter import data
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.procedures.conflict import Field, Fighter, Ground, bonus, fight, prize_each
from companion.games.verraeter.rules import PICKS_HIDDEN
from companion.games.verraeter.state import Player, State

type Unseen = Mapping[int, int]
"""How many cards of each value a viewer has not seen: in the draw pile, or unknown in a hand."""
type Sums = Mapping[int, int]
"""In how many equal cases each sum is laid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One player's supply as a viewer knows it.

    `values` are what he must hold, `unknown` so many cards beside them. `laid` lies before him (None:
    he has not played). `most` is the largest sum that he could still lay, `mean` what his whole hand is worth
    on average.
    """

    player: str
    cards: int
    values: tuple[int, ...]
    unknown: int
    laid: tuple[int, ...] | None
    most: int
    mean: Fraction


def known_cards(passages: Passages) -> dict[str, Counter[int]]:
    """What each player must hold by what all have seen: who has not played his 3 has it."""
    held_cards: dict[str, Counter[int]] = {}
    for passage in passages:
        if passage.before is None or passage.before.phase == passage.after.phase == "estates":
            held_cards = _dealt(passage.after) if passage.after.phase == "estates" else held_cards
        else:
            _shown(held_cards, passage)
    return held_cards


def _dealt(state: State) -> dict[str, Counter[int]]:
    return {player: Counter(data.STARTING_HAND) for player in state.ids}


def _shown(cards: dict[str, Counter[int]], passage: Passage) -> None:
    for was, now in zip(passage.before.players, passage.after.players, strict=True):
        if was.played is None and now.played is not None:
            cards.get(now.id, Counter()).subtract(now.played)
    action = passage.action
    if type(action) is dict and action.get("type") == "refill":
        cards.get(action["player"], Counter()).subtract(action.get("discard", ()))
    elif action is None and passage.before.phase == "refill":
        # What was laid down is not told here: nothing of that hand is sure any more.
        cards.pop(passage.before.active, None)
    for player, values in cards.items():
        cards[player] = +values


def unseen_by(state: State, cards: Mapping[str, Iterable[int]]) -> Unseen:
    """What of the deck a viewer has not seen and cannot work out; `known` is what is sure in each hand."""
    left = Counter(dict(state.cards.supply))
    left.subtract(value for value in state.discard if value != data.UNKNOWN)
    for player in state.players:
        left.subtract(player.played or ())
        left.subtract(cards[player.id])
    return {value: count for value, count in sorted(left.items()) if count > 0}


def values_of(state: State, viewer: str, cards: Mapping[str, Counter[int]]) -> dict[str, tuple[int, ...]]:
    """The values that are sure in each hand; in one's own, all that the app knows."""
    values = {}
    for player in state.players:
        if player.id == viewer or state.options.counts_only:
            values[player.id] = tuple(value for value in player.hand if value != data.UNKNOWN)
        else:
            values[player.id] = tuple(sorted(cards.get(player.id, Counter()).elements()))
    return values


def held(player: Player, values: tuple[int, ...], unseen: Unseen) -> Held:
    unknown = len(player.hand) - len(values)
    out = Counter(unseen).elements()
    best = sorted([*values, *sorted(out, reverse=True)[:unknown]], reverse=True)[: data.MOST_SUPPLY_PLAYED]
    number = sum(unseen.values()) or 1
    mean = sum(values) + unknown * Fraction(sum(value * n for value, n in unseen.items()), number)
    return Held(
        player=player.id,
        cards=len(player.hand),
        values=values,
        unknown=unknown,
        laid=player.played,
        most=sum(best),
        mean=mean,
    )


def sums(hand: Held, unseen: Unseen) -> Sums:
    """What a hand may lay, each of its cards with an even chance, at most five.

    An unknown card is taken to be like any that has not been seen.

    >>> plain = Held(player="a", cards=1, values=(3,), unknown=0, laid=None, most=3, mean=Fraction(3))
    >>> dict(sums(plain, {}))
    {0: 1, 3: 1}
    """
    number = sum(unseen.values())
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for value in hand.values:
        ways = _one_more(ways, {value: 1}, 1)
    for _ in range(hand.unknown if number else 0):
        ways = _one_more(ways, unseen, number)
    totals: Counter[int] = Counter()
    for (cards, total), weight in ways.items():
        if cards <= data.MOST_SUPPLY_PLAYED:
            totals[total] += weight
    return totals


def _one_more(ways: Counter[tuple[int, int]], values: Unseen, stays: int) -> Counter[tuple[int, int]]:
    totals: Counter[tuple[int, int]] = Counter()
    for (cards, total), weight in ways.items():
        totals[cards, total] += weight * stays
        for value, n in values.items():
            totals[cards + 1, total + value] += weight * n
    return totals


class Likely(NamedTuple):
    """A card, and how likely it is there."""

    card: ActionCard
    chance: Fraction


class Drafted(NamedTuple):
    """What a player may have kept; nothing where he has not drafted and will not this round."""

    player: str
    may: tuple[Likely, ...]

    @property
    def sure(self) -> ActionCard | None:
        return self.may[0].card if len(self.may) == 1 else None


class Past(NamedTuple):
    """A round whose cards were turned over: what each had kept."""

    round: int
    picks: Mapping[str, ActionCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """This round's draft as one player knows it, everybody in drafting order.

    `received` came to him (None: nothing yet, or the real cards go round), `kept` is his own, `passed` he
    handed on or put back. `unseen` he never saw: put aside, or taken before him. `aside` is what may have
    been put aside.
    """

    received: tuple[ActionCard, ...] | None
    kept: ActionCard | None
    passed: tuple[ActionCard, ...]
    unseen: tuple[ActionCard, ...]
    aside: tuple[Likely, ...]
    players: tuple[Drafted, ...]


def alike(cards: Collection[ActionCard]) -> tuple[Likely, ...]:
    """One of these cards, each as likely as the other."""
    return tuple(Likely(card, Fraction(1, len(cards))) for card in sorted(cards))


def drafted(state: State, passages: Passages, viewer: str) -> Round:
    """This round's draft as `viewer` knows it."""
    received = handed(state, passages, viewer)
    kept = state.player(viewer).pick
    came = received or ACTION_CARDS
    passed = tuple(card for card in came if card != kept) if received and kept else ()
    unseen = tuple(card for card in ACTION_CARDS if card not in received) if received else ACTION_CARDS
    order = state.in_turn()
    place = next(n for n, each in enumerate(order) if each.id == viewer)
    later = (passed or came) if received else unseen
    return Round(
        received=received,
        kept=kept,
        passed=passed,
        unseen=unseen,
        aside=() if state.draft.mode == "offline" else alike(unseen),
        players=tuple(
            Drafted(each.id, _may(state, each, viewer, unseen if n < place else later))
            for n, each in enumerate(order)
        ),
    )


def _may(state: State, player: Player, viewer: str, cards: Sequence[ActionCard]) -> tuple[Likely, ...]:
    """His own card and those that were turned over are known; before the draft there is none."""
    if player.pick and (player.id == viewer or state.phase not in PICKS_HIDDEN):
        return alike((player.pick,))
    return alike(cards) if state.phase in PICKS_HIDDEN else ()


def handed(state: State, passages: Passages, viewer: str) -> tuple[ActionCard, ...] | None:
    """The cards that came to this player in this round's draft: his own knowledge."""
    for each in (state, *(passage.after for passage in reversed(passages))):
        if each.round != state.round:
            return None
        if each.phase == "draft" and each.draft.mode == "digital" and each.active == viewer:
            pool: tuple[ActionCard, ...] = each.draft.pool
            return pool
    return None


def past(passages: Passages) -> Iterator[Past]:
    for passage in passages:
        before, action = passage.before, passage.action
        if before is not None and before.phase == "reveal" and passage.after.phase != "reveal":
            by_player = action.get("picks") if type(action) is dict else None
            picks = by_player or {each.id: each.pick for each in before.players if each.pick}
            yield Past(before.round, dict(picks))


@dataclass(frozen=True, slots=True)
class Between:
    """A line of which only the states around it are known."""

    number: int
    before: State | None
    after: State
    action: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """What `viewer` may know, nothing else: twin tables that differ in what is hidden from him have the same.

    `held` are all hands, his own among them, clockwise. `unseen` are the supply cards that he has not seen;
    `draw` of them lie in the pile. `discard` lies open.
    """

    viewer: str
    round: Round
    past: tuple[Past, ...]
    held: tuple[Held, ...]
    unseen: Unseen
    draw: int
    discard: tuple[int, ...]

    def hand(self, player: str) -> Held:
        return next(each for each in self.held if each.player == player)


def passages_of(trail: Sequence[State]) -> tuple[Passage, ...]:
    """The lines of a trail where nobody kept what was done in them."""
    states = (None, *trail)
    return tuple(
        Between(n, before, after)
        for n, (before, after) in enumerate(pairwise(states), start=1)
        if after is not None
    )


def notebook(state: State, passages: Passages, viewer: str) -> Notebook:
    """The notebook of one who sits at the table. `passages` are the lines that stand, the setup's first."""
    values = values_of(state, viewer, known_cards(passages))
    unseen = unseen_by(state, values)
    return Notebook(
        viewer=viewer,
        round=drafted(state, passages, viewer),
        past=tuple(past(passages)),
        held=tuple(held(player, values[player.id], unseen) for player in state.players),
        unseen=unseen,
        draw=len(state.draw),
        discard=state.discard,
    )


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
    house: data.House
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
        return fill(self.template, self.values)


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
    return _advised(state, book, choices)


def advise_supply(state: State, book: Notebook, totals: Sequence[int]) -> Advised:
    """Each of these sums, beside the card that he kept; without one there is nothing to weigh."""
    kept = book.round.kept
    if kept is None or book.round.received is None:
        return Advised("", {}, ())
    choices = tuple(_advice(state, book, kept, total, _spread(state, book, total)) for total in totals)
    return _advised(state, book, choices)


def _advised(state: State, book: Notebook, choices: tuple[Advice, ...]) -> Advised:
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
    place = next(n for n, each in enumerate(state.in_turn()) if each.id == book.viewer)
    for (*earlier, _), later in product(
        permutations(book.round.unseen), permutations(left, len(order) - place - 1)
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
        fought = fight(field, fighters)
        mine = next(each for each in fighters if each.id == book.viewer)
        house = mine.serves
        signs = tuple(1 if fought.allegiances[each.id] == house else -1 for each in fighters)
        margin = fought.totals[house].total - fought.totals[data.OTHER[house]].total
        lost = next(ground for ground in field.grounds if ground.house != house)
        prize = prize_each(field, lost, signs.count(1))
        gains = [bonus(field.options, mine, house, winner) for winner in (house, data.OTHER[house])]
        yield _Case(margin, signs, prize, *gains)


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
    weights = [_weighed(each) for each in (worst, means, best)]
    serves = Fighter(book.viewer, state.player(book.viewer).allegiance, (), pick).serves
    win, points = (Span(*(each[n] for each in weights)) for n in (0, 2))
    return Advice(pick, own, serves, win, weights[1][1], points)


def _end(spread: _Spread, signs: Signs, good: int) -> int:
    """The margin's change if all on one side lay all they can, and nobody on the other does anything."""
    return sum(sign * most for (_, most), sign in zip(spread, signs, strict=True) if sign == good)


def _mixed(spread: _Spread, signs: Signs) -> Sums:
    mixture: Sums = {0: 1}
    for (laid, _), sign in zip(spread, signs, strict=True):
        more: Counter[int] = Counter()
        for margin, weight in mixture.items():
            for total, n in laid.items():
                more[margin + sign * total] += weight * n
        mixture = more
    return mixture


def _weighed(cases: Sequence[tuple[_Case, Sums]]) -> tuple[Fraction, Fraction, Fraction]:
    win = tie = points = Fraction(0)
    for case, changes in cases:
        all_ = sum(changes.values())
        won = Fraction(sum(n for change, n in changes.items() if case.margin + change > 0), all_)
        tie += Fraction(changes.get(-case.margin, 0), all_)
        win, points = win + won, points + won * (case.prize + case.won) + (1 - won) * case.lost
    return win / len(cases), tie / len(cases), points / len(cases)
