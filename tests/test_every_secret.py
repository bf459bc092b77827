"""Twin tables of every game and kind: who may not know in what they differ finds no difference anywhere.

A game brings its twins in `tests/games/<slug>/twin_tables.py`: `TWINS` are pairs told in full, `AT_RANDOM`
make a pair out of a `Random`, with any hidden difference. A run takes each pair at one sitting, and some
of those made at random and on paper, by its seed; `.ci/run` takes all.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

import pytest
from django.test import Client

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.scene import Sight
from companion.tables import play, pleas
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import COOKIE, HOUSE, device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.views.playing import COOKIE as OPEN
from tests.twinned import (
    CODE,
    Person,
    Twins,
    everybody,
    heard,
    opened,
    own_tests,
    plain,
    sat,
    sheets,
    text,
    wholes,
)

pytestmark = pytest.mark.django_db(transaction=True)

LINKS = 20

"""So many links are followed in each."""

HELD = "its TWINS (pairs that are told) and AT_RANDOM (makers of any pair out of a Random)"


def twins_of(slug: str, kind: str) -> tuple[Callable[..., Twins], ...]:
    """What a game brings of that kind, or one that fails in its own words when it is tried."""

    def none(*_: Random) -> Twins:
        own_tests(slug, "twin_tables", HELD)
        raise AssertionError(slug)

    try:
        found: tuple[Callable[..., Twins], ...] = getattr(own_tests(slug, "twin_tables", HELD), kind)
    except pytest.fail.Exception:
        return (none,)
    return found


def named(slug: str, make: Callable[..., Twins]) -> str:
    return f"{slug}-{make.__name__}"


EVERY = [
    pytest.param(make, id=named(slug, make)) for slug in shelf.slugs() for make in twins_of(slug, "TWINS")
]

SCREENED = [each for each in EVERY if shelf.game(str(each.id).split("-")[0]).at_table]

every_twin = pytest.mark.parametrize("make", EVERY)

every_screened_twin = pytest.mark.parametrize("make", SCREENED)


def differing(make: Callable[..., Twins], number: int) -> Twins:
    """The pair of that number; where chance made both alike, the next that it makes."""
    random = Random(f"pair {number}")
    return next(twins for _ in range(99) if (twins := make(random)).one != twins.two)


type Sitting = Callable[[Table, Twins], Person]

SITTINGS: dict[str, tuple[str, Sitting]] = {
    "another at a seated table": ("seated", lambda table, twins: sat(table, twins.looker)),
    "a host without that seat": ("seated", lambda table, twins: sat(table, twins.looker, host=True)),
    "a spectator": ("seated", lambda table, twins: sat(table)),
    "a host who plays for it": (
        "seated",
        lambda table, twins: sat(table, twins.looker, host=True, by_word=twins.owner),
    ),
    "a host who sits nowhere": ("seated", lambda table, twins: sat(table, host=True)),
    "another at an open table": ("open", lambda table, twins: sat(table, twins.looker)),
    "one tablet that goes round": ("open", lambda table, twins: sat(table, *everybody(table), host=True)),
}

BARRED = ("another at a seated table", "a host without that seat", "a spectator", "another at an open table")

"""Who may not even try: the rules are never asked."""

APART = (*BARRED, "a host who plays for it")

"""Who may not take all of it along while somebody else sits there."""

ON_PAPER = ("another at a seated table", "one tablet that goes round")


@every_twin
@pytest.mark.sampled("sitting")
@pytest.mark.parametrize("sitting", SITTINGS)
def test_who_may_not_know_finds_no_difference_on_any_route(make: Callable[[], Twins], sitting: str) -> None:
    alike_on_any_route(make(), sitting)


def alike_on_any_route(twins: Twins, sitting: str, links: int = 0) -> None:
    """Whoever sits so finds the same at both tables: at every page, link, stream, refusal and preview."""
    kind, sit = SITTINGS[sitting]
    deeds = [*twins.wrong, *(twins.guesses if sitting in BARRED else ())]
    found = []
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, kind)
        who = sit(table, twins)
        found.append(heard(twins, who, deeds, links) | (wholes(twins, who) if sitting in APART else {}))
    assert found[0].keys() == found[1].keys()
    assert {name: difference(found[0][name], found[1][name]) for name in found[0]} == dict.fromkeys(found[0])


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(len(SITTINGS)))
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=named(slug, make))
        for slug in shelf.slugs()
        for make in twins_of(slug, "AT_RANDOM")
    ],
)
def test_pairs_made_at_random_differ_nowhere_either(make: Callable[..., Twins], seed: int) -> None:
    """Each pair is another one, so each is looked at from another chair: of every kind one is from each."""
    twins, sitting = differing(make, seed), list(SITTINGS)[seed]
    alike_on_any_route(twins, sitting, links=LINKS)
    if sitting in ON_PAPER:
        alike_on_paper(twins, sitting)


@pytest.mark.sampled("make")
@every_screened_twin
def test_who_is_asked_for_a_correction_learns_nothing_of_what_its_asker_hides(
    make: Callable[[], Twins],
) -> None:
    """Each line of a past twin is struck out by its owner in turn; the other looks at what that would do.

    What he would be told once it is done, as the number of people left to hire, he is told before his yes.
    """
    twins, found = make(), []
    seen = Sight(frozenset([twins.looker]))
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, "seated")
        owner, other = sat(table, twins.owner), sat(table, twins.looker)
        other.browser.get(f"/t/{CODE}/")
        told = []
        for n in range(2, len(world.lines) + 2):
            table.refresh_from_db()
            with suppress(GameError):
                held = play.amend(table, device(table, owner.secret), Fix(n, None), table.version, f"fix-{n}")
                if held.waiting is None:
                    break
                page = text(other.browser.get(f"/t/{CODE}/asked/{held.waiting['request']}/"))
                assert "nothing has changed yet" in page
                done = corrected(position(table), table, HOUSE, Fix(n, None))
                states = (done.became, *done.later.trail.values())
                shown = [twins.game.redact_state(state, seen) for state in states]
                told.append((n, (plain(page), shown)))
                pleas.withdraw(table, device(table, owner.secret), held.waiting["request"])
        found.append(told)
    one, two = (dict(told) for told in found)
    same = [n for n in one if n in two and one[n][1] == two[n][1]]
    assert {n: difference(one[n][0], two[n][0]) for n in same} == dict.fromkeys(same)


@pytest.mark.sampled("sitting", "make")
@every_twin
@pytest.mark.parametrize("sitting", ON_PAPER)
def test_no_sheet_tells_who_may_not_know(make: Callable[[], Twins], sitting: str) -> None:
    alike_on_paper(make(), sitting)


def alike_on_paper(twins: Twins, sitting: str) -> None:
    """Whoever sits so prints the same at both tables."""
    kind, sit = SITTINGS[sitting]
    tables = (opened(twins.game, world, kind) for world in (twins.one, twins.two))
    one, two = (sheets(twins, sit(table, twins)) for table in tables)
    assert one == two


@every_twin
def test_the_twins_differ_for_their_owner(make: Callable[[], Twins]) -> None:
    """The comparison can fail: the owner's own room tells."""
    twins = make()
    hands = []
    for world in (twins.one, twins.two):
        owner = sat(opened(twins.game, world, "seated"), twins.owner)
        own = f"/t/{CODE}/hand/"
        hands.append(plain(text(owner.browser.get(own)) if twins.game.at_table else owner.ask("")))
    assert hands[0] != hands[1]


@every_screened_twin
def test_a_covered_phone_tells_nothing_and_says_whose_turn_it_is(make: Callable[[], Twins]) -> None:
    twins, shown = make(), []
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, "seated")
        phones = [(seat, sat(table, seat)) for seat in everybody(table)]
        shown.append({(seat, room): covered(phone, room) for seat, phone in phones for room in ("hand/", "")})
    turns = [" ".join(shown[0][seat, "hand/"]) for seat in acting(twins)]
    assert turns
    assert all("your turn" in page.lower() for page in turns)
    assert {at: difference(page, shown[1][at]) for at, page in shown[0].items()} == dict.fromkeys(shown[0])


def acting(twins: Twins) -> tuple[str, ...]:
    """Whose turn it is at the end of the lines."""
    state = twins.game.open(twins.one.setup).state
    for action in twins.one.lines:
        state = twins.game.apply(state, action).state
    return twins.game.actors(state)


def covered(phone: Person, room: str) -> list[str]:
    """A page that lies covered, all of it; nothing of one that has no cover."""
    browser = phone.browser
    browser.cookies[OPEN] = "no"
    page = browser.get(f"/t/{CODE}/{room}").content.decode()
    return plain(page) if 'id="cover"' in page else []


def difference(one: list[str], two: list[str]) -> tuple[str, str] | None:
    """The first lines that are not the same."""
    if one == two:
        return None
    pairs: Iterator[tuple[str, str]] = zip([*one, ""], [*two, ""], strict=False)
    return next(((a[:300], b[:300]) for a, b in pairs if a != b), ("longer", "shorter"))


HOLDING = {"HTTP_COMPANION_HELD": "yes"}

MOST = 3

"""So many ends of somebody's say are looked at in each play."""


class Script(NamedTuple):
    """A game as it is played: its setup, and what was done."""

    game: Game[Any]
    setup: Any
    lines: list[Any]


def twins_at_table(slug: str) -> Sequence[Callable[[], Twins]]:
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
        for make in twins_at_table(slug):
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
        assert is_open(room(browser(tablet), end.seat, **HOLDING))
        assert not is_open(room(browser(tablet), end.seat))
        played_to(table, script, end.line)
        for client, more in ((kept, {}), (browser(tablet), {}), (browser(tablet), HOLDING)):
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
        assert is_open(room(browser(person, "no"), seat, **HOLDING))
        assert is_open(room(browser(person, "yes"), seat))


@pytest.mark.sampled("make")
@pytest.mark.parametrize("make", [make for slug in shelf.slugs() for make in twins_at_table(slug)])
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


@pytest.mark.parametrize("make", [make for slug in shelf.slugs() for make in twins_at_table(slug)])
def test_what_a_seat_alone_may_know_lies_behind_a_cover(make: Callable[[], Twins]) -> None:
    """A game that hides something from the others says what its cover is."""
    twins = make()
    assert twins.game.covers(_state(Script(twins.game, twins.one.setup, twins.one.lines), 10**6), twins.owner)
