"""Choosing where: squares on the map or in a list, and the place within the square."""

from collections.abc import Iterable, Mapping

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, tap
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State

SPOKEN = {
    "c": "in the middle",
    "n": "north half",
    "s": "south half",
    "e": "east half",
    "w": "west half",
    "nw": "north-west corner",
    "ne": "north-east corner",
    "sw": "south-west corner",
    "se": "south-east corner",
}


def chosen(scene: Scene[State], squares: Iterable[str]) -> str | None:
    """The square that the half-made choice names, if it is one of these."""
    wanted = scene.draft.get("to", "")
    return wanted if wanted in list(squares) else None


def square_taps(scene: Scene[State], costs: Mapping[str, object], to: str | None, verb: str) -> Taps:
    """Each of these squares to tap, with a word on it."""
    links = {square: keep(scene, to=square, pos=None) for square in costs}
    return Taps(links, costs, chosen=frozenset([to] if to else ()), verb=verb)


def square_list(scene: Scene[State], squares: Iterable[str], to: str | None, verb: str) -> Values:
    """The same squares as a list, for a table whose map is the real one."""
    kept = {key: value for key, value in scene.draft.items() if key not in ("to", "pos")}
    options = [{"value": square, "word": at(square), "on": square == to} for square in squares]
    return {"kept": list(kept.items()), "name": "to", "options": options, "verb": verb}


def positions(
    scene: Scene[State], action: Mapping[str, Json], free: Iterable[str], words: str
) -> list[Values]:
    """A button for each place in the square; the first is the large one."""
    return [
        {
            "text": f"{words}, {SPOKEN[position]}" if n else words,
            "main": not n,
            "action": tap({**action, "position": position}),
            "small": SPOKEN[position] if not n else "",
        }
        for n, position in enumerate(free)
    ]
