"""The moment in which both hands open: seals, swords, unbroken shields, who may step on (8.4.3 to 8.4.6)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine import stage
from companion.engine.scene import Scene
from companion.engine.wording import Values, count
from companion.games.proelii.data import SIDES, Side, place_name, short_name
from companion.games.proelii.deeds import read_action
from companion.games.proelii.deeds.secrets import CANCEL, SHEET
from companion.games.proelii.procedures.combat import Melee, Orders, lost
from companion.games.proelii.procedures.questions import Play
from companion.games.proelii.rules import course
from companion.games.proelii.rules.course import measured
from companion.games.proelii.screens.board import token
from companion.games.proelii.screens.frame import SIGNS, own_sign, pairs
from companion.games.proelii.state import Advance, State

TITLE = "Both hands are open"


BEATS = ("seals off", "swords", "shields +25", "who steps on")


FIRST, EACH, LAST = 0.8, 0.7, 3.4


"""Seconds: until the first pair is told, for each pair, from the last one on; as proelii.css has them."""


FEW, MOST = 4, 7


"""Pairs that stand at their full height side by side, and for how many a phone has room."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A combat between the last die and the first step forward.

    `thrown` is the battle as the dice lay, `ways` what each unit did with its roll, in order; `before` and
    `after` are the battle at the losses and when all is taken and gained, `may` who may then follow.
    """

    thrown: State
    ways: Mapping[str, Sequence[str]]
    before: State
    orders: Orders
    melee: Melee
    after: State
    may: Sequence[Advance]

    def hits(self, by: str, at: str) -> Counter[str]:
        """How the swords of one unit against another ended."""
        return Counter(each.outcome for each in self.melee.struck if (each.unit, each.target) == (by, at))

    def falls(self, name: str) -> bool:
        return self.before.units[name].is_living and not self.after.units[name].is_living

    def gains(self, name: str) -> bool:
        """Whether an unbroken shield brought it energy (7.5)."""
        unit = self.after.units[name]
        return unit.is_living and unit.energy > self.before.units[name].energy


QUIET = {"roll", "rolls", "reroll", "cancel", "convert", "deploy", "pass", "done", "close", "wait"}


def opening(scene: Scene[State]) -> stage.Moment | None:
    """The newest line as it is shown to all: the losses of a combat; None where the house tells the line.

    A die falls in the frieze itself and is given up there; that a unit waits or a side is done is no scene:
    the line alone tells it.
    """
    if len(scene.trail) < 2 or type(scene.last) is not dict:
        return None
    if (kind := scene.last.get("type")) != "losses":
        return stage.Moment(title="", quiet=True) if kind in QUIET else None
    before = scene.trail[-2]
    thrown, ways = before, dict[str, list[str]]()
    for line in (scene.passages[n] for n in range(len(scene.passages) - 2, 0, -1)):
        kind = line.action.get("type") if type(line.action) is dict else ""
        same = line.before.round == before.round and line.before.step in SHEET
        if kind not in ("close", "cancel", "convert") or not same:
            break
        thrown = line.before
        if kind != "close":
            ways.setdefault(line.action["unit"], []).insert(0, line.action.get("kind", CANCEL))
    orders = read_action(scene.last, before)
    assert isinstance(orders, Orders)
    play, melee = lost(Play(before), orders)
    may = course.losses(before, orders).state.may_advance
    opened = Opened(thrown, ways, before, orders, melee, play.state, may)
    pairs_ = [(a, b) for a, _ in opened.before.army("white") for b in opened.before.facing[a]]
    rows = _told(opened, pairs_)
    if not rows:
        return stage.Moment(title=TITLE)
    shown = _shown(opened, rows, "black" if scene.own == "black" else "white")
    shown["untold"] = _untold(opened, [pair for pair in pairs_ if pair not in rows])
    return stage.Moment(
        title=TITLE,
        picture=stage.Part("proelii/opening.html", {"opening": shown}, TITLE, SIGNS),
        effects=tuple(_effects(opened)),
        seconds=round(FIRST + EACH * len(rows) + LAST, 1),
    )


def _effects(opened: Opened) -> Iterator[stage.Effect]:
    for name in opened.before.ids:
        was, unit = opened.before.units[name], opened.after.units[name]
        words: stage.Words = ""
        if opened.falls(name):
            words = stage.phrase("{unit} fall", unit=unit.name)
        elif unit.cp < was.cp:
            words = stage.phrase("{unit} −{cp} CP", unit=unit.name, cp=was.cp - unit.cp)
        elif opened.gains(name):
            words = stage.phrase("{unit}: unbroken shield, +25", unit=unit.name)
        if words:
            yield stage.Effect(words, unit.side, own_sign(unit.type))


def _told(opened: Opened, rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs that are told one by one: in which a die lies, and of many those first that hurt somebody."""
    letters, units = pairs(opened.before), opened.thrown.units
    thrown = [pair for pair in rows if any(units[name].roll for name in pair)]
    hurt_first = sorted(thrown, key=lambda pair: not _verdict(opened, *pair)["bad"])[:MOST]
    return sorted(hurt_first, key=lambda pair: (letters.get(pair[0], ""), pair))


def _untold(opened: Opened, rows: Sequence[tuple[str, str]]) -> str:
    words = f"and {count(len(rows), 'more pair')}" if rows else ""
    hurts = any(_verdict(opened, *pair)["bad"] for pair in rows)
    return words if hurts or not rows else f"{words}, in which nothing falls"


def _shown(opened: Opened, rows: Sequence[tuple[str, str]], near: Side) -> dict[str, object]:
    letters = pairs(opened.before)
    sides = SIDES if near == "white" else SIDES[::-1]
    return {
        "label": TITLE,
        "count": len(rows),
        "many": len(rows) > FEW,
        "plates": [
            {"side": side, "name": opened.after.people(side), "words": "open", "ready": True}
            for side in sides
        ],
        "pairs": [
            {
                "letter": letters.get(a, ""),
                "halves": [_half(opened, each, near) for each in ((a, b) if near == "white" else (b, a))],
                **_verdict(opened, a, b),
            }
            for a, b in rows
        ],
        "beats": BEATS,
        "sides": [_side(opened, side) for side in sides],
    }


def _side(opened: Opened, side: Side) -> Values:
    was, is_ = measured(opened.before)[side], measured(opened.after)[side]
    facts = [("units", was.on_field, is_.on_field), ("CP", was.cp, is_.cp)]
    if opened.before.options.level != "white":
        was_rich, is_rich = (state.sides[side].prestige for state in (opened.before, opened.after))
        facts.append(("prestige", was_rich, is_rich))
    rows = [{"name": name, "was": old, "now": new} for name, old, new in facts]
    return {"side": side, "name": opened.after.people(side), "facts": rows}


def _half(opened: Opened, name: str, near: Side) -> Values:
    thrown, was = opened.thrown.units[name], opened.before.units[name]
    words, small, aim = _mark(opened, name)
    falls = opened.falls(name)
    then = token(opened.after.units[name])
    return {
        "name": was.name,
        "token": token(was),
        "then": "" if falls or then == token(was) else then,
        "falls": falls,
        "die": was.kind.die,
        "face": thrown.roll.face if thrown.roll else "",
        "mine": was.side == near,
        "words": words,
        "small": small,
        "at": aim,
    }


def _mark(opened: Opened, name: str) -> tuple[str, str, str]:
    """What a unit did with its roll, in how many words there is room for: the word, what of, at whom."""
    roll, ways = opened.thrown.units[name].roll, opened.ways.get(name, ())
    if roll is None:
        return "", "nothing marked", ""
    also, aim = [], ""
    kept = {
        "blank": ("A blank", ""),
        "sword": ("Strike", "one sword"),
        "two_swords": ("Strike", "both swords"),
        "shield": ("Keep", "the shield"),
        "two_shields": ("Keep", "both shields"),
        "sword_shield": ("Strike", "and keep the shield"),
    }
    # What a conversion makes of a roll, in a few words.
    turned = {
        "swords_to_shield": "to a shield, +25",
        "shields_to_sword": "to a sword, +25",
        "blank_to_energy": "a blank to energy",
        "sword_to_energy": "a sword to energy",
    }
    if CANCEL in ways:
        words, small = "Cancel", "+25"
    elif ways:
        words, small = "Convert", ", ".join(turned[each] for each in ways)
    else:
        words, small = kept[roll.face]
    at = dict.fromkeys(each.target for each in opened.melee.struck if each.unit == name)
    if len(at) > 1:
        aim = "one at each"
    elif len(opened.before.facing[name]) > 1:
        aim = "".join(f"at {short_name(opened.before.units[each].name)}" for each in at)
    orders = opened.orders
    also += [
        marks
        for marks, names in (("shield let down", orders.hold), ("at the rear", orders.rear))
        if name in names
    ]
    also += [f"parries {n}"] if (n := sum(each.unit == name for each in orders.parries)) else []
    return words, ", ".join(filter(None, (small, *also))), aim


def _verdict(opened: Opened, a: str, b: str) -> Values:
    """What came of one pair: who falls, who is hurt, why; the shields that held, and who may step on."""
    short = {each: short_name(opened.before.units[each].name) for each in opened.before.ids}
    hurt, why = [], []
    fallen = [at for by, at in ((b, a), (a, b)) if opened.falls(at) and opened.hits(by, at)["hit"]]
    for by, at in ((a, b), (b, a)):
        ended = opened.hits(by, at)
        if not ended:
            continue
        if ended["hit"] and at not in fallen:
            hurt.append(f"{short[at]} −{ended['hit']} CP")
        why.append(_swords(short[by], ended))
    names = " and ".join(short[each] for each in fallen)
    words = f"{names} fall{'' if fallen[1:] else 's'}" if fallen else ""
    gained = [f"{short[each]} +25" for each in (a, b) if opened.gains(each)]
    steps = [
        f"{short[each.unit]} may step to {place_name(each.to)}"
        for each in opened.may
        if each.unit in (a, b) and each.to == opened.before.units[a if each.unit == b else b].at
    ]
    return {
        "verdict": words or ", ".join(hurt) or "Nothing falls",
        "bad": bool(fallen or hurt),
        "why": why,
        "gained": ", ".join(gained),
        "steps": ", ".join(steps),
    }


def _swords(name: str, ended: Counter[str]) -> str:
    n = ended.total()
    stopped = ", ".join(f"{ended[key]} {words}" for key, words in STOPPED.items() if ended[key])
    return f"{name}: {n} sword{'s' if n > 1 else ''}" + (f", {stopped}" if stopped else "")


STOPPED = {"blocked": "on a shield", "parried": "parried"}
