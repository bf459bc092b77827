"""Two houses went on apart: what one wrote alone, packed there, and laid beside what the other has."""

import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from campaigns.carrying import (
    OLDEST,
    VERSION,
    Row,
    check_schema,
    contents_of,
    group,
    home,
    kept,
    save,
    schema,
    wanted,
    write_groups,
)
from campaigns.carrying.parcel import TITLE, Meeting, Numbers, bring, check_journal, moved, pack
from campaigns.opening import campaign_of
from companion.beside.apart import Alone
from companion.caretaking import apart, pages
from companion.caretaking.apart import Apart, Listed
from companion.caretaking.keepers import for_keepers
from companion.engine.errors import GameError
from companion.tables import devices
from companion.tables.models import Entry, HouseSeat, RecoveryCode, Request, Table, writing
from companion.tables.position import forget


def pack_apart(rows: Iterable[Alone]) -> Iterator[str]:
    """A file for each table that went on by itself, or for its campaign; the titles."""
    packed = set[int]()
    for each in rows:
        table = Table.objects.get(code=each.code)
        last, campaign = Entry.objects.get(table=table, number=table.version), campaign_of(table)
        if campaign and campaign.pk in packed:
            continue
        packed |= {campaign.pk} if campaign else set()
        title, kind = (campaign.title, "campaign") if campaign else (table.title, "table")
        what = Apart(
            "campaign" if campaign else "table", title, table.code, each.common, table.version,
            last.key, last.at.isoformat(),
        )  # fmt: skip
        apart.lay(what, zlib.compress(pack(campaign) if campaign else _packed(table)))
        yield f"The {kind} “{title}”"


def _packed(table: Table) -> bytes:
    """A backup that holds this table alone, with who sits there."""
    raw = BytesIO()
    write_groups(raw, [group(table)])
    return raw.getvalue()


def laid_beside(file: bytes, what: Apart) -> Table:
    """The table as it went on, of a code of its own: a branch of the one here; or `InvalidInput`.

    Who sat there sits there. Where this house has no such table it is one by itself.
    """
    contents = contents_of(file)
    for _, fault in contents.faults:
        raise fault
    check_schema(contents.head, (OLDEST, VERSION), "line 1")
    true = Table.objects.filter(code=what.table).first() if what.common else None
    older, made = contents.head.get("schema") != schema(), list[Table]()
    try:
        with writing():
            (part,) = contents.groups
            _save(part.rows, made, older=older, alone=true is None)
            (table,) = made
            check_journal(table)
            _fit(table, what, true)
    except Exception:
        for table in made:
            forget(table)
        raise
    return table


def _save(rows: Iterable[Row], made: list[Table], *, older: bool, alone: bool) -> None:
    allowed = [model for model in kept() if home(model)[0] is Table]
    if not alone:  # The word that gives the host's place anew gives that of the true table.
        allowed.remove(RecoveryCode)
        rows = [row for row in rows if row["model"] != RecoveryCode._meta.label_lower]
    numbers: Numbers = {}
    for n, given in enumerate(rows, 1):
        row, place = wanted(given, allowed, f"row {n}", older=older), f"row {n}"
        if row["model"] == Table._meta.label_lower:
            row["fields"]["branch_of"] = None
        saved = save(moved(row, numbers, place), place)
        numbers[row["model"], row["pk"]] = saved.pk
        made += [saved] if isinstance(saved, Table) else []


def _fit(table: Table, what: Apart, true: Table | None) -> None:
    """What was asked there is past; a house that plays at both has a luck of its own at each."""
    Request.objects.filter(table=table, status="open").update(status="lapsed")
    table.branch_of, table.branch_line = true, what.common if true else 0
    if true:
        which = f" (apart from line {what.common + 1})"
        table.title = table.title[: TITLE - len(which)] + which
        for mind in HouseSeat.objects.filter(token__table=table):
            mind.seed = devices.new_secret()
            mind.save(update_fields=["seed"])
    table.save(update_fields=["branch_of", "branch_line", "title"])


def _listed(name: str) -> Listed:
    found = next((each for each in apart.listed() if each.name == name), None)
    if found is None:
        raise Http404("There is nothing of that name.")
    return found


@require_POST
@for_keepers
def lay(request: HttpRequest, name: str) -> HttpResponse:
    """A table is a branch of the one here; a campaign is shown beside the one here, and a word asked."""
    what, secret = _listed(name).what, devices.own_secret(request)
    try:
        if what.kind == "table":
            table = laid_beside(apart.file_of(name), what)
            words = f"“{table.title}” lies beside, with the code {table.code}; who sat there sits there."
            return pages.house(request, laid=words)
        settled = bring(apart.file_of(name), secret, devices.label_of(request))
    except GameError as error:
        return pages.house(request, amiss=str(error))
    if isinstance(settled, Meeting):
        answer = render(request, "campaigns/carrying/brought.html", {"met": settled})
    else:
        answer = pages.house(request, laid=f"“{settled.title}” is here, with the code {settled.code}.")
    return devices.with_cookie(request, answer, secret)


@require_POST
@for_keepers
def go(request: HttpRequest, name: str) -> HttpResponse:
    """It is let go; the database that it came from stays in the folder."""
    apart.let_go(_listed(name).name)
    return redirect("house:how")


urlpatterns = [path("<slug:name>/", lay, name="lay"), path("<slug:name>/go/", go, name="go")]
