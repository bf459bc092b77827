"""What others must say before the table moves, in which words; and a table taken along in full."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.utils import timezone

from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Question, Sight
from companion.engine.scene import outline
from companion.engine.shape import public
from companion.engine.wording import count, listed
from companion.tables import bell, lines
from companion.tables.correcting import undone_last
from companion.tables.devices import Device, chairs, digest, new_key, others, sight, signed
from companion.tables.journal import AGAIN, Answer, held
from companion.tables.models import Entry, Request, Seat, Table, beside, writing_at
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.seating import is_joined, people, people_at, person

TAP = ("action", "seat", "as_host", "rolled")
"""What is kept of a tap that waits."""
AMENDMENT = (*TAP, "to", "dropped", "repairs", "struck", "steps", "dice")
"""What is kept of a correction that waits: nothing else is written meanwhile, or it lapses."""


def hold(table: Table, who: Device, question: Question, tap: Entry) -> Answer:
    """Keep a tap until `question.seat` has answered; an older question of the table lapses."""
    Request.objects.filter(table=table, status="open", kind="question").update(status="lapsed")
    body = {part: getattr(tap, part) for part in TAP} | {"ask": question.ask, "open": question.is_open}
    return _put(table, who, Request(kind="question", seat=question.seat, body=body), tap, [question.seat])


def dealt(table: Table, tap: Entry) -> object | None:
    """What the app dealt when this very tap was held at this version: it stands, however often it is tapped.

    `IllegalAction` where he who taps has seen what was dealt for another tap of his, taken back or not.
    """
    held = held_taps(table)
    same = next((row for row in held if row.asked == tap.asked and row.body["rolled"]), None)
    if same is None and any(row.seat == tap.seat for row in held if was_seen(row)):
        raise IllegalAction("", "The app has dealt for your last tap, and you saw it: make that one again.")
    return same and same.body["action"]


def held_taps(table: Table) -> list[Request]:
    """The taps that were held at this version, taken back or not."""
    if table.version not in beside(table).questions:
        return []
    return list(Request.objects.filter(table=table, kind="question", version=table.version))


def was_seen(question: Request) -> bool:
    """Whether a tap that is held, or was, showed him who made it what the app dealt."""
    return bool(question.body["rolled"] and question.body["seat"] == question.seat)


def ask_seats(table: Table, who: Device, seats: list[str], taps: Sequence[Entry], why: str = "") -> Answer:
    """Ask these seats whether these lines may be written: an undo, a correction, deeds by hand, a branch.

    `why` is the reason that is given for a correction.
    """
    tap, kind = taps[-1], kind_of(taps[-1])
    if kind == "deed":
        # Who tells it once more, otherwise, has thought better of what he told before.
        before = Request.objects.filter(table=table, kind=kind, status="open", token__in=who.tokens)
        before.update(status="lapsed")
        body: dict[str, object] = {
            "row": [{part: getattr(each, part) for part in (*TAP, "key")} for each in taps]
        }
    else:
        body = {part: getattr(tap, part) for part in (AMENDMENT if kind == "amend" else ("to",))}
    return _put(table, who, Request(kind=kind, body={**body, "why": why} if why else body), tap, seats)


def kind_of(tap: Entry) -> str:
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
    return any(seat in who.holds for seat, word in plea.answers.items() if word is None)


def open_plea(table: Table, who: Device, request: int) -> tuple[Request, list[Entry]]:
    """The open request in which this device still has a say, and the lines that it would be."""
    plea = _open(table, ("undo", "redo", "amend", "deed", "branch"), request)
    if not has_say(plea, who):
        raise IllegalAction("", "This request does not wait for this device's word.")
    return plea, taps(plea)


def taps(plea: Request) -> list[Entry]:
    kind = "action" if plea.kind == "deed" else plea.kind
    rows = plea.body.get("row") or [{part: each for part, each in plea.body.items() if part != "why"}]
    return [Entry(kind=kind, asked=plea.asked, by=plea.by, **{"key": plea.key, **each}) for each in rows]


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
    row = _open(table, ("question",), request)
    if row.seat not in who.holds:
        raise IllegalAction("", f"Only {people_at(table)[row.seat]} can answer this question.")
    tap = Entry(kind="action", key=row.key, asked=row.asked, by=row.by)
    for part in TAP:
        setattr(tap, part, row.body[part])
    return row, tap


def settled(table: Table, request: int, word: object) -> Answer | None:
    """What this very word was answered before, or None."""
    grant = Request.objects.filter(table=table, pk=request, status="granted").first()
    entry = Entry.objects.filter(table=table, key=grant.key).first() if grant else None
    if grant is None or word not in grant.answers.values():
        return None
    if grant.kind == "branch":
        return Answer(table.version, [], None)
    return Answer(entry.number, entry.steps, entry.dice) if entry else None


def withdraw(table: Table, who: Device, request: int) -> None:
    with writing_at(table) as now:
        mine = Request.objects.filter(table=now, pk=request, status="open", token__in=who.tokens)
        if not mine.update(status="lapsed"):
            raise IllegalAction("", "This device has no such request open.")
        bell.stir(now)


def close(request: Request, status: str, answers: object) -> None:
    request.status, request.answers = status, answers
    request.save()


def _put(table: Table, who: Device, request: Request, tap: Entry, seats: list[str]) -> Answer:
    request.table, request.version = table, table.version
    request.key, request.asked = tap.key, tap.asked
    request.by, request.token_id = signed(who), who.token
    request.answers = dict.fromkeys(seats)
    request.save(force_insert=True)
    bell.stir(table)
    return held(table, request)


def _open(table: Table, kinds: tuple[str, ...], request: int) -> Request:
    row = Request.objects.filter(table=table, pk=request, kind__in=kinds, status="open").first()
    if row is None:
        raise IllegalAction("", "This is settled, or the table has moved on since it was asked.")
    return row


@dataclass(frozen=True, slots=True)
class Plea:
    """One request in words: who asks (`lead`), for what, and behind a tap `why` it is asked.

    `yes` and `no` are the two answers, `main` the one that is offered first. Where only the own asking waits,
    `yes` is empty and `no` takes it back; where the question itself is the answer, both are.
    """

    icon: str
    lead: str
    what: str
    why: str = ""
    yes: str = ""
    no: str = ""
    main: Literal["yes", "no"] = "yes"


DICE = (
    "What another seat has done is taken back with its word; and where dice were rolled, or something was "
    "chosen or seen in secret since then, every other seat has a say."
)
AGREED = "What others have done or agreed to is taken back with their word."
BY_HAND = (
    "It is set or decided by hand, beside the rules or against them, so every other seat has a say. Nothing "
    "has changed yet; one no leaves all as it is."
)
OTHERWISE = (
    "What is hidden here lies in a branch too, and who plays on there learns of it, so every other seat has "
    "a say. It counts nowhere, and this table goes on as it is."
)
ALONG = (
    "The file holds what every seat keeps hidden, yours too, and who asks plays himself. With a yes of every "
    "seat it can be taken for an hour; the log says when it was."
)
SENT_AWAY = "With a yes the device that holds it now is sent away."
LOST = "It is asked as if this device were lost. Whatever you tap within two minutes says that you are here."
SILENT = "With your word beside it, and if the host stays silent for two minutes, it is given."
AGREE = "It does so on its own screen; the host has two minutes to say that he is here."
GIVEN = "It is given if the host stays silent for two minutes"
WITHDRAW = "Withdraw"
HANDED = ("Hand it over", "Keep it")
HERE = ("Hand it over", "I am here")

PLEAS = {
    "undo": Plea("undo", "{who} asks to take back", "{deed}", DICE, "Take it back", "Let it stand"),
    "redo": Plea("redo", "{who} asks to take back", "{deed}", AGREED, "Take it back", "Let it stand"),
    "amend": Plea("pen", "{who} asks to correct", "{deed}", DICE, "Correct it", "Let it stand"),
    "deed": Plea("pen", "{who} asks to set by hand", "{deed}", BY_HAND, "Yes, set it", "No, it stands"),
    "branch": Plea("log", "{who} asks to play on otherwise", "{deed}", OTHERWISE, "Yes, branch", "No"),
    "whole": Plea(
        "warning", "{who} asks to take along", "all of it", ALONG, "Yes, let it go", "No", main="no"
    ),
    "claim": Plea("seats", "{by}, a new device, asks for", "the seat {seat}", SENT_AWAY, *HANDED),
    "host-lost": Plea(
        "seats", "{by} asks for the host’s place", "in two minutes it goes", LOST, *HERE, main="no"
    ),
    "host": Plea("seats", "{by} asks for", "the host’s place", SILENT, "Yes, give it", "No"),
    "question": Plea("warning", "{seat}, before the game goes on", "your answer is wanted"),
    "undo-mine": Plea("clock", "Waiting for {wanted}", "to take back {deed}", DICE, no=WITHDRAW),
    "redo-mine": Plea("clock", "Waiting for {wanted}", "to take back {deed}", AGREED, no=WITHDRAW),
    "amend-mine": Plea("clock", "Waiting for {wanted}", "to correct {deed}", DICE, no=WITHDRAW),
    "deed-mine": Plea("clock", "Waiting for {wanted}", "to agree to {deed}", BY_HAND, no=WITHDRAW),
    "branch-mine": Plea(
        "clock", "Waiting for {wanted}", "to agree to a branch {deed}", OTHERWISE, no=WITHDRAW
    ),
    "whole-mine": Plea("clock", "Waiting for {wanted}", "to let you take it along", no=WITHDRAW),
    "claim-mine": Plea("clock", "Waiting for the host", "to give the seat {seat}", no=WITHDRAW),
    "host-mine": Plea("clock", "Another seat has to agree", "to give the host’s place", AGREE, no=WITHDRAW),
    "host-enough": Plea("clock", "The host’s place", GIVEN, no=WITHDRAW),
    "question-mine": Plea("clock", "Waiting for {seat}", "to answer", no=WITHDRAW),
}
"""By the kind of request, and whether one has a say in it or waits for it oneself."""


def plea(kind: str, named: Mapping[str, str]) -> Plea:
    """That request with these names.

    >>> plea("undo", {"who": "Jo", "deed": "the charge on Aisne"}).lead
    'Jo asks to take back'
    """
    words = PLEAS[kind]
    return replace(words, lead=words.lead.format_map(named), what=words.what.format_map(named))


@public("id", "kind", "by", "to", "deed", "ask", "may_say")
@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A request that concerns this device. `may_say` is that its word is wanted; else it waits itself.

    `by` is the device that asks, `who` the people at it; `deed` is what an undo or a correction is about,
    as this device may read it. `enough` is that as many ask for the host's place as need. `said` is all of
    it as the screen says it. `words` is what each seat that is asked has said so far, by name; `why` the
    reason that who asks has given, at that time. Where one line is to be taken back, `line` is it, as the log
    shows it.
    """

    id: int
    kind: str
    by: str
    who: str
    deed: str
    seat: str
    seat_name: str
    ask: object
    to: int | None
    may_say: bool
    mine: bool
    enough: bool
    said: Plea
    words: tuple[tuple[str, bool | None], ...]
    why: str
    at: datetime
    line: lines.LineShown | None = None


def open_requests(table: Table, who: Device, seen: Sight) -> tuple[Waiting, ...]:
    """The open requests that wait for this device's word, or that it made itself."""
    company = beside(table)
    seats = {seat.chair: seat for seat in company.seats}
    rows = [_waiting(row, who, seen, seats) for row in company.open]
    return tuple(waiting for waiting in rows if waiting.may_say or waiting.mine)


def _waiting(row: Request, who: Device, seen: Sight, seats: Mapping[str, Seat]) -> Waiting:
    wanted = [seat for seat, words in row.answers.items() if words is None]
    may_say = any(seat in who.holds for seat in wanted)
    if row.kind in ("claim", "host"):
        may_say = who.host or (may_say and row.kind == "host")
    names = people(seats.values())
    mine, enough = row.token_id in who.tokens, row.kind == "host" and is_joined(row)
    named = {
        "who": person(row.by, names), "by": row.by, "seat": names.get(row.seat, ""),
        "deed": DEEDS[row.kind](row, seen) if row.kind in DEEDS else "",
        "wanted": listed(names.get(seat, seat) for seat in wanted) or "the host",
    }  # fmt: skip
    kind = "host-lost" if row.kind == "host" and who.host else row.kind
    words = plea(kind if may_say else f"{row.kind}-enough" if enough else f"{row.kind}-mine", named)
    return Waiting(
        id=row.pk, kind=row.kind, by=row.by, who=named["who"], seat=row.seat, deed=named["deed"],
        seat_name=named["seat"],
        # What is asked may name a hidden hand: it is for the seat that is asked, and for no other.
        ask=_asked_deed(row, seen) if may_say else None,
        to=row.body.get("to"), may_say=may_say, mine=mine, enough=enough, said=words,
        words=tuple((names.get(seat, seat), words) for seat, words in row.answers.items()),
        why=row.body.get("why", ""), at=row.at, line=_line(row, seen, seats),
    )  # fmt: skip


def _asked_deed(row: Request, seen: Sight) -> object:
    ask = row.body.get("ask")
    is_read = ask is None or row.body.get("open") or row.seat in seen.sees
    return ask if is_read else outline(ask)


def _corrected(row: Request, seen: Sight) -> str:
    current, to = position(row.table), row.body["to"]
    return f"line {to}, “{_words(current, row.table, to, seen)}”" if to in current.numbers else f"line {to}"


def _set_by_hand(row: Request, seen: Sight) -> str:
    """The lines that would be written, as the log would tell them."""
    current, words = position(row.table), list[str]()
    game, state = current.game, current.state
    for tap in taps(row):
        words.append(lines.told_by(game, state, game.redact_action(state, tap.action, seen), seen))
        if len(words) < len(row.body["row"]):
            state = game.apply(state, tap.action).state
    return "; ".join(words)


def _otherwise(row: Request, seen: Sight) -> str:
    return f"from line {row.body['to']} on, at a table of its own"


def _taken_back(row: Request, seen: Sight) -> str:
    current, to = position(row.table), row.body["to"]
    undone = current.since(to)[1:] if to in current.numbers else ()
    if not undone:
        return f"what came after line {to}"
    words = f"“{_words(current, row.table, undone[0], seen)}”"
    return words if len(undone) == 1 else f"{words} and {count(len(undone) - 1, 'line')} after it"


def _line(row: Request, seen: Sight, seats: Mapping[str, Seat]) -> lines.LineShown | None:
    """The one line that an undo would take: its dice, and what came of it."""
    current = position(row.table) if row.kind == "undo" else None
    undone = current.since(row.body["to"])[1:] if current and row.body["to"] in current.numbers else ()
    if current is None or len(undone) != 1:
        return None
    shown = lines.shown(
        Entry.objects.filter(table=row.table, number=undone[0]), current, seen, [*seats.values()]
    )
    return next(lines.logged(current, shown), None)


def _brought_back(row: Request, seen: Sight) -> str:
    current, undone = position(row.table), undone_last(row.table)
    if undone.kind == "amend":
        return f"the correction of line {undone.to}"
    back = [place.number for place in current.standing.undone[-1] if place.number not in current.numbers]
    words = f"the undo of “{_words(current, row.table, back[0], seen)}”"
    return words if len(back) == 1 else f"{words} and {count(len(back) - 1, 'line')} after it"


DEEDS = {
    "undo": _taken_back,
    "redo": _brought_back,
    "amend": _corrected,
    "deed": _set_by_hand,
    "branch": _otherwise,
}
"""What is asked for, in words that the device which reads them may know."""


def _words(current: Position, table: Table, number: int, seen: Sight) -> str:
    return lines.words(Entry.objects.get(table=table, number=number), current, seen)


KIND, NOTE = "whole", "taken"
GOOD = timedelta(hours=1)
"""How long the others' yes lasts."""
HOSTS = "Others' secrets are in it: it is for the host's token, or one that holds every seat."
PLAYS = (
    "Others' secrets are in it, and this host plays: until the game is over it is for a host who sits "
    "nowhere, or the other seats are asked first, at “Take it along”."
)


class Note(NamedTuple):
    """That something was taken along, in words, and the newest line that there was."""

    line: int
    words: str


class NotWhole(GameError):
    """Who asks may not see all that there is."""

    code = "forbidden"


def is_open(table: Table) -> bool:
    """Whether nothing is kept from anybody any more, or nothing has been dealt."""
    if table.laid_out is not None:
        return True
    try:
        current = position(table)
        return current.game.is_over(current.state)
    except BrokenJournal:
        return False


def to_ask(table: Table, who: Device) -> list[str]:
    """The seats whose word this device needs first; none for who sees all, or is a host who sits nowhere."""
    names = chairs(table)
    if not who.host or who.keeps or set(names) <= sight(table, who, names).sees or is_open(table):
        return []
    grants = Request.objects.filter(table=table, kind=KIND, status="granted", token__in=who.tokens)
    return [] if grants.filter(at__gt=timezone.now() - GOOD).exists() else others(table, who)


def check_may_take(table: Table, who: Device) -> None:
    """`NotWhole` where others' secrets are in it that this device must not read now."""
    names = chairs(table)
    if not who.host and not set(names) <= sight(table, who, names).sees:
        raise NotWhole("", HOSTS)
    if to_ask(table, who):
        raise NotWhole("", PLAYS)


def take(table: Table, who: Device, what: str) -> None:
    """`NotWhole` where it may not be; else the log says who has taken what. Once a line and device."""
    check_may_take(table, who)
    if is_open(table):
        return
    key = digest(NOTE, what, table.version, *who.tokens)
    words = f"{person(signed(who), people_at(table))} took {what} along, with what everybody keeps hidden."
    body = {"words": words, "by": NOTE}
    with writing_at(table) as now:
        origin = {"version": now.version, "by": signed(who), "token_id": who.token, "body": body}
        fields = {"kind": "news", "status": "told", "asked": key, **origin}
        if Request.objects.get_or_create(table=now, key=key, defaults=fields)[1]:
            bell.stir(now)


def notes(table: Table) -> list[Note]:
    """What was taken along while something was hidden, oldest first."""
    return [Note(row.version, row.body["words"]) for row in beside(table).news if row.body["by"] == NOTE]


def ask_whole(table: Table, who: Device) -> None:
    """Ask the other seats; once they have said yes this device may take it for an hour."""
    with writing_at(table) as now:
        seats = to_ask(now, who)
        mine = Request.objects.filter(table=now, kind=KIND, status="open", token__in=who.tokens)
        if seats and not mine.exists():
            Request.objects.create(
                table=now, kind=KIND, version=now.version, token_id=who.token, by=signed(who),
                answers=dict.fromkeys(seats), key=new_key(), asked=digest(KIND, signed(who)),
            )  # fmt: skip
            bell.stir(now)


def answer(table: Table, who: Device, request: int, *, yes: bool) -> None:
    with writing_at(table) as now:
        plea = Request.objects.filter(table=now, pk=request, kind=KIND, status="open").first()
        if plea is None or who.program or not has_say(plea, who):
            raise IllegalAction("", "This is settled already.")
        vote(now, plea, who, yes)


def is_plea(table: Table, request: int) -> bool:
    """Whether this open request asks to take it along."""
    return any(row.pk == request and row.kind == KIND for row in beside(table).open)


def is_asked(table: Table, who: Device) -> bool:
    """Whether the others' words are still wanted."""
    return any(row.kind == KIND and row.token_id in who.tokens for row in beside(table).open)


PAST = "Lines of an earlier edition of the rules stand here, which those of today do not play again."


def replay(table: Table) -> dict[str, object]:
    """The setup and every action that stands, as `replay` takes them; `IllegalAction` where it cannot.

    What a correction booked before a line comes before it.
    """
    current = position(table)
    if current.past:
        raise IllegalAction("", PAST)
    first, *later = current.standing.places
    repairs = (current.actions.done(place, current.standing) for place in later)
    actions = [action for each in repairs for action in (*each.first, each.action)]
    return {"setup": current.actions[first.number], "actions": actions}


def whole(table: Table) -> dict[str, object]:
    """The state with every secret, as a game's other questions take it."""
    current = position(table)
    return {"state": current.game.state_json(current.state)}
