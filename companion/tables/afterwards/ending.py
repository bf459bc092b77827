"""The end of a game on every screen of its table: once more with sides changed, or the film of it."""

from dataclasses import replace

from django.urls import reverse

from companion.engine.stage import Deed, Question, Screen, Stage, Way
from companion.tables.afterwards.rematch import rematch_deed, series_of
from companion.tables.models import Table
from companion.tables.position import Position
from companion.tables.screen import Look
from companion.tables.screen.addresses import front_page


def ended(look: Look, known: Position, shown: Screen) -> Screen:
    """The screen, with the ways on where its game is over and all of the end has been told."""
    stage: Stage | None = shown.stage
    if stage is None or stage.walks or stage.ask.main or look.room == "tv" or look.line:
        return shown
    if not known.numbers or not known.game.is_over(known.state):
        return shown
    return replace(shown, stage=replace(stage, ask=_with_ways(look, stage.ask)))


def _with_ways(look: Look, ask: Question) -> Question:
    film = Way(words="Film", href=reverse("tables:film", args=[look.table.code]), leaves=True)
    if not look.who.plays:
        return replace(ask, main=film, lesser=printed(look.table))
    main = rematch_deed(look.table)
    ways = (film, *printed(look.table), *series_of(look.table))
    return replace(ask, main=main, lesser=ways, to="again" if isinstance(main, Deed) else "act")


def printed(table: Table) -> tuple[Way, ...]:
    """The game as the front page of its time, where its game prints one."""
    there = front_page(table)
    return (Way(words="Front page", href=there, leaves=True),) if there else ()
