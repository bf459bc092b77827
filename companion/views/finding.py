"""One line that finds everything: games, rules, questions, cards, prints, and what this device plays."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from companion import shelf
from companion.engine.game import Game
from companion.engine.rulebook import rulebook
from companion.htmx import HtmxRequest
from companion.tables.devices import secret_of
from companion.tables.lobby import kept
from companion.tables.tonight import mine
from companion.tables.views.entrance import private

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
