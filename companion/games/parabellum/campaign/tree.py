"""The tree of a binder as a campaign stands in it: what was played, can be next, or is shut (C1, E3)."""

from companion.engine.tree import Edge, Node, Status, Tree, Way
from companion.engine.wording import listed
from companion.games.parabellum.procedures.campaign.ways import CHOOSER, standing, visited, way
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Scenario


def tree(state: State) -> Tree:
    """Every scenario of the binder, those that no way leads to as well."""
    status = standing(state)
    nodes = tuple(
        Node(
            id=each.id,
            round=int(each.id[0]),
            letter=each.id[1:],
            title=each.name,
            status=status[each.id],
            note=note(each),
        )
        for each in state.binder.scenarios.values()
    )
    edges = tuple(
        _edge(state, each, goal, status) for each in state.binder.scenarios.values() for goal in each.next
    )
    return Tree(nodes, edges)


def note(scenario: Scenario) -> str:
    """Who chooses after a scenario, in a few words."""
    return f"Then the {scenario.chooser} chooses" if scenario.next else "The campaign ends here"


def _edge(state: State, origin: Scenario, goal: str, status: dict[str, Status]) -> Edge:
    leads = way(state, origin.id, goal, status)
    return Edge(origin.id, goal, leads, condition(origin), _unmet(state, origin, goal, leads))


def condition(origin: Scenario) -> str:
    """On what the ways from a scenario depend."""
    ways = listed((each.upper() for each in origin.next), "or")
    return f"After {origin.id.upper()} {CHOOSER[origin.chooser]} chooses {ways}."


def _unmet(state: State, origin: Scenario, goal: str, leads: Way) -> tuple[str, ...]:
    """What still has to happen before a way is gone, or why it never will be."""
    code, chosen = origin.id.upper(), f"{CHOOSER[origin.chooser].capitalize()} has to choose {goal.upper()}."
    if leads == "taken":
        return ()
    if leads == "shut":
        return (_why_shut(state, origin.id),)
    if leads == "ahead":
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
