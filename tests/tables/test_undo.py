"""What was done is taken back, done again, or goes on otherwise at a table of its own."""

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.opening import keep_table
from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.game import Sight
from companion.tables import play, pleas, screen, seating
from companion.tables.afterwards import again
from companion.tables.comparing import difference
from companion.tables.correcting import Fix
from companion.tables.devices import COOKIE, HOUSE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table
from companion.tables.pleas import open_requests
from companion.tables.position import forget, position
from companion.tables.screen import Look
from tests.tables.conftest import Person, new_table, sat_down
from tests.tables.test_api import Program
from tests.tables.test_play import ADD, snapshot, total

ROLL = {"type": "roll", "side": "red"}


def add(table: Table, who: Person, times: int = 1) -> None:
    for _ in range(times):
        table.refresh_from_db()
        play.act(table, who.device, ADD, table.version, f"add-{table.version}")
    table.refresh_from_db()


def test_undo_to_any_line_gives_the_state_after_it_and_redo_brings_the_rest_back(
    table: Table, alice: Person
) -> None:
    add(table, alice, 5)
    states = dict(zip(position(table).numbers, position(table).trail, strict=True))
    for to in (5, 3, 1):
        play.undo(table, alice.device, to, table.version, f"undo-{to}")
        table.refresh_from_db()
        assert position(table).state == states[to]
        forget(table)
        assert position(table).state == states[to]
        play.redo(table, alice.device, table.version, f"redo-{to}")
        table.refresh_from_db()
        assert position(table).state == states[6]
    assert list(Entry.objects.filter(table=table).values_list("number", flat=True)) == list(range(1, 13))


def test_an_undo_tapped_twice_is_one_line(table: Table, alice: Person) -> None:
    add(table, alice, 3)
    first = play.undo(table, alice.device, 2, 4, "u")
    assert play.undo(table, alice.device, 2, 4, "u") == first
    assert play.redo(table, alice.device, 5, "r") == play.redo(table, alice.device, 5, "r")
    table.refresh_from_db()
    assert table.version == 6


@pytest.mark.parametrize("to", [0, 4, 99])
def test_only_a_line_that_stands_can_be_gone_back_to(table: Table, alice: Person, to: int) -> None:
    add(table, alice, 3)
    before = snapshot(table)
    with pytest.raises(IllegalAction) as refused:
        play.undo(table, alice.device, to, 4, "u")
    assert refused.value.path == "to"
    assert snapshot(table) == before


def test_after_a_new_line_there_is_nothing_to_redo(table: Table, alice: Person) -> None:
    add(table, alice, 2)
    play.undo(table, alice.device, 2, 3, "u")
    add(table, alice)
    with pytest.raises(IllegalAction):
        play.redo(table, alice.device, 5, "r")


def test_going_back_past_app_dice_waits_for_the_other_seat(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    assert asked.waiting is not None
    assert asked.waiting["seats"] == ["blue"]
    assert play.undo(table, alice.device, 1, 2, "u") == asked
    table.refresh_from_db()
    assert table.version == 2
    number = asked.waiting["request"]
    with pytest.raises(IllegalAction):
        play.agree(table, alice.device, number, yes=True)
    done = play.agree(table, bob.device, number, yes=True)
    assert done.version == 3
    assert play.agree(table, bob.device, number, yes=True) == done
    assert play.undo(table, alice.device, 1, 2, "u").version == 3
    assert total(table) == 0


def test_a_no_leaves_everything_as_it_is(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.agree(table, bob.device, asked.waiting["request"], yes=False)
    table.refresh_from_db()
    assert table.version == 2
    assert Request.objects.get(table=table).status == "refused"
    with pytest.raises(IllegalAction):
        play.agree(table, bob.device, asked.waiting["request"], yes=True)


def test_alone_at_the_table_nobody_is_asked(table: Table, alice: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    assert play.undo(table, alice.device, 1, 2, "u").version == 3


def test_typed_dice_may_be_corrected_without_asking(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, {**ROLL, "rolls": {"d6": 2}}, 1, "a")
    assert play.undo(table, alice.device, 1, 2, "u").waiting is None


def test_a_request_lapses_with_the_next_line_and_can_be_taken_back(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.act(table, bob.device, {**ADD, "side": "blue"}, 2, "b")
    assert Request.objects.get(table=table).status == "lapsed"
    with pytest.raises(IllegalAction):
        play.agree(table, bob.device, asked.waiting["request"], yes=True)
    again = play.undo(table, alice.device, 1, 3, "u2")
    pleas.withdraw(table, alice.device, again.waiting["request"])
    assert not Request.objects.filter(table=table, status="open").exists()


def test_a_question_holds_the_tap_until_the_seat_that_knows_has_answered(
    table: Table, alice: Person, bob: Person, charlie: Person
) -> None:
    tap = {"type": "name_card", "side": "red"}
    held = play.act(table, alice.device, tap, 1, "a")
    assert held.waiting["kind"] == "question"
    table.refresh_from_db()
    assert table.version == 1
    card = position(table).state.hands["blue"][1]
    for stranger in (alice, charlie):
        with pytest.raises(IllegalAction):
            play.reply(table, stranger.device, held.waiting["request"], {"card": card})
    with pytest.raises(IllegalAction) as refused:
        play.reply(table, bob.device, held.waiting["request"], {"card": "sentinel-nobody"})
    assert refused.value.path == "card"
    done = play.reply(table, bob.device, held.waiting["request"], {"card": card})
    assert play.reply(table, bob.device, held.waiting["request"], {"card": card}) == done
    assert play.act(table, alice.device, tap, 1, "a") == done
    entry = Entry.objects.get(table=table, number=2)
    assert (entry.seat, entry.action["card"], entry.by) == ("red", card, "red (red's tablet)")


def test_what_is_asked_four_times_stands_once(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    first = play.undo(table, alice.device, 1, 2, "u-1")
    for n in (2, 3, 4):
        assert play.undo(table, alice.device, 1, 2, f"u-{n}") == first
    assert Request.objects.filter(table=table, status="open").count() == 1
    assert play.agree(table, bob.device, first.waiting["request"], yes=True).version == 3
    told = play.undo(table, alice.device, 1, 2, "u-4")
    assert told.waiting["status"] == "granted"
    assert not Request.objects.filter(table=table, status="open").exists()


def test_another_line_is_another_request(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.act(table, alice.device, ROLL, 2, "b")
    play.undo(table, alice.device, 1, 3, "u-1")
    play.undo(table, alice.device, 2, 3, "u-2")
    assert Request.objects.filter(table=table, status="open").count() == 2


def test_who_is_asked_and_asks_for_the_same_has_said_yes(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.undo(table, alice.device, 1, 2, "u-1")
    assert play.undo(table, bob.device, 1, 2, "u-2").version == 3
    assert play.undo(table, bob.device, 1, 2, "u-2").waiting["status"] == "granted"
    assert total(table) == 0


def test_the_same_correction_asked_twice_stands_once_too(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    fix = Fix(2, {**ADD, "count": 5})
    first = play.amend(table, alice.device, fix, 2, "m-1")
    assert first.waiting is not None
    assert play.amend(table, alice.device, fix, 2, "m-2") == first
    assert Request.objects.filter(table=table, status="open").count() == 1


def test_who_asks_and_for_what_is_said_by_name(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    play.undo(table, alice.device, 1, 2, "u")
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert (asked.who, asked.may_say) == ("Red", True)
    assert asked.deed.startswith("“")
    assert "line" not in asked.deed
    add(table, alice)
    add(table, alice)
    play.undo(Table.objects.get(), alice.device, 1, 4, "u2")
    *_, asked = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed.endswith("and two lines after it")


def undo_to(table: Table, who: Person) -> int:
    """Where one tap on Undo goes back to, on that device's screen."""
    table.refresh_from_db()
    shell = screen.page(Look(table=table, who=who.device, draft={}, back="/"))["table"]
    return int(shell.undo_to)


def test_what_one_tap_did_in_a_row_is_taken_back_at_once(table: Table, alice: Person) -> None:
    add(table, alice, 2)
    play.act_in_a_row(table, alice.device, [ADD] * 3, table.version, "first")
    table.refresh_from_db()
    play.act_in_a_row(table, alice.device, [ADD] * 3, table.version, "second")
    assert undo_to(table, alice) == 6, "the same three once more are another tap"
    play.undo(table, alice.device, 6, table.version, "u")
    assert undo_to(table, alice) == 3
    play.undo(table, alice.device, 3, table.version, "v")
    assert undo_to(table, alice) == 2
    assert total(table) == 6


BLUE = {**ADD, "side": "blue"}


def test_anothers_line_is_taken_back_with_his_word_and_ones_own_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ADD, 1, "a")
    play.act(table, bob.device, BLUE, 2, "b")
    held = play.undo(table, alice.device, 2, 3, "u")
    assert held.waiting["seats"] == ["blue"]
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert (asked.kind, asked.may_say) == ("undo", True)
    assert play.undo(table, bob.device, 2, 3, "v").version == 4, "his own he takes back at once"
    assert total(table) == 3
    back = play.redo(table, alice.device, 4, "r")
    assert back.waiting["seats"] == ["blue"], "nor is it brought back without him"
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed.startswith("the undo of “add")
    assert play.agree(table, bob.device, back.waiting["request"], yes=True).version == 5
    assert total(table) == 6


def test_what_others_agreed_to_take_back_is_not_brought_back_alone(
    table: Table, alice: Person, bob: Person
) -> None:
    play.act(table, alice.device, ROLL, 1, "a")
    asked = play.undo(table, alice.device, 1, 2, "u")
    play.agree(table, bob.device, asked.waiting["request"], yes=True)
    assert play.redo(table, alice.device, 3, "r").waiting["seats"] == ["blue"]
    assert play.redo(table, bob.device, 3, "s").version == 4, "he is asked, and asks for the same"


def test_anothers_line_is_corrected_with_his_word(table: Table, alice: Person, bob: Person) -> None:
    play.act(table, bob.device, BLUE, 1, "b")
    held = play.amend(table, alice.device, Fix(2, None), 2, "m")
    assert held.waiting["seats"] == ["blue"]
    assert play.agree(table, bob.device, held.waiting["request"], yes=True).version == 3
    back = play.redo(table, alice.device, 3, "r")
    assert back.waiting["seats"] == ["blue"]
    (asked,) = open_requests(Table.objects.get(), bob.device, Sight(frozenset(["blue"])))
    assert asked.deed == "the correction of line 2"
    assert total(table) == 0
    mine = play.act(table, bob.device, BLUE, 3, "c").version
    assert play.amend(table, bob.device, Fix(mine, {**BLUE, "count": 5}), 4, "n").waiting is None
    assert total(table) == 5


def test_where_anybody_taps_for_any_side_nobody_is_asked_for_an_open_line(transactional_db: None) -> None:
    table = new_table("open")
    alice, bob = sat_down(table, "red", host=True), sat_down(table, "blue")
    play.act(table, bob.device, BLUE, 1, "b")
    assert play.undo(table, alice.device, 1, 2, "u").version == 3


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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_the_same_devices_hold_the_same_seats() -> None:
    table = played("scarper")
    branch = fork(table, device(table, SECRET), 8)
    assert device(branch, SECRET).holds == device(table, SECRET).holds
    assert device(branch, SECRET).host


@pytest.mark.django_db(transaction=True)
def test_a_line_that_was_corrected_later_is_branched_from_as_it_stands() -> None:
    table = played("scarper")
    play.undo(table, HOUSE, 10, table.version, "back")
    table.refresh_from_db()
    branch = fork(table, device(table, SECRET), 10)
    branch.refresh_from_db()
    assert position(branch).numbers == tuple(range(1, 11))
    with pytest.raises(IllegalAction):
        fork(table, device(table, SECRET), 12)


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_who_has_not_joined_the_true_table_sees_nothing_of_it() -> None:
    table = played("scarper")
    branch, guest = fork(table, device(table, SECRET), 8), new_secret()
    seating.watch(branch, guest, "A guest")
    assert browsing(guest).get(f"/t/{branch.code}/branch/")["Location"] == f"/t/{branch.code}/"


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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
