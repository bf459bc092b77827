"""The desk: a form gives an answer, its address gives it again, and a spreadsheet is read as its JSON."""

import dataclasses
import json
import re
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.datastructures import MultiValueDict
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from companion import shelf
from companion.answer import answer, examples, find
from companion.engine.form import Control
from companion.engine.wire import dumps
from companion.games.proelii.rules.setting_up import sample, starter
from companion.tables.forms import OpenTable
from tests.desk.test_desk_browser import Form, form

QUESTIONS = [(slug, name) for slug, game in shelf.games().items() for name in game.procedures]

CASES = [(slug, case) for slug in shelf.slugs() for case in examples(slug) if "result" in case.expect]

CHARGE = "/desk/scarper/frontal-charge/"


def page_of(slug: str, name: str) -> str:
    return f"/desk/{slug}/{name}/"


def press(browser: Client, path: str, **changed: Any) -> Any:
    """Open a page, change some of what stands in its form, press the button, follow where it leads."""
    filled = form(browser.get(path).content).sent
    return browser.post(path.split("?")[0], {**filled, **changed}, follow=True)


def test_every_game_lies_on_the_desk() -> None:
    home = Client().get("/desk/").content.decode()
    assert all(game.title in home and f"/desk/{slug}/" in home for slug, game in shelf.games().items())


def test_scarpers_questions_stand_under_plain_headings() -> None:
    page = Client().get("/desk/scarper/")
    headings = re.findall(r"<h2 id=\"group-\d+\">(.*?)</h2>", page.content.decode())
    assert headings == [
        "Asked most",
        "Attack",
        "Odds",
        "Trenches",
        "Year’s end",
        "Missions &amp; cards",
        "The whole game",
        "Check a file",
    ]
    assert all(page_of("scarper", name) in page.content.decode() for name in shelf.game("scarper").procedures)


def test_a_question_has_its_sum_before_anything_is_typed_and_leads_to_its_answer() -> None:
    page = Client().get("/desk/parabellum/").content.decode()
    assert "The defender loses 1.16 on average" in page
    assert "for the attack, 0 against 0" in Client().get("/desk/scarper/").content.decode()
    there = re.search(r'href="(/desk/parabellum/direct-attack-odds/\?q=[^"]+)"', page)
    assert there is not None
    assert 'class="steps"' in Client().get(unescape(there[1]).partition("#")[0]).content.decode()


@pytest.mark.sampled("name", "slug")
@pytest.mark.parametrize(("slug", "name"), QUESTIONS)
def test_the_button_answers_at_an_address_that_asks_the_same_and_needs_no_script(
    slug: str, name: str
) -> None:
    browser = Client()
    there = press(browser, page_of(slug, name))
    assert there.status_code == 200
    assert there.context["answer"]["steps"]
    assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", there.content.decode())
    assert there.redirect_chain, "a form sent in is answered at an address"
    again = browser.get(there.redirect_chain[-1][0])
    assert again.status_code == 200
    assert again.context["answer"]["json"] == there.context["answer"]["json"]
    assert again.context["question_json"] == there.context["question_json"]


@pytest.mark.sampled("name")
@pytest.mark.parametrize(("slug", "name"), QUESTIONS)
def test_a_worked_example_survives_its_form(slug: str, name: str) -> None:
    """Shown in the form and sent again unchanged, a question has the same answer."""
    browser, page = Client(), page_of(slug, name)
    opened = [browser.get(link["href"]) for link in browser.get(page).context["tries"]]
    shown = {there.context["answer"]["json"]: there.content for there in opened}
    by_answer = {
        json.dumps(json.loads(answered), sort_keys=True): content for answered, content in shown.items()
    }
    for case in examples(slug):
        if case.procedure != name or "result" not in case.expect:
            continue
        wanted = json.dumps(answer(find(slug, name), case.input).as_json(), sort_keys=True)
        sent = browser.post(page, form(by_answer[wanted]).sent, follow=True)
        result = json.loads(sent.context["answer"]["json"])["result"]
        assert in_any_order(result) == in_any_order(case.expect["result"]), case.id


def in_any_order(result: Any) -> Any:
    """A form ticks missions in its own order; everything else keeps the question's."""
    missions = result.get("missions")
    return {**result, "missions": sorted(map(str, missions))} if isinstance(missions, list) else result


def test_an_answer_of_its_own_look_shows_what_counts() -> None:
    tries = {link["words"]: link["href"] for link in Client().get(CHARGE).context["tries"]}
    page = Client().get(tries["the rulebook’s charge, won"]).content.decode()
    for words in (
        "The charge on Arras succeeds by 3",
        "Two trenches dug out and one space gained",
        "6.2.2.5.1",
    ):
        assert words in page
    assert 'class="bars__bar german bars__bar--rolled"' in page
    assert "72 %" in page
    assert "17 %" in page


def test_typed_dice_are_used_and_missing_ones_rolled_once() -> None:
    typed = press(Client(), CHARGE, **{"rolls.attacker": "6", "rolls.defender": "1"})
    assert "dice=app" not in typed.redirect_chain[-1][0]
    assert json.loads(typed.context["question_json"])["rolls"] == {"attacker": 6, "defender": 1}
    rolled = press(Client(), CHARGE)
    assert "dice=app" in rolled.redirect_chain[-1][0]
    assert set(json.loads(rolled.context["question_json"])["rolls"]) == {"attacker", "defender"}
    assert "The app rolled" in rolled.content.decode()


def test_rolling_again_forgets_the_dice_on_the_page() -> None:
    browser = Client()
    typed = press(browser, CHARGE, **{"rolls.attacker": "6", "rolls.defender": "1"})
    filled = form(typed.content).sent
    seen = set()
    for _ in range(16):
        there = browser.post(CHARGE, {**filled, "_again": "1"}, follow=True)
        seen.add(str(json.loads(there.context["question_json"])["rolls"]))
    assert len(seen) > 5


def test_one_die_typed_asks_for_the_other_beside_it() -> None:
    there = press(Client(), CHARGE, **{"rolls.attacker": "6", "rolls.defender": ""})
    assert there.status_code == 422
    assert there.context["refusal"].path == "rolls.defender"
    assert 'id="f-rolls-defender-error"' in there.content.decode()


@pytest.mark.parametrize(
    ("name", "changed", "path"),
    [
        ("frontal-charge", {"propaganda.german": "eleven"}, "propaganda.german"),
        ("frontal-charge", {"modifiers.attack": "12"}, "modifiers.attack"),
        ("frontal-charge", {"battlefields.arras.trenches.0": "2"}, "battlefields.arras.trenches.0"),
        ("frontal-charge", {"battlefields.arras.frontline": "-3"}, "battlefield"),
        ("steady-push", {"pushes.0.points": "2.5"}, "pushes.0.points"),
        ("concentrated-assault", {"morale": "99"}, "morale"),
        ("build-trenches", {"placements.0.space": "0"}, "placements.0.space"),
        (
            "end-of-year",
            {"missions.allied.0.name": "x", "missions.allied.0.success": "?"},
            "missions.allied.0.success",
        ),
        ("check-missions", {"missions": ["allied-economy", "parade"]}, "missions.1"),
        ("event-status", {"card": "no-such-card"}, "card"),
        ("initiative", {"options.initiative_tie": "coin"}, "options.initiative_tie"),
        ("check-board", {"board": "{not json"}, "board"),
        ("check-board", {"board": "[]"}, "board"),
        ("legal", {"state": ""}, "state"),
    ],
)
def test_a_fault_is_told_beside_the_field_that_it_concerns(
    name: str, changed: dict[str, Any], path: str
) -> None:
    there = press(Client(), page_of("scarper", name), **changed)
    assert there.status_code == 422
    assert there.context["refusal"].path == path
    message = there.context["refusal"].message
    read = form(there.content)
    told = [
        field for field in flat(there.context["fields"]) if field["error"] == message or field.get("wrong")
    ]
    assert told, "some field says it"
    assert any(f"{field['id']}-error" in read.ids for field in told if "id" in field)


def flat(value: Any) -> list[dict[str, Any]]:
    """Every control within controls."""
    if isinstance(value, Control):
        return flat({each.name: getattr(value, each.name) for each in dataclasses.fields(value)})
    if isinstance(value, (list, tuple)):
        return [inner for each in value for inner in flat(each)]
    if not isinstance(value, dict):
        return []
    return [value] * ("error" in value) + [inner for each in value.values() for inner in flat(each)]


def test_what_was_typed_is_still_there_after_a_fault() -> None:
    there = press(Client(), CHARGE, **{"propaganda.german": "eleven", "battlefields.arras.trenches.-2": "4"})
    filled = form(there.content).sent
    assert filled["propaganda.german"] == ["eleven"]
    assert filled["battlefields.arras.trenches.-2"] == ["4"]


def test_a_charge_asks_only_for_the_battlefields_that_count() -> None:
    there = press(Client(), CHARGE, battlefield="mulhouse")
    assert set(json.loads(there.context["question_json"])["battlefields"]) == {"colmar", "mulhouse"}


def test_another_row_comes_without_an_answer() -> None:
    there = press(Client(), page_of("scarper", "steady-push"), _draft="1")
    assert there.status_code == 200
    assert there.context["answer"] is None
    assert "pushes.1.battlefield" in form(there.content).sent


def test_a_file_chosen_counts_more_than_the_text_beside_it() -> None:
    odd = next(case for _, case in CASES if case.id == "board-odd").input["board"]
    file = SimpleUploadedFile("board.json", json.dumps(odd).encode())
    there = press(Client(), page_of("scarper", "check-board"), **{"board@file": file})
    assert "Deep Verdun" in there.content.decode()


def test_a_file_that_is_no_text_is_refused_beside_its_field() -> None:
    file = SimpleUploadedFile("board.json", bytes(range(256)))
    there = press(Client(), page_of("scarper", "check-board"), **{"board@file": file})
    assert there.status_code == 422
    assert there.context["refusal"].path == "board"


def test_a_question_too_long_for_an_address_is_answered_all_the_same() -> None:
    browser = Client()
    board = json.loads((shelf.game("scarper").folder / "starter" / "board.json").read_text())
    noise = {**board, "title": "".join(chr(33 + (n * n * 7919) % 5000 + n % 7) for n in range(9000))}
    there = press(browser, page_of("scarper", "check-board"), board=json.dumps(noise))
    assert there.status_code == 200
    assert not there.redirect_chain
    assert "too long for an address" in there.content.decode()


@pytest.mark.parametrize(
    "query", ["q=%7Bnot", "q=", "z=abc", "z=!!", "q=[]", "q=3", "q=null", 'q="x"', "z=", "q=%FF"]
)
def test_a_damaged_address_says_so(query: str) -> None:
    there = Client().get(f"{CHARGE}?{query}")
    assert there.status_code == 422
    assert there.context["refusal"].message
    assert form(there.content).sent


@pytest.mark.parametrize("path", ["/desk/chess/", "/desk/scarper/castling/", "/desk/chess/castling/"])
def test_what_nobody_can_answer_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_user_text_is_shown_as_text() -> None:
    there = press(
        Client(),
        page_of("scarper", "end-of-year"),
        **{"missions.allied.0.name": "<script>alert(1)</script>", "missions.allied.0.success": "true"},
    )
    page = there.content.decode()
    assert there.status_code == 200
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_ids_are_unique_and_labels_point_at_them() -> None:
    for slug, name in QUESTIONS:
        page = Client().get(page_of(slug, name)).content
        read = form(page)
        assert len(read.ids) == len(set(read.ids)), name
        assert set(re.findall(r'<label[^>]* for="([^"]*)"', page.decode())) <= set(read.ids)


TEXT = st.sampled_from(
    ["", "0", "-1", "3", "99999", "−2", "x", "true", "null", "{}", "[1]", "ypres", "\x00", "“é"]
)


@pytest.mark.sampled
@settings(max_examples=150, deadline=None)
@given(asked=st.sampled_from(QUESTIONS), data=st.data())
def test_whatever_a_form_sends_the_desk_answers(asked: tuple[str, str], data: st.DataObject) -> None:
    slug, name = asked
    filled: Form = form(Client().get(page_of(slug, name)).content)
    names = st.sampled_from(sorted(filled.sent)) | st.sampled_from(
        [
            "pushes.99.battlefield",
            "pushes.-1.points",
            "battlefields.x.frontline",
            "rolls",
            "rolls.d6.x",
            ".",
            "a..b",
        ]
    )
    changed = data.draw(st.dictionaries(names, st.lists(TEXT | st.text(max_size=6), max_size=2), max_size=6))
    there = Client().post(page_of(slug, name), {**filled.sent, **changed}, follow=True)
    assert there.status_code in (200, 422)
    assert (there.context["answer"] is None) == (there.status_code == 422)
    if there.redirect_chain:
        assert len(urlsplit(there.redirect_chain[-1][0]).query) < 8000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)


@settings(max_examples=100, deadline=None)
@given(
    asked=st.sampled_from([(slug, case) for slug, case in CASES if case.input]),
    key=st.integers(0, 9),
    value=JSON,
)
def test_whatever_an_address_asks_the_desk_shows(asked: tuple[str, Any], key: int, value: Any) -> None:
    slug, case = asked
    name = list(case.input)[key % len(case.input)]
    there = Client().get(
        page_of(slug, case.procedure), {"q": json.dumps({**case.input, name: value})}, follow=True
    )
    assert there.status_code in (200, 422)


@pytest.mark.parametrize("strange", [None, [], 3, "x"])
def test_an_address_with_something_else_in_the_place_of_a_group_is_refused_in_words(strange: Any) -> None:
    whole = {"map": [".."], "unit": strange, "from": "a1", "path": ["b1"], "position": "c"}
    there = Client().get(page_of("parabellum", "move-check"), {"q": json.dumps(whole)})
    assert there.status_code == 422
    assert "<code>" not in there.content.decode().split('id="refusal"')[1].split("</div>")[0]


TEMPLATE = "/desk/parabellum/files/binder/"

CHECK = "/desk/parabellum/binder-check/"


def sheet(**cells: object) -> SimpleUploadedFile:
    """The template as it is downloaded, with cells of the catalogue changed."""
    book = load_workbook(BytesIO(Client().get(TEMPLATE).content))
    for cell, value in cells.items():
        book["Catalogue"][cell] = value
    out = BytesIO()
    book.save(out)
    return SimpleUploadedFile("binder.xlsx", out.getvalue())


def test_the_desk_offers_the_template_and_reads_it_back() -> None:
    page = Client().get(CHECK)
    assert TEMPLATE in page.content.decode()
    there = press(Client(), CHECK, **{"binder@file": sheet()})
    assert there.status_code == 200
    assert there.context["answer"]["told"].verdict == "The binder reads: up to 4 players"


def test_a_wrong_cell_is_named_at_the_desk() -> None:
    there = press(Client(), CHECK, **{"binder@file": sheet(F5=-3)})
    assert there.status_code == 422
    assert there.context["refusal"].message.startswith("Catalogue, row 5, column F (cost): ")
    assert there.context["refusal"].path == "binder.units.scarp_rangers.cost"


@pytest.mark.parametrize("path", ["/desk/parabellum/files/atlas/", "/desk/scarper/files/library/"])
def test_there_is_no_template_of_what_is_no_such_file(path: str) -> None:
    assert Client().get(path).status_code == 404


def opening(file: SimpleUploadedFile) -> OpenTable:
    game = shelf.game("parabellum")
    return OpenTable(game, {}, MultiValueDict({"f.binder": [file]}))


def test_a_table_opens_with_a_spreadsheet_and_names_the_cell_that_is_wrong() -> None:
    assert "f.binder" not in opening(sheet()).errors
    (error,) = opening(sheet(F5="dear")).errors["f.binder"]
    assert "Catalogue, row 5, column F (cost)" in error


def test_the_form_of_a_table_links_the_template() -> None:
    assert TEMPLATE in str(opening(sheet())["f.binder"].help_text)


PAGE = "/desk/proelii/without-board/"


class Paper:
    """The sheet in a browser: every tap is sent to the address where the last one led."""

    def __init__(self, **begin: Any) -> None:
        self.browser = Client()
        self.address = PAGE
        self.send(begin or {"battle": "zama"})

    def send(self, data: Any) -> Any:
        answer = self.browser.post(self.address, data)
        if answer.status_code == 303:
            self.address = answer["Location"]
        self.last = answer if answer.status_code != 303 else self.browser.get(self.address)
        return self.last

    def tap(self, *taps: str) -> Any:
        for each in taps:
            assert self.send({"tap": each}).status_code == 200, self.last.context["refusal"]
        return self.last

    def row(self, name: str) -> Any:
        rows = [row for side in self.last.context["sheet"]["sides"] for row in side["rows"]]
        return next(row for row in rows if row["id"] == name)


def test_the_desk_leads_to_the_page_without_a_board() -> None:
    assert PAGE in Client().get("/desk/proelii/").content.decode()
    assert PAGE in Client().get("/open/proelii/", follow=True).content.decode()
    assert "Zama" in Client().get(PAGE).content.decode()
    assert Client().get("/desk/scarper/without-board/").status_code == 404


def test_a_round_of_accounts_a_combat_with_losses_and_the_next_round() -> None:
    paper = Paper()
    paper.tap("choose:w04", "event:w04:activate", "choose:b03", "event:b03:activate")
    assert (paper.row("w04")["energy"], paper.row("b03")["energy"]) == (25, 25)
    paper.tap("pair", "face:w04:two_swords", "face:b03:sword")
    assert (paper.row("w04")["energy"], paper.row("b03")["energy"]) == (0, 0)
    paper.tap("resolve")
    assert (paper.row("b03")["cp"], paper.row("w04")["cp"]) == (0, 1)
    assert "Hastati" in paper.last.context["sheet"]["steps"][0].text
    assert paper.row("w01")["energy"] == 75, "who does not fight rests"
    paper.tap("next")
    assert paper.last.context["sheet"]["round"] == 2
    assert (paper.row("b03")["cp"], paper.row("w04")["cp"], paper.row("w01")["energy"]) == (0, 1, 75)
    assert not paper.last.context["sheet"]["pairs"]


def test_the_ledger_refuses_in_its_own_words_and_nothing_is_lost() -> None:
    paper = Paper()
    paper.tap("choose:w04", "event:w04:activate", "event:w04:exchange")
    before = paper.address
    refused = paper.send({"tap": "event:w04:activate"})
    assert refused.status_code == 422
    assert "25 energy are not there" in refused.content.decode()
    assert paper.address == before
    assert paper.row("w04")["energy"] == 0


def test_a_round_ends_with_its_combat_phase() -> None:
    paper = Paper()
    assert "Resolve the combat phase first" in paper.send({"tap": "next"}).content.decode()


def test_a_roll_is_given_up_or_rerolled_as_the_rules_allow() -> None:
    paper = Paper()
    paper.tap("choose:w04", "choose:b03", "pair", "face:w04:sword", "face:w04:shield:energy")
    assert paper.row("w04")["energy"] == 0
    paper.tap("cancel:w04")
    assert paper.row("w04")["energy"] == 25
    assert paper.send({"tap": "face:b03:sword_shield"}).status_code == 422, "its die has no such face"


def test_a_battle_of_ones_own_is_taken_from_its_file() -> None:
    file = SimpleUploadedFile("battle.json", dumps(sample()).encode())
    assert "Trebia" in Paper(scenario=file).last.context["sheet"]["title"]


def test_broken_addresses_and_taps_are_refused() -> None:
    unlike = f'{PAGE}?q={{"battle":"zama","units":{{}},"prestige":[1,1]}}'
    for address in (f"{PAGE}?q=[]", f"{PAGE}?z=x", unlike):
        assert Client().get(address).status_code == 422
    paper = Paper()
    wrong = ["", "choose", "choose:x", "event:w04:fly", "unpair", "cp:x:more", "face:w04:up", "convert:w04:x"]
    for tap in wrong:
        assert paper.send({"tap": tap}).status_code == 422, tap


def test_only_who_has_an_ability_makes_its_attack() -> None:
    paper = Paper()
    paper.tap("choose:w04", "event:w04:activate")
    card = next(side["card"] for side in paper.last.context["sheet"]["sides"] if side["card"])
    words = {each["tap"].rpartition(":")[2]: each["words"] for each in card["events"]}
    assert "charge" not in words
    assert words["attack"] == "Strike at who escapes"
    refused = paper.send({"tap": "event:w04:charge"})
    assert "no such ability" in refused.context["refusal"].message
    able = {
        "skirmishers": {"attack"},
        "cavalry": {"attack", "charge"},
        "heavy_infantry": {"attack", "red_line"},
    }
    for name, piece in (
        (each["id"], each) for side in ("white", "black") for each in starter()["zama"][side]["units"]
    ):
        if piece["type"] not in able:
            continue
        paper = Paper()
        paper.tap(f"choose:{name}")
        card = next(side["card"] for side in paper.last.context["sheet"]["sides"] if side["card"])
        events = {each["tap"].rpartition(":")[2]: each["words"] for each in card["events"]}
        assert set(events) == {"activate", "exchange", "escape", *able[piece["type"]]}
        assert ("Hit & Run" in events["attack"]) == (piece["type"] == "skirmishers")
