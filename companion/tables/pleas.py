"""What others are asked before the table moves, as the screens say it: who asks, and for what, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.engine.game import Sight
from companion.engine.scene import outline
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.tables import lines
from companion.tables.asking import taps
from companion.tables.beside import beside
from companion.tables.correcting.taking_back import undone_last
from companion.tables.devices import Device
from companion.tables.models import Entry, Request, Seat, Table
from companion.tables.plea_words import Plea, plea
from companion.tables.position import Position, position
from companion.tables.seating.host_place import is_joined
from companion.tables.seating.people import people, person


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A request that concerns this device. `may_say` is that its word is wanted; else it waits itself.

    `by` is the device that asks, `who` the people at it; `deed` is what an undo or a correction is about,
    as this device may read it. `enough` is that as many ask for the host's place as need. `said` is all of
    it as the screen says it. `words` is what each seat that is asked has said so far, by name; `why` the
    reason that who asks has given, at that time.
    """

    id: int
    kind: str
    by: str
    who: str
    deed: str
    seat: str
    seat_name: str
    ask: Json
    to: int | None
    may_say: bool
    mine: bool
    enough: bool
    said: Plea
    words: tuple[tuple[str, bool | None], ...]
    why: str
    at: datetime


def open_requests(table: Table, who: Device, seen: Sight) -> tuple[Waiting, ...]:
    """The open requests that wait for this device's word, or that it made itself."""
    known = beside(table)
    seats = {seat.chair: seat for seat in known.seats}
    shown = [_waiting(row, who, seen, seats) for row in known.open]
    return tuple(waiting for waiting in shown if waiting.may_say or waiting.mine)


def _waiting(row: Request, who: Device, seen: Sight, seats: Mapping[str, Seat]) -> Waiting:
    wanted = [seat for seat, said in row.answers.items() if said is None]
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
    said = plea(kind if may_say else f"{row.kind}-enough" if enough else f"{row.kind}-mine", named)
    return Waiting(
        id=row.pk, kind=row.kind, by=row.by, who=named["who"], seat=row.seat, deed=named["deed"],
        seat_name=named["seat"],
        # What is asked may name a hidden hand: it is for the seat that is asked, and for no other.
        ask=_ask(row, seen) if may_say else None,
        to=row.body.get("to"), may_say=may_say, mine=mine, enough=enough, said=said,
        words=tuple((names.get(seat, seat), said) for seat, said in row.answers.items()),
        why=row.body.get("why", ""), at=row.at,
    )  # fmt: skip


def _ask(row: Request, seen: Sight) -> Json:
    ask = row.body.get("ask")
    is_read = ask is None or row.body.get("open") or row.seat in seen.sees
    return ask if is_read else outline(ask)


def _corrected(row: Request, seen: Sight) -> str:
    known, to = position(row.table), row.body["to"]
    return f"line {to}, “{_told(known, row.table, to, seen)}”" if to in known.numbers else f"line {to}"


def _set_by_hand(row: Request, seen: Sight) -> str:
    """The lines that would be written, as the log would tell them."""
    known, words = position(row.table), list[str]()
    game, state = known.game, known.state
    for tap in taps(row):
        words.append(lines.told_by(game, state, game.redact_action(state, tap.action, seen), seen))
        if len(words) < len(row.body["row"]):
            state = game.apply(state, tap.action).state
    return "; ".join(words)


def _otherwise(row: Request, seen: Sight) -> str:
    return f"from line {row.body['to']} on, at a table of its own"


def _taken_back(row: Request, seen: Sight) -> str:
    known, to = position(row.table), row.body["to"]
    undone = known.since(to)[1:] if to in known.numbers else ()
    if not undone:
        return f"what came after line {to}"
    told = f"“{_told(known, row.table, undone[0], seen)}”"
    return told if len(undone) == 1 else f"{told} and {count(len(undone) - 1, 'line')} after it"


def _brought_back(row: Request, seen: Sight) -> str:
    known, undone = position(row.table), undone_last(row.table)
    if undone.kind == "amend":
        return f"the correction of line {undone.to}"
    back = [place.number for place in known.standing.undone[-1] if place.number not in known.numbers]
    told = f"the undo of “{_told(known, row.table, back[0], seen)}”"
    return told if len(back) == 1 else f"{told} and {count(len(back) - 1, 'line')} after it"


DEEDS = {
    "undo": _taken_back,
    "redo": _brought_back,
    "amend": _corrected,
    "deed": _set_by_hand,
    "branch": _otherwise,
}
"""What is asked for, in words that the device which reads them may know."""


def _told(known: Position, table: Table, number: int, seen: Sight) -> str:
    return lines.words(Entry.objects.get(table=table, number=number), known, seen)
