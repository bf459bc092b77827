"""Scarper on paper."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as File
from typing import ClassVar, NamedTuple

from companion.games.scarper.data import BATTLEFIELDS, FOLDER, SIDE_NAMES
from companion.games.scarper.state import Options, Table
from companion.games.scarper.state.box import (
    Board,
    Card,
    Effect,
    Library,
    Mission,
    Ongoing,
    own_board,
    own_library,
    starter_library,
)
from companion.press import svg
from companion.press.face import BLACK, Box, Colour, Face, Mark, Paint, Rectangle, Stamp, rgb
from companion.press.look import INK, Dress, Look
from companion.press.options import Choices, options_in
from companion.press.page import FORMATS
from companion.press.prose import Markup, tag
from companion.press.svg import Pictures, as_written, in_colours

STRONG: dict[str, Colour] = {"allied": rgb("#274469"), "german": rgb("#7a261b"), "neutral": rgb("#4c5a33")}
SAFE_STRONG: dict[str, Colour] = {
    "allied": rgb("#004f8c"),
    "german": rgb("#a64b00"),
    "neutral": rgb("#5a5a5a"),
}
"""Blue, orange and a grey: told apart by eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
GOLD: Colour = rgb("#b8892e")
LEAN = {"allied": 1, "german": -1, "neutral": 0}
DRESS = Dress(
    title="Scarper",
    style=FOLDER / "templates" / "scarper" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=STRONG,
    safe=SAFE_STRONG,
    paper=PAPER,
    muted=MUTED,
    ground=4.0,
    bare=Paint(stroke=INK, width=0.5),
    leading=1.22,
    edge=13.0,
)


SYMBOLS = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=64)
def symbol(side: str, ink: Colour, ground: Colour) -> Face:
    """A side's symbol, 10 mm square: the cockade, the cross or the diamond."""
    marks = SYMBOLS.marks(side, in_colours({"ink": ink, "ground": ground}))
    return Face(10, 10, marks, name=f"{side} symbol")


@lru_cache(maxsize=128)
def icon(kind: str, ink: Colour) -> Face:
    return Face(10, 10, SYMBOLS.marks(kind, in_colours({"ink": ink})), name=f"{kind} icon")


WIDE, HIGH = 55.0, 20.0
"""Millimetres of a plate at the cards' own size."""
PLATE_PICTURES = Pictures(File(__file__).with_name("plates.svg"))
TONES: Mapping[str, Colour] = {
    name: rgb(colour)
    for name, colour in json.loads(File(__file__).with_name("tones.json").read_text("utf-8")).items()
}
"""The colours of the plates; sky and cloth are a side's own."""
DOES = {
    "charge": "attack",
    "attack_bonus": "attack",
    "assault_bonus": "assault",
    "defence_bonus": "build",
    "year_morale": "morale",
}
"""What shows an effect whose own name no plate has."""


@dataclass(frozen=True, slots=True)
class Brush(svg.Brush):
    """A brush in the colours of a side."""

    side: str = "neutral"

    tones: ClassVar[Mapping[str, Colour]] = TONES
    night: ClassVar[Colour] = rgb("#2f2a24")

    def tone(self, name: str) -> Colour:
        return TONES.get(f"{self.side} {name}") or TONES[name]


def plate_of(card: Card | Mission) -> str:
    """Which plate shows a card: its own, that of its mission, or that of what it does first."""
    if isinstance(card, Mission):
        names = [card.id.partition("-")[2], f"{card.id.partition('-')[2]}-mission", "breakthrough"]
    else:
        kinds = [each.kind for each in card.effects] + [each.kind for each in card.ongoing]
        names = [card.id, *(DOES.get(kind, kind) for kind in kinds), "table"]
    return next(each for each in names if f"plate-{each}" in PLATE_PICTURES.groups)


@lru_cache(maxsize=256)
def plate(name: str, side: str, saver: bool) -> Face:
    return Face(
        WIDE, HIGH, PLATE_PICTURES.marks(f"plate-{name}", Brush(saver, side).paint), name=f"{name} plate"
    )


@lru_cache(maxsize=32)
def view(battlefield: str, saver: bool) -> Face:
    marks = PLATE_PICTURES.marks(f"view-{battlefield}", Brush(saver).paint)
    return Face(WIDE, HIGH, marks, name=f"{battlefield} view")


def framed(card: Card | Mission, box: Box, look: Look) -> Iterator[Mark]:
    """The plate over the whole width of a box, its foot at the box's foot, in a frame of the side."""
    scale = box.width / WIDE
    shown = Box(0, HIGH - box.height / scale, WIDE, box.height / scale)
    yield Stamp(
        plate(plate_of(card), card.side, look.saver), box.x, box.bottom - HIGH * scale, scale, window=shown
    )
    yield Rectangle(box, Paint(stroke=look.strong(card.side), width=0.5))
    yield Rectangle(box.inset(0.55), Paint(stroke=BLACK if look.saver else TONES["cloud"], width=0.2))


class Sign(NamedTuple):
    """One effect in brief; `lasting` ones act for as long as the card stays in play."""

    icon: str
    number: str
    whose: str
    lasting: bool = False


def signs(card: Card) -> tuple[Sign, ...]:
    return (
        *(_effect(effect, card.side) for effect in card.effects),
        *(_ongoing(ongoing, card.side) for ongoing in card.ongoing),
    )


def places(card: Card) -> frozenset[str]:
    """The battlefields that the card names; none where it names none or all."""
    named = [effect.battlefields for effect in card.effects] + [each.battlefields for each in card.ongoing]
    fields = frozenset[str]().union(*(each for each in named if each))
    return frozenset() if len(fields) == len(BATTLEFIELDS) else fields


def _effect(effect: Effect, card_side: str) -> Sign:
    kind, amount = effect.kind, effect.amount
    if kind in ("morale", "propaganda", "economy", "charge"):
        number = f"{amount:+d}".replace("-", "−") if amount else ""
    elif kind in ("raze", "discard"):
        number = f"−{amount}"
    else:
        number = {"table": "", "build": f"+{amount}"}.get(kind, str(amount))
    concerned = _enemy(effect.side) if kind == "raze" else effect.side
    return Sign(kind, number, "" if kind == "table" else _whose(concerned, card_side))


def _ongoing(ongoing: Ongoing, card_side: str) -> Sign:
    lasting = {
        "attack_bonus": "charge",
        "defence_bonus": "defence",
        "assault_bonus": "assault",
        "year_morale": "morale",
    }
    picture = lasting.get(ongoing.kind, ongoing.what)
    number = f"{ongoing.amount:+d}".replace("-", "−")
    return Sign(picture, number, _whose(ongoing.side, card_side), lasting=True)


def _enemy(side: str) -> str:
    return {"own": "enemy", "enemy": "own", "allied": "german", "german": "allied"}[side]


def _whose(side: str, card_side: str) -> str:
    """Whose marker, trench or hand, in the card's own words: a neutral card speaks to its player."""
    if card_side == "neutral":
        return {"own": "you", "enemy": "enemy"}.get(side, SIDE_NAMES.get(side, ""))
    own = {"own": card_side, "enemy": _enemy(card_side)}
    return SIDE_NAMES[own.get(side, side)]


COUNTRY_PICTURES = Pictures(FOLDER / "static" / "scarper" / "country.svg")
ACROSS, DOWN = 720.0, 434.0
"""The drawing's own units: eighty to a battlefield."""


@lru_cache(maxsize=8)
def country(wash: Colour) -> Face:
    return Face(ACROSS, DOWN, COUNTRY_PICTURES.marks("country", as_written(wash)), name="country")


def ground(area: Box, held: Iterator[tuple[str | None, Box]], look: Look) -> Iterator[Mark]:
    """The country filling an area, each part in the colour of who holds it; nothing where ink is saved."""
    if look.saver:
        return
    scale = max(area.width / ACROSS, area.height / DOWN)
    x = area.x + (area.width - ACROSS * scale) / 2
    y = area.y + (area.height - DOWN * scale) / 2
    for owner, box in ((None, area), *held):
        window = Box((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
        wash = look.tint(owner, 0.32) if owner else None
        yield Stamp(country(wash or PAPER), x, y, scale, window=window)


SIGNS = {"allied": "◎", "german": "✠", "neutral": "◇"}


def side_mark(name: str) -> Markup:
    return tag("b", SIDE_NAMES[name], kind=name)


def rule(number: str) -> Markup:
    return tag("span", f" {number}", kind="rule")


OPTIONS = options_in(FOLDER / "printables" / "options.json")
"""The choices that Scarper's paper has for itself."""
LIBRARY, BOARD = OPTIONS["library"], OPTIONS["board"]


class OfLibrary(Choices):
    library: object


class OfBoard(Choices):
    board: object


def library_of(choices: OfLibrary, scene: Table | None) -> Library:
    """The cards to print; `InvalidInput` with paths as `check-library` gives them."""
    given = choices.get("library")
    return scene.state.box if scene and given is None else own_library(given)


def board_of(choices: OfBoard, scene: Table | None) -> Board:
    """The board to print; `InvalidInput` with paths as `check-board` gives them."""
    given = choices.get("board")
    return scene.state.front if scene and given is None else own_board(given)


def options_of(scene: Table | None) -> Options:
    return scene.state.options if scene else Options()


def label_of(library: Library) -> str:
    if library.id == starter_library().id:
        return "Starter set, not the published cards"
    return library.title


def tonight(scene: Table) -> Mapping[str, Mapping[str, int]]:
    state = scene.state
    return {"deck": {card.id: 0 for card in state.box.cards.values() if card.year < state.year}}
