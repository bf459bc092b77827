"""The fields of a table that opens: each made of what its game asks."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html

from companion.engine.errors import GameError
from companion.engine.game import Chair, Game, Option, OwnerFile
from companion.engine.option import help_of, is_several, picks_of, read_option, spelt
from companion.engine.wire import loads


def chairs_of(game: Game[Any]) -> tuple[Chair, ...]:
    """Every chair that some number of players uses, in the order of the usual one."""
    setups = [size.setup for size in game.sizes] or [{}]
    return tuple(dict.fromkeys(chair for setup in setups for chair in game.setup_seats(setup)))


def _only_with(game: Game[Any], chair: Chair) -> str:
    """When a chair is used, where it is not always: with some sizes, or where its company plays."""
    if any(chair.id in dict(option.choices) for option in game.options if is_several(option)):
        return "if it plays"
    using = [size.words for size in game.sizes if chair in game.setup_seats(size.setup)]
    return "" if len(using) == len(game.sizes) else f"with {' or '.join(using).lower()}"


def size_field(game: Game[Any]) -> forms.Field:
    """With how many it is played."""
    choices = [(str(n), size.words) for n, size in enumerate(game.sizes)]
    return forms.ChoiceField(label="How many play", choices=choices, initial="0", widget=forms.RadioSelect)


def player_field(game: Game[Any], chair: Chair) -> forms.Field:
    """Who sits on a chair."""
    only_with = _only_with(game, chair)
    words = f"Who plays {chair.name}" + (f" ({only_with})" if only_with else "")
    return forms.CharField(label=words, max_length=60, required=False)


def file_field(slug: str, file: OwnerFile) -> forms.Field:
    """A file of one's own, and where its template is."""
    words = file.help
    if file.template:
        there = reverse("desk:template", args=[slug, file.key])
        words = format_html('{} <a href="{}" download>A template to write in</a>.', words, there)
    return forms.FileField(label=file.title, help_text=words, required=False)


def brought_field(file: OwnerFile) -> forms.Field:
    """The same as JSON that came along in the address, from the desk."""
    return forms.CharField(label=file.title, required=False, widget=forms.HiddenInput)


def name_of(brought: str) -> str:
    """The name that such a thing gives itself; none where it cannot be read."""
    try:
        whole = loads(brought)
    except GameError:
        return ""
    name = (whole.get("name") or whole.get("title")) if isinstance(whole, dict) else None
    return name if isinstance(name, str) else ""


def control(option: Option) -> forms.Field:
    """How an option is asked."""
    if is_several(option):
        return Several(option)
    if option.choices:
        return forms.ChoiceField(
            label=option.title, help_text=help_of(option), initial=spelt(option.default),
            choices=picks_of(option), widget=forms.RadioSelect if option.leading else forms.Select,
        )  # fmt: skip
    return forms.IntegerField(
        label=option.title, help_text=help_of(option), initial=option.default,
        required=not option.may_be_none, min_value=option.low, max_value=option.high,
    )  # fmt: skip


class Several(forms.MultipleChoiceField):
    """Some of an option's choices, from its least number of them to its most."""

    def __init__(self, option: Option) -> None:
        super().__init__(
            label=option.title, help_text=help_of(option), initial=[spelt(each) for each in option.default],
            choices=picks_of(option), widget=forms.CheckboxSelectMultiple, required=False,
        )  # fmt: skip
        self.option = option

    def validate(self, value: list[str]) -> None:
        """So many as may be."""
        super().validate(value)
        try:
            read_option(self.option, value)
        except GameError as error:
            raise forms.ValidationError(error.message) from error
