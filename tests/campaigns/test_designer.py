"""A setup binder made in the browser: every field of every sheet, its versions, and the campaigns on it."""

import json
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.carrying.parcel import pack, unpack
from campaigns.designer import every, joined
from campaigns.designer.changing import settled
from campaigns.models import Campaign
from companion import shelf
from companion.engine.errors import GameError
from companion.engine.form import LEFT_OUT, look
from companion.tables.devices import GUESSES, new_secret
from companion.tables.forms import OpenTable
from companion.tables.models import Entry
from tests.campaigns.binders import Workbench, begun, words

GAME = shelf.game("parabellum")
assert GAME.campaign is not None
assert GAME.campaign.design is not None
DESIGN = GAME.campaign.design
FILE = GAME.files[0]


@pytest.fixture
def bench(transactional_db: None) -> Workbench:
    return begun(Client())


def brought(browser: Client, data: bytes, name: str = "own.json") -> Any:
    sent = {"system": "parabellum", "file": SimpleUploadedFile(name, data)}
    return browser.post("/campaigns/binders/new/", sent)


# What is typed into a form, and what the binder then holds. Every field of every part is here.
CHANGES: dict[str, dict[str, tuple[dict[str, Any], Any]]] = {
    "binder": {
        "name": ({"name": "The Other War"}, "The Other War"),
        "id": ({"id": "other"}, "other"),
        "budget": ({"budget": "3100"}, 3100),
        "start": ({"start": "2a"}, "2a"),
        "brief": ({"brief": "Two lines.\r\nOf brief."}, "Two lines.\nOf brief."),
        "circumstances": ({"circumstances": "One.\r\nTwo."}, ["One.", "Two."]),
        "palette": ({"palette": "red black blue yellow green white purple orange pink"},
                    ["red", "black", "blue", "yellow", "green", "white", "purple", "orange", "pink"]),
    },
    "companies.ansa": {
        "name": ({"companies.ansa.name": "Ansa & Sons"}, "Ansa & Sons"),
        "livery": ({"companies.ansa.livery.1": "black"}, ["green", "black"]),
    },
    "units.technical": {
        "name": ({".name": "Pick-up"}, "Pick-up"),
        "class": ({".class": "walker"}, "walker"),
        "role": ({".role": "support"}, "support"),
        "cost": ({".cost": "126"}, 126),
        "cards": ({".cards": ""}, LEFT_OUT),
        "troop": ({".troop": "9"}, 9),
        "speed": ({".speed": "7"}, 7),
        "fuel_max": ({".fuel_max": "6"}, 6),
        "fuel_cost": ({".fuel_cost": "2"}, 2),
        "attack_die": ({".attack_die": "8"}, 8),
        "defense_die": ({".defense_die": "6"}, 6),
        "range": ({".range": "3"}, 3),
        "ammunition_max": ({".ammunition_max": "7"}, 7),
        "ammunition_cost": ({".ammunition_cost": "2"}, 2),
        "entrench": ({".entrench": "2"}, 2),
        "cargo": ({".cargo": "4"}, 4),
        "passengers": ({".passengers": "1"}, 1),
        "carries": ({".carries": ["infantry"]}, ["infantry"]),
        "tags": ({".tags": "mountain, amphibious"}, ["mountain", "amphibious"]),
        "terrain_cost": ({".terrain_cost.2.ground": "rubble", ".terrain_cost.2.cost": "2"},
                         {"forest": 3, "marsh": "all", "rubble": 2}),
        "engineering": ({".engineering": ["clear_mine", "open_bridge"]}, ["clear_mine", "open_bridge"]),
    },
    "units.field_howitzer": {
        "artillery.die": ({".artillery.die": "10"}, 10),
        "artillery.min": ({".artillery.min": "2"}, 2),
        "artillery.max": ({".artillery.max": "9"}, 9),
        "artillery.shots": ({".artillery.shots": "4"}, 4),
    },
    "classes.walker": {"footprint": ({".footprint": "large"}, "large")},
    "terrain.marsh": {
        "glyph": ({".glyph": "&"}, "&"),
        "cost": ({".cost": "all"}, "all"),
        "defense": ({".defense": "−1"}, -1),
        "attack": ({".attack": "2"}, 2),
        "access": ({".access": "amphibious"}, ["amphibious"]),
    },
    "resources.fuel": {
        "supply": ({".supply": "90"}, 90),
        "bands": ({".bands.0.above": "40", ".bands.0.price": "12",
                   ".bands.1.above": "0", ".bands.1.price": "20"},
                  [{"above": 40, "price": 12}, {"above": 0, "price": 20}]),
    },
    "maps.refinery": {
        "name": ({".name": "Corran"}, "Corran"),
        "rows": ({".rows": "1.2\r\n^#*"}, ["1.2", "^#*"]),
    },
    "scenarios.3c": {
        "name": ({".name": "The Gully"}, "The Gully"),
        "map": ({".map": "supply_dump"}, "supply_dump"),
        "deployment_cost": ({".deployment_cost": "11"}, 11),
        "extraction_cost": ({".extraction_cost": "16"}, 16),
        "rounds": ({".rounds": ""}, LEFT_OUT),
        "salvage_percent": ({".salvage_percent": "35"}, 35),
        "manpower_added": ({".manpower_added": "45"}, 45),
        "overview": ({".overview": "Mind the =gap."}, "Mind the =gap."),
        "circumstances": ({".circumstances": "Only this."}, ["Only this."]),
        "chooser": ({".chooser": "richest"}, "richest"),
        "next": ({".next": ["4a"]}, ["4a"]),
        "features": ({".features": "f5 mine\nc2 bridge"}, {"f5": "mine", "c2": "bridge"}),
        "prices.fuel": ({".prices.fuel": "8"}, 8),
        "prices.ammunition": ({".prices.ammunition": "9"}, 9),
        "banned": ({".banned": ["technical", "sappers"]}, ["technical", "sappers"]),
        "terrain": ({".terrain.0.ground": "marsh", ".terrain.0.cost": "3", ".terrain.0.access": "infantry",
                     ".terrain.0.defense": "0"},
                    {"marsh": {"cost": 3, "defense": 0, "access": ["infantry"]}}),
    },
    "scenarios.3c.objectives.0": {
        "name": ({".name": "Hold it"}, "Hold it"),
        "id": ({".id": "relay"}, "relay"),
        "kind": ({".kind": "manual"}, "manual"),
        "count": ({".count": "1"}, 1),
        "turns": ({".turns": "3"}, 3),
        "seats": ({".seats": ["1", "2"]}, [1, 2]),
        "exclusive": ({".exclusive": "true"}, True),
        "ends_scenario": ({".ends_scenario": "true"}, True),
        "bonus.credits": ({".bonus.credits": "275"}, 275),
        "bonus.fuel": ({".bonus.fuel": "2"}, 2),
        "bonus.ammunition": ({".bonus.ammunition": "3"}, 3),
        "penalty.credits": ({".penalty.credits": "60"}, 60),
        "squares": ({".squares": "b2 c3"}, ["b2", "c3"]),
    },
}  # fmt: skip
CASES = [(at, field) for at, fields in CHANGES.items() for field in fields]


def spelt(at: str, typed: dict[str, Any]) -> dict[str, Any]:
    return {f"{at}{name}" if name.startswith(".") else name: value for name, value in typed.items()}


def test_every_field_of_every_part_is_among_these_changes() -> None:
    asked = {(part.key, field.key) for part in parts() for field in part.fields}
    tried = {(part_of(at), field) for at, field in CASES}
    assert asked == tried


def parts() -> Iterator[Any]:
    for part in DESIGN.parts():
        yield part
        yield from part.inside


def part_of(at: str) -> str:
    if at == "binder":
        return ""
    return "objectives" if ".objectives." in at else at.split(".")[0]


@pytest.mark.sampled
def test_every_field_can_be_changed_and_comes_back_from_both_files(bench: Workbench) -> None:
    for at, fields in CHANGES.items():
        before = bench.content
        kept = bench.keep(
            f"at/{at}/", **{k: v for typed, _ in fields.values() for k, v in spelt(at, typed).items()}
        )
        assert kept.status_code == 302, (at, kept.content[:300])
        assert "beside" not in kept.headers["Location"]
        for field, (_, value) in fields.items():
            assert look(bench.content, (f"{at}." if at != "binder" else "") + field) == value, (at, field)
        for name in before:
            same = name == at.split(".")[0] or at == "binder" or at == "terrain.marsh"
            assert same or bench.content[name] == before[name], (at, name)
    assert bench.latest.number == len(CHANGES) + 1
    # What so many hands have changed is not yet a game: two fields must fit again.
    bench.keep("at/scenarios.3a/", **{"scenarios.3a.map": "convoy_road"})
    bench.keep("at/scenarios.3c/", **{"scenarios.3c.features": ""})
    assert DESIGN.faults(bench.content) == (), bench.latest.fault
    number = bench.latest.number
    as_json = bench.browser.get(f"{bench.base}versions/{number}/binder.json").content
    assert json.loads(as_json) == bench.content
    assert list(json.loads(as_json)["units"]) == list(bench.content["units"])
    as_sheet = bench.browser.get(f"{bench.base}versions/{number}/binder.xlsx").content
    used = {each["class"] for each in bench.content["units"].values()}
    classes = {key: each for key, each in bench.content["classes"].items() if key in used}
    assert bare(FILE.read(as_sheet)) == bare(bench.content | {"classes": classes})


def bare(content: Any) -> Any:
    """A binder without what says nothing: a blank cell and a key left out are one."""
    if isinstance(content, dict):
        inside = {key: bare(value) for key, value in content.items()}
        return {key: value for key, value in inside.items() if value not in (None, [], {}, "", False)}
    return [bare(each) for each in content] if isinstance(content, list) else content


@pytest.mark.sampled
def test_a_form_that_is_sent_as_it_stands_changes_nothing(bench: Workbench) -> None:
    before = bench.content
    for here in every(DESIGN, before):
        bench.keep(f"at/{here.address}/")
    for room in ("tree/", "catalogue/?all=1"):
        bench.keep(f"room/{room}")
    assert bench.content == before
    assert bench.latest.number == 1


def test_all_prices_can_be_changed_on_one_page(bench: Workbench) -> None:
    typed = {"units.technical.cost": "111", "units.sappers.cost": "222"}
    bench.keep("room/catalogue/?all=1", **typed)
    units = bench.content["units"]
    assert (units["technical"]["cost"], units["sappers"]["cost"]) == (111, 222)
    bench.keep("room/tree/", **{"scenarios.1.next": ["2c"], "scenarios.1.chooser": "poorest"})
    assert bench.content["scenarios"]["1"]["next"] == ["2c"]
    assert bench.content["scenarios"]["1"]["chooser"] == "poorest"
    assert bench.content["scenarios"]["1"]["name"] == "Breach of Contract"


def test_a_fault_is_kept_and_told_at_its_field_and_bars_only_the_table(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.cost": "-5", "units.technical.speed": "fast"})
    assert bench.content["units"]["technical"]["speed"] == "fast"
    page = bench.open("at/units.technical/")
    assert 'aria-describedby="f-units-technical-cost-error"' in page
    assert "a whole number, 0 or more, is wanted; -5 was given." in words(page)
    assert "To mend" not in words(bench.open("room/catalogue/"))
    assert "2 to mend" in words(bench.open("room/catalogue/"))
    barred = bench.browser.get(bench.browser.get(f"{bench.base}play/").headers["Location"])
    assert barred.status_code == 422
    assert "cannot be played yet" in words(barred.content.decode())
    assert bench.browser.get(f"{bench.base}versions/2/binder.xlsx").status_code == 422
    assert bench.browser.get(f"{bench.base}versions/2/binder.json").status_code == 200


def test_what_is_typed_is_checked_without_being_kept(bench: Workbench) -> None:
    form = bench.form("at/maps.refinery/") | {"maps.refinery.rows": ["1.2\n?.."]}
    answer = bench.browser.post(f"{bench.base}at/maps.refinery/check/", form)
    told = answer.content.decode()
    assert 'data-path="maps.refinery.rows.1"' in told
    assert "“?” is the sign of no terrain" in words(told)
    assert bench.latest.number == 1


def test_several_entries_show_their_faults_at_once(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.troop": "21"})
    bench.keep("at/companies.ansa/", **{"companies.ansa.livery.0": ""})
    paths = [fault.path for fault in DESIGN.faults(bench.content)]
    assert paths == ["companies.ansa.livery", "units.technical.troop"]


def test_a_square_is_painted_by_its_own_button_and_the_square_across_with_it(bench: Workbench) -> None:
    def paint(square: str, brush: str) -> list[str]:
        typed = {"paint": square, "brush": brush, "across": "half_turn"}
        bench.keep("at/maps.refinery/", **{f"maps.refinery.rows@{key}": typed[key] for key in typed})
        rows: list[str] = bench.content["maps"]["refinery"]["rows"]
        return rows

    rows = paint("c2", "~")
    assert (rows[1][2], rows[10][13]) == ("~", "~")
    rows = paint("a1", "1")
    assert (rows[0][0], rows[11][15]) == ("1", "2")


def test_another_size_keeps_what_fits(bench: Workbench) -> None:
    old = bench.content["maps"]["refinery"]["rows"]
    bench.keep("at/maps.refinery/", **{"maps.refinery.rows@columns": "18", "maps.refinery.rows@rows": "10"})
    assert bench.content["maps"]["refinery"]["rows"] == [row + ".." for row in old[:10]]


def test_features_and_squares_are_tapped_on_and_off(bench: Workbench) -> None:
    tap = {"scenarios.3c.features@brush": "mine", "scenarios.3c.features@paint": "a1"}
    bench.keep("at/scenarios.3c/", **tap)
    assert bench.content["scenarios"]["3c"]["features"]["a1"] == "mine"
    bench.keep("at/scenarios.3c/", **(tap | {"scenarios.3c.features@brush": ""}))
    assert "a1" not in bench.content["scenarios"]["3c"]["features"]
    place = "scenarios.3c.objectives.0"
    for expected in (["m5", "c3"], ["m5"]):
        bench.keep(f"at/{place}/", **{f"{place}.squares@paint": "c3"})
        assert look(bench.content, f"{place}.squares") == expected


def test_entries_are_added_copied_moved_and_taken_away(bench: Workbench) -> None:
    bench.change("add", "units", name="Siege Mole")
    assert list(bench.content["units"])[-1] == "siege_mole"
    bench.change("copy", "units.contract_militia")
    assert list(bench.content["units"])[1] == "contract_militia_copy"
    bench.change("down", "units.contract_militia_copy", to="catalogue")
    assert list(bench.content["units"])[2] == "contract_militia_copy"
    bench.change("add", "scenarios", name="A Fifth Act", id="2d")
    bench.change("add", "scenarios.2d.objectives", name="Hold the Mine")
    assert bench.content["scenarios"]["2d"]["objectives"][0]["id"] == "hold_the_mine"
    bench.change("remove", "units.contract_militia_copy")
    bench.change("remove", "units.siege_mole")
    assert "siege_mole" not in bench.content["units"]
    for place, name in {"companies": "New Co", "terrain": "Ice", "maps": "North", "classes": "Drone"}.items():
        bench.change("add", place, name=name)
    assert [fault.path for fault in DESIGN.faults(bench.content)] == ["scenarios.2d.objectives.0.squares"]


def test_an_entry_is_renamed_wherever_it_is_named(bench: Workbench) -> None:
    bench.change("rename", "classes.infantry", id="foot")
    bench.change("rename", "scenarios.2a", id="2e")
    bench.change("rename", "maps.refinery", id="works")
    bench.change("rename", "units.rocket_battery", id="rockets")
    content = bench.content
    assert content["units"]["sappers"]["class"] == "foot"
    assert content["units"]["troop_carrier"]["carries"] == ["foot"]
    assert content["scenarios"]["1"]["next"][0] == "2e"
    assert "works" in {each["map"] for each in content["scenarios"].values()}
    assert any("rockets" in each.get("banned", []) for each in content["scenarios"].values())
    assert DESIGN.faults(content) == ()
    refused = bench.change("rename", "units.sappers", id="Sappers!")
    assert refused.status_code == 422
    assert "An id is a letter a-z" in words(refused.content.decode())
    assert bench.content == content


def test_a_new_sign_of_a_ground_is_painted_on_every_map(bench: Workbench) -> None:
    bench.keep("at/terrain.marsh/", **{"terrain.marsh.glyph": "&"})
    assert bench.content["terrain"] == {"marsh": {"glyph": "&"}}
    assert not any("~" in row for sheet in bench.content["maps"].values() for row in sheet["rows"])
    assert DESIGN.faults(bench.content) == ()


def test_what_the_rulebook_says_of_a_ground_can_be_taken_away(bench: Workbench) -> None:
    bench.keep("at/terrain.water/", **{"terrain.water.access": ""})
    assert bench.content["terrain"] == {"water": {"access": None}}


def test_a_late_save_is_kept_beside_and_can_be_put_on_top(bench: Workbench) -> None:
    other = Client()
    other.post(f"{bench.base}join/")
    second = Workbench(other, bench.code)
    mine = bench.form("at/units.technical/")
    second.keep("at/units.sappers/", **{"units.sappers.cost": "333"})
    late = bench.send("at/units.technical/", mine, {"units.technical.cost": "444"})
    assert late.headers["Location"].endswith("versions/3/beside/")
    assert bench.content["units"]["technical"]["cost"] == 125
    page = bench.browser.get(late.headers["Location"])
    assert page.status_code == 409
    assert "444" in page.content.decode()
    assert "333" in page.content.decode()
    bench.browser.post(f"{bench.base}versions/3/on_top/", {"seen": "2"})
    units = bench.content["units"]
    assert (units["technical"]["cost"], units["sappers"]["cost"]) == (444, 333)
    told = bench.browser.post(
        f"{bench.base}at/units.sappers/", mine | {"seen": ["1"]}, headers={"HX-Request": "true"}
    )
    assert (told.status_code, told.headers["HX-Retarget"]) == (409, "#kept")
    assert "look at both and choose" in told.content.decode()


def test_every_version_can_be_compared_named_undone_and_had_again(bench: Workbench) -> None:
    bench.keep("at/units.technical/", **{"units.technical.cost": "130"})
    bench.keep("at/units.technical/", **{"units.technical.cost": "140"})
    compared = words(bench.open("versions/3/?with=1"))
    assert "Technical unit type, changed" in compared
    assert "Price 125 → 140 credits" in compared
    bench.browser.post(f"{bench.base}versions/2/name/", {"note": "Spring <b>draft</b>"})
    assert "Spring &lt;b&gt;draft" in bench.open("versions/?named=1")
    for expected in (130, 125):
        bench.browser.post(f"{bench.base}undo/", {"seen": str(bench.latest.number)})
        assert bench.content["units"]["technical"]["cost"] == expected
    bench.browser.post(f"{bench.base}versions/3/again/", {"seen": str(bench.latest.number)})
    assert bench.content["units"]["technical"]["cost"] == 140
    assert bench.latest.number == 6


@pytest.mark.sampled
def test_a_running_campaign_keeps_the_version_that_it_started_with(bench: Workbench) -> None:
    bench.keep("at/binder/", **{"budget": "5000"})
    bench.change("rename", "companies.ansa", id="ansa_first")
    page = bench.open("versions/3/play/")
    assert "Ansa Mutual Security" in page
    opened = bench.browser.post(f"{bench.base}versions/3/play/", {
        "title": "Our War", "way": "one", "on": date(2026, 3, 6).isoformat(), "sits": ["kestrel_vaun"],
        **{f"o.{key}": OpenTable(GAME).fields[f"o.{key}"].initial
           for key in (option.key for option in GAME.options if option.default is not None)},
    })  # fmt: skip
    assert opened.status_code == 302, words(opened.content.decode())[-1500:]
    campaign = Campaign.objects.get()
    bench.keep("at/binder/", **{"budget": "1"})
    setup = Entry.objects.get(table_id=campaign.table_id, number=1).action
    assert setup["binder"]["budget"] == 5000
    assert campaign.played.version.number == 3
    assert "Our War" in bench.open("versions/")
    there = bench.browser.get(opened.headers["Location"])
    assert there.status_code == 200
    # In another house it still has its binder, though the binder's versions stay here.
    carried = unpack(pack(campaign), new_secret())
    assert Entry.objects.get(table_id=carried.table_id, number=1).action["binder"]["budget"] == 5000


def test_only_those_who_know_the_code_write_a_binder(bench: Workbench) -> None:
    stranger = Client()
    assert stranger.get(bench.base).headers["Location"].endswith("/join/")
    form = bench.form("at/units.technical/")
    assert stranger.post(f"{bench.base}at/units.technical/", form).status_code == 302
    assert bench.latest.number == 1
    assert "Tessaly" not in stranger.get("/campaigns/binders/").content.decode()
    assert stranger.get("/campaigns/binders/BBBBBB/").status_code == 404


def test_a_binder_is_put_away_and_comes_back(bench: Workbench) -> None:
    def listed() -> tuple[str, str]:
        page = words(bench.browser.get("/campaigns/binders/").content.decode())
        before, _, after = page.partition("Put away")
        return before, after

    assert "Tessaly" in listed()[0]
    bench.browser.post(f"{bench.base}away/")
    assert "Tessaly" not in listed()[0]
    assert "Tessaly" in listed()[1]
    bench.browser.post(f"{bench.base}away/")
    assert "Tessaly" in listed()[0]


def test_who_guesses_codes_is_stopped_and_who_writes_is_not(bench: Workbench) -> None:
    guesser = Client()
    for _ in range(GUESSES):
        guesser.get("/campaigns/binders/BBBBBB/")
    assert guesser.get(f"{bench.base}join/").status_code == 429
    assert "Catalogue" in bench.open()


HOSTILE = {
    "many rows": ({"maps": {"a": {"name": "A", "rows": ["."] * 5000}}}, "holds at most 400 things"),
    "many units": ({"units": {f"u{n}": {} for n in range(300)}}, "at most 200 unit types; 300 were given"),
    "an id with a dot": ({"units": {"a.b": {}}}, "An id is made of letters, figures and _"),
    "a unit that is none": ({"units": {"a": 7}}, "A unit type is an object; 7 was given"),
    "scenarios in a list": ({"scenarios": []}, "Scenarios are an object, by their ids"),
    "a long text": ({"brief": "x" * 9000}, "A text has at most 4,000 letters; this has 9,000"),
    "nothing of the kind": ([1], "A binder is an object of units, maps, scenarios"),
    "half a letter": ({"name": "\ud800"}, "half a character"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_clear_words(transactional_db: None, name: str) -> None:
    content, message = HOSTILE[name]
    answer = brought(Client(), json.dumps(content).encode())
    assert answer.status_code == 422
    assert message in words(answer.content.decode())


def test_a_spreadsheet_is_brought_in_and_a_damaged_one_refused(transactional_db: None) -> None:
    browser = Client()
    assert FILE.template is not None
    made = brought(browser, FILE.template(), "own.xlsx")
    assert made.status_code == 302
    assert brought(browser, b"PK broken", "own.xlsx").status_code == 422
    assert brought(browser, b"[" * 100_000).status_code == 422
    assert brought(browser, b"x" * 2_000_001).status_code == 422
    assert "Choose a file first" in words(
        browser.post("/campaigns/binders/new/", {"system": "parabellum"}).content.decode()
    )


def test_what_no_map_can_be_is_refused_and_nothing_changes(bench: Workbench) -> None:
    for size in ("1000000000", "1e9", "0", "-3", "21"):
        answer = bench.keep("at/maps.refinery/", **{"maps.refinery.rows@columns": size})
        assert answer.status_code == 422
        assert f"A map has 1 to 20 columns; {size} was given." in words(answer.content.decode())
    long = bench.keep("at/maps.refinery/", **{"maps.refinery.rows": "." * 5000})
    assert "at most 4,000 letters" in words(long.content.decode())
    assert bench.latest.number == 1


@pytest.mark.sampled
def test_markup_and_formulas_stay_text(bench: Workbench) -> None:
    evil = "=1+1</textarea><script>alert(1)</script>"
    bench.keep("at/units.technical/", **{"units.technical.name": evil})
    bench.keep("at/scenarios.3c/", **{"scenarios.3c.overview": evil})
    for place in (
        "room/catalogue/",
        "at/units.technical/",
        "at/scenarios.3c/",
        "versions/3/?with=1",
        "room/tree/",
    ):
        assert "<script>alert" not in bench.open(place)
    sheet = bench.browser.get(f"{bench.base}versions/3/binder.xlsx").content
    assert FILE.read(sheet)["units"]["technical"]["name"] == evil


def test_a_page_that_says_nothing_of_its_version_is_turned_away(bench: Workbench) -> None:
    for seen in ("", "99", "x", "true"):
        answer = bench.browser.post(f"{bench.base}at/units.technical/", {"seen": seen})
        assert answer.status_code == 422
    assert bench.latest.number == 1


LEAVES = st.sampled_from([None, -1, 0, 7, "", "x", "all", [], {}, ["a1"], True, "1", "2a"])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_there_are_faults_exactly_where_a_table_would_refuse_it(data: st.DataObject) -> None:
    content = deepcopy(FILE.sample())
    for _ in range(data.draw(st.integers(1, 3))):
        holder = content
        for _ in range(data.draw(st.integers(0, 4))):
            keys = [key for key, value in _items(holder) if isinstance(value, dict | list) and value]
            if not keys:
                break
            holder = holder[data.draw(st.sampled_from(keys))]
        key = data.draw(st.sampled_from([key for key, _ in _items(holder)]))
        holder[key] = data.draw(LEAVES)
    rows = [(fault.path, fault.message) for fault in DESIGN.faults(content)]
    assert rows[:1] == refusal(content)
    assert DESIGN.tree(content) is not None


def refusal(content: Any) -> list[tuple[str, str]]:
    try:
        FILE.check(content)
    except GameError as error:
        return [(error.path, error.message.partition(" Also wrong: ")[0])]
    return []


def _items(holder: Any) -> list[tuple[Any, Any]]:
    return list(holder.items() if isinstance(holder, dict) else enumerate(holder))


SMALL = st.dictionaries(st.sampled_from("abc"), st.integers(0, 2), max_size=3)


@given(SMALL, SMALL, SMALL)
def test_joining_keeps_all_that_only_one_has_changed(base: Any, mine: Any, theirs: Any) -> None:
    both = joined(base, mine, theirs)
    for key in "abc":
        sides = [each.get(key) for each in (base, mine, theirs)]
        assert both.get(key) == (sides[2] if sides[1] == sides[0] else sides[1])


def test_nothing_said_of_nothing_stays_as_it_was_written() -> None:
    assert settled(None, LEFT_OUT) is None
    assert settled({"a": None, "b": 1}, {"b": 2}) == {"a": None, "b": 2}
    assert settled([], LEFT_OUT) == []
    assert settled(3, LEFT_OUT) is LEFT_OUT
