"""Engineering, the project's own section: barricades, earthworks, mines and bridges (L5, R28)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.data import WORK_NAMES, Feature, Work
from companion.games.parabellum.rules.claims import not_fresh, own, refuse
from companion.games.parabellum.rules.field import away, on
from companion.games.parabellum.rules.words import at, named
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.squares import reading_order
from companion.games.parabellum.state.table import State


class Site(NamedTuple):
    """A square as an engineer sees it."""

    square: str
    away: int
    feature: Feature | None
    water: bool
    unit: bool
    cache: bool

    @property
    def bare(self) -> bool:
        """Nothing stands or lies there."""
        return self.feature is None and not self.unit and not self.cache


def _takes_bridge(site: Site) -> bool:
    return site.away == 1 and site.bare and site.water


WANTED: Mapping[Work, tuple[Callable[[Site, Unit], bool], str]] = {
    "clear_mine": (lambda site, _: site.away == 1 and site.feature == "mine", "an adjacent mine"),
    "destroy_barricade": (
        lambda site, _: site.away == 1 and site.feature == "barricade",
        "an adjacent barricade",
    ),
    "destroy_earthwork": (
        lambda site, _: site.feature == "earthwork",
        "an earthwork on its own or an adjacent square",
    ),
    "build_barricade": (
        lambda site, _: site.away == 1 and site.bare and not site.water,
        "an adjacent square on dry land without feature, unit and cache",
    ),
    "build_earthwork": (
        lambda site, _: site.feature is None and not site.water,
        "its own or an adjacent square on dry land without feature",
    ),
    "open_bridge": (
        lambda site, unit: _takes_bridge(site) and not unit.bridge and not unit.entrench,
        "an adjacent, empty square of water, and a unit with no bridge open and not entrenched",
    ),
    "close_bridge": (
        lambda site, unit: unit.bridge == site.square and not site.unit and not site.cache,
        "its own open bridge, with nobody and nothing on it",
    ),
}
LEAVES: Mapping[Work, Feature | None] = {
    "build_barricade": "barricade",
    "build_earthwork": "earthwork",
    "open_bridge": "bridge",
}
"""What stands there afterwards; nothing after the other works."""


def check_engineer(state: State, player: str, unit: str) -> Unit:
    """A unit that may still work this turn."""
    found = own(state, player, unit, "map")
    not_fresh(found)
    refuse("worked" in found.marks, "unit", f"{unit} has done its one work of this turn.")
    return found


def suits(state: State, unit: str, work: Work, square: str) -> bool:
    """Whether a unit can do a work on a square."""
    each = state.units[unit]
    if square not in state.sheet or away(state, on(each), square) > 1:
        return False
    return WANTED[work][0](_site(state, unit, square), each)


def _site(state: State, unit: str, square: str) -> Site:
    return Site(
        square,
        away(state, on(state.units[unit]), square),
        state.features.get(square),
        state.sheet.terrain(square) == "water",
        bool(state.standing_on(square)),
        square in state.caches,
    )


def squares_for(state: State, unit: str, work: Work, around: tuple[str, ...]) -> list[str]:
    """The squares out of some where a unit can do a work, in reading order."""
    return sorted((square for square in around if suits(state, unit, work, square)), key=reading_order)


def engineer(state: State, action: kinds.Engineer) -> Outcome[State]:
    """One work on a near square; it costs no fuel."""
    check_engineer(state, action.player, action.unit)
    works = state.card(action.unit).engineering
    known = ", ".join(WORK_NAMES[work] for work in works) or "no engineering"
    refuse(action.work not in works, "work", f"{action.unit}'s card can do: {known}.")
    fits = suits(state, action.unit, action.work, action.square)
    refuse(not fits, "square", f"{WORK_NAMES[action.work]} takes {WANTED[action.work][1]}.")
    built = state.with_feature(action.square, LEAVES.get(action.work))
    if action.work in ("open_bridge", "close_bridge"):
        bridge = action.square if action.work == "open_bridge" else None
        built = built.with_unit(action.unit, bridge=bridge)
    values = {"unit": named(state, action.unit), "work": WORK_NAMES[action.work].lower()}
    step = Step("RULING R28", "{unit}: {work} on {where}.", {**values, "where": at(action.square)})
    return Outcome(built.marked(action.unit, "worked"), (step,))
