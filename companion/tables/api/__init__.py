"""Tables for programs: the routes of the interface, on the same door as the screens.

A token goes into `Authorization: Bearer TOKEN`; no cookie counts here.
"""

from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from ninja import Router

from companion.engine.scene import Hands
from companion.tables import journal as tables_journal
from companion.tables import lines, play, pleas, seating
from companion.tables.api import answers, branches, photos
from companion.tables.api.answers import body, check_json, described
from companion.tables.api.gate import BEARER, Visitor, answering, at, let_in
from companion.tables.comparing import foresee
from companion.tables.correcting import Fix
from companion.tables.devices import allow_opening, chairs, sight
from companion.tables.journal import Answer, beats, told, walk_on
from companion.tables.live import stream
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Seat
from companion.tables.pleas import open_requests
from companion.tables.position import position

router = Router(tags=["tables"])
router.add_router("", branches.router)
router.add_router("", photos.router)
BELL = {
    "responses": {
        "200": {
            "description": "A stream of events.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    }
}


@router.post("/tables", openapi_extra=described(answers.NewTable, answers.Opened), summary="Open a table")
@answering(201)
def create(request: HttpRequest) -> object:
    """Open a table: the host's token, and one for each seat. They are told once, and only here."""
    check_json(request)
    allow_opening(request)
    payload = body(request, answers.NewTable)
    table = open_table(
        Opening(system=payload.system, title=payload.title, kind=payload.kind, setup=payload.setup)
    )
    host, tokens = seating.hand_out(table)
    sitting = [
        {"id": seat.chair, "name": seat.name, "token": tokens[seat.chair]}
        for seat in Seat.objects.filter(table=table)
    ]
    return {"code": table.code, "version": table.version, "seats": sitting, "host": host}


@router.get(
    "/tables/{code}",
    auth=BEARER,
    openapi_extra=described(answer=answers.Stands),
    summary="Where a table stands",
)
@at(200)
def state(request: HttpRequest, visitor: Visitor) -> Any:
    """What this token may see of the state, and of what can be done in it.

    While people are shown the newest line beat by beat, `walk` says how far they are: `state` holds what they
    have seen, and `legal` is empty until they have seen all of it, or somebody plays on.
    """
    table, who = visitor
    true, seen = position(table), sight(table, who, chairs(table))
    known, (beat, of) = told(table, true), beats(table, true)
    legal = [] if known.untold else known.game.legal(known.state, seen)
    return {
        "system": table.system,
        "version": table.version,
        "seat": who.hand or next(iter(who.holds), None),
        "state": known.game.redact_state(known.state, seen),
        "legal": list(legal),
        **({"walk": {"beat": beat, "of": of}} if known.untold else {}),
        **_hands(tables_journal.hands(table, who, true, seen)),
    }


@router.post(
    "/tables/{code}/actions",
    auth=BEARER,
    openapi_extra=described(answers.Tap, answers.Written),
    summary="Act",
)
@at(201)
def act(request: HttpRequest, visitor: Visitor) -> object:
    """Write an action; missing dice are rolled. 202 where another seat must speak first, or agree."""
    tap = body(request, answers.Tap)
    return play.act(*visitor, tap.action, tap.seen, tap.key)


def _hands(hands: Hands) -> dict[str, object]:
    ready = [seat for seat in hands.owners if hands.is_ready(seat)]
    fields = {"owners": list(hands.owners), "ready": ready, "marks": dict(hands.marks)}
    return {"hands": fields} if hands.owners else {}


@router.post(
    "/tables/{code}/mark",
    auth=BEARER,
    openapi_extra=described(answers.Mark, answers.Written),
    summary="Mark under a seal, or be ready",
)
@at(201)
def mark(request: HttpRequest, visitor: Visitor) -> object:
    """Mark for one seat in a step that belongs to several; the last one that is ready opens all marks."""
    payload = body(request, answers.Mark)
    word = tables_journal.Word(payload.seat, payload.marks, payload.ready)
    return play.mark(*visitor, word, payload.seen, payload.key)


@router.post(
    "/tables/{code}/walk",
    auth=BEARER,
    openapi_extra=described(answers.Walk, answers.Version),
    summary="Show the next beat",
)
@at(201)
def walk(request: HttpRequest, visitor: Visitor) -> object:
    """Show all screens so many beats of the newest line; a walk never goes back."""
    payload = body(request, answers.Walk)
    walk_on(visitor[0], payload.seen, payload.beat)
    return {"version": visitor[0].version}


@router.post(
    "/tables/{code}/undo",
    auth=BEARER,
    openapi_extra=described(answers.Undo, answers.Written),
    summary="Undo to a line",
)
@at(201)
def undo(request: HttpRequest, visitor: Visitor) -> object:
    """Let what came after line `to` stand no more. 202 where other seats are asked first."""
    tap = body(request, answers.Undo)
    return play.undo(*visitor, tap.to, tap.seen, tap.key)


@router.post(
    "/tables/{code}/amend",
    auth=BEARER,
    openapi_extra=described(answers.Amend, answers.Written),
    summary="Correct a line",
)
@at(201)
def amend(request: HttpRequest, visitor: Visitor) -> object:
    """Put another action in the place of line `to`, or strike it out; what cannot follow is repaired.

    202 where other seats are asked first.
    """
    tap = body(request, answers.Amend)
    return play.amend(*visitor, Fix(tap.to, tap.action, dict(tap.repairs)), tap.seen, tap.key)


@router.post("/tables/{code}/amend/preview", auth=BEARER, summary="What a correction would change",
             openapi_extra=described(answers.Preview, answers.Foreseen, 200))  # fmt: skip
@at(200)
def preview(request: HttpRequest, visitor: Visitor) -> object:
    """Its steps, the later lines that break, the ways to go on at each, and each value that would change.

    `?look=together`: as all seats of the token see it.
    """
    payload = body(request, answers.Preview)
    return foresee(*visitor, Fix(payload.to, payload.action, dict(payload.repairs))).as_json()


@router.post(
    "/tables/{code}/redo", auth=BEARER, openapi_extra=described(answers.Redo, answers.Written), summary="Redo"
)
@at(201)
def redo(request: HttpRequest, visitor: Visitor) -> object:
    """Take the last undo or correction back."""
    tap = body(request, answers.Redo)
    return play.redo(*visitor, tap.seen, tap.key)


@router.get(
    "/tables/{code}/requests",
    auth=BEARER,
    openapi_extra=described(answer=answers.Waiting),
    summary="What waits for a word",
)
@at(200)
def requests(request: HttpRequest, visitor: Visitor) -> object:
    """The open requests that wait for this token's word, or that it made itself."""
    shown = open_requests(*visitor, sight(*visitor, chairs(visitor[0])))
    words = ("id", "kind", "by", "to", "deed", "ask", "may_say")
    return {"requests": [{name: getattr(one, name) for name in words} for one in shown]}


@router.post("/tables/{code}/requests/{number}", auth=BEARER, summary="Say a word on a request",
             openapi_extra=described(answers.Word, answers.Written))  # fmt: skip
@at(201)
def say(request: HttpRequest, visitor: Visitor, number: int) -> object:
    """Agree to what another seat asks or refuse it (`agree`), or answer a question (`answer`)."""
    word = body(request, answers.Word)
    if seating.is_plea(visitor[0], number):
        seating.answer(*visitor, number, yes=bool(word.agree))
        return Answer(visitor[0].version, [], None)
    if pleas.is_plea(visitor[0], number):
        pleas.answer(*visitor, number, yes=bool(word.agree))
        return Answer(visitor[0].version, [], None)
    if word.agree is None:
        return play.reply(*visitor, number, word.answer)
    return play.agree(*visitor, number, word.agree)


@router.get(
    "/tables/{code}/journal",
    auth=BEARER,
    openapi_extra=described(answer=answers.Journal),
    summary="The journal",
)
@at(200)
def journal(request: HttpRequest, visitor: Visitor) -> object:
    """Every entry, redacted for this token; `stands` tells whether it has been undone."""
    table, who = visitor
    current, seen = told(table, position(table)), sight(table, who, chairs(table))
    rows = Entry.objects.filter(table=table, number__lte=table.version)
    return {
        "version": table.version,
        "entries": [lines.as_json(row, current, seen) for row in rows.iterator(500)],
    }


@router.get("/tables/{code}/replay", auth=BEARER, openapi_extra=described(answer=answers.Replay),
            summary="The journal, to be played again")  # fmt: skip
@at(200)
def replay(request: HttpRequest, visitor: Visitor) -> object:
    """The setup and every action that stands: goes as it is to `/resolve/{system}/replay`.

    Everybody's secrets are in it: until the game is over it is for a host who sits nowhere, for one whom the
    other seats let take it along, or for a token that holds every seat; the log says who took it.
    """
    pleas.take(*visitor, "the whole journal")
    return pleas.replay(visitor[0])


@router.get("/tables/{code}/whole", auth=BEARER, openapi_extra=described(answer=answers.Whole),
            summary="The whole state")  # fmt: skip
@at(200)
def whole_state(request: HttpRequest, visitor: Visitor) -> object:
    """The state with every secret: goes as it is to `legal`, `audit`, `campaign-report` and their like.

    For the same as `replay`.
    """
    pleas.take(*visitor, "the whole state")
    return pleas.whole(visitor[0])


@router.get("/tables/{code}/bell", auth=BEARER, openapi_extra=BELL, summary="The bell, as server-sent events")
def bell(request: HttpRequest, code: str) -> HttpResponseBase:
    """`version` with the number of entries, `stir` for changes beside them, `beat` every two seconds.

    A program that listens here needs no other call to know that something was done. `Last-Event-ID` goes on
    from a version; each event is a line `event: version` and a line `data: 17`, and a blank line ends it.
    """
    visitor = let_in(request, code)
    if isinstance(visitor, JsonResponse):
        return visitor
    table, who = visitor
    return stream(request, table.pk, who)
