"""One drawing of the ground: the map, a form and paper show the same file, in the same tones."""

import re

from companion.games.parabellum.campaign.design.fields import grounds
from companion.games.parabellum.data import FOLDER, STANDARD_TERRAIN
from companion.games.parabellum.printables.terrain_art import PICTURES
from companion.games.parabellum.screens.cards.grounds import PATTERNS

TABLE = (FOLDER / "templates/parabellum/map_patterns.html").read_text()
STYLE = (FOLDER / "static/parabellum/ground.css").read_text()
KINDS = {*STANDARD_TERRAIN, "other"}


def test_the_table_a_form_and_paper_are_drawn_from_one_file() -> None:
    views = {each.removeprefix("on-") for each in PICTURES.groups if each.startswith("on-")}
    assert views == KINDS == {*PATTERNS, "open", "other"}
    assert set(PICTURES.groups) >= KINDS
    assert set(re.findall(r"\}\}#on-(\w+)", TABLE)) == KINDS
    assert set(re.findall(r'url\("terrain\.svg#on-(\w+)"\)', STYLE)) == KINDS


def test_every_kind_of_ground_has_its_tone_and_a_binders_own_its_sign() -> None:
    own = {"terrain": {"lava": {"glyph": "!"}}}
    signs = {sign.value: sign for sign in grounds(own)}
    assert (signs["!"].tone, signs["!"].mark) == ("other", "!")
    assert {signs[glyph].tone for glyph, *_ in STANDARD_TERRAIN.values()} == set(STANDARD_TERRAIN)
    for sign in signs.values():
        assert f".tone--{sign.tone} {{ --tone" in STYLE or sign.tone == "seat"


def test_a_squares_tone_is_that_of_the_drawing_on_it() -> None:
    for kind in KINDS:
        colour = PICTURES.groups[kind][0].attrib["fill"]
        assert f".tone--{kind} {{ --tone: {colour};" in STYLE
