"""The print shop: its shelf, its forms, what is picked by tapping, and the whole box."""

import re
from io import BytesIO
from itertools import chain
from typing import Any

import pdfplumber
import pytest
from django.test import Client
from pypdfium2 import PdfDocument

from companion import shelf
from companion.press.whole import Whole
from companion.printing import find, plates
from companion.shop import files
from companion.shop.files import recalled, written
from companion.shop.models import Job, WholePrint
from companion.shop.orders import Order
from companion.shop.samples import contents
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from companion.views.print_shop.shelf import spans
from tests.shop.orders import work as do_the_work

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture
def table() -> Table:
    return open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))


def browser(table: Table, chair: str | None) -> Client:
    secret, found = new_secret(), Client()
    found.cookies[COOKIE] = secret
    if chair:
        seating.sit(table, secret, chair)
    else:
        seating.watch(table, secret)
    return found


def text(pdf: bytes) -> str:
    with pdfplumber.open(BytesIO(pdf)) as file:
        return " ".join(" ".join((page.extract_text() or "").split()) for page in file.pages)


def secrets(table: Table, side: str) -> set[str]:
    state: Any = position(table).state
    drawn = {state.box.missions[each].text for each in state.missions[side].drawn}
    return drawn | {state.box.cards[each].title for each in state.hands[side].cards}


@pytest.mark.parametrize("name", ["setup-binder", "unit-cards"])
def test_what_a_thing_takes_is_told_where_its_pages_lead_to_one_another_too(name: str) -> None:
    answer = Client().get(f"/print/parabellum/{name}/facts")
    assert answer.status_code == 200
    assert "sheet" in answer.content.decode()


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


@pytest.mark.sampled
def test_programs_print_with_a_seats_token(table: Table) -> None:
    _, tokens = seating.hand_out(table)
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
    assert 'id="told-count">9 sheets<' in page
    assert "Sheet 2 of 9" in page
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
    assert "Of your table: Thursday" in seated
    bare = flat(Client().get("/print/scarper/"))
    assert "/print/scarper/position/" not in bare
    assert bare.count("thing--shut") == bare.count("open a table first") == 3
    assert Client().get("/print/chess/").status_code == 404


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
    seating.watch(table, secret)
    assert 'name="position"' in person.get(f"/print/scarper/board/?table={table.code}").content.decode()
    assert 'name="position"' not in person.get("/print/scarper/board/").content.decode()
    shelf = person.get("/print/scarper/").content.decode()
    assert f"/print/scarper/everything/?table={table.code}&amp;which=tonight" in shelf
    assert shelf.index("Tonight") < shelf.index("The whole box"), "tonight leads where a table is open"
    assert table.code not in Client().get("/print/scarper/").content.decode()


@pytest.mark.sampled("system")
@pytest.mark.parametrize("system", shelf.slugs())
def test_every_printable_has_a_true_picture_that_is_light_and_is_drawn_once(system: str) -> None:
    drawn = 0
    for plate in plates(system):
        there = f"/print/{system}/{plate.printable.name}/picture"
        if plate.printable.table == "must" or plate.printable.name == "everything":
            assert Client().get(there).status_code == 404
            continue
        found = Client().get(there)
        assert found["Content-Type"] == "image/webp", plate.printable.name
        assert 300 < len(found.content) <= 15_000, plate.printable.name
        drawn += 1
    assert len(list((files.root() / "samples").glob("*.webp"))) == drawn
    same = Client().get(there := f"/print/{system}/tuckbox/picture", headers={"If-None-Match": "x"})
    assert Client().get(there, headers={"If-None-Match": same["ETag"]}).status_code == 304
    known = Order(find(system, "tuckbox"), {}).fingerprint[:12]
    assert "immutable" in Client().get(f"{there}?v={known}")["Cache-Control"]


def test_each_part_of_a_box_is_shown_by_the_first_sheet_of_its_things_in_the_boxs_ink(client: Client) -> None:
    page = client.get("/print/verraeter/everything/", {"ink": "grey"}).content.decode()
    parts = page[page.index('class="baize baize--box"') :].split("<li>")[1:]
    images = [re.findall(r'<img\s+src="([^"]+)"', part.partition("</li>")[0]) for part in parts]
    assert all(images)
    for address in {each.replace("&amp;", "&") for each in chain(*images)}:
        assert "ink=grey" in address
        assert client.get(address).headers["Content-Type"] == "image/webp"
    assert "/print/verraeter/everything/facts?ink=grey" in page


def test_what_a_box_holds_is_told_again_without_making_it() -> None:
    whole = find("scope", "everything")
    page = Client().get("/print/scope/everything/").content.decode()
    order = Order(whole, {})
    found = contents(order)
    assert "document" not in vars(order), "its list was kept"
    assert all(title in page for _, parts in found.papers for title, _, _ in parts)
    assert found.needed in page
    greys = Order(whole, {"ink": "grey"})
    assert contents(greys).papers
    assert "document" in vars(greys), "another choice is another box"


def test_a_shelf_is_one_game_and_the_last_one_is_kept() -> None:
    person = Client()
    assert "Unit Tracking Cards" in flat(person.get("/print/")), "the first game, where none was seen"
    scarper = flat(person.get("/print/scarper/"))
    assert "Event cards" in scarper
    assert "Unit Tracking Cards" not in scarper
    assert re.search(r'href="/print/scarper/" aria-current="page"', scarper)
    assert "Event cards" in flat(person.get("/print/"))


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("find=trench", {"Markers", "Charge table"}),
        ("find=MARKER", {"Markers", "Bead strips"}),
        (
            "find=record&kind=records",
            {"Year record", "As it stands", "Year sheet", "Score sheet", "Front page"},
        ),
        ("kind=board", {"The board"}),
        ("find=two+words+that+no+thing+has", set()),
    ],
)
def test_typing_finds_by_name_kind_and_what_is_on_it(query: str, hits: set[str]) -> None:
    page = flat(Client().get(f"/print/scarper/?{query}"))
    things = page.split('id="things"')[1]
    assert set(re.findall(r"<b>([^<]+)</b></a>", things)) == hits
    assert ("Ask the desk" in things) is not hits


def test_a_card_finds_the_deck_that_it_is_in_once_that_was_drawn() -> None:
    assert "thing__pic" not in flat(Client().get("/print/scarper/?find=bertha"))
    took = flat(Client().get("/print/scarper/deck/facts"))
    assert "9<span" in took
    assert "takes__ink--3" in took
    assert "The whole deck" in flat(Client().get("/print/scarper/?find=big+bertha"))


def test_enter_opens_the_first_that_is_found() -> None:
    answer = Client().get("/print/scarper/?find=charge&kind=&open=1")
    assert (answer.status_code, answer["Location"]) == (302, "/print/scarper/charge-table/")


def test_what_a_device_printed_with_last_is_how_the_next_order_opens() -> None:
    person = Client()
    person.get("/print/verraeter/table-cards.pdf?paper=letter&ink=grey&copies=2&backs=fold")
    page = flat(person.get("/print/verraeter/"))
    assert 'href="/print/verraeter/deck/?paper=letter&amp;backs=fold&amp;ink=grey"' in page.replace(
        "ink=grey&amp;backs=fold", "backs=fold&amp;ink=grey"
    )
    assert 'href="/print/verraeter/everything/?paper=letter&amp;ink=grey"' in page, "it cannot be folded"
    assert "letter" not in flat(Client().get("/print/verraeter/")), "another device is used to nothing"


def test_no_name_on_the_shelf_is_too_long_for_it() -> None:
    for plate in plates():
        if plate.printable.name != "everything":
            assert plate.printable.kind
            assert len(plate.printable.short or plate.printable.title) <= 22, plate.printable.title


def test_a_sheet_of_text_is_shown_as_it_was_set() -> None:
    page = Client().get("/print/scarper/deck-list/?page=2").content.decode()
    assert "Sheet 2 of 2" in " ".join(page.split())
    picture = Client().get("/print/scarper/deck-list/page.png?page=2")
    assert picture.content.startswith(b"\x89PNG")
    assert picture.content != Client().get("/print/scarper/deck-list/page.png?page=1").content


def test_everything_is_one_tap_from_the_games_shelf_and_then_what_changed(client: Client) -> None:
    shelf = client.get("/print/scope/").content.decode()
    assert "What changed" not in shelf
    [order] = re.findall(r'href="(/print/scope/everything/)"', shelf)
    assert "takes__time" in client.get(f"{order}facts").content.decode()
    assert re.search(r"17<span .*4 min.*takes__ink--3", flat(client.get("/print/scope/")))
    [tap] = re.findall(r'data-main href="(/print/scope/everything\.pdf)"', client.get(order).content.decode())
    answer = client.get(tap, follow=True)
    job = Job.objects.get()
    assert answer.redirect_chain == [(f"/print/jobs/{job.key}/", 302)]
    do_the_work()
    job.refresh_from_db()
    file = client.get(f"/print/jobs/{job.key}.pdf")
    assert file.content.startswith(b"%PDF")
    assert (job.state, job.done) == ("done", job.total)
    assert job.total == len(PdfDocument(file.content))
    assert f"Ready: {job.total} pages" in client.get(f"/print/jobs/{job.key}/").content.decode()
    held = WholePrint.objects.get()
    assert (held.system, held.setting, held.device) == ("scope", "colour a4", "")
    assert "which=changed" in client.get("/print/scope/").content.decode()
    assert "takes--none" in client.get("/print/scope/everything/facts?which=changed").content.decode()
    assert "which=changed" not in client.get("/print/scope/").content.decode(), "nothing has"
    again = client.get("/print/scope/everything.pdf?which=changed")
    assert again.status_code == 422
    assert "Nothing has changed" in again.content.decode()
    held.holds.popitem()
    held.save()
    assert client.get("/print/scope/everything.pdf?which=changed").status_code == 302
    changed = Job.objects.exclude(pk=job.pk).get()
    assert changed.name == "scope-everything-changed.pdf"
    assert "known" not in client.get(f"/print/jobs/{changed.key}/").content.decode()


def test_a_program_orders_the_whole_box_and_hears_how_far_it_is(client: Client) -> None:
    told = client.get("/api/print/verraeter/everything.pdf?ink=grey").json()
    assert (told["state"], told["name"]) == ("waiting", "verraeter-everything-grey.pdf")
    assert told["total"] > 10
    stopped = client.delete(told["progress"])
    assert stopped.json()["state"] == "cancelled"


def test_tonight_without_a_table_is_refused_beside_the_choice(client: Client) -> None:
    answer = client.get("/print/scarper/everything.pdf?which=tonight")
    assert answer.status_code == 422
    assert "open this there" in answer.content.decode()


def test_a_jam_in_the_whole_box_is_answered_with_its_number(client: Client) -> None:
    page = client.get("/print/scope/everything/").content.decode()
    assert "Jammed at sheet" in page
    assert page.index("What changed") < page.index("US Letter"), "what to print is asked first"
    assert 'action="/print/scope/everything.pdf"' in page
    answer = client.get("/print/scope/everything.pdf?from=3&ink=grey", follow=True)
    job = Job.objects.get()
    assert answer.redirect_chain == [(f"/print/jobs/{job.key}/", 302)]
    assert (job.name, job.order["from"]) == ("scope-everything-grey-from-sheet-3.pdf", 3)
    do_the_work()
    ready = client.get(f"/print/jobs/{job.key}/").content.decode()
    assert "Ready, from sheet 3 on" in ready
    assert 'name="ink" value="grey"' in ready
    assert client.get(f"/print/jobs/{job.key}.pdf").content.startswith(b"%PDF")
    assert not WholePrint.objects.exists()


def test_a_jam_past_the_last_sheet_says_how_many_there_are(client: Client) -> None:
    client.get("/print/verraeter/everything.pdf?from=900")
    do_the_work()
    job = Job.objects.get()
    assert job.state == "failed"
    assert "There is no sheet 900: behind its guide this box has" in str(job.problem)


def test_what_changed_goes_on_after_a_jam_although_it_is_remembered_as_printed(client: Client) -> None:
    order = Order(find("scope", "everything"), {})
    made = order.document
    assert isinstance(made, Whole)
    old = dict(list(made.holds.items())[10:])
    row = WholePrint.objects.create(system="scope", setting="colour a4", device="", holds=old)
    written(recalled(Order(order.plate, {"which": "changed"}), ""))
    row.refresh_from_db()
    assert (row.holds, row.before) == (dict(made.holds), old)
    rest = recalled(Order(order.plate, {"which": "changed"}, from_sheet=2), "")
    assert rest.given["known"] == old
    written(rest)
    row.refresh_from_db()
    assert row.before == old
