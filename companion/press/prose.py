"""Sheets of running text: aids, records and lists, set by WeasyPrint in a process of its own."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

from companion.press.alphabets.fallbacks import beside
from companion.press.drawings import Drawings
from companion.press.errors import CannotPrint, PressUnavailable
from companion.press.fonts import BODY, FAMILIES, LABEL, beyond, edition
from companion.press.markup import Markup, tag
from companion.press.page import EDITION
from companion.press.text import SMALLEST_LARGE, clean
from companion.press.typesetter import OVERWORKED, SCHEME, UNAVAILABLE, WORK
from companion.press.workshop import HOUSE, WORKSHOP, TooLong

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
        """The whole document."""
        return self._around(self.body)

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
        self._check_letters()
        drawings = Drawings(self.body)
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

    def _check_letters(self) -> None:
        for font in (BODY, LABEL):
            clean(self._words, font, self.title)

    @property
    def _words(self) -> str:
        return unescape(re.sub(r"<[^>]*>", " ", f"{self.body} {escape(self.title)} {escape(self.note)}"))


class StandIns:
    """The faces that a text needs beside ours, each under a name of its own: alphabet, then our family."""

    def __init__(self, words: str) -> None:
        self.families: dict[str, list[str]] = {}
        faces = []
        for name, (family, _, _) in FAMILIES.items():
            for alphabet, file in beside(name, beyond(name, words)):
                called = f"{alphabet} beside {family}"
                known = self.families.setdefault(family, [])
                known += [] if called in known else [called]
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
        ended, told = WORKSHOP.set(job, STUCK)
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
        lines = told.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise CannotPrint("", f"The typesetter stopped: {lines[-1]}")
    return told


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


def _face(name: str, file: Path | None = None, family: str = "") -> str:
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
