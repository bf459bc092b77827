"""Counted on the table: the difference is flagged, and set right by an entry through the table's one door."""

from typing import Any

from campaigns.books.book import book
from campaigns.books.counting import Counted, compared
from campaigns.models import Assertion
from companion.tables import play
from companion.tables.devices import device
from companion.tables.models import Entry, Request, Table
from tests.campaigns.conftest import ALICE, BOB, War


def counted(war: War) -> Counted:
    return compared(book(war.campaign), list(Assertion.objects.order_by("-pk")[:1]))[0]


def count(war: War, much: Any, line: int | None = None) -> int:
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/counts/"
    number = book(war.campaign).last if line is None else line
    return war.alice.post(home, {"counted": much, "line": number, "note": "with Bob"}).status_code


def adjust(war: War, reason: str, seen: int, who: str = "alice") -> Any:
    pk = Assertion.objects.latest("pk").pk
    home = f"/campaigns/{war.campaign.code}/books/of/{ALICE}/counts/{pk}/"
    return getattr(war, who).post(f"{home}adjust/", {"reason": reason, "seen": seen})


def agreed(war: War, *, yes: bool = True) -> None:
    """The word of Bob, who is asked before his enemy's books are set right by hand."""
    request = Request.objects.get(table=war.table, status="open")
    play.agree(Table.objects.get(pk=war.table.pk), device(war.table, war.secrets[BOB]), request.pk, yes)
    war.table.refresh_from_db()


def test_a_difference_is_flagged_and_an_adjusting_entry_sets_it_right(half_a_war: War) -> None:
    known = book(half_a_war.campaign)
    has = known.told.state.players[ALICE].credits
    assert count(half_a_war, has + 40) == 302
    assert (counted(half_a_war).difference, counted(half_a_war).is_open) == (40, True)
    version = half_a_war.table.version
    assert adjust(half_a_war, "  ", version).status_code == 422
    assert adjust(half_a_war, "found under the box", version - 1).status_code == 409
    assert half_a_war.table.version == version
    assert adjust(half_a_war, "found under the box", version).status_code == 302
    assert counted(half_a_war).asked
    agreed(half_a_war, yes=False)
    assert not counted(half_a_war).asked
    assert adjust(half_a_war, "found under the box", version).status_code == 302
    agreed(half_a_war)
    assert adjust(half_a_war, "found under the box", version).status_code in (302, 409, 422)
    assert half_a_war.table.version == version + 1
    entry = Entry.objects.get(table=half_a_war.table, number=version + 1)
    assert (entry.seat, entry.action["credits"], entry.action["reason"]) == (ALICE, 40, "found under the box")
    after = counted(half_a_war)
    assert (after.is_open, after.settled) == (False, version + 1)
    last = book(half_a_war.campaign).of(ALICE)[-1]
    assert (last.number, last.balance, last.booking.rule) == (version + 1, has + 40, "RULING R56")


def test_an_adjusting_entry_that_is_undone_settles_nothing_but_a_corrected_one_does(half_a_war: War) -> None:
    has = book(half_a_war.campaign).told.state.players[ALICE].credits
    alice = device(half_a_war.table, half_a_war.secrets[ALICE])
    count(half_a_war, has + 3)
    version = half_a_war.table.version
    adjust(half_a_war, "a note fell down", version)
    agreed(half_a_war)
    fix = {**Entry.objects.get(table=half_a_war.table, number=version + 1).action, "credits": 4}
    play.amend(half_a_war.table, alice, play.Fix(version + 1, fix), version + 1, "amend")
    agreed(half_a_war)
    assert counted(half_a_war).settled == version + 2
    assert book(half_a_war.campaign).of(ALICE)[-1].balance == has + 4
    play.undo(half_a_war.table, alice, version, version + 2, "undo")
    agreed(half_a_war)
    assert (counted(half_a_war).settled, counted(half_a_war).is_open) == (None, True)


def test_a_count_whose_line_was_taken_back_compares_with_nothing(half_a_war: War) -> None:
    last = book(half_a_war.campaign).last
    count(half_a_war, 340)
    table = half_a_war.table
    numbers = book(half_a_war.campaign).told.position.numbers
    entry = Entry(table=table, number=table.version + 1, kind="undo", to=numbers[-2], key="back")
    entry.save()
    type(table).objects.filter(pk=table.pk).update(version=table.version + 1)
    assert counted(half_a_war).booked is None
    pk = Assertion.objects.latest("pk").pk
    page = half_a_war.alice.get(f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/{pk}/")
    assert f"Line {last} was taken back since" in page.content.decode()


def test_only_who_holds_the_seat_counts_and_sets_right(half_a_war: War) -> None:
    home = f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/"
    assert half_a_war.bob.post(home, {"counted": 1, "line": 5}).status_code == 403
    assert not Assertion.objects.exists()
    count(half_a_war, 1)
    assert adjust(half_a_war, "mine now", half_a_war.table.version, "bob").status_code == 403


def test_what_is_no_count_is_refused_in_words_and_nothing_is_kept(half_a_war: War) -> None:
    for much in ("", "-5", "3.5", "ten", "=1+1", "99999999999", "٣"):
        assert count(half_a_war, much) == 422, much
    assert count(half_a_war, 5, line=100_000) == 422
    assert not Assertion.objects.exists()


def test_a_count_that_was_wrong_is_struck(half_a_war: War) -> None:
    count(half_a_war, 7)
    pk = Assertion.objects.latest("pk").pk
    home = f"/campaigns/{half_a_war.campaign.code}/books/of/{ALICE}/counts/"
    assert half_a_war.alice.post(f"{home}{pk}/strike/").status_code == 302
    assert f"{home}{pk}/" not in half_a_war.alice.get(home).content.decode()
