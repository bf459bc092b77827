"""A war on paper as it stands: the live table on a page, and its figures to photograph."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from companion.engine.errors import InvalidInput
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wording import signed
from companion.games.scarper import data
from companion.games.scarper.printables import DRESS, MUTED, symbol
from companion.games.scarper.printables.board import Front, Plan, Strip, both_tracks, front, morale
from companion.games.scarper.state import State, Table
from companion.press.answered import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Stamp
from companion.press.look import INK, Look
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Style, fit, line

EDGE = 13.0
"""Millimetres: the margin of these pages."""


def position(choices: Choices, scene: Table | None) -> Document:
    """The public page, then one page for each side whose secrets the printing seat sees."""
    assert scene  # the printable needs a table
    state = scene.state
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = [DRESS.page(_public(state, look, paper), "position")]
    for side in data.SIDES:
        if side in scene.sight.sees:
            pages.append(DRESS.page(_secret(state, side, look, paper), f"hand of {data.SIDE_NAMES[side]}"))
    return DRESS.document("the table as it stands", tuple(pages), choices)


def _public(state: State, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    plan = Plan(width=width, height=112, name=15, value=11, small=7)
    propaganda, economy = both_tracks(Strip(width / 2 - 3, 10, 8), look, state.options, state)
    drawing = Front(state.front, plan, look, state.battlefields)
    marks = (
        *_heading(_where(state), f"{state.year}", look, width),
        Stamp(front(drawing), EDGE, 36),
        Stamp(morale(Strip(width, 10, 8), look, state.morale), EDGE, 151),
        Stamp(propaganda, EDGE, 165),
        Stamp(economy, EDGE + width / 2 + 3, 165),
        *_lists(Box(EDGE, 180, width, paper.height - EDGE - 184), _public_lists(state)),
    )
    return Face(paper.width, paper.height, marks, name="position")


def _heading(words: str, figure: str, look: Look, width: float) -> Iterator[Mark]:
    title = Style(font=TITLE, size=30, spacing=2.5, leading=1)
    year = Style(font=TITLE, size=30, leading=1)
    quiet = Style(font=SUBTITLE, size=12, smallest=8, leading=1, colour=MUTED)
    yield from line("SCARPER", title, width / 2, "position").at(EDGE, EDGE - 2)
    yield from line(figure, year, width / 2, "position").at(EDGE, EDGE - 2, width=width, align=1)
    yield from line(words, quiet, width, "position").at(EDGE, EDGE + 12.5)
    yield Path((((EDGE, EDGE + 10.5), (EDGE + width, EDGE + 10.5)),), Paint(stroke=INK, width=0.6))


def _where(state: State) -> str:
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
    return ".  ".join(parts) + "."


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


def _lists(area: Box, lists: Sequence[tuple[str, str]]) -> Iterator[Mark]:
    key, y = 34.0, area.y
    head = Style(font=STRONG, size=8.5, leading=1.3)
    for number, (name, text) in enumerate(lists):
        room = area.bottom - y - 6.0 * (len(lists) - number - 1)
        block = fit(text, Style(font=LABEL, size=8.5, leading=1.3), area.width - key, room, name.lower())
        yield from line(name, head, key, "position").at(area.x, y)
        yield from block.at(area.x + key, y)
        y += block.height + 1.6


def _secret(state: State, side: data.Side, look: Look, paper: Size) -> Face:
    """A side's own page, to be folded twice with the print inside."""
    width = paper.width - 2 * EDGE
    note = "For your eyes only: fold this page twice, the print inside, and write the side on it."
    scale = 1.4
    marks = (
        *_heading(note, f"{data.SIDE_NAMES[side]}, {state.year}", look, width),
        Stamp(symbol(side, look.strong(side), WHITE), EDGE, 34, scale=scale),
        *_entries(Box(EDGE + 20, 34, width - 20, paper.height - EDGE - 42), _secrets(state, side)),
    )
    return Face(paper.width, paper.height, marks, name=f"hand {side}")


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


def _entries(area: Box, entries: Sequence[tuple[str, str, str]]) -> Iterator[Mark]:
    title, note = Style(font=TITLE, size=15), Style(font=LABEL, size=8.5, colour=MUTED)
    share = min(30.0, area.height / len(entries))
    for number, (name, kind, text) in enumerate(entries):
        y = area.y + number * share
        yield from line(name, title, area.width, "hand").at(area.x, y)
        yield from line(kind, note, area.width, "hand").at(area.x, y + 6.4)
        if text:
            body = fit(text, Style(font=BODY, size=10.5), area.width, share - 11.5, f"hand.{name}")
            yield from body.at(area.x, y + 10.6)


POSITIONS: Mapping[str, Made] = {
    "position": (position, (papers("a4", "letter"), INKS)),
}


YEAR_OPTIONS = (papers("a4", "letter", "both"), INKS, LARGE)
MOST = 14
"""The last value of a track that has a box."""


def year_sheet(choices: Choices, scene: Table | None) -> Document:
    """One page: what stands now is told, what is ticked is set."""
    assert scene
    state = scene.state
    note = f"{state.year}, as it stood at line {scene.version}: tick only what is otherwise"
    sheet = Sheet(DRESS, DRESS.look(choices), choices["paper"], "Year sheet", note)
    origin = Origin("scarper", "year-sheet", scene, "-", given_of(choices, YEAR_OPTIONS))
    now = f"now {data.lead(state.morale)}"
    ahead = [
        _scale(f"{name} lead", now, "morale", range(way, way * (data.MORALE_END + 1), way))
        for name, way in (("Allied", 1), ("German", -1))
    ]
    pages = sheet.pages(
        (
            Section("Morale", "One box in all", [*ahead, _scale("Level", "", "morale", range(1))]),
            _tracks(state),
            _fronts(state),
        ),
        origin,
    )
    return form([pages], DRESS.document("year sheet", (), choices))


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


YEAR_SHEETS: Mapping[str, Made] = {"year-sheet": (year_sheet, YEAR_OPTIONS)}
ANSWERS = {"year-sheet": figures}
