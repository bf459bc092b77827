"""What a correction would change, before anybody confirms it: nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.engine.errors import IllegalAction, join
from companion.engine.scene import Looker, Sight
from companion.engine.wire import Json
from companion.tables import lines
from companion.tables.correcting.amending import Correction, Fix, check_fix, corrected, hides
from companion.tables.devices import Device
from companion.tables.dice import dice_of
from companion.tables.may import chairs, looker
from companion.tables.models import Entry, Table
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

    With `secret` later lines hold what others hide, or what is still being shown: what changes is not told
    before they agree. `states` is how the table stands and how it would, for a picture of what all may know;
    empty where that is secret.
    """

    words: str
    dice: Json
    steps: Sequence[Mapping[str, str]]
    dropped: tuple[Fallen, ...]
    changes: tuple[Change, ...]
    secret: bool
    states: tuple[Any, ...]

    def as_json(self) -> dict[str, Any]:
        """For a program."""
        told = asdict(replace(self, states=()))
        del told["states"]
        return told


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
    device = looker(table, shared, names)
    seen = device.sight()
    game = known.game
    secret = hides(known, table, shared, fix.to) or bool(untold)
    now, then = game.redact_state(known.state, seen), game.redact_state(done.state, seen)
    return Foresight(
        words=_words(known, done, fix, seen),
        dice=dice_of(done.action),
        steps=[step.as_json() for step in done.steps],
        dropped=() if secret else tuple(_fallen(table, known, device, done)),
        changes=() if secret else tuple(changes(now, then)),
        secret=secret,
        states=() if secret else (known.state, done.state),
    )


def _check_asks(known: Position, fix: Fix, device: Looker) -> None:
    """Nobody weighs a deed that looks at another's secrets: what would come of it could be asked for ever."""
    if fix.action is not None and fix.to in known.numbers:
        game, before = known.game, known.before(fix.to)
        looks = {*game.looks(before, fix.action), *game.shows(before, fix.action)}
        device.check_asks(known.game.seat_key, looks)


def _words(known: Position, done: Correction, fix: Fix, seen: Sight) -> str:
    if done.action is None:
        return ""
    shown = known.game.redact_action(done.state, done.action, seen)
    return lines.told_by(known.game, known.found(fix.to), shown, seen)


def _fallen(table: Table, known: Position, device: Looker, done: Correction) -> Iterator[Fallen]:
    seen = device.sight()
    for row in Entry.objects.filter(table=table, number__in=done.dropped):
        why = known.game.hear(known.before(row.number), row.action, done.dropped[row.number], device)
        yield Fallen(row.number, lines.words(row, known, seen), why.message)


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
