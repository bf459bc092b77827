"""Home: the games on the shelf, the tables of this device, and the way in by code."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.tables.codes import hashed
from companion.tables.demo import lying_open
from companion.tables.devices import label_of, own_secret, secret_of, with_cookie
from companion.tables.forms.way_in import WayIn
from companion.tables.guesses import allow_opening
from companion.tables.house import Opening, open_table
from companion.tables.models import Seat, Table
from companion.tables.screen.addresses import address
from companion.tables.seating import seats
from companion.tables.views import own_files
from companion.tables.views.recovering import with_code

MANY = 60


def home(request: HttpRequest) -> HttpResponse:
    """The shelf, the tables, the code."""
    context = {
        "games": list(shelf.games().values()),
        "tables": _tables(secret_of(request)),
        "demos": lying_open(),
        "desk_url": address("desk:home"),
        "print_url": address("print:home"),
        "workshop_url": address("workshop:home"),
        "campaigns_url": address("campaigns:home"),
    }
    return render(request, "tables/home.html", context)


def _tables(secret: str | None) -> list[dict[str, object]]:
    if not secret:
        return []
    mine = Table.objects.filter(
        tokens__hash=hashed(secret), tokens__revoked_at=None, archived_at=None
    ).distinct()
    titles = {slug: game.title for slug, game in shelf.games().items()}
    return [
        {"table": table, "game": titles.get(table.system, table.system)}
        for table in _under_true(list(mine.order_by("-pk")[:MANY]))
    ]


def _under_true(tables: list[Table]) -> list[Table]:
    """Branches right under their true table; one whose table is not on the list where it came."""
    there = {table.pk for table in tables}
    under = [table for table in tables if table.branch_of_id in there]
    first = [table for table in tables if table.branch_of_id not in there]
    return [each for table in first for each in _family(table, under)]


def _family(table: Table, under: list[Table]) -> list[Table]:
    """A table, its branches and theirs."""
    own = [each for each in under if each.branch_of_id == table.pk]
    return [table, *(each for branch in own for each in _family(branch, under))]


def opening(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table of that game."""
    game = shelf.game(slug) if slug in shelf.slugs() else None
    if game is None or not game.at_table:
        return render(request, "tables/no_game.html", {"slug": slug, "game": game}, status=404)
    form = WayIn(game, request.POST, request.FILES) if request.method == "POST" else _asked(request, game)
    if request.method == "POST" and form.is_valid():
        try:
            allow_opening(request)
            return _opened(request, form)
        except GameError as error:
            form.add_error(None, str(error))
    status = 422 if form.errors else 200
    return render(request, "tables/open.html", {"form": form, "game": game}, status=status)


def _asked(request: HttpRequest, game: Game[Any]) -> WayIn:
    """The question, with what the address brings along in the place of a file."""
    given = {f"j.{file.key}": request.GET.get(file.key, "") for file in game.files}
    return own_files.fill(request, WayIn(game, initial={key: value for key, value in given.items() if value}))


def _opened(request: HttpRequest, form: WayIn) -> HttpResponse:
    """One tablet for all holds every seat; where each has his own, it is the board until it takes one."""
    table = open_table(
        Opening(
            system=form.game.slug, title=form.cleaned_data["title"], kind=form.table_kind,
            setup=form.setup(), waits=True,
        )
    )  # fmt: skip
    secret, label = own_secret(request), label_of(request)
    seats.host(table, secret, label)
    for seat in Seat.objects.filter(table=table) if form.table_kind == "open" else ():
        seats.sit(table, secret, seat.chair, label)
    return with_code(with_cookie(request, redirect("tables:lobby", table.code), secret), table)


def put_away(request: HttpRequest) -> HttpResponse:
    """The tables of this device that have been archived."""
    secret = secret_of(request)
    mine = Table.objects.exclude(archived_at=None)
    mine = mine.filter(tokens__hash=hashed(secret or ""), tokens__revoked_at=None).distinct()
    titles = {slug: game.title for slug, game in shelf.games().items()}
    rows = [{"table": t, "game": titles.get(t.system, t.system)} for t in mine.order_by("-pk")[:MANY]]
    return render(request, "tables/archive.html", {"tables": rows})
