"""What a tap on the sheet without a board does: events, pairs, dice, the losses, the next round."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json
from companion.games.proelii.data import CONVERSIONS, SIDES, SOURCES, UNITS
from companion.games.proelii.procedures.energy.energy_ledger import CHANGE
from companion.games.proelii.screens.desk.sheet import Row, Sheet, Standing, begun, standing

FRESH = Row(energy=0, cp=0)


def press(value: Json, said: Mapping[str, Json]) -> Json:
    """The sheet after a tap; without a sheet, a new one."""
    if value is None:
        battle = said.get("scenario") or said.get("battle")
        new = begun(battle, said.get("level", "white"), said.get("combat", "arcade"))
        return shape.write(standing(new).sheet)
    here = standing(value)
    what, *names = str(said.get("tap", "")).split(":")
    if what not in TAPS:
        raise InvalidInput("", "One of the sheet's buttons is wanted.")
    if here.sheet.resolved and what not in ("next", "reopen", "choose"):
        raise IllegalAction("", "The losses stand: take them back, or go on to the next round.")
    try:
        return shape.write(TAPS[what](here, *names))
    except TypeError as error:
        raise InvalidInput("", "One of the sheet's buttons is wanted.") from error


def _with(here: Standing, name: str, **changed: Any) -> Sheet:
    """The sheet with a unit changed; refused where its account or the combat forbids it."""
    row = replace(here.row(name), **changed)
    sheet = replace(here.sheet, units={**here.sheet.units, name: row})
    after = standing(shape.write(sheet))
    reason = after.refusal(name)
    if reason:
        raise IllegalAction("", f"{here.pieces[name][1].name}. {reason}")
    _ = after.losses
    return sheet


def _choose(here: Standing, name: str) -> Sheet:
    here.row(name)
    sheet = here.sheet
    if here.side(name) == "white":
        return replace(sheet, white="" if sheet.white == name else name)
    return replace(sheet, black="" if sheet.black == name else name)


def _event(here: Standing, name: str, event: str) -> Sheet:
    if event not in CHANGE:
        raise InvalidInput("", "There is no such event in an account.")
    if not here.is_able(name, event):
        raise IllegalAction("", f"{here.pieces[name][1].name}. {here.refusal(name, event)}")
    return _with(here, name, events=(*here.row(name).events, event))


def _undo(here: Standing, name: str) -> Sheet:
    return _with(here, name, events=here.row(name).events[:-1])


def _cp(here: Standing, name: str, change: str) -> Sheet:
    most = UNITS[here.pieces[name][1].type].cp if name in here.pieces else 0
    after = here.row(name).cp + (1 if change == "more" else -1)
    if not 0 <= after <= most:
        raise IllegalAction("", f"Its cohesion is 0 to {most}.")
    sheet = replace(here.sheet, units={**here.sheet.units, name: replace(here.row(name), cp=after)})
    return sheet if after else _apart(sheet, name)


def _apart(sheet: Sheet, *names: str) -> Sheet:
    """Without the pairs of units that are gone; who is attached to nobody has no die."""
    pairs = tuple(pair for pair in sheet.pairs if not set(pair) & set(names))
    held = {name for pair in pairs for name in pair}
    units = {name: row if name in held else _bare(row) for name, row in sheet.units.items()}
    return replace(sheet, pairs=pairs, units=units)


def _bare(row: Row) -> Row:
    return replace(row, faces=(), rerolls=(), cancel=False, convert=(), hold=False)


def _pair(here: Standing) -> Sheet:
    both = (here.sheet.white, here.sheet.black)
    if not all(both) or not all(here.row(name).cp for name in both):
        raise IllegalAction("", "Tap a living unit of each side first.")
    if both in here.sheet.pairs:
        raise IllegalAction("", "These two are a pair already.")
    return replace(here.sheet, pairs=(*here.sheet.pairs, both))


def _unpair(here: Standing, white: str, black: str) -> Sheet:
    pairs = tuple(pair for pair in here.sheet.pairs if pair != (white, black))
    return _apart(replace(here.sheet, pairs=pairs))


def _face(here: Standing, name: str, face: str, source: str = "") -> Sheet:
    row = here.row(name)
    if not source:
        return _with(here, name, faces=(face,), rerolls=(), cancel=False, convert=(), hold=False)
    if source not in SOURCES or not row.faces:
        raise InvalidInput("", "A reroll needs a roll, and says what pays for it.")
    bare = {"cancel": False, "convert": (), "hold": False}
    return _with(here, name, faces=(*row.faces, face), rerolls=(*row.rerolls, source), **bare)


def _clear(here: Standing, name: str) -> Sheet:
    return replace(here.sheet, units={**here.sheet.units, name: _bare(here.row(name))})


def _cancel(here: Standing, name: str) -> Sheet:
    return _with(here, name, cancel=not here.row(name).cancel)


def _hold(here: Standing, name: str) -> Sheet:
    return _with(here, name, hold=not here.row(name).hold)


def _convert(here: Standing, name: str, kind: str) -> Sheet:
    if kind not in CONVERSIONS:
        raise InvalidInput("", "There is no such conversion.")
    done = here.row(name).convert
    left = tuple(each for each in done if each != kind) if kind in done else (*done, kind)
    return _with(here, name, convert=left)


def _resolve(here: Standing) -> Sheet:
    _ = here.losses
    return replace(here.sheet, resolved=True)


def _reopen(here: Standing) -> Sheet:
    return replace(here.sheet, resolved=False)


def _next(here: Standing) -> Sheet:
    """The losses kept, every account closed; pairs of units that still stand stay."""
    if not here.sheet.resolved:
        raise IllegalAction("", "Resolve the combat phase first: who does not fight gains 25 energy there.")
    units = {name: replace(FRESH, energy=here.energy(name), cp=here.cp(name)) for name in here.sheet.units}
    prestige = tuple(here.losses[0]["prestige"][side] for side in SIDES)
    fallen = [name for name, row in units.items() if not row.cp]
    sheet = replace(here.sheet, units=units, prestige=prestige, resolved=False, round=here.sheet.round + 1)
    white, black = ("" if each in fallen else each for each in (sheet.white, sheet.black))
    return _apart(replace(sheet, white=white, black=black), *fallen)


TAPS: Mapping[str, Callable[..., Sheet]] = {
    "choose": _choose,
    "event": _event,
    "undo": _undo,
    "cp": _cp,
    "pair": _pair,
    "unpair": _unpair,
    "face": _face,
    "clear": _clear,
    "cancel": _cancel,
    "hold": _hold,
    "convert": _convert,
    "resolve": _resolve,
    "reopen": _reopen,
    "next": _next,
}
