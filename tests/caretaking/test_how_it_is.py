"""How the house is: for its keeper alone, in figures that are true, and with no secret in any of them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator
from prometheus_client.parser import text_string_to_metric_families

from companion.caretaking import clock, keepers, newer
from companion.caretaking.clock import Slow
from companion.caretaking.faults import MOST, faults, keep
from companion.tables import seating
from companion.tables.devices import COOKIE, GUESSES, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Table

pytestmark = pytest.mark.django_db(databases="__all__")

SEEN, DONE = ("", "how-the-house-is.json"), ("away/", "programs/", "newer/", "seen/")
READ = ("how.json", "metrics")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, settings: Any) -> Path:
    settings.HOME, settings.COPIES, settings.COPIES_TOO = tmp_path, tmp_path / "copies", None
    clock._known.clear()
    return tmp_path


@pytest.fixture
def keeper() -> Client:
    page = Client(raise_request_exception=False)
    assert page.post("/house/key/", {"code": keepers.key()}).status_code == 302
    return page


@pytest.fixture
def table() -> Table:
    return open_table(Opening(system="scarper", title="Thursday", kind="seated"))


@pytest.fixture
def host(table: Table) -> Client:
    """The host of a table, which is as much as a player can be."""
    secret, page = new_secret(), Client(raise_request_exception=False)
    seating.host(table, secret, "Ada's tablet")
    page.cookies[COOKIE] = secret
    return page


def test_a_stranger_and_a_player_see_none_of_it(host: Client) -> None:
    forged = Client()
    forged.cookies[keepers.COOKIE] = new_secret()
    for page in (Client(), host, forged):
        for place in SEEN:
            answer = page.get(f"/house/{place}")
            assert answer.status_code == 403
            assert "Disk to spare" not in answer.text
            assert "faults" not in answer.text
        assert {page.post(f"/house/{place}").status_code for place in DONE} == {403}
        assert {page.get(f"/house/{place}").status_code for place in READ} == {401}


def test_a_code_lets_one_device_in_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("key")
    code = next(word for word in capsys.readouterr().out.split() if word.count("-") == 3)
    first, second = Client(), Client()
    assert first.post("/house/key/", {"code": code.lower().replace("-", " ")}).status_code == 302
    assert second.post("/house/key/", {"code": code}).status_code == 403
    assert "Disk to spare" in first.get("/house/").text
    assert "Disk to spare" not in second.get("/house/").text


def test_a_code_is_good_for_a_quarter_of_an_hour_and_guessing_is_slowed() -> None:
    now = keepers._slot()
    assert Client().post("/house/key/", {"code": keepers.key(now - 2)}).status_code == 403
    for _ in range(GUESSES):
        last = Client().post("/house/key/", {"code": "BCDF-GHJK-MNPQ-RSTV"})
    assert last.status_code == 429
    assert Client().post("/house/key/", {"code": keepers.key()}).status_code == 429


def test_what_is_let_in_is_sent_away_again_and_only_hashes_are_kept(keeper: Client, home: Path) -> None:
    other = Client()
    other.post("/house/key/", {"code": keepers.key()})
    text = (home / "keepers.json").read_text()
    assert other.cookies[keepers.COOKIE].value not in text
    assert (home / "keepers.json").stat().st_mode & 0o077 == 0
    keeper.post("/house/away/", {"hash": keepers.keepers()[-1].hash})
    assert other.get("/house/").status_code == 403
    assert keeper.get("/house/").status_code == 200


def test_a_program_reads_the_figures_and_does_nothing(keeper: Client, table: Table) -> None:
    token = keeper.post("/house/programs/").context["token"]
    program = Client(headers={"authorization": f"Bearer {token}"})
    said = program.get("/house/how.json").json()
    described = program.get("/api/openapi.json").json()["paths"]
    schema = described["/house/how.json"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator(schema).validate(said)
    assert set(schema["required"]) == set(said), "It says all that it describes."
    assert {"/house/metrics", "/house/lives/"} <= set(described)
    assert said["tables"] == 1
    assert 0 < said["disk_free"] <= said["disk_size"]
    assert said["memory_house"] > 10_000_000
    rows = {
        sample.name: sample.value
        for family in text_string_to_metric_families(program.get("/house/metrics").text)
        for sample in family.samples
    }
    assert rows["companion_tables"] == 1
    assert rows["companion_copy_good"] == 1
    assert rows["companion_disk_size_bytes"] == said["disk_size"]
    assert program.get("/house/").status_code == 403
    assert {program.post(f"/house/{place}").status_code for place in DONE} == {403}
    browser = Client()
    browser.cookies[keepers.COOKIE] = token
    assert browser.get("/house/").status_code == 403, "a program's token is no device's"


SECRET = "the ace of trenches"


def break_page(host: Client, table: Table) -> Any:
    """A page of a table that breaks twice, at a value that nobody may read."""
    Request.objects.create(table=table, kind="news", status="told", version=0, body={SECRET: 1}, key=SECRET)
    host.get(f"/t/{table.code}/seats/?password={SECRET}")
    return host.get(f"/t/{table.code}/seats/", {"secret": SECRET})


def test_a_page_that_breaks_is_kept_with_what_led_to_it_and_without_a_secret(
    keeper: Client, host: Client, table: Table
) -> None:
    host.get("/all/")
    answer = break_page(host, table)
    assert answer.status_code == 500
    fault = faults()[0]
    assert fault.number in answer.text
    assert (fault.kind, fault.table) == ("KeyError", table.code)
    assert fault.where[0].startswith("companion/tables/seating.py:")
    assert any("GET tables:home: 200" in page for page in fault.led)
    assert fault.times == 2
    file = keeper.get("/house/how-the-house-is.json")
    assert fault.number in file.text
    secret = host.cookies[COOKIE].value
    for text in (file.text, keeper.get("/house/").text, answer.text):
        assert SECRET not in text
        assert secret not in text
        assert "Thursday" not in text
    keeper.post("/house/seen/")
    assert faults() == []


def test_what_breaks_behind_the_pages_is_kept_too(keeper: Client) -> None:
    from companion.tables.house.watch import log

    try:
        int(SECRET)
    except ValueError:
        log.exception("The house could not do its turn at %s.", SECRET)
    assert [(each.kind, each.page) for each in faults()] == [("ValueError", log.name)]
    assert SECRET not in json.dumps([vars(each) for each in faults()])
    assert "1 broke" in keeper.get("/house/").text


def test_no_more_faults_are_kept_than_a_house_can_use(home: Path) -> None:
    kinds = [type(f"Fault{n}", (Exception,), {}) for n in range(MOST + 5)]
    for kind in kinds:
        keep(kind())
    assert len(faults()) == MOST
    (home / "faults" / "BCDFGH.json").write_text("{half")
    assert len(faults()) == MOST


def test_the_slowest_of_the_day_is_kept_over_a_stop_and_by_all_processes(home: Path) -> None:
    def tapped(ms: int) -> None:
        clock._compare(Slow("tables:act", ms, "20:00", "K7FQ2M"), is_print=False)

    tapped(40)
    tapped(90)
    tapped(60)
    clock._known.clear()
    assert clock.today_so_far().tap == Slow("tables:act", 90, "20:00", "K7FQ2M")
    tapped(70)
    assert clock.today_so_far().tap == Slow("tables:act", 90, "20:00", "K7FQ2M"), (
        "another process had a slower one"
    )
    (home / "day.json").write_text("nothing")
    assert clock.today_so_far().tap is None


def test_a_print_and_a_tap_are_timed(keeper: Client, host: Client, table: Table) -> None:
    host.get("/print/scarper/markers.pdf")
    host.post(f"/t/{table.code}/undo/", {"to": 1, "seen": table.version, "key": "k"})
    day = clock.today_so_far()
    assert day.printed
    assert day.printed.what == "print:pdf"
    assert day.tap
    assert (day.tap.what, day.tap.table) == ("tables:undo", table.code)
    assert f"table {table.code}" in " ".join(keeper.get("/house/").text.split())


def git(place: Path, *words: str) -> None:
    named = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *named, *words], cwd=place, check=True, capture_output=True)


def test_what_a_newer_one_brings_is_asked_only_when_it_is_asked(
    keeper: Client, tmp_path: Path, settings: Any
) -> None:
    assert newer.Newer("This is no git clone.") != newer.ask()
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    changes = origin / newer.CHANGES
    changes.parent.mkdir(parents=True)
    changes.write_text("# Changes\n\n## 1 May\n\n- The first.\n")
    git(origin, "init", "-q")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "first")
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    settings.HOUSE = clone
    assert newer.of_when() == "1 May"
    assert newer.ask() == newer.Newer("This is the newest.")
    changes.write_text("# Changes\n\n## 8 May\n\n- *Fog* comes,\n  and goes.\n\n## 1 May\n\n- The first.\n")
    git(origin, "commit", "-qam", "second")
    keeper.get("/house/")
    assert (
        not (clone / ".git" / "FETCH_HEAD").exists() or "second" not in newer._git("log", "FETCH_HEAD").stdout
    )
    assert newer.ask() == newer.Newer("", 1, ("Fog comes, and goes.",))
    assert "Fog comes, and goes." in keeper.post("/house/newer/").text
    changes.unlink()
    git(origin, "checkout", "-q", "--orphan", "gone")
    git(tmp_path, "clone", "-q", str(clone), str(tmp_path / "second"))
    settings.HOUSE = tmp_path
    assert "no clone" in newer.ask().words


def test_a_container_is_told_that_the_house_lives_and_nothing_else() -> None:
    answer = Client().get("/house/lives/")
    assert (answer.status_code, answer.content) == (204, b"")
