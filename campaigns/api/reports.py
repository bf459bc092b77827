"""Reports for programs: an evening's, a scenario's, all of them in short."""

from django.http import HttpRequest
from ninja import Router

from campaigns.api import gate
from campaigns.api.gate import AT_CAMPAIGN, Here, picked
from campaigns.reports import Gist, Purse, Report, enter
from companion.engine.campaign.books import Happening
from companion.tables.api.gate import Operations

router = Router(tags=["campaigns"])
at_campaign = Operations(router, AT_CAMPAIGN, "/campaigns/{code}")


@at_campaign("GET /reports", "Reports", answer=gate.Reports)
def reports(request: HttpRequest, here: Here) -> object:
    """Every evening and every scenario, each in short. `public` in the query: as anybody may read them."""
    room = enter(request, *here)
    nights = [
        (each.number, each.title, room.in_short(room.chronicle.of(each))) for each in room.chronicle.evenings
    ]
    stages = [(n, each.title, room.in_short(room.lines_of(each))) for n, each in enumerate(room.stages, 1)]
    return gate.Reports(tuple(_gist(*each) for each in nights), tuple(_gist(*each) for each in stages))


@at_campaign("GET /reports/evening/{number}", "An evening's report", answer=gate.Report)
def of_evening(request: HttpRequest, here: Here, number: int) -> object:
    """What happened on one evening."""
    room = enter(request, *here)
    return _report(room.on(room.chronicle.of(room.evening(number))))


@at_campaign("GET /reports/scenario/{number}", "A scenario's report", answer=gate.Report)
def of_scenario(request: HttpRequest, here: Here, number: int) -> object:
    """What happened in one scenario, the so manieth on the way."""
    room = enter(request, *here)
    return _report(room.on(room.lines_of(room.stage(number))))


def _gist(number: int, title: str, gist: Gist) -> gate.Gist:
    heaviest = gist.heaviest.text if gist.heaviest else ""
    return gate.Gist(number, title, gist.lines, gist.fallen, gist.gone, heaviest)


def _report(whole: Report) -> gate.Report:
    return gate.Report(
        lines=whole.lines,
        story=tuple(_happening(each) for scene in whole.scenes for each in scene.happenings),
        turning=tuple(map(_happening, whole.turning)),
        tolls=tuple(picked(gate.Toll, each) for each in whole.tolls),
        purses=tuple(map(_purse, whole.purses)),
    )


def _purse(each: Purse) -> gate.Purse:
    return picked(gate.Purse, each, kinds=tuple(picked(gate.Moved, kind) for kind in each.kinds))


def _happening(each: Happening) -> gate.Happening:
    return picked(gate.Happening, each, lines=each.numbers)
