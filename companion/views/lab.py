"""The lab's page: what lies at a table plays itself, and what came of it beside what came of another."""

from typing import Literal

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from ninja import Router

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.player.lab import Summary
from companion.shop import lab, tasks
from companion.shop.models import Job
from companion.tables import house
from companion.tables.api.answers import Record
from companion.tables.api.gate import AT_TABLE, Operations, Visitor
from companion.tables.devices import Device, secret_of
from companion.tables.models import Table
from companion.tables.tonight import mine
from companion.tables.views.entrance import at_table

MOST_DEEDS = 40
UNHEARD = 15
"""Seconds after which a job that nobody has taken up says so."""


@at_table
def page(request: HttpRequest, table: Table, who: Device) -> HttpResponse:
    """What was tried so far, and the form for more; posted, the games are put down for a worker."""
    error: GameError | None = None
    if request.method == "POST":
        plays = request.POST.get("plays", "")
        order = lab.Plays(int(plays) if plays.isdecimal() else 0, request.POST.get("strength", ""))
        try:
            return redirect("lab:job", table.code, lab.begin(table, order).key)
        except GameError as refused:
            error = refused
    context = _context(request, table) | {
        "barred": house.barred(table),
        "numbers": lab.NUMBERS,
        "strengths": lab.STRENGTHS,
        "error": error,
    }
    return render(request, "rooms/lab.html", context, status=422 if error else 200)


def _context(request: HttpRequest, table: Table, key: str = "") -> dict[str, object]:
    others = _jobs(request, table).exclude(pk=key)[:12]
    return {"table": table, "game": shelf.game(table.system), "others": others}


def _jobs(request: HttpRequest, table: Table) -> QuerySet[Job]:
    """What was tried here, and at the other tables of this game that this device plays or hosts."""
    return lab.of([table, *(each.table for each in mine(secret_of(request), table.system))])


@require_safe
@at_table
def job(request: HttpRequest, table: Table, who: Device, key: str) -> HttpResponse:
    """How far it is; once it is done, what came of it, beside another that `?beside=` names."""
    tasks.recover()
    task = _job(request, table, key)
    other = request.GET.get("beside", "")
    both = [task, *([_job(request, table, other)] if other else [])]
    waited = (timezone.now() - task.made).total_seconds() if task.state == "waiting" else 0
    finished = [each for each in both if each.state == "done"]
    context = _context(request, table, key) | {
        "job": task,
        "under_way": task.state in tasks.UNDER_WAY,
        "unheard": waited > UNHEARD,
        "told": [_sheet(table, each, lab.summary(each)) for each in finished] if task in finished else [],
    }
    return render(request, "rooms/lab.html", context)


def _job(request: HttpRequest, table: Table, key: str) -> Job:
    job = _jobs(request, table).filter(pk=key).first()
    if job is None:
        raise Http404("Nothing of that name was tried.")
    return job


def _sheet(table: Table, job: Job, summary: Summary) -> dict[str, object]:
    game = shelf.game(table.system)
    names, player = {chair.id: chair.name for chair in game.setup_seats(job.order["setup"])}, game.player
    return {
        "job": job,
        "strength": lab.STRENGTHS[job.order["strength"]],
        "summary": summary,
        "first": [(names.get(seat, seat), share) for seat, share in summary.first],
        "worth": summary.worth[:MOST_DEEDS],
        "measured": player.measured if player else "",
    }


@require_POST
@at_table
def stop(request: HttpRequest, table: Table, who: Device, key: str) -> HttpResponse:
    """Ask it to stop; what is played by then counts."""
    tasks.cancel(_job(request, table, key))
    return redirect("lab:job", table.code, key)


class ToPlay(Record):
    """What is laid out at the table shall play itself so often, by a quick hand or as the house thinks."""

    plays: Literal[50, 200, 500]
    strength: Literal["plays_along", "thinks"] = "plays_along"


class Tried(Record):
    """A piece of the lab's work: how many games of how many; once it is done, what they come to."""

    key: str
    state: str
    done: int
    total: int
    summary: Summary | None


router = Router(tags=["lab"])
at_lab = Operations(router, AT_TABLE, "/tables/{code}/lab", "lab")


@at_lab("POST ", "Let it play itself", ToPlay, Tried, status=202)
def begin(request: HttpRequest, visitor: Visitor, wanted: ToPlay) -> object:
    """Put down for a worker, dealt anew each time; the same that was played already is answered at once."""
    return _tried(lab.begin(visitor[0], lab.Plays(wanted.plays, wanted.strength)))


@at_lab("GET /{key}", "How far the lab is", answer=Tried)
def tried(request: HttpRequest, visitor: Visitor, key: str) -> object:
    """How far it is, and what came of it."""
    found = lab.of([visitor[0]]).filter(pk=key).first()
    if found is None:
        raise InvalidInput("key", "Nothing of that name was tried at this table.")
    return _tried(found)


def _tried(job: Job) -> Tried:
    came = lab.summary(job) if job.state == "done" else None
    return Tried(job.key, job.state, job.done, job.total, came)


urlpatterns = [
    path("<slug:code>/", page, name="page"),
    path("<slug:code>/<slug:key>/", job, name="job"),
    path("<slug:code>/<slug:key>/stop/", stop, name="stop"),
]
