"""One sheet for a unit's roll: each way with it against each of the enemy's, another throw, and why (8.4)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.engine.stage import Choice, Choices, Fold, Icon, Own, Piece, Row, Rows, Words, phrase
from companion.engine.step import Step
from companion.engine.wording import Values
from companion.games.proelii import data
from companion.games.proelii.deeds import secrets
from companion.games.proelii.procedures.combat import Strike
from companion.games.proelii.procedures.energy import has_fought, open_sources
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules import course
from companion.games.proelii.screens.frame import Turn, cheapest, die_sign, faces_of, given_up, shown, turned
from companion.games.proelii.state import State, Unit

WAY_NAMES = {secrets.KEEP: "Keep", secrets.CANCEL: "Cancel"}


@dataclass(frozen=True, slots=True)
class Weighed:
    """A unit whose roll is weighed: what is marked as far as this screen may know it, and its taps.

    `action` is the tap of each way, empty where it is not open yet; `now` the way that is marked.
    """

    turn: Turn
    name: str
    marks: secrets.Sheet
    action: Callable[[str], str]
    now: str = ""

    @property
    def state(self) -> State:
        return self.turn.state

    @property
    def enemy(self) -> str:
        """The first enemy with a roll of its own, whose ways are weighed too."""
        return next((n for n in self.state.facing[self.name] if self.state.units[n].roll is not None), "")

    @property
    def theirs(self) -> Sequence[str]:
        return secrets.ways(self.state, self.enemy) if self.enemy else (secrets.KEEP,)

    def with_ways(self, way: str, their: str) -> secrets.Sheet:
        """The marks, this unit going that way and its enemy that other one."""
        own: secrets.Marked = {**self.marks.get(self.name, {}), "way": way}
        return {**self.marks, self.name: own, **by(self.enemy, their)}


def by(enemy: str, way: str) -> secrets.Sheet:
    return {enemy: {"way": way}} if enemy else {}


def pieces(weighed: Weighed) -> Iterator[Piece]:
    """All that may be done with a roll, with its price and what it would come to."""
    rows = _matrix(weighed)
    acts = (secrets.KEEP,) if any(row["action"] for row in rows["rows"]) else ()
    yield Own(template="proelii/ways.html", values=rows, actions=acts)
    yield from _thrown_again(weighed)
    yield Fold(id="whence", title="Why these numbers", pieces=(_why(weighed),))


def title(state: State, name: str, letter: str) -> Words:
    return phrase(
        "{letter}: {own} against {theirs}",
        letter=letter,
        own=_face(state, name),
        theirs=" and ".join(_face(state, each) for each in state.facing[name]),
    )


def _face(state: State, name: str) -> str:
    roll = state.units[name].roll
    return data.FACE_NAMES[roll.face] if roll else "no roll"


def way_words(way: str) -> tuple[str, str]:
    if way in WAY_NAMES:
        return WAY_NAMES[way], "+25 now" if way == secrets.CANCEL else "as it lies"
    return "Convert", ", then ".join(data.CONVERSION_NAMES[each] for each in secrets.kinds_of(way)) + ", +25"


def _matrix(weighed: Weighed) -> Values:
    """Own ways by the enemy's: in each cell the cohesion that the unit loses, its energy, what they lose."""
    state, name = weighed.state, weighed.name
    rows = [
        {
            "words": way_words(way)[0],
            "small": way_words(way)[1],
            "action": weighed.action(way),
            "on": way == weighed.now,
            "cells": [cell(state, name, weighed.with_ways(way, each)) for each in weighed.theirs],
        }
        for way in secrets.ways(state, name)
    ]
    heads = {secrets.KEEP: "keeps", secrets.CANCEL: "cancels"}
    enemy = state.units[weighed.enemy].name if weighed.enemy else ""
    return {
        "unit": state.units[name].name,
        "enemy": enemy,
        "head": [heads.get(each, "converts") for each in weighed.theirs] if enemy else [],
        "rows": rows,
        "shut": [{"words": words, "small": why} for words, why in _shut(state, name)],
    }


def _shut(state: State, name: str) -> Iterator[tuple[str, str]]:
    """The ways that are not open to a unit, and why."""
    open_, unit = secrets.ways(state, name), state.units[name]
    if secrets.CANCEL not in open_:
        is_early = state.step in ("roll", "cancel")
        why = f"only an unused roll that is no blank; it shows {_face(state, name)}"
        yield "Cancel", why if is_early else "it is over"
    if any(each not in WAY_NAMES for each in open_):
        return
    reasons = {
        "it is over": state.step == "losses",
        "without commanders nothing is converted": state.sides[unit.side].command == "none",
        "it has converted in this round": unit.ledger.conversions > 0,
        "what it gained by fighting in this round is all that it may gain": unit.ledger.combat >= 0,
        f"needs two swords or two shields; it shows {_face(state, name)}": True,
    }
    yield "Convert", next(why for why, holds in reasons.items() if holds)


def fought(state: State, marks: secrets.Sheet) -> tuple[State, tuple[Step, ...]]:
    """The battle after the losses, if these marks and no others stood, and the reasons of the losses."""
    if state.step == "roll":
        state = course.rest(Play(state)).state
    for name, each in marks.items():
        way = each.get("way", secrets.KEEP)
        if way == secrets.CANCEL and course.may_cancel(state, state.units[name]):
            state = given_up(state, name)
        for kind in secrets.kinds_of(way):
            state = turned(state, name, kind)
    state = replace(state, step="losses")
    melee = secrets.weighed(state, marks)
    struck = tuple(Strike(each.unit, each.target) for each in melee.struck)
    after = course.losses(state, replace(melee.orders, strikes=struck))
    return after.state, after.steps


def cell(state: State, name: str, marks: secrets.Sheet) -> Values:
    """What a unit loses and gains if these marks stood, and what those against it lose."""
    after, _ = fought(state, marks)
    unit, then = state.units[name], after.units[name]
    lost, gains = unit.cp - then.cp, then.energy - unit.energy
    theirs = sum(state.units[each].cp - after.units[each].cp for each in state.facing[name])
    small = f"+{gains}" if gains > 0 else "" if not gains or not then.is_living else f"−{-gains}"
    return {
        "words": "falls" if not then.is_living else f"−{lost}" if lost else "0",
        "small": small,
        "theirs": f"they −{theirs}" if theirs else "",
        "bad": lost > 0,
    }


def _with_face(weighed: Weighed, face: data.Face, source: str) -> Values:
    """What a face would come to, the unit's mark begun anew and the others as they are."""
    state = shown(weighed.state, weighed.name, face, pays=source == "energy")
    fresh = {name: each for name, each in weighed.marks.items() if name != weighed.name}
    return cell(state.with_unit(weighed.name, has_fought(state.units[weighed.name])), weighed.name, fresh)


def _thrown_again(weighed: Weighed) -> Iterator[Piece]:
    """Another throw: each face with its chance and what it would do, and each source with its price."""
    state, name = weighed.state, weighed.name
    sources = open_sources(state, state.units[name]) if state.step == "roll" else []
    if not sources:
        return
    die: data.Die = getattr(state.options.dice, state.units[name].kind.die)
    outcomes = {face: _with_face(weighed, face, cheapest(sources)) for face in faces_of(weighed.turn, name)}
    colour = state.units[name].kind.die
    faces = [
        {"face": face, "name": data.FACE_NAMES[face], "chance": f"{die.count(face)} in {len(die)}", **outcome}
        for face, outcome in outcomes.items()
    ]
    yield Own(template="proelii/again.html", values={"die": colour, "faces": faces})
    tally = Counter(
        ", ".join(filter(None, (outcomes[face]["words"], outcomes[face]["theirs"]))) for face in die
    )
    comes = "; ".join(f"{words} in {n} of {len(die)}" for words, n in tally.items())
    prices = {"energy": "−25", "prestige": "1 prestige"}
    rows = [
        Choice(
            words="Roll it again",
            small=phrase("{by}: {comes}", by=data.SOURCE_NAMES[each], comes=comes),
            end=prices.get(each, "free"),
            icon=_die(state.units[name]),
            href=weighed.turn.link(u=name, again="1", by=each),
        )
        for each in sources
    ]
    label = "Another throw: a new die lies open at once, for both"
    yield Choices(label=label, choices=tuple(rows), shows_label=True)


def _die(unit: Unit) -> Icon | None:
    return die_sign(unit, unit.roll.face) if unit.roll else None


def _why(weighed: Weighed) -> Rows:
    """Each number of the sheet, by the steps of the rules that it comes from."""
    state, name = weighed.state, weighed.name
    near = [state.units[each].name for each in (name, *state.facing[name])]
    rows = []
    for way in secrets.ways(state, name):
        for their in weighed.theirs:
            _, steps = fought(state, weighed.with_ways(way, their))
            words = " ".join(
                f"{each.text} ({each.rule})" for each in steps if any(n in each.text for n in near)
            )
            heads = [way_words(way)[0], *([f"they {way_words(their)[0].lower()}"] if weighed.enemy else [])]
            rows.append(
                Row((", ".join(heads), words or "No sword goes against it, and none of its own strikes."))
            )
    return Rows(label="Why these numbers", rows=tuple(rows))
