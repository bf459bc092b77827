"""The tree as it is written: which scenario is in hand, where it leads, where it could lead."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from campaigns.designer.door import Bench
from campaigns.designer.drawing import tree_of
from campaigns.tree.drawing import PLUS, SIGN, Drawing, Mark, Marks, drawing
from companion.engine.tree import Node, Tree
from companion.engine.wording import listed


@dataclass(frozen=True, slots=True)
class Leading:
    """The tree's drawing, with the scenario in hand, if one is, and those to which it may lead."""

    drawing: Drawing
    origin: Node | None = None
    goes: str = ""
    goals: Collection[str] = ()
    page: str = ""

    @property
    def at(self) -> str:
        """The scenario in hand as a place in the content."""
        return f"scenarios.{self.origin.id}" if self.origin else ""


def leading(here: Bench, chosen: str) -> Leading | None:
    """The tree with that scenario in hand; None while there is no tree to draw."""
    tree = tree_of(here)
    if tree is None:
        return None
    origin = tree.named.get(chosen)
    if origin is None:
        return Leading(drawing(tree, str, marks=Marks(_first(tree))))
    ways = [edge.goal for edge in tree.out_of(chosen)]
    goals = [node.id for node in tree.nodes if node.round > origin.round]
    return Leading(
        drawing=drawing(tree, str, chosen, [(chosen, goal) for goal in ways], _marked(tree, goals, ways)),
        origin=origin,
        goes=listed(node.code for node in tree.nodes if node.id in ways)
        or "nothing: the campaign ends with it",
        goals=goals,
        page=reverse("campaigns:binder-entry", args=[here.binder.code, f"scenarios.{chosen}"]),
    )


def _marked(tree: Tree, goals: Collection[str], ways: Collection[str]) -> Marks:
    """Each later scenario says whether it follows."""
    follows, could = Mark("Follows", "open", SIGN["played"]), Mark("Lead here", "locked", PLUS)
    return Marks(_first(tree) | {node: follows if node in ways else could for node in goals})


def _first(tree: Tree) -> dict[str, Mark]:
    return {node.id: Mark("First", "now", SIGN["now"]) for node in tree.nodes if node.status == "now"}
