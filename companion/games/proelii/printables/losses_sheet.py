"""Energy and losses after a round to tick and photograph, a line a unit (7.5, 8.4.5)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.games.proelii.data import FULL, GONE, KIND_NAMES, QUARTER, SIDES, Side
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.printables.octagon import Token, front
from companion.games.proelii.printables.source import army, title_of
from companion.games.proelii.state import State, Unit
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.look import Look
from companion.press.options import INK, LARGE, Made, papers

OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)
REASON = "Taken in from the losses sheet"


def losses_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """The units that are left, without their places: these may still be secret."""
    assert scene
    state, look = scene.state, DRESS.look(choices)
    told = f"{title_of(choices, scene)}, round {state.round}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Losses sheet", told)
    sections = [_army(state, side, look) for side in SIDES]
    origin = Origin("proelii", "losses-sheet", scene, "-", given_of(choices, OPTIONS))
    return form([sheet.pages(sections, origin)], DRESS.document("losses sheet", (), choices))


def _army(state: State, side: Side, look: Look) -> Section:
    told = "The energy it has now, and each CP that it lost; only what is otherwise"
    here = [each for each in army(state, side) if each[1].at not in GONE]
    return Section(state.sides[side].name, told, [_unit(name, unit, look) for name, unit in here])


def _unit(name: str, unit: Unit, look: Look) -> Item:
    energy = [(f"{name}.energy.{n}", str(n)) for n in range(0, FULL + 1, QUARTER)]
    lost = [(f"{name}.lost.{n}", "−CP") for n in range(1, unit.cp + 1)]
    small = f"{KIND_NAMES[unit.type]}, now {unit.energy} % and {unit.cp} CP"
    return Item(unit.name, small, (*lost, *energy), front(Token(unit.side, unit.type, unit.experience), look))


def losses(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Energy and CP set by hand; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    for unit in dict.fromkeys(parts[0] for parts in said.values()):
        if unit not in state.units:
            raise InvalidInput("ticks", f"There is no unit {unit} in this battle.")
        yield from _set(
            state.units[unit], unit, {name: each for name, each in said.items() if each[0] == unit}
        )


def _set(unit: Unit, key: str, said: Mapping[str, list[str]]) -> Iterator[Change]:
    for name, parts in said.items():
        if parts[1] == "energy":
            yield Change(
                f"{unit.name}: energy {parts[2]} %", _adjust(key, {"energy": int(parts[2])}), (name,)
            )
    lost = tuple(name for name, parts in said.items() if parts[1] == "lost")
    if lost:
        left = max(0, unit.cp - len(lost))
        words = f"{unit.name}: {left} CP left" if left else f"{unit.name}: destroyed"
        yield Change(words, _adjust(key, {"cp": left}), lost)


def _adjust(unit: str, given: Json) -> Json:
    return {"type": "adjust", "reason": REASON, "unit": unit, "set": given}


LOSSES: Mapping[str, Made] = {"losses-sheet": (losses_sheet, OPTIONS)}
ANSWERS = {"losses-sheet": losses}
