"""A set of own cards: made in a form and a table, kept version by version, printed, played and shared."""

import json
import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest
from django.test import Client
from PIL import Image

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.own import faults_of, named
from companion.management.commands.print import Command
from companion.printing import find, make
from companion.views.workshop import cards as card_pages
from companion.workshop.keeping import latest, maker, packed, take_in, unpacked, version_of
from companion.workshop.models import CardSet, Picture

pytestmark = pytest.mark.django_db(databases=["default", "shop"])
GAMES = [slug for slug, game in shelf.games().items() if game.workshop]
EVENT = {"title": "The Note", "year": "1914", "side": "allied", "points": "2", "text": "Gain 1 propaganda."}


def begun(client: Client, system: str = "scarper", start: str = "blank", base: str = "") -> CardSet:
    workshop = shelf.game(system).workshop
    assert workshop
    told = {"system": system, "base": base or next(iter(workshop.bases)), "start": start, "title": "Ours"}
    assert client.post("/workshop/new/", told).status_code == 302
    return CardSet.objects.latest("pk")


def typed(row: int, cells: dict[str, str], seen: int = 1) -> dict[str, str]:
    return {"seen": str(seen), f"{row}.id": "", **{f"{row}.{key}": cell for key, cell in cells.items()}}


def written(client: Client, cells: dict[str, str] | None = None) -> CardSet:
    cards = begun(client)
    client.post(f"/workshop/{cards.code}/events/0/", typed(0, cells or EVENT))
    return cards


@pytest.mark.sampled("system")
@pytest.mark.parametrize("system", GAMES)
def test_a_starter_set_copied_is_whole_and_every_page_of_it_opens(client: Client, system: str) -> None:
    workshop = shelf.game(system).workshop
    assert workshop
    for base in workshop.bases:
        cards = begun(client, system, "copy", base)
        for kind in workshop.kinds:
            page = client.get(f"/workshop/{cards.code}/{kind.key}/").content.decode()
            assert "need another look" not in page
            card = client.get(f"/workshop/{cards.code}/{kind.key}/1/").content.decode()
            assert "workshop__drawn" in card
    for page in ("use", "pictures", "versions", f"{workshop.kinds[0].key}/0"):
        assert client.get(f"/workshop/{cards.code}/{page}/").status_code == 200


@pytest.mark.parametrize("system", GAMES)
def test_a_set_of_every_game_is_printed_and_opens_a_table(client: Client, system: str) -> None:
    workshop = shelf.game(system).workshop
    assert workshop
    cards = begun(client, system, "copy")
    kind = workshop.kinds[0]
    row = latest(cards).rows[kind.key][0]
    name = f"{cards.code}.1.{row[kind.id]}" if workshop.alone else f"{cards.code}.1"
    printed = client.get(f"/print/{system}/{kind.printable}.pdf", {"made": name})
    assert printed.content[:5] == b"%PDF-"
    page = client.get(f"/open/{system}/", {"made": name}).content.decode()
    assert f'name="j.{workshop.file}" value=' in page
    assert (system, latest(cards).number) == (system, 1)


WRONG = (
    ("parabellum", "units", {"name": "A", "class": "infantry", "footprint": "large"}, "footprint"),
    ("parabellum", "units", {"name": "A", "class": "hovercraft"}, "footprint"),
    ("verraeter", "landscapes", {"kind": "forest", "conflict": "1", "vp1": "1", "vp2": "x"}, "vp2"),
    ("verraeter", "landscapes", {"kind": "desert", "conflict": "1"}, "kind"),
    (
        "proelii",
        "units",
        {"name": "A", "side": "white", "type": "cavalry", "experience": "old"},
        "experience",
    ),
    ("proelii", "units", {"name": "A, B", "side": "red"}, "side"),
    ("scope", "fronts", {"name": "A", "columns": "2", "rows": "9"}, "rows"),
    (
        "scope",
        "fronts",
        {"name": "A", "columns": "2", "rows": "2", "objective": "1", "counts.decoy": "7"},
        "counts.decoy",
    ),
    (
        "scarper",
        "missions",
        {"title": "A", "side": "allied", "condition": "p: ahead, what: moral"},
        "condition",
    ),
)


@pytest.mark.parametrize(("system", "kind", "row", "column"), WRONG)
def test_in_every_game_a_fault_stands_at_its_cell(
    system: str, kind: str, row: dict[str, str], column: str
) -> None:
    workshop = shelf.game(system).workshop
    assert workshop
    of = workshop.kind(kind)
    found = [fault.column for _, fault in faults_of(of, named(of, [row]))]
    assert column in found


def test_what_is_typed_stays_right_or_wrong_and_the_fault_stands_at_its_cell(client: Client) -> None:
    cards = written(client, EVENT | {"points": "nine"})
    page = client.get(f"/workshop/{cards.code}/events/").content.decode()
    assert 'aria-invalid="true"' in page
    assert "nine" in page
    assert "1 cell needs another look" in " ".join(page.split())
    refused = client.get(f"/print/scarper/cards/?made={cards.code}.2")
    assert refused.status_code == 422
    assert "“The Note”: " in refused.content.decode()


def test_the_card_is_drawn_as_it_is_typed_and_nothing_is_kept(client: Client) -> None:
    cards = begun(client)
    there = f"/workshop/{cards.code}/events/0/look/"
    drawn = client.post(there, typed(0, EVENT)).content.decode()
    assert ">The Note<" in drawn
    wrong = client.post(there, typed(0, EVENT | {"text": "far too long " * 200})).content.decode()
    assert "<svg" not in wrong
    assert "The text is" in wrong
    assert latest(cards).number == 1


def test_every_save_is_a_version_in_words_and_comes_back(client: Client) -> None:
    cards = written(client)
    client.post(
        f"/workshop/{cards.code}/events/1/", typed(1, EVENT | {"points": "4", "id": "the-note"}, seen=2)
    )
    now = latest(cards)
    assert (now.number, now.what) == (3, "“The Note”: points 2 → 4")
    client.post(f"/workshop/{cards.code}/undo/")
    assert latest(cards).rows["events"][0]["points"] == "2"
    client.post(f"/workshop/{cards.code}/versions/3/again/")
    assert latest(cards).rows["events"][0]["points"] == "4"
    client.post(f"/workshop/{cards.code}/events/deed/", {"do": "remove", "id": "the-note"})
    assert latest(cards).rows["events"] == []


def test_two_devices_that_write_two_cards_keep_both(client: Client) -> None:
    cards = begun(client, start="copy")
    rows = latest(cards).rows["events"]
    for n, points in ((1, "5"), (2, "6")):
        client.post(f"/workshop/{cards.code}/events/{n}/", typed(n, rows[n - 1] | {"points": points}, seen=1))
    assert [row["points"] for row in latest(cards).rows["events"][:2]] == ["5", "6"]


def test_two_devices_that_write_two_cells_of_one_card_keep_both(client: Client) -> None:
    cards = begun(client, start="copy")
    row = latest(cards).rows["events"][0]
    without = {key: cell for key, cell in row.items() if key != "text"}
    for told in (row | {"points": "5"}, row | {"title": "Landed"}, without):
        client.post(f"/workshop/{cards.code}/events/1/", typed(1, told, seen=1))
    assert latest(cards).rows["events"][0] == without | {"points": "5", "title": "Landed"}


def test_a_save_that_another_overtakes_is_laid_on_what_that_one_wrote(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = begun(client, start="copy")
    first, second = latest(cards).rows["events"][:2]
    overtaken = []

    def merged(*given: Any) -> Any:
        if not overtaken:
            overtaken.append(True)
            client.post(f"/workshop/{cards.code}/events/2/", typed(2, second | {"points": "6"}))
        return joined(*given)

    joined = card_pages.merged
    monkeypatch.setattr(card_pages, "merged", merged)
    client.post(f"/workshop/{cards.code}/events/", typed(1, first | {"points": "5"}))
    assert [row["points"] for row in latest(cards).rows["events"][:2]] == ["5", "6"]


def offered(client: Client, cards: CardSet, kind: str = "events", **told: Any) -> str:
    """What the page says of cells that are brought, words alone."""
    answer = client.post(f"/workshop/{cards.code}/{kind}/paste/", told)
    assert answer.status_code == 200, answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def taken(client: Client, cards: CardSet, kind: str = "events", **told: Any) -> str:
    """Where the page leads once it is said that these rows come in."""
    answer = client.post(f"/workshop/{cards.code}/{kind}/paste/", {"do": "keep", **told})
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def test_a_table_goes_out_to_a_spreadsheet_and_comes_back(client: Client) -> None:
    cards = begun(client, start="copy")
    before = latest(cards).rows
    for form in ("csv", "xlsx"):
        file = BytesIO(client.get(f"/workshop/{cards.code}/events/table.{form}").content)
        file.name = f"cards.{form}"
        assert "All 60 are here as they are" in offered(client, cards, file=file, how="all")
    assert latest(cards).rows == before


HEADS = "title\tid\tyear\tside\tpoints\ttext\n"
NEW = HEADS + "New\tbef-lands\t1915\tallied\t2\tGo on.\nMore\t\t1916\tgerman\tnine\tGo."


def test_what_is_brought_is_shown_row_by_row_and_asked_before_anything_is_kept(client: Client) -> None:
    cards = begun(client, start="copy")
    page = offered(client, cards, text=NEW)
    assert "Not understood 1" in page
    assert "More row 3 Points: " in page
    assert "Changed 1" in page
    assert "New row 2 title The BEF Lands → New, year 1914 → 1915, points 4 → 2" in page
    held = b64encode(NEW.encode()).decode()
    none = client.post(f"/workshop/{cards.code}/events/paste/", {"do": "keep", "data": held})
    assert none.status_code == 422
    assert "No row was ticked" in none.content.decode()
    assert f'name="data" value="{held}"' in none.content.decode(), "what was brought is still there"
    assert latest(cards).number == 1
    assert taken(client, cards, data=held, take=["2", "3"]).endswith("?brought=2")
    rows = latest(cards).rows["events"]
    assert (rows[0]["title"], rows[-1]["id"], rows[-1]["points"]) == ("New", "more", "nine")
    assert len(rows) == 61
    told = client.get(f"/workshop/{cards.code}/events/", {"brought": "2"}).content.decode()
    assert "Brought in." in told
    client.post(f"/workshop/{cards.code}/undo/", {"to": "events"})
    assert latest(cards).rows == version_of(cards, 1).rows


def test_a_choice_is_understood_as_people_write_it(client: Client) -> None:
    cards = begun(client, "proelii", start="blank")
    guard, camels = "Guard,White,Heavy Infantry,veteran,b2", "Camels,white,camels,veteran,b3"
    text = f"name,side,type,experience,at\n{guard}\n{camels}"
    page = offered(client, cards, "units", text=text)
    assert "Guard row 2 side white, type heavy_infantry" in page
    assert "Camels row 3 type: One of skirmishers, light infantry," in page


def test_who_gives_way_is_named_first_and_a_row_left_out_stays_as_it_was(client: Client) -> None:
    cards = begun(client, start="copy")
    before = latest(cards).rows["events"]
    assert "Gone 59" in offered(client, cards, text=NEW, how="all")
    taken(client, cards, text=NEW, how="all", take=["3"])
    assert [row["id"] for row in latest(cards).rows["events"]] == ["bef-lands", "more"]
    assert latest(cards).rows["events"][0] == before[0]


@pytest.mark.parametrize(
    "data",
    [
        b"foo,bar\n1,2\n",
        b"foo,bar",
        b"\xff\xfe" + b"Name,Side and some more\n" * 3,
        "Größe;Maß".encode("cp1252"),
        "foo\tbar".encode("utf-16-le"),
        b"just words",
        b'[{"foo": 1}]',
        b'{"rows": []}',
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_nothing_becomes_a_card_of_what_nobody_understands(client: Client, data: bytes) -> None:
    cards = begun(client)
    for more in ({}, {"do": "keep", "take": ["1", "2", "3"]}):
        file = BytesIO(data)
        file.name = "foreign.csv"
        answer = client.post(f"/workshop/{cards.code}/events/paste/", {"file": file, **more})
        assert answer.status_code in (200, 422)
        assert latest(cards).number == 1


def test_columns_that_nobody_knows_are_asked(client: Client) -> None:
    cards = begun(client)
    held = b64encode(b"Bezeichnung;Jahr;Seite;Punkte;Worte\nDie Note;1914;german;2;Los.\n").decode()
    page = offered(client, cards, data=held)
    assert "Say below what each column is" in page
    said = {"data": held, "read": "utf-8-sig;", "headed": "yes", **COLUMNS}
    assert "Die Note row 2 year 1914, side german" in offered(client, cards, **said)
    taken(client, cards, **said, take=["2"])
    assert latest(cards).rows["events"][0]["title"] == "Die Note"


COLUMNS = {f"column.{n}": key for n, key in enumerate(("title", "year", "side", "points", "text"))}
LETTERS = [
    ("Zürich", "cp1252"),
    ("Łódź", "cp1250"),
    ("Москва", "cp1251"),
    ("Zürich", "utf-16"),
    ("Łódź", "utf-8"),
]


@pytest.mark.parametrize(("title", "alphabet"), LETTERS)
def test_an_alphabet_is_recognised_or_asked(client: Client, title: str, alphabet: str) -> None:
    cards = begun(client)
    data = f"title,year,side,points,text\n{title},1914,allied,2,Go.\n".encode(alphabet)
    held = b64encode(data).decode()
    page = offered(client, cards, data=held)
    assert (f"{title} row 2" in page) or "The file does not say in which alphabet" in page
    said = {"alphabet": alphabet} if "does not say" in page else {}
    assert f"{title} row 2" in offered(client, cards, data=held, **said)


def test_cards_in_json_come_as_cells(client: Client) -> None:
    cards = begun(client)
    library = client.get(f"/workshop/{begun(client, start='copy').code}/game.json").content
    assert "New 60" in offered(client, cards, data=b64encode(library).decode())
    assert "New 20" in offered(client, cards, "missions", data=b64encode(library).decode())
    taken(client, cards, data=b64encode(library).decode(), take=["2"])
    assert latest(cards).rows["events"][0]["id"] == "bef-lands"
    odd = json.dumps([EVENT | {"moon": {"full": True}}])
    assert "1 column left out" in offered(client, cards, text=odd)


LONG = (
    ("scarper", "events", "text", "Gain 1 propaganda. " * 60),
    ("scarper", "missions", "text", "Hold on. " * 80),
    ("parabellum", "units", "name", "Incomprehensibilities " * 6),
    ("proelii", "units", "name", "Incomprehensibilities " * 9),
    ("verraeter", "landscapes", "name", "Incomprehensibilities " * 9),
    ("scope", "fronts", "name", "Incomprehensibilities " * 20),
)


@pytest.mark.parametrize(("system", "kind", "column", "words"), LONG)
def test_a_text_that_finds_no_room_is_told_at_its_cell_of_the_table(
    client: Client, system: str, kind: str, column: str, words: str
) -> None:
    cards = begun(client, system, "copy")
    row = latest(cards).rows[kind][0]
    client.post(f"/workshop/{cards.code}/{kind}/1/", typed(1, row | {column: words}))
    page = client.get(f"/workshop/{cards.code}/{kind}/").content.decode()
    cell = page.split(f'name="1.{column}"')[1].split("</td>")[0]
    assert 'aria-invalid="true"' in cell, page.split("workshop__faults")[1][:400]
    assert page.count('aria-invalid="true"') == 1


def test_every_front_is_printed_at_once_and_then_only_those_that_changed(client: Client) -> None:
    cards = begun(client, "scope", "copy")
    rows = latest(cards).rows["fronts"]
    there = "/print/scope/front-plan.pdf"
    client.get(there, {"made": f"{cards.code}.1.{rows[0]['name']}"})
    client.get(there, {"made": f"{cards.code}.1", "side": "german"})
    assert CardSet.objects.get().last_prints == {}
    assert pages(client.get(there, {"made": f"{cards.code}.1"}).content) == 2 * len(rows) > 2
    assert CardSet.objects.get().last_prints == {"fronts": 1}
    client.post(f"/workshop/{cards.code}/fronts/1/", typed(1, rows[0] | {"objective": "5"}))
    use = " ".join(client.get(f"/workshop/{cards.code}/use/").content.decode().split())
    assert "1 changed since version 1" in use
    assert f"made={cards.code}.2-1" in use
    assert pages(client.get(there, {"made": f"{cards.code}.2-1"}).content) == 2


def pages(file: bytes) -> int:
    with pikepdf.open(BytesIO(file)) as pdf:
        return len(pdf.pages)


def test_only_what_changed_since_the_last_print_is_printed(client: Client) -> None:
    cards = begun(client, start="copy")
    there = f"/print/scarper/cards.pdf?made={cards.code}.1"
    for partly in ("&only=bef-lands", "&only=bef-lands&proof=yes", "&sides=fronts&only=bef-lands"):
        assert client.get(there + partly).status_code == 200
        assert CardSet.objects.get().last_prints == {}
    assert client.get(there).status_code == 200
    assert CardSet.objects.get().last_prints == {"events": 1}
    rows = latest(cards).rows["events"]
    client.post(f"/workshop/{cards.code}/events/4/", typed(4, rows[3] | {"points": "6"}, seen=1))
    assert "1 changed since version 1" in " ".join(
        client.get(f"/workshop/{cards.code}/use/").content.decode().split()
    )
    page = client.get(f"/print/scarper/cards/?made={cards.code}.2-1").content.decode()
    assert "1 card on 1 sheet of A4" in page
    assert f'name="made" value="{cards.code}.2-1"' in page


def test_own_cards_are_offered_where_a_table_is_opened(client: Client) -> None:
    cards = written(client)
    assert f"?made={cards.code}.2" in client.get("/open/scarper/").content.decode()
    assert "The Note" in client.get("/open/scarper/", {"made": f"{cards.code}.2"}).content.decode()
    units = begun(client, "parabellum")
    door = client.get("/campaigns/open/parabellum/", {"at": "1"}).content.decode()
    assert f"?at=1&amp;made={units.code}.1" in door
    assert len(client.get(f"/workshop/{cards.code}/game.json").json()["cards"]) == 61


def test_the_page_of_a_game_counts_the_sets_of_this_device(client: Client) -> None:
    assert "Own cards</a>" in client.get("/games/scarper/").content.decode()
    cards = begun(client)
    begun(client)
    begun(client, "scope")
    assert "Own cards · 2</a>" in client.get("/games/scarper/").content.decode()
    assert "Own cards</a>" in Client().get("/games/scarper/").content.decode(), "another device has none"
    client.post(f"/workshop/{cards.code}/away/")
    assert "Own cards · 1</a>" in client.get("/games/scarper/").content.decode()


def test_a_device_that_does_not_make_them_sees_and_prints_none_of_them(client: Client) -> None:
    cards = written(client)
    stranger = Client()
    for page in ("events", "use", "pictures", "cards.zip", "game.json", "events/1"):
        answer = stranger.get(f"/workshop/{cards.code}/{page}".rstrip("/") + ("" if "." in page else "/"))
        assert answer.headers["Location"].endswith(f"/workshop/{cards.code}/join/")
    assert stranger.get(f"/print/scarper/cards/?made={cards.code}.2").status_code == 422
    assert "The Note" not in stranger.get(f"/open/scarper/?made={cards.code}.2").content.decode()
    assert stranger.post(f"/workshop/{cards.code}/join/").status_code == 302
    assert stranger.get(f"/workshop/{cards.code}/events/").status_code == 200


def test_a_device_keeps_its_secret_and_all_its_sets(client: Client) -> None:
    begun(client)
    secret = client.cookies["companion_device"].value
    begun(client, "scope")
    assert client.cookies["companion_device"].value == secret
    assert client.get("/workshop/").content.decode().count('class="badge"') == 2


def test_a_set_put_away_comes_back_by_one_tap(client: Client) -> None:
    cards = begun(client)
    away = client.post(f"/workshop/{cards.code}/away/", follow=True).content.decode()
    assert "is put away" in away
    client.post(f"/workshop/{cards.code}/away/")
    assert CardSet.objects.get().archived_at is None


def png(colour: str = "red") -> BytesIO:
    out = BytesIO()
    Image.new("RGB", (300, 120), colour).save(out, "PNG")
    out.seek(0)
    out.name = "our house.png"
    return out


def test_a_picture_is_put_on_a_card_and_its_sharpness_told(client: Client) -> None:
    cards = written(client)
    client.post(f"/workshop/{cards.code}/pictures/", {"file": png()})
    client.post(f"/workshop/{cards.code}/pictures/", {"file": png("blue")})
    assert [each.name for each in Picture.objects.all()] == ["our house", "our house 2"]
    shown = client.post(
        f"/workshop/{cards.code}/events/1/look/",
        typed(1, EVENT | {"picture": "our house", "back": "our house 2"}),
    ).content.decode()
    assert shown.count("<image") == 2
    assert "our house on 55 × 20 mm: 139 dpi: just enough" in shown
    assert "will look soft" in shown
    missing = client.post(f"/workshop/{cards.code}/events/1/look/", typed(1, EVENT | {"picture": "gone"}))
    assert "no picture “gone”" in missing.content.decode()
    bad = BytesIO(b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")
    bad.name = "evil.svg"
    assert client.post(f"/workshop/{cards.code}/pictures/", {"file": bad}).status_code == 422


def test_the_command_line_takes_the_cards_and_their_pictures(client: Client) -> None:
    cards = written(client, EVENT | {"picture": "our house"})
    client.post(f"/workshop/{cards.code}/pictures/", {"file": png()})
    files = {
        "library": client.get(f"/workshop/{cards.code}/game.json").json(),
        "art": client.get(f"/workshop/{cards.code}/events/art.json").json(),
    }
    document = make(find("scarper", "cards"), files | {"only": "the-note"})
    assert document.pdf().count(b"/Subtype/Image") == 1


def test_a_text_that_finds_no_room_is_told_before_it_is_printed(client: Client) -> None:
    cards = written(client, EVENT | {"text": "far too long " * 200})
    page = " ".join(client.get(f"/workshop/{cards.code}/use/").content.decode().split())
    assert "“The Note”</a> is left out: The text" in page
    assert "All 1</a>" not in page


def test_a_faulty_card_is_left_out_by_name_and_the_others_are_printed_and_played(client: Client) -> None:
    cards = begun(client)
    rows = (
        "Good\t1914\tallied\t2\tGo.\nBad\t1915\tgerman\tnine\tGo.\nLong\t1916\tgerman\t3\t"
        + "far too long " * 200
    )
    taken(
        client, cards, text=rows, how="all", headed="no", read="utf-8-sig\t", take=["1", "2", "3"], **COLUMNS
    )
    own = f"{cards.code}.2"
    use = " ".join(client.get(f"/workshop/{cards.code}/use/").content.decode().split())
    assert "“Bad”</a> is left out: " in use
    assert "The other 1</a>" in use
    assert "Without “Bad”." in use, "a text may be too long for a card and is played all the same"
    page = client.get("/print/scarper/cards/", {"made": own}).content.decode()
    assert "version 2, without “Bad” and “Long”" in page
    assert pages(client.get("/print/scarper/cards.pdf", {"made": own}).content) == 2
    file = client.get(f"/workshop/{cards.code}/game.json").json()
    assert {"good", "long"} <= {each["id"] for each in file["cards"]}
    assert "bad" not in {each["id"] for each in file["cards"]}
    assert "without “Bad”" in client.get("/open/scarper/").content.decode()
    only = client.get("/print/scarper/cards/", {"made": f"{own}.bad"})
    assert only.status_code == 422


@pytest.mark.parametrize(
    ("key", "cell", "column"), [("title", "many words " * 40, "title"), ("points", "nine", "points")]
)
def test_the_command_line_leaves_a_faulty_card_out_by_name(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, cell: str, column: str
) -> None:
    cards = written(client)
    library = client.get(f"/workshop/{cards.code}/game.json").json()
    library["cards"][3][key] = cell
    (tmp_path / "ours.json").write_text(json.dumps(library))
    out = tmp_path / "cards.pdf"
    told = [
        "manage.py",
        "print",
        "scarper",
        "cards",
        "--library",
        str(tmp_path / "ours.json"),
        "--out",
        str(out),
    ]
    Command().run_from_argv(told)
    said = capsys.readouterr().err
    assert "Left out" in said
    assert column in said
    assert pages(out.read_bytes()) > 2
    library["title"] = 3
    (tmp_path / "ours.json").write_text(json.dumps(library))
    with pytest.raises(SystemExit):
        Command().run_from_argv(told)


def test_a_title_too_long_is_told_at_the_title_though_the_text_is_longer_and_fits(client: Client) -> None:
    long = {"id": "text", "title": "many words " * 12, "text": "words that fit " * 10}
    cards = written(client, EVENT | long)
    page = client.get(f"/workshop/{cards.code}/events/").content.decode()
    wrong = page.partition('id="wrong-1-1">')[2].partition("</p>")[0]
    assert wrong.startswith("The text is")
    assert page.count('aria-invalid="true"') == 1


def test_what_a_house_keeps_for_one_device_has_its_bounds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = begun(client)
    monkeypatch.setattr("companion.workshop.keeping.ALBUM_BYTES", 10)
    assert client.post(f"/workshop/{cards.code}/pictures/", {"file": png()}).status_code == 422
    monkeypatch.setattr("companion.workshop.keeping.MOST_SETS", 1)
    told = {"system": "scarper", "base": "starter", "start": "blank"}
    assert client.post("/workshop/new/", told).status_code == 422
    assert CardSet.objects.count() == 1


def test_a_set_in_one_file_is_the_same_in_another_house(client: Client) -> None:
    cards = written(client)
    client.post(f"/workshop/{cards.code}/pictures/", {"file": png()})
    data = packed(cards)
    other = take_in(data, maker("another secret of a device", "tablet"))
    assert packed(other) == data
    assert other.code != cards.code
    file = BytesIO(data)
    file.name = "cards.zip"
    assert client.post("/workshop/bring/", {"file": file}).status_code == 302


def zipped(**members: bytes | str) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


GOOD = {"format": "own-cards/1", "system": "scarper", "base": "starter", "title": "A", "rows": {}}


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"[1]", b"PK\x03\x04", b"PK" + b"x" * 50, zipped(x="y"),
        json.dumps(GOOD | {"system": "../etc"}).encode(), json.dumps(GOOD | {"base": 3}).encode(),
        json.dumps(GOOD | {"title": "\u0007"}).encode(), json.dumps(GOOD | {"rows": []}).encode(),
        json.dumps(GOOD | {"rows": {"events": [{"title": 3}]}}).encode(),
        json.dumps(GOOD | {"rows": {"events": [{"title": "x" * 5000}]}}).encode(),
        json.dumps(GOOD | {"rows": {"events": [[]]}}).encode(),
        zipped(**{"cards.json": json.dumps(GOOD), "pictures/a": b"no picture"}),
        zipped(**{"cards.json": json.dumps(GOOD), "../a": b"x"}),
        zipped(**{"cards.json": json.dumps(GOOD), **{f"pictures/{n}": b"" for n in range(250)}}),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_and_nothing_is_kept(client: Client, data: bytes) -> None:
    with pytest.raises(InvalidInput):
        unpacked(data)
    file = BytesIO(data)
    file.name = "cards.zip"
    assert client.post("/workshop/bring/", {"file": file}).status_code == 422
    assert CardSet.objects.count() == 0


def test_too_many_cards_are_refused_whole(client: Client) -> None:
    cards = begun(client)
    text = "title\n" + "\n".join(f"Card {n}" for n in range(1001))
    assert client.post(f"/workshop/{cards.code}/events/paste/", {"text": text}).status_code == 422
    assert latest(cards).number == 1


def test_a_file_of_an_unknown_address_leads_to_words(client: Client) -> None:
    cards = begun(client)
    assert client.get("/workshop/BCDFGH/events/").status_code == 404
    assert client.get(f"/workshop/{cards.code}/nothing/").status_code == 404
    assert client.get(f"/print/scarper/cards/?made={cards.code}.99").status_code == 422
    assert client.get("/print/scarper/cards/?made=nonsense").status_code == 422
    assert client.get(f"/print/verraeter/deck/?made={cards.code}.1").status_code == 422
    wrong = client.post(f"/workshop/{cards.code}/events/1/", {"seen": "x"})
    assert wrong.status_code == 422
