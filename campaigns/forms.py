"""Forms of the campaigns: opening one, and what is noted of an evening."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from companion.engine.game import Game
from companion.tables.forms import OpenTable
from companion.tables.house import Opening

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


class Day(forms.DateField):
    """A date, on the browser's calendar. `now` says that today is meant where nothing is chosen."""

    def __init__(self, label: str, *, now: bool = True) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        if now:
            widget.attrs["data-today"] = today().isoformat()
        super().__init__(label=label, widget=widget, input_formats=["%Y-%m-%d"], initial=today)

    def validate(self, value: date | None) -> None:
        """A day on which somebody can have played."""
        super().validate(value)
        if value is not None and not FIRST_DAY <= value <= LAST_DAY:
            raise forms.ValidationError(f"A date from {FIRST_DAY} to {LAST_DAY} is wanted; this is {value}.")


class Names(forms.CharField):
    """Who came: names with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Who came", required=False, max_length=MOST_NAMES * (LONGEST_NAME + 2),
            help_text="Names with commas between them.", **kwargs,
        )  # fmt: skip

    def prepare_value(self, value: Any) -> Any:
        """The names as one writes them."""
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
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
    """What is noted of an evening."""

    date = Day("Date", now=False)
    title = forms.CharField(label="Called", max_length=80, required=False, help_text="If it has a name.")
    came = Names()
    notes = forms.CharField(max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 6}))


class LateEvening(forms.Form):
    """An evening that nobody began when it began."""

    date = Day("Date", now=False)
    first = forms.IntegerField(label="Its first line in the log", min_value=2, max_value=999_999_999)


class OpenCampaign(OpenTable):
    """A table about to be opened that will go on for months, or for an evening of a series."""

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["on"] = Day("The first evening")

    def opening(self) -> Opening:
        """What it says of the table to be opened."""
        given = self.cleaned_data
        return Opening(
            system=self.game.slug, title=given["title"], kind=given["kind"],
            setup=self.setup(), players=self.players(),
        )  # fmt: skip


class SeriesForm(forms.Form):
    """A series about to be opened."""

    title = forms.CharField(max_length=80, help_text="So that you find it again: “Winter at Ada's”.")
