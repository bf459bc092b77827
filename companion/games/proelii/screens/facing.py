"""Each face of a unit's die for the fight that it stands in, as all other dice lie (8.4.5)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.engine.stage import Icon, Row, Rows, Words, said
from companion.games.proelii.data import FACE_NAMES, QUARTER, SOURCES, Conversion, Die, Face
from companion.games.proelii.procedures.energy.gains import converted
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.procedures.fights.losses import Melee
from companion.games.proelii.procedures.rerolls import lying
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.orders import Orders
from companion.games.proelii.state.unit import fighting

COSTLY = ("prestige", "energy")


def cheapest(sources: Sequence[str]) -> str:
    """The reroll that costs nothing, where there is one; energy is spent last."""
    return min(sources, key=lambda each: [*(s for s in SOURCES if s not in COSTLY), *COSTLY].index(each))


def die_sign(unit: Unit, face: str) -> Icon:
    """A face on a die of the unit's colour."""
    return own_sign(face, f"icon face face--{unit.kind.die}")


def shown(state: State, name: str, face: Face, *, pays: bool) -> State:
    """The battle with that face on the unit, its 25 energy paid or not."""
    unit = fighting(state.units[name], -QUARTER) if pays else state.units[name]
    return state.with_unit(name, replace(unit, roll=lying(face)))


def hits(state: State) -> Counter[str]:
    """The CP that every unit loses, if the dice stay as they lie and every sword takes its first target."""
    near = {name: attached(state, name) for name in state.ids if state.units[name].is_living}
    melee = Melee(state, near, Orders())
    melee.by_themselves()
    return Counter(each.target for each in melee.struck if each.outcome == "hit")


def each_face(state: State, name: str, source: str) -> Rows:
    """Every face with its chance, and the CP that the unit and those against it would lose by it."""
    unit = state.units[name]
    die: Die = getattr(state.options.dice, unit.kind.die)
    enemies = attached(state, name)
    rows = []
    for face in dict.fromkeys(die):
        lost = hits(shown(state, name, face, pays=source in ("", "energy")))
        chance = said("{n} in {of}", n=die.count(face), of=len(die))
        words = FACE_NAMES[face].removeprefix("a ").capitalize()
        cells = (words, chance, _loss(lost[name]), _loss(sum(lost[each] for each in enemies)))
        now = unit.roll is not None and unit.roll.face == face
        rows.append(Row(cells, here=now, icon=die_sign(unit, face)))
    return Rows(
        label="Each face for this fight, as the other dice lie",
        rows=tuple(rows),
        head=("Face", "", "It loses", "They lose"),
    )


def given_up(state: State, name: str) -> State:
    """The battle after a roll is cancelled for its energy."""
    return state.with_unit(name, replace(fighting(state.units[name], QUARTER), roll=None))


def turned(state: State, name: str, kind: Conversion) -> State:
    """The battle after a conversion."""
    return state.with_unit(name, converted(state.units[name], kind))


def comes_to(state: State, after: State, name: str) -> Words:
    """The CP that a unit and its enemies lose after a deed, and without it."""
    found = []
    for each in (state, after):
        lost = hits(each)
        found += [_loss(lost[name]), _loss(sum(lost[enemy] for enemy in attached(each, name)))]
    values = dict(zip(("own", "theirs", "then", "those"), found, strict=True))
    return said("CP lost, own and enemies': {own} and {theirs} now, then {then} and {those}", **values)


def _loss(cp: int) -> str:
    return f"−{cp}" if cp else "0"
