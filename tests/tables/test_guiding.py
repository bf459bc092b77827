"""A first round that is guided, and what a table tells nobody."""

import json
import re

import pytest
from django.test import Client

from companion.engine.rulebook import Lesson, lessons
from companion.engine.stage import Choice, Deed, Question, Way
from companion.games.verraeter.data import FOLDER
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.live import Taught
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table, Token
from companion.tables.position import position
from companion.tables.templatetags.tables import taught
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed
from tests.tables.conftest import Person

LESSONS = lessons(FOLDER)

HTMX = {"HX-Request": "true"}


@pytest.fixture
def lesson(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    return open_table(Opening(system="verraeter", title="Thursday", setup=setup))


def browser(lesson: Table, chair: str) -> Client:
    secret = new_secret()
    seating.sit(lesson, secret, chair)
    found = Client()
    found.cookies[COOKIE] = secret
    return found


def tapped(lesson: Table, *actions: dict[str, object]) -> None:
    for action in actions:
        lesson.refresh_from_db()
        play.act(lesson, HOUSE, action, lesson.version, f"line-{lesson.version}")


def line(who: Client, lesson: Table, query: str = "", **headers: str) -> str:
    """The teaching line as this browser gets it, its words alone."""
    page = who.get(f"/t/{lesson.code}/{query}", headers=headers).content.decode()
    found = re.search(r'<section class="s-lesson".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def wish(who: Client, lesson: Table, word: str, back: str = "") -> str:
    answer = who.post(f"/t/{lesson.code}/guide/", {"word": word, "back": back})
    assert answer.status_code == 302
    return answer.headers["Location"]


def test_a_device_that_wishes_it_is_taught_step_by_step_and_no_other_is(lesson: Table) -> None:
    anna, bert = browser(lesson, "anna"), browser(lesson, "bert")
    page = anna.get(f"/t/{lesson.code}/").content.decode()
    assert "Learn by playing" in page
    assert "Teach me the first round" in page
    wish(anna, lesson, "on")
    assert line(anna, lesson).startswith(f"1 of 7 {LESSONS[0].do} {LESSONS[0].why}")
    assert line(bert, lesson) == ""
    tapped(lesson, *(deed("place_estate", who, landscape=n) for who, n in ESTATES[:3]))
    assert line(anna, lesson).startswith(f"2 of 7 {LESSONS[1].do}")
    assert line(anna, lesson, **HTMX).startswith("2 of 7")
    assert "Learn by playing" not in bert.get(f"/t/{lesson.code}/").content.decode()


def test_each_seat_is_taught_at_its_own_turn_and_waits_meanwhile(lesson: Table) -> None:
    Table.objects.filter(pk=lesson.pk).update(kind="seated")
    everybody = {chair: browser(lesson, chair) for chair in ("anna", "bert")}
    for who in everybody.values():
        wish(who, lesson, "on")
    assert line(everybody["bert"], lesson).startswith(f"1 of 7 At your turn: {LESSONS[0].do}")
    tapped(lesson, deed("place_estate", *ESTATES[0][:1], landscape=ESTATES[0][1]))
    assert line(everybody["anna"], lesson).startswith("2 of 7")
    assert line(everybody["bert"], lesson).startswith(f"1 of 7 {LESSONS[0].do}")


def test_a_step_is_read_again_and_the_round_is_left_at_any_tap(lesson: Table) -> None:
    anna = browser(lesson, "anna")
    wish(anna, lesson, "on")
    tapped(lesson, *(deed("place_estate", who, landscape=n) for who, n in ESTATES))
    assert line(anna, lesson, "?lesson=0").startswith("1 of 7")
    assert line(anna, lesson, "?lesson=5").startswith("2 of 7")
    assert 'data-teach=""' in anna.get(f"/t/{lesson.code}/?lesson=0").content.decode()
    here = f"/t/{lesson.code}/hand/?seat=anna"
    assert wish(anna, lesson, "off", here) == here
    assert wish(anna, lesson, "off", "//elsewhere.example/") == f"/t/{lesson.code}/"
    assert line(anna, lesson) == ""


def test_only_a_screen_that_is_asked_is_told_what_to_tap(lesson: Table) -> None:
    for chair, boxed in (("anna", "board place_estate"), ("bert", "")):
        who = browser(lesson, chair)
        wish(who, lesson, "on")
        lesson.refresh_from_db()
        Table.objects.filter(pk=lesson.pk).update(kind="seated")
        assert f'data-teach="{boxed}"' in who.get(f"/t/{lesson.code}/").content.decode(), chair


def test_where_it_is_nobodys_turn_every_screen_is_told_what_to_tap(transactional_db: None) -> None:
    lesson = open_table(Opening(system="parabellum", title="Thursday", kind="seated"))
    for chair in ("kestrel_vaun", "meridian"):
        who = browser(lesson, chair)
        wish(who, lesson, "on")
        page = who.get(f"/t/{lesson.code}/").content.decode()
        assert 'data-teach="dice turn_order"' in page
        assert re.search(r'<button class="s-second is-taught"[^>]*turn_order', page)


def test_the_tv_and_a_game_without_lessons_teach_nobody(lesson: Table) -> None:
    anna = browser(lesson, "anna")
    wish(anna, lesson, "on")
    assert "s-lesson" not in anna.get(f"/t/{lesson.code}/tv/").content.decode().split("<main", 1)[1]


def test_what_a_lesson_names_is_boxed_by_its_deed_its_key_or_what_it_chooses() -> None:
    step = Taught(number=1, many=7, lesson=LESSONS[0], taps=frozenset({"place_estate", "dig", "card"}))
    assert taught(Deed(words="Here", action='{"type": "place_estate"}'), step)
    assert taught(Question(kind="x", title="X", action='{"type": "place_estate"}'), step)
    assert taught(Question(kind="card", title="X"), step)
    assert taught(Choice(words="Dig", href="?do=dig&n=1"), step)
    assert taught(Choice(words="Race to the Sea", href="?card=n3"), step)
    assert not taught(Choice(words="Dig", href="?do=dug"), step)
    assert not taught(Deed(words="Here", action='{"type": "place_estate"}'), None)


def test_a_lesson_boxes_the_way_to_the_room_where_it_is_done_and_may_name_how_a_deed_is_done() -> None:
    way = Way(words="Open the hand", href="hand/?seat=red", leaves=True)
    spends, plays = (
        Deed(words="x", action=f'{{"type":"play_card","mode":"{mode}"}}') for mode in ("commands", "event")
    )
    asked = taught_with("play_card:commands")
    assert [taught(each, asked) for each in (way, spends, plays)] == [True, True, False]
    assert not taught(way, taught_with())


def taught_with(*taps: str) -> Taught:
    """A lesson that names these."""
    lesson = Lesson(do="Do.", why="So.", tap=taps)
    return Taught(number=1, many=1, lesson=lesson, taps=frozenset(taps))


PAGES = ("", "hand/", "hand/?seat=blue", "tv/", "log/", "seats/", "?do=add&seat=blue")


def everything(browser: Client, table: Table) -> str:
    """All that a browser gets to see of a table, whole and in part."""
    texts = []
    for page in PAGES:
        for headers in ({}, {"HX-Request": "true"}):
            response = browser.get(f"/t/{table.code}/{page}", headers=headers, follow=True)
            texts.append(response.content.decode() + str(response.headers))
    form = {"action": '{"type":"name_card","side":"red","card":"x"}', "seen": "1", "key": "s"}
    texts.append(browser.post(f"/t/{table.code}/act/", form, headers={"HX-Request": "true"}).content.decode())
    texts.append(browser.get(f"/join/{table.code}/").content.decode() + browser.get("/").content.decode())
    return "".join(texts)


def told(table: Table, secret: str) -> str:
    """All that a program is told."""
    browser, headers = Client(), {"Authorization": f"Bearer {secret}"}
    home = f"/api/tables/{table.code}"
    texts = [
        browser.get(home + path, headers=headers).content.decode() for path in ("", "/journal", "/requests")
    ]
    bad = {"action": {"type": "name_card", "side": "red", "card": "x"}, "seen": table.version, "key": "s"}
    answer = browser.post(
        f"{home}/actions", json.dumps(bad), content_type="application/json", headers=headers
    )
    return "".join(texts) + answer.content.decode()


@pytest.fixture
def hidden(table: Table, alice: Person, bob: Person, charlie: Person) -> tuple[str, ...]:
    """Bob's cards, after a question that is still open and a card that he has given up."""
    cards = position(table).state.hands["blue"]
    held = play.act(table, alice.device, {"type": "name_card", "side": "red"}, 1, "a")
    play.reply(table, bob.device, held.waiting["request"], {"card": cards[0]})
    play.act(table, alice.device, {"type": "roll", "side": "red"}, 2, "b")
    play.undo(table, alice.device, 2, 3, "u")
    play.act(table, alice.device, {"type": "name_card", "side": "red"}, 3, "c")
    table.refresh_from_db()
    return cards


def test_another_seat_and_its_host_find_none(table: Table, alice: Person, hidden: tuple[str, ...]) -> None:
    seen = everything(alice.browser, table) + told(table, alice.secret)
    assert [card for card in hidden if card in seen] == []
    assert all(card in seen for card in position(table).state.hands["red"])


def test_a_spectator_and_the_tv_find_no_secret_at_all(
    table: Table, charlie: Person, hidden: tuple[str, ...]
) -> None:
    assert "sentinel" not in everything(charlie.browser, table) + told(table, charlie.secret)


def test_the_tv_of_the_one_who_knows_shows_nothing_either(
    table: Table, bob: Person, hidden: tuple[str, ...]
) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        shown = bob.browser.get(f"/t/{table.code}/tv/", headers=headers).content.decode()
        assert not any(card in shown for card in hidden)
    assert all(card in everything(bob.browser, table) for card in hidden[1:])


def test_who_was_sent_away_sees_nothing_more(table: Table, bob: Person, hidden: tuple[str, ...]) -> None:
    Token.objects.filter(seat__chair="blue").delete()
    seating.sit(table, "another", "blue")
    assert "sentinel" not in everything(bob.browser, table) + told(table, bob.secret)
