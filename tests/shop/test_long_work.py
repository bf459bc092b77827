"""Long work: put down, followed page by page, stopped, and taken up again when its worker has died."""

import html
import re
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pikepdf
import pytest
from django.conf import settings
from django.tasks import TaskResultStatus
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.press.prose import Markup, Prose
from companion.shop import jobs, work
from companion.shop.files import finished
from companion.shop.hands import me
from companion.shop.models import Job
from companion.shop.tasks import Stopped, Voice
from companion.tables.house import Opening, open_table
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
    monkeypatch.setattr(work, "MOST_PIECES", 100)


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
        work.done_watched(long, told)
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
        work.done_watched(order("missions"), told)
    assert said == [0, 0, 1, 2]
    assert finished(order("missions").digest) is None


def test_the_button_stops_work(impatient: None) -> None:
    there = Client().get("/print/scarper/markers.pdf")["Location"]
    assert Client().post(f"{there}stop/").status_code == 302
    assert "Stopped" in Client().get(there).content.decode()


def claimed(worker: str, **how: object) -> Job:
    """A job that a worker has taken up."""
    job = jobs.begin(order("missions", ink="grey"))
    DBTaskResult.objects.get(pk=job.task).claim("it")
    Job.objects.filter(pk=job.pk).update(
        **{"state": "running", "worker": worker, "attempts": 1, "heard_at": timezone.now(), **how}
    )
    job.refresh_from_db()
    return job


def test_a_dead_workers_work_is_failed_and_done_by_the_next() -> None:
    job = claimed(dead())
    assert jobs.recover() == 1
    assert DBTaskResult.objects.get(pk=job.task).status == TaskResultStatus.FAILED
    do_the_work()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 2)


def test_a_silent_worker_elsewhere_is_dead_and_a_living_one_is_left_alone() -> None:
    job = claimed(me())
    assert jobs.recover() == 0
    Job.objects.filter(pk=job.pk).update(
        worker="another:1", heard_at=timezone.now() - jobs.SILENCE - timedelta(seconds=1)
    )
    assert jobs.recover() == 1


def test_work_that_kills_its_worker_each_time_is_given_up_in_plain_words() -> None:
    job = claimed(dead(), attempts=jobs.ATTEMPTS)
    jobs.recover()
    page = Client().get(f"/print/jobs/{job.key}/").content.decode()
    assert "The worker stopped 3 times" in page


def test_work_for_a_table_shows_it_as_it_stood_when_it_was_ordered(impatient: None) -> None:
    from companion.shop.orders import Seen

    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", setup={}))
    seen = Seen(Table.objects.get(pk=table.pk), frozenset({"german"}))
    job = jobs.begin(order("position", seen))
    do_the_work()
    job.refresh_from_db()
    assert job.state == "done"
    file = finished(job.digest)
    assert file
    assert (file.table, file.holds) == (table.code, ("german",))
    assert file.path.read_bytes() == order("position", seen).document.pdf()


def test_what_cannot_be_printed_says_so_on_its_page() -> None:
    job = jobs.begin(order("missions"))
    Job.objects.filter(pk=job.pk).update(order=job.order | {"printer": 999})
    do_the_work()
    page = Client().get(f"/print/jobs/{job.key}/").content.decode()
    assert "This printer has been taken off the list" in page


def test_the_tasks_lie_in_the_shops_own_file() -> None:
    if "shop" not in settings.DATABASES:
        pytest.skip("On PostgreSQL there is one database.")
    assert DBTaskResult.objects.db == Job.objects.db == "shop"
