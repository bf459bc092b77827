"""The thirteen phases, the action cards and the end, as a card and as a page, in this project's words."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.games.verraeter import data
from companion.games.verraeter.printables.look import DRESS, Source, band, leaf, panel, state_of
from companion.games.verraeter.state import Options, State
from companion.press.boxes import banner
from companion.press.face import Box, Face, Mark, Paint, Path
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, richest
from companion.press.options import TEXT_OPTIONS, Choices, Made
from companion.press.prose import Markup, Prose, heading, join, table, tag
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, DoesNotFit, fit, line, measure


class Saying(NamedTuple):
    """What a card does: the ways to say it, the longest first, and its figures with a word for each."""

    ways: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]


class PhaseWords(NamedTuple):
    """One of the thirteen phases: what it is called, what happens, and that in fewer and fewer words."""

    number: int
    name: str
    text: str
    brief: tuple[str, ...]


@cache
def _words() -> Mapping[str, Any]:
    words: Mapping[str, Any] = json.loads((data.FOLDER / "printables" / "words.json").read_text("utf-8"))
    return words


def _gaps(options: Options) -> Mapping[str, object]:
    """What fills the gaps, by the house rules in force (R7, R9, R14, R20, R22 to R25)."""
    always, cap, shared = options.bonus == "always", options.office_card_cap, options.tie_break == "shared"
    three, four = (options.rounds_per_player or data.TURNS_AS_START_PLAYER[players] for players in (3, 4))
    return {
        "traitor": data.BONUS["traitor"],
        "strategist": data.BONUS["strategist"],
        "farmer": data.FARMER_CARDS,
        "if_won": "" if always else ", if your side wins",
        "always": ", in a tie too" if always else ", if their side won",
        "on": " on its estate side" if options.build_side == "estate" else "",
        "most": data.MOST_SUPPLY_PLAYED,
        "offices": data.MOST_OFFICES,
        "prize": _prize(options),
        "limit": options.hand_limit,
        "surplus": "first" if options.surplus == "before" else "after",
        "hand": "" if cap is None else f", {cap} at most",
        "each": "" if cap is None else f", at most {cap} cards each",
        "equal": "the victory is shared" if shared else "most supply in hand decides",
        "tie": "equals share" if shared else "then most supply",
        "three": 3 * three,
        "four": 4 * four,
    }


def _prize(options: Options) -> str:
    if options.vp_mode == "table":
        return "Each winner scores what the lost landscape shows for that many winners."
    rounding = {"down": "down", "half_up": "to the nearest", "up": "up"}[options.divide_rounding]
    return f"The winners divide the lost landscape's first number, rounded {rounding}."


def sayings(options: Options) -> Mapping[str, Saying]:
    """The six action cards by the house rules in force (5, 6, 10; R27)."""
    gaps = _gaps(options)
    return {
        card: Saying(
            tuple(each.format_map(gaps) for each in saying["told"]),
            tuple((figure.format_map(gaps), word.format_map(gaps)) for figure, word in saying["figures"]),
        )
        for card, saying in _words()["actions"].items()
    }


def phases(options: Options) -> tuple[PhaseWords, ...]:
    """The thirteen phases of a round by the house rules in force."""
    gaps = _gaps(options)
    return tuple(
        PhaseWords(
            number,
            each["name"],
            each["told"].format_map(gaps),
            tuple(way.format_map(gaps) for way in each["brief"]),
        )
        for number, each in enumerate(_words()["phases"], 1)
    )


def ways(what: str, options: Options) -> tuple[str, ...]:
    """What an estate or an office gives (10, R18; R23, R25), the longest way first; how the game ends."""
    return tuple(each.format_map(_gaps(options)) for each in _words()[what])


BAND = 8.5


def front(source: Source) -> Face:
    """A round, phase by phase; on a card with little room the names alone."""
    look = source.look
    return look.card((*leaf("court", look), *composed(FRONT, source, panel(look))), "overview")


def reverse(source: Source) -> Face:
    """The six action cards in a line each, and how the game ends."""
    look = source.look
    return look.card((*leaf("court", look), *composed(REVERSE, source, panel(look))), "overview back")


def _titled(words: str) -> Callable[[Source, Box], Drawn]:
    def ribbon(source: Source, room: Box) -> Iterator[Mark]:
        yield from band(words, "court", room._replace(height=BAND), source.look, "overview")

    return fixed(BAND, ribbon)


def _round(source: Source, room: Box) -> Iterator[Mark]:
    rows = Box(room.x + 0.8, room.y + 0.8, room.width - 1.6, room.height - 1.4)
    yield from _phases(phases(source.options), rows, source.look)


def _phases(phases_: Sequence[PhaseWords], box: Box, look: Look) -> Iterator[Mark]:
    pitch = box.height / len(phases_)
    columns = 2 if pitch < look.smallest * 0.36 else 1
    rows = -(-len(phases_) // columns)
    pitch, wide = box.height / rows, box.width / columns
    for n, phase in enumerate(phases_):
        place = Box(box.x + n // rows * wide, box.y + n % rows * pitch, wide, pitch)
        if n % rows:
            top = ((place.x, place.y), (place.x + wide - 0.6, place.y))
            yield Path((top,), Paint(stroke=look.strong("court"), width=0.12))
        yield from _phase(phase, place, look)


def _phase(phase: PhaseWords, place: Box, look: Look) -> Iterator[Mark]:
    figure = look.style(NUMERAL, 10, look.strong("court"))
    block = line(str(phase.number), figure, 6, "overview")
    y = place.y + (place.height - block.height) / 2
    indent = measure("13", NUMERAL, block.size) + 1.2
    yield from block.at(place.x, y, width=indent - 1.2, align=1)
    style = look.style(SUBTITLE, 9.5, INK)
    try:
        head = line(phase.name, style, place.width - indent - 0.6, "overview")
    except DoesNotFit:
        return
    yield from head.at(place.x + indent, place.y + (place.height - head.height) / 2)
    left = place.x + indent + measure(phase.name, SUBTITLE, head.size) + 1.3
    small = look.style(LABEL, 7, (0.25,))
    rest = richest(phase.brief, small, place.right - left, place.height, "overview")
    if rest:
        yield from rest.at(left, place.y + (place.height - rest.height) / 2)


def _cards(source: Source, room: Box) -> Drawn:
    share = panel(source.look).height * 0.67 - BAND
    return _rows(source, Box(room.x + 0.8, room.y + 0.6, room.width - 1.6, share - 1.0)), share


def _rows(source: Source, box: Box) -> Iterator[Mark]:
    look, cards = source.look, sayings(source.options)
    pitch = box.height / len(data.ACTION_CARDS)
    for n, card in enumerate(data.ACTION_CARDS):
        y = box.y + n * pitch
        if n:
            rule = ((box.x, y), (box.right, y))
            yield Path((rule,), Paint(stroke=look.strong("court"), width=0.12))
        name = look.style(STRONG, 8)
        head = richest((data.ACTION_NAMES[card],), name, box.width, pitch, "overview")
        if head is None:
            continue
        brief = cards[card].ways[1:] or cards[card].ways
        room = pitch - head.height - 0.6
        body = (
            richest(brief, look.style(LABEL, 7.5, (0.2,)), box.width, room, "overview") if room > 0 else None
        )
        top = y + (pitch - head.height - (body.height if body else 0)) / 2
        yield from head.at(box.x, top)
        yield from _worth(cards[card].figures, Box(box.x, top, box.width, head.height), look)
        if body:
            yield from body.at(box.x, top + head.height)


def _worth(figures: Sequence[tuple[str, str]], box: Box, look: Look) -> tuple[Mark, ...]:
    """An action card's figures at the right end of its line, where there is room."""
    worth = ", ".join(f"{figure} {word}" for figure, word in figures)
    short = ", ".join(figure for figure, _ in figures)
    style = look.style(SUBTITLE, 8.5, look.strong("court"))
    block = richest((worth, short), style, box.width * 0.46, box.height + 0.3, "overview")
    return block.at(box.x, box.y, width=box.width, align=1) if block else ()


def _ending(source: Source, room: Box) -> tuple[Mark, ...]:
    look, brief = source.look, ways("brief_ending", source.options)
    box = Box(room.x + 1, room.y + 1, room.width - 2, room.height - 1.6)
    style = look.style(LABEL, 7.5, leading=1.15)
    for lines in (ways("ending", source.options), brief, brief[1:], brief[2:]):
        try:
            block = fit("\n".join(lines), style, box.width, box.height, "overview")
        except DoesNotFit:
            continue
        return block.at(box.x, box.y + (box.height - block.height) / 2)
    return ()


FRONT: tuple[Place[Source], ...] = (
    Place("title", "top", _titled("A round")),
    Place("phases", "rest", fixed(0, _round)),
)
REVERSE: tuple[Place[Source], ...] = (
    Place("title", "top", _titled("Action cards")),
    Place("cards", "top", _cards),
    Place("end", "top", _titled("The end")),
    Place("ending", "rest", fixed(0, _ending)),
)


PARTS = (
    ("Before the conflict", range(1, 4)),
    ("The conflict", range(4, 7)),
    ("After it", range(7, 11)),
    ("End of the round", range(11, 14)),
)


LAND = (66.0, 40.0)
"""Millimetres: the land at the foot of the right column."""


def phase_aid(choices: Choices, scene: Scene[State] | None) -> Prose:
    state = state_of(scene)
    options = state.options if state else Options()
    phases_ = {each.number: each for each in phases(options)}
    lead = "A round in thirteen phases; three players or four, two houses, one traitor at the most"
    left = tag("div", *(part for each in PARTS for part in _part(*each, phases_)), kind="phases")
    rows = (("Estate", ways("estate", options)[0]), ("Office", ways("office", options)[0]))
    buildings = (tag("h2", "Buildings", kind="gold"), table((), rows, kind="list"))
    land = banner(DRESS, choices, *LAND)
    right = tag("div", *_actions(options), *buildings, *_end(options), land, kind="beside")
    head = tag("div", tag("h1", "Verräter"), tag("p", lead, kind="lead"), kind="head")
    return DRESS.prose(choices, "phase aid", join((head, tag("div", left, right, kind="halves"))))


def _part(title: str, numbers: range, phases_: Mapping[int, PhaseWords]) -> tuple[Markup, Markup]:
    rows = [
        tag(
            "tr",
            heading(tag("span", number, kind="number"), kind="count"),
            tag("td", tag("b", phases_[number].name), " ", phases_[number].text),
        )
        for number in numbers
    ]
    return tag("h2", title, kind="court"), tag("table", *rows)


def _actions(options: Options) -> tuple[Markup, ...]:
    cards = sayings(options)
    rows = []
    for card in data.ACTION_CARDS:
        figures = ", ".join(" ".join(each) for each in cards[card].figures)
        rows.append((data.ACTION_NAMES[card], join((cards[card].ways[0], " ", tag("b", figures)))))
    return (tag("h2", "Action cards", kind="gold"), table((), rows, kind="list"))


def _end(options: Options) -> tuple[Markup, ...]:
    return (tag("h2", "The end", kind="gold"), *(tag("p", line) for line in ways("ending", options)))


AIDS: Mapping[str, Made] = {"phase-aid": (phase_aid, TEXT_OPTIONS)}
