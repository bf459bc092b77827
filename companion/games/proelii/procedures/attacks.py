"""The attacks of the Move phase: Hit & Run, Charge, and those on a unit that escapes (5.4, 8.2.4)."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Resolution
from companion.engine.shape import Between, Sized
from companion.engine.wire import Json
from companion.games.proelii.actions import Roll, Thrown
from companion.games.proelii.data import ENTRY, FACE_NAMES, OTHER, QUARTER, UNITS, Experience, Kind, Side
from companion.games.proelii.procedures.energy import has_fought, lying, throw
from companion.games.proelii.procedures.field import push
from companion.games.proelii.procedures.questions import (
    HERE,
    Cp,
    Done,
    Fighter,
    Settings,
    check_cp,
    check_fighters,
    duel,
    fighter_out,
    prestige_left,
    state_of,
)
from companion.games.proelii.state import Energy, Id, State, Unit, fighting, hit, moved, spending

DEFENDED = "It has rolled already, is inactive, or has no 25 energy: it does not defend."


def attack(done: Done, name: str, roll: Roll, path: str) -> Done:
    """A unit's attack roll; its tokens are not kept."""
    state, _ = throw(done.state, name, roll, path)
    after = done.now(state.with_unit(name, has_fought(state.units[name])))
    return after.told(
        "7.1", "{unit} attacks: {face}.", {"unit": done.named(name), "face": FACE_NAMES[roll.face]}
    )


def defence(done: Done, name: str, roll: Roll | None, path: str = "defence") -> Done:
    """A target's roll in defence, for 25 energy; it keeps the tokens to the end of the round (8.2.4.1)."""
    if roll is None:
        return done
    unit = done.unit(name)
    if unit.roll is not None or unit.inactive or not unit.has_energy:
        raise IllegalAction(path, DEFENDED)
    paid = done.put(name, fighting(unit, -QUARTER))
    state, used = throw(paid.state, name, roll, path)
    kept = replace(has_fought(state.units[name]), roll=lying(roll.face, used, retained=True))
    values = {"unit": unit.name, "face": FACE_NAMES[roll.face]}
    after = paid.now(state.with_unit(name, kept))
    return after.told("8.2.4.1", "{unit} defends itself for 25 energy: {face}, kept for the combat.", values)


class Struck(NamedTuple):
    """After a strike: what is done, the swords that shields stopped, the hits."""

    done: Done
    blocked: int
    hits: int


def strike(done: Done, name: str, swords: int, rule: str) -> Struck:
    """So many swords against one unit: its unspent shields block, the rest take cohesion (5.4)."""
    unit = done.unit(name)
    blocked = min(swords, unit.shields)
    hits = min(swords - blocked, unit.cp)
    held = spending(unit, shields=blocked)
    after = done.put(name, hit(held, hits) if hits else held)
    if swords:
        values = {"unit": unit.name, "swords": swords, "blocked": blocked, "hits": hits}
        words = "{swords:# sword|# swords} at {unit}: {blocked} blocked, {hits} CP lost."
        after = after.told(rule, words, values)
    if hits and after.unit(name).cp == 0:
        after = after.told("7.2", "{unit} is destroyed.", {"unit": unit.name})
    return Struck(after, blocked, hits)


def charged(done: Done, charger: str, name: str) -> Done:
    """Where both live, the charger binds whom it charged for the rest of the round (8.2.4.2, R14)."""
    unit = done.unit(name)
    if not (unit.is_living and done.unit(charger).is_living):
        return done
    bound = replace(unit, charged_by=tuple(sorted({*unit.charged_by, charger})))
    values = {"unit": unit.name, "charger": done.named(charger)}
    words = "{charger} binds {unit} for the rest of the round."
    return done.put(name, bound).told("8.2.4.2", words, values)


def volley(done: Done, escaper: str, name: str, roll: Roll, path: str) -> Done:
    """One attack on who escapes: 25 energy, every sword takes 1 CP, no defence."""
    done = done.put(name, fighting(done.unit(name), -QUARTER))
    done = attack(done, name, roll, path)
    unit = done.unit(escaper)
    hits = min(roll.swords, unit.cp)
    if not hits:
        return done
    done = done.put(escaper, hit(unit, hits))
    done = done.told("8.2.3", "{unit} loses {hits} CP.", {"unit": unit.name, "hits": hits})
    if done.unit(escaper).is_living:
        return done
    return done.told("7.2", "{unit} is destroyed.", {"unit": unit.name})


type Response = Literal["charge", "push_out"] | None


class Met(NamedTuple):
    """A special attack as it was met: what is done, the swords of the attack that shields stopped."""

    done: Done
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


def struck(done: Done, name: str, target: str, blow: Blow) -> Met:
    """The attack of a Hit & Run and its answer, both at once (8.2.4.1)."""
    begun = done.unit(target).at
    if blow.response:
        answers = moved(done.unit(target), -QUARTER)
        done = done.now(done.state.acting(target)).put(target, answers)
        done = done.told("8.2.4", "{unit} answers for 25 energy.", {"unit": answers.name})
    done = attack(done, name, blow.attack, "attack")
    if blow.response_attack is not None:
        return _charged_back(done, name, target, blow.attack, blow.response_attack)
    done = defence(done, target, blow.defence)
    done, blocked, _ = strike(done, target, blow.attack.swords, "8.2.4.1")
    return Met(push(done, begun, name) if blow.response else done, blocked)


def _charged_back(done: Done, name: str, target: str, given: Roll, answer: Roll) -> Met:
    """A charge in answer: each side's swords against the other's shields, at the same time."""
    done = attack(done, target, answer, "response_attack")
    through = max(0, given.swords - answer.shields)
    done, blocked, _ = strike(done, target, through, "8.2.4.1")
    done = strike(done, name, max(0, answer.swords - given.shields), "8.2.4.2").done
    return Met(charged(done, target, name), given.swords - through + blocked)


def charge_home(done: Done, name: str, target: str, blow: Blow) -> Met:
    """The dice of a charge, the losses, and the bond (8.2.4.2)."""
    done = attack(done, name, blow.attack, "attack")
    done = defence(done, target, blow.defence)
    done, blocked, _ = strike(done, target, blow.attack.swords, "8.2.4.2")
    return Met(charged(done, name, target), blocked)


@dataclass(frozen=True, kw_only=True)
class ChargeAsked:
    """What is asked, without the settings; `mp_used` are the movement points before the charge itself."""

    attacker: Fighter
    target: Fighter
    attack: Thrown
    defence: Thrown | None = None
    mp_used: Annotated[int, Between(1, 6)] = 1


@dataclass(frozen=True, kw_only=True)
class ChargeQuestion(Settings, ChargeAsked):
    """Procedure 6.13's input."""


def resolve_charge(question: Json) -> Resolution:
    """Procedure 6.13: the attack, the defence, and whether the target is bound."""
    said: ChargeQuestion = shape.read(ChargeQuestion, question)
    _check_charge(said)
    state = duel(said.attacker, said.target, said)
    done = Done(state.with_unit("attacker", moved(state.units["attacker"], -QUARTER)))
    done, blocked = charge_home(done, "attacker", "target", Blow(said.attack, said.defence))
    attacker, target = done.unit("attacker"), done.unit("target")
    result = {
        "swords": said.attack.swords,
        "blocked": blocked,
        "hits": said.target.cp - target.cp,
        "attacker": fighter_out(attacker),
        "target": fighter_out(target),
        "attached": target.is_living,
        "prestige": prestige_left(done.state),
    }
    return Resolution(result, done.steps)


def _check_charge(said: ChargeQuestion) -> None:
    check_fighters(said.attacker, said.target)
    attacker, kind = said.attacker, said.attacker.unit(HERE).kind
    if "charge" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type does not charge.")
    if attacker.type == "cavalry" and said.target.type == "war_elephants":
        raise IllegalAction("target.type", "Cavalry does not charge war elephants.")
    if attacker.energy < QUARTER or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 25 energy is wanted.")
    if said.mp_used + 1 > kind.mp:
        raise IllegalAction("mp_used", f"The charge itself takes one of {kind.mp} movement points.")


PRICE = 50


@dataclass(frozen=True, kw_only=True)
class HitAndRunAsked:
    """What is asked, without the settings."""

    attacker: Fighter
    target: Fighter
    attack: Thrown
    defence: Thrown | None = None
    response: Response = None
    response_attack: Thrown | None = None
    behind: Literal["free", "closed"] = "free"
    mp_used: Annotated[int, Between(0, 6)] = 0


@dataclass(frozen=True, kw_only=True)
class HitAndRunQuestion(Settings, HitAndRunAsked):
    """Procedure 6.12's input."""


def resolve_hit_and_run(question: Json) -> Resolution:
    """Procedure 6.12: the strike, what comes back, and whether the attacker rides on."""
    said: HitAndRunQuestion = shape.read(HitAndRunQuestion, question)
    _check_hit_and_run(said)
    state = duel(said.attacker, said.target, said, closed=said.behind == "closed")
    attacker = fighting(moved(state.units["attacker"], -QUARTER), -QUARTER)
    done = Done(state.with_unit("attacker", attacker))
    blow = Blow(said.attack, said.defence, said.response, said.response_attack)
    met = struck(done, "attacker", "target", blow)
    return Resolution(_result(said, met), met.done.steps)


def _check_hit_and_run(said: HitAndRunQuestion) -> None:
    check_fighters(said.attacker, said.target)
    attacker, target = said.attacker, said.target
    kind = attacker.unit(HERE).kind
    if "hit_and_run" not in kind.abilities:
        raise IllegalAction("attacker.type", "This type has no Hit & Run.")
    if attacker.energy < PRICE or attacker.inactive:
        raise IllegalAction("attacker.energy", "An active unit with 50 energy is wanted.")
    if said.mp_used > kind.mp:
        raise IllegalAction("mp_used", f"This type has {kind.mp} movement points.")
    if said.response is None and said.response_attack is not None:
        raise IllegalAction("response_attack", "Without an answer there are no dice for it.")
    if said.response is not None:
        can = said.response in target.unit(HERE).kind.abilities and target.energy >= QUARTER
        if not can or target.inactive:
            raise IllegalAction("response", "The target lacks that ability, or the energy.")
        check_answer(said.response, said.defence, said.response_attack)


def _result(said: HitAndRunQuestion, met: Met) -> Json:
    done = met.done
    attacker, target = done.unit("attacker"), done.unit("target")
    hits, back = said.target.cp - target.cp, said.attacker.cp - attacker.cp
    pushed = None if said.response != "push_out" else attacker.at not in (HERE, "destroyed")
    stayed = attacker.is_living and target.is_living and said.response is not None and not pushed
    rides = attacker.is_living and said.response is None
    return {
        "swords": said.attack.swords,
        "blocked": met.blocked,
        "hits": hits,
        "hits_back": back,
        "pushed": pushed,
        "attacker": fighter_out(attacker),
        "target": fighter_out(target),
        "attached": stayed,
        "mp_left": attacker.kind.mp - said.mp_used if rides else 0,
        "prestige": prestige_left(done.state),
    }


HIM = "."
"""The one who escapes, among ids that no unit can have."""


class Escaper(NamedTuple):
    """The unit that escapes."""

    side: Side
    type: Kind
    cp: Cp
    energy: Energy


@dataclass(frozen=True, slots=True)
class Attacker:
    """An enemy that strikes at it."""

    id: Id
    type: Kind
    experience: Experience
    energy: Energy
    attack: Thrown
    inactive: bool = False


@dataclass(frozen=True, kw_only=True)
class EscapeAttackAsked:
    """What is asked, without the settings."""

    escaper: Escaper
    attackers: Annotated[tuple[Attacker, ...], Sized(0, 8)]
    escape_attacks: Literal["each", "one"] = "each"


@dataclass(frozen=True, kw_only=True)
class EscapeAttackQuestion(Settings, EscapeAttackAsked):
    """Procedure 6.11's input."""


def resolve_escape_attack(question: Json) -> Resolution:
    """Procedure 6.11: what each attack takes, and whether the unit gets away."""
    said: EscapeAttackQuestion = shape.read(EscapeAttackQuestion, question)
    _check_escape_attack(said)
    done = Done(_state(said))
    rows = []
    for n, each in enumerate(said.attackers):
        if each.energy < QUARTER or each.inactive:
            raise IllegalAction(f"attackers.{n}.energy", "An active enemy with 25 energy strikes.")
        before = done.unit(HIM).cp
        done = volley(done, HIM, each.id, each.attack, f"attackers.{n}.attack")
        hits = before - done.unit(HIM).cp
        rows.append(
            {"id": each.id, "swords": each.attack.swords, "hits": hits, "energy": done.unit(each.id).energy}
        )
    done = _away(done)
    escaper = _escaper_json(done.unit(HIM))
    result = {"attackers": rows, "escaper": escaper, "prestige": prestige_left(done.state)}
    return Resolution(result, done.steps)


def _check_escape_attack(said: EscapeAttackQuestion) -> None:
    check_cp(said.escaper.type, said.escaper.cp, "escaper.cp")
    if said.escaper.energy < QUARTER:
        raise IllegalAction("escaper.energy", "An escape costs 25 energy.")
    if len(said.attackers) > 1 and said.escape_attacks == "one":
        raise IllegalAction("attackers.1", "One enemy strikes at this table (R21).")
    for n, each in enumerate(said.attackers):
        if each.id in [before.id for before in said.attackers[:n]]:
            raise InvalidInput(f"attackers.{n}.id", f"“{each.id}” is named before.")


def _state(said: EscapeAttackQuestion) -> State:
    escaper = said.escaper
    whole = _unit(escaper.side, escaper.type, "regular", escaper.energy, "the unit")
    units = {HIM: replace(whole, cp=escaper.cp)}
    for each in said.attackers:
        units[each.id] = _unit(OTHER[escaper.side], each.type, each.experience, each.energy, each.id)
    return state_of(units, said.options(), sides=said.armies())


def _unit(side: Side, kind: Kind, experience: Experience, energy: int, name: str) -> Unit:
    cp = UNITS[kind].cp
    return Unit(side=side, name=name, type=kind, experience=experience, at=ENTRY, energy=energy, cp=cp)


def _away(done: Done) -> Done:
    """Who lives pays and goes."""
    unit = done.unit(HIM)
    if not unit.is_living:
        return done
    gone = done.put(HIM, moved(unit, -QUARTER))
    return gone.told("8.2.3", "It escapes for 25 energy with {mp} movement points.", {"mp": 2 * unit.kind.mp})


def _escaper_json(unit: Unit) -> Json:
    alive = unit.is_living
    mp = 2 * unit.kind.mp if alive else 0
    return {"cp": unit.cp, "destroyed": not alive, "energy": unit.energy, "mp": mp, "inactive": alive}
