"""Forms of a series: a result written down, and who sat where at an evening's table."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from campaigns.forms import LONGEST_NAME, Day, EveningForm
from companion.engine.wire import Json
from companion.tables.models import Seat

ROWS = 8
KEYS = ("player", "seat", "points", "won")
FARTHEST = 1_000_000


class Scores(forms.Form):
    """Who played and how it ended: a row each; empty rows are passed over."""

    SHOWN = 4

    def __init__(self, *args: Any, known: Sequence[Mapping[str, Json]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for n in range(ROWS):
            row = known[n] if n < len(known) else {}
            self.fields |= _row(n, row)

    def rows(self) -> list[dict[str, forms.BoundField]]:
        """The rows as the page shows them."""
        return [{key: self[f"{key}.{n}"] for key in KEYS} for n in range(ROWS)]

    def first(self) -> list[dict[str, forms.BoundField]]:
        """Those that lie open."""
        return self.rows()[: self.SHOWN]

    def more(self) -> list[dict[str, forms.BoundField]]:
        """Those that lie folded away."""
        return self.rows()[self.SHOWN :]

    def more_is_said(self) -> bool:
        """Whether one of the folded rows holds something, so that it is not missed."""
        return any(field.value() or field.errors for row in self.more() for field in row.values())

    def clean(self) -> dict[str, Any]:
        """At least two have played, nobody twice, and it is plain who won."""
        given = super().clean() or {}
        if self.errors:
            return given
        rows = [
            {key: given[f"{key}.{n}"] for key in ("player", "seat", "points", "won")} for n in range(ROWS)
        ]
        nameless = next((n for n, row in enumerate(rows) if not row["player"] and any(row.values())), None)
        if nameless is not None:
            self.add_error(f"player.{nameless}", "Who was that? Give the name, or empty the row.")
            return given
        given["scores"] = self._ranked([row for row in rows if row["player"]])
        return given

    def _ranked(self, rows: list[dict[str, Any]]) -> list[dict[str, Json]]:
        names = [" ".join(row["player"].split()).casefold() for row in rows]
        twice = next(
            (row["player"] for row, name in zip(rows, names, strict=True) if names.count(name) > 1), None
        )
        if not rows:
            self.add_error(None, "Name at least two who played.")
        elif len(rows) == 1:
            self.add_error(None, "One alone makes no play: name at least two.")
        elif twice:
            self.add_error(None, f"“{twice}” stands there twice; one row each.")
        elif not any(row["won"] for row in rows) and any(row["points"] is None for row in rows):
            self.add_error(None, "Tick who won, or give everybody's points.")
        else:
            return ranked(rows)
        return []


def ranked(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """The rows with their ranks: who is ticked is first, the others follow by their points.

    Without a tick the most points win; equals share a rank.
    """
    counted = all(row["points"] is not None for row in rows)
    ticked = any(row["won"] for row in rows)

    def weight(row: Mapping[str, Any]) -> tuple[bool, int]:
        first = bool(row["won"])
        return (
            (not first, 0 if first or not counted else -row["points"]) if ticked else (False, -row["points"])
        )

    weights = [weight(row) for row in rows]
    return [
        {
            "player": " ".join(row["player"].split()), "seat": row["seat"], "points": row["points"],
            "rank": 1 + sum(other < own for other in weights),
        }
        for row, own in zip(rows, weights, strict=True)
    ]  # fmt: skip


def _row(n: int, row: Mapping[str, Json]) -> dict[str, forms.Field]:
    who = f"player {n + 1}"
    name = {"list": "known", "autocomplete": "off", "aria-label": f"Name of {who}", "placeholder": "Player"}
    side = {"list": "sides", "autocomplete": "off", "aria-label": f"Side of {who}", "placeholder": "Side"}
    return {
        f"player.{n}": _text(LONGEST_NAME, row.get("player", ""), name),
        f"seat.{n}": _text(60, row.get("seat", ""), side),
        f"points.{n}": forms.IntegerField(
            required=False, min_value=-FARTHEST, max_value=FARTHEST, initial=row.get("points"),
            widget=forms.NumberInput(attrs={"aria-label": f"Points of {who}", "placeholder": "Points"}),
        ),
        f"won.{n}": forms.BooleanField(
            required=False, initial=row.get("rank") == 1,
            widget=forms.CheckboxInput(attrs={"aria-label": f"{who} won".capitalize()}),
        ),
    }  # fmt: skip


def _text(longest: int, initial: Json, attrs: dict[str, str]) -> forms.CharField:
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(max_length=longest, required=False, initial=initial, widget=widget)


class Played(EveningForm):
    """The notes of an evening that was played: on no day to come."""

    date = Day("Date", now=False, past=True)


class TableEvening(Played):
    """The notes of an evening with a table, and the people's names at its seats."""

    def __init__(self, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in seats:
            self.fields[f"p.{seat.chair}"] = forms.CharField(
                label=f"Who played {seat.name}", max_length=LONGEST_NAME, required=False, initial=seat.player,
                widget=forms.TextInput(attrs={"list": "known", "autocomplete": "off"}),
            )  # fmt: skip

    def people(self) -> dict[int, str]:
        """The names by seat, for those that were changed."""
        said = {seat.pk: " ".join(self.cleaned_data[f"p.{seat.chair}"].split()) for seat in self.seats}
        return {seat.pk: said[seat.pk] for seat in self.seats if said[seat.pk] != seat.player}
