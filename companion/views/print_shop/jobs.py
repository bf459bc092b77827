"""Long work, how far it is and what came of it; and a print on its way out of the house."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from companion.engine.errors import GameError
from companion.press.document import Document
from companion.press.whole.everything import NAME as EVERYTHING
from companion.shop import tasks
from companion.shop.export import Packed, export, findings, outward, summed
from companion.shop.files import Finished, finished, shelved
from companion.shop.models import Job, Printer
from companion.shop.orders import Seen
from companion.views.print_shop.order import Jam, handed, ordered, query_of, sent
from companion.views.print_shop.sheets import order_page, plate_of, same_game, with_table

UNHEARD = 15
"""Seconds of waiting after which the page says how a worker is started."""

MANY = 100


@require_safe
def job(request: HttpRequest, key: str) -> HttpResponse:
    """How far it is. The address is the key: only who ordered the work knows it."""
    tasks.recover()
    work = get_object_or_404(Job, kind="print", pk=key)
    waited = (timezone.now() - work.made).total_seconds() if work.state == "waiting" else 0
    shown = {"job": work, "under_way": work.state in tasks.UNDER_WAY, "unheard": waited > UNHEARD}
    return render(request, "print/job.html", {**shown, **_ordered(work), "days": settings.PRINTS_DAYS})


def _ordered(job: Job) -> dict[str, Any]:
    """What the work is of, and the address at which it was ordered."""
    record = job.order
    plate = plate_of(record["system"], record["printable"])
    printer = Printer.objects.filter(pk=record["printer"]).first() if record["printer"] else None
    query = {"table": record["table"]["code"]} if "table" in record else {}
    query |= {key: value for key, value in record["given"].items() if isinstance(value, str)}
    query |= {"printer": printer.name} if printer else {}
    there = reverse("print:printable", args=[plate.game.slug, plate.printable.name])
    context = {"plate": plate, "back": f"{there}?{urlencode(query)}" if query else there}
    if plate.printable.name != EVERYTHING:
        return context
    address = reverse("print:pdf", args=[plate.game.slug, plate.printable.name])
    return context | {"jam": Jam(address, query, record.get("from", 1))}


@require_POST
def stop(request: HttpRequest, key: str) -> HttpResponse:
    work = get_object_or_404(Job, kind="print", pk=key)
    tasks.cancel(work)
    return redirect("print:job", key)


@require_safe
def job_file(request: HttpRequest, key: str) -> HttpResponseBase:
    work = get_object_or_404(Job, kind="print", pk=key, state="done")
    file = finished(work.digest)
    if file is None:
        raise Http404
    return handed(request, file)


@with_table
def files(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """What has been taken to print lately, and is still kept: what shows no table, and this device's own."""
    return render(request, "print/files.html", {"files": list(_own(seen)), "seen": seen})


@with_table
def file(request: HttpRequest, seen: Seen | None, digest: str) -> HttpResponseBase:
    match = next((each for each in _own(seen) if each.digest == digest), None)
    if match is None:
        raise Http404
    return sent(request, match)


def _own(seen: Seen | None) -> list[Finished]:
    taken = [each for each in shelved() if each.ordered and each.may_be_seen_by(seen)]
    return sorted(taken, key=lambda each: -each.ordered)[:MANY]


@with_table
def out(request: HttpRequest, seen: Seen | None, system: str, name: str, target: str) -> HttpResponseBase:
    """The files for that target; the printable's page with what is wrong where they cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    try:
        return attached(export(ordered(request, plate, seen), target))
    except GameError as error:
        return order_page(request, plate, seen, error)


@with_table
def check(request: HttpRequest, seen: Seen | None, system: str, name: str) -> HttpResponse:
    """What a preflight finds in the file for a print house; the printable's page where it cannot be made."""
    plate, seen = plate_of(system, name), same_game(seen, system)
    if "house" not in {option.key for option in plate.asked}:
        raise Http404
    try:
        order = ordered(request, plate, seen)
        document = outward(order).document
        assert isinstance(document, Document)  # what is cut is drawn, never set as running text
        faults = findings(document, document.pdf())
    except GameError as error:
        return order_page(request, plate, seen, error)
    shown = {"plate": plate, "order": order, "query": query_of(order), "pages": len(document.pages)}
    return render(request, "print/preflight.html", {**shown, "findings": faults, "summed": summed(faults)})


def attached(packed: Packed) -> HttpResponse:
    """The files to keep, for their asker alone."""
    response = HttpResponse(packed.content, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{packed.name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
