"""Twin tables of every game and kind: who may not know in what they differ finds no difference anywhere.

A game brings its twins in `tests/games/<slug>/twin_tables.py`; one that has none fails here.
"""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib import import_module

import pytest

from companion import shelf
from companion.tables.models import Table
from tests.twinned import CODE, Person, Twins, everybody, heard, opened, plain, sat, sheets, text

pytestmark = pytest.mark.django_db(transaction=True)

EVERY = [
    pytest.param(make, id=f"{slug}-{make.__name__}")
    for slug in shelf.slugs()
    for make in import_module(f"tests.games.{slug}.twin_tables").TWINS
]
SCREENED = [each for each in EVERY if shelf.game(str(each.id).split("-")[0]).at_table]
every_twin = pytest.mark.parametrize("make", EVERY)
every_screened_twin = pytest.mark.parametrize("make", SCREENED)
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


@every_twin
@pytest.mark.parametrize("sitting", SITTINGS)
def test_who_may_not_know_finds_no_difference_on_any_route(make: Callable[[], Twins], sitting: str) -> None:
    twins, (kind, sit) = make(), SITTINGS[sitting]
    deeds = [*twins.wrong, *(twins.guesses if sitting in BARRED else ())]
    found = []
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, kind)
        found.append(heard(twins, sit(table, twins), deeds))
    assert found[0].keys() == found[1].keys()
    assert {name: difference(found[0][name], found[1][name]) for name in found[0]} == dict.fromkeys(found[0])


@every_twin
@pytest.mark.parametrize("sitting", ["another at a seated table", "one tablet that goes round"])
def test_no_sheet_tells_who_may_not_know(make: Callable[[], Twins], sitting: str) -> None:
    twins, (kind, sit) = make(), SITTINGS[sitting]
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
def test_outside_its_cover_a_phone_tells_nothing_and_says_whose_turn_it_is(make: Callable[[], Twins]) -> None:
    twins, shown = make(), []
    for world in (twins.one, twins.two):
        table = opened(twins.game, world, "seated")
        phones = [(seat, sat(table, seat)) for seat in everybody(table)]
        shown.append({(seat, room): outside(phone, room) for seat, phone in phones for room in ("hand/", "")})
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


def outside(phone: Person, room: str) -> list[str]:
    """What a page tells besides what its cover hides; nothing of one that has no cover."""
    page = phone.browser.get(f"/t/{CODE}/{room}").content.decode()
    return plain(uncovered(page)) if "s-under" in page else []


def difference(one: list[str], two: list[str]) -> tuple[str, str] | None:
    """The first lines that are not the same."""
    if one == two:
        return None
    pairs: Iterator[tuple[str, str]] = zip([*one, ""], [*two, ""], strict=False)
    return next(((a[:300], b[:300]) for a, b in pairs if a != b), ("longer", "shorter"))


class Outside(HTMLParser):
    """What of a page stands outside its cover."""

    VOID = ("input", "img", "br", "hr", "link", "meta", "use", "path", "circle", "rect", "line")

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        inside = "s-under" in (dict(attrs).get("class") or "")
        if self.depth or inside:
            self.depth += tag not in self.VOID
        else:
            self.said.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if self.depth and tag not in self.VOID:
            self.depth -= 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without contents."""
        if not self.depth:
            self.said.append(self.get_starttag_text() or "")

    def handle_data(self, data: str) -> None:
        """Words."""
        if not self.depth:
            self.said.append(data)


def uncovered(page: str) -> str:
    """The page but for what its cover hides."""
    parser = Outside()
    parser.feed(page)
    return "\n".join(parser.said)
