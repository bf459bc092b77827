"""The reports' pages: the list, one evening, one scenario, everybody's luck; on screen and on paper.

On paper the whole history too, with the tree, the map at a turn and the purses drawn.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from campaigns.chronicle import Chronicle, chronicle_of
from campaigns.door import Visitor, in_campaign, page, sent, stem, visitor
from campaigns.models import Campaign, Evening
from campaigns.reports import (
    Log,
    Moment,
    Report,
    Room,
    annals_of,
    enter,
    fortunes,
    front_page,
    has_annals,
    has_front,
    log_of,
    names_of,
)
from campaigns.series import plays
from campaigns.tree import course, stages
from companion import shelf
from companion.engine.campaign.books import Deed, Happening, Record
from companion.engine.dice import Throw
from companion.engine.errors import InvalidInput
from companion.engine.film import Chart, Label, Series
from companion.engine.game import Sight
from companion.engine.scene import NOBODY, Scene
from companion.engine.wire import Json
from companion.press.book import stitched
from companion.press.boxes import World
from companion.press.document import Document
from companion.press.face import BLACK, Box
from companion.press.look import Pen, small_chart
from companion.press.page import EDITION, Size
from companion.press.prose import Markup, Prose, drawing
from companion.press.typesetter import watching
from companion.printing import find, make
from companion.shop import tasks
from companion.shop.files import Finished, finished, pages_in, shelve
from companion.shop.models import Job
from companion.shop.orders import machines
from companion.shop.tasks import Done, Kind, Progress, Rows, put_down
from companion.tables.devices import secret_of
from companion.tables.models import Seat

CURVES = Box(0, 0, 118, 58)
AS_IT_STOOD = "The map as it stood before"
DASHES = ("a full line", "dashes", "dots", "dashes and dots")
"""How the lines of a chart on paper are told apart, in their order."""


def tree(chronicle: Chronicle) -> SafeString:
    """The tree of scenarios with the way taken; empty where the game prints none."""
    choices = {"paper": "a4", "large": True}
    return _printed(
        chronicle, "tree", choices, chronicle.state, "The tree of scenarios with the way that was taken"
    )


def turned(
    chronicle: Chronicle, turning: Sequence[Happening]
) -> list[tuple[str, Sequence[Happening], SafeString]]:
    """The turning points line by line: when, what happened in it, the map as everybody saw it before."""
    before = {each.number: each.before for each in chronicle.passages}
    lines = groupby(turning, lambda each: each.numbers[-1])
    return [
        (
            first.moment,
            (first, *rest),
            _printed(chronicle, "map", {"size": "whole"}, before[number], AS_IT_STOOD),
        )
        for number, (first, *rest) in lines
    ]


def purses(chronicle: Chronicle) -> tuple[SafeString, str]:
    """What each side had left after each scenario, as it was read out; its words. Empty before the second."""
    card = chronicle.card
    if card is None or card.branches is None:
        return SafeString(), ""
    passed = stages(chronicle)
    over = [stage.leg for stage in passed if stage.leg.ended is not None]
    lines = {name: each for name, each in course(passed).items() if None not in each}
    if len(over) < 2 or not lines:
        return SafeString(), ""
    series = [Series(name, [amount or 0 for amount in each]) for name, each in lines.items()]
    labels = [Label(n, n, leg.scenario.upper()) for n, leg in enumerate(over)]
    shown = Chart(told="Credits", series=series, labels=labels, reach=(0, 100))
    face = small_chart(shown, CURVES, [Pen(BLACK)] * len(series))
    words = "; ".join(f"{each.name}: {dash}" for each, dash in zip(series, DASHES, strict=False))
    return SafeString(drawing(face, f"Credits after each scenario. {words}")), words


def _printed(
    chronicle: Chronicle, name: str, choices: dict[str, object], state: object, words: str
) -> SafeString:
    """The first drawing of a printable, without its margin, and the words for those who do not see it."""
    if name not in chronicle.game.printables:
        return SafeString()
    made = make(find(chronicle.game.slug, name), choices, Scene(state, NOBODY))
    if not isinstance(made, Document):
        return SafeString()
    return SafeString(drawing(made.pages[0].stamps[0].face, words))


LINE_BY_LINE = 1_500
"""The booklet of a longer campaign tells the turning points alone: each evening's report tells the rest."""
ASIDE = ("rear", "money")
"""What is told beside a story, not in it: what was bought, mustered and paid."""
HONOURED = 12
"""How many units the roll of honour names at most."""
FIGHTS, MOST_STARS, LAST = 3, 5, 4
"""Fights for a veteran's star, the most stars, and how many of a unit's last deeds are told."""


def history(room: Room) -> dict[str, object]:
    chronicle, names = room.chronicle, names_of(room.chronicle)
    people = dict(Seat.objects.filter(table=chronicle.table).values_list("chair", "player"))
    card = chronicle.card
    assert card is not None
    whole = room.on(chronicle.passages)
    records = room.records
    throws = room.annals.throws(chronicle.passages)
    costly = {each.number for each in room.annals.losses(chronicle.passages)}
    return {
        "campaign": room.campaign,
        "headline": chronicle.table.headline,
        "game": chronicle.game,
        "sides": [(side, people.get(side.seat, "")) for side in card.sides(chronicle.state, Sight())],
        "stages": [(stage, room.in_short(room.lines_of(stage))) for stage in room.stages],
        "evenings": [chapter(room, evening, whole) for evening in chronicle.evenings],
        "banner": banner(chronicle),
        "whole": whole,
        "line_by_line": whole.lines <= LINE_BY_LINE,
        "fell": room.in_short(chronicle.passages).fallen,
        "honours": [(names[each.seat], each) for each in honoured(records)],
        "fallen": [(names[each.seat], each) for each in records if each.place == "gone"],
        "careers": [(names[each.seat], career(each, chronicle, costly)) for each in honoured(records)],
        "tree": tree(chronicle),
        "turning": turned(chronicle, whole.turning),
        "purses": purses(chronicle),
        "throws": [(names[each.by], words, each) for words, each in extremes(throws)],
        "ranks": [(names[rank.seat], rank) for rank in room.annals.ranks(chronicle.state, room.sees)],
    }


class Section(NamedTuple):
    """A moment of an evening: its story, and beside it what was bought, mustered and paid."""

    moment: str
    story: Sequence[Happening]
    aside: Sequence[Happening]


class Chapter(NamedTuple):
    """An evening in the book: its report, what was heaviest, the map as it left it, its moments."""

    evening: Evening
    report: Report
    heaviest: Happening | None
    map: SafeString
    moments: Sequence[Section]

    @property
    def bled(self) -> bool:
        return any(toll.losses or toll.taken for toll in self.report.tolls)


def chapter(room: Room, evening: Evening, whole: Report) -> Chapter:
    """The book of a campaign that is too long to be told line by line draws no map an evening."""
    passages = room.chronicle.of(evening)
    report = room.on(passages)
    heaviest = max(report.turning, key=lambda each: each.weight, default=None)
    drawn = SafeString()
    if passages and whole.lines <= LINE_BY_LINE:
        drawn = _printed(room.chronicle, "map", {"size": "whole"}, passages[-1].after, AS_IT_STOOD)
    return Chapter(evening, report, heaviest, drawn, [_moment(scene) for scene in report.scenes])


def _moment(scene: Moment) -> Section:
    """Of what became of one goal within a moment the last is told."""
    last = {each.values.get("goal"): each for each in scene.happenings if each.tone == "goal"}
    told = [each for each in scene.happenings if each.tone != "goal" or last[each.values.get("goal")] is each]
    story = [each for each in told if each.tone not in ASIDE]
    return Section(scene.moment, story, [each for each in told if each.tone in ASIDE])


def banner(chronicle: Chronicle) -> SafeString:
    """A strip of the game's world; empty where its box has no picture."""
    world = World(chronicle.game.folder / "printables")
    strip = world.strip(*BANNER) if world.is_there else None
    return SafeString(drawing(strip, f"The world of {chronicle.game.title}") if strip else "")


BANNER = Size(126, 26)
"""Millimetres: what stands above each chapter of the book."""


def honoured(records: tuple[Record, ...]) -> list[Record]:
    """The units that took most, those alike by how often they fought; none that took nobody."""
    best = sorted((each for each in records if each.felled), key=lambda each: (-each.felled, -each.fights))
    return best[:HONOURED]


class Career(NamedTuple):
    """A unit's life in the book: on which evenings it fought or was seen, its stars, its deeds."""

    record: Record
    evenings: Sequence[int]
    stars: range
    deeds: Sequence[Deed]


def career(record: Record, chronicle: Chronicle, costly: Collection[int]) -> Career:
    """What is told of a unit: its fights that cost somebody people, and how it ended or where it is.

    A veteran bears a star for every three fights that it was in.
    """
    numbers = {deed.number for deed in record.deeds}
    evenings = [
        each.number
        for each in chronicle.evenings
        if numbers & {passage.number for passage in chronicle.of(each)}
    ]
    deeds = [deed for deed in record.deeds if deed.number in costly] or record.deeds[-1:]
    return Career(record, evenings, range(min(MOST_STARS, record.fights // FIGHTS)), deeds[-LAST:])


def extremes(throws: Sequence[Throw]) -> Iterator[tuple[str, Throw]]:
    """The throw that came off best beyond what was to be expected, and the one that fell shortest."""
    if throws:
        yield "The best throw", max(throws, key=lambda each: each.got - each.expected)
        yield "The worst throw", min(throws, key=lambda each: each.got - each.expected)


PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "letter"}
FOLDS = ("pages", "sheets")
KIND = "history"
LONG = 500
"""Lines of a campaign whose history a reader waits for; a worker sets a longer one."""


def prose(campaign: Campaign, kind: str, context: Mapping[str, object], paper: str) -> Prose:
    """An evening's or a scenario's `report`, or the `log` of an evening; `InvalidInput` at `paper`."""
    if paper not in PAPERS:
        wanted = " or ".join(PAPERS)
        raise InvalidInput("paper", f"A report is printed on {wanted}; “{paper[:20]}” was asked.")
    body = Markup(render_to_string(f"campaigns/reports/print_{kind}.html", dict(context)))
    style, note = render_to_string("campaigns/reports/print.css", {"small": False}), str(context["title"])
    return Prose(title=f"{campaign.title}: {note}", body=body, style=style, page=PAPERS[paper], note=note)


def stapled(room: Room, fold: str) -> bytes:
    """The history on pages of A5; as `sheets` two of them on each side of A4, to fold and staple."""
    body = Markup(render_to_string("campaigns/reports/print_history.html", history(room)))
    style = render_to_string("campaigns/reports/print.css", {"small": True, "edition": EDITION})
    pages = Prose(title=f"{room.campaign.title}: the history", body=body, style=style, page="A5").pdf()
    return stitched(pages) if fold == "sheets" else pages


def ordered(room: Room, fold: str) -> Job:
    """A long history, put down for a worker: as it stands now, for whoever sees what this reader sees."""
    order = {
        "campaign": room.campaign.pk,
        "title": room.campaign.title,
        "lines": len(room.chronicle.passages),
        "last": room.chronicle.passages[-1].number,
        "sees": sorted(room.sees),
        "public": room.public,
        "fold": fold,
    }
    name = f"{stem(room.campaign)}-history-{fold}.pdf"
    return put_down(Job(kind=KIND, name=name, order=order, digest=_digest(order)))


def _digest(order: Mapping[str, object]) -> str:
    setting = f"{EDITION} {machines()} {json.dumps(order, sort_keys=True)}"
    return sha256(setting.encode()).hexdigest()[:32]


def _set(order: Json, report: Progress, _: Rows) -> Done:
    """The file of such an order, laid on the shelf of finished ones. What `report` raises stops the work."""
    report(0)
    campaign = Campaign.objects.filter(pk=order["campaign"]).first()
    if campaign is None:
        raise InvalidInput("campaign", "This campaign has been deleted.")
    lines = chronicle_of(campaign)
    annals = annals_of(lines)
    if annals is None or not lines.passages or lines.passages[-1].number != order["last"]:
        raise InvalidInput("campaign", "This campaign has gone on since; ask for its history again.")
    room = Room(lines, visitor(campaign, None), annals, frozenset(order["sees"]), order["public"])
    made = finished(digest := _digest(order))
    if made is None:
        with watching(lambda: report(0)):
            pdf = stapled(room, order["fold"])
        name = f"{stem(campaign)}-history-{order['fold']}.pdf"
        title, seats = f"{campaign.title}: the history", tuple(order["sees"])
        made = shelve(Finished(digest, name, title, digest, lines.table.code, seats), pdf)
    pages = pages_in(made)
    return {"digest": made.digest, "fingerprint": made.fingerprint, "done": pages, "total": pages}


HISTORY = Kind(_set, "The worker stopped {times} times while it set this history.")


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
    night = room.evening(number)
    if room.chronicle.past(night):
        return _from_the_log(request, campaign, who, number, form)
    report = room.on(room.chronicle.of(night))
    return _answered(request, campaign, form, room.context(
        title=f"Evening {number}" + (f": {night.title}" if night.title else ""), report=report, evening=night,
        name=f"evening-{number}", front=has_front(campaign) and report.lines,
        last=next(reversed(room.chronicle.numbers(night)), 0),
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
        printed = prose(campaign, kind, context, request.GET.get("paper", "a4"))
        return _pdf(campaign, printed.pdf(), str(context["name"]))
    return render(request, f"campaigns/reports/{SCREENS[kind]}.html", context)


def _pdf(campaign: Campaign, data: bytes, name: str) -> HttpResponse:
    return sent(data, f"{stem(campaign)}-{name}.pdf")


def _from_the_log(
    request: HttpRequest, campaign: Campaign, who: Visitor, number: int, form: str
) -> HttpResponse:
    """The lines of an evening with their steps, for a game without annals and for a series."""
    evening = get_object_or_404(Evening, campaign=campaign, number=number)
    log = _log(request, campaign, evening)
    context = page(campaign, who, "reports") | {
        "evening": evening,
        "title": f"Evening {number}",
        "name": f"evening-{number}",
        "told": log,
        "front": has_front(campaign) and log,
    }
    if campaign.kind == "series":
        context["play"] = next((each for each in plays(campaign) if each.evening.pk == evening.pk), None)
    return _answered(request, campaign, form, context, "log")


@require_safe
@in_campaign
def front(request: HttpRequest, campaign: Campaign, who: Visitor, number: int) -> HttpResponse:
    if not has_front(campaign):
        raise Http404("This game prints no front page.")
    evening = get_object_or_404(Evening, campaign=campaign, number=number)
    printed = front_page(campaign, evening, request.GET.get("paper", "a4"))
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
    if fold not in FOLDS:
        raise Http404("A history is had as pages, or as sheets to fold.")
    if len(room.chronicle.passages) > LONG:
        return redirect("campaigns:reports_history_work", campaign.code, ordered(room, fold).key)
    return _pdf(campaign, stapled(room, fold), f"history-{fold}")


@in_campaign
def history_work(request: HttpRequest, campaign: Campaign, who: Visitor, key: str) -> HttpResponse:
    """How far a long history is; posted, it is stopped. Only who asked for it knows its key."""
    tasks.recover()
    job = get_object_or_404(Job, kind=KIND, pk=key, order__campaign=campaign.pk)
    if request.method == "POST":
        tasks.cancel(job)
        return redirect("campaigns:reports_history_work", campaign.code, key)
    shown = {"job": job, "under_way": job.state in tasks.UNDER_WAY}
    return render(request, "campaigns/reports/history.html", page(campaign, who, "reports") | shown)


@require_safe
@in_campaign
def history_file(request: HttpRequest, campaign: Campaign, who: Visitor, key: str) -> HttpResponse:
    job = get_object_or_404(Job, kind=KIND, pk=key, order__campaign=campaign.pk, state="done")
    made = finished(job.digest)
    if made is None:
        raise Http404("This file is no longer kept; ask for the history again.")
    return sent(made.path.read_bytes(), made.name)
