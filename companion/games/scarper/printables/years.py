"""What is written down of a war: each year's rounds, missions and scoring, and the score of all five.

Half a sheet each, as one would frame it: the front in a strip, the figures drawn as well as printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from companion.engine.campaign.books import Passage
from companion.engine.film import Area, Chart, Label, Scale, drawn
from companion.engine.wording import signed
from companion.games.scarper import data
from companion.games.scarper.deeds import tell
from companion.games.scarper.printables import DRESS, LEAN, MUTED, OPTIONS
from companion.games.scarper.state import PerSide, State, Table, YearRecord
from companion.press.boxes import headed
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle
from companion.press.look import INK, Look, at_left, chart, half_of, middle, richest
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, papers
from companion.press.page import Size
from companion.press.svg import hatch
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, line


class Filled(Choices):
    filled: bool


class OfYear(Filled):
    year: str


@dataclass(frozen=True, slots=True)
class Round:
    """One action round that was played: the card and its use, and the state that it ended in."""

    year: int
    side: data.Side
    number: int
    card: str
    use: str
    end: State | None = None

    @property
    def done(self) -> bool:
        return self.end is not None


def rounds(trail: Sequence[State]) -> tuple[Round, ...]:
    """Every round in which a card was played, in order; the last may be unfinished."""
    played: list[Round] = []
    for before, after in pairwise(trail):
        turn = before.turn
        if not turn:
            continue
        card = after.turn.card if after.turn and after.turn.card else _played(before, after)
        if turn.step == "start" and card:
            played.append(_begun(before, after, turn.side, card))
        if played and not played[-1].done and _ended(before, after, turn.side):
            played[-1] = replace(played[-1], end=after)
    return tuple(played)


def _played(before: State, after: State) -> str | None:
    now = [*after.played, *(each.card for each in after.in_play)]
    earlier = {*before.played, *(each.card for each in before.in_play)}
    return next((card for card in now if card not in earlier), None)


def _begun(before: State, after: State, side: data.Side, card: str) -> Round:
    mode = after.turn.mode if after.turn and after.turn.card else "commands"
    points = before.box.cards[card].points
    use = "event" if mode == "event" else f"{points} points"
    if after.turn and after.turn.event in ("first", "last"):
        use += (
            ", event " + {"first": "before", "last": "after"}[after.turn.event] if mode == "commands" else ""
        )
    return Round(before.year, side, before.rounds_done[side] + 1, card, use)


def _ended(before: State, after: State, side: data.Side) -> bool:
    same_year = before.year == after.year
    return not same_year or after.rounds_done[side] > before.rounds_done[side] or after.phase == "over"


def by_place(played: Sequence[Round]) -> dict[tuple[int, data.Side, int], Round]:
    return {(each.year, each.side, each.number): each for each in played}


@dataclass(frozen=True, slots=True)
class War:
    """What is known of a war for its records: nothing at all where they are to be blank.

    `first` is the side that began the rounds of each year that has come to them, `course` the morale after
    each year's lines, `overruled` what was set by hand: the year, what, and why.
    """

    state: State | None
    played: Mapping[tuple[int, data.Side, int], Round]
    first: Mapping[int, data.Side] = field(default_factory=dict)
    course: Sequence[tuple[float, int]] = ()
    overruled: Sequence[tuple[str, str, str]] = ()

    def year(self, year: int) -> YearRecord | None:
        return next((each for each in self.state.history if each.year == year), None) if self.state else None

    def title(self, card: str) -> str:
        return self.state.box.cards[card].title if self.state else card


def _war(choices: Filled, scene: Table | None) -> War:
    if not scene or not choices["filled"]:
        return War(None, {})
    # Until a year's rounds begin, a state still bears the side that began the year before.
    begun = {
        each.year: each.first for each in scene.trail if each.first and each.phase in ("rounds", "reveal")
    }
    # Morale after every line: where in its year, counted from 0, and the figure.
    years = {year: [state.morale for state in scene.trail if state.year == year] for year in data.YEARS}
    course = [
        (n + (k + 1) / len(of_year), morale)
        for n, of_year in enumerate(years.values())
        for k, morale in enumerate(of_year)
    ]
    return War(scene.state, by_place(rounds(scene.trail)), begun, course, list(_overruled(scene.passages)))


def _overruled(passages: Sequence[Passage]) -> Iterator[tuple[str, str, str]]:
    for each in passages:
        match each.before, each.action:
            case State() as before, {"type": "adjust", "reason": str(reason), **action}:
                yield str(before.year), tell(before, {"type": "adjust", **action}, None), reason


MARGIN, HEAD, LOW = 8.0, 37.0, 12.0
"""Millimetres: around a half sheet, its head, and what the ruler has at its foot."""
PAIRED = (59.0, 86.0, 102.0, 117.5)
"""Shares of 132 millimetres: where the columns of a round begin behind its card."""


def year_record(choices: OfYear, scene: Table | None) -> Document:
    """Half a sheet a year, and behind the five of them the score of the war."""
    war, look, half = _war(choices, scene), _look(choices), half_of(choices["paper"])
    whole = choices["year"] == "all"
    faces = [_year(year, war, look, half) for year in (data.YEARS if whole else (int(choices["year"]),))]
    return DRESS.halves("year record", [*faces, *([_score(war, look, half)] if whole else [])], choices)


def score_sheet(choices: Filled, scene: Table | None) -> Document:
    return DRESS.halves(
        "score sheet", [_score(_war(choices, scene), _look(choices), half_of(choices["paper"]))], choices
    )


def _look(choices: Choices) -> Look:
    """Large type enlarges the whole half to a sheet, its drawing with it."""
    return replace(DRESS.look(choices), large=False)


def _year(year: int, war: War, look: Look, half: Size) -> Face:
    wide = half.width - 2 * MARGIN
    blank = "German, by the rules" if year == data.YEARS[0] else "_" * 14
    went = data.SIDE_NAMES[war.first[year]] if year in war.first else blank
    marks = [*headed(Box(MARGIN, MARGIN, wide, HEAD), "YEAR RECORD", str(year), f"Went first: {went}", look)]
    y, count = MARGIN + HEAD + 3, data.ROUNDS[year]
    missions = half.height - LOW - 6.8 * 6 - 8 - 24
    pitch = min(10.6, (missions - 2 - y - 2 * 9.4) / (2 * count))
    for side in data.SIDES:
        marks += _side_head(side, Box(MARGIN, y, wide, 7), look)
        for n in range(count):
            row = Box(MARGIN, y + 7.6 + n * pitch, wide, pitch - 0.6)
            marks += _round((year, side, n + 1), war, row, look)
        y += 9.4 + count * pitch
    marks += _missions(war.year(year), war, Box(MARGIN, missions, wide, 22), look)
    marks += _scoring(war.year(year), Box(MARGIN, missions + 25, wide, 6 + 6.8 * 6), look)
    return Face(*half, tuple(marks), f"year {year}")


def _side_head(side: data.Side, box: Box, look: Look) -> Iterator[Mark]:
    yield Rectangle(box, look.panel(side))
    if not look.saver:
        runs = hatch(box.corners, step=1.6, lean=LEAN[side])
        yield Path(runs, Paint(stroke=look.tint(side, 0.72), width=0.3))
        yield Rectangle(box._replace(width=24), look.panel(side))
    ink = look.on_panel(side)
    yield from at_left(
        data.SIDE_NAMES[side], look.style(TITLE, 14, ink), box._replace(x=box.x + 2, width=22), side
    )
    for words, left, right in zip(
        ("Used for", "Morale", "Propaganda", "Economy"), PAIRED, (*PAIRED[1:], 132.0), strict=True
    ):
        place = Box(box.x + left / 132 * box.width, box.y, (right - left) / 132 * box.width, box.height)
        if not look.saver:
            yield Rectangle(Box(place.x, box.y + 1.2, place.width, 4.6), look.panel(side))
        yield from middle(words, look.style(SUBTITLE, 8, ink), place, side)


def _round(place: tuple[int, data.Side, int], war: War, row: Box, look: Look) -> Iterator[Mark]:
    """A round's line, by its year, its side and its number."""
    _, side, number = place
    played = war.played.get(place)
    yield Rectangle(row, Paint(fill=WHITE, stroke=MUTED, width=0.2))
    first = row._replace(width=8.4)
    tint = look.tint(side, 0.16)
    yield Rectangle(first, Paint(fill=tint or WHITE, stroke=MUTED, width=0.2))
    yield from middle(str(number), look.style(NUMERAL, 16, look.strong(side)), first, "round")
    cells = [
        Box(row.x + a / 132 * row.width, row.y, (b - a) / 132 * row.width, row.height)
        for a, b in pairwise((8.4, *PAIRED, 132.0))
    ]
    rules = tuple(((cell.x, row.y), (cell.x, row.bottom)) for cell in cells)
    yield Path(rules, Paint(stroke=MUTED, width=0.15))
    for cell in cells[3:]:
        yield from _pair(cell, look)
    if not played:
        return
    title, use = war.title(played.card), played.use
    for words, cell, font in ((title, cells[0], STRONG), (use, cells[1], LABEL)):
        yield from _written(words, cell.inset(0.8), look, font)
    if played.end:
        yield from _written(data.lead(played.end.morale), cells[2].inset(0.8), look, STRONG)
        for track, cell in zip((played.end.propaganda, played.end.economy), cells[3:], strict=True):
            yield from _both(track, cell, look)


def _written(words: str, box: Box, look: Look, font: str) -> Iterator[Mark]:
    """What a pen would have written: on one line or two."""
    short = " ".join(words.split()[:4])
    block = richest(
        (words, short, words[:14]), look.style(font, 9.5, leading=1.05), box.width, box.height, "record"
    )
    yield from block.at(box.x + 0.4, box.y + (box.height - block.height) / 2) if block else ()


def _pair(cell: Box, look: Look) -> Iterator[Mark]:
    """A slash between the Allied figure and the German one, a letter in either corner."""
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    yield Path((((x - 2, y + 2.6), (x + 2, y - 2.6)),), Paint(stroke=MUTED, width=0.2))
    for word, side, at, down in (
        ("A", "allied", 0.8, 0.3),
        ("G", "german", cell.width - 2.2, cell.height - 2.9),
    ):
        style = look.style(SUBTITLE, 7, look.strong(side))
        yield from line(word, style, 4, "record").at(cell.x + at, cell.y + down)


def _both(track: PerSide[int], cell: Box, look: Look) -> Iterator[Mark]:
    for figure, side, x in ((track.allied, "allied", 2.4), (track.german, "german", cell.width / 2 + 0.8)):
        place = Box(cell.x + x, cell.y, cell.width / 2 - 3.2, cell.height)
        yield from middle(str(figure), look.style(STRONG, 9.5, look.strong(side)), place, "record")


def _missions(entry: YearRecord | None, war: War, box: Box, look: Look) -> Iterator[Mark]:
    yield from at_left("Missions", look.style(TITLE, 14), box._replace(height=5), "missions")
    note = line("morale gained", look.style(SUBTITLE, 8), 40, "missions")
    yield from note.at(box.x, box.y + 1, width=box.width, align=1)
    for n, side in enumerate(data.SIDES):
        row = Box(box.x, box.y + 6 + n * 8.4, box.width, 7.8)
        yield Rectangle(row, Paint(fill=WHITE, stroke=MUTED, width=0.2))
        yield Rectangle(
            row._replace(width=17), Paint(fill=look.tint(side, 0.16) or WHITE, stroke=MUTED, width=0.2)
        )
        yield from middle(
            data.SIDE_NAMES[side], look.style(SUBTITLE, 11, look.strong(side)), row._replace(width=17), side
        )
        yield Path((((row.right - 18, row.y), (row.right - 18, row.bottom)),), Paint(stroke=MUTED, width=0.2))
        if entry and war.state:
            shown = ", ".join(war.state.box.missions[each].title for each in entry.revealed[side])
            yield from _written(shown, Box(row.x + 17.6, row.y, row.width - 37, row.height), look, STRONG)
            gain = Box(row.right - 18, row.y, 18, row.height)
            yield from middle(str(entry.missions[side]), look.style(NUMERAL, 12), gain, side)


NETS = ("Missions", "Battlefields", "Propaganda", "Economy", "Lasting cards", "Morale now")
RINGS = 6
"""How far the axes of a year's scoring reach to either side."""


def _scoring(entry: YearRecord | None, box: Box, look: Look) -> Iterator[Mark]:
    """Each net in a box and as a ring to mark on an axis from the German side to the Allied one."""
    yield from at_left("Scoring", look.style(TITLE, 14), box._replace(height=5), "scoring")
    axis = Box(box.x + 56, box.y, box.width - 60, 5)
    for words, side, align in (("German", "german", 0.0), ("Allied", "allied", 1.0)):
        block = line(words, look.style(SUBTITLE, 9, look.strong(side)), 20, "scoring")
        yield from block.at(axis.x, box.y + 1, width=axis.width, align=align)
    nets, figures = _nets(entry), (*figures_of(entry), entry.morale) if entry else (None,) * 6
    for n, (name, words, net) in enumerate(zip(NETS, nets, figures, strict=True)):
        row, last = Box(box.x, box.y + 6 + n * 6.8, box.width, 6), n == len(NETS) - 1
        yield from at_left(
            name, look.style(TITLE if last else SUBTITLE, 11), row._replace(width=27), "scoring"
        )
        frame = Paint(fill=WHITE, stroke=INK if last else MUTED, width=0.5 if last else 0.25)
        place = Box(row.x + 28, row.y, 22, row.height)
        yield Rectangle(place, frame)
        yield from middle(words, look.style(NUMERAL, 11), place, "scoring") if words else ()
        yield from _axis(
            net, row._replace(x=axis.x, width=axis.width), data.MORALE_END if last else RINGS, look
        )


def _axis(net: int | None, row: Box, reach: int, look: Look) -> Iterator[Mark]:
    y, step = row.y + row.height / 2, row.width / (2 * reach)
    yield Path((((row.x, y), (row.right, y)),), Paint(stroke=INK, width=0.3))
    at = None if net is None else max(-reach, min(reach, net))
    size = 1.25 if reach == RINGS else 0.8
    for n in range(-reach, reach + 1):
        x = row.x + (n + reach) * step
        ink = look.strong("german") if n < 0 else look.strong("allied") if n else INK
        if n == 0:
            yield Path((((x, y - 2.4), (x, y + 2.4)),), Paint(stroke=INK, width=0.4))
        marked = at is not None and (n == at)
        between = at is not None and min(0, at) <= n <= max(0, at) and n
        fill = ink if marked or between else WHITE
        yield Circle(x, y, size * (1.5 if marked else 1), Paint(fill=fill, stroke=ink, width=0.25))


def _score(war: War, look: Look, half: Size) -> Face:
    """The five years: their nets, the course of morale, who won, and what the table overruled."""
    wide = half.width - 2 * MARGIN
    note = "Nets of each year, the Allied gains less the German."
    marks = [*headed(Box(MARGIN, MARGIN, wide, HEAD), "SCORE SHEET", "1914–18", note, look)]
    y = MARGIN + HEAD + 3
    marks += _table(war, Box(MARGIN, y, wide, 47), look)
    y += 50
    marks += at_left("Morale", look.style(TITLE, 14), Box(MARGIN, y, 40, 5), "morale")
    marks += _morale(war, Box(MARGIN, y + 6, wide, 38), look)
    y += 46
    winner = Box(MARGIN, y, wide, 11)
    marks += [Rectangle(winner, Paint(fill=look.tint("neutral", 0.12) or WHITE, stroke=INK, width=0.5))]
    marks += at_left("Winner", look.style(TITLE, 14), winner.inset(2), "winner")
    marks += at_left(_winner(war), look.style(SUBTITLE, 11), Box(winner.x + 22, y, wide - 24, 11), "winner")
    marks += _corrected(war, Box(MARGIN, y + 14, wide, half.height - LOW - y - 14), look)
    return Face(*half, tuple(marks), "score sheet")


def _table(war: War, box: Box, look: Look) -> Iterator[Mark]:
    wide, high = (box.width - 14) / len(NETS), 7.4
    for n, name in enumerate((*NETS[:-1], "Morale after")):
        place = Box(box.x + 14 + n * wide, box.y, wide, 5)
        yield from middle(name, look.style(SUBTITLE, 8.5), place, "score")
    for n, year in enumerate(data.YEARS):
        row = Box(box.x, box.y + 6 + n * (high + 0.6), box.width, high)
        entry = war.year(year)
        plate = Paint(stroke=INK, width=0.3) if look.saver else Paint(fill=INK)
        yield Rectangle(row._replace(width=13), plate)
        yield from middle(
            str(year), look.style(NUMERAL, 13, INK if look.saver else WHITE), row._replace(width=13), "score"
        )
        for k, words in enumerate(_nets(entry)):
            cell = Box(box.x + 14 + k * wide, row.y, wide - 0.6, high)
            ahead = 0 if not words or words == "0" else 1 if words[0] in "+A" else -1
            side = {1: "allied", -1: "german"}.get(ahead)
            tint = look.tint(side, 0.16) if side else None
            yield Rectangle(cell, Paint(fill=tint or WHITE, stroke=MUTED, width=0.2))
            ink = look.strong(side) if side else INK
            yield from middle(words, look.style(NUMERAL, 12, ink), cell, "score") if words else ()


def _morale(war: War, box: Box, look: Look) -> Iterator[Mark]:
    """Its course over the years, filled towards whose it is; blank, the raster to draw it on by hand."""
    end = data.MORALE_END
    raster = Chart(
        told="Morale",
        series=(),
        labels=[Label(n, n + 1, str(year)) for n, year in enumerate(data.YEARS)],
        levels={end: f"Allied {end}", 5: "5", 0: "0", -5: "5", -end: f"German {end}"},
        last=len(data.YEARS),
        parted=True,
    )
    area = Area(box.x + 18, box.y + 1, box.right, box.bottom - 5)
    scale = Scale(area, len(data.YEARS), -end, end, 3)
    style, zero = look.style(SUBTITLE, 8), scale.y(0)

    def write(words: str, place: Box, align: float) -> Iterator[Mark]:
        yield from line(words, style, 17, "morale").at(place.x, place.y, width=place.width, align=align)

    course = [(scale.x(at), scale.y(morale)) for at, morale in war.course]
    for (x, y), (after, _) in pairwise(course):
        tint = look.tint("allied" if y < zero else "german", 0.4)
        if tint and y != zero:
            yield Rectangle(Box(x, min(y, zero), after - x, abs(y - zero)), Paint(fill=tint))
    yield from chart(drawn(raster, area, 3), (), write)
    steps = [(at, y) for (x, y), (after, _) in pairwise(course) for at in (x, after)]
    if steps:
        yield Path((tuple(steps),), Paint(stroke=INK, width=0.6))


def _corrected(war: War, box: Box, look: Look) -> Iterator[Mark]:
    title = "What the table overruled, and why"
    yield from at_left(title, look.style(TITLE, 14), box._replace(height=5), "overruled")
    count = max(2, int((box.height - 6) / 7))
    for n in range(count):
        y = box.y + 6 + (n + 1) * 7
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=MUTED, width=0.2))
        if n < len(war.overruled):
            year, what, why = war.overruled[n]
            yield from _written(f"{year}: {what}. {why}", Box(box.x, y - 6.6, box.width, 6.4), look, LABEL)


def _nets(entry: YearRecord | None) -> list[str]:
    if not entry:
        return [""] * 6
    return [*("" if net is None else signed(net) for net in figures_of(entry)), data.lead(entry.morale)]


def figures_of(entry: YearRecord) -> tuple[int | None, ...]:
    """A year's nets: missions, battlefields, propaganda, economy, lasting cards; `None` while not scored."""
    missions = entry.missions.allied - entry.missions.german
    tracks = entry.tracks
    if not tracks:
        return (missions, None, None, None, None)
    fields = tracks.battlefields.allied - tracks.battlefields.german
    return (missions, fields, tracks.propaganda, tracks.economy, tracks.ongoing)


def _winner(war: War) -> str:
    state = war.state
    if not state or not state.winner:
        return "____________________________    by    ____________________________"
    if state.winner == "draw":
        return "Nobody: the war ends with morale on 0."
    by = {
        "direct": "with 15 morale",
        "attrition": "ahead after 1918",
        "resignation": "as the other side gave up",
    }
    return f"{data.SIDE_NAMES[state.winner]}, {by[state.win_by or 'attrition']}."


OWN = (papers("a4", "letter", "both", "a5"), INKS, LARGE)
RECORDS: Mapping[str, Made] = {
    "year-record": (year_record, (*OWN, OPTIONS["year"], OPTIONS["filled"])),
    "score-sheet": (score_sheet, (*OWN, OPTIONS["filled"])),
}
