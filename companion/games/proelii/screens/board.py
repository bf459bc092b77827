"""The battlefield as it is drawn: squares, zones, tokens, the rail of energy; a unit's way on it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from companion.engine import stage
from companion.engine.scene import fresh
from companion.engine.squares import column_of, row_of
from companion.engine.wording import Laid, Values, counted, phrase, tap
from companion.games.proelii import data
from companion.games.proelii.procedures.field import reached, stops
from companion.games.proelii.rules.movement import is_eligible
from companion.games.proelii.screens import loupe
from companion.games.proelii.screens.frame import Loupe, Prompt, Taps, Turn, own_sign, what
from companion.games.proelii.state import State, Unit, Way, crosses, is_square

WIDE, TALL = 6, 5
"""Squares of the field that a phone shows where somebody is asked."""


@dataclass(frozen=True, slots=True)
class Lie:
    """How the field lies before who looks: his first row below; `hides` an army behind a screen."""

    state: State
    near: data.Side = "white"
    hides: frozenset[data.Side] = frozenset()

    def x(self, at: str) -> int:
        """The column of the drawing, counted from 1."""
        n = column_of(at)
        return n + 1 if self.near == "white" else self.state.board.columns - n

    def y(self, at: str) -> int:
        """The row of the drawing, counted from 1 at the top."""
        return data.ROWS + 1 - row_of(at) if self.near == "white" else row_of(at)

    def shows(self, unit: Unit) -> bool:
        return unit.side not in self.hides or unit.at == data.DISTANT


def token(unit: Unit) -> Laid:
    """A unit's token: its side, type, experience, energy, die and cohesion."""
    return _token(unit.side, unit.type, unit.experience, unit.energy, unit.cp)


@lru_cache(1024)
def _token(side: str, kind: data.Kind, experience: str, energy: int, cp: int) -> Laid:
    own = data.UNITS[kind]
    # Where the dots of cohesion lie on a token.
    pips = ((83, 71), (72, 82))
    return Laid(
        side=side,
        type=kind,
        experience=experience,
        energy=energy,
        edge=energy > 0,
        die=own.die,
        pips=tuple(Laid(x=x, y=y, lost=n < own.cp - cp) for n, (x, y) in enumerate(pips[: own.cp])),
    )


def unit_words(unit: Unit) -> str:
    kind, level = data.KIND_NAMES[unit.type].lower(), data.EXPERIENCE_NAMES[unit.experience].lower()
    return f"{data.SIDE_NAMES[unit.side]}: {unit.name}, {kind}, {level}, {unit.energy} energy, {unit.cp} CP"


def field_values(lie: Lie, taps: Taps) -> Values:
    state = lie.state
    flank = state.board.columns // 3
    cells = {at: _cell(lie, at, taps) for at in state.board.squares}
    return {
        "columns": state.board.columns,
        "asks": bool(taps.lit),
        "near": _near(lie, taps),
        "way": " ".join(f"{10 * lie.x(at) - 5},{10 * lie.y(at) - 5}" for at in taps.way),
        "label": "The battlefield: " + ", ".join(state.sides[side].name for side in data.SIDES),
        "cells": [*cells.values()],
        **_large(lie, taps, cells),
        "zones": [_zone(lie, name, taps) for name in ("far", "near", data.DISTANT)],
        "lines": list(_lines(lie, taps)),
        "flanks": [flank, state.board.columns - flank],
        "sides": [
            {"x": x, "near": near, "far": far}
            for x, near, far in zip(
                (1, flank + 1, state.board.columns - flank + 1),
                ("Left", "Centre", "Right"),
                ("Right", "Centre", "Left"),
                strict=True,
            )
        ],
        "cloths": [_cloth(state, side, side == lie.near) for side in data.SIDES if side in lie.hides],
        "rail": [_tier(lie, energy, taps) for energy in (*data.TIERS, 0)],
    }


def _cloth(state: State, side: data.Side, near: bool) -> Values:
    """What hangs before an army that is laid out in secret (5.1): who it is, kind by kind, and no place."""
    army = [unit for _, unit in state.army(side)]
    own, kinds = state.sides[side], Counter(data.KIND_NAMES[unit.type] for unit in army)
    count = counted(len(army), "unit")
    return {
        "where": "near" if near else "far",
        "title": phrase("{who}: {n} behind the screen, their places unknown", who=own.people, n=count),
        "kinds": [
            {"name": name, "tokens": [_bare(unit) for unit in army if data.KIND_NAMES[unit.type] == name]}
            for name in kinds
        ],
        "facts": phrase(
            "{cp} CP · {command} command · prestige {prestige}",
            cp=sum(unit.cp for unit in army), command=own.command, prestige=own.prestige,
        ),
    }  # fmt: skip


def _bare(unit: Unit) -> Laid:
    """A token as the list shows it: an energy is nobody's business before the battle."""
    return Laid(token(unit), edge=False)


def _large(lie: Lie, taps: Taps, cells: Mapping[str, Values]) -> Values:
    """What opens the loupe where squares are small, and the loupe where it is open."""
    if taps.loupe is None or taps.lit:
        return {"pads": (), "loupe": None}
    at = {(lie.x(each), lie.y(each)): each for each in lie.state.board.squares}
    columns = lie.state.board.columns
    return {"pads": [*loupe.pads(taps.loupe, columns, at)], "loupe": _loupe(lie, taps, taps.loupe, at, cells)}


def _loupe(
    lie: Lie, taps: Taps, open_: Loupe, at: Mapping[tuple[int, int], str], cells: Mapping[str, Values]
) -> Values | None:
    state, place = lie.state, open_.at
    kind = loupe.place_of(state, place)
    if kind == "field":
        return loupe.seen_large(open_, state.board.columns, at, cells)
    units = [(name, unit) for name, unit in state.units.items() if unit.is_living and lie.shows(unit)]
    if kind == "zone":
        there = data.DISTANT if place == data.DISTANT else data.ENTRY
        standing = [each for each in units if each[1].at == there and place in (each[1].side, data.DISTANT)]
        title = "Distant battlefield" if place == data.DISTANT else f"{state.people(place)}: reserves"
        where = "far" if place in data.SIDES and place != lie.near else "zone"
    elif kind == "tier":
        standing = [each for each in units if str(each[1].energy) == place]
        title, where = f"{place} energy", "zone"
    else:
        return None
    names = [name for _, group in loupe.stacks(state, standing) for name in group]
    shown = [Laid(_unit(lie, name, taps, "loupe"), pale=_is_pale(state, name)) for name in names]
    return loupe.listed(open_, f"{title}: {len(names)}", shown, where)


def _is_pale(state: State, name: str) -> bool:
    return state.step == "movement" and not is_eligible(state, name, state.units[name])


def _near(lie: Lie, taps: Taps) -> Values:
    """The part of the field that holds all that is lit, and so many squares more as a phone shows large."""
    across = _span([lie.x(at) for at in taps.lit] or [1], WIDE, lie.state.board.columns)
    down = _span([lie.y(at) for at in taps.lit] or [1], TALL, data.ROWS)
    box = f"{10 * (across[0] - 1)} {10 * (down[0] - 1)} {10 * len(across)} {10 * len(down)}"
    return {"across": across, "down": down, "columns": len(across), "rows": len(down), "box": box}


def _nearby(lie: Lie, taps: Taps, at: str) -> Iterator[str]:
    near, x, y = _near(lie, taps), lie.x(at), lie.y(at)
    if x in near["across"] and y in near["down"]:
        yield f"nx{x - near['across'][0] + 1} ny{y - near['down'][0] + 1}"
        if x == near["across"][-1] or (x + 1, y) in {(lie.x(each), lie.y(each)) for each in taps.lit}:
            yield "sq--turned"
    else:
        yield "sq--far"


def _span(places: Sequence[int], least: int, most: int) -> range:
    """So many places at least, those given in their middle, none outside the field."""
    long = max(least, max(places) - min(places) + 1)
    first = (min(places) + max(places) - long + 1) // 2
    first = max(1, min(first, most - long + 1))
    return range(first, min(most, first + long - 1) + 1)


def _lines(lie: Lie, taps: Taps) -> Iterator[Values]:
    """The contact line and the red lines, by the row of the drawing below which they lie."""
    lines = [(3, "contact"), *((line, "red") for line in lie.state.board.red_lines)]
    down = _near(lie, taps)["down"]
    for line, kind in lines:
        y = data.ROWS - line if lie.near == "white" else line
        yield {"y": y, "kind": kind, "near": y - down[0] + 1 if taps.lit and y in down else 0}


def _cell(lie: Lie, at: str, taps: Taps) -> Laid:
    state = lie.state
    name = state.standing.get(at, "")
    unit = state.units[name] if name and lie.shows(state.units[name]) else None
    ghost = taps.ghost.get(at)
    href = (taps.units.get(name, "") if unit else "") or taps.places.get(at, "")
    return Laid(
        at=at,
        x=lie.x(at),
        y=lie.y(at),
        href=href,
        aim=at == taps.aim,
        token=token(unit) if unit and not (ghost and ghost.side == unit.side) else None,
        ghost=token(ghost) if ghost and unit is None else None,
        mp=taps.mp.get(at),
        binds=at in taps.binds,
        letter=taps.pairs.get(name, ""),
        look=" ".join(_look(lie, at, taps, unit)),
        label=f"{at}: {unit_words(unit)}" if unit else f"{at}{_price(taps, at)}",
    )


def _price(taps: Taps, at: str) -> str:
    return f", {taps.mp[at]} movement points" if at in taps.mp else ", free"


def _look(lie: Lie, at: str, taps: Taps, unit: Unit | None) -> Iterator[str]:
    """What a square looks like, in the style sheet's words."""
    if at in lie.state.board.closed:
        yield "sq--blocked"
    if row_of(at) in (1, data.ROWS):
        yield "sq--first"
    if at in taps.left:
        yield "sq--left"
    if at in taps.came:
        yield "sq--came"
    if at in taps.mp:
        yield "sq--binds" if at in taps.binds else "sq--reach"
    if at in taps.targets:
        yield "sq--target"
    if at in taps.chosen:
        yield "sq--chosen"
    if taps.lit:
        yield "sq--lit" if at in taps.lit else "sq--dim"
        yield from _nearby(lie, taps, at)
    name = lie.state.standing.get(at, "")
    if unit and is_eligible(lie.state, name, unit) and unit.side == lie.state.to_act:
        yield "sq--able"


def _zone(lie: Lie, name: str, taps: Taps) -> Values:
    side = lie.near if name == "near" else data.OTHER[lie.near]
    place = data.DISTANT if name == data.DISTANT else data.ENTRY
    units = [
        (each, unit)
        for each, unit in lie.state.units.items()
        if unit.at == place and (place == data.DISTANT or unit.side == side)
    ]
    own = name == "near" and lie.near == (lie.state.to_act or lie.near)
    goes = name == data.DISTANT or own or (name == "far" and side == lie.state.to_act)
    key = place if goes else ""
    shown = [(each, unit) for each, unit in units if lie.shows(unit)]
    large = data.DISTANT if name == data.DISTANT else side
    many = taps.loupe is not None and len(shown) > loupe.FEW
    drawn = _stacks(lie, shown) if many else [_unit(lie, each, taps) for each, _ in shown]
    title = "Distant battlefield" if name == data.DISTANT else f"{lie.state.people(side)}: reserves"
    href = taps.places.get(key, "") or (taps.places.get(data.LINE, "") if name == data.DISTANT else "")
    return {
        "name": name,
        "title": title,
        "href": href,
        "mp": taps.mp.get(key),
        "reach": bool(href),
        "chosen": key in taps.chosen,
        "aim": bool(key) and key == taps.aim,
        "units": drawn,
        "large": taps.loupe.link(large) if taps.loupe and shown else "",
        "many": many,
        "count": len(shown),
    }


def _stacks(lie: Lie, units: Sequence[tuple[str, Unit]]) -> list[Values]:
    return [loupe.stack(lie.state, names, token) for _, names in loupe.stacks(lie.state, units)]


def _unit(lie: Lie, name: str, taps: Taps, prefix: str = "unit") -> Laid:
    unit = lie.state.units[name]
    return Laid(
        id=f"{prefix}-{name}",
        href=taps.units.get(name, ""),
        label=unit_words(unit),
        token=token(unit),
        name=data.short_name(unit.name),
        chosen=name in taps.chosen,
        pale=False,
        count=0,
    )


def _tier(lie: Lie, energy: int, taps: Taps) -> Values:
    state = lie.state
    standing = [
        (name, unit)
        for side in data.SIDES
        for name, unit in state.army(side)
        if unit.energy == energy and lie.shows(unit)
    ]
    due = state.step == "movement" and state.tier == energy
    rank = "" if not due or state.rank in (None, "all") else f"{data.EXPERIENCE_NAMES[state.rank or '']}s now"
    units = [
        Laid(_unit(lie, name, taps, "rail"), href="", pale=_is_pale(state, name)) for name, _ in standing
    ]
    number = {side: sum(unit.side == side for _, unit in standing) for side in data.SIDES}
    return {
        "energy": energy,
        "due": due,
        "words": rank,
        "units": _stacks(lie, standing) if len(standing) > loupe.FEW else units,
        "href": taps.loupe.link(str(energy)) if taps.loupe and standing else "",
        "label": f"{energy} energy: {len(standing)} units, {rank or 'show them'}",
        "sides": f"{number['white']} : {number['black']}" if standing else "",
    }


@dataclass(frozen=True, slots=True)
class Route:
    """Where a unit can go with so many points, and the way that is chosen."""

    reach: Mapping[str, Way]
    to: str
    mp: int

    @property
    def path(self) -> tuple[str, ...]:
        return self.reach[self.to].path if self.to else ()


def route(turn: Turn, name: str, mp: int) -> Route:
    """The unit's reach, and the place that is chosen in it."""
    reach = reached(turn.state, name, mp)
    return Route(reach, turn.chosen("at", reach), mp)


def spots(turn: Turn, name: str, way: Route) -> Taps:
    state, unit = turn.state, turn.state.units[name]
    binds = frozenset(at for at in way.reach if is_square(at) and stops(state, unit, at))
    ghost = (
        {way.to: replace(unit, energy=energy_after(state, unit))} if is_square(way.to or data.ENTRY) else {}
    )
    return Taps(
        places={at: turn.link(at=at) for at in way.reach},
        mp={at: each.mp for at, each in way.reach.items()},
        binds=binds,
        chosen=frozenset({unit.at, way.to, name} - {""}),
        aim=way.to,
        ghost=ghost,
    )


class Going(NamedTuple):
    """A unit that goes: its way, what the main button does (nothing while dice miss), whom else to tap."""

    name: str
    way: Route
    action: Mapping[str, object] | None
    units: Mapping[str, str] = {}
    lesser: tuple[stage.Deed | stage.Way, ...] = ()
    pieces: tuple[stage.Piece, ...] = ()


def gone(turn: Turn, going: Going) -> Prompt:
    unit, way = turn.state.units[going.name], going.way
    words = stage.phrase("{unit} to {to}", unit=unit.name, to=data.place_name(way.to))
    question = stage.Question(
        kind="going",
        title=unit.name,
        under=stage.phrase("{what}, {mp} movement points", what=what(unit), mp=way.mp),
        icon=own_sign(unit.type),
        pieces=(*going.pieces, *way_account(turn, unit, way)),
        main=stage.Deed(words=words, action=tap(going.action)) if way.to and going.action else None,
        missing="Tap the dice" if way.to else "Tap where it goes",
        lesser=going.lesser,
        back=fresh(turn.scene) if "u" in turn.scene.draft else "",
        opens="half",
        rule=unit.type,
    )
    return question, replace(spots(turn, going.name, way), units=going.units)


def way_account(turn: Turn, unit: Unit, way: Route) -> tuple[stage.Piece, ...]:
    left = energy_after(turn.state, unit)
    energy = account(unit.energy, left)
    if not way.to:
        return (energy,)
    facts = (stage.Fact("Way", stage.phrase("{mp} MP", mp=way.reach[way.to].mp)),)
    notes: tuple[stage.Piece, ...] = ()
    if is_square(way.to) and stops(turn.state, unit, way.to):
        notes += (stage.Note("An enemy with energy stands there: the move ends, and the unit is bound."),)
    bonus = "red_line" in unit.kind.abilities and not unit.ledger.red_line
    if bonus and crosses(turn.state.board.red_lines, unit.side, unit.at, way.to):
        notes += (stage.Note("It crosses a red line forward: 25 energy come back."),)
    if left < data.QUARTER:
        notes += (stage.Note("No 25 energy stay for the combat roll.", warns=True),)
    return (energy, stage.Facts(facts), *notes)


def energy_after(state: State, unit: Unit) -> int:
    """What stays of a unit's energy once it has gone; an open move that goes on is paid already (8.2.2)."""
    return unit.energy if state.open[unit.side] else unit.energy - data.QUARTER


def account(*sums: int) -> stage.Own:
    """A unit's energy from sum to sum, each as full and empty quarters."""
    values = [{"energy": each, "quarters": [each > n * data.QUARTER for n in range(4)]} for each in sums]
    return stage.Own(template="proelii/account.html", values={"sums": values})
