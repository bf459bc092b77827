"""Rearranging one's own front: a move, a deployment, reinforcements (move, deployment, reinforcements)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.scope.actions import kinds
from companion.games.scope.data import ENEMY, Card, Side
from companion.games.scope.rules.legal import mortar_comes
from companion.games.scope.rules.refusing import available, check_in
from companion.games.scope.rules.turning_up import Done, turn_up
from companion.games.scope.rules.turns import ended, next_turn
from companion.games.scope.state import ground
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.table import Lying, State

MOVABLE = "only a quadrant of the own front with four cards of its own side is moved."


def move(state: State, action: kinds.Move) -> Outcome[State]:
    """Four cards change places, and nobody else knows how (R9)."""
    entry = available(state, "move")
    check_in(action.quadrant, entry["quadrants"], "quadrant", MOVABLE)
    return ended(rearranged(Done(state), action.quadrant, action.order))


def rearranged(done: Done, quadrant: str, order: tuple[int, ...]) -> Done:
    """The k-th cell of the quadrant gets the card that lay in its `order[k]`-th cell."""
    state, cells = done.state, ground.corners(quadrant)
    lying = {at: state.grid[cells[came]] for at, came in zip(cells, order, strict=True)}
    after = state.laid(lying).noted(state.side, {"type": "move", "quadrant": quadrant})
    values = {"who": spoken(state.slot), "quadrant": quadrant}
    words = "{who}: the four cards of quadrant {quadrant} are rearranged."
    return Done(after, done.steps).told(Step("move", words, values))


def deploy(state: State, action: kinds.Deploy) -> Outcome[State]:
    """An officer is shown, a quadrant moved; after the turn's action this ends the turn (R25)."""
    entry = available(state, "deploy")
    check_in(action.officer, entry["officers"], "officer", "no officer of this side lies there.")
    check_in(action.quadrant, entry["quadrants"], "quadrant", MOVABLE)
    shown = turn_up(Done(state), "deployment", (action.officer,))
    done = rearranged(shown, action.quadrant, action.order)
    deployed = Done(replace(done.state, deployed=True), done.steps)
    return next_turn(deployed) if state.phase == "after" else Outcome(*deployed)


def reinforce(state: State, action: kinds.Reinforce) -> Outcome[State]:
    """Infantry comes back, a mortar along with it where the theme allows it; its quadrant is moved."""
    entry = available(state, "reinforce")
    empty = {each["quadrant"]: each["empty"] for each in entry["quadrants"]}
    words = "a quadrant next to the own player zone is wanted, all four cards its own, one an empty area."
    check_in(action.quadrant, empty, "quadrant", words)
    inside = empty[action.quadrant]
    check_in(action.infantry, inside, "infantry", "no empty area of this quadrant lies there.")
    comes: dict[str, Card] = {action.infantry: "infantry"}
    if action.mortar is not None:
        _check_mortar(state, action.mortar, [at for at in inside if at != action.infantry])
        comes[action.mortar] = "mortar"
    return ended(rearranged(_came_back(state, action.quadrant, comes), action.quadrant, action.order))


def _check_mortar(state: State, at: str, empty: list[str]) -> None:
    if not mortar_comes(state, state.side):
        words = "A mortar comes back only in Offensive without Snipers, when one has been lost."
        raise IllegalAction("mortar", words)
    check_in(at, empty, "mortar", "another empty area of the quadrant is wanted.")


def _came_back(state: State, quadrant: str, comes: dict[str, Card]) -> Done:
    side = state.side
    laid = state.laid({at: Lying(side, card) for at, card in comes.items()})
    cards = list(comes.values())
    for card in cards:
        laid = _returned(laid, side, card)
    event = {"type": "reinforce", "quadrant": quadrant, "cards": list(cards)}
    words = "{who}: eliminated cards come back to quadrant {quadrant}; there are {count} of them."
    values = {"who": spoken(state.slot), "quadrant": quadrant, "count": len(cards)}
    return Done(laid.noted(side, event), (Step("reinforcements", words, values),))


def _returned(state: State, side: Side, card: Card) -> State:
    """A card leaves the enemy's scoring zone, and its points go with it (R23)."""
    lost: list[Card] = [*state.lost[side]]
    lost.remove(card)
    less = replace(state, lost={**state.lost, side: tuple(lost)})
    if card == "infantry" and state.aside[side]:
        return replace(less, aside={**state.aside, side: state.aside[side] - 1})
    if state.options.reinforce_points == "keep":
        return less
    enemy = ENEMY[side]
    points = state.score[enemy] - state.options.points.of(card)
    return replace(less, score={**state.score, enemy: points})
