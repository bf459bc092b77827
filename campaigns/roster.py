"""The rosters: every unit that a company ever had, picked out, named, and its life."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.door import Visitor, in_campaign
from campaigns.models import Campaign
from campaigns.reports import Room, enter, names_of
from campaigns.reports.views import career
from companion.engine.campaign.books import Record
from companion.engine.errors import GameError
from companion.engine.form import Control
from companion.engine.wording import count
from companion.tables import play
from companion.tables.errors import StaleTable
from companion.tables.forms import seen_of

PLACES = {
    "field": "On the map",
    "waiting": "Waiting",
    "reserve": "In reserve",
    "unseen": "Out of sight",
    "gone": "Gone",
}
SIEVE = (
    ("company", "Company", "All", "seat"),
    ("place", "Where", "Everywhere", "place"),
    ("kind", "Kind", "Any", "kind"),
)
"""What units are picked out by: the key in the address, its label, the words for all, the record's value."""


@dataclass(frozen=True, slots=True)
class Roster:
    """One company's units, as far as they were asked for."""

    name: str
    records: Sequence[Record]

    @property
    def told_alive(self) -> str:
        """How many of them there still are."""
        alive = sum(record.place != "gone" for record in self.records)
        if alive == len(self.records):
            return "all still there" if alive > 1 else "still there"
        return f"{count(alive, 'of them', 'of them')} still there" if alive else "none left"

    @property
    def fallen(self) -> int:
        return sum(record.fallen for record in self.records)

    @property
    def felled(self) -> int:
        return sum(record.felled for record in self.records)


@require_safe
@in_campaign
def roster(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Every unit that this reader knows of, by company; what no unit can be is asked for in vain."""
    room = enter(request, campaign, who)
    records, names = room.records, names_of(room.chronicle)
    words = {
        "seat": names,
        "place": PLACES,
        "kind": {kind: kind for kind in sorted({r.kind for r in records})},
    }
    picked, filters = records, []
    for key, label, everything, value in SIEVE:
        own, wanted = attrgetter(value), request.GET.get(key, "")
        there = {own(record) for record in records}
        picked = tuple(record for record in picked if wanted in ("", own(record)))
        options = [(each, text) for each, text in words[value].items() if each in there]
        asked = Control(name=key, id=key, label=label, kind="select", blank=everything, options=options)
        filters.append(replace(asked, value=wanted))
    rosters = (
        Roster(name, [record for record in picked if record.seat == seat]) for seat, name in names.items()
    )
    context = room.context(
        here="roster", filters=filters, records=records, rosters=[each for each in rosters if each.records],
        sifted=any(request.GET.get(key) for key, *_ in SIEVE),
    )  # fmt: skip
    return render(request, "campaigns/roster/roster.html", context)


@require_safe
@in_campaign
def unit(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """One unit's life; 404 where this reader knows of none by that number."""
    room = enter(request, campaign, who)
    return render(request, "campaigns/roster/unit.html", _life(room, _record(room, unit)))


def _record(room: Room, unit: str) -> Record:
    records = room.records
    record = next((record for record in records if record.id == unit), None)
    if record is None:
        raise Http404("No such unit has been seen on the table.")
    return record


def _may_name(room: Room, record: Record) -> bool:
    alive = record.place != "gone" and room.annals.naming is not None
    return alive and record.seat in room.visitor.device.holds


def _life(room: Room, record: Record) -> dict[str, object]:
    costly = {each.number for each in room.annals.losses(room.chronicle.passages)}
    return room.context(
        here="roster", record=record, company=names_of(room.chronicle)[record.seat],
        career=career(record, room.chronicle, costly), mine=_may_name(room, record),
        version=room.chronicle.position.version,
    )  # fmt: skip


@require_POST
@in_campaign
def name(request: HttpRequest, campaign: Campaign, who: Visitor, unit: str) -> HttpResponse:
    """Write the name and the note; refused, the form stands as it was filled in, with why."""
    room = enter(request, campaign, who)
    record = _record(room, unit)
    if not _may_name(room, record):
        raise Http404("Only who holds its company's seat names a unit.")
    try:
        # One line of the journal; the same form sent twice writes one.
        form, naming = request.POST, room.annals.naming
        assert naming is not None
        called = record.drawn if "draw" in form else form.get("name", "").strip()
        note = form.get("note", "").strip()
        if (called, note) != (record.given, record.note):
            seen, action = seen_of(form), naming(record.seat, record.id, called, note)
            play.act(room.chronicle.table, room.visitor.device, action, seen, f"name-{record.id}-{seen}")
    except GameError as error:
        status = 409 if isinstance(error, StaleTable) else 422
        refusal = {"refusal": error.as_json()["error"], "given": request.POST}
        return render(request, "campaigns/roster/unit.html", _life(room, record) | refusal, status=status)
    return redirect("campaigns:roster_unit", campaign.code, unit)
