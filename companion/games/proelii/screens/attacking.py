"""Special attacks: whom, from where, with which dice; and what the enemy is asked of them (8.2.4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.engine.scene import fresh
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Fact,
    Facts,
    Lead,
    Own,
    Piece,
    Question,
    Words,
    phrase,
)
from companion.engine.wording import Values, listed, percent, tap
from companion.games.proelii.data import FACES, OTHER, QUARTER, Die, place_name
from companion.games.proelii.deeds.attacking import charges
from companion.games.proelii.deeds.secrets import ESCAPE, AttackAsk, EscapeAsk, may_defend, responses
from companion.games.proelii.procedures.combat_odds import PRICE, Fight
from companion.games.proelii.procedures.field import Walk, ways
from companion.games.proelii.screens import frame
from companion.games.proelii.state import State, Unit, is_square, moved

ANSWERS = {"charge": "It charges back", "push_out": "It pushes back"}


@dataclass(frozen=True, slots=True)
class Aim:
    """An attack in the making: the kind, who, against whom, from where, by which way."""

    turn: frame.Turn
    kind: str
    name: str
    targets: Mapping[str, str]
    target: str

    @property
    def unit(self) -> Unit:
        return self.turn.state.units[self.name]

    @property
    def enemy(self) -> Unit:
        return self.turn.state.units[self.target]

    @property
    def path(self) -> tuple[str, ...]:
        """The cheapest way to where the attack is made."""
        mp = self.unit.kind.mp - (self.kind != "hit_and_run")
        if self.kind == "charge":
            return charges(Walk(self.turn.state, self.name, mp))[self.target].path
        start = self.targets[self.target]
        return () if start == self.unit.at else ways(self.turn.state, self.name, mp)[start].path


def aim(turn: frame.Turn, kind: str, name: str) -> Aim:
    listed = turn.entries(kind)[name]["targets"]
    targets = {each["target"]: each["from"] for each in listed}
    chosen = turn.chosen("t", targets) or (next(iter(targets)) if len(targets) == 1 else "")
    return Aim(turn, kind, name, targets, chosen)


def attack(
    turn: frame.Turn, name: str, units: Mapping[str, str], tiles: tuple[Piece, ...], wait: Deed
) -> frame.Prompt:
    """A Hit & Run or a charge: target, dice, defence."""
    possible = [each for each in ("hit_and_run", "charge", "push_out") if name in turn.entries(each)]
    kind = turn.chosen("do", possible) or possible[0]
    aimed = aim(turn, kind, name)
    pieces: tuple[Piece, ...] = (*tiles, _targets(aimed))
    action: dict[str, object] | None = None
    if aimed.target:
        more, action = _dice(aimed)
        pieces = (*pieces, _chances(aimed), *more)
    return _question(aimed, pieces, action, wait), _taps(aimed, units)


def push(
    turn: frame.Turn, name: str, units: Mapping[str, str], tiles: tuple[Piece, ...], wait: Deed
) -> frame.Prompt:
    aimed = aim(turn, "push_out", name)
    pieces = (*tiles, _targets(aimed), Lead("Without room behind it the target loses 1 CP."))
    action = {"path": list(aimed.path)} if aimed.target else None
    return _question(aimed, pieces, action, wait), _taps(aimed, units)


def _question(
    aimed: Aim, pieces: tuple[Piece, ...], action: Mapping[str, object] | None, wait: Deed
) -> Question:
    unit = aimed.unit
    main = None
    verbs = {"hit_and_run": "Hit & Run at", "charge": "Charge", "push_out": "Push out"}
    if aimed.target and action is not None:
        whole = {"type": aimed.kind, "unit": aimed.name, "target": aimed.target, **action}
        words = phrase("{verb} {target}", verb=verbs[aimed.kind], target=aimed.enemy.name)
        small = phrase("from {at}", at=(aimed.path or (unit.at,))[-1])
        main = Deed(words=words, small=small, action=tap(whole))
    return Question(
        kind=aimed.kind,
        title=unit.name,
        under=phrase("{what}, {mp} movement points", what=frame.what(unit), mp=unit.kind.mp),
        icon=frame.own_sign(unit.type),
        pieces=pieces,
        main=main,
        missing="Tap the dice" if aimed.target else "Tap the enemy",
        lesser=(wait,),
        back=fresh(aimed.turn.scene) if "u" in aimed.turn.scene.draft else "",
    )


def _targets(aimed: Aim) -> Choices:
    rows = tuple(
        Choice(
            words=aimed.turn.state.units[target].name,
            small=phrase("at {at}, from {start}", at=aimed.turn.state.units[target].at, start=start),
            icon=frame.own_sign(aimed.turn.state.units[target].type),
            side=aimed.turn.state.units[target].side,
            href=aimed.turn.link(t=target),
            chosen=target == aimed.target,
        )
        for target, start in aimed.targets.items()
    )
    return Choices(label="Whom", choices=rows)


def _chances(aimed: Aim) -> Facts:
    """How often the attack destroys, if the target defends itself and if it does not."""
    facts = []
    can = aimed.enemy.has_energy and aimed.enemy.roll is None and not aimed.enemy.inactive
    for rolls in (True, False) if can else (False,):
        kind: Fight = "charge" if aimed.kind == "charge" else "hit_and_run"
        _, chance = frame.falls(aimed.turn.state, aimed.name, aimed.target, kind, defends=rolls)
        why = "if it defends itself" if rolls else "if it does not roll"
        why += ", free rerolls at their best"
        facts.append(Fact("Destroyed", percent(chance), why))
    return Facts(tuple(facts))


def _dice(aimed: Aim) -> tuple[tuple[Piece, ...], dict[str, object] | None]:
    """The attack's dice, the answer and the defence; and the action, once all of it is there."""
    price = PRICE["charge" if aimed.kind == "charge" else "hit_and_run"]
    turn, roll = aimed.turn, frame.thrown(aimed.turn, "a", aimed.name, price)
    pieces: tuple[Piece, ...] = frame.dice(turn, aimed.name, roll, "The attack")
    action: dict[str, object] = {"path": list(aimed.path)}
    action |= {"attack": roll.json} if roll.json else {}
    ready = roll.is_ready
    if aimed.enemy.side in turn.scene.answering:
        return (*pieces, *_is_asked(aimed)), action if ready else None
    answer = turn.chosen("r", _answers(aimed))
    pieces += _answering(aimed, answer)
    if answer:
        action["response"] = answer
    if answer == "charge":
        back = frame.thrown(turn, "b", aimed.target)
        pieces += frame.dice(turn, aimed.target, back, "The answer")
        action["response_attack"], ready = back.json, ready and back.is_ready
    elif turn.scene.draft.get("d"):
        guard = frame.thrown(turn, "d", aimed.target)
        pieces += frame.dice(turn, aimed.target, guard, "The defence")
        action["defence"], ready = guard.json, ready and guard.is_ready
    return pieces, action if ready else None


def _is_asked(aimed: Aim) -> tuple[Lead, ...]:
    """That the enemy says on his own screen whether the target defends itself, or answers."""
    if not (may_defend(aimed.enemy) or _answers(aimed)):
        return ()
    words = "{side} is asked what {target} does, before a die falls."
    return (Lead(phrase(words, side=aimed.turn.state.people(aimed.enemy.side), target=aimed.enemy.name)),)


def _answers(aimed: Aim) -> Sequence[str]:
    """The abilities with which the target may answer a Hit & Run (R24)."""
    return responses(aimed.turn.state, aimed.name, aimed.target) if aimed.kind == "hit_and_run" else ()


def _answering(aimed: Aim, answer: str) -> tuple[Piece, ...]:
    """What the target does: nothing, a defence for 25 energy, or an answer of its own."""
    turn, enemy = aimed.turn, aimed.enemy
    can = may_defend(enemy)
    defends = bool(turn.scene.draft.get("d"))
    chips = [
        Choice(
            words="It does nothing", href=turn.link(d=None, r=None, b=None), chosen=not (answer or defends)
        )
    ]
    if can:
        chips.append(
            Choice(words="It defends itself", href=turn.link(d="app", r=None, b=None), chosen=defends)
        )
    chips += [
        Choice(
            words=ANSWERS[each],
            href=turn.link(r=each, d=None, b="app" if each == "charge" else None),
            chosen=each == answer,
        )
        for each in _answers(aimed)
    ]
    label = phrase("{target} answers", target=enemy.name)
    return (
        (Choices(label=label, choices=tuple(chips), shape="chips", shows_label=True),)
        if len(chips) > 1
        else ()
    )


def _taps(aimed: Aim, units: Mapping[str, str]) -> frame.Taps:
    state = aimed.turn.state
    enemies = {target: aimed.turn.link(t=target) for target in aimed.targets}
    end = (aimed.path or ("",))[-1] if aimed.target else ""
    chosen = {aimed.name, aimed.unit.at, end, *([aimed.enemy.at] if aimed.target else [])} - {""}
    return frame.Taps(
        units={**units, **enemies},
        targets=frozenset(state.units[target].at for target in aimed.targets),
        chosen=frozenset(chosen),
        aim=aimed.enemy.at if aimed.target else "",
        ghost={end: aimed.unit} if end else {},
    )


ATTACKS: Mapping[
    str, Callable[[frame.Turn, str, Mapping[str, str], tuple[Piece, ...], Deed], frame.Prompt]
] = {"hit_and_run": attack, "charge": attack, "push_out": push}


def waited_for(turn: frame.Turn, seat: str) -> Question:
    """The asking side looks on meanwhile; it may withdraw until there is an answer."""
    who = turn.state.people(seat)
    return Question(
        kind="waiting",
        title=phrase("{who} is asked", who=who),
        pieces=(Lead("Nothing has happened yet: look round, or withdraw what you declared."),),
        missing=phrase("Waiting for {who}", who=who),
    )


def answer_question(turn: frame.Turn, ask: EscapeAsk | AttackAsk) -> frame.Prompt:
    return _escape(turn, ask) if ask["type"] == "one_sided_attacks" else _attack(turn, ask)


def _escape(turn: frame.Turn, ask: EscapeAsk) -> frame.Prompt:
    state, unit, names = turn.state, turn.state.units[ask["unit"]], ask["attackers"]
    to = place_name(ask["path"][-1])
    chosen = [each for each in turn.listed("by") if each in names][: ask["most"]]
    several = len(names) > 1
    rolls = {each: frame.thrown(turn, f"a-{each}", each) for each in (chosen if several else names)}
    made = [{"unit": each, **_faces(roll)} for each, roll in rolls.items()]
    who = listed(state.units[each].name for each in names)
    pieces: list[Piece] = []
    for each in names:
        pieces += _striking(turn, each, unit, is_chosen=each in chosen, several=several)
        if each in rolls and any(key in turn.scene.draft for key in ("real", f"a-{each}")):
            pieces += frame.dice(
                turn, each, rolls[each], phrase("{unit} rolled", unit=state.units[each].name)
            )
    is_ready = all(roll.is_ready or not roll.faces for roll in rolls.values())
    strikes = Deed(
        words=phrase("Strike with {n}", n=len(made)) if several else "Strike",
        small=phrase("{n} energy; we roll, or you", n=QUARTER * max(1, len(made))),
        action=tap({"attacks": made}),
        shut="" if made and is_ready else "choose who strikes" if not made else "tap the dice",
    )
    question = Question(
        kind="asked",
        title=phrase(
            "{unit} run from {at} to {to}. {who} may strike.", unit=unit.name, at=unit.at, to=to, who=who
        ),
        icon=frame.own_sign(unit.type),
        side=OTHER[unit.side],
        pieces=tuple(pieces),
        main=strikes,
        lesser=(Deed(words="Let them go", small="costs nothing", action=tap({"attacks": []})),),
        to="say",
        opens="half",
    )
    return question, _place_taps(state, ask, names)


def _faces(roll: frame.Thrown) -> dict[str, object]:
    return roll.json if roll.faces or roll.by_app else {}


def _striking(
    turn: frame.Turn, name: str, prey: Unit, *, is_chosen: bool, several: bool
) -> tuple[Piece, ...]:
    """One unit that may strike: the odds of its die as one bar, and both choices side by side."""
    state, unit = turn.state, turn.state.units[name]
    die: Die = getattr(state.options.dice, unit.kind.die)
    fatal = Fraction(sum(FACES[face][0] >= prey.cp for face in die), len(die))
    left, rolls = unit.energy - QUARTER, unit.energy // QUARTER
    chance = 1 - fatal
    facts: list[Values] = [
        {
            "name": phrase("{unit}, energy", unit=unit.name),
            "yes": f"{unit.energy} → {left}",
            "no": str(unit.energy),
        },
        {"name": "what it can still pay", "yes": str(rolls - 1), "no": str(rolls)},
        {
            "name": prey.name,
            "yes": phrase("away in {n}", n=f"{chance.numerator} of {chance.denominator}"),
            "no": "surely away",
        },
    ]
    values = _weighed(fatal, facts, ("they fall", "they get away"), ("Strike", "Let go"))
    switch: Values = {"href": turn.toggled("by", name), "on": is_chosen, "name": unit.name} if several else {}
    return (Own(template="proelii/asked.html", values={**values, "switch": switch}),)


def _weighed(
    chance: Fraction | float, facts: Sequence[Values], ends: tuple[str, str], heads: tuple[str, str]
) -> Values:
    """Odds as one bar, and what both choices would leave."""
    exact = isinstance(chance, Fraction)
    shares = (chance, 1 - chance)
    chances = [
        f"{each.numerator} in {each.denominator}" if isinstance(each, Fraction) else percent(each)
        for each in shares
    ]
    bars = [
        {"words": words, "small": small, "width": round(100 * float(share), 1)}
        for words, small, share in zip(ends, chances, shares, strict=True)
    ]
    x = round(100 * float(chance), 1)
    return {
        "bars": bars,
        "x": x,
        "rest": round(100 - x, 1),
        "facts": list(facts),
        "heads": heads,
        "exact": exact,
    }


def _attack(turn: frame.Turn, ask: AttackAsk) -> frame.Prompt:
    state, unit, target = turn.state, turn.state.units[ask["unit"]], turn.state.units[ask["target"]]
    guard = frame.thrown(turn, "d", ask["target"])
    pieces: list[Piece] = []
    if ask["defends"]:
        pieces.append(_defence(state, ask))
        if "d" in turn.scene.draft:
            pieces += frame.dice(turn, ask["target"], guard, phrase("{unit} rolled", unit=target.name))
    lets = Deed(words="Do nothing", small="costs nothing", action=tap({}))
    defends = Deed(
        words="Defend",
        small=phrase("{n} energy; we roll, or you", n=QUARTER),
        action=tap({"defence": _faces(guard)}),
        shut="" if guard.is_ready or not guard.faces else "tap the dice",
    )
    backs = [_back(turn, ask, each) for each in ask["answers"]]
    main, lesser = (defends, (lets, *backs)) if ask["defends"] else (backs[0], (lets, *backs[1:]))
    attacked = {"hit_and_run": "hit and run at", "charge": "charge"}
    verb = attacked[ask["kind"]]
    question = Question(
        kind="asked",
        title=phrase("{unit} {verb} {target}.", unit=unit.name, verb=verb, target=target.name),
        under=phrase(
            "It stands at {at} then. What does {target} do?",
            at=place_name(_end(state, ask)),
            target=target.name,
        ),
        icon=frame.own_sign(unit.type),
        side=target.side,
        pieces=tuple(pieces),
        main=main,
        lesser=lesser,
        to="say",
        opens="half",
    )
    return question, _place_taps(state, ask, [ask["target"]])


def _back(turn: frame.Turn, ask: AttackAsk, kind: str) -> Deed:
    """An answer of its own to a Hit & Run, for 25 energy and its activation (R24)."""
    action: dict[str, object] = {"response": kind}
    if kind == "charge":
        action["response_attack"] = _faces(frame.thrown(turn, "b", ask["target"]))
    answer_words = {"charge": "Charge back", "push_out": "Push back"}
    words: Words = answer_words[kind]
    return Deed(words=words, small=phrase("{n} energy, its move", n=QUARTER), action=tap(action))


def _defence(state: State, ask: AttackAsk) -> Own:
    target = state.units[ask["target"]]
    _, bare = frame.falls(state, ask["unit"], ask["target"], ask["kind"], defends=False)
    _, shielded = frame.falls(state, ask["unit"], ask["target"], ask["kind"], defends=True)
    before, after = str(target.energy), f"{target.energy} → {target.energy - QUARTER}"
    facts: list[Values] = [
        {"name": phrase("{unit}, energy", unit=target.name), "yes": after, "no": before},
        {"name": "it falls", "yes": percent(shielded), "no": percent(bare)},
    ]
    values = _weighed(shielded, facts, ("it falls, defended", "it stands"), ("Defend", "Nothing"))
    return Own(template="proelii/asked.html", values={**values, "switch": {}})


def _end(state: State, ask: EscapeAsk | AttackAsk) -> str:
    """Where the unit that acts would stand."""
    return (ask["path"] or [state.units[ask["unit"]].at])[-1]


def _place_taps(state: State, ask: EscapeAsk | AttackAsk, places: Sequence[str]) -> frame.Taps:
    """The field with the way to its end, and those who are asked in gold; all else is dimmed."""
    end, unit = _end(state, ask), state.units[ask["unit"]]
    there = frozenset(state.units[each].at for each in places)
    paid = moved(unit, -QUARTER) if ask["type"] == ESCAPE else unit
    ghost = {end: paid} if is_square(end) and end != unit.at else {}
    way = tuple(filter(is_square, (unit.at, *ask["path"])))
    lit = frozenset(filter(is_square, (*there, unit.at, end)))
    return frame.Taps(chosen=there, ghost=ghost, lit=lit, way=way if len(way) > 1 else ())
