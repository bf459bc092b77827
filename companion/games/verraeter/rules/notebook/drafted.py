"""Who may have drafted what: the cards that came to a viewer, those that he handed on, and the rest (2)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from companion.engine.campaign.annals import Passages
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.rules.secrets import PICKS_HIDDEN
from companion.games.verraeter.state.table import Player, State


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
        """The only card that it can be."""
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
    here = next(n for n, each in enumerate(order) if each.id == viewer)
    later = (passed or came) if received else unseen
    return Round(
        received=received,
        kept=kept,
        passed=passed,
        unseen=unseen,
        aside=() if state.draft.mode == "offline" else alike(unseen),
        players=tuple(
            Drafted(each.id, _may(state, each, viewer, unseen if n < here else later))
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
    """The rounds whose cards were turned over, oldest first."""
    for passage in passages:
        before, action = passage.before, passage.action
        if before is not None and before.phase == "reveal" and passage.after.phase != "reveal":
            told = action.get("picks") if type(action) is dict else None
            picks = told or {each.id: each.pick for each in before.players if each.pick}
            yield Past(before.round, dict(picks))
