"""The pages: each opens for who may see it, by people's names, as a plain form, with no other's secret."""

import gzip
import json
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from companion import shelf
from companion.engine.rulebook import rulebook
from companion.engine.wire import Json
from companion.tables import lobby, play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.live import FILLED_IN
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Seat, Snapshot, Table, Token
from companion.tables.position import position
from companion.tables.seating import names_given
from companion.tables.templatetags.tables import rule, ruled
from tests.tables.conftest import Person, new_table, sat_down

ROOMS = ("", "hand/", "tv/", "log/", "seats/")
ADD = {"type": "add", "side": "red", "count": 1}


def tapped(count: str = "4", **more: str) -> dict[str, str]:
    """What the form of a count sends."""
    action = {"action": '{"type":"add","side":"red"}', "a.count": count, "seen": "1", "key": "k"}
    return action | more


def opened(browser: Client, table: Table, room: str, **headers: str) -> str:
    response = browser.get(f"/t/{table.code}/{room}", headers=headers, follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_opens_whole_and_in_part(table: Table, alice: Person, bob: Person, room: str) -> None:
    whole = opened(alice.browser, table, room)
    part = opened(alice.browser, table, room, **{"HX-Request": "true"})
    assert "<html" in whole
    assert "<html" not in part
    for page in (whole, part):
        assert 'data-version="1"' in page
        assert f'data-bell="/t/{table.code}/bell/"' in page


@pytest.mark.parametrize("room", ["", "hand/", "tv/"])
def test_a_room_comes_packed_to_who_can_unpack_it(table: Table, alice: Person, room: str) -> None:
    address = f"/t/{table.code}/{room}"
    packed = alice.browser.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert f'data-bell="/t/{table.code}/bell/"'.encode() in gzip.decompress(packed.content)
    assert "Content-Encoding" not in alice.browser.get(address)


def test_every_form_of_a_page_has_a_key_of_its_own(table: Table, alice: Person) -> None:
    play.act(table, alice.device, ADD, seen=1, key="tap")
    keys = re.findall(r'name="key" value="([^"]+)"', opened(alice.browser, table, ""))
    assert len(keys) > 1
    assert len({*keys}) == len(keys)


def test_a_stranger_is_led_to_the_door(table: Table) -> None:
    for room in ROOMS:
        response = Client().get(f"/t/{table.code}/{room}")
        assert response.status_code == 302
        assert response["Location"] == f"/join/{table.code}/"


def test_no_page_may_be_kept(table: Table, alice: Person) -> None:
    assert alice.browser.get(f"/t/{table.code}/")["Cache-Control"] == "no-store"


def test_a_plain_form_taps_and_comes_back_to_its_page(table: Table, alice: Person) -> None:
    page = f"/t/{table.code}/"
    response = alice.browser.post(f"{page}act/", tapped(back=page + "?do=add"))
    assert (response.status_code, response["Location"]) == (302, page)
    assert Entry.objects.get(table=table, number=2).action == {"type": "add", "side": "red", "count": 4}


def test_a_refused_plain_form_shows_why_once_and_keeps_the_choice(table: Table, alice: Person) -> None:
    page, browser = f"/t/{table.code}/", alice.browser
    response = browser.post(f"{page}act/", tapped("40", back=page + "?do=add"))
    assert response["Location"] == page + "?do=add"
    shown = browser.get(response["Location"]).content.decode()
    assert 'data-path="count"' in shown
    assert 'id="choice-add"' in shown.partition('aria-current="true"')[0]
    assert 'data-path="count"' not in browser.get(page).content.decode()


@pytest.mark.parametrize(("count", "seen", "status"), [("4", "1", 201), ("40", "1", 422), ("4", "0", 409)])
def test_a_tap_is_answered_with_the_part_and_a_status(
    table: Table, alice: Person, count: str, seen: str, status: int
) -> None:
    page = f"/t/{table.code}/"
    form = tapped(count, seen=seen, back=page + "?do=add")
    response = alice.browser.post(f"{page}act/", form, headers={"HX-Request": "true"})
    text = response.content.decode()
    assert response.status_code == status
    assert 'id="table"' in text
    assert ("refusal-words" in text) == (status != 201)
    assert ('aria-current="true"' in text) == (status != 201)
    assert response["HX-Replace-Url"] == (page if status == 201 else page + "?do=add")


def test_a_deed_says_what_of_the_half_made_choice_stays(table: Table, alice: Person) -> None:
    page, stays = f"/t/{table.code}/", "?then=%3Fcart%3D2"
    form = tapped(back=f"{page}?do=add")
    response = alice.browser.post(f"{page}act/{stays}", form, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Replace-Url"]) == (201, f"{page}?cart=2")
    plain = alice.browser.post(f"{page}act/{stays}", form | {"seen": "2", "key": "l"})
    assert plain["Location"] == f"{page}?cart=2"
    refused = alice.browser.post(f"{page}act/{stays}", form | {"seen": "1", "key": "m"})
    assert refused["Location"] == f"{page}?do=add"


def test_a_page_goes_back_to_no_other_house(table: Table, alice: Person) -> None:
    form = tapped(back="https://example.org/t/")
    assert alice.browser.post(f"/t/{table.code}/act/", form)["Location"] == f"/t/{table.code}/"


def test_screens_need_the_csrf_token(table: Table, alice: Person) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies[COOKIE] = alice.secret
    form = tapped()
    assert browser.post(f"/t/{table.code}/act/", form).status_code == 403
    page = browser.get(f"/t/{table.code}/").content.decode()
    form["csrfmiddlewaretoken"] = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    assert browser.post(f"/t/{table.code}/act/", form).status_code == 302


def test_a_table_is_opened_joined_watched_and_asked_for(transactional_db: None) -> None:
    ada, ben, cleo = Client(), Client(), Client()
    assert "Tally" in ada.get("/").content.decode()
    form = {"title": "Thursday", "way": "each", "o.start": "7", "o.mood": "wild"}
    response = ada.post("/open/tally/", form)
    assert response.status_code == 302, response.content.decode()
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.code}/lobby/"
    cookie = ada.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not Token.objects.filter(hash=cookie.value).exists()
    assert "<svg" in ada.get(response["Location"]).content.decode()
    assert "Thursday" in ada.get("/").content.decode()
    ada.post(f"/t/{table.code}/sit/", {"deed": "sit", "seat": "red", "player": "Ada"})

    assert ben.get("/join/", {"code": table.code.lower()})["Location"] == f"/join/{table.code}/"
    assert ben.post(f"/join/{table.code}/", {"seat": "red", "word": "sit"}).status_code == 422
    assert (
        ben.post(f"/join/{table.code}/", {"seat": "blue", "word": "sit", "player": "Ben"}).status_code == 302
    )
    ada.post(f"/t/{table.code}/sit/", {"deed": "begin"})
    table.refresh_from_db()
    assert position(table).state.total == 7
    assert 'value="watch"' in cleo.get(f"/join/{table.code}/").content.decode()
    assert cleo.post(f"/join/{table.code}/", {"word": "tv"})["Location"] == f"/t/{table.code}/tv/"

    cleo.post(f"/join/{table.code}/", {"seat": "blue", "word": "ask"})
    shown = ada.get(f"/t/{table.code}/").content.decode()
    number = re.search(r'id="request-(\d+)"', shown)[1]
    said = {"request": number, "kind": "claim", "word": "yes", "seen": "1", "key": "k"}
    ben.post(f"/t/{table.code}/say/", said)
    assert ben.get(f"/t/{table.code}/").status_code == 200
    ada.post(f"/t/{table.code}/say/", said)
    assert ben.get(f"/t/{table.code}/").status_code == 302
    assert "sentinel" in cleo.get(f"/t/{table.code}/hand/").content.decode()


def test_what_is_wrong_with_a_table_to_open_is_said_at_its_field(transactional_db: None) -> None:
    from io import BytesIO

    file = BytesIO(b'{"a": 1}')
    file.name = "names.json"
    form = {"title": "", "way": "each", "o.start": "700", "o.mood": "wild", "f.names": file}
    shown = Client().post("/open/tally/", form)
    assert shown.status_code == 422
    text = shown.content.decode()
    for name in ("title", "o.start", "f.names"):
        assert f'id="id_{name}_error"' in text
    assert not Table.objects.exists()


def test_the_host_manages_and_nobody_else(table: Table, alice: Person, bob: Person) -> None:
    manage = f"/t/{table.code}/manage/"
    assert bob.browser.post(manage, {"deed": "close"}).status_code == 403
    assert bob.browser.get(f"/t/{table.code}/delete/").status_code == 403
    alice.browser.post(manage, {"deed": "shut_door"})
    assert Client().post(f"/join/{table.code}/", {"seat": "blue"}).status_code == 422
    token = Token.objects.get(table=table, seat__chair="blue").pk
    alice.browser.post(manage, {"deed": "revoke", "token": token})
    assert bob.browser.get(f"/t/{table.code}/").status_code == 302
    assert alice.browser.post(manage, {"deed": "archive"}).status_code == 422
    alice.browser.post(manage, {"deed": "close"})
    alice.browser.post(manage, {"deed": "archive"})
    assert "Thursday" not in alice.browser.get("/").content.decode()
    assert "Thursday" in alice.browser.get("/archive/").content.decode()
    assert alice.browser.post(f"/t/{table.code}/delete/", {"code": "wrong"}).status_code == 422
    assert Table.objects.exists()
    alice.browser.post(f"/t/{table.code}/delete/", {"code": table.code.lower()})
    assert not Table.objects.exists()
    assert not Entry.objects.exists()


def test_an_open_table_is_not_deleted(table: Table, alice: Person) -> None:
    assert alice.browser.post(f"/t/{table.code}/delete/", {"code": table.code}).status_code == 422
    assert Table.objects.exists()


def test_guessing_at_codes_ends(transactional_db: None) -> None:
    table, browser = new_table(), Client()
    answers = [browser.get(f"/join/ZZZZ{n:02}/").status_code for n in range(22, 55)]
    assert answers[0] == 404
    assert answers[-1] == 429
    assert browser.get(f"/join/{table.code}/").status_code == 429
    assert Client(REMOTE_ADDR="10.0.0.9").get(f"/join/{table.code}/").status_code == 200


def test_the_log_keeps_what_was_undone_readable(table: Table, alice: Person) -> None:
    play.act(table, alice.device, {"type": "say", "text": "hello"}, 1, "a")
    play.act(table, alice.device, {"type": "roll", "side": "red"}, 2, "b")
    play.undo(table, alice.device, 2, 3, "u")
    log = opened(alice.browser, table, "log/")
    undone = log[log.index('id="line-3"') : log.index('id="line-2"')]
    assert "<s class" in undone
    assert "rolled by the app" in undone
    assert "red counts" in undone
    assert "Back to line 2" in log
    assert "<s class" not in log[log.index('id="line-2"') :]


def test_a_long_log_is_paged(table: Table, alice: Person) -> None:
    for version in range(1, 60):
        play.act(table, alice.device, {"type": "add", "side": "red", "count": 1}, version, f"k{version}")
    newest = opened(alice.browser, table, "log/")
    assert 'id="line-60"' in newest
    assert 'id="line-20"' not in newest
    older = alice.browser.get(re.search(r'href="([^"]+\?before=\d+)"', newest)[1]).content.decode()
    assert 'id="line-20"' in older
    assert 'id="line-1"' in older


def test_a_page_asks_the_database_no_more_when_the_table_is_long(
    table: Table, alice: Person, bob: Person, django_assert_max_num_queries: object
) -> None:
    for version in range(1, 40):
        play.act(table, alice.device, {"type": "add", "side": "red", "count": 1}, version, f"k{version}")
    for room in ROOMS:
        with django_assert_max_num_queries(12):
            opened(alice.browser, table, room)
    with django_assert_max_num_queries(4):
        alice.browser.get("/")


def test_one_tablet_may_hold_every_seat_and_shows_one_hand_at_a_time(transactional_db: None) -> None:
    table = new_table("open")
    alice = sat_down(table, "red", host=True)
    from companion.tables import seating as seats

    seats.sit(table, alice.secret, "blue")
    hands = position(table).state.hands
    for seat, other in (("red", "blue"), ("blue", "red")):
        there = f"/t/{table.code}/hand/?seat={seat}&ring=mine-{table.version}"
        assert not any(card in alice.browser.get(there).content.decode() for card in hands[seat])
        shown = alice.browser.get(there, headers={"Companion-Held": "yes"}).content.decode()
        assert all(card in shown for card in hands[seat])
        assert not any(card in shown for card in hands[other])


def test_a_broken_journal_is_told_and_nothing_is_lost(table: Table, alice: Person) -> None:
    from django.db import connection

    from companion.tables.position import forget

    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_entry SET action = '{}' WHERE number = 1")
    forget(table)
    kept = alice.browser.get(f"/t/{table.code}/").content.decode()
    assert 'id="table"' in kept, "the state that is kept needs no journal"
    Snapshot.objects.all().delete()
    forget(table)
    told = alice.browser.get(f"/t/{table.code}/").content.decode()
    assert "Line 1" in told
    assert "0 counted" in told
    assert "Three cards each." in told


def test_secrets_of_devices_are_kept_as_hashes(table: Table, alice: Person) -> None:
    assert not Token.objects.filter(hash=alice.secret).exists()
    assert len(new_secret()) >= 22
    lobby.revoke(table, Token.objects.get(table=table, role="seat").pk)
    assert alice.device.holds == ()


def test_screens_that_see_the_same_get_one_picture_with_nobodys_fields(
    table: Table, alice: Person, bob: Person
) -> None:
    def part(who: Person) -> str:
        return opened(who.browser, table, "", **{"HX-Request": "true"})

    first, other = part(alice), part(bob)
    assert first == part(alice)
    assert {*re.findall('name="key" value="([^"]*)"', first + other)} == {""}
    assert not any(card in other for card in position(table).state.hands["red"])


def test_a_form_of_a_picture_is_sent_with_the_browsers_own_token(table: Table, alice: Person) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies[COOKIE] = alice.secret
    browser.get(f"/t/{table.code}/")
    there, form = f"/t/{table.code}/act/", {"action": json.dumps(ADD), "seen": "1", "key": "k"}
    assert browser.post(there, form | {"csrfmiddlewaretoken": FILLED_IN}).status_code == 403
    own = browser.cookies["csrftoken"].value
    assert browser.post(there, form | {"csrfmiddlewaretoken": own}).status_code == 302


def test_while_the_host_plays_for_another_every_screen_says_so(
    table: Table, alice: Person, bob: Person, charlie: Person
) -> None:
    home = f"/t/{table.code}/"

    def read(who: Person) -> str:
        return " ".join(who.browser.get(home).content.decode().split())

    assert "plays for" not in read(alice) + read(bob) + read(charlie)
    assert bob.browser.post(f"{home}manage/", {"deed": "play_for", "seat": "red"}).status_code == 403
    assert alice.browser.post(f"{home}manage/", {"deed": "play_for", "seat": "blue"}).url == home
    assert "This device plays for Blue, too." in read(alice)
    assert "The host plays for Blue, your side, as well." in read(bob)
    assert "The host plays for Blue." in read(charlie)
    form = {"action": '{"type":"add","side":"blue","count":2}', "seen": "1", "key": "for-blue", "back": home}
    alice.browser.post(f"{home}act/", form)
    assert "tapped by the host" in bob.browser.get(f"{home}log/").content.decode()
    alice.browser.post(f"{home}manage/", {"deed": "play_no_more", "seat": "blue"})
    assert "plays for" not in read(alice) + read(bob)


def test_the_log_says_people_by_their_names(table: Table, alice: Person) -> None:
    Seat.objects.filter(table=table, chair="red").update(player="Alice")
    play.act(table, alice.device, {"type": "add", "side": "red", "count": 1}, 1, "k")
    shown = opened(alice.browser, table, "log")
    assert "Alice · " in shown
    assert "red (" not in shown


def test_htmx_is_sent_to_see_for_itself_where_there_is_no_part(table: Table, alice: Person) -> None:
    stranger = Client()
    asked = stranger.get(f"/t/{table.code}/?do=add", headers={"HX-Request": "true"})
    assert (asked.status_code, asked.headers["HX-Redirect"]) == (200, f"/join/{table.code}/")
    nowhere = stranger.get("/t/ZZZZZZ/", headers={"HX-Request": "true"})
    assert nowhere.headers["HX-Redirect"] == "/t/ZZZZZZ/"
    tap = stranger.post(f"/t/{table.code}/act/", {"action": "{}"}, headers={"HX-Request": "true"})
    assert "HX-Redirect" not in tap.headers, "an answer to a tap says by its status whether it is kept"


TOLD = [slug for slug in shelf.slugs() if rulebook(shelf.game(slug).folder)]
HTMX = {"HX-Request": "true"}


def got(address: str, **headers: str) -> str:
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("slug", TOLD)
def test_a_game_has_a_page_with_a_place_for_every_entry_and_ruling(slug: str) -> None:
    book, page = rulebook(shelf.game(slug).folder), got(f"/rules/{slug}/")
    for key in (*book.entries, *map(str.lower, book.rulings)):
        assert page.count(f'id="rule-{key}"') == 1, key


@pytest.mark.parametrize("slug", TOLD)
def test_whatever_can_be_looked_up_answers_as_a_page_and_as_a_part(slug: str) -> None:
    book = rulebook(shelf.game(slug).folder)
    for key in (*list(book.entries)[:5], *list(map(str.lower, book.rulings))[:5]):
        address = reverse("rules:one", args=[slug, key])
        assert "<main" in got(address)
        part = got(address, **HTMX)
        assert "<dialog" in part
        assert "<main" not in part


def test_the_part_says_the_two_sentences_the_number_and_the_ruling() -> None:
    part = got("/rules/scarper/relative-position/", **HTMX)
    for words in ("Relative position", "6.2.2.5.1", "one space nearer", "Ruling R6"):
        assert words in part


def test_a_tables_own_value_stands_in_the_words_and_nothing_else_does() -> None:
    assert "the track ends at 12." in got("/rules/scarper/propaganda/?propaganda_max=12", **HTMX)
    asked = "/rules/scarper/trench/?propaganda_max=<i>x</i>&words=<i>y</i>"
    assert "<i>" not in got(asked, **HTMX)
    assert "&lt;i&gt;" in got("/rules/scarper/propaganda/?propaganda_max=<i>", **HTMX)


@pytest.mark.parametrize("address", ["chess/", "chess/trench/", "scarper/nothing/", "scarper/r99/"])
def test_what_there_is_not_is_not_found(address: str) -> None:
    assert Client().get(f"/rules/{address}").status_code == 404


def test_a_rules_number_and_a_ruling_in_a_text_lead_to_what_they_say() -> None:
    assert 'href="/rules/scarper/relative-position/"' in rule("scarper", "6.2.2.5.1")
    assert 'href="/rules/scarper/r14/"' in rule("scarper", "RULING R14")
    assert rule("scarper", "R99") == '<span class="rule">R99</span>'
    told = ruled("By spaces (R6).", "scarper")
    assert told.startswith("By spaces (<a ")
    assert 'href="/rules/scarper/r6/"' in told
    assert "<a" not in ruled("A unit at R7 holds.", "scarper")


def test_the_desk_and_the_house_lead_to_the_rules() -> None:
    assert 'href="/rules/scarper/"' in got("/desk/scarper/")
    assert 'href="/rules/"' in got("/rules/scarper/")
    assert 'href="/rules/scarper/"' in got("/rules/")


def test_a_house_rule_leads_to_the_ruling_that_it_switches() -> None:
    assert 'href="/rules/scarper/r14/"' in got("/open/scarper/")


def test_steps_stand_plain_on_a_page_that_names_no_game_and_on_the_tv() -> None:
    steps = [{"rule": "6.2.2.5.1", "text": "Arras lends +1 (R6)."}]
    plain = render_to_string("pieces/steps.html", {"steps": steps})
    assert plain.strip() == '<li><span class="rule">6.2.2.5.1</span><span>Arras lends +1 (R6).</span></li>'
    assert render_to_string("pieces/steps.html", {"steps": steps, "slug": "scarper"}).count("<a ") == 2


def test_a_ruling_that_a_field_of_the_desk_names_is_a_link_to_it() -> None:
    page = got("/desk/verraeter/conflict/")
    assert 'href="/rules/verraeter/r9/"' in page
    assert "(R9)" not in page


NAMES = ("Ada", "Bo", "Cy", "Di")
FSI, PDI = "\u2068", "\u2069"


def demo(slug: str, names: tuple[str, ...] = NAMES, lines: int = 60) -> tuple[Table, Client]:
    """The demo's game by people with these names, seen by one who looks on."""
    game = shelf.game(slug)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=slug, title="Thursday", kind="seated", setup=setup))
    for n, action in enumerate(actions[:lines]):
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{n}")
    for seat, name in zip(Seat.objects.filter(table=table), names, strict=False):
        seating.sit(table, new_secret(), seat.chair, "A phone", name)
    table.refresh_from_db()
    browser, secret = Client(), new_secret()
    seating.watch(table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return table, browser


def waits_for(table: Table) -> str:
    """Who is to act, by name."""
    known = position(table)
    return names_given(Seat.objects.filter(table=table))[known.game.actors(known.state)[0]]


@pytest.mark.parametrize("slug", ["parabellum", "scarper", "verraeter", "scope"])
def test_who_waits_reads_for_whom_by_name(slug: str, transactional_db: None) -> None:
    table, browser = demo(slug)
    asked = browser.get(f"/t/{table.code}/").content.decode().partition('id="ask"')[2]
    assert waits_for(table) in asked.partition('class="s-foot"')[0]


def test_a_step_says_who_and_the_journal_keeps_the_seat(transactional_db: None) -> None:
    table, browser = demo("verraeter", lines=6)
    text = browser.get(f"/t/{table.code}/log/").content.decode()
    row = Entry.objects.filter(table=table).exclude(steps=[]).last()
    assert row is not None
    step: Json = next(step for step in row.steps if step.get("seats"))
    name, seat = next(iter(step["seats"].items()))
    person = names_given(Seat.objects.filter(table=table))[seat]
    assert step["values"][name] not in NAMES
    assert step["text"].replace(step["values"][name], person) in text


def test_two_of_one_name_are_told_apart_and_a_name_keeps_its_own_direction(transactional_db: None) -> None:
    table, _ = demo("verraeter", ("Ada", "ada", "\u05e2\u05d3\u05d4"), lines=0)
    rows = list(Seat.objects.filter(table=table))
    rows[-1].player = rows[0].name.upper()
    given = list(names_given(rows).values())
    assert given[:2] == [f"Ada ({rows[0].name})", f"ada ({rows[1].name})"]
    assert given[2] == f"{FSI}\u05e2\u05d3\u05d4{PDI}"
    assert given[3] == f"{rows[0].name.upper()} ({rows[3].name})"
