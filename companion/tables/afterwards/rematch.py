"""Once more with sides changed: the same people and house rules at a new table, both kept as a series."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Game
from companion.engine.stage import Deed, Way, Words, said
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.devices import Device
from companion.tables.house import Opening, open_table
from companion.tables.keeping import kept
from companion.tables.lobby.beginning import CHANCE
from companion.tables.may import check_plays
from companion.tables.models import Entry, Seat, Table, Token
from companion.tables.position import position
from companion.tables.writing import writing_at

DEALS = 8
"""So many times something is dealt to find whether chance decides it."""


class Series(NamedTuple):
    """What keeps games as a series: `join(last, next)` keeps both, `score(table)` says how it stands."""

    join: Callable[[Table, Table], None]
    score: Callable[[Table], str]


SERIES: list[Series] = []
"""Tables know nothing of the floors above: what keeps series says so here."""


def rematch_deed(table: Table) -> Deed | Way:
    """The button at the end of a game; where it has been pressed, the way to the next one."""
    if table.branch_line:
        there = "branch" if table.branch_of_id else "film"
        return Way(words="Compare", href=reverse(f"tables:{there}", args=[table.code]), leaves=True)
    if (keeper := kept(table)) and keeper.whole:
        return Way(words="To the campaign", href=keeper.url, leaves=True)
    if following := next_of(table):
        return Way(words="To the next game", href=reverse("tables:table", args=[following.code]), leaves=True)
    score = next((words for each in SERIES if (words := each.score(table))), "")
    small: Words = said("series {score}", score=score) if score else "kept as a series"
    return Deed(words="Again, sides changed", small=small, name="again", action="1")


def series_of(table: Table) -> tuple[Way, ...]:
    """Where the series is that this game belongs to, if it is one of several."""
    keeper = kept(table)
    several = keeper and any(series.score(table) for series in SERIES)
    return (Way(words="Series", href=keeper.url, leaves=True),) if keeper and several else ()


def next_of(table: Table) -> Table | None:
    """The table at which its people play on."""
    return Table.objects.filter(code=table.again, system=table.system).first() if table.again else None


def again(table: Table, who: Device) -> Table:
    """The next game, opened by the first who asks: everybody sits one seat further, the rules stay.

    `IllegalAction` while the game goes on, and for who only looks on.
    """
    check_plays(who)
    with writing_at(table) as now:
        if following := next_of(now):
            return following
        if now.branch_line:
            raise IllegalAction("", "A branch counts in no series; play again at the true table.")
        if (keeper := kept(now)) and keeper.whole:
            raise IllegalAction("", f"“{keeper.title}” is a campaign of its own; begin another one for that.")
        known = position(now)
        if not known.game.is_over(known.state):
            raise IllegalAction("", "This game is not over yet.")
        seats = list(Seat.objects.filter(table=now))
        opened = open_table(_opening(now, seats))
        _sit(now, opened, seats)
        for series in SERIES:
            series.join(now, opened)
        Table.objects.filter(pk=now.pk).update(again=opened.code)
        bell.stir(now)
    return opened


def _opening(table: Table, seats: Sequence[Seat]) -> Opening:
    """The same game; who sat in a seat now has the one after it."""
    names = [seat.player for seat in seats]
    players = {seat.chair: names[n - 1] for n, seat in enumerate(seats)}
    first = Entry.objects.get(table=table, number=1)
    return Opening(
        system=table.system,
        title=table.title,
        kind=table.kind,
        setup=chosen(table.system, first.action),
        players=players,
    )


def chosen(system: str, setup: Json) -> Json:
    """What people chose of a setup: all but what the app deals or draws where it is left out."""
    game = shelf.game(system)
    if not isinstance(setup, dict):
        return setup
    kept = dict(setup)
    for key in setup:
        rest = {name: value for name, value in kept.items() if name != key}
        if key != "options" and key != "players" and _is_dealt(game, rest, key):
            kept = rest
    return kept


def _is_dealt(game: Game[Any], rest: Json, key: str) -> bool:
    """Whether the app deals that, and not always the same: what it only takes for granted was chosen."""
    dealt = [game.shuffle(rest, CHANCE) for _ in range(DEALS)]
    return key in dealt[0] and any(each[key] != dealt[0][key] for each in dealt)


def _sit(table: Table, opened: Table, seats: Sequence[Seat]) -> None:
    """Every device sits where its person does now; the host stays the host."""
    there = list(Seat.objects.filter(table=opened))
    to = {seat.pk: there[(n + 1) % len(there)] for n, seat in enumerate(seats)}
    held = Token.objects.filter(table=table, revoked_at=None)
    Token.objects.bulk_create(
        Token(table=opened, role=each.role, seat=to[each.seat_id] if each.seat_id else None, hash=each.hash,
              label=each.label, giver=each.giver, heard_at=timezone.now())
        for each in held
    )  # fmt: skip
