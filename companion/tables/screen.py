"""What the shell of a table's page shows: seats, last line, addresses, the cover over one's own."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from cachetools import LRUCache, cached
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode

from companion import shelf
from companion.engine.game import Game
from companion.engine.scene import BOTH, NOBODY, NOTHING, Ready, Scene, Sight
from companion.engine.stage import Covering, Passing, Screen, Sitter, Way, covered, phrase
from companion.engine.stage.screen import Ring, in_turn, seated, short
from companion.engine.step import named
from companion.engine.wording import listed
from companion.tables import journal, lines
from companion.tables.bell import present
from companion.tables.correcting import before_last, has_changed, undone_last
from companion.tables.devices import Device, looker, new_key
from companion.tables.journal import beat, public_position
from companion.tables.lines import passages
from companion.tables.models import Seat, Table, beside
from companion.tables.pleas import Waiting, open_requests
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.seating import names_given, news, played_for

QR_KEPT = 64


def urls(table: Table) -> dict[str, str]:
    """The addresses of a table's pages."""
    return dict(_urls(table.code))


@lru_cache(maxsize=QR_KEPT)
def _urls(code: str) -> dict[str, str]:
    rooms = ("table", "hand", "tv", "film", "log", "seats", "join", "lobby", "advice")
    deeds = ("act", "undo", "redo", "say", "walk", "ready", "mark", "again", "bell", "guide", "cover")
    return {room: reverse(f"tables:{room}", args=[code]) for room in (*rooms, *deeds)} | {
        "print": f"{shop}?table={code}" if (shop := address("print:home")) else "",
        "campaign": address("campaigns:of", code),
        "paper": reverse("tables:paper", args=[code]),
    }


def branch(table: Table) -> dict[str, str]:
    """At a branch, where it is compared and where its true table is."""
    if not table.branch_line:
        return {"branch": "", "true_line": ""}
    true = table.branch_of
    return {
        "branch": reverse("tables:branch", args=[table.code]) if true else "",
        "true_line": _urls(true.code)["table"] if true else "",
    }


def front_page(table: Table) -> str:
    """Where the table's game is printed as a front page; empty where its game has none."""
    shop = address("print:pdf", table.system, "front-page")
    has_one = table.system in shelf.slugs() and "front-page" in shelf.game(table.system).printables
    return f"{shop}?table={table.code}" if shop and has_one else ""


def correcting(table: Table, line: int) -> dict[str, str]:
    """The addresses of the pages on which a line is corrected, in the place of the table's own."""
    rooms = {"table": "correct", "hand": "correct_hand", "act": "correct_act"}
    return {room: reverse(f"tables:{name}", args=[table.code, line]) for room, name in rooms.items()}


def address(name: str, *args: str) -> str:
    """Where a room of the house is; empty where the house has none of that name."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


class SeatShown(NamedTuple):
    """A seat: `player` is who sits there, `online` that a device of it listens.

    `by_host` is that the host plays for it, at a table where each plays his own; `may_host` that this device
    is the host's and could. `house` is how strongly the house plays it, empty where it does not.
    """

    id: str
    name: str
    player: str
    taken: bool
    online: bool
    mine: bool
    by_host: bool
    may_host: bool
    house: str
    hand_url: str


class RulesHere(NamedTuple):
    """Of which game a page's links open the rules, told with what its table chose as it opened."""

    slug: str
    options: Mapping[str, object]

    def __hash__(self) -> int:
        return hash(self.slug)


class Place(NamedTuple):
    """What a picture of a game's own may print of its table: who sits there, and where its rooms are."""

    here: str
    join_url: str
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The shell around a game's screen. `turn` names the people who are to act, where they have names.

    `undo_asks` is where somebody says who he is before what he did in secret is taken back; `asked` is the
    number of the question that waits for a word from here. `may_ask` is that the house may be asked what it
    would do; `thinks` in how many seconds it has thought at most, where it thinks long about its deed now.
    """

    code: str
    title: str
    version: int
    stir: int
    kind: str
    room: str
    back: str
    key: str
    is_host: bool
    for_others: tuple[str, ...]
    spectator: bool
    closed: bool
    may_act: bool
    can_undo: bool
    undo_to: int
    can_redo: bool
    your_turn: bool
    turn: str
    seats: tuple[SeatShown, ...]
    hand_urls: tuple[SeatShown, ...]
    last: tuple[lines.LineShown, ...]
    waiting: tuple[Waiting, ...]
    news: tuple[str, ...]
    urls: Mapping[str, str]
    undo_asks: str = ""
    corrected: int | None = None
    asked: int = 0
    may_ask: bool = False
    thinks: int = 0

    @property
    def here(self) -> str:
        return urlsplit(self.back).path

    def __getattr__(self, name: str) -> str:
        """`act_url` and the like: the page's addresses by name."""
        try:
            return self.urls[name.removesuffix("_url")]
        except KeyError:
            raise AttributeError(name) from None


LAST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One look at a table: who looks, in which room, with what half-made choice, coming from where.

    `line` is the line that is being corrected: the table is shown as it was when that was tapped. `guided` is
    that the device wishes to be taught its first round, `lesson` one of its lessons to read again. `opens` is
    what it says of its cover: that it is “held”, “yes”, or whose is to stay open since which line.
    """

    table: Table
    who: Device
    room: str = "table"
    draft: Mapping[str, str]
    back: str
    line: int = 0
    guided: bool = False
    lesson: str = ""
    opens: str = ""


def page(look: Look) -> dict[str, Any]:
    """The context of a table's page: `v` for the game's template, `table` for the shell.

    `public` is where the table stands as far as everybody has been told.
    """
    current = position(look.table)
    seats = beside(look.table).seats
    seen = eyes(look, {seat.chair: seat.name for seat in seats})
    trail = current.earlier(look.line) if look.line else current.trail
    ready = Ready() if look.line else journal.ready(look.table, look.who)
    cover = covering(look, current, trail[-1], seen, ready)
    seen = cover.sight(seen) if cover else seen
    pending = () if look.room == "tv" or look.line else open_requests(look.table, look.who, seen)
    question = next((w.ask for w in pending if w.kind == "question" and w.may_say), None)
    waits = next((w.seat for w in pending if w.kind == "question" and w.mine and not w.may_say), "")
    last = None if look.line else last_action(current)
    led, walk = passages(current, seen, look.line), None if look.line else beat(look.table, current.numbers)
    draft = cover.draft(look.draft) if cover else dict(look.draft)
    scene = Scene(
        trail[-1], seen, look.room, draft, trail, question, last=last, passages=led, walk=walk, ready=ready,
        asked_of=waits, answering=_answering(look, seats),
        hands=NOTHING if look.line else journal.hands(look.table, look.who, current, seen),
    )  # fmt: skip
    game, (values, whole) = current.game, _seen(current.game, scene)
    values = called(passed_on(look, covered(values, cover) if cover else values), seats)
    quiet = bool(values.stage and values.stage.walks)
    public = public_position(look.table, current)
    table = shell(look, public, seats, pending, quiet=quiet)
    table = replace(table, undo_asks=asks_to_undo(look, current, cover))
    return {
        "v": values,
        "go_on": "" if whole else reverse("tables:go_on", args=[look.table.code]),
        "game": {"slug": game.slug, "title": game.title, "lasting": game.campaign is not None},
        "rules": _rules(look, current),
        "table": table,
        "changed": has_changed(current, seen) if table.last and table.last[0].kind == "amend" else (),
        "place": Place(table.here, table.urls["join"], table.seats),
        "public": public,
    }


def _answering(look: Look, seats: Sequence[Seat]) -> frozenset[str]:
    """The seats that answer for themselves here; nobody is asked of what is past."""
    table, who = look.table, look.who
    return frozenset(s.chair for s in seats if not look.line and journal.answers(table, who, s.chair))


def _rules(look: Look, current: Position) -> RulesHere | None:
    opened = current.actions[current.numbers[0]] if current.numbers else None
    return None if look.room == "tv" else RulesHere(current.game.slug, (opened or {}).get("options", {}))


def _seen(game: Game[object], scene: Scene[object]) -> tuple[Screen, bool]:
    """The game's own values, and whether the rules follow what led here: else nothing is looked back on."""
    try:
        return game.view(scene), True
    except BrokenJournal:
        return game.view(replace(scene, trail=(scene.state,), last=None, passages=())), False


def called(values: Screen, seats: Sequence[Seat]) -> Screen:
    """The same, speaking of people by the names that they gave; the bar names both."""
    names = names_given(seats)
    own, stage = named(values.own, names), named(values.stage, names)
    return replace(values, own=own, stage=stage)


def last_action(current: Position) -> object:
    """The newest action that stands, as everybody may read it; None before the first one."""
    if len(current.numbers) < 2:
        return None
    return current.game.redact_action(current.state, current.actions[current.numbers[-1]], NOBODY)


def eyes(look: Look, names: Mapping[str, str]) -> Sight:
    """What may lie open on this look; on the TV nothing, and no control.

    A host who sits nowhere has controls for whom he says that he plays for, as one with a seat of his own.
    """
    if look.room == "tv":
        return NOBODY
    return replace(looker(look.table, at_home(look), names), keeps=False).sight()


def at_home(look: Look) -> Device:
    return look.who.at_hand(look.draft.get("seat", "")) if look.room == "hand" else look.who


def shell(
    look: Look, current: Position, seats: Sequence[Seat], pending: tuple[Waiting, ...], *, quiet: bool = False
) -> Shown:
    """The shell's values; `quiet` while all are still being shown what the last action did."""
    table, who = look.table, look.who
    chairs = _seats(look, seats)
    may = who.plays and table.closed_at is None and look.room != "tv"
    moves, actors = may and not look.line, () if quiet else _actors(look, current)
    last = _newest(table, current, seats)
    corrected = moves and bool(current.standing.undone and last) and last[0].kind == "amend"
    return Shown(
        code=table.code, title=table.title, version=table.version, stir=table.stir, kind=table.kind,
        room=look.room, back=look.back, key=new_key(), is_host=who.host, for_others=who.for_others,
        spectator=not who.plays, closed=table.closed_at is not None, may_act=may,
        can_undo=moves and len(current.numbers) > 1, undo_to=before_last(table, current),
        can_redo=moves and bool(current.standing.undone),
        corrected=undone_last(table).to if corrected else None,
        your_turn=not quiet and _your_turn(look, current, pending),
        asked=next((w.id for w in pending if w.kind == "question" and w.may_say), 0),
        turn=listed(short(s.player) for s in seats if s.player and s.chair in actors),
        may_ask=moves and beside(table).may_ask and not set(actors).isdisjoint(who.holds),
        thinks=LONG if _thinks_long(look, actors) else 0,
        seats=chairs, hand_urls=tuple(seat for seat in chairs if seat.mine),
        # What happened is told outside any cover: as everybody may read it.
        last=() if quiet else last, waiting=pending,
        news=tuple(news(table)),
        urls=urls(table) | branch(table) | own_print(look)
        | (correcting(table, look.line) if look.line else {}),
    )  # fmt: skip


LONG = 15
"""Seconds for which the house thinks long at most."""


def _thinks_long(look: Look, actors: Sequence[str]) -> bool:
    minds = beside(look.table).minds
    return not look.line and any(minds.get(seat) == "thinks_long" for seat in actors)


def _facts(table: Table, current: Position, seats: Sequence[Seat]) -> tuple[object, ...]:
    return table.id, table.code, table.version, table.stir, current.version, current.untold


@cached(LRUCache(QR_KEPT), _facts, Lock())
def _newest(table: Table, current: Position, seats: Sequence[Seat]) -> tuple[lines.LineShown, ...]:
    """The last lines as everybody may read them, made once for all screens."""
    return lines.last(table, current, NOBODY, seats, LAST)


def _your_turn(look: Look, current: Position, pending: Sequence[Waiting]) -> bool:
    """Whether it is for the seat of this room to act: said beside a cover, never under it.

    While a question waits it is for whom it asks, and for nobody else.
    """
    if any(each.kind == "question" and (each.may_say or each.mine) for each in pending):
        return any(each.kind == "question" and each.may_say for each in pending)
    device = at_home(look)
    own = (device.hand,) if look.room == "hand" else device.holds if len(device.holds) == 1 else ()
    return any(seat in own for seat in _actors(look, current))


def _actors(look: Look, current: Position) -> Sequence[str]:
    """Whose turn it is, and who has not said already that he is ready; nobody's before the table begins."""
    if not current.numbers:
        return ()
    if look.line:
        return current.game.actors(current.trail_before(look.line)[-1])
    ready = journal.said(look.table)
    return [seat for seat in current.game.actors(current.state) if seat not in ready]


def own_print(look: Look) -> dict[str, str]:
    """From a hand's own room its own sheets are printed."""
    shop, hand = urls(look.table)["print"], at_home(look).hand
    return {"print": f"{shop}.{hand}"} if shop and hand else {}


def _seats(look: Look, seats: Sequence[Seat]) -> tuple[SeatShown, ...]:
    table, who = look.table, look.who
    held, hosted = present(table), played_for(table)
    hand = (correcting(table, look.line) if look.line else urls(table))["hand"]
    chosen, minds = {"as": "it-was"} if look.line else {}, beside(table).minds
    return tuple(
        SeatShown(
            id=seat.chair, name=seat.name, player=seat.player, taken=seat.chair in held,
            online=held.get(seat.chair, False), mine=seat.chair in who.holds,
            by_host=seat.chair in hosted, house=minds.get(seat.chair, ""),
            may_host=who.host and table.kind == "seated" and seat.chair not in {*who.holds, *minds},
            hand_url=f"{hand}?{urlencode({**chosen, 'seat': seat.chair})}",
        )
        for seat in seats
    )  # fmt: skip


HELD, KEPT, GOES = "held", "yes", "go"
"""What a device says of its cover: it is held just now; on one of a single seat, that it stays open, or is
open while that seat is to act."""
MOST = 60
"""After so many lines since it was opened, it is covered without asking whose say they were."""


def covering(look: "Look", current: Position, state: object, sight: Sight, ready: Ready) -> Covering | None:
    """The cover over the one seat whose own this screen would show; None where nothing of it is hidden."""
    seat = sight.alone(look.room) or ""
    cover = current.game.covers(state, seat) if seat else None
    if cover is None or (cover.is_shared and (len(look.who.holds) < 2 or look.draft.get("for") == BOTH)):
        return None
    # Whose say it is: who must answer before the table moves, else who is to act and not ready yet.
    answering = [] if look.line else [row.seat for row in beside(look.table).open if row.kind == "question"]
    hands = NOTHING if look.line else journal.hands(look.table, look.who, current, NOBODY)
    owed = hands.missing if hands.owners else current.game.actors(state)
    to_act = answering or [each for each in owed if each not in ready.said]
    acts = seat in to_act
    if len(look.who.holds) == 1:
        # What the whole table is asked (who goes first) is no secret, and nobody's go hides it from him.
        acts = acts or not (owed or answering)
        goes = look.opens == GOES
        is_open = look.opens in (HELD, KEPT) or (goes and acts)
        return Covering(seat=seat, cover=cover, is_open=is_open, goes=goes, acts=acts)
    ring = Ring.read(look.draft.get("ring", ""))
    mine = acts or (ring.word == "mine" and ring.after == look.table.version)
    if not mine or ring.word in ("late", "again"):
        passing = Round(look, current, state, to_act, ready.said).passing(seat, ring)
        return Covering(seat=seat, cover=cover, is_shared=True, acts=acts, passing=passing)
    is_open = look.opens == HELD or _stays(look, current, seat)
    return Covering(seat=seat, cover=cover, is_open=is_open, is_shared=True, acts=acts)


def kept_as(seat: str, version: int) -> str:
    """What a device that several share keeps of a wish to stay open: whose, and since which line."""
    return f"{seat}-{version}"


def _stays(look: "Look", current: Position, seat: str) -> bool:
    """Whether that seat's own is to stay open, and its say has not been over since it said so."""
    whose, _, after = look.opens.rpartition("-")
    if whose != seat or not after.isascii() or not after.isdecimal() or look.line:
        return False
    since = [n for n in current.numbers if n > int(after)]
    if int(after) == look.table.version or not since:
        return int(after) <= look.table.version
    with suppress(BrokenJournal):
        states = current.trail[-len(since) :] if len(since) <= MOST else ()
        return bool(states) and all(seat in current.game.actors(each) for each in states)
    return False


@dataclass(frozen=True, slots=True)
class Round:
    """The hands through which one device goes: who of them is to act, and who has said that he is ready."""

    look: "Look"
    current: Position
    state: object
    to_act: Sequence[str]
    ready: Collection[str]

    def passing(self, seat: str, ring: Ring) -> Passing:
        """The device between two hands, as it lies in that seat's own room."""
        look, last = self.look, _last(self.look, self.current)
        holds, hands = look.who.holds, [each for each in self.to_act if each in look.who.holds]
        to = next(iter(hands), "")
        before = seat if seat != to else last if last in holds and last != to else ""
        parts = dict.fromkeys(hands, "acts") | {before: "from", to: "to"}
        sitters = [self._sitter(row, parts.get(row.chair, "")) for row in beside(look.table).seats]
        is_done = before not in self.to_act and (before in self.ready or (before == last != ""))
        away = [each.name for each in sitters if each.seat in self.to_act and each.seat not in holds]
        return Passing(
            sitters=seated(sitters),
            again=_room(look, before, ring="again") if before else "",
            mine=_room(look, before, ring=f"mine-{look.table.version}") if before else "",
            is_done=is_done,
            is_late=ring.word == "late",
            asks=ring.word == "again" and bool(before),
            elsewhere=listed(away),
            says=self._says(to or next(iter(self.to_act), ""), before if is_done else ""),
        )

    def _says(self, to: str, before: str) -> dict[str, str]:
        """Of each seat that it has chosen, or when it is for it to choose."""
        order = self.current.game.turns(self.state)
        at = order.index(to) if to in order else 0
        then = order[at + 1 :] or [each for each in self.to_act if each != to]
        return in_turn((*order[:at], *self.ready, before), to, then)

    def _sitter(self, row: Seat, part: str) -> Sitter:
        cover = self.current.game.covers(self.state, row.chair)
        way = _room(self.look, row.chair) if part in ("to", "acts") else ""
        side, icon = (cover.side, cover.icon) if cover else ("", None)
        return Sitter(row.chair, short(row.player or row.name), side, icon, part, way)


def _room(look: "Look", seat: str, **more: str) -> str:
    room = (correcting(look.table, look.line) if look.line else urls(look.table))["hand"]
    chosen = {"as": "it-was"} if look.line else {}
    return f"{room}?{urlencode({**chosen, 'seat': seat, **more})}"


def _last(look: "Look", current: Position) -> str:
    """Whose the newest line is; nobody's of an earlier one that is corrected."""
    if look.line or len(current.numbers) < 2:
        return ""
    return seat_of_last(current)


def seat_of_last(current: Position) -> str:
    """The seat whose deed the newest line is; empty where it is the whole table's."""
    number = current.numbers[-1]
    with suppress(BrokenJournal):
        whose = current.game.seat_of(current.before(number), current.actions[number])
        return whose if isinstance(whose, str) else ""
    return ""


def passed_on(look: "Look", screen: Screen) -> Screen:
    """Where a device that several share waits for what one of them does behind his cover: the way there."""
    stage, holds = screen.stage, look.who.holds
    waits = stage.ask.waits if stage and look.room != "tv" and len(holds) > 1 else ""
    if stage is None or waits not in holds or stage.ask.main is not None:
        return screen
    row = next(each for each in beside(look.table).seats if each.chair == waits)
    words = phrase("I am {who}", who=row.player or row.name)
    way = Way(words=words, small="only then the ring is here", href=_room(look, waits), leaves=True)
    return replace(screen, stage=replace(stage, ask=replace(stage.ask, main=way)))


def asks_to_undo(look: "Look", current: Position, cover: Covering | None) -> str:
    """On a device that several share, where somebody says who he is before his secret deed is taken back."""
    seat = seat_of_last(current) if len(current.numbers) > 1 else ""
    shares = look.room != "tv" and not look.line and len(look.who.holds) > 1 and seat in look.who.holds
    if not shares or (cover and cover.seat == seat and not cover.passing):
        return ""
    number = current.numbers[-1]
    hidden: Collection[str] = current.game.looks(current.before(number), current.actions[number])
    return (
        _room(look, seat, ring="again") if seat in hidden and current.game.covers(current.state, seat) else ""
    )
