"""Forms as browsers send them: a tap with its fields, and the one question with which a table opens."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html

from companion.engine.errors import GameError, InvalidInput, join
from companion.engine.form import Control
from companion.engine.game import Chair, Game, Option, OwnerFile
from companion.engine.option import Own, Tile, help_of, is_several, picks_of, read_option, spelt
from companion.engine.shape import read
from companion.engine.wire import Json, loads
from companion.tables.journal import Word
from companion.tables.lobby import people


class Drawn(DjangoTemplates):
    """Elements of Django's forms, drawn as those of the desk, the tables and the shop."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> Any:
        widget = context.get("widget", {})
        groups, is_one = widget.get("optgroups", ()), template_name.endswith("select.html")
        if not widget or (groups and not is_one):
            return super().render(template_name, context, request)
        given = widget["attrs"].items()
        attributes = {key: each for key, each in given if each is not None and each is not False}
        control = Control(
            name=widget["name"], id=attributes.pop("id", ""), needed=bool(attributes.pop("required", False)),
            kind="select" if is_one else widget.get("type", "prose"),
            value=None if widget["value"] is None else str(widget["value"]),
            options=[(each["value"], each["label"]) for _, inside, _ in groups for each in inside],
            chosen=widget["value"] if is_one else None,
            more={key: "" if value is True else str(value) for key, value in attributes.items()},
        )  # fmt: skip
        return render_to_string("pieces/control.html", {"field": control})


def chairs_of(game: Game[object]) -> tuple[Chair, ...]:
    """Every chair that some number of players uses, in the order of the usual one."""
    setups = [size.setup for size in game.sizes] or [{}]
    return tuple(dict.fromkeys(chair for setup in setups for chair in game.setup_seats(setup)))


def _only_with(game: Game[object], chair: Chair) -> str:
    """When a chair is used, where it is not always: with some sizes, or where its company plays."""
    if any(chair.id in dict(option.choices) for option in game.options if is_several(option)):
        return "if it plays"
    using = [size.words for size in game.sizes if chair in game.setup_seats(size.setup)]
    return "" if len(using) == len(game.sizes) else f"with {' or '.join(using).lower()}"


def player_field(game: Game[object], chair: Chair) -> forms.Field:
    """Who sits on a chair."""
    only_with = _only_with(game, chair)
    words = f"Who plays {chair.name}" + (f" ({only_with})" if only_with else "")
    return forms.CharField(label=words, max_length=60, required=False)


def file_field(slug: str, file: OwnerFile) -> forms.Field:
    """A file of one's own, and where its template is."""
    words = file.help
    if file.template:
        address = reverse("desk:template", args=[slug, file.key])
        words = format_html('{} <a href="{}" download>A template to write in</a>.', words, address)
    return forms.FileField(label=file.title, help_text=words, required=False)


def name_of(brought: str) -> str:
    """The name that such a thing gives itself; none where it cannot be read."""
    try:
        whole = loads(brought)
    except GameError:
        return ""
    name = (whole.get("name") or whole.get("title")) if isinstance(whole, dict) else None
    return name if isinstance(name, str) else ""


SIDE_BY_SIDE = 3
"""So many choices stand beside each other; more lie in a list."""


class HouseRule(forms.Field):
    """An option of a game, read as on the desk, on the command line and of a print."""

    def __init__(self, option: Option) -> None:
        initial, is_short = option.default, option.leading and len(option.choices) <= SIDE_BY_SIDE
        widget: forms.Widget = forms.NumberInput({"min": option.low, "max": option.high})
        if is_several(option):
            initial = [spelt(each) for each in initial]
            widget = forms.CheckboxSelectMultiple(choices=picks_of(option))
        elif option.choices:
            initial = spelt(initial)
            widget = (forms.RadioSelect if is_short else forms.Select)(choices=picks_of(option))
        super().__init__(
            required=not (option.may_be_none or is_several(option)), widget=widget,
            label=option.title, help_text=help_of(option), initial=initial,
        )  # fmt: skip
        self.option = option

    def to_python(self, value: Any) -> object:
        """What it is; nothing where nothing was said, which it may not be unless the option lets it."""
        try:
            return None if value in (None, "") else read_option(self.option, value)
        except GameError as error:
            raise forms.ValidationError(error.message) from error


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
    return read(Word, loads(form.get("action") or "{}"))


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


def _value(value: str, *, text: bool) -> object:
    if text:
        return value
    return int(value) if WHOLE.fullmatch(value) else WORD.get(value, value)


def _put(into: object, path: list[str], value: object, above: str) -> object:
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


def _put_in_list(into: list[object], path: list[str], value: object, above: str) -> object:
    if not WHOLE.fullmatch(path[0]) or not 0 <= int(path[0]) < LONGEST:
        raise InvalidInput(above, f"“{path[0]}” is no place in a list; 0 to {LONGEST - 1} are.")
    place = int(path[0])
    into += [None] * (place + 1 - len(into))
    into[place] = _put(into[place], path[1:], value, join(above, place))
    return into


class OpenTable(forms.Form):
    """A table about to be opened: its title, with how many, the house rules, the owner's files."""

    title = forms.CharField(max_length=80, help_text="So that you find it again: “Thursday at Ada's”.")

    def __init__(self, game: Game[object], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["title"].initial = game.title
        if len(game.sizes) > 1:
            sizes = [(str(n), size.words) for n, size in enumerate(game.sizes)]
            many = forms.ChoiceField(label="How many play", choices=sizes, initial="0")
            self.fields["size"] = many
        self.fields |= {f"f.{file.key}": file_field(game.slug, file) for file in game.files}
        for file in game.files:  # As JSON that came along in the address, from the desk.
            hidden = forms.CharField(label=file.title, required=False, widget=forms.HiddenInput)
            self.fields[f"j.{file.key}"] = hidden
        self.fields |= {f"o.{option.key}": HouseRule(option) for option in game.options}

    def group(self, start: str) -> list[forms.BoundField]:
        """The fields of one kind: `p.` people, `f.` files, `o.` house rules."""
        return [self[name] for name in self.fields if name.startswith(start)]

    def brought(self) -> list[tuple[forms.BoundField, str]]:
        """What came along in the address in the place of a file, each with the name that it gives itself."""
        fields = [field for field in self.group("j.") if field.value()]
        return [(field, name_of(str(field.value()))) for field in fields]

    def files_(self) -> list[forms.BoundField]:
        return self.group("f.")

    def clean(self) -> dict[str, Any]:
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
        given = self.cleaned_data
        options = {each.key: self.given(each.key) for each in self.game.options}
        files = {file.key: given[f"f.{file.key}"] for file in self.game.files if given[f"f.{file.key}"]}
        chosen = (self.cleaned_data or {}).get("size")
        sized = dict(self.game.sizes[int(chosen)].setup) if chosen else {}
        files |= sized
        return {"options": options, **files} if self.game.options else files

    def given(self, key: str) -> object:
        return self.cleaned_data[f"o.{key}"]


class Way(NamedTuple):
    """One answer: its picture's name, what it is called and means, and each fact about it with its word."""

    value: str
    title: str
    words: str
    facts: tuple[tuple[str, str], ...]


EACH = Way(
    "each", "A phone or tablet for each", "Everyone holds what is his own. A tablet or a TV is the board.",
    (("Secrets", "on each device"), ("To do", "scan one code")),
)  # fmt: skip
ONE = Way(
    "one", "One tablet for all", "It lies in the middle, or goes round. Hands stay covered until held.",
    (("Secrets", "behind a cover"), ("To do", "pass it on")),
)  # fmt: skip
OWN = (("Secrets", "in your hands"), ("To do", "tap what was played"))
SEATED = "each"


def ways(game: Game[object]) -> tuple[Way, ...]:
    """The ways that a game knows; with one's own cards or map where one of its options says so."""
    if (own_cards := own_option(game)) is None:
        return (EACH, ONE)
    option, own = own_cards
    words = {spelt(value): title for value, title in option.choices}
    usual, ours = (option.title, words[spelt(option.default)]), (option.title, words[spelt(own.value)])
    return (
        EACH._replace(facts=(usual, *EACH.facts)),
        ONE._replace(facts=(usual, *ONE.facts)),
        Way("own", own.title, own.words, (ours, *OWN)),
    )


def own_option(game: Game[object]) -> tuple[Any, Own] | None:
    """The option by which people play with what lies in their own box; None where the game has none."""
    return next(((option, option.own) for option in game.options if option.own), None)


class WayIn(OpenTable):
    """What is played, how people sit together, with how many; and what is folded away: house rules, files.

    `own_sets` are the own cards to play with: what each is called, and the address that brings it along.
    """

    asks_what = True
    """Whether it asks first what is played, where that is a choice."""

    def __init__(self, game: Game[object], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.plays = game.plays if self.asks_what else None
        self.own_sets: list[tuple[str, str]] = []
        if self.plays:
            names = [(tile.key, tile.title) for tile in self.plays.tiles()]
            self.fields["play"] = forms.ChoiceField(choices=names, initial=names[0][0], required=False)
            self.fields.pop(f"o.{self.plays.option}")
        choices = [(way.value, way.title) for way in ways(game)]
        self.fields["way"] = forms.ChoiceField(
            label="How do you sit together?", choices=choices, initial=SEATED, widget=forms.RadioSelect
        )
        if (option := own_option(game)) is not None:
            self._own_aside(*option)

    def _own_aside(self, option: Option, own: Own) -> None:
        """One's own cards are a way to sit: the option asks for the others, where there are several."""
        name = f"o.{option.key}"
        others = [(spelt(value), words) for value, words in option.choices if value != own.value]
        if len(others) > 1:
            self.fields[name].widget.choices = others
        else:
            del self.fields[name]

    def tiles(self) -> list[tuple[Tile, bool]]:
        """What may be played; empty where that is no question. A file of one's own comes before them."""
        chosen = self["play"].value() if self.plays and not self.brought() else ""
        return [(each, each.key == chosen) for each in (self.plays.tiles() if self.plays else ())]

    @property
    def called(self) -> str:
        """The table's title: where nobody gave one, what is played."""
        title: str = self.cleaned_data["title"]
        own = title != self.game.title or self.tile is None
        return (
            title if own or self.tile is None else ", ".join(filter(None, (self.tile.title, self.tile.when)))
        )

    @property
    def tile(self) -> Tile | None:
        """What is chosen to be played; None where a file of one's own says it, or it is no question."""
        return next((tile for tile, is_chosen in self.tiles() if is_chosen), None)

    def changed(self) -> list[str]:
        """What is not as printed, in words: of the battle itself, then the house rules."""
        changed = [self.tile.rule[0]] if self.tile and self.tile.rule[0] else []
        for field in self.rules():
            now, usual = (str("" if each is None else each) for each in (field.value(), field.initial))
            names = dict(getattr(field.field.widget, "choices", ()))
            changed += [f"{field.label}: {names.get(now, now)}"] if now != usual else []
        return changed

    def ways(self) -> list[tuple[Way, bool]]:
        chosen = self["way"].value()
        return [(way, way.value == chosen) for way in ways(self.game)]

    def counts(self) -> list[tuple[str, int, bool]]:
        """With how many it may be played, fewest first; empty where that is no choice."""
        if "size" not in self.fields:
            return []
        sized = [(str(at), people(self.game, size)) for at, size in enumerate(self.game.sizes)]
        return sorted(
            ((value, many, value == self["size"].value()) for value, many in sized), key=lambda s: s[1]
        )

    def companies(self) -> list[forms.BoundField]:
        """Which of its sides play, where that says how many."""
        return [self[f"o.{option.key}"] for option in self.game.options if is_several(option)]

    def rules(self) -> list[forms.BoundField]:
        """The house rules, all of which lie folded away."""
        leading = {field.name for field in (*self.companies(), *self.leading())}
        return [field for field in self.group("o.") if field.name not in leading]

    def leading(self) -> list[forms.BoundField]:
        """What is asked of every table, beside what is played."""
        keys = [option.key for option in self.game.options if option.leading and not is_several(option)]
        return [self[f"o.{key}"] for key in keys if self.plays and f"o.{key}" in self.fields]

    def setup(self) -> Json:
        return {**(self.tile.setup if self.tile else {}), **super().setup()}

    def _option(self, key: str) -> Option:
        return next(option for option in self.game.options if option.key == key)

    @property
    def table_kind(self) -> str:
        """Whether each device taps for its own seat alone."""
        return "seated" if self.cleaned_data["way"] == SEATED else "open"

    def given(self, key: str) -> object:
        """What was said of an option; the tile says what is played, how the people sit whose cards it is."""
        if self.plays and key == self.plays.option:
            return self.tile.value if self.tile else self._option(key).default
        own_cards = own_option(self.game)
        if own_cards is None or key != own_cards[0].key:
            return super().given(key)
        option, own = own_cards
        if self.cleaned_data["way"] == "own":
            return own.value
        return super().given(key) if f"o.{key}" in self.fields else option.default
