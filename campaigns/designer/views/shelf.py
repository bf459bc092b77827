"""The binders of this device: those it writes, the starter to copy, a file to bring in, and the door."""

from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from campaigns.designer.door import Bench, at_bench, find
from campaigns.designer.fitting import check_fit
from campaigns.designer.keeping import begin, design_of, designed, file_of, latest
from campaigns.models import Author, Binder
from companion.engine.errors import GameError, InvalidInput
from companion.engine.wire import Json
from companion.tables.codes import hashed, spelt
from companion.tables.devices import label_of, own_secret, secret_of, with_cookie
from companion.tables.views.entrance import private
from companion.tables.writing import writing

LARGEST = 2_000_000
"""Bytes of a file that is brought in."""


def binders(request: HttpRequest) -> HttpResponse:
    """The list."""
    return _list(request)


def _list(request: HttpRequest, error: GameError | None = None) -> HttpResponse:
    digest = hashed(secret_of(request) or "")
    mine = Binder.objects.filter(authors__hash=digest).annotate(saved=Max("versions__at"))
    rows: list[dict[str, Any]] = [
        {"binder": each, "latest": latest(each)} for each in mine.order_by("-saved")
    ]
    context = {
        "rows": [row for row in rows if row["binder"].archived_at is None],
        "put_away": [row for row in rows if row["binder"].archived_at is not None],
        "games": designed(),
        "error": error,
    }
    page = render(request, "campaigns/designer/binders.html", context, status=422 if error else 200)
    return private(page)


@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """A new binder: the starter's copy, or what a file holds, with its faults."""
    try:
        content, what = _content(request)
        design = design_of(request.POST.get("system", ""))
        check_fit(design, content)
    except GameError as error:
        return _list(request, error)
    secret = own_secret(request)
    binder = begin(request.POST["system"], content, secret, label_of(request), what)
    return with_cookie(request, redirect("campaigns:binder", binder.code), secret)


def _content(request: HttpRequest) -> tuple[Json, str]:
    file = file_of(request.POST.get("system", ""))
    if "starter" in request.POST:
        return file.sample(), "The starter's copy"
    brought = request.FILES.get("file")
    if brought is None:
        raise InvalidInput("", "Choose a file first: a binder's JSON, or a spreadsheet such as the template.")
    if (brought.size or 0) > LARGEST:
        raise InvalidInput("", f"A binder's file has at most {LARGEST // 1_000_000} MB; this has more.")
    return file.read(brought.read()), f"From {brought.name}"[:200]


@require_POST
@at_bench
def put_away(request: HttpRequest, here: Bench) -> HttpResponse:
    """Off the list, or back on it. Nothing of the binder is lost."""
    when = timezone.now() if here.binder.archived_at is None else None
    Binder.objects.filter(pk=here.binder.pk).update(archived_at=when)
    return redirect("campaigns:binders")


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A device that knows the code may write the binder from now on."""
    binder, _ = find(request, code)
    if binder is None:
        return render(request, "campaigns/designer/missing.html", {"code": code}, status=404)
    if request.method != "POST":
        return private(render(request, "campaigns/designer/join.html", {"binder": binder}))
    secret = own_secret(request)
    with writing():
        Author.objects.get_or_create(
            binder=binder, hash=hashed(secret), defaults={"label": label_of(request)[:60]}
        )
    return with_cookie(request, redirect("campaigns:binder", binder.code), secret)


def by_code(request: HttpRequest) -> HttpResponse:
    """The code as it was typed."""
    return redirect("campaigns:binder-join", spelt(request.GET.get("code", "")) or "none")
