"""Tables for programs: the operations of the interface, on the same door as the screens.

A token goes into `Authorization: Bearer TOKEN`; no cookie counts here.
"""

from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import replace

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from ninja import Router

from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.tables import comparing, house, lines, paper, play, pleas, seating
from companion.tables.api import answers
from companion.tables.api.gate import AT_TABLE, BEARER, OPENING, Operations, Visitor, body, let_in
from companion.tables.correcting import Fix
from companion.tables.devices import HOUSE, bearer, chairs, device, sight
from companion.tables.journal import Answer, Word, beats, hands, public_position, walk_on
from companion.tables.live import stream
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Seat, Table, writing
from companion.tables.paper import Proposal
from companion.tables.position import position

router, branches = Router(tags=["tables"]), Router(tags=["branches"])
at_table = Operations(router, AT_TABLE, "/tables/{code}")
at_branch = Operations(branches, AT_TABLE, "/tables/{code}", "branches")
EVENTS = {
    "description": "A stream of events.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}


@Operations(router, OPENING)("POST /tables", "Open a table", answers.NewTable, answers.Opened)
def create(request: HttpRequest, wanted: answers.NewTable) -> object:
    """Open a table: the host's token, and one for each seat. They are told once, and only here."""
    opening = Opening(system=wanted.system, title=wanted.title, kind=wanted.kind, setup=wanted.setup)
    with writing():
        table = open_table(opening)
        host, tokens = seating.hand_out(table)
        for chair, taken in wanted.seats.items():
            with under(f"seats.{chair}"):
                house.sit(Table.objects.get(pk=table.pk), HOUSE, chair, taken.house)
    seats = Seat.objects.filter(table=table)
    chairs = tuple(answers.Chair(seat.chair, seat.name, tokens[seat.chair]) for seat in seats)
    return answers.Opened(table.code, table.version, chairs, host)


@at_table("GET ", "Where a table stands", answer=answers.Stands)
def state(request: HttpRequest, visitor: Visitor) -> object:
    """What this token may see of the state, and of what can be done in it.

    While people are shown the newest line beat by beat, `walk` says how far they are: `state` holds what they
    have seen, and `legal` is empty until they have seen all of it, or somebody plays on.
    """
    table, who = visitor
    whole, seen = position(table), sight(table, who, chairs(table))
    current, (beat, of) = public_position(table, whole), beats(table, whole)
    step = hands(table, who, whole, seen)
    ready = tuple(seat for seat in step.owners if step.is_ready(seat))
    return answers.Stands(
        system=table.system,
        version=table.version,
        seat=who.hand or next(iter(who.holds), None),
        state=current.game.redact_state(current.state, seen),
        legal=() if current.untold else tuple(current.game.legal(current.state, seen)),
        walk=answers.Walked(beat, of) if current.untold else None,
        hands=answers.Sealed(tuple(step.owners), ready, step.marks) if step.owners else None,
    )


@at_table("POST /actions", "Act", answers.Tap, answers.Written)
def act(request: HttpRequest, visitor: Visitor, tap: answers.Tap) -> object:
    """Write an action; missing dice are rolled. 202 where another seat must speak first, or agree."""
    return play.act(*visitor, tap.action, tap.seen, tap.key)


@at_table("POST /mark", "Mark under a seal, or be ready", answers.Mark, answers.Written)
def mark(request: HttpRequest, visitor: Visitor, tap: answers.Mark) -> object:
    """Mark for one seat in a step that belongs to several; the last one that is ready opens all marks."""
    return play.mark(*visitor, Word(tap.seat, tap.marks, tap.ready), tap.seen, tap.key)


@at_table("POST /walk", "Show the next beat", answers.Walk, answers.Version)
def walk(request: HttpRequest, visitor: Visitor, tap: answers.Walk) -> object:
    """Show all screens so many beats of the newest line; a walk never goes back."""
    walk_on(visitor[0], tap.seen, tap.beat)
    return answers.Version(visitor[0].version)


@at_table("POST /undo", "Undo to a line", answers.Undo, answers.Written)
def undo(request: HttpRequest, visitor: Visitor, tap: answers.Undo) -> object:
    """Let what came after line `to` stand no more. 202 where other seats are asked first."""
    return play.undo(*visitor, tap.to, tap.seen, tap.key)


@at_table("POST /amend", "Correct a line", answers.Amend, answers.Written)
def amend(request: HttpRequest, visitor: Visitor, tap: answers.Amend) -> object:
    """Put another action in the place of line `to`, or strike it out; what cannot follow is repaired.

    202 where other seats are asked first.
    """
    return play.amend(*visitor, Fix(tap.to, tap.action, dict(tap.repairs)), tap.seen, tap.key)


@at_table(
    "POST /amend/preview", "What a correction would change", answers.Preview, comparing.Foresight, status=200
)
def preview(request: HttpRequest, visitor: Visitor, wanted: answers.Preview) -> object:
    """Its steps, the later lines that break, the ways to go on at each, and each value that would change.

    `?look=together`: as all seats of the token see it.
    """
    return comparing.foresee(*visitor, Fix(wanted.to, wanted.action, dict(wanted.repairs)))


@at_table("POST /redo", "Redo", answers.Redo, answers.Written)
def redo(request: HttpRequest, visitor: Visitor, tap: answers.Redo) -> object:
    """Take the last undo or correction back."""
    return play.redo(*visitor, tap.seen, tap.key)


@at_table("GET /requests", "What waits for a word", answer=answers.Waiting)
def requests(request: HttpRequest, visitor: Visitor) -> object:
    """The open requests that wait for this token's word, or that it made itself."""
    return answers.Waiting(pleas.open_requests(*visitor, sight(*visitor, chairs(visitor[0]))))


@at_table("POST /requests/{number}", "Say a word on a request", answers.Word, answers.Written)
def say(request: HttpRequest, visitor: Visitor, word: answers.Word, number: int) -> object:
    """Agree to what another seat asks or refuse it (`agree`), or answer a question (`answer`)."""
    for room in (seating, pleas):
        if room.is_plea(visitor[0], number):
            room.answer(*visitor, number, yes=bool(word.agree))
            return Answer(visitor[0].version, [], None)
    if word.agree is None:
        return play.reply(*visitor, number, word.answer)
    return play.agree(*visitor, number, word.agree)


@at_table("GET /journal", "The journal", answer=answers.Journal)
def journal(request: HttpRequest, visitor: Visitor) -> object:
    """Every entry, redacted for this token; `stands` tells whether it has been undone."""
    table, who = visitor
    current, seen = public_position(table, position(table)), sight(table, who, chairs(table))
    rows = Entry.objects.filter(table=table, number__lte=table.version)
    entries = tuple(lines.line_of(row, current, seen) for row in rows.iterator(500))
    return answers.Journal(table.version, entries)


@at_table("GET /replay", "The journal, to be played again", answer=answers.Replay)
def replay(request: HttpRequest, visitor: Visitor) -> object:
    """The setup and every action that stands: goes as it is to `/resolve/{system}/replay`.

    Everybody's secrets are in it: until the game is over it is for a host who sits nowhere, for one whom the
    other seats let take it along, or for a token that holds every seat; the log says who took it.
    """
    pleas.take(*visitor, "the whole journal")
    return pleas.replay(visitor[0])


@at_table("GET /whole", "The whole state", answer=answers.Whole)
def whole_state(request: HttpRequest, visitor: Visitor) -> object:
    """The state with every secret: goes as it is to `legal`, `audit`, `campaign-report` and their like.

    For the same as `replay`.
    """
    pleas.take(*visitor, "the whole state")
    return pleas.whole(visitor[0])


@router.get(
    "/tables/{code}/bell",
    auth=BEARER,
    openapi_extra={"responses": {"200": EVENTS}},
    summary="The bell, as server-sent events",
)
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


@at_branch("POST /branches", "Branch from a line", answers.From, answers.Branch)
def begin(request: HttpRequest, visitor: Visitor, start: answers.From) -> object:
    """A table of its own that goes on after that line; every token holds there what it holds here.

    202 where the other seats are asked first: with the last yes it stands among the table's branches.
    """
    if visitor[1].program:
        raise IllegalAction("", "A program plays its seat; a branch is begun by the seat's own device.")
    opened = play.branch(*visitor, start.line)
    return opened if isinstance(opened, Answer) else _branch(opened)


@at_branch("GET /branches", "Branches of a table", answer=answers.Branches)
def listed(request: HttpRequest, visitor: Visitor) -> object:
    """Those that this token has joined, the ones that were put away among them."""
    rows = Table.objects.filter(branch_of=visitor[0]).order_by("-pk")
    return answers.Branches(tuple(_branch(row) for row in rows if device(row, bearer(request)).joined))


def _branch(row: Table) -> answers.Branch:
    gone = row.archived_at is not None
    return answers.Branch(row.code, row.title, row.branch_line or 0, row.version, row.headline, gone)


@at_branch("GET /beside", "A branch beside its true line", answer=answers.Beside)
def beside(request: HttpRequest, visitor: Visitor) -> object:
    """Their figures and their courses, for a token that has joined both.

    The true line after as many lines as the branch has; `?newest`: as it stands now. `?look=together`: with
    the purses of all seats of the token.
    """
    branch, who = visitor
    true = branch.branch_of
    at_true = device(true, bearer(request)) if true else None
    if true is None or at_true is None or not at_true.joined:
        raise IllegalAction("", "This table is no branch of one that this token has joined.")
    together = replace(at_true, together=who.together)
    pair = comparing.sides(branch, who, true, together, newest="newest" in request.GET)
    chart = comparing.both(*pair) if pair else None
    return answers.Beside(
        true=true.code,
        line=branch.branch_line or 0,
        figures=tuple(comparing.figures(*pair)) if pair else (),
        courses=tuple(chart.chart.series) if chart else (),
    )


@at_branch("POST /put-away", "Put a branch away", answers.Nothing, answers.Version)
def away(request: HttpRequest, visitor: Visitor) -> object:
    """It is closed and listed no more; its journal stays. For its host."""
    body(request, answers.Nothing)
    play.put_away(*visitor)
    return answers.Version(visitor[0].version)


@Operations(router, AT_TABLE, "/tables/{code}", "photos")(
    "POST /photo", "Read a photo of a filled sheet", answers.Photo, answers.Filled, status=200
)
def photo(request: HttpRequest, visitor: Visitor, sent: answers.Photo) -> object:
    """What is ticked on it, what is in doubt, and each change that it asks for, tried and not written."""
    try:
        content = b64decode(sent.photo, validate=True)
    except (NotBase64, ValueError) as error:
        raise InvalidInput("photo", "“photo” is the picture's bytes in Base64.") from error
    reading = paper.read(*visitor, content)
    table, sheet = visitor[0], reading.sheet
    return answers.Filled(
        sheet=sheet.slip.printable,
        page=sheet.slip.page,
        printed=sheet.slip.version,
        version=table.version,
        ticked=reading.ticked,
        doubtful=tuple(
            answers.Doubt(name, paper.words_of(table, sheet, name), reading.pictures[name])
            for name in reading.doubtful
        ),
        changes=tuple(map(_ticked, paper.proposals(table, sheet, reading.ticked))),
        taken_back=tuple(each.line for each in paper.taken_back(sheet, reading.ticked)),
    )


def _ticked(proposal: Proposal) -> answers.Ticked:
    return answers.Ticked(*proposal.change, proposal.why, proposal.note)


router.add_router("", branches)
