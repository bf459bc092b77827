"""The desk's drawings say what the answer says: pairings, bars of odds, maps."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.parabellum.procedures.combat import direct_attack_odds
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.screens.combat.pairing import pairing_picture
from companion.games.parabellum.screens.desk.losses import WIDE, losses_picture
from companion.games.parabellum.screens.desk.map_preview import SQUARE, map_preview
from companion.games.parabellum.state.binder import starter_binder

dice = st.lists(st.integers(1, 12), min_size=1, max_size=20)


@given(dice, dice)
def test_every_die_stands_in_one_column(attack: list[int], defense: list[int]) -> None:
    volley = strike(attack, defense)
    picture: Any = pairing_picture(volley.as_json(), "A", "B")
    columns = picture["columns"]
    above = [column["attack"] for column in columns if column["attack"] != ""]
    below = [column["defense"] for column in columns if column["defense"] != ""]
    assert above == sorted(attack, reverse=True)
    assert sorted(below) == sorted(defense)
    assert sum(column["through"] for column in columns) == len(volley.unmatched)
    assert all(column["defense"] >= column["attack"] for column in columns if "stops" in column["words"])


def test_the_bars_of_losses_are_as_long_as_their_chances() -> None:
    unit = {"strength": 5, "attack_die": 8, "defense_die": 6}
    report = direct_attack_odds.resolve({"attacker": unit, "defender": unit}).result["attack"]
    picture: Any = losses_picture(report, "Defender", 2)
    chances = [Fraction(row["probability"]) for row in report["distribution"]]
    assert max(row["width"] for row in picture["rows"]) == WIDE
    assert [row["losses"] for row in picture["rows"] if row["rolled"]] == [2]
    assert picture["rows"][0]["at_least"] == "100 %"
    order = sorted(range(6), key=lambda n: chances[n])
    assert order == sorted(range(6), key=lambda n: picture["rows"][n]["width"])


def test_a_map_is_drawn_square_by_square() -> None:
    sheet = starter_binder().maps["pump_flats"]
    drawn: Any = map_preview(sheet)
    assert (drawn["wide"], drawn["tall"]) == (16 * SQUARE, 12 * SQUARE)
    squares = dict.fromkeys(("seat", "water", "urban"), 0)
    for band in drawn["bands"]:
        if band["kind"] in squares:
            squares[band["kind"]] += band["wide"] // SQUARE
    text = "".join(sheet.rows)
    assert squares == {"seat": 16, "water": text.count("="), "urban": text.count("#")}
    assert [row["signs"].replace("·", ".") for row in drawn["rows"]] == list(sheet.rows)
