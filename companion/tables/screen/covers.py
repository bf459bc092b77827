"""The cover over a seat's own at a table: whose it is, whether its say is over, to whom the device goes."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.http import urlencode

from companion.engine.scene import NOBODY, Ready, Sight
from companion.engine.sealed import BOTH, NOTHING
from companion.engine.stage import Covering, Passing, Screen, Sitter, Way, said
from companion.engine.stage.covering import Ring, in_turn, seated, short
from companion.engine.wording import listed
from companion.tables.beside import beside
from companion.tables.models import Seat
from companion.tables.position import BrokenJournal, Position
from companion.tables.screen.addresses import correcting, urls
from companion.tables.together import readiness

if TYPE_CHECKING:
    from companion.tables.screen import Look

HELD, KEPT = "held", "yes"
"""What a device says of its cover: it is held just now; on one of a single seat, that it stays open."""
MOST = 60
"""After so many lines since it was opened, it is covered without asking whose say they were."""


def covering(look: "Look", known: Position, state: Any, sight: Sight, said: Ready) -> Covering | None:
    """The cover over the one seat whose own this screen would show; None where nothing of it is hidden."""
    alone = look.room != "tv" and len(sight.sees) == 1
    seat = next(iter(sight.sees)) if alone else ""
    cover = known.game.covers(state, seat) if seat else None
    if cover is None or (cover.is_shared and (len(look.who.holds) < 2 or look.draft.get("for") == BOTH)):
        return None
    to_act = _to_act(look, known, state, said)
    acts = seat in to_act
    if len(look.who.holds) == 1:
        return Covering(seat=seat, cover=cover, is_open=look.opens in (HELD, KEPT), acts=acts)
    ring = Ring.read(look.draft.get("ring", ""))
    mine = acts or (ring.word == "mine" and ring.after == look.table.version)
    if not mine or ring.word in ("late", "again"):
        passing = Round(look, known, state, to_act, said.said).passing(seat, ring)
        return Covering(seat=seat, cover=cover, is_shared=True, acts=acts, passing=passing)
    is_open = look.opens == HELD or _stays(look, known, seat)
    return Covering(seat=seat, cover=cover, is_open=is_open, is_shared=True, acts=acts)


def _to_act(look: "Look", known: Position, state: Any, said: Ready) -> list[str]:
    """Whose say it is: who must answer before the table moves, else who is to act and not ready yet."""
    asked = [] if look.line else [row.seat for row in beside(look.table).open if row.kind == "question"]
    hands = NOTHING if look.line else readiness.hands(look.table, look.who, known, NOBODY)
    owed = hands.missing if hands.owners else known.game.actors(state)
    return asked or [each for each in owed if each not in said.said]


def kept_as(seat: str, version: int) -> str:
    """What a device that several share keeps of a wish to stay open: whose, and since which line."""
    return f"{seat}-{version}"


def _stays(look: "Look", known: Position, seat: str) -> bool:
    """Whether that seat's own is to stay open, and its say has not been over since it said so."""
    whose, _, after = look.opens.rpartition("-")
    if whose != seat or not after.isascii() or not after.isdecimal() or look.line:
        return False
    since = [n for n in known.numbers if n > int(after)]
    if int(after) == look.table.version or not since:
        return int(after) <= look.table.version
    with suppress(BrokenJournal):
        states = known.trail[-len(since) :] if len(since) <= MOST else ()
        return bool(states) and all(seat in known.game.actors(each) for each in states)
    return False


@dataclass(frozen=True, slots=True)
class Round:
    """The hands through which one device goes: who of them is to act, and who has said that he is ready."""

    look: "Look"
    known: Position
    state: Any
    to_act: Sequence[str]
    said: Collection[str]

    def passing(self, seat: str, ring: Ring) -> Passing:
        """The device between two hands, as it lies in that seat's own room."""
        look, last = self.look, _last(self.look, self.known)
        holds, here = look.who.holds, [each for each in self.to_act if each in look.who.holds]
        to = next(iter(here), "")
        before = seat if seat != to else last if last in holds and last != to else ""
        parts = dict.fromkeys(here, "acts") | {before: "from", to: "to"}
        sitters = [self._sitter(row, parts.get(row.chair, "")) for row in beside(look.table).seats]
        is_done = before not in self.to_act and (before in self.said or (before == last != ""))
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

    def _says(self, to: str, done: str) -> dict[str, str]:
        """Of each seat that it has chosen, or when it is for it to choose."""
        order = self.known.game.turns(self.state)
        at = order.index(to) if to in order else 0
        then = order[at + 1 :] or [each for each in self.to_act if each != to]
        return in_turn((*order[:at], *self.said, done), to, then)

    def _sitter(self, row: Seat, part: str) -> Sitter:
        cover = self.known.game.covers(self.state, row.chair)
        way = _room(self.look, row.chair) if part in ("to", "acts") else ""
        side, icon = (cover.side, cover.icon) if cover else ("", None)
        return Sitter(row.chair, short(row.player or row.name), side, icon, part, way)


def _room(look: "Look", seat: str, **more: str) -> str:
    """A seat's own room, whose ring it then is."""
    there = (correcting(look.table, look.line) if look.line else urls(look.table))["hand"]
    chosen = {"as": "it-was"} if look.line else {}
    return f"{there}?{urlencode({**chosen, 'seat': seat, **more})}"


def _last(look: "Look", known: Position) -> str:
    """Whose the newest line is; nobody's of an earlier one that is corrected."""
    if look.line or len(known.numbers) < 2:
        return ""
    return seat_of_last(known)


def seat_of_last(known: Position) -> str:
    """The seat whose deed the newest line is; empty where it is the whole table's."""
    number = known.numbers[-1]
    with suppress(BrokenJournal):
        whose = known.game.seat_of(known.before(number), known.actions[number])
        return whose if isinstance(whose, str) else ""
    return ""


def passed_on(look: "Look", screen: Screen) -> Screen:
    """Where a device that several share waits for what one of them does behind his cover: the way there."""
    stage, holds = screen.stage, look.who.holds
    waits = stage.ask.waits if stage and look.room != "tv" and len(holds) > 1 else ""
    if stage is None or waits not in holds or stage.ask.main is not None:
        return screen
    row = next(each for each in beside(look.table).seats if each.chair == waits)
    words = said("I am {who}", who=row.player or row.name)
    way = Way(words=words, small="only then the ring is here", href=_room(look, waits), leaves=True)
    return replace(screen, stage=replace(stage, ask=replace(stage.ask, main=way)))


def asks_to_undo(look: "Look", known: Position, cover: Covering | None) -> str:
    """On a device that several share, where somebody says who he is before his secret deed is taken back."""
    seat = seat_of_last(known) if len(known.numbers) > 1 else ""
    shares = look.room != "tv" and not look.line and len(look.who.holds) > 1 and seat in look.who.holds
    if not shares or (cover and cover.seat == seat and not cover.passing):
        return ""
    number = known.numbers[-1]
    hidden: Collection[str] = known.game.looks(known.before(number), known.actions[number])
    return _room(look, seat, ring="again") if seat in hidden and known.game.covers(known.state, seat) else ""
