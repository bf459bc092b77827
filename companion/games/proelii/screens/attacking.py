"""Special attacks: whom, from where, with which dice, and how the target answers (8.2.4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.looking import fresh
from companion.engine.stage import Choice, Choices, Deed, Fact, Facts, Lead, Piece, Question, said
from companion.engine.wire import Json
from companion.engine.wording import percent, tap
from companion.games.proelii.data import SIDE_NAMES
from companion.games.proelii.procedures.field.paths import Walk, ways
from companion.games.proelii.procedures.fights.combat_odds import PRICE, Fight
from companion.games.proelii.rules.aiming import charges
from companion.games.proelii.rules.answering import may_defend, responses
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.chances import falls
from companion.games.proelii.screens.dicing import dice, thrown
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.screens.rows import what
from companion.games.proelii.state import Unit

ANSWERS = {"charge": "It charges back", "push_out": "It pushes back"}


@dataclass(frozen=True, slots=True)
class Aim:
    """An attack in the making: the kind, who, against whom, from where, by which way."""

    turn: Turn
    kind: str
    name: str
    targets: Mapping[str, str]
    target: str

    @property
    def unit(self) -> Unit:
        """Who attacks."""
        return self.turn.state.units[self.name]

    @property
    def enemy(self) -> Unit:
        """Who is attacked."""
        return self.turn.state.units[self.target]

    @property
    def path(self) -> tuple[str, ...]:
        """The cheapest way to where the attack is made."""
        walk = Walk(self.turn.state, self.name, self.unit.kind.mp - (self.kind != "hit_and_run"))
        if self.kind == "charge":
            return charges(walk)[self.target].path
        start = self.targets[self.target]
        return () if start == self.unit.at else ways(walk)[start].path


def aim(turn: Turn, kind: str, name: str) -> Aim:
    """The attack that is chosen so far."""
    listed = turn.entries(kind)[name]["targets"]
    targets = {each["target"]: each["from"] for each in listed}
    chosen = turn.chosen("t", targets) or (next(iter(targets)) if len(targets) == 1 else "")
    return Aim(turn, kind, name, targets, chosen)


def attack(turn: Turn, name: str, units: Mapping[str, str], tiles: tuple[Piece, ...], wait: Deed) -> Asked:
    """A Hit & Run or a charge: target, dice, defence."""
    kind = _kind(turn, name)
    aimed = aim(turn, kind, name)
    pieces: tuple[Piece, ...] = (*tiles, _targets(aimed))
    action: dict[str, Json] | None = None
    if aimed.target:
        more, action = _dice(aimed)
        pieces = (*pieces, _chances(aimed), *more)
    return _asked(aimed, pieces, action, wait), _taps(aimed, units)


def push(turn: Turn, name: str, units: Mapping[str, str], tiles: tuple[Piece, ...], wait: Deed) -> Asked:
    """Elephants push; no dice."""
    aimed = aim(turn, "push_out", name)
    pieces = (*tiles, _targets(aimed), Lead("Without room behind it the target loses 1 CP."))
    action = {"path": list(aimed.path)} if aimed.target else None
    return _asked(aimed, pieces, action, wait), _taps(aimed, units)


def _kind(turn: Turn, name: str) -> str:
    possible = [each for each in ("hit_and_run", "charge", "push_out") if name in turn.entries(each)]
    return turn.chosen("do", possible) or possible[0]


def _asked(aimed: Aim, pieces: tuple[Piece, ...], action: dict[str, Json] | None, wait: Deed) -> Question:
    unit = aimed.unit
    main = None
    if aimed.target and action is not None:
        whole = {"type": aimed.kind, "unit": aimed.name, "target": aimed.target, **action}
        words = said("{verb} {target}", verb=VERBS[aimed.kind], target=aimed.enemy.name)
        small = said("from {at}", at=(aimed.path or (unit.at,))[-1])
        main = Deed(words=words, small=small, action=tap(whole))
    return Question(
        kind=aimed.kind,
        title=unit.name,
        under=said("{what}, {mp} movement points", what=what(unit), mp=unit.kind.mp),
        icon=own_sign(unit.type),
        pieces=pieces,
        main=main,
        missing="Tap the dice" if aimed.target else "Tap the enemy",
        lesser=(wait,),
        back=fresh(aimed.turn.scene) if "u" in aimed.turn.scene.draft else "",
    )


VERBS = {"hit_and_run": "Hit & Run at", "charge": "Charge", "push_out": "Push out"}


def _targets(aimed: Aim) -> Choices:
    rows = tuple(
        Choice(
            words=aimed.turn.state.units[target].name,
            small=said("at {at}, from {start}", at=aimed.turn.state.units[target].at, start=start),
            icon=own_sign(aimed.turn.state.units[target].type),
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
        _, chance = falls(aimed.turn.state, aimed.name, aimed.target, kind, defends=rolls)
        why = "if it defends itself" if rolls else "if it does not roll"
        why += ", free rerolls at their best"
        facts.append(Fact("Destroyed", percent(chance), why))
    return Facts(tuple(facts))


def _dice(aimed: Aim) -> tuple[tuple[Piece, ...], dict[str, Json] | None]:
    """The attack's dice, the answer and the defence; and the action, once all of it is there."""
    price = PRICE["charge" if aimed.kind == "charge" else "hit_and_run"]
    turn, roll = aimed.turn, thrown(aimed.turn, "a", aimed.name, price)
    pieces: tuple[Piece, ...] = dice(turn, aimed.name, roll, "The attack")
    action: dict[str, Json] = {"path": list(aimed.path)}
    action |= {"attack": roll.json} if roll.json else {}
    ready = roll.is_ready
    if aimed.enemy.side in turn.scene.answering:
        return (*pieces, *_is_asked(aimed)), action if ready else None
    answer = turn.chosen("r", _answers(aimed))
    pieces += _answering(aimed, answer)
    if answer:
        action["response"] = answer
    if answer == "charge":
        back = thrown(turn, "b", aimed.target)
        pieces += dice(turn, aimed.target, back, "The answer")
        action["response_attack"], ready = back.json, ready and back.is_ready
    elif turn.scene.draft.get("d"):
        guard = thrown(turn, "d", aimed.target)
        pieces += dice(turn, aimed.target, guard, "The defence")
        action["defence"], ready = guard.json, ready and guard.is_ready
    return pieces, action if ready else None


def _is_asked(aimed: Aim) -> tuple[Lead, ...]:
    """That the enemy says on his own screen whether the target defends itself, or answers."""
    if not (may_defend(aimed.enemy) or _answers(aimed)):
        return ()
    words = "{side} is asked what {target} does, before a die falls."
    return (Lead(said(words, side=SIDE_NAMES[aimed.enemy.side], target=aimed.enemy.name)),)


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
    label = said("{target} answers", target=enemy.name)
    return (
        (Choices(label=label, choices=tuple(chips), shape="chips", shows_label=True),)
        if len(chips) > 1
        else ()
    )


def _taps(aimed: Aim, units: Mapping[str, str]) -> Taps:
    state = aimed.turn.state
    enemies = {target: aimed.turn.link(t=target) for target in aimed.targets}
    end = (aimed.path or ("",))[-1] if aimed.target else ""
    chosen = {aimed.name, aimed.unit.at, end, *([aimed.enemy.at] if aimed.target else [])} - {""}
    return Taps(
        units={**units, **enemies},
        targets=frozenset(state.units[target].at for target in aimed.targets),
        chosen=frozenset(chosen),
        aim=aimed.enemy.at if aimed.target else "",
        ghost={end: aimed.unit} if end else {},
    )


ATTACKS: Mapping[str, Callable[[Turn, str, Mapping[str, str], tuple[Piece, ...], Deed], Asked]] = {
    "hit_and_run": attack,
    "charge": attack,
    "push_out": push,
}
