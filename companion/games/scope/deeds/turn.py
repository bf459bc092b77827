"""The deeds of SCOPE: what each asks, when it is possible, what it does, and its words (5)."""

from collections.abc import Sequence
from typing import Annotated, Any, cast

from companion.engine import deed
from companion.engine.deed import Entry, part, record
from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import Matching, Sized
from companion.engine.squares import column_of, row_of
from companion.games.scope import rules
from companion.games.scope import state as ground
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, TARGETS, Card, Plan, Side
from companion.games.scope.rules import Play, emptied, next_turn, rearranged, shot, turn_up, waiting
from companion.games.scope.rules.setting_up import BEGINS, check_front, lying, seal
from companion.games.scope.state import (
    Cell,
    Order,
    Quadrant,
    Raked,
    SeatId,
    Sighted,
    State,
    Stormed,
    corners,
    spoken,
)

MOVABLE = "only a quadrant of the own front with four cards of its own side is moved."
BY_ZONE = "a quadrant next to the own player zone is wanted, all four cards its own, one an empty area."
NONE = "no enemy card lies there."
FOUND = ("What was turned up",)


def own(card: Card, ask: str, among: str, **more: Any) -> Any:
    """A card of one's own that shows itself."""
    name, wrong = CARD_NAMES[card], f"no {CARD_NAMES[card]} of this side lies there."
    return part(ask, among, "" if more else wrong, unit=name.capitalize(), shows=card, **more)


@record
class Deed(deed.Deed[State]):
    """What a seat does."""

    seat: SeatId

    def turned(self, state: State) -> Sequence[str]:
        """The enemy cells whose cards it turns up, in the order in which these are told."""
        return ()


class Normal(Deed):
    """A deed of a turn, as the mode and the division of a side have it (advanced, players_3_4)."""

    @classmethod
    def foreign(cls, state: State) -> str:
        """Why the mode, or the division that acts, has no such deed; empty where it has."""
        is_basic = issubclass(cls, Move | Search)
        if state.mode == "basic" and not is_basic:
            return "This belongs to advanced mode; this game is played in basic mode."
        if state.slot.endswith("_units") and cls is Search:
            return "It is for the units to act: only the snipers of a side search."
        if state.slot.endswith("_snipers") and not is_basic:
            return "It is for the snipers to act: they move and search, the units of their side do the rest."
        return ""

    @classmethod
    def barred(cls, state: State) -> str:
        return cls.foreign(state)


def ended(so_far: Play) -> Outcome[State]:
    """After the normal action: victory, else a deployment that is still possible, else the next slot."""
    outcome = so_far.then(replace(so_far.state, pending=None))
    if over := rules.won(outcome):
        return over
    if Deploy.entry(outcome.state):
        after, who = replace(outcome.state, phase="after"), spoken(outcome.state.slot)
        return Outcome(*outcome.then(after, "deployment", "{who} may still deploy.", who=who))
    return next_turn(outcome)


@record
class LayOut(Deed):
    """Lay one's front out and seal it, at a table that leaves it to its people."""

    log = "lays out and seals its front"
    phases = ("laying_out",)
    front: ground.Front = part(hidden=True)
    salt: Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")] = part(hidden=True)

    def do(self, state: State) -> Outcome[State]:
        """When both fronts are laid and sealed, the first seat begins."""
        side = ground.side_of(self.seat)
        if side not in state.laying_out:
            raise IllegalAction("seat", f"The {SIDE_NAMES[side]} front is laid out and sealed.")
        check_front(self.front, Plan(state.columns, state.rows, state.counts, 0), side, "front")
        sealed = seal([list(row) for row in self.front], self.salt)
        left: tuple[Side, ...] = tuple(each for each in state.laying_out if each != side)
        laid = replace(
            state.laid(lying(self.front, side)),
            seals={**state.seals, side: sealed.digest},
            laying_out=left,
            phase="laying_out" if left else "turn",
        )
        words = "The {side} front is laid out and sealed: {code}."
        step = Step("setup", words, {"side": SIDE_NAMES[side], "code": sealed.code})
        begins = Step("setup", BEGINS, {"first": spoken(state.slot)})
        return Outcome(laid, (step,) if left else (step, begins))


@record
class Move(Normal):
    """Rearrange the four cards of a quadrant in secret (move)."""

    log = "moves {four}"
    tile = ("Move", "move", "a quadrant, in secret")
    lacks = "No quadrant of this front has four cards of its own side."
    public = True
    quadrant: Quadrant = part("The quadrant", "quadrants", MOVABLE)
    order: Order = part(hidden=True)

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"quadrants": state.movable(state.side)}

    def do(self, state: State) -> Outcome[State]:
        return ended(rearranged(Play(state), self.quadrant, self.order))


@record
class Search(Normal):
    """Turn an enemy card up (search)."""

    log = "searches {cell}"
    tile = ("Search", "sniper", "turn one card up")
    button = ("Search {cell}", "", "Tap a house")
    lacks = "Nobody here can search: only a sniper on the front does."
    doer = "sniper"
    turns = FOUND
    public = True
    cell: Cell = part("The cell", "cells", NONE)

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"cells": enemies(state) if state.cells(state.side, "sniper") else []}

    def turned(self, state: State) -> Sequence[str]:
        return (self.cell,)

    def do(self, state: State) -> Outcome[State]:
        """An empty area ends the turn's action, all else waits for a decision."""
        card = state.grid[self.cell].card
        up = turn_up(Play(state), "search", self.cell)
        return ended(up) if card == "empty" else waiting(up, Sighted(self.cell, card, card == "decoy"))


@record
class Recognition(Normal):
    """A scout turns one or two neighbouring cards up; nobody shoots (recognition, R15)."""

    log = "looks out at {cells}"
    tile = ("Recon", "scout", "scout {at}: see two")
    lacks = "No scout of this side can look out now."
    doer = "scout"
    turns = ("What lay there", "What lay there")
    cells: Annotated[tuple[Cell, ...], Sized(1, 2)] = part(("The cell", "The one beside it"), "singles", NONE)

    @classmethod
    def possible(cls, state: State) -> Entry:
        cells = enemies(state) if state.cells(state.side, "scout") else []
        pairs = [[at, right] for at in cells if (right := (chr(ord(at[0]) + 1) + at[1])) in cells]
        return {"singles": cells, "pairs": pairs}

    def turned(self, state: State) -> Sequence[str]:
        return self.cells

    def do(self, state: State) -> Outcome[State]:
        one, other = self.cells[0], self.cells[-1]
        beside = abs(column_of(one) - column_of(other)) == 1
        if len(self.cells) > 1 and not (beside and row_of(one) == row_of(other)):
            raise IllegalAction("cells.1", f"{other} does not lie beside {one} in the same row.")
        return ended(turn_up(Play(state), "recognition", *self.cells))


@record
class Howitzer(Normal):
    """A mortar shows itself and fires at a card far off (howitzer)."""

    log = "fires a mortar at {target}"
    tile = ("Howitzer", "mortar", "mortar {at} shows itself")
    button = ("{mortar} fires at {target}", "the mortar is shown", "Tap a house that is not beside it")
    lacks = "No mortar of this side can fire now."
    doer = "mortar"
    turns = FOUND
    fell = "target"
    mortar: Cell = own("mortar", "The mortar that shows itself", "shots.mortar")
    target: Cell = part(
        "The cell", "shots.targets", "an enemy card is wanted that does not lie beside the mortar."
    )

    @classmethod
    def possible(cls, state: State) -> Entry:
        mortars = state.cells(state.side, "mortar")
        return {"shots": [{"mortar": at, "targets": far_from(state, state.side, at)} for at in mortars]}

    def turned(self, state: State) -> Sequence[str]:
        return (self.target,)

    def do(self, state: State) -> Outcome[State]:
        """The target is hit whatever it is (R13, R14)."""
        up = turn_up(Play(state), "howitzer", self.mortar, self.target)
        match state.grid[self.target].card:
            case "empty":
                return ended(up.tell("R14", "The shell hits an empty area."))
            case "decoy":
                words = "The decoy is gone; an empty area takes its place."
                return ended(up.then(emptied(up.state, self.target), "howitzer", words))
        return ended(shot(up, "howitzer", self.target))


@record
class OffensiveFire(Normal):
    """A machine gun turns a card beside it up; which gun it is stays hidden (offensive_fire, R16)."""

    log = "fires a machine gun at {target}"
    tile = ("Fire", "machine_gun", "gun {at}: {n} in reach")
    button = ("Fire at {target}", "", "Tap a house in reach")
    lacks = "No machine gun of this side can fire now."
    doer = "machine_gun"
    turns = FOUND
    target: Cell = part("The cell", "targets", "an enemy card beside an own machine gun is wanted.")

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"targets": [at for at in enemies(state) if guns_at(state, at)]}

    def turned(self, state: State) -> Sequence[str]:
        return (self.target,)

    def do(self, state: State) -> Outcome[State]:
        side, card = state.side, state.grid[self.target].card
        own = [at for at in state.front(side) if state.grid[at].side == side]
        near = [at for at in own if ground.adjacent(at, self.target)]
        some = state.noted(side, {"type": "some", "card": "machine_gun", "cells": near})
        values = {"side": SIDE_NAMES[side], "target": self.target}
        words = "A {side} machine gun stands beside {target}."
        beside = Play(some).tell("offensive_fire", words, **values)
        up = turn_up(beside, "offensive_fire", self.target)
        return ended(up) if card == "empty" else waiting(up, Raked(self.target, card, card == "decoy"))


@record
class Assault(Normal):
    """Infantry shows itself and storms a quadrant; one machine gun breaks it (assault, R17, R18)."""

    log = "storms quadrant {quadrant}"
    tile = ("Assault", "infantry", "infantry {at}")
    button = ("{infantry} storms {quadrant}", "the infantry is shown", "Choose a quadrant")
    lacks = "No infantry of this side can storm now."
    doer = "infantry"
    turns = tuple(f"The {which} enemy card there" for which in ("first", "second", "third", "fourth"))
    fell = "infantry"
    infantry: Cell = own("infantry", "The infantry that storms", "assaults.infantry")
    quadrant: Quadrant = part(
        "The quadrant",
        "assaults.quadrants",
        "a quadrant with this infantry and an enemy card in it is wanted.",
    )

    @classmethod
    def possible(cls, state: State) -> Entry:
        own = state.cells(state.side, "infantry")
        rows = [{"infantry": at, "quadrants": stormed_from(state, state.side, at)} for at in own]
        return {"assaults": rows}

    def turned(self, state: State) -> Sequence[str]:
        inside = (at for at in corners(self.quadrant) if at in state.grid)
        return [at for at in inside if state.grid[at].side != state.side]

    def do(self, state: State) -> Outcome[State]:
        cells = tuple(self.turned(state))
        up = turn_up(Play(state), "assault", self.infantry, *cells)
        if any(state.grid[each].card == "machine_gun" for each in cells):
            return ended(rules.fired_on(up, self.infantry))
        return waiting(up, Stormed(self.infantry, self.quadrant, cells))


@record
class Reinforce(Normal):
    """Eliminated infantry comes back, and its quadrant is moved (reinforcements, R24)."""

    log = "brings infantry back, and moves {four}"
    tile = ("Reinforce", "infantry", "infantry comes back")
    lacks = "No infantry can come back now."
    quadrant: Quadrant = part("The quadrant", "quadrants.quadrant", BY_ZONE)
    infantry: Cell = part(
        "The empty area that becomes infantry",
        "quadrants.empty",
        "no empty area of this quadrant lies there.",
        shows="empty",
        hidden=True,
    )
    mortar: Cell | None = part(
        "One that becomes a mortar",
        "quadrants.empty",
        default=None,
        may_be_none=True,
        shows="empty",
        hidden=True,
    )
    order: Order = part(hidden=True)

    @classmethod
    def barred(cls, state: State) -> str:
        has_lost = "infantry" in state.lost[state.side]
        return cls.foreign(state) or ("" if has_lost else "No infantry of this side has been eliminated.")

    @classmethod
    def possible(cls, state: State) -> Entry:
        side = state.side
        free = set(state.cells(side, "empty"))
        near = [each for each in state.movable(side) if ground.by_player_zone(each, side, state.rows)]
        rows = [{"quadrant": each, "empty": [at for at in corners(each) if at in free]} for each in near]
        comes = state.theme == "offensive_without_snipers" and "mortar" in state.lost[side]
        return {"quadrants": [row for row in rows if row["empty"]], "mortar": comes}

    def do(self, state: State) -> Outcome[State]:
        """A mortar comes along with the infantry where the theme allows it."""
        comes: dict[str, Card] = {self.infantry: "infantry"}
        if self.mortar is not None:
            at = self.mortar
            if not self.possible(state)["mortar"]:
                words = "A mortar comes back only in Offensive without Snipers, when one has been lost."
                raise IllegalAction("mortar", words)
            empty = state.cells(state.side, "empty")
            if at == self.infantry or at not in empty or at not in corners(self.quadrant):
                raise IllegalAction("mortar", f"{at}: another empty area of the quadrant is wanted.")
            comes[self.mortar] = "mortar"
        back = rules.came_back(Play(state), self.quadrant, comes)
        return ended(rearranged(back, self.quadrant, self.order))


@record
class Pass(Deed):
    """No action is possible (R27)."""

    log = "passes"
    tile = ("Pass", "eye", "")
    public = True

    @classmethod
    def barred(cls, state: State) -> str:
        return "Something can be done; only who can do nothing passes." if acts(state) else ""

    def do(self, state: State) -> Outcome[State]:
        return next_turn(Play(state).tell("R27", "{who} can do nothing.", who=spoken(state.slot)))


@record
class Deploy(Normal):
    """An officer shows himself for one more move, which ends the turn after its action (deployment, R25)."""

    log = "deploys, and moves {four}"
    tile = ("+ Deploy", "officer", "one extra move")
    lacks = "No officer can deploy now."
    doer = "officer"
    phases = ("turn", "after")
    officer: Cell = own("officer", "The officer who shows himself", "officers")
    quadrant: Quadrant = part("The quadrant", "quadrants", MOVABLE)
    order: Order = part(hidden=True)

    @classmethod
    def barred(cls, state: State) -> str:
        twice = "An officer has deployed in this turn already." if state.deployed else ""
        return cls.foreign(state) or twice

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"officers": state.cells(state.side, "officer"), "quadrants": state.movable(state.side)}

    def do(self, state: State) -> Outcome[State]:
        moved = rearranged(turn_up(Play(state), "deployment", self.officer), self.quadrant, self.order)
        deployed = moved.then(replace(moved.state, deployed=True))
        return next_turn(deployed) if state.phase == "after" else Outcome(*deployed)


@record
class Shoot(Deed):
    """Shoot at the card that is up: a sniper names his quadrant, a machine gun shows itself."""

    log = "shoots"
    tile = ("Shoot", "shot", "")
    phases = ("decide",)
    quadrant: Quadrant | None = part("From which quadrant", "quadrants", default=None)
    machine_gun: Cell | None = own(
        "machine_gun", "The machine gun that shows itself", "machine_guns", default=None
    )

    @classmethod
    def barred(cls, state: State) -> str:
        stormed = isinstance(state.pending, Stormed)
        return "Infantry does not shoot: it advances, or it holds." if stormed else ""

    @classmethod
    def possible(cls, state: State) -> Entry:
        pending = state.pending
        if isinstance(pending, Sighted):
            return {"quadrants": shot_quadrants(state, state.side)}
        return {"machine_guns": guns_at(state, pending.cell) if isinstance(pending, Raked) else []}

    def do(self, state: State) -> Outcome[State]:
        """A sniper's shot card betrays him (R12); a decoy is no target (R13)."""
        pending = cast("Sighted | Raked", state.pending)
        rule, start = "shoot", Play(state)
        if isinstance(pending, Raked):
            self._check(state, "machine_gun", "quadrant", "A machine gun fires: no shot card is placed.")
            rule, start = "offensive_fire", turn_up(start, "offensive_fire", self.machine_gun or "")
        else:
            self._check(
                state, "quadrant", "machine_gun", "A sniper has found this card; no machine gun fires."
            )
        hit = rules.missed(start) if pending.card == "decoy" else shot(start, rule, pending.cell)
        return ended(hit if rule != "shoot" else rules.placed(hit, self.quadrant or ""))

    def _check(self, state: State, wanted: str, other: str, why: str) -> None:
        if getattr(self, other) is not None:
            raise IllegalAction(other, why)
        given = getattr(self, wanted) or f"No {wanted.replace('_', ' ')}"
        if given not in self.possible(state)[f"{wanted}s"]:
            raise IllegalAction(wanted, f"{given}: {SHOT_FROM[wanted]}")


SHOT_FROM = {
    "quadrant": "a quadrant of the own front with an own sniper in it is wanted.",
    "machine_gun": "an own machine gun beside the card that is up is wanted.",
}


@record
class Advance(Deed):
    """The infantry takes the place of a card that it turned up; an assault spares no sniper (assault)."""

    log = "advances to {cell}"
    tile = ("Advance", "infantry", "")
    phases = ("decide",)
    fell = "cell"
    public = True
    cell: Cell = part(
        "Whose place the infantry takes", "cells", "one of the cards that the assault turned up is wanted."
    )

    @classmethod
    def barred(cls, state: State) -> str:
        stormed = isinstance(state.pending, Stormed)
        return "" if stormed else "No infantry has stormed: shoot at the card that is up, or hold."

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"cells": list(state.pending.cells) if state.pending else []}

    def do(self, state: State) -> Outcome[State]:
        at, so_far, pending = self.cell, Play(state), cast(Stormed, state.pending)
        card = state.grid[at].card
        if card in TARGETS:
            so_far = rules.eliminated(so_far, "assault", at)
        else:
            so_far = so_far.tell("assault", "The {card} at {at} is removed.", card=CARD_NAMES[card], at=at)
        return ended(rules.taken(so_far, at, pending.infantry))


@record
class Hold(Deed):
    """Do not shoot, or do not advance (R19)."""

    log = "holds"
    tile = ("Hold", "eye", "")
    phases = ("decide",)
    public = True

    @classmethod
    def barred(cls, state: State) -> str:
        forced = state.pending is None or state.pending.forced
        return "A decoy draws the shot: it cannot be held." if forced else ""

    def do(self, state: State) -> Outcome[State]:
        return ended(Play(state).tell("R19", "{who} holds.", who=spoken(state.slot)))


@record
class EndTurn(Deed):
    """Do without the deployment that is still possible (R26)."""

    log = "ends the turn"
    tile = ("End the turn", "eye", "")
    phases = ("after",)
    public = True

    def do(self, state: State) -> Outcome[State]:
        return next_turn(Play(state))


@record
class Resign(Deed):
    """Give the game up: the other side wins (R36)."""

    log = "gives up"
    phases = ("turn", "decide", "after")
    public = True

    def do(self, state: State) -> Outcome[State]:
        return rules.over(Play(state), ENEMY[ground.side_of(self.seat)], "resigned")


NORMAL = (Move, Search, Recognition, Howitzer, OffensiveFire, Assault, Reinforce)


OFFERED: tuple[type[Deed], ...] = (*NORMAL, Pass, Shoot, Advance, Hold, Deploy, EndTurn, Resign)
"""Every deed of a turn, in the order of `legal`."""
EACH: tuple[type[Deed], ...] = (
    *(LayOut, Move, Search, Shoot, Hold, Recognition, Howitzer, OffensiveFire),
    *(Assault, Advance, Reinforce, Deploy, EndTurn, Pass, Resign),
)
"""Every deed, in the order in which a program is told of them."""


def acts(state: State) -> bool:
    """Whether a normal action is possible in this turn."""
    return any(each.entry(state) for each in NORMAL)


def shot_quadrants(state: State, side: Side) -> list[str]:
    """The quadrants of the own front with an own sniper in them (shoot, R12)."""
    snipers = set(state.cells(side, "sniper"))
    squares = ground.front_squares(side, state.columns, state.rows)
    return [each for each in squares if snipers & set(corners(each))]


def guns_at(state: State, target: str) -> list[str]:
    return [at for at in state.cells(state.side, "machine_gun") if ground.adjacent(at, target)]


def enemies(state: State, side: Side | None = None) -> list[str]:
    """Where the cards of the enemy lie, of who acts or of that side, in cell order (R11)."""
    return state.cells(ENEMY[side or state.side])


def far_from(state: State, side: Side, mortar: str) -> list[str]:
    """The enemy cards that do not lie beside a mortar (howitzer)."""
    return [at for at in enemies(state, side) if not ground.adjacent(at, mortar)]


def stormed_from(state: State, side: Side, infantry: str) -> list[str]:
    """The quadrants of the battlefield with that infantry and an enemy card in them (R17)."""
    there = set(enemies(state, side))
    squares = ground.squares(state.columns, 1, 2 * state.rows)
    around = (each for each in squares if infantry in corners(each))
    return [each for each in around if there & set(corners(each))]
