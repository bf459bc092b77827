"""One unit's round as an account of its energy: what is paid, gained, refused and why (6.6, 7.5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.games.proelii.data import (
    FULL,
    MORALES,
    QUARTER,
    UNITS,
    Command,
    Experience,
    GainCap,
    Kind,
    Level,
    Morale,
)
from companion.games.proelii.procedures.energy.gains import AVERAGE, HIGH
from companion.games.proelii.procedures.energy.ledger_words import EVENT_WORDS, REASON_WORDS
from companion.games.proelii.procedures.rerolls import extra_free, paid_limit
from companion.games.proelii.state.unit import Energy

type Event = Literal[
    "activate",
    "exchange",
    "escape",
    "red_line",
    "charge",
    "attack",
    "roll",
    "reroll_energy",
    "reroll_free",
    "cancel",
    "no_combat",
    "convert",
    "blank_to_energy",
    "sword_to_energy",
    "unbroken_shield",
]
MOVE_EVENTS = ("activate", "exchange", "escape", "red_line")
CONVERTING = ("convert", "blank_to_energy", "sword_to_energy")
GAINS = ("red_line", "no_combat", "unbroken_shield", *CONVERTING)
CHANGE: Mapping[str, int] = {
    **dict.fromkeys(("activate", "exchange", "escape", "attack", "roll", "reroll_energy"), -QUARTER),
    **dict.fromkeys(("charge", "reroll_free"), 0),
    **dict.fromkeys((*GAINS, "cancel"), QUARTER),
}


class Asked(NamedTuple):
    """The unit of the account."""

    type: Kind
    experience: Experience
    energy: Energy


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Procedure 6.6's input."""

    unit: Asked
    events: Annotated[tuple[Event, ...], Sized(0, 40)]
    level: Level = "white"
    morale: Morale = "low"
    command: Command = "bad"
    gain_cap: GainCap = "net"
    paid_rerolls: Annotated[int, Between(1, 3)] = 1


@dataclass
class Account:
    """The account in the making: balances, and what the round has seen."""

    said: Question
    energy: int
    balance: dict[str, int] = field(default_factory=lambda: {"move": 0, "combat": 0})
    seen: dict[str, int] = field(default_factory=dict)
    gains: int = 0
    paid: int = 0
    free: int = 0
    is_throwing: bool = False
    has_roll: bool = False
    has_fought: bool = False

    def number(self, *events: str) -> int:
        """How often these were accepted."""
        return sum(self.seen.get(each, 0) for each in events)

    @property
    def morale(self) -> Morale:
        """The morale in force."""
        return self.said.morale if self.said.level == "red" else "low"

    @property
    def command(self) -> Command:
        """The command in force."""
        return self.said.command if self.said.level == "red" else "bad"

    @property
    def most(self) -> int:
        """How many conversions a round may have (R31)."""
        return 2 if self.morale == "very_high" else 1

    def lacks_energy(self) -> bool:
        """Whether 25 cannot be paid."""
        return self.energy < QUARTER

    def is_capped(self, event: str) -> bool:
        """Whether the round's balance, or the one bonus a round, forbids a gain (R30)."""
        gross = self.said.gain_cap == "gross"
        room = self.most if event in CONVERTING else 1
        if gross and event in GAINS and self.gains >= room:
            return True
        if event == "no_combat":
            return False
        account = "move" if event == "red_line" else "combat"
        high = QUARTER if event in CONVERTING and self.most > 1 else 0
        return self.balance[account] + QUARTER > high

    def refusal(self, event: Event) -> str | None:
        """Why an event is refused; None where it is not."""
        return next((reason for reason in REASONS[event] if CHECKS[reason](self, event)), None)

    def take(self, event: Event) -> int:
        """Book an event; the change of energy."""
        self._note(event)
        before = self.energy
        self.energy = min(FULL, self.energy + CHANGE[event])
        change = self.energy - before
        self.balance["move" if event in MOVE_EVENTS else "combat"] += change
        self.seen[event] = self.number(event) + 1
        self.gains += event in GAINS
        return change

    def _note(self, event: Event) -> None:
        """What an event means for the dice."""
        if event in ("charge", "attack", "roll"):
            self.is_throwing, self.has_fought, self.paid, self.free = True, True, 0, 0
            self.has_roll = self.has_roll or event == "roll"
        elif event == "cancel":
            self.is_throwing = self.has_roll = False
        self.paid += event == "reroll_energy"
        self.free += event == "reroll_free"


def _reroll_limit(account: Account, event: str) -> bool:
    said = account.said
    if event == "reroll_energy":
        return account.paid >= paid_limit(account.command, said.paid_rerolls)
    free = {"veteran": 1, "elite": 2}.get(said.unit.experience, 0) + extra_free(account.command)
    return account.free >= free


def _morale(account: Account, event: str) -> bool:
    needed = {"blank_to_energy": AVERAGE, "sword_to_energy": HIGH}.get(event, 0)
    return MORALES.index(account.morale) < needed


def _conversion_limit(account: Account, event: str) -> bool:
    made = account.number(*CONVERTING)
    return made >= account.most or (event == "blank_to_energy" and made > 0)


CHECKS: Mapping[str, Callable[[Account, str], bool]] = {
    "after_escape": lambda account, _: account.number("escape") > 0,
    "no_energy": lambda account, _: account.lacks_energy(),
    "not_infantry": lambda account, _: "red_line" not in UNITS[account.said.unit.type].abilities,
    "no_activation": lambda account, _: not account.number("activate"),
    "second_red_line": lambda account, _: account.number("red_line") > 0,
    "gain_cap": lambda account, event: account.is_capped(event),
    "second_roll": lambda account, _: account.number("roll") > 0,
    "no_roll": lambda account, event: not (account.is_throwing if "reroll" in event else account.has_roll),
    "recruit": lambda account, _: account.said.unit.experience == "recruit",
    "reroll_limit": _reroll_limit,
    "converted": lambda account, _: account.number(*CONVERTING) > 0,
    "shield_taken": lambda account, _: account.number("unbroken_shield") > 0,
    "fought": lambda account, _: account.has_fought,
    "second_bonus": lambda account, _: account.number("no_combat") > 0,
    "no_commanders": lambda account, _: account.command == "none",
    "morale": _morale,
    "conversion_limit": _conversion_limit,
    "second_shield": lambda account, _: account.number("unbroken_shield") > 0,
}
CONVERT = ("no_roll", "no_commanders", "morale", "shield_taken", "conversion_limit", "gain_cap")
REASONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("activate", "exchange", "escape", "attack"), ("after_escape", "no_energy")),
    "red_line": ("not_infantry", "after_escape", "no_activation", "second_red_line", "gain_cap"),
    "charge": ("after_escape", "no_activation"),
    "roll": ("after_escape", "second_roll", "no_energy"),
    "reroll_energy": ("no_roll", "recruit", "reroll_limit", "no_energy"),
    "reroll_free": ("no_roll", "recruit", "reroll_limit"),
    "cancel": ("no_roll", "converted", "shield_taken", "gain_cap"),
    "no_combat": ("after_escape", "fought", "second_bonus", "gain_cap"),
    **dict.fromkeys(CONVERTING, CONVERT),
    "unbroken_shield": ("no_roll", "second_shield", "converted", "gain_cap"),
}
"""Why each event may be refused, in the order in which it is looked at."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.6: every entry with its balance, and the round's."""
    said: Question = shape.read(Question, question)
    account = Account(said, said.unit.energy)
    rows = [_row(account, event) for event in said.events]
    move, combat = account.balance["move"], account.balance["combat"]
    result = {
        "entries": rows,
        "energy": account.energy,
        "move": move,
        "combat": combat,
        "round": move + combat,
    }
    values = {"move": move, "combat": combat, "energy": account.energy}
    words = "Move account {move:+d}, combat account {combat:+d}: the round ends at {energy}."
    steps = (*map(_step, rows), Step("7.5", words, values))
    charged = account.number("charge") and "charge" not in UNITS[said.unit.type].abilities
    unable = Step("8.2.4.2", "This type of unit does not charge; the account alone would let it.")
    return Resolution(result, (*steps, unable) if charged else steps)


def _row(account: Account, event: Event) -> dict[str, Json]:
    reason = account.refusal(event)
    change = 0 if reason else account.take(event)
    return {
        "event": event,
        "account": "move" if event in MOVE_EVENTS else "combat",
        "accepted": reason is None,
        "change": change,
        "energy": account.energy,
        "reason": reason,
    }


def _step(row: Mapping[str, Json]) -> Step:
    values = {"what": EVENT_WORDS[row["event"]], "change": row["change"], "energy": row["energy"]}
    if row["accepted"]:
        return Step("7.5", "{what}: {change:+d}, now {energy}.", values)
    return Step("7.5", "{what} is refused: {why}.", {**values, "why": REASON_WORDS[row["reason"]]})
