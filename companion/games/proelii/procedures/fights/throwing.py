"""Dice thrown in the Move phase: attacks, and the defence that a target keeps (8.2.4, R25)."""

from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.games.proelii.data import FACE_NAMES, QUARTER
from companion.games.proelii.procedures.rerolls import has_fought, lying, throw
from companion.games.proelii.procedures.telling import Done
from companion.games.proelii.state.dice import Roll
from companion.games.proelii.state.unit import fighting, hit, spending

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
