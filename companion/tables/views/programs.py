"""The page on which a seat lets programs act for it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from companion.engine.errors import IllegalAction
from companion.tables.devices import Device
from companion.tables.may import chairs
from companion.tables.models import Table
from companion.tables.seating.programs import give, given, take_back
from companion.tables.views.entrance import at_table


@at_table
def programs(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """Each seat of this device with its programs. A new token is shown in the answer, and never again."""
    told, error = "", None
    if request.method == "POST":
        try:
            if request.POST.get("deed") == "give":
                told = give(table, who, request.POST.get("seat", ""))
            else:
                take_back(table, who, _number(request.POST.get("token", "")))
                return redirect("tables:programs", table.code)
        except IllegalAction as refused:
            error = refused
    names = chairs(table)
    rows = [{"id": seat, "name": names[seat], "tokens": each} for seat, each in given(table, who).items()]
    address = request.build_absolute_uri(f"/api/tables/{table.code}")
    context = {"row": table, "seats": rows, "told": told, "error": error, "address": address}
    return render(request, "tables/programs.html", context, status=422 if error else 200)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
