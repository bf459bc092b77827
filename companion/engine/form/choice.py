"""Fields that choose: one of several values, or any number of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.engine.form.field import Single, named
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.wire import Json


class Pick(NamedTuple):
    """One value to choose, the words for it, and the heading under which it stands."""

    value: Json
    label: str
    group: str = ""


type Picks = tuple[Pick, ...] | Callable[[Json], tuple[Pick, ...]]
"""The values to choose from; where the question brings its own cards or board, a function of it."""


def picks(source: Picks, question: Json) -> tuple[Pick, ...]:
    """The values to choose from in this question."""
    return source if isinstance(source, tuple) else source(question)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Single):
    """One of several values: `row` as buttons beside each other, `list` to unfold.

    With `quiet` the default is left out of the question, which then stays short (house rules).
    """

    picks: Picks
    form: Literal["row", "list"] = "row"
    quiet: bool = False

    def read(self, data: Data, path: str) -> Json:
        """The value chosen; what is none of them is passed on, for the rules to refuse."""
        text = first(data, path)
        known = {written(pick.value): pick.value for pick in picks(self.picks, {})}
        value = known.get(text, text or LEFT_OUT)
        return LEFT_OUT if self.quiet and value == self.default else value

    def show(self, place: Place) -> Widget:
        """The picks under their headings, the chosen one marked; an unknown one is shown too."""
        chosen = self.default if self.quiet and place.value is LEFT_OUT else place.value
        offered = picks(self.picks, place.question)
        strange = chosen is not LEFT_OUT and written(chosen) not in {written(p.value) for p in offered}
        offered = (*offered, Pick(chosen, written(chosen))) if strange else offered
        return self.drawn(
            place, f"choice_{self.form}", groups=grouped(offered, {written(chosen)}, place.path)
        )


def grouped(offered: tuple[Pick, ...], chosen: set[str], path: str) -> Json:
    """The picks under their headings, as templates draw them."""
    groups: dict[str, list[Json]] = {}
    for n, (value, label, group) in enumerate(offered):
        text = written(value)
        pick = {"value": text, "label": label, "id": f"{named(path)}-{n}", "chosen": text in chosen}
        groups.setdefault(group, []).append(pick)
    return [{"label": label, "picks": inside} for label, inside in groups.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks(Single):
    """Any number of several values, as a list; with `ordered` those of the question first, as there."""

    picks: Picks
    ordered: bool = False

    def read(self, data: Data, path: str) -> Json:
        """The values ticked, in their order in the form; an unknown one as its text, to be refused."""
        known = known_of(self.picks)
        return [known.get(text, text) for text in data.get(path, ()) if text]

    def show(self, place: Place) -> Widget:
        """All values under their headings, the ticked ones marked; unknown ones are shown too."""
        value = place.value if isinstance(place.value, list) else []
        ticked = dict.fromkeys(written(each) for each in value)
        offered = {written(pick.value): pick for pick in picks(self.picks, place.question)}
        moved = [text for text in ticked if self.ordered or text not in offered]
        apart = [offered.pop(text, Pick(text, text)) for text in moved]
        shown = (*apart, *offered.values()) if self.ordered else (*offered.values(), *apart)
        return self.drawn(place, "checks", groups=grouped(shown, set(ticked), place.path))


def known_of(source: Picks) -> dict[str, Json]:
    """The values to choose from by their texts, where they hang on no question."""
    return {written(pick.value): pick.value for pick in source} if isinstance(source, tuple) else {}
