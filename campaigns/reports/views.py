"""The reports' pages: the list, one evening, one scenario, everybody's luck; on screen and as PDF."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from campaigns.chronicle import chronicle_of
from campaigns.door import Visitor, in_campaign, page
from campaigns.files import sent, stem
from campaigns.models import Campaign, Evening
from campaigns.reports import (
    Log,
    enter,
    fortunes,
    front_page,
    has_annals,
    has_front,
    log_of,
    names_of,
    paper,
)
from campaigns.series import plays
from companion import shelf
from companion.shop import tasks
from companion.shop.files import finished
from companion.shop.models import Job
from companion.tables.devices import secret_of

SCREENS = {"report": "report", "log": "evening"}
"""What is shown on screen by the template of which."""


@require_safe
@in_campaign
def reports(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every evening and every scenario that there is a report of."""
    if not has_annals(campaign):
        listed = Evening.objects.filter(campaign=campaign).select_related("table")
        context = page(campaign, who, "reports") | {"evenings": listed}
        return render(request, "campaigns/reports/plain.html", context)
    room = enter(request, campaign, who)
    evenings = [(evening, room.in_short(room.chronicle.of(evening))) for evening in room.chronicle.evenings]
    stages = [(n, stage, room.in_short(room.lines_of(stage))) for n, stage in enumerate(room.stages, 1)]
    context = room.context(evenings=evenings, stages=stages)
    return render(request, "campaigns/reports/reports.html", context)


@require_safe
@in_campaign
def evening(
    request: HttpRequest, campaign: Campaign, who: Visitor, number: int, form: str = ""
) -> HttpResponse:
    if not has_annals(campaign):
        return _from_the_log(request, campaign, who, number, form)
    room = enter(request, campaign, who)
    found = room.evening(number)
    if room.chronicle.past(found):
        return _from_the_log(request, campaign, who, number, form)
    report = room.on(room.chronicle.of(found))
    return _answered(request, campaign, form, room.context(
        title=f"Evening {number}" + (f": {found.title}" if found.title else ""), report=report, evening=found,
        name=f"evening-{number}", front=has_front(campaign) and report.lines,
        last=next(reversed(room.chronicle.numbers(found)), 0),
    ))  # fmt: skip


@require_safe
@in_campaign
def scenario(
    request: HttpRequest, campaign: Campaign, who: Visitor, number: int, form: str = ""
) -> HttpResponse:
    """What happened in one scenario, however many evenings it took."""
    room = enter(request, campaign, who)
    stage = room.stage(number)
    return _answered(request, campaign, form, room.context(
        title=f"Scenario {stage.title}", report=room.on(room.lines_of(stage)), evening=None, stage=stage,
        name=f"scenario-{number}",
    ))  # fmt: skip


def _answered(
    request: HttpRequest, campaign: Campaign, form: str, context: dict[str, object], kind: str = "report"
) -> HttpResponse:
    """A report, or the log of an evening, on screen or as the PDF of it."""
    if form == "pdf":
        printed = paper.prose(campaign, kind, context, request.GET.get("paper", "a4"))
        return _pdf(campaign, printed.pdf(), str(context["name"]))
    return render(request, f"campaigns/reports/{SCREENS[kind]}.html", context)


def _pdf(campaign: Campaign, data: bytes, name: str) -> HttpResponse:
    return sent(data, f"{stem(campaign)}-{name}.pdf")


def _from_the_log(
    request: HttpRequest, campaign: Campaign, who: Visitor, number: int, form: str
) -> HttpResponse:
    """The lines of an evening with their steps, for a game without annals and for a series."""
    found = get_object_or_404(Evening, campaign=campaign, number=number)
    log = _log(request, campaign, found)
    context = page(campaign, who, "reports") | {
        "evening": found,
        "title": f"Evening {number}",
        "name": f"evening-{number}",
        "told": log,
        "front": has_front(campaign) and log,
    }
    if campaign.kind == "series":
        context["play"] = next((each for each in plays(campaign) if each.evening.pk == found.pk), None)
    return _answered(request, campaign, form, context, "log")


@require_safe
@in_campaign
def front(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    if not has_front(campaign):
        raise Http404("This game prints no front page.")
    found = get_object_or_404(Evening, campaign=campaign, number=number)
    printed = front_page(campaign, found, request.GET.get("paper", "a4"))
    if printed is None:
        raise Http404("No table was kept of this evening.")
    return _pdf(campaign, printed, f"evening-{number}-front-page")


def _log(request: HttpRequest, campaign: Campaign, evening: Evening) -> Log | None:
    """None where the evening was played without a table, or its game is not here any more."""
    if campaign.system not in shelf.slugs():
        return None
    if campaign.table is None:
        return log_of(evening.table, secret_of(request)) if evening.table else None
    chronicle = chronicle_of(campaign)
    numbers = {*chronicle.past(evening), *(passage.number for passage in chronicle.of(evening))}
    return log_of(chronicle.table, secret_of(request), numbers)


@require_safe
@in_campaign
def luck(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Everybody's luck over the whole campaign, and evening by evening."""
    room = enter(request, campaign, who)
    names, throws = names_of(room.chronicle), room.annals.throws(room.chronicle.passages)
    evenings = [
        (each, fortunes(names, room.annals.throws(room.chronicle.of(each))))
        for each in room.chronicle.evenings
    ]
    context = room.context(fortunes=fortunes(names, throws), throws=throws, evenings=evenings)
    return render(request, "campaigns/reports/luck.html", context)


@require_safe
@in_campaign
def booklet(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """The whole history: pages of A5 to read, or laid out on A4 to fold and staple."""
    room = enter(request, campaign, who)
    fold = request.GET.get("fold", "pages")
    if fold not in paper.FOLDS:
        raise Http404("A history is had as pages, or as sheets to fold.")
    if len(room.chronicle.passages) > paper.LONG:
        return redirect("campaigns:reports_history_work", campaign.code, paper.ordered(room, fold).key)
    return _pdf(campaign, paper.booklet(room, fold), f"history-{fold}")


@in_campaign
def history_work(request: HttpRequest, campaign: Campaign, who: Visitor, key: str) -> HttpResponse:
    """How far a long history is; posted, it is stopped. Only who asked for it knows its key."""
    tasks.recover()
    job = get_object_or_404(Job, kind=paper.KIND, pk=key, order__campaign=campaign.pk)
    if request.method == "POST":
        tasks.cancel(job)
        return redirect("campaigns:reports_history_work", campaign.code, key)
    shown = {"job": job, "under_way": job.state in tasks.UNDER_WAY}
    return render(request, "campaigns/reports/history.html", page(campaign, who, "reports") | shown)


@require_safe
@in_campaign
def history_file(request: HttpRequest, campaign: Campaign, who: Visitor, key: str) -> HttpResponse:
    job = get_object_or_404(Job, kind=paper.KIND, pk=key, order__campaign=campaign.pk, state="done")
    made = finished(job.digest)
    if made is None:
        raise Http404("This file is no longer kept; ask for the history again.")
    return sent(made.path.read_bytes(), made.name)
