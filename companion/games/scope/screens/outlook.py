"""What a deed would tell the enemy: the best guess at a sniper that it leaves him, and what he learns."""

from collections.abc import Iterator
from fractions import Fraction

from companion.engine.scene import Scene
from companion.engine.stage import Choice, Choices, Note, Piece, Words, said
from companion.engine.wording import NUMBERS, listed
from companion.games.scope.data import ENEMY, SIDE_NAMES, Side
from companion.games.scope.rules.legal import shot_quadrants
from companion.games.scope.screens.memory import empty_since
from companion.games.scope.screens.odds import best_guess, odds, per_cent
from companion.games.scope.state import State, ground
from companion.games.scope.state.table import Event


def best_after(state: State, side: Side, event: Event) -> str:
    """The best guess at a sniper of that side, in per cent, were that seen; empty where people remember."""
    found = odds(state, side, event)
    return per_cent(best_guess(found)) if found else ""


def outlook(state: State, side: Side, square: str) -> tuple[Piece, ...]:
    """The best guess that the enemy has now, and that he would have."""
    now, then = odds(state, side), odds(state, side, {"type": "move", "quadrant": square})
    if not now or not then:
        return ()
    bars = (_bar("now", best_guess(now)), _bar("after", best_guess(then), chosen=True))
    label = said("Best guess of the {enemy} side at a sniper, in 100", enemy=SIDE_NAMES[ENEMY[side]])
    return (Choices(label=label, choices=bars, shape="bars", shows_label=True),)


def _bar(words: Words, share: Fraction, *, chosen: bool = False) -> Choice:
    return Choice(words=words, share=float(share), end=per_cent(share), chosen=chosen)


def learns(scene: Scene[State], after: State, square: str) -> Iterator[Piece]:
    """What the enemy learns, what is hidden again, from where one may shoot."""
    side = after.side
    yield Note(
        said(
            "The enemy learns that {square} was moved, never the order: all 24 are alike to him.",
            square=square,
        )
    )
    for at in sorted(set(ground.corners(square)) & set(empty_since(scene, side))):
        found = odds(after, side, {"type": "move", "quadrant": square}).get(at, {})
        chance = per_cent(found.get("sniper", Fraction(0)))
        yield Note(said("{at}, seen empty, is hidden again: {chance}, not 0.", at=at.upper(), chance=chance))
    if snipers := after.cells(side, "sniper"):
        yield Note(_shots(after, side, snipers))


def _shots(after: State, side: Side, snipers: list[str]) -> Words:
    squares = ground.front_squares(side, after.columns, after.rows)
    cover = (sum(at in ground.corners(each) for each in squares) for at in snipers)
    told = listed(f"{at} in {NUMBERS[n]}" for at, n in zip(snipers, cover, strict=True))
    named = listed(shot_quadrants(after, side), "or")
    return said("Snipers by quadrants: {told}. A shot can name {named}.", told=told, named=named)
