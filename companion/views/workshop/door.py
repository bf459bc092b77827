"""Who stands before a set of own cards: the devices that make it; others are asked for its code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.own import Kind, Workshop
from companion.tables.codes import spelt
from companion.tables.devices import label_of, secret_of
from companion.tables.guesses import met
from companion.tables.views.entrance import private
from companion.workshop.keeping import Rows, StaleSet, latest, save, version_of, workshop_of
from companion.workshop.making import makes
from companion.workshop.models import CardSet, SetVersion

TRIES = 5
"""How often a save is laid anew on what others have saved at the same moment."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A set as it lies before one device."""

    cards: CardSet
    version: SetVersion
    rows: Rows
    game: Game[Any]
    workshop: Workshop
    by: str

    def kind(self, key: str) -> Kind:
        """One of its kinds, or no such page."""
        found = {each.key: each for each in self.workshop.kinds}.get(key)
        if found is None:
            raise Http404
        return found

    def of(self, kind: Kind) -> list[dict[str, str]]:
        """The rows of a kind, to change."""
        return [dict(row) for row in self.rows.get(kind.key, ())]

    def save(self, kind: Kind, rows: list[dict[str, str]]) -> SetVersion:
        """Keep these rows of a kind; `StaleSet` where the set has been saved since it was laid here."""
        return save(self.cards, self.with_rows(kind, rows), self.by, seen=self.version.number)

    def with_rows(self, kind: Kind, rows: list[dict[str, str]]) -> Rows:
        """The rows of all kinds, with these of one."""
        return {**self.rows, kind.key: rows}


def bench(cards: CardSet, by: str) -> Bench:
    """The set as it is now."""
    now = latest(cards)
    return Bench(cards, now, now.rows, shelf.game(cards.system), workshop_of(cards.system), by)


def find(request: HttpRequest, code: str) -> tuple[CardSet | None, bool]:
    """The set of that code, and whether this device makes it; a wrong code is counted as a guess."""
    cards = CardSet.objects.filter(code=spelt(code)).first()
    own = cards is not None and makes(secret_of(request), cards)
    return met(request, spelt(code), cards, own), own


def at_bench(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, bench, …)` for the devices that make this set; what is refused says why.

    Where two save at the same moment, the later one is laid on what the first has written.
    """

    @wraps(view)
    def page(request: HttpRequest, code: str, **place: Any) -> HttpResponse:
        cards, own = find(request, code)
        if cards is None:
            return render(request, "workshop/missing.html", {"code": spelt(code)}, status=404)
        if not own:
            return redirect("workshop:join", cards.code)
        for _ in range(TRIES):
            here = bench(cards, label_of(request))
            try:
                return private(view(request, here, **place))
            except StaleSet as error:
                late: GameError = error
            except GameError as error:
                return _refused(request, here, error)
        return _refused(request, here, late)

    return page


def _refused(request: HttpRequest, here: Bench, error: GameError) -> HttpResponse:
    return private(
        render(request, "workshop/refused.html", {**shown_by(here, ""), "error": error}, status=422)
    )


def shown_by(here: Bench, room: str) -> dict[str, Any]:
    """What every page of a set shows; `room` is where one is."""
    tabs = [(kind, len(here.rows.get(kind.key, ()))) for kind in here.workshop.kinds]
    return {
        "cards": here.cards,
        "version": here.version,
        "game": here.game,
        "tabs": tabs,
        "room": room,
        "picture_count": here.cards.pictures.count(),
    }


def joined_rows(
    kind: Kind, own: Sequence[dict[str, str]], brought: Sequence[dict[str, str]]
) -> list[dict[str, str]]:
    """The cards that are there and those of a spreadsheet, which take the place of the same short name."""
    there = {row[kind.id]: row for row in own}
    named = {row[kind.id]: row for row in brought if row.get(kind.id)}
    return [*{**there, **named}.values(), *(row for row in brought if not row.get(kind.id))]


def seen_rows(request: HttpRequest, here: Bench, kind: Kind) -> list[dict[str, str]]:
    """The rows of a kind as they stood in the version that was on the screen."""
    number = request.POST.get("seen", "")
    if not (number.isascii() and number.isdigit()) or len(number) > 9:
        raise InvalidInput("seen", "This page does not say which version it was made from; open it anew.")
    rows: list[dict[str, str]] = version_of(here.cards, int(number)).rows.get(kind.key, [])
    return rows
