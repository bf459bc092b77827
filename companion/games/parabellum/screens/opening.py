"""Dice for the turn order: typed one by one, the tied again, or rolled by the app."""

from companion.engine.game import Scene
from companion.engine.wording import Values, tap
from companion.games.parabellum.procedures.campaign.turn_order import decide
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import whole
from companion.games.parabellum.state import State

MOST_ROUNDS = 12


def turn_order_panel(scene: Scene[State]) -> Values:
    """Rows of faces for whoever still rolls; the order once nobody is tied."""
    state = scene.state
    dice = {player: state.players[player].die for player in state.playing}
    rolls = _typed(scene, dice)
    rolling = [*_rolling(dice, rolls)]
    action = {"type": "turn_order"}
    found: Values = {
        "template": "parabellum/turn/turn_order.html",
        "title": "Who goes first?",
        "lead": f"{state.booklet.name}. {state.booklet.overview}",
        "circumstances": state.booklet.circumstances,
        "may": bool(scene.sight.acts) and scene.room != "tv",
        "kept": [(key, value) for key, value in scene.draft.items() if not key.startswith(f"r{len(rolls)}.")],
        "rows": [_row(state, player, dice[player], len(rolls)) for player in rolling],
        "told": [
            {"name": who(state, player), "face": face, "n": n + 1}
            for n, roll in enumerate(rolls)
            for player, face in roll.items()
        ],
        "roll": tap(action),
    }
    if not rolling:
        order = decide(dice, rolls)[0]
        found["order"] = [who(state, player) for player in order]
        found["action"] = tap({**action, "rolls": rolls})
    return found


def _row(state: State, player: str, die: int, n: int) -> Values:
    return {
        "name": who(state, player),
        "seat": seat_of(state, player),
        "die": die,
        "field": f"r{n}.{player}",
        "faces": range(1, die + 1),
    }


def _typed(scene: Scene[State], dice: dict[str, int]) -> list[dict[str, int]]:
    """The rounds of rolls that are whole."""
    rolls: list[dict[str, int]] = []
    while len(rolls) < MOST_ROUNDS and (rolling := _rolling(dice, rolls)):
        row = {player: whole(scene, f"r{len(rolls)}.{player}") for player in rolling}
        if not all(1 <= face <= dice[player] for player, face in row.items()):
            break
        rolls.append(row)
    return rolls


def _rolling(dice: dict[str, int], rolls: list[dict[str, int]]) -> list[str]:
    """Who must still roll, in the dice's order."""
    places: dict[str, tuple[int, ...]] = dict.fromkeys(dice, ())
    for roll in rolls:
        places = {player: (*place, roll.get(player, 0)) for player, place in places.items()}
    shared = list(places.values())
    return [player for player, place in places.items() if shared.count(place) > 1]
