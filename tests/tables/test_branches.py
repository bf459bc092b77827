"""A branch from a line: played on at a table of its own, laid beside the true one, by hand or by program."""

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.opening import keep_table
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.tables import play, seating
from companion.tables.afterwards import again
from companion.tables.comparing import difference
from companion.tables.devices import COOKIE, HOUSE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table
from companion.tables.position import position
from tests.tables.test_api import Program

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = ("scarper", "parabellum")


def fork(table: Table, who: Device, line: int) -> Table:
    """The branch of who needs nobody's word."""
    branch = play.branch(table, who, line)
    assert isinstance(branch, Table)
    return branch


SECRET = new_secret()


def played(system: str, free: str = "") -> Table:
    """A dozen lines of the game's own demo; its host holds every seat but the free one."""
    game = shelf.game(system)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=system, title="Thursday", kind="open", setup=setup))
    seating.host(table, SECRET, "A tablet")
    for seat in table.seats.exclude(chair=free):
        seating.sit(table, SECRET, seat.chair, "A tablet", seat.name)
    for number, action in enumerate(actions[:12], 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def browsing(secret: str = SECRET) -> Client:
    browser = Client()
    browser.cookies[COOKIE] = secret
    return browser


def written(table: Table) -> list[tuple[object, ...]]:
    return list(Entry.objects.filter(table=table).values_list("number", "kind", "action", "steps", "dice"))


@pytest.mark.parametrize("system", GAMES)
def test_a_branch_goes_on_from_its_line_and_leaves_the_true_game_alone(system: str) -> None:
    table = played(system)
    before = written(table)
    answer = browsing().post(f"/t/{table.code}/branch/8/")
    branch = Table.objects.get(branch_of=table)
    assert answer["Location"] == f"/t/{branch.code}/"
    assert branch.title == "Thursday: had it gone otherwise after line 8"
    assert written(branch) == before[:8]
    play.act(branch, HOUSE, table.entries.get(number=9).action, 8, "otherwise")
    table.refresh_from_db()
    assert written(table) == before
    keys = [set(each.entries.values_list("key", flat=True)) for each in (table, branch)]
    assert not keys[0] & keys[1]


@pytest.mark.parametrize("system", GAMES)
def test_a_branch_says_what_it_is_and_is_laid_beside_its_true_line(system: str) -> None:
    table = played(system)
    branch = fork(table, device(table, SECRET), 8)
    there = browsing().get(f"/t/{branch.code}/").content.decode()
    assert f"/t/{branch.code}/branch/" in there
    assert f'href="/t/{table.code}/"' in there
    page = browsing().get(f"/t/{branch.code}/branch/").content.decode()
    assert page.count('class="branch__board"') == 2
    assert "The course of both" in page
    assert "Branch here" in browsing().get(f"/t/{table.code}/log/").content.decode()
    assert f"/t/{table.code}/branch/5/" in browsing().get(f"/t/{table.code}/film/?line=5").content.decode()


def test_the_same_devices_hold_the_same_seats() -> None:
    table = played("scarper")
    branch = fork(table, device(table, SECRET), 8)
    assert device(branch, SECRET).holds == device(table, SECRET).holds
    assert device(branch, SECRET).host


def test_a_line_that_was_corrected_later_is_branched_from_as_it_stands() -> None:
    table = played("scarper")
    play.undo(table, HOUSE, 10, table.version, "back")
    table.refresh_from_db()
    branch = fork(table, device(table, SECRET), 10)
    branch.refresh_from_db()
    assert position(branch).numbers == tuple(range(1, 11))
    with pytest.raises(IllegalAction):
        fork(table, device(table, SECRET), 12)


@pytest.mark.parametrize("system", GAMES)
def test_while_others_play_a_branch_needs_their_yes(system: str) -> None:
    free = {"scarper": "german"}.get(system) or shelf.game(system).setup_seats({})[1].id
    table, other = played(system, free=free), new_secret()
    seating.sit(table, other, free, "Jo's phone", "Jo")
    seated = device(table, other)
    table.refresh_from_db()
    assert "Branch here" in browsing(other).get(f"/t/{table.code}/log/").content.decode()
    assert "Branch" in browsing(other).get(f"/t/{table.code}/film/?line=8").content.decode()
    asked = browsing().post(f"/t/{table.code}/branch/8/")
    assert asked["Location"] == f"/t/{table.code}/"
    assert not Table.objects.filter(branch_of=table).exists()
    request = Request.objects.get(table=table, kind="branch")
    assert list(request.answers) == [free]
    assert "at a table of its own" in browsing(other).get(f"/t/{table.code}/").content.decode()
    play.agree(table, seated, request.pk, yes=True)
    branch = Table.objects.get(branch_of=table)
    assert branch.branch_line == 8
    assert device(branch, other).holds == (free,)
    for secret in (SECRET, other):
        assert f'href="/t/{branch.code}/"' in browsing(secret).get(f"/t/{table.code}/log/").content.decode()
    play.agree(table, seated, request.pk, yes=True)
    assert Table.objects.filter(branch_of=table).count() == 1


def test_a_no_leaves_no_branch_and_who_watches_asks_for_none() -> None:
    table, other, wall = played("scarper", free="german"), new_secret(), new_secret()
    seating.watch(table, wall, "The wall")
    browsing(wall).post(f"/t/{table.code}/branch/8/")
    assert not Request.objects.filter(table=table, kind="branch").exists()
    assert "Branch here" not in browsing(wall).get(f"/t/{table.code}/log/").content.decode()
    seating.sit(table, other, "german", "Jo's phone", "Jo")
    seated = device(table, other)
    asked = play.branch(table, device(table, SECRET), 8)
    assert not isinstance(asked, Table)
    assert asked.waiting is not None
    play.agree(table, seated, asked.waiting["request"], yes=False)
    assert not Table.objects.filter(branch_of=table).exists()


def test_who_has_not_joined_the_true_table_sees_nothing_of_it() -> None:
    table = played("scarper")
    branch, guest = fork(table, device(table, SECRET), 8), new_secret()
    seating.watch(branch, guest, "A guest")
    assert browsing(guest).get(f"/t/{branch.code}/branch/")["Location"] == f"/t/{branch.code}/"


def test_a_branch_counts_in_no_series_and_no_campaign() -> None:
    table = played("scarper")
    branch = fork(table, device(table, SECRET), 8)
    play.act(branch, HOUSE, {"type": "resign", "side": "german"}, 8, "up")
    branch.refresh_from_db()
    with pytest.raises(IllegalAction, match="no series"):
        again(branch, device(branch, SECRET))
    war = played("parabellum")
    with pytest.raises(IllegalAction, match="no campaign"):
        keep_table(fork(war, device(war, SECRET), 8), SECRET)
    assert not Campaign.objects.exists()


def test_a_branch_stands_under_its_true_table_until_it_is_put_away() -> None:
    table = played("scarper")
    branch = fork(table, device(table, SECRET), 8)
    home = browsing().get("/all/").content.decode()
    assert home.index(f'href="/t/{table.code}/"') < home.index(f'href="/t/{branch.code}/"')
    browsing().post(f"/t/{branch.code}/branch/away/")
    assert f'href="/t/{branch.code}/"' not in browsing().get("/all/").content.decode()
    assert browsing().get(f"/t/{branch.code}/branch/").status_code == 200
    browsing().post(f"/t/{table.code}/branch/away/")
    table.refresh_from_db()
    assert table.archived_at is None


def test_a_difference_is_told_where_both_are_numbers() -> None:
    assert [difference("1,010", "945"), difference("3", "5"), difference("4", "4")] == ["−65", "+2", "="]
    assert not difference("day", "2")


def playing() -> Program:
    """A program that opened a table of Scarper, a dozen lines on; nobody else sits at it."""
    game = shelf.game("scarper")
    assert game.demo is not None
    setup, actions = game.demo()
    _, made = Program().ask("", {"system": "scarper", "title": "Thursday", "kind": "open", "setup": setup})
    host = Program(made["code"], made["host"])
    for number, action in enumerate(actions[:12], 1):
        assert host.ask("/actions", {"action": action, "seen": number, "key": f"line-{number}"})[0] == 201
    return host


def test_a_program_branches_plays_on_compares_and_puts_away() -> None:
    host = playing()
    before = host.ask("/journal")[1]
    status, branch = host.ask("/branches", {"line": 8})
    assert (status, branch["line"], branch["version"]) == (201, 8, 8)
    there = Program(branch["code"], host.token)
    ninth = before["entries"][8]["action"]
    assert there.ask("/actions", {"action": ninth, "seen": 8, "key": "otherwise"})[0] == 201
    told = there.ask("/beside")[1]
    assert (told["true"], told["line"]) == (host.table, 8)
    assert told["figures"]
    assert {len(each["values"]) for each in told["courses"]} == {9}
    assert there.ask("/put-away", {})[0] == 201
    (listed,) = host.ask("/branches")[1]["branches"]
    assert (listed["code"], listed["put_away"]) == (branch["code"], True)
    assert host.ask("/journal")[1] == before


def test_a_branch_is_refused_in_words_and_nothing_is_made() -> None:
    host = playing()
    for wrong, code in (
        ({"line": 99}, "illegal_action"),
        ({"line": -1}, "invalid_input"),
        ({}, "invalid_input"),
    ):
        status, told = host.ask("/branches", wrong)
        assert (status, told["error"]["code"]) == (422, code)
    assert host.ask("/branches")[1] == {"branches": []}
    assert host.ask("/beside")[0] == host.ask("/put-away", {})[0] == 422
    stranger = Program(host.table, "nobody")
    assert stranger.ask("/branches")[0] == stranger.ask("/branches", {"line": 3})[0] == 403
