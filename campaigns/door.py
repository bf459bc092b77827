"""Who stands before a campaign's page, what he may see there, and the files that he may take away.

In rows as CSV no text of a user's is a formula.
"""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from io import StringIO

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from campaigns.models import Campaign, Evening, Member
from companion import shelf
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Sight
from companion.tables.devices import STRANGER, Device, device, hashed, met, secret_of, spelt
from companion.tables.position import BrokenJournal
from companion.tables.seating import gave_up
from companion.tables.views.entrance import private

BLIND = Sight()


@dataclass(frozen=True, slots=True)
class Visitor:
    """One device in a campaign: whether it is the host's, and what it holds at the campaign's table.

    `sight` is what it sees of secrets: those of its own seats alone, in every room of the campaign.
    """

    host: bool = False
    known: bool = False
    device: Device = STRANGER
    sight: Sight = BLIND

    @property
    def joined(self) -> bool:
        return self.known or self.device.joined

    @property
    def plays(self) -> bool:
        """Whether it may begin an evening and write in its notes; others, and seats' programs, only look."""
        return self.host or (self.device.plays and not self.device.program)


def visitor(campaign: Campaign, secret: str | None) -> Visitor:
    """What the holder of this secret is in this campaign."""
    if not secret:
        return Visitor()
    member = Member.objects.filter(campaign=campaign, hash=hashed(secret)).first()
    host, is_member = bool(member and member.host), member is not None
    if campaign.table is None:
        return Visitor(host, is_member)
    who = device(campaign.table, secret)
    host = who.host or (host and not gave_up(campaign.table, secret))
    own = frozenset(who.holds)
    return Visitor(host, is_member, who, Sight(own, own, own))


def in_campaign(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page `view(request, campaign, visitor, …)` for those who have joined; others go to the door."""

    @wraps(view)
    def page(request: HttpRequest, code: str, **place: object) -> HttpResponse:
        campaign, who = find(request, code)
        if campaign is None:
            return render(request, "campaigns/missing.html", {"code": spelt(code)}, status=404)
        if not who.joined or who.device.program:
            return redirect("campaigns:join", campaign.code)
        try:
            return private(view(request, campaign, who, **place))
        except GameError as error:
            context = {"campaign": campaign, "error": error}
            return render(request, "campaigns/refused.html", context, status=422)
        except BrokenJournal as error:
            return render(request, "tables/broken.html", {"error": str(error)}, status=500)

    return page


def check_host(who: Visitor) -> None:
    """`IllegalAction` unless this is the host's device."""
    if not who.host:
        raise IllegalAction("", "Only the host may do this, on the device that opened it.")


def check_plays(who: Visitor) -> None:
    """`IllegalAction` for who only looks on."""
    if not who.plays:
        raise IllegalAction("", "Only those who play here may do this; take a seat first.")


def find(request: HttpRequest, code: str, token: str | None = None) -> tuple[Campaign | None, Visitor]:
    """The campaign of that code, and what the holder of this `token`, or this device, is in it.

    A wrong code is counted; `TooManyGuesses` for who has guessed too often, unless he is known here.
    """
    campaign = Campaign.objects.select_related("table").filter(code=spelt(code)).first()
    who = visitor(campaign, token or secret_of(request)) if campaign else Visitor()
    return met(request, spelt(code), campaign, who.joined, token), who


def page(campaign: Campaign, who: Visitor, tab: str) -> dict[str, object]:
    """The context that every room of a campaign shares; `here` is the room's name in the bar.

    `card` is what the game tells of its campaign: a room is linked where the card has its part. `war` is
    how its battles follow each other, of a series; `plate` stands beside its title.
    """
    game = shelf.game(campaign.system) if campaign.system in shelf.slugs() else None
    card = game.campaign if game and campaign.kind == "campaign" else None
    war = game.war if game and campaign.kind == "series" else None
    evening = Evening.objects.filter(campaign=campaign).aggregate(Max("number"))["number__max"]
    plate = f"Evening {evening}" if evening else ""
    return {"campaign": campaign, "visitor": who, "here": tab, "card": card, "war": war, "plate": plate}


type Value = str | int | date | None


KINDS = {
    "beancount": "text/plain; charset=utf-8",
    "bgsplay": "application/json",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def sent(data: bytes, name: str) -> HttpResponse:
    """The file under that name: a PDF to look at, everything else to keep."""
    ending = name.rpartition(".")[2]
    how = content_disposition_header(ending != "pdf", name) or ""
    return HttpResponse(data, content_type=KINDS[ending], headers={"Content-Disposition": how})


def stem(campaign: Campaign) -> str:
    """How the names of a campaign's files begin."""
    return slugify(campaign.title) or campaign.code.lower()


FORMULA = tuple("=+-@\t\r\n＝＋－＠|%")
LONGEST = 32_000


def as_csv(rows: Iterable[Sequence[Value]], delimiter: str = ",") -> bytes:
    """Rows as CSV. It begins with a mark by which Excel knows that it is UTF-8."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([harmless(value) for value in row] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def harmless(value: Value) -> Value:
    """A value that no spreadsheet calculates.

    >>> harmless("=1+1"), harmless(-5), harmless("Wrecks"), harmless("  @x")
    ("'=1+1", -5, 'Wrecks', "'  @x")
    """
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA) or text.startswith(FORMULA) else text


def printable(text: str) -> str:
    """A text without what no spreadsheet can hold."""
    return "".join(each for each in text if each in "\t\r\n" or ord(each) >= 32)[:LONGEST]
