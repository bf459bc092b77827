"""Where a print's campaign comes from: an owner's file, a live table, the starter binder; and who looks."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, read_binder, starter_binder
from companion.press.options import owner_file
from companion.press.text import CannotPrint

BINDER = owner_file(
    "binder", "Setup binder", "Your binder's file; without it the table's own, or the starter campaign."
)


def state_of(scene: Scene[Any] | None) -> State | None:
    """The live campaign, if one is printed."""
    return scene.state if scene else None


def binder_of(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Binder:
    """The binder to print from; `InvalidInput` with paths as `binder-check` gives them."""
    if choices.get("binder") is not None:
        return read_binder(choices["binder"], "binder")
    state = state_of(scene)
    return state.binder if state else starter_binder()


def held(scene: Scene[Any]) -> tuple[str, ...]:
    """The players whose secrets the printing device sees, by seat; `CannotPrint` where there are none."""
    state: State = scene.state
    found = tuple(player for player in state.seated if player in scene.sight.sees)
    if not found:
        seats = ", ".join(state.seated)
        raise CannotPrint(
            "table", f"This is printed behind a secrecy screen: take a seat of this table first ({seats})."
        )
    return found


def visible(scene: Scene[Any]) -> tuple[str, ...]:
    """The units that the printing device may know of at all, in unit order (R61)."""
    state: State = scene.state
    return tuple(
        unit
        for unit, each in state.units.items()
        if each.owner in scene.sight.sees or each.where in ("map", "predeploy")
    )
