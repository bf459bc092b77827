"""Where each room is, and where a wrong address leads: back to its room, with what there is instead."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path, reverse
from django.views.generic import TemplateView

from companion import shelf
from companion.api import api
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
    name, words = ROOMS.get(room, ("door", "To the front page"))
    doors, rows = [(reverse(name), words)], None
    if room == "print":
        rows = exception.__cause__
        game = rest.partition("/")[0]
        if game in shelf.slugs() and shelf.game(game).printables:
            doors.insert(0, (reverse("print:game", args=[game]), f"All that {shelf.game(game).title} prints"))
    shown = {"doors": doors, "told": rows.message if isinstance(rows, GameError) else ""}
    return render(request, "404.html", shown, status=404)


handler404 = lost

urlpatterns = [
    path("api/", api.urls),
    path("desk/", include("companion.views.desk")),
    path("rules/", include("companion.views.rules")),
    path("print/", include("companion.views.print_shop")),
    path("workshop/", include("companion.views.workshop")),
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("campaigns/", include("campaigns.urls")),
    path("", include("companion.views.front")),
    path("", include("companion.views.finding")),
    path("", include("companion.tables.urls")),
]
