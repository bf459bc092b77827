"""The same table with other truths behind a screen: for everybody else nothing may look different."""

from dataclasses import replace

from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Load, Reserve


def disguised(state: State, player: str) -> State:
    """The same table for everybody else: only what lies behind that player's screen is other."""
    mine = list(state.of(player))
    types = {unit: state.units[unit].type for unit in mine}
    for unit in mine:
        each = state.units[unit]
        alike = [other for other in mine if state.card(other).unit_class == state.card(unit).unit_class]
        types[unit] = state.units[alike[alike.index(unit) - 1]].type
        strength = max(1, each.strength - 1) if each.strength else 0
        cargo = Load(each.cargo.fuel + 1, each.cargo.ammunition)
        state = state.with_unit(
            unit, cost=each.cost + 5, strength=strength, fuel=0, ammunition=0, cargo=cargo
        )
    for unit in mine:
        state = state.with_unit(unit, type=types[unit])
    ledger = tuple(
        line if line.player != player else replace(line, amount=line.amount + 1) for line in state.ledger
    )
    other = state.players[player]
    return state.changed(ledger=ledger).with_player(
        player, credits=other.credits + 777, reserve=Reserve(91, 92, 93)
    )
