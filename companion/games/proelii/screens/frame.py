"""What every screen of a battle shares: who looks, the frame of the stage, dice and their values."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.engine import stage
from companion.engine.scene import Scene, keep
from companion.engine.wire import Json
from companion.engine.wording import Plate, counted, percent, signed
from companion.games.proelii import data
from companion.games.proelii.deeds.secrets import SECRECY, seen_legal
from companion.games.proelii.procedures import combat_odds
from companion.games.proelii.procedures.combat import Melee
from companion.games.proelii.procedures.energy import converted, is_open, limits, lying, reroll
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.setting_up import BATTLES, battle_of
from companion.games.proelii.state import NO_REROLLS, Rerolls, State, Unit, fighting


class Loupe(NamedTuple):
    """What a tap that opens it leads to, by place, and at which place it is open.

    A place is the square at its top left as the field is drawn, a side for its reserves, `distant`, or an
    energy.
    """

    at: str
    link: Callable[[str | None], str]


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on the field does: links by square, zone and unit, and what each place would cost.

    `binds` are the places where something would bind, `targets` the enemies that a deed can reach, `ghost`
    the unit that would stand on a square, `chosen` what is chosen, `aim` the place that is aimed at. Where
    somebody is asked, `lit` are the squares that it is about, all else dimmed, and `way` the squares that a
    unit goes over, its own first. The last line emptied the squares `left`, and brought somebody to `came`.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    mp: Mapping[str, int] = field(default_factory=dict)
    binds: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    aim: str = ""
    ghost: Mapping[str, Unit] = field(default_factory=dict)
    pairs: Mapping[str, str] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()
    way: tuple[str, ...] = ()
    loupe: Loupe | None = None
    left: frozenset[str] = frozenset()
    came: frozenset[str] = frozenset()


def pairs(state: State) -> dict[str, str]:
    """A letter for every unit that stands against an enemy, the same for all who hang together."""
    groups: list[set[str]] = []
    for name, _ in state.army("white"):
        fight = {name, *state.facing[name]}
        if len(fight) > 1:
            joined = [group for group in groups if group & fight]
            groups = [group for group in groups if not group & fight] + [fight.union(*joined)]
    ordered = sorted(groups, key=min)
    return {name: chr(ord("A") + n % 26) for n, group in enumerate(ordered) for name in group}


type Prompt = tuple[stage.Question, Taps]


@dataclass(frozen=True, slots=True)
class Turn:
    """The step of the battle on one screen."""

    scene: Scene[State]

    @property
    def state(self) -> State:
        return self.scene.state

    @property
    def side(self) -> data.Side:
        return self.state.to_act or "white"

    def entries(self, kind: str) -> dict[str, dict[str, Json]]:
        """The entries of `legal` of that kind by unit, as far as this screen may know them."""
        listed = self.scene.once(seen_legal, self.scene.sight)
        return {each.get("unit", ""): each for each in listed if each["type"] == kind}

    @property
    def letters(self) -> Mapping[str, str]:
        return self.scene.once(pairs)

    def chosen(self, key: str, among: object) -> str:
        """A part of the half-made choice, where it is one of these; else nothing."""
        given = self.scene.draft.get(key, "")
        return given if isinstance(among, list | tuple | set | frozenset | dict) and given in among else ""

    def listed(self, key: str) -> tuple[str, ...]:
        """A part of the half-made choice that holds several."""
        return tuple(filter(None, self.scene.draft.get(key, "").split("~")))

    def link(self, **changes: str | None) -> str:
        return keep(self.scene, **changes)

    def toggled(self, key: str, value: str) -> str:
        """The same choice with one of several put in or taken out."""
        now = self.listed(key)
        after = [each for each in now if each != value] if value in now else [*now, value]
        return self.link(**{key: "~".join(after) or None})


def may_decide(scene: Scene[State]) -> bool:
    """Whether this screen has the controls of who acts, and may know what they are chosen from."""
    side = scene.state.to_act
    return SECRECY.may_decide(scene, side) if side else any(map(scene.may_tap, data.SIDES))


SIGNS = "proelii/signs.svg"


def own_sign(name: str, look: str = "icon") -> stage.Icon:
    return stage.Icon(name, SIGNS, look)


def battle_name(state: State) -> str:
    """Which battle is fought, as its file says; one of somebody's own has no name at the table."""
    return battle_of(state.scenario).title.partition(" (")[0] if state.scenario in BATTLES else ""


def bar(state: State, hand: str | None) -> stage.Bar:
    acts = stage.Turn(state.people(state.to_act), state.to_act) if state.to_act else None
    most = state.options.max_rounds
    plate = f"{state.round}/{most}" if most and state.round else f"Round {state.round}"
    step = data.STEP_NAMES[state.step] if state.step else data.PHASE_NAMES["over"]
    return stage.Bar(
        title=data.TITLE,
        plate=plate if state.round else "Start",
        phase=" · ".join(filter(None, (battle_name(state), step))),
        turn=acts,
        hand=hand,
        board="field",
        rule=f"phase-{state.phase}",
    )


def strip(scene: Scene[State]) -> stage.Strip:
    """Both sides: units, cohesion, prestige."""
    both = measured(scene.state)
    return stage.Strip(
        facts=tuple(_side(scene.state, side, both[side].on_field, both[side].cp) for side in data.SIDES)
    )


def _side(state: State, side: data.Side, units: int, cp: int) -> stage.StripFact:
    army = state.sides[side]
    prestige = "" if state.options.level == "white" else f"prestige {army.prestige}"
    return stage.StripFact(
        key=side,
        name=army.people,
        value=f"{cp} CP",
        small=" · ".join(filter(None, (army.leader, counted(units, "unit"), prestige))),
        side=side,
        icon=own_sign(side),
        acting=state.to_act == side,
        rule="cohesion",
    )


def steps(state: State) -> stage.Own:
    phases: tuple[data.Phase, ...] = ("start",) if state.phase == "start" else ("move", "combat")
    listed = [
        {"words": data.WORDS["steps_short"][step], "now": step == state.step}
        for phase in phases
        for step in data.STEPS[phase]
    ]
    return stage.Own(template="proelii/steps.html", values={"steps": listed})


def changes(before: State, now: State) -> list[str]:
    """What the last line changed for everybody, in a few words each."""
    was, is_ = measured(before), measured(now)
    lost = [(side, is_[side].cp - was[side].cp) for side in data.SIDES]
    return [f"{now.people(side)} {signed(by)} CP" for side, by in lost if by]


def plates(state: State) -> Iterator[Plate]:
    """The squares, and the units by the names on their tokens."""
    yield from map(Plate, state.board.squares)
    for unit in state.units.values():
        yield Plate(data.short_name(unit.name), unit.side)


def unit_rows(turn: Turn, names: Sequence[str], chosen: str, key: str = "u") -> tuple[stage.Piece, ...]:
    rows = tuple(
        unit_row(turn.state.units[name], turn.link(**{key: name, "at": None}), chosen=name == chosen)
        for name in names
    )
    return (stage.Choices(label="Units", choices=rows),) if rows else ()


def unit_row(unit: Unit, href: str, *, chosen: bool = False) -> stage.Choice:
    return stage.Choice(
        words=unit.name,
        small=stage.phrase("{what} at {at}", what=what(unit), at=unit.at),
        end=str(unit.energy),
        icon=own_sign(unit.type),
        side=unit.side,
        href=href,
        chosen=chosen,
    )


def what(unit: Unit) -> str:
    return data.named(unit.type, unit.experience)


COSTLY = ("prestige", "energy")


def cheapest(sources: Sequence[str]) -> str:
    """The reroll that costs nothing, where there is one; energy is spent last."""
    return min(sources, key=lambda each: [*(s for s in data.SOURCES if s not in COSTLY), *COSTLY].index(each))


def die_sign(unit: Unit, face: str) -> stage.Icon:
    return own_sign(face, f"icon face face--{unit.kind.die}")


def shown(state: State, name: str, face: data.Face, *, pays: bool) -> State:
    """The battle with that face on the unit, its 25 energy paid or not."""
    unit = fighting(state.units[name], -data.QUARTER) if pays else state.units[name]
    return state.with_unit(name, replace(unit, roll=lying(face)))


def hits(state: State) -> Counter[str]:
    """The CP that every unit loses, if the dice stay as they lie and every sword takes its first target."""
    return Counter(each.target for each in Melee(state).by_themselves().struck if each.outcome == "hit")


def each_face(state: State, name: str, source: str) -> stage.Rows:
    """Every face with its chance, and the CP that the unit and those against it would lose by it."""
    unit = state.units[name]
    die: data.Die = getattr(state.options.dice, unit.kind.die)
    enemies = state.facing[name]
    rows = []
    for face in dict.fromkeys(die):
        lost = hits(shown(state, name, face, pays=source in ("", "energy")))
        chance = stage.phrase("{n} in {of}", n=die.count(face), of=len(die))
        words = data.FACE_NAMES[face].removeprefix("a ").capitalize()
        cells = (words, chance, loss(lost[name]), loss(sum(lost[each] for each in enemies)))
        now = unit.roll is not None and unit.roll.face == face
        rows.append(stage.Row(cells, here=now, icon=die_sign(unit, face)))
    return stage.Rows(
        label="Each face for this fight, as the other dice lie",
        rows=tuple(rows),
        head=("Face", "", "It loses", "They lose"),
    )


def given_up(state: State, name: str) -> State:
    """The battle after a roll is cancelled for its energy."""
    return state.with_unit(name, replace(fighting(state.units[name], data.QUARTER), roll=None))


def turned(state: State, name: str, kind: data.Conversion) -> State:
    return state.with_unit(name, converted(state.units[name], kind))


def loss(cp: int) -> str:
    return f"−{cp}" if cp else "0"


FREE: tuple[data.Source, ...] = ("experience", "command")


def duel(state: State, name: str) -> Iterator[stage.Facts]:
    """The odds of a unit against the one enemy that has none but it: the same whoever of the two asks."""
    enemies = state.facing[name]
    if len(enemies) == 1 == len(state.facing[enemies[0]]):
        white, black = sorted((name, enemies[0]), key=lambda each: state.units[each].side, reverse=True)
        why = "free rerolls of both at their best"
        facts = zip(("white", "black"), falls(state, white, black), strict=True)
        yield stage.Facts(
            tuple(stage.Fact(f"{state.people(side)} falls", percent(chance), why) for side, chance in facts)
        )


def falls(
    state: State, attacker: str, defender: str, kind: combat_odds.Fight = "standard", *, defends: bool = True
) -> tuple[float, float]:
    """How often each of two units falls, the free rerolls of both used at their best."""
    one, other = state.units[attacker], state.units[defender]
    query = combat_odds.CombatOddsQuestion(
        attacker=_opponent(state, one),
        defender=_opponent(state, other),
        kind=kind,
        combat=state.options.combat,
    )
    answer = _has(state, other, kind) if defends or other.roll else combat_odds.NOTHING
    ours = _has(state, one, kind) if kind == "standard" else _throws(state, one, kind)
    ends = combat_odds.at_best(query, ours, answer).items()
    return (
        float(sum(p for end, p in ends if end.attacker_loss >= one.cp)),
        float(sum(p for end, p in ends if end.defender_loss >= other.cp)),
    )


def _opponent(state: State, unit: Unit) -> combat_odds.Opponent:
    command = state.sides[unit.side].command
    return combat_odds.Opponent(
        type=unit.type, experience=unit.experience, energy=unit.energy, cp=unit.cp, command=command
    )


def _has(state: State, unit: Unit, kind: combat_odds.Fight) -> combat_odds.Throws | combat_odds.Shown:
    """What a unit has for its die: one to throw, one that lies and may be rolled again, or tokens."""
    roll = unit.roll
    if roll is None:
        return combat_odds.NOTHING if unit.inactive or not unit.has_energy else _throws(state, unit, kind)
    if roll.retained or kind != "standard":
        return combat_odds.Shown(roll.swords, roll.shields)
    return _throws(state, unit, kind)


def _throws(state: State, unit: Unit, kind: combat_odds.Fight) -> combat_odds.Throws:
    army, roll = state.sides[unit.side], unit.roll if kind == "standard" else None
    most, used = limits(unit.experience, army, state.options), roll.rerolls if roll else NO_REROLLS
    free = sum(most[source] - getattr(used, source) for source in FREE)
    die = getattr(state.options.dice, unit.kind.die)
    may_convert = kind == "standard" and army.command != "none"
    return combat_odds.Throws(die, max(0, free), 0, may_convert, roll.face if roll else None)


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
    price: int = data.QUARTER

    @property
    def is_ready(self) -> bool:
        """Whether the last die shows its face."""
        return self.by_app or len(self.faces) == len(self.sources) + 1

    @property
    def json(self) -> Json:
        """The same as an action holds it; the app's is left open, but for what it rolls again."""
        if self.by_app:
            again = [each for each in self.wished if each in data.FACES]
            return {"again": again, "by": list(self.sources)} if again and self.sources else {}
        return {"faces": list(self.faces), "rerolls": list(self.sources)}


def thrown(turn: Turn, key: str, name: str, price: int = data.QUARTER) -> Thrown:
    """What has been tapped of a unit's roll of that price; what its die cannot show is passed over."""
    parts = turn.listed(key)
    dice = faces_of(turn, name)
    if parts[:1] == (APP,):
        wished = parts[1:] or _useless(key, dice)
        return _by_app(turn, name, Thrown(key, (), (), by_app=True, wished=wished, price=price))
    faces, sources = parts[::2], parts[1::2]
    if not set(faces) <= set(dice) or not set(sources) <= set(data.SOURCES):
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


def _useless(key: str, faces: Sequence[data.Face]) -> tuple[str, ...]:
    """The faces that do nothing for a roll: no shield in a defence, no sword in an attack."""
    token = 1 if key == "d" else 0
    return tuple(face for face in faces if not data.FACES[face][token])


def faces_of(turn: Turn, name: str) -> list[data.Face]:
    """The faces of a unit's die, each once, as they stand on it."""
    die: data.Die = getattr(turn.state.options.dice, turn.state.units[name].kind.die)
    return list(dict.fromkeys(die))


def dice(
    turn: Turn, name: str, roll: Thrown, label: stage.Words, *, may_app: bool = True
) -> tuple[stage.Piece, ...]:
    """A unit's die to tap, and then the rerolls that it may have."""
    before = [] if roll.by_app else [*roll.faces, *roll.sources]
    chain = "~".join(x for pair in zip(roll.faces, roll.sources, strict=False) for x in pair)
    shown = roll.faces[-1] if roll.is_ready and roll.faces else ""
    pad = tuple(
        stage.Choice(
            words=data.FACE_NAMES[face].removeprefix("a ").capitalize(),
            icon=die_sign(turn.state.units[name], face),
            href=turn.link(**{roll.key: f"{chain}~{face}" if chain else face}),
            chosen=face == shown,
        )
        for face in faces_of(turn, name)
    )
    app = stage.Choice(words="Roll for us", href=turn.link(**{roll.key: APP}), chosen=roll.by_app)
    choices = (*pad, app) if may_app and not before[1:] else pad
    again = _wishes(turn, name, roll) if roll.by_app else _again(turn, name, roll) if shown else ()
    return (stage.Choices(label=label, choices=choices, shape="tiles", shows_label=True), *again)


def _again(turn: Turn, name: str, roll: Thrown) -> tuple[stage.Piece, ...]:
    sources = open_after(turn.state, name, roll.sources, roll.price)
    if not sources:
        return ()
    so_far = "~".join(turn.listed(roll.key))
    chips = tuple(
        stage.Choice(
            words=stage.phrase("Rolled again {by}", by=data.SOURCE_NAMES[each]),
            href=turn.link(**{roll.key: f"{so_far}~{each}"}),
        )
        for each in sources
    )
    return (stage.Choices(label="Rerolls", choices=chips, shape="chips"),)


def _wishes(turn: Turn, name: str, roll: Thrown) -> tuple[stage.Piece, ...]:
    first = open_after(turn.state, name, (), roll.price)
    if not first:
        return ()
    unit = turn.state.units[name]
    dear = [each for each in first if each not in FREE]
    wishes: list[tuple[str, str]] = [
        (each, data.FACE_NAMES[each].removeprefix("a ").capitalize()) for each in faces_of(turn, name)
    ]
    wishes += [(each, f"also {data.SOURCE_NAMES[each]}") for each in dear]
    chips = tuple(
        stage.Choice(
            words=words,
            icon=die_sign(unit, each) if each in data.FACES else None,
            href=turn.link(**{roll.key: _toggled(roll, each)}),
            chosen=each in roll.wished,
        )
        for each, words in wishes
    )
    return (stage.Choices(label="The app rolls these again", choices=chips, shape="chips", shows_label=True),)


def _toggled(roll: Thrown, wish: str) -> str:
    wished: list[str] = [
        each for each in (*data.FACES, *data.SOURCES) if (each in roll.wished) != (each == wish)
    ]
    return "~".join((APP, *(wished or ["nothing"])))


def open_after(state: State, name: str, used: Sequence[str], price: int) -> list[str]:
    """The sources from which one more reroll is possible after these, the roll's price being paid."""
    state, rerolls = state.with_unit(name, fighting(state.units[name], -price)), Rerolls()
    for source in used:
        listed = next((each for each in data.SOURCES if each == source), None)
        if listed is None:
            return []
        state, rerolls = reroll(state, name, rerolls, listed)
    return [each for each in data.SOURCES if is_open(state, state.units[name], rerolls, each)]
