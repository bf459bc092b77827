"""What the setup binder is set in: titles, tables, words for its data, its title page (C2)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.games.parabellum.printables.look import INCH, silhouette
from companion.games.parabellum.printables.maps import Plan, country
from companion.games.parabellum.printables.minis import livery_line
from companion.games.parabellum.procedures.reckoning import CHOOSER
from companion.games.parabellum.state import Binder, Goods, Objective, Resource, Scenario, State, spoken
from companion.press import book
from companion.press.face import WHITE, Box, Circle, Face, Mark, Path, Rectangle, Stamp, blend
from companion.press.face import Paint as Line
from companion.press.look import INK, Look, richest
from companion.press.page import Size
from companion.press.svg import braid, moved, rosette
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, DoesNotFit, Style


def aim(objective: Objective) -> str:
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} of your turns in a row" if objective.turns > 1 else "your turn"
    squares = where if len(objective.squares) == 1 else f"{objective.count} of {where}"
    units = f"{objective.count} enemy unit{'s' if objective.count > 1 else ''}"
    words = {
        "hold": f"your units alone stand on {squares} at the end of {often}",
        "destroy": f"you have destroyed {units} here",
        "recon": f"you have reconnoitred {objective.count} different enemy units here",
        "manual": "the table finds so",
    }[objective.kind]
    more = "; for one company alone" if objective.exclusive else ""
    seats = "" if len(objective.seats) == 4 else f"; seats {' and '.join(map(str, objective.seats))}"
    return f"{words}{more}{seats}{'; ends the scenario' if objective.ends_scenario else ''}"


def goods(bonus: Goods) -> str:
    """What completing an objective brings."""
    return ", ".join(bonus.parts) or "–"


def terms(binder: Binder, scenario: Scenario) -> Iterator[str]:
    """What holds in a scenario besides its objectives."""
    yield (
        f"Deploying a unit costs {scenario.deployment_cost} credits, "
        f"extracting one {scenario.extraction_cost}."
    )
    if scenario.rounds:
        yield f"It ends after {scenario.rounds} rounds at the latest."
    if scenario.salvage_percent:
        share = f"{scenario.salvage_percent} %"
        yield f"{share} of the cost of every unit destroyed is salvage for those still in."
    if scenario.manpower_added:
        yield f"{scenario.manpower_added} more people join the pool."
    for resource, price in scenario.prices.items():
        yield f"{spoken(resource)} costs {price} credits a token here."
    if scenario.banned:
        yield f"Not deployed here: {', '.join(binder.units[each].name for each in scenario.banned)}."


def next_ways(binder: Binder, scenario: Scenario) -> str:
    ways = [f"{each.upper()} {binder.scenarios[each].name}" for each in scenario.next]
    if not ways:
        return "The campaign ends here: the richest company wins it."
    if len(ways) == 1:
        return f"The campaign goes on with {ways[0]}."
    return f"{CHOOSER[scenario.chooser].capitalize()} chooses between {', '.join(ways[:-1])} and {ways[-1]}."


def priced(resource: Resource) -> tuple[str, str]:
    *steps, last = resource.bands
    ladder = "; ".join(f"{band.price} while more than {band.above} are left" for band in steps)
    supply = "endless" if resource.supply is None else str(resource.supply)
    return supply, f"{ladder}; then {last.price}" if ladder else f"{last.price} each"


TABLE = 8.5
"""Points: the type of a table."""

SHRINKING = (1.0, 0.94, 0.88)
"""How much smaller it may get before it is as small as people can read."""


@dataclass(frozen=True, slots=True)
class Type:
    """The ink, the room on a page in millimetres, and how much larger than usual the type is."""

    look: Look
    room: Size
    scale: float = 1.0

    @property
    def larger(self) -> "Type":
        """The same in the type of a booklet, which several read at once; on small paper as it is."""
        return replace(self, scale=1.0 if self.is_small else 1.15)

    @property
    def is_small(self) -> bool:
        """Whether the page is about A5."""
        return self.room.width < 150

    def _style(self, font: str, size: float, leading: float = 1.32) -> Style:
        enlarged = max(size * 1.15, self.look.smallest) if self.look.large else size
        enlarged *= self.scale
        return Style(font=font, size=enlarged, smallest=self.look.smallest, leading=leading)

    @property
    def body(self) -> Style:
        return self._style(BODY, 9.5)

    def title(self, title: str, beside: str, where: str) -> Iterator[book.Strip]:
        """A chapter's title over a line, with what it is for."""
        block = book.set_in(title, self._style(TITLE, 22, 1.05), self.room.width, where)
        yield book.drawn(block.at(0, 0), self.room.width, block.height, tied=True)
        if beside:
            quiet = book.set_in(beside, self._style(SUBTITLE, 11, 1.2), self.room.width, where)
            yield book.drawn(quiet.at(0, 0), self.room.width, quiet.height + 0.6, tied=True)
        under = Path((((0, 0.4), (self.room.width, 0.4)),), Line(stroke=INK, width=0.6))
        yield book.drawn((under,), self.room.width, 1.4, tied=True)

    def head(self, words: str, where: str) -> list[book.Strip]:
        style = self._style(TITLE, 12.5, 1.1)
        return book.heading(words, replace(style, colour=self.look.strong("house")), self.room.width, where)

    def group(self, words: str, where: str, head: book.Strip | None) -> Iterator[book.Strip]:
        """A line within a table that names the rows below it."""
        style = replace(self._style(TITLE, 10, 1.2), colour=self.look.strong("house"))
        block = book.set_in(words, style, self.room.width, where)
        marks = block.at(book.PAD, 1.4)
        yield replace(book.drawn(marks, self.room.width, block.height + 1.6, tied=True), head=head)

    def words(self, text: str, where: str) -> Iterator[book.Strip]:
        """Sentences; each line of the text a paragraph."""
        for part in text.splitlines():
            if part.strip():
                yield from book.paragraph(part.strip(), self.body, self.room.width, where)

    def note(self, text: str, where: str) -> Iterator[book.Strip]:
        """A remark below a table, in small type."""
        yield from book.paragraph(text, self._style(LABEL, 8, 1.25), self.room.width, where)

    def points(self, texts: Iterable[str], where: str) -> Iterator[book.Strip]:
        yield from book.points(texts, self.body, self.room.width, where)

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[book.Cell]], where: str, middle: Iterable[int] = ()
    ) -> list[book.Strip]:
        """A table as wide as the page, in smaller type where its words are too wide for it."""
        centred = frozenset(middle)
        for size in SHRINKING:
            with suppress(DoesNotFit):
                return book.table(head, rows, self._dress(size, centred), self.room.width, where)
        return book.table(head, rows, self._dress(0.0, centred), self.room.width, where)

    def _dress(self, size: float, middle: frozenset[int]) -> book.Dress:
        def style(font: str, leading: float) -> Style:
            whole = self._style(font, TABLE, leading)
            return replace(whole, size=max(whole.size * size, self.look.smallest))

        return book.Dress(
            head=style(SUBTITLE, 1.15),
            first=style(STRONG, 1.25),
            cell=style(LABEL, 1.25),
            ground=None if self.look.saver else blend(self.look.full("house"), 0.1),
            middle=middle,
        )

    def picture(self, face: Face, scale: float = 1.0, gap: float = 2.0, *, lies: bool = False) -> book.Strip:
        """A drawing in the middle of the page's width; one that lies is read from the right."""
        wide, high = face.width * scale, face.height * scale
        wide, high = (high, wide) if lies else (wide, high)
        stamp = Stamp(face, (self.room.width - wide) / 2, 0, scale=scale, turn=3 if lies else 0)
        return book.Strip(face=Face(self.room.width, high, (stamp,)), gap=gap)


EMBLEM_BRAID = 4.0
"""Millimetres: how high a braid is."""


def emblem(box: Box, look: Look) -> Iterator[Mark]:
    colour = look.strong("house")
    fine = Line(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
    waves = round(box.width / 5)
    for y in (box.y, box.bottom - EMBLEM_BRAID):
        yield Path(moved(braid(box.width, EMBLEM_BRAID, waves, 5), box.x, y), fine)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    radius = min(box.height / 2 - EMBLEM_BRAID - 2, box.width / 4)
    yield Path(moved(rosette(radius, radius * 0.45, 18, 8), x, y), fine)
    yield Circle(x, y, radius * 0.5, Line(fill=WHITE, stroke=colour, width=0.6))
    yield Circle(x, y, radius * 0.46, Line(stroke=colour, width=0.2))
    picture = silhouette("tank", "large", INK if look.saver else colour, WHITE)
    scale = radius * 0.6 / picture.width
    yield Stamp(picture, x - picture.width * scale / 2, y - picture.height * scale / 2, scale)


BEADS, NAMED, COVER_BRAID = 7.0, 10.0, 4.0
"""Millimetres: how high a livery is, the place of a company's name below it, and a braid."""
ACROSS = 9
"""Squares of the map side by side: few enough that its trees and roofs are seen."""
FRAME = 2.4
"""Millimetres between the map and its outer frame."""


def cover(binder: Binder, state: State | None, type_: Type, *, full: bool) -> book.Leaf:
    """The title page; where it is not `full`, its lower half is left to the contents."""
    count, crest = len(binder.scenarios), Box(0, 0, type_.room.width, type_.room.height * 0.28 - 8)
    strips: list[book.Strip] = [
        book.drawn(emblem(crest, type_.look), crest.width, crest.height + 8),
        *type_.title(binder.name, "Setup binder", "name"),
        *type_.words(f"{count} scenarios, {len(binder.units)} types of unit.", "name"),
    ]
    if state:
        fought = len(state.history)
        strips += type_.words(f"As it stands after {fought} scenario{'' if fought == 1 else 's'}.", "name")
    if full:
        # Side by side each company's colours above its name.
        strips.append(book.drawn(_liveries(binder, type_), type_.room.width, BEADS + NAMED, 5))
        left = type_.room.height - sum(each.height + each.gap for each in strips) - 5
        scenario = next(iter(binder.scenarios.values()))
        sheet, look, wide = binder.maps[scenario.map], type_.look, type_.room.width
        inner = Box(FRAME, COVER_BRAID + FRAME, wide - 2 * FRAME, left - 2 * COVER_BRAID - 2 * FRAME)
        across = min(ACROSS, sheet.columns)
        down = max(1, min(sheet.height, int(inner.height / (inner.width / across))))
        size = across * INCH, down * INCH
        scale = min(inner.width / size[0], inner.height / size[1])
        face = country(Plan(binder, sheet, scenario, look, scenario.features), across, down)
        picture = Box(
            (wide - size[0] * scale) / 2, (left - size[1] * scale) / 2, size[0] * scale, size[1] * scale
        )
        colour = look.strong("house")
        fine = Line(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
        waves = braid(wide, COVER_BRAID, round(wide / 5), 5)
        marks: tuple[Mark, ...] = (
            Path(waves, fine),
            Path(moved(waves, 0, left - COVER_BRAID), fine),
            Stamp(face, picture.x, picture.y, scale),
            Rectangle(picture.inset(-0.8), Line(stroke=colour, width=0.8)),
            Rectangle(picture.inset(-1.7), Line(stroke=colour, width=0.2)),
        )
        frontispiece = Face(wide, left, marks, "frontispiece", alt=f"Country of {scenario.name}.")
        strips.append(book.Strip(face=frontispiece, gap=4))
    [leaf] = book.leaves(strips, type_.room.height)
    return leaf


def _liveries(binder: Binder, type_: Type) -> Iterator[Mark]:
    pitch = type_.room.width / max(1, len(binder.companies))
    style = type_.look.style(STRONG, 9.5)
    for n, each in enumerate(binder.companies.values()):
        yield from livery_line(each.id, binder, type_.look, Box(n * pitch + 1, 0, pitch - 2, BEADS))
        if name := richest((each.name,), style, pitch - 2, NAMED - 1.5, "companies"):
            yield from name.at(n * pitch + 1, BEADS + 1.2, width=pitch - 2, align=0.5)
