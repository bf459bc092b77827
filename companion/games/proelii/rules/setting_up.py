"""The battle set up: which one, as a file or spreadsheets, and what it holds (6.1, 9.3)."""

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Annotated, TypedDict

from companion.engine import shape, workbook
from companion.engine import workbook as kinds
from companion.engine.dice import fraction_text
from companion.engine.errors import GameError, IllegalAction, InvalidInput, join, together, under
from companion.engine.form import LEFT_OUT, look, put
from companion.engine.game import Outcome, Resolution, Step
from companion.engine.option import Option
from companion.engine.records import replace
from companion.engine.shape import Between, InFull, Known, Sized
from companion.engine.wire import Json, loads, say
from companion.engine.wording import average
from companion.games.proelii.data import (
    BRILLIANT_START,
    DISTANT,
    ENTRY,
    FOLDER,
    PIECE_LIMIT,
    RANK,
    RANKS,
    SIDE_NAMES,
    SIDES,
    START,
    UNITS,
    Command,
    Experience,
    Kind,
    Pieces,
    Side,
    short_name,
)
from companion.games.proelii.procedures.armies import mean
from companion.games.proelii.procedures.energy import morale_of
from companion.games.proelii.state import (
    DEFAULTS,
    DICE,
    LEAST_COLUMNS,
    MOST_COLUMNS,
    Army,
    Blocked,
    Board,
    Dice,
    Energy,
    Id,
    Options,
    RedLines,
    State,
    Unit,
    centre,
    first_row,
    is_square,
    squares_of,
)

BATTLES = ("zama", "cannae", "gaugamela", "magnesia", "trebia", "zama_grand")
"""The project's own set-ups, not the publisher's (9.3)."""


@dataclass(frozen=True, slots=True)
class SetUpUnit:
    """One unit of a battle as it is set up."""

    id: Id
    name: Annotated[str, Sized(1, 60)]
    type: Kind
    experience: Experience
    at: Annotated[str, Known("begins")]
    energy: Energy | None = None
    ambush: bool = False


@dataclass(frozen=True, slots=True)
class Host:
    """One side of a battle as it is set up."""

    name: Annotated[str, Sized(1, 60)]
    units: Annotated[tuple[SetUpUnit, ...], Sized(1, 60)]
    prestige: Annotated[int, Between(0, 999)] = 0
    command: Command = "bad"


def _places(columns: int, _: Mapping[str, object]) -> dict[str, object]:
    squares = squares_of(columns)
    return {"squares": squares, "begins": (*squares, ENTRY, DISTANT)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """A battle's file (9.4)."""

    id: Id
    title: Annotated[str, Sized(1, 80)]
    columns: Annotated[Annotated[int, Between(LEAST_COLUMNS, MOST_COLUMNS)], shape.Learns(_places)]
    white: Host
    black: Host
    red_lines: RedLines = (2, 4)
    blocked: Blocked = ()
    max_rounds: Annotated[int, Between(0, 99)] = 0
    pieces: Pieces = "tokens"

    @property
    def board(self) -> Board:
        return Board(self.columns, self.red_lines, self.blocked)

    def host(self, side: Side) -> Host:
        return self.white if side == "white" else self.black


@cache
def starter() -> Mapping[str, Json]:
    """The project's own battles by name."""
    folder = FOLDER / "starter"
    return {each: json.loads((folder / f"proelii-{each}.json").read_text("utf-8")) for each in BATTLES}


def battle_of(value: object, pieces: Pieces | None = None) -> Battle:
    """A battle by its name or from its file; `InvalidInput` or `IllegalAction` at the first fault, which
    tells all of them."""
    if isinstance(value, str):
        if value not in starter():
            words = f"One of {', '.join(BATTLES)} is wanted, or a battle of your own as a file."
            raise InvalidInput("", words)
        value = starter()[value]
    try:
        battle = shape.read(Battle, value)
        problems = list(_forbidden(battle, pieces or battle.pieces))
    except InvalidInput:
        problems = faults(value, pieces)
    if problems:
        raise together(problems)
    return battle


def faults(value: object, pieces: Pieces | None = None) -> list[GameError]:
    """All that is wrong with a battle's file: what cannot be read, and what the rules forbid of the rest."""
    unread = list(shape.faults(Battle, value))
    if isinstance(value, dict) and (width := [each for each in unread if each.path == "columns"]):
        # Places are judged by the broadest field then: not each of them is wrong as well.
        value = {**value, "columns": MOST_COLUMNS}
        unread = [*width, *shape.faults(Battle, value)]
    refusals: list[GameError] = [_in_words(each, value) for each in unread]
    kept, numbers = _readable(value, unread)
    try:
        battle = shape.read(Battle, kept)
    except InvalidInput:
        return refusals
    # Tables that were opened before names were held apart go on: only a file that is read is asked for that.
    alike = (each for side in SIDES for each in _alike(battle, side))
    forbidden = (*_forbidden(battle, pieces or battle.pieces), *alike)
    return [*refusals, *(_numbered(each, numbers) for each in forbidden)]


def _readable(value: object, unread: Sequence[GameError]) -> tuple[object, Mapping[str, list[int]]]:
    """A battle without the units that cannot be read, a sample's words where its own cannot be; and the
    numbers of its units in the file."""
    units: dict[str, Json] = {side: look(value, f"{side}.units") for side in SIDES}
    bad = {".".join(error.path.split(".")[:3]) for error in unread}
    numbers: dict[str, list[int]] = {
        side: [n for n in range(len(rows)) if f"{side}.units.{n}" not in bad]
        for side, rows in units.items()
        if isinstance(rows, list)
    }
    if not unread or not isinstance(value, dict) or numbers.keys() != set(SIDES):
        return value, numbers
    kept = {**value, **{side: {**value[side]} for side in SIDES}}
    for error in unread:
        key, *inner = error.path.split(".")
        holder, last = (kept[key], inner[0]) if key in SIDES and inner else (kept, key)
        usual = look(sample(), f"{key}.{last}" if holder is not kept else key)
        holder.pop(last, None)
        put(holder, last, usual)
    for side, ns in numbers.items():
        kept[side]["units"] = [units[side][n] for n in ns]
    return kept, numbers


def _numbered(error: GameError, numbers: Mapping[str, list[int]]) -> GameError:
    """A refusal at the unit as the file numbers it."""
    side, units, *rest = (*error.path.split("."), "", "")[:4]
    if units != "units" or not rest[0].isdigit():
        return error
    return type(error)(join(side, units, numbers[side][int(rest[0])], *rest[1:]), error.unnamed)


def _in_words(error: InvalidInput, value: object) -> InvalidInput:
    """Where a unit may begin is said as one would, not square by square."""
    place, columns, given = error.path.split("."), look(value, "columns"), look(value, error.path)
    side = next((each for each in SIDES if each == place[0]), None)
    if side and place[-1] == "at" and type(columns) is int and given is not LEFT_OUT:
        return InvalidInput(error.path, f"{_begins(side, columns)}; {say(given)} was given.")
    return error


def _begins(side: Side, columns: int) -> str:
    row = first_row(side, columns)
    own = f"{SIDE_NAMES[side]}'s own first row ({row[0]} to {row[-1]})"
    return f"It begins on {own}, in the reserve (entry) or on the distant battlefield (distant)"


def _forbidden(battle: Battle, pieces: Pieces) -> Iterator[GameError]:
    named: dict[str, str] = {}
    for side in SIDES:
        for n, piece in enumerate(battle.host(side).units):
            if piece.id in named:
                yield InvalidInput(f"{side}.units.{n}.id", f"“{piece.id}” is named before.")
            named.setdefault(piece.id, piece.name)
    for side in SIDES:
        taken: dict[str, str] = {}
        for n, piece in enumerate(battle.host(side).units):
            for key, words in _misplaced(battle, side, piece, taken):
                yield IllegalAction(f"{side}.units.{n}.{key}", words)
            taken.setdefault(piece.at, piece.name)
    for side in SIDES:
        given, limit = len(battle.host(side).units), PIECE_LIMIT[pieces]
        if given > limit:
            yield IllegalAction(f"{side}.units", f"{SIDE_NAMES[side]} has {given} pieces; there are {limit}.")


def _alike(battle: Battle, side: Side) -> Iterator[GameError]:
    """Units of an army that would stand under one name on paper and on screen."""
    shorts: dict[str, str] = {}
    for n, piece in enumerate(battle.host(side).units):
        short = short_name(piece.name)
        if short in shorts:
            words = f"“{piece.name}” and “{shorts[short]}” are both “{short}” on a token: name one otherwise."
            yield InvalidInput(f"{side}.units.{n}.name", words)
        shorts.setdefault(short, piece.name)


def _misplaced(
    battle: Battle, side: Side, piece: SetUpUnit, taken: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    begins = _begins(side, battle.columns)
    if piece.at not in (ENTRY, DISTANT, *first_row(side, battle.columns)):
        yield "at", f"{begins}; {piece.at} is none of these."
    elif piece.at in battle.blocked:
        yield "at", f"{begins}; {piece.at} is blocked."
    elif piece.at in taken and is_square(piece.at):
        yield "at", f"{begins}; on {piece.at} stands “{taken[piece.at]}”."
    if piece.ambush and piece.at != DISTANT:
        yield "ambush", "Only a unit on the distant battlefield lies in ambush."


def sample() -> Json:
    """One of the project's own battles, to write one's own after: a copy each time."""
    return copy.deepcopy(starter()["trebia"])


SCENARIO = Option(
    key="scenario",
    title="Battle",
    help="Set-ups of this project’s own, not the publisher’s. A file of your own comes first.",
    default=BATTLES[0],
    choices=tuple((each, str(starter()[each]["title"])) for each in BATTLES),
    ruling="R42",
    leading=True,
)


def chosen(setup: dict[str, object]) -> dict[str, object]:
    """A setup whose battle stands beside its house rules, not among them; a file of one's own comes first."""
    options = setup.get("options")
    if type(options) is not dict or "scenario" not in options:
        return setup
    rest = {key: value for key, value in options.items() if key != "scenario"}
    return {"scenario": options["scenario"], **setup, "options": rest}


NONE = "none"
TEMPLATE_NAME = "proelii-battle.xlsx"
WHOLE = {
    "id": ("text", "A short name: small letters, figures and _."),
    "title": ("text", "What it is called."),
    "columns": ("number", "7 to 10."),
    "red_lines": ("numbers", "Behind which rows they lie, as 2 4; none."),
    "blocked": ("words", "Squares that nobody enters, as c3 d4; none."),
    "max_rounds": ("number", "Rounds; 0 sets no limit."),
    "pieces": ("text", "tokens or cubes."),
    **{
        f"{side} {key}": said
        for side in SIDES
        for key, said in (
            ("name", ("text", "What the army is called.")),
            ("prestige", ("number", "0 to 999.")),
            ("command", ("text", "none, bad, average, better or brilliant.")),
        )
    },
}
UNIT = (
    workbook.Column("id", "id", "text", "A short name of its own in both armies, as w01."),
    workbook.Column("name", "name", "text", "What it is called."),
    workbook.Column("type", "type", "text", f"{', '.join(UNITS)}."),
    workbook.Column("experience", "experience", "text", f"{', '.join(RANKS)}."),
    workbook.Column("at", "at", "text", "A square of the own first row, entry (the reserve) or distant."),
    workbook.Column("energy", "energy", "number", "0 to 100 by 25; blank: as the rules have it."),
    workbook.Column("ambush", "ambush", "yes", "yes for who comes out behind the enemy from distant."),
)
PARSE = {
    **kinds.PARSE,
    "words": lambda value: [] if value == NONE else kinds.words(value),
    "numbers": lambda value: [] if value == NONE else kinds.numbers(value),
}


def read_file(data: bytes) -> object:
    """A battle's JSON from a file or a spreadsheet; of a spreadsheet each fault is named by its cell."""
    return _from_sheets(workbook.read_workbook(data)) if workbook.is_workbook(data) else loads(data)


def _from_sheets(sheets: Mapping[str, workbook.Rows]) -> object:
    named = {name.strip().lower(): (name, rows) for name, rows in sheets.items()}
    workbook.check_there(sheets, ("Battle", *SIDE_NAMES.values()))
    wrong: workbook.Wrong = {}
    kinds_of = {key: kind for key, (kind, _) in WHOLE.items()}
    whole = workbook.read_keys(*named["battle"], kinds_of, wrong, PARSE)
    battle: dict[str, object] = {}
    cells = {key.replace(" ", "."): cell for key, cell in whole.cells.items()}
    for key, value in whole.value.items():
        put(battle, key.replace(" ", "."), value)
    for side in SIDES:
        rows = list(workbook.read_table(*named[side], UNIT, wrong, PARSE))
        put(battle, f"{side}.units", [row.value for row in rows])
        cells[f"{side}.units"] = workbook.Cell(named[side][0], 1, 0, "")
        for n, row in enumerate(rows):
            places = {f"{side}.units.{n}.{key}": cell for key, cell in row.cells.items()}
            cells |= {f"{side}.units.{n}": row.cells["id"], **places}
    _check(battle, cells, wrong)
    return battle


def _check(battle: object, cells: Mapping[str, workbook.Cell], wrong: workbook.Wrong) -> None:
    """`GameError` at the first fault, whose message tells all of them, each with its cell."""

    def say_at(error: GameError) -> str:
        cell = workbook.cell_of(error.path, cells)
        return f"{cell}: {_path_of(cell, error.message)}" if cell else str(error)

    if problems := workbook.all_wrong(wrong, faults(battle), cells):
        refusal = together(problems, say_at)
        raise type(refusal)("" if workbook.cell_of(refusal.path, cells) else refusal.path, refusal.unnamed)


def _path_of(cell: workbook.Cell, message: str) -> str:
    if not message.startswith("Still to say") or cell.heading == "key":
        return message
    columns = {column.heading: column.help for column in UNIT}
    return f"This is blank. {WHOLE[cell.heading][1] if cell.sheet == 'Battle' else columns[cell.heading]}"


@cache
def template() -> bytes:
    """One of the project's own battles as a spreadsheet, to write one's own after."""
    battle = sample()
    help_ = [
        ("sheet", "column", "what it says"),
        *(("Battle", key, words) for key, (_, words) in WHOLE.items()),
    ]
    help_ += [("White, Black", column.heading, column.help) for column in UNIT]
    flat = {**battle, **{f"{side} {key}": value for side in SIDES for key, value in battle[side].items()}}
    whole = [(key, _cell_value(kind, flat.get(key))) for key, (kind, _) in WHOLE.items()]
    armies = [
        workbook.Written(
            SIDE_NAMES[side],
            [
                [each.heading for each in UNIT],
                *[
                    [_cell_value(column.kind, unit.get(column.key)) for column in UNIT]
                    for unit in battle[side]["units"]
                ],
            ],
            (9, 24, 18, 12),
        )
        for side in SIDES
    ]
    return workbook.write_workbook(
        [
            workbook.Written("Battle", [("key", "value"), *whole], (18, 40)),
            *armies,
            workbook.Written("Read me", help_, (14, 18, 80)),
        ]
    )


def _cell_value(kind: str, value: object) -> object:
    if value == []:
        return NONE
    return None if value is None else kinds.TELL[kind](value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.19's input: a battle by its name or as a file, and a table's own dice."""

    scenario: object
    dice: Annotated[Dice, InFull()] = DICE


class SideFacts(TypedDict):
    """What a side brings to a battle; `swords` are those of its dice on average."""

    units: int
    cp: int
    swords: str
    experience: int
    first_row: int
    entry: int
    distant: int
    types: dict[Kind, int]


class BattleFacts(TypedDict):
    """Procedure 6.19's result."""

    id: str
    pieces: str
    flank: int
    centre: list[str]
    white: SideFacts
    black: SideFacts


def resolve(question: object) -> Resolution[BattleFacts]:
    """Procedure 6.19: both sides compared."""
    query = shape.read(Question, question)
    with under("scenario"):
        battle = battle_of(query.scenario)
    return report(battle, query.dice)


def report(battle: Battle, dice: Dice = DICE) -> Resolution[BattleFacts]:
    white, black = (side_json(battle, side, dice) for side in ("white", "black"))
    result: BattleFacts = {
        "id": battle.id,
        "pieces": battle.pieces,
        "flank": battle.columns // 3,
        "centre": list(centre(battle.columns)),
        "white": white,
        "black": black,
    }
    return Resolution(result, (_step("white", white), _step("black", black)))


def side_json(battle: Battle, side: Side, dice: Dice) -> SideFacts:
    units = battle.host(side).units
    swords = sum((mean(getattr(dice, UNITS[each.type].die), 0) for each in units), Fraction(0))
    count = Counter(each.type for each in units)
    return {
        "units": len(units),
        "cp": sum(UNITS[each.type].cp for each in units),
        "swords": fraction_text(swords),
        "experience": sum(RANK[each.experience] for each in units),
        "first_row": sum(is_square(each.at) for each in units),
        "entry": sum(each.at == ENTRY for each in units),
        "distant": sum(each.at == DISTANT for each in units),
        "types": {kind: count[kind] for kind in UNITS if count[kind]},
    }


def _step(side: Side, figures: SideFacts) -> Step:
    values = {"side": SIDE_NAMES[side], **figures, "swords": average(figures["swords"])}
    words = "{side}: {units:# unit|# units}, {cp} CP, {swords} swords on average, experience {experience}."
    return Step("5.1", words, values)


def check_file(value: object) -> Resolution[BattleFacts]:
    return report(battle_of(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A setup as it is said (6.1): a battle by its name or as a file, and the house rules."""

    scenario: object
    options: Options = DEFAULTS


def set_up(setup: object) -> Outcome[State]:
    """The opening state of a setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    wishes = shape.read(Said, setup)
    with under("scenario"):
        battle = battle_of(wishes.scenario, wishes.options.pieces)
    options = effective(wishes.options, battle)
    values = {"title": battle.title, "white": len(battle.white.units), "black": len(battle.black.units)}
    words = "{title}: {white:# unit|# units} of white against {black} of black. White begins."
    return Outcome(opening(battle, options), (Step("5.1", words, values),))


def effective(options: Options, battle: Battle) -> Options:
    """The house rules with the battle's own rounds and pieces where the table says nothing."""
    rounds = battle.max_rounds if options.max_rounds is None else options.max_rounds
    return replace(options, max_rounds=rounds, pieces=options.pieces or battle.pieces)


def opening(battle: Battle, options: Options) -> State:
    armies = {side: _army(battle, side, options) for side in SIDES}
    units = {
        piece.id: _unit(piece, side, armies[side]) for side in SIDES for piece in battle.host(side).units
    }
    return State(
        scenario=battle.id,
        options=options,
        board=battle.board,
        sides=armies,
        units=units,
        round=0,
        phase="start",
        step="deploy" if options.free_deployment else "march",
        tier=None,
        rank=None,
        to_act="white",
        acted=(),
        unpaid=(),
        open=dict.fromkeys(SIDES),
        may_advance=(),
        result=None,
    )


def _army(battle: Battle, side: Side, options: Options) -> Army:
    host = battle.host(side)
    if options.level != "red":
        return Army(host.name, host.prestige, "low", "bad")
    return Army(host.name, host.prestige, morale_of(host.prestige), host.command)


def _unit(piece: SetUpUnit, side: Side, army: Army) -> Unit:
    usual = BRILLIANT_START if army.command == "brilliant" else START
    return Unit(
        side=side,
        name=piece.name,
        type=piece.type,
        experience=piece.experience,
        at=piece.at,
        energy=usual if piece.energy is None else piece.energy,
        cp=UNITS[piece.type].cp,
        ambush=piece.ambush,
    )


FIRST = "zama"
"""What is fought where nobody says what."""


def shuffle(setup: object, random: Random) -> object:
    """A setup with a battle where it names none; nothing is dealt in Proelii."""
    return {"scenario": FIRST, **chosen(setup)} if type(setup) is dict else setup
