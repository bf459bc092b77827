"""What several of Verräter's cards are set with: hatched grounds, plates, lines in the middle, the foot."""

from collections.abc import Iterator, Sequence

from companion.games.verraeter.printables.look import LEAN, NAME
from companion.press.engraving import hatch
from companion.press.face import Box, Colour, Mark, Paint, Path, Rectangle, Text
from companion.press.look import Look, middle, richest
from companion.press.text import SUBTITLE, DoesNotFit, Style


def ground(what: str, look: Look) -> Iterator[Mark]:
    """A card's ground, to beyond the cut or short of it: a house's hatching on its tint, else one colour."""
    if what in LEAN:
        tint = look.tint(what, 0.3)
        if tint:
            yield Rectangle(look.ground, Paint(fill=tint))
        runs = hatch(look.ground.corners, step=1.7, lean=LEAN[what])
        yield Path(runs, Paint(stroke=look.strong(what), width=0.24))
    elif look.saver:
        yield Rectangle(look.inner.inset(-1.0), Paint(stroke=look.strong(what), width=0.25), 2.0)
    else:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))


def panel(look: Look) -> Box:
    """The paper on which a card's front is set."""
    return look.inner.inset(1.0)


def leaf(what: str, look: Look) -> Iterator[Mark]:
    """A card's ground with the paper upon it."""
    yield from ground(what, look)
    box = panel(look)
    yield Rectangle(
        box.inset(-0.9), Paint(fill=look.plate(what).fill, stroke=look.strong(what), width=0.5), 1.6
    )


def band(words: str, what: str, box: Box, look: Look, where: str) -> Iterator[Mark]:
    """A name on a ribbon of its colour."""
    yield Rectangle(box, look.panel(what))
    style = look.style(NAME, 15, look.on_panel(what))
    room = Box(box.x + 1.5, box.y, box.width - 3, box.height)
    yield from middle(words, style, room, where)


def kicker(words: str, ink: Colour, box: Box, look: Look) -> tuple[Text, ...]:
    """A few spaced capitals over or under a name; left out where the card is too small for them."""
    style = Style(font=SUBTITLE, size=look.size(8), smallest=look.smallest, colour=ink, spacing=0.7)
    try:
        return middle(words.upper(), style, box, "cards")
    except DoesNotFit:
        return ()


def foot(label: Sequence[str], look: Look, box: Box) -> tuple[tuple[Text, ...], float]:
    """Whose values these are, in the smallest type at a box's lower edge; and where that begins."""
    block = richest(label, look.small(), box.width, look.small().size * 0.45, "cards.label")
    if block is None:
        return (), box.bottom
    top = box.bottom - block.height
    return block.at(box.x, top, width=box.width, align=0.5), top
