"""What a correction would change, before anybody confirms it: nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.engine.errors import IllegalAction, join
from companion.engine.scene import Looker, Sight
from companion.engine.wire import Json
from companion.tables import lines
from companion.tables.correcting.amending import Correction, Fix, check_fix, corrected, is_open
from companion.tables.correcting.rebasing import SKIP
from companion.tables.correcting.telling import Broken, Evening, Figure, Teller
from companion.tables.devices import HOUSE, Device
from companion.tables.dice import dice_of
from companion.tables.may import chairs, looker
from companion.tables.models import Table
from companion.tables.position import Position, position
from companion.tables.position.going_back import going_back
from companion.tables.together.walking import told


@dataclass(frozen=True, slots=True)
class Fallen:
    """A later line that could not follow: its number, its words, and why."""

    number: int
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Change:
    """A value of the state that would be another: its place, what it is, what it would be."""

    path: str
    before: Json
    after: Json


@dataclass(frozen=True, slots=True)
class Foresight:
    """What one who looks would see change, were that line corrected.

    `broken` are those of the later lines that cannot follow as they are, `dropped` those of them that fall.
    `evenings` sums later lines up, `over` says why the game would end sooner. Of a line whose fate hangs on
    what others hide nothing is told, and it counts among the `hidden` ones.

    `told` says what is otherwise in the end, `own` what of it this device alone may know, `figures` which of
    its own figures; `changes` is each value. `states` is how the table stands and how it would, `deeds` both
    right after the line itself.

    With `secret` all this goes only as far as what others hide decides nothing: who may still choose what to
    ask for could ask until he knew. Those who are asked see the whole of it, each with his own eyes.
    """

    words: str
    dice: Json
    steps: Sequence[Mapping[str, str]]
    broken: tuple[Broken, ...]
    evenings: tuple[Evening, ...]
    told: tuple[str, ...]
    own: tuple[str, ...]
    figures: tuple[Figure, ...]
    over: tuple[str, ...]
    changes: tuple[Change, ...]
    hidden: int
    secret: bool
    states: tuple[Any, ...]
    deeds: tuple[Any, ...]

    @property
    def followed(self) -> int:
        """How many later lines follow as they are, of those that are told."""
        return sum(each.followed for each in self.evenings)

    @property
    def repaired(self) -> int:
        """How many are repaired."""
        return sum(each.repaired for each in self.evenings)

    @property
    def fallen(self) -> int:
        """How many fall."""
        return sum(each.fallen for each in self.evenings)

    @property
    def dropped(self) -> tuple[Fallen, ...]:
        """The later lines that stand no more."""
        return tuple(Fallen(each.number, each.words, each.why) for each in self.broken if each.falls)

    @property
    def mended(self) -> tuple[Broken, ...]:
        """The later lines that stand otherwise than they did."""
        return tuple(each for each in self.broken if not each.falls)

    @property
    def choosable(self) -> tuple[Broken, ...]:
        """The later lines at which there is more than one way to go on."""
        return tuple(each for each in self.broken if len(each.ways) > 1)

    def as_json(self) -> dict[str, Any]:
        """For a program."""
        told = asdict(replace(self, states=(), deeds=()))
        del told["states"], told["deeds"]
        return told | {"dropped": [asdict(each) for each in self.dropped]}


@going_back()
def foresee(table: Table, who: Device, fix: Fix) -> Foresight:
    """What that correction would change, as a room without a cover shows it; refused as it would be."""
    check_fix(fix)
    known, names, shared = position(table), chairs(table), replace(who, hand="")
    untold = told(table, known).untold
    if untold and fix.to == untold:
        raise IllegalAction("to", f"Line {untold} is still being shown to all: see it to its end first.")
    _check_asks(known, fix, looker(table, who, names))
    done = corrected(known, table, who, fix)
    return _seen(table, known, done, shared, alone=True)


@going_back()
def asked(table: Table, who: Device, body: Mapping[str, Json], *, alone: bool) -> Foresight:
    """The same of a correction that somebody asks for; `alone` to himself, before others have agreed."""
    known, repaired = position(table), {each["line"]: each["how"] for each in body["repairs"] or ()}
    fix = Fix(body["to"], body["action"], repaired | dict.fromkeys(body["dropped"] or (), SKIP))
    done = corrected(known, table, HOUSE, fix)
    return _seen(table, known, done, replace(who, hand=""), alone=alone)


def _seen(table: Table, known: Position, done: Correction, who: Device, *, alone: bool) -> Foresight:
    """A correction as a device may know it; who is `alone` with it as far as no other's secrets decide."""
    device, game = looker(table, who, chairs(table)), known.game
    seen, later, untold = device.sight(), known.since(done.to)[1:], told(table, known).untold
    hidden = {n for n in later if untold or not is_open(known, n, seen)}
    until = next((n for n in later if n in hidden), 0) if alone else 0
    if until:
        later = later[: later.index(until)]
    reached = later[-1] if later else 0
    was = _drawn(known, known.before(until)) if until else known.state
    would = (done.later.trail[reached] if reached else done.became) if until else done.state
    would = _drawn(known, would)
    teller = Teller(table, known, done, device, tuple(n for n in later if n not in hidden))
    changed = [tuple(game.differs(was, would, sees)) for sees in ((), seen.sees)]
    return Foresight(
        words=_words(known, done, seen),
        dice=dice_of(done.action),
        # Why hangs on what lay open then: where that is told no more, nor is this.
        steps=[] if _is_told_no_more(known, done.to) else [step.as_json() for step in done.steps],
        broken=tuple(teller.broken()),
        evenings=tuple(teller.evenings()),
        told=changed[1],
        own=tuple(each for each in changed[1] if each not in changed[0]),
        figures=tuple(teller.own(was, would)),
        over=() if until else teller.over(),
        changes=tuple(changes(game.redact_state(was, seen), game.redact_state(would, seen))),
        hidden=len(known.since(done.to)) - 1 - len(teller.lines),
        secret=bool(until),
        states=(was, would),
        deeds=(_drawn(known, _after(known, done.to)), _drawn(known, done.became)),
    )


def _after(known: Position, line: int) -> Any:
    """The state after that standing line."""
    return known.fold(known.standing.places, known.numbers.index(line))


def _check_asks(known: Position, fix: Fix, device: Looker) -> None:
    """Nobody weighs a deed that looks at another's secrets: what would come of it could be asked for ever."""
    if fix.action is not None and fix.to in known.numbers:
        game, before = known.game, known.before(fix.to)
        looks = {*game.looks(before, fix.action), *game.shows(before, fix.action)}
        device.check_asks(known.game.seat_key, looks)


def _is_told_no_more(known: Position, line: int) -> bool:
    before = known.before(line)
    return _drawn(known, before) is not before


def _drawn(known: Position, then: Any) -> Any:
    """Another state than the table's own, as a picture of it may be drawn now."""
    return known.game.past(then, known.state)


def _words(known: Position, done: Correction, seen: Sight) -> str:
    if done.action is None:
        return ""
    shown = known.game.redact_action(done.state, done.action, seen)
    return lines.told_by(known.game, known.found(done.to), shown, seen)


def changes(before: Json, after: Json, path: str = "") -> Iterator[Change]:
    """Each innermost value that differs, with its place; what is new or gone has None on the other side.

    >>> [(each.path, each.before, each.after) for each in changes({"a": [1, 2]}, {"a": [1, 3], "b": 4})]
    [('a.1', 2, 3), ('b', None, 4)]
    """
    if before == after and type(before) is type(after):
        return
    pairs = list(_pairs(before, after))
    if not pairs:
        yield Change(path, before, after)
    for key, old, new in pairs:
        yield from changes(old, new, join(path, key))


def _pairs(before: Json, after: Json) -> Iterator[tuple[str | int, Json, Json]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield key, before.get(key), after.get(key)
    elif isinstance(before, list) and isinstance(after, list):
        for place in range(max(len(before), len(after))):
            old = before[place] if place < len(before) else None
            yield place, old, after[place] if place < len(after) else None
