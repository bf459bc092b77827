"""House rules as fields of a form; left out of the question while they are the usual ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.form.choice import Choice, Pick
from companion.engine.form.field import Field, Number, number
from companion.engine.form.place import LEFT_OUT, Data, Place, Widget, first, written
from companion.engine.form.rows import Group
from companion.engine.option import Option, help_of
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit(Number):
    """A whole number, or blank for no limit at all."""

    def read(self, data: Data, path: str) -> Json:
        """The number, None where it was blanked; nothing where it is the usual one and need not be said."""
        if path not in data:
            return LEFT_OUT
        value = number(first(data, path))
        value = None if value is LEFT_OUT else value
        return LEFT_OUT if self.quiet and value == self.default else value

    def show(self, place: Place) -> Widget:
        """The number, blank where there is none."""
        value = self.default if self.quiet and place.value is LEFT_OUT else place.value
        shown = "" if value is None else written(value)
        return self.drawn(place, "number", value=shown, low=self.low, high=self.high)


def house_rule(option: Option) -> Field:
    """The field of one house rule."""
    key, help = f"options.{option.key}", help_of(option)
    if option.choices:
        picks = tuple(Pick(value, words) for value, words in option.choices)
        return Choice(key=key, label=option.title, help=help, picks=picks, default=option.default, quiet=True)
    kind = Limit if option.may_be_none else Number
    low, high = option.low or 0, option.high or 99
    default = option.default
    return kind(key=key, label=option.title, help=help, low=low, high=high, default=default, quiet=True)


def house_rules(
    options: Sequence[Option], keys: Sequence[str], own: Sequence[Field] = (), files: str = "own files"
) -> Group:
    """The house rules that matter to a question, and the group's own files for it, folded away."""
    known = {option.key: option for option in options}
    told = (["house rules"] if keys else []) + ([files] if own else [])
    fields = (*(house_rule(known[key]) for key in keys), *own)
    return Group(label=" and ".join(told).capitalize(), form="folded", fields=fields)
