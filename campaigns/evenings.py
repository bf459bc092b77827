"""The evenings of a campaign: each holds the lines of the journal from its first on."""

from collections.abc import Mapping
from datetime import date

from django.db.models import F
from django.shortcuts import get_object_or_404
from django.utils import timezone

from campaigns.models import Campaign, Evening
from companion.engine.errors import IllegalAction, InvalidInput
from companion.tables import bell, lobby
from companion.tables.beside import writing, writing_at
from companion.tables.journal import is_awake
from companion.tables.models import Seat, Table

APART = 10_000
NOTED = ("date", "title", "came", "notes")
"""What may be noted of an evening."""


def tonight(campaign: Campaign, on: date) -> Evening:
    """The evening that is under way, or a new one from the next line on; a closed table is open again."""
    with writing_at(table_of(campaign)) as table:
        if table.closed_at or table.archived_at:
            lobby.reopen(table)
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=None)
        return _tonight(campaign, table, on)


def rested(table: Table) -> None:
    """Somebody taps after a night: the line begins an evening of the campaign that is played here."""
    campaign = Campaign.objects.filter(table=table).first()
    if campaign is not None:
        _tonight(campaign, table, timezone.localdate())


def _tonight(campaign: Campaign, table: Table, on: date) -> Evening:
    last = latest(campaign)
    if last is None:
        return _new(campaign, table, 1, on)
    if _goes_on(last, table, on):
        return last
    if _is_blank(last, table):
        last.date, last.ended_at = on, None
        last.save(update_fields=["date", "ended_at"])
        bell.stir(table)
        return last
    if last.ended_at is None:
        _end(last)
    return _new(campaign, table, last.number + 1, on)


def open_again(campaign: Campaign) -> None:
    """The last evening is under way once more, so that what was played in it can be mended."""
    with writing_at(table_of(campaign)) as table:
        lobby.reopen(table)
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=None)
        last = latest(campaign)
        if last is not None:
            Evening.objects.filter(pk=last.pk).update(ended_at=None)


def end(campaign: Campaign) -> None:
    """The evening is over: nothing is written any more until the campaign is continued."""
    with writing_at(table_of(campaign)) as table:
        last = latest(campaign)
        if last is None or last.ended_at is not None:
            raise IllegalAction("", "No evening is under way; continue the campaign to begin one.")
        _end(last)
        lobby.close(table)


def begin_at(campaign: Campaign, first: int, on: date) -> Evening:
    """An evening that nobody began when it began: the lines from `first` on move over to it."""
    with writing_at(table_of(campaign)) as table:
        before = Evening.objects.filter(campaign=campaign, first__lt=first).last()
        if before is None or first > table.version:
            raise InvalidInput("first", f"An evening can begin with one of the lines 2 to {table.version}.")
        known = Evening.objects.filter(campaign=campaign, first=first).first()
        if known is not None:
            raise InvalidInput("first", f"Evening {known.number} begins with line {first} already.")
        later = Evening.objects.filter(campaign=campaign, number__gt=before.number)
        later.update(number=F("number") + APART)
        made = _new(campaign, table, before.number + 1, on)
        made.first, made.ended_at = first, before.ended_at
        made.save(update_fields=["first", "ended_at"])
        if before.ended_at is None:
            _end(before)
        Evening.objects.filter(campaign=campaign, number__gt=APART).update(number=F("number") - APART + 1)
    return made


def join_to_the_one_before(campaign: Campaign, evening: Evening) -> None:
    """Two evenings that were one: its lines fall to the evening before, its notes are added there."""
    with writing_at(table_of(campaign)) as table:
        before = Evening.objects.filter(campaign=campaign, number__lt=evening.number).last()
        if before is None:
            raise IllegalAction("", "This is the first evening; there is none before it to join it to.")
        before.notes = "\n\n".join(filter(None, [before.notes, evening.notes]))
        before.came = [*before.came, *(name for name in evening.came if name not in before.came)]
        before.ended_at = evening.ended_at
        before.save(update_fields=["notes", "came", "ended_at"])
        take_out(evening)
        bell.stir(table)


def take_out(evening: Evening) -> None:
    """The row goes, and the later ones move up. Inside `writing`."""
    campaign, number = evening.campaign, evening.number
    evening.delete()
    Evening.objects.filter(campaign=campaign, number__gt=number).update(number=F("number") + APART)
    Evening.objects.filter(campaign=campaign, number__gt=APART).update(number=F("number") - APART - 1)


def latest(campaign: Campaign) -> Evening | None:
    """The evening that is under way, or the last that was."""
    return Evening.objects.filter(campaign=campaign).last()


def numbered(campaign: Campaign, number: int) -> Evening:
    """The evening of that number, or the page for what is not there."""
    return get_object_or_404(Evening, campaign=campaign, number=number)


def note(evening: Evening, said: Mapping[str, object]) -> None:
    with writing():
        Evening.objects.filter(pk=evening.pk).update(**{name: said[name] for name in NOTED})
        if evening.table:
            bell.stir(evening.table)


def table_of(campaign: Campaign) -> Table:
    """The table of a campaign; `IllegalAction` for a series, whose evenings each have their own."""
    if campaign.table is None:
        raise IllegalAction("", "A series has a table an evening; open one there.")
    return campaign.table


def seated(table: Table) -> list[str]:
    """The people's names at a table, as far as they gave them."""
    named = Seat.objects.filter(table=table).exclude(player="").values_list("player", flat=True)
    return list(dict.fromkeys(named))


def _new(campaign: Campaign, table: Table, number: int, on: date) -> Evening:
    made = Evening.objects.create(
        campaign=campaign, number=number, date=on, table=table, came=seated(table),
        first=table.version + 1 if number > 1 else 1,
    )  # fmt: skip
    bell.stir(table)
    return made


def _end(evening: Evening) -> None:
    evening.ended_at = timezone.now()
    evening.save(update_fields=["ended_at"])


def _goes_on(last: Evening, table: Table, on: date) -> bool:
    if last.ended_at is not None:
        return False
    return last.date == on or (table.version >= last.first and is_awake(table, table.version))


def _is_blank(last: Evening, table: Table) -> bool:
    """Whether nothing was played in it; the first evening's setup is no play yet."""
    return table.version < max(last.first, 2)
