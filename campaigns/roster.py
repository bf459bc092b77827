"""The rosters: every unit that a company ever had, picked out, named, and its life."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from campaigns.reports import Room, enter, names_of
from campaigns.reports.paper import career
from companion.engine.campaign.books import Record, Whereabouts
from companion.engine.errors import GameError
from companion.engine.wording import count
from companion.tables import play
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of

PLACES: Mapping[Whereabouts, str] = {
    "field": "On the map",
    "waiting": "Waiting",
    "reserve": "In reserve",
    "unseen": "Out of sight",
    "gone": "Gone",
}


class Choice(NamedTuple):
    """Something to filter by: its value in the address, its words, and whether it is chosen."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is asked for; an empty text asks for all. What no unit can be is asked for in vain."""

    company: str = ""
    place: str = ""
    kind: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def passes(self, record: Record) -> bool:
        """Whether a unit is wanted."""
        wanted = (self.company, record.seat), (self.place, record.place), (self.kind, record.kind)
        return all(not asked or asked == has for asked, has in wanted)

    def companies(self, records: Iterable[Record]) -> list[Choice]:
        """The companies that have units."""
        seats = dict.fromkeys(record.seat for record in records)
        return [
            Choice(seat, name, seat == self.company) for seat, name in self.names.items() if seat in seats
        ]

    def places(self, records: Iterable[Record]) -> list[Choice]:
        """Where units are."""
        there = {record.place for record in records}
        return [
            Choice(place, words, place == self.place) for place, words in PLACES.items() if place in there
        ]

    def kinds(self, records: Iterable[Record]) -> list[Choice]:
        """The kinds of units that there are."""
        kinds = sorted({record.kind for record in records})
        return [Choice(kind, kind, kind == self.kind) for kind in kinds]


@dataclass(frozen=True, slots=True)
class Roster:
    """One company's units, as far as they were asked for."""

    name: str
    records: Sequence[Record]

    @property
    def alive(self) -> int:
        """How many of them there still are."""
        return sum(record.place != "gone" for record in self.records)

    @property
    def told_alive(self) -> str:
        """The same in words."""
        if self.alive == len(self.records):
            return "all still there" if self.alive > 1 else "still there"
        return f"{count(self.alive, 'of them', 'of them')} still there" if self.alive else "none left"

    @property
    def fallen(self) -> int:
        """People that they have lost."""
        return sum(record.fallen for record in self.records)

    @property
    def felled(self) -> int:
        """People of others that they took."""
        return sum(record.felled for record in self.records)


def rosters(records: Sequence[Record], sieve: Sieve) -> list[Roster]:
    """Company by company, those without a wanted unit left out."""
    wanted = [record for record in records if sieve.passes(record)]
    found = (
        Roster(name, [record for record in wanted if record.seat == seat])
        for seat, name in sieve.names.items()
    )
    return [roster for roster in found if roster.records]


@require_safe
@in_campaign
def roster(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every unit that this reader knows of, by company."""
    room = enter(request, campaign, who)
    asked = {key: request.GET.get(key, "") for key in ("company", "place", "kind")}
    return render(request, "campaigns/roster/roster.html", sifted(room, **asked))


def sifted(room: Room, **asked: str) -> dict[str, Any]:
    """The units that are asked for, and what there is to ask for."""
    records = room.annals.records(room.told.passages, room.sees)
    sieve = Sieve(**asked, names=names_of(room.told))
    more = {"records": records, "rosters": rosters(records, sieve), "sifted": any(asked.values())}
    more |= {
        "companies": sieve.companies(records),
        "places": sieve.places(records),
        "kinds": sieve.kinds(records),
    }
    return room.context(**more) | {"here": "roster"}


@require_safe
@in_campaign
def unit(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """One unit's life; 404 where this reader knows of none by that number."""
    room = enter(request, campaign, who)
    return render(request, "campaigns/roster/unit.html", life(room, unit))


def life(room: Room, unit: str) -> dict[str, Any]:
    """One unit as this reader knows it."""
    records = room.annals.records(room.told.passages, room.sees)
    found = next((record for record in records if record.id == unit), None)
    if found is None:
        raise Http404("No such unit has been seen on the table.")
    company = names_of(room.told)[found.seat]
    costly = {each.number for each in room.annals.losses(room.told.passages)}
    lived = career(found, room.told, costly)
    alive = found.place != "gone" and room.annals.naming is not None
    mine = alive and found.seat in room.visitor.device.holds
    version = room.told.position.version
    return room.context(
        record=found, company=company, career=lived, mine=mine, version=version, here="roster"
    )


@require_POST
@in_campaign
def name(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """Write the name and the note; refused, the form stands as it was filled in, with why."""
    room = enter(request, campaign, who)
    shown = life(room, unit)
    if not shown["mine"]:
        raise Http404("Only who holds its company's seat names a unit.")
    try:
        _write(request, room, shown["record"])
    except GameError as error:
        status = 409 if isinstance(error, StaleTable) else 422
        more = {"refusal": error.as_json()["error"], "given": request.POST}
        return render(request, "campaigns/roster/unit.html", shown | more, status=status)
    return redirect("campaigns:roster_unit", campaign.code, unit)


def _write(request: HttpRequest, room: Room, record: Record) -> None:
    """One line of the journal; the same form sent twice writes one."""
    form, table, naming = request.POST, room.told.table, room.annals.naming
    assert naming is not None
    called = record.drawn if "draw" in form else form.get("name", "").strip()
    note = form.get("note", "").strip()
    if (called, note) == (record.given, record.note):
        return
    seen = seen_of(form)
    action = naming(record.seat, record.id, called, note)
    play.act(table, room.visitor.device, action, seen, f"name-{record.id}-{seen}")
