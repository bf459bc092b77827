"""Binders that play themselves, for programs: put down, followed, stopped, their result read."""

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns.api import designer, gate
from campaigns.api.designer import WITH_BINDER
from campaigns.designer import latest
from campaigns.designer import trials as work
from campaigns.designer.trials import Order
from campaigns.models import Binder, BinderVersion
from companion.shop import tasks
from companion.shop.models import Job
from companion.tables.api.gate import Operations

router = Router(tags=["designer"])
with_binder = Operations(router, WITH_BINDER, "/binders/{code}/trials")


@with_binder("POST ", "Let a binder play itself", gate.NewTrials, designer.Trials)
def begin(request: HttpRequest, binder: Binder, wanted: gate.NewTrials) -> object:
    """Its latest version is played by a worker, so many times, from a seed on."""
    return _told(work.begin(latest(binder), Order(wanted.plays, wanted.players, wanted.seed)))


@with_binder("GET /{key}", "How far trial plays are, what came of them", answer=designer.Trials)
def trials(request: HttpRequest, binder: Binder, key: str) -> object:
    """`state` is waiting, running, done, failed or cancelled; `summary` is there once they are done."""
    tasks.recover()
    return _told(_job(binder, key))


@with_binder("DELETE /{key}", "Stop trial plays", answer=designer.Trials)
def stop(request: HttpRequest, binder: Binder, key: str) -> object:
    """Stops after the play in hand."""
    job = _job(binder, key)
    tasks.cancel(job)
    job.refresh_from_db()
    return _told(job)


def _job(binder: Binder, key: str) -> Job:
    job = work.of(binder).filter(pk=key).first()
    if job is None:
        raise Http404("This binder has no such plays.")
    return job


def _told(job: Job) -> designer.Trials:
    order = job.order
    version = BinderVersion.objects.get(binder__code=order["binder"], number=order["version"])
    return designer.Trials(
        key=job.key,
        state=job.state,
        version=version.number,
        plays=order["plays"],
        players=order["players"],
        seed=order["seed"],
        done=job.done,
        problem=job.problem["error"]["message"] if job.problem else "",
        summary=work.outcome_of(job, version).summary if job.state == "done" else None,
    )
