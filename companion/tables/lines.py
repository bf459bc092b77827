"""Lines of the journal as people read them: redacted for who looks, undone ones still there; and their dice.

The dice of a tap are those that it left to the app, or those that its line keeps.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice
from random import Random, SystemRandom
from typing import Literal, NamedTuple, cast

from django.utils.crypto import salted_hmac

from companion.engine.game import Game, Sight
from companion.engine.scene import NOBODY, outline
from companion.engine.step import Step, at_once, lasting
from companion.engine.wire import Json
from companion.engine.wording import Plate, Plates
from companion.tables.models import Entry, Seat, Table
from companion.tables.position import Actions, BrokenJournal, Lazy, Position, Trail, written
from companion.tables.seating import names_given, people, people_at, person
from companion.tables.snapshots import SPOILT

CHANCE = SystemRandom()


def completed(game: Game[object], state: object, action: object) -> object:
    """The action with the dice that it left to the app, or as it was."""
    return game.roll(state, action, CHANCE)


def mended(
    game: Game[object], state: object, action: object, was: object, written: Collection[object]
) -> object:
    """A correction with what is the app's to deal: the same as often as it is asked, but nobody's to guess.

    So what is written is what was shown before.
    """
    question = json.dumps([action, was, len(written)], sort_keys=True)
    seed = salted_hmac("companion.tables.dice.mended", question, algorithm="sha256").digest()
    return game.mend(state, action, was, written, Random(seed))


def dice_of(action: object) -> Json | None:
    """The dice in an action, typed or rolled, in the action's own form; None where it has none.

    >>> dice_of({"type": "frontal_charge", "rolls": {"attacker": 5, "defender": 2}})
    {'attacker': 5, 'defender': 2}
    >>> dice_of({"choices": [None, {"battlefield": "ypres", "rolls": {"d6": 3}}]})
    {'choices': [None, {'d6': 3}]}
    """
    if isinstance(action, dict):
        if "rolls" in action:
            return action["rolls"]
        parts = {key: dice_of(value) for key, value in action.items()}
        return {key: part for key, part in parts.items() if part is not None} or None
    if isinstance(action, list):
        dice = [dice_of(value) for value in action]
        return dice if any(part is not None for part in dice) else None
    return None


def faces_of(dice: object, name: str = "") -> list[tuple[str, str]]:
    """Dice as people read them: whose, and what they show.

    >>> faces_of({"attacker": 5, "counter_attack": [6, 1]})
    [('attacker', '5'), ('counter attack', '6 1')]
    >>> faces_of([None, {"d6": 3}])
    [('d6', '3')]
    """
    if isinstance(dice, dict):
        return [row for key, each in dice.items() for row in faces_of(each, key.replace("_", " "))]
    if isinstance(dice, list) and not all(isinstance(each, int) for each in dice):
        return [row for each in dice for row in faces_of(each, name)]
    faces = dice if isinstance(dice, list) else [] if dice is None else [dice]
    return [(name, " ".join(map(str, faces)))] if faces else []


def typed(action: object, name: str = "a") -> dict[str, str]:
    """The numbers in an action, by the names of the fields that they were tapped in.

    >>> typed({"battlefield": "ypres", "rolls": {"attacker": 5}})
    {'a.rolls.attacker': '5'}
    """
    if isinstance(action, dict | list):
        parts = action.items() if isinstance(action, dict) else enumerate(action)
        return {k: v for key, part in parts for k, v in typed(part, f"{name}.{key}").items()}
    return {name: str(action)} if type(action) is int else {}


class Passage(NamedTuple):
    """One line that stands: what was done in it, and the states before it (None: the setup) and after."""

    number: int
    action: object
    before: object
    after: object


class Passages(Lazy):
    """The lines of a trail, oldest first, each read and folded when it is looked at.

    `redacted` makes of what was done what somebody may read of it.
    """

    def __init__(self, trail: Trail, actions: Actions, redacted: Callable[[object], object]) -> None:
        super().__init__(len(trail), self._passage)
        self.trail, self.actions, self.redacted = trail, actions, redacted

    def _passage(self, n: int) -> Passage:
        number, before = self.trail.places[n].number, self.trail.before(n) if n else None
        return Passage(number, self.redacted(self.actions[number]), before, self.trail[n])


def passages(current: Position, sight: Sight, before: int = 0, now: object = None) -> Passages:
    """The lines that stand, or those that led to line `before`, as this sight may read them.

    It reads them as the table stands then, or as it stands `now`: once a game is over, all of them.
    """
    trail = current.trail_before(before) if before else current.trail
    now = trail[-1] if now is None else now
    return Passages(trail, current.actions, lambda action: current.game.redact_action(now, action, sight))


MANY = 40
CAME = 2
"""No more than that is said in the log of what a line changed: the rest is seen on the board."""
NO_NAMES: Mapping[str, str] = {}
UNTOLD = "A line of an earlier edition of the rules"


class Weighed(NamedTuple):
    """A deed that the house thought of, in words, and its chances as it saw them, in hundredths."""

    words: str
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """One line: `seat` is the name of whose it is, `chair` its key, `by` the device that tapped it.

    `whose` is who sits there, or `seat` where nobody gave a name; empty where the words say it themselves.
    `told` are the words to stand after it. `past` lines stood when the rules moved on.
    `fallen` is how many lines a correction made fall, `mended` how many it set right; `closed` says why this
    line is not set right here; `weighed` what the house did thought of, once that tells nothing any more.
    In the log `told` is cut into `parts` at the places and cards that it names; `came` is what it changed.
    """

    number: int
    kind: str
    seat: str
    chair: str
    whose: str
    told: str
    by: str
    as_host: bool
    words: str
    steps: tuple[Mapping[str, str], ...]
    dice: object
    rolled: bool
    move: bool
    standing: bool
    past: bool
    newest: bool
    fallen: int
    mended: int
    at: datetime
    closed: str = ""
    weighed: tuple["Weighed", ...] = ()
    parts: tuple[tuple[str, Plate | None], ...] = ()
    came: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def sentence(self) -> str:
        return f"{self.whose}: {self.told}" if self.whose else self.told

    @property
    def faces(self) -> list[tuple[str, str]]:
        """Whose die and what it shows, where that is a number; whose dice are words is told in words."""
        faces = ((name, face) for name, shown in faces_of(self.dice) for face in shown.split())
        return [(name, face) for name, face in faces if face.isdecimal()]


class Recorded(NamedTuple):
    """A line as it was written, without what was done in it: that may hold a secret."""

    number: int
    words: str
    by: str
    steps: object
    at: datetime


def last(
    table: Table, current: Position, sight: Sight, seats: Sequence[Seat], many: int
) -> tuple[LineShown, ...]:
    """The last lines that stand, newest first: a corrected one in the place of what it corrects.

    A correction that was made just now comes before them, wherever its line stands.
    """
    now = current.numbers[-many:]
    numbers = now if len(now) == many else (*current.past[len(now) - many :], *now)
    rows = written(table, {*numbers, table.version})
    newest = rows.get(table.version)
    lines = [rows[number] for number in reversed(numbers)]
    if newest and newest.kind == "amend":
        lines = [newest, *(row for row in lines if row is not newest)]
    return shown(lines, current, sight, seats)


def at(table: Table, current: Position, number: int, seats: Sequence[Seat]) -> LineShown:
    """One line that stands, as everybody may read it."""
    (line,) = shown([written(table, {number})[number]], current, NOBODY, seats)
    return line


def page(
    table: Table, current: Position, sight: Sight, seats: Sequence[Seat], before: int
) -> tuple[LineShown, ...]:
    """A page of the log, newest first: the lines below number `before`, undone ones among them."""
    rows = Entry.objects.filter(table=table, number__lt=before, number__gte=before - MANY)
    return shown(rows.order_by("-number"), current, sight, seats)


def logged(current: Position, rows: Iterable[LineShown]) -> Iterator[LineShown]:
    """The same lines as the log shows them: places and cards as plates, and beside them what came of it."""
    game, places = current.game, {number: n for n, number in enumerate(current.numbers)}
    plates = Plates(game.plates(current.state))
    for line in rows:
        line = replace(line, parts=tuple(plates.cut(line.told)))
        at = places.get(line.number, 0)
        if at and line.number != current.untold:
            with suppress(BrokenJournal, *SPOILT):
                before, after = current.trail.before(at), current.trail[at]
                line = replace(
                    line,
                    came=tuple(str(words) for words in islice(game.came(before, after), CAME)),
                    by_hand=game.by_hand(before, current.actions[line.number]),
                )
        yield line


def recorded(table: Table, before: int) -> list["Recorded"]:
    """A page of what stands written, newest first, for a table whose rules cannot tell its lines."""
    rows = Entry.objects.filter(table=table, number__lt=before, number__gte=before - MANY).order_by("-number")
    names = people_at(table)
    return [
        Recorded(row.number, said(row) or UNTOLD, person(row.by, names), lasting(row.steps), row.at)
        for row in rows
    ]


def shown(
    rows: Iterable[Entry], current: Position, sight: Sight, seats: Sequence[Seat]
) -> tuple[LineShown, ...]:
    """Written lines as who looks reads them."""
    names, persons = {seat.chair: seat.name for seat in seats}, people(seats)
    texts = [(row, names.get(row.seat, ""), words(row, current, sight)) for row in rows]
    return tuple(
        LineShown(
            number=row.number, kind=row.kind, seat=seat, chair=row.seat,
            whose=_whose(text, seat, persons.get(row.seat, "")),
            told=text.removeprefix(f"{seat}: "), by=person(row.by, persons), as_host=row.as_host, words=text,
            steps=tuple(steps(row, current, names_given(seats))), dice=row.dice, rolled=row.rolled,
            move=row.kind in ("action", "amend") and not row.struck,
            standing=current.standing.counts(row.number), past=current.standing.is_past(row.number),
            newest=row.number == current.numbers[-1], fallen=len(row.dropped or ()),
            mended=len(row.repairs or ()), at=row.at,
        )
        for row, seat, text in texts
    )  # fmt: skip


def _whose(text: str, seat: str, person: str) -> str:
    """Whose line it is, where its words begin neither with a seat's name in full nor with the person's."""
    named = text.startswith((seat, person)) and not text.startswith(f"{seat}: ")
    return "" if named else person


def words(row: Entry, current: Position, sight: Sight) -> str:
    """A line in a few words, for who looks."""
    fixed = said(row)
    if fixed:
        return fixed
    text = _words(row, current, sight)
    if row.number in current.actions:
        return f"{text} · set right by a correction"
    return f"Line {row.to} is corrected: {text}" if row.kind == "amend" else text


def said(row: Entry) -> str:
    """A line that says the same in every game, in words; empty for what was done in a game."""
    if row.kind == "setup":
        return "The table opens"
    if row.kind == "undo":
        return f"Back to line {row.to}"
    if row.kind == "redo":
        return "The undo or correction is taken back"
    if row.struck:
        return f"Line {row.to} is struck out"
    if row.kind == "edition":
        return f"Edition {row.edition} of the rules begins"
    return ""


def _words(row: Entry, current: Position, sight: Sight) -> str:
    """What was done. What rules of another edition left, and those of today cannot tell, is not told."""
    action = redacted(row, done(row, current), current, sight)
    try:
        return told_by(current.game, current.lookup(row.number), action, sight) if action else UNTOLD
    except SPOILT:
        return UNTOLD


def done(row: Entry, current: Position) -> object:
    """What was done in a line: as it was written, or as it stands where a correction repaired it."""
    repair = current.actions.repair(row.number)
    return row.action if repair is None else repair.action


def redacted(row: Entry, action: object, current: Position, sight: Sight) -> Json:
    """What was done there, without others' secrets; None where today's rules cannot say which those are."""
    try:
        action = current.game.redact_action(current.state, action, sight)
        return outline(action) if row.number == current.untold else action
    except (BrokenJournal, *SPOILT):
        return None


def told_by(game: Game[object], before: object | None, action: object, sight: Sight) -> str:
    """A redacted action in a few words, by the names of the state `before` it where there is one."""
    return game.describe(action) if game.tell is None or before is None else game.tell(before, action, sight)


def steps(row: Entry, current: Position, names: Mapping[str, str] = NO_NAMES) -> Json:
    """Why: as it was written, or as it now is where an earlier line was corrected since.

    What was told once with the answer, because it is hidden again, is told in the log when the game is over.
    Of a line that is still being shown nothing is told. It speaks of people by the `names` that they gave.
    """
    if row.number == current.untold:
        return []
    place = current.standing.place(row.number)
    before = current.lookup(row.number) if place is not None and place.since > row.number else None
    kept = row.steps
    if before is not None:
        kept = [step.as_kept() for step in current.game.apply(before, done(row, current)).steps]
    return at_once(kept, names) if current.game.is_over(current.state) else lasting(kept, names)


type Kind = Literal["setup", "action", "undo", "redo", "amend", "edition"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry of the journal, as the token may read it.

    A line that a correction repaired is told as it counts: `first` are the entries that are booked before it.
    `repairs` are those that an amendment holds: how each of its later lines is played, by its number.
    """

    number: int
    kind: Kind
    seat: str | None
    by: str
    as_host: bool
    to: int | None
    action: Mapping[str, Json] | None
    dice: Json
    rolled: bool
    first: Sequence[Mapping[str, Json] | None]
    dropped: Sequence[int] | None
    repairs: Mapping[str, str]
    struck: bool
    steps: Sequence[Step]
    stands: bool
    edition: str
    at: str


def line_of(row: Entry, current: Position, sight: Sight) -> Line:
    """A line for a program, redacted for `sight`. Of a setup only what its table chose is told."""
    action, repair = row.action, current.actions.repair(row.number)
    if row.kind in ("action", "amend") and action is not None:
        action = redacted(row, done(row, current), current, sight)
    elif row.kind in ("setup", "edition"):
        # Decks and their like are secrets to the end of the game; a whole state holds them too.
        action = {"options": action.get("options", {})} if row.kind == "setup" and action else None
    return Line(
        number=row.number, kind=cast(Kind, row.kind), seat=row.seat or None, by=row.by,
        as_host=row.as_host, to=row.to, action=action, dice=row.dice, rolled=row.rolled,
        first=[redacted(row, each, current, sight) for each in repair.first] if repair else [],
        dropped=row.dropped, repairs={str(each["line"]): each["how"] for each in row.repairs or ()},
        struck=row.struck, steps=[Step(each["rule"], each["text"]) for each in steps(row, current)],
        stands=current.standing.counts(row.number), edition=row.edition, at=row.at.isoformat(),
    )  # fmt: skip


def search(
    table: Table, current: Position, sight: Sight, seats: Sequence[Seat], query: str
) -> tuple[LineShown, ...]:
    """The newest lines in which every word that is `query` stands: in the line as it is read, or over it."""
    wanted, names = query.casefold().split(), people(seats)
    rows = Entry.objects.filter(table=table).order_by("-number")
    read = ((row, _read_as(row, current, sight, names)) for row in rows)
    matches = (row for row, text in read if all(word in text for word in wanted))
    return shown(islice(matches, MANY), current, sight, seats)


def _read_as(row: Entry, current: Position, sight: Sight, names: Mapping[str, str]) -> str:
    """All that is read of a line: where the game stood, whose it was, its words, in small letters."""
    text = words(row, current, sight)
    return f"{_where(current, row.number)} {names.get(row.seat, '')} {text}".casefold()


class Chapter(NamedTuple):
    """Lines under one place of the game: `head` is its year or scenario, `rest` the round there."""

    where: str
    lines: list[LineShown]

    @property
    def head(self) -> str:
        return self.where.partition(" · ")[0] or "At the table"

    @property
    def rest(self) -> str:
        return self.where.partition(" · ")[2]

    @property
    def numbers(self) -> str:
        first, last = self.lines[-1].number, self.lines[0].number
        return str(last) if first == last else f"{first}–{last}"


def chapters(current: Position, rows: Sequence[LineShown]) -> list[Chapter]:
    """Lines under where the game stood when they were written: a year and round, a scenario and round.

    That is the game's headline without its end, whose go it is or who leads, which changes with every line.
    """
    places, where = {}, ""
    for line in reversed(rows):
        # What was tapped in no state of the game, as “Back to line 3”, stands under what came before it.
        where = _where(current, line.number) or where
        places[line.number] = where
    return [Chapter(where, list(some)) for where, some in groupby(rows, lambda line: places[line.number])]


def _where(current: Position, number: int) -> str:
    before = current.lookup(number)
    return "" if before is None else current.game.headline(before).rpartition(" · ")[0].partition(":")[0]
