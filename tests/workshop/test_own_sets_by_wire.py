"""Own cards over the interface: begun, saved, read back to the letter, printed, and taken to a table."""

from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from companion import shelf
from companion.engine.own import csv_of, plain
from companion.engine.paste import pasted
from companion.workshop.models import CardSet

pytestmark = pytest.mark.django_db(databases=["default", "shop"])
GAMES = [slug for slug, game in shelf.games().items() if game.workshop]
EVENT = {"title": "The Note", "year": "1914", "side": "allied", "points": "2", "text": "Gain 1 propaganda."}


def asked(token: str, path: str, told: Any = None) -> Any:
    client, header = Client(), {"Authorization": f"Bearer {token}"}
    if told is None:
        return client.get(f"/api/workshop{path}", headers=header)
    return client.post(f"/api/workshop{path}", told, "application/json", headers=header)


def begun(system: str = "scarper", **more: Any) -> tuple[str, dict[str, Any]]:
    answer = asked("", "", {"system": system, "title": "Ours", **more})
    assert answer.status_code == 201, answer.content
    return answer.json()["token"], answer.json()["set"]


@pytest.mark.parametrize("system", GAMES)
def test_a_program_begins_a_set_saves_it_and_reads_every_cell_again(system: str) -> None:
    token, made = begun(system, start="copy")
    assert made["faults"] == []
    kind = made["kinds"][0]
    rows = made["rows"][kind["key"]][:2]
    saved = asked(token, f"/{made['code']}/versions", {"rows": {kind["key"]: rows}, "seen": 1})
    assert (saved.status_code, saved.json()["version"]) == (201, 2)
    now = asked(token, f"/{made['code']}").json()
    assert now["rows"][kind["key"]] == rows
    assert asked(token, f"/{made['code']}/versions/1").json()["rows"] == made["rows"]
    asked(token, f"/{made['code']}/versions/1/again", {})
    assert asked(token, f"/{made['code']}").json()["rows"] == made["rows"]
    assert [each["version"] for each in asked(token, f"/{made['code']}/versions").json()["versions"]] == [
        3,
        2,
        1,
    ]
    assert asked(token, "").json()["sets"][0]["code"] == made["code"]


def test_two_programs_lose_nothing_of_each_others_and_a_stranger_sees_nothing() -> None:
    token, made = begun(rows={"events": [EVENT]})
    other = asked("", f"/{made['code']}/join", {}).json()["token"]
    assert asked(other, f"/{made['code']}/versions", {"rows": {}, "seen": 1}).status_code == 201
    late = asked(token, f"/{made['code']}/versions", {"rows": {"events": [EVENT, EVENT]}, "seen": 1})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
    assert asked(token, f"/{made['code']}").json()["version"] == 2
    assert asked("a-stranger", f"/{made['code']}").status_code == 404
    assert Client().get(f"/api/workshop/{made['code']}").status_code == 401


def test_a_fault_is_named_by_its_cell_and_what_is_no_row_is_refused() -> None:
    token, made = begun(rows={"events": [EVENT | {"points": "nine"}]})
    assert [(each["row"], each["column"]) for each in made["faults"]] == [(1, "points")]
    before = CardSet.objects.get().versions.count()
    for rows in ([], {"events": "x"}, {"events": [{"title": 3}]}, {"events": [{"title": "x" * 5000}]}):
        answer = asked(token, f"/{made['code']}/versions", {"rows": rows, "seen": 1})
        assert answer.status_code == 422, rows
    answer = asked(token, f"/{made['code']}/tables/events", {"text": "title,moon\nA,b", "seen": 1})
    assert "moon" in answer.json()["error"]["message"]
    assert CardSet.objects.get().versions.count() == before
    assert asked(token, f"/{made['code']}/tables/moons.csv").status_code == 404
    assert asked(token, f"/{made['code']}/game.json").status_code == 422


def test_a_set_is_printed_and_taken_to_a_table_and_to_another_house() -> None:
    token, made = begun(rows={"events": [EVENT]})
    header = {"Authorization": f"Bearer {token}"}
    there = "/api/print/scarper/cards.pdf"
    printed = Client().get(there, {"made": made["made"]}, headers=header)
    assert printed.content[:5] == b"%PDF-"
    assert Client().get(there, {"made": made["made"]}).status_code == 422
    file = asked(token, f"/{made['code']}/game.json").json()
    setup = {"library": file}
    opened = Client().post(
        "/api/tables", {"system": "scarper", "title": "T", "setup": setup}, "application/json"
    )
    assert opened.status_code == 201, opened.content
    packed = asked(token, f"/{made['code']}/cards.zip").content
    again = asked("", "/file", {"file": b64encode(packed).decode()})
    assert again.json()["set"]["rows"] == made["rows"]
    assert asked("", "/file", {"file": "%%"}).status_code == 422


def test_a_picture_is_made_safe_and_called_by_the_name_that_is_answered() -> None:
    token, made = begun()
    out = BytesIO()
    Image.new("RGB", (60, 40), "red").save(out, "PNG")
    told = {"name": "Mine/../x", "file": b64encode(out.getvalue()).decode()}
    kept = asked(token, f"/{made['code']}/pictures", told)
    assert kept.status_code == 201
    assert asked(token, f"/{made['code']}").json()["pictures"] == [kept.json()]
    assert (
        asked(token, f"/{made['code']}/pictures", told | {"file": b64encode(b"GIF89a").decode()}).status_code
        == 422
    )


CELLS = st.text(max_size=30).map(plain)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.fixed_dictionaries({"title": CELLS.filter(bool), "text": CELLS, "note": CELLS}), max_size=4)
)
def test_a_table_out_and_in_again_is_the_same_to_the_letter(rows: list[dict[str, str]]) -> None:
    workshop = shelf.game("scarper").workshop
    assert workshop
    kind = workshop.kind("events")
    known = {column.key for column in kind.all_columns}
    own = [{key: cell for key, cell in row.items() if cell and key in known} for row in rows]
    assert pasted(kind, csv_of(kind, own).decode("utf-8-sig")) == own
