"""The print shop's pages and its interface: the same file, for whom it is meant."""

from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from django.test import Client

from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE
from companion.tables.house import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.seating import seats

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def table() -> Table:
    return open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))


def browser(table: Table, chair: str | None) -> Client:
    secret, found = new_secret(), Client()
    found.cookies[COOKIE] = secret
    if chair:
        seats.sit(table, secret, chair)
    else:
        seats.watch(table, secret)
    return found


def text(pdf: bytes) -> str:
    with pdfplumber.open(BytesIO(pdf)) as file:
        return " ".join(" ".join((page.extract_text() or "").split()) for page in file.pages)


def secrets(table: Table, side: str) -> set[str]:
    state: Any = position(table).state
    drawn = {state.box.missions[each].text for each in state.missions[side].drawn}
    return drawn | {state.box.cards[each].title for each in state.hands[side].cards}


def test_every_seat_prints_its_own_hand_and_no_other(table: Table) -> None:
    people = {who: browser(table, who or None) for who in ("allied", "german", "")}
    for who, person in people.items():
        answer = person.get(f"/print/scarper/position.pdf?table={table.code}")
        assert answer.status_code == 200
        told = text(answer.content)
        for side in ("allied", "german"):
            mine = secrets(table, side) - secrets(table, "german" if side == "allied" else "allied")
            shown = {each for each in mine if each in told}
            assert shown == (mine if side == who else set())
        for page in (1, 2):
            seen = person.get(f"/print/scarper/position/?table={table.code}&page={page}").content.decode()
            other = {"allied": "german", "german": "allied"}.get(who, "german")
            hidden = secrets(table, other) - (secrets(table, who) if who else set())
            assert not [each for each in hidden if each in seen]


def test_a_stranger_prints_nothing_of_a_table(table: Table) -> None:
    for address in ("position.pdf", "position/", "deck.pdf", "board/"):
        answer = Client().get(f"/print/scarper/{address}?table={table.code}")
        assert answer.status_code == 403
        assert answer.headers["Content-Type"].startswith("text/html")
    assert Client().get("/print/scarper/deck.pdf?table=QQQQQQ").status_code == 403


def test_programs_print_with_a_seats_token(table: Table) -> None:
    _, tokens = seats.hand_out(table)
    address = f"/api/print/scarper/position.pdf?table={table.code}"
    answer = Client().get(address, headers={"Authorization": f"Bearer {tokens['german']}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert all(each in text(answer.content) for each in secrets(table, "german"))
    assert Client().get(address).status_code == 401
    assert Client().get(address, headers={"Authorization": "Bearer wrong"}).status_code == 403


def test_the_same_choices_are_the_same_file_and_need_not_travel_twice() -> None:
    first = Client().get("/print/scarper/missions.pdf?paper=letter")
    again = Client().get("/api/print/scarper/missions.pdf?paper=letter")
    assert first.content == again.content
    assert first["ETag"] == again["ETag"]
    same = Client().get("/print/scarper/missions.pdf?paper=letter", headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert Client().get("/print/scarper/missions.pdf")["ETag"] != first["ETag"]


def test_a_page_shows_the_very_sheets_and_counts_the_paper() -> None:
    page = Client().get("/print/scarper/deck/?paper=letter&page=3").content.decode()
    assert "<b>Page 3 of 18</b>" in page
    assert "9 sheets of US Letter, turned over the long edge" in page
    assert 'viewBox="0 0 215.9 279.4"' in page
    assert "/print/scarper/deck.pdf?paper=letter" in page
    assert Client().get("/print/scarper/deck/?page=99").status_code == 200


@pytest.mark.parametrize(
    "address", ["deck/?ink=pink", "deck.pdf?ink=pink", "deck/?nonsense=1", "position.pdf"]
)
def test_a_wrong_choice_is_told_on_the_page(address: str) -> None:
    answer = Client().get(f"/print/scarper/{address}")
    assert answer.status_code == 422
    assert "This cannot be printed" in answer.content.decode()


def test_a_wrong_choice_is_an_error_object_for_programs() -> None:
    answer = Client().get("/api/print/scarper/deck.pdf?paper=foolscap")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["path"]) == ("invalid_input", "options.paper")
    assert Client().get("/api/print/scarper/dek.pdf").status_code == 404
    assert Client().get("/api/print/chess/deck.pdf").status_code == 404
    assert {each["name"] for each in Client().get("/api/print").json()} >= {"deck", "board", "aid"}


def test_the_shelf_of_a_table_offers_what_only_a_table_prints(table: Table) -> None:
    seated = browser(table, "allied").get(f"/print/?table={table.code}").content.decode()
    assert f"/print/scarper/position/?table={table.code}" in seated
    assert "/print/scarper/position/" not in Client().get("/print/").content.decode()
    assert Client().get("/print/chess/").status_code == 404
