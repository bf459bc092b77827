"""Forms as browsers send them: a tap with its fields, and the opening of a table."""

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.game import Game
from companion.engine.option import read_option
from companion.engine.shape import read
from companion.engine.wire import Json, loads
from companion.tables.forms.fields import brought_field, control, file_field, name_of, size_field
from companion.tables.together.readiness import Word

WORD = {"true": True, "false": False}
WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
LONGEST = 100


def action_of(form: QueryDict) -> Json:
    """The action of a tap form: the button's JSON, with each field `a.<dotted path>` put into it.

    A value that looks like an integer is one, unless the name ends in `:text`; `true` and `false` are
    booleans; a name that ends in `[]` collects a list; an empty value is left out. `needs` names the fields
    of the dice: the button `dice` says “app” and they are left out, or every one of them must be there.
    """
    action = loads(form.get("action") or "{}")
    dice = _left_to_the_app(form)
    for name in form:
        if name.startswith("a.") and name not in dice:
            path, many, text = _named(name.removeprefix("a."))
            values = [_value(value, text=text) for value in form.getlist(name) if value != ""]
            if values:
                action = _put(action, path.split("."), values if many else values[-1], "")
    return action


def word_of(form: QueryDict) -> Word:
    """What a seat says of a common step: the button's JSON."""
    word: Word = read(Word, loads(form.get("action") or "{}"))
    return word


def _left_to_the_app(form: QueryDict) -> list[str]:
    """The fields of dice that the app is to roll; `InvalidInput` where a tap brings its own, and not all."""
    needs = form.getlist("needs")
    if form.get("dice") == "app":
        return needs
    missing = [name for name in needs if not form.get(name)]
    if missing:
        words = "One die is" if len(missing) == 1 else f"{len(missing)} dice are"
        path = missing[0].removeprefix("a.")
        raise InvalidInput(path, f"{words} not tapped yet: tap what each shows, or let the app roll.")
    return []


def seen_of(form: QueryDict) -> Json:
    """The version on the screen that was tapped."""
    return _value(form.get("seen", ""), text=False)


def _named(name: str) -> tuple[str, bool, bool]:
    text = name.endswith(":text")
    name = name.removesuffix(":text")
    return name.removesuffix("[]"), name.endswith("[]"), text


def _value(value: str, *, text: bool) -> Json:
    if text:
        return value
    return int(value) if WHOLE.fullmatch(value) else WORD.get(value, value)


def _put(into: Json, path: list[str], value: Json, above: str) -> Json:
    """`into` with the value at that path, lists and objects being made where there are none."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(into, list) or (into is None and WHOLE.fullmatch(head)):
        return _put_in_list(list(into or ()), path, value, above)
    if into is not None and not isinstance(into, Mapping):
        raise InvalidInput(above, f"This is {json.dumps(into)} already; it cannot hold “{head}”.")
    inside = dict(into or {})
    inside[head] = _put(inside.get(head), rest, value, join(above, head))
    return inside


def _put_in_list(into: list[Json], path: list[str], value: Json, above: str) -> Json:
    if not WHOLE.fullmatch(path[0]) or not 0 <= int(path[0]) < LONGEST:
        raise InvalidInput(above, f"“{path[0]}” is no place in a list; 0 to {LONGEST - 1} are.")
    place = int(path[0])
    into += [None] * (place + 1 - len(into))
    into[place] = _put(into[place], path[1:], value, join(above, place))
    return into


class OpenTable(forms.Form):
    """A table about to be opened: its title, with how many, the house rules, the owner's files."""

    title = forms.CharField(max_length=80, help_text="So that you find it again: “Thursday at Ada's”.")

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["title"].initial = game.title
        if len(game.sizes) > 1:
            self.fields["size"] = size_field(game)
        self.fields |= {f"f.{file.key}": file_field(game.slug, file) for file in game.files}
        self.fields |= {f"j.{file.key}": brought_field(file) for file in game.files}
        self.fields |= {f"o.{option.key}": control(option) for option in game.options}

    def group(self, start: str) -> list[forms.BoundField]:
        """The fields of one kind: `p.` people, `f.` files, `o.` house rules."""
        return [self[name] for name in self.fields if name.startswith(start)]

    def brought(self) -> list[tuple[forms.BoundField, str]]:
        """What came along in the address in the place of a file, each with the name that it gives itself."""
        fields = [field for field in self.group("j.") if field.value()]
        return [(field, name_of(str(field.value()))) for field in fields]

    def files_(self) -> list[forms.BoundField]:
        """The owner's files."""
        return self.group("f.")

    def clean(self) -> dict[str, Any]:
        """Read the owner's files with the game's own checks."""
        given = super().clean() or {}
        for file in self.game.files:
            upload, brought = given.get(f"f.{file.key}"), given.get(f"j.{file.key}")
            if upload or brought:
                try:
                    whole = file.read(upload.read()) if upload else loads(str(brought))
                    given[f"f.{file.key}"] = whole
                    file.check(whole)
                except GameError as error:
                    self.add_error(f"f.{file.key}", str(error))
        return given

    def setup(self) -> Json:
        """The setup that was chosen, as the game reads it."""
        given = self.cleaned_data
        options = {each.key: read_option(each, self.given(each.key)) for each in self.game.options}
        files = {file.key: given[f"f.{file.key}"] for file in self.game.files if given[f"f.{file.key}"]}
        files |= self._sized()
        return {"options": options, **files} if self.game.options else files

    def given(self, key: str) -> Json:
        """What was said of an option."""
        return self.cleaned_data[f"o.{key}"]

    def _sized(self) -> dict[str, Json]:
        """The part of the setup that says how many play."""
        chosen = (self.cleaned_data or {}).get("size")
        return dict(self.game.sizes[int(chosen)].setup) if chosen else {}
