"""Both armies on a sheet, their tokens on a real board: accounts, pairs and dice of one round (6.6, 6.14)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, get_args

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.shape import Between, Sized
from companion.engine.step import Step
from companion.engine.wire import Json
from companion.games.proelii.data import (
    BRILLIANT_START,
    SIDES,
    START,
    UNITS,
    Ability,
    Combat,
    Conversion,
    Face,
    Level,
    Side,
    Source,
)
from companion.games.proelii.procedures.energy import energy_ledger
from companion.games.proelii.procedures.energy.energy_ledger import Event
from companion.games.proelii.procedures.energy.ledger_words import EVENT_WORDS, REASON_WORDS
from companion.games.proelii.procedures.fights import roll_combat
from companion.games.proelii.procedures.rerolls import morale_of
from companion.games.proelii.rules.own_battle import Battle, Piece, battle_of
from companion.games.proelii.state.table import Id
from companion.games.proelii.state.unit import Energy, Few

ABILITIES: frozenset[str] = frozenset(get_args(Ability.__value__))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A unit as the round began, what it did since, and what its die shows."""

    energy: Energy
    cp: Few
    events: Annotated[tuple[Event, ...], Sized(0, 30)] = ()
    faces: Annotated[tuple[Face, ...], Sized(0, 8)] = ()
    rerolls: Annotated[tuple[Source, ...], Sized(0, 7)] = ()
    cancel: bool = False
    convert: Annotated[tuple[Conversion, ...], Sized(0, 2)] = ()
    hold: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The whole sheet; `resolved`: the losses of its dice are shown, and kept when the next round begins."""

    battle: Any
    units: Mapping[Id, Row]
    prestige: Annotated[tuple[Annotated[int, Between(0, 999)], ...], Sized(2, 2)]
    pairs: tuple[Annotated[tuple[Id, ...], Sized(2, 2)], ...] = ()
    round: Annotated[int, Between(1, 999)] = 1
    level: Level = "white"
    combat: Combat = "arcade"
    white: str = ""
    black: str = ""
    resolved: bool = False


@dataclass(frozen=True)
class Standing:
    """A sheet with its battle, its accounts and its losses worked out."""

    sheet: Sheet
    battle: Battle
    pieces: Mapping[str, tuple[Side, Piece]] = field(default_factory=dict)

    def row(self, name: str) -> Row:
        """A unit's row; `IllegalAction` where there is none."""
        if name not in self.sheet.units:
            raise IllegalAction("", "There is no such unit on this sheet.")
        return self.sheet.units[name]

    def side(self, name: str) -> Side:
        """Whose it is."""
        return self.pieces[name][0]

    def is_able(self, name: str, event: str) -> bool:
        """Whether a unit's type has the ability that an event is; other events are everybody's (7.0)."""
        return event not in ABILITIES or event in UNITS[self.pieces[name][1].type].abilities

    def account(self, name: str, events: tuple[str, ...]) -> Any:
        """The ledger of a unit with these events."""
        side, piece = self.pieces[name]
        unit = {"type": piece.type, "experience": piece.experience, "energy": self.row(name).energy}
        banner = self.banner(side)
        said = {"level": self.sheet.level, "morale": banner["morale"], "command": banner["command"]}
        return energy_ledger.resolve({"unit": unit, "events": list(events), **said}).result

    def banner(self, side: Side) -> dict[str, Any]:
        """A side's morale, command and prestige."""
        prestige = self.sheet.prestige[SIDES.index(side)]
        return {
            "morale": morale_of(prestige),
            "command": self.battle.host(side).command,
            "prestige": prestige,
        }

    def refusal(self, name: str, *more: str) -> str:
        """Why a unit may not do this now, in the ledger's words; empty where it may."""
        row = self.row(name)
        if lacks := next((each for each in more if not self.is_able(name, each)), None):
            return f"{EVENT_WORDS[lacks]}: this type of unit has no such ability."
        entries = self.account(name, (*row.events, *dice(row), *more))["entries"]
        refused = next((each for each in entries if not each["accepted"]), None)
        return f"{EVENT_WORDS[refused['event']]}: {REASON_WORDS[refused['reason']]}." if refused else ""

    def energy(self, name: str) -> int:
        """A unit's energy now."""
        row = self.row(name)
        events = (*row.events, *dice(row))
        if self.sheet.resolved and row.cp:
            events = (*events, *self.earned(name))
        found: int = self.account(name, events)["energy"]
        return found

    def earned(self, name: str) -> tuple[str, ...]:
        """What the combat may give a unit: the ledger books what the round still allows."""
        unbroken = self.losses[0]["units"][name]["unbroken_shield"]
        return ("unbroken_shield",) * unbroken if self.row(name).faces else ("no_combat",)

    def cp(self, name: str) -> int:
        """A unit's cohesion now."""
        row = self.row(name)
        if not (self.sheet.resolved and row.cp):
            return row.cp
        left: int = self.losses[0]["units"][name]["cp"]
        return left

    @cached_property
    def losses(self) -> tuple[Any, tuple[Step, ...]]:
        """The combat of all dice, its units by name; `GameError` where the dice cannot be so."""
        living = [name for name, row in self.sheet.units.items() if row.cp]
        question = {
            "units": [self._fighting(name) for name in living],
            "pairs": [list(pair) for pair in self.sheet.pairs],
            "combat": self.sheet.combat,
            "level": self.sheet.level,
            "sides": {side: self.banner(side) for side in SIDES},
        }
        found = roll_combat.resolve(question)
        steps = tuple(self._named(step) for step in found.steps)
        return {**found.result, "units": {each["id"]: each for each in found.result["units"]}}, steps

    def _named(self, step: Step) -> Step:
        """A step with the units' names in place of their ids."""
        names = {name: piece.name for name, (_, piece) in self.pieces.items()}
        return step._replace(values={key: names.get(str(said), said) for key, said in step.values.items()})

    def _fighting(self, name: str) -> dict[str, Json]:
        """A unit as the combat asks for it; one that struck or escaped before does not rest."""
        (side, piece), row = self.pieces[name], self.row(name)
        unit = {"id": name, "side": side, "type": piece.type, "experience": piece.experience}
        said = {**unit, "energy": self.account(name, row.events)["energy"], "cp": row.cp}
        if row.faces:
            said["roll"] = {"faces": list(row.faces), "rerolls": list(row.rerolls)}
        elif set(row.events) & {"charge", "attack", "escape"}:
            said["tokens"] = {"swords": 0, "shields": 0}
        return {**said, "cancel": row.cancel, "convert": list(row.convert), "hold": row.hold}


def dice(row: Row) -> tuple[str, ...]:
    """What a unit's die means for its account."""
    if not row.faces:
        return ()
    booked = {"energy": "reroll_energy", "experience": "reroll_free", "command": "reroll_free"}
    rerolls = [booked[each] for each in row.rerolls if each in booked]
    turned = ["convert" if each.endswith(("shield", "to_sword")) else each for each in row.convert]
    return ("roll", *rerolls, *("cancel",) * row.cancel, *turned)


def begun(battle: Json, level: Json, combat: Json) -> Json:
    """A new sheet for a battle, all units as it sets them up."""
    said = battle_of(battle)
    units = {}
    for side in SIDES:
        host = said.host(side)
        start = BRILLIANT_START if level == "red" and host.command == "brilliant" else START
        for piece in host.units:
            energy = start if piece.energy is None else piece.energy
            units[piece.id] = {"energy": energy, "cp": UNITS[piece.type].cp}
    prestige = [said.host(side).prestige for side in SIDES]
    return {"battle": battle, "units": units, "prestige": prestige, "level": level, "combat": combat}


def standing(value: Json) -> Standing:
    """A sheet read and fitted to its battle; `GameError` at the first fault."""
    sheet: Sheet = shape.read(Sheet, value)
    battle = battle_of(sheet.battle)
    pieces = {piece.id: (side, piece) for side in SIDES for piece in battle.host(side).units}
    if set(pieces) != set(sheet.units):
        raise IllegalAction("units", "The sheet holds the units of its battle, all of them.")
    return Standing(sheet, battle, pieces)
