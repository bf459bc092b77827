"""The sets of this device: those it makes, new ones, a file to bring in, and the door to another's."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.own.cells import row_of
from companion.tables.codes import hashed, spelt
from companion.tables.devices import label_of, own_secret, secret_of, with_cookie
from companion.tables.views.entrance import private
from companion.tables.writing import writing
from companion.views.workshop.door import Bench, at_bench, find
from companion.workshop.keeping import (
    LONGEST_TITLE,
    Maken,
    begin,
    check_size,
    latest,
    made,
    maker,
    take_in,
    workshop_of,
)
from companion.workshop.models import CardSet, Maker


def home(request: HttpRequest) -> HttpResponse:
    """The list; of one game where the address names it."""
    return _list(request)


def _list(request: HttpRequest, error: GameError | None = None) -> HttpResponse:
    digest = hashed(secret_of(request) or "")
    titles = {slug: game.title for slug, game in shelf.games().items()}
    mine = CardSet.objects.filter(makers__hash=digest).order_by("-pk")
    rows: list[dict[str, Any]] = [
        {"cards": each, "latest": latest(each), "game": titles.get(each.system, each.system)} for each in mine
    ]
    wanted = request.GET.get("game", "")
    games = sorted(made(), key=lambda game: game.slug != wanted)
    shown = {
        "rows": [row for row in rows if row["cards"].archived_at is None],
        "put_away": [row for row in rows if row["cards"].archived_at is not None],
        "gone": next((row for row in rows if row["cards"].code == request.GET.get("away")), None),
        "games": games,
        "error": error,
    }
    return private(render(request, "workshop/home.html", shown, status=422 if error else 200))


@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """A new set: empty, or a copy of a starter set to change."""
    secret = own_secret(request)
    try:
        cards = _begun(request, maker(secret, label_of(request)))
    except GameError as error:
        return _list(request, error)
    return with_cookie(request, redirect("workshop:set", cards.code), secret)


def _begun(request: HttpRequest, who: Maken) -> CardSet:
    system, base = request.POST.get("system", ""), request.POST.get("base", "")
    workshop = workshop_of(system)
    if base not in workshop.bases:
        raise InvalidInput("base", f"One of {', '.join(workshop.bases)} is wanted.")
    title = _title(request.POST.get("title", "")) or f"My {workshop.kinds[0].title.lower()}"
    copied = request.POST.get("start") == "copy"
    given = workshop.starter(base) if copied else {}
    rows = {kind.key: [row_of(kind, each) for each in given.get(kind.key, ())] for kind in workshop.kinds}
    what = f"A copy of “{workshop.bases[base]}”" if copied else "Begun"
    return begin(CardSet(system=system, base=base, title=title), rows, who, what)


def _title(given: str) -> str:
    title = " ".join(given.split())
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise InvalidInput("title", f"A title has at most {LONGEST_TITLE} letters.")
    return title


@require_POST
def bring(request: HttpRequest) -> HttpResponse:
    """A new set out of a file that somebody shared."""
    file = request.FILES.get("file")
    secret = own_secret(request)
    try:
        if file is None:
            raise InvalidInput("", "Choose a file first: own cards as a ZIP or JSON.")
        check_size(file.size or 0)
        cards = take_in(file.read(), maker(secret, label_of(request)))
    except GameError as error:
        return _list(request, error)
    return with_cookie(request, redirect("workshop:set", cards.code), secret)


def by_code(request: HttpRequest) -> HttpResponse:
    """The code as it was typed."""
    return redirect("workshop:join", spelt(request.GET.get("code", "")) or "none")


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A device that knows the code may make these cards from now on."""
    cards, _ = find(request, code)
    if cards is None:
        return render(request, "workshop/missing.html", {"code": code}, status=404)
    if request.method != "POST":
        return private(render(request, "workshop/join.html", {"cards": cards}))
    secret = own_secret(request)
    with writing():
        Maker.objects.get_or_create(
            cards=cards, hash=hashed(secret), defaults={"label": label_of(request)[:60]}
        )
    return with_cookie(request, redirect("workshop:set", cards.code), secret)


@at_bench
def first(request: HttpRequest, here: Bench) -> HttpResponse:
    """The table of the first kind."""
    return redirect("workshop:table", here.cards.code, here.workshop.kinds[0].key)


@require_POST
@at_bench
def put_away(request: HttpRequest, here: Bench) -> HttpResponse:
    """Off the list, or back on it: nothing of the set is lost."""
    away = here.cards.archived_at is None
    CardSet.objects.filter(pk=here.cards.pk).update(archived_at=timezone.now() if away else None)
    there = redirect("workshop:home")
    there["Location"] += f"?away={here.cards.code}" if away else ""
    return there


@require_POST
@at_bench
def name(request: HttpRequest, here: Bench) -> HttpResponse:
    """What the set is called."""
    title = _title(request.POST.get("title", ""))
    if not title:
        raise InvalidInput("title", "A title of at least one letter is wanted.")
    CardSet.objects.filter(pk=here.cards.pk).update(title=title)
    return redirect("workshop:set", here.cards.code)
