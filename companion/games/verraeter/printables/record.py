"""A game on one page: who stands where, every conflict, the points round by round, the circle as it lies.

Only what the whole table has seen is on it, whoever prints it: no hand, no pick before it is turned over,
no card put aside (3.4).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import COLOURS, PHASE_NAMES
from companion.games.verraeter.printables.conflicts import Conflict, conflicts, corrections
from companion.games.verraeter.printables.emblems import sign
from companion.games.verraeter.printables.look import DRESS, MUTED
from companion.games.verraeter.printables.player_cards import arms_of
from companion.games.verraeter.printables.record_rows import rounds_played
from companion.games.verraeter.printables.score_chart import score_chart
from companion.games.verraeter.printables.sheet_parts import heading, named
from companion.games.verraeter.printables.small_circle import small_circle
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Rectangle, Stamp
from companion.press.look import EDGE, Look
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import NUMERAL, Style, line

TOP = EDGE + 19.5
PLATE = 21.0
CHART = 66.0


def record(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The game so far, or as it ended, on one page."""
    assert scene  # the printable needs a table
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    face = _sheet(scene.state, scene.trail, look, paper)
    return DRESS.document("the game on a page", (DRESS.page(face, "record"),), choices)


def _sheet(state: State, trail: Sequence[State], look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    fought = conflicts(trail)
    plates = Box(EDGE, TOP, width, PLATE)
    foot = Box(EDGE, paper.height - EDGE - CHART - 5, width, CHART)
    notes = _notes(trail)
    body = Box(EDGE, plates.bottom + 4, width, foot.y - plates.bottom - 8 - (4 if notes else 0))
    marks = (
        *heading(_where(state), f"Round {state.round} of {state.rounds}", look, width),
        *_plates(state, plates, look),
        *rounds_played(state, fought, body, look),
        *named(notes, 8, Box(EDGE, body.bottom, width, 4), MUTED),
        *score_chart(_lines(state, fought), state.rounds, foot._replace(width=width - 68), look),
        *small_circle(state, Box(foot.right - 66, foot.y, 66, foot.height), look),
    )
    return Face(paper.width, paper.height, marks, name="record")


def _where(state: State) -> str:
    if state.result is None:
        doing = "" if state.active is None else f": {spoken(state.active)}"
        return f"{PHASE_NAMES[state.phase]}{doing}. {_ahead(state)}"
    names = [spoken(who) for who in state.result["winners"]]
    ended = "One house holds all twelve landscapes" if state.one_house() else "The last round is over"
    return f"{ended}. {' and '.join(names)} {'share the victory' if len(names) > 1 else 'wins'}."


def _ahead(state: State) -> str:
    most = max(player.vp for player in state.players)
    first = [spoken(player.id) for player in state.players if player.vp == most]
    if len(first) == len(state.players):
        return f"Everybody has {most}."
    return f"{' and '.join(first)} {'lead' if len(first) > 1 else 'leads'} with {most}."


def _lines(state: State, fought: Sequence[Conflict]) -> list[list[int]]:
    """Each player's points after each round, the end score last."""
    lines = [[0, *(each.deeds[who].standing for each in fought)] for who in state.ids]
    if state.result is not None:
        totals = {row["player"]: row["total"] for row in state.result["scores"]}
        for who, points in zip(state.ids, lines, strict=True):
            points[-1] = totals[who]
    return lines


def _notes(trail: Sequence[State]) -> str:
    told = [f"round {each.round}: {spoken(each.player)} {each.by:+d}" for each in corrections(trail)]
    return f"Set by hand: {'; '.join(told)}." if told else ""


def _plates(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """A plate for each player: shield, name, house, buildings, points."""
    across = box.width / len(state.players)
    for n, player in enumerate(state.players):
        place = Box(box.x + n * across + (0 if n == 0 else 1), box.y, across - 1, box.height)
        yield Rectangle(place, look.plate("gold", 0.3), 1.2)
        yield Stamp(arms_of(COLOURS[n], look), place.x + 1.6, place.y + 2, 1.0)
        yield from named(spoken(player.id), 13, Box(place.x + 13.4, place.y + 1.8, place.width - 27, 5.5))
        face = sign(player.allegiance, look)
        yield Stamp(face, place.x + 13.2, place.y + 7.2, 0.5)
        house = state.words.houses[player.allegiance]
        yield from named(house, 9, Box(place.x + 19, place.y + 7.4, place.width - 32, 5), MUTED)
        yield from _points(state, player.id, place)
        below = Box(place.x + 2, place.bottom - 6.6, place.width - 4, 5)
        yield from named(_holdings(state, player.id), 8, below)


def _points(state: State, who: str, place: Box) -> Iterator[Mark]:
    scores = {row["player"]: row for row in (state.result or {"scores": []})["scores"]}
    total = scores[who]["total"] if who in scores else state.player(who).vp
    style = Style(font=NUMERAL, size=28, smallest=14, leading=1)
    yield from line(str(total), style, 12, "record").at(place.x, place.y + 2, width=place.width - 2, align=1)


def _holdings(state: State, who: str) -> str:
    """Estates, offices and the size of the hand; at the end, how the total came about (score)."""
    if state.result is not None:
        row = next(row for row in state.result["scores"] if row["player"] == who)
        return f"{row['vp']} and {row['offices']} × {row['counted']} for offices; rank {row['rank']}"
    estates, offices = (len(state.buildings(who, side)) for side in ("estate", "office"))
    return f"Estates {estates}, offices {offices}, cards {len(state.player(who).hand)}"


RECORDS: Mapping[str, Made] = {
    "record": (record, (papers("a4", "letter"), INKS)),
}
