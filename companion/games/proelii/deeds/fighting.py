"""The deeds of the Combat phase, of the battle's end, and what is set by hand (4, 8.4)."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine.deed import record
from companion.engine.errors import IllegalAction, InvalidInput, under
from companion.engine.records import replace
from companion.engine.shape import Given, Known, OneOf, Sized
from companion.games.proelii import data
from companion.games.proelii.deeds.moving import Deed, Offers
from companion.games.proelii.procedures import energy
from companion.games.proelii.procedures.combat import Melee, Orders
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules import course
from companion.games.proelii.rules.course import living
from companion.games.proelii.state import Ending, Energy, Few, Id, State, Unit, destroyed, fighting, is_square


class Die(NamedTuple):
    """A unit's combat die as it fell."""

    unit: Id
    face: data.Face


def rolled(state: State, name: Id, face: data.Face) -> Play:
    """A unit's combat die, for 25 energy (8.4.1)."""
    unit = living(state, name)
    if not course.may_roll(state, unit):
        raise IllegalAction("unit", "It rolls once, active, with 25 energy, and next to an enemy.")
    energy.check_face(state, unit, face, "face")
    after = replace(energy.has_fought(fighting(unit, -data.QUARTER)), roll=energy.lying(face))
    words, fell = "{unit} roll {face} for 25 energy.", data.FACE_NAMES[face]
    return Play(state.with_unit(name, after)).step("8.4.1", words, unit=unit.name, face=fell)


@record
class Roll(Deed):
    """A unit's combat die (8.4.1)."""

    log = "{unit} roll {face}"
    steps = ("roll",)
    unit: Id
    face: data.Face

    @classmethod
    def offers(cls, state: State) -> Offers:
        yield from ({"unit": name} for name, unit in state.units.items() if course.may_roll(state, unit))

    def act(self, state: State) -> Play:
        return rolled(state, self.unit, self.face)


@record
class Rolls(Deed):
    """The combat dice of several units of one side; refused at the first that may not roll (8.4.1)."""

    log = "{units} roll"
    steps = ("roll",)
    rolls: Annotated[tuple[Die, ...], Sized(1, 80)]

    def act(self, state: State) -> Play:
        play = Play(state)
        side = living(state, self.rolls[0].unit, "rolls.0.unit").side
        for n, each in enumerate(self.rolls):
            if living(state, each.unit, f"rolls.{n}.unit").side != side:
                raise IllegalAction(f"rolls.{n}.unit", "Each side rolls its own dice.")
            with under("rolls", n):
                after = rolled(play.state, *each)
            play = Play(after.state, (*play.steps, *after.steps))
        return play


@record
class Reroll(Deed):
    """The same die again (8.4.2)."""

    log = "{unit} roll again {source}: {face}"
    steps = ("roll",)
    unit: Id
    source: data.Source
    face: data.Face

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name, unit in state.units.items():
            rolls = course.may_roll(state, unit)
            if not rolls and unit.is_living and (sources := energy.open_sources(state, unit)):
                yield {"unit": name, "sources": sources}

    def act(self, state: State) -> Play:
        unit = living(state, self.unit)
        if unit.roll is None or unit.roll.retained:
            raise IllegalAction("unit", "It has no roll of this phase.")
        if not energy.is_open(state, unit, unit.roll.rerolls, self.source):
            words = f"There is no reroll {data.SOURCE_NAMES[self.source]} here, or none that can be paid."
            raise IllegalAction("source", words)
        energy.check_face(state, unit, self.face, "face")
        after, used = energy.reroll(state, self.unit, unit.roll.rerolls, self.source)
        rolled = replace(after.units[self.unit], roll=energy.lying(self.face, used))
        words = "{unit} roll again {by}: {face}."
        names = {"face": data.FACE_NAMES[self.face], "by": data.SOURCE_NAMES[self.source]}
        return Play(after.with_unit(self.unit, rolled)).step("8.4.2", words, unit=unit.name, **names)


@record
class Cancel(Deed):
    """Give a whole roll up for its energy (8.4.3)."""

    log = "{unit} give their roll up"
    steps = ("cancel",)
    unit: Id

    @classmethod
    def offers(cls, state: State) -> Offers:
        yield from ({"unit": name} for name, unit in state.units.items() if course.may_cancel(state, unit))

    def act(self, state: State) -> Play:
        unit = living(state, self.unit)
        if not course.may_cancel(state, unit):
            raise IllegalAction("unit", "Only an unused roll that is no blank is cancelled.")
        rested = fighting(replace(unit, roll=None), data.QUARTER)
        words = "{unit} give their roll up: 25 energy."
        return Play(state.with_unit(self.unit, rested)).step("8.4.3", words, unit=unit.name)


@record
class Convert(Deed):
    """Turn tokens into others, and 25 energy (8.4.4)."""

    log = "{unit}: {kind}"
    steps = ("convert",)
    unit: Id
    kind: data.Conversion  # type: ignore[misc]  # In JSON a conversion is called so.

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name, unit in state.units.items():
            if kinds := energy.conversions(state, unit):
                yield {"unit": name, "kinds": kinds}

    def act(self, state: State) -> Play:
        unit = living(state, self.unit)
        possible = energy.conversions(state, unit)
        if not possible:
            words = "It has nothing to convert, or its round's balance does not allow it."
            raise IllegalAction("unit", words)
        if self.kind not in possible:
            words = " or ".join(data.CONVERSION_NAMES[each] for each in possible)
            raise IllegalAction("kind", f"Here {words}.")
        after = Play(state.with_unit(self.unit, energy.converted(unit, self.kind)))
        how = data.CONVERSION_NAMES[self.kind]
        return after.step("8.4.4", "{unit}: {how}, and 25 energy.", unit=unit.name, how=how)


@record
class Close(Deed):
    """Both sides are ready with this step."""

    log = "Both sides are ready"
    steps = ("roll", "cancel", "convert", "advance")

    @classmethod
    def offers(cls, state: State) -> Offers:
        yield {}

    def act(self, state: State) -> Play:
        return course.part_ended(Play(state))


@record
class Losses(Orders, Deed):
    """Both sides' losses at once, the unbroken shields, and who may step forward (8.4.5, 8.4.6)."""

    log = "The losses are taken"
    steps = ("losses",)

    @classmethod
    def offers(cls, state: State) -> Offers:
        melee = Melee(state)
        yield {
            "strikers": [
                {"unit": name, "swords": state.units[name].swords, "targets": melee.targets(name)}
                for name in course.strikers(state)
            ]
        }

    def act(self, state: State) -> Play:
        return course.losses(state, self)


@record
class Advance(Deed):
    """Step forward where the victim stood (8.4.6)."""

    log = "{unit} step forward to {to}"
    steps = ("advance",)
    unit: Id
    to: Annotated[str, Known("squares")]

    @classmethod
    def offers(cls, state: State) -> Offers:
        for name in sorted({each.unit for each in state.may_advance}):
            yield {"unit": name, "to": [each.to for each in state.may_advance if each.unit == name]}

    def act(self, state: State) -> Play:
        unit = living(state, self.unit)
        own = [each.to for each in state.may_advance if each.unit == self.unit]
        if not own:
            raise IllegalAction("unit", "It took nobody's last CP, or is bound.")
        if self.to not in own:
            raise IllegalAction("to", f"It may step to {' or '.join(own)}.")
        put = state.with_unit(self.unit, replace(unit, at=self.to, crossing=0))
        others = [each for each in state.may_advance if each.unit != self.unit]
        after = Play(replace(put, may_advance=course.still_open(put, others)))
        return after.step("8.4.6", "{unit} step forward to {to}.", unit=unit.name, to=self.to)


@record
class Surrender(Deed):
    """A side gives the battle up (4)."""

    log = "{side} surrenders"
    side: data.Side

    def act(self, state: State) -> Play:
        return course.over(Play(state), Ending(data.OTHER[self.side], "surrender"))


@record
class Stalemate(Deed):
    """Both players agree that nothing can lead to combat any more (6.1, R42)."""

    log = "Nothing can lead to combat any more: the centre decides"

    def act(self, state: State) -> Play:
        if state.phase == "start":
            raise IllegalAction("type", "The battle has not begun.")
        words = "Nothing can lead to combat any more: the centre decides."
        return course.decided(Play(state).step("6.1", words))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What is set by hand; only what is said changes."""

    energy: Annotated[Energy | None, Given] = None
    cp: Annotated[Few | None, Given] = None
    at: Annotated[Annotated[str, Known("places")] | None, Given] = None
    experience: Annotated[data.Experience | None, Given] = None
    inactive: Annotated[bool | None, Given] = None
    prestige: Annotated[Annotated[int, OneOf(tuple(range(1000)))] | None, Given] = None

    @property
    def given(self) -> list[str]:
        """What is set, by its key."""
        return sorted(key for key in self.__slots__ if getattr(self, key) is not None)


@record
class Adjust(Deed):
    """Overrule the app, with a reason."""

    stays = True
    reason: Annotated[str, Sized(1, 200)]
    set: Figures
    unit: Annotated[Id | None, Given] = None
    side: Annotated[data.Side | None, Given] = None

    def act(self, state: State) -> Play:
        play = Play(state).step("R42", "Set by hand: {reason}.", reason=self.reason.rstrip("."))
        if self.side is not None:
            army = state.sides[self.side]
            prestige = army.prestige if self.set.prestige is None else self.set.prestige
            changed = {**state.sides, self.side: army._replace(prestige=prestige)}
            return play.now(replace(state, sides=changed))
        name = self.unit or ""
        unit = state.units.get(name)
        if unit is None:
            raise IllegalAction("unit", f"There is no unit {name}.")
        after = play.put(name, self._changed(state, name, unit)).state
        return play.now(replace(after, may_advance=course.still_open(after, after.may_advance)))

    def _changed(self, state: State, name: str, unit: Unit) -> Unit:
        given = self.set
        self._check_cp(unit)
        self._check_at(state, name, unit)
        if given.cp is not None:
            unit = replace(unit, cp=given.cp) if given.cp else destroyed(unit)
        if given.at == data.DESTROYED:
            unit = destroyed(unit)
        elif given.at is not None:
            crossing = unit.crossing if given.at == unit.at else 0
            roll = None if given.at == "escaped" else unit.roll
            unit = replace(unit, at=given.at, crossing=crossing, roll=roll)
        return replace(
            unit,
            energy=unit.energy if given.energy is None else given.energy,
            experience=given.experience or unit.experience,
            inactive=unit.inactive if given.inactive is None else given.inactive,
        )

    def _check_cp(self, unit: Unit) -> None:
        given = self.set
        if given.cp is None:
            return
        if given.cp > unit.kind.cp:
            raise IllegalAction("set.cp", f"It has {unit.kind.cp} CP at most.")
        stays = given.at is None or given.at == data.DESTROYED
        if given.cp and unit.at == data.DESTROYED and stays:
            raise IllegalAction("set.cp", "A destroyed unit needs a place as well.")

    def _check_at(self, state: State, name: str, unit: Unit) -> None:
        at = self.set.at
        if at is None:
            return
        if (is_square(at) and state.standing.get(at, name) != name) or at in state.board.closed:
            raise IllegalAction("set.at", f"{at} is blocked or taken.")
        cp = unit.cp if self.set.cp is None else self.set.cp
        if not cp and at != data.DESTROYED:
            raise IllegalAction("set.at", "A destroyed unit stands nowhere; give it CP as well.")


def setting(action: Adjust, _: object) -> Adjust:
    """A correction that was read; `InvalidInput` where it sets nothing, or what its unit or side has not."""
    if (action.unit is None) == (action.side is None):
        raise InvalidInput("unit", "Either a unit or a side is wanted.")
    if not action.set.given:
        raise InvalidInput("set", "Say what is to be set.")
    keys = ("at", "cp", "energy", "experience", "inactive") if action.unit else ("prestige",)
    for key in action.set.given:
        if key not in keys:
            raise InvalidInput(f"set.{key}", f"Only {', '.join(keys)} can be set here.")
    return action


FIGHTING: tuple[type[Deed], ...] = (
    Roll,
    Rolls,
    Reroll,
    Cancel,
    Convert,
    Close,
    Losses,
    Advance,
    Surrender,
    Stalemate,
    Adjust,
)
