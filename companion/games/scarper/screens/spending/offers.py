"""The attacks that a battlefield allows, each with its cost, its chances and its deed (6.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from companion.engine.stage import Piece, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import CHARGE_COST, Side
from companion.games.scarper.procedures.frontal_charge import Charge
from companion.games.scarper.procedures.movement import push
from companion.games.scarper.rules.commands import assault_at, charge_at, charged, stormed
from companion.games.scarper.screens.board import Outlook
from companion.games.scarper.screens.spending.attack import (
    Attack,
    Modifier,
    assault_picture,
    charge_picture,
    moved_words,
)
from companion.games.scarper.screens.stations import scored_now
from companion.games.scarper.screens.year import lead_words
from companion.games.scarper.state import State
from companion.games.scarper.state.effects import side_of

FACES = range(1, 7)


class Sign(NamedTuple):
    """An attack's sign and its name."""

    sign: str
    title: str


SIGNS = {
    "push": Sign("push", "Steady push"),
    "charge": Sign("attack", "Frontal charge"),
    "assault": Sign("assault", "Concentrated assault"),
}


class Amount(NamedTuple):
    """So many points for a steady push: what they do."""

    words: Words
    small: Words
    points: int
    action: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An attack as it is offered: its price, its promise (`end`), what tells of it, what is done.

    `waits` is what its button says until the dice lie, `live` what it says then.
    """

    id: str
    cost: Words
    end: Words
    danger: Words = ""
    pieces: tuple[Piece, ...] = ()
    amounts: tuple[Amount, ...] = ()
    action: str = ""
    outlooks: tuple[Outlook, ...] = ()
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
            n,
            bare | {"points": n},
        )
        for n, moved in pushed.items()
    )
    return Offer(id="push", cost="1 a space, 2 a trench, no dice", end="sure", amounts=ways)


def _charge(attack: Attack, action: Json) -> Offer:
    return Offer(
        id="charge",
        cost=said("{points} points, two dice: {promise}", points=CHARGE_COST, promise=attack.promise),
        end=attack.end,
        pieces=(*attack.pieces, *attack.dice),
        action=tap(action),
        outlooks=attack.outlooks,
        waits="Charge: tap both dice",
        live="Charge: {first} against {second}",
    )


def _assault(attack: Attack, action: Json, points: int) -> Offer:
    return Offer(
        id="assault",
        cost=said("All {points}, a die: {promise}", points=count(points, "point"), promise=attack.promise),
        end=attack.end,
        danger=attack.danger,
        pieces=(*attack.pieces, *attack.dice),
        action=tap(action),
        outlooks=attack.outlooks,
        waits="Assault: tap the die",
        live="Assault with a {first}",
    )


def charge_attack(state: State, side: Side, at: str, extra: int = 0, field: str = "a.rolls") -> Attack:
    """A frontal charge on a battlefield; `extra` is what an event adds."""
    cards = lasting_cards(state, "attack_bonus", at) + lasting_cards(state, "defence_bonus", at)
    if extra:
        cards.append(Modifier(side, extra, "this event"))
    charge = charge_at(state, side, at, extra)
    outlooks = _charge_outlooks(state, charge)
    return charge_picture(charge, cards, field, _scores(state, outlooks))._replace(outlooks=outlooks)


def _charge_outlooks(state: State, charge: Charge) -> tuple[Outlook, ...]:
    """The table after each margin of the two dice."""
    bonus = charge.attack_bonus - charge.defence_bonus
    dice = {str(one + bonus - two): (one, two) for one, two in product(FACES, FACES)}
    return tuple(Outlook(key, charged(state, charge, *faces).state) for key, faces in dice.items())


def _scores(state: State, outlooks: Sequence[Outlook]) -> dict[str, Words]:
    """What the year would then give, where it differs from now, by what the dice come to."""
    now = scored_now(state)
    then = {each.key: scored_now(each.after) for each in outlooks}
    words = "Scored then, morale would be {then}, not {now}."
    return {
        key: said(words, then=lead_words(score), now=lead_words(now))
        for key, score in then.items()
        if score != now
    }


def assault_attack(state: State, side: Side, at: str, points: int, field: str = "a.rolls") -> Attack:
    """A concentrated assault on a battlefield."""
    assault = assault_at(state, side, at, points)
    outlooks = tuple(Outlook(f"{n - 1} {n}", stormed(state, assault, n).state) for n in FACES if n % 2 == 0)
    return assault_picture(assault, field, _scores(state, outlooks))._replace(outlooks=outlooks)


def lasting_cards(state: State, kind: str, at: str) -> list[Modifier]:
    """The cards in play that add to an attack or a defence here."""
    return [
        Modifier(side_of(each.side, card.owner), each.amount, state.box.cards[card.card].title)
        for card in state.in_play
        for each in state.box.cards[card.card].ongoing
        if each.kind == kind and (each.battlefields is None or at in each.battlefields)
    ]
