"""What is read of a campaign once, kept and read on is what its lines say anew, whatever was done to them."""

from typing import Any

import pytest

from campaigns import reading
from campaigns.books import booked, proven
from campaigns.chronicle import Chronicle, _known, chronicle_at, chronicle_of
from campaigns.reading import Ask, Reader, reader_of
from campaigns.reports import gist, lives
from campaigns.tree import walked
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE
from companion.tables.journal import write
from companion.tables.models import Entry, Table, writing_at
from companion.tables.play import done
from companion.tables.position import forget, loaded, position
from tests.campaigns.conftest import ALICE, BOB, WAR, War

SIGHTS = (frozenset[str](), frozenset((ALICE,)), frozenset((ALICE, BOB)))


def told(chronicle: Chronicle) -> list[Any]:
    """All that a campaign's pages ask of its lines."""
    card = chronicle.card
    assert card is not None
    assert card.glance is not None
    assert card.annals is not None
    glance, annals = card.glance, card.annals
    maps = glance.stations(chronicle.state)
    fields = Ask("fields", glance.fields, lambda read: {each: read.left(each) for each in maps})
    most = [
        Ask(f"most {seat}", lambda s=seat: glance.ceiling(s), lambda read: [*read.limits])
        for seat in (ALICE, BOB)
    ]
    units = [lives(annals, sees, chronicle.state) for sees in SIGHTS]
    read = chronicle.lines.read(walked(chronicle), booked(chronicle), fields, *most, *units)
    short = [
        chronicle.lines.once("gist", each, lambda passages: gist(chronicle, passages, ()))
        for each in chronicle.evenings
        if chronicle.of(each)
    ]
    entries = [(each.booking, each.number, each.balance) for each in proven(chronicle).entries]
    return [*read, short, entries]


def anew(war: War) -> list[Any]:
    """The same out of the database, by a reader who has read nothing."""
    table = war.table
    return told(chronicle_at(war.campaign, table, loaded(table), Reader(table.pk)))


def restarted(table: Table) -> None:
    forget(table)
    _known.clear()
    reading.forget()


def lines(table: Table, *entries: Entry) -> None:
    """Written as they are once everybody has agreed."""
    for entry in entries:
        with writing_at(table) as now:
            write(now, position(now), *(done(position(now), entry) if entry.kind == "action" else (entry,)))


def line(action: Any, n: int) -> Entry:
    return Entry(kind="action", action=action, key=f"on-{n}", asked="", by="house")


def test_what_is_read_on_is_what_is_read_anew_while_lines_come_go_and_are_corrected(half_a_war: War) -> None:
    war = half_a_war
    assert told(chronicle_of(war.campaign)) == anew(war)
    for n, action in enumerate(WAR["actions"][260:330]):
        lines(war.table, line(action, n))
        if not n % 16:
            assert told(chronicle_of(war.campaign)) == anew(war), n
    there = war.table.version
    for n, to in enumerate((there - 3, there - 60, 200)):
        lines(war.table, Entry(kind="undo", to=to, key=f"back-{n}", asked="", by="house"))
        assert told(chronicle_of(war.campaign)) == anew(war), to
    lines(war.table, Entry(kind="redo", key="again", asked="", by="house"))
    assert told(chronicle_of(war.campaign)) == anew(war)
    for n, fix in enumerate(
        (Fix(PEOPLE, {**WAR["actions"][PEOPLE - 2], "quantity": 62}), Fix(PEOPLE + 40, None))
    ):
        with writing_at(war.table) as now:
            known = position(now)
            write(now, known, corrected(known, now, HOUSE, fix).entry(key=f"fix-{n}", asked="", by="house"))
        assert told(chronicle_of(war.campaign)) == anew(war)
        restarted(war.table)
        assert told(chronicle_of(war.campaign)) == anew(war)


PEOPLE = next(n for n, each in enumerate(WAR["actions"], 2) if each.get("resource") == "manpower")


def test_after_a_restart_nothing_is_played_again_but_what_is_new(
    half_a_war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = half_a_war
    home = f"/campaigns/{war.campaign.code}/"
    before = war.alice.get(home).content
    restarted(war.table)
    walked = list[int]()
    walk = reading.Position.walk
    monkeypatch.setattr(reading.Position, "walk", lambda self, *at: walked.append(at[0]) or walk(self, *at))
    war.alice.get(home)
    evening = chronicle_of(war.campaign).evenings[-1]
    assert all(first >= evening.first - 1 for first in walked), walked
    assert before


def test_what_somebody_else_laid_in_the_folder_is_not_read(half_a_war: War) -> None:
    war = half_a_war
    war.alice.get(f"/campaigns/{war.campaign.code}/")
    file = reader_of(war.table, position(war.table)).file
    assert file is not None
    words = file.read_bytes()
    file.write_bytes(words[:-20] + b"x" * 20)
    restarted(war.table)
    assert not reader_of(war.table, position(war.table)).now
    file.write_bytes(words)
    restarted(war.table)
    assert reader_of(war.table, position(war.table)).now


def test_of_another_journal_with_as_many_lines_nothing_was_read(half_a_war: War) -> None:
    war = half_a_war
    told(chronicle_of(war.campaign))
    action = {"type": "adjust", "player": ALICE, "reason": "another", "credits": 17}
    Entry._base_manager.filter(table=war.table, number=war.table.version).delete()
    Table.objects.filter(pk=war.table.pk).update(version=war.table.version - 1)
    war.table.snapshots.all().delete()
    forget(war.table)
    lines(war.table, line(action, 1))
    restarted(war.table)
    assert told(chronicle_of(war.campaign)) == anew(war)
