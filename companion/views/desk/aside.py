"""A game's own page at the desk: the sheet stands in the address, every tap leads to the next one."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.wire import Json
from companion.views.desk.links import asked, asks, query


class AsideName:
    """The name of a page that some game has, in an address."""

    regex = "[a-z-]+"

    def to_python(self, value: str) -> str:
        """The name, where there is such a page; `ValueError` where a procedure is meant."""
        if not any(aside.name == value for game in shelf.games().values() for aside in game.asides):
            raise ValueError(value)
        return value

    def to_url(self, value: str) -> str:
        """The name as it is."""
        return value


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The sheet of the address; a tap leads to the address of the sheet after it, so Back takes it back."""
    game = shelf.games().get(slug)
    aside = next((each for each in game.asides if each.name == name), None) if game else None
    if game is None or aside is None:
        raise Http404("The desk has no page of that name.")
    sheet, refusal = None, None
    try:
        sheet = asked(request.GET) if asks(request.GET) else None
        shown = aside.show(sheet)
    except GameError as error:
        sheet, refusal, shown = None, error, aside.show(None)
    if request.method == "POST" and refusal is None:
        try:
            return _see(request, aside.press(sheet, _said(request, game)))
        except GameError as error:
            refusal = error
    context = {"game": game, "aside": aside, "sheet": shown, "begun": sheet is not None, "refusal": refusal}
    return render(request, aside.template, context, status=422 if refusal else 200)


def _said(request: HttpRequest, game: Game[object]) -> dict[str, Json]:
    """What the form said, its file read as the game reads such files."""
    said: dict[str, Json] = dict(request.POST.items())
    for file in game.files:
        for given in request.FILES.getlist(file.key):
            said[file.key] = file.read(given.read())
    return said


def _see(request: HttpRequest, sheet: Json) -> HttpResponse:
    asking = query(sheet)
    if asking is None:
        raise InvalidInput("", "This battle is too long for an address; play it at a table of the app.")
    there = HttpResponseRedirect(request.path + asking)
    there.status_code = 303
    return there
