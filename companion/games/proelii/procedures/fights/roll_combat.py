"""One combat phase for a set of attached units, given all dice and decisions (6.14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.shape import Sized
from companion.engine.wire import Json
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    ENTRY,
    FACE_NAMES,
    QUARTER,
    REAR_PRICE,
    Combat,
    Conversion,
    Experience,
    GainCap,
    Kind,
    Side,
)
from companion.games.proelii.procedures.asked import (
    Cp,
    Settings,
    Tokens,
    check_cp,
    prestige_left,
    state_of,
)
from companion.games.proelii.procedures.energy.gains import conversions, converted, gained, rests
from companion.games.proelii.procedures.fights.losses import Attached, Melee, lost
from companion.games.proelii.procedures.rerolls import has_fought, lying, throw
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Thrown
from companion.games.proelii.state.orders import Orders, Parry, Strike
from companion.games.proelii.state.table import Id, State
from companion.games.proelii.state.unit import Energy, Ledger, Unit, fighting


@dataclass(frozen=True, slots=True)
class Fighting:
    """A unit of the combat, with its dice and decisions."""

    id: Id
    side: Side
    type: Kind
    experience: Experience
    energy: Energy
    cp: Cp
    roll: Thrown | None = None
    tokens: Tokens | None = None
    cancel: bool = False
    convert: Annotated[tuple[Conversion, ...], Sized(0, 2)] = ()
    hold: bool = False
    rear: bool = False

    @property
    def unit(self) -> Unit:
        """The same as the rules keep it; with tokens it has fought already."""
        kept = self.tokens is not None
        return Unit(
            side=self.side,
            name=self.id,
            type=self.type,
            experience=self.experience,
            at=ENTRY,
            energy=self.energy,
            cp=self.cp,
            roll=self.tokens.roll if self.tokens else None,
            fought=kept,
            ledger=Ledger(combat=-QUARTER if kept else 0),
        )


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked, without the settings."""

    units: Annotated[tuple[Fighting, ...], Sized(1, 80)]
    pairs: tuple[Annotated[tuple[Id, ...], Sized(2, 2)], ...]
    combat: Combat = "arcade"
    strikes: tuple[Strike, ...] | None = None
    parries: tuple[Parry, ...] = ()
    gain_cap: GainCap = "net"
    cancel_blank: bool = False


@dataclass(frozen=True, kw_only=True)
class Question(Settings, Asked):
    """Procedure 6.14's input."""


def resolve(question: Json) -> Resolution:
    """Procedure 6.14: rolls, rest, cancellations, conversions, losses, shields, advances."""
    said: Question = shape.read(Question, question)
    near = _pairs(said)
    options = said.options(combat=said.combat, gain_cap=said.gain_cap, cancel_blank=said.cancel_blank)
    units = {each.id: each.unit for each in said.units}
    done = _rolled(Done(state_of(units, options, sides=said.armies())), said, near)
    done = _converted(_cancelled(_rested(done), said), said)
    _check_orders(said, done.state)
    before = done.state
    hold = tuple(each.id for each in said.units if each.hold)
    rear = tuple(each.id for each in said.units if each.rear)
    orders = Orders(strikes=said.strikes, parries=said.parries, hold=hold, rear=rear)
    done, melee = lost(done, near, orders)
    return Resolution(_result(before, done.state, melee, near), done.steps)


def _pairs(said: Question) -> Attached:
    units: dict[str, Fighting] = {}
    for n, each in enumerate(said.units):
        if each.id in units:
            raise InvalidInput(f"units.{n}.id", f"“{each.id}” is named before.")
        units[each.id] = each
        check_cp(each.type, each.cp, f"units.{n}.cp")
        if each.tokens is not None and each.roll is not None:
            raise InvalidInput(
                f"units.{n}.tokens", "A unit with tokens does not roll; leave one of them out."
            )
    near: dict[str, list[str]] = {each: [] for each in units}
    for n, pair in enumerate(said.pairs):
        _check_pair(units, pair, said.pairs[:n], n)
        near[pair[0]].append(pair[1])
        near[pair[1]].append(pair[0])
    return {name: sorted(enemies) for name, enemies in near.items()}


def _check_pair(
    units: Mapping[str, Fighting], pair: tuple[str, ...], before: tuple[tuple[str, ...], ...], n: int
) -> None:
    for k, name in enumerate(pair):
        if name not in units:
            raise IllegalAction(f"pairs.{n}.{k}", f"There is no unit {name}.")
    if (units[pair[0]].side, units[pair[1]].side) != ("white", "black") or pair in before:
        raise IllegalAction(f"pairs.{n}", "A pair is white's unit and black's, each pair once.")


def _rolled(done: Done, said: Question, near: Attached) -> Done:
    for n, each in enumerate(said.units):
        if each.roll is None:
            continue
        if not near[each.id] or each.energy < QUARTER:
            raise IllegalAction(f"units.{n}.roll", "It needs an attached enemy and 25 energy to roll.")
        done = done.put(each.id, fighting(done.unit(each.id), -QUARTER))
        state, used = throw(done.state, each.id, each.roll, f"units.{n}.roll")
        rolled = replace(has_fought(state.units[each.id]), roll=lying(each.roll.face, used))
        values = {"unit": each.id, "face": FACE_NAMES[each.roll.face]}
        done = done.now(state.with_unit(each.id, rolled)).told("8.4.1", "{unit} rolls {face}.", values)
    return done


def _rested(done: Done) -> Done:
    for name, unit in done.state.units.items():
        if rests(done.state, unit):
            values = {"unit": name}
            done = done.put(name, gained(unit)).told("8.4.3", "{unit} does not fight: 25 energy.", values)
    return done


def _cancelled(done: Done, said: Question) -> Done:
    for n, each in enumerate(said.units):
        if not each.cancel:
            continue
        unit = done.unit(each.id)
        if not _can_cancel(unit, each, cancel_blank=said.cancel_blank):
            raise IllegalAction(f"units.{n}.cancel", "There is no roll to give up.")
        rested = fighting(replace(unit, roll=None), QUARTER)
        done = done.put(each.id, rested).told(
            "8.4.3", "{unit} gives its roll up: 25 energy.", {"unit": each.id}
        )
    return done


def _can_cancel(unit: Unit, asked: Fighting, *, cancel_blank: bool) -> bool:
    if unit.roll is None:
        return False
    if asked.tokens is not None:
        return bool(asked.tokens.swords + asked.tokens.shields)
    return unit.roll.face != "blank" or cancel_blank


def _converted(done: Done, said: Question) -> Done:
    for n, each in enumerate(said.units):
        for k, kind in enumerate(each.convert):
            unit = done.unit(each.id)
            blank = kind == "blank_to_energy" and each.tokens is not None
            if blank or kind not in conversions(done.state, unit):
                raise IllegalAction(f"units.{n}.convert.{k}", "This conversion is not open to it.")
            values = {"unit": each.id, "how": CONVERSION_NAMES[kind]}
            done = done.put(each.id, converted(unit, kind)).told("8.4.4", "{unit}: {how}.", values)
    return done


def _check_orders(said: Question, state: State) -> None:
    """Shields that are held and attacks on the rear, in the order of the units."""
    for n, each in enumerate(said.units):
        if each.hold and not state.units[each.id].shields:
            raise IllegalAction(f"units.{n}.hold", "It has no shield to hold back.")
    left = {side: army.prestige for side, army in state.sides.items()}
    for n, each in enumerate(said.units):
        if not each.rear:
            continue
        if said.level == "white" or not state.units[each.id].swords or left[each.side] < REAR_PRICE:
            raise IllegalAction(f"units.{n}.rear", "It needs a sword, the yellow rules and 2 prestige.")
        left[each.side] -= REAR_PRICE


def _result(before: State, after: State, melee: Melee, near: Attached) -> Json:
    advances = [
        {"unit": killer, "into": victim}
        for victim, killer in melee.killers.items()
        if after.units[killer].is_living and not _held(after, near[killer])
    ]
    return {
        "units": [_row(before.units[name], after.units[name], melee, name) for name in after.ids],
        "strikes": [each._asdict() for each in melee.struck],
        "may_advance": sorted(advances, key=lambda each: (each["unit"], each["into"])),
        "prestige": prestige_left(after),
    }


def _held(state: State, enemies: Sequence[str]) -> bool:
    return any(state.units[each].is_living and state.units[each].has_energy for each in enemies)


def _row(before: Unit, after: Unit, melee: Melee, name: str) -> dict[str, Json]:
    return {
        "id": name,
        "energy": after.energy,
        "cp": after.cp,
        "destroyed": not after.cp,
        "swords": before.swords,
        "shields": before.shields,
        "hits": sum(each.target == name and each.outcome == "hit" for each in melee.struck),
        "blocked": sum(each.target == name and each.outcome == "blocked" for each in melee.struck),
        "unbroken_shield": after.ledger.gains > before.ledger.gains,
    }
