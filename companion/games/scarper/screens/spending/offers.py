"""The attacks that a battlefield allows, each with its cost, its chances and its deed (6.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.stage import Piece, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import CHARGE_COST, Side
from companion.games.scarper.procedures.movement import push
from companion.games.scarper.rules.commands import assault_at, charge_at
from companion.games.scarper.screens.spending.attack import (
    Attack,
    Modifier,
    assault_picture,
    charge_picture,
    moved_words,
)
from companion.games.scarper.state import State
from companion.games.scarper.state.effects import side_of


class Amount(NamedTuple):
    """So many points for a steady push: what they do, as one tap."""

    words: Words
    small: Words
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An attack as it is offered: its price, its promise (`end`), what tells of it, what is done.

    `waits` is what its button says until the dice lie, `live` what it says then.
    """

    id: str
    sign: str
    title: str
    cost: str
    end: Words
    danger: Words = ""
    pieces: tuple[Piece, ...] = ()
    amounts: tuple[Amount, ...] = ()
    action: str = ""
    waits: str = ""
    live: str = ""


def offers(state: State, side: Side, entries: Sequence[Json], at: str) -> list[Offer]:
    """What may be done against this battlefield now, in the order of the rules."""
    found = []
    for entry in entries:
        bare = {"type": entry["type"], "side": side, "battlefield": at}
        if entry["type"] == "steady_push" and entry["battlefield"] == at:
            found.append(_push(state, side, at, entry["points"]))
        elif entry["type"] == "frontal_charge" and at in entry["battlefields"]:
            found.append(_charge(charge_attack(state, side, at), bare))
        elif entry["type"] == "concentrated_assault" and at in entry["battlefields"]:
            points = state.turn.left if state.turn else 0
            found.append(_assault(assault_attack(state, side, at, points), bare, points))
    return found


def _push(state: State, side: Side, at: str, amounts: Sequence[int]) -> Offer:
    pushed = {n: push(state.front.tracks[at], state.battlefields[at], side, n) for n in amounts}
    bare = {"type": "steady_push", "side": side, "battlefield": at}
    ways = tuple(
        Amount(
            moved_words(at, moved.advance, moved.trenches_removed),
            said("{points}", points=count(n, "point")),
            tap(bare | {"points": n}),
        )
        for n, moved in pushed.items()
    )
    end = said("sure, {n:# way|# ways}", n=len(ways))
    return Offer(
        id="push", sign="push", title="Steady push", cost="1 a space, 2 a trench", end=end, amounts=ways
    )


def _charge(attack: Attack, action: Json) -> Offer:
    return Offer(
        id="charge",
        sign="attack",
        title="Frontal charge",
        cost=f"{CHARGE_COST} points, two dice",
        end=attack.end,
        pieces=(*attack.pieces, *attack.dice),
        action=tap(action),
        waits="Charge: tap both dice",
        live="Charge: {first} against {second}",
    )


def _assault(attack: Attack, action: Json, points: int) -> Offer:
    return Offer(
        id="assault",
        sign="assault",
        title="Concentrated assault",
        cost=f"All {count(points, 'point')}, a die, and morale",
        end=attack.end,
        danger=attack.danger,
        pieces=(*attack.pieces, *attack.dice),
        action=tap(action),
        waits="Assault: tap the die",
        live="Assault with a {first}",
    )


def charge_attack(state: State, side: Side, at: str, extra: int = 0, field: str = "a.rolls") -> Attack:
    """A frontal charge on a battlefield; `extra` is what an event adds."""
    cards = lasting_cards(state, "attack_bonus", at) + lasting_cards(state, "defence_bonus", at)
    if extra:
        cards.append(Modifier(side, extra, "this event"))
    return charge_picture(charge_at(state, side, at, extra), cards, field)


def assault_attack(state: State, side: Side, at: str, points: int, field: str = "a.rolls") -> Attack:
    """A concentrated assault on a battlefield."""
    return assault_picture(assault_at(state, side, at, points), field)


def lasting_cards(state: State, kind: str, at: str) -> list[Modifier]:
    """The cards in play that add to an attack or a defence here."""
    return [
        Modifier(side_of(each.side, card.owner), each.amount, state.box.cards[card.card].title)
        for card in state.in_play
        for each in state.box.cards[card.card].ongoing
        if each.kind == kind and (each.battlefields is None or at in each.battlefields)
    ]
