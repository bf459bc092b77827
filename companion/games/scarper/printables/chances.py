"""What a charge may bring, and what an assault gains: the chances of the table itself, drawn as bars."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.engine.dice import Chance
from companion.engine.wording import signed
from companion.games.scarper.printables import DRESS, GOLD, MUTED
from companion.games.scarper.procedures import attacks
from companion.games.scarper.state import Table
from companion.press.boxes import headed
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, blend
from companion.press.look import INK, Look, at_left, half_of, middle
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, papers
from companion.press.svg import hatch
from companion.press.text import NUMERAL, STRONG, SUBTITLE, TITLE, line

TRENCHES_IN_WAY = range(5)
POINTS = range(1, 5)
LEADS = range(-5, 6)
SPACES = 3
"""How many spaces a charge wins at most on open ground."""


def charge_odds(lead: int) -> attacks.ChargeOdds:
    """The odds of a charge on open ground whose attacker has `lead` more in bonuses, as the table's own."""
    question = {
        "attacker": "allied",
        "battlefield": "mulhouse",
        "battlefields": {"colmar": {"frontline": 0}, "mulhouse": {"frontline": 0}},
        "propaganda": {"allied": 0, "german": 0},
        "modifiers": {"attack": lead},
    }
    odds: attacks.ChargeOdds = attacks.resolve_charge_odds(question).result
    return odds


def assault_gain(points: int, trenches: int) -> float:
    """Spaces that an assault gains on average from a track's start, with so many trenches in its way."""
    question: dict[str, object] = {
        "attacker": "allied",
        "battlefield": "mulhouse",
        "frontline": 0,
        "morale": 0,
        "points": points,
    }
    if trenches:
        question["trenches"] = {"1": trenches}
    gain: float = attacks.resolve_assault_odds(question).result["expected_advance"]["f"]
    return gain


def percent(chance: Chance, places: int = 1) -> str:
    """A chance as people read it.

    >>> percent({"p": "1/6", "f": 0.166666666667})
    '16.7 %'
    """
    return f"{100 * chance['f']:.{places}f} %"


MARGIN, HEAD = 8.0, 37.0


def charge_table(choices: Choices, scene: Table | None) -> Document:
    """Half a sheet: charges by the lead in bonuses, assaults by points and trenches in the way."""
    look, half = replace(DRESS.look(choices), large=False), half_of(choices["paper"])
    wide = half.width - 2 * MARGIN
    note = "One die each, bonuses added; in per cent."
    y = MARGIN + HEAD + 3
    marks = (
        *headed(Box(MARGIN, MARGIN, wide, HEAD), "CHARGE TABLE", "d6 : d6", note, look),
        *_charges(Box(MARGIN, y, wide, 91), look),
        *_assaults(Box(MARGIN, y + 94, wide, 57), look),
    )
    return DRESS.halves("charge table", [Face(*half, marks, "charge table")], choices)


def _charges(box: Box, look: Look) -> Iterator[Mark]:
    """A bar a lead: gold where the attacker wins, hatched for a tie, white where the defender wins."""
    yield from at_left("Frontal charge", look.style(TITLE, 15), box._replace(height=5.4), "charge")
    bar, spaces = Box(box.x + 12, box.y, box.width - 42, 6.9), box.right - 26
    heads: tuple[tuple[str, float, float, float], ...] = (
        ("lead", box.x, 10, 0.5),
        ("attacker wins", bar.x, 30, 0.0),
        ("tie", bar.x, bar.width, 0.5),
        ("defender wins", bar.x, bar.width, 1.0),
        ("spaces, open ground", spaces - 10, 36, 1.0),
    )
    for words, x, wide, align in heads:
        yield from line(words, look.style(SUBTITLE, 8), wide, "charge").at(
            x, box.y + 6, width=wide, align=align
        )
    for n, lead in enumerate(LEADS):
        odds, y = charge_odds(lead), box.y + 10.4 + n * 7.35
        plate = Box(box.x, y, 10, bar.height)
        dark = lead == 0 and not look.saver
        ground = INK if dark else look.tint("neutral", 0.14) or WHITE
        yield Rectangle(plate, Paint(fill=ground, stroke=INK if look.saver else None, width=0.25))
        yield from middle(signed(lead), look.style(NUMERAL, 14, WHITE if dark else INK), plate, "charge")
        yield from _bar(odds, bar._replace(y=y), look)
        yield from _boxes(odds["expected_advance"]["f"], Box(spaces, y, 26, bar.height), look)


def _bar(odds: attacks.ChargeOdds, box: Box, look: Look) -> Iterator[Mark]:
    wins, ties, lost = (odds[each]["f"] for each in ("attacker", "tie", "defender"))
    won = Box(box.x, box.y, box.width * wins, box.height)
    tie = Box(won.right, box.y, box.width * ties, box.height)
    rest = Box(tie.right, box.y, box.right - tie.right, box.height)
    if wins and not look.saver:
        yield Rectangle(won, Paint(fill=GOLD))
    if ties:
        if not look.saver:
            yield Rectangle(tie, Paint(fill=blend(GOLD, 0.35)))
        yield Path(hatch(tie.corners, step=1.1, lean=1), Paint(stroke=MUTED, width=0.15))
    edges = tuple(
        ((x, box.y), (x, box.bottom)) for x in (won.right, tie.right) if box.x < x < box.right - 0.1
    )
    yield Path(edges, Paint(stroke=INK, width=0.3))
    yield Rectangle(box, Paint(stroke=INK, width=0.3))
    for share, place, align in ((wins, won, 0.0), (lost, rest, 1.0)):
        block = line(f"{100 * share:.1f}", look.style(STRONG, 9.5), 12, "charge")
        if place.width > 11:
            at = place.y + (place.height - block.height) / 2
            yield from block.at(place.x + 1.5, at, width=place.width - 3, align=align)
    if tie.width > 8:
        plate = Box(tie.x + tie.width / 2 - 3.9, tie.y + 1.5, 7.8, 3.9)
        yield Rectangle(plate, Paint(fill=WHITE))
        yield from middle(f"{100 * ties:.1f}", look.style(SUBTITLE, 8), plate, "charge")


def _boxes(gain: float, box: Box, look: Look) -> Iterator[Mark]:
    """Three boxes, filled as far as a charge wins on average, and the figure."""
    for n in range(SPACES):
        place = Box(box.x + n * 4.9, box.y + 1.4, 4.2, 4.1)
        share = max(0.0, min(1.0, gain - n))
        if share:
            ground = MUTED if look.saver else INK
            yield Rectangle(place._replace(width=place.width * share), Paint(fill=ground))
        yield Rectangle(place, Paint(stroke=INK, width=0.25))
    figure = line(f"{gain:.2f}", look.style(STRONG, 9.5), 10, "charge")
    yield from figure.at(box.x, box.y + (box.height - figure.height) / 2, width=box.width, align=1)


def _assaults(box: Box, look: Look) -> Iterator[Mark]:
    """A vessel for each card and number of trenches, filled to what an assault gains."""
    yield from at_left("Concentrated assault", look.style(TITLE, 15), box._replace(height=5.4), "assault")
    words = "spaces gained on average, from start to three on, for 1 to 3 morale"
    caption = line(words, look.style(SUBTITLE, 7.5), box.width, "assault")
    yield from caption.at(box.x, box.y + 6)
    step = (box.width - 22) / len(TRENCHES_IN_WAY)
    for n, words in enumerate(("trenches", "in the way")):
        yield from line(words, look.style(SUBTITLE, 8), 22, "assault").at(box.x, box.y + 11.6 + n * 3.2)
    for trenches in TRENCHES_IN_WAY:
        x, foot = box.x + 22 + trenches * step, box.y + 18.4
        room = Box(x, box.y + 9.6, step - 1.2, 5.2)
        yield from middle(str(trenches), look.style(NUMERAL, 13), room, "assault")
        yield from _trenches(trenches, x + step / 2 - 0.6, foot)
        yield Path((((x + 1, foot), (x + step - 2.2, foot)),), Paint(stroke=INK, width=0.35))
        for row, points in enumerate(POINTS):
            vessel = Box(x, box.y + 20 + row * 9.6, step - 1.2, 9)
            yield from _vessel(assault_gain(points, trenches), vessel, look)
    for row, points in enumerate(POINTS):
        words, y = f"{points} point{'s' if points > 1 else ''}", box.y + 20 + row * 9.6
        yield from at_left(words, look.style(SUBTITLE, 12), Box(box.x, y, 21, 9), "assault")


def _trenches(count: int, x: float, foot: float) -> Iterator[Mark]:
    runs = []
    for n in range(count):
        left = x - count * 1.9 + n * 3.8
        runs.append(((left, foot), (left + 1, foot - 3.2), (left + 2.4, foot - 3.2), (left + 3.4, foot)))
    yield Path(tuple(runs), Paint(stroke=INK, width=0.5))


def _vessel(gain: float, box: Box, look: Look) -> Iterator[Mark]:
    high = box.height * min(1.0, gain / SPACES)
    level = Box(box.x, box.bottom - high, box.width, high)
    if high and look.saver:
        yield Path(hatch(level.corners, step=1.6, lean=1), Paint(stroke=(0.7,), width=0.15))
    elif high:
        yield Rectangle(level, Paint(fill=blend(GOLD, 0.55)))
    yield Rectangle(box, Paint(stroke=INK, width=0.25))
    yield from middle(f"{gain:.2f}", look.style(NUMERAL, 15), box, "assault")


CHARGE_TABLES: Mapping[str, Made] = {
    "charge-table": (charge_table, (papers("a4", "letter", "both", "a5"), INKS, LARGE))
}
