"""One campaign in one file, and its coming home: the same lines, newer ones, or two branches of it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from itertools import chain
from typing import Literal, NamedTuple

from django.apps import apps
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from campaigns.books.proof import folded, kept_amiss
from campaigns.carrying import (
    Row,
    as_bytes,
    check_schema,
    links,
    rows,
    save,
    schema,
    sealed,
    unsealed,
    wanted,
)
from campaigns.door import Visitor, visitor
from campaigns.models import Assertion, Brought, Campaign, Evening, Member, OpenedBooks, Played
from campaigns.opening import tables_of as all_tables_of
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.wire import Json, loads
from companion.tables import bell, seating
from companion.tables.bell import HUB
from companion.tables.devices import LENGTH, LETTERS, hashed, new_code
from companion.tables.lines import LineShown, last
from companion.tables.models import (
    ASKED,
    Block,
    Entry,
    RecoveryCode,
    Request,
    Seat,
    Snapshot,
    Table,
    Token,
    writing,
)
from companion.tables.position import forget, position
from companion.tables.snapshots import hand_over

type Numbers = dict[tuple[str, int | None], int]


Kind = Literal["same", "newer", "older", "branches"]
BESIDE = {"id", "table"}
"""What a house gives a line: its number there, and the table's."""
WRITTEN = [field.attname for field in Entry._meta.concrete_fields if field.name not in BESIDE]
BY_HAND = ("number", "date", "result")
"""What makes an evening of a series that was played at no table."""


class Kinship(NamedTuple):
    """How many lines both have from the beginning, and how many each has."""

    common: int
    here: int
    brought: int

    @property
    def kind(self) -> Kind:
        """What the journal that was brought is to the one here."""
        if self.common == self.here:
            return "same" if self.brought == self.here else "newer"
        return "older" if self.common == self.brought else "branches"

    @property
    def newer(self) -> int:
        return self.brought - self.common

    @property
    def ahead(self) -> int:
        """The lines that only the one here has."""
        return self.here - self.common


def kinship(rows: Sequence[str], brought: Sequence[str]) -> Kinship:
    """Two journals as `sealed_lines` tells them.

    >>> kinship(["a", "b"], ["a", "b", "c"])
    Kinship(common=2, here=2, brought=3)
    """
    shorter = range(min(len(rows), len(brought)))
    common = bisect_left(shorter, True, key=lambda n: rows[n] != brought[n])
    return Kinship(common, len(rows), len(brought))


def sealed_lines(lines: Iterable[bytes]) -> list[str]:
    """For each line a digest of it and of all before it: two are the same only where all of that is."""
    rows, seal = list[str](), sha256()
    for line in lines:
        seal.update(sha256(line).digest())
        rows.append(seal.hexdigest())
    return rows


def journal_of(campaign: Campaign) -> list[str]:
    """The sealed lines of a campaign, or of all evenings of a series, one after the other."""
    if campaign.table_id is not None:
        return sealed_lines(_lines(campaign.table_id))
    evenings = Evening.objects.filter(campaign=campaign).order_by("number")
    return sealed_lines(chain.from_iterable(map(_evening, evenings)))


def _evening(evening: Evening) -> Iterable[bytes]:
    if evening.table_id is not None:
        return _lines(evening.table_id)
    return [as_bytes({name: getattr(evening, name) for name in BY_HAND})]


def _lines(table: int) -> Iterable[bytes]:
    return map(as_bytes, Entry.objects.filter(table=table).order_by("number").values(*WRITTEN))


def many_lines(campaign: Campaign) -> int:
    """How many lines have been written in it, over all its tables."""
    tables = Table.objects.filter(campaign=campaign) | Table.objects.filter(evenings__campaign=campaign)
    return sum(tables.distinct().values_list("version", flat=True))


def check_fits(campaign: Campaign, tables: Sequence[Table]) -> None:
    """`InvalidInput` for what would open as no campaign: without its table, of two games, out of order."""
    evenings = list(Evening.objects.filter(campaign=campaign).order_by("number"))
    for fault in (*_table_faults(campaign, tables, evenings), *_evening_faults(campaign, evenings)):
        raise InvalidInput("rows", fault)
    for table in tables:
        setup = Entry.objects.get(table=table, number=1).action
        wanted = [chair.id for chair in shelf.game(table.system).setup_seats(setup)]
        there = list(Seat.objects.filter(table=table).order_by("place").values_list("chair", flat=True))
        if there != wanted:
            seats = ", ".join(there) or "none"
            raise InvalidInput(
                "rows", f"“{table.title}” has the seats {', '.join(wanted)}; the file has {seats}."
            )


def _table_faults(campaign: Campaign, tables: Sequence[Table], evenings: Sequence[Evening]) -> Iterator[str]:
    shelf.game(campaign.system)
    if campaign.kind == "campaign" and campaign.table_id is None:
        yield f"“{campaign.title}” is a campaign, and its table is not in the file."
    if campaign.kind == "series" and campaign.table_id is not None:
        yield f"“{campaign.title}” is a series: it has a table for each evening, and none of its own."
    own = {campaign.table_id, *(evening.table_id for evening in evenings)}
    for table in tables:
        if table.system != campaign.system:
            yield f"“{table.title}” is a table of {table.system}; the campaign is one of {campaign.system}."
        if table.branch_line or table.branch_of_id:
            yield f"“{table.title}” is a branch; a branch counts in no campaign."
        if table.pk not in own:
            yield f"“{table.title}” is no table of this campaign."


def _evening_faults(campaign: Campaign, evenings: Sequence[Evening]) -> Iterator[str]:
    if [each.number for each in evenings] != list(range(1, len(evenings) + 1)):
        yield f"Evenings are numbered {', '.join(str(each.number) for each in evenings)}, not from 1 on."
    if campaign.kind == "campaign" and not evenings:
        yield f"“{campaign.title}” has no evening; a campaign begins with one."
    for each in evenings if campaign.kind == "campaign" else ():
        if each.table_id not in (None, campaign.table_id):
            yield f"Evening {each.number} is at another table than its campaign."


FORMAT, VERSION = "companion-campaign", 2
OLDEST = 1
"""Rows of the first version have no checksums."""
KEYS = {"format", "version", "schema", "title", "rows"}


def pack(campaign: Campaign) -> bytes:
    """The file, the same from whichever house. It holds the secrets of every seat, as the journal does."""
    numbered = _numbered(chain.from_iterable(rows(each) for each in _parts(campaign)))
    head = {"format": FORMAT, "version": VERSION, "schema": schema(), "title": campaign.title}
    return as_bytes({**head, "rows": [sealed(row) for row in numbered]})


def unpack(file: bytes, secret: str, label: str = "") -> Campaign:
    """The campaign in this house, hosted by the device with this secret; or `InvalidInput`."""
    given = loads(file)
    _check(given)
    tables: list[Table] = []
    try:
        with writing():
            campaign = _saved(given, tables)
            for table in tables:
                check_journal(table)
            check_fits(campaign, tables)
            for table in tables:
                seating.host(table, secret, label)
            Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label)
    except Exception:
        for table in tables:
            forget(table)
        raise
    return campaign


def belongings() -> Iterator[type[Model]]:
    """What hangs on a campaign and goes along: all but who may look, and what points out of the campaign."""
    inside = (Campaign, Table, Evening)
    for model in apps.get_app_config("campaigns").get_models():
        ends = [field.related_model for field in links(model)]
        if model is not Member and Campaign in ends and all(end in inside for end in ends):
            yield model


def tables_of(campaign: Campaign) -> QuerySet[Table]:
    return Table.objects.filter(Q(campaign=campaign) | Q(evenings__campaign=campaign)).distinct()


def _parts(campaign: Campaign) -> Iterator[QuerySet[Model]]:
    tables = tables_of(campaign)
    yield tables
    yield Seat.objects.filter(table__in=tables)
    yield Entry.objects.filter(table__in=tables)
    yield Snapshot.objects.filter(table__in=tables)
    yield Block.objects.filter(table__in=tables)
    yield Campaign.objects.filter(pk=campaign.pk)
    for model in sorted(belongings(), key=lambda model: (model is not Evening, model.__name__)):
        yield model._base_manager.filter(campaign=campaign)


def _numbered(listed: Iterable[Row]) -> list[Row]:
    """The rows, each kind counted from 1: what numbers this house gave them is nothing to another."""
    counts: Counter[str] = Counter()
    numbers: Numbers = {}
    rows = []
    for row in listed:
        model = apps.get_model(row["model"])
        counts[row["model"]] += 1
        numbers[row["model"], row["pk"]] = counts[row["model"]]
        ends = {
            link.name: numbers.get((link.related_model._meta.label_lower, row["fields"][link.name]))
            for link in links(model)
        }
        fields = row["fields"] | ends | STILL.get(model, {})
        rows.append(Row(model=row["model"], pk=counts[row["model"]], fields=fields))
    return rows


STILL: Mapping[type[Model], dict[str, int | None]] = {Table: {"stir": 0}, Evening: {"chapters": None}}
"""How often this house has stirred a table is no part of it, nor what it has told of an evening."""


def _check(given: object) -> None:
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise InvalidInput("format", f"This is no campaign's file: its format is “{FORMAT}”.")
    check_schema(given, (OLDEST, VERSION), "version")
    if not isinstance(given.get("rows"), list):
        raise InvalidInput("rows", "A campaign's file holds a list of rows.")
    for key in sorted(KEYS ^ set(given)):
        words = "is missing" if key in KEYS else "does not belong here"
        raise InvalidInput(key, f"A campaign's file holds {', '.join(sorted(KEYS))}; this {words}.")


def _saved(given: Json, tables: list[Table]) -> Campaign:
    older = given["schema"] != schema()
    allowed: tuple[type[Model], ...] = (Table, Seat, Entry, Snapshot, Block, Campaign, *belongings())
    numbers: Numbers = {}
    rows: list[Campaign] = []
    for n, each in enumerate(given["rows"]):
        opened = each if given["version"] == OLDEST else unsealed(each, f"rows.{n}")
        row = wanted(opened, allowed, f"rows.{n}", older=older)
        made = save(moved(row, numbers, f"rows.{n}"), f"rows.{n}")
        numbers[row["model"], row["pk"]] = made.pk
        if isinstance(made, Table):
            tables.append(made)
        elif isinstance(made, Campaign):
            rows.append(made)
    if len(rows) != 1:
        raise InvalidInput("rows", f"A campaign's file holds one campaign; this one holds {len(rows)}.")
    return rows[0]


def moved(row: Row, numbers: Numbers, place: str) -> Row:
    """The row as it is to stand here: of a number, and a code, that are free."""
    model = apps.get_model(row["model"])
    fields = dict(row["fields"])
    for link in links(model):
        if fields.get(link.name) is not None:
            points_to = link.related_model
            fields[link.name] = _number(points_to, fields[link.name], numbers, place)
    if "code" in fields:
        fields["code"] = _free_code(model, fields["code"])
    return Row(model=row["model"], pk=None, fields=fields)


def _free_code(model: type[Model], code: object) -> str:
    """The code that is on people's notes, where this house has not given it to another."""
    own = isinstance(code, str) and len(code) == LENGTH and set(code) <= set(LETTERS)
    return str(code) if own and not model._base_manager.filter(code=code).exists() else new_code()


def _number(model: type[Model], old: object, numbers: Numbers, place: str) -> int:
    new = numbers.get((model._meta.label_lower, old)) if isinstance(old, int) else None
    if new is None:
        raise InvalidInput(place, f"This row points to a {model._meta.verbose_name} that is not before it.")
    return new


def check_journal(table: Table) -> None:
    """Whether the rules follow the journal from its first line to its last."""
    written = list(Entry.objects.filter(table=table).values_list("number", flat=True))
    if written != list(range(1, table.version + 1)):
        raise InvalidInput(
            "rows", f"“{table.title}” has {table.version} lines, and not all of them are here."
        )
    position = folded(table, Entry.objects.filter(table=table))
    faults = [position] if isinstance(position, str) else list(kept_amiss(table, position))
    if faults:
        raise InvalidInput("rows", f"“{table.title}” cannot be played on here: {faults[0]}")


TITLE = 80


def beside(campaign: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The brought one as a campaign of its own, told from the one here by its title."""
    _called(brought, f"branch from line {kin.common + 1}")
    return brought


def exchange(campaign: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The brought one in the place of the one here: its codes, devices and seats. The other is put away."""
    pairs = list(_table_pairs(campaign, brought))
    for old, new in pairs:
        _swap_codes(old, new)
        _let_in(old, new)
    _swap_codes(campaign, brought)
    have = set(Member.objects.filter(campaign=brought).values_list("hash", flat=True))
    Member.objects.bulk_create(
        _copies(Member.objects.filter(campaign=campaign).exclude(hash__in=have), campaign=brought)
    )
    Played.objects.filter(campaign=campaign).update(campaign=brought)
    brought.title = campaign.title
    brought.save(update_fields=["title"])
    campaign.archived_at = timezone.now()
    _called(campaign, f"put away, from line {kin.common + 1}")
    moved = [table.pk for pair in pairs for table in pair]
    transaction.on_commit(lambda: HUB.end(tables=moved))
    return brought


def _table_pairs(campaign: Campaign, brought: Campaign) -> Iterator[tuple[Table, Table]]:
    """Each table here, and the brought one that takes its place."""
    if campaign.table is not None and brought.table is not None:
        yield campaign.table, brought.table
        return
    theirs = {each.number: each.table for each in Evening.objects.filter(campaign=brought)}
    for each in Evening.objects.filter(campaign=campaign):
        new = theirs.get(each.number)
        if each.table is not None and new is not None:
            yield each.table, new


def _swap_codes(one: Campaign | Table, other: Campaign | Table) -> None:
    """What is on people's notes leads to the other from now on."""
    codes = one.code, other.code
    for thing, code in ((one, new_code()), (other, codes[0]), (one, codes[1])):
        thing.code = code
        thing.save(update_fields=["code"])


def _let_in(old: Table, new: Table) -> None:
    """Who holds a seat at the one holds it at the other."""
    seats = {seat.chair: seat for seat in Seat.objects.filter(table=new)}
    for seat in Seat.objects.filter(table=old).exclude(player=""):
        Seat.objects.filter(table=new, chair=seat.chair).update(player=seat.player)
    Token.objects.filter(table=new).delete()
    for token in Token.objects.filter(table=old).select_related("seat"):
        chair = seats[token.seat.chair] if token.seat else None
        Token.objects.bulk_create(_copies([token], table=new, seat=chair))
    RecoveryCode.objects.bulk_create(_copies(RecoveryCode.objects.filter(table=old), table=new))


def _copies[Row: Model](rows: Iterable[Row], **other: object) -> Iterator[Row]:
    for row in rows:
        row.pk = None
        for name, value in other.items():
            setattr(row, name, value)
        yield row


def _called(campaign: Campaign, which: str) -> None:
    """The title with what tells it from the other's."""
    campaign.title = f"{campaign.title[: TITLE - len(which) - 3]} ({which})"
    campaign.save(update_fields=["title", "archived_at"])


def go_on(campaign: Campaign, brought: Campaign, kin: Kinship) -> Campaign:
    """The campaign here with the brought one's newer lines; the brought rows are gone. Inside `writing`."""
    rows = list(Evening.objects.filter(campaign=campaign))
    for each in Evening.objects.filter(campaign=brought).order_by("number"):
        same = _same(rows, each, campaign)
        if same is None:
            each.campaign, each.number = campaign, len(rows) + 1
            each.table = campaign.table or each.table
            each.save()
            rows.append(each)
        else:
            _join(same, each)
    if campaign.table is not None and brought.table is not None:
        _append(campaign.table, brought.table)
    # Counts on the table, and books laid open, that are not here yet.
    marks = list(Assertion.objects.filter(campaign=campaign).values_list("mark", flat=True))
    Assertion.objects.filter(campaign=brought).exclude(mark__in=marks).update(campaign=campaign)
    seats = list(OpenedBooks.objects.filter(campaign=campaign).values_list("seat", flat=True))
    OpenedBooks.objects.filter(campaign=brought).exclude(seat__in=seats).update(campaign=campaign)
    spare = brought.table
    brought.delete()
    if spare is not None:
        _throw_away(spare)
    return campaign


def _append(table: Table, newer: Table) -> None:
    """The lines that this journal does not have yet, and the states kept after them."""
    lines = Entry.objects.filter(table=newer, number__gt=table.version).order_by("number")
    for line in lines.values(*WRITTEN):
        Entry(table=table, **line).save_base(raw=True, force_insert=True)  # With its own hour.
    hand_over(newer, table)
    table.version, table.headline = newer.version, newer.headline
    table.save(update_fields=["version", "headline"])
    Request.objects.filter(table=table, status="open", kind__in=ASKED).update(status="lapsed")
    forget(table)
    bell.stir(table)


def _same(rows: list[Evening], each: Evening, campaign: Campaign) -> Evening | None:
    """The evening here in which its first line lies: of a series, the one of its number."""
    if campaign.table is None:
        return next((one for one in rows if one.number == each.number), None)
    if rows and each.first > rows[-1].first:
        return None
    return max((one for one in rows if one.first <= each.first), key=lambda one: one.first, default=None)


def _join(same: Evening, newer: Evening) -> None:
    """What was noted in either house is kept."""
    same.notes = "\n\n".join(dict.fromkeys(filter(None, [same.notes, newer.notes])))
    same.came = list(dict.fromkeys([*same.came, *newer.came]))
    same.ended_at = newer.ended_at
    same.title = same.title or newer.title
    same.result = newer.result if same.result is None else same.result
    same.settled = None
    same.save()
    if same.table is not None and newer.table is not None and same.campaign.kind == "series":
        _append(same.table, newer.table)
        spare, newer.table = newer.table, None
        newer.delete()
        _throw_away(spare)


def _throw_away(table: Table) -> None:
    forget(table)
    table.delete()


WAITS = timedelta(days=1)
SHOWN = 8
"""So many of the lines in which two branches differ are told."""
NEAREST = ("same", "newer", "older", "branches")


@dataclass(frozen=True, slots=True)
class Side:
    """One of two journals as its reader may see it: evenings, how many lines, the newest of them."""

    evenings: Sequence[Evening]
    lines: int
    since: int
    headline: str
    newest: Sequence[LineShown]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A brought campaign and the one here: how they stand, and both side by side for who may look."""

    here: Campaign
    who: Visitor
    kin: Kinship
    own: Side | None
    brought: Side


def bring(file: bytes, secret: str, label: str = "") -> Campaign | Meeting:
    """The campaign in this house where it is new to it; else what it is to the one here, and it waits."""
    with writing():
        before = transaction.savepoint_create()
        campaign = unpack(file, secret, label)
        meeting = met(campaign, secret)
        if meeting is None:
            return campaign
        for table in all_tables_of(campaign):
            forget(table)
        transaction.savepoint_rollback(before)
        Brought.objects.filter(at__lt=timezone.now() - WAITS).delete()
        Brought.objects.update_or_create(hash=hashed(secret), defaults={"file": file})
    return meeting


def settle(choice: str, secret: str, label: str = "") -> Campaign:
    """Do with the waiting file what was chosen; the campaign to play on with, or `IllegalAction`."""
    with writing():
        waiting = Brought.objects.filter(hash=hashed(secret)).first()
        if waiting is None:
            raise IllegalAction("", "The file is no longer here; choose it once more.")
        campaign = unpack(bytes(waiting.file), secret, label)
        meeting = met(campaign, secret)
        settled = campaign if meeting is None else _chosen(choice, meeting, campaign)
        waiting.delete()
    return settled


def _chosen(choice: str, meeting: Meeting, brought: Campaign) -> Campaign:
    kinds, needs_host, do = CHOICES.get(choice, ((), False, beside))
    if meeting.kin.kind not in kinds:
        raise IllegalAction("", "Meanwhile the campaign here has gone on; bring the file once more.")
    if needs_host and not meeting.who.host:
        raise IllegalAction("", f"Only the host of “{meeting.here.title}” in this house may do this.")
    return do(meeting.here, brought, meeting.kin)


def met(brought: Campaign, secret: str) -> Meeting | None:
    """The nearest of the campaigns here that are the same one; None where there is none."""
    others = Campaign.objects.filter(system=brought.system, kind=brought.kind).exclude(pk=brought.pk)
    alike = [each for each in others if each.known_as == brought.known_as]
    list(Table.objects.select_for_update().filter(campaign__in=alike))  # Nobody writes there meanwhile.
    journal = journal_of(brought)
    rows = [(kinship(journal_of(each), journal), each) for each in alike]
    if not rows:
        return None
    kin, nearest = min(rows, key=lambda one: (NEAREST.index(one[0].kind), -one[0].common, one[1].pk))
    who = visitor(nearest, secret)
    own = _side(nearest, kin.ahead, who) if who.joined else None
    return Meeting(nearest, who, kin, own, _side(brought, kin.newer, Visitor()))


def _side(campaign: Campaign, since: int, who: Visitor) -> Side:
    """`since` is how many lines it has that the other has not."""
    evenings = list(Evening.objects.filter(campaign=campaign))
    if campaign.table is None:
        return Side(evenings, sum(each.version for each in all_tables_of(campaign)), since, "", ())
    table, shown = campaign.table, min(since, SHOWN)
    seats = list(Seat.objects.filter(table=table))
    newest = last(table, position(table), who.sight, seats, shown) if shown else ()
    return Side(evenings, table.version, since, table.headline, newest)


CHOICES: Mapping[str, tuple[tuple[str, ...], bool, Callable[[Campaign, Campaign, Kinship], Campaign]]] = {
    "continue": (("newer",), True, go_on),
    "brought": (("branches",), True, exchange),
    "both": (("newer", "branches"), False, beside),
}
"""What can be chosen: where, whether only by the campaign's host, and what it does."""
