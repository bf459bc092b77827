"""The map of a scenario that could be next, as its booklet lays it out (E3, C5)."""

from companion.engine.stage import Part
from companion.games.parabellum.rules.course.opening import open_scenario
from companion.games.parabellum.screens.board import laid_out
from companion.games.parabellum.screens.cards import SHEET
from companion.games.parabellum.state import State


def ground(state: State, scenario: str) -> Part:
    """Ground, deployment squares, features, and the objectives by their numbers in the booklet."""
    name = state.binder.scenarios[scenario].name
    label = f"Map of {scenario.upper()} {name}"
    board = laid_out(open_scenario(state, scenario)) | {"label": label}
    return Part("parabellum/scenario_map.html", {"board": board, "ids": f"t-{scenario}"}, label, SHEET)
