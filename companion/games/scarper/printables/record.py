"""A war on paper as it stands: the live table on a page, and its figures to photograph."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from companion.engine.errors import InvalidInput
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wording import signed
from companion.games.scarper import data
from companion.games.scarper.printables import DRESS, MUTED, symbol
from companion.games.scarper.printables.board import Front, Plan, Strip, both_tracks, front, morale
from companion.games.scarper.state import State, Table
from companion.press.answered import Item, Section, to_tick
from companion.press.boxes import world
from companion.press.face import WHITE, Box, Face, Mark, Paint, Rectangle, Stamp
from companion.press.laying import Draw, column, inset, nothing, over, page, row, ruled, stamp, text, words
from companion.press.look import INK, Look
from companion.press.options import Choices, Made
from companion.press.page import Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Style, fit, line

EDGE = 13.0
"""Millimetres: the margin of these pages."""


class Filled(Choices):
    filled: bool


class OfYear(Filled):
    year: str


def position(look: Look, paper: Size, scene: Table) -> Iterator[Face]:
    """The public page, then one page for each side whose secrets the printing seat sees."""
    state, width = scene.state, paper.width - 2 * EDGE
    plan = Plan(width=width, height=112, name=15, value=11, small=7)
    both = both_tracks(Strip(width / 2 - 3, 10, 8), look, state.options, state)
    propaganda, economy = (stamp(each, down=0) for each in both)
    parts = [data.PHASE_NAMES[state.phase]]
    if state.phase == "rounds":
        counts = ", ".join(f"{data.SIDE_NAMES[side]} {state.rounds_done[side]}" for side in data.SIDES)
        parts.append(f"Rounds done of {data.ROUNDS[state.year]}: {counts}")
    actor = state.turn.side if state.turn else state.chooser
    if actor:
        parts.append(f"{data.SIDE_NAMES[actor]} to act")
    if state.winner:
        winner = "nobody" if state.winner == "draw" else data.SIDE_NAMES[state.winner]
        parts.append(f"won by {winner}")
    yield page(
        paper,
        "position",
        (23, _heading((".  ".join(parts) + "."), f"{state.year}", look)),
        (115, stamp(front(Front(state.front, plan, look, state.battlefields)), down=0)),
        (14, stamp(morale(Strip(width, 10, 8), look, state.morale), down=0)),
        (15, row(propaganda, 6, economy)),
        partial(_lists, _public_lists(state), look),
        4,
        edge=EDGE,
    )
    yield from (_secret(state, side, look, paper) for side in data.SIDES if side in scene.sight.sees)


def _heading(content: str, figure: str, look: Look) -> Draw:
    title = Style(font=TITLE, size=30, spacing=2.5, leading=1)
    year = Style(font=TITLE, size=30, leading=1)
    quiet = Style(font=SUBTITLE, size=12, smallest=8, leading=1, colour=MUTED)
    above = row(words("SCARPER", title, down=0), words(figure, year, 1, 0))
    below = inset(words(content, quiet, down=0), top=2)
    return column((10.5, over(inset(above, top=-2), ruled(0.6, INK, 1))), below)


def _public_lists(state: State) -> Sequence[tuple[str, str]]:
    titles = {card.id: card.title for card in state.box.cards.values()}
    in_play = ", ".join(f"{titles[each.card]} ({data.SIDE_NAMES[each.owner]})" for each in state.in_play)
    played = ", ".join(titles[card] for card in state.played)
    held = ", ".join(f"{data.SIDE_NAMES[side]} {state.hands[side].count}" for side in data.SIDES)
    kept = ", ".join(f"{data.SIDE_NAMES[side]} {state.missions[side].count}" for side in data.SIDES)
    first = data.SIDE_NAMES[state.first] if state.first else "nobody yet"
    return (
        ("In hand", f"{held}.  Missions kept: {kept}.  Went first: {first}."),
        ("Cards in play", in_play or "none"),
        ("Round in progress", _turn(state, titles)),
        ("Played or discarded", played or "none"),
    )


def _turn(state: State, titles: Mapping[str, str]) -> str:
    turn = state.turn
    if not turn or not turn.card:
        return "no card played yet" if turn else "none"
    use = f"for {turn.points} points, {turn.left} left" if turn.mode == "commands" else "for its event"
    waits = {"first": "; its event is to be resolved now", "last": "; its event comes after the points"}
    return f"{data.SIDE_NAMES[turn.side]} played {titles[turn.card]} {use}{waits.get(turn.event, '')}"


LEAST, HIGHEST, CLEAR = 30.0, 66.0, 8.0
"""Millimetres: the front in a picture where a page would be empty, the highest, what stays above."""


def _horizon(look: Look, free: Box) -> Iterator[Mark]:
    """The trenches at the foot of a page, where there is room for them."""
    high = min(HIGHEST, free.height - CLEAR)
    if high < LEAST:
        return
    box = Box(free.x, free.bottom - high, free.width, high)
    yield Stamp(world(look.design).strip(box.width, high, saver=look.saver), box.x, box.y)
    yield Rectangle(box, Paint(stroke=INK, width=0.5))


def _lists(lists: Sequence[tuple[str, str]], look: Look, area: Box) -> Iterator[Mark]:
    key, y = 34.0, area.y
    head = Style(font=STRONG, size=8.5, leading=1.3)
    for number, (name, content) in enumerate(lists):
        room = area.bottom - y - 6.0 * (len(lists) - number - 1)
        block = fit(content, Style(font=LABEL, size=8.5, leading=1.3), area.width - key, room, name.lower())
        yield from line(name, head, key, "position").at(area.x, y)
        yield from block.at(area.x + key, y)
        y += block.height + 1.6
    yield from _horizon(look, area._replace(y=y, height=area.bottom - y))


HELD = 30.0
"""Millimetres that a card of a hand takes on its seat's page."""


def _secret(state: State, side: data.Side, look: Look, paper: Size) -> Face:
    """A side's own page, to be folded twice with the print inside."""
    note = "For your eyes only: fold this page twice, the print inside, and write the side on it."
    head = (21, _heading(note, f"{data.SIDE_NAMES[side]}, {state.year}", look))
    own = (14, stamp(symbol(side, look.strong(side), WHITE), 14, down=0))
    entries = _secrets(state, side)
    high = min(HELD * len(entries), paper.height - 2 * EDGE - 29)
    shown = (high, row(own, 6, partial(_entries, entries)))
    face = page(paper, f"hand {side}", head, shown, partial(_horizon, look), 4, edge=EDGE)
    return replace(face, title=f"hand of {data.SIDE_NAMES[side]}")


def _secrets(state: State, side: data.Side) -> Sequence[tuple[str, str, str]]:
    cards = [state.box.cards[card] for card in state.hands[side].cards or ()]
    entries = [
        (card.title, f"{data.SIDE_NAMES[card.side]} card of {card.year}, {card.points} points", card.text)
        for card in cards
    ]
    for word, ids in (
        ("Mission kept", state.missions[side].kept),
        ("Mission drawn", state.missions[side].drawn),
    ):
        entries += [
            (state.box.missions[each].title, word, state.box.missions[each].text) for each in ids or ()
        ]
    if entries:
        return entries
    physical = state.hands[side].cards is None
    note = (
        "Your cards lie on the table, not in the app." if physical else "You hold neither cards nor missions."
    )
    return [("Nothing to hide", note, "")]


def _entries(entries: Sequence[tuple[str, str, str]], box: Box) -> Iterable[Mark]:
    title, note = Style(font=TITLE, size=15), Style(font=LABEL, size=8.5, colour=MUTED)
    share, body = box.height / len(entries), Style(font=BODY, size=10.5)
    shown = (
        column((6.4, words(name, title, down=0)), (4.2, words(kind, note, down=0)), text(content, body), 0.9)
        for name, kind, content in entries
    )
    return column(*((share, each) for each in shown), nothing)(box)


POSITIONS: Mapping[str, Made] = {"position": DRESS.sheet("the table as it stands", position, live=True)}


MOST = 14
"""The last value of a track that has a box."""


def year_sheet(scene: Table, look: Look) -> Iterator[tuple[str, str, Sequence[Section]]]:
    """One page: what stands now is told, what is ticked is set."""
    state = scene.state
    now = f"now {data.lead(state.morale)}"
    ahead = [
        _scale(f"{name} lead", now, "morale", range(way, way * (data.MORALE_END + 1), way))
        for name, way in (("Allied", 1), ("German", -1))
    ]
    morale = Section("Morale", "One box in all", [*ahead, _scale("Level", "", "morale", range(1))])
    note = f"{state.year}, as it stood at line {scene.version}: tick only what is otherwise"
    yield "-", note, (morale, _tracks(state), _fronts(state))


def _tracks(state: State) -> Section:
    items = []
    for track, side in product(("propaganda", "economy"), data.SIDES):
        now, most = getattr(getattr(state, track), side), getattr(state.options, f"{track}_max")
        values = range(min(MOST, most) + 1)
        items.append(_scale(f"{data.SIDE_NAMES[side]} {track}", f"now {now}", f"{track}:{side}", values))
    return Section("Propaganda and economy", "One box a line", items)


def _fronts(state: State) -> Section:
    items = []
    for where in data.BATTLEFIELDS:
        track, now = state.front.tracks[where], state.battlefields[where].frontline
        name, key = data.BATTLEFIELD_NAMES[where], f"battlefields:{where}:frontline"
        items.append(_scale(name, f"now {signed(now)}", key, range(track.low, track.high + 1), sign=True))
    return Section("Frontlines", "One box a line, positive towards the German side", items)


def _scale(words: str, now: str, path: str, values: range, *, sign: bool = False) -> Item:
    ticks = [(f"{path}.{value}", signed(value) if sign else str(abs(value))) for value in values]
    return Item(words, now, ticks)


def figures(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Each ticked value, set by hand with its reason; `InvalidInput` for a box that the sheet has not."""
    for name in ticks:
        path, _, value = name.partition(".")
        where = path.replace(":", ".")
        if not value.removeprefix("-").isdecimal():
            raise InvalidInput("ticks", f"The sheet has no box “{name}”.")
        changes = [{"path": where, "value": int(value)}]
        action = {"type": "adjust", "reason": "Taken in from the year sheet", "changes": changes}
        yield Change(_words(path.split(":"), int(value)), action, (name,))


def _words(path: list[str], value: int) -> str:
    match path:
        case ["morale"]:
            return f"Morale: {data.lead(value)}"
        case ["battlefields", where, _]:
            return f"Frontline of {data.BATTLEFIELD_NAMES.get(where, where)}: {signed(value)}"
    return f"{' '.join(reversed(path)).capitalize()}: {value}"


YEAR_SHEETS: Mapping[str, Made] = {
    "year-sheet": to_tick(DRESS, "scarper", "year-sheet", "Year sheet", year_sheet)
}
ANSWERS = {"year-sheet": figures}
