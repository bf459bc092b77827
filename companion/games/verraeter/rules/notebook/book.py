"""A player's notebook: the drafts, what each may hold, and the supply that everybody can count."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.engine.campaign.annals import Passage, Passages
from companion.engine.wire import Json
from companion.games.verraeter.rules.notebook.drafted import Past, Round, drafted, past
from companion.games.verraeter.rules.notebook.supply import (
    Held,
    Unseen,
    held,
    known_cards,
    unseen_by,
    values_of,
)
from companion.games.verraeter.state.table import State


@dataclass(frozen=True, slots=True)
class Between:
    """A line of which only the states around it are known."""

    number: int
    before: State | None
    after: State
    action: Json = None


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
        """One player's hand."""
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
    known = values_of(state, viewer, known_cards(passages))
    unseen = unseen_by(state, known)
    return Notebook(
        viewer=viewer,
        round=drafted(state, passages, viewer),
        past=tuple(past(passages)),
        held=tuple(held(player, known[player.id], unseen) for player in state.players),
        unseen=unseen,
        draw=len(state.draw),
        discard=state.discard,
    )
