"""Every alphabet: faces for letters that our own type lacks, and how foreign letters stand in a line.

`fallbacks.json` names the faces by alphabet, each with its files, its licence where it lies here, and the
Debian package that brings it where it does not; `wishes` says which kind of face stands in for each of ours.
Letters are ordered by Unicode's bidirectional algorithm (UAX 9), in the paragraph's own direction: that of
its first letter that has one.
"""

import json
import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import bidirectional, category, east_asian_width

from fontTools.unicodedata import script

FONTS = Path(__file__).with_name("fonts")
DATA = json.loads(Path(__file__).with_name("fallbacks.json").read_text("utf-8"))

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
    "~/AppData/Local/Microsoft/Windows/Fonts",
)
"""Where machines keep what is installed."""


@dataclass(frozen=True)
class Cut:
    """One face of one file: its letters, and its glyphs in thousandths of the type size."""

    path: Path
    number: int = 0

    @cached_property
    def face(self) -> Any:
        import uharfbuzz

        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.path)), self.number)

    @cached_property
    def font(self) -> Any:
        import uharfbuzz

        return uharfbuzz.Font(self.face)

    @cached_property
    def letters(self) -> frozenset[int]:
        """The code points that it can draw."""
        return frozenset(self.face.unicodes)

    @property
    def unit(self) -> float:
        """What one of its units is, in thousandths of the type size."""
        return 1000 / float(self.face.upem)


@dataclass(frozen=True, kw_only=True)
class Fallback:
    """An alphabet's faces. `package` brings them where they do not lie beside our own; of a file with
    several faces, `number` is the one."""

    name: str
    scripts: Sequence[str]
    files: Mapping[str, str] = field(hash=False)
    licence: str = ""
    package: str = ""
    number: int = 0

    def cut(self, name: str) -> Cut | None:
        """What stands in for a face of ours; `None` where this machine lacks it."""
        for kind in DATA["wishes"][name]:
            file = self.files.get(kind)
            path = _font(file, installed=bool(self.package)) if file else None
            if path:
                return _cut(path, self.number)
        return None


FALLBACKS: Sequence[Fallback] = tuple(Fallback(**each) for each in DATA["fallbacks"])


def fallbacks(scripts: frozenset[str], name: str) -> Iterator[Cut]:
    """The faces that may stand in for ours: those of the alphabets in a text first."""
    for fallback in sorted(FALLBACKS, key=lambda each: scripts.isdisjoint(each.scripts)):
        cut = fallback.cut(name)
        if cut:
            yield cut


def beside(name: str, letters: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The alphabets that stand in for a face of ours with one of these letters, each with its file here."""
    wanted = {ord(letter) for letter in letters}
    for fallback in FALLBACKS:
        cut = None if fallback.package else fallback.cut(name)
        if cut and not wanted.isdisjoint(cut.letters):
            yield fallback.name, cut.path


def lacking(script: str) -> Fallback | None:
    """Who would set an alphabet, were its package installed."""
    return next((each for each in FALLBACKS if script in each.scripts and each.package), None)


@cache
def _cut(path: Path, number: int) -> Cut:
    return Cut(path, number)


_KNOWN: dict[str, Path] = {}


def _font(file: str, *, installed: bool) -> Path | None:
    """Where a file lies; one that is not there is looked for again, as it may be installed by then."""
    if not installed:
        return FONTS / file
    if file not in _KNOWN:
        path = next(_installed(file), None)
        if path is None:
            return None
        _KNOWN[file] = path
    return _KNOWN[file]


def _installed(file: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for place, _, names in os.walk(Path(folder).expanduser()):
            if file in names:
                yield Path(place) / file


JOINER = "\u200d"
INVISIBLE = frozenset("\u200c\u200d\u200e\u200f\u061c\u2066\u2067\u2068\u2069\ufe0e\ufe0f")
"""Signs that order, join or choose others, and are not drawn themselves."""

NEUTRAL = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""What belongs to no one alphabet."""


def clusters(text: str) -> Iterator[str]:
    """The letters of a text as readers count them.

    >>> [len(each) for each in clusters("שָׁלום 🇬🇧")]
    [3, 1, 1, 1, 1, 2]
    """
    held = ""
    for letter in text:
        if held and not (
            _clings(letter)
            or held[-1] == JOINER
            or (len(held) == 1 and _regional(held) and _regional(letter))
        ):
            yield held
            held = ""
        held += letter
    if held:
        yield held


def _clings(letter: str) -> bool:
    is_shade = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return category(letter)[0] == "M" or letter in INVISIBLE or is_shade or is_tag(letter)


def is_tag(letter: str) -> bool:
    """Whether it is one of the hidden letters that name a flag."""
    return "\U000e0020" <= letter <= "\U000e007f"


def _regional(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


@lru_cache(maxsize=20_000)
def scripts(text: str) -> frozenset[str]:
    """The alphabets of a text by their four letters of ISO 15924, what belongs to all of them left out.

    >>> sorted(scripts("Verdun (Верден) שלום 1916"))
    ['Cyrl', 'Hebr', 'Latn']
    """
    return frozenset(script(letter) for letter in text) - NEUTRAL


WITHOUT_SPACES = frozenset({"Hani", "Hira", "Kana", "Bopo"})
NEVER_FIRST = frozenset(
    "、。，．・：；？！」』）］｝〉》】〕〗〙ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻…‥”’%％℃)]},.:;!?"
)
"""What no line begins with (kinsoku)."""
NEVER_LAST = frozenset("「『（［｛〈《【〔〖〘“‘([{")
"""What no line ends with."""


def pieces(paragraph: str) -> Iterator[tuple[str, str]]:
    """A paragraph as stretches that no line divides, each after a space or after nothing.

    >>> list(pieces("Verdun 戦い。")), list(pieces("two words"))
    ([('', 'Verdun'), (' ', '戦'), ('', 'い。')], [('', 'two'), (' ', 'words')])
    """
    glue = ""
    for word in paragraph.split(" "):
        for piece in _parted(word):
            yield glue, piece
            glue = ""
        glue = " "


def _parted(word: str) -> Iterator[str]:
    if scripts(word).isdisjoint(WITHOUT_SPACES):
        yield word
        return
    letters = list(clusters(word))
    held = letters[0]
    for one, other in pairwise(letters):
        if _may_part(one, other):
            yield held
            held = ""
        held += other
    yield held


def _may_part(one: str, other: str) -> bool:
    if other[0] in NEVER_FIRST or one[0] in NEVER_LAST:
        return False
    return _wide(one[0]) or _wide(other[0])


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF" and category(letter) != "So"


RIGHT, LEFT = "\u200f", "\u200e"
"""Signs without width that a line of a text carries where its own first letter runs the other way."""

ISOLATES, POPPED, OBJECT = "\u2066\u2067\u2068", "\u2069", "\ufffc"
"""What sets a part of a line apart from the direction around it, what ends it, and what stands for it."""

LEFTWARD = frozenset({"R", "AL", "AN"})
"""Kinds of letters that are read from the right."""


STRONG = {"L": "L", "R": "R", "AL": "R", "AN": "R", "EN": "R"}
BRACKETS = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{"}
"""Each bracket's other half."""


def turns(text: str) -> bool:
    """Whether anything in a text is read from the right.

    >>> turns("Verdun"), turns("קרב Verdun")
    (False, True)
    """
    return not text.isascii() and any(bidirectional(letter) in LEFTWARD for letter in text)


@lru_cache(maxsize=20_000)
def leftward(text: str) -> bool:
    """Whether a paragraph as a whole is read from the right.

    >>> leftward("1916 קרב Verdun"), leftward("Verdun קרב")
    (True, False)
    """
    own = "".join(text[at] for at, held in apart(text) if held is None)
    kinds = (bidirectional(letter) for letter in own.strip() or text)
    return next((kind in LEFTWARD for kind in kinds if kind in ("L", "R", "AL")), False)


def apart(text: str) -> Iterator[tuple[int, range | None]]:
    """A text's letters by their places; what is isolated in it is one of them, with the places it holds.

    >>> [(at, held) for at, held in apart("a \u2068bc\u2069d") if held]
    [(2, range(3, 5))]
    """
    depth = start = 0
    for at, letter in enumerate(text):
        if letter in ISOLATES:
            start, depth = (at if depth == 0 else start), depth + 1
        elif letter == POPPED and depth:
            depth -= 1
            if depth == 0:
                yield start, range(start + 1, at)
        elif depth == 0:
            yield at, None
    if depth:
        yield start, range(start + 1, len(text))


def directed(lines: list[str], paragraph: str) -> list[str]:
    """The lines of a paragraph, each of which tells the paragraph's direction by its first letter."""
    if not turns(paragraph):
        return lines
    towards = leftward(paragraph)
    sign = RIGHT if towards else LEFT
    return [line if leftward(line) is towards else sign + line for line in lines]


def visual(text: str) -> Iterator[tuple[bool, range]]:
    """A line from left to right: stretches of it, and whether each is read from the right."""
    if not turns(text):
        yield False, range(len(text))
        return
    for (level, _), stretch in groupby(_stretches(text), key=lambda each: each[:2]):
        places = sorted(at for _, _, at in stretch)
        yield bool(level % 2), range(places[0], places[-1] + 1)


def _stretches(text: str) -> Iterator[tuple[int, int, int]]:
    """For each letter from the left: its level, a number that is the same along one stretch, its place."""
    for along, (level, at) in enumerate(_placed(text)):
        yield level, at - (-1 if level % 2 else 1) * along, at


def _placed(text: str) -> Iterator[tuple[int, int]]:
    """For each letter from the left its level and its place; what is isolated is ordered for itself."""
    letters = list(apart(text))
    own = "".join(text[at] if held is None else OBJECT for at, held in letters)
    for level, place in _levels(own, int(leftward(text))):
        at, held = letters[place]
        if held is None:
            yield level, at
        else:
            yield from ((deeper, held.start + each) for deeper, each in _placed(text[held.start : held.stop]))


def _levels(text: str, level: int) -> Iterator[tuple[int, int]]:
    """The letters of a text without isolates, in a direction, from the left."""
    from bidi import algorithm as bidi

    store: dict[str, Any] = bidi.get_empty_storage()
    store["base_level"], store["base_dir"] = level, "LR"[level]
    bidi.get_embedding_levels(text, store, upper_is_rtl=False, debug=False)
    for at, letter in enumerate(store["chars"]):
        letter["at"] = at
        if letter["type"] in ("PDI", "BN"):
            letter["type"] = letter["orig"] = "ON"
    bidi.explicit_embed_and_overrides(store, debug=False)
    bidi.resolve_weak_types(store, debug=False)
    _pair_brackets(store["chars"], "LR"[level])
    bidi.resolve_neutral_types(store, False)
    bidi.resolve_implicit_levels(store, False)
    bidi.reorder_resolved_levels(store, False)
    for letter in store["chars"]:
        yield letter["level"], letter["at"]


def _pair_brackets(letters: list[dict[str, Any]], base: str) -> None:
    """Two brackets turn together, as what they hold does (UAX 9, N0)."""
    opened: list[int] = []
    for at, letter in enumerate(letters):
        if letter["type"] != "ON" or letter["ch"] not in BRACKETS:
            continue
        if BRACKETS[letter["ch"]] > letter["ch"]:
            opened.append(at)
        elif opened and letters[opened[-1]]["ch"] == BRACKETS[letter["ch"]]:
            _turn(letters, opened.pop(), at, base)


def _turn(letters: list[dict[str, object]], first: int, last: int, base: str) -> None:
    held = {STRONG[each["type"]] for each in letters[first + 1 : last] if each["type"] in STRONG}
    before = (STRONG[each["type"]] for each in reversed(letters[:first]) if each["type"] in STRONG)
    if held:
        towards = base if base in held else next(before, base)
        letters[first]["type"] = letters[last]["type"] = towards


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
        pieces = [
            Run("".join(each for each, _ in run), face, back)
            for face, run in groupby(cut, key=lambda pair: pair[1])
        ]
        yield from reversed(pieces) if back else pieces


def _cut_for(cluster: str, text: str, name: str, own: Container[int]) -> Cut | None:
    if all(ord(letter) in own for letter in cluster):
        return None
    return stand_in(cluster, scripts(text), name) if visible(cluster) else None


def visible(cluster: str) -> str:
    return "".join(letter for letter in cluster if letter not in INVISIBLE)


def stand_in(cluster: str, alphabets: frozenset[str], name: str) -> Cut | None:
    """The face that draws a cluster in the stead of ours; none where no face can."""
    wanted = {ord(letter) for letter in visible(cluster)}
    if any(category(letter)[0] == "C" and not is_tag(letter) for letter in visible(cluster)):
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
    unit, spoken = run.cut.unit, _clusters(run.text, [info.cluster for info in buffer.glyph_infos])
    placed = zip(buffer.glyph_infos, buffer.glyph_positions, spoken, strict=True)
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


def _clusters(text: str, clusters: list[int]) -> list[str]:
    """For each glyph the letters that it stands for; of several for the same letters the first has them."""
    ends = sorted({*clusters, len(text)})
    after = dict(pairwise(ends))
    seen: set[int] = set()
    shares = []
    for start in clusters:
        shares.append("" if start in seen else text[start : after[start]])
        seen.add(start)
    return shares
