"""Correcting a line that stands: those after it are played on, repaired where they must be, or fall out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.errors import GameError, IllegalAction, InvalidInput, under
from companion.engine.game import Outcome, Sight, Step
from companion.engine.scene import Looker, named
from companion.engine.wire import Json
from companion.tables.correcting.rebasing import CHOICES, Rebase, Rebased
from companion.tables.devices import Device
from companion.tables.dice import completed, dice_of, mended
from companion.tables.errors import check_action, check_plain
from companion.tables.may import chairs, check_may, check_plays, hearing, looker, sight
from companion.tables.models import Entry, Table
from companion.tables.position import Position
from companion.tables.position.written import Repairs, kept_repairs

LONGEST = 200
"""Letters of the reason for a correction."""


@dataclass(frozen=True, slots=True)
class Fix:
    """What is asked: the line to correct, and what should have been done; None strikes the line out.

    `choices` are the repairs that later lines are given, by their names: `skip`, or one of the game's.
    `why` is what the others are told of it, where they are asked.
    """

    to: int
    action: Json
    choices: Mapping[int, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a fix does: its action and steps, the state that it `became`, and what becomes of later lines."""

    to: int
    action: Json
    seat: str
    as_host: bool
    steps: tuple[Step, ...]
    became: Any
    later: Rebased

    @property
    def state(self) -> Any:
        """How the table stands then."""
        return self.later.state

    @property
    def dropped(self) -> Mapping[int, GameError]:
        """The lines that fall out, and why."""
        return self.later.dropped

    def entry(self, **signed: str) -> Entry:
        """The line that the journal gets."""
        return Entry(
            kind="amend", to=self.to, action=self.action, struck=self.action is None,
            dice=dice_of(self.action), dropped=list(self.dropped),
            repairs=kept_repairs(self.later.repairs), steps=[step.as_kept() for step in self.steps],
            seat=self.seat, as_host=self.as_host, **signed,
        )  # fmt: skip


def check_fix(fix: Fix) -> None:
    """`InvalidInput` for what names no line, or is no action."""
    if isinstance(fix.to, bool) or not isinstance(fix.to, int):
        raise InvalidInput("to", "“to” is the number of the line to correct.")
    if fix.action is not None:
        with under("action"):
            check_action(fix.action)
    check_plain(fix.why)
    if len(fix.why) > LONGEST:
        raise InvalidInput("why", f"A reason has at most {LONGEST} letters.")
    if not set(fix.choices.values()) <= set(CHOICES):
        raise InvalidInput("repairs", f"A line goes on by one of these: {', '.join(CHOICES)}.")


def corrected(
    known: Position, table: Table, who: Device, fix: Fix, kept: Repairs | None = None
) -> Correction:
    """Work out what a fix does; nothing is written. `IllegalAction` where it is not this device's to make.

    With `kept` those repairs alone are made: it is what an amendment did that was written with them.
    """
    check_plays(who)
    known.check_stands(fix.to)
    if fix.to == known.numbers[0]:
        raise IllegalAction("to", "The opening cannot be corrected; open another table instead.")
    seat, outcome, action = "", Outcome(known.before(fix.to), ()), fix.action
    if action is not None:
        device = looker(table, who, chairs(table))
        seat = check_may(known.game, outcome.state, action, device)
        written = [done for _, done in known.actions.of(range(1, known.version + 1))]
        action = mended(known.game, outcome.state, action, known.actions[fix.to], written)
        with hearing(known.game, outcome.state, action, device):
            _check_complete(known, outcome.state, action)
            outcome = known.game.apply(outcome.state, action)
    later = Rebase(known, fix.to, fix.choices, kept).on(outcome.state)
    as_host = bool(seat) and seat not in who.holds and table.kind == "seated"
    return Correction(
        to=fix.to, action=action, seat=seat, as_host=as_host, steps=outcome.steps, became=outcome.state,
        later=later,
    )  # fmt: skip


def is_open(known: Position, number: int, seen: Sight) -> bool:
    """Whether that standing line, and whether it can follow another past, is for this sight to know."""
    action = known.actions[number]
    if not seen.sees.issuperset(known.game.hangs(known.before(number), action)):
        return False
    return bool(known.game.redact_action(known.state, action, seen) == action)


def hides(known: Position, table: Table, who: Device, to: int) -> bool:
    """Whether a later line holds what this device may not see, or hangs on it: what follows would tell it."""
    seen = sight(table, who, chairs(table))
    return not all(is_open(known, number, seen) for number in known.since(to)[1:])


def hidden(known: Position, table: Table, who: Device, numbers: Sequence[int]) -> list[int]:
    """Those of these lines that hold what this device may not see."""
    seen = sight(table, who, chairs(table))
    told = known.actions.of(numbers)
    return [n for n, action in told if known.game.redact_action(known.state, action, seen) != action]


def closed(known: Position, number: int, device: Looker, names: Mapping[str, str]) -> str:
    """Why that standing line is not set right here, in plain words; empty where it may be."""
    game, before, action = known.game, known.before(number), known.actions[number]
    rooms = [device.sight().sees, *(frozenset([seat]) for seat in device.holds)]
    shows, looks = set(game.shows(before, action)), set(game.looks(before, action))
    if not any(sees.issuperset(shows) for sees in rooms):
        return "It turned up what lay hidden: to set it right, all go back to before it."
    whole = Sight(frozenset(device.holds) | device.sight().sees)
    if game.redact_action(known.state, action, whole) != action and not looks:
        return "Only who did it can set this right, while it is hidden."
    if not any(sees.issuperset(looks) for sees in rooms):
        return f"Only {named(looks, names)} can set this right: it hangs on what nobody else may know."
    return ""


def _check_complete(known: Position, before: Any, action: Json) -> None:
    """Chance is not asked twice, or one could correct until the dice please; nor is another seat."""
    if completed(known.game, before, action) != action:
        raise IllegalAction("", "Say the dice or cards of this line: a correction rolls and draws none anew.")
    question = known.game.asks(before, action)
    if question is not None:
        words = f"This needs an answer from {question.seat} first; go back to the line before it instead."
        raise IllegalAction("", words)
