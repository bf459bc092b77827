"""Dice in a form: faces to tap, or none for the app to roll."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.errors import join
from companion.engine.form.field import Single, named, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice(Single):
    """Dice as faces to tap; all of them left blank, the app rolls."""

    dice: Mapping[str, str]
    faces: int = 6

    def read(self, data: Data, path: str) -> Json:
        """The faces tapped; nothing where none was."""
        rolled = {die: number(first(data, join(path, die))) for die in self.dice}
        typed = {die: face for die, face in rolled.items() if face is not LEFT_OUT}
        return typed or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """Every die with its faces."""
        dice = [self._die(label, place.at(die)) for die, label in self.dice.items()]
        error = "" if any(die["error"] for die in dice) else place.complaint
        return {**self.drawn(place, "dice", dice=dice), "error": error}

    def _die(self, label: str, place: Place) -> Json:
        up = written(place.value)
        faces = [{"face": n, "chosen": up == str(n)} for n in range(1, self.faces + 1)]
        strange = "" if not up or any(face["chosen"] for face in faces) else up
        told = {"name": place.path, "id": named(place.path), "label": label, "error": place.complaint}
        return {**told, "faces": faces, "strange": strange, "blank": not up}
