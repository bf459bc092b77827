"""The binders of this device: written, brought in, printed, played by themselves, or begun as a campaign."""

from dataclasses import replace

from django.db.models import Max, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaigns.designer import Bench, at_bench, begin, design_of, designed, drawings, file_of, find, latest
from campaigns.designer import trials as work
from campaigns.designer.changing import check_fit
from campaigns.designer.trials import Order, Outcome, drawn, lasted, tried
from campaigns.designer.views import at_work, page
from campaigns.door import sent
from campaigns.models import Author, Binder, BinderVersion, Campaign, Played
from campaigns.opening import OpenCampaign, open_campaign
from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.player import lab
from companion.engine.wire import Json
from companion.htmx import HtmxRequest
from companion.printing import Plate
from companion.shop import tasks
from companion.shop.lab import STRENGTHS
from companion.shop.models import Job
from companion.tables import seating
from companion.tables.devices import hashed, label_of, own_secret, secret_of, spelt, with_cookie
from companion.tables.models import Table, writing
from companion.tables.views.entrance import private

LARGEST = 2_000_000
"""Bytes of a file that is brought in."""


def binders(request: HttpRequest, error: GameError | None = None) -> HttpResponse:
    digest = hashed(secret_of(request) or "")
    mine = Binder.objects.filter(authors__hash=digest).annotate(saved=Max("versions__at"))
    rows = [(each.archived_at, {"binder": each, "latest": latest(each)}) for each in mine.order_by("-saved")]
    context = {
        "rows": [row for away, row in rows if away is None],
        "put_away": [row for away, row in rows if away is not None],
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
        return binders(request, error)
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
def put_away(request: HttpRequest, bench: Bench) -> HttpResponse:
    """Off the list, or back on it. Nothing of the binder is lost."""
    when = timezone.now() if bench.binder.archived_at is None else None
    Binder.objects.filter(pk=bench.binder.pk).update(archived_at=when)
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
    return redirect("campaigns:binder-join", spelt(request.GET.get("code", "")) or "none")


@at_bench
def now(request: HttpRequest, bench: Bench) -> HttpResponse:
    return redirect("campaigns:binder-play", bench.binder.code, bench.version.number)


@at_bench
def play(request: HttpRequest, bench: Bench, number: int) -> HttpResponse:
    """Open a campaign with this version; one with a fault says what stands in the way."""
    version = BinderVersion.objects.filter(binder=bench.binder, number=number).first()
    if version is None:
        return redirect("campaigns:binder-versions", bench.binder.code)
    if version.fault:
        context = page(bench, "play") | {"unready": version}
        return render(request, "campaigns/designer/play.html", context, status=422)
    form = OpenCampaign(
        with_binder(bench, version.content), *([request.POST] if request.method == "POST" else [])
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, bench, version, form)
        except GameError as error:
            form.add_error(None, str(error))
    if request.method != "POST":
        form.fields["title"].initial = bench.binder.title
    context = page(bench, "play") | {"form": form, "playing": version}
    return render(request, "campaigns/open.html", context, status=422 if form.errors else 200)


def with_binder(bench: Bench, content: Json) -> Game[object]:
    """The game with this binder in every setup: its own companies sit down, no file is asked for."""
    key, game = bench.design.file, bench.game
    return replace(game, files=(), setup_seats=lambda setup: game.setup_seats({**setup, key: content}))


def _opened(request: HttpRequest, bench: Bench, version: BinderVersion, form: OpenCampaign) -> HttpResponse:
    secret, given = own_secret(request), form.cleaned_data
    opening = replace(form.opening(), setup={**form.setup(), bench.design.file: version.content})
    with writing():
        campaign: Campaign = open_campaign(opening, secret, bench.by, on=given["on"])
        Played.objects.create(version=version, campaign=campaign)
        table = Table.objects.get(campaign=campaign)
        there = {seat.chair for seat in table.seats.all()}
        for chair in given["sits"]:
            if chair in there:
                seating.sit(table, secret, chair, bench.by)
    return with_cookie(request, redirect(reverse("campaigns:overview", args=[campaign.code])), secret)


PAPERS = {"a4": "A4", "letter": "US Letter", "a3": "A3"}


@at_bench
def prints(request: HtmxRequest, bench: Bench) -> HttpResponse:
    rows = [(plate, _papers(plate)) for plate in drawings.plates_of(bench.binder.system)]
    context = page(bench, "prints") | {"rows": rows, "ready": not bench.version.fault}
    return render(request, "campaigns/designer/prints.html", context)


def _papers(plate: Plate) -> list[tuple[str, str]]:
    """The papers on which it is printed, its usual one first."""
    option = next(each for each in plate.printable.options if each.key == "paper")
    rows = [str(value) for value, _ in option.choices if value in PAPERS]
    return [(value, PAPERS[value]) for value in sorted(rows, key=lambda value: value != option.default)]


@at_work
def pdf(request: HtmxRequest, bench: Bench, number: int, name: str) -> HttpResponse:
    """One print of a version; the query holds its options, as the print shop has them."""
    version = get_object_or_404(BinderVersion, binder=bench.binder, number=number)
    if version.fault:
        raise InvalidInput(version.place, f"A version that can be played is printed. {version.fault}")
    called = f"{bench.binder.system}-{name}-{bench.binder.code.lower()}-{number}.pdf"
    return sent(drawings.pdf(version, name, request.GET.dict()), called)


UNHEARD = 15
"""Seconds of waiting after which the page says how a worker is started."""


@at_work
def trials(request: HttpRequest, bench: Bench) -> HttpResponse:
    """What was played so far, and the form for more; posted, the plays are put down for a worker."""
    if request.method == "POST":
        times, players, seed = (_number(request, key) for key in ("plays", "players", "seed"))
        wanted = Order(times, players, seed, request.POST.get("strength", "plays_along"))
        job = work.begin(bench.version, wanted)
        return redirect("campaigns:binder-trial", bench.binder.code, job.key)
    plays = work.plays_of(bench.binder.system)
    context = page(bench, "trials") | {
        "ready": not bench.version.fault,
        "players": () if bench.version.fault else plays.players(bench.content),
        "numbers": work.NUMBERS,
        "strengths": STRENGTHS,
        "seed": work.of(bench.binder).count() * max(work.NUMBERS) + 1,
        "rows": [(job, bench.version.number - job.order["version"]) for job in work.of(bench.binder)],
    }
    return render(request, "campaigns/designer/trials.html", context)


def _number(request: HttpRequest, key: str) -> int:
    typed = request.POST.get(key, "").strip()
    if not typed.isdecimal() or len(typed) > 9:
        raise InvalidInput(key, f"A whole number is wanted; “{typed[:30]}” was given.")
    return int(typed)


@require_safe
@at_bench
def trial(request: HttpRequest, bench: Bench, key: str) -> HttpResponse:
    """How far it is; once it is done, what came of it, beside another that `?beside=` names."""
    tasks.recover()
    job, others = _job(bench, key), _beside(request, key)
    waited = (timezone.now() - job.made).total_seconds() if job.state == "waiting" else 0
    context = page(bench, "trials") | {
        "job": job,
        "order": job.order,
        "under_way": job.state in tasks.UNDER_WAY,
        "unheard": waited > UNHEARD,
        "older": bench.version.number - job.order["version"],
        "player": work.played_by(job.order),
        "others": others if job.state == "done" else (),
        **(_result(bench, job) if job.state == "done" else {}),
    }
    if job.state == "done" and (other := request.GET.get("beside", "")):
        context["both"] = [_told(job), _told(get_object_or_404(others, pk=other))]
    return render(request, "campaigns/designer/trial.html", context)


def _beside(request: HttpRequest, key: str) -> QuerySet[Job]:
    """All finished plays of this device's binders but those, to be laid beside them."""
    mine = Binder.objects.filter(authors__hash=hashed(secret_of(request) or ""))
    return work.of(*mine).filter(state="done").exclude(pk=key)


def _told(job: Job) -> dict[str, object]:
    """One of two that lie side by side: who played what, and what it comes to."""
    version = BinderVersion.objects.get(binder__code=job.order["binder"], number=job.order["version"])
    outcome = work.outcome_of(job, version)
    name = f"{version.binder.title}, version {version.number}"
    return {"job": job, "name": name, "player": work.played_by(job.order)} | _figures(outcome)


def _figures(outcome: Outcome) -> dict[str, object]:
    games = outcome.games
    return {
        "summary": outcome.summary,
        "lasted": lasted(outcome),
        "bankrupt": [(outcome.sides[side], share) for side, share in outcome.summary.bankrupt],
        "tried": tried(outcome),
        "games": games,
        "first": [(outcome.sides[side], share) for side, share in games.first],
        "worth": [each for each in games.worth if each.points is not None],
    }


def _result(bench: Bench, job: Job) -> dict[str, object]:
    version = _version(bench, job)
    outcome = work.outcome_of(job, version)
    address = reverse("campaigns:binder-version", args=[bench.binder.code, version.number])
    return _figures(outcome) | {
        "drawing": drawn(replace(bench, version=version, content=outcome.content), outcome),
        "address": address,
    }


@require_POST
@at_bench
def stop(request: HttpRequest, bench: Bench, key: str) -> HttpResponse:
    tasks.cancel(_job(bench, key))
    return redirect("campaigns:binder-trial", bench.binder.code, key)


@require_safe
@at_bench
def journal(request: HttpRequest, bench: Bench, key: str, seed: int) -> HttpResponse:
    """One of the plays, line by line, as `resolve … replay` takes it."""
    job = _job(bench, key)
    order, version = job.order, _version(bench, job)
    if seed not in range(order["seed"], order["seed"] + order["plays"]):
        raise Http404("There is no such play among these.")
    if "strength" not in order:
        raise Http404("An older edition played this; it cannot be played again from its seed.")
    game = shelf.game(bench.binder.system)
    lines = lab.journal(game, work.setup_of(version, order), seed, order["strength"])
    called = f"{bench.binder.system}-play-{bench.binder.code.lower()}-{version.number}-{seed}.json"
    answer = JsonResponse(lines, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{called}"'
    return answer


def _job(bench: Bench, key: str) -> Job:
    return get_object_or_404(work.of(bench.binder), pk=key)


def _version(bench: Bench, job: Job) -> BinderVersion:
    return get_object_or_404(BinderVersion, binder=bench.binder, number=job.order["version"])
