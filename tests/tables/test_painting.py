"""A tap's pictures are drawn by what was compiled: letter for letter as Django draws the same templates."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

from companion import shelf
from companion.engine.stage import Note
from companion.tables import play, seating
from companion.tables.devices import HOUSE, device_at, new_secret
from companion.tables.live import FILLED_IN, PICTURE, page
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat, Table
from companion.tables.painting import ENV, painted, pieces, translated
from companion.tables.screen import Look, urls
from tests.conftest import tenth

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
        for look in tenth(looks(table, secrets, guided=bool(number % 2))):
            one, other = drawn(look)
            assert one == other, (number, look.room, look.back)
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
