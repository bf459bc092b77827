"""SCOPE's sheets: scenarios, aid, plans, logs and slips read back from the file, measured, in every ink."""

from itertools import pairwise
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.games.scope.data import PLANS, SCENARIO_NAMES, SIDES, THEME_NAMES
from companion.games.scope.printables.aid import QR, SLIP
from companion.games.scope.printables.battlefield import GAP, OWN, own_rows
from companion.games.scope.rules.setting_up import Seal, starter_scenarios
from companion.press.face import Stamp
from companion.press.look import qr_code
from tests.games.scope_print.scenes import printed, recorded, scene, whole, words
from tests.press.measuring import MM, fonts, operators, pages, rectangles, smallest_type

SHEETS = ("scenarios", "aid", "front-plan", "search-log", "seals", "six-nights")


def read(pdf: bytes) -> list[str]:
    """Each page's words as a reader finds them."""
    return [" ".join((page.extract_text() or "").split()) for page in pages(pdf)]


def faces(document: Any) -> list[Any]:
    return [s.face for page in document.pages for s in page.stamps if s.face.name not in ("margin", "marks")]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_keeps_to_its_paper_in_our_own_type(name: str, paper: str) -> None:
    pdf = printed(name, paper=paper).pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    for page in pages(pdf):
        assert min(char["x0"] for char in page.chars) * MM >= 5
        assert max(char["x1"] for char in page.chars) <= page.width - 5 / MM
        assert max(char["bottom"] for char in page.chars) <= page.height - 3 / MM
    grey, saver = (operators(printed(name, paper=paper, ink=ink).pdf()) for ink in ("grey", "saver"))
    assert not grey["rg"] + grey["RG"] + saver["rg"] + saver["RG"]


def test_the_scenario_sheet_has_every_number_of_every_scenario() -> None:
    [page] = faces(printed("scenarios"))
    told = words(page)
    for name, plan in PLANS.items():
        at = told.index(SCENARIO_NAMES[name])
        numbers = [each for each in told[at + 1 :] if each.isdigit() or each == "–"][:9]
        order = ("sniper", "officer", "scout", "mortar", "machine_gun", "infantry", "decoy", "empty")
        assert numbers == [*(str(plan.counts[card]) for card in order), str(plan.objective)]
    assert {each["name"] for each in starter_scenarios()} | set(THEME_NAMES.values()) <= set(told)
    assert "12 cards, 10 points in play" in told


def test_the_aid_tells_this_tables_points_and_house_rules() -> None:
    rules = {"points": {"sniper": 9}, "reinforce_points": "keep", "defensive_fire_scores": False}
    lines = whole(2, mode="advanced", options=rules)
    live, usual = (" ".join(words(faces(printed("aid", seen))[0])) for seen in (scene(lines), None))
    assert "Its points are kept." in live
    assert "Nobody scores it." in live
    assert " 9 " in live
    assert "Its points go back too." in usual
    for action in (
        "Deploy",
        "Recognition",
        "Howitzer",
        "Offensive fire",
        "Assault",
        "Defensive fire",
        "Reinforce",
    ):
        assert action in usual


@pytest.mark.parametrize("scenario", [*PLANS, *OWN])
def test_a_plan_has_a_place_for_every_card_in_its_row_and_column(scenario: str) -> None:
    document = printed("front-plan", scenario=scenario)
    named = PLANS.get(scenario)
    columns, rows = (
        (named.columns, named.rows) if named else (OWN[scenario]["columns"], OWN[scenario]["rows"])
    )
    for side, page in zip(SIDES, pages(document.pdf()), strict=True):
        at = {w["text"]: (w["x0"], w["top"]) for w in page.extract_words()}
        grid = own_rows(side, columns, rows)
        for row in grid:
            assert [at[cell][0] for cell in row] == sorted(at[cell][0] for cell in row)
            assert len({round(at[cell][1], 1) for cell in row}) == 1
        assert [at[row[0]][1] for row in grid] == sorted(at[row[0]][1] for row in grid)


def test_the_places_of_a_plan_are_equal_and_as_far_apart_as_they_say() -> None:
    page = pages(printed("front-plan", scenario="quick_duel", side="german").pdf())[0]
    found = sorted(rectangles(page, 40.0, 51.5, near=1), key=lambda each: (round(each.y), each.x))
    assert len(found) == 12
    for one, other in pairwise(found):
        if round(one.y) == round(other.y):
            assert other.x - one.x - one.width == pytest.approx(GAP, abs=0.05)


def test_a_theme_and_an_owners_scenario_change_what_is_to_be_laid() -> None:
    aces = words(faces(printed("front-plan", theme="duel_of_aces", side="german"))[0])
    assert "× 5" in aces
    own = {**starter_scenarios()[0], "name": "Our yard"}
    assert "Our yard" in words(faces(printed("front-plan", custom=own, side="soviet"))[0])
    with pytest.raises(GameError) as refused:
        printed("front-plan", custom={**own, "columns": 9})
    assert refused.value.path == "custom.columns"


def test_a_front_is_printed_for_the_eyes_that_laid_it_and_for_no_others() -> None:
    for sees, laid in ((("german",), [True, False]), (("soviet",), [False, True]), ((), [False, False])):
        found = [" ".join(words(face)) for face in faces(printed("front-plan", scene(recorded(), *sees)))]
        assert ["sniper" in told for told in found] == laid
    ended = printed("front-plan", scene(whole(1)))
    assert all("sniper" in " ".join(words(face)) for face in faces(ended))
    assert not any(
        "sniper" in " ".join(words(face))
        for face in faces(printed("front-plan", scene(whole(1)), filled=False))
    )


def test_slips_carry_the_seals_that_everybody_sees() -> None:
    pdf = printed("seals", scene(recorded())).pdf()
    [told] = read(pdf)
    seals = recorded()[-1].after.seals
    for side in SIDES:
        seal = Seal(seals[side])
        assert seal.code in told
        assert seal.digest in told.replace(" ", "")
        slip = next(
            face for face in faces(printed("seals", scene(recorded()))) if face.name == f"seal {side}"
        )
        [drawn] = [m for m in slip.marks if isinstance(m, Stamp) and m.face.name.startswith("code")]
        assert drawn.face is qr_code(seal.qr(side), QR)
    assert (SLIP.width, SLIP.height) == (slip.width, slip.height)
    for eyes in ("german", "soviet"):
        assert printed("seals", scene(recorded(), eyes)).pdf() == pdf


def test_a_slip_without_a_seal_leaves_eight_fields_to_write_in() -> None:
    document = printed("seals")
    assert not any(
        each.startswith("code")
        for face in faces(document)
        for each in [m.face.name for m in face.marks if isinstance(m, Stamp)]
    )
    slip = faces(document)[0]
    told = words(slip)
    assert "The whole seal (SHA-256)" in told
