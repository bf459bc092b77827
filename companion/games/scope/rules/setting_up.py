"""The game set up: a scenario chosen, both fronts laid in secret or dealt, and sealed (6.1, 9.3, 9.4).

A seal is the SHA-256 of one line of text: the front as it was laid, and a salt that nobody guesses. It tells
nothing of the front, and no other front and salt are found that give the same.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import GameError, IllegalAction, InvalidInput, under
from companion.engine.game import Night, Outcome, Program, Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Between, Every, Matching, Sized
from companion.engine.wire import Json, name
from companion.games.scope import data
from companion.games.scope import state as ground
from companion.games.scope.data import MOST_COLUMNS, MOST_ROWS, SIDE_NAMES, SIDES, TWO_SEATS, Card, Plan, Side
from companion.games.scope.procedures import objective_of, spare_snipers, targets_of, themed
from companion.games.scope.procedures.search_odds import arranged
from companion.games.scope.state import Front, Lying, State

type Two = Annotated[int, Between(0, 2)]
type Rows = Sequence[Sequence[str]]
"""A front row by row, as JSON holds it."""
type Fronts = Mapping[Side, Rows]


class Counts(NamedTuple):
    """The cards of a front of one's own, within one side's box (R35)."""

    decoy: Two
    empty: Annotated[int, Between(*data.CUSTOM_LIMITS["empty"])]
    infantry: Two
    machine_gun: Two
    mortar: Two
    officer: Two
    scout: Two
    sniper: Annotated[int, Between(*data.CUSTOM_LIMITS["sniper"])]


class Custom(NamedTuple):
    """A scenario of one's own (R35)."""

    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    counts: Counts
    objective: Annotated[int, Between(1, 30)]

    def as_json(self) -> dict[str, object]:
        """The same as a setup holds it."""
        return {**self._asdict(), "counts": self.counts._asdict()}

    @property
    def plan(self) -> Plan:
        """The same as the printed scenarios are kept."""
        return Plan(self.columns, self.rows, dict(zip(data.CARDS, self.counts, strict=True)), self.objective)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A setup as it is said (6.1)."""

    scenario: data.Scenario
    custom: Custom | None = None
    theme: data.Theme | None = None
    mode: data.Mode = "basic"
    players: Annotated[int, Between(2, 4)] = 2
    fronts: Annotated[Mapping[Side, Front], Every(SIDES)]
    options: ground.Options = ground.DEFAULTS

    @property
    def plan(self) -> Plan:
        return self.custom.plan if self.custom else data.PLANS[self.scenario]

    @property
    def slots(self) -> tuple[data.Seat, ...]:
        """The seats in turn order (players_3_4, R30)."""
        return TWO_SEATS if self.players == len(TWO_SEATS) else data.TEAM_SEATS


def set_up(given: object) -> Outcome[State]:
    """The opening state of a completed setup; `InvalidInput` or `IllegalAction` with paths inside it."""
    setup = shape.read(Setup, given)
    if (setup.custom is None) == (setup.scenario == "custom"):
        needed = "A scenario of your own is wanted: say its size, its cards and its objective."
        words = f"“{data.SCENARIO_NAMES[setup.scenario]}” is printed; leave your own scenario out."
        raise InvalidInput("custom", needed if setup.custom is None else words)
    counts = configured(setup)
    for side in SIDES:
        check_front(setup.fronts[side], setup.plan._replace(counts=counts), side, f"fronts.{side}")
    return Outcome(_opening(setup, counts), tuple(_steps(setup)))


def configured(setup: Setup) -> dict[Card, int]:
    """The cards of each front; `IllegalAction` where scenario, theme, mode and people do not fit."""
    if setup.mode == "basic" and setup.theme in data.ADVANCED_THEMES:
        raise IllegalAction("theme", f"{data.THEME_NAMES[setup.theme]} is played in advanced mode.")
    if setup.mode == "basic" and setup.players > len(TWO_SEATS):
        raise IllegalAction("players", "Three and four people play in advanced mode (R37).")
    plan = setup.plan
    cells, cards = plan.columns * plan.rows, sum(plan.counts.values())
    if cells != cards:
        words = f"{plan.columns} columns of {plan.rows} rows hold {cells} cards; {cards} were given."
        raise IllegalAction("custom.counts", words)
    counts = themed(plan.counts, setup.theme)
    if counts["empty"] < 0:
        raise IllegalAction("theme", "There are not enough empty areas to exchange for the theme's cards.")
    wanted = data.THEME_TARGETS.get(setup.theme or "", ())
    if wanted and not any(counts[card] for card in wanted):
        raise IllegalAction("theme", "This theme would be won at once: there is nothing to eliminate for it.")
    return counts


def check_front(front: Front, plan: Plan, side: Side, path: str) -> None:
    """`IllegalAction` where a front has not the size of its plan, or other cards."""
    name = SIDE_NAMES[side]
    if len(front) != plan.rows:
        raise IllegalAction(path, f"The {name} front has {plan.rows} rows; {len(front)} were given.")
    for n, row in enumerate(front):
        if len(row) != plan.columns:
            words = f"Each row of the {name} front has {plan.columns} cards; {len(row)} were given."
            raise IllegalAction(f"{path}.{n}", words)
    laid = Counter(card for row in front for card in row)
    wrong = [card for card in data.CARDS if laid[card] != plan.counts[card]]
    if wrong:
        wrong_cards = ", ".join(
            f"{data.CARD_NAMES[card]} {plan.counts[card]} (not {laid[card]})" for card in wrong
        )
        raise IllegalAction(path, f"The {name} front has other cards than this scenario's: {wrong_cards}.")


def _opening(setup: Setup, counts: Mapping[Card, int]) -> State:
    plan, slots = setup.plan, setup.slots
    spare = spare_snipers(setup.theme)
    return State(
        phase="turn",
        turn=1,
        slots=slots,
        slot=slots[0],
        scenario=setup.scenario,
        theme=setup.theme,
        mode=setup.mode,
        players=setup.players,
        columns=plan.columns,
        rows=plan.rows,
        objective=objective_of(plan, setup.theme, setup.options.objective),
        counts=counts,
        grid=lying(setup.fronts["german"], "german") | lying(setup.fronts["soviet"], "soviet"),
        spare_snipers=dict.fromkeys(SIDES, spare),
        lost=dict.fromkeys(SIDES, ()),
        aside=dict.fromkeys(SIDES, 0),
        score=dict.fromkeys(SIDES, 0),
        shots=dict.fromkeys(SIDES),
        pending=None,
        deployed=False,
        events=dict.fromkeys(SIDES, ()),
        winner=None,
        reason=None,
        options=setup.options,
    )


def lying(front: Front, side: Side) -> dict[str, Lying]:
    """One front on the battlefield, in cell order: its first row at the line."""
    rows = front if side == "soviet" else front[::-1]
    first = 1 + len(front) * (side == "soviet")
    return {
        ground.cell(column, n): Lying(side, card)
        for n, row in enumerate(rows, first)
        for column, card in enumerate(row)
    }


def _steps(setup: Setup) -> Iterator[Step]:
    plan = setup.plan
    values: dict[str, object] = {
        "scenario": data.SCENARIO_NAMES[setup.scenario],
        "mode": data.MODE_NAMES[setup.mode],
    }
    values |= {"columns": plan.columns, "rows": plan.rows}
    yield Step("scenarios", "{scenario}: two fronts of {columns} columns and {rows} rows. {mode}.", values)
    if setup.theme:
        yield Step("themes", "{theme} changes cards or victory.", {"theme": data.THEME_NAMES[setup.theme]})
    goal = objective_of(plan, setup.theme, setup.options.objective)
    if goal is None:
        yield Step("R8", "The theme's own victory takes the place of points.")
    else:
        yield Step("objective", "{goal:# point wins|# points win}.", {"goal": goal})
    if setup.players > len(TWO_SEATS):
        yield Step("players_3_4", "Each side is divided into units and snipers, who act in turn.")
    yield Step(
        "setup", "Both fronts lie face down; the {first} begins.", {"first": ground.spoken(setup.slots[0])}
    )


FORMAT = "scope-scenario/1"


class ScenarioFile(TypedDict):
    """A scenario as a file."""

    format: str
    name: str
    columns: int
    rows: int
    objective: int
    counts: dict[Card, int]


@dataclass(frozen=True, slots=True)
class File:
    """A group's own scenario (9.4)."""

    format: Literal["scope-scenario/1"]
    name: Annotated[str, Sized(1, 80)]
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    objective: Annotated[int, Between(1, 30)]
    counts: Counts


def custom_of(value: object) -> Custom:
    """A scenario's file as a setup takes it; `InvalidInput` or `IllegalAction` at the first bad value."""
    file = shape.read(File, value)
    cells, cards = file.columns * file.rows, sum(file.counts)
    if cells != cards:
        words = f"{file.columns} columns of {file.rows} rows hold {cells} cards; {cards} were given."
        raise IllegalAction("counts", words)
    return Custom(file.columns, file.rows, file.counts, file.objective)


@dataclass(frozen=True, slots=True)
class Design:
    """A scenario as somebody thinks it up: a file without its format."""

    name: Annotated[str, Sized(1, 80)]
    columns: Annotated[int, Between(2, MOST_COLUMNS)]
    rows: Annotated[int, Between(2, MOST_ROWS)]
    objective: Annotated[int, Between(1, 30)]
    counts: Counts


class Designed(TypedDict):
    """What a scenario comes to."""

    file: ScenarioFile
    targets: int
    points: int


def designed(question: object) -> Resolution[Designed]:
    """What a scenario comes to, and its file; `IllegalAction` where its cards do not fill its front."""
    design = shape.read(Design, question)
    file: Json = {"format": FORMAT, **shape.write(design)}
    plan = custom_of(file).plan
    targets = targets_of(plan.counts, 0)
    points = ground.worth(ground.WORTH, targets)
    values: dict[str, object] = {"cells": plan.columns * plan.rows, "targets": len(targets), "points": points}
    values |= {"objective": plan.objective, "share": f"{100 * plan.objective // max(points, 1)} %"}
    words = (
        "{cells} cards a side, {targets} of them worth {points:# point|# points}; {objective} win: {share}."
    )
    steps = [Step("R35", words, values)]
    if plan.objective > points:
        steps.append(Step("objective", "So many points cannot be made: only eliminated snipers win."))
    result = Designed(file=file, targets=len(targets), points=points)
    return Resolution(result, tuple(steps))


def own_scenario(setup: Mapping[str, object]) -> dict[str, object]:
    """A setup's own scenario as the rules take it, where it is brought as a file; else nothing."""
    given = setup.get("custom")
    if type(given) is not dict or "format" not in given:
        return {}
    with under("custom"):
        return {"custom": custom_of(given).as_json()}


def check_scenario(value: object) -> Resolution[dict[str, int]]:
    read = custom_of(value)
    values = {"columns": read.columns, "rows": read.rows, "objective": read.objective}
    words = "{columns} columns of {rows} rows, {objective:# point wins|# points win}."
    return Resolution(values, (Step("R35", words, values),))


@cache
def starter_scenarios() -> tuple[ScenarioFile, ...]:
    listed: list[ScenarioFile] = json.loads((data.FOLDER / "starter" / "scenarios.json").read_text("utf-8"))
    return tuple(listed)


@cache
def six_nights() -> Program:
    program = json.loads((data.FOLDER / "starter" / "six_nights.json").read_text("utf-8"))
    return Program(program["name"], program["told"], tuple(_night(each) for each in program["nights"]))


def _night(each: Mapping[str, str]) -> Night:
    """A night; one of the project's own scenarios is played from its file."""
    setup: dict[str, object] = {key: each[key] for key in ("mode", "theme")}
    if "own" in each:
        custom = next(file for file in starter_scenarios() if file["name"] == each["own"])
        return Night(each["name"], each["told"], {**setup, "custom": custom})
    return Night(each["name"], each["told"], {**setup, "scenario": each["scenario"]})


SALT_BITS = 128
CODE, GROUP = 8, 4


class Seal(NamedTuple):
    """A front that is committed, by its whole digest as hexadecimal digits."""

    digest: str

    @property
    def code(self) -> str:
        """What people write down: the first digits.

        >>> Seal("7f3a91c2" + 56 * "0").code
        '7F3A 91C2'
        """
        short = self.digest[:CODE].upper()
        return " ".join(short[n : n + GROUP] for n in range(0, CODE, GROUP))

    def qr(self, side: Side) -> str:
        """What a QR code on a slip holds: whose it is, and the whole digest."""
        return f"scope-seal/1 {side} {self.digest}"


def salt(random: Random) -> str:
    """A salt that nobody guesses, as hexadecimal digits."""
    return f"{random.getrandbits(SALT_BITS):0{SALT_BITS // 4}x}"


def seal_line(front: Rows, with_salt: str) -> str:
    """The text that is sealed: anybody who has it takes its SHA-256 without this app.

    >>> seal_line([["empty", "sniper"]], "00")
    'scope-front/1 00 [["empty","sniper"]]'
    """
    return f"scope-front/1 {with_salt} {json.dumps(front, separators=(',', ':'))}"


def seal(front: Rows, with_salt: str) -> Seal:
    """The seal of a front.

    >>> seal([["empty", "sniper"]], "00").code
    '7873 BA1F'
    """
    return Seal(hashlib.sha256(seal_line(front, with_salt).encode("utf-8", "backslashreplace")).hexdigest())


def seals(setup: Mapping[str, Json]) -> dict[Side, Seal]:
    return {side: seal(setup["fronts"][side], setup["salts"][side]) for side in SIDES}


BEGINS = "Both fronts lie face down; the {first} begins."


def acting(state: State) -> tuple[str, ...]:
    """The seats that may act now: whose turn it is, or every division of a side that lays out its front."""
    if state.phase == "finished":
        return ()
    laying = tuple(seat for seat in state.slots if ground.side_of(seat) in state.laying_out)
    return laying or (state.slot,)


FIRST = "quick_duel"
"""What is played where nobody says what."""
OF_THE_TABLE = ("salts", "laying", "luck")
"""What a table's setup says beside the specification's."""
BLANK: Fronts = {side: [["empty"]] for side in SIDES}
"""Fronts that are fit to be read, for the rules to say what is wrong with the scenario."""


def shuffle(setup: object, random: Random) -> object:
    """A setup with a scenario, both fronts and the salts that seal them, each where it leaves it out.

    Fronts that people lay out themselves are left to them. `luck` is what decides where a card comes to lie
    that a side leaves to chance: its own secret, so that nobody can deal the same cards again.
    """
    if type(setup) is not dict:
        return setup
    whole: dict[str, object] = {
        "scenario": "custom" if setup.get("custom") else FIRST,
        **ground.chosen(setup),
    }
    if whole.get("laying") == "table":
        return whole
    if "laying" in whole:
        return {"luck": {side: salt(random) for side in SIDES}, **whole}
    fronts = whole.get("fronts", {})
    if type(fronts) is dict:
        whole["fronts"] = {**laid_anyhow(whole, random), **fronts}
    salts = whole.get("salts", {})
    if type(salts) is dict:
        whole["salts"] = {**{side: salt(random) for side in SIDES}, **salts}
    return whole


def roll(state: State, action: object, random: Random) -> object:
    """An action with the salt that seals a front, where it lays one out."""
    if type(action) is not dict or action.get("type") != "lay_out" or "salt" in action:
        return action
    return {**action, "salt": salt(random)}


def deal(question: object, random: Random) -> tuple[object, object]:
    """A question of `setup` with fronts, and those alone, where it leaves them out."""
    if type(question) is not dict or "fronts" in question or not _cards(question):
        return question, None
    fronts = {"fronts": laid_anyhow(question, random)}
    return question | fronts, fronts


def laid_anyhow(setup: Mapping[str, object], random: Random | None = None) -> Fronts:
    """Fronts whose cards lie at random; without it in the order of their kinds, where nothing is laid out."""
    cards = _cards(setup)
    if not cards:
        return BLANK
    columns = _read_setup(setup).plan.columns
    dealt = {side: random.sample(cards, len(cards)) if random else cards for side in SIDES}
    return {side: [row[n : n + columns] for n in range(0, len(row), columns)] for side, row in dealt.items()}


def _cards(setup: Mapping[str, object]) -> list[Card]:
    """The cards of one front; none where the scenario itself is at fault."""
    try:
        read = _read_setup(setup)
        if (read.custom is None) == (read.scenario == "custom"):
            return []
        counts = configured(read)
    except GameError:
        return []
    return [card for card, number in counts.items() for _ in range(number)]


def _read_setup(setup: Mapping[str, object]) -> Setup:
    rest = {key: value for key, value in setup.items() if key not in OF_THE_TABLE}
    return shape.read(Setup, {**rest, **own_scenario(rest), "fronts": BLANK})


LAID_BY = ("players", "table")
"""Who lays the fronts out after the table has opened; where nobody is named they are in the setup."""
ON_TABLE = Step("setup", "Your own cards lie on the table: say what is turned up.")
EACH_LAYS = Step("setup", "Each side lays out its front in secret, and seals it.")


@dataclass(frozen=True, slots=True)
class Salts:
    """The salts with which fronts that were dealt are sealed."""

    salts: Annotated[
        Mapping[Side, Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")]], Every(SIDES)
    ]


def open_table(setup: object) -> Outcome[State]:
    """The opening state of a table; its scenario may be the owner's file (9.4)."""
    if type(setup) is not dict:
        return set_up(setup)
    rest = {key: value for key, value in setup.items() if key not in OF_THE_TABLE}
    rest |= own_scenario(rest)
    if "laying" in setup:
        name(setup["laying"], "laying", LAID_BY)
        opened = set_up(rest | {"fronts": laid_anyhow(rest)})
        return _to_lay(opened) if setup["laying"] == "players" else _on_table(opened)
    opened = set_up(rest)
    return _sealed(opened, setup) if "salts" in setup else opened


def _to_lay(opened: Outcome[State]) -> Outcome[State]:
    """Nothing lies there yet: what is in the grid means nothing."""
    state = replace(opened.state, phase="laying_out", laying_out=SIDES)
    return Outcome(state, (*opened.steps[:-1], EACH_LAYS))


def _on_table(opened: Outcome[State]) -> Outcome[State]:
    """The cards lie on the table: the app has laid them as it likes, and shows them to nobody."""
    return Outcome(
        arranged(replace(opened.state, cards="table")), (*opened.steps[:-1], ON_TABLE, opened.steps[-1])
    )


def _sealed(opened: Outcome[State], setup: dict[str, object]) -> Outcome[State]:
    shape.read(Salts, {"salts": setup["salts"]})
    digests = {side: each.digest for side, each in seals(setup).items()}
    return Outcome(replace(opened.state, seals=digests), opened.steps)
