"""Unit Tracking Cards: nine to a sheet, exact, readable in every ink; a live roster shows its seat alone."""

import re
from collections import defaultdict
from dataclasses import replace
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
import segno

from companion.engine.errors import InvalidInput
from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.card_parts import of_type, of_unit
from companion.games.parabellum.printables.cards import unit_card
from companion.games.parabellum.printables.livery import DRAWINGS, UNITS, of_company, unit_back
from companion.games.parabellum.printables.look import BEADS, DRESS
from companion.games.parabellum.screens.cards import type_picture, unit_picture
from companion.games.parabellum.state import LONGEST_NAME, State, read_binder, starter_binder, starter_file
from companion.games.parabellum.state.pictured import device, pictures
from companion.press.document import Document
from companion.press.face import Face, Path, Text, rgb
from companion.press.look import QUIET, qr_code
from companion.press.page import FORMATS
from companion.press.text import CannotPrint, DoesNotFit
from companion.press.vocabulary import livery, mixed
from tests.games.parabellum_print.scenes import ADDRESS, A, B, scene, sizes, stamped, trail
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type

NOW = trail()[-1]
CARD = (63.5, 88.9)
TOO_SMALL = ("micro", "mini-american")
TYPES = starter_binder().units

LOOK = DRESS.look({"ink": "colour"})


def printed(name: str, *sees: str, live: bool = False, **given: Any) -> Document:
    printable = PRINTABLES[name]
    document: Document = printable.make(
        chosen(printable.options, given), GAME.seen(scene(*sees)) if live else None
    )
    return document


def told(document: Document) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in pages(document.pdf()))


def faces(document: Document) -> list[Face]:
    return [s.face for page in document.pages if page.side == "front" for s in page.stamps]


@pytest.mark.sampled
def test_a_sheet_is_three_by_three_cards_for_nine_pocket_sleeves() -> None:
    for paper in ("a4", "letter"):
        document = printed("unit-cards", count="one", marks="outline", paper=paper)
        first = pages(document.pdf())[0]
        cards = rectangles(first, *CARD, near=0.3)
        assert len(cards) == 9
        assert all((card.width, card.height) == pytest.approx(CARD, abs=TOLERANCE) for card in cards)


def test_the_catalogue_is_printed_as_often_as_its_cards_may_be_in_play() -> None:
    names = [face.name for face in faces(printed("unit-cards"))]
    binder = starter_binder()
    assert {kind: names.count(kind) for kind in binder.units} == {
        kind.id: kind.cards for kind in binder.units.values()
    }


@pytest.mark.parametrize("backs", ["long", "short"])
def test_each_back_lies_behind_its_front_and_tells_the_class_alone(backs: str) -> None:
    document = printed("unit-cards", count="one", backs=backs)
    binder = starter_binder()
    for front, back in zip(document.pages[::2], document.pages[1::2], strict=True):
        here = {(s.x, s.y): s.face.name for s in front.stamps if s.face.name in binder.units}
        behind = {(s.x, s.y): s.face.name for s in back.stamps if s.face.name.startswith("back ")}
        assert len(here) == len(behind) > 0
        for (x, y), kind in here.items():
            turned = (front.width - x - CARD[0], y), (x, front.height - y - CARD[1])
            place = turned[backs == "short"]
            [name] = [n for at, n in behind.items() if at == pytest.approx(place, abs=TOLERANCE)]
            assert name == f"back {binder.units[kind].unit_class}"
    backs_text = " ".join(pages(document.pdf())[n].extract_text() for n in range(1, len(document.pages), 2))
    assert not [kind.name for kind in binder.units.values() if kind.name in backs_text and " " in kind.name]


@pytest.mark.sampled
def test_a_card_says_what_the_catalogue_says() -> None:
    words = told(printed("unit-cards", only="main_battle_tank, excavator, mortar_section, armored_carrier"))
    for each in ("Main Battle Tank", "420", "Speed 4", "Range 3", "Troop strength 10", "Urban 2, marsh all"):
        assert each in words
    for each in ("2–5 ×3", "ARTY", "Destroy", "Carries infantry", "cargo 2, passengers 2", "May enter water"):
        assert each in words or each.lower() in words


def test_every_card_of_the_catalogue_is_readable_in_every_ink() -> None:
    for ink in ("colour", "safe", "grey", "saver"):
        pdf = printed("unit-cards", count="one", ink=ink).pdf()
        assert smallest_type(pdf) >= 7
        assert all(fonts(pdf).values())
        if ink in ("grey", "saver"):
            assert not operators(pdf)["rg"] + operators(pdf)["RG"]


def test_large_type_is_nowhere_smaller_than_nine_points() -> None:
    catalogue, own = (
        printed("unit-cards", count="one", large=True),
        printed("roster-cards", A, live=True, large=True),
    )
    cards = {*starter_binder().units, *NOW.units}
    for document in (catalogue, own):
        found = [face for face in faces(document) if face.name in cards]
        assert min(size for face in found for size in sizes(face)) >= 9 - 1e-6


@pytest.mark.parametrize("name", ["american", "card", "japanese", "european", "tarot", "jumbo", "square"])
def test_cards_of_other_sizes_are_whole(name: str) -> None:
    found = [face for face in faces(printed("unit-cards", format=name, count="one")) if face.name in TYPES]
    assert len(found) == len(TYPES)
    assert {(face.width, face.height) for face in found} == {tuple(FORMATS[name])}


@pytest.mark.parametrize("name", TOO_SMALL)
def test_a_size_that_no_unit_card_fits_is_not_offered_and_refused_by_name(name: str) -> None:
    with pytest.raises(InvalidInput, match=f"“{name}” is none of .*american"):
        printed("unit-cards", format=name)


def test_a_text_too_long_for_its_card_is_refused_by_its_name() -> None:
    file = starter_file()
    file["units"]["supply_truck"]["name"] = "Intercontinental Ballistic Supply Truck of the Third Kind"
    with pytest.raises(DoesNotFit, match="mm too wide") as refused:
        printed("unit-cards", binder=file)
    assert refused.value.path == "supply_truck.name"


def test_an_owners_binder_is_printed_in_the_starters_stead() -> None:
    file = starter_file()
    file["units"] = {
        "goat_cavalry": {**file["units"]["regular_infantry"], "name": "Goat Cavalry", "cards": None}
    }
    for scenario in file["scenarios"].values():
        scenario.pop("banned", None)
    document = printed("unit-cards", binder=file)
    assert [face.name for face in faces(document)].count("goat_cavalry") == 8
    file["units"]["goat_cavalry"]["troop"] = 21
    with pytest.raises(InvalidInput) as refused:
        printed("unit-cards", binder=file)
    assert refused.value.path == "binder.units.goat_cavalry.troop"


def test_the_largest_card_that_a_binder_can_hold_has_a_space_for_everything() -> None:
    file = starter_file()
    file["units"]["heavy_hauler"] |= {
        "troop": 20,
        "fuel_max": 20,
        "ammunition_max": 20,
        "ammunition_cost": 9,
        "cargo": 20,
    }
    binder = read_binder(file, "binder")
    facts = of_type(binder, binder.units["heavy_hauler"])
    face = unit_card(facts, "heavy_hauler", LOOK)
    assert face.name == "heavy_hauler"
    file["units"]["heavy_hauler"]["cargo"] = 40
    file["units"]["heavy_hauler"]["passengers"] = 10
    binder = read_binder(file, "binder")
    with pytest.raises(DoesNotFit, match="70 spaces would be smaller") as refused:
        unit_card(of_type(binder, binder.units["heavy_hauler"]), "heavy_hauler", LOOK)
    assert refused.value.path == "heavy_hauler"


def test_blank_cards_fill_whole_sheets_of_nine() -> None:
    document = printed("blank-cards", sheets=2)
    assert len(document.pages) == 2
    assert sum(face.name == "blank" for face in faces(document)) == 18
    more = printed("unit-cards", only="technical", count="one", blank=3)
    assert [face.name for face in faces(more)].count("blank") == 3


def test_a_seats_roster_shows_each_of_its_units_as_it_stands() -> None:
    document = printed("roster-cards", A, live=True)
    own = list(NOW.of(A))
    names = [face.name for face in faces(document) if face.name in NOW.units]
    assert names == own
    words = told(document)
    for each in ("U1, on C5", "U2, aboard U4", "U3, pre-deployment", "Troop strength 10 of 10", "in reserve"):
        assert each in words
    mustered = [face.name for face in faces(printed("roster-cards", A, live=True, which="mustered"))]
    assert "u5" not in mustered
    assert "u3" in mustered


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Big Anna", "Big Anna"),
        ("W" * LONGEST_NAME, "WWWWWWW…"),
        ("Sturdy Old Lanterns of the North-Eastern", "Sturdy Old Lanterns of the North-Eastern"),
    ],
)
def test_a_given_name_stands_on_its_card_however_wide_it_is_over_what_kind_it_is(
    name: str, shown: str
) -> None:
    words = told(roster_of(A, NOW.with_unit("u1", name=name)))
    assert shown in words
    assert words.count("U1, on C5: Regular Infantry") == 1
    assert "Regular Infantry" in words.replace("U1, on C5: Regular Infantry", "")


def test_a_given_name_is_on_no_other_companys_roster_and_changes_nothing_there() -> None:
    secret = NOW.with_unit("u1", name="Nightjar", note="Behind the mill")
    assert "Nightjar" in told(roster_of(A, secret))
    assert roster_of(B, secret).pdf() == roster_of(B, NOW).pdf()


def roster_of(seat: str, state: State) -> Document:
    printable = PRINTABLES["roster-cards"]
    shown = replace(scene(seat), state=state, trail=(*trail()[:-1], state))
    document: Document = printable.make(chosen(printable.options, {}), GAME.seen(shown))
    return document


def test_nobodys_secret_is_on_anothers_roster() -> None:
    for own, other in ((A, B), (B, A)):
        document = printed("roster-cards", own, live=True)
        words = told(document)
        hidden = {NOW.card(unit).name for unit in NOW.of(other)} - {
            NOW.card(unit).name for unit in NOW.of(own)
        }
        assert hidden
        assert not [name for name in hidden if name in words]
        assert not [f"U{unit[1:]}," for unit in NOW.of(other) if f"U{unit[1:]}," in words]
        drawn = {face.name for face in faces(document)}
        assert not [unit for unit in NOW.of(other) if any(unit in name.split() for name in drawn)]


def test_who_has_no_seat_prints_no_roster_and_is_told_what_would_be_right() -> None:
    with pytest.raises(CannotPrint, match="take a seat of this table first") as refused:
        printed("roster-cards", live=True)
    assert refused.value.path == "table"


def test_a_live_card_carries_a_code_that_opens_its_unit() -> None:
    document = printed("roster-cards", A, live=True)
    [card] = [face for face in faces(document) if face.name == "u3"]
    [code] = stamped(card, "code ")
    assert code.name == f"code {ADDRESS}hand/?unit=u3"
    assert code.width == pytest.approx(17)
    without = printed("roster-cards", A, live=True, codes=False)
    assert not [each for face in faces(without) for each in stamped(face, "code ")]


def test_a_printed_code_has_the_modules_of_its_address() -> None:
    address = f"{ADDRESS}hand/?unit=u12"
    made = [bytes(row) for row in segno.make(address, error="l", micro=False).matrix]
    face = qr_code(address, 17.0)
    module = 17.0 / (len(made) + 2 * QUIET)
    [path] = [mark for mark in face.marks if isinstance(mark, Path)]
    dark = sum((right - left) / module for (left, _), (right, _), *_ in path.runs)
    assert round(dark) == sum(map(sum, made))
    assert module >= 0.4  # a camera at arm's length reads four tenths of a millimetre


def test_the_same_cards_are_the_same_bytes_and_open() -> None:
    one, two = (printed("roster-cards", B, live=True).pdf() for _ in range(2))
    assert one == two
    assert len(pypdfium2.PdfDocument(BytesIO(one))) == 2
    assert pages(one)[0].width * MM == pytest.approx(210, abs=0.01)


def own_type(**changes: Any) -> tuple[Any, Any]:
    """A binder of the starter's types and one of an owner's own class."""
    value = starter_file()
    value["classes"]["drill"] = {"footprint": "large"}
    own = {**value["units"]["main_battle_tank"], "name": "Mole", "class": "drill", **changes}
    value["units"]["mole"] = own
    binder = read_binder(value, "binder")
    return binder, pictures(binder)


def test_no_two_types_of_a_binder_look_alike_and_every_part_is_drawn() -> None:
    binder, seen = own_type()
    assert {name for name in TYPES if seen[name].sign == name} == set(TYPES)
    assert len({(each.ground, each.unit) for each in seen.values()}) == len(binder.units)
    parts = {part.name for each in seen.values() for part in each.parts("kestrel_vaun")}
    assert parts <= set(UNITS.pictures.groups)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"attack_die": 20}, "gun.fat"),
        ({"attack_die": None, "cargo": 8}, "load.containers"),
        ({"tags": ["mountain"]}, "run.legs.4"),
        ({"tags": ["amphibious"], "name": "Gunboat"}, "hull.boat"),
    ],
)
def test_a_type_of_an_own_class_is_drawn_by_what_it_can_do(changes: dict[str, Any], part: str) -> None:
    _, seen = own_type(**changes)
    assert part in {each.name for each in seen["mole"].unit}


def test_a_row_that_says_what_it_is_finds_its_picture_by_its_name() -> None:
    value = starter_file()
    for name, told in (("bridgers", "Bridge Layers"), ("sweeps", "Flail Sweeper")):
        value["units"][name] = {**value["units"]["excavator"], "name": told}
    seen = pictures(read_binder(value, "binder"))
    assert (seen["bridgers"].sign, seen["sweeps"].sign) == ("mobile_bridge", "minesweeper")
    assert seen["bridgers"].ground != seen["mobile_bridge"].ground


def test_a_companys_back_tells_its_class_and_company_and_no_two_are_alike() -> None:
    binder = starter_binder()
    backs = {
        company: unit_back("tank", "large", LOOK, of_company(binder, company, LOOK))
        for company in binder.companies
    }
    told = {company: set(texts(face)) for company, face in backs.items()}
    assert told == {name: {"Tank", binder.companies[name].name} for name in backs}
    assert len({face.marks[1] for face in backs.values()}) == len(backs)


def texts(face: Face) -> list[str]:
    return [mark.text for mark in face.marks if isinstance(mark, Text)]


STYLE = (DRAWINGS / "parabellum.css").read_text("utf-8")
RULE = re.compile(r"(\.icon--whole|\.(?:main|second)-\w+) \{ ([^}]*) \}")
MIXED = re.compile(r"color-mix\(in srgb, var\(--\w+\), (#\w{6}) (\d+)%\)")


def test_a_screen_paints_units_in_the_inks_in_which_they_are_printed() -> None:
    rules = defaultdict[str, dict[str, str]](dict)
    for name, body in RULE.findall(STYLE):
        rules[name] |= re.findall(r"--([\w-]+): ([^;]+);", body)
    usual = dict(re.findall(r"--([a-z-]+),(#\w{6})", (DRAWINGS / "units.svg").read_text("utf-8")))
    for bead, colour in BEADS.items():
        seen = rules[".icon--whole"] | rules[f".main-{bead}"] | rules[f".second-{bead}"]
        for name, ink in livery(colour, colour):
            given, base = str(seen.get(name, usual[name])), str(seen[name.partition("-")[0]])
            mix = MIXED.match(given)
            shown = mixed(rgb(base), rgb(mix[1]), int(mix[2]) / 100) if mix else rgb(given)
            assert shown == pytest.approx(ink, abs=0.003), (bead, name)


def test_a_unit_on_a_screen_is_composed_as_its_card_is() -> None:
    state = scene().state
    mark, seen = device(state.binder, state.players[A].company), pictures(state.binder)
    for kind, each in seen.items():
        assert type_picture(state, kind, A).parts == tuple(each.parts(mark))
    for unit in (name for name, each in state.units.items() if each.owner == A):
        card = of_unit(state, unit, "").picture
        assert card
        assert unit_picture(state, unit).parts == tuple(card.parts(mark))
