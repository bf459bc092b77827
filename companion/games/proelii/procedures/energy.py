"""Energy: what a round pays and gains, one unit's account of it, the rerolls of a die (5.2, 7.5, R27)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple, Protocol, TypedDict

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution, Step
from companion.engine.records import replace
from companion.engine.shape import Between, Sized, Then
from companion.games.proelii import data
from companion.games.proelii.state import (
    Army,
    Energy,
    Options,
    Rerolls,
    Rolled,
    State,
    Unit,
    fighting,
    gaining,
    moved,
)

type Faces = Annotated[tuple[data.Face, ...], Sized(1, 8)]
type Sources = Annotated[tuple[data.Source, ...], Sized(0, 7)]


class Faced(Protocol):
    """Whatever holds the faces of a die and the rerolls between them."""

    @property
    def faces(self) -> tuple[data.Face, ...]: ...
    @property
    def rerolls(self) -> tuple[data.Source, ...]: ...


def one_more_face[F: Faced](roll: F, _: object) -> F:
    """The same; `InvalidInput` where there are not as many faces as the first and its rerolls."""
    if len(roll.faces) != len(roll.rerolls) + 1:
        raise InvalidInput("rerolls", "Say the first face, and one more for each reroll.")
    return roll


class Roll(NamedTuple):
    """A roll with its rerolls: every face in turn; the last counts (5)."""

    faces: Faces
    rerolls: Sources

    @property
    def face(self) -> data.Face:
        return self.faces[-1]

    @property
    def swords(self) -> int:
        return data.FACES[self.face][0]

    @property
    def shields(self) -> int:
        return data.FACES[self.face][1]


type Thrown = Annotated[Roll, Then(one_more_face)]

AVERAGE_COMMAND, BETTER = data.COMMANDS.index("average"), data.COMMANDS.index("better")


def morale_of(prestige: int) -> data.Morale:
    """The morale of an army with so much prestige (9.2).

    >>> morale_of(69)
    'high'
    """
    return next(morale for morale, least in data.MORALE_FROM.items() if prestige >= least)


def limits(experience: data.Experience, army: Army, options: Options) -> Mapping[data.Source, int]:
    """How many rerolls of each source one roll may have (R27, R31)."""
    led = data.COMMANDS.index(army.command)
    free = {
        "energy": max(options.paid_rerolls, 2 if led >= AVERAGE_COMMAND else 0),
        "experience": {"veteran": 1, "elite": 2}.get(experience, 0),
        "command": int(led >= BETTER),
        "prestige": int(options.level != "white"),
    }
    if experience == "recruit":
        free = dict.fromkeys(free, 0)
    return {source: {**free, "forced": int(army.morale == "very_low")}[source] for source in data.SOURCES}


def extra_free(command: data.Command) -> int:
    """The free rerolls that a commander adds (9.3)."""
    return int(data.COMMANDS.index(command) >= BETTER)


def paid_limit(command: data.Command, paid: int) -> int:
    """The rerolls for energy that a roll may have under this commander (9.3)."""
    return max(paid, 2 if data.COMMANDS.index(command) >= AVERAGE_COMMAND else 0)


def is_open(state: State, unit: Unit, used: Rerolls, source: data.Source) -> bool:
    army = state.sides[unit.side]
    if getattr(used, source) >= limits(unit.experience, army, state.options)[source]:
        return False
    if source == "energy":
        return unit.has_energy
    return source != "prestige" or army.prestige >= 1


def open_sources(state: State, unit: Unit) -> list[data.Source]:
    roll = unit.roll
    if roll is None or roll.retained:
        return []
    return [source for source in data.SOURCES if is_open(state, unit, roll.rerolls, source)]


def reroll(state: State, name: str, used: Rerolls, source: data.Source) -> tuple[State, Rerolls]:
    unit = state.units[name]
    after = state.with_unit(name, fighting(unit, -data.QUARTER)) if source == "energy" else state
    after = after.paying(unit.side, int(source == "prestige"))
    return after, used._replace(**{source: getattr(used, source) + 1})


def check_face(state: State, unit: Unit, face: data.Face, path: str) -> None:
    if face not in getattr(state.options.dice, unit.kind.die):
        die = f"The {unit.kind.die} die of {data.KIND_NAMES[unit.type].lower()}"
        raise IllegalAction(path, f"{die} does not show {data.FACE_NAMES[face]}.")


def throw(state: State, name: str, roll: Roll, path: str) -> tuple[State, Rerolls]:
    """The state after a unit's rerolls are paid; `IllegalAction` at a face or a source that it has not."""
    used = Rerolls()
    for n, face in enumerate(roll.faces):
        check_face(state, state.units[name], face, f"{path}.faces.{n}")
    for n, source in enumerate(roll.rerolls):
        if not is_open(state, state.units[name], used, source):
            words = f"There is no reroll {data.SOURCE_NAMES[source]} here, or none that can be paid."
            raise IllegalAction(f"{path}.rerolls.{n}", words)
        state, used = reroll(state, name, used, source)
    return state, used


def lying(face: data.Face, used: Rerolls = Rerolls(), *, retained: bool = False) -> Rolled:
    swords, shields = data.FACES[face]
    return Rolled(face=face, swords=swords, shields=shields, retained=retained, rerolls=used)


def has_fought(unit: Unit) -> Unit:
    """The unit, having rolled a die in this round."""
    return replace(unit, fought=True)


AVERAGE_MORALE, HIGH = data.MORALES.index("average"), data.MORALES.index("high")


def has_room(state: State, unit: Unit, most: int = 1) -> bool:
    """Whether one more gain fits under the gross cap, where the table plays by it (R30)."""
    return state.options.gain_cap == "net" or unit.ledger.gains < most


def may_cross(state: State, unit: Unit) -> bool:
    """Whether a red-line bonus fits: once a round, and the move account at most balanced (7.5)."""
    ledger = unit.ledger
    return not ledger.red_line and ledger.move + data.QUARTER <= 0 and has_room(state, unit)


def crossed(unit: Unit) -> Unit:
    after = gaining(moved(unit, data.QUARTER))
    return replace(after, ledger=after.ledger._replace(red_line=True))


def rests(state: State, unit: Unit) -> bool:
    """Whether it gains by having rolled no die in the round (8.4.3, R29)."""
    return unit.is_living and not unit.fought and not unit.inactive and has_room(state, unit)


def earns_shield(state: State, unit: Unit) -> bool:
    """Whether an unbroken shield gives it energy (7.5, R39)."""
    ledger = unit.ledger
    balanced = not ledger.conversions and ledger.combat + data.QUARTER <= 0
    return unit.is_living and unit.shields > 0 and balanced and has_room(state, unit)


def gained(unit: Unit) -> Unit:
    return gaining(fighting(unit, data.QUARTER))


def conversions(state: State, unit: Unit) -> list[data.Conversion]:
    """The conversions that are open to a unit, in order (8.4.4, R31)."""
    army, roll, ledger = state.sides[unit.side], unit.roll, unit.ledger
    if roll is None or unit.inactive or not unit.is_living or army.command == "none":
        return []
    most, balance = (2, data.QUARTER) if army.morale == "very_high" else (1, 0)
    if (
        ledger.conversions >= most
        or ledger.combat + data.QUARTER > balance
        or not has_room(state, unit, most)
    ):
        return []
    morale = data.MORALES.index(army.morale)
    possible = {
        "swords_to_shield": roll.swords >= 2,  # two swords make a shield
        "shields_to_sword": roll.shields >= 2,
        "blank_to_energy": roll.face == "blank" and not ledger.conversions and morale >= AVERAGE_MORALE,
        "sword_to_energy": roll.swords >= 1 and morale >= HIGH,
    }
    return [kind for kind in data.CONVERSIONS if possible[kind]]


def converted(unit: Unit, kind: data.Conversion) -> Unit:
    after = gained(unit)
    # The swords and shields that each conversion adds.
    exchanged = {
        "swords_to_shield": (-2, 1),
        "shields_to_sword": (1, -2),
        "blank_to_energy": (0, 0),
        "sword_to_energy": (-1, 0),
    }
    swords, shields = exchanged[kind]
    roll = after.roll
    if roll is not None:
        roll = replace(roll, swords=roll.swords + swords, shields=roll.shields + shields)
    ledger = after.ledger._replace(conversions=after.ledger.conversions + 1)
    return replace(after, roll=roll, ledger=ledger)


EVENT_WORDS, REASON_WORDS = data.WORDS["events"], data.WORDS["refusals"]


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
    **dict.fromkeys(("activate", "exchange", "escape", "attack", "roll", "reroll_energy"), -data.QUARTER),
    **dict.fromkeys(("charge", "reroll_free"), 0),
    **dict.fromkeys((*GAINS, "cancel"), data.QUARTER),
}


class AccountUnit(NamedTuple):
    """The unit of the account."""

    type: data.Kind
    experience: data.Experience
    energy: Energy


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyLedgerQuestion:
    """Procedure 6.6's input."""

    unit: AccountUnit
    events: Annotated[tuple[Event, ...], Sized(0, 40)]
    level: data.Level = "white"
    morale: data.Morale = "low"
    command: data.Command = "bad"
    gain_cap: data.GainCap = "net"
    paid_rerolls: Annotated[int, Between(1, 3)] = 1


@dataclass
class Account:
    """The account in the making: balances, and what the round has seen."""

    said: EnergyLedgerQuestion
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
        return sum(self.seen.get(each, 0) for each in events)

    @property
    def morale(self) -> data.Morale:
        return self.said.morale if self.said.level == "red" else "low"

    @property
    def command(self) -> data.Command:
        return self.said.command if self.said.level == "red" else "bad"

    @property
    def most(self) -> int:
        """How many conversions a round may have (R31)."""
        return 2 if self.morale == "very_high" else 1

    def lacks_energy(self) -> bool:
        """Whether 25 cannot be paid."""
        return self.energy < data.QUARTER

    def is_capped(self, event: str) -> bool:
        """Whether the round's balance, or the one bonus a round, forbids a gain (R30)."""
        gross = self.said.gain_cap == "gross"
        room = self.most if event in CONVERTING else 1
        if gross and event in GAINS and self.gains >= room:
            return True
        if event == "no_combat":
            return False
        account = "move" if event == "red_line" else "combat"
        high = data.QUARTER if event in CONVERTING and self.most > 1 else 0
        return self.balance[account] + data.QUARTER > high

    def refusal(self, event: Event) -> str | None:
        """Why an event is refused; None where it is not."""
        return next((reason for reason in REASONS[event] if CHECKS[reason](self, event)), None)

    def take(self, event: Event) -> int:
        if event in ("charge", "attack", "roll"):
            self.is_throwing, self.has_fought, self.paid, self.free = True, True, 0, 0
            self.has_roll = self.has_roll or event == "roll"
        elif event == "cancel":
            self.is_throwing = self.has_roll = False
        self.paid += event == "reroll_energy"
        self.free += event == "reroll_free"
        before = self.energy
        self.energy = min(data.FULL, self.energy + CHANGE[event])
        change = self.energy - before
        self.balance["move" if event in MOVE_EVENTS else "combat"] += change
        self.seen[event] = self.number(event) + 1
        self.gains += event in GAINS
        return change


def _reroll_limit(account: Account, event: str) -> bool:
    settings = account.said
    if event == "reroll_energy":
        return account.paid >= paid_limit(account.command, settings.paid_rerolls)
    free = {"veteran": 1, "elite": 2}.get(settings.unit.experience, 0) + extra_free(account.command)
    return account.free >= free


def _morale(account: Account, event: str) -> bool:
    needed = {"blank_to_energy": AVERAGE_MORALE, "sword_to_energy": HIGH}.get(event, 0)
    return data.MORALES.index(account.morale) < needed


def _conversion_limit(account: Account, event: str) -> bool:
    made = account.number(*CONVERTING)
    return made >= account.most or (event == "blank_to_energy" and made > 0)


CHECKS: Mapping[str, Callable[[Account, str], bool]] = {
    "after_escape": lambda account, _: account.number("escape") > 0,
    "no_energy": lambda account, _: account.lacks_energy(),
    "not_infantry": lambda account, _: "red_line" not in data.UNITS[account.said.unit.type].abilities,
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


class EntryRow(TypedDict):
    """An entry of the account; where it is refused, why."""

    event: Event
    account: str
    accepted: bool
    change: int
    energy: int
    reason: str | None


class EnergyLedger(TypedDict):
    """Procedure 6.6's result."""

    entries: list[EntryRow]
    energy: int
    move: int
    combat: int
    round: int


def resolve_energy_ledger(question: object) -> Resolution[EnergyLedger]:
    """Procedure 6.6: every entry with its balance, and the round's."""
    query = shape.read(EnergyLedgerQuestion, question)
    account = Account(query, query.unit.energy)
    rows = [_row(account, event) for event in query.events]
    move, combat = account.balance["move"], account.balance["combat"]
    result: EnergyLedger = {
        "entries": rows,
        "energy": account.energy,
        "move": move,
        "combat": combat,
        "round": move + combat,
    }
    values = {"move": move, "combat": combat, "energy": account.energy}
    words = "Move account {move:+d}, combat account {combat:+d}: the round ends at {energy}."
    steps = (*map(_step, rows), Step("7.5", words, values))
    charged = account.number("charge") and "charge" not in data.UNITS[query.unit.type].abilities
    unable = Step("8.2.4.2", "This type of unit does not charge; the account alone would let it.")
    return Resolution(result, (*steps, unable) if charged else steps)


def _row(account: Account, event: Event) -> EntryRow:
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


def _step(row: EntryRow) -> Step:
    values = {"what": EVENT_WORDS[row["event"]], "change": row["change"], "energy": row["energy"]}
    if row["reason"] is None:
        return Step("7.5", "{what}: {change:+d}, now {energy}.", values)
    return Step("7.5", "{what} is refused: {why}.", {**values, "why": REASON_WORDS[row["reason"]]})
