"""Setup binders for programs: begun, read, saved version by version, answered of, and playing themselves."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns import designer as designs
from campaigns.api import gate
from campaigns.api.gate import picked
from campaigns.designer import Save, design_of, drawings, file_of, latest, save
from campaigns.designer import trials as work
from campaigns.designer.changing import check_fit
from campaigns.designer.trials import Order
from campaigns.models import Author, BinderVersion
from campaigns.models import Binder as StoredBinder
from companion.engine.campaign.design import Summary
from companion.engine.errors import GameError
from companion.engine.player import lab
from companion.engine.wire import Json
from companion.shop import tasks
from companion.shop.models import Job
from companion.tables.api.answers import Nothing
from companion.tables.api.gate import (
    NO_TOKEN,
    OPENING,
    STRANGER,
    WITH_TOKEN,
    Entrance,
    Operations,
    Place,
    refusal,
)
from companion.tables.devices import bearer, hashed, met, new_secret, spelt
from companion.tables.models import writing


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands in the way of playing a binder, and where."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Binder:
    """A binder as it is in one version: what stands in the way of playing it, and of printing it."""

    code: str
    system: str
    title: str
    version: int
    what: str
    by: str
    faults: tuple[Fault, ...]
    unprinted: tuple[Fault, ...]
    content: Json


@dataclass(frozen=True, slots=True)
class NewBinder:
    """A binder just begun, and the token that writes it."""

    token: str
    binder: Binder


@dataclass(frozen=True, slots=True)
class Row:
    """A binder or a version of one, in a list; `fault` is the first thing that stands in the way."""

    code: str
    title: str
    version: int
    aside: bool
    note: str
    what: str
    fault: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of them, newest first."""

    binders: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a save; a late one is kept beside the latest, as a version of its own."""

    version: int
    late: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """A version's own plays: how many are done, and once all are, what they come to.

    `games` is the same told as of any game that plays itself: who comes first, and what each deed is worth.
    """

    key: str
    state: str
    version: int
    plays: int
    players: int
    seed: int
    done: int
    problem: str
    summary: Summary | None
    strength: str
    games: lab.Summary | None


router = Router(tags=["designer"])
PROGRAM = "A program"


def _binder_of(request: HttpRequest, place: Place) -> object:
    token, code = bearer(request), spelt(place.pop("code"))
    if token is None:
        return refusal(401, "unauthorized", NO_TOKEN)
    binder = StoredBinder.objects.filter(code=code, authors__hash=hashed(token)).first()
    if met(request, code, binder, binder is not None, token) is None or binder is None:
        raise Http404(f"This token writes no binder “{code}”.")
    return binder


WITH_BINDER = Entrance(_binder_of)
"""For a token that writes the binder of that code; what it does not write is not there for it."""
with_binder = Operations(router, WITH_BINDER, "/binders/{code}")


@Operations(router, WITH_TOKEN)("GET /binders", "Binders", answer=Rows)
def binders(request: HttpRequest, token: str) -> object:
    """Those that this token writes."""
    mine = StoredBinder.objects.filter(authors__hash=hashed(token), archived_at=None).order_by("-pk")
    return Rows(tuple(_row(latest(each)) for each in mine))


@Operations(router, OPENING)("POST /binders", "Begin a binder", gate.NewBinder, NewBinder)
def new(request: HttpRequest, wanted: gate.NewBinder) -> object:
    """The starter's copy, or a content; the token that writes it is told only here. Faults stop nothing."""
    token = new_secret()
    content = file_of(wanted.system).sample() if wanted.content is None else wanted.content
    check_fit(design_of(wanted.system), content)
    made = designs.begin(wanted.system, content, token, PROGRAM, "Begun by a program")
    return NewBinder(token, _binder(latest(made)))


@Operations(router, STRANGER)("POST /binders/{code}/join", "Write it too", Nothing, gate.Joined)
def join(request: HttpRequest, code: str) -> object:
    """A token that writes the binder, for who knows its code: as on the screens."""
    binder = StoredBinder.objects.filter(code=spelt(code)).first()
    if met(request, spelt(code), binder, known=False) is None or binder is None:
        raise Http404(f"There is no binder “{spelt(code)}”.")
    token = new_secret()
    with writing():
        Author.objects.create(binder=binder, hash=hashed(token), label=PROGRAM)
    return gate.Joined(token)


@with_binder("GET ", "A binder", answer=Binder)
def binder(request: HttpRequest, binder: StoredBinder) -> object:
    """Its latest version: the content, and all that stands in the way of playing it."""
    return _binder(latest(binder))


@with_binder("POST /versions", "Save a binder", gate.Save, Saved)
def keep(request: HttpRequest, binder: StoredBinder, new: gate.Save) -> object:
    """A new version; one made from another than the latest is kept beside it, and nothing is lost."""
    check_fit(design_of(binder.system), new.content)
    version = save(binder, Save(content=new.content, seen=new.seen, what=new.what, by=PROGRAM))
    return Saved(version.version.number, version.late, _faults(version.version))


@with_binder("GET /versions", "Versions", answer=Rows)
def versions(request: HttpRequest, binder: StoredBinder) -> object:
    """Every version, the newest first."""
    rows = BinderVersion.objects.filter(binder=binder).select_related("binder")
    return Rows(tuple(map(_row, rows.order_by("-number").defer("text"))))


@with_binder("GET /versions/{number}", "A version", answer=Binder)
def version(request: HttpRequest, binder: StoredBinder, number: int) -> object:
    """A binder as it was."""
    version = BinderVersion.objects.filter(binder=binder, number=number).first()
    if version is None:
        raise Http404("There is no such version.")
    return _binder(version)


def _binder(version: BinderVersion) -> Binder:
    unprinted = tuple(Fault(each.path, each.message) for each in drawings.faults(version))
    of_binder = {name: getattr(version.binder, name) for name in ("code", "system", "title")}
    own = {"version": version.number, "faults": _faults(version), "unprinted": unprinted}
    return picked(Binder, version, **of_binder, **own)


def _faults(version: BinderVersion) -> tuple[Fault, ...]:
    faults: Sequence[GameError] = (
        design_of(version.binder.system).faults(version.content) if version.fault else ()
    )
    return tuple(Fault(each.path, each.message) for each in faults)


def _row(version: BinderVersion) -> Row:
    of_binder = {name: getattr(version.binder, name) for name in ("code", "title")}
    return picked(Row, version, **of_binder, version=version.number)


with_trials = Operations(router, WITH_BINDER, "/binders/{code}/trials", "trials")


@with_trials("POST ", "Let a binder play itself", gate.NewTrials, Trials)
def begin(request: HttpRequest, binder: StoredBinder, wanted: gate.NewTrials) -> object:
    """Its latest version is played by a worker, so many times, from a seed on."""
    order = Order(wanted.plays, wanted.players, wanted.seed, wanted.strength)
    return _trials(work.begin(latest(binder), order))


@with_trials("GET /{key}", "How far trial plays are, what came of them", answer=Trials)
def trials(request: HttpRequest, binder: StoredBinder, key: str) -> object:
    """`state` is waiting, running, done, failed or cancelled; `summary` is there once they are done."""
    tasks.recover()
    return _trials(_job(binder, key))


@with_trials("DELETE /{key}", "Stop trial plays", answer=Trials)
def stop(request: HttpRequest, binder: StoredBinder, key: str) -> object:
    """Stops after the play in hand."""
    job = _job(binder, key)
    tasks.cancel(job)
    job.refresh_from_db()
    return _trials(job)


def _job(binder: StoredBinder, key: str) -> Job:
    job = work.of(binder).filter(pk=key).first()
    if job is None:
        raise Http404("This binder has no such plays.")
    return job


def _trials(job: Job) -> Trials:
    order = job.order
    version = BinderVersion.objects.get(binder__code=order["binder"], number=order["version"])
    outcome = work.outcome_of(job, version) if job.state == "done" else None
    return Trials(
        key=job.key,
        state=job.state,
        version=version.number,
        plays=order["plays"],
        players=order["players"],
        seed=order["seed"],
        done=job.done,
        problem=job.problem["error"]["message"] if job.problem else "",
        summary=outcome.summary if outcome else None,
        strength=order.get("strength", ""),
        games=outcome.games if outcome else None,
    )
