"""Reports and the history on paper: running text, set by the press."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.template.loader import render_to_string

from campaigns.chronicle import chronicle
from campaigns.door import visitor
from campaigns.files import stem
from campaigns.models import Campaign
from campaigns.reports.history import history
from campaigns.reports.report import annals_of
from campaigns.reports.room import Room
from companion.engine.errors import InvalidInput
from companion.press.book import stitched
from companion.press.page import EDITION
from companion.press.prose import Markup, Prose
from companion.press.workshop import watching
from companion.shop.files import Finished, finished, pages_in, shelve
from companion.shop.jobs import put_down
from companion.shop.models import Job
from companion.shop.orders import machines
from companion.shop.tasks import Done, Kind, Told

PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "letter"}
FOLDS = ("pages", "sheets")
KIND = "history"
LONG = 500
"""Lines of a campaign whose history a reader waits for; a worker sets a longer one."""


def report(context: Mapping[str, Any], paper: str) -> Prose:
    """An evening's report, or a scenario's; `InvalidInput` at `paper`."""
    return _prose("campaigns/reports/print_report.html", context, paper, str(context["title"]))


def from_the_log(context: Mapping[str, Any], paper: str) -> Prose:
    """An evening's lines; `InvalidInput` at `paper`."""
    return _prose("campaigns/reports/print_log.html", context, paper, str(context["title"]))


def _prose(template: str, context: Mapping[str, Any], paper: str, note: str) -> Prose:
    if paper not in PAPERS:
        wanted = " or ".join(PAPERS)
        raise InvalidInput("paper", f"A report is printed on {wanted}; “{paper[:20]}” was asked.")
    body = render_to_string(template, dict(context))
    style = render_to_string("campaigns/reports/print.css", {"small": False})
    title = f"{context['campaign'].title}: {note}"
    return Prose(
        title=title,
        body=Markup(body),
        style=style,
        page=PAPERS[paper],
        note=note,
    )


def booklet(context: Mapping[str, Any], fold: str) -> bytes:
    """The history on pages of A5; as `sheets` two of them on each side of A4, to fold and staple."""
    body = render_to_string("campaigns/reports/print_history.html", dict(context))
    style = render_to_string("campaigns/reports/print.css", {"small": True, "edition": EDITION})
    title = f"{context['campaign'].title}: the history"
    printed = Prose(title=title, body=Markup(body), style=style, page="A5")
    pages = printed.pdf()
    return stitched(pages) if fold == "sheets" else pages


def ordered(room: Room, fold: str) -> Job:
    """A long history, put down for a worker: as it stands now, for whoever sees what this reader sees."""
    order = {
        "campaign": room.campaign.pk,
        "title": room.campaign.title,
        "lines": len(room.told.passages),
        "last": room.told.passages[-1].number,
        "sees": sorted(room.sees),
        "public": room.public,
        "fold": fold,
    }
    name = f"{stem(room.campaign)}-history-{fold}.pdf"
    return put_down(Job(kind=KIND, name=name, order=order, digest=_digest(order)))


def _digest(order: Mapping[str, Any]) -> str:
    told = f"{EDITION} {machines()} {json.dumps(order, sort_keys=True)}"
    return sha256(told.encode()).hexdigest()[:32]


def _set(order: Mapping[str, Any], told: Told) -> Done:
    """The file of such an order, laid on the shelf of finished ones. What `told` raises stops the work."""
    told(0)
    campaign = Campaign.objects.filter(pk=order["campaign"]).first()
    if campaign is None:
        raise InvalidInput("campaign", "This campaign has been deleted.")
    lines = chronicle(campaign)
    annals = annals_of(lines)
    if annals is None or not lines.passages or lines.passages[-1].number != order["last"]:
        raise InvalidInput("campaign", "This campaign has gone on since; ask for its history again.")
    room = Room(lines, visitor(campaign, None), annals, frozenset(order["sees"]), order["public"])
    made = finished(digest := _digest(order))
    if made is None:
        with watching(lambda: told(0)):
            pdf = booklet(history(room), order["fold"])
        name = f"{stem(campaign)}-history-{order['fold']}.pdf"
        title, seats = f"{campaign.title}: the history", tuple(order["sees"])
        made = shelve(Finished(digest, name, title, digest, lines.table.code, seats), pdf)
    pages = pages_in(made)
    return {"digest": made.digest, "fingerprint": made.fingerprint, "done": pages, "total": pages}


HISTORY = Kind(_set, "The worker stopped {times} times while it set this history.")
