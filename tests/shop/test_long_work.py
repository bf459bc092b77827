"""Long work is done, followed, stopped, taken up again, plays of the lab too; files are kept and cleared."""

import html
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from random import Random
from typing import Any

import pikepdf
import pytest
from django.conf import settings
from django.tasks import TaskResultStatus
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion import shelf
from companion.engine import shape
from companion.engine.campaign.design import Broken, Share, Trial
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.player.lab import journal, summed, trial
from companion.press.prose import Markup, Prose
from companion.shop import files, lab, tasks
from companion.shop.files import finished
from companion.shop.models import Job
from companion.shop.orders import Seen
from companion.shop.tasks import Stopped, Voice, done, me
from companion.tables import seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from tests.shop.orders import order
from tests.shop.orders import work as do_the_work

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shop in which a hundred pieces are long work, so that tests are short."""
    monkeypatch.setattr(tasks, "MOST_PIECES", 100)


def dead() -> str:
    """A worker of this machine that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return me().rpartition(":")[0] + f":{ended.pid}"


def test_small_work_is_answered_at_once_and_long_work_with_how_far_it_is(impatient: None) -> None:
    assert Client().get("/print/scarper/missions.pdf?backs=none").status_code == 200
    answer = Client().get("/print/scarper/markers.pdf")
    job = Job.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/print/jobs/{job.key}/")
    assert "Waiting for its turn" in Client().get(answer["Location"]).content.decode()
    assert Client().get(f"/print/jobs/{job.key}.pdf").status_code == 404
    do_the_work()
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", job.total, len(order("markers").drawn.pages))
    page = Client().get(answer["Location"]).content.decode()
    assert f"/print/jobs/{job.key}.pdf" in page
    file = Client().get(f"/print/jobs/{job.key}.pdf")
    assert file.content == order("markers").document.pdf()
    again = Client().get("/print/scarper/markers.pdf")
    assert (again.content, again["ETag"]) == (file.content, file["ETag"])
    assert Job.objects.count() == 1


def test_a_long_print_is_had_in_parts_of_sixty_sheets() -> None:
    deck = "/print/scarper/cards/?copies=20&ink=saver"
    page = Client().get(deck).content.decode()
    assert "1200 cards on 134 sheets of A4" in page
    listed = re.findall(r'href="(/print/scarper/cards\.pdf\?[^"]*part=\d[^"]*)"', page)
    assert len(listed) == 3
    labels = []
    for number, address in enumerate(listed, 1):
        file = Client().get(html.unescape(address))
        assert file.status_code == 200, "a part is no long work"
        assert f"part-{number}.pdf" in file["Content-Disposition"]
        with pikepdf.open(BytesIO(file.content)) as pdf:
            labels.append(len(pdf.pages))
    assert labels == [120, 120, 28]
    assert "Or in parts" not in Client().get(f"{deck}&part=2").content.decode()
    assert "Or in parts" not in Client().get("/print/scarper/cards/").content.decode()
    wrong = Client().get(f"{deck}&part=4")
    assert wrong.status_code == 422
    assert "This print has 3 parts of 60 sheets" in wrong.content.decode()


def test_stopping_a_sheet_of_text_stops_its_typesetter() -> None:
    looked: list[int] = []

    def told(done: int) -> None:
        looked.append(done)
        if len(looked) > 2:
            raise Stopped

    long = order("aid")
    rows = "".join(f"<tr><td>{number}</td><td>Ypres</td></tr>" for number in range(20_000))
    assert isinstance(long.document, Prose)
    long.__dict__["document"] = replace(long.document, body=Markup(f"<table>{rows}</table>"))
    with pytest.raises(Stopped):
        tasks.done_watched(long, told)
    assert finished(long.digest) is None


def test_the_same_work_is_not_put_down_twice(impatient: None) -> None:
    first = Client().get("/print/scarper/markers.pdf")["Location"]
    assert Client().get("/print/scarper/markers.pdf")["Location"] == first
    assert Client().get("/print/scarper/markers.pdf?ink=grey")["Location"] != first
    assert DBTaskResult.objects.count() == 2


def test_programs_get_202_and_an_address_that_tells_how_far_it_is(impatient: None) -> None:
    begun = Client().get("/api/print/scarper/markers.pdf")
    assert begun.status_code == 202
    told = begun.json()
    assert (told["state"], told["done"]) == ("waiting", 0)
    assert "file" not in Client().get(told["progress"]).json()
    do_the_work()
    told = Client().get(told["progress"]).json()
    assert told["state"] == "done"
    with pikepdf.open(BytesIO(Client().get(told["file"]).content)) as pdf:
        assert len(pdf.pages) == told["total"] == told["done"]
    assert Client().get("/api/print/jobs/nothing").status_code == 404


def test_waiting_work_is_stopped_at_once(impatient: None) -> None:
    told = Client().get("/api/print/scarper/markers.pdf").json()
    assert Client().delete(told["progress"]).json()["state"] == "cancelled"
    do_the_work()
    assert Client().get(told["progress"]).json()["state"] == "cancelled"
    assert finished(order("markers").digest) is None
    assert Client().get("/api/print/scarper/markers.pdf").json()["progress"] != told["progress"]


def test_work_under_way_stops_after_the_page_in_hand() -> None:
    said: list[int] = []
    voice = Voice("nobody")

    def told(done: int) -> None:
        said.append(done)
        if done == 2:
            voice.stop.set()
        voice.said(done)

    with pytest.raises(Stopped):
        tasks.done_watched(order("missions"), told)
    assert said == [0, 0, 1, 2]
    assert finished(order("missions").digest) is None


def test_the_button_stops_work(impatient: None) -> None:
    there = Client().get("/print/scarper/markers.pdf")["Location"]
    assert Client().post(f"{there}stop/").status_code == 302
    assert "Stopped" in Client().get(there).content.decode()


def claimed(worker: str, **how: object) -> Job:
    """A job that a worker has taken up."""
    job = tasks.begin(order("missions", ink="grey"))
    DBTaskResult.objects.get(pk=job.task).claim("it")
    Job.objects.filter(pk=job.pk).update(
        **{"state": "running", "worker": worker, "attempts": 1, "heard_at": timezone.now(), **how}
    )
    job.refresh_from_db()
    return job


def test_a_dead_workers_work_is_failed_and_done_by_the_next() -> None:
    job = claimed(dead())
    assert tasks.recover() == 1
    assert DBTaskResult.objects.get(pk=job.task).status == TaskResultStatus.FAILED
    do_the_work()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 2)


def test_a_silent_worker_elsewhere_is_dead_and_a_living_one_is_left_alone() -> None:
    job = claimed(me())
    assert tasks.recover() == 0
    Job.objects.filter(pk=job.pk).update(
        worker="another:1", heard_at=timezone.now() - tasks.SILENCE - timedelta(seconds=1)
    )
    assert tasks.recover() == 1


def test_work_that_kills_its_worker_each_time_is_given_up_in_plain_words() -> None:
    job = claimed(dead(), attempts=tasks.ATTEMPTS)
    tasks.recover()
    page = Client().get(f"/print/jobs/{job.key}/").content.decode()
    assert "The worker stopped 3 times" in page


class PowerCut(BaseException):
    """The worker is gone in the middle of its work."""


def drawn_lots(rows: list[int], *, cut_at: int = -1) -> tasks.Kind:
    """Work of twelve steps that come by chance; once, at that step, when those before are kept, it ends."""
    cuts = [cut_at]

    def one(n: int) -> int:
        if n in cuts:
            cuts.clear()
            until = time.monotonic() + 10
            while time.monotonic() < until and len(Job.objects.get(kind="lots").result or ()) < n:
                time.sleep(0.02)
            raise PowerCut
        rows.append(n)
        return Random(n).randrange(1000)

    def do(order: Any, report: tasks.Progress, kept: tasks.Rows) -> tasks.Done:
        return tasks.played(12, one, report, kept)

    return tasks.Kind(do, "It stopped {times} times.")


def test_a_restart_in_the_middle_goes_on_where_it_stood_and_ends_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "EVERY", 0.02)
    monkeypatch.setattr(tasks, "KEPT", 0)
    results = []
    for cut_at in (-1, 7):
        Job.objects.all().delete()
        steps: list[int] = []
        monkeypatch.setitem(tasks.KINDS, "lots", drawn_lots(steps, cut_at=cut_at))
        tasks.put_down(Job(kind="lots", name="lots", order={}, digest="lots", total=12))
        if cut_at > 0:
            do_the_work()
            assert Job.objects.get().state == "running", "nobody could say that it ended"
            Job.objects.update(worker=dead())
            assert tasks.recover() == 1
            assert Job.objects.get().done == 7
        do_the_work()
        job = Job.objects.get()
        assert (job.state, job.done, steps) == ("done", 12, list(range(12)))
        results.append(job.result)
    assert results[0] == results[1]


def test_what_gets_on_is_taken_up_as_often_as_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    job = claimed(dead(), attempts=tasks.ATTEMPTS)
    with tasks.speaking(job.pk) as voice:
        monkeypatch.setattr(tasks, "KEPT", 0)
        Job.objects.filter(pk=job.pk).update(worker=me())
        voice.rows.append(1)
        until = time.monotonic() + 10
        while time.monotonic() < until and not Job.objects.get(pk=job.pk).result:
            time.sleep(0.02)
    Job.objects.filter(pk=job.pk).update(worker=dead())
    tasks.recover()
    job.refresh_from_db()
    assert (job.state, job.done, job.result) == ("waiting", 1, [1])


def test_work_for_a_table_shows_it_as_it_stood_when_it_was_ordered(impatient: None) -> None:
    from companion.shop.orders import Seen

    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    seen = Seen(Table.objects.get(pk=table.pk), frozenset({"german"}))
    job = tasks.begin(order("position", seen))
    do_the_work()
    job.refresh_from_db()
    assert job.state == "done"
    file = finished(job.digest)
    assert file
    assert (file.table, file.holds) == (table.code, ("german",))
    assert file.path.read_bytes() == order("position", seen).document.pdf()


def test_what_cannot_be_printed_says_so_on_its_page() -> None:
    job = tasks.begin(order("missions"))
    Job.objects.filter(pk=job.pk).update(order=job.order | {"printer": 999})
    do_the_work()
    page = Client().get(f"/print/jobs/{job.key}/").content.decode()
    assert "This printer has been taken off the list" in page


def test_the_tasks_lie_in_the_shops_own_file() -> None:
    if "shop" not in settings.DATABASES:
        pytest.skip("On PostgreSQL there is one database.")
    assert DBTaskResult.objects.db == Job.objects.db == "shop"


def test_a_file_is_called_after_what_is_not_as_usual() -> None:
    assert order().file_name == "scarper-missions.pdf"
    assert (
        order(paper="letter", marks="lines", large="yes").file_name
        == "scarper-missions-letter-large-lines.pdf"
    )
    assert order(paper="a4", ink="colour").file_name == "scarper-missions.pdf"
    assert order(copies="3").file_name == "scarper-missions-copies-3.pdf"


def test_the_same_order_is_the_same_file_and_is_not_made_again() -> None:
    first = done(order(paper="letter"))
    os.utime(first.path, (1, 1))
    again = done(order(paper="letter"))
    assert again == first
    assert again.path.read_bytes() == order(paper="letter").document.pdf()
    assert again.used > time.time() - 60, "a file that is asked for is not old"
    assert len(list(files.shelved())) == 1


def test_a_tables_files_are_listed_for_the_seats_that_printed_them_alone() -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    people = {}
    for chair in ("allied", "german"):
        secret, people[chair] = new_secret(), Client()
        people[chair].cookies[COOKIE] = secret
        seating.sit(table, secret, chair)
    people["german"].get(f"/print/scarper/position.pdf?table={table.code}")
    people["german"].get("/print/scarper/score-sheet.pdf")
    [secret_file] = [each for each in files.shelved() if each.table]
    address = f"/print/files/{secret_file.digest}.pdf"
    assert people["german"].get(f"{address}?table={table.code}").status_code == 200
    assert people["allied"].get(f"{address}?table={table.code}").status_code == 404
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}?table={table.code}").status_code == 403
    listed = people["allied"].get(f"/print/files/?table={table.code}").content.decode()
    assert "scarper-position" not in listed
    assert "scarper-score-sheet.pdf" in listed
    assert "scarper-position" in people["german"].get(f"/print/files/?table={table.code}").content.decode()


def test_old_files_and_too_many_are_thrown_away_the_oldest_first(settings) -> None:
    old, young = done(order(ink="grey")), done(order(ink="saver"))
    half = files.root() / "half-made"
    half.mkdir()
    month = time.time() - 31 * files.DAY
    os.utime(old.path, (month, month))
    os.utime(half, (month, month))
    files.clean()
    assert [each.digest for each in files.shelved()] == [young.digest]
    assert not half.exists()
    newest = done(order(paper="letter"))
    os.utime(young.path, (time.time() - 60, time.time() - 60))
    settings.PRINTS_BYTES = newest.size + 10
    files.clean()
    assert [each.digest for each in files.shelved()] == [newest.digest]


def test_a_seats_file_and_the_public_one_are_two() -> None:
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    public, german = (order("position", Seen(table, frozenset(holds))) for holds in ((), ("german",)))
    assert public.fingerprint != german.fingerprint
    assert public.digest != german.digest


def test_the_list_says_which_files_are_drawn_anew_since() -> None:
    client = Client()
    assert client.get("/print/scarper/missions.pdf?paper=letter").status_code == 200
    assert "Drawn anew" not in client.get("/print/files/").content.decode()
    [file] = files.shelved()
    about = file.folder / files.ABOUT
    told = json.loads(about.read_text())
    about.write_text(json.dumps({**told, "drawn": "another edition"}))
    page = client.get("/print/files/").content.decode()
    assert "Drawn anew since" in page
    assert 'href="/print/scarper/missions/?paper=letter"' in page
    old = {key: told[key] for key in ("digest", "name", "title", "fingerprint", "table", "holds")}
    about.write_text(json.dumps(old))
    assert "Order it again for how it looks now" in client.get("/print/files/").content.decode()


both = pytest.mark.django_db(transaction=True, databases="__all__")


def played(seed: int, first: str, *, card: bool) -> Trial:
    """A game that the first won; with the card black was nine points ahead, without it one behind."""
    ahead = {"white": -9.0, "black": 9.0} if card else {"white": 1.0, "black": -1.0}
    left = {side: float(side == first) for side in ahead}
    deeds = {"white": ("pass",), "black": ("pass", "play: ace") if card else ("pass",)}
    return Trial(
        seed, 40 + seed, (first,), "by a mile", left, ahead, {"black": ("play: ace", "pass", "flee")}, deeds
    )


def test_many_games_come_to_shares_and_to_what_a_card_is_worth() -> None:
    told = summed([played(n, "black" if n % 2 else "white", card=n % 2 == 1) for n in range(20)])
    assert (told.plays, told.lines) == (20, 50)
    assert told.first == (("black", Share(10, 20)), ("white", Share(10, 20)))
    assert told.ends == (("by a mile", Share(20, 20)),)
    (ace, *rest) = told.worth
    assert (ace.deed, ace.done, ace.points, ace.reach) == ("play: ace", Share(10, 20), 10.0, 0.0)
    assert [each.points for each in rest] == [None, None]
    assert told.never == ("flee",)


def test_a_card_is_played_on_with_it_and_without_it_from_the_same_moment() -> None:
    trials = [trial(shelf.game("scarper"), {}, n, "plays_along") for n in range(12)]
    assert all(deed.startswith("play card: ") for each in trials for deed in each.gained)
    told = [
        played(n, "white", card=False)._replace(gained={"play card: ace": 2.0 + n % 2}) for n in range(10)
    ]
    (ace,) = summed(told).gains
    assert (ace.deed, ace.times, ace.gain) == ("play card: ace", 10, 2.5)
    assert 0.2 < ace.reach < 0.4
    assert summed(trials).gains or max(map(len, (each.gained for each in trials))) <= 6


def test_what_broke_is_told_and_counts_for_nobody() -> None:
    broken = Trial(3, 12, broken=Broken("", 12, "Flees.", "It cannot.", crash=False))
    told = summed([played(1, "black", card=False), broken])
    assert (told.plays, told.first[0], told.broken) == (1, ("black", Share(1, 1)), (broken.broken,))
    assert summed([broken]).plays == 0


@pytest.mark.parametrize(
    ("error", "crash"), [(IllegalAction("side", "It cannot."), False), (KeyError("u1"), True)]
)
def test_what_breaks_a_game_is_told_with_its_line_and_its_deed(error: Exception, crash: bool) -> None:
    game = shelf.game("scarper")

    def apply(state: Any, action: Any) -> Any:
        if action["type"] == "play_card":
            raise error
        return game.apply(state, action)

    faulty = replace(game, apply=apply)
    broken = trial(faulty, {}, 1, "plays_along").broken
    assert broken
    assert (broken.crash, bool(broken.deed)) == (crash, True)
    lines = journal(faulty, {}, 1, "plays_along")["actions"]
    assert (len(lines), lines[-1]["type"]) == (broken.line, "play_card")


@pytest.mark.parametrize("slug", ["scarper", "verraeter", "scope", "proelii"])
def test_the_same_seed_is_the_same_trial(slug: str) -> None:
    one, again = (trial(shelf.game(slug), {}, 7, "plays_along") for _ in range(2))
    assert one == again
    assert one.first
    assert {deed for deeds in one.open.values() for deed in deeds}


def opened() -> tuple[Table, Client]:
    table, secret, browser = open_table(Opening(system="scope", title="Ours")), new_secret(), Client()
    seating.host(table, secret)
    browser.cookies[COOKIE] = secret
    return table, browser


def tell_plays(job: Job, upto: int = 6) -> None:
    """A worker plays it, and is stopped after so many games."""

    def told(n: int) -> None:
        if n >= upto:
            raise Stopped

    Job.objects.filter(pk=job.pk).update(state="done", cancelled=True, **lab.do(job.order, told, []))


@both
def test_a_table_plays_itself_and_two_lie_beside_each_other() -> None:
    table, browser = opened()
    page = browser.get(f"/lab/{table.code}/")
    assert page.status_code == 200
    assert "50 times" in page.content.decode()
    sent = browser.post(f"/lab/{table.code}/", {"plays": "50", "strength": "plays_along"})
    assert sent.status_code == 302
    first = Job.objects.get(kind=lab.KIND)
    assert "0 of 50 games" in browser.get(sent.headers["Location"]).content.decode()
    browser.post(f"/lab/{table.code}/{first.pk}/stop/")
    tell_plays(first)
    assert first.order["setup"].keys() <= {"scenario", "mode", "options", "players"}
    other = lab.begin(table, lab.Plays(200, "plays_along"))
    tell_plays(other, 4)
    page_of = browser.get(f"/lab/{table.code}/{first.pk}/?beside={other.pk}").content.decode()
    assert "6 games by a quick hand" in page_of
    assert "4 games by a quick hand" in page_of
    assert "Stopped before the 50" in page_of
    other.refresh_from_db()
    other.result[0]["broken"] = shape.write(Broken("", 9, "Flees.", "It cannot.", crash=False))
    other.save()
    page_of = browser.get(f"/lab/{table.code}/{other.pk}/").content.decode()
    assert "1 came to no" in page_of
    assert "line 9, Flees. It cannot." in page_of
    assert "3 games by a quick hand" in page_of
    assert browser.get(f"/lab/{table.code}/nothing/").status_code == 404


@both
def test_what_cannot_be_played_so_is_refused() -> None:
    table, browser = opened()
    refused = browser.post(f"/lab/{table.code}/", {"plays": "7", "strength": "plays_along"})
    assert (refused.status_code, "50, 200, 500" in refused.content.decode()) == (422, True)
    with pytest.raises(InvalidInput, match="nobody who plays"):
        lab.begin(table, lab.Plays(50, "well"))
    own = open_table(Opening(system="scarper", title="Own", setup={"options": {"cards": "table"}}))
    with pytest.raises(InvalidInput, match="sees none"):
        lab.begin(own, lab.Plays(50, "plays_along"))
    assert Client().get(f"/lab/{table.code}/").status_code == 302


@both
def test_a_program_lets_a_table_play_itself() -> None:
    table, _ = opened()
    host, _ = seating.hand_out(table)
    there, who = f"/api/tables/{table.code}/lab", {"Authorization": f"Bearer {host}"}
    client = Client(headers=who)
    sent = client.post(there, {"plays": 50}, content_type="application/json")
    assert sent.status_code == 202, sent.content
    key = sent.json()["key"]
    assert sent.json() | {"key": ""} == {
        "key": "",
        "state": "waiting",
        "done": 0,
        "total": 50,
        "summary": None,
    }
    tell_plays(Job.objects.get(pk=key), 3)
    told = client.get(f"{there}/{key}").json()
    assert (told["state"], told["summary"]["plays"]) == ("done", 3)
    assert client.get(f"{there}/nothing").status_code == 422
    assert client.post(there, {"plays": 7}, content_type="application/json").status_code == 422
    assert Client().get(f"{there}/{key}").status_code in (401, 403)
