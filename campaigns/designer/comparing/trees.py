"""The tree of two versions: what has come, gone or changed, marked by a sign and in its own line."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from campaigns.designer.comparing.entries import Difference
from campaigns.tree.drawing import PLUS, SIGN, UNLIKE, Drawing, Mark, Marks, drawing
from companion.engine.campaign.design import Design
from companion.engine.tree import Tree
from companion.engine.wire import Json

SCENARIOS = "scenarios"
GONE, NEW, CHANGED = (
    Mark("Gone", "gone", SIGN["shut"]),
    Mark("New", "new", PLUS),
    Mark("Changed", "changed", UNLIKE),
)


class Trees(NamedTuple):
    """Both drawings; a way that has gone is marked in the first, one that has come in the second."""

    before: Drawing
    after: Drawing


def trees(design: Design, before: Json, after: Json, differences: Sequence[Difference]) -> Trees | None:
    """The trees of two versions; None where they are the same, or one cannot be drawn."""
    told = {each.path: each.anchor for each in differences if each.path.startswith(f"{SCENARIOS}.")}
    changed = {path.split(".")[1] for path in told}
    old, new = _tree(design, before), _tree(design, after)
    if not changed or old is None or new is None:
        return None

    def leads(node: str) -> str:
        path = next((path for path in told if path.split(".")[1] == node), "")
        return f"#{told.get(path, 'words')}"

    return Trees(
        drawing(old, leads, marks=_marks(old, new, changed, GONE)),
        drawing(new, leads, marks=_marks(new, old, changed, NEW)),
    )


def _tree(design: Design, content: Json) -> Tree | None:
    try:
        tree = design.tree(content)
    except ValueError:
        return None
    return tree if tree.nodes else None


def _marks(tree: Tree, other: Tree, changed: Collection[str], alone: Mark) -> Marks:
    nodes = {node: CHANGED if node in other.named else alone for node in tree.named if node in changed}
    ways = {(edge.origin, edge.goal) for edge in tree.edges}
    return Marks(nodes, dict.fromkeys(ways - {(edge.origin, edge.goal) for edge in other.edges}, alone.look))
