"""Rolls as a table tells them: every face in turn, and where each reroll came from (5)."""

from typing import Annotated, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.shape import Sized, Then
from companion.games.proelii.data import FACES, Face, Source


def _one_more_face(roll: "Roll", _: object) -> "Roll":
    if len(roll.faces) != len(roll.rerolls) + 1:
        words = "Say the first face, and one more for each reroll."
        raise InvalidInput("rerolls", words)
    return roll


class Roll(NamedTuple):
    """A roll with its rerolls: every face in turn; the last counts (5)."""

    faces: Annotated[tuple[Face, ...], Sized(1, 8)]
    rerolls: Annotated[tuple[Source, ...], Sized(0, 7)]

    @property
    def face(self) -> Face:
        """The face that counts."""
        return self.faces[-1]

    @property
    def swords(self) -> int:
        """Its swords."""
        return FACES[self.face][0]

    @property
    def shields(self) -> int:
        """Its shields."""
        return FACES[self.face][1]


type Thrown = Annotated[Roll, Then(_one_more_face)]
