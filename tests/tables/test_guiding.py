"""A guided first round at a real table: each device's own matter, following what was done."""

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
from companion.tables.models import Table
from companion.tables.templatetags.tables import taught
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

LESSONS = lessons(FOLDER)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    return open_table(Opening(system="verraeter", title="Thursday", setup=setup))


def browser(table: Table, chair: str) -> Client:
    secret = new_secret()
    seating.sit(table, secret, chair)
    found = Client()
    found.cookies[COOKIE] = secret
    return found


def tapped(table: Table, *actions: dict[str, object]) -> None:
    for action in actions:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")


def line(who: Client, table: Table, query: str = "", **headers: str) -> str:
    """The teaching line as this browser gets it, its words alone."""
    page = who.get(f"/t/{table.code}/{query}", headers=headers).content.decode()
    found = re.search(r'<section class="s-lesson".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def wish(who: Client, table: Table, word: str, back: str = "") -> str:
    answer = who.post(f"/t/{table.code}/guide/", {"word": word, "back": back})
    assert answer.status_code == 302
    return answer.headers["Location"]


def test_a_device_that_wishes_it_is_taught_step_by_step_and_no_other_is(table: Table) -> None:
    anna, bert = browser(table, "anna"), browser(table, "bert")
    page = anna.get(f"/t/{table.code}/").content.decode()
    assert "Learn by playing" in page
    assert "Teach me the first round" in page
    wish(anna, table, "on")
    assert line(anna, table).startswith(f"1 of 7 {LESSONS[0].do} {LESSONS[0].why}")
    assert line(bert, table) == ""
    tapped(table, *(deed("place_estate", who, landscape=n) for who, n in ESTATES[:3]))
    assert line(anna, table).startswith("1 of 7")
    tapped(table, deed("place_estate", "dora", landscape=10))
    assert line(anna, table).startswith(f"2 of 7 {LESSONS[1].do}")
    assert line(anna, table, **HTMX).startswith("2 of 7")
    assert "Learn by playing" not in bert.get(f"/t/{table.code}/").content.decode()


def test_a_step_is_read_again_and_the_round_is_left_at_any_tap(table: Table) -> None:
    anna = browser(table, "anna")
    wish(anna, table, "on")
    tapped(table, *(deed("place_estate", who, landscape=n) for who, n in ESTATES))
    assert line(anna, table, "?lesson=0").startswith("1 of 7")
    assert line(anna, table, "?lesson=5").startswith("2 of 7")
    assert 'data-teach=""' in anna.get(f"/t/{table.code}/?lesson=0").content.decode()
    here = f"/t/{table.code}/hand/?seat=anna"
    assert wish(anna, table, "off", here) == here
    assert wish(anna, table, "off", "//elsewhere.example/") == f"/t/{table.code}/"
    assert line(anna, table) == ""


def test_only_a_screen_that_is_asked_is_told_what_to_tap(table: Table) -> None:
    for chair, boxed in (("anna", "board place_estate"), ("bert", "")):
        who = browser(table, chair)
        wish(who, table, "on")
        table.refresh_from_db()
        Table.objects.filter(pk=table.pk).update(kind="seated")
        assert f'data-teach="{boxed}"' in who.get(f"/t/{table.code}/").content.decode(), chair


def test_where_it_is_nobodys_turn_every_screen_is_told_what_to_tap(transactional_db: None) -> None:
    table = open_table(Opening(system="parabellum", title="Thursday", kind="seated"))
    for chair in ("kestrel_vaun", "meridian"):
        who = browser(table, chair)
        wish(who, table, "on")
        page = who.get(f"/t/{table.code}/").content.decode()
        assert 'data-teach="dice turn_order"' in page
        assert re.search(r'<button class="s-second is-taught"[^>]*turn_order', page)


def test_the_tv_and_a_game_without_lessons_teach_nobody(table: Table) -> None:
    anna = browser(table, "anna")
    wish(anna, table, "on")
    assert "s-lesson" not in anna.get(f"/t/{table.code}/tv/").content.decode().split("<main", 1)[1]


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
