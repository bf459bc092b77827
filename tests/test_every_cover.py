"""One law of the cover, for every game and every way of sitting: when a say is over, what was open is shut.

A game's demo is played, and each of its twins' tables; wherever a deed ends somebody's say, the device that
several share has forgotten him.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest
from django.test import Client

from companion import shelf
from companion.engine.game import Game
from companion.tables import play
from companion.tables.devices import COOKIE, HOUSE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.views.playing import COOKIE as OPEN
from tests.twinned import CODE, Person, Twins, everybody, opened, plain, sat, text

pytestmark = pytest.mark.django_db(transaction=True)
HELD = {"HTTP_COMPANION_HELD": "yes"}
MOST = 3
"""So many ends of somebody's say are looked at in each play."""


class Script(NamedTuple):
    """A game as it is played: its setup, and what was done."""

    game: Game[Any]
    setup: Any
    lines: list[Any]


def twins_of(slug: str) -> Sequence[Callable[[], Twins]]:
    """The twins of a game; that it has some is another test's to say."""
    named = f"tests.games.{slug}.twin_tables"
    there = shelf.game(slug).at_table and find_spec(f"tests.games.{slug}") and find_spec(named)
    return import_module(named).TWINS if there else ()


def scripts() -> Iterator[Any]:
    """Every game's demo, and one table of its twins."""
    for slug in shelf.slugs():
        game = shelf.game(slug)
        if game.at_table and game.demo:
            setup, lines = game.demo()
            yield pytest.param(Script(game, setup, list(lines)), id=f"{slug}-demo")
        for make in twins_of(slug):
            world = make().one
            # What is set by hand, all others are asked first: it is no line that is played.
            if all(line.get("type") != "adjust" for line in world.lines):
                yield pytest.param(Script(game, world.setup, world.lines), id=f"{slug}-{make.__name__}")


SCRIPTS = [*scripts()]


class End(NamedTuple):
    """A deed that ends somebody's say: the line, whose say it was, who is to act after it."""

    line: int
    seat: str
    after: tuple[str, ...]


def ends(script: Script) -> list[End]:
    """Where a say ends whose own lies behind a cover, the first few of them."""
    game, state, found = script.game, script.game.open(script.setup).state, []
    for n, action in enumerate(script.lines, 2):
        before, state = state, game.apply(state, action).state
        after = game.actors(state)
        found += [
            End(n, seat, after)
            for seat in game.actors(before)
            if seat not in after
            and game.covers(before, seat)
            and game.covers(state, seat)
            and not game.is_over(state)
        ]
    return found[:MOST]


def browser(person: Person, said: str = "") -> Client:
    found = Client()
    found.cookies[COOKIE] = person.secret
    if said:
        found.cookies[OPEN] = said
    return found


def room(client: Client, seat: str, **more: str) -> str:
    ring = more.pop("ring", "")
    query = f"?seat={seat}" + (f"&ring={ring}" if ring else "")
    return client.get(f"/t/{CODE}/hand/{query}", **more).content.decode()  # type: ignore[arg-type]


def table_of(script: Script, kind: str) -> Table:
    table = open_table(Opening(system=script.game.slug, title="Thursday", kind=kind, setup=script.setup))
    Table.objects.filter(pk=table.pk).update(code=CODE)
    return Table.objects.get(pk=table.pk)


def played_to(table: Table, script: Script, line: int) -> None:
    for n in range(Table.objects.get(pk=table.pk).version + 1, line + 1):
        play.act(Table.objects.get(pk=table.pk), HOUSE, script.lines[n - 2], n - 1, f"line-{n}")


def main_deed(page: str) -> str:
    """The tag of the main deed, and its words."""
    found = re.search(r'<a[^>]*id="main-deed"[^>]*>.*?</a>', page, re.DOTALL)
    return found.group() if found else ""


def plates(page: str) -> dict[str, str]:
    """What the strip says of each seat's turn."""
    found = re.findall(r'id="strip-([\w-]+)".*?<small>(.*?)</small>', page, re.DOTALL)
    return {seat: words for seat, words in found if words in ("has chosen", "next", "then", "last")}


RING = 'id="ring"'
"""What opens a cover: a tap for who is to choose, held by who only looks."""


def is_open(page: str) -> bool:
    return "s-cover--open" in page


@pytest.mark.sampled("script")
@pytest.mark.parametrize("script", SCRIPTS)
def test_on_one_tablet_the_deed_that_ends_a_say_covers_and_forgets(script: Script) -> None:
    found = ends(script)
    if not found:
        pytest.skip("nobody's say behind a cover ends here")
    table = table_of(script, "open")
    tablet = sat(table, *everybody(table), host=True)
    for end in found:
        played_to(table, script, end.line - 1)
        assert Table.objects.get(pk=table.pk).version == end.line - 1
        # It was to stay open when the deed was done.
        kept = browser(tablet, f"{end.seat}-{end.line - 1}")
        assert is_open(room(kept, end.seat))
        assert is_open(room(browser(tablet), end.seat, **HELD))
        assert not is_open(room(browser(tablet), end.seat))
        played_to(table, script, end.line)
        for client, more in ((kept, {}), (browser(tablet), {}), (browser(tablet), HELD)):
            page = room(client, end.seat, **more)
            assert not is_open(page)
            assert RING not in page, "no ring of the one before"
            assert 'id="ask"' not in page
            assert 'id="hand"' not in page
            nexts = [seat for seat in end.after if seat in everybody(table)]
            assert not nexts or f"seat={nexts[0]}" in main_deed(page)
            if 'id="strip-' + end.seat in page:
                said = plates(page)
                assert said[end.seat] == "has chosen"
                assert [seat for seat in said if said[seat] == "next"] == nexts[:1]
        # Who wants to look again says first who he is; then there is his ring, and no more.
        again = room(browser(tablet), end.seat, ring="again")
        assert f"ring=mine-{end.line}" in main_deed(again)
        assert RING not in again
        mine = room(browser(tablet), end.seat, ring=f"mine-{end.line}")
        assert RING in mine
        assert not is_open(mine)
        assert RING not in room(browser(tablet), end.seat, ring=f"mine-{end.line - 1}")
        for seat in end.after:
            page = room(kept, seat)
            assert not is_open(page), "nobody's tick is another's"
            assert RING in page or not script.game.covers(_state(script, end.line), seat)
    _comes_again_covered(table, script, tablet, found[0])


def _state(script: Script, line: int) -> Any:
    state = script.game.open(script.setup).state
    for action in script.lines[: line - 1]:
        state = script.game.apply(state, action).state
    return state


def _comes_again_covered(table: Table, script: Script, tablet: Person, end: End) -> None:
    """The next time it is for him to act, what he once kept open is covered."""
    state, version = _state(script, end.line), Table.objects.get(pk=table.pk).version
    for n, action in enumerate(script.lines[end.line - 1 :], end.line + 1):
        state = script.game.apply(state, action).state
        if n > version and end.seat in script.game.actors(state):
            played_to(table, script, n)
            assert not is_open(room(browser(tablet, f"{end.seat}-{end.line - 1}"), end.seat))
            return


@pytest.mark.sampled("script")
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("kind", ["seated", "open"])
def test_a_device_a_seat_is_its_persons_and_no_other_has_his_ring(script: Script, kind: str) -> None:
    found = ends(script)[:1]
    if not found:
        pytest.skip("nobody's say behind a cover ends here")
    table = table_of(script, kind)
    own = {seat: sat(table, seat) for seat in everybody(table)}
    played_to(table, script, found[0].line)
    for seat, person in own.items():
        if not script.game.covers(_state(script, found[0].line), seat):
            continue
        pages = [room(browser(person, "no"), asked) for asked in own]
        acts = seat in found[0].after
        assert is_open(room(browser(person, "go"), seat)) is acts, (
            "open by itself while it is his go, no longer"
        )
        assert not any(is_open(page) or 'id="ask"' in page for page in pages)
        assert all(RING in page and "s-pass" not in page for page in pages)
        assert is_open(room(browser(person, "no"), seat, **HELD))
        assert is_open(room(browser(person, "yes"), seat))


@pytest.mark.sampled("make")
@pytest.mark.parametrize("make", [make for slug in shelf.slugs() for make in twins_of(slug)])
def test_what_is_shut_on_one_tablet_differs_in_nothing(make: Callable[[], Twins]) -> None:
    """Neither between two hands, nor at the ring, nor at the table where two sit opposite."""
    twins, found = make(), []
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, "open")
        tablet = sat(table, *everybody(table), host=True)
        rings = ("", "late", "again", f"mine-{table.version}")
        said = {ring: plain(room(browser(tablet), twins.owner, ring=ring)) for ring in rings}
        if not twins.game.covers(_state(Script(twins.game, world.setup, world.lines), 10**6), twins.owner):
            return
        found.append(said | {"table": plain(text(tablet.browser.get(f"/t/{CODE}/")))})
    assert found[0] == found[1]


@pytest.mark.parametrize("make", [make for slug in shelf.slugs() for make in twins_of(slug)])
def test_what_a_seat_alone_may_know_lies_behind_a_cover(make: Callable[[], Twins]) -> None:
    """A game that hides something from the others says what its cover is."""
    twins = make()
    assert twins.game.covers(_state(Script(twins.game, twins.one.setup, twins.one.lines), 10**6), twins.owner)
