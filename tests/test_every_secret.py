"""Twin tables of every game and kind: who may not know in what they differ finds no difference anywhere.

A game brings its twins in `tests/games/<slug>/twin_tables.py`: `TWINS` are pairs told in full, `AT_RANDOM`
make a pair out of a `Random`, with any hidden difference. A run takes each pair at one sitting, and some
of those made at random and on paper, by its seed; `.ci/run` takes all.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.scene import Sight
from companion.tables import play, pleas
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE, device
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.views.playing import COOKIE as OPEN
from tests.promised import own_tests
from tests.twinned import CODE, Person, Twins, everybody, heard, opened, plain, sat, sheets, text, wholes

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
