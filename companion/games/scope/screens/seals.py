"""The seals of both fronts as they stand on every screen, from the hour at which they were laid."""

from companion.engine.stage import Fold, Note, said
from companion.games.scope.data import SIDE_NAMES, SIDES, Side
from companion.games.scope.rules.sealing import Seal
from companion.games.scope.state import State

WORDS = "The {side} front is sealed: {code}"
WHAT_FOR = (
    "Write both codes down. At the end the fronts are opened, and the app checks them and every move; "
    "anybody can check them without it."
)


def sealed(state: State, *sides: Side) -> tuple[Note, ...]:
    """The codes of these sides, as far as they have sealed."""
    found = ((side, state.seals[side]) for side in sides if side in state.seals)
    return tuple(Note(said(WORDS, side=SIDE_NAMES[side], code=Seal(digest).code)) for side, digest in found)


def folded(state: State) -> tuple[Fold, ...]:
    """Both codes, folded away under the question."""
    codes = sealed(state, *SIDES)
    return (Fold(id="seals", title="Sealed fronts", pieces=(*codes, Note(WHAT_FOR))),) if codes else ()
