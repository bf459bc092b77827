"""Proelii with tokens on a real board: a round of accounts and a combat, tap by tap, in the address."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.engine.wire import dumps
from companion.games.proelii.rules.setting_up import sample, starter

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
