"""An evening as the front page of its game's time: what everybody may know, on one sheet."""

from typing import Any

from campaigns.chronicle import chronicle
from campaigns.models import Campaign, Evening
from companion import shelf
from companion.engine.scene import NOBODY, Scene, Sitting
from companion.printing import find, make
from companion.shop.orders import Seen
from companion.tables.models import Seat
from companion.tables.seating.people import names_given

NAME = "front-page"


def has_front(campaign: Campaign) -> bool:
    """Whether the campaign's game prints one."""
    return campaign.system in shelf.slugs() and NAME in shelf.game(campaign.system).printables


def front_page(campaign: Campaign, evening: Evening, paper: str) -> bytes | None:
    """The page of an evening; None where no table was kept of it. `InvalidInput` at `options.paper`."""
    scene = _of_campaign(campaign, evening) if campaign.table else _of_series(evening)
    return make(find(campaign.system, NAME), {"paper": paper}, scene).pdf() if scene else None


def _of_series(evening: Evening) -> Scene[Any] | None:
    return Seen(evening.table).scene if evening.table else None


def _of_campaign(campaign: Campaign, evening: Evening) -> Scene[Any] | None:
    """The evening's own lines; whoever prints it, no seat's secrets."""
    told = chronicle(campaign)
    lines = told.of(evening)
    if not lines:
        return None
    people = names_given(seat for seat in Seat.objects.filter(table=told.table) if seat.player)
    on = f"{evening.date.day} {evening.date:%B %Y}"
    title = f"{campaign.title}, evening {evening.number}"
    sitting = Sitting(f"{told.table.code}-{evening.number}", title, on, people)
    trail = [each.after for each in lines]
    return Scene(trail[-1], NOBODY, trail=trail, passages=lines, sitting=sitting)
