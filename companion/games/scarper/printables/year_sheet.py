"""The year's figures to tick and photograph: morale, the tracks and the frontlines, each value a box."""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, MORALE_END, SIDE_NAMES, SIDES
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.sheets import lead
from companion.games.scarper.state import State
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.options import INK, LARGE, Made, papers

OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)
REASON = "Taken in from the year sheet"
MOST = 14
"""The last value of a track that has a box."""


def year_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page: what stands now is told, what is ticked is set."""
    assert scene
    state: State = scene.state
    told = f"{state.year}, as it stood at line {scene.version}: tick only what is otherwise"
    sheet = Sheet(DRESS, DRESS.look(choices), choices["paper"], "Year sheet", told)
    origin = Origin("scarper", "year-sheet", scene, "-", given_of(choices, OPTIONS))
    pages = sheet.pages((_morale(state), _tracks(state), _fronts(state)), origin)
    return form([pages], DRESS.document("year sheet", (), choices))


def _morale(state: State) -> Section:
    now = f"now {lead(state.morale)}"
    ahead = [_scale(f"{name} lead", now, "morale", range(way, way * (MORALE_END + 1), way))
             for name, way in (("Allied", 1), ("German", -1))]  # fmt: skip
    return Section("Morale", "One box in all", [*ahead, _scale("Level", "", "morale", range(1))])


def _tracks(state: State) -> Section:
    items = []
    for track, side in product(("propaganda", "economy"), SIDES):
        now, most = getattr(getattr(state, track), side), getattr(state.options, f"{track}_max")
        values = range(min(MOST, most) + 1)
        items.append(_scale(f"{SIDE_NAMES[side]} {track}", f"now {now}", f"{track}:{side}", values))
    return Section("Propaganda and economy", "One box a line", items)


def _fronts(state: State) -> Section:
    items = []
    for where in BATTLEFIELDS:
        track, now = state.front.tracks[where], state.battlefields[where].frontline
        name, key = BATTLEFIELD_NAMES[where], f"battlefields:{where}:frontline"
        items.append(_scale(name, f"now {signed(now)}", key, range(track.low, track.high + 1), sign=True))
    return Section("Frontlines", "One box a line, positive towards the German side", items)


def _scale(words: str, now: str, path: str, values: range, *, sign: bool = False) -> Item:
    """A figure with a box for each value that it may have."""
    ticks = [(f"{path}.{value}", signed(value) if sign else str(abs(value))) for value in values]
    return Item(words, now, ticks)


def figures(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Each ticked value, set by hand with its reason; `InvalidInput` for a box that the sheet has not."""
    for name in ticks:
        path, _, value = name.partition(".")
        where = path.replace(":", ".")
        if not value.removeprefix("-").isdecimal():
            raise InvalidInput("ticks", f"The sheet has no box “{name}”.")
        changes = [{"path": where, "value": int(value)}]
        action = {"type": "adjust", "reason": REASON, "changes": changes}
        yield Change(_words(path.split(":"), int(value)), action, (name,))


def _words(path: list[str], value: int) -> str:
    match path:
        case ["morale"]:
            return f"Morale: {lead(value)}"
        case ["battlefields", where, _]:
            return f"Frontline of {BATTLEFIELD_NAMES.get(where, where)}: {signed(value)}"
    return f"{' '.join(reversed(path)).capitalize()}: {value}"


YEAR_SHEETS: Mapping[str, Made] = {"year-sheet": (year_sheet, OPTIONS)}
ANSWERS = {"year-sheet": figures}
