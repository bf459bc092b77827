"""One artillery shot (A5): a single die against the best of the people struck. A tie misses (R36)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.parabellum.procedures.combat.covers import Cover, cover_steps


class Shot(NamedTuple):
    """The two modified numbers, and whether the shot kills one."""

    artillery: int
    best_defense: int
    hit: bool


def shoot(artillery: int, defense: Sequence[int], cover: Cover) -> Shot:
    """Resolve one shot at a unit; one defence die a person left."""
    fired, best = artillery + cover.attack, max(defense) + cover.indirect
    return Shot(fired, best, fired > best)


def shot_steps(shot: Shot, cover: Cover, target: str, people: int) -> tuple[Step, ...]:
    """The story of one shot at a unit of so many people."""
    values = {**shot._asdict(), "who": target, "left": people - shot.hit}
    words = "The shot's {artillery} against {who}'s best {best_defense}: "
    if shot.hit:
        told = Step("A5", words + "a hit; {left:# is|# are} left.", values)
    elif shot.artillery == shot.best_defense:
        told = Step("RULING R36", words + "a tie, which misses.", values)
    else:
        told = Step("A5", words + "a miss.", values)
    return (*cover_steps(cover, target, artillery=True), told)
