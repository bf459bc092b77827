"""Cards and places are chosen by tapping; every option answers at its own field."""

import re

import pytest
from django.test import Client

from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE
from companion.tables.house import Opening, open_table
from companion.tables.seating import seats
from companion.views.print_shop.picks import spans

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


def flat(response):
    """What a page says, wherever its lines break."""
    return " ".join(response.content.decode().split())


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


def test_every_card_of_the_deck_can_be_tapped() -> None:
    page = flat(Client().get("/print/scarper/deck/cards/?only=bef-lands&paper=letter"))
    assert page.count('name="pick"') == 80
    assert page.count(" checked") == 1
    assert 'name="paper" value="letter"' in page
    drawings = re.findall(r'<use href="#(face-\d+)"/></svg><span', page)
    assert len(set(drawings)) == 80
    assert all(f'id="{each}"' in page for each in drawings)


def test_tapped_cards_and_their_copies_go_back_to_the_order() -> None:
    names = re.findall(r'name="pick" value="([^"]+)"', flat(Client().get("/print/scarper/deck/cards/")))
    one, two = names[0], names[-1]
    address = (
        f"/print/scarper/deck/cards/?done=1&paper=letter&pick={one}&pick={two}&times-{two}=3&times-{one}=1"
    )
    page = flat(Client().get(address, follow=True))
    assert "4 cards on 1 sheet of US Letter" in page
    assert f'value="{one}, {two}*3"' in page
    again = flat(Client().get(f"/print/scarper/deck/cards/?only={one},{two}*3"))
    assert again.count(" checked") == 2
    assert '<option value="3" selected>' in again


def test_no_card_tapped_is_all_of_them() -> None:
    page = Client().get("/print/scarper/deck/cards/?done=1&only=x", follow=True).content.decode()
    assert "80 cards on 9 sheets of A4" in page


def test_a_tap_marks_a_place_as_used_and_another_frees_it() -> None:
    page = Client().get("/print/scarper/deck/places/").content.decode()
    assert page.count("print-shop__slot") - page.count("print-shop__slots") == 9
    tapped = Client().get("/print/scarper/deck/places/?skip=1,2").content.decode()
    assert 'aria-label="Place 2, used"' in tapped
    assert 'href="?skip=1-3"' in tapped
    assert 'href="?skip=2"' in tapped
    order = Client().get("/print/scarper/deck/?skip=1-2").content.decode()
    assert "80 cards on 10 sheets of A4" in order


def test_numbers_are_written_as_people_write_them() -> None:
    assert spans([]) == ""
    assert spans([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"


def test_what_is_no_card_or_place_printable_has_no_such_page() -> None:
    assert Client().get("/print/scarper/aid/cards/").status_code == 404
    assert Client().get("/print/scarper/board/places/").status_code == 404
    assert Client().get("/print/scarper/deck/cards/?printer=Attic").status_code == 404


@pytest.mark.parametrize(
    ("query", "field", "told"),
    [
        ("ink=pink", "ink", "“pink” is none of colour"),
        ("copies=99", "copies", "a whole number from 1 to 20"),
        ("only=nobody", "only", "There is no “nobody” here"),
        ("skip=x", "skip", "“x” is no place"),
        ("format=own&own=thin", "own", "Give width x height in millimetres"),
    ],
)
def test_every_mistake_is_told_at_its_own_field(query: str, field: str, told: str) -> None:
    answer = Client().get(f"/print/scarper/deck/?{query}")
    assert answer.status_code == 422
    page = flat(answer)
    [error] = re.findall(rf'id="error-{field}">([^<]*)<', page)
    assert told in error
    assert "What is wrong stands beside its option." in page


def test_two_mistakes_are_told_at_once() -> None:
    page = Client().get("/print/scarper/deck/?ink=pink&copies=0").content.decode()
    told = [each for each in re.findall(r'id="error-\w+">([^<]*)<', page) if each]
    assert len(told) == 2


def test_the_tables_position_is_asked_only_where_a_table_is_named() -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    person, secret = Client(), new_secret()
    person.cookies[COOKIE] = secret
    seats.watch(table, secret)
    assert 'name="position"' in person.get(f"/print/scarper/board/?table={table.code}").content.decode()
    assert 'name="position"' not in person.get("/print/scarper/board/").content.decode()
    shelf = person.get("/print/").content.decode()
    assert f"/print/scarper/?table={table.code}" in shelf
    assert table.code not in Client().get("/print/").content.decode()


def test_every_printable_has_a_true_picture() -> None:
    board = Client().get("/print/scarper/board/picture")
    assert board["Content-Type"] == "image/svg+xml"
    assert b"@font-face" in board.content
    assert "default-src 'none'" in board["Content-Security-Policy"]
    text = Client().get("/print/scarper/score-sheet/picture")
    assert text["Content-Type"] == "image/png"
    assert text.content.startswith(b"\x89PNG")
    same = Client().get("/print/scarper/board/picture", headers={"If-None-Match": board["ETag"]})
    assert same.status_code == 304
    assert Client().get("/print/scarper/position/picture").status_code == 404


def test_a_sheet_of_text_is_shown_as_it_was_set() -> None:
    page = Client().get("/print/scarper/deck-list/?page=2").content.decode()
    assert re.search(r"<b>Page 2 of \d+</b>", page)
    picture = Client().get("/print/scarper/deck-list/page.png?page=2")
    assert picture.content.startswith(b"\x89PNG")
    assert picture.content != Client().get("/print/scarper/deck-list/page.png?page=1").content
