"""One card: its form, and beside it the card as it will be printed, drawn anew while one types."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from companion.engine.own import BACK, PICTURE, Column, Kind
from companion.engine.own.cells import Fault
from companion.press.face import WHITE, Box, Face, Paint, Rectangle, Stamp
from companion.press.page import Page
from companion.press.pixels import judged
from companion.press.svg import svg
from companion.views.workshop.door import Bench, at_bench, seen_rows, shown_by
from companion.views.workshop.table import put, typed_row
from companion.workshop.keeping import album, pixels_of
from companion.workshop.making import Drawn, Easel, wrong

GAP = 4.0
"""Millimetres between a front and its back as they are shown."""


class Field(NamedTuple):
    """One field of the form: what stands in it, what may, and what is wrong."""

    column: Column
    name: str
    value: str
    fault: str
    choices: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        """Whether it takes several lines."""
        return self.column.kind in ("prose", "record", "records")

    @property
    def odd(self) -> bool:
        """Whether something stands in it that is none of its choices."""
        return bool(self.choices) and bool(self.value) and self.value not in self.choices


@at_bench
def card(request: HttpRequest, here: Bench, kind: str, row: int) -> HttpResponse:
    """The form of a card; row 0 is a new one. A save keeps what was typed, right or wrong."""
    of = here.kind(kind)
    rows = here.of(of)
    if request.method == "POST":
        return _kept(request, here, of, row)
    if row > len(rows):
        return redirect("workshop:table", here.cards.code, kind)
    own = rows[row - 1] if row else {}
    return render(request, "workshop/card.html", _shown(here, of, own, row))


def _kept(request: HttpRequest, here: Bench, kind: Kind, row: int) -> HttpResponse:
    seen, rows = seen_rows(request, here, kind), here.of(kind)
    typed = typed_row(request, kind, row) or {}
    if typed and not 0 < row <= len(seen):
        rows.append(typed)
    elif typed and typed != seen[row - 1]:
        put(rows, kind, seen[row - 1], typed)
    now = here.save(kind, rows)
    to = row if 0 < row <= len(now.rows[kind.key]) else len(now.rows[kind.key])
    if "next" in request.POST or not to:
        return redirect(
            "workshop:card", here.cards.code, kind.key, to + 1 if to < len(now.rows[kind.key]) else 0
        )
    return redirect("workshop:card", here.cards.code, kind.key, to)


def _shown(here: Bench, kind: Kind, own: dict[str, str], row: int) -> dict[str, Any]:
    shown = _beside(here, kind, own, row)
    faults = {each.column: each.message for each in reversed(shown["faults"])}
    count = len(here.rows.get(kind.key, ()))
    fields = [_field(here, column, row, own, faults) for column in kind.all_columns]
    more = {"kind": kind, "row": row, "fields": fields, "own_id": own.get(kind.id, ""), "count": count}
    more |= {"before": max(0, row - 1), "after": row + 1 if 0 < row < count else 0}
    return {**shown_by(here, kind.key), **shown, **more}


def _field(here: Bench, column: Column, row: int, own: dict[str, str], faults: dict[str, str]) -> Field:
    choices = column.choices if column.kind == "one" else ("yes", "no") if column.kind == "yes" else ()
    if column.key in (PICTURE, BACK):
        choices = tuple(album(here.cards))
    return Field(column, f"{row}.{column.key}", own.get(column.key, ""), faults.get(column.key, ""), choices)


@require_POST
@at_bench
def look(request: HttpRequest, here: Bench, kind: str, row: int) -> HttpResponse:
    """The card as it is typed just now, and what is wrong with it; nothing is kept."""
    of = here.kind(kind)
    own = typed_row(request, of, row) or {}
    shown = _beside(here, of, own, row)
    faults = {each.column: each.message for each in reversed(shown["faults"])}
    fields = [_field(here, column, row, own, faults) for column in of.all_columns]
    return render(request, "workshop/look.html", {**shown, "kind": of, "fields": fields, "swapped": True})


def _beside(here: Bench, kind: Kind, own: dict[str, str], row: int) -> dict[str, Any]:
    """The drawing of a card, or why there is none; and whether its pictures are sharp enough."""
    if not own:
        return {"picture": "", "faults": [], "sharp": []}
    rows = here.of(kind)
    at = row if 0 < row <= len(rows) else len(rows) + 1
    rows[at - 1 : at] = [{kind.id: f"new-{kind.one}" if kind.id != kind.name else "", **own}]
    whole = here.with_rows(kind, rows)
    faults = [each.fault for each in wrong(here.cards, whole, kind) if each.row == at]
    found = Drawn(None, faults[0]) if faults else Easel(here.cards, whole, kind).drawn(at)
    told: list[Fault] = faults or ([found.fault] if found.fault else [])
    return {"picture": _picture(found), "faults": told, "sharp": _sharp(here, kind, own)}


def _picture(found: Drawn) -> SafeString | str:
    """Front and back side by side, in one drawing so that no part of one stands for a part of the other."""
    if not found.sides:
        return ""
    front, back = found.sides
    stamps = [*_on_paper(front, 0), *(_on_paper(back, front.width + GAP) if back else ())]
    wide = front.width + (GAP + back.width if back else 0)
    # Our own drawing; its texts are escaped by `press.svg`.
    return mark_safe(svg(Page(wide, front.height, tuple(stamps)), title="The card as it is printed"))


def _on_paper(side: Face, x: float) -> tuple[Stamp, Stamp]:
    """A side of a card to its cut, on white paper."""
    paper = Rectangle(Box(0, 0, side.width, side.height), Paint(fill=WHITE))
    bare = Face(side.width, side.height, (paper,), "paper")
    return Stamp(bare, x, 0), Stamp(side, x, 0, window=side.box("trim"))


def _sharp(here: Bench, kind: Kind, own: dict[str, str]) -> list[str]:
    """What each picture of a card comes to at its printed size."""
    pictures, told = album(here.cards), []
    for key, place in ((PICTURE, kind.window), (BACK, kind.size)):
        if found := pictures.get(own.get(key, "")):
            size = f"{place[0]:g} × {place[1]:g} mm"
            told.append(f"{found.name} on {size}: {judged(pixels_of(found).dots(*place))}")
    return told
