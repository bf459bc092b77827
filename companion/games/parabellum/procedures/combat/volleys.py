"""One volley of dice against dice, sorted and matched (A1, A2): who is stopped, who falls.

A defence die stops one attack die that is equal or lower. Attack dice are taken from high to low, each
against the highest defence die left: that is the best matching that the defender can reach (R33).
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.engine.dice import roll
from companion.engine.errors import join
from companion.engine.game import Step
from companion.engine.reading import integer, items
from companion.engine.wire import Json
from companion.games.parabellum.procedures.combat.covers import BARE, Cover, cover_steps


class Volley(NamedTuple):
    """Dice as modified, falling; which stopped which, which came through, and how many people fell."""

    attack: tuple[int, ...]
    defense: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    unmatched: tuple[int, ...]
    losses: int

    def as_json(self) -> Json:
        """The specification's volley."""
        return {
            "attack": list(self.attack),
            "defense": list(self.defense),
            "pairs": [list(pair) for pair in self.pairs],
            "unmatched": list(self.unmatched),
            "losses": self.losses,
        }


def strike(
    attack: Sequence[int],
    defense: Sequence[int],
    cover: Cover = BARE,
    strength: int | None = None,
    attack_modifier: int = 0,
) -> Volley:
    """Resolve dice as rolled against a unit under this cover, of `strength` people (one a defence die)."""
    attacks = tuple(sorted((die + attack_modifier + cover.attack for die in attack), reverse=True))
    stops = tuple(sorted((die + cover.direct for die in defense), reverse=True))
    pairs, unmatched = match(attacks, stops)
    people = len(defense) if strength is None else strength
    return Volley(attacks, stops, pairs, unmatched, min(len(unmatched), people))


def match(
    attacks: Sequence[int], stops: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Pairs of attack and defence dice, and the attack dice left over; both lists fall.

    >>> match([8, 6, 5, 5, 2], [6, 5, 3, 1])
    (((6, 6), (5, 5), (2, 3)), (8, 5))
    """
    pairs: list[tuple[int, int]] = []
    unmatched: list[int] = []
    for die in attacks:
        if len(pairs) < len(stops) and stops[len(pairs)] >= die:
            pairs.append((die, stops[len(pairs)]))
        else:
            unmatched.append(die)
    return tuple(pairs), tuple(unmatched)


def read_dice(value: Json, path: str, count: int, faces: int) -> tuple[int, ...]:
    """So many dice as rolled; a wrong number is refused at the list, a wrong face at its place."""
    return tuple(
        integer(die, join(path, n), 1, faces) for n, die in enumerate(items(value, path, count, count))
    )


def roll_dice(count: int, faces: int, random: Random) -> list[int]:
    """So many dice, rolled by the app."""
    return [roll(random, faces) for _ in range(count)]


def volley_steps(volley: Volley, cover: Cover, attacker: str, defender: str) -> tuple[Step, ...]:
    """The story of a volley: modifiers, sorted dice, each pairing, losses."""
    return (
        *cover_steps(cover, defender),
        Step("A2", "{who} attacks with {dice}.", {"who": attacker, "dice": _said(volley.attack)}),
        Step("A2", "{who} defends with {dice}.", {"who": defender, "dice": _said(volley.defense)}),
        *_matching(volley),
        _losses(volley, defender),
    )


def _said(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice)) or "no dice"


def _matching(volley: Volley) -> Iterator[Step]:
    stopped = list(volley.pairs)
    for die in volley.attack:
        if stopped and stopped[0][0] == die:
            values = {"attack": die, "defense": stopped.pop(0)[1]}
            yield Step("A2", "The {defense} stops the {attack}.", values)
        else:
            yield Step("A2", "Nothing left stops the {attack}.", {"attack": die})


def _losses(volley: Volley, defender: str) -> Step:
    values = {
        "who": defender,
        "through": len(volley.unmatched),
        "losses": volley.losses,
        "left": len(volley.defense) - volley.losses,
    }
    if len(volley.unmatched) > volley.losses:
        words = (
            "{through:# die comes|# dice come} through; {who} has only {losses} to lose, and is destroyed."
        )
        return Step("RULING R33", words, values)
    if not values["left"]:
        return Step("A2", "{who} loses {losses} and is destroyed.", values)
    return Step("A2", "{who} loses {losses}; {left:# is|# are} left.", values)
