"""How a campaign stands in its tree: what was fought, can be next, or is shut; which way it took (C1, E3)."""

from collections.abc import Collection, Mapping

from companion.engine.tree import Status, Way
from companion.games.parabellum.data import Chooser
from companion.games.parabellum.state.table import State

CHOOSER: Mapping[Chooser, str] = {
    "victor": "the victor",
    "loser": "the last in the ranking",
    "richest": "the richest company",
    "poorest": "the poorest company",
}


def visited(state: State) -> tuple[str, ...]:
    """The scenarios so far, that of now included."""
    ended = tuple(chapter.scenario for chapter in state.history)
    return ended if state.scenario in ended else (*ended, state.scenario)


def ways_on(state: State) -> tuple[str, ...]:
    """What can be next: the ways from the scenario of now."""
    return () if state.phase == "over" else state.booklet.next


def standing(state: State) -> dict[str, Status]:
    """How each scenario of the binder stands."""
    near = ways_on(state)
    found: dict[str, Status] = dict.fromkeys(state.binder.scenarios, "shut")
    found |= dict.fromkeys(_behind(state, near), "locked")
    found |= dict.fromkeys(near, "open")
    found |= dict.fromkeys(visited(state), "played")
    return found if state.phase == "over" else found | {state.scenario: "now"}


def _behind(state: State, near: Collection[str]) -> frozenset[str]:
    """What can come after what can be next."""
    found: set[str] = set()
    row = set(near)
    while row:
        row = {goal for each in row for goal in state.binder.scenarios[each].next} - found
        found |= row
    return frozenset(found)


def way(state: State, origin: str, goal: str, status: Mapping[str, Status]) -> Way:
    """Whether a way was taken, is open, lies ahead or is shut, as the scenario stands from which it leads."""
    if any((chapter.scenario, chapter.next) == (origin, goal) for chapter in state.history):
        return "taken"
    if status[origin] == "now":
        return "open"
    return "ahead" if status[origin] in ("open", "locked") else "shut"
