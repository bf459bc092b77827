"""What is looked up: one line that finds games, rules, cards, prints, one's own; and the rules themselves.

Rules stand where a question arises: one thing in two sentences, or all of a game's on one page.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from companion import shelf
from companion.engine.game import Game
from companion.engine.rulebook import Entry, Rulebook, rulebook
from companion.htmx import HtmxRequest
from companion.tables.devices import secret_of
from companion.tables.lobby import kept
from companion.tables.tonight import mine
from companion.tables.views.entrance import private

LONGEST_VALUE = 40
"""Characters of a value that a table's own screen puts into the words."""


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    games = [game for game in shelf.games().values() if rulebook(game.folder)]
    return render(request, "rules/home.html", {"games": games})


@require_safe
def rules_of(request: HttpRequest, slug: str) -> HttpResponse:
    """All that can be looked up in one game, and its rulings by number."""
    rules, book = _book(slug)
    chapters = [
        {"title": title, "entries": [_entry(entry) for entry in entries]}
        for title, entries in book.chapters.items()
    ]
    context = {"game": rules, "chapters": chapters, "rulings": list(book.rulings.values())}
    return render(request, "rules/game.html", context)


@require_safe
def rule(request: HtmxRequest, slug: str, key: str) -> HttpResponse:
    """One entry or ruling: as a part, where it is asked for on a page, else as a page of its own.

    The address may carry values of a table (`?most=12`): they stand in the words instead of the usual ones.
    """
    rules, book = _book(slug)
    entry, ruling = book.entries.get(key), book.rulings.get(key.upper())
    if entry is None and ruling is None:
        raise Http404(f"Nothing in {rules.title} is called “{key}”.")
    own = {name: value[:LONGEST_VALUE] for name, value in request.GET.dict().items()}
    shown = _entry(entry, own) if entry else None
    ruled = book.rulings.get(entry.ruling) if entry else ruling
    is_part = request.htmx and not request.htmx.history_restore_request
    context = {"game": rules, "entry": shown, "ruling": ruled}
    return render(request, "rules/told.html" if is_part else "rules/one.html", context)


def _book(slug: str) -> tuple[Game[object], Rulebook]:
    if slug not in shelf.slugs():
        raise Http404(f"There is no game “{slug}”.")
    rules = shelf.game(slug)
    book = rulebook(rules.folder)
    if not book:
        raise Http404(f"The rules of {rules.title} cannot be looked up yet.")
    return rules, book


def _entry(entry: Entry, own: Mapping[str, str] | None = None) -> dict[str, str]:
    return {
        "key": entry.key,
        "title": entry.title,
        "words": entry.told(own),
        "rule": entry.rule,
        "ruling": entry.ruling,
    }


RULES = [
    path("", rules, name="home"),
    path("<slug:slug>/", rules_of, name="game"),
    path("<slug:slug>/<slug:key>/", rule, name="one"),
]


LONGEST, MOST = 60, 6
"""Letters of what is sought; and how many of a kind are shown."""


class Hit(NamedTuple):
    """What can be found: its kind, what it is called, whose it is, where it leads, all its words."""

    kind: str
    title: str
    words: str
    href: str
    text: str


KEPT: list[Callable[[str | None], Iterable[Hit]]] = []
"""What else of a device's own can be found; the floors above say so here."""
KINDS = ("Yours", "Games", "Rules", "The desk", "Print", "Cards")


def folded(text: str) -> str:
    """As it is compared: without capitals and accents.

    >>> folded("Verräter’s  Mühle")
    'verrater’s muhle'
    """
    bare = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join("".join(bare).casefold().split())


def hit(kind: str, title: str, words: str, href: str, more: str = "") -> Hit:
    """One of them; `more` is read too, and not shown."""
    return Hit(kind, title, words, href, folded(f"{title} {words} {more}"))


@cache
def printed() -> tuple[Hit, ...]:
    """What is the same for everybody: all that the games say of themselves."""
    return tuple(each for slug, game in shelf.games().items() for each in _of(slug, game))


def _of(slug: str, game: Game[object]) -> Iterator[Hit]:
    yield hit("Games", game.title, game.tagline, reverse("game", args=[slug]), game.box.about)
    book, there = rulebook(game.folder), reverse("rules:game", args=[slug])
    for entry in book.entries.values():
        yield hit(
            "Rules", entry.title, game.title, f"{there}#rule-{entry.key}", f"{entry.told()} {entry.rule}"
        )
    for ruling in book.rulings.values():
        href = f"{there}#rule-{ruling.number.lower()}"
        yield hit("Rules", f"{ruling.number} {ruling.title}", game.title, href, ruling.words)
    questions = {each.procedure: each.words for each in game.box.asks}
    for name, procedure in game.procedures.items():
        href = reverse("desk:procedure", args=[slug, name])
        more = f"{questions.get(name, '')} {procedure.group} {procedure.summary}"
        yield hit("The desk", procedure.title, game.title, href, more)
    for name, printable in game.printables.items():
        href = reverse("print:printable", args=[slug, name])
        yield hit("Print", printable.title, game.title, href, f"{printable.name} {printable.summary}")
    yield from _cards(slug, game)


def _cards(slug: str, game: Game[object]) -> Iterator[Hit]:
    """The cards of its starter sets, each once, by name."""
    shop = game.workshop
    if shop is None:
        return
    href, names = f"{reverse('workshop:home')}?game={slug}", set[str]()
    rows = ((kind, each) for base in shop.bases for kind, of in shop.starter(base).items() for each in of)
    for kind, record in rows:
        name = str(record.get("title") or record.get("name") or "")
        if name and name not in names:
            names.add(name)
            text = " ".join(each for each in record.values() if isinstance(each, str))
            yield hit("Cards", name, f"{game.title}, {kind}", href, text)


def own(secret: str | None) -> Iterator[Hit]:
    """This device's tables, and whatever else it keeps; a campaign's table is found as the campaign."""
    alone = (each for each in mine(secret) if not ((part := kept(each.table)) and part.whole))
    for each in alone:
        table, game = each.table, shelf.game(each.table.system)
        there = reverse("tables:table", args=[table.code])
        yield hit("Yours", table.title, f"{game.title}, {table.headline}", there, table.code)
    for keeper in KEPT:
        yield from keeper(secret)


def found(text: str, secret: str | None) -> dict[str, list[Hit]]:
    """What holds every word of it, by kind: first what is called so, then what tells of it."""
    words = folded(text).split()
    if not words:
        return {}
    hits = [each for each in (*own(secret), *printed()) if all(word in each.text for word in words)]
    hits.sort(key=lambda each: _far(folded(each.title), words))
    kinds = {kind: [each for each in hits if each.kind == kind] for kind in KINDS}
    return {kind: of[:MOST] for kind, of in kinds.items() if of}


def _far(title: str, words: list[str]) -> tuple[bool, bool, int]:
    """How far a title is from what is sought: it begins so, holds it all, or neither; then the shorter."""
    return not title.startswith(words[0]), not all(word in title for word in words), len(title)


@gzip_page
@require_safe
def search(request: HtmxRequest) -> HttpResponse:
    """What is sought, as a page; its part alone where it is asked for while one types."""
    text = request.GET.get("q", "")[:LONGEST]
    shown = {"q": text, "kinds": found(text, secret_of(request))}
    is_part = request.htmx and not request.htmx.history_restore_request
    return private(render(request, "rooms/found.html" if is_part else "rooms/search.html", shown))


urlpatterns = [path("search/", search, name="search")]
