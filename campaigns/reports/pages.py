"""What each page of reports shows: finished values for its template."""

from typing import Any

from campaigns.models import Evening
from campaigns.reports.front import has_front
from campaigns.reports.report import fortunes, names_of
from campaigns.reports.room import Room
from companion.engine.campaign.annals import Stage


def listing(room: Room) -> dict[str, Any]:
    """Every evening and every scenario, each in two sentences."""
    evenings = [(evening, room.in_short(room.told.of(evening))) for evening in room.told.evenings]
    stages = [(n, stage, room.in_short(room.lines_of(stage))) for n, stage in enumerate(room.stages, 1)]
    return room.context(evenings=evenings, stages=stages)


def of_evening(room: Room, evening: Evening) -> dict[str, Any]:
    """One evening's report."""
    title = f"Evening {evening.number}" + (f": {evening.title}" if evening.title else "")
    told = room.on(room.told.of(evening))
    front = has_front(room.campaign) and told.lines
    return room.context(
        title=title, report=told, evening=evening, name=f"evening-{evening.number}", front=front
    )


def of_scenario(room: Room, number: int, stage: Stage) -> dict[str, Any]:
    """One scenario's report."""
    told = room.on(room.lines_of(stage))
    title = f"Scenario {stage.title}"
    return room.context(title=title, report=told, evening=None, stage=stage, name=f"scenario-{number}")


def luck(room: Room) -> dict[str, Any]:
    """Everybody's luck over the whole campaign, and evening by evening."""
    names, throws = names_of(room.told), room.annals.throws(room.told.passages)
    evenings = [
        (each, fortunes(names, room.annals.throws(room.told.of(each)))) for each in room.told.evenings
    ]
    return room.context(fortunes=fortunes(names, throws), throws=throws, evenings=evenings)
