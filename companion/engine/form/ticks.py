"""Fields that name things of the question itself: any number of them, or a place for each of a few."""

from dataclasses import dataclass

from companion.engine.errors import join
from companion.engine.form.choice import Pick, Picks, grouped, picks
from companion.engine.form.field import Single, named
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticks(Single):
    """Any number of several values; those of the question stand first, in their order there."""

    picks: Picks

    def read(self, data: Data, path: str) -> Json:
        """The values ticked, in the order of the form; an unknown one as its text, to be refused."""
        known = _known(self.picks)
        return [known.get(text, text) for text in data.get(path, ()) if text]

    def show(self, place: Place) -> Widget:
        """All values, the ticked ones first."""
        value = place.value if isinstance(place.value, list) else []
        ticked = [written(each) for each in value]
        offered = {written(pick.value): pick for pick in picks(self.picks, place.question)}
        first_ones = [offered.pop(text, Pick(text, text)) for text in dict.fromkeys(ticked)]
        shown = (*first_ones, *offered.values())
        return self.drawn(place, "checks", groups=grouped(shown, set(ticked), place.path))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots(Single):
    """A list of so many values, each chosen in a list of its own; `words` says what each is."""

    picks: Picks
    words: tuple[str, ...]

    def read(self, data: Data, path: str) -> Json:
        """The values chosen, those left blank missing."""
        known = _known(self.picks)
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


def _known(source: Picks) -> dict[str, Json]:
    return {written(pick.value): pick.value for pick in source} if isinstance(source, tuple) else {}
