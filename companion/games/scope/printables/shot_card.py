"""The shot card: laid on the crossing of the four cards among which a sniper has fired."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from companion.games.scope.data import Side
from companion.games.scope.printables.look import SIGN, sign
from companion.games.scope.printables.words import words
from companion.press.face import BLACK, WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look, fullest, middle
from companion.press.text import SUBTITLE, TITLE

TEETH = 11
LENGTHS = (1.0, 0.86, 0.95, 0.8)
"""How far the tongues of the flash reach, in turn."""


@lru_cache(maxsize=32)
def shot_card(side: Side, look: Look) -> Face:
    """Its front, square: the crossing, the flash, whose shot it was, and when it goes."""
    marks = (*_ground(look), *_crossing(look), *_flash(side, look), *_told(side, look))
    return look.card(marks, f"shot {side}")


def _ground(look: Look) -> Iterator[Mark]:
    """Night, and a dim glow around the flash."""
    if look.saver:
        yield Rectangle(look.inner.inset(-0.8), Paint(stroke=BLACK, width=0.4), 1)
        return
    yield Rectangle(look.ground, Paint(fill=look.full("night")))
    for radius, tone in ((0.46, "dusk"), (0.4, "burnt")):
        yield Circle(look.width / 2, look.height / 2, look.width * radius, Paint(fill=look.full(tone)))


def _crossing(look: Look) -> Iterator[Mark]:
    """The edges of the four cards below, dashed, and a corner of each."""
    x, y, ink = look.width / 2, look.height / 2, _pale(look)
    box = look.inner
    runs = (((x, box.y), (x, box.bottom - 9)), ((box.x, y), (box.right, y)))
    yield Path(runs, Paint(stroke=ink, width=0.4, dash=(2.2, 1.8)))
    long = 5.0
    for a in (box.x, box.right):
        for b in (box.y, box.bottom):
            across, down = (long if a == box.x else -long), (long if b == box.y else -long)
            yield Path((((a + across, b), (a, b), (a, b + down)),), Paint(stroke=ink, width=0.6))


def _pale(look: Look) -> Colour:
    return BLACK if look.saver else look.full("ash")


def _flash(side: Side, look: Look) -> Iterator[Mark]:
    """Three tongues of light, one within the other."""
    reach = look.width * 0.36
    for share, tone, rim in ((1.0, "flash", True), (0.8, "lit", False)):
        fill = WHITE if look.saver else look.full(tone)
        stroke = look.strong(side) if rim else None
        if not look.saver or rim:
            yield Path((_star(look, reach * share),), Paint(fill=fill, stroke=stroke, width=1.1), closed=True)
    if not look.saver:
        yield Circle(look.width / 2, look.height / 2, reach * 0.46, Paint(fill=(1.0, 0.91, 0.66)))


def _star(look: Look, reach: float) -> tuple[tuple[float, float], ...]:
    spots = []
    for n in range(2 * TEETH):
        far = reach * LENGTHS[n // 2 % len(LENGTHS)] if n % 2 == 0 else reach * 0.6
        turn = pi * n / TEETH
        spots.append((look.width / 2 + far * sin(turn), look.height / 2 - far * cos(turn)))
    return tuple(spots)


def _told(side: Side, look: Look) -> Iterator[Mark]:
    x, y = look.width / 2, look.height / 2
    size = 13.0
    yield Stamp(sign(side, look.strong(side)), x - size / 2, y - size - 0.4, size / SIGN)
    yield from middle("SHOT FIRED", look.style(TITLE, 20), Box(x - 20, y + 0.6, 40, 9), "shot")
    box = Box(look.inner.x + 2, look.inner.bottom - 8, look.inner.width - 4, 6.8)
    block = fullest(words()["shot"], look.style(SUBTITLE, 13, _light(look)), box, "shot")
    yield from block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def _light(look: Look) -> Colour:
    return BLACK if look.saver else look.full("paper")
