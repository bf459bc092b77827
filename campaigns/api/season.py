"""A series for programs: its standings, its plays, a play written down."""

from django.http import Http404, HttpRequest
from ninja import Router

from campaigns.api import gate
from campaigns.api.campaigns import played
from campaigns.api.gate import AT_CAMPAIGN, Here, picked
from campaigns.door import check_host
from campaigns.models import Campaign
from campaigns.series import Line, Play, key_of, plays, program_of, standings
from campaigns.series.records import Typed, ranked, write_down
from companion.engine.errors import InvalidInput
from companion.tables.api.gate import Operations

router = Router(tags=["series"])
at_campaign = Operations(router, AT_CAMPAIGN, "/campaigns/{code}")


@at_campaign("GET /season", "Standings and plays", answer=gate.Season)
def season(request: HttpRequest, here: Here) -> object:
    """Of a series: the standings, most victories first, and every play in the order of its day."""
    campaign = _series(here)
    rows = plays(campaign)
    lines = standings(rows, carries=program_of(campaign) is not None)
    return gate.Season(tuple(map(_line, lines)), tuple(map(_play, rows)))


@at_campaign("POST /plays", "Write a play down", gate.NewPlay, gate.Numbered)
def play(request: HttpRequest, here: Here, new: gate.NewPlay) -> object:
    """A play that had no table here: who is said to have won, or else who has the most points, has won."""
    campaign = _series(here)
    check_host(here[1])
    names = [key_of(each.player) for each in new.scores]
    twice = next((n for n, name in enumerate(names) if not name or name in names[:n]), None)
    if twice is not None:
        raise InvalidInput(f"scores.{twice}.player", "Each player has a name, and stands there once.")
    if not any(each.won for each in new.scores) and any(each.points is None for each in new.scores):
        raise InvalidInput("scores", "Say who has won, or give everybody's points.")
    rows = ranked([Typed(player=e.player, seat=e.seat, points=e.points, won=e.won) for e in new.scores])
    noted = {"date": played(new.date, "date"), "title": new.title, "notes": new.notes}
    return gate.Numbered(write_down(campaign, noted, rows).number)


def _series(here: Here) -> Campaign:
    if here[0].kind != "series":
        raise Http404("A campaign goes on at its one table; only a series has plays.")
    return here[0]


def _line(each: Line) -> gate.Line:
    return picked(gate.Line, each, victories=str(each.victories))


def _play(each: Play) -> gate.Play:
    evening = each.evening
    return picked(
        gate.Play,
        evening,
        table=evening.table.code if evening.table else None,
        by_hand=each.by_hand,
        scores=tuple(picked(gate.Score, score) for score in each.scores),
    )
