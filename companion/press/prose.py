"""Sheets of running text: aids, records and lists, set by WeasyPrint in a process of its own.

Markup is built so that no text of a user's can ever become markup. The typesetter would draw what is used a
hundred times a hundred times over (a map took it ten seconds): what `svg` wrote is read back as faces, an
empty picture goes to the typesetter in each one's stead, and in its file the picture becomes a form. A face
that several drawings share is in the file once. A front page is such a sheet too, told by a grammar: each
table in words of its own.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from html import escape, unescape
from io import BytesIO
from pathlib import Path as File
from typing import TYPE_CHECKING, Literal
from xml.etree.ElementTree import Element
from zlib import crc32

from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]  # it has no stubs

from companion.engine.scene import Sitting
from companion.engine.wording import fill, listed, sentence
from companion.press.alphabets import beside
from companion.press.face import (
    POINT,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    Text,
    grey,
    rgb,
)
from companion.press.options import Choices
from companion.press.page import CSS_PAGES, EDITION, Page
from companion.press.svg import code, svg
from companion.press.text import (
    BODY,
    FAMILIES,
    LABEL,
    SMALLEST_LARGE,
    CannotPrint,
    PressUnavailable,
    beyond,
    clean,
    edition,
)
from companion.press.typesetter import HOUSE, OVERWORKED, PLACE, SCHEME, UNAVAILABLE, WORK, WORKSHOP, TooLong

if TYPE_CHECKING:
    from pikepdf import Object, Pdf, Stream


class Markup(str):
    """Text that is markup already; anything else is escaped when it goes in."""

    __slots__ = ()


def tag(name: str, *inside: object, kind: str = "") -> Markup:
    """An element with its class and what it holds.

    >>> tag("p", "2 < 3, ", tag("b", "&"))
    '<p>2 &lt; 3, <b>&amp;</b></p>'
    """
    marked = f' class="{escape(kind)}"' if kind else ""
    return Markup(f"<{name}{marked}>{join(inside)}</{name}>")


def join(parts: Iterable[object]) -> Markup:
    """Parts one after the other, each escaped unless it is markup."""
    return Markup("".join(part if isinstance(part, Markup) else escape(str(part)) for part in parts))


def heading(cell: object, of: Literal["row", "col"] = "row", kind: str = "") -> Markup:
    """The head of a table's row or column, which is read before each of its cells."""
    marked = f' class="{escape(kind)}"' if kind else ""
    return Markup(f'<th scope="{of}"{marked}>{join((cell,))}</th>')


def table(head: Sequence[object], rows: Iterable[Sequence[object]], kind: str = "") -> Markup:
    """A table with a row of headings; a row's first cell heads it."""
    top = tag("tr", *(heading(cell, "col") for cell in head))
    body = (tag("tr", heading(row[0]), *(tag("td", cell) for cell in row[1:])) for row in rows)
    return tag("table", tag("thead", top) if any(head) else "", tag("tbody", *body), kind=kind)


def steps(lines: Iterable[object]) -> Markup:
    """A numbered list."""
    return tag("ol", *(tag("li", line) for line in lines))


OURS = re.compile(
    r'(<svg xmlns="[^"]*" viewBox="0 0 [^>]* text-rendering="geometricPrecision".*?</title>).*?</svg>', re.S
)
"""A drawing as `svg` writes it; its head stays: how large it is, and what is read aloud."""

NEAR = 500.0
"""Millimetres: how wide and high a face is taken to be that does not say it; nothing is cut off by that."""

FONTS = {family: font for font, family in FAMILIES.items()}
NUMBER = re.compile(r"-?[\d.]+")


def text_alone(markup: str) -> str:
    """What the typesetter has to set of a text."""
    return OURS.sub("", markup)


class Drawings:
    """Those of one text, in its order."""

    def __init__(self, markup: str) -> None:
        self.pages: list[Page] = []
        self._faces: dict[tuple[Mark, ...], Face] = {}
        self.text = OURS.sub(self._lifted, markup)

    def _lifted(self, met: re.Match[str]) -> str:
        page = self._page(fromstring(met[0]))
        if page is None:
            return met[0]
        self.pages.append(page)
        place = f'href="{SCHEME}{PLACE}{len(self.pages) - 1}" width="{page.width:g}" height="{page.height:g}"'
        return f'{met[1]}<image {place} preserveAspectRatio="none"/></svg>'

    def _page(self, drawing: Element) -> Page | None:
        """The drawing as a page of its own; nothing where it holds what only a browser can read."""
        width, height = map(float, drawing.attrib["viewBox"].split()[2:])
        faces: dict[str, Face] = {}
        windows: dict[str, Box] = {}
        title, definitions, *shown = drawing
        try:
            for each in definitions:
                if _kind(each) == "clipPath":
                    windows[each.attrib["id"]] = _box(each[0])
                else:
                    faces[each.attrib["id"]] = self._face(tuple(_mark(part, faces, windows) for part in each))
            marks = tuple(_mark(part, faces, windows) for part in shown)
        except KeyError:
            return None
        face = Face(width, height, marks, read="aside")
        return Page(width, height, (Stamp(face, 0, 0),), title.text or "")

    def _face(self, marks: tuple[Mark, ...]) -> Face:
        return self._faces.setdefault(marks, Face(NEAR, NEAR, marks, bleed=NEAR))

    def put_into(self, pdf: bytes) -> bytes:
        """The typesetter's file with every drawing in its place."""
        if not self.pages:
            return pdf
        import pikepdf

        from companion.press.pdf.drawing import pdf as drawn
        from companion.press.pdf.tags import saved, unmarked

        with (
            pikepdf.open(BytesIO(pdf)) as file,
            pikepdf.open(BytesIO(drawn(self.pages, title="Drawings"))) as ours,
        ):
            forms = [file.copy_foreign(unmarked(page.as_form_xobject())) for page in ours.pages]
            for picture, number in list(_places(file)):
                _become(picture, forms[number])
            return saved(file)


def _places(file: "Pdf") -> Iterator[tuple["Stream", int]]:
    """The empty pictures, each with the number of the drawing for which it stands."""
    from pikepdf import Stream

    for each in file.objects:
        if isinstance(each, Stream) and each.get("/Subtype") == "/Image" and each.get("/Width") == len(PLACE):
            yield each, int.from_bytes(each.read_bytes()[:3])


def _become(picture: "Stream", form: "Object") -> None:
    """A picture fills a square of one by one, wherever it is put down: so does the form that it becomes."""
    from pikepdf import Array, Dictionary, Name

    left, low, right, high = (float(each) for each in form.BBox)
    wide, tall = right - left, high - low
    shape = Dictionary(
        Type=Name("/XObject"), Subtype=Name("/Form"), BBox=form.BBox, Resources=form.Resources,
        Matrix=Array([Decimal(f"{1 / wide:.9f}"), 0, 0, Decimal(f"{1 / tall:.9f}"), 0, 0]),
    )  # fmt: skip
    picture.stream_dict = shape
    picture.write(form.read_bytes())


def _kind(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _box(element: Element) -> Box:
    at = element.attrib
    return Box(float(at.get("x", 0)), float(at.get("y", 0)), float(at["width"]), float(at["height"]))


def _mark(element: Element, faces: dict[str, Face], windows: dict[str, Box]) -> Mark:
    """What one element draws; `KeyError` for one that only a browser can read."""
    at = element.attrib
    match _kind(element):
        case "use":
            return _stamp(at, faces, windows)
        case "rect":
            return Rectangle(_box(element), _paint(at), float(at.get("rx", 0)))
        case "circle":
            return Circle(float(at["cx"]), float(at["cy"]), float(at["r"]), _paint(at))
        case "path":
            runs = at["d"].rstrip("Z").split("M")[1:]
            return Path(tuple(map(_points, runs)), _paint(at), closed=at["d"].endswith("Z"))
        case "text":
            font = FONTS[at["font-family"], int(at["font-weight"]), at.get("font-style", "normal")]
            size, spacing = float(at["font-size"]) / POINT, float(at.get("letter-spacing", 0)) / POINT
            x, y = float(at["x"]), float(at["y"])
            return Text(x, y, element.text or "", font, size, _colour(at["fill"]), spacing)
    raise KeyError(element.tag)


def _stamp(at: dict[str, str], faces: dict[str, Face], windows: dict[str, Box]) -> Stamp:
    transforms = dict(re.findall(r"(\w+)\(([^)]*)\)", at["transform"]))
    (x, y), turn = map(float, transforms["translate"].split()), int(transforms.get("rotate", 0)) // 90
    scale, face = float(transforms.get("scale", 1)), faces[at["href"][1:]]
    right, down = {0: (0, 0), 1: (NEAR, 0), 2: (NEAR, NEAR), 3: (0, NEAR)}[turn]
    window = windows[at["clip-path"][5:-1]] if "clip-path" in at else None
    return Stamp(face, x - right * scale, y - down * scale, scale, turn, window)  # type: ignore[arg-type]  # a quarter


def _points(run: str) -> tuple[tuple[float, float], ...]:
    numbers = list(map(float, NUMBER.findall(run)))
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _paint(at: dict[str, str]) -> Paint:
    fill, stroke = (None if at.get(key, "none") == "none" else _colour(at[key]) for key in ("fill", "stroke"))
    dash = tuple(float(part) for part in at.get("stroke-dasharray", "").split())
    return Paint(fill=fill, stroke=stroke, width=float(at.get("stroke-width", 0)), dash=dash)


def _colour(code: str) -> Colour:
    code = code if len(code) == 7 else "#" + "".join(2 * letter for letter in code[1:])
    parts = tuple(int(code[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return parts[:1] if len(set(parts)) == 1 else parts  # type: ignore[return-value]  # one or three


STUCK = 3600
"""Seconds after which a typesetter that has given no answer is given up, however busy the machine is."""

LOOK = 60
"""Seconds in which a machine says whether it has what is needed."""

PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""What a Debian machine needs for it."""


@dataclass(frozen=True)
class Prose:
    """A document of running text: markup and the style sheet beside it. `page` is CSS's name of the paper.

    `scale` enlarges every page about its middle, across and down the upright paper, for a printer that draws
    too small or too large. `sizes` are root type sizes in points, ascending: the sheet is set in the largest
    of them that leaves it on one page.
    """

    title: str
    body: Markup
    style: str
    page: str
    note: str = ""
    grey: bool = False
    saver: bool = False
    safe: bool = False
    large: bool = False
    scale: tuple[float, float] = (1.0, 1.0)
    sizes: tuple[float, ...] = ()

    @property
    def markup(self) -> str:
        return self._around(self._inked)

    @property
    def _inked(self) -> Markup:
        """The text in its ink: drawings in its midst have greys only where no hue is wanted."""
        return Markup(HUE.sub(lambda met: code(grey(rgb(met[0]))), self.body)) if self.grey else self.body

    def _around(self, text: Markup) -> str:
        ink = " ".join(
            word
            for word, on in (
                ("grey", self.grey),
                ("saver", self.saver),
                ("safe", self.safe),
                ("large", self.large),
            )
            if on
        )
        head = tag("head", tag("title", self.title))
        body = StandIns(self._words).named_in(tag("body", text, kind=ink))
        return f'<!doctype html><html lang="en-GB">{head}{body}</html>'

    @property
    def sheet(self) -> str:
        """The style: our fonts, the paper with its ruler, then the document's own."""
        style = f"{paper_style(self.page, self.note)}\n{self.style}"
        others = StandIns(self._words)
        return f"{FACES}\n{others.faces}\n{others.named_in(enlarged(style) if self.large else style)}"

    def pdf(self) -> bytes:
        """The file; `PressUnavailable` where this machine cannot set running text."""
        for font in (BODY, LABEL):
            clean(self._words, font, self.title)
        drawings = Drawings(self._inked)
        markup = self._around(Markup(drawings.text))
        job = json.dumps(
            {"markup": markup, "style": self.sheet, "scale": self.scale, "sizes": self.sizes, "work": WORK}
        )
        return drawings.put_into(typeset(job.encode()))

    def fingerprint(self) -> str:
        """A short name for everything that goes into the file."""
        return sha256(
            f"{EDITION} {edition()} {self.markup} {self.sheet} {self.scale} {self.sizes}".encode()
        ).hexdigest()[:32]

    @property
    def _words(self) -> str:
        return unescape(re.sub(r"<[^>]*>", " ", f"{self.body} {escape(self.title)} {escape(self.note)}"))


HUE = re.compile('(?<=")#[0-9a-f]{6}(?=")')


class StandIns:
    """The faces that a text needs beside ours, each under a name of its own: alphabet, then our family."""

    def __init__(self, words: str) -> None:
        self.families: dict[str, list[str]] = {}
        faces = []
        for name, (family, _, _) in FAMILIES.items():
            for alphabet, file in beside(name, beyond(name, words)):
                called = f"{alphabet} beside {family}"
                members = self.families.setdefault(family, [])
                members += [] if called in members else [called]
                faces.append(_face(name, file, called))
        self.faces = "\n".join(faces)

    def named_in(self, text: str) -> str:
        """A style sheet or a drawing in which they follow our own families."""
        for family, others in self.families.items():
            text = text.replace(f'font-family="{family}"', f'font-family="{", ".join([family, *others])}"')
            text = re.sub(rf'(?<!=)"{family}"', ", ".join(f'"{each}"' for each in (family, *others)), text)
        return text


@lru_cache(maxsize=32)
def typeset(job: bytes) -> bytes:
    """One job, in the typesetter's own process. The last few are kept: the same job is the same file."""
    try:
        ended, answer = WORKSHOP.set(job, STUCK)
    except TooLong as error:
        raise CannotPrint("", "The typesetter gave no answer for an hour; try again.") from error
    if ended == OVERWORKED:
        raise CannotPrint("", f"This is more than {WORK // 60} minutes of work; print less at once.")
    if ended == UNAVAILABLE:
        raise PressUnavailable(
            "",
            f"This machine lacks Pango, which sheets of text need: apt install {PACKAGES}. "
            "Cards, boards and markers print without it.",
        )
    if ended:
        lines = answer.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise CannotPrint("", f"The typesetter stopped: {lines[-1]}")
    return answer


def is_available() -> bool:
    """Whether this machine can set running text; takes a second."""
    check = [sys.executable, "-c", "import weasyprint"]
    return subprocess.run(check, capture_output=True, cwd=HOUSE, timeout=LOOK, check=False).returncode == 0


def enlarged(style: str) -> str:
    """A style sheet in larger type: a fifth more, and nothing below the limit of large type.

    >>> enlarged("p { font: 7.5pt/1.3 Barlow; margin: 2mm }")
    'p { font: 9pt/1.3 Barlow; margin: 2mm }'
    """

    def larger(met: re.Match[str]) -> str:
        return f"{max(SMALLEST_LARGE, 1.2 * float(met[1])):.4g}pt"

    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)pt", larger, style)


def _face(name: str, file: File | None = None, family: str = "") -> str:
    own, weight, slant = FAMILIES[name]
    return (
        f'@font-face {{ font-family: "{family or own}"; font-weight: {weight}; font-style: {slant};'
        f' src: url("{SCHEME}{file.name if file else f"{name}.ttf"}") }}'
    )


FACES = "\n".join(_face(name) for name in FAMILIES)


def paper_style(page: str, note: str) -> str:
    """The paper, with the 100 mm ruler and what this sheet is in its lower margin."""
    words = json.dumps(f"100 mm: print at 100 %.  {note}  Press {EDITION}", ensure_ascii=False)
    return f"""
@page {{
  size: {page};
  margin: 12mm 12mm 16mm;
  @bottom-left {{
    content: ""; width: 100mm; height: 2mm; margin: 5mm 0 5mm -7mm;
    border: .18mm solid #000; border-top: 0;
  }}
  @bottom-right {{
    content: {words}; font: 600 7.5pt "Barlow Condensed"; white-space: pre;
    vertical-align: bottom; padding-bottom: 5mm;
  }}
}}
html {{ font: 9.5pt/1.35 "Literata"; color: #000 }}
body {{ margin: 0 }}
"""


SIZES = tuple(7 + n / 2 for n in range(14))
"""Root type sizes in points: a page with little to tell is set large, one with much small."""
LONGEST = 26
"""Letters of a name; a longer one is cut."""

type Grammar = Mapping[str, Sequence[str]]
"""Ways to say one thing, each a sentence with named values."""


class Voice:
    """Who tells an evening: the same table always in the same words, another one in others.

    What is said again is said in the next way that there is.
    """

    def __init__(self, grammar: Grammar, seed: str) -> None:
        self.grammar, self.seed = grammar, seed
        self.said: dict[str, int] = {}

    def say(self, what: str, /, **values: object) -> str:
        """One of the ways to say it, with a capital to begin with; `KeyError` where there is none."""
        ways = self.grammar[what]
        turn = self.said.get(what, crc32(f"{self.seed} {what}".encode()))
        self.said[what] = turn + 1
        return sentence(fill(ways[turn % len(ways)], values))


def front_page(choices: Choices, title: str, body: Markup, style: File) -> Prose:
    """The sheet."""
    ink = choices["ink"]
    return Prose(
        title=title,
        body=body,
        style=style.read_text("utf-8"),
        page=CSS_PAGES[choices["paper"]][0],
        note=title,
        grey=ink == "grey",
        saver=ink == "saver",
        safe=ink == "safe",
        sizes=SIZES,
    )


def drawing(face: Face, words: str = "") -> Markup:
    """A face in the midst of text, as wide as its place; its words are read aloud in its stead."""
    return Markup(svg(Page(face.width, face.height, (Stamp(face, 0, 0),), words or face.name)))


def with_initial(text: str) -> Markup:
    """A text whose first letter stands large."""
    return join((tag("span", text[:1], kind="initial"), text[1:]))


def short(name: str) -> str:
    """A name as it fits a line.

    >>> short("Ada"), short("The Honourable Company of the Eastern Marches")
    ('Ada', 'The Honourable Company of…')
    """
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def who_played(sitting: Sitting, names: Mapping[str, str]) -> str:
    """The people with what they played, as a line at the foot; empty where nobody gave a name.

    >>> who_played(Sitting(people={"a": "Ada", "b": "Ben"}), {"a": "Allied", "b": "German"})
    'Ada (Allied) and Ben (German)'
    """
    given = {seat: name for seat, name in sitting.people.items() if name != names.get(seat)}
    return listed(f"{short(name)} ({names.get(seat, seat)})" for seat, name in given.items())
