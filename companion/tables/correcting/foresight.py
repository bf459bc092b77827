"""What a correction would change, before anybody confirms it: nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.engine.errors import IllegalAction, join
from companion.engine.scene import Looker, Sight
from companion.engine.wire import Json
from companion.tables import lines
from companion.tables.correcting.amending import Correction, Fix, check_fix, corrected, hides
from companion.tables.correcting.telling import Broken, Evening, Teller
from companion.tables.devices import Device
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

    `broken` are the later lines that cannot follow as they are, `dropped` those of them that fall. `evenings`
    sums all later ones up, `told` says what is otherwise at the end, `over` why the game would end sooner.

    With `secret` later lines hold what others hide, or what is still being shown: what changes is not told
    before they agree. `states` is how the table stands and how it would, for a picture of what all may know;
    empty where that is secret.
    """

    words: str
    dice: Json
    steps: Sequence[Mapping[str, str]]
    broken: tuple[Broken, ...]
    evenings: tuple[Evening, ...]
    told: tuple[str, ...]
    over: tuple[str, ...]
    changes: tuple[Change, ...]
    secret: bool
    states: tuple[Any, ...]

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
        told = asdict(replace(self, states=()))
        del told["states"]
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
    device, game = looker(table, shared, names), known.game
    seen = device.sight()
    secret = hides(known, table, shared, fix.to) or bool(untold)
    teller = Teller(table, known, done, device)
    now, then = game.redact_state(known.state, seen), game.redact_state(done.state, seen)
    return Foresight(
        words=_words(known, done, fix, seen),
        dice=dice_of(done.action),
        # Why hangs on what lay open then: where that is told no more, nor is this.
        steps=[] if _is_told_no_more(known, fix) else [step.as_json() for step in done.steps],
        broken=() if secret else tuple(teller.broken()),
        evenings=() if secret else tuple(teller.evenings()),
        told=() if secret else tuple(game.differs(known.state, done.state, seen.sees)),
        over=() if secret else teller.over(),
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


def _is_told_no_more(known: Position, fix: Fix) -> bool:
    before = known.before(fix.to)
    return known.game.past(before, known.state) is not before


def _words(known: Position, done: Correction, fix: Fix, seen: Sight) -> str:
    if done.action is None:
        return ""
    shown = known.game.redact_action(done.state, done.action, seen)
    return lines.told_by(known.game, known.found(fix.to), shown, seen)


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
