"""The enemy is asked on his own screen: whether he strikes at who escapes, and how a target answers (8.2)."""

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.stage import Deed, Lead, Own, Piece, Question, Words, said
from companion.engine.wire import Json
from companion.engine.wording import Values, listed, percent, tap
from companion.games.proelii.data import FACES, OTHER, QUARTER, SIDE_NAMES, Die
from companion.games.proelii.procedures.fights.combat_odds import Fight
from companion.games.proelii.rules.answering import ESCAPE
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.chances import falls
from companion.games.proelii.screens.dicing import Thrown, dice, thrown
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.screens.going import place_name
from companion.games.proelii.state import State, Unit
from companion.games.proelii.state.ground import is_square
from companion.games.proelii.state.unit import moved

ANSWERS = {"charge": "Charge back", "push_out": "Push back"}
VERBS = {"hit_and_run": "hits and runs at", "charge": "charges"}


def waited_for(turn: Turn, seat: str) -> Question:
    """The asking side looks on meanwhile; it may withdraw until there is an answer."""
    who = SIDE_NAMES[seat]
    return Question(
        kind="waiting",
        title=said("{who} is asked", who=who),
        pieces=(Lead("Nothing has happened yet: look round, or withdraw what you declared."),),
        missing=said("Waiting for {who}", who=who),
    )


def answer_question(turn: Turn, ask: Json) -> Asked:
    """What this side is asked, with its odds and price."""
    return _escape(turn, ask) if ask["type"] == ESCAPE else _attack(turn, ask)


def _escape(turn: Turn, ask: Json) -> Asked:
    state, unit, names = turn.state, turn.state.units[ask["unit"]], ask["attackers"]
    to = place_name(ask["path"][-1])
    chosen = [each for each in turn.listed("by") if each in names][: ask["most"]]
    several = len(names) > 1
    rolls = {each: thrown(turn, f"a-{each}", each) for each in (chosen if several else names)}
    made = [{"unit": each, **_said(roll)} for each, roll in rolls.items()]
    who = listed(state.units[each].name for each in names)
    pieces: list[Piece] = []
    for each in names:
        pieces += _striking(turn, each, unit, is_chosen=each in chosen, several=several)
        if each in rolls and any(key in turn.scene.draft for key in ("real", f"a-{each}")):
            pieces += dice(turn, each, rolls[each], said("{unit} rolled", unit=state.units[each].name))
    is_ready = all(roll.is_ready or not roll.faces for roll in rolls.values())
    strikes = Deed(
        words=said("Strike with {n}", n=len(made)) if several else "Strike",
        small=said("{n} energy; we roll, or you", n=QUARTER * max(1, len(made))),
        action=tap({"attacks": made}),
        shut="" if made and is_ready else "choose who strikes" if not made else "tap the dice",
    )
    question = Question(
        kind="asked",
        title=said(
            "{unit} runs from {at} to {to}. {who} may strike.", unit=unit.name, at=unit.at, to=to, who=who
        ),
        icon=own_sign(unit.type),
        side=OTHER[unit.side],
        pieces=tuple(pieces),
        main=strikes,
        lesser=(Deed(words="Let them go", small="costs nothing", action=tap({"attacks": []})),),
        to="say",
        opens="half",
    )
    return question, _taps(state, ask, names)


def _said(roll: Thrown) -> dict[str, Json]:
    return roll.json if roll.faces or roll.by_app else {}


def _striking(turn: Turn, name: str, prey: Unit, *, is_chosen: bool, several: bool) -> tuple[Piece, ...]:
    """One unit that may strike: the odds of its die as one bar, and both choices side by side."""
    state, unit = turn.state, turn.state.units[name]
    die: Die = getattr(state.options.dice, unit.kind.die)
    fatal = Fraction(sum(FACES[face][0] >= prey.cp for face in die), len(die))
    left, rolls = unit.energy - QUARTER, unit.energy // QUARTER
    facts: list[Values] = [
        {
            "name": said("{unit}, energy", unit=unit.name),
            "yes": f"{unit.energy} → {left}",
            "no": str(unit.energy),
        },
        {"name": "what it can still pay", "yes": str(rolls - 1), "no": str(rolls)},
        {"name": prey.name, "yes": said("away in {n}", n=_in(1 - fatal)), "no": "surely away"},
    ]
    values = _weighed(fatal, facts, ("they fall", "they get away"), ("Strike", "Let go"))
    switch: Values = {"href": turn.toggled("by", name), "on": is_chosen, "name": unit.name} if several else {}
    return (Own(template="proelii/asked.html", values={**values, "switch": switch}),)


def _in(chance: Fraction) -> str:
    return f"{chance.numerator} of {chance.denominator}"


def _weighed(
    chance: Fraction | float, facts: Sequence[Values], ends: tuple[str, str], heads: tuple[str, str]
) -> Values:
    """Odds as one bar, and what both choices would leave."""
    exact = isinstance(chance, Fraction)
    shares = (chance, 1 - chance)
    told = [
        f"{each.numerator} in {each.denominator}" if isinstance(each, Fraction) else percent(each)
        for each in shares
    ]
    bars = [
        {"words": words, "small": small, "width": round(100 * float(share), 1)}
        for words, small, share in zip(ends, told, shares, strict=True)
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


def _attack(turn: Turn, ask: Json) -> Asked:
    state, unit, target = turn.state, turn.state.units[ask["unit"]], turn.state.units[ask["target"]]
    kind: Fight = "charge" if ask["kind"] == "charge" else "hit_and_run"
    guard = thrown(turn, "d", ask["target"])
    pieces: list[Piece] = []
    if ask["defends"]:
        pieces.append(_defence(state, ask, kind))
        if "d" in turn.scene.draft:
            pieces += dice(turn, ask["target"], guard, said("{unit} rolled", unit=target.name))
    lets = Deed(words="Do nothing", small="costs nothing", action=tap({}))
    defends = Deed(
        words="Defend",
        small=said("{n} energy; we roll, or you", n=QUARTER),
        action=tap({"defence": _said(guard)}),
        shut="" if guard.is_ready or not guard.faces else "tap the dice",
    )
    backs = [_back(turn, ask, each) for each in ask["answers"]]
    main, lesser = (defends, (lets, *backs)) if ask["defends"] else (backs[0], (lets, *backs[1:]))
    verb = VERBS[ask["kind"]]
    question = Question(
        kind="asked",
        title=said("{unit} {verb} {target}.", unit=unit.name, verb=verb, target=target.name),
        under=said(
            "It stands at {at} then. What does {target} do?",
            at=place_name(_end(state, ask)),
            target=target.name,
        ),
        icon=own_sign(unit.type),
        side=target.side,
        pieces=tuple(pieces),
        main=main,
        lesser=lesser,
        to="say",
        opens="half",
    )
    return question, _taps(state, ask, [ask["target"]])


def _back(turn: Turn, ask: Json, kind: str) -> Deed:
    """An answer of its own to a Hit & Run, for 25 energy and its activation (R24)."""
    action: dict[str, Json] = {"response": kind}
    if kind == "charge":
        action["response_attack"] = _said(thrown(turn, "b", ask["target"]))
    words: Words = ANSWERS[kind]
    return Deed(words=words, small=said("{n} energy, its move", n=QUARTER), action=tap(action))


def _defence(state: State, ask: Json, kind: Fight) -> Own:
    target = state.units[ask["target"]]
    _, bare = falls(state, ask["unit"], ask["target"], kind, defends=False)
    _, shielded = falls(state, ask["unit"], ask["target"], kind, defends=True)
    before, after = str(target.energy), f"{target.energy} → {target.energy - QUARTER}"
    facts: list[Values] = [
        {"name": said("{unit}, energy", unit=target.name), "yes": after, "no": before},
        {"name": "it falls", "yes": percent(shielded), "no": percent(bare)},
    ]
    values = _weighed(shielded, facts, ("it falls, defended", "it stands"), ("Defend", "Nothing"))
    return Own(template="proelii/asked.html", values={**values, "switch": {}})


def _end(state: State, ask: Json) -> str:
    """Where the unit that acts would stand."""
    end: str = (ask["path"] or [state.units[ask["unit"]].at])[-1]
    return end


def _taps(state: State, ask: Json, asked: Sequence[str]) -> Taps:
    """The field with the way to its end, and those who are asked in gold; all else is dimmed."""
    end, unit = _end(state, ask), state.units[ask["unit"]]
    there = frozenset(state.units[each].at for each in asked)
    paid = moved(unit, -QUARTER) if ask["type"] == ESCAPE else unit
    ghost = {end: paid} if is_square(end) and end != unit.at else {}
    way = tuple(filter(is_square, (unit.at, *ask["path"])))
    lit = frozenset(filter(is_square, (*there, unit.at, end)))
    return Taps(chosen=there, ghost=ghost, lit=lit, way=way if len(way) > 1 else ())
