"""The roster to tick: each unit's card uncut, with a box for every person and counter that it still has."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.parabellum.printables.card_facts import where
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.orders.sheet import OPTIONS
from companion.games.parabellum.printables.signs import sign
from companion.games.parabellum.printables.silhouettes import drawn
from companion.games.parabellum.printables.source import held
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import Unit
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.look import INK, Look
from companion.press.options import Made
from companion.press.text import CannotPrint

REASON = "Taken in from the roster"
MOST = 10
"""Boxes of one kind on a line."""
KINDS = (("strength", "people"), ("fuel", "fuel"), ("ammunition", "ammunition"))


def roster_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The sheets of the seats that print; `CannotPrint` where no unit stands behind or before the screen."""
    assert scene
    state, look, sheets = scene.state, DRESS.look(choices), []
    for player in held(scene):
        items = [item for unit in _mustered(state, player) for item in _unit(state, unit, look)]
        company = state.binder.companies[state.players[player].company].name
        told = f"{company}, {spoken(player)} · as it stood at line {scene.version}"
        sheet = Sheet(DRESS, look, choices["paper"], "Roster", told)
        section = Section("Units", "A tick for each that is lost or spent since", items)
        origin = Origin("parabellum", "roster", scene, player, given_of(choices, OPTIONS))
        sheets.append(sheet.pages((section,), origin) if items else [])
    if not any(sheets):
        raise CannotPrint("table", "There is no mustered unit to print yet.")
    return form(sheets, DRESS.document("roster", (), choices))


def _mustered(state: State, player: str) -> list[str]:
    return [unit for unit in state.of(player) if state.units[unit].where != "reserve"]


def _unit(state: State, unit: str, look: Look) -> Iterator[Item]:
    """A line for each kind of counter that the unit has, its name at the first."""
    each = state.units[unit]
    face = drawn(state.card(unit).unit_class, state.binder.footprint(each.type), look)
    kinds = [(key, words, _now(each, key)) for key, words in KINDS if _now(each, key)]
    for n, (key, words, now) in enumerate(kinds):
        ticks = [(f"{unit}.{key}.{k}", "") for k in range(1, min(now, MOST) + 1)]
        if n == 0:
            yield Item(state.title(unit), _stands(state, unit), ticks, face)
        else:
            yield Item(f"{words.capitalize()}: {now}", "", ticks, sign(key, INK))


def _stands(state: State, unit: str) -> str:
    """What a card of it would say: where it is, its flag, its people, what it carries."""
    each, aboard = state.units[unit], state.passengers(unit)
    cargo = ((each.cargo.fuel, "fuel"), (each.cargo.ammunition, "ammunition"))
    carried = listed([*(f"{n} {words}" for n, words in cargo if n), *(one.upper() for one in aboard)])
    told = (where(state, unit), "-".join(each.flag), f"{_now(each, 'strength')} people",
            f"carries {carried}" if carried else "")  # fmt: skip
    return " · ".join(part for part in told if part)


def _now(unit: Unit, key: str) -> int:
    value: int | None = getattr(unit, key)
    return value or 0


def lost(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """What each unit has lost, taken off what it has now; `InvalidInput` for a unit that is gone."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    for unit in dict.fromkeys(parts[0] for parts in said.values()):
        if unit not in state.units or state.units[unit].owner != seat:
            raise InvalidInput("ticks", f"{unit} is no unit of this company any more.")
        own = tuple(name for name, parts in said.items() if parts[0] == unit)
        gone = Counter(said[name][1] for name in own)
        new = {key: max(0, _now(state.units[unit], key) - n) for key, n in gone.items()}
        told = listed(f"{words} −{gone[key]}" for key, words in KINDS if gone[key])
        action = {"type": "adjust", "player": seat, "reason": REASON, "unit": {"id": unit, **new}}
        yield Change(f"{state.title(unit)}: {told}", action, own)


ROSTERS: Mapping[str, Made] = {"roster": (roster_sheet, OPTIONS)}
