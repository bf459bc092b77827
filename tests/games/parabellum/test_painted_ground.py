"""Maps are painted in the ground that the table shows: the same drawings, a tone for each kind."""

import re

from companion.games.parabellum.campaign.design.fields import grounds
from companion.games.parabellum.data import FOLDER, STANDARD_TERRAIN

TABLE = (FOLDER / "templates/parabellum/map_patterns.html").read_text()
FORM = (FOLDER / "static/parabellum/ground.svg").read_text()
STYLE = (FOLDER / "static/parabellum/ground.css").read_text()


def test_a_form_fills_a_square_with_what_fills_it_on_the_table() -> None:
    drawn = re.findall(r'-(\w+)" width="(\d+)" height="(\d+)"[^>]*><path[^>]*d="([^"]+)"', TABLE)
    views = {
        name: (wide, tall) for name, wide, tall in re.findall(r'id="(\w+)" viewBox="\d+ 0 (\d+) (\d+)"', FORM)
    }
    assert {name: (wide, tall) for name, wide, tall, _ in drawn} == views
    assert [path for *_, path in drawn] == re.findall(r' d="([^"]+)"', FORM)


def test_every_kind_of_ground_has_its_tone_and_a_binders_own_its_sign() -> None:
    own = {"terrain": {"lava": {"glyph": "!"}}}
    signs = {sign.value: sign for sign in grounds(own)}
    assert (signs["!"].tone, signs["!"].mark) == ("other", "!")
    assert {signs[glyph].tone for glyph, *_ in STANDARD_TERRAIN.values()} == set(STANDARD_TERRAIN)
    for sign in signs.values():
        assert f".tone--{sign.tone} {{ --tone" in STYLE or sign.tone == "seat"


def test_the_table_and_the_form_have_the_same_colours() -> None:
    table = (FOLDER / "static/parabellum/map.css").read_text()
    for name, colour in re.findall(r"\.ground--(\w+) \{ fill: (#\w+); \}", table):
        assert f".tone--{name} {{ --tone: {colour}; }}" in STYLE
