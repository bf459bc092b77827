"""What people do in SCOPE, when it may be done, and how it is told; what it does is for the rules (5)."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.errors import IllegalAction, Withheld
from companion.engine.game import Result
from companion.engine.shape import Between, By, Matching, Sized
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, listed
from companion.games.scope import state as ground
from companion.games.scope.data import CARD_NAMES, ENEMY, FOLDER, SIDE_NAMES, SIDES, Card, Phase, Side
from companion.games.scope.state import Cell, Order, Quadrant, SeatId, State, spoken


class Wording(NamedTuple):
    """A deed in words: in the `log`, on its tile, and why it is not open where nobody else could tell."""

    log: str
    word: str = ""
    sign: str = "eye"
    small: str = ""
    lacks: str = ""
    doer: Card | None = None


_WORDS: Mapping[str, Json] = json.loads((FOLDER / "deeds.json").read_text("utf-8"))
THINGS: Mapping[str, str] = _WORDS["things"]
"""What the parts of an action are called."""
WORDS = {kind: Wording(**words) for kind, words in _WORDS["deeds"].items()}


class LayOut(NamedTuple):
    """Lay one's front out and seal it, at a table that leaves it to its people."""

    seat: SeatId
    front: ground.Front
    salt: Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")]


class Move(NamedTuple):
    """Rearrange the four cards of a quadrant in secret (move)."""

    seat: SeatId
    quadrant: Quadrant
    order: Order


class Search(NamedTuple):
    """Turn an enemy card up (search)."""

    seat: SeatId
    cell: Cell


class Shoot(NamedTuple):
    """Shoot at the card that is up: a sniper names his quadrant, a machine gun shows itself."""

    seat: SeatId
    quadrant: Quadrant | None = None
    machine_gun: Cell | None = None


class Hold(NamedTuple):
    """Do not shoot, or do not advance (R19)."""

    seat: SeatId


class Recognition(NamedTuple):
    """A scout turns one or two neighbouring cards up (recognition)."""

    seat: SeatId
    cells: Annotated[tuple[Cell, ...], Sized(1, 2)]


class Howitzer(NamedTuple):
    """A mortar shows itself and fires at a card far off (howitzer)."""

    seat: SeatId
    mortar: Cell
    target: Cell


class OffensiveFire(NamedTuple):
    """A machine gun that stays hidden turns a card beside it up (offensive_fire)."""

    seat: SeatId
    target: Cell


class Assault(NamedTuple):
    """Infantry shows itself and storms a quadrant (assault)."""

    seat: SeatId
    infantry: Cell
    quadrant: Quadrant


class Advance(NamedTuple):
    """The infantry takes the place of one of the cards that it turned up (assault)."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce:
    """Eliminated infantry comes back, and its quadrant is moved (reinforcements, R24)."""

    seat: SeatId
    quadrant: Quadrant
    infantry: Cell
    mortar: Cell | None = None
    order: Order


class Deploy(NamedTuple):
    """An officer shows himself for one more move (deployment)."""

    seat: SeatId
    officer: Cell
    quadrant: Quadrant
    order: Order


class EndTurn(NamedTuple):
    """Do without the deployment that is still possible (R26)."""

    seat: SeatId


class Pass(NamedTuple):
    """No action is possible (R27)."""

    seat: SeatId


class Resign(NamedTuple):
    """Give the game up (R36)."""

    seat: SeatId


class ChangeScore(NamedTuple):
    """More or fewer points for a side."""

    side: Side
    by: Annotated[int, Between(-30, 30)]


class ChangeCard(NamedTuple):
    """Another card in a cell, corrected in the open (R34)."""

    cell: Cell
    side: Side
    card: Card


TARGETS = {"score": ChangeScore, "card": ChangeCard}
type Change = ChangeScore | ChangeCard


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[Change, By("target", TARGETS)], ...], Sized(1, 20)]


type Normal = Move | Search | Recognition | Howitzer | OffensiveFire | Assault | Reinforce
type Decision = Shoot | Hold | Advance
type SeatsAction = LayOut | Normal | Decision | Deploy | EndTurn | Pass | Resign
type Action = SeatsAction | Adjust


class Deed(NamedTuple):
    """What a deed is to the rules: its record, its phases, what it shows and what it hides.

    `shows` are the own cards that it turns up, or needs, by the part of the action that says where; with
    `turns_up` it shows enemy cards. Its enemy never learns the parts that it `hides`; `fell` names the cell
    of what falls by it. The entry in `legal` of a `public` one holds nothing that a face-down card decides.
    """

    record: type
    phases: tuple[Phase, ...] = ("turn",)
    shows: tuple[tuple[str, Card], ...] = ()
    hides: tuple[str, ...] = ()
    fell: str = ""
    turns_up: bool = False
    public: bool = False


DECIDED: tuple[Phase, ...] = ("decide",)
DEEDS: Mapping[str, Deed] = {
    "lay_out": Deed(LayOut, ("laying_out",), hides=("front", "salt")),
    "move": Deed(Move, hides=("order",), public=True),
    "search": Deed(Search, turns_up=True, public=True),
    "shoot": Deed(Shoot, DECIDED, shows=(("machine_gun", "machine_gun"),)),
    "hold": Deed(Hold, DECIDED, public=True),
    "recognition": Deed(Recognition, turns_up=True),
    "howitzer": Deed(Howitzer, shows=(("mortar", "mortar"),), fell="target", turns_up=True),
    "offensive_fire": Deed(OffensiveFire, turns_up=True),
    "assault": Deed(Assault, shows=(("infantry", "infantry"),), fell="infantry", turns_up=True),
    "advance": Deed(Advance, DECIDED, fell="cell", public=True),
    "reinforce": Deed(
        Reinforce, shows=(("infantry", "empty"), ("mortar", "empty")), hides=("order", "infantry", "mortar")
    ),
    "deploy": Deed(Deploy, ("turn", "after"), shows=(("officer", "officer"),), hides=("order",)),
    "end_turn": Deed(EndTurn, ("after",), public=True),
    "pass": Deed(Pass, public=True),
    "resign": Deed(Resign, ("turn", "decide", "after"), public=True),
}
TYPES = {**{kind: deed.record for kind, deed in DEEDS.items()}, "adjust": Adjust}
KINDS = {record: kind for kind, record in TYPES.items()}
MOVES = ("move", "deploy", "reinforce")
"""Deeds after which the cards of a quadrant lie anew."""
ACTION = Annotated[Action, By("type", TYPES)]


def read_action(value: object, state: State) -> Action:
    """One action; `InvalidInput` at the fault."""
    action: Action = shape.read(ACTION, value, names={"seats": state.slots})
    return action


type Entry = dict[str, Json]


def legal(state: State) -> list[Entry]:
    """All entries, for the eyes of the acting side; `adjust` is possible until the end and not listed."""
    if state.phase in ("finished", "laying_out"):
        return []
    entries = [*PHASES[state.phase](state), {"type": "resign"}]
    return [{"type": entry["type"], "seat": state.slot, **entry} for entry in entries]


def checked_legal(state: State) -> list[Entry]:
    """The same of a state from outside, whose parts may not fit each other."""
    if (state.pending is not None) != (state.phase == "decide"):
        words = "Cards are turned up while somebody decides, and only then."
        raise IllegalAction("state.pending", words)
    return legal(state)


def normal(state: State) -> list[Entry]:
    """The normal actions of this turn, one of which is done."""
    return [each for kind in NORMAL if _knows(state, kind) for each in NORMAL[kind](state, state.side)]


def deployments(state: State) -> list[Entry]:
    """The deployment, where it is possible (deployment, R25)."""
    side = state.side
    officers, quadrants = state.cells(side, "officer"), state.movable(side)
    barred = state.mode == "basic" or state.deployed or state.slot.endswith("_snipers")
    if barred or not officers or not quadrants:
        return []
    return [{"type": "deploy", "officers": officers, "quadrants": quadrants}]


def _knows(state: State, kind: str) -> bool:
    """Whether the acting seat has that kind of action at all (advanced, players_3_4)."""
    if kind == "move":
        return True
    if kind == "search":
        return not state.slot.endswith("_units")
    return state.mode == "advanced" and not state.slot.endswith("_snipers")


def _turn(state: State) -> list[Entry]:
    entries = normal(state)
    return [*(entries or [{"type": "pass"}]), *deployments(state)]


def _after(state: State) -> list[Entry]:
    return [*deployments(state), {"type": "end_turn"}]


def _decide(state: State) -> list[Entry]:
    pending, hold = state.pending, {"type": "hold"}
    if isinstance(pending, ground.Stormed):
        return [{"type": "advance", "cells": list(pending.cells)}, hold]
    if isinstance(pending, ground.Sighted):
        shoot: Entry = {"type": "shoot", "quadrants": shot_quadrants(state, state.side)}
    else:
        shoot = {"type": "shoot", "machine_guns": guns_at(state, state.side, pending.cell) if pending else []}
    return [shoot] if pending is None or pending.forced else [shoot, hold]


def shot_quadrants(state: State, side: Side) -> list[str]:
    """The quadrants of the own front with an own sniper in them (shoot, R12)."""
    snipers = set(state.cells(side, "sniper"))
    squares = ground.front_squares(side, state.columns, state.rows)
    return [each for each in squares if snipers & set(ground.corners(each))]


def guns_at(state: State, side: Side, target: str) -> list[str]:
    return [at for at in state.cells(side, "machine_gun") if ground.adjacent(at, target)]


def enemies(state: State, side: Side) -> list[str]:
    """Where enemy cards lie, in cell order (R11)."""
    return state.cells(ENEMY[side])


def howitzer_targets(state: State, side: Side, mortar: str) -> list[str]:
    """The enemy cards that do not lie beside a mortar (howitzer)."""
    return [at for at in enemies(state, side) if not ground.adjacent(at, mortar)]


def assault_quadrants(state: State, side: Side, infantry: str) -> list[str]:
    """The quadrants of the battlefield with that infantry and an enemy card in them (R17)."""
    there = set(enemies(state, side))
    squares = ground.squares(state.columns, 1, 2 * state.rows)
    around = (each for each in squares if infantry in ground.corners(each))
    return [each for each in around if there & set(ground.corners(each))]


def reinforceable(state: State, side: Side) -> dict[str, list[str]]:
    """The quadrants to which infantry may come back, with their own empty areas (reinforcements)."""
    places, free = {}, state.cells(side, "empty")
    for each in state.movable(side):
        empty = [at for at in ground.corners(each) if at in free]
        if empty and ground.by_player_zone(each, side, state.rows):
            places[each] = empty
    return places


def mortar_comes(state: State, side: Side) -> bool:
    """Whether a mortar may come back along with infantry (offensive_without_snipers, R24)."""
    return state.theme == "offensive_without_snipers" and "mortar" in state.lost[side]


def _move(state: State, side: Side) -> Iterator[Entry]:
    if quadrants := state.movable(side):
        yield {"type": "move", "quadrants": quadrants}


def _search(state: State, side: Side) -> Iterator[Entry]:
    if state.cells(side, "sniper") and (cells := enemies(state, side)):
        yield {"type": "search", "cells": cells}


def _recognition(state: State, side: Side) -> Iterator[Entry]:
    cells = enemies(state, side)
    if state.cells(side, "scout") and cells:
        pairs = [[at, right] for at in cells if (right := (chr(ord(at[0]) + 1) + at[1])) in cells]
        yield {"type": "recognition", "singles": cells, "pairs": pairs}


def _howitzer(state: State, side: Side) -> Iterator[Entry]:
    mortars = ((at, howitzer_targets(state, side, at)) for at in state.cells(side, "mortar"))
    if shots := [{"mortar": at, "targets": targets} for at, targets in mortars if targets]:
        yield {"type": "howitzer", "shots": shots}


def _offensive_fire(state: State, side: Side) -> Iterator[Entry]:
    if targets := [at for at in enemies(state, side) if guns_at(state, side, at)]:
        yield {"type": "offensive_fire", "targets": targets}


def _assault(state: State, side: Side) -> Iterator[Entry]:
    reach = ((at, assault_quadrants(state, side, at)) for at in state.cells(side, "infantry"))
    if assaults := [{"infantry": at, "quadrants": quadrants} for at, quadrants in reach if quadrants]:
        yield {"type": "assault", "assaults": assaults}


def _reinforce(state: State, side: Side) -> Iterator[Entry]:
    quadrants = reinforceable(state, side)
    if "infantry" in state.lost[side] and quadrants:
        rows = [{"quadrant": each, "empty": empty} for each, empty in quadrants.items()]
        yield {"type": "reinforce", "quadrants": rows, "mortar": mortar_comes(state, side)}


NORMAL: Mapping[str, Callable[[State, Side], Iterator[Entry]]] = {
    "move": _move,
    "search": _search,
    "recognition": _recognition,
    "howitzer": _howitzer,
    "offensive_fire": _offensive_fire,
    "assault": _assault,
    "reinforce": _reinforce,
}
PHASES: Mapping[str, Callable[[State], list[Entry]]] = {"turn": _turn, "decide": _decide, "after": _after}


def available(state: State, kind: str) -> Entry:
    """The entry of `legal` for that kind; `IllegalAction` at `type` where there is none."""
    if why := barred(state, kind):
        raise IllegalAction("type", why)
    entries = deployments(state) if kind == "deploy" else normal(state)
    wanted = next((entry for entry in entries if entry["type"] == kind), None)
    if wanted is None:
        raise Withheld("type", WORDS[kind].lacks)
    return wanted


def barred(state: State, kind: str) -> str:
    """What everybody at the table knows to forbid it: the mode, the division, the turn, the scoring zone."""
    if state.mode == "basic" and kind not in ("move", "search"):
        return "This belongs to advanced mode; this game is played in basic mode."
    if state.slot.endswith("_units") and kind == "search":
        return "It is for the units to act: only the snipers of a side search."
    if state.slot.endswith("_snipers") and kind not in ("move", "search"):
        return "It is for the snipers to act: they move and search, the units of their side do the rest."
    if kind == "deploy" and state.deployed:
        return "An officer has deployed in this turn already."
    if kind == "reinforce" and "infantry" not in state.lost[state.side]:
        return "No infantry of this side has been eliminated."
    return ""


def check_in(value: str, among: Collection[str], path: str, words: str) -> None:
    """`IllegalAction` at `path` for a cell or quadrant that is none of these."""
    if value not in among:
        raise IllegalAction(path, f"{value}: {words}")


MISSING = {"quadrant": "", "cell": "a cell", "cells": "the enemy's front", "target": "the enemy's front"}


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The fronts are laid out" if "laying" in action else "Both fronts are laid out"
    if kind == "adjust":
        return f"Set by hand: {action.get('reason')}"
    words = WORDS.get(kind) if type(kind) is str else None
    if words is None:
        return f"“{kind}”"
    sentence = words.log.format_map({**MISSING, **_said(action)}).strip()
    return f"{spoken(action.get('seat'))}: {sentence}{_from(action)}"


def tell(state: State, action: object, sight: object) -> str:
    """The same; of what is set by hand, from what to what, as far as this (redacted) action names it."""
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    changes = action.get("changes")
    entries = [each for each in changes if type(each) is dict] if type(changes) is list else []
    return by_hand((_set(state, each) for each in entries), action.get("reason"))


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets it, and not the rules."""
    return type(action) is dict and action.get("type") == "adjust"


def _set(state: State, entry: Entry) -> str:
    """Points, or a card: it is turned up, and what lies there now is known where the action names it."""
    side, by = entry.get("side"), entry.get("by")
    name = SIDE_NAMES.get(str(side), side)
    if entry.get("target") == "score" and side in SIDES and type(by) is int:
        return change(f"{name} points", state.score[side], state.score[side] + by)
    if entry.get("target") != "card":
        return ""
    card = str(entry.get("card"))
    named = f"a {name} {CARD_NAMES[card]}" if card in CARD_NAMES else f"another {name} card, face down"
    return change(f"{entry.get('cell')}:", "the card there, turned up,", named)


def _said(action: Entry) -> Entry:
    cells = action.get("cells")
    both = {"cells": listed(map(str, cells))} if type(cells) is list and cells else {}
    four = {"four": _four(action.get("quadrant"))}
    return {key: action[key] for key in MISSING if type(action.get(key)) is str} | both | four


def _four(quadrant: object) -> str:
    """The four cards of a quadrant, by their cells."""
    if type(quadrant) is not str or not re.fullmatch("[a-z][1-9]", quadrant):
        return "four cards"
    return f"the cards at {listed(ground.corners(quadrant))}"


def _from(action: Entry) -> str:
    """Where a shot came from: a quadrant, or a machine gun that was shown."""
    if action.get("type") != "shoot":
        return ""
    if type(action.get("quadrant")) is str:
        return f" from quadrant {action['quadrant']}"
    gun = action.get("machine_gun")
    return f" with the machine gun at {gun}" if type(gun) is str else ""


def headline(state: State) -> str:
    """Where the game stands, in a few words: turn, who acts, the score."""
    score = f"{state.score['german']}–{state.score['soviet']}"
    return f"turn {state.turn} · {_moment(state)} · {score}"


def _moment(state: State) -> str:
    if state.winner is not None:
        return f"the {SIDE_NAMES[state.winner]} side has won"
    if state.laying_out:
        return "fronts are laid out"
    return f"{spoken(state.slot)} to decide" if state.phase == "decide" else f"{spoken(state.slot)} to act"


WON_BY = {
    "snipers": "no enemy sniper was left",
    "points": "by objective points",
    "theme": "by the scenario's own victory",
    "resigned": "the enemy gave up",
}


def result(state: State) -> tuple[Result, ...]:
    """Every seat, the winning side first; empty while the game goes on."""
    if state.winner is None:
        return ()
    words = f"{SIDE_NAMES[state.winner]} side: {WON_BY[state.reason or 'points']}"
    ranked = sorted(state.slots, key=lambda seat: ground.side_of(seat) != state.winner)
    sides = ((seat, ground.side_of(seat)) for seat in ranked)
    return tuple(
        Result(seat, 1 if side == state.winner else 2, state.score[side], words, _carried(state, side))
        for seat, side in sides
    )


def _carried(state: State, side: Side) -> int:
    """What a side takes on to the next of Six Nights: a point for the victory, or for being one short."""
    short = state.objective is not None and state.objective - state.score[side] == 1
    return int(side == state.winner or (state.reason == "points" and short))
