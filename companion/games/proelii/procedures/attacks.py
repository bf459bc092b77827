"""The attacks of the Move phase: Hit & Run, Charge, and those on a unit that escapes (5.4, 8.2.4)."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypedDict

from companion.engine import shape
from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution
from companion.engine.records import replace
from companion.engine.shape import Between, Sized
from companion.games.proelii import data
from companion.games.proelii.procedures import questions
from companion.games.proelii.procedures.energy import Roll, Thrown, has_fought, lying, throw
from companion.games.proelii.procedures.field import push
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.state import DICE, Energy, Id, State, Unit, fighting, hit, moved, spending

DEFENDED = "It has rolled already, is inactive, or has no 25 energy: it does not defend."


def attack(play: Play, name: str, roll: Roll, path: str) -> Play:
    """A unit's attack roll; its tokens are not kept."""
    state, _ = throw(play.state, name, roll, path)
    after = play.now(state.with_unit(name, has_fought(state.units[name])))
    return after.step("7.1", "{unit} attack: {face}.", unit=play.named(name), face=data.FACE_NAMES[roll.face])


def defence(play: Play, name: str, roll: Roll | None, path: str = "defence") -> Play:
    """A target's roll in defence, for 25 energy; it keeps the tokens to the end of the round (8.2.4.1)."""
    if roll is None:
        return play
    unit = play.unit(name)
    if unit.roll is not None or unit.inactive or not unit.has_energy:
        raise IllegalAction(path, DEFENDED)
    paid = play.put(name, fighting(unit, -data.QUARTER))
    state, used = throw(paid.state, name, roll, path)
    kept = replace(has_fought(state.units[name]), roll=lying(roll.face, used, retained=True))
    after = paid.now(state.with_unit(name, kept))
    return after.step(
        "8.2.4.1",
        "{unit} defend themselves for 25 energy: {face}, kept for the combat.",
        unit=unit.name,
        face=data.FACE_NAMES[roll.face],
    )


class Struck(NamedTuple):
    """After a strike: what is done, the swords that shields stopped, the hits."""

    play: Play
    blocked: int
    hits: int


def strike(play: Play, name: str, swords: int, rule: str) -> Struck:
    """So many swords against one unit: its unspent shields block, the rest take cohesion (5.4)."""
    unit = play.unit(name)
    blocked = min(swords, unit.shields)
    hits = min(swords - blocked, unit.cp)
    held = spending(unit, shields=blocked)
    after = play.put(name, hit(held, hits) if hits else held)
    if swords:
        words = "{swords:# sword|# swords} at {unit}: {blocked} blocked, {hits} CP lost."
        after = after.step(rule, words, unit=unit.name, swords=swords, blocked=blocked, hits=hits)
    if hits and after.unit(name).cp == 0:
        after = after.step("7.2", "{unit} are destroyed.", unit=unit.name)
    return Struck(after, blocked, hits)


def charged(play: Play, charger: str, name: str) -> Play:
    """Where both live, the charger binds whom it charged for the rest of the round (8.2.4.2, R14)."""
    unit = play.unit(name)
    if not (unit.is_living and play.unit(charger).is_living):
        return play
    bound = replace(unit, charged_by=tuple(sorted({*unit.charged_by, charger})))
    words = "{charger} bind {unit} for the rest of the round."
    return play.put(name, bound).step("8.2.4.2", words, unit=unit.name, charger=play.named(charger))


def volley(play: Play, escaper: str, name: str, roll: Roll, path: str) -> Play:
    """One attack on who escapes: 25 energy, every sword takes 1 CP, no defence."""
    play = play.put(name, fighting(play.unit(name), -data.QUARTER))
    play = attack(play, name, roll, path)
    unit = play.unit(escaper)
    hits = min(roll.swords, unit.cp)
    if not hits:
        return play
    play = play.put(escaper, hit(unit, hits))
    play = play.step("8.2.3", "{unit} lose {hits} CP.", unit=unit.name, hits=hits)
    if play.unit(escaper).is_living:
        return play
    return play.step("7.2", "{unit} are destroyed.", unit=unit.name)


type Response = Literal["charge", "push_out"] | None


class Met(NamedTuple):
    """A special attack as it was met: what is done, the swords of the attack that shields stopped."""

    play: Play
    blocked: int


class Blow(NamedTuple):
    """The dice of a special attack: the attack, the defence, the answer and its dice."""

    attack: Roll
    defence: Roll | None = None
    response: Response = None
    response_attack: Roll | None = None


def check_answer(response: Response, defended: Roll | None, answer: Roll | None) -> None:
    """The answer's dice belong to a charge, and a charge takes the place of a defence."""
    if (answer is not None) != (response == "charge"):
        raise IllegalAction("response_attack", "A charge in answer is rolled for, and only that.")
    if response == "charge" and defended is not None:
        raise IllegalAction("defence", "Who charges in answer does not defend.")


def struck(play: Play, name: str, target: str, blow: Blow) -> Met:
    """The attack of a Hit & Run and its answer, both at once (8.2.4.1)."""
    begun = play.unit(target).at
    if blow.response:
        answers = moved(play.unit(target), -data.QUARTER)
        play = play.now(play.state.acting(target)).put(target, answers)
        play = play.step("8.2.4", "{unit} answer for 25 energy.", unit=answers.name)
    play = attack(play, name, blow.attack, "attack")
    if blow.response_attack is not None:
        return _charged_back(play, name, target, blow.attack, blow.response_attack)
    play = defence(play, target, blow.defence)
    play, blocked, _ = strike(play, target, blow.attack.swords, "8.2.4.1")
    return Met(push(play, begun, name) if blow.response else play, blocked)


def _charged_back(play: Play, name: str, target: str, given: Roll, answer: Roll) -> Met:
    """A charge in answer: each side's swords against the other's shields, at the same time."""
    play = attack(play, target, answer, "response_attack")
    through = max(0, given.swords - answer.shields)
    play, blocked, _ = strike(play, target, through, "8.2.4.1")
    play = strike(play, name, max(0, answer.swords - given.shields), "8.2.4.2").play
    return Met(charged(play, target, name), given.swords - through + blocked)


def charge_home(play: Play, name: str, target: str, blow: Blow) -> Met:
    """The dice of a charge, the losses, and the bond (8.2.4.2)."""
    play = attack(play, name, blow.attack, "attack")
    play = defence(play, target, blow.defence)
    play, blocked, _ = strike(play, target, blow.attack.swords, "8.2.4.2")
    return Met(charged(play, name, target), blocked)


@dataclass(frozen=True, kw_only=True)
class ChargeQuestion:
    """Procedure 6.13's input."""

    attacker: questions.Fighter
    target: questions.Fighter
    attack: Thrown
    defence: Thrown | None = None
    mp_used: Annotated[int, Between(1, 6)] = 1
    level: data.Level = "white"
    sides: questions.Banners = questions.CALM
    dice: questions.HouseDice = DICE
    paid_rerolls: questions.PaidRerolls = 1


class Charged(TypedDict):
    """Procedure 6.13's result."""

    swords: int
    blocked: int
    hits: int
    attacker: questions.FighterRow
    target: questions.FighterRow
    attached: bool
    prestige: dict[data.Side, int]


def resolve_charge(question: object) -> Resolution[Charged]:
    """Procedure 6.13: the attack, the defence, and whether the target is bound."""
    query = shape.read(ChargeQuestion, question)
    _check_charge(query)
    state = questions.duel(query.attacker, query.target, query)
    play = Play(state.with_unit("attacker", moved(state.units["attacker"], -data.QUARTER)))
    play, blocked = charge_home(play, "attacker", "target", Blow(query.attack, query.defence))
    attacker, target = play.unit("attacker"), play.unit("target")
    result: Charged = {
        "swords": query.attack.swords,
        "blocked": blocked,
        "hits": query.target.cp - target.cp,
        "attacker": questions.fighter_out(attacker),
        "target": questions.fighter_out(target),
        "attached": target.is_living,
        "prestige": questions.prestige_left(play.state),
    }
    return Resolution(result, play.steps)


def _check_charge(query: ChargeQuestion) -> None:
    questions.check_fighters(query.attacker, query.target)
    attacker, kind = query.attacker, query.attacker.unit(questions.HERE).kind
    if "charge" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type does not charge.")
    if attacker.type == "cavalry" and query.target.type == "war_elephants":
        raise IllegalAction("target.type", "Cavalry does not charge war elephants.")
    if attacker.energy < data.QUARTER or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 25 energy is wanted.")
    if query.mp_used + 1 > kind.mp:
        raise IllegalAction("mp_used", f"The charge itself takes one of {kind.mp} movement points.")


PRICE = 50


@dataclass(frozen=True, kw_only=True)
class HitAndRunQuestion:
    """Procedure 6.12's input."""

    attacker: questions.Fighter
    target: questions.Fighter
    attack: Thrown
    defence: Thrown | None = None
    response: Response = None
    response_attack: Thrown | None = None
    behind: Literal["free", "closed"] = "free"
    mp_used: Annotated[int, Between(0, 6)] = 0
    level: data.Level = "white"
    sides: questions.Banners = questions.CALM
    dice: questions.HouseDice = DICE
    paid_rerolls: questions.PaidRerolls = 1


class RanInto(Charged):
    """Procedure 6.12's result; `pushed` is None where nobody wanted to push."""

    hits_back: int
    pushed: bool | None
    mp_left: int


def resolve_hit_and_run(question: object) -> Resolution[RanInto]:
    """Procedure 6.12: the strike, what comes back, and whether the attacker rides on."""
    query = shape.read(HitAndRunQuestion, question)
    _check_hit_and_run(query)
    state = questions.duel(query.attacker, query.target, query, closed=query.behind == "closed")
    attacker = fighting(moved(state.units["attacker"], -data.QUARTER), -data.QUARTER)
    play = Play(state.with_unit("attacker", attacker))
    blow = Blow(query.attack, query.defence, query.response, query.response_attack)
    met = struck(play, "attacker", "target", blow)
    return Resolution(_result(query, met), met.play.steps)


def _check_hit_and_run(query: HitAndRunQuestion) -> None:
    questions.check_fighters(query.attacker, query.target)
    attacker, target = query.attacker, query.target
    kind = attacker.unit(questions.HERE).kind
    if "hit_and_run" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type has no Hit & Run.")
    if attacker.energy < PRICE or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 50 energy is wanted.")
    if query.mp_used > kind.mp:
        raise IllegalAction("mp_used", f"This type has {kind.mp} movement points.")
    if query.response is None and query.response_attack is not None:
        raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
    if query.response is not None:
        can = query.response in target.unit(questions.HERE).kind.abilities and target.energy >= data.QUARTER
        if not can or target.inactive:
            raise IllegalAction("response", "The target lacks that ability, or the energy.")
        check_answer(query.response, query.defence, query.response_attack)


def _result(query: HitAndRunQuestion, met: Met) -> RanInto:
    play = met.play
    attacker, target = play.unit("attacker"), play.unit("target")
    hits, back = query.target.cp - target.cp, query.attacker.cp - attacker.cp
    pushed = None if query.response != "push_out" else attacker.at not in (questions.HERE, "destroyed")
    stayed = attacker.is_living and target.is_living and query.response is not None and not pushed
    rides = attacker.is_living and query.response is None
    return {
        "swords": query.attack.swords,
        "blocked": met.blocked,
        "hits": hits,
        "hits_back": back,
        "pushed": pushed,
        "attacker": questions.fighter_out(attacker),
        "target": questions.fighter_out(target),
        "attached": stayed,
        "mp_left": attacker.kind.mp - query.mp_used if rides else 0,
        "prestige": questions.prestige_left(play.state),
    }


HIM = "."
"""The one who escapes, among ids that no unit can have."""


class Escaper(NamedTuple):
    """The unit that escapes."""

    side: data.Side
    type: data.Kind
    cp: questions.Cp
    energy: Energy


@dataclass(frozen=True, slots=True)
class Attacker:
    """An enemy that strikes at it."""

    id: Id
    type: data.Kind
    experience: data.Experience
    energy: Energy
    attack: Thrown
    inactive: bool = False


@dataclass(frozen=True, kw_only=True)
class EscapeAttackQuestion:
    """Procedure 6.11's input."""

    escaper: Escaper
    attackers: Annotated[tuple[Attacker, ...], Sized(0, 8), questions.DIFFERENT]
    escape_attacks: Literal["each", "one"] = "each"
    level: data.Level = "white"
    sides: questions.Banners = questions.CALM
    dice: questions.HouseDice = DICE
    paid_rerolls: questions.PaidRerolls = 1


class Escaped(TypedDict):
    """The one who escapes, when all have struck."""

    cp: int
    destroyed: bool
    energy: int
    mp: int
    inactive: bool


class EscapeStruck(TypedDict):
    """Procedure 6.11's result."""

    attackers: list[dict[str, str | int]]
    escaper: Escaped
    prestige: dict[data.Side, int]


def resolve_escape_attack(question: object) -> Resolution[EscapeStruck]:
    """Procedure 6.11: what each attack takes, and whether the unit gets away."""
    query = shape.read(EscapeAttackQuestion, question)
    questions.check_cp(query.escaper.type, query.escaper.cp, "escaper.cp")
    if query.escaper.energy < data.QUARTER:
        raise IllegalAction("escaper.energy", "An escape costs 25 energy.")
    if len(query.attackers) > 1 and query.escape_attacks == "one":
        raise IllegalAction("attackers.1", "One enemy strikes at this table (R21).")
    play = Play(_state(query))
    rows: list[dict[str, str | int]] = []
    for n, each in enumerate(query.attackers):
        if each.energy < data.QUARTER or each.inactive:
            raise IllegalAction(f"attackers.{n}.energy", "An active enemy with 25 energy strikes.")
        before = play.unit(HIM).cp
        play = volley(play, HIM, each.id, each.attack, f"attackers.{n}.attack")
        hits = before - play.unit(HIM).cp
        rows.append(
            {"id": each.id, "swords": each.attack.swords, "hits": hits, "energy": play.unit(each.id).energy}
        )
    play = _away(play)
    unit = play.unit(HIM)
    alive = unit.is_living
    mp = 2 * unit.kind.mp if alive else 0
    escaper: Escaped = {
        "cp": unit.cp,
        "destroyed": not alive,
        "energy": unit.energy,
        "mp": mp,
        "inactive": alive,
    }
    result = EscapeStruck(attackers=rows, escaper=escaper, prestige=questions.prestige_left(play.state))
    return Resolution(result, play.steps)


def _state(query: EscapeAttackQuestion) -> State:
    escaper = query.escaper
    whole = _unit(escaper.side, escaper.type, "regular", escaper.energy, "the unit")
    units = {HIM: replace(whole, cp=escaper.cp)}
    for each in query.attackers:
        units[each.id] = _unit(data.OTHER[escaper.side], each.type, each.experience, each.energy, each.id)
    return questions.state_of(units, questions.house_rules(query), sides=questions.armies(query))


def _unit(side: data.Side, kind: data.Kind, experience: data.Experience, energy: int, name: str) -> Unit:
    cp = data.UNITS[kind].cp
    return Unit(side=side, name=name, type=kind, experience=experience, at=data.ENTRY, energy=energy, cp=cp)


def _away(play: Play) -> Play:
    unit = play.unit(HIM)
    if not unit.is_living:
        return play
    gone = play.put(HIM, moved(unit, -data.QUARTER))
    return gone.step("8.2.3", "It escapes for 25 energy with {mp} movement points.", mp=2 * unit.kind.mp)
