"""Where each room is, and where a wrong address leads: back to its room, with what there is instead."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLResolver, include, path, reverse
from django.urls.resolvers import RoutePattern

from companion import shelf
from companion.caretaking.faults import broken
from companion.copies import about
from companion.engine.errors import GameError
from companion.views.finding import RULES

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
    name, words = ROOMS.get(room, ("door", "To the front page"))
    doors, rows = [(reverse(name), words)], None
    if room == "print":
        rows = exception.__cause__
        game = rest.partition("/")[0]
        if game in shelf.slugs() and shelf.game(game).printables:
            doors.insert(0, (reverse("print:game", args=[game]), f"All that {shelf.game(game).title} prints"))
    shown = {"doors": doors, "told": rows.message if isinstance(rows, GameError) else ""}
    return render(request, "404.html", shown, status=404)


handler404, handler500 = lost, broken


class Room(URLResolver):
    """A room of its own name, which is loaded when somebody comes to it, or is shown a way into it."""

    def __init__(self, place: str, module: str, name: str, namespace: str = "") -> None:
        super().__init__(RoutePattern(place), module, app_name=name, namespace=namespace or name)

    def _populate(self) -> None:
        """Nothing: whoever asks for a way into it names it, and Django reads its addresses then."""


urlpatterns = [
    Room("api/", "companion.api", "ninja", "api-1"),
    Room("desk/", "companion.views.desk", "desk"),
    path("rules/", include((RULES, "rules"))),
    Room("print/", "companion.views.print_shop", "print"),
    Room("workshop/", "companion.views.workshop", "workshop"),
    Room("lab/", "companion.views.lab", "lab"),
    Room("campaigns/", "campaigns.urls", "campaigns"),
    Room("house/copies/", "campaigns.carrying.going_back", "going_back"),
    Room("house/apart/", "campaigns.carrying.apart", "apart"),
    Room("house/beside/", "companion.beside.pages", "beside"),
    Room("house/", "companion.caretaking.pages", "house"),
    path("about/", about, name="about"),
    path("", include("companion.views.front")),
    path("", include("companion.views.finding")),
    path("", include("companion.tables.views")),
]
