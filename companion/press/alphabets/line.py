"""A line as runs: stretches of one face and one direction, from left to right, foreign ones shaped."""

from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

from companion.press.alphabets.clusters import INVISIBLE, clusters, is_tag, scripts
from companion.press.alphabets.fallbacks import Cut, fallbacks
from companion.press.alphabets.order import visual


class Run(NamedTuple):
    """Letters in one face: in one of ours where `cut` is none. `back` is read from the right."""

    text: str
    cut: Cut | None
    back: bool


class Glyph(NamedTuple):
    """One glyph of a run, from the left: how far it moves on, and where it is drawn beside the pen, in
    thousandths of the type size; and the letters that it stands for, which are none where it is a part."""

    number: int
    advance: int
    right: int
    up: int
    letters: str


def runs(text: str, name: str, own: Container[int]) -> Iterator[Run]:
    """A line from left to right; `own` are the letters of our face of that name."""
    for back, stretch in visual(text):
        letters = text[stretch.start : stretch.stop]
        cut = [(each, _cut_for(each, text, name, own)) for each in clusters(letters)]
        found = [
            Run("".join(each for each, _ in run), face, back)
            for face, run in groupby(cut, key=lambda pair: pair[1])
        ]
        yield from reversed(found) if back else found


def _cut_for(cluster: str, text: str, name: str, own: Container[int]) -> Cut | None:
    if all(ord(letter) in own for letter in cluster):
        return None
    return stand_in(cluster, scripts(text), name) if drawn(cluster) else None


def drawn(cluster: str) -> str:
    """Of a cluster, what is drawn."""
    return "".join(letter for letter in cluster if letter not in INVISIBLE)


def stand_in(cluster: str, alphabets: frozenset[str], name: str) -> Cut | None:
    """The face that draws a cluster in the stead of ours; none where no face can."""
    wanted = {ord(letter) for letter in drawn(cluster)}
    if any(category(letter)[0] == "C" and not is_tag(letter) for letter in drawn(cluster)):
        return None
    return next((cut for cut in fallbacks(alphabets, name) if wanted <= cut.letters), None)


@lru_cache(maxsize=4_000)
def shaped(run: Run) -> tuple[Glyph, ...]:
    """The glyphs of a foreign run, from left to right."""
    import uharfbuzz

    assert run.cut
    buffer = uharfbuzz.Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.back else "ltr"
    uharfbuzz.shape(run.cut.font, buffer)
    unit, told = run.cut.unit, _told(run.text, [info.cluster for info in buffer.glyph_infos])
    placed = zip(buffer.glyph_infos, buffer.glyph_positions, told, strict=True)
    return tuple(
        Glyph(
            info.codepoint,
            round(at.x_advance * unit),
            round(at.x_offset * unit),
            round(at.y_offset * unit),
            letters,
        )
        for info, at, letters in placed
    )


def _told(text: str, clusters: list[int]) -> list[str]:
    """For each glyph the letters that it stands for; of several for the same letters the first has them."""
    ends = sorted({*clusters, len(text)})
    after = dict(pairwise(ends))
    seen: set[int] = set()
    told = []
    for start in clusters:
        told.append("" if start in seen else text[start : after[start]])
        seen.add(start)
    return told
