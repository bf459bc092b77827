"""What the app remembers for a table that lets it: empty areas, quadrants moved since, chances."""

from typing import Any

from companion.engine.game import Scene
from companion.games.scope.game import GAME
from companion.games.scope.screens import view
from companion.games.scope.state import State
from tests.games.scope.drawn import STAY, deed, duel
from tests.games.scope.test_screens import own, scene


def trail(*actions: dict[str, Any], memory: bool = True) -> list[State]:
    states = [GAME.open(duel(options={"memory_aid": memory})).state]
    for action in actions:
        states.append(GAME.apply(states[-1], action).state)
    return states


def shown(states: list[State], **draft: str) -> Any:
    """The city as the German side sees it, by cell."""
    seen: Scene[State] = scene(states, own("german"), **draft)
    stage = view(seen).stage
    assert stage
    assert stage.board
    city = stage.board.values["city"]
    return {cell["at"]: cell for cell in city["cells"]}, city["moved"]


EMPTY = deed("search", cell="b4")
THEIRS = deed("move", "soviet", quadrant="a4", order=STAY)
SEEN = (deed("search", cell="d4"), deed("shoot", quadrant="a1"))


def test_an_area_seen_empty_is_burnt_out_with_the_turn_and_stands_again_once_it_is_moved() -> None:
    cells, _ = shown(trail(EMPTY))
    assert cells["b4"]["burnt"] == 1
    assert cells["b4"]["label"] == "b4, Soviet empty area, seen in turn 1, sniper 0 per cent"
    cells, moved = shown(trail(EMPTY, THEIRS))
    assert cells["b4"]["burnt"] is None
    assert moved == []


def test_a_quadrant_moved_since_something_in_it_was_seen_is_framed_and_names_it() -> None:
    elsewhere = deed("move", "soviet", quadrant="a5", order=STAY)
    assert shown(trail(*SEEN, elsewhere))[1] == []
    moves = deed("move", "soviet", quadrant="c4", order=STAY)
    (frame,) = shown(trail(*SEEN, moves))[1]
    assert (frame["at"], frame["cards"]) == ("c4", ("decoy",))
    again = (deed("search", cell="d4"), deed("shoot", quadrant="a1"))
    assert shown(trail(*SEEN, moves, *again))[1] == []


def test_where_the_people_remember_there_is_neither_chance_nor_burnt_house_nor_frame() -> None:
    cells, moved = shown(trail(EMPTY, THEIRS, EMPTY, memory=False))
    assert not moved
    assert not any(cell["odds"] or cell["burnt"] or cell["lit"] for cell in cells.values())


def test_windows_tell_of_snipers_or_points_or_nothing() -> None:
    states = trail(EMPTY)
    figures = [shown(states, on=on)[0]["a4"]["odds"] for on in ("", "points", "off")]
    assert figures == ["18", "0.9", ""]
