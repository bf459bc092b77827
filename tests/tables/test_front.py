"""The front door: what goes on first, a code that leads, a first round that is guided; a page a game."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from campaigns.opening import open_series
from companion import shelf
from companion.engine.rulebook import Lesson, lessons
from companion.engine.stage import Choice, Deed, Question, Way
from companion.games.verraeter.data import FOLDER
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.live import Taught
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Guess, Seat, Table, Token
from companion.tables.position import position
from companion.tables.templatetags.tables import taught
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed
from tests.tables.conftest import Person

pytestmark = pytest.mark.django_db
AT_TABLE = [slug for slug in shelf.slugs() if shelf.game(slug).at_table and shelf.game(slug).demo]
OURS = [slug for slug, game in shelf.games().items() if game.box.about]


def played(system: str, lines: int = 12, title: str = "Thursday") -> Table:
    game = shelf.game(system)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=system, title=title, kind="open", setup=setup))
    for number, action in enumerate(actions[:lines], 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def holding(table: Table, *chairs: str, secret: str = "") -> Client:
    browser, secret = Client(), secret or new_secret()
    seating.host(table, secret, "A tablet")
    for chair in chairs or [seat.chair for seat in table.seats.all()]:
        seating.sit(table, secret, chair, "A tablet", f"Person {chair}")
    browser.cookies[COOKIE] = secret
    return browser


def page(browser: Client, address: str = "/") -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, answer.content[:300]
    return str(answer.content.decode())


def test_a_device_with_nothing_open_is_shown_three_ways_and_the_sentence() -> None:
    shown = page(Client())
    assert "It keeps the board, the rules and the count of six war games;" in shown, "Tally stands here too"
    assert all(words in shown for words in ("Play a first round", "Look into a game", "To the print shop"))
    assert 'id="tonight"' not in shown
    assert shown.count("<h1") == 1


@pytest.mark.parametrize("slug", [slug for slug in AT_TABLE if lessons(shelf.game(slug).folder)])
def test_one_tap_leads_into_a_first_round_and_nobodys_name_is_asked(slug: str) -> None:
    browser = Client()
    answer = browser.post(f"/games/{slug}/learn/")
    assert answer.status_code == 302
    shown = page(browser, answer.headers["Location"])
    assert 'id="lesson"' in shown
    names = {seat.player for seat in Seat.objects.all()}
    played = shelf.game(slug).player is not None
    assert names == ({"", "The house"} if played else {""}), "the house sits opposite"
    assert 'id="tonight"' in page(browser), "its own table goes on"


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", AT_TABLE)
def test_who_looks_round_sees_a_game_well_under_way_and_can_break_nothing(slug: str) -> None:
    browser = Client()
    answer = browser.post(f"/games/{slug}/look/")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert (
        "data-tap"
        not in page(browser, f"/t/{table.code}/").partition('id="board"')[2].partition("</section>")[0]
    )
    assert browser.post(
        f"/t/{table.code}/undo/", {"to": 1, "seen": table.version, "key": "k"}
    ).status_code in (302, 422)
    table.refresh_from_db()
    assert Table.objects.get().version == table.version
    assert Client().post(f"/games/{slug}/look/").headers["Location"] == f"/t/{table.code}/", (
        "the same for all"
    )
    assert 'id="tonight"' not in page(browser), "what one only watches is nobody's evening"


@pytest.mark.parametrize("slug", AT_TABLE)
def test_what_goes_on_is_drawn_as_everybody_may_see_it_and_taps_nothing(slug: str) -> None:
    table = played(slug, 30)
    shown = page(seated := holding(table))
    board = shown.partition('class="d-now__board"')[2].partition("d-now__foot")[0]
    assert "<svg" in board
    assert "<a " not in board
    assert "<form" not in board
    tv = page(seated, f"/t/{table.code}/tv/")
    assert re.sub(r"\s+", "", board.partition("<svg")[2])[:400] in re.sub(r"\s+", "", tv)


def test_what_waits_for_this_device_stands_before_what_it_touched_later() -> None:
    secret = new_secret()
    mine, other = played("scarper", 12, "Waits"), played("scarper", 12, "Later")
    actor = shelf.game("scarper").actors(_state(mine))[0]
    away = next(seat.chair for seat in mine.seats.all() if seat.chair != actor)
    holding(mine, actor, secret=secret)
    shown = page(holding(other, away, secret=secret))
    assert "Waits." in shown.partition('id="tonight"')[2].partition("</section>")[0]
    assert "Later" in shown.partition('id="also"')[2].partition("</section>")[0]
    assert "it is your go" in shown


def _state(table: Table) -> Any:
    from companion.tables.position import position

    return position(table).state


def test_a_board_that_has_not_moved_is_not_sent_again() -> None:
    browser = holding(played("scarper"))
    line = re.search(r'hx-get="(/\?line=[^"]+)"', page(browser))
    assert line is not None
    assert browser.get(line[1]).status_code == 204
    Table.objects.update(stir=99)
    assert browser.get(line[1]).status_code == 200


def test_the_boxes_take_the_code_of_a_table_and_of_a_series_and_a_link_that_was_pasted() -> None:
    table = played("scarper")
    series = open_series("scarper", "A season", new_secret())
    browser = Client()
    for typed, there in (
        (table.code.lower(), f"/join/{table.code}/"),
        (f"{table.code[:3]} {table.code[3:]}", f"/join/{table.code}/"),
        (f"http://192.0.2.1:8000/join/{table.code}/?by=1234", f"/join/{table.code}/"),
        (series.code, f"/campaigns/{series.code}/join/"),
    ):
        assert browser.get("/", {"code": typed}).headers["Location"] == there


def test_a_wrong_code_is_said_under_the_boxes_which_keep_it_and_is_counted() -> None:
    answer = Client().get("/", {"code": "qqqqqq"})
    assert answer.status_code == 404
    shown = answer.content.decode()
    assert "There is no table, campaign or series of this code." in shown
    assert 'value="qqqqqq"' in shown
    assert Guess.objects.filter(count=1).exists()


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", AT_TABLE)
def test_a_small_picture_of_a_table_is_small_and_nobody_elses(slug: str) -> None:
    table = played(slug, 30)
    browser = holding(table)
    drawn = browser.get(f"/t/{table.code}/sketch.png")
    assert drawn.content.startswith(b"\x89PNG")
    assert len(drawn.content) <= 15_000
    assert Client().get(f"/t/{table.code}/sketch.png").status_code == 302


@pytest.mark.parametrize("slug", OURS)
def test_a_games_page_holds_all_that_one_does_with_it(slug: str) -> None:
    game = shelf.game(slug)
    shown = page(Client(), f"/games/{slug}/")
    assert game.box.about.split(".")[0] in shown.replace("&#x27;", "'")
    for there in (
        f"/open/{slug}/", f"/games/{slug}/learn/", f"/games/{slug}/look/", f"/rules/{slug}/",
        f"/desk/{slug}/", f"/print/{slug}/", f"/workshop/?game={slug}",
    ):  # fmt: skip
        assert f'"{there}"' in shown, there
    for asking in game.box.asks:
        assert f'"/desk/{slug}/{asking.procedure}/"' in shown
    assert shown.count("data-main") == 1


@pytest.mark.sampled
def test_what_was_played_to_its_end_stands_on_the_games_page_with_its_course_and_minutes() -> None:
    secret = new_secret()
    for title in ("First", "Second"):
        table = played("scarper", 40, title)
        browser = holding(table, secret=secret)
        play.act(table, HOUSE, {"type": "resign", "side": "german"}, table.version, "resigns")
    shown = page(browser, "/games/scarper/")
    last = shown.partition('id="last"')[2]
    assert "Last here" in last
    assert last.count('class="g-course"') == 2
    assert "Person allied" in last
    assert "your last took" in shown
    assert f"/t/{table.code}/film/" in last


def test_there_is_no_page_of_a_game_that_is_not_there() -> None:
    assert Client().get("/games/chess/").status_code == 404
    assert Client().post("/games/chess/learn/").status_code == 404


@pytest.mark.parametrize("slug", AT_TABLE)
def test_the_desk_has_the_sums_of_the_table_at_hand(slug: str) -> None:
    address = f"/desk/{slug}/"
    shown = page(holding(played(slug, 60)), address)
    assert slug != "scarper" or ("with the sums of “Thursday”" in shown and "desk__sum--table" in shown)
    assert "with the sums of" not in page(Client(), address)


@pytest.mark.parametrize(
    ("sought", "kind", "title"),
    [
        ("trench", "Rules", "Trench"),
        ("frontal charge odds", "The desk", "Odds of a frontal charge"),
        ("brusilov", "Cards", "The Brusilov Offensive"),
        ("verrater", "Games", "Verräter"),
        ("secrecy screen", "Print", "Secrecy screen"),
    ],
)
def test_one_line_finds_rules_questions_cards_games_and_prints(sought: str, kind: str, title: str) -> None:
    shown = page(Client(), f"/search/?q={sought}")
    of = shown.partition(f"<h2>{kind}</h2>")[2].partition("</section>")[0]
    assert title.casefold() in of.casefold()


def test_what_a_device_plays_is_found_by_it_alone() -> None:
    table = played("scarper", 12, "Thursday at Ada's")
    shown = page(holding(table), "/search/?q=thursday ada")
    assert f'href="/t/{table.code}/"' in shown
    assert table.code not in page(Client(), "/search/?q=thursday ada")
    assert "Nothing is called" in page(Client(), "/search/?q=thursday ada")


def test_while_one_types_the_part_alone_is_sent() -> None:
    part = Client().get("/search/?q=trench", headers={"HX-Request": "true"}).content.decode()
    assert "<h2>Rules</h2>" in part
    assert "<html" not in part


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
