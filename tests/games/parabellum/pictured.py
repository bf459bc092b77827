"""The evening of the notebook's picture: Halden Crossing in round 5, and the lines that led to it."""

from typing import Any

from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.traces import Between
from companion.games.parabellum.state import State, Unit

ME, THEY = "ada", "jo"
MINE = {
    "main_battle_tank": ("f4", 10),
    "regular_infantry": ("f8", 10),
    "scout_walker": ("h8", 5),
    "supply_truck": ("e6", 5),
    "field_howitzer": ("b5", 10),
}
THEIRS = (
    ("u1", "light_tank", "i5", 10),
    ("u2", "regular_infantry", "i8", 8),
    ("u3", "scarp_rangers", "h4", 4),
    ("u4", "mortar_section", "l8", 5),
    ("u6", "contract_militia", "k5", 10),
    ("u7", "supply_truck", "i7", 5),
)


def _unit(state: State, owner: str, kind: str, place: tuple[str, int], n: int) -> Unit:
    card, (square, people) = state.binder.units[kind], place
    return Unit(
        owner=owner, type=kind, cost=card.cost, where="map", square=square, position="c",
        flag=("blue", "yellow") if owner == THEY else ("red", "black"), strength=people,
        fuel=card.fuel_max, ammunition=card.ammunition_max, entrench=int(n == 2),
    )  # fmt: skip


def pictured(**types: str) -> State:
    """Ada's turn; `types` are other truths under Jo's flags."""
    seated = [{"player": ME, "company": "kestrel_vaun"}, {"player": THEY, "company": "meridian"}]
    begun = GAME.open({"players": seated, "binder": "starter", "options": {}}).state
    units = {
        unit: _unit(begun, THEY, types.get(unit, kind), (square, people), int(unit[1:]))
        for unit, kind, square, people in THEIRS
    }
    for n, (kind, place) in enumerate(MINE.items(), start=8):
        units[f"u{n}"] = _unit(begun, ME, kind, place, n)
    units["u13"] = _unit(begun, ME, "regular_infantry", ("h5", 4), 13)
    return begun.changed(phase="direct", round=5, order=(ME, THEY), active=ME, units=units, next_unit=14)


def _line(number: int, state: State, after: State | None = None, **action: Any) -> Between:
    return Between(number, state, after or state, action)


def lines(state: State) -> list[Between]:
    """What all have seen: u1 and u2 fought, u3 was struck, u4 shelled, u6 moved, u7 was reconnoitred."""
    stronger = state.with_unit("u2", strength=10)
    report = GAME.apply(
        state.changed(phase="special"), {"type": "recon", "player": ME, "unit": "u10", "target": "u7"}
    ).state
    struck = {"attack": [8, 7], "defense": [1, 6, 5, 1, 4, 5, 3, 2, 1, 3]}
    back = {"counter_attack": [6, 4, 1, 6, 2, 4, 3, 2, 1, 2], "counter_defense": [6] * 5}
    return [
        _line(2, state, type="attack", unit="u1", target="u13", counter=False,
              rolls={"attack": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], "defense": [6] * 4}),
        _line(3, stronger, state, type="attack", unit="u10", target="u2", counter=True, rolls=struck | back),
        _line(4, state, type="attack", unit="u13", target="u3", counter=False,
              rolls={"attack": [1] * 4, "defense": [7, 3, 2, 1]}),
        _line(5, state, type="barrage", unit="u4", shots=[{"unit": "u10"}],
              rolls=[{"artillery": 2, "defense": [6] * 5}]),
        _line(6, state.with_unit("u6", square="m4"), state, type="move", unit="u6", path=["l4", "k4", "k5"]),
        _line(7, state, report, type="recon", unit="u10", target="u7"),
    ]  # fmt: skip
