"""A field that names things of the question itself, a place for each of a few."""

from dataclasses import dataclass

from companion.engine.errors import join
from companion.engine.form.choice import Pick, Picks, grouped, known_of, picks
from companion.engine.form.field import Single, named
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots(Single):
    """A list of so many values, each chosen in a list of its own; `words` says what each is."""

    picks: Picks
    words: tuple[str, ...]

    def read(self, data: Data, path: str) -> Json:
        """The values chosen, those left blank missing."""
        known = known_of(self.picks)
        found = [first(data, join(path, n)) for n in range(len(self.words))]
        return [known.get(text, text) for text in found if text] or LEFT_OUT

    def show(self, place: Place) -> Widget:
        """A list to choose from for each."""
        slots = [self._slot(place.at(n), word) for n, word in enumerate(self.words)]
        return self.drawn(place, "slots", slots=slots)

    def _slot(self, place: Place, word: str) -> Json:
        chosen = written(place.value)
        offered = picks(self.picks, place.question)
        strange = chosen and chosen not in {written(pick.value) for pick in offered}
        shown = (*offered, Pick(chosen, chosen)) if strange else offered
        told = {"name": place.path, "id": named(place.path), "label": word}
        return {**told, "groups": grouped(shown, {chosen}, place.path)}
