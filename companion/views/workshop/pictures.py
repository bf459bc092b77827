"""The pictures of a set: brought in and made safe, looked at, taken away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from companion.engine.errors import GameError, InvalidInput
from companion.engine.own import BACK, PICTURE
from companion.press.pixels import MOST_BYTES, judged
from companion.views.workshop.door import Bench, at_bench, shown_by
from companion.workshop.keeping import album, pixels_of, take
from companion.workshop.models import Picture

AT_ONCE = 20
"""Files of one form."""


@at_bench
def pictures(request: HttpRequest, here: Bench) -> HttpResponse:
    """The album: each with its size, and what it comes to on a card."""
    error: GameError | None = None
    if request.method == "POST":
        try:
            return _taken(request, here)
        except GameError as refused:
            error = refused
    shown = {
        **shown_by(here, "pictures"),
        "album": _album(here),
        "error": error,
        "most": MOST_BYTES // 1_000_000,
    }
    return render(request, "workshop/pictures.html", shown, status=422 if error else 200)


def _taken(request: HttpRequest, here: Bench) -> HttpResponse:
    """All of the files, or none of them."""
    files = request.FILES.getlist("file")[:AT_ONCE]
    if not files:
        raise InvalidInput("", "Choose a picture first: PNG, JPEG or SVG.")
    for file in files:
        if (file.size or 0) > MOST_BYTES:
            raise InvalidInput("", f"“{file.name}” has more than {MOST_BYTES // 1_000_000} MB.")
        try:
            take(here.cards, str(file.name).rpartition(".")[0] or str(file.name), file.read())
        except GameError as error:
            raise InvalidInput("", f"“{file.name}”: {error.message}") from error
    return redirect("workshop:pictures", here.cards.code)


def _album(here: Bench) -> list[dict[str, object]]:
    rows = [(kind, row) for kind in here.workshop.kinds for row in here.rows.get(kind.key, ())]
    kind = here.workshop.kinds[0]
    return [
        {
            "picture": each,
            "uses": sum(name in (row.get(PICTURE), row.get(BACK)) for _, row in rows),
            "front": judged(pixels_of(each).dots(*kind.window)),
            "back": judged(pixels_of(each).dots(*kind.size)),
        }
        for name, each in album(here.cards).items()
    ]


@at_bench
def picture(request: HttpRequest, here: Bench, pk: int) -> HttpResponse:
    """One picture, as it is kept."""
    found = pixels_of(get_object_or_404(Picture, cards=here.cards, pk=pk))
    return HttpResponse(found.data, content_type=found.kind)


@require_POST
@at_bench
def take_away(request: HttpRequest, here: Bench, pk: int) -> HttpResponse:
    """Take a picture out of the album, which no card of the newest version shows."""
    found = get_object_or_404(Picture, cards=here.cards, pk=pk)
    used = any(found.name in (row.get(PICTURE), row.get(BACK)) for rows in here.rows.values() for row in rows)
    if used:
        raise InvalidInput("", f"“{found.name}” is on a card; take it off there first.")
    found.delete()
    return redirect("workshop:pictures", here.cards.code)
