"""A side's notebook: which cards lie open, who played them when, and how many of each year are still out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from companion.games.scarper.data import CARD_SIDES, SIDES, CardSide, Side
from companion.games.scarper.state.library import Card
from companion.games.scarper.state.table import State

type How = Literal["event", "commands", "discarded", "open"]
"""Played for its event, for its points, laid down by an event; or open since before anybody looked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A card that everybody has seen. `year` and `side` are printed on it.

    `by` had it in hand and turned it over in `in_year`; both are None where nobody looked. `in_play` is whose
    it is while it remains in play.
    """

    card: str
    title: str
    year: int
    side: CardSide
    points: int
    how: How = "open"
    by: Side | None = None
    in_year: int | None = None
    in_play: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCards:
    """The cards of one year's deck: all there are, those seen, one's own in hand, and what is left.

    `undealt` lie in the pile (None: the cards are on the table). `left` are the cards that the viewer has not
    seen, by id, `left_of` how many of them each side's are.
    """

    year: int
    total: int
    seen: int
    mine: int
    undealt: int | None
    left: tuple[str, ...]
    left_of: Mapping[CardSide, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """What `viewer` may know (None: what everybody does), nothing else.

    `seen` goes in the order in which the cards were turned over. `hands` are how many cards each side holds;
    those of the others are among `may_hold`: cards of the years dealt so far that the viewer has not seen.
    `missions` were revealed, year by year; `missions_left` is how many of each side's were not.
    """

    viewer: Side | None
    seen: tuple[Seen, ...]
    years: tuple[YearCards, ...]
    hands: Mapping[Side, int]
    may_hold: tuple[str, ...]
    missions: Mapping[Side, tuple[tuple[int, tuple[str, ...]], ...]]
    missions_left: Mapping[Side, int]

    def by(self, side: Side, year: int) -> tuple[Seen, ...]:
        """The cards that a side played or laid down in a year."""
        return tuple(each for each in self.seen if (each.by, each.in_year) == (side, year))

    def of(self, year: int) -> YearCards:
        """The cards of a year's deck."""
        return next(each for each in self.years if each.year == year)


def notebook(state: State, trail: Sequence[State], viewer: Side | None) -> Notebook:
    """The notebook as it stands; `trail` are the states that led here, as far back as anybody kept them."""
    seen = seen_cards(state, trail)
    years = tuple(
        _year(state, year, {each.card for each in seen}, viewer)
        for year in sorted({card.year for card in state.box.cards.values()})
    )
    return Notebook(
        viewer=viewer,
        seen=seen,
        years=years,
        hands={side: state.hands[side].count for side in SIDES},
        may_hold=tuple(card for each in years if each.year <= state.year for card in each.left),
        missions={side: tuple((each.year, each.revealed[side]) for each in state.history) for side in SIDES},
        missions_left={side: _missions_left(state, side) for side in SIDES},
    )


def seen_cards(state: State, trail: Sequence[State]) -> tuple[Seen, ...]:
    """Every card that lies open, in the order in which it was turned over."""
    turned = dict.fromkeys((*state.played, *(there.card for there in state.in_play)))
    told = {each.card: each for each in _turned_over(trail) if each.card in turned}
    plain = (_plain(state.box.cards[card]) for card in turned if card not in told and card in state.box.cards)
    owners = {there.card: there.owner for there in state.in_play}
    return tuple(_with_owner(each, owners) for each in (*plain, *told.values()))


def _turned_over(trail: Sequence[State]) -> Iterator[Seen]:
    """Card after card: the one that a round is played with, and those that events make somebody discard."""
    for before, after in pairwise(trail):
        open_before = {*before.played, *(there.card for there in before.in_play)}
        for card in after.played:
            if card not in open_before and card in after.box.cards:
                yield _turned(before, after, after.box.cards[card])


def _turned(before: State, after: State, card: Card) -> Seen:
    turn = after.turn
    if turn is not None and turn.card == card.id and turn.mode is not None:
        return _plain(card, turn.mode, turn.side, before.year)
    by = next((side for side in SIDES if after.hands[side].count < before.hands[side].count), None)
    return _plain(card, "discarded", by, before.year)


def _plain(card: Card, how: How = "open", by: Side | None = None, in_year: int | None = None) -> Seen:
    return Seen(
        card=card.id, title=card.title, year=card.year, side=card.side, points=card.points, how=how, by=by,
        in_year=in_year,
    )  # fmt: skip


def _with_owner(seen: Seen, owners: Mapping[str, Side]) -> Seen:
    return replace(seen, in_play=owners.get(seen.card))


def _year(state: State, year: int, seen: set[str], viewer: Side | None) -> YearCards:
    cards = [card for card in state.box.cards.values() if card.year == year]
    mine = set(state.hands[viewer].cards or ()) if viewer else set()
    left = [card for card in cards if card.id not in seen and card.id not in mine]
    return YearCards(
        year=year,
        total=len(cards),
        seen=sum(card.id in seen for card in cards),
        mine=sum(card.id in mine for card in cards),
        undealt=None if state.decks is None else len(state.decks[str(year)]),
        left=tuple(card.id for card in left),
        left_of={side: sum(card.side == side for card in left) for side in CARD_SIDES},
    )


def _missions_left(state: State, side: Side) -> int:
    revealed = sum(len(each.revealed[side]) for each in state.history)
    return len(state.box.missions_of(side)) - revealed
