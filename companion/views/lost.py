"""A wrong address leads back: to the room that it is in, with what there is instead where that is known."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from companion import shelf
from companion.engine.errors import GameError

ROOMS = {
    "print": ("print:home", "To the print shop"),
    "campaigns": ("campaigns:home", "To the campaigns"),
    "desk": ("desk:home", "To the desk"),
    "rules": ("rules:home", "To the rules"),
}
"""The rooms of the house by the first word of their addresses; all else is the tables'."""


def lost(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page. The shop alone says why: elsewhere a refusal could tell what is hidden."""
    room, _, rest = request.path.strip("/").partition("/")
    name, words = ROOMS.get(room, ("tables:home", "To the tables"))
    doors, told = [(reverse(name), words)], None
    if room == "print":
        told = exception.__cause__
        game = rest.partition("/")[0]
        if game in shelf.slugs() and shelf.game(game).printables:
            doors.insert(0, (reverse("print:game", args=[game]), f"All that {shelf.game(game).title} prints"))
    shown = {"doors": doors, "told": told.message if isinstance(told, GameError) else ""}
    return render(request, "404.html", shown, status=404)
