"""Dice as faces to tap: how many show each face, in the page's own address until they count."""

from companion.engine.game import Scene
from companion.engine.wording import Values
from companion.games.parabellum.data import DICE, MOST_DICE
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State


def typed(scene: Scene[State], name: str, sides: int) -> list[int]:
    """The dice that were tapped, high to low."""
    return [face for face in range(sides, 0, -1) for _ in range(_count(scene, f"{name}.{face}"))]


def _count(scene: Scene[State], key: str) -> int:
    text = scene.draft.get(key, "")
    return min(int(text), MOST_DICE) if text.isdecimal() and text.isascii() and len(text) < 3 else 0


def pool(scene: Scene[State], name: str, sides: int, legend: str, wanted: int | None = None) -> Values:
    """One side's dice: a key for each face with its count, the sum, and how many there should be."""
    faces = [
        {"face": face, "name": f"{name}.{face}", "count": _count(scene, f"{name}.{face}")}
        for face in range(sides, 0, -1)
    ]
    return {
        "name": name,
        "legend": legend,
        "faces": faces,
        "sum": sum(each["count"] for each in faces),
        "wanted": wanted,
        "sides": sides,
    }


def kept(scene: Scene[State], *pools: Values) -> list[tuple[str, str]]:
    """What of the half-made choice a dice form carries along: all but its own faces."""
    own = {face["name"] for each in pools for face in each["faces"]}
    return [(key, value) for key, value in scene.draft.items() if key not in own]


def die_choice(scene: Scene[State], key: str, chosen: int | None) -> list[Values]:
    """Which die somebody rolls, where only that one knows."""
    return [
        {"name": f"d{sides}", "href": keep(scene, **{key: sides}), "on": sides == chosen} for sides in DICE
    ]
