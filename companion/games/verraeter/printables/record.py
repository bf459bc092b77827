"""What is written down of a game: every conflict, points by round, the circle; and the score pad.

What a round has not turned over yet is not in here: neither picks nor supply of a conflict to come.

Only what the whole table has seen is on it, whoever prints it: no hand, no pick before it is turned over,
no card put aside (3.4).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
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
from companion.press.laying import (
    Draw,
    Share,
    column,
    filled,
    inset,
    nothing,
    over,
    page,
    row,
    ruled,
    stamp,
    words,
)
from companion.press.look import INK, Look, Pen, chart, richest
from companion.press.options import INK as INKS
from companion.press.options import LARGE, Choices, Made, leading, papers, pick
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


def small_circle(state: State, look: Look, box: Box) -> Iterator[Mark]:
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


def score_chart(scores: Sequence[Sequence[int]], rounds: int, look: Look, box: Box) -> Iterator[Mark]:
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


def _write(content: str, box: Box, align: float) -> Iterable[Mark]:
    return line(content, LABELS, box.width, "chart").at(box.x, box.y, width=box.width, align=align)


LEFT, MIDDLE = 50.0, 27.0
"""Millimetres: the columns of the landscapes and of the totals."""
TALLEST = 17.0


def rounds_played(state: State, fought: Sequence[Conflict], look: Look, box: Box) -> Iterable[Mark]:
    """A row for each round of the game; those to come stay blank."""
    count = state.rounds if state.result is None else len(fought)
    pitch = min(TALLEST, (box.height - 6) / max(1, count))
    lines = []
    for n in range(count):
        ink: Colour = INK if n < len(fought) else (0.7,)
        number = Style(font=NUMERAL, size=min(15, pitch * 1.9), leading=1, colour=ink)
        content = _fought(state, fought[n], pitch / 2, look) if n < len(fought) else nothing
        figure = row((7, words(n + 1, number)), nothing)
        lines.append((pitch, over(ruled(0.12 if n else 0.35, MUTED), figure, content)))
    style = Style(font=SUBTITLE, size=8.5, leading=1, colour=MUTED)
    heads = ((LEFT, "Round and landscapes"), (MIDDLE, "Totals"))
    head = row(
        *((wide, column(1, words(content, style, down=0))) for wide, content in heads),
        *(
            row(
                1,
                (4, inset(stamp(arms_of(data.COLOURS[n], look)), top=0.6, bottom=1.4)),
                1,
                inset(named(spoken(who), 9), top=0.4, right=1, bottom=1),
            )
            for n, who in enumerate(state.ids)
        ),
    )
    return column((6, head), *lines, nothing)(box)


def _fought(state: State, conflict: Conflict, half: float, look: Look) -> Draw:
    houses, size = [], min(4.2, half * 0.86)
    for house in data.HOUSES:
        won = conflict.winner == house
        tint = look.tint(house, 0.16) if won else None
        stripe = inset(filled(Paint(fill=tint), 0.8), 7.6, 0.4, 2, 0.4) if tint else nothing
        land = state.words.landscapes[conflict.lands[house].type]
        content = f"{land} taken" if conflict.winner not in (None, house) else land
        name = (LEFT - 16, named(content, 9 if won else 8.5))
        total = (MIDDLE, _total(conflict.totals[house], won, look))
        cells = row(9, (size, stamp(sign(house, look))), 5.5 - size, name, 1.5, total)
        houses.append(over(stripe, cells))
    deeds = (_deed_drawn(conflict.deeds[who], half, look) for who in state.ids)
    return row((LEFT + MIDDLE, column(*houses)), *deeds)


def _total(total: int, won: bool, look: Look) -> Draw:
    style = Style(font=NUMERAL if won else LABEL, size=9, leading=1)
    fill = INK if won and not look.saver else None
    bar = filled(Paint(fill=fill, stroke=INK, width=0.6 if won else 0.18))
    long = max(0.4, min(17.0, total * 0.42))
    return row((6, words(total, style, 1)), 1.4, (long, column(Share(0.26), bar, Share(0.26))), nothing)


def _deed_drawn(deed: Deed, half: float, look: Look) -> Draw:
    """The house served, the action card and the supply; at the right the points and where they led."""
    size = min(3.8, half * 0.8)
    served = (deed.before, deed.after) if deed.before != deed.after else (deed.after,)
    signs = row(*((size + 0.6, inset(stamp(sign(house, look)), right=0.6)) for house in served))
    card = data.ACTION_NAMES[deed.card] if deed.card else "(not told)"
    content = column(
        row(1, named(card, 8), 9),
        row(1, ((size + 0.6) * len(served), signs), 1, partial(_supply, deed.supply), 9),
    )
    strong = Style(font=STRONG, size=8.5, smallest=7, leading=1)
    points = words(f"{deed.points:+d}" if deed.points else "0", strong, 1)
    standing = words(deed.standing, Style(font=LABEL, size=8, smallest=7, leading=1, colour=MUTED), 1)
    return over(content, row(nothing, (9, column(points, standing)), 1.5))


def _supply(cards: Sequence[int], box: Box) -> Iterator[Mark]:
    """The supply that was played, card by card; where there is no room for that, what it came to."""
    sums = [mark.join(str(each) for each in cards) for mark in (" + ", "+")] if cards else ["no supply"]
    style = Style(font=SUBTITLE, size=8, smallest=7, leading=1, colour=MUTED)
    block = richest((*sums, f"{len(cards)}: {sum(cards)}"), style, box.width, 3.2, "record")
    yield from block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()


PLATE = 21.0
CHART = 66.0


class Pad(Choices):
    players: int


def record(look: Look, paper: Size, scene: Scene[State]) -> Iterator[Face]:
    """The game so far, or as it ended, on one page."""
    state, fought = scene.state, conflicts(scene.trail)
    changes = [f"round {each.round}: {spoken(each.player)} {each.by:+d}" for each in corrections(scene.trail)]
    circle = partial(small_circle, state, look)
    notes = [(4, named(f"Set by hand: {'; '.join(changes)}.", 8, MUTED))] if changes else []
    # Each player's points after each round, the end score last.
    lines = [[0, *(each.deeds[who].standing for each in fought)] for who in state.ids]
    if state.result is not None:
        totals = {row["player"]: row["total"] for row in state.result["scores"]}
        for who, points in zip(state.ids, lines, strict=True):
            points[-1] = totals[who]
    yield page(
        paper,
        "record",
        (19.5, heading(_where(state), f"Round {state.round} of {state.rounds}", look)),
        (PLATE, row(*(_plate(state, n, look) for n in range(len(state.ids))))),
        4,
        partial(rounds_played, state, fought, look),
        *notes,
        4,
        (CHART, row(partial(score_chart, lines, state.rounds, look), 2, (66, circle))),
        5,
    )


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


def _plate(state: State, n: int, look: Look) -> Draw:
    player = state.players[n]
    scores = {row["player"]: row for row in (state.result or {"scores": []})["scores"]}
    total = scores[player.id]["total"] if player.id in scores else player.vp
    figure = words(total, Style(font=NUMERAL, size=28, smallest=14, leading=1), 1, 0)
    plate = over(
        filled(look.plate("gold", 0.3), 1.2),
        inset(stamp(arms_of(data.COLOURS[n], look), 10, 0), 1.6, 2, bottom=9),
        inset(named(spoken(player.id), 13), 13.4, 1.8, 13.6, 13.7),
        inset(stamp(sign(player.allegiance, look), 5, 0), 13.2, 7.2, bottom=8.8),
        inset(named(state.words.houses[player.allegiance], 9, MUTED), 19, 7.4, 13, 8.6),
        inset(row(nothing, (12, figure), 2), top=2),
        inset(named(_holdings(state, player.id), 8), 2, 14.4, 2, 1.6),
    )
    return inset(plate, 1 if n else 0, right=0 if n else 1)


def _holdings(state: State, who: str) -> str:
    """Estates, offices and the size of the hand; at the end, how the total came about (score)."""
    if state.result is not None:
        row = next(row for row in state.result["scores"] if row["player"] == who)
        return f"{row['vp']} and {row['offices']} × {row['counted']} for offices; rank {row['rank']}"
    estates, offices = (len(state.buildings(who, side)) for side in ("estate", "office"))
    return f"Estates {estates}, offices {offices}, cards {len(state.player(who).hand)}"


RECORDS: Mapping[str, Made] = {"record": DRESS.sheet("the game on a page", record, live=True)}


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
    won = [_lots(who, f"{state.player(who).vp} points now", "won", WON, arms[who]) for who in state.ids]
    lost = [_lots(who, "", "lost", LOST, arms[who]) for who in state.ids]
    oaths = [
        Item(spoken(who), f"now {state.player(who).allegiance}",
             [(f"oath.{who}.{house}", house) for house in data.HOUSES], arms[who])
        for who in state.ids
    ]  # fmt: skip
    sections = (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points given back", "What is ticked is summed up", lost),
        Section("Oath to another house", "Only where it changed", oaths),
    )
    return sheet.pages(sections, origin)


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
    content = (
        "Points of the conflict, +1 for the traitor, +2 for the strategist; the running sum beside them."
    )
    rows = partial(_rows_to_fill, rounds, len(names), scene, look)
    head = (21, heading(content, "Score pad", look))
    face = page(paper, "score pad", head, (HEAD, _heads(names, look)), rows, 7)
    pad = DRESS.page(face, "score pad")
    document = DRESS.document("score pad", (pad,), choices)
    return form([points_pages(choices, scene, OPTIONS), [(pad, ())]], document) if scene else document


def _heads(names: list[str], look: Look) -> Draw:
    """Each player's shield, a line for the name, and what goes into the three columns."""
    small = look.style(SUBTITLE, look.size(7.5, 9), MUTED)
    quiet = look.style(SUBTITLE, look.size(8.5, 9), MUTED)
    columns = row(*(words(each, small, 0.5) for each in COLUMNS))
    first, line_ = words("Conflict and winner", quiet, 0.5), inset(ruled(0.15, MUTED, 1), 12, right=1.5)
    heads = []
    for n, name in enumerate(names):
        content = inset(named(name, look.size(12)), 12, right=1)
        arms = inset(stamp(arms_of(data.COLOURS[n], look), 9.5, 0), 1.2, bottom=HEAD - 9.5)
        heads.append(over(arms, column(1.5, (7, content), (0.5, line_), nothing, (5, columns), 0.6)))
    return row((FIRST, column(nothing, (5, inset(first, 8, right=1)), 0.6)), *heads)


def _sums(state: State, fought: Conflict, high: float, look: Look) -> Draw:
    """What the journal knows already: both landscapes on their lines, the winner ringed, all points."""
    size, houses, players = _of_house(high), [], []
    for house in data.HOUSES:
        ring = partial(_ring, look.strong(house)) if house == fought.winner else nothing
        land = f"{state.words.landscapes[fought.lands[house].type]}, {fought.totals[house]}"
        name = inset(named(land, look.size(8.5, 9)), bottom=0.4)
        cells = row(9, (size, ring), 8.5 - size, (FIRST - 19, name), 1.5)
        houses.append(column(nothing, (size, cells), nothing))
    small, large = look.style(LABEL, 11, MUTED), look.style(NUMERAL, 13)
    for who in state.ids:
        deed = fought.deeds[who]
        won = (signed(each) if each else "" for each in (deed.points - deed.bonus, deed.bonus))
        players.append(row(*(words(each, small, 0.5) for each in won), words(deed.standing, large, 0.5)))
    return row((FIRST, column(*houses)), *players)


def _ring(ink: Colour, box: Box) -> Iterator[Mark]:
    yield Circle(
        box.x + box.width / 2, box.y + box.height / 2, box.width * 0.66, Paint(stroke=ink, width=0.5)
    )


def _of_house(high: float) -> float:
    """How wide a house's sign is on a row so high."""
    return min(6.0, high * 0.42)


def _rows_to_fill(
    rounds: int, players: int, scene: Scene[State] | None, look: Look, box: Box
) -> Iterator[Mark]:
    """Filled as far as it is played, at the end with what offices bring."""
    pitch = box.height / (rounds + len(LAST) * 1.1)
    known = [_sums(scene.state, each, pitch, look) for each in conflicts(scene.trail)] if scene else []
    ends = _ends(scene.state, look) if scene and scene.state.result else [nothing, nothing]
    last = (
        over(ruled(0.5 + 0.3 * n, INK), row(1, (FIRST - 2, named(content, look.size(12))), nothing), ends[n])
        for n, content in enumerate(LAST)
    )
    lines = (_round(n, pitch, look) for n in range(1, rounds + 1))
    yield from column(*((pitch, each) for each in lines), *((pitch * 1.1, each) for each in last))(box)
    yield from column(*((pitch, each) for each in known), nothing)(box)
    yield Rectangle(box, Paint(stroke=INK, width=0.5))
    # The lines between players, heavy, and between their columns, fine and only beside the rounds.
    high = rounds * pitch
    across = (box.width - FIRST) / players
    for n in range(players):
        x = box.x + FIRST + n * across
        yield Path((((x, box.y - HEAD), (x, box.bottom)),), Paint(stroke=INK, width=0.4))
        fine = tuple(((x + k * across / 3, box.y), (x + k * across / 3, box.y + high)) for k in (1, 2))
        yield Path(fine, Paint(stroke=MUTED, width=0.12))


def _ends(state: State, look: Look) -> Sequence[Draw]:
    scores = {each["player"]: each for each in (state.result or {"scores": []})["scores"]}
    own = [scores[who] for who in state.ids]
    lines = (
        (12, [f"{each['offices']} × {each['counted']}" for each in own]),
        (22, [each["total"] for each in own]),
    )
    return [
        row(FIRST, *(words(each, look.style(NUMERAL, n), 0.5) for each in content)) for n, content in lines
    ]


def _round(number: int, high: float, look: Look) -> Draw:
    """The round's number, and the two houses: the winner is ringed, the landscape written beside it."""
    ground = filled(Paint(fill=look.plate("gold").fill)) if number % 2 and not look.saver else nothing
    size = _of_house(high)
    line_ = (FIRST - 18.5, ruled(0.12, MUTED, 1, (0.4, 0.8)))
    signs = (row(1, (size, stamp(sign(house, look))), 7.5 - size, line_, nothing) for house in data.HOUSES)
    houses = column(*(column(nothing, (size, each), nothing) for each in signs))
    figure = words(number, look.style(NUMERAL, 18), 0.5)
    return over(ground, row((8, figure), houses), ruled(0.15, MUTED, 1))


PADS: Mapping[str, Made] = {"score-pad": (score_pad, OPTIONS)}
ANSWERS = {"score-pad": points}
