"""One throw of dice as everybody sees it: the sorted pairs or the shot, and what came of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.wording import Values, count, sentence
from companion.games.parabellum.procedures.combat.covers import BARE, Cover
from companion.games.parabellum.procedures.combat.shots import shoot
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.screens.combat.pairing import pairing_picture


class Throw(NamedTuple):
    """Who throws how many of which die at whom; `unit` is struck, or loose tokens are.

    `defenses` and `defense_die` are its card's: a screen asks before it looks at them. A `shot` is one die
    against the best of the others.
    """

    striker: str
    struck: str
    attacks: int
    attack_die: int
    unit: str | None
    defenses: int
    defense_die: int
    cover: Cover = BARE
    shot: bool = False


type Thrown = tuple[Sequence[int], Sequence[int]]
type Throws = Callable[[Throw], Thrown]
"""Where dice come from: the journal, or fingers on the glass."""


def thrown_values(throw: Throw, thrown: Thrown) -> Values:
    """The picture of a throw, and its outcome in words."""
    return _shot(throw, thrown) if throw.shot else _volley(throw, thrown)


def _volley(throw: Throw, thrown: Thrown) -> Values:
    volley = strike(*thrown, throw.cover)
    pairing = pairing_picture(volley.as_json(), throw.striker, throw.struck)
    if throw.unit is None:
        verdict = "is set off" if volley.unmatched else "holds"
    elif volley.losses and volley.losses == len(volley.defense):
        verdict = "is destroyed"
    else:
        verdict = f"loses {count(volley.losses, 'person', 'people') if volley.losses else 'nobody'}"
    return {
        "pairing": pairing,
        "struck": throw.struck,
        "verdict": sentence(f"{throw.struck} {verdict}"),
        "losses": len(volley.unmatched),
    }


def _shot(throw: Throw, thrown: Thrown) -> Values:
    (fired,), defense = thrown
    shot = shoot(fired, defense, throw.cover)
    if throw.unit is None:
        words = "it is set off" if shot.hit else "the tokens lie"
    elif shot.hit:
        words = "hit: the last falls" if len(defense) == 1 else "hit: one falls"
    else:
        words = "a tie misses" if shot.artillery == shot.best_defense else "a miss"
    return {
        "shot": {
            "name": sentence(throw.struck),
            "fired": shot.artillery,
            "best": shot.best_defense,
            "hit": shot.hit,
        },
        "words": words,
        "struck": throw.struck,
        "losses": int(shot.hit),
    }
