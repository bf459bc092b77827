"""Branches for programs: made from a line, listed, laid beside their true line, put away."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from ninja import Router

from companion.engine.errors import IllegalAction
from companion.engine.shape import write
from companion.tables import play
from companion.tables.api import answers
from companion.tables.api.answers import From, Nothing, body, described
from companion.tables.api.gate import BEARER, Visitor, at, bearer
from companion.tables.comparing import BranchFigure, both, figures, sides
from companion.tables.devices import device
from companion.tables.journal import Answer
from companion.tables.models import Table
from companion.tables.play import put_away

router = Router(tags=["branches"])


@router.post("/tables/{code}/branches", auth=BEARER, openapi_extra=described(From, answers.Branch),
             summary="Branch from a line")  # fmt: skip
@at(201)
def begin(request: HttpRequest, visitor: Visitor) -> Any:
    """A table of its own that goes on after that line; every token holds there what it holds here.

    202 where the other seats are asked first: with the last yes it stands among the table's branches.
    """
    if visitor[1].program:
        raise IllegalAction("", "A program plays its seat; a branch is begun by the seat's own device.")
    opened = play.branch(*visitor, body(request, From).line)
    return opened if isinstance(opened, Answer) else write(_told(opened))


@router.get("/tables/{code}/branches", auth=BEARER, openapi_extra=described(answer=answers.Branches),
            summary="Branches of a table")  # fmt: skip
@at(200)
def listed(request: HttpRequest, visitor: Visitor) -> Any:
    """Those that this token has joined, the ones that were put away among them."""
    token = bearer(request)
    rows = Table.objects.filter(branch_of=visitor[0]).order_by("-pk")
    return write(answers.Branches(tuple(_told(row) for row in rows if device(row, token).joined)))


@router.get("/tables/{code}/beside", auth=BEARER, openapi_extra=described(answer=answers.Beside),
            summary="A branch beside its true line")  # fmt: skip
@at(200)
def beside(request: HttpRequest, visitor: Visitor) -> Any:
    """Their figures and their courses, for a token that has joined both.

    The true line after as many lines as the branch has; `?newest`: as it stands now. `?look=together`: with
    the purses of all seats of the token.
    """
    branch, who = visitor
    true = branch.branch_of
    here = device(true, bearer(request)) if true else None
    if true is None or here is None or not here.joined:
        raise IllegalAction("", "This table is no branch of one that this token has joined.")
    together = replace(here, together=who.together)
    sides_shown = sides(branch, who, true, together, newest="newest" in request.GET)
    chart = both(*sides_shown) if sides_shown else None
    told = answers.Beside(
        true=true.code,
        line=branch.branch_line or 0,
        figures=tuple(map(_figure, figures(*sides_shown))) if sides_shown else (),
        courses=tuple(answers.Course(each.name, tuple(each.values)) for each in chart.chart.series)
        if chart
        else (),
    )
    return write(told)


@router.post("/tables/{code}/put-away", auth=BEARER, openapi_extra=described(Nothing, answers.Version),
             summary="Put a branch away")  # fmt: skip
@at(201)
def away(request: HttpRequest, visitor: Visitor) -> Any:
    """It is closed and listed no more; its journal stays. For its host."""
    body(request, Nothing)
    put_away(*visitor)
    return {"version": visitor[0].version}


def _told(row: Table) -> answers.Branch:
    gone = row.archived_at is not None
    return answers.Branch(row.code, row.title, row.branch_line or 0, row.version, row.headline, gone)


def _figure(each: BranchFigure) -> answers.Figure:
    return answers.Figure(*each._replace(name=str(each.name)))
