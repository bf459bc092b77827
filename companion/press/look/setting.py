"""Words in boxes: one line in the middle or at the left, and the longest way to say a thing that fits."""

from collections.abc import Sequence

from companion.press.errors import DoesNotFit
from companion.press.face import Box, Text
from companion.press.text import Block, Style, fit, line


def middle(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line in the middle of a box; `DoesNotFit` where it is too wide at its smallest."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def at_left(words: str, style: Style, box: Box, where: str) -> tuple[Text, ...]:
    """One line at the left of a box, in the middle of its height."""
    block = line(words, style, box.width, where)
    return block.at(box.x, box.y + (box.height - block.height) / 2)


def richest(told: Sequence[str], style: Style, width: float, height: float, where: str) -> Block | None:
    """The first of several ways to say a thing that fits, the longest first; nothing where none does."""
    for words in told:
        try:
            if words:
                return fit(words, style, width, height, where)
        except DoesNotFit:
            continue
    return None


def fullest(told: Sequence[str], style: Style, box: Box, where: str) -> Block:
    """The same for what must be said: where no way fits, the refusal of the shortest."""
    found = richest(told[:-1], style, box.width, box.height, where)
    return found or fit(told[-1], style, box.width, box.height, where)
