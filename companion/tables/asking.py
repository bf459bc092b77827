"""What others must say before the table moves. It is kept on disk: a restart forgets no question."""

from collections.abc import Sequence

from companion.engine.errors import IllegalAction
from companion.engine.game import Question
from companion.engine.wire import Json
from companion.tables import bell
from companion.tables.beside import beside
from companion.tables.devices import Device
from companion.tables.journal import AGAIN, Answer, held
from companion.tables.may import signed
from companion.tables.models import Entry, Request, Table
from companion.tables.seating.people import people_at
from companion.tables.writing import writing_at

TAP = ("action", "seat", "as_host", "rolled")
"""What is kept of a tap that waits."""
AMENDMENT = (*TAP, "to", "dropped", "repairs", "struck", "steps", "dice")
"""What is kept of a correction that waits: nothing else is written meanwhile, or it lapses."""


def hold(table: Table, who: Device, question: Question, tap: Entry) -> Answer:
    """Keep a tap until `question.seat` has answered; an older question of the table lapses."""
    Request.objects.filter(table=table, status="open", kind="question").update(status="lapsed")
    body = {part: getattr(tap, part) for part in TAP} | {"ask": question.ask, "open": question.is_open}
    return _ask(table, who, Request(kind="question", seat=question.seat, body=body), tap, [question.seat])


def dealt(table: Table, tap: Entry) -> Json | None:
    """What the app dealt when this very tap was held at this version: it stands, however often it is tapped.

    `IllegalAction` where he who taps has seen what was dealt for another tap of his, taken back or not.
    """
    held = _held_here(table)
    same = next((row for row in held if row.asked == tap.asked and row.body["rolled"]), None)
    if same is None and any(row.seat == tap.seat for row in held if _was_seen(row)):
        raise IllegalAction("", "The app has dealt for your last tap, and you saw it: make that one again.")
    return same and same.body["action"]


def has_shown(table: Table) -> bool:
    """Whether a tap that is held at this version, or was, showed him who made it what the app dealt."""
    return any(_was_seen(row) for row in _held_here(table))


def _held_here(table: Table) -> list[Request]:
    """The taps that were held at this version, taken back or not."""
    asked = Request.objects.filter(table=table, kind="question", version=table.version)
    return list(asked) if table.version in beside(table).questions else []


def _was_seen(question: Request) -> bool:
    return bool(question.body["rolled"] and question.body["seat"] == question.seat)


def ask(table: Table, who: Device, seats: list[str], taps: Sequence[Entry], why: str = "") -> Answer:
    """Ask these seats whether these lines may be written: an undo, a correction, deeds by hand, a branch.

    `why` is the reason that is given for a correction.
    """
    tap, kind = taps[-1], kind_of(taps[-1])
    if kind == "deed":
        body: Json = {"row": [{part: getattr(each, part) for part in (*TAP, "key")} for each in taps]}
    else:
        body = {part: getattr(tap, part) for part in (AMENDMENT if kind == "amend" else ("to",))}
    return _ask(table, who, Request(kind=kind, body={**body, "why": why} if why else body), tap, seats)


def was_agreed(table: Table, line: Entry) -> bool:
    """Whether that line was written because the seats that were asked said yes."""
    return Request.objects.filter(table=table, key=line.key, status="granted").exists()


def kind_of(tap: Entry) -> str:
    """What a request for that line is called."""
    return "deed" if tap.kind == "action" else tap.kind


def like(table: Table, tap: Entry) -> Request | None:
    """The open request for the very same thing, whoever asked."""
    return Request.objects.filter(table=table, kind=kind_of(tap), asked=tap.asked, status="open").first()


def once_more(table: Table, who: Device, first: Request, tap: Entry) -> Answer:
    """Note that it was asked for by another tap too; that tap is told what became of the first one."""
    Request.objects.create(
        table=table, kind=first.kind, status=AGAIN, version=table.version, token_id=who.token,
        by=signed(who), body={"first": first.pk}, key=tap.key, asked=tap.asked,
    )  # fmt: skip
    return held(table, first)


def has_say(plea: Request, who: Device) -> bool:
    """Whether an open request still waits for this device's word."""
    return any(seat in who.holds for seat, said in plea.answers.items() if said is None)


def plea(table: Table, who: Device, request: int) -> tuple[Request, list[Entry]]:
    """The open request in which this device still has a say, and the lines that it would be."""
    asked = _open(table, ("undo", "redo", "amend", "deed", "branch"), request)
    if not has_say(asked, who):
        raise IllegalAction("", "This request does not wait for this device's word.")
    return asked, taps(asked)


def taps(asked: Request) -> list[Entry]:
    """The lines that a request would be."""
    kind = "action" if asked.kind == "deed" else asked.kind
    rows = asked.body.get("row") or [{part: each for part, each in asked.body.items() if part != "why"}]
    return [Entry(kind=kind, asked=asked.asked, by=asked.by, **{"key": asked.key, **each}) for each in rows]


def vote(table: Table, plea: Request, who: Device, yes: bool) -> bool:
    """Put down what the seats of this device say; true once every seat has said yes."""
    for seat in plea.answers:
        if seat in who.holds:
            plea.answers[seat] = yes
    if not yes:
        close(plea, "refused", plea.answers)
    elif all(plea.answers.values()):
        close(plea, "granted", plea.answers)
    else:
        plea.save()
    bell.stir(table)
    return plea.status == "granted"


def question(table: Table, who: Device, request: int) -> tuple[Request, Entry]:
    """The open question that this device may answer, and the tap that it holds."""
    asked = _open(table, ("question",), request)
    if asked.seat not in who.holds:
        raise IllegalAction("", f"Only {people_at(table)[asked.seat]} can answer this question.")
    tap = Entry(kind="action", key=asked.key, asked=asked.asked, by=asked.by)
    for part in TAP:
        setattr(tap, part, asked.body[part])
    return asked, tap


def settled(table: Table, request: int, said: Json) -> Answer | None:
    """What this very word was answered before, or None."""
    done = Request.objects.filter(table=table, pk=request, status="granted").first()
    entry = Entry.objects.filter(table=table, key=done.key).first() if done else None
    if done is None or said not in done.answers.values():
        return None
    if done.kind == "branch":
        return Answer(table.version, [], None)
    return Answer(entry.number, entry.steps, entry.dice) if entry else None


def withdraw(table: Table, who: Device, request: int) -> None:
    """Take back what this device asked for."""
    with writing_at(table) as now:
        mine = Request.objects.filter(table=now, pk=request, status="open", token__in=who.tokens)
        if not mine.update(status="lapsed"):
            raise IllegalAction("", "This device has no such request open.")
        bell.stir(now)


def close(request: Request, status: str, answers: Json) -> None:
    """Put down how it ended."""
    request.status, request.answers = status, answers
    request.save()


def _ask(table: Table, who: Device, request: Request, tap: Entry, seats: list[str]) -> Answer:
    request.table, request.version = table, table.version
    request.key, request.asked = tap.key, tap.asked
    request.by, request.token_id = signed(who), who.token
    request.answers = dict.fromkeys(seats)
    request.save(force_insert=True)
    bell.stir(table)
    return held(table, request)


def _open(table: Table, kinds: tuple[str, ...], request: int) -> Request:
    found = Request.objects.filter(table=table, pk=request, kind__in=kinds, status="open").first()
    if found is None:
        raise IllegalAction("", "This is settled, or the table has moved on since it was asked.")
    return found
