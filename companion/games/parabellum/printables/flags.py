"""Flags of paper: strips of four fields to fold round a mast, and loose beads for cards (S5, R10)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.beads import MAST, field
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.minis import COMPANY, companies_of
from companion.games.parabellum.printables.source import BINDER, binder_of, state_of, visible
from companion.games.parabellum.procedures.money.flag_suggest import flags
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.palette import letters
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.options import TOKEN_OPTIONS, Made, adapted, leading, pick, picked, whole_number
from companion.press.page import Piece
from companion.press.pieces import FOLD, GLUE

FIELD = 7.0
"""Millimetres: the side of a field of a flag."""

COUNT = leading(
    whole_number(
        "flags_each",
        "Flags a company",
        "The livery first, then one bead more, then two: as the flag register names them.",
        24,
        (0, 64),
    )
)
BEADS = whole_number(
    "beads_each",
    "Loose beads a colour",
    "To lay on the flag spaces of a card, or to wind round a mast.",
    24,
    (0, 96),
)
USED = pick(
    "used",
    "At a live table",
    "The flags that fly there now, or the next free ones as well.",
    (
        ("both", "Flying ones, then free ones"),
        ("flying", "Only those that fly"),
        ("free", "Only free ones"),
    ),
)


def strip(beads: Sequence[str], known: Mapping[str, str], look: Look) -> Face:
    """A flag to fold round a mast: four fields on each wing, read from either side, and a strip for glue."""
    marks: list[Mark] = []
    for x in (0.0, FIELD):
        for n in range(MAST):
            if n < len(beads):
                marks.append(Stamp(field(beads[n], known[beads[n]], look), x, n * FIELD, scale=FIELD / 10))
            else:
                box = Box(x + 0.15, n * FIELD + 0.15, FIELD - 0.3, FIELD - 0.3)
                marks.append(Rectangle(box, Paint(fill=WHITE, stroke=(0.7,), width=0.15)))
    folds = tuple(((x, 0.0), (x, MAST * FIELD)) for x in (FIELD, 2 * FIELD))
    drawn, alt = (*marks, Path(folds, FOLD)), f"Flag of {', '.join(beads)}"
    return Face(2 * FIELD + GLUE, MAST * FIELD, drawn, "-".join(beads), alt=alt)


def _wanted(
    choices: Mapping[str, Json], scene: Scene[Any] | None, binder: Binder
) -> Iterator[tuple[str, ...]]:
    """Flags that fly at the table as far as this device sees them, then free ones of each company."""
    state = state_of(scene)
    live = state if state and state.binder is binder else None
    flying = [live.units[unit].flag for unit in visible(scene)] if live and scene else []
    if choices["used"] != "free":
        yield from (flag for flag in flying if flag)
    if choices["used"] == "flying" and live:
        return
    taken = {each.flag for each in live.units.values()} if live else set()
    for company in companies_of(choices, binder, live):
        free = (f for f in flags(binder.companies[company].livery, binder.palette) if f not in taken)
        yield from islice(free, choices["flags_each"])


def flag_strips(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Strips for masts, then loose beads of each colour."""
    binder, look = binder_of(choices, scene), DRESS.look(choices)
    known = letters(binder.palette)
    pieces = [Piece(strip(beads, known, look)) for beads in dict.fromkeys(_wanted(choices, scene, binder))]
    if choices["beads_each"]:
        loose = [(colour, _loose(colour, known[colour], look)) for colour in dict.fromkeys(binder.palette)]
        pieces += [Piece(face, face, choices["beads_each"]) for _, face in loose]
    return DRESS.by_size("flags", picked(pieces, choices), choices, gap=2.0)


def _loose(colour: str, letter: str, look: Look) -> Face:
    size = 8.0
    bead = Stamp(field(colour, letter, look), 0, 0, scale=size / 10)
    return Face(size, size, (bead,), colour, alt=f"{colour.capitalize()} bead")


OPTIONS = adapted(
    TOKEN_OPTIONS, {"only": "Their beads with hyphens, or a colour: green-white-red, blue*2. Empty: all."}
)

FLAGS: Mapping[str, Made] = {
    "flags": (flag_strips, (*OPTIONS, COUNT, COMPANY, USED, BEADS, BINDER)),
}
