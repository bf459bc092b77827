"""Who stands before a binder's page: the devices that write it; others are sent to its door."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.designer.keeping import design_of, latest
from campaigns.models import Author, Binder, BinderVersion
from companion import shelf
from companion.engine.campaign.design import Design
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.wire import Json
from companion.tables.codes import hashed, spelt
from companion.tables.devices import label_of, secret_of
from companion.tables.guesses import met
from companion.tables.views.entrance import private


@dataclass(frozen=True, slots=True)
class Bench:
    """A binder as it lies before one device: its latest version, its game, and who works on it."""

    binder: Binder
    version: BinderVersion
    game: Game[Any]
    design: Design
    by: str
    content: Json = field(default=None)

    def faults(self) -> list[GameError]:
        """What stands in the way of playing it as it is now."""
        return list(self.design.faults(self.content)) if self.version.fault else []


def bench(binder: Binder, by: str) -> Bench:
    """The binder as it is now."""
    version = latest(binder)
    game = shelf.game(binder.system)
    return Bench(binder, version, game, design_of(binder.system), by, version.content)


def find(request: HttpRequest, code: str) -> tuple[Binder | None, bool]:
    """The binder of that code, and whether this device writes it.

    A wrong code is counted; `TooManyGuesses` for who has guessed too often, unless he writes this one.
    """
    binder = Binder.objects.filter(code=spelt(code)).first()
    digest = hashed(secret_of(request) or "")
    writes = binder is not None and Author.objects.filter(binder=binder, hash=digest).exists()
    return met(request, spelt(code), binder, writes), writes


def at_bench(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, bench, …)` for the devices that write this binder."""

    @wraps(view)
    def page(request: HttpRequest, code: str, **place: Any) -> HttpResponse:
        binder, writes = find(request, code)
        if binder is None:
            return render(request, "campaigns/designer/missing.html", {"code": spelt(code)}, status=404)
        if not writes:
            return redirect("campaigns:binder-join", binder.code)
        return private(view(request, bench(binder, label_of(request)), **place))

    return page
