"""What is written down of a game: every conflict, points by round, the circle; and the score pad.

What a round has not turned over yet is not in here: neither picks nor supply of a conflict to come.

Only what the whole table has seen is on it, whoever prints it: no hand, no pick before it is turned over,
no card put aside (3.4).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.film import Area, Chart, Label, Series, drawn
from companion.engine.game import Scene
from companion.engine.option import Change, Option
from companion.engine.scene import Seen
from companion.engine.wording import signed
from companion.games.verraeter import data
from companion.games.verraeter.printables.cards import arms_of
from companion.games.verraeter.printables.look import DRESS, LEAN, MUTED, heading, named, sign, state_of
from companion.games.verraeter.procedures.conflict import FoughtResult
from companion.games.verraeter.state import Building, Landscape, Player, State, spoken
from companion.press.answered import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, Pen, chart, middle, richest
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, leading, of_table, papers, pick
from companion.press.page import PAPERS, Page, Size, Tick
from companion.press.svg import hatch
from companion.press.text import LABEL, NUMERAL, STRONG, SUBTITLE, Style, line


class Deed(NamedTuple):
    """What one player did in a conflict, and what it brought. `card` is `None` where nobody told the app.

    `points` are all that it brought, `bonus` what of them is the card's.
    """

    before: data.House
    after: data.House
    card: data.ActionCard | None
    supply: tuple[int, ...]
    points: int
    bonus: int
    standing: int


class Conflict(NamedTuple):
    """One conflict after its cards were turned over: `lands` and `totals` by house, the one that turned."""

    round: int
    lands: Mapping[str, Landscape]
    totals: Mapping[str, int]
    winner: data.House | None
    deeds: Mapping[str, Deed]


class Correction(NamedTuple):
    """Points that were set by hand."""

    round: int
    player: str
    by: int


def conflicts(trail: Sequence[State]) -> tuple[Conflict, ...]:
    return tuple(
        _conflict(before, after)
        for before, after in pairwise(trail)
        if before.phase == "reveal" and after.phase != "reveal"
    )


def _conflict(before: State, after: State) -> Conflict:
    fought, site = after.last_conflict, before.site or (0, 1)
    grounds = [before.circle[n] for n in site]
    return Conflict(
        before.round,
        {land.house: land for land in grounds},
        {house: total["total"] for house, total in fought["totals"].items()},
        fought["winner"],
        {each.id: _deed(each, after.player(each.id), fought) for each in before.players},
    )


def _deed(before: Player, after: Player, fought: FoughtResult) -> Deed:
    points = fought["vp"][before.id]
    sides = (before.allegiance, fought["allegiances"][before.id])
    card = after.pick or before.pick or _betrayed(sides, points["bonus"])
    return Deed(*sides, card, before.played or (), points["total"], points["bonus"], after.vp)


def _betrayed(sides: tuple[data.House, data.House], bonus: int) -> data.ActionCard | None:
    """The card that the outcome itself gives away, where the real cards lay on the table."""
    if sides[0] != sides[1]:
        return "traitor"
    return "strategist" if bonus == data.BONUS["strategist"] else None


def corrections(trail: Sequence[State]) -> Iterator[Correction]:
    """Points that changed without a conflict."""
    for before, after in pairwise(trail):
        if before.phase == "reveal" and after.phase != "reveal":
            continue
        for old, new in zip(before.players, after.players, strict=True):
            if old.vp != new.vp:
                yield Correction(before.round, new.id, new.vp - old.vp)


def small_circle(state: State, box: Box, look: Look) -> Iterator[Mark]:
    """Position 0 at the top and a little to the right, then clockwise; what lies under a card is outside."""
    side = min(box.width, box.height)
    wide, high, size = side * 0.118, side * 0.155, side * 0.085
    reach = side / 2 - high / 2 - size - 1.5
    x0, y0 = box.x + box.width / 2, box.y + box.height / 2
    for n in range(data.CIRCLE):
        turn = 2 * pi * (n + 0.5) / data.CIRCLE
        x, y = x0 + reach * sin(turn), y0 - reach * cos(turn)
        yield from _tile(state, n, Box(x - wide / 2, y - high / 2, wide, high), look)
        under = state.circle[n].building
        if under:
            far = reach + size / 2 + 1 + (high * abs(cos(turn)) + wide * abs(sin(turn))) / 2
            corner = (x0 + far * sin(turn) - size / 2, y0 - far * cos(turn) - size / 2)
            yield from _building(
                under, data.COLOURS[state.ids.index(under.player)], Box(*corner, size, size), look
            )
    for n, legend in enumerate(("The circle", "Shield: an estate.", "In a frame: an office.")):
        style = Style(font=SUBTITLE, size=7.5 if n else 9, leading=1)
        yield from line(legend, style, 40, "circle").at(x0 - 20, y0 - 5 + 3.6 * n, width=40, align=0.5)


def _building(under: Building, colour: str, box: Box, look: Look) -> Iterator[Mark]:
    """The shield of whose card lies there, framed where it is an office."""
    yield Stamp(arms_of(colour, look), box.x, box.y, box.width / 10)
    if under.side == "office":
        yield Rectangle(box.inset(-box.width * 0.18), Paint(stroke=look.strong("gold"), width=0.35), 0.6)


def _tile(state: State, n: int, box: Box, look: Look) -> Iterator[Mark]:
    land = state.circle[n]
    strong = look.strong(land.house)
    tint = look.tint(land.house, 0.25)
    yield Rectangle(box, Paint(fill=tint or WHITE, stroke=strong, width=0.35), 0.6)
    runs = hatch(box.corners, step=1.3, lean=LEAN[land.house])
    yield Path(runs, Paint(stroke=strong, width=0.12))
    paper = box.inset(0.9)
    yield Rectangle(paper, Paint(fill=WHITE))
    size = box.width * 0.6
    face = sign(land.house, look)
    yield Stamp(face, box.x + (box.width - size) / 2, paper.y + 0.3, size / 10)
    style = Style(font=NUMERAL, size=8.5, leading=1, colour=strong)
    figure = line(str(state.cards.landscapes[land.type].conflict), style, 6, "circle")
    yield from figure.at(box.x, paper.bottom - figure.height, width=box.width, align=0.5)


SHIELD = 4.6
CAPTION = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
LABELS = Style(font=LABEL, size=7.5, leading=1, colour=MUTED)


def score_chart(scores: Sequence[Sequence[int]], rounds: int, box: Box, look: Look) -> Iterator[Mark]:
    """One line for each list of points, that begins at round 0, in seating order."""
    shown = Chart(
        told="Points after each round",
        series=[Series(colour, each) for colour, each in zip(data.COLOURS, scores, strict=False)],
        labels=[Label(n, n, str(n)) for n in range(rounds + 1)],
        reach=(0, 8),
        last=rounds,
    )
    area = Area(box.x + 8, box.y + 2, box.right - 8, box.bottom - 6)
    pens = [Pen(look.strong(each.name), arms_of(each.name, look), SHIELD) for each in shown.series]
    yield from line(shown.told, CAPTION, box.width - 16, "chart").at(area.left, box.y - 2.6)
    yield from chart(drawn(shown, area, 9), pens, _write)


def _write(words: str, box: Box, align: float) -> Iterable[Mark]:
    return line(words, LABELS, box.width, "chart").at(box.x, box.y, width=box.width, align=align)


LEFT, MIDDLE = 50.0, 27.0
"""Millimetres: the columns of the landscapes and of the totals."""
TALLEST = 17.0


def rounds_played(state: State, fought: Sequence[Conflict], box: Box, look: Look) -> Iterator[Mark]:
    """A row for each round of the game; those to come stay blank."""
    head = 6.0
    count = state.rounds if state.result is None else len(fought)
    pitch = min(TALLEST, (box.height - head) / max(1, count))
    yield from _head(state, box, look)
    for n in range(count):
        row = Box(box.x, box.y + head + n * pitch, box.width, pitch)
        rule = ((row.x, row.y), (row.right, row.y))
        yield Path((rule,), Paint(stroke=MUTED, width=0.12 if n else 0.35))
        ink: Colour = INK if n < len(fought) else (0.7,)
        number = Style(font=NUMERAL, size=min(15, pitch * 1.9), leading=1, colour=ink)
        yield from line(str(n + 1), number, 7, "record").at(row.x, row.y + (pitch - number.size * 0.35) / 2)
        if n < len(fought):
            yield from _row(state, fought[n], row, look)


def _row(state: State, conflict: Conflict, row: Box, look: Look) -> Iterator[Mark]:
    half = row.height / 2
    for n, house in enumerate(data.HOUSES):
        y = row.y + n * half
        won = conflict.winner == house
        tint = look.tint(house, 0.16) if won else None
        if tint:
            stripe = Box(row.x + 7.6, y + 0.4, LEFT + MIDDLE - 9.6, half - 0.8)
            yield Rectangle(stripe, Paint(fill=tint), 0.8)
        size = min(4.2, half * 0.86)
        face = sign(house, look)
        yield Stamp(face, row.x + 9, y + (half - size) / 2, size / 10)
        land = state.words.landscapes[conflict.lands[house].type]
        words = f"{land} taken" if conflict.winner not in (None, house) else land
        yield from named(words, 9 if won else 8.5, Box(row.x + 14.5, y, LEFT - 16, half), INK)
        yield from _total(conflict.totals[house], won, Box(row.x + LEFT, y, MIDDLE, half), look)
    across = (row.width - LEFT - MIDDLE) / len(state.ids)
    for n, who in enumerate(state.ids):
        place = Box(row.x + LEFT + MIDDLE + n * across, row.y, across, row.height)
        yield from _deed_drawn(conflict.deeds[who], place, look)


def _total(total: int, won: bool, place: Box, look: Look) -> Iterator[Mark]:
    style = Style(font=NUMERAL if won else LABEL, size=9, leading=1)
    block = line(str(total), style, 7, "record")
    yield from block.at(place.x, place.y + (place.height - block.height) / 2, width=6, align=1)
    long = max(0.4, min(17.0, total * 0.42))
    bar = Box(place.x + 7.4, place.y + place.height * 0.26, long, place.height * 0.48)
    fill = INK if won and not look.saver else None
    yield Rectangle(bar, Paint(fill=fill, stroke=INK, width=0.6 if won else 0.18))


def _deed_drawn(deed: Deed, place: Box, look: Look) -> Iterator[Mark]:
    """The house served, the action card and the supply; at the right the points and where they led."""
    half = place.height / 2
    size = min(3.8, half * 0.8)
    for n, house in enumerate((deed.before, deed.after) if deed.before != deed.after else (deed.after,)):
        face = sign(house, look)
        yield Stamp(face, place.x + 1 + n * (size + 0.6), place.y + half + (half - size) / 2, size / 10)
    shift = 2 + (size + 0.6) * (1 + (deed.before != deed.after))
    card = data.ACTION_NAMES[deed.card] if deed.card else "(not told)"
    yield from named(card, 8, Box(place.x + 1, place.y, place.width - 10, half))
    yield from _supply(deed.supply, Box(place.x + shift, place.y + half, place.width - shift - 9, half))
    yield from _score(deed, place, half)


def _supply(cards: Sequence[int], box: Box) -> Iterator[Mark]:
    """The supply that was played, card by card; where there is no room for that, what it came to."""
    sums = [mark.join(str(each) for each in cards) for mark in (" + ", "+")] if cards else ["no supply"]
    style = Style(font=SUBTITLE, size=8, smallest=7, leading=1, colour=MUTED)
    block = richest((*sums, f"{len(cards)}: {sum(cards)}"), style, box.width, 3.2, "record")
    yield from block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()


def _score(deed: Deed, place: Box, half: float) -> Iterator[Mark]:
    points = Style(font=STRONG, size=8.5, smallest=7, leading=1)
    quiet = Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED)
    gained = f"{deed.points:+d}" if deed.points else "0"
    for n, (figure, style) in enumerate(((gained, points), (str(deed.standing), quiet))):
        block = line(figure, style, 9, "record")
        y = place.y + n * half + (half - block.height) / 2
        yield from block.at(place.x, y, width=place.width - 1.5, align=1)


def _head(state: State, box: Box, look: Look) -> Iterator[Mark]:
    style = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    for word, x in (("Round and landscapes", box.x), ("Totals", box.x + LEFT)):
        yield from line(word, style, 48, "record").at(x, box.y + 1)
    across = (box.width - LEFT - MIDDLE) / len(state.ids)
    for n, who in enumerate(state.ids):
        x = box.x + LEFT + MIDDLE + n * across
        yield Stamp(arms_of(data.COLOURS[n], look), x + 1, box.y + 0.6, 0.4)
        yield from named(spoken(who), 9, Box(x + 6, box.y + 0.4, across - 7, 4.6))


TOP = EDGE + 19.5
PLATE = 21.0
CHART = 66.0


class Pad(Choices):
    players: int


def record(choices: Choices, scene: Scene[State]) -> Document:
    """The game so far, or as it ended, on one page."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    face = _sheet(scene.state, scene.trail, look, paper)
    return DRESS.document("the game on a page", (DRESS.page(face, "record"),), choices)


def _sheet(state: State, trail: Sequence[State], look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    fought = conflicts(trail)
    plates = Box(EDGE, TOP, width, PLATE)
    foot = Box(EDGE, paper.height - EDGE - CHART - 5, width, CHART)
    changes = [f"round {each.round}: {spoken(each.player)} {each.by:+d}" for each in corrections(trail)]
    notes = f"Set by hand: {'; '.join(changes)}." if changes else ""
    body = Box(EDGE, plates.bottom + 4, width, foot.y - plates.bottom - 8 - (4 if notes else 0))
    # Each player's points after each round, the end score last.
    lines = [[0, *(each.deeds[who].standing for each in fought)] for who in state.ids]
    if state.result is not None:
        totals = {row["player"]: row["total"] for row in state.result["scores"]}
        for who, points in zip(state.ids, lines, strict=True):
            points[-1] = totals[who]
    marks = (
        *heading(_where(state), f"Round {state.round} of {state.rounds}", look, width),
        *_plates(state, plates, look),
        *rounds_played(state, fought, body, look),
        *named(notes, 8, Box(EDGE, body.bottom, width, 4), MUTED),
        *score_chart(lines, state.rounds, foot._replace(width=width - 68), look),
        *small_circle(state, Box(foot.right - 66, foot.y, 66, foot.height), look),
    )
    return Face(paper.width, paper.height, marks, name="record")


def _where(state: State) -> str:
    if state.result is None:
        doing = "" if state.active is None else f": {spoken(state.active)}"
        return f"{data.PHASE_NAMES[state.phase]}{doing}. {_ahead(state)}"
    names = [spoken(who) for who in state.result["winners"]]
    ended = "One house holds all twelve landscapes" if state.one_house() else "The last round is over"
    return f"{ended}. {' and '.join(names)} {'share the victory' if len(names) > 1 else 'wins'}."


def _ahead(state: State) -> str:
    most = max(player.vp for player in state.players)
    first = [spoken(player.id) for player in state.players if player.vp == most]
    if len(first) == len(state.players):
        return f"Everybody has {most}."
    return f"{' and '.join(first)} {'lead' if len(first) > 1 else 'leads'} with {most}."


def _plates(state: State, box: Box, look: Look) -> Iterator[Mark]:
    across = box.width / len(state.players)
    for n, player in enumerate(state.players):
        place = Box(box.x + n * across + (0 if n == 0 else 1), box.y, across - 1, box.height)
        yield Rectangle(place, look.plate("gold", 0.3), 1.2)
        yield Stamp(arms_of(data.COLOURS[n], look), place.x + 1.6, place.y + 2, 1.0)
        yield from named(spoken(player.id), 13, Box(place.x + 13.4, place.y + 1.8, place.width - 27, 5.5))
        face = sign(player.allegiance, look)
        yield Stamp(face, place.x + 13.2, place.y + 7.2, 0.5)
        house = state.words.houses[player.allegiance]
        yield from named(house, 9, Box(place.x + 19, place.y + 7.4, place.width - 32, 5), MUTED)
        scores = {row["player"]: row for row in (state.result or {"scores": []})["scores"]}
        total = scores[player.id]["total"] if player.id in scores else state.player(player.id).vp
        style = Style(font=NUMERAL, size=28, smallest=14, leading=1)
        yield from line(str(total), style, 12, "record").at(
            place.x, place.y + 2, width=place.width - 2, align=1
        )
        below = Box(place.x + 2, place.bottom - 6.6, place.width - 4, 5)
        yield from named(_holdings(state, player.id), 8, below)


def _holdings(state: State, who: str) -> str:
    """Estates, offices and the size of the hand; at the end, how the total came about (score)."""
    if state.result is not None:
        row = next(row for row in state.result["scores"] if row["player"] == who)
        return f"{row['vp']} and {row['offices']} × {row['counted']} for offices; rank {row['rank']}"
    estates, offices = (len(state.buildings(who, side)) for side in ("estate", "office"))
    return f"Estates {estates}, offices {offices}, cards {len(state.player(who).hand)}"


RECORDS: Mapping[str, Made] = {"record": (of_table(record), (papers("a4", "letter"), INKS))}


REASON = "Taken in from the score pad"
WON, LOST = (1, 1, 2, 2, 3, 5, 10), (1, 2, 5)


def points_pages(
    choices: Choices, scene: Scene[State], options: Sequence[Option]
) -> list[tuple[Page, tuple[Tick, ...]]]:
    """One page with a live table's players; the boxes of a line are summed up."""
    state, look = scene.state, DRESS.look(choices)
    standing = f"Round {state.round} of {state.rounds}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Score pad", standing)
    arms = {who: arms_of(data.COLOURS[n], look) for n, who in enumerate(state.ids)}
    origin = Origin("verraeter", "score-pad", scene, "-", given_of(choices, options))
    return sheet.pages(_sections(state, arms), origin)


def _sections(state: State, arms: Mapping[str, Face]) -> tuple[Section, ...]:
    won = [_lots(who, f"{state.player(who).vp} points now", "won", WON, arms[who]) for who in state.ids]
    lost = [_lots(who, "", "lost", LOST, arms[who]) for who in state.ids]
    oaths = [
        Item(spoken(who), f"now {state.player(who).allegiance}",
             [(f"oath.{who}.{house}", house) for house in data.HOUSES], arms[who])
        for who in state.ids
    ]  # fmt: skip
    return (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points given back", "What is ticked is summed up", lost),
        Section("Oath to another house", "Only where it changed", oaths),
    )


def _lots(who: str, now: str, kind: str, lots: tuple[int, ...], arms: Face) -> Item:
    return Item(spoken(who), now, [(f"{kind}.{who}.{n}.{lot}", str(lot)) for n, lot in enumerate(lots)], arms)


def points(scene: Seen[State], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Points and oaths, a change each; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    boxes = {name: name.split(".") for name in ticks}
    if any(parts[1] not in state.ids for parts in boxes.values()):
        raise InvalidInput("ticks", "The sheet names somebody who does not play here.")
    for who in state.ids:
        own = {name: parts for name, parts in boxes.items() if parts[1] == who}
        counted = tuple(name for name, parts in own.items() if parts[0] != "oath")
        by = sum(int(own[name][3]) * (1 if own[name][0] == "won" else -1) for name in counted)
        if by:
            words = f"{spoken(who)}: {signed(by)} {'point' if abs(by) == 1 else 'points'}"
            yield Change(words, _adjust({"target": "vp", "player": who, "by": by}), counted)
        for name, parts in own.items():
            if parts[0] == "oath":
                change = {"target": "allegiance", "player": who, "house": parts[2]}
                yield Change(f"{spoken(who)} swears to the {parts[2]}", _adjust(change), (name,))


def _adjust(change: Mapping[str, object]) -> Mapping[str, object]:
    return {"type": "adjust", "reason": REASON, "changes": [change]}


PLAYERS = leading(
    pick(
        "players",
        "Players",
        "A live table brings its own number, names and rounds.",
        ((4, "Four, eight rounds"), (3, "Three, nine rounds")),
    )
)
FIRST = 44.0
"""Millimetres: the columns of the round and of the conflict."""
HEAD = 17.0
COLUMNS = ("conflict", "bonus", "sum")
OPTIONS = (papers("a4", "letter", "both"), INKS, LARGE, PLAYERS)
LAST = ("Offices × cards", "Total")


def score_pad(choices: Pad, scene: Scene[State] | None) -> Document:
    """One page to write on; behind a live table's page to tick, which is what a photo is taken of."""
    look, paper, state = DRESS.look(choices), PAPERS[choices["paper"]], state_of(scene)
    players = choices["players"]
    names: list[str] = [spoken(who) for who in state.ids] if state else [""] * players
    rounds = state.rounds if state else players * data.TURNS_AS_START_PLAYER[players]
    width = paper.width - 2 * EDGE
    box = Box(EDGE, EDGE + 21, width, paper.height - 2 * EDGE - 28)
    lines = Box(box.x, box.y + HEAD, width, box.height - HEAD)
    words = "Points of the conflict, +1 for the traitor, +2 for the strategist; the running sum beside them."
    marks = (
        *heading(words, "Score pad", look, width),
        *_heads(names, box, look),
        *_rows_to_fill(rounds, len(names), lines, look),
        *(_filled(scene, rounds, lines, look) if scene else ()),
    )
    face = Face(paper.width, paper.height, marks, name="score pad")
    pad = DRESS.page(face, "score pad")
    document = DRESS.document("score pad", (pad,), choices)
    return form([points_pages(choices, scene, OPTIONS), [(pad, ())]], document) if scene else document


def _heads(names: list[str], box: Box, look: Look) -> Iterator[Mark]:
    """Each player's shield, a line for the name, and what goes into the three columns."""
    across = (box.width - FIRST) / len(names)
    size = look.size(7.5, 9)
    for n, name in enumerate(names):
        x = box.x + FIRST + n * across
        yield Stamp(arms_of(data.COLOURS[n], look), x + 1.2, box.y, 0.95)
        yield from named(name, look.size(12), Box(x + 12, box.y + 1.5, across - 13, 7))
        rule = ((x + 12, box.y + 9), (x + across - 1.5, box.y + 9))
        yield Path((rule,), Paint(stroke=MUTED, width=0.15))
        for k, word in enumerate(COLUMNS):
            place = Box(x + k * across / 3, box.y + HEAD - 5.6, across / 3, 5)
            yield from middle(word, look.style(SUBTITLE, size, MUTED), place, "pad")
    quiet = look.style(SUBTITLE, look.size(8.5, 9), MUTED)
    yield from middle("Conflict and winner", quiet, Box(box.x + 8, box.y + HEAD - 5.6, FIRST - 9, 5), "pad")


def _filled(scene: Scene[State], rounds: int, box: Box, look: Look) -> Iterator[Mark]:
    """What the journal knows already: each conflict's winner and points, at the end what offices bring."""
    state, pitch = scene.state, _pitch(rounds, box)
    across = (box.width - FIRST) / len(state.ids)
    for n, fought in enumerate(conflicts(scene.trail)):
        row = Box(box.x, box.y + n * pitch, box.width, pitch)
        yield from _fought(state, fought, row, look)
        for k, who in enumerate(state.ids):
            deed = fought.deeds[who]
            figures = (signed(deed.points - deed.bonus), signed(deed.bonus), str(deed.standing))
            place = Box(row.x + FIRST + k * across, row.y, across / 3, pitch)
            yield from _figures(figures, place, look)
    for row in (state.result or {"scores": []})["scores"]:
        place = Box(box.x + FIRST + state.ids.index(row["player"]) * across, 0, across, pitch * 1.1)
        offices = f"{row['offices']} × {row['counted']}"
        for n, (words, size) in enumerate(((offices, 12), (str(row["total"]), 22))):
            there = place._replace(y=box.y + rounds * pitch + n * pitch * 1.1)
            yield from middle(words, look.style(NUMERAL, size), there, "pad")


def _fought(state: State, fought: Conflict, row: Box, look: Look) -> Iterator[Mark]:
    """Both landscapes on their lines, the winner's house ringed."""
    size, half = _of_house(row), row.height / 2
    for n, house in enumerate(data.HOUSES):
        y = row.y + (half - size) / 2 + n * half
        if house == fought.winner:
            ring = Paint(stroke=look.strong(house), width=0.5)
            yield Circle(row.x + 9 + size / 2, y + size / 2, size * 0.66, ring)
        land = state.words.landscapes[fought.lands[house].type]
        words = f"{land}, {fought.totals[house]}"
        yield from named(words, look.size(8.5, 9), Box(row.x + 17.5, y, FIRST - 19, size - 0.4), INK)


def _figures(figures: Sequence[str], place: Box, look: Look) -> Iterator[Mark]:
    for n, words in enumerate(figures):
        style = look.style(NUMERAL if n == 2 else LABEL, 13 if n == 2 else 11, INK if n == 2 else MUTED)
        there = place._replace(x=place.x + n * place.width)
        yield from middle("" if n < 2 and words == "0" else words, style, there, "pad")


def _pitch(rounds: int, box: Box) -> float:
    return box.height / (rounds + len(LAST) * 1.1)


def _of_house(row: Box) -> float:
    """How wide a house's sign is on a row."""
    return min(6.0, row.height * 0.42)


def _rows_to_fill(rounds: int, players: int, box: Box, look: Look) -> Iterator[Mark]:
    pitch = _pitch(rounds, box)
    for n in range(rounds):
        row = Box(box.x, box.y + n * pitch, box.width, pitch)
        if n % 2 == 0 and not look.saver:
            yield Rectangle(row, Paint(fill=look.plate("gold").fill))
        yield from _round(n + 1, row, look)
    for n, words in enumerate(LAST):
        row = Box(box.x, box.y + rounds * pitch + n * pitch * 1.1, box.width, pitch * 1.1)
        yield Path((((row.x, row.y), (row.right, row.y)),), Paint(stroke=INK, width=0.5 + 0.3 * n))
        yield from named(words, look.size(12), Box(row.x + 1, row.y, FIRST - 2, row.height))
    yield Rectangle(box, Paint(stroke=INK, width=0.5))
    yield from _rules(players, rounds * pitch, box)


def _round(number: int, row: Box, look: Look) -> Iterator[Mark]:
    """The round's number, and the two houses: the winner is ringed, the landscape written beside it."""
    yield from middle(str(number), look.style(NUMERAL, 18), Box(row.x, row.y, 8, row.height), "pad")
    yield Path((((row.x, row.bottom), (row.right, row.bottom)),), Paint(stroke=MUTED, width=0.15))
    size = _of_house(row)
    for n, house in enumerate(data.HOUSES):
        face = sign(house, look)
        y = row.y + (row.height / 2 - size) / 2 + n * row.height / 2
        yield Stamp(face, row.x + 9, y, size / 10)
        rule = ((row.x + 16.5, y + size), (row.x + FIRST - 2, y + size))
        yield Path((rule,), Paint(stroke=MUTED, width=0.12, dash=(0.4, 0.8)))


def _rules(players: int, high: float, box: Box) -> Iterator[Mark]:
    """The lines between players, heavy, and between their columns, fine and only beside the rounds."""
    across = (box.width - FIRST) / players
    for n in range(players):
        x = box.x + FIRST + n * across
        yield Path((((x, box.y - HEAD), (x, box.bottom)),), Paint(stroke=INK, width=0.4))
        fine = tuple(((x + k * across / 3, box.y), (x + k * across / 3, box.y + high)) for k in (1, 2))
        yield Path(fine, Paint(stroke=MUTED, width=0.12))


PADS: Mapping[str, Made] = {"score-pad": (score_pad, OPTIONS)}
ANSWERS = {"score-pad": points}
