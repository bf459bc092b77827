"""A scenario's box on the tree: its code and name, how it stands, who chooses next, what is fought for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.engine.tree import Node, Status
from companion.games.parabellum.printables.look import MUTED
from companion.games.parabellum.printables.tree.words import lines
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Binder
from companion.press.face import WHITE, Box, Colour, Mark, Paint, Path, Rectangle
from companion.press.look import INK, Look
from companion.press.text import LABEL, STRONG, SUBTITLE, TITLE, Block, DoesNotFit, Style, fit

PAD = 1.6
"""Millimetres inside a box that are left free; in low boxes less."""

WIN = 5.5
"""Millimetres: a line on which the winner is written."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the boxes of one tree are told in: how a campaign stands, the ink, how large the type is."""

    binder: Binder
    state: State | None
    look: Look
    size: float = 1.0

    def lines(self, node: Node) -> Iterator[tuple[str, Style]]:
        """What a box says below its name, the weightiest first."""
        ink = self.ink(node)
        if node.note:
            yield node.note, self.look.style(STRONG, 8 * self.size, ink, leading=1.15)
        for text in lines(self.binder.scenarios[node.id]):
            yield text, self.look.style(LABEL, 8 * self.size, ink, leading=1.15)

    def ink(self, node: Node) -> Colour:
        """Quiet where the campaign cannot come any more."""
        return MUTED if self.state and node.status == "shut" else INK

    def is_to_win(self, node: Node) -> bool:
        """Whether the winner is still to be written down."""
        return not self.state or node.status not in ("played", "shut")


def sized(told: Told, boxes: Sequence[tuple[Node, Box]]) -> Told:
    """The largest type in which every box says everything; or the usual one."""
    for size in (2.0, 1.75, 1.5, 1.25):
        larger = replace(told, size=size)
        if all(_is_told(node, _inner(box), larger) for node, box in boxes):
            return larger
    return told


def _inner(box: Box) -> Box:
    return box.inset(min(PAD, box.height * 0.08))


def _is_told(node: Node, inner: Box, told: Told) -> bool:
    head, found = _set(node, inner, told)
    room = WIN if told.is_to_win(node) else 0.0
    high = head.height + sum(block.height + 0.3 for block in found) + 0.4 + room
    return head.text != node.code and len(found) == len(list(told.lines(node))) and high <= inner.height


def scenario_box(node: Node, box: Box, told: Told) -> Iterator[Mark]:
    """One box: what does not fit is left out from below, but never its code."""
    yield _ground(node.status if told.state else "locked", box, told.look)
    inner = _inner(box)
    head, found = _set(node, inner, told)
    yield from head.at(inner.x, inner.y)
    y = inner.y + head.height + 0.4
    for block in found:
        yield from block.at(inner.x, y)
        y += block.height + 0.3
    if told.is_to_win(node) and inner.bottom - y >= WIN:
        yield from _won(inner, told.look)


def _set(node: Node, inner: Box, told: Told) -> tuple[Block, list[Block]]:
    """The name, and as many of the lines as fit."""
    head = _head(node, inner, told)
    left, found = inner.height - head.height - 0.4, list[Block]()
    for text, style in told.lines(node):
        block = _block(text, replace(style, smallest=style.size), inner._replace(height=left))
        if not block:
            break
        found.append(block)
        left -= block.height + 0.3
    return head, found


def _ground(status: Status, box: Box, look: Look) -> Mark:
    """Thick and tinted where the campaign has been, dashed where it cannot come any more."""
    house = look.strong("house")
    paints = {
        "played": Paint(fill=look.tint("house", 0.22) or WHITE, stroke=house, width=0.8),
        "now": Paint(fill=look.tint("alarm", 0.16) or WHITE, stroke=look.strong("alarm"), width=1.3),
        "open": Paint(fill=WHITE, stroke=look.strong("alarm"), width=0.7),
        "locked": Paint(fill=WHITE, stroke=INK, width=0.35),
        "shut": Paint(fill=WHITE, stroke=MUTED, width=0.3, dash=(1.6, 1.2)),
    }
    return Rectangle(box, paints[status], 1.6)


def _head(node: Node, box: Box, told: Told) -> Block:
    """The code and the name, in smaller type or with less of it where there is no room."""
    ink = told.ink(node)
    for words in (f"{node.code} {node.title}", node.code):
        block = _block(words, told.look.style(TITLE, 13 * told.size, ink, leading=1.05), box)
        if block:
            return block
    style = Style(font=TITLE, size=13, smallest=told.look.smallest, colour=ink, leading=1.0)
    return fit(node.code, style, box.width, box.height, f"scenarios.{node.id}")


def _block(text: str, style: Style, box: Box) -> Block | None:
    """Text that fits the box, or none."""
    try:
        return fit(text, style, box.width, box.height, "tree")
    except DoesNotFit:
        return None


def _won(box: Box, look: Look) -> Sequence[Mark]:
    """A line at the foot, to write down who came first."""
    style = look.small(MUTED, SUBTITLE)
    block = _block("Won by", style, box)
    y = box.bottom - 0.3
    x = box.x + 10.5
    line = Path((((x, y), (box.right, y)),), Paint(stroke=MUTED, width=0.2))
    return (*(block.at(box.x, y - block.height + 0.6) if block else ()), line)
