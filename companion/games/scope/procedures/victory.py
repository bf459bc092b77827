"""Who has won, and what each side still lacks (specification 6.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Every, Sized
from companion.engine.wire import Json
from companion.games.scope.data import (
    ENEMY,
    MOST_ROWS,
    POINTLESS,
    SIDE_NAMES,
    SIDES,
    THEME_TARGETS,
    Reason,
    Side,
    Theme,
)
from companion.games.scope.state.ground import last_row

type Two = Annotated[int, Between(0, 2)]


@dataclass(frozen=True, slots=True)
class Left:
    """How many of a side's cards are still on the battlefield."""

    infantry: Two
    machine_gun: Two
    mortar: Two
    officer: Two
    scout: Two
    sniper: Annotated[int, Between(0, 3)]


@dataclass(frozen=True, slots=True)
class Standing:
    """One side: its points, what is left of it, the rows in which its infantry stands, spare snipers."""

    score: Annotated[int, Between(-99, 99)]
    left: Left
    infantry_rows: Annotated[tuple[Annotated[int, Between(1, 2 * MOST_ROWS)], ...], Sized(0, 2)] = ()
    spare_snipers: Two = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.8's input."""

    theme: Theme | None = None
    objective: Annotated[int, Between(1, 30)] | None
    rows: Annotated[int, Between(2, MOST_ROWS)]
    acting: Side
    sides: Annotated[Mapping[Side, Standing], Every(SIDES)]


class Condition(NamedTuple):
    """One way to win: whether it is met, and how much is missing (None: nothing that could get there)."""

    reason: Reason
    met: bool
    missing: int | None


class Match(NamedTuple):
    """What is to be won, and on how deep a battlefield."""

    theme: Theme | None
    objective: int | None
    rows: int


type Sides = Mapping[Side, Standing]


def conditions(match: Match, sides: Sides, side: Side) -> list[Condition]:
    """A side's ways to win, in order."""
    enemy = sides[ENEMY[side]]
    found = []
    if match.theme != "offensive_without_snipers":
        left = enemy.left.sniper
        found.append(Condition("snipers", not left, left + enemy.spare_snipers if left else 0))
    if match.theme == "stop_the_advance":
        found.append(_advance(match.rows, side, sides[side].infantry_rows))
    elif match.theme is not None and match.theme in THEME_TARGETS:
        left = sum(getattr(enemy.left, card) for card in THEME_TARGETS[match.theme])
        found.append(Condition("theme", not left, left))
    if match.objective is not None:
        missing = max(0, match.objective - sides[side].score)
        found.append(Condition("points", not missing, missing))
    return found


def _advance(rows: int, side: Side, standing: Sequence[int]) -> Condition:
    """How far the foremost infantry has still to go to the enemy's last row (stop_the_advance)."""
    goal = last_row(ENEMY[side], rows)
    missing = min((abs(goal - row) for row in standing), default=None)
    return Condition("theme", missing == 0, missing)


def decided(match: Match, sides: Sides, acting: Side) -> tuple[Side, Reason] | None:
    """Who has won, and by what: the acting side's first condition, then the other side's (R28)."""
    for side in (acting, ENEMY[acting]):
        for each in conditions(match, sides, side):
            if each.met:
                return side, each.reason
    return None


def resolve(question: Json) -> Resolution:
    """Procedure 6.8: the winner, and every condition of both sides."""
    said: Question = shape.read(Question, question)
    _check(said)
    match = Match(said.theme, said.objective, said.rows)
    won = decided(match, said.sides, said.acting)
    told = {side: conditions(match, said.sides, side) for side in SIDES}
    result = {
        "winner": won[0] if won else None,
        "reason": won[1] if won else None,
        "conditions": {side: [each._asdict() for each in found] for side, found in told.items()},
    }
    return Resolution(result, (*_steps(told), _verdict(won)))


def _check(said: Question) -> None:
    if (said.objective is None) != (said.theme in POINTLESS):
        words = "This theme is not won by points: leave the objective out."
        needed = "Points win here: say how many are to be reached."
        raise IllegalAction("objective", needed if said.objective is None else words)
    for side in SIDES:
        standing = said.sides[side]
        for n, row in enumerate(standing.infantry_rows):
            if row > 2 * said.rows:
                words = f"This battlefield has {2 * said.rows} rows; {row} was given."
                raise IllegalAction(f"sides.{side}.infantry_rows.{n}", words)
        if len(standing.infantry_rows) > standing.left.infantry:
            words = f"A row for each infantry at most: {standing.left.infantry} are left."
            raise IllegalAction(f"sides.{side}.infantry_rows", words)


RULES = {"snipers": "objective", "points": "objective", "theme": "themes"}
LACKS = {
    "snipers": "{side}: {missing:# sniper|# snipers} of the enemy still to eliminate.",
    "points": "{side}: {missing:# point|# points} still to make.",
    "theme": "{side}: {missing} still to go for the scenario's own victory.",
}
MET = {
    "snipers": "{side}: no enemy sniper is left.",
    "points": "{side}: the objective points are reached.",
    "theme": "{side}: the scenario's own victory is reached.",
}
NEVER = "{side}: no infantry is left that could get there."


def _steps(told: Mapping[Side, list[Condition]]) -> tuple[Step, ...]:
    return tuple(_step(side, each) for side, found in told.items() for each in found)


def _step(side: Side, found: Condition) -> Step:
    words = MET if found.met else LACKS
    template = NEVER if found.missing is None else words[found.reason]
    values = {"side": SIDE_NAMES[side], "missing": found.missing}
    return Step(RULES[found.reason], template, values)


def _verdict(won: tuple[Side, Reason] | None) -> Step:
    if won is None:
        return Step("objective", "Nobody has won yet.")
    return Step(RULES[won[1]], "The {side} side wins.", {"side": SIDE_NAMES[won[0]]})
