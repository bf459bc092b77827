"""The tree of a binder as a campaign stands in it: what was played, can be next, or is shut (C1, E3)."""

from collections.abc import Collection

from companion.engine.tree import Edge, Node, Status, Tree, Way
from companion.engine.wording import listed
from companion.games.parabellum.data import Chooser
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Scenario

CHOOSER: dict[Chooser, str] = {
    "victor": "the victor",
    "loser": "the last in the ranking",
    "richest": "the richest company",
    "poorest": "the poorest company",
}


def tree(state: State) -> Tree:
    """Every scenario of the binder, those that no way leads to as well."""
    path, near = visited(state), ways_on(state)
    far = _behind(state, near)
    nodes = tuple(
        Node(
            id=each.id,
            round=int(each.id[0]),
            letter=each.id[1:],
            title=each.name,
            status=_status(state, each.id, path, near, far),
            note=note(each),
        )
        for each in state.binder.scenarios.values()
    )
    status = {node.id: node.status for node in nodes}
    edges = tuple(
        _edge(state, each, goal, status) for each in state.binder.scenarios.values() for goal in each.next
    )
    return Tree(nodes, edges)


def visited(state: State) -> tuple[str, ...]:
    """The scenarios so far, that of now included."""
    ended = tuple(chapter.scenario for chapter in state.history)
    return ended if state.scenario in ended else (*ended, state.scenario)


def ways_on(state: State) -> tuple[str, ...]:
    """What can be next: the ways from the scenario of now."""
    return () if state.phase == "over" else state.booklet.next


def note(scenario: Scenario) -> str:
    """Who chooses after a scenario, in a few words."""
    return f"Then the {scenario.chooser} chooses" if scenario.next else "The campaign ends here"


def _behind(state: State, near: Collection[str]) -> frozenset[str]:
    """What can come after what can be next."""
    found: set[str] = set()
    row = set(near)
    while row:
        row = {goal for each in row for goal in state.binder.scenarios[each].next} - found
        found |= row
    return frozenset(found)


def _status(
    state: State, scenario: str, path: Collection[str], near: Collection[str], far: Collection[str]
) -> Status:
    if scenario == state.scenario and state.phase != "over":
        return "now"
    if scenario in path:
        return "played"
    if scenario in near:
        return "open"
    return "locked" if scenario in far else "shut"


def _edge(state: State, origin: Scenario, goal: str, status: dict[str, Status]) -> Edge:
    way = _way(state, origin.id, goal, status)
    return Edge(origin.id, goal, way, condition(origin), _unmet(state, origin, goal, way))


def _way(state: State, origin: str, goal: str, status: dict[str, Status]) -> Way:
    if any((chapter.scenario, chapter.next) == (origin, goal) for chapter in state.history):
        return "taken"
    if status[origin] == "now":
        return "open"
    return "ahead" if status[origin] in ("open", "locked") else "shut"


def condition(origin: Scenario) -> str:
    """On what the ways from a scenario depend."""
    ways = listed((each.upper() for each in origin.next), "or")
    return f"After {origin.id.upper()} {CHOOSER[origin.chooser]} chooses {ways}."


def _unmet(state: State, origin: Scenario, goal: str, way: Way) -> tuple[str, ...]:
    """What still has to happen before a way is gone, or why it never will be."""
    code, chosen = origin.id.upper(), f"{CHOOSER[origin.chooser].capitalize()} has to choose {goal.upper()}."
    if way == "taken":
        return ()
    if way == "shut":
        return (_why_shut(state, origin.id),)
    if way == "ahead":
        return (f"{code} has to be chosen and fought first.", chosen)
    return (chosen,) if state.phase == "choose_next" else (f"{code} has to end first.", chosen)


def _why_shut(state: State, origin: str) -> str:
    """The campaign took another way, or ended."""
    took = next((each.next for each in state.history if each.scenario == origin and each.next), None)
    if took:
        return f"From {origin.upper()} the campaign went on to {took.upper()}."
    if origin in visited(state):
        return f"The campaign ended with {origin.upper()}."
    return f"No way leads to {origin.upper()}."
