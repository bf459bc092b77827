"""Sheets to plan a front on, for each size and side; of a live table one's own front as it was laid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.errors import under
from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import (
    CARDS,
    PLANS,
    SCENARIO_NAMES,
    SIDE_NAMES,
    SIDES,
    THEME_NAMES,
    Card,
    Plan,
    Side,
    Theme,
)
from companion.games.scope.printables.decks import ORDER
from companion.games.scope.printables.field import (
    blank_place,
    crossings,
    face_up,
    own_rows,
    places,
)
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.plates import title_of
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.procedures.configuration import objective_of, themed
from companion.games.scope.rules.own_scenario import custom_of, starter_scenarios
from companion.games.scope.rules.secrets import sides_of
from companion.games.scope.state import State
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import ART, Made, leading, owner_file, papers, pick, yes_or_no
from companion.press.options import INK as INKS
from companion.press.page import PAPERS, Size
from companion.press.text import LABEL, NUMERAL, SUBTITLE, Style

OWN = {each["name"].casefold().replace(" ", "_"): each for each in starter_scenarios()}
NAMED = (*SCENARIO_NAMES.items(),)[:-1]
SCENARIO = leading(
    pick("scenario", "Scenario", "A live table brings its own.",
         (*NAMED, *((key, each["name"]) for key, each in OWN.items())))
)  # fmt: skip
SIDE = leading(pick("side", "Side", "Each sees its front from its own end.",
                    (("both", "Both"), *((side, SIDE_NAMES[side]) for side in SIDES))))  # fmt: skip
THEME = pick("theme", "Theme", "It exchanges cards; a live table brings its own.",
             (("none", "None"), *THEME_NAMES.items()))  # fmt: skip
CUSTOM = owner_file("custom", "A scenario of your own", "As a table takes it; instead of the one above.")
FILLED = leading(
    yes_or_no("filled", "Your own front", "As you have laid it, for your eyes alone.", default=True)
)


PICTURE = Size(42, 26)
"""Millimetres: a picture of one's own, beside the notes."""


class Front(NamedTuple):
    """A front to draw: whose, of which scenario, and what was laid where, if that may be known."""

    side: Side
    name: str
    plan: Plan
    laid: Mapping[str, Card]


def plans(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A page for each side that was asked for."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    pages = [
        DRESS.page(_plan(each, look, paper), f"front plan {each.side}") for each in fronts(choices, scene)
    ]
    return DRESS.document("front plan", pages, choices)


def plan_faces(choices: Mapping[str, Json]) -> Sequence[Face]:
    """The plans of the sides that were asked for, each a drawing of its own."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]]
    return [_plan(each, look, paper) for each in fronts(choices, None)]


def fronts(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Sequence[Front]:
    """The fronts of the sides that were asked for, of the scenario that was chosen or of the table's.

    A file of one's own may hold several scenarios as its `fronts`: each is drawn.
    """
    own = choices["custom"]
    several = own.get("fronts") if isinstance(own, dict) and not scene else None
    if isinstance(several, list) and several:
        return [front for each in several for front in fronts({**choices, "custom": each}, None)]
    sides = SIDES if choices["side"] == "both" else (choices["side"],)
    if scene:
        state: State = scene.state
        plan = Plan(state.columns, state.rows, state.counts, state.objective or 0)
        filled = choices.get("filled", False)
        return [Front(side, title_of(state), plan, _laid(scene, side) if filled else {}) for side in sides]
    name, plan = _chosen(choices)
    theme: Theme | None = None if choices["theme"] == "none" else choices["theme"]
    counts, objective = themed(plan.counts, theme), objective_of(plan, theme)
    told = f"{name}: {THEME_NAMES[theme]}" if theme else name
    whole = plan._replace(counts=counts, objective=objective or 0)
    return [Front(side, told, whole, {}) for side in sides]


def _chosen(choices: Mapping[str, Json]) -> tuple[str, Plan]:
    """The scenario by its name; `InvalidInput` or `IllegalAction` where one's own cannot be read."""
    own = choices["custom"] or OWN.get(choices["scenario"])
    if own is None:
        return SCENARIO_NAMES[choices["scenario"]], PLANS[choices["scenario"]]
    with under("custom"):
        read = custom_of(own)
    return own["name"], Plan(
        read.columns, read.rows, {card: getattr(read.counts, card) for card in CARDS}, read.objective
    )


def _laid(scene: Scene[Any], side: Side) -> Mapping[str, Card]:
    """What this side laid at the start, for those who may know it: itself, and everybody after the end.

    Where the cards lie on the table the app does not know it.
    """
    if scene.state.cards:
        return {}
    if side not in sides_of(scene.sight.sees) and scene.state.phase != "finished":
        return {}
    first = next((state for state in scene.trail if side not in state.laying_out), None)
    return {at: first.grid[at].card for at in first.front(side)} if first else {}


def _plan(front: Front, look: Look, paper: Size) -> Face:
    width = paper.width - 2 * EDGE
    side, plan = front.side, front.plan
    rows = own_rows(side, plan.columns, plan.rows)
    top = EDGE + HEAD + 12
    where = places(rows, Box(EDGE, top, width, paper.height - top - 88))
    below = max(box.bottom for box in where.values())
    told = f"{SIDE_NAMES[side]} side. {_wins(plan)}"
    secret = "For your eyes only: fold it twice, the print inside." if front.laid else ""
    marks = [*heading(front.name, f"{told} {secret}".strip(), look, width)]
    marks += [*row_name("First row: the enemy lies across this line", top - 6, width, look)]
    for at, box in where.items():
        card = front.laid.get(at)
        marks += [*(face_up(at, side, card, box, look) if card else blank_place(at, side, box, look))]
    marks += [*crossings(rows, where, look)]
    marks += [*row_name("Last row: your player zone", below + 1.6, width, look)]
    marks += [*_tray(plan, Box(EDGE, below + 11, width, 26), look)]
    notes = Box(EDGE, below + 44, width, paper.height - EDGE - below - 50)
    own = look.picture(front.name, Box(notes.right - PICTURE.width, notes.y, *PICTURE))
    marks += [*own, *_lines(notes._replace(width=width - PICTURE.width - 4 if own else width))]
    return Face(*paper, tuple(marks), name=f"front plan {side}")


def _wins(plan: Plan) -> str:
    return f"{plan.objective} points win." if plan.objective else "The theme says what wins."


def row_name(told: str, y: float, width: float, look: Look) -> Iterator[Mark]:
    """What a row of the front faces, between two dashed lines."""
    style = Style(font=SUBTITLE, size=9.5, leading=1, colour=MUTED)
    yield from middle(told, style, Box(EDGE, y, width, 4.4), "row")
    line = ((EDGE, y + 2.2), (EDGE + width / 2 - 38, y + 2.2))
    mirrored = tuple((2 * EDGE + width - x, at) for x, at in line)
    yield Path((line, mirrored), Paint(stroke=(0.6,), width=0.2, dash=(2, 1.4)))


def _tray(plan: Plan, box: Box, look: Look) -> Iterator[Mark]:
    """What must be laid, each with a box to tick off."""
    shown = [card for card in ORDER if plan.counts[card]]
    across = box.width / len(shown)
    figure = Style(font=NUMERAL, size=15, leading=1)
    yield Rectangle(box, Paint(stroke=INK, width=0.3) if look.saver else Paint(fill=look.full("paper")), 1)
    for n, card in enumerate(shown):
        count, x = plan.counts[card], box.x + n * across
        yield Stamp(sign(card, INK), x + across / 2 - 8, box.y + 2, 9 / SIGN)
        yield from middle(f"× {count}", figure, Box(x + across / 2 + 1, box.y + 2, 9, 9), card)
        yield from _ticks(count, Box(x + 2, box.y + 13.4, across - 4, 11))


def _ticks(count: int, box: Box) -> Iterator[Mark]:
    """So many small boxes, five to a row at most."""
    a_row = min(5, count)
    pitch = min(4.2, box.width / a_row)
    for n in range(count):
        x = box.x + (box.width - a_row * pitch) / 2 + (n % a_row) * pitch
        yield Rectangle(
            Box(x + 0.3, box.y + (n // a_row) * 3.8, pitch - 0.8, 3.2), Paint(stroke=INK, width=0.2), 0.3
        )


def _lines(box: Box) -> Iterator[Mark]:
    """Lines for notes, the code of the seal first."""
    style = Style(font=LABEL, size=9, leading=1, colour=MUTED)
    yield from at_left("Seal", style, Box(box.x, box.y, 20, 5), "seal")
    count = max(1, int(box.height / 8.5))
    runs = tuple(((box.x + (12 if n == 0 else 0), box.y + 5 + n * 8.5), (box.right, box.y + 5 + n * 8.5))
                 for n in range(count))  # fmt: skip
    yield Path(runs, Paint(stroke=(0.55,), width=0.18))


PLANS_MADE: Mapping[str, Made] = {
    "front-plan": (plans, (papers("a4", "letter"), INKS, SCENARIO, SIDE, FILLED, THEME, CUSTOM, ART)),
}
