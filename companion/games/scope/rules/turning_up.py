"""What an action turns up, and what it takes away: effects that several actions share (specification 5)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, Card, Side
from companion.games.scope.state.table import Event, Lying, State


class Done(NamedTuple):
    """How far an action has come: the state, and what was told."""

    state: State
    steps: tuple[Step, ...] = ()

    def told(self, *steps: Step) -> "Done":
        """The same with more to tell."""
        return Done(self.state, (*self.steps, *steps))


def once(state: State, rule: str, template: str, **values: object) -> Step:
    """A step that names a card which lies face down again: told once, unless the app remembers (R31)."""
    return Step(rule, template, values, once=not state.options.memory_aid)


def named(card: str) -> str:
    """A card as people call it."""
    return CARD_NAMES[card]


def turn_up(done: Done, rule: str, cells: Iterable[str]) -> Done:
    """Show cards to the whole table, in this order (R20)."""
    for at in cells:
        lying = done.state.grid[at]
        words = "{at}: a {side} card is turned up: {card}."
        values = {"at": at, "side": SIDE_NAMES[lying.side], "card": named(lying.card)}
        step = once(done.state, rule, words, **values)
        done = Done(seen(done.state, at, {"type": "reveal", "cell": at, "card": lying.card}), done.steps)
        done = done.told(step)
    return done


def seen(state: State, at: str, event: Event) -> State:
    """The same with an event about the card in a cell, where its owner's front is the one it lies in."""
    front = state.front_of(at)
    return state.noted(front, event) if state.grid[at].side == front else state


def emptied(state: State, at: str) -> State:
    """An empty area of the front in which the cell lies takes the place of its card (R22)."""
    front = state.front_of(at)
    event = {"type": "replace", "cell": at, "card": "empty"}
    return state.laid({at: Lying(front, "empty")}).noted(front, event)


def scored(state: State, side: Side, card: Card) -> State:
    """A card of that side goes to the enemy's scoring zone, its points to his score (objective)."""
    enemy, points = ENEMY[side], state.options.points.of(card)
    return replace(
        state,
        lost={**state.lost, side: lost_with(state, side, card)},
        score={**state.score, enemy: state.score[enemy] + points},
    )


def lost_with(state: State, side: Side, card: Card) -> tuple[Card, ...]:
    """The cards that a side has lost, with one more, sorted."""
    return tuple(sorted((*state.lost[side], card)))


def shot(done: Done, rule: str, at: str) -> Done:
    """A card is shot: it is eliminated, or in a Duel of Aces a spare sniper pays for the one on the front."""
    state, lying = done.state, done.state.grid[at]
    spare = state.spare_snipers[lying.side] if lying.card == "sniper" else 0
    gained = _gained(state, rule, at)
    after = scored(state, lying.side, lying.card)
    if not spare:
        return Done(emptied(after, at), done.steps).told(gained)
    less = {**state.spare_snipers, lying.side: spare - 1}
    words = "A sniper card from the player zone is handed over; the sniper stays where he is."
    return Done(replace(after, spare_snipers=less), done.steps).told(gained, Step("duel_of_aces", words))


def _gained(state: State, rule: str, at: str) -> Step:
    lying = state.grid[at]
    values = {"card": named(lying.card), "at": at, "side": SIDE_NAMES[ENEMY[lying.side]]}
    values["points"] = str(state.options.points.of(lying.card))
    words = "The {card} at {at} is shot: {points:# point|# points} for the {side} side."
    return Step(rule, words, values)


def eliminated(done: Done, rule: str, at: str) -> Done:
    """A target goes for good, and what takes its place is not said yet (an assault spares no sniper)."""
    lying = done.state.grid[at]
    values = {"card": named(lying.card), "at": at, "side": SIDE_NAMES[ENEMY[lying.side]]}
    values["points"] = str(done.state.options.points.of(lying.card))
    words = "The {card} at {at} is eliminated: {points:# point|# points} for the {side} side."
    return Done(scored(done.state, lying.side, lying.card), done.steps).told(Step(rule, words, values))
