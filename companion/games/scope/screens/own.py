"""What one side alone sees over the city: its own faces, and what it may do with the deed that it weighs."""

from collections.abc import Iterator

from companion.engine.looking import Values
from companion.games.scope.data import SIDE_NAMES, Side
from companion.games.scope.rules.secrets import turned_up
from companion.games.scope.screens.city import Known, Taps, card
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.odds import NONE, per_cent

SHORT = 26
"""How far an arrow keeps from the middle of a cell."""


def own_layer(lie: Lie, side: Side, taps: Taps, known: Known) -> Values:
    """The faces of one side, with what its enemy can work out of them; targets, crossings, arrows."""
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "faces": list(_faces(lie, side, taps, known)),
        "targets": [lie.place(at) for at in lie.state.grid if at in taps.targets],
        "discs": [
            lie.square(square) | {"disc": disc, "label": disc.words or f"Quadrant {square}"}
            for square, disc in taps.discs.items()
        ],
        "bursts": taps.bursts,
        "walks": lie.square(taps.square) | {"ways": list(_walks(lie, taps))} if taps.square else None,
    }


def _faces(lie: Lie, side: Side, taps: Taps, known: Known) -> Iterator[Values]:
    state, up = lie.state, turned_up(lie.state)
    guess = max((each.get("sniper", NONE) for each in known.own.values()), default=NONE)
    for at in state.cells(side):
        if at in up or state.front_of(at) != side:
            continue
        kind = taps.after.get(at, state.grid[at].card)
        face = card(state, kind, side)
        chance = known.own[at].get("sniper", NONE) if at in known.own else None
        eye = "" if chance is None else per_cent(chance)
        seen = f", sniper for the enemy {eye} per cent" if eye else ""
        yield lie.place(at) | {
            "face": face,
            "eye": eye,
            "guess": bool(chance) and chance == guess,
            "changed": at in taps.came,
            "marked": at in taps.marked,
            "aside": bool(taps.square) and at not in taps.chosen,
            "href": taps.units.get(at, ""),
            "label": f"{at}, your {face['name'].lower()}{seen}",
        }


def _walks(lie: Lie, taps: Taps) -> Iterator[str]:
    """The way of each card that changes its place, as a path from cell to cell."""
    for to, came in taps.came.items():
        (x, y), (left, top) = lie.in_square(came, taps.square), lie.in_square(to, taps.square)
        across, down = left - x, top - y
        far = max(1, (across**2 + down**2) ** 0.5)
        step = (SHORT * across / far, SHORT * down / far)
        yield f"M{x + step[0]:.0f} {y + step[1]:.0f}L{left - step[0]:.0f} {top - step[1]:.0f}"
