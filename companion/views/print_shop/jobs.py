"""Long work: how far it is, the button that stops it, and the finished files."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from companion.press.whole.everything import NAME as EVERYTHING
from companion.shop import jobs
from companion.shop.files import Finished, finished, shelved
from companion.shop.models import Job, Printer
from companion.shop.orders import Seen
from companion.views.print_shop.order import handed, sent
from companion.views.print_shop.runs import Jam
from companion.views.print_shop.shelf import plate_of, with_table

UNHEARD = 15
"""Seconds of waiting after which the page says how a worker is started."""

MANY = 100


@require_safe
def job(request: HttpRequest, key: str) -> HttpResponse:
    """How far it is. The address is the key: only who ordered the work knows it."""
    jobs.recover()
    found = get_object_or_404(Job, kind="print", pk=key)
    waited = (timezone.now() - found.made).total_seconds() if found.state == "waiting" else 0
    shown = {"job": found, "under_way": found.state in jobs.UNDER_WAY, "unheard": waited > UNHEARD}
    return render(request, "print/job.html", {**shown, **_ordered(found), "days": settings.PRINTS_DAYS})


def _ordered(job: Job) -> dict[str, Any]:
    """What the work is of, and the address at which it was ordered."""
    told = job.order
    plate = plate_of(told["system"], told["printable"])
    printer = Printer.objects.filter(pk=told["printer"]).first() if told["printer"] else None
    query = {"table": told["table"]["code"]} if "table" in told else {}
    query |= {key: value for key, value in told["given"].items() if isinstance(value, str)}
    query |= {"printer": printer.name} if printer else {}
    there = reverse("print:printable", args=[plate.game.slug, plate.printable.name])
    found = {"plate": plate, "back": f"{there}?{urlencode(query)}" if query else there}
    if plate.printable.name != EVERYTHING:
        return found
    address = reverse("print:pdf", args=[plate.game.slug, plate.printable.name])
    return found | {"jam": Jam(address, query, told.get("from", 1))}


@require_POST
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Stop it."""
    found = get_object_or_404(Job, kind="print", pk=key)
    jobs.cancel(found)
    return redirect("print:job", key)


@require_safe
def job_file(request: HttpRequest, key: str) -> HttpResponseBase:
    """The finished file of a job."""
    found = get_object_or_404(Job, kind="print", pk=key, state="done")
    file = finished(found.digest)
    if file is None:
        raise Http404
    return handed(request, file)


@with_table
def files(request: HttpRequest, seen: Seen | None) -> HttpResponse:
    """What has been taken to print lately, and is still kept: what shows no table, and this device's own."""
    return render(request, "print/files.html", {"files": list(_own(seen)), "seen": seen})


@with_table
def file(request: HttpRequest, seen: Seen | None, digest: str) -> HttpResponseBase:
    """One finished file."""
    found = next((each for each in _own(seen) if each.digest == digest), None)
    if found is None:
        raise Http404
    return sent(request, found)


def _own(seen: Seen | None) -> list[Finished]:
    taken = [each for each in shelved() if each.ordered and each.may_be_seen_by(seen)]
    return sorted(taken, key=lambda each: -each.ordered)[:MANY]
