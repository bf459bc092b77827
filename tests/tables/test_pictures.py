"""Pictures on a table's streams, for these eyes alone, drawn letter for letter as Django draws them."""

import asyncio
import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from itertools import islice
from random import Random
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from zlib import MAX_WBITS, decompressobj

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from companion import shelf
from companion.engine.stage import Note
from companion.tables import lobby, play, seating
from companion.tables.bell import HUB, Picture, Ring, event
from companion.tables.devices import HOUSE, STRANGER, device_at, new_secret
from companion.tables.live import (
    FILLED_IN,
    PICTURE,
    Place,
    Viewer,
    answering,
    look,
    page,
    sent,
    wait_for_answers,
)
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat, Table, Token
from companion.tables.painting import ELSEWHERE, ENV, painted, pieces, translated
from companion.tables.play import open_demos
from companion.tables.pleas import replay, whole
from companion.tables.screen import Look, urls
from tests.conftest import House, tenth
from tests.tables.conftest import Person
from tests.tables.test_bell import act, opened, together

ADD = {"type": "add", "side": "red", "count": 3}


class Page(Thread):
    """A page at `at`, which puts its pictures together; `names` are those of its events."""

    def __init__(self, house: House, code: str, token: str, at: str, packed: bool) -> None:
        super().__init__(daemon=True)
        self.house, self.address = house, f"/t/{code}/{at}"
        self.cookie = {"Cookie": f"companion_device={token}"}
        headers = self.cookie | ({"Accept-Encoding": "gzip"} if packed else {})
        bell = f"{house.url}/t/{code}/bell/?at={quote(self.address, safe='')}"
        self.answer = urllib.request.urlopen(urllib.request.Request(bell, headers=headers), timeout=30)
        self.read: Callable[[bytes], bytes] = decompressobj(MAX_WBITS | 16).decompress if packed else bytes
        self.lines: list[str] = []
        self.names: list[str] = []
        self.parts: list[Any] = []
        self.start()

    def run(self) -> None:
        rest = b""
        with suppress(HTTPException, OSError):
            while chunk := self.answer.read1():
                *events, rest = (rest + self.read(chunk)).split(b"\n\n")
                for event in events:
                    self.hear(event.decode())

    def hear(self, event: str) -> None:
        said = dict(line.split(": ", 1) for line in event.split("\n"))
        if said.get("event") == "picture":
            told = json.loads(said["data"])
            assert told["at"] == self.address
            self.parts = told["lines"]
            self.lines = together(self.lines, self.parts)
        self.names.append(said.get("event", ""))

    def shows(self, version: int) -> str:
        for _ in range(1000):
            if f'data-version="{version}"' in "".join(self.lines):
                return "".join(self.lines)
            time.sleep(0.005)
        raise AssertionError(f"No picture of version {version}: {self.names}")

    def fetched(self) -> str:
        asked = urllib.request.Request(
            self.house.url + self.address, headers=self.cookie | {"HX-Request": "true"}
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return str(answer.read().decode())


def bare(page: str) -> str:
    """Without what is each browser's own, and who is here at this moment."""
    page = re.sub(r'(name="(?:key|csrfmiddlewaretoken)" value=)"[^"]*"', r'\1""', page)
    return re.sub(r'data-stir="\d+"| dot--on|is here|is away', "", page)


@pytest.mark.sampled
@pytest.mark.parametrize("packed", [True, False])
def test_a_page_is_brought_what_it_would_fetch(tally_house: House, packed: bool) -> None:
    with opened(tally_house) as (table, code, token):
        other = table["seats"][1]["token"]
        pages = [Page(tally_house, code, each, at, packed) for each in (token, other) for at in ("", "hand/")]
        pages.append(Page(tally_house, code, token, "tv/", packed))
        time.sleep(0.5)
        for seen in (1, 2, 3):
            act(tally_house, code, token, seen)
            for page in pages:
                assert bare(page.shows(seen + 1)) == bare(page.fetched())
        assert any(isinstance(part, list) for part in pages[0].parts)
        assert pages[0].answer.headers["Content-Encoding"] == ("gzip" if packed else None)


def tapped(page: Page, seen: int, listens: str, then: str = "", **more: str) -> tuple[int, str, Any]:
    """The answer to a tap of that page, which says where it listens."""
    form = {"action": json.dumps(ADD), "seen": seen, "key": f"p{seen}{listens}", "back": page.address} | more
    csrf = "c" * 32
    cookie = f"{page.cookie['Cookie']}; csrftoken={csrf}"
    head = {"Cookie": cookie, "X-CSRFToken": csrf, "HX-Request": "true", "Companion-Listens": listens}
    address = f"{page.house.url}{urlsplit(page.address).path.removesuffix('hand/')}act/{then}"
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, urlencode(form).encode(), head)
        ) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except HTTPError as refused:
        return refused.code, refused.read().decode(), refused.headers


def test_a_tap_of_a_page_that_listens_is_answered_without_a_picture(tally_house: House) -> None:
    with opened(tally_house) as (_, code, token):
        page = Page(tally_house, code, token, "", packed=True)
        time.sleep(0.5)
        status, words, heads = tapped(page, 1, page.address)
        assert (status, words, heads["HX-Replace-Url"]) == (204, "", page.address)
        assert bare(page.shows(2)) == bare(page.fetched())
        stir = re.search(r'data-stir="(\d+)"', page.shows(int(heads["Companion-Version"])))
        assert stir
        # Who came late stirs the table once more, behind the answer.
        assert int(stir[1]) >= int(heads["Companion-Stir"])
        # A half-made choice is over with the tap: the page goes where its stream shows it.
        status, words, heads = tapped(page, 2, page.address, back=f"{page.address}?do=add")
        assert (status, words, heads["HX-Replace-Url"]) == (204, "", page.address)


def test_a_tap_is_answered_with_its_picture_where_no_stream_brings_it(tally_house: House) -> None:
    with opened(tally_house) as (table, code, token):
        page = Page(tally_house, code, token, "", packed=True)
        silent = Page(tally_house, code, table["seats"][1]["token"], "log/", packed=True)
        time.sleep(0.5)
        seen = 1
        for who, listens, then in [(page, "", ""), (page, "/t/", ""), (page, page.address, "?then=cart%3D2"),
                                   (page, f"{page.address}hand/", "")]:  # fmt: skip
            status, words, _ = tapped(who, seen, listens, then)
            seen += 1
            assert (status, f'data-version="{seen}"' in words) == (201, True), (listens, then)
        # What is refused is told by the answer; so is what was taken before, where nothing was rung since.
        status, words, _ = tapped(page, 1, page.address)
        assert (status, "refusal-words" in words) == (409, True)
        assert tapped(page, seen, page.address)[0] == 204
        assert tapped(page, seen, page.address)[0] in (201, 204)
        # Who says that he listens, and does not.
        silent.address = page.address
        other = json.dumps({**ADD, "side": "blue"})
        assert tapped(silent, seen + 1, page.address, action=other)[0] == 201


@pytest.mark.parametrize("at", ["log/", "seats/", "correct/2/", "elsewhere/"])
def test_a_page_that_is_no_room_is_rung_and_fetches(tally_house: House, at: str) -> None:
    with opened(tally_house) as (_, code, token):
        page = Page(tally_house, code, token, at, packed=True)
        time.sleep(0.3)
        act(tally_house, code, token, 1)
        for _ in range(400):
            if page.names.count("version") == 2:
                break
            time.sleep(0.01)
        assert page.names.count("version") == 2
        assert "picture" not in page.names


def at_table(table: Table, secret: str, room: str = "table") -> str | None:
    now = Table.objects.get(pk=table.pk)
    path = f"/t/{now.code}/" + ("" if room == "table" else f"{room}/")
    seen = look(now, secret, Place(room=room, draft={}, back=path, opens="yes"))
    return sent(seen).text if seen else None


def test_a_stream_brings_what_its_device_may_see_now_and_not_when_it_began(table: Table, bob: Person) -> None:
    secret = new_secret()
    assert at_table(table, secret) is None
    seating.watch(table, secret)
    assert "One for" not in (at_table(table, secret) or "")
    assert at_table(table, secret, "hand") is None
    seating.sit(table, secret, "red")
    assert "One for" in (at_table(table, secret) or "")
    assert "sentinel" in (at_table(table, secret, "hand") or "")
    lobby.revoke(table, Token.objects.get(table=table, seat__chair="red").pk)
    assert at_table(table, secret) is None


def test_a_picture_for_a_stream_holds_nobodys_keys(table: Table, alice: Person) -> None:
    shown = at_table(table, alice.secret) or ""
    assert set(re.findall(r'name="(?:key|csrfmiddlewaretoken)"\s+value="([^"]*)"', shown)) == {"", "-"}


def test_who_sees_the_same_gets_the_same_picture_and_others_another(
    table: Table, alice: Person, bob: Person
) -> None:
    onlookers = [new_secret() for _ in range(2)]
    for secret in onlookers:
        seating.watch(table, secret)
    now = Table.objects.get(pk=table.pk)
    place = Place(room="table", draft={}, back=f"/t/{now.code}/")
    one, two, red = (sent(found) for s in (*onlookers, alice.secret) if (found := look(now, s, place)))
    assert one is two
    assert one is not red


def test_a_screen_whose_table_cannot_be_painted_is_rung(table: Table, alice: Person) -> None:
    place = Place(room="no such room", draft={}, back=f"/t/{table.code}/")
    viewer = Viewer(table.pk, frozenset(), "here", secret=alice.secret, place=place)
    assert HUB.join(viewer, 9)
    try:
        play.act(Table.objects.get(pk=table.pk), alice.device, ADD, seen=1, key="a")
        for _ in range(400):
            if viewer.heard is not None:
                break
            time.sleep(0.01)
        now = Table.objects.get(pk=table.pk)
        assert viewer.heard == Ring(table.pk, 2, now.stir)
        assert viewer.picture is None
    finally:
        HUB.leave(viewer)


def test_a_picture_goes_down_a_resting_stream_at_once_and_else_waits_its_turn() -> None:
    asyncio.run(_shown_in_turn())


async def _shown_in_turn() -> None:
    place = Place(room="table", draft={}, back="/t/ABCDEF/")
    viewer = Viewer(1, frozenset(), "here", secret="s", place=place)
    sent_on: list[bytes] = []
    has_room = [True]

    def piece(data: bytes) -> bool:
        sent_on.extend([data] if has_room[0] else [])
        return has_room[0]

    viewer.piece = piece
    first, second, third = (Picture(place.back, Ring(1, n, 0), [f"picture {n}"]) for n in (1, 2, 3))
    assert not viewer.shows_at_once(first)  # Its stream has not begun.
    waiting = asyncio.create_task(viewer.next(9))
    await asyncio.sleep(0)
    assert viewer.shows_at_once(first)
    assert viewer.said.tells(first.news)
    has_room[0] = False  # A slow screen: what it has not read yet fills its connection.
    assert not viewer.shows_at_once(second)
    viewer.picture = second
    viewer.put(second.news)
    has_room[0] = True
    assert not viewer.shows_at_once(third)  # Not past the one that waits.
    said = [*viewer.events(viewer.said, await waiting or second.news)]
    assert [sent_on[0].decode(), *said] == [event(None, first), event(first, second)]


def test_other_screens_are_painted_once_a_tap_is_answered(table: Table) -> None:
    done = []
    with answering(table.pk, STRANGER):
        waiting = Thread(target=lambda: (wait_for_answers(table.pk), done.append("painted")))
        waiting.start()
        done.append("answered")
    waiting.join(9)
    assert done == ["answered", "painted"]
    with answering(table.pk, STRANGER):
        wait_for_answers(table.pk)


def test_every_demo_is_played_again_to_the_same_state(transactional_db: None) -> None:
    for table in open_demos():
        again = shelf.game(table.system).procedures["replay"].resolve(replay(table))
        assert again.result["state"] == whole(table)["state"], table.system


@pytest.mark.parametrize("own", [{"positions": "table"}, {"card_binder": "open"}])
def test_what_only_a_table_may_choose_is_played_again_too(
    transactional_db: None, own: dict[str, Any]
) -> None:
    table = open_table(
        Opening(system="parabellum", title="At the table", setup={"options": {"players": 2, **own}})
    )
    again = shelf.game("parabellum").procedures["replay"].resolve(replay(table))
    assert again.result["state"] == whole(table)["state"]


BARE = {"refusal": None, "fields": (FILLED_IN, ""), "csrf_token": FILLED_IN}
HOSTILE = """<script>alert("1")</script> & 'Ada' {{ 7 * 7 }} {% if %}"""
GAMES = ("scarper", "verraeter", "parabellum", "scope", "proelii")


def alike(text: str) -> str:
    """Both ways to write a quotation mark are one, and each picture has keys of its own."""
    text = text.replace("&#39;", "&#x27;").replace("&#34;", "&quot;")
    return re.sub(r'(name="key"\s+value=)"[^"]*"', r'\1""', text)


def looks(table: Table, secrets: dict[str, str], guided: bool) -> Iterator[Look]:
    """What each seat sees in each room, its cover open and shut."""
    now = Table.objects.get(pk=table.pk)
    for chair, secret in secrets.items():
        for room in ("table", "hand", "tv"):
            draft = {"seat": chair} if room == "hand" else {}
            back, who = urls(now)[room], device_at(now, secret)
            for opens in ("yes", ""):
                yield Look(table=now, who=who, room=room, draft=draft, back=back, opens=opens, guided=guided)


def sat(table: Table, name: str) -> dict[str, str]:
    secrets = {}
    for seat in Seat.objects.filter(table=table):
        secrets[seat.chair] = new_secret()
        seating.sit(table, secrets[seat.chair], seat.chair, "iPad")
    Seat.objects.filter(table=table).update(player=name)
    return secrets


def drawn(look: Look) -> tuple[str, str]:
    context: dict[str, Any] = page(look) | BARE
    return alike(render_to_string(PICTURE, context)), alike(painted(PICTURE, context))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_drawn_alike_by_both(transactional_db: None, slug: str) -> None:
    game = shelf.game(slug)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=slug, title=HOSTILE[:80], kind="open", setup=setup))
    secrets = sat(table, HOSTILE[:60])
    for number, action in enumerate(islice(actions, 120), 1):
        if play.act(Table.objects.get(pk=table.pk), HOUSE, action, number, f"tap-{number}").waiting:
            break  # The others are asked first.
        for screen in tenth(looks(table, secrets, guided=bool(number % 2))):
            one, other = drawn(screen)
            assert one == other, (number, screen.room, screen.back)
            assert "<script>alert" not in other
            assert "49" not in re.findall(r"Ada' (\S+)", other)


def test_what_a_template_prints_is_escaped_and_nothing_in_it_is_run() -> None:
    template = ENV.from_string(
        translated('{{ name }}{{ name|isolated }}<a title="{{ name }}">{% sign none %}')
    )
    shown = template.render(name=HOSTILE)
    assert "<script>" not in shown
    assert "{{ 7 * 7 }}" in shown
    assert ENV.autoescape is True


@pytest.mark.parametrize(
    ("django", "jinja"),
    [
        ('{% url "tables:act" table.code 3 %}', '{{ url("tables:act", table.code, 3) }}'),
        ("{{ rows.0.1.name|slice:':2' }}", "{{ rows[0][1].name|slice(':2') }}"),
        ("{% if forloop.first and not a is not None %}", "{% if loop.first and not a is not none %}"),
        ('{% kept "a.html" of="forloop.first x.0" %}', '{{ kept("a.html", of="forloop.first x.0") }}'),
        ("{% for a in b %}{% empty %}{% endfor %}", "{% for a in b %}{% else %}{% endfor %}"),
        ("{# {{ unread }} #}{% localize off %}", ""),
    ],
)
def test_djangos_words_are_put_into_jinjas(django: str, jinja: str) -> None:
    assert translated(django) == jinja


def test_every_template_in_which_somebody_taps_is_put_into_jinjas_words() -> None:
    with pytest.raises(ValueError, match="parentloop"):
        translated("{{ forloop.parentloop.counter }}")
    for folder in settings.TEMPLATE_FOLDERS:
        for file in folder.rglob("*.html"):
            if not str(file.relative_to(folder)).startswith(ELSEWHERE):
                assert translated(file.read_text("utf-8")), file


def test_a_letter_that_marks_a_part_is_a_letter_in_somebodys_words() -> None:
    around = {"bar": {"title": "Ada\0Ben", "phase": ""}, "rules": None}
    assert "".join(pieces("stage/where.html", around)) == render_to_string("stage/where.html", around)
    assert len(pieces("stage/inside.html", {"pieces": [Note("a"), Note("b")]})) > 2


def test_nothing_is_empty_to_a_filter_and_called_where_it_can_be() -> None:
    class Thing:
        def words(self) -> str:
            return "called"

    def said(template: str, **values: object) -> str:
        return str(ENV.from_string(translated(template)).render(values))

    assert said("{{ thing.words }}{{ thing.none.at.all }}", thing=Thing()) == "called"
    assert said('{{ none|default:"–" }}{{ none|length }}{{ some|length }}', some={"items": 1}) == "–01"
    assert said("{% for key, value in of.items %}{{ key }}{{ value }}{% endfor %}", of={"a": 1}) == "a1"
    assert said("{{ of.items }}", of={"items": "its own"}) == "its own"


@pytest.mark.parametrize("seed", range(10))
def test_equal_values_are_one_part_and_others_another(seed: int) -> None:
    from companion.tables.painting import DRAWN, kept

    random, name = Random(seed), "pieces/icon.html"
    signs = [random.choice(("check", "pen", "house", "books")) for _ in range(200)]
    pictures = {each: kept(name, name=each, size="") for each in signs}
    assert all(f"#{each}" in picture for each, picture in pictures.items())
    first, again = (DRAWN[name].of(name, {"name": signs[0], "size": ""}) for _ in "12")
    assert first is again
