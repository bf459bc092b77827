"""What the setup binder is set in: titles, headings, sentences, points and tables on pages of one width."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.press.book import PAD, Cell, Dress, Strip, drawn, heading, paragraph, points, set_in, table
from companion.press.face import Face, Path, Stamp, blend
from companion.press.face import Paint as Line
from companion.press.look import INK, Look
from companion.press.page import Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, DoesNotFit, Style

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
        """Sentences."""
        return self._style(BODY, 9.5)

    def title(self, title: str, beside: str, where: str) -> Iterator[Strip]:
        """A chapter's title over a line, with what it is for."""
        block = set_in(title, self._style(TITLE, 22, 1.05), self.room.width, where)
        yield drawn(block.at(0, 0), self.room.width, block.height, tied=True)
        if beside:
            quiet = set_in(beside, self._style(SUBTITLE, 11, 1.2), self.room.width, where)
            yield drawn(quiet.at(0, 0), self.room.width, quiet.height + 0.6, tied=True)
        under = Path((((0, 0.4), (self.room.width, 0.4)),), Line(stroke=INK, width=0.6))
        yield drawn((under,), self.room.width, 1.4, tied=True)

    def head(self, words: str, where: str) -> list[Strip]:
        """A heading within a chapter."""
        style = self._style(TITLE, 12.5, 1.1)
        return heading(words, replace(style, colour=self.look.strong("house")), self.room.width, where)

    def group(self, words: str, where: str, head: Strip | None) -> Iterator[Strip]:
        """A line within a table that names the rows below it."""
        style = replace(self._style(TITLE, 10, 1.2), colour=self.look.strong("house"))
        block = set_in(words, style, self.room.width, where)
        marks = block.at(PAD, 1.4)
        yield replace(drawn(marks, self.room.width, block.height + 1.6, tied=True), head=head)

    def words(self, text: str, where: str) -> Iterator[Strip]:
        """Sentences; each line of the text a paragraph."""
        for part in text.splitlines():
            if part.strip():
                yield from paragraph(part.strip(), self.body, self.room.width, where)

    def note(self, text: str, where: str) -> Iterator[Strip]:
        """A remark below a table, in small type."""
        yield from paragraph(text, self._style(LABEL, 8, 1.25), self.room.width, where)

    def points(self, texts: Iterable[str], where: str) -> Iterator[Strip]:
        """A list of points."""
        yield from points(texts, self.body, self.room.width, where)

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[Cell]], where: str, middle: Iterable[int] = ()
    ) -> list[Strip]:
        """A table as wide as the page, in smaller type where its words are too wide for it."""
        centred = frozenset(middle)
        for size in SHRINKING:
            with suppress(DoesNotFit):
                return table(head, rows, self._dress(size, centred), self.room.width, where)
        return table(head, rows, self._dress(0.0, centred), self.room.width, where)

    def _dress(self, size: float, middle: frozenset[int]) -> Dress:
        def style(font: str, leading: float) -> Style:
            whole = self._style(font, TABLE, leading)
            return replace(whole, size=max(whole.size * size, self.look.smallest))

        return Dress(
            head=style(SUBTITLE, 1.15),
            first=style(STRONG, 1.25),
            cell=style(LABEL, 1.25),
            ground=None if self.look.saver else blend(self.look.full("house"), 0.1),
            middle=middle,
        )

    def picture(self, face: Face, scale: float = 1.0, gap: float = 2.0, *, lies: bool = False) -> Strip:
        """A drawing in the middle of the page's width; one that lies is read from the right."""
        wide, high = face.width * scale, face.height * scale
        wide, high = (high, wide) if lies else (wide, high)
        stamp = Stamp(face, (self.room.width - wide) / 2, 0, scale=scale, turn=3 if lies else 0)
        return Strip(face=Face(self.room.width, high, (stamp,)), gap=gap)
