"""A night's points to tick and photograph, and who gives up; of the cards it says nothing (R34, R36)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scope.data import SEAT_NAMES, SIDE_NAMES, SIDES, Side
from companion.games.scope.printables.look import DRESS, sign
from companion.games.scope.printables.plates import title_of
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of
from companion.press.answered.form import Item, Origin, Section, Sheet, form, given_of
from companion.press.document import Document
from companion.press.face import Face
from companion.press.look import Look
from companion.press.options import INK, LARGE, Made, papers

OPTIONS = (papers("a4", "letter", "both"), INK, LARGE)
REASON = "Taken in from the points sheet"
WON, LOST = (1, 1, 2, 2, 3, 5, 10), (1, 2, 5)


def points_sheet(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """One page: what everybody may see of the score, and nothing of either front."""
    assert scene
    state, look = scene.state, DRESS.look(choices)
    told = f"{title_of(state)}, turn {state.turn}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Points sheet", told)
    origin = Origin("scope", "points-sheet", scene, "-", given_of(choices, OPTIONS))
    return form([sheet.pages(_sections(state, look), origin)], DRESS.document("points sheet", (), choices))


def _sections(state: State, look: Look) -> tuple[Section, ...]:
    won, lost = ([_lots(state, side, kind, look) for side in SIDES] for kind in ("won", "lost"))
    over = [
        Item(SEAT_NAMES[seat], "gives up", ((f"resign.{seat}", ""),), _figure(side_of(seat), look))
        for seat in state.slots
    ]
    return (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points taken back", "What is ticked is summed up", lost),
        Section("The night ends", "Only who gives up", over),
    )


def _figure(side: Side, look: Look) -> Face:
    return sign(side, look.strong(side))


def _lots(state: State, side: Side, kind: str, look: Look) -> Item:
    lots = WON if kind == "won" else LOST
    ticks = [(f"{kind}.{side}.{n}.{lot}", str(lot)) for n, lot in enumerate(lots)]
    now = f"{state.score[side]} now" if kind == "won" else ""
    return Item(SIDE_NAMES[side], now, ticks, _figure(side, look))


def points(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """The points of each side as one correction, then who gives up; `InvalidInput` for any other box."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    if any(parts[1] not in (*SIDES, *state.slots) for parts in said.values()):
        raise InvalidInput("ticks", "The sheet names somebody who does not play here.")
    for side in SIDES:
        own = tuple(name for name, parts in said.items() if parts[1] == side and parts[0] != "resign")
        by = sum(int(said[name][3]) * (1 if said[name][0] == "won" else -1) for name in own)
        if by:
            change = {"target": "score", "side": side, "by": by}
            words = f"{SIDE_NAMES[side]}: {signed(by)} {'point' if abs(by) == 1 else 'points'}"
            yield Change(words, {"type": "adjust", "reason": REASON, "changes": [change]}, own)
    for name, parts in said.items():
        if parts[0] == "resign":
            yield Change(f"{SEAT_NAMES[parts[1]]} gives up", {"type": "resign", "seat": parts[1]}, (name,))


POINTS_SHEETS: Mapping[str, Made] = {"points-sheet": (points_sheet, OPTIONS)}
ANSWERS = {"points-sheet": points}
