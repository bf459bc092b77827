"""What the shell of a table's page shows: finished values, so that templates print and do not compute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from companion.engine.called import named
from companion.engine.game import Game
from companion.engine.scene import NOBODY, Ready, Scene, Sight
from companion.engine.sealed import NOTHING
from companion.engine.stage import Screen, covered
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.tables import lines
from companion.tables.beside import beside
from companion.tables.codes import new_key
from companion.tables.correcting.afterwards import has_changed
from companion.tables.correcting.taking_back import before_last
from companion.tables.devices import Device
from companion.tables.may import looker
from companion.tables.models import Seat, Table
from companion.tables.pleas import Waiting, open_requests
from companion.tables.position import BrokenJournal, Position, position
from companion.tables.position.passages import passages
from companion.tables.presence import present
from companion.tables.screen.addresses import branch, correcting, urls
from companion.tables.screen.covers import asks_to_undo, covering, passed_on
from companion.tables.screen.shown import Place, RulesHere, SeatShown, Shown
from companion.tables.seating.host_place import news
from companion.tables.seating.people import names_given
from companion.tables.seating.seats import played_for
from companion.tables.together import readiness
from companion.tables.together.walking import beat, told

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
    """The context of a table's page: `v` for the game's template, `table` for the shell."""
    known = position(look.table)
    seats = beside(look.table).seats
    seen = eyes(look, {seat.chair: seat.name for seat in seats})
    trail = known.earlier(look.line) if look.line else known.trail
    said = Ready() if look.line else readiness.ready(look.table, look.who)
    cover = covering(look, known, trail[-1], seen, said)
    seen = cover.sight(seen) if cover else seen
    asked = () if look.room == "tv" or look.line else open_requests(look.table, look.who, seen)
    question = next((w.ask for w in asked if w.kind == "question" and w.may_say), None)
    waits = next((w.seat for w in asked if w.kind == "question" and w.mine and not w.may_say), "")
    last = None if look.line else last_action(known)
    led, walk = passages(known, seen, look.line), None if look.line else beat(look.table, known.numbers)
    draft = cover.draft(look.draft) if cover else dict(look.draft)
    scene = Scene(
        trail[-1], seen, look.room, draft, trail, question, last=last, passages=led, walk=walk, ready=said,
        asked_of=waits, answering=_answering(look, seats),
        hands=NOTHING if look.line else readiness.hands(look.table, look.who, known, seen),
    )  # fmt: skip
    game, (values, whole) = known.game, _seen(known.game, scene)
    values = called(passed_on(look, covered(values, cover) if cover else values), seats)
    quiet = bool(values.stage and values.stage.walks)
    table = shell(look, told(look.table, known), seats, asked, quiet=quiet)
    table = replace(table, undo_asks=asks_to_undo(look, known, cover))
    return {
        "v": values,
        "go_on": "" if whole else reverse("tables:go_on", args=[look.table.code]),
        "game": {"slug": game.slug, "title": game.title, "lasting": game.campaign is not None},
        "rules": _rules(look, known),
        "table": table,
        "changed": has_changed(known, seen) if table.last and table.last[0].kind == "amend" else (),
        "place": Place(table.here, table.urls["join"], table.seats),
    }


def _answering(look: Look, seats: Sequence[Seat]) -> frozenset[str]:
    """The seats that answer for themselves here; nobody is asked of what is past."""
    table, who = look.table, look.who
    return frozenset(s.chair for s in seats if not look.line and readiness.answers(table, who, s.chair))


def _rules(look: Look, known: Position) -> RulesHere | None:
    opened = known.actions[known.numbers[0]] if known.numbers else None
    return None if look.room == "tv" else RulesHere(known.game.slug, (opened or {}).get("options", {}))


def _seen(game: Game[Any], scene: Scene[Any]) -> tuple[Screen, bool]:
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


def last_action(known: Position) -> Json:
    """The newest action that stands, as everybody may read it; None before the first one."""
    if len(known.numbers) < 2:
        return None
    return known.game.redact_action(known.state, known.actions[known.numbers[-1]], NOBODY)


def eyes(look: Look, names: Mapping[str, str]) -> Sight:
    """What may lie open on this look; on the TV nothing, and no control.

    A host who sits nowhere has controls for whom he says that he plays for, as one with a seat of his own.
    """
    if look.room == "tv":
        return NOBODY
    return replace(looker(look.table, at_home(look), names), keeps=False).sight()


def at_home(look: Look) -> Device:
    """The device in the room of this look."""
    return look.who.at_hand(look.draft.get("seat", "")) if look.room == "hand" else look.who


def shell(
    look: Look, known: Position, seats: Sequence[Seat], asked: tuple[Waiting, ...], *, quiet: bool = False
) -> Shown:
    """The shell's values; `quiet` while all are still being shown what the last action did."""
    table, who = look.table, look.who
    shown = _seats(look, seats)
    may = who.plays and table.closed_at is None and look.room != "tv"
    moves = may and not look.line
    return Shown(
        code=table.code, title=table.title, version=table.version, stir=table.stir, kind=table.kind,
        room=look.room, back=look.back, key=new_key(), is_host=who.host, for_others=who.for_others,
        spectator=not who.plays, closed=table.closed_at is not None, may_act=may,
        can_undo=moves and len(known.numbers) > 1, undo_to=before_last(table, known),
        can_redo=moves and bool(known.standing.undone),
        your_turn=not quiet and _your_turn(look, known, asked),
        asked=next((w.id for w in asked if w.kind == "question" and w.may_say), 0),
        turn="" if quiet else listed(s.player for s in seats if s.player and s.chair in _actors(look, known)),
        seats=shown, hand_urls=tuple(seat for seat in shown if seat.mine),
        # What happened is told outside any cover: as everybody may read it.
        last=() if quiet else lines.last(table, known, NOBODY, seats, LAST), waiting=asked,
        news=tuple(news(table)),
        urls=urls(table) | branch(table) | own_print(look)
        | (correcting(table, look.line) if look.line else {}),
    )  # fmt: skip


def _your_turn(look: Look, known: Position, asked: Sequence[Waiting]) -> bool:
    """Whether it is for the seat of this room to act: said beside a cover, never under it.

    While a question waits it is for whom it asks, and for nobody else.
    """
    if any(each.kind == "question" and (each.may_say or each.mine) for each in asked):
        return any(each.kind == "question" and each.may_say for each in asked)
    here = at_home(look)
    own = (here.hand,) if look.room == "hand" else here.holds if len(here.holds) == 1 else ()
    return any(seat in own for seat in _actors(look, known))


def _actors(look: Look, known: Position) -> Sequence[str]:
    """Whose turn it is, and who has not said already that he is ready; nobody's before the table begins."""
    if not known.numbers:
        return ()
    if look.line:
        return known.game.actors(known.trail_before(look.line)[-1])
    said = readiness.said(look.table)
    return [seat for seat in known.game.actors(known.state) if seat not in said]


def own_print(look: Look) -> dict[str, str]:
    """From a hand's own room its own sheets are printed."""
    there, hand = urls(look.table)["print"], at_home(look).hand
    return {"print": f"{there}.{hand}"} if there and hand else {}


def _seats(look: Look, seats: Sequence[Seat]) -> tuple[SeatShown, ...]:
    table, who = look.table, look.who
    held, hosted = present(table), played_for(table)
    hand = (correcting(table, look.line) if look.line else urls(table))["hand"]
    chosen = {"as": "it-was"} if look.line else {}
    return tuple(
        SeatShown(
            id=seat.chair, name=seat.name, player=seat.player, taken=seat.chair in held,
            online=held.get(seat.chair, False), mine=seat.chair in who.holds,
            by_host=seat.chair in hosted,
            may_host=who.host and table.kind == "seated" and seat.chair not in who.holds,
            hand_url=f"{hand}?{urlencode({**chosen, 'seat': seat.chair})}",
        )
        for seat in seats
    )  # fmt: skip
