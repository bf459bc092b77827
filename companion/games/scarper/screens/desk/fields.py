"""What the desk asks and answers with: fields of sides, years, files; bars, strips, a year's sums."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.form import Area, Checks, Choice, Field, Number, Pick
from companion.engine.form.board import Dice, Grid, Track, Words
from companion.engine.form.rows import Group, Rows
from companion.engine.form.rows import house_rules as rules_and_files
from companion.engine.summary import Drawing, Line, Summary, Table, summary
from companion.engine.wire import Json
from companion.engine.wording import Values, count, percent, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, SIDES, YEARS, ahead
from companion.games.scarper.rules.setting_up import FILES
from companion.games.scarper.state import HOUSE_RULES
from companion.games.scarper.state.box import (
    Battlefield,
    Board,
    Library,
    own_board,
    own_library,
    starter_board,
    starter_library,
)

NARROW, WIDE, ALL, GAP, TALL, FOOT = 44, 88, 480, 6, 120, 44


class Bar(NamedTuple):
    """One way to end: the figure below the bar, its chance, whose success it is, whether it came about."""

    label: str
    chance: float
    side: str
    rolled: bool = False


def bars(ways: Sequence[Bar], label: str) -> Values:
    highest = max((bar.chance for bar in ways), default=1) or 1
    wide = max(NARROW, min(WIDE, ALL // max(1, len(ways))))
    drawn = [_drawn(n, bar, wide, round(TALL * bar.chance / highest)) for n, bar in enumerate(ways)]
    return {
        "bars": drawn,
        "width": len(ways) * (wide + GAP),
        "height": TALL + FOOT,
        "base": TALL + 18,
        "foot": TALL + 38,
        "label": label,
    }


def _drawn(n: int, bar: Bar, wide: int, tall: int) -> Values:
    tall = max(2, tall) if bar.chance else 0
    x = n * (wide + GAP) + GAP // 2
    values = {"label": bar.label, "percent": percent(bar.chance), "side": bar.side, "rolled": bar.rolled}
    place = {"x": x, "y": TALL + 18 - tall, "middle": x + wide // 2, "over": TALL + 13 - tall}
    return {**values, **place, "wide": wide, "tall": tall}


def strip(board: Board, battlefield: str, after: Json, before: Json | None = None) -> Drawing:
    """The spaces of one battlefield: whose ground, its value, trenches, the line, and where it was before.

    `after` and `before` are battlefields as questions and answers write them.
    """
    track = board.tracks[battlefield]
    line, was = after["frontline"], (before or after)["frontline"]
    now, then = after.get("trenches", {}), (before or after).get("trenches", {})
    cells = [
        {
            "space": signed(space),
            "value": abs(track.values[space]),
            "side": ahead(line - space),
            "trenches": now.get(str(space), 0),
            "change": _change(now.get(str(space), 0) - then.get(str(space), 0)),
            "here": space == line,
            "was": space == was != line,
        }
        for space in track.spaces
    ]
    label = f"{BATTLEFIELD_NAMES[battlefield]}: {in_words(line, now)}"
    picture = {"name": BATTLEFIELD_NAMES[battlefield], "cells": cells, "label": label}
    return Drawing("scarper/desk/strip.html", picture)


def strips(board: Board, fronts: Mapping[str, object]) -> Drawing:
    drawn = [strip(board, name, front).picture for name, front in fronts.items()]
    return Drawing("scarper/desk/strips.html", drawn)


def _change(trenches: int) -> str:
    return signed(trenches) if trenches else ""


def in_words(line: int, trenches: Mapping[str, int]) -> str:
    dug = ", ".join(
        f"{count(n, 'trench', 'trenches')} on {signed(int(space))}" for space, n in trenches.items()
    )
    return f"frontline on {signed(line)}; {dug or 'no trenches'}"


SIDE_PICKS = tuple(Pick(side, SIDE_NAMES[side]) for side in SIDES)
BATTLEFIELD_PICKS = tuple(Pick(battlefield, BATTLEFIELD_NAMES[battlefield]) for battlefield in BATTLEFIELDS)
POINT_PICKS = tuple(Pick(n, str(n)) for n in range(1, 7))
LINE = Words(
    line="frontline",
    heap="trenches",
    line_label="Frontline",
    heap_label="Trenches",
    low_end="Allied end",
    high_end="German end",
)
BARE_LINE = replace(LINE, heap="", heap_label="")


def board_of(question: object) -> Board:
    """The board that the question brings, or the starter board where it brings none that can be read."""
    with suppress(GameError):
        return own_board(_brought(question, "board"))
    return starter_board()


def library_of(question: object) -> Library:
    """The box of cards that the question brings, or the starter library."""
    with suppress(GameError):
        return own_library(_brought(question, "library"))
    return starter_library()


def _brought(question: object, key: str) -> Json:
    return question.get(key) if isinstance(question, Mapping) else None


def spaces(question: object) -> Mapping[str, Sequence[int]]:
    return {name: track.spaces for name, track in board_of(question).tracks.items()}


def side(key: str, label: str, default: str = "allied") -> Choice:
    return Choice(key=key, label=label, picks=SIDE_PICKS, default=default)


def year(key: str) -> Choice:
    return Choice(key=key, label="Year", picks=tuple(Pick(y, str(y)) for y in YEARS), default=1916)


def morale(key: str) -> Number:
    return Number(
        key=key,
        label="Morale",
        help="Above 0 the Allied side leads, below 0 the German.",
        low=-15,
        high=15,
        default=0,
    )


def pair(key: str, label: str, default: int = 0) -> Group:
    fields = [
        Number(key=f"{key}.{who}", label=SIDE_NAMES[who], low=0, high=99, default=default) for who in SIDES
    ]
    return Group(label=label, fields=tuple(fields))


def front(key: str, near: str = "", named: str = "", *, bare: bool = False) -> Grid:
    """The nine battlefields, each on its start; all of them together with the trenches of 1914."""
    return Grid(
        key=key,
        label="The front",
        help="Tap the space where the frontline stands."
        + ("" if bare else " Below it, how many trenches lie there."),
        rows=BATTLEFIELD_NAMES,
        words=BARE_LINE if bare else LINE,
        spaces=spaces,
        near=near,
        named=named,
        default={name: {"frontline": 0} if named or bare else _opening(name) for name in BATTLEFIELDS},
    )


def _opening(name: str) -> Json:
    front = shape.write(Battlefield(0, starter_board().trenches[name]))
    return front if front["trenches"] else {"frontline": 0}


def track(key: str, label: str = "The battlefield") -> Track:
    return Track(key=key, label=label, words=LINE, spaces=spaces, default={"frontline": 0})


def in_play(key: str) -> Rows:
    card = Choice(key="card", label="Card", picks=lasting_cards, form="list")
    return Rows(
        key=key,
        label="Cards in play",
        help="Only cards that stay on the table after their event.",
        fields=(card, side("owner", "Whose")),
        lead="card",
        most=12,
    )


def cards(question: Json) -> tuple[Pick, ...]:
    return tuple(Pick(card.id, card.title, str(card.year)) for card in library_of(question).cards.values())


def lasting_cards(question: object) -> tuple[Pick, ...]:
    lasting = (card for card in library_of(question).cards.values() if card.remain)
    return tuple(Pick(card.id, card.title, str(card.year)) for card in lasting)


def missions(question: Json) -> tuple[Pick, ...]:
    box = library_of(question)
    return tuple(Pick(each.id, each.title, SIDE_NAMES[each.side]) for each in box.missions.values())


def house_rules(key: str = "", files: Sequence[str] = ("board",)) -> Group:
    """The house rules that matter to a question, and the files of the table's own, folded away."""
    own = [Area(key=key, label=OWN[key][0], help=OWN[key][1]) for key in files]
    return rules_and_files(HOUSE_RULES, key.split(), own)


OWN = {
    "board": ("Board", "Your own board file; left empty, the starter board."),
    "library": ("Cards", "Your own library file; left empty, the starter cards."),
}


def file(key: str) -> Area:
    brought = {each.key: each for each in FILES}[key]
    start = f"Paste a {key} file, or choose one. The starter {key} stands here for a start."
    return Area(key=key, label=brought.title, help=start, rows=18, sample=brought.sample)


NAMES: Mapping[str, Callable[..., Field]] = {
    "side": side,
    "battlefield": partial(Choice, picks=BATTLEFIELD_PICKS),
    "year": year,
    "morale": morale,
    "pair": pair,
    "points": partial(Choice, label="Command points", picks=POINT_PICKS, default=3),
    "bonus": partial(Number, low=-9, high=9, default=0, quiet=True),
    "roll": Dice,
    "front": front,
    "track": track,
    "in play": in_play,
    "card": partial(Choice, picks=cards, form="list"),
    "lasting cards": partial(Checks, picks=lasting_cards),
    "missions": partial(Checks, picks=missions),
    "house rules": house_rules,
    "file": file,
}
"""The kinds of field in `desk.json` that are Scarper's own."""


SIGNS = "Numbers with a sign favour the Allied side above 0, the German side below."
HOW = {
    "direct": "by reaching 15",
    "attrition": "after five years of war",
    "resignation": "as the other side gave up",
}


def leader(morale: int) -> str:
    side = "allied" if morale > 0 else "german"
    return f"{SIDE_NAMES[side]} lead of {abs(morale)}" if morale else "Morale is level"


def outcome(winner: str | None, by: str | None) -> str:
    if winner is None:
        return ""
    if winner == "draw":
        return "The war ends in a draw."
    return f"The {SIDE_NAMES[winner]} side wins, {HOW[by or 'direct']}."


def by_side(head: str, rows: Iterable[tuple[str, Json]]) -> Table:
    told_rows = [(name, *(pair[side] for side in SIDES)) for name, pair in rows]
    return Table((head, *(SIDE_NAMES[side] for side in SIDES)), told_rows)


def show_year(question: Json, result: Json) -> Summary:
    fields, after = result["battlefields"], result["after"]
    scores = fields["scores"] if fields else {}
    gains = result["missions"]
    listed = [
        {"side": side, "who": SIDE_NAMES[side], "name": mission["name"], "success": mission["success"]}
        for side in SIDES
        for mission in question["missions"][side]
    ]
    walk = {
        "year": question["year"],
        "before": signed(question["morale"]),
        "halfway": signed(result["missions"]["morale"]),
        "after": signed(result["morale"]),
        "missions": {
            "listed": listed,
            "allied": gains["allied"],
            "german": gains["german"],
            "net": signed(gains["net"]),
        },
        "scores": [
            {"name": BATTLEFIELD_NAMES[name], "value": abs(scores[name]), "side": ahead(scores[name])}
            for name in BATTLEFIELDS
        ]
        if fields
        else [],
        "lines": _lines(result) if fields else [],
        "net": signed(result["net"]) if fields else "",
    }
    return summary(
        outcome(result["winner"], result["win_by"]) or leader(result["morale"]),
        Drawing("scarper/desk/walk.html", walk),
        by_side("Afterwards", (("Propaganda", after["propaganda"]), ("Economy", after["economy"]))),
        Line(
            "Numbers with a sign favour the Allied side above 0, the German side below.", manner="quiet small"
        ),
        side=ahead(result["morale"]),
    )


def _lines(result: Json) -> list[Values]:
    fields = result["battlefields"]
    lines = [("Battlefields", fields["net"], f"Allied {fields['allied']}, German {fields['german']}")]
    lines += [("Propaganda", result["propaganda"], ""), ("Economy", result["economy"], "")]
    lines += [("Cards in play", result["ongoing"], "")] if result["ongoing"] else []
    return [{"name": name, "net": signed(net), "side": ahead(net), "note": note} for name, net, note in lines]
