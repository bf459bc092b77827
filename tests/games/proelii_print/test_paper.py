"""Proelii on paper: tokens of 25 mm with backs, sheets that hold a whole battle, aids that can be read."""

import re
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from companion.engine.option import chosen
from companion.engine.scene import Scene, Sight
from companion.games.proelii.data import KIND_NAMES, SIDES, UNITS, short_name
from companion.games.proelii.game import GAME
from companion.games.proelii.printables import ACROSS, DRESS, Token, back, lettered, octagon
from companion.games.proelii.rules.setting_up import BATTLES, battle_of, faults, sample, starter
from companion.games.proelii.state import State
from companion.press.face import Face, Stamp
from companion.tables.lines import Passage
from tests.games.proelii.player import Player, play
from tests.press.measuring import pages

STRENGTHS = [(KIND_NAMES[kind].lower().removeprefix("war "), unit) for kind, unit in UNITS.items()]
A4 = (210.0, 297.0)
INCH = 25.4


def made(name: str, scene: Any = None, **choices: Any) -> bytes:
    printable = GAME.printables[name]
    whole = {option.key: option.default for option in printable.options} | choices
    pdf: bytes = printable.make(whole, scene and GAME.seen(scene)).pdf()
    return pdf


def told(pdf: bytes) -> str:
    return " ".join(page.extract_text() or "" for page in pages(pdf))


def size(pdf: bytes) -> tuple[float, float]:
    page = pages(pdf)[0]
    return tuple(round(float(side) / 72 * INCH, 1) for side in (page.width, page.height))  # type: ignore[return-value]  # two sides


@pytest.mark.sampled("battle")
@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_sheet_is_one_page_that_names_every_unit(battle: str) -> None:
    pdf = made("battle-sheet", battle=battle)
    assert len(pages(pdf)) == 1
    assert size(pdf) == A4
    text = told(pdf).replace("\n", " ")
    units = [unit for side in ("white", "black") for unit in starter()[battle][side]["units"]]
    assert all(word in text for unit in units for word in unit["name"].split())


def test_a_token_is_an_octagon_of_25_mm_whose_flats_are_alike() -> None:
    corners = octagon()
    flats = [
        ((x0 - x1) ** 2 + (y0 - y1) ** 2) ** 0.5
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    assert max(flats) - min(flats) < 0.01
    assert (max(x for x, _ in corners), max(y for _, y in corners)) == (ACROSS, ACROSS) == (25.0, 25.0)


@pytest.mark.parametrize("ink", ["colour", "grey", "saver"])
def test_tokens_of_a_battle_lie_on_a_sheet_with_their_backs(ink: str) -> None:
    pdf = made("unit-tokens", battle="cannae", ink=ink)
    fronts, backs = pages(pdf)
    assert size(pdf) == A4
    count = len(starter()["cannae"]["white"]["units"]) + len(starter()["cannae"]["black"]["units"])
    assert (backs.extract_text() or "").count("0") >= count
    assert "Hanno" not in (fronts.extract_text() or "")


def test_the_whole_box_is_twenty_four_a_side() -> None:
    sheets = pages(made("unit-tokens", box=True))
    zeros = sum((page.extract_text() or "").splitlines().count("0 0 0 0 0 0 0 0") for page in sheets)
    assert zeros == 48 // 8


@pytest.mark.parametrize("battle", BATTLES)
def test_names_on_tokens_are_shortened_never_cut_and_differ_within_an_army(battle: str) -> None:
    whole = battle_of(battle)
    for side in SIDES:
        names = {unit.name: short_name(unit.name) for unit in whole.host(side).units}
        assert len(set(names.values())) == len(names)
        for name, short in names.items():
            assert all(word in name or word.rstrip(",").endswith(".") for word in short.split())
            number = re.search(r" ([IVX]+)( \(|$)", name)
            assert number is None or short.endswith(f" {number[1]}")
    assert short_name("Numidian horse II (Masinissa)") != short_name("Numidian horse I (Masinissa)")


def test_every_type_has_its_token_front_and_back() -> None:
    look = DRESS.look({"ink": "colour"})
    for kind in UNITS:
        for side in ("white", "black"):
            token = Token(side, kind, "veteran")  # type: ignore[arg-type]  # one of the two
            faces: tuple[Face, Face] = (lettered(token, look), back(token))
            assert all((face.width, face.height) == (25.0, 25.0) for face in faces)


@cache
def demo() -> tuple[State, ...]:
    """The states of the battle that the house shows."""
    setup, actions = GAME.demo() if GAME.demo else ({}, [])
    return tuple(
        accumulate(actions, lambda at, deed: GAME.apply(at, deed).state, initial=GAME.open(setup).state)
    )


def deployed(seat: str, *places: tuple[str, str]) -> list[Scene[State]]:
    """As a side sees white's deployment: one unit put somewhere, or another."""
    start, eyes = demo()[0], Sight(frozenset({seat}))
    deeds = ({"type": "deploy", "unit": unit, "to": to} for unit, to in places)
    return [
        Scene(each, eyes, trail=(start, each)) for deed in deeds for each in (GAME.apply(start, deed).state,)
    ]


LINE = (("w10", "c1"), ("w11", "c1"))


@pytest.mark.sampled
def test_a_live_battle_prints_as_it_stands_and_a_deployment_stays_hidden() -> None:
    trail = demo()
    assert "round 3" in told(made("battle-sheet", Scene(trail[-1], Sight(), trail=trail)))
    sheets = [made("battle-sheet", scene) for scene in deployed("black", *LINE)]
    assert told(sheets[0]) == told(sheets[1])
    assert told(made("battle-sheet", deployed("white", *LINE)[0])) != told(sheets[0])


def test_a_front_page_draws_no_deployment_not_even_for_who_deploys() -> None:
    scenes = [scene for seat in SIDES for scene in deployed(seat, ("w01", "entry"), ("w10", "c1"))]
    page, choices = GAME.printables["front-page"], {"paper": "a4", "ink": "colour"}
    drawn = {page.make(choices, GAME.seen(each)).body for each in scenes}
    assert len(drawn) == 1


def test_eight_unit_cards_tell_the_rule_of_each_ability() -> None:
    front, back = pages(made("unit-cards"))
    text = " ".join((front.extract_text() or "").split())
    assert text.count("Escape") == (back.extract_text() or "").count("Strength") == len(UNITS)
    abilities = [each for unit in UNITS.values() for each in unit.abilities]
    assert len(abilities) == sum(text.count(f"({rule})") for rule in ("8.2.4.1", "8.2.4.2", "8.2.4.3", "6.1"))


@pytest.mark.parametrize("ink", ["colour", "grey", "saver"])
def test_markers_are_66_discs_of_28_mm_84_octagons_of_15_and_40_squares_of_8(ink: str) -> None:
    sheets = pages(made("markers", ink=ink, backs="none"))
    drawn = [each for page in sheets for each in (*page.curves, *page.rects)]
    across = [(round(each["width"] / 72 * INCH, 1), round(each["height"] / 72 * INCH, 1)) for each in drawn]
    assert [across.count((size, size)) for size in (28.0, 15.0, 8.0)] == [66, 84, 40]


@pytest.mark.parametrize(("paper", "count"), [("a3", 1), ("a4", 4), ("letter", 4)])
def test_a_battlefield_has_squares_of_32_mm_on_any_paper_and_a_plan_where_it_takes_several(
    paper: str, count: int
) -> None:
    sheets = pages(made("battlefield", paper=paper))
    assert len(sheets) == count
    drawn = [each for page in sheets[count > 1 :] for each in page.rects]
    squares = [each for each in drawn if abs(each["width"] - 32 / INCH * 72) < 0.2]
    assert squares
    assert all(abs(each["height"] - each["width"]) < 0.03 for each in squares)


def test_the_battlefield_has_a_place_for_losses_of_each_side_and_twelve_rounds() -> None:
    words = told(made("battlefield", paper="a3")).split()
    assert words.count("LOSSES") + words.count("LOSSES"[::-1]) == 2
    assert {str(n) for n in range(1, 13)} <= set(words)


@pytest.mark.parametrize("large", [False, True])
def test_every_unit_card_has_its_frieze(large: bool) -> None:
    print_ = GAME.printables["unit-cards"]
    document = print_.make(chosen(print_.options, {"large": large, "backs": "none"}), None)
    faces = [stamp.face for page in document.pages for stamp in page.stamps if stamp.face.title]
    drawn = {mark.face.name for face in faces for mark in face.marks if isinstance(mark, Stamp)}
    assert {f"{kind} frieze" for kind in UNITS} <= drawn


def test_a_battlefield_is_empty_unless_it_is_asked_for_and_hides_a_deployment() -> None:
    scenes = deployed("black", *LINE)
    empty, full = made("battlefield", scenes[0]), made("battlefield", scenes[0], units=True)
    assert empty == made("battlefield", scenes[1])
    assert full == made("battlefield", scenes[1], units=True) != empty
    assert made("battlefield", deployed("white", *LINE)[0], units=True) != full


def test_the_aids_are_three_lying_sheets_with_the_tables_own_dice() -> None:
    pdf = made("aid")
    assert len(pages(pdf)) == 3
    assert all(f"{kind} {unit.strength}" in told(pdf).replace("\n", " ").lower() for kind, unit in STRENGTHS)
    assert size(pdf) == A4[::-1]
    fonts = {char["fontname"] for page in pages(pdf) for char in page.chars}
    assert all("+" in font for font in fonts), "embedded and subset"


@pytest.mark.sampled("battle")
@pytest.mark.parametrize("battle", BATTLES)
def test_an_energy_ledger_has_a_lying_page_a_side_with_a_row_a_unit(battle: str) -> None:
    pdf = made("energy-ledger", battle=battle)
    assert len(pages(pdf)) == 2
    assert size(pdf) == A4[::-1]
    for page, side in zip(pages(pdf), ("white", "black"), strict=True):
        text = page.extract_text() or ""
        assert all(word in text for unit in starter()[battle][side]["units"] for word in unit["name"].split())


def test_a_live_ledger_has_a_full_disc_for_every_quarter_that_was_left() -> None:
    trail = demo()
    ends = {state.round: state for state in trail if state.round}
    quarters = sum(unit.energy // 25 for state in ends.values() for unit in state.units.values())
    discs = [
        each
        for page in pages(made("energy-ledger", Scene(trail[-1], Sight(), trail=trail)))
        for each in page.curves
        if each["fill"] and abs(each["width"] - each["height"]) < 0.2 and each["width"] < 9
    ]
    assert len([each for each in discs if each["stroke"]]) >= quarters


@pytest.mark.parametrize("ink", ["colour", "safe", "grey", "saver"])
def test_the_sides_tokens_differ_in_every_ink(ink: str) -> None:
    look = DRESS.look({"ink": ink})
    white, black = (lettered(Token(side, "cavalry", "regular"), look) for side in SIDES)
    assert white.marks != black.marks


LYING = (842, 595)


@pytest.mark.parametrize("seed", [2, 4])
def test_a_report_names_whoever_lost_something_and_who_won(seed: int) -> None:
    setup = {"scenario": "zama", "options": {}}
    lines = [Passage(n, b, a, c) for n, (a, b, c) in enumerate(play(setup, Player(Random(seed))), 2)]
    end = lines[-1].after
    pdf = made("record", Scene(end, Sight(frozenset(), frozenset()), passages=lines))
    words = " ".join(told(pdf).split())
    assert [(round(page.width), round(page.height)) for page in pages(pdf)] == [LYING]
    assert f"{'White' if end.result.winner == 'white' else 'Black'} has won" in words
    begun = lines[0].before
    for name, unit in begun.units.items():
        if end.units[name].cp < unit.cp:
            assert set(unit.name.split()) <= set(words.replace(",", " ").replace(";", " ").split())


def test_a_blank_report_has_a_line_a_round_on_one_sheet() -> None:
    pdf = made("record")
    assert [(round(page.width), round(page.height)) for page in pages(pdf)] == [LYING]
    assert all(str(n) in told(pdf).split() for n in range(1, 13))
    assert "Who won, and why" in told(pdf)


def test_two_units_that_would_be_called_alike_on_their_tokens_are_told_when_a_battle_is_read() -> None:
    battle = sample()
    battle["white"]["units"][1]["name"] = "Hastati I (Varro)"
    [fault] = faults(battle)
    assert "both “Hastati I” on a token" in fault.message
    assert fault.path.startswith("white.units.")
    battle["white"]["units"][1]["name"] = "Hastati I (2)"
    assert not faults(battle)
