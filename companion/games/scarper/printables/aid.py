"""What lies beside the board and on it: player aid, the list of the cards, the markers."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper import data, printables
from companion.games.scarper.data import SIDE_NAMES, SIDES, YEARS
from companion.games.scarper.printables.chances import charge_odds, percent
from companion.games.scarper.state import Table
from companion.games.scarper.state.box import Card, Library
from companion.press.boxes import banner
from companion.press.document import Document
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.options import (
    INK,
    MARKS,
    PAPER,
    TEXT_OPTIONS,
    TOKEN_OPTIONS,
    Choices,
    Made,
    OnSheets,
    layout,
    picked,
)
from companion.press.packing import mixed
from companion.press.page import Piece, Size
from companion.press.pieces import bead_strip, flag, standee, token
from companion.press.prose import Markup, Prose, join, steps, table, tag
from companion.press.sheet import impose
from companion.press.text import NUMERAL, Style, line


class Markers(OnSheets):
    shape: str
    trench_size: str
    frontlines: str
    tracks: str


type Gaps = Mapping[str, object]


@cache
def _words() -> Mapping[str, Any]:
    words: Mapping[str, Any] = json.loads((data.FOLDER / "printables" / "aid.json").read_text("utf-8"))
    return words


FRONT = Size(122, 26)
"""Millimetres: the front in a picture over the right half."""


def aid(choices: Choices, scene: Table | None) -> Prose:
    # What fills the gaps, by the house rules in force (R1, R5, R6, R9, R11, R14, R19, R22).
    options = printables.options_of(scene)
    early, supply = options.ongoing_at == "missions", options.trench_supply
    at_once = "at once, also in the middle of a round"
    bought = "must be spent while anything can be bought"
    gaps = {
        "advance": data.ADVANCE_COST,
        "dig": data.PUSH_TRENCH_COST,
        "charge": data.CHARGE_COST,
        "tie": _words()["tie"][options.initiative_tie],
        "success": options.mission_success,
        "failure": options.mission_failure,
        "lasting": "" if early else " Lasting cards move the tracks just before.",
        "step": "space" if options.relative_position == "spaces" else "step of value",
        "when": at_once if options.direct_victory == "any_time" else "at a year's end",
        "cards": "the app deals them" if options.cards == "app" else "your own, on the table",
        "propaganda": options.propaganda_max,
        "economy": options.economy_max,
        "supply": "no limit" if supply is None else f"{supply} a side",
        "unspent": "are lost" if options.unspent_points == "lose" else bought,
        "moment": "missions" if early else "scoring",
    }
    head = (
        tag("h1", "Scarper"),
        tag("p", "Player aid: nine battlefields, five years, one Morale Track", kind="lead"),
    )
    left, right = (
        [part for section in _words()[half] for part in _section(section, gaps)] for half in ("left", "right")
    )
    front = banner(printables.DRESS, choices, *FRONT)
    halves = tag("div", tag("div", *head, *left), tag("div", front, *right), kind="halves")
    return printables.DRESS.prose(choices, "player aid", halves, lying=not choices["large"])


def _section(section: Json, gaps: Gaps) -> Iterator[Markup]:
    yield tag("h2", section["title"], *([printables.rule(section["rule"])] if "rule" in section else []))
    if "steps" in section:
        yield steps(_step(each, gaps) for each in section["steps"])
    if "told" in section:
        yield tag("p", section["told"].format_map(gaps))
    tables: Mapping[str, Callable[[Gaps], Markup]] = {"years": _year_table, "costs": _costs, "odds": _odds}
    if "table" in section:
        yield tables[section["table"]](gaps)


def _step(entry: Json, gaps: Gaps) -> Markup | str:
    if isinstance(entry, str):
        return entry.format_map(gaps)
    word, words, number = entry
    return join((tag("b", word), words.format_map(gaps), printables.rule(number)))


def _year_table(gaps: Gaps) -> Markup:
    rows = (("Hand filled to", *data.HAND_SIZE.values()), ("Rounds a side", *data.ROUNDS.values()))
    return table(("", *data.YEARS), rows, kind="num")


def _costs(gaps: Gaps) -> Markup:
    rows = [[cell.format_map(gaps) for cell in row] for row in _words()["costs"]]
    return table(("", "Price", "Rule"), rows)


def _odds(gaps: Gaps) -> Markup:
    leads = range(-3, 5)
    rows = (("Chance to win", *(percent(charge_odds(lead)["attacker"], 0) for lead in leads)),)
    return table(("Your bonuses less theirs", *(signed(lead) for lead in leads)), rows, kind="num")


AIDS: Mapping[str, Made] = {"aid": (aid, TEXT_OPTIONS)}


def deck_list(choices: printables.OfLibrary, scene: Table | None) -> Prose:
    library = printables.library_of(choices, scene)
    body = join((
        tag("h1", "Scarper"),
        tag("p", f"{library.title}. {len(library.cards)} events, {len(library.missions)} missions. "
                 f"{printables.label_of(library)}.", kind="lead"),
        *_year_cards(library),
        *_missions(library),
    ))  # fmt: skip
    return printables.DRESS.prose(choices, "deck list", body)


def _year_cards(library: Library) -> Iterator[Markup]:
    for year in YEARS:
        cards = [library.cards[each] for each in library.of_year(year)]
        rows = [_row(card, library) for card in cards]
        yield tag("h2", year, f": {len(cards)} cards")
        yield table(("Card", "Side", "Points", "What it does", "Hangs on"), rows, kind="list wide cards")


def _row(card: Card, library: Library) -> tuple[object, ...]:
    named = {"needs": card.requires, "cancels": card.cancels, "prevents": card.prevents}
    links = [f"{word} {library.cards[each].title}" for word, ids in named.items() for each in ids]
    title = tag("u", card.title) if card.remain else card.title
    whose = printables.side_mark(card.side) if card.side in SIDES else SIDE_NAMES[card.side]
    return (title, whose, card.points, card.text, "; ".join(links))


def _missions(library: Library) -> Iterator[Markup]:
    drawn = defaultdict[tuple[str, str], list[str]](list)
    for whose in SIDES:
        for each in map(library.missions.__getitem__, library.missions_of(whose)):
            drawn[each.title, each.text].append(whose)
    rows = [
        (title, Markup(" ".join(map(printables.side_mark, sides))), text)
        for (title, text), sides in sorted(drawn.items(), key=lambda content: -len(content[1]))
    ]
    yield tag("h2", "Missions")
    yield table(("Mission", "Side", "To do"), rows, kind="list thirds tasks")


DECK_LISTS: Mapping[str, Made] = {"deck-list": (deck_list, (*TEXT_OPTIONS, printables.LIBRARY))}


LARGE, SMALL = 15.0, 12.0
"""Millimetres: frontline and track markers, and trench markers, are squares of these."""

TENT, FLAG = Size(25.4, 38), Size(15, 15)
"""Millimetres: a standing frontline without its feet, and one wing of a flag."""

TRACKS = ("propaganda", "economy")
FRONTLINES, TRENCHES = 12, 40
"""Nine frontlines and three spare; trenches a side, unless a house rule limits them (R5)."""


@lru_cache(maxsize=16)
def frontline(look: Look) -> Face:
    bar = Box(0.9, 4.1, LARGE - 1.8, 6.8)
    paint = Paint(stroke=BLACK, width=0.6) if look.saver else Paint(fill=BLACK)
    inner = BLACK if look.saver else WHITE
    marks: list[Mark] = [Rectangle(bar, paint, 1)]
    marks += [Path((((2.4, 7.5), (12.6, 7.5)),), Paint(stroke=inner, width=0.7, dash=(1.9, 1.25)))]
    for side, tip, foot in (("allied", 1.2, 3.3), ("german", 13.8, 11.7)):
        arrow = ((7.5, tip), (9.3, foot), (5.7, foot))
        marks.append(Path((arrow,), Paint(fill=look.strong(side)), closed=True))
    return Face(LARGE, LARGE, tuple(marks), name="frontline", safe=0.9)


@lru_cache(maxsize=16)
def trench(side: str, worth: int, look: Look) -> Face:
    plate = Box(0.8, 0.8, SMALL - 1.6, SMALL - 1.6)
    ink = look.on_panel(side)
    style = Style(font=NUMERAL, size=15, leading=1, colour=ink)
    number = line(str(worth), style, 6, "markers")
    ground = look.panel(side).fill or WHITE
    size = 0.62 if worth == 1 else 0.33
    left = (SMALL - worth * size * 10) / 2
    signs = [
        Stamp(printables.icon("build", ink), left + n * size * 10, 3.6 - size * 5, scale=size)
        for n in range(worth)
    ]
    marks: tuple[Mark, ...] = (
        Rectangle(plate, look.panel(side), 1),
        *signs,
        Stamp(printables.symbol(side, ink, ground), 1.9, 6.5, scale=0.4),
        *number.at(5.8, 5.7, width=5, align=0.5),
    )
    return Face(SMALL, SMALL, marks, name=f"{side} trench {worth}", safe=0.8)


@lru_cache(maxsize=16)
def track_marker(side: str, what: str, look: Look) -> Face:
    plate = Box(0.8, 0.8, LARGE - 1.6, LARGE - 1.6)
    ink = look.on_panel(side)
    ground = look.panel(side).fill or WHITE
    marks = (
        Rectangle(plate, look.panel(side), 6.7),
        Stamp(printables.symbol(side, ink, ground), 5.1, 1.7, scale=0.48),
        Stamp(printables.icon(what, ink), 4.6, 7.1, scale=0.58),
    )
    return Face(LARGE, LARGE, marks, name=f"{side} {what}", safe=0.8)


@lru_cache(maxsize=16)
def morale_marker(look: Look) -> Face:
    plate = Box(0.8, 0.8, LARGE - 1.6, LARGE - 1.6)
    ink = BLACK if look.saver else WHITE
    paint = Paint(stroke=BLACK, width=0.6) if look.saver else Paint(fill=BLACK)
    marks = (Rectangle(plate, paint, 1.5), Stamp(printables.icon("morale", ink), 3.2, 2.9, scale=0.9))
    return Face(LARGE, LARGE, marks, name="morale marker", safe=0.8)


def _large(look: Look, choices: Markers) -> list[Piece]:
    """Frontlines, lying or standing, and the markers of the tracks, as counters or as flags."""
    line_ = frontline(look)
    standing = choices["frontlines"] == "tent"
    tent = standee(line_, TENT.width, TENT.height)
    fronts = Piece(tent, None, FRONTLINES) if standing else Piece(line_, line_, FRONTLINES)
    tracks = [track_marker(side, what, look) for what in TRACKS for side in SIDES]
    if choices["tracks"] == "flags":
        flags = [flag(face, FLAG.width, FLAG.height) for face in (morale_marker(look), *tracks)]
        return [fronts, *(Piece(each) for each in flags)]
    return [fronts, *(Piece(face, face) for face in (morale_marker(look), *tracks))]


def _trenches(look: Look, choices: Markers, supply: int) -> list[Piece]:
    def made(side: str, worth: int) -> Face:
        ground = look.panel(side).fill if choices["shape"] == "round" else None
        return token(trench(side, worth, look), float(choices["trench_size"]), choices["shape"], ground)

    return [Piece(made(side, 1), made(side, 3), supply) for side in SIDES]


def markers(choices: Markers, scene: Table | None) -> Document:
    """All markers; round trenches, which are punched, on sheets of their own."""
    look = printables.DRESS.look(choices)
    supply = printables.options_of(scene).trench_supply or TRENCHES
    small = _trenches(look, choices, supply)
    pieces = picked([*_large(look, choices), *small], choices)
    trenches = {piece.front for piece in small}
    laid = layout(choices, "Scarper markers")
    if choices["shape"] != "round":
        return printables.DRESS.document("markers", mixed(pieces, laid), choices)
    groups = [[piece for piece in pieces if (piece.front in trenches) == own] for own in (False, True)]
    pages = list(mixed(groups[0], laid)) if groups[0] else []
    if groups[1]:
        radius = groups[1][0].front.width / 2
        skip = frozenset[int]() if groups[0] else laid.skip
        pages += impose(groups[1], replace(laid, bleed=True, radius=radius, skip=skip))
    return printables.DRESS.document("markers", tuple(pages), choices)


def strips(choices: OnSheets, scene: Table | None) -> Document:
    """A strip for each side's propaganda and economy, to count along with a bead or a clip."""
    look, options = printables.DRESS.look(choices), printables.options_of(scene)
    most = {"propaganda": options.propaganda_max, "economy": options.economy_max}
    lengths: dict[int, list[Piece]] = {}
    for what in TRACKS:
        numbers = tuple(str(number) for number in range(most[what] + 1))
        for side in SIDES:
            strip = bead_strip(numbers, track_marker(side, what, look), f"{side} {what}")
            lengths.setdefault(len(numbers), []).append(Piece(strip))
    laid = layout({**choices, "backs": "none"}, "Scarper bead strips")
    pages = [page for pieces in lengths.values() for page in impose(pieces, laid)]
    return printables.DRESS.document("bead strips", tuple(pages), choices)


OWN = tuple(printables.OPTIONS[key] for key in ("shape", "trench_size", "frontlines", "tracks"))
MARKERS: Mapping[str, Made] = {
    "markers": (markers, (*TOKEN_OPTIONS, *OWN)),
    "strips": (strips, (PAPER, INK, replace(MARKS, default="lines"))),
}
