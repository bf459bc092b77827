"""A binder on paper, and two versions beside each other in words, trees and maps."""

from copy import deepcopy
from typing import Any

import pypdfium2
import pytest
from django.test import Client

from campaigns.designer import Save, design_of, save
from campaigns.designer.drawings import compared, trees
from companion.games.parabellum.state import starter_file
from tests.campaigns.binders import Workbench, begun, words

DESIGN = design_of("parabellum")
STARTER = starter_file()


def other() -> Any:
    """The starter with a scenario less and one more, ways, sums, words and a map changed."""
    content = deepcopy(STARTER)
    scenarios = content["scenarios"]
    del scenarios["3d"]
    scenarios["2c"]["next"] = ["3a", "3c"]
    scenarios["4d"] = deepcopy(scenarios["4c"]) | {"name": "Last Orders"}
    scenarios["3c"]["next"].append("4d")
    scenarios["1"]["deployment_cost"] = 1050
    scenarios["1"]["objectives"][0]["squares"] = ["b2"]
    content["units"]["technical"]["attack_die"] = None
    content["brief"] = "Another brief altogether, much longer than what fits into one short line of a list."
    rows = content["maps"][scenarios["1"]["map"]]["rows"]
    rows[0] = "#" + rows[0][1:]
    return content


def told(content: Any) -> dict[str, list[str]]:
    return {
        each.path: [
            f"{each.how}: {each.title}",
            *(f"{change.label} {change.words}" for change in each.changes),
        ]
        for each in compared(DESIGN, STARTER, content)
    }


def test_changes_are_told_as_people_say_them() -> None:
    found = told(other())
    assert found["scenarios.1"] == ["changed: Breach of Contract", "Deploying 10 → 1,050 credits"]
    assert found["units.technical"][1].startswith("Attack die d")
    assert found["units.technical"][1].endswith(" → none")
    assert (
        found["scenarios.2c"][1]
        == "May be followed by now also 3A · Corran Refinery; no longer 3D · Dump Nine"
    )
    assert found["scenarios.3d"] == ["taken away: Dump Nine"]
    assert found["scenarios.4d"] == ["new: Last Orders"]
    assert "scenarios.4d.objectives.0" not in found
    (map_,) = (each for path, each in found.items() if path.startswith("maps."))
    assert map_[1] == "Map 1 square differs: A1 Open → Urban"
    assert compared(DESIGN, STARTER, STARTER) == []


def test_a_long_text_and_a_map_stand_as_they_were_and_as_they_are() -> None:
    found = {each.path: each.changes for each in compared(DESIGN, STARTER, other())}
    (brief,) = found[""]
    assert (brief.before, brief.after[:13]) == (STARTER["brief"], "Another brief")
    (drawn,) = (changes[0].maps for path, changes in found.items() if path.startswith("maps."))
    assert drawn
    assert [square.other for square in drawn.after[0]].index(True) == 0
    assert sum(square.other for row in drawn.before for square in row) == 1
    assert (drawn.before[0][0].tone, drawn.after[0][0].tone) == ("open", "urban")
    (squares,) = found["scenarios.1.objectives.0"]
    assert squares.maps
    assert squares.maps.after[1][1].marked
    assert squares.words.startswith("2 squares differ: B2 nothing → chosen, ")


def test_trees_mark_what_has_gone_and_what_has_come() -> None:
    content = other()
    found = trees(DESIGN, STARTER, content, compared(DESIGN, STARTER, content))
    assert found
    before = {box.node.id: (box.status, box.address) for box in found.before.boxes}
    after = {box.node.id: box.status for box in found.after.boxes}
    assert before["3d"] == ("Gone", "#at-scenarios-3d")
    assert before["2a"][1] == "#words"
    assert {key for key, status in after.items() if status == "New"} == {"4d"}
    assert {key for key, status in after.items() if status == "Changed"} == {"1", "2c", "3c"}
    ways = [
        {(line.edge.origin, line.edge.goal) for line in side.lines if line.look == look}
        for side, look in ((found.before, "gone"), (found.after, "new"))
    ]
    assert ways[0] >= {("2c", "3d")}
    assert ways[1] == {("2c", "3a"), ("3c", "4d")}
    assert trees(DESIGN, STARTER, STARTER, []) is None


def test_the_smallest_change_of_a_map_of_another_size_is_told() -> None:
    content = deepcopy(STARTER)
    name = STARTER["scenarios"]["1"]["map"]
    content["maps"][name]["rows"] = STARTER["maps"][name]["rows"][:-1]
    (found,) = compared(DESIGN, STARTER, content)[:1]
    assert "16 squares differ" in found.changes[0].words
    assert "off the map" in found.changes[0].words
    content["maps"][name]["rows"] = "no map"
    assert compared(DESIGN, STARTER, content)[0].changes[0].maps


@pytest.mark.django_db(transaction=True)
def test_a_versions_page_shows_trees_maps_and_words() -> None:
    bench = begun(Client())
    save(bench.binder, Save(content=other(), seen=1))
    page = bench.open("versions/2/?with=1")
    assert "The tree, before and after" in page
    assert page.count('class="compared__map"') == 4
    assert "way--gone" in page
    assert "way--new" in page
    assert "Deploying 10 → 1,050 credits" in words(page)
    assert 'id="at-scenarios-3d"' in page
    assert "Nothing differs" in words(bench.open("versions/2/?with=2"))
    assert f'href="{bench.base}versions/2/?with=1"' in bench.open("versions/")


@pytest.fixture
def bench(transactional_db: None) -> Workbench:
    return begun(Client())


def text(answer: Any) -> str:
    pages = pypdfium2.PdfDocument(answer.content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_a_name_that_no_card_can_hold_is_told_where_it_is_typed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "x" * 220})
    page = bench.open("room/catalogue/")
    assert "It can be played, but not printed:" in words(page)
    assert page.count("data-path=") == page.count('data-path="units.technical.name"') == 1
    number = bench.latest.number
    refused = bench.browser.get(f"{bench.base}versions/{number}/unit-cards.pdf?paper=a4")
    assert refused.status_code == 422
    assert "too wide" in words(refused.content.decode())
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    assert "not printed" not in words(bench.open("room/catalogue/"))


def test_a_letter_that_no_font_has_is_told_too(bench: Workbench) -> None:
    bench.keep("at/binder/", name="𓀀")
    assert "It can be played, but not printed" in words(bench.open("room/catalogue/"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "held"), [("unit-cards", "Pick-up"), ("setup-binder", "Pick-up"), ("tree", "")]
)
def test_what_is_designed_is_what_is_printed(bench: Workbench, name: str, held: str) -> None:
    bench.keep("at/units.technical/", **{"units.technical.name": "Pick-up"})
    page = bench.open("prints/")
    address = f"{bench.base}versions/2/{name}.pdf"
    assert f"{address}?paper=a4" in page
    printed = bench.browser.get(f"{address}?paper=a4")
    assert printed["Content-Type"] == "application/pdf"
    assert held in text(printed)


def test_what_cannot_be_played_yet_is_not_printed(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.cost": "-5"})
    assert "to be mended first" in words(bench.open("prints/"))
    assert bench.browser.get(f"{bench.base}versions/2/unit-cards.pdf").status_code == 422
    for wrong in ("versions/1/flags.pdf", "versions/1/nothing.pdf", "versions/1/map.pdf?paper=b9"):
        assert bench.browser.get(f"{bench.base}{wrong}").status_code == 422
    assert bench.browser.get(f"{bench.base}versions/77/map.pdf").status_code == 404
