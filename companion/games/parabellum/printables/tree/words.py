"""The scenario tree for paper: what was fought, can be next, or is closed, in the words of a box (C1, E3)."""

from collections.abc import Iterator

from companion.engine.tree import Edge, Node, Status, Tree
from companion.games.parabellum.procedures.campaign.ways import CHOOSER, standing, way
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder, Scenario
from companion.games.parabellum.state.naming import spoken


def tree_of(binder: Binder, state: State | None) -> Tree:
    """Every scenario and way; without a campaign being played, all of it lies ahead."""
    stands = _stands(binder, state)
    nodes = (
        Node(each.id, int(each.id[0]), each.id[1:], each.name, stands[each.id], said(binder, each, state))
        for each in binder.scenarios.values()
    )
    edges = (
        Edge(each.id, goal, way(state, each.id, goal, stands) if state else "ahead")
        for each in binder.scenarios.values()
        for goal in each.next
    )
    return Tree(tuple(nodes), tuple(edges))


def _stands(binder: Binder, state: State | None) -> dict[str, Status]:
    """How each scenario stands."""
    return standing(state) if state else dict.fromkeys(binder.scenarios, "locked")


def said(binder: Binder, scenario: Scenario, state: State | None) -> str:
    """How a scenario stands in a live campaign, in a sentence; nothing without one."""
    if not state:
        return ""
    status = _stands(binder, state)[scenario.id]
    if status == "played":
        return _fought(state, scenario)
    if status == "now":
        return _now(state, scenario)
    if status == "open":
        return f"Open: {_open(state)}."
    if status == "locked":
        return f"Locked: {_after(binder, scenario, state)}."
    return "Closed: no way leads here any more."


def _fought(state: State, scenario: Scenario) -> str:
    chapter = next((each for each in state.history if each.scenario == scenario.id), None)
    first = spoken(chapter.ranking[0]) if chapter and chapter.ranking else ""
    return f"Fought: {first} came first." if first else "Fought."


def _now(state: State, scenario: Scenario) -> str:
    if state.phase == "choose_next" and state.choosers:
        return f"Fought; {spoken(state.choosers[0])} chooses what is next."
    return f"Being played, round {state.round}." if state.round else "Being played."


def _open(state: State) -> str:
    """Who can choose what comes next, and when."""
    here = state.booklet
    if state.phase == "choose_next" and state.choosers:
        return f"{spoken(state.choosers[0])} may choose it now"
    return _if_chosen(here)


def _if_chosen(origin: Scenario) -> str:
    code = origin.id.upper()
    if len(origin.next) == 1:
        return f"after {code}"
    return f"after {code}, if {CHOOSER[origin.chooser]} there chooses it"


def _after(binder: Binder, scenario: Scenario, state: State) -> str:
    """Which scenarios have to come first, and who there has to choose this one."""
    stands = _stands(binder, state)
    before = [each for each in binder.scenarios.values() if scenario.id in each.next]
    return "; or ".join(_if_chosen(each) for each in before if stands[each.id] in ("open", "locked"))


def lines(scenario: Scenario) -> Iterator[str]:
    """What else a box has room for, the weightiest first."""
    if scenario.next:
        word = f"{CHOOSER[scenario.chooser].capitalize()} chooses what is next."
        yield word if len(scenario.next) > 1 else f"Then {scenario.next[0].upper()}."
    else:
        yield "The campaign ends here."
    for n, each in enumerate(scenario.objectives, 1):
        yield f"{n} {each.name}: {each.bonus.credits}"
