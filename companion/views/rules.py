"""Rules where a question arises: one thing in two sentences, or all of a game's on one page."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from companion import shelf
from companion.engine.game import Game
from companion.engine.rulebook import Entry, Rulebook, rulebook
from companion.htmx import HtmxRequest

LONGEST = 40
"""Characters of a value that a table's own screen puts into the words."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    games = [game for game in shelf.games().values() if rulebook(game.folder)]
    return render(request, "rules/home.html", {"games": games})


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """All that can be looked up in one game, and its rulings by number."""
    rules, book = _book(slug)
    chapters = [
        {"title": title, "entries": [_shown(entry) for entry in entries]}
        for title, entries in book.chapters.items()
    ]
    context = {"game": rules, "chapters": chapters, "rulings": list(book.rulings.values())}
    return render(request, "rules/game.html", context)


@require_safe
def one(request: HtmxRequest, slug: str, key: str) -> HttpResponse:
    """One entry or ruling: as a part, where it is asked for on a page, else as a page of its own.

    The address may carry values of a table (`?most=12`): they stand in the words instead of the usual ones.
    """
    rules, book = _book(slug)
    entry, ruling = book.entries.get(key), book.rulings.get(key.upper())
    if entry is None and ruling is None:
        raise Http404(f"Nothing in {rules.title} is called “{key}”.")
    own = {name: value[:LONGEST] for name, value in request.GET.dict().items()}
    shown = _shown(entry, own) if entry else None
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


def _shown(entry: Entry, own: Mapping[str, str] | None = None) -> dict[str, str]:
    return {
        "key": entry.key,
        "title": entry.title,
        "words": entry.told(own),
        "rule": entry.rule,
        "ruling": entry.ruling,
    }


app_name = "rules"
urlpatterns = [
    path("", home, name="home"),
    path("<slug:slug>/", game, name="game"),
    path("<slug:slug>/<slug:key>/", one, name="one"),
]
