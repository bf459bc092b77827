"""What a front could do from where its cards lie: told while it is laid out, by the rules' own reckoning."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.engine.stage import Words, said
from companion.engine.wording import listed
from companion.games.scope.data import CARD_NAMES, Card, Side
from companion.games.scope.rules.legal import assault_quadrants, enemies, howitzer_targets
from companion.games.scope.screens.laying_out.draft import Draft, cells
from companion.games.scope.state import Lying, State, ground

ONLY: Card = "sniper"
"""Who does anything in basic mode."""


class Known(NamedTuple):
    """One thing that is known of a front: the card that it is about, in words, and its number or places."""

    card: Card
    words: Words
    value: str


def facts(state: State, side: Side, draft: Draft) -> tuple[Known, ...]:
    """What the cards that lie there could do; in basic mode there are only snipers."""
    laid = state.laid({at: Lying(side, card or "empty") for at, card in cells(draft, side)})
    kinds = dict(FACTS) if state.mode == "advanced" else {ONLY: FACTS[ONLY]}
    return tuple(each for card, tell in kinds.items() if laid.cells(side, card) for each in tell(laid, side))


def _snipers(state: State, side: Side) -> Iterator[Known]:
    squares = ground.front_squares(side, state.columns, state.rows)
    around = {at: sum(at in ground.corners(each) for each in squares) for at in state.cells(side, "sniper")}
    told = ", ".join(f"{at}: {number}" for at, number in around.items())
    yield Known("sniper", "Snipers: quadrants to shoot from", told)


def _guns(state: State, side: Side) -> Iterator[Known]:
    for at in state.cells(side, "machine_gun"):
        near = [each for each in enemies(state, side) if ground.adjacent(each, at)]
        yield _at("machine_gun", "{card} {at} reaches", at, " ".join(near) or "nobody")


def _mortars(state: State, side: Side) -> Iterator[Known]:
    for at in state.cells(side, "mortar"):
        far, all_ = len(howitzer_targets(state, side, at)), len(enemies(state, side))
        yield _at("mortar", "{card} {at} reaches", at, f"all {all_}" if far == all_ else f"{far} of {all_}")


def _infantry(state: State, side: Side) -> Iterator[Known]:
    for at in state.cells(side, "infantry"):
        near = assault_quadrants(state, side, at)
        yield _at("infantry", "{card} {at}: assault quadrants", at, " ".join(near) or "none from there")


def _officers(state: State, side: Side) -> Iterator[Known]:
    where = listed(state.cells(side, "officer"))
    yield _at("officer", "{card} {at} deploys", where, "any 2 × 2")


def _scouts(state: State, side: Side) -> Iterator[Known]:
    where = listed(state.cells(side, "scout"))
    yield _at("scout", "{card} {at} looks at", where, "any two side by side")


def _at(card: Card, words: str, at: str, value: str) -> Known:
    return Known(card, said(words, card=CARD_NAMES[card].capitalize(), at=at), value)


FACTS: Mapping[Card, Callable[[State, Side], Iterator[Known]]] = {
    "sniper": _snipers,
    "machine_gun": _guns,
    "mortar": _mortars,
    "infantry": _infantry,
    "officer": _officers,
    "scout": _scouts,
}
