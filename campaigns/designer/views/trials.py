"""A binder that plays itself: asked for, followed while it is under way, and what came of it."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaigns.designer import trials as work
from campaigns.designer.door import Bench, at_bench
from campaigns.designer.trials import Asked
from campaigns.designer.trials_told import drawn, lasted, tried
from campaigns.designer.views.answering import at_work, page
from campaigns.models import BinderVersion
from companion.engine.campaign.trials import Setup
from companion.engine.errors import InvalidInput
from companion.shop import jobs
from companion.shop.models import Job

UNHEARD = 15
"""Seconds of waiting after which the page says how a worker is started."""


@at_work
def trials(request: HttpRequest, here: Bench) -> HttpResponse:
    """What was played so far, and the form for more; posted, the plays are put down for a worker."""
    if request.method == "POST":
        job = work.begin(here.version, _asked(request))
        return redirect("campaigns:binder-trial", here.binder.code, job.key)
    plays = work.plays_of(here.binder.system)
    context = page(here, "trials") | {
        "ready": not here.version.fault,
        "players": () if here.version.fault else plays.players(here.content),
        "numbers": work.NUMBERS,
        "seed": work.of(here.binder).count() * max(work.NUMBERS) + 1,
        "rows": [(job, here.version.number - job.order["version"]) for job in work.of(here.binder)],
    }
    return render(request, "campaigns/designer/trials.html", context)


def _asked(request: HttpRequest) -> Asked:
    return Asked(*(_number(request, key) for key in ("plays", "players", "seed")))


def _number(request: HttpRequest, key: str) -> int:
    typed = request.POST.get(key, "").strip()
    if not typed.isdecimal() or len(typed) > 9:
        raise InvalidInput(key, f"A whole number is wanted; “{typed[:30]}” was given.")
    return int(typed)


@require_safe
@at_bench
def trial(request: HttpRequest, here: Bench, key: str) -> HttpResponse:
    """How far it is; once it is done, what came of it."""
    jobs.recover()
    job = _job(here, key)
    waited = (timezone.now() - job.made).total_seconds() if job.state == "waiting" else 0
    context = page(here, "trials") | {
        "job": job,
        "order": job.order,
        "under_way": job.state in jobs.UNDER_WAY,
        "unheard": waited > UNHEARD,
        "older": here.version.number - job.order["version"],
        **(_result(here, job) if job.state == "done" else {}),
    }
    return render(request, "campaigns/designer/trial.html", context)


def _result(here: Bench, job: Job) -> dict[str, Any]:
    version = _version(here, job)
    found = work.found(job, version)
    address = reverse("campaigns:binder-version", args=[here.binder.code, version.number])
    return {
        "summary": found.summary,
        "lasted": lasted(found),
        "bankrupt": [(found.sides[side], share) for side, share in found.summary.bankrupt],
        "tried": tried(found),
        "drawing": drawn(replace(here, version=version, content=found.content), found),
        "address": address,
    }


@require_POST
@at_bench
def stop(request: HttpRequest, here: Bench, key: str) -> HttpResponse:
    """Stop it after the play in hand."""
    jobs.cancel(_job(here, key))
    return redirect("campaigns:binder-trial", here.binder.code, key)


@require_safe
@at_bench
def journal(request: HttpRequest, here: Bench, key: str, seed: int) -> HttpResponse:
    """One of the plays, line by line, as `resolve … replay` takes it."""
    job = _job(here, key)
    order, version = job.order, _version(here, job)
    if seed not in range(order["seed"], order["seed"] + order["plays"]):
        raise Http404("There is no such play among these.")
    told = work.plays_of(here.binder.system).journal(version.content, Setup(order["players"], seed))
    called = f"{here.binder.system}-play-{here.binder.code.lower()}-{version.number}-{seed}.json"
    answer = JsonResponse(told, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{called}"'
    return answer


def _job(here: Bench, key: str) -> Job:
    return get_object_or_404(work.of(here.binder), pk=key)


def _version(here: Bench, job: Job) -> BinderVersion:
    return get_object_or_404(BinderVersion, binder=here.binder, number=job.order["version"])
