"""A front page: a game as one sheet to keep, told by a grammar: each table in words of its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

from companion.engine.scene import Sitting
from companion.engine.wire import Json
from companion.engine.wording import listed, phrase, sentence
from companion.press.face import Face, Stamp
from companion.press.page import CSS_PAGES, Page
from companion.press.prose import Markup, Prose, join, tag
from companion.press.svg import svg

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
        return sentence(phrase(ways[turn % len(ways)], values))


def front_page(choices: Mapping[str, Json], title: str, body: Markup, style: Path) -> Prose:
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
