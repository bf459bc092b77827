"""The sets of this device: those it makes, new ones, a file to bring in, and the door to another's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.own import Kind, Workshop, row_of
from companion.tables.devices import hashed, label_of, met, own_secret, secret_of, spelt, with_cookie
from companion.tables.models import writing
from companion.tables.views.entrance import private
from companion.workshop.keeping import (
    LONGEST_TITLE,
    Maken,
    Rows,
    StaleSet,
    begin,
    check_size,
    latest,
    made,
    maker,
    save,
    take_in,
    version_of,
    workshop_of,
)
from companion.workshop.making import makes
from companion.workshop.models import CardSet, Maker, SetVersion

TRIES = 5
"""How often a save is laid anew on what others have saved at the same moment."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A set as it lies before one device."""

    cards: CardSet
    version: SetVersion
    rows: Rows
    game: Game[object]
    workshop: Workshop
    by: str

    def kind(self, key: str) -> Kind:
        """One of its kinds, or no such page."""
        kind = {each.key: each for each in self.workshop.kinds}.get(key)
        if kind is None:
            raise Http404
        return kind

    def of(self, kind: Kind) -> list[dict[str, str]]:
        return [dict(row) for row in self.rows.get(kind.key, ())]

    def save(self, kind: Kind, rows: list[dict[str, str]]) -> SetVersion:
        """Keep these rows of a kind; `StaleSet` where the set has been saved since it was laid here."""
        return save(self.cards, self.with_rows(kind, rows), self.by, seen=self.version.number)

    def with_rows(self, kind: Kind, rows: list[dict[str, str]]) -> Rows:
        return {**self.rows, kind.key: rows}


def bench_of(cards: CardSet, by: str) -> Bench:
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
    def page(request: HttpRequest, code: str, **place: object) -> HttpResponse:
        cards, own = find(request, code)
        if cards is None:
            return render(request, "workshop/missing.html", {"code": spelt(code)}, status=404)
        if not own:
            return redirect("workshop:join", cards.code)
        for _ in range(TRIES):
            bench = bench_of(cards, label_of(request))
            try:
                return private(view(request, bench, **place))
            except StaleSet as error:
                late: GameError = error
            except GameError as error:
                return _refused(request, bench, error)
        return _refused(request, bench, late)

    return page


def _refused(request: HttpRequest, bench: Bench, error: GameError) -> HttpResponse:
    return private(
        render(request, "workshop/refused.html", {**shown_by(bench, ""), "error": error}, status=422)
    )


def shown_by(bench: Bench, room: str) -> dict[str, object]:
    """What every page of a set shows; `room` is where one is."""
    tabs = [(kind, len(bench.rows.get(kind.key, ()))) for kind in bench.workshop.kinds]
    return {
        "cards": bench.cards,
        "version": bench.version,
        "game": bench.game,
        "tabs": tabs,
        "room": room,
        "picture_count": bench.cards.pictures.count(),
    }


def joined_rows(
    kind: Kind, own: Sequence[dict[str, str]], brought: Sequence[dict[str, str]]
) -> list[dict[str, str]]:
    """The cards that are there and those of a spreadsheet, which take the place of the same short name."""
    there = {row[kind.id]: row for row in own}
    named = {row[kind.id]: row for row in brought if row.get(kind.id)}
    return [*{**there, **named}.values(), *(row for row in brought if not row.get(kind.id))]


def seen_rows(request: HttpRequest, bench: Bench, kind: Kind) -> list[dict[str, str]]:
    """The rows of a kind as they stood in the version that was on the screen."""
    number = request.POST.get("seen", "")
    if not (number.isascii() and number.isdigit()) or len(number) > 9:
        raise InvalidInput("seen", "This page does not say which version it was made from; open it anew.")
    rows: list[dict[str, str]] = version_of(bench.cards, int(number)).rows.get(kind.key, [])
    return rows


def home(request: HttpRequest) -> HttpResponse:
    return _list(request)


class SetRow(NamedTuple):
    """A set on one's own list."""

    cards: CardSet
    latest: SetVersion
    game: str


def _list(request: HttpRequest, error: GameError | None = None) -> HttpResponse:
    digest = hashed(secret_of(request) or "")
    titles = {slug: game.title for slug, game in shelf.games().items()}
    mine = CardSet.objects.filter(makers__hash=digest).order_by("-pk")
    rows = [SetRow(each, latest(each), titles.get(each.system, each.system)) for each in mine]
    wanted = request.GET.get("game", "")
    games = sorted(made(), key=lambda game: game.slug != wanted)
    shown = {
        "rows": [row for row in rows if row.cards.archived_at is None],
        "put_away": [row for row in rows if row.cards.archived_at is not None],
        "gone": next((row for row in rows if row.cards.code == request.GET.get("away")), None),
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
def first(request: HttpRequest, bench: Bench) -> HttpResponse:
    return redirect("workshop:table", bench.cards.code, bench.workshop.kinds[0].key)


@require_POST
@at_bench
def put_away(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Off the list, or back on it: nothing of the set is lost."""
    away = bench.cards.archived_at is None
    CardSet.objects.filter(pk=bench.cards.pk).update(archived_at=timezone.now() if away else None)
    there = redirect("workshop:home")
    there["Location"] += f"?away={bench.cards.code}" if away else ""
    return there


@require_POST
@at_bench
def name(request: HttpRequest, bench: Bench) -> HttpResponse:
    title = _title(request.POST.get("title", ""))
    if not title:
        raise InvalidInput("title", "A title of at least one letter is wanted.")
    CardSet.objects.filter(pk=bench.cards.pk).update(title=title)
    return redirect("workshop:set", bench.cards.code)
