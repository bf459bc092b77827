"""Sheets of text and small paper: sums that add up, aids on one page, true sizes, backs behind fronts."""

import copy
from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber
import pytest

from companion.engine.option import chosen
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.chits import NOTES
from companion.games.parabellum.state import Line
from companion.press.text import CannotPrint
from tests.games.parabellum.test_binder import DRILL
from tests.games.parabellum_print.scenes import A, B, scene, sizes, trail
from tests.press import measuring
from tests.press.measuring import MM, TOLERANCE, fonts, pages, rectangles, smallest_type

NOW = trail()[-1]


@cache
def printed(name: str, *sees: str, live: bool = False, **given: Any) -> bytes:
    printable = PRINTABLES[name]
    pdf: bytes = printable.make(
        chosen(printable.options, given), GAME.seen(scene(*sees)) if live else None
    ).pdf()
    return pdf


def told(pdf: bytes) -> list[str]:
    return [" ".join(page.split()) for page in measuring.told(pdf)]


def test_a_blank_balance_sheet_has_twenty_five_lines_and_every_column() -> None:
    [page] = told(printed("balance-sheet"))
    for column in ("Budget", "Manpower", "Ammunition", "Deployment", "Salvage", "Adjustment", "Balance"):
        assert column in page
    with pdfplumber.open(BytesIO(printed("balance-sheet"))) as file:
        [sheet] = file.pages
        assert sheet.width * MM == pytest.approx(297, abs=0.5)
        [table] = sheet.find_tables()
        assert len(table.rows) == 1 + 1 + 25 + 1


def test_a_live_balance_sheet_is_the_seats_own_ledger_and_adds_up() -> None:
    page, _ = told(printed("balance-sheet", A, live=True))
    own = [line for line in NOW.ledger if line.player == A]
    for line in own:
        assert f"{abs(line.amount):,}".replace(",", " ") in page
    assert f"{NOW.players[A].credits:,}".replace(",", " ") in page
    for hidden in ("Light Tank", "Mortar Section"):
        assert hidden not in page


def test_a_long_ledger_is_carried_forward() -> None:
    printable = PRINTABLES["balance-sheet"]
    seen = scene(A)
    last = NOW.ledger[-1].n
    more = tuple(Line(last + n, "1", 2, A, "fuel", "fuel", 1, -10) for n in range(1, 41))
    state = NOW.changed(ledger=(*NOW.ledger, *more)).with_player(A, credits=NOW.players[A].credits - 400)
    made = printable.make(chosen(printable.options, {"sheets": 0}), type(seen)(state, seen.sight))
    first, second = told(made.pdf())
    handed = first.rsplit("Carried forward", 1)[1].split()
    brought = second.split("Brought forward", 1)[1].split()[: len(handed)]
    assert [word for word in handed if word != "100"][:6] == brought[:6]


def test_without_a_seat_nobodys_ledger_is_printed() -> None:
    with pytest.raises(CannotPrint, match="take a seat"):
        printed("balance-sheet", live=True)
    [page] = told(printed("balance-sheet", live=True, ledger="blank"))
    assert "Regular Infantry" not in page


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", ["turn-aid", "dice-aid"])
def test_an_aid_is_one_page_and_readable(name: str) -> None:
    pdf = printed(name)
    assert len(told(pdf)) == 1
    assert smallest_type(pdf) >= 7.4
    assert all(fonts(pdf).values())
    assert smallest_type(printed(name, large=True)) >= 9


@pytest.mark.parametrize("name", ["turn-aid", "dice-aid"])
def test_an_aid_too_long_for_a_page_leaves_no_title_alone(name: str) -> None:
    binder = copy.deepcopy(DRILL)
    signs = [chr(n) for n in range(ord("A"), ord("A") + 20)]
    bare = {"cost": 1, "defense": 0, "attack": 0, "access": None}
    binder["terrain"] = {f"ground_{sign.lower()}": {"glyph": sign, **bare} for sign in signs}
    aid = PRINTABLES[name]
    first, *rest = told(aid.make(chosen(aid.options, {"binder": binder}), None).pdf())
    assert len(first.split()) > 60
    assert "Ground T" in " ".join(rest)


def test_aids_say_the_tables_prices_terrain_and_exact_odds() -> None:
    [turn] = told(printed("turn-aid", live=True))
    assert "5 while more than 240 are left" in turn
    assert "Rocky 2 +1 −1 mountain" in turn
    [dice] = told(printed("dice-aid"))
    assert "d6 3.9 1.7 0.9" in dice  # ten d6 against ten d4, d6, d8
    assert "d6 2.2 1.2 0.7" in dice  # five against five: 11690225/10077696 is 1.2
    assert "420 210 190 170" in dice


def test_a_screen_has_an_outside_and_an_inside_for_each_panel() -> None:
    texts = told(printed("secrecy-screen", company="ansa"))
    assert len(texts) == 6
    assert all("Ansa Mutual Security" in page for page in texts[::2])
    for page, word in zip(texts[1::2], ("Turn", "Combat", "Money"), strict=True):
        assert page.startswith(word)
    with pdfplumber.open(BytesIO(printed("secrecy-screen", company="ansa"))) as file:
        letters = [char for page in file.pages[1::2] for char in page.chars]
        inside = [char["size"] for char in letters if "Literata" in char["fontname"]]
        assert min(inside) >= 11.5
    live = told(printed("secrecy-screen", live=True))
    assert len(live) == 12  # two companies are at the table


def test_a_dice_log_has_room_for_twenty_dice() -> None:
    [page] = told(printed("dice-log"))
    assert page.count("Counterattack") == 3
    assert "18 19 20" in page


@pytest.mark.sampled
def test_no_sheet_shows_what_another_seat_hides() -> None:
    """Types, reserves and flags aboard of a player are on no public sheet and on none of the other's."""
    hidden = {NOW.card(unit).name for unit in NOW.of(A)} - {NOW.card(unit).name for unit in NOW.of(B)}
    public = (
        "unit-cards",
        "setup-binder",
        "secrecy-screen",
        "turn-aid",
        "dice-aid",
    )  # the catalogue, and no piece of it
    for name, printable in PRINTABLES.items():
        if printable.table == "may" and name not in public:
            text = " ".join(told(printed(name, B, live=True)))
            assert not [each for each in hidden if each in text], name


def document(name: str, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), None)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "width", "height", "frame", "count"),
    [
        ("credit-notes", 70, 35, 3.0, 20),
        ("recon-slips", 74, 52, 2.0, 10),
        ("objective-markers", 25.4, 25.4, 1.6, 24),
    ],
)
def test_pieces_have_their_true_size_on_paper(
    name: str, width: float, height: float, frame: float, count: int
) -> None:
    pdf = document(name).pdf()
    found = rectangles(pages(pdf)[0], width - frame, height - frame, 0.4)
    found += rectangles(pages(pdf)[0], height - frame, width - frame, 0.4) if not found else []
    assert len({(round(each.x, 2), round(each.y, 2)) for each in found}) == count
    across = min(abs(a.x - b.x) for a in found for b in found if abs(a.y - b.y) < 1 and abs(a.x - b.x) > 1)
    assert across == pytest.approx(width, abs=TOLERANCE)
    assert all(fonts(pdf).values())
    assert pdf == document(name).pdf()


@pytest.mark.parametrize("name", ["credit-notes", "recon-slips", "objective-markers"])
@pytest.mark.parametrize("ink", ["colour", "saver"])
def test_slips_are_readable(name: str, ink: str) -> None:
    for large in (False, True):
        for page in document(name, ink=ink, large=large).pages[:2]:
            drawn = [stamp for stamp in page.stamps if stamp.face.name != "margin"]
            found = [size for stamp in drawn for size in sizes(stamp.face, stamp.scale)]
            assert min(found) >= (9 if large else 7) - 1e-6


def test_there_is_money_for_four_budgets() -> None:
    worth = sum(value * count for value, (count, *_) in NOTES.items())
    assert worth >= 4 * 2400
    assert all(a < b for a, b in zip(NOTES, list(NOTES)[1:], strict=False))


def test_a_marker_has_the_seat_that_holds_it_behind_its_number() -> None:
    front, back = document("objective-markers").pages
    fronts = [stamp for stamp in front.stamps if "seat" in stamp.face.name]
    backs = [stamp for stamp in back.stamps if "seat" in stamp.face.name]
    assert len(fronts) == len(backs) == 24
    for one, other in zip(fronts, backs, strict=True):
        assert one.face.name == other.face.name
        assert other.x == pytest.approx(front.width - one.x - one.face.width, abs=TOLERANCE)
        assert other.y == pytest.approx(one.y, abs=TOLERANCE)


def test_a_roster_without_an_address_says_in_its_margin_why_it_has_no_codes() -> None:
    printable = PRINTABLES["roster-cards"]
    known = printable.make(chosen(printable.options, {}), GAME.seen(scene(B))).pdf()
    bare = printable.make(chosen(printable.options, {}), GAME.seen(scene(B, address=""))).pdf()
    off = printable.make(chosen(printable.options, {"codes": False}), GAME.seen(scene(B, address=""))).pdf()
    assert trail()[-1].of(B)
    assert "no codes: this print knows no address" in pages(bare)[0].extract_text()
    assert "no codes" not in pages(known)[0].extract_text() + pages(off)[0].extract_text()
