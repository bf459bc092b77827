"""Forms of the campaigns: opening one, and what is noted of an evening."""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone

from companion.engine.game import Chair, Game
from companion.tables.forms import WayIn, chairs_of, player_field
from companion.tables.lobby import Opening

MOST_NAMES, LONGEST_NAME = 20, 60
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2199, 12, 31)


def today() -> date:
    """The house's date; a browser says its own where it can."""
    return timezone.localdate()


def day(text: str) -> date:
    """The date that a browser says it is, if that can be; else the house's."""
    here = today()
    try:
        there = date.fromisoformat(text)
    except ValueError:
        return here
    return there if abs((there - here).days) <= 1 else here


def still_to_come(on: date) -> str:
    """Why nothing can have been played on that day, wherever the browser is; empty where it can."""
    return f"{on:%-d %B %Y} is still to come; when is it played?" if on > today() + timedelta(days=1) else ""


class Day(forms.DateField):
    """A date, on the browser's calendar. `now` says that today is meant where nothing is chosen.

    `past` refuses a day that is still to come.
    """

    def __init__(self, label: str, *, now: bool = True, past: bool = False) -> None:
        self.past = past
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        if now:
            widget.attrs["data-today"] = today().isoformat()
        super().__init__(label=label, widget=widget, input_formats=["%Y-%m-%d"], initial=today)

    def validate(self, value: date | None) -> None:
        """A day on which somebody can have played."""
        super().validate(value)
        if value is not None and not FIRST_DAY <= value <= LAST_DAY:
            raise forms.ValidationError(f"A date from {FIRST_DAY} to {LAST_DAY} is wanted; this is {value}.")
        if self.past and value is not None and (why := still_to_come(value)):
            raise forms.ValidationError(why)


class Names(forms.CharField):
    """Who came: names with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Who came", required=False, max_length=MOST_NAMES * (LONGEST_NAME + 2),
            help_text="Names with commas between them.", **kwargs,
        )  # fmt: skip

    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: object) -> list[str]:
        """The names, each once; too many or too long ones are refused with the one that is."""
        given = [" ".join(name.split()) for name in super().clean(value).replace("\n", ",").split(",")]
        names = list(dict.fromkeys(filter(None, given)))
        long = next((name for name in names if len(name) > LONGEST_NAME), None)
        if long:
            raise forms.ValidationError(
                f"“{long[:30]}…” is too long; a name has up to {LONGEST_NAME} letters."
            )
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(f"At most {MOST_NAMES} came; these are {len(names)} names.")
        return names


class EveningForm(forms.Form):
    date = Day("Date", now=False)
    title = forms.CharField(label="Called", max_length=80, required=False, help_text="If it has a name.")
    came = Names()
    notes = forms.CharField(max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 6}))


class LateEvening(forms.Form):
    """An evening that nobody began when it began."""

    date = Day("Date", now=False)
    first = forms.IntegerField(label="Its first line in the log", min_value=2, max_value=999_999_999)


class Place(NamedTuple):
    """A seat before the table opens: who plays it, whether it plays, whether he sits there who opens.

    `sizes` are the numbers of players, by their places among the game's, with which it is used.
    """

    chair: Chair
    player: forms.BoundField
    plays: object
    sits: object
    sizes: str


class OpenCampaign(WayIn):
    """A table about to be opened that will go on for months, or for an evening of a series.

    It is dealt at once, so that its people are named here; one tablet for all holds every seat.
    """

    asks_what = False

    def __init__(self, game: Game[object], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        chairs = chairs_of(game)
        self.fields |= {f"p.{chair.id}": player_field(game, chair) for chair in chairs}
        for chair in chairs:
            named = {"placeholder": "Name", "aria-label": f"Who plays {chair.name}", "autocomplete": "off"}
            self.fields[f"p.{chair.id}"].widget.attrs |= named
        self.fields["sits"] = forms.MultipleChoiceField(
            required=False, widget=forms.CheckboxSelectMultiple, choices=[(chair.id, "") for chair in chairs]
        )  # fmt: skip
        self.fields["on"] = Day("The first evening")

    def people(self) -> list[forms.BoundField]:
        return self.group("p.")

    def players(self) -> dict[str, str]:
        """The same as they were given, by seat."""
        said = {field.name.removeprefix("p."): self.cleaned_data.get(field.name) for field in self.people()}
        return {chair: name for chair, name in said.items() if name}

    def clean(self) -> dict[str, object]:
        """One tablet for all sits everywhere; seats that nobody plays are not sat in."""
        given = super().clean()
        if not self.errors:
            setup = self.game.shuffle(self.setup(), Random(0))
            seated = [chair.id for chair in self.game.setup_seats(setup)]
            own = self.table_kind == "seated"
            given["sits"] = [chair for chair in seated if not own or chair in given["sits"]]
        return given

    def places(self) -> Iterator[Place]:
        playing = {tick.data["value"]: tick for field in self.companies() for tick in field}
        sitting = {tick.data["value"]: tick for tick in self["sits"]}
        for chair in chairs_of(self.game):
            with_it = [
                str(n) for n, size in enumerate(self.game.sizes) if chair in self.game.setup_seats(size.setup)
            ]
            plays, sits = playing.get(chair.id), sitting[chair.id]
            yield Place(chair, self[f"p.{chair.id}"], plays, sits, " ".join(with_it))

    @property
    def amiss(self) -> dict[str, bool]:
        """Which of what is folded away needs another look."""
        people = [*self.people(), *self.companies(), self["sits"]]
        called = [self["title"], self["on"]]
        return {"people": any(each.errors for each in people), "called": any(each.errors for each in called)}

    def opening(self) -> Opening:
        given = self.cleaned_data
        return Opening(
            system=self.game.slug, title=given["title"], kind=self.table_kind,
            setup=self.setup(), players=self.players(),
        )  # fmt: skip


class SeriesForm(forms.Form):
    """A series about to be opened."""

    title = forms.CharField(max_length=80, help_text="So that you find it again: “Winter at Ada's”.")
