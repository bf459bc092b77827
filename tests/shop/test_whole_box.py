"""The whole box at the shop: one tap, followed, taken; and afterwards only what has changed."""

import re

import pytest
from django.test import Client
from pypdfium2 import PdfDocument

from companion.press.whole import Whole
from companion.printing import find
from companion.shop.models import Job, WholePrint
from companion.shop.orders import Order
from companion.shop.wholes import recalled, written
from tests.shop.orders import work as do_the_work

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """A shelf of finished files for each test."""
    settings.HOME = tmp_path


def test_everything_is_one_tap_from_the_games_shelf_and_then_what_changed(client: Client) -> None:
    shelf = client.get("/print/scope/").content.decode()
    assert "What has" not in shelf
    [tap] = re.findall(r'href="(/print/scope/everything\.pdf)"', shelf)
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
    assert page.index("What has changed since") < page.index("US Letter"), "what to print is asked first"
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
