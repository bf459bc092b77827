"""A live table on paper: all that is public on one page, and the hand of the seat that prints it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scarper.data import PHASE_NAMES, ROUNDS, SIDE_NAMES, SIDES, Side
from companion.games.scarper.printables.front import Front, Plan, front
from companion.games.scarper.printables.look import DRESS, MUTED, symbol
from companion.games.scarper.printables.tracks import Strip, both_tracks, morale
from companion.games.scarper.state import State
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Stamp
from companion.press.look import INK, Look
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, STRONG, SUBTITLE, TITLE, Style, fit, line

EDGE = 13.0
"""Millimetres: the margin of these pages."""


def position(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The public page, then one page for each side whose secrets the printing seat sees."""
    assert scene  # the printable needs a table
    state: State = scene.state
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = [DRESS.page(_public(state, look, paper), "position")]
    for side in SIDES:
        if side in scene.sight.sees:
            pages.append(DRESS.page(_secret(state, side, look, paper), f"hand of {SIDE_NAMES[side]}"))
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


def _heading(told: str, figure: str, look: Look, width: float) -> Iterator[Mark]:
    """The title, the year at the right, and a line that says where the game stands."""
    title = Style(font=TITLE, size=30, spacing=2.5, leading=1)
    year = Style(font=TITLE, size=30, leading=1)
    quiet = Style(font=SUBTITLE, size=12, smallest=8, leading=1, colour=MUTED)
    yield from line("SCARPER", title, width / 2, "position").at(EDGE, EDGE - 2)
    yield from line(figure, year, width / 2, "position").at(EDGE, EDGE - 2, width=width, align=1)
    yield from line(told, quiet, width, "position").at(EDGE, EDGE + 12.5)
    yield Path((((EDGE, EDGE + 10.5), (EDGE + width, EDGE + 10.5)),), Paint(stroke=INK, width=0.6))


def _where(state: State) -> str:
    """Phase, rounds and who is to act, in one line."""
    parts = [PHASE_NAMES[state.phase]]
    if state.phase == "rounds":
        done = ", ".join(f"{SIDE_NAMES[side]} {state.rounds_done[side]}" for side in SIDES)
        parts.append(f"Rounds done of {ROUNDS[state.year]}: {done}")
    actor = state.turn.side if state.turn else state.chooser
    if actor:
        parts.append(f"{SIDE_NAMES[actor]} to act")
    if state.winner:
        winner = "nobody" if state.winner == "draw" else SIDE_NAMES[state.winner]
        parts.append(f"won by {winner}")
    return ".  ".join(parts) + "."


def _public_lists(state: State) -> Sequence[tuple[str, str]]:
    titles = {card.id: card.title for card in state.box.cards.values()}
    in_play = ", ".join(f"{titles[each.card]} ({SIDE_NAMES[each.owner]})" for each in state.in_play)
    played = ", ".join(titles[card] for card in state.played)
    held = ", ".join(f"{SIDE_NAMES[side]} {state.hands[side].count}" for side in SIDES)
    kept = ", ".join(f"{SIDE_NAMES[side]} {state.missions[side].count}" for side in SIDES)
    first = SIDE_NAMES[state.first] if state.first else "nobody yet"
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
    return f"{SIDE_NAMES[turn.side]} played {titles[turn.card]} {use}{waits.get(turn.event, '')}"


def _lists(area: Box, lists: Sequence[tuple[str, str]]) -> Iterator[Mark]:
    """Headings at the left, what they hold at the right, as large as it fits."""
    key, y = 34.0, area.y
    head = Style(font=STRONG, size=8.5, leading=1.3)
    for number, (name, told) in enumerate(lists):
        room = area.bottom - y - 6.0 * (len(lists) - number - 1)
        block = fit(told, Style(font=LABEL, size=8.5, leading=1.3), area.width - key, room, name.lower())
        yield from line(name, head, key, "position").at(area.x, y)
        yield from block.at(area.x + key, y)
        y += block.height + 1.6


def _secret(state: State, side: Side, look: Look, paper: Size) -> Face:
    """A side's own page, to be folded twice with the print inside."""
    width = paper.width - 2 * EDGE
    told = "For your eyes only: fold this page twice, the print inside, and write the side on it."
    scale = 1.4
    marks = (
        *_heading(told, f"{SIDE_NAMES[side]}, {state.year}", look, width),
        Stamp(symbol(side, look.strong(side), WHITE), EDGE, 34, scale=scale),
        *_entries(Box(EDGE + 20, 34, width - 20, paper.height - EDGE - 42), _secrets(state, side)),
    )
    return Face(paper.width, paper.height, marks, name=f"hand {side}")


def _secrets(state: State, side: Side) -> Sequence[tuple[str, str, str]]:
    """Heading, note and text of each card and mission in a side's hand."""
    cards = [state.box.cards[card] for card in state.hands[side].cards or ()]
    told = [
        (card.title, f"{SIDE_NAMES[card.side]} card of {card.year}, {card.points} points", card.text)
        for card in cards
    ]
    for word, ids in (
        ("Mission kept", state.missions[side].kept),
        ("Mission drawn", state.missions[side].drawn),
    ):
        told += [(state.box.missions[each].title, word, state.box.missions[each].text) for each in ids or ()]
    if told:
        return told
    physical = state.hands[side].cards is None
    note = (
        "Your cards lie on the table, not in the app." if physical else "You hold neither cards nor missions."
    )
    return [("Nothing to hide", note, "")]


def _entries(area: Box, entries: Sequence[tuple[str, str, str]]) -> Iterator[Mark]:
    title, note = Style(font=TITLE, size=15), Style(font=LABEL, size=8.5, colour=MUTED)
    share = min(30.0, area.height / len(entries))
    for number, (name, kind, told) in enumerate(entries):
        y = area.y + number * share
        yield from line(name, title, area.width, "hand").at(area.x, y)
        yield from line(kind, note, area.width, "hand").at(area.x, y + 6.4)
        if told:
            body = fit(told, Style(font=BODY, size=10.5), area.width, share - 11.5, f"hand.{name}")
            yield from body.at(area.x, y + 10.6)


POSITIONS: Mapping[str, Made] = {
    "position": (position, (papers("a4", "letter"), INKS)),
}
