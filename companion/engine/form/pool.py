"""A handful of dice in a form: how many of each face, tapped; or none, for the app to roll."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.errors import join
from companion.engine.form.field import Single, named, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first
from companion.engine.wire import Json

MOST_FACES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(Single):
    """Equal dice, counted by their faces. `sides` tells from the question which dice they are."""

    sides: Callable[[Json], int]
    most: int = 20

    def read(self, data: Data, path: str) -> Json:
        """The faces, highest first; nothing where none was tapped."""
        rolled: list[Json] = []
        for face in range(MOST_FACES, 0, -1):
            count = number(first(data, join(path, face)))
            if isinstance(count, int) and 0 <= count <= self.most:
                rolled += [face] * count
            elif count is not LEFT_OUT:
                # What is no count stands as it was written, for the rules to refuse.
                rolled.append(str(count))
        return rolled or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """A count for each face, and how many dice there are."""
        rolled = place.value if isinstance(place.value, list) else []
        faces = {*range(1, self.sides(place.question) + 1), *(die for die in rolled if _is_face(die))}
        drawn = [
            {
                "face": face,
                "name": join(place.path, face),
                "id": named(join(place.path, face)),
                "count": rolled.count(face) or "",
            }
            for face in sorted(faces, reverse=True)
        ]
        return self.drawn(place, "pool", faces=drawn, most=self.most, count=len(rolled))


def _is_face(value: Json) -> bool:
    return type(value) is int and 1 <= value <= MOST_FACES
