"""Dice as they were rolled: each face for the fight it stands in, and the odds before one falls (6.15)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.engine.stage import Choice, Choices, Fact, Facts, Icon, Piece, Row, Rows, Words, said
from companion.engine.wire import Json
from companion.engine.wording import percent
from companion.games.proelii.actions import Orders
from companion.games.proelii.data import (
    FACE_NAMES,
    FACES,
    QUARTER,
    SIDE_NAMES,
    SOURCE_NAMES,
    SOURCES,
    Conversion,
    Die,
    Face,
    Source,
)
from companion.games.proelii.procedures.combat import Melee
from companion.games.proelii.procedures.combat_odds import (
    NOTHING,
    Chances,
    CombatOddsQuestion,
    Fight,
    Opponent,
    Shown,
    Throws,
    at_best,
)
from companion.games.proelii.procedures.energy import converted, is_open, limits, lying, reroll
from companion.games.proelii.procedures.field import attached
from companion.games.proelii.screens.frame import Turn, own_sign
from companion.games.proelii.state import NO_REROLLS, Rerolls, State, Unit, fighting

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


FREE: tuple[Source, ...] = ("experience", "command")


def duel(state: State, name: str) -> Iterator[Facts]:
    """The odds of a unit against the one enemy that has none but it: the same whoever of the two asks."""
    enemies = attached(state, name)
    if len(enemies) == 1 == len(attached(state, enemies[0])):
        white, black = sorted((name, enemies[0]), key=lambda each: state.units[each].side, reverse=True)
        why = "free rerolls of both at their best"
        facts = zip(("white", "black"), falls(state, white, black), strict=True)
        yield Facts(tuple(Fact(f"{SIDE_NAMES[side]} falls", percent(chance), why) for side, chance in facts))


def falls(
    state: State, attacker: str, defender: str, kind: Fight = "standard", *, defends: bool = True
) -> tuple[float, float]:
    """How often each of two units falls, the free rerolls of both used at their best."""
    one, other = state.units[attacker], state.units[defender]
    asked = CombatOddsQuestion(
        attacker=_opponent(state, one),
        defender=_opponent(state, other),
        kind=kind,
        combat=state.options.combat,
    )
    answer = _has(state, other, kind) if defends or other.roll else NOTHING
    ours = _has(state, one, kind) if kind == "standard" else _throws(state, one, kind)
    ends = at_best(asked, ours, answer).items()
    return (
        float(sum(p for end, p in ends if end.attacker_loss >= one.cp)),
        float(sum(p for end, p in ends if end.defender_loss >= other.cp)),
    )


def _opponent(state: State, unit: Unit) -> Opponent:
    command = state.sides[unit.side].command
    return Opponent(
        type=unit.type, experience=unit.experience, energy=unit.energy, cp=unit.cp, command=command
    )


def _has(state: State, unit: Unit, kind: Fight) -> Throws | Chances:
    """What a unit has for its die: one to throw, one that lies and may be rolled again, or tokens."""
    roll = unit.roll
    if roll is None:
        return NOTHING if unit.inactive or not unit.has_energy else _throws(state, unit, kind)
    if roll.retained or kind != "standard":
        return {Shown(roll.swords, roll.shields): NOTHING[Shown(0, 0)]}
    return _throws(state, unit, kind)


def _throws(state: State, unit: Unit, kind: Fight) -> Throws:
    army, roll = state.sides[unit.side], unit.roll if kind == "standard" else None
    most, used = limits(unit.experience, army, state.options), roll.rerolls if roll else NO_REROLLS
    free = sum(most[source] - getattr(used, source) for source in FREE)
    die = getattr(state.options.dice, unit.kind.die)
    may_convert = kind == "standard" and army.command != "none"
    return Throws(die, max(0, free), 0, may_convert, roll.face if roll else None)


APP = "app"
"""That the app rolls."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll in the making under one key of the choice: `blank~experience~sword`, or `app`."""

    key: str
    faces: tuple[str, ...]
    sources: tuple[str, ...]
    by_app: bool = False
    wished: tuple[str, ...] = ()
    """Of a roll by the app: the faces that it rolls again, and what it may use besides free rerolls."""
    price: int = QUARTER

    @property
    def is_ready(self) -> bool:
        """Whether the last die shows its face."""
        return self.by_app or len(self.faces) == len(self.sources) + 1

    @property
    def json(self) -> Json:
        """The same as an action holds it; the app's is left open, but for what it rolls again."""
        if self.by_app:
            again = [each for each in self.wished if each in FACES]
            return {"again": again, "by": list(self.sources)} if again and self.sources else {}
        return {"faces": list(self.faces), "rerolls": list(self.sources)}


def thrown(turn: Turn, key: str, name: str, price: int = QUARTER) -> Thrown:
    """What has been tapped of a unit's roll of that price; what its die cannot show is passed over."""
    parts = turn.listed(key)
    known = faces_of(turn, name)
    if parts[:1] == (APP,):
        wished = parts[1:] or _useless(key, known)
        return _by_app(turn, name, Thrown(key, (), (), by_app=True, wished=wished, price=price))
    faces, sources = parts[::2], parts[1::2]
    if not set(faces) <= set(known) or not set(sources) <= set(SOURCES):
        return Thrown(key, (), (), price=price)
    return Thrown(key, faces, sources, price=price)


def _by_app(turn: Turn, name: str, roll: Thrown) -> Thrown:
    """A roll that the app makes with every free reroll, and with others where they are wished."""
    used: list[str] = []
    while sources := [
        s for s in open_after(turn.state, name, used, roll.price) if s in (*FREE, *roll.wished)
    ]:
        used.append(cheapest(sources))
    return replace(roll, sources=tuple(used))


def _useless(key: str, faces: Sequence[Face]) -> tuple[str, ...]:
    """The faces that do nothing for a roll: no shield in a defence, no sword in an attack."""
    token = 1 if key == "d" else 0
    return tuple(face for face in faces if not FACES[face][token])


def faces_of(turn: Turn, name: str) -> list[Face]:
    """The faces of a unit's die, each once, as they stand on it."""
    die: Die = getattr(turn.state.options.dice, turn.state.units[name].kind.die)
    return list(dict.fromkeys(die))


def dice(turn: Turn, name: str, roll: Thrown, label: Words, *, may_app: bool = True) -> tuple[Piece, ...]:
    """A unit's die to tap, and then the rerolls that it may have."""
    before = [] if roll.by_app else [*roll.faces, *roll.sources]
    chain = "~".join(x for pair in zip(roll.faces, roll.sources, strict=False) for x in pair)
    shown = roll.faces[-1] if roll.is_ready and roll.faces else ""
    pad = tuple(
        Choice(
            words=FACE_NAMES[face].removeprefix("a ").capitalize(),
            icon=die_sign(turn.state.units[name], face),
            href=turn.link(**{roll.key: f"{chain}~{face}" if chain else face}),
            chosen=face == shown,
        )
        for face in faces_of(turn, name)
    )
    app = Choice(words="Roll for us", href=turn.link(**{roll.key: APP}), chosen=roll.by_app)
    choices = (*pad, app) if may_app and not before[1:] else pad
    again = _wishes(turn, name, roll) if roll.by_app else _again(turn, name, roll) if shown else ()
    return (Choices(label=label, choices=choices, shape="tiles", shows_label=True), *again)


def _again(turn: Turn, name: str, roll: Thrown) -> tuple[Piece, ...]:
    sources = open_after(turn.state, name, roll.sources, roll.price)
    if not sources:
        return ()
    so_far = "~".join(turn.listed(roll.key))
    chips = tuple(
        Choice(
            words=said("Rolled again {by}", by=SOURCE_NAMES[each]),
            href=turn.link(**{roll.key: f"{so_far}~{each}"}),
        )
        for each in sources
    )
    return (Choices(label="Rerolls", choices=chips, shape="chips"),)


def _wishes(turn: Turn, name: str, roll: Thrown) -> tuple[Piece, ...]:
    """What the app rolls again: the faces, and whether it may pay for that."""
    first = open_after(turn.state, name, (), roll.price)
    if not first:
        return ()
    unit = turn.state.units[name]
    dear = [each for each in first if each not in FREE]
    wishes: list[tuple[str, str]] = [
        (each, FACE_NAMES[each].removeprefix("a ").capitalize()) for each in faces_of(turn, name)
    ]
    wishes += [(each, f"also {SOURCE_NAMES[each]}") for each in dear]
    chips = tuple(
        Choice(
            words=words,
            icon=die_sign(unit, each) if each in FACES else None,
            href=turn.link(**{roll.key: _toggled(roll, each)}),
            chosen=each in roll.wished,
        )
        for each, words in wishes
    )
    return (Choices(label="The app rolls these again", choices=chips, shape="chips", shows_label=True),)


def _toggled(roll: Thrown, wish: str) -> str:
    wished: list[str] = [each for each in (*FACES, *SOURCES) if (each in roll.wished) != (each == wish)]
    return "~".join((APP, *(wished or ["nothing"])))


def open_after(state: State, name: str, used: Sequence[str], price: int) -> list[str]:
    """The sources from which one more reroll is possible after these, the roll's price being paid."""
    state, rerolls = state.with_unit(name, fighting(state.units[name], -price)), Rerolls()
    for source in used:
        known = next((each for each in SOURCES if each == source), None)
        if known is None:
            return []
        state, rerolls = reroll(state, name, rerolls, known)
    return [each for each in SOURCES if is_open(state, state.units[name], rerolls, each)]
