"""Tally on paper: a sheet on which two count without the app."""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.scene import Seen
from companion.press.face import Face
from companion.press.laying import nothing, page, ruled, table, words
from companion.press.look import Dress, Look
from companion.press.options import on_shelf
from companion.press.page import Size
from companion.press.text import LABEL, TITLE
from companion.smallest.tally.state import SIDES, Tally

DRESS = Dress(title="Tally")


def sheet(look: Look, paper: Size, scene: Seen[Tally] | None) -> Iterator[Face]:
    heads = [words(each, look.style(LABEL, 10)) for each in (*SIDES.values(), "Counted")]
    lines = table((60, 60, 60), [heads, *[[nothing] * 3] * 20], line=ruled(0.2))
    yield page(paper, "score sheet", (16, words("Tally", look.style(TITLE, 22))), lines)


PRINTABLES = on_shelf(Path(__file__).parent / "shelf.json", {"sheet": DRESS.sheet("score sheet", sheet)})
