"""The binder's tree of scenarios, drawn as the campaign's own room draws it."""

from django.urls import reverse

from campaigns.designer.door import Bench
from campaigns.tree.drawing import Drawing, Marks, drawing
from companion.engine.tree import Tree


def tree_of(here: Bench) -> Tree | None:
    """The scenarios and their ways; None while there is nothing to draw."""
    try:
        tree = here.design.tree(here.content)
    except ValueError:
        # Ways that cannot be drawn yet are told among the faults.
        return None
    return tree if tree.nodes else None


def drawn(here: Bench, marks: Marks = Marks()) -> Drawing | None:
    """Boxes and ways, each box a link to its scenario; None while there is no scenario to draw."""
    tree = tree_of(here)
    if tree is None:
        return None
    return drawing(
        tree,
        lambda node: reverse("campaigns:binder-entry", args=[here.binder.code, f"scenarios.{node}"]),
        marks=marks,
    )
