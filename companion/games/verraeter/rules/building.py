"""Phase 7: exactly one of a new card, a card moved, a card turned over, or nothing (R14 to R16)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.data import BuildingSide
from companion.games.verraeter.rules.placing import name, refuse_taken
from companion.games.verraeter.rules.rounds import after_building
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Building, State


def _built(state: State, step: Step) -> Outcome[State]:
    begun = after_building(state)
    return Outcome(begun.state, (step, *begun.steps))


def sides(state: State, player: str) -> list[BuildingSide]:
    """On which sides a player may bring a new card in."""
    office = state.options.build_side == "either" and state.may_open_office(player)
    return ["estate", "office"] if office else ["estate"]


def place(state: State, action: kinds.PlaceBuilding) -> Outcome[State]:
    """A card from the player's supply comes under a free landscape."""
    if not state.player(action.player).unplaced:
        raise IllegalAction("op", "All three cards lie in the circle already; move or turn one, or pass.")
    refuse_taken(state, action.landscape, "landscape")
    if action.side not in sides(state, action.player):
        raise IllegalAction("side", _no_office(state))
    placed = state.with_building(action.landscape, Building(action.player, action.side))
    placed = placed.with_player(action.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(action.player), "side": action.side, "where": name(state, action.landscape)}
    return _built(placed, Step("7", "{who} builds an {side} under the {where}.", values))


def _no_office(state: State) -> str:
    if state.options.build_side == "estate":
        return "At this table a new card comes in as an estate (RULING R14); it can be turned over later."
    return "There are two offices already, the most that a player has; build an estate."


def _own(state: State, player: str, position: int, path: str) -> Building:
    building = state.circle[position].building
    if building is None or building.player != player:
        raise IllegalAction(
            path,
            f"No card of {spoken(player)}'s lies under the {name(state, position)}; choose one of his own.",
        )
    return building


def move(state: State, action: kinds.MoveBuilding) -> Outcome[State]:
    """A card goes under another landscape and keeps its side (R15)."""
    building = _own(state, action.player, action.source, "from")
    refuse_taken(state, action.target, "to")
    moved = state.with_building(action.source, None).with_building(action.target, building)
    values: dict[str, str] = {"who": spoken(action.player), "side": building.side}
    values |= {"here": name(state, action.source), "there": name(state, action.target)}
    return _built(moved, Step("R15", "{who} moves an {side} from the {here} to the {there}.", values))


def flip(state: State, action: kinds.FlipBuilding) -> Outcome[State]:
    """An estate becomes an office, or the other way round."""
    building = _own(state, action.player, action.landscape, "landscape")
    side: BuildingSide = "office" if building.side == "estate" else "estate"
    if side == "office" and not state.may_open_office(action.player):
        raise IllegalAction("landscape", "There are two offices already, the most that a player has.")
    turned = state.with_building(action.landscape, Building(action.player, side))
    values = {
        "who": spoken(action.player),
        "was": building.side,
        "side": side,
        "where": name(state, action.landscape),
    }
    return _built(turned, Step("7", "{who} turns the {was} under the {where} into an {side}.", values))


def do_nothing(state: State, action: kinds.PassBuilding) -> Outcome[State]:
    """The master builder may let it be."""
    return _built(state, Step("R14", "{who} builds nothing.", {"who": spoken(action.player)}))
