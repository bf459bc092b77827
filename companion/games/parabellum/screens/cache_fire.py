"""Fire at loose tokens: the chance that they go up, and the dice of all that follows."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, percent, tap
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.combat.attacking import die_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.blasts import blast
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.dice import Typed, Wanting, app_rolls, rows
from companion.games.parabellum.screens.firing import Fire
from companion.games.parabellum.screens.places import chosen, square_list, square_taps
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State

type Detail = tuple[Values, Taps]


def attack_cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Loose tokens within range: what comes through sets them off."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    to = chosen(scene, squares) or (squares[0] if len(squares) == 1 else None)
    detail: Values = {
        "lead": "Any attack die that comes through sets the tokens off, for everybody near.",
        "list": square_list(scene, squares, to, "Fire at"),
    }
    if to:
        action = {"type": "attack_cache", "player": entry["player"], "unit": unit, "square": to}
        chance = _explodes(state, unit, state.caches[to].total)
        detail |= {"notes": [f"It explodes with {percent(float(chance))}."], "blasts": [blast(scene, to)]}
        text, die = f"Fire at {at(to)}", die_of(state, unit)
        detail |= fire_dice(scene, action, text, lambda fire: fire.attack_cache(unit, to, die))
    return detail, square_taps(scene, dict.fromkeys(squares, ""), to, "Fire at")


def _explodes(state: State, unit: str, tokens: int) -> Fraction:
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    return 1 - volley_odds(own, Side(tokens, None, CACHE_DEFENSE_DIE, 0, BARE, 0), each.strength)[0]


def fire_dice(
    scene: Scene[State], action: Mapping[str, Json], text: str, deed: Callable[[Fire], Json]
) -> Values:
    """The app rolls a whole deed; or its real dice are tapped throw by throw, explosions and all."""
    found: Values = {"roll": {"action": tap(action), "text": f"{text}: roll for us"}}
    if scene.draft.get("dice") != "1":
        return found | {"real": keep(scene, dice=1)}
    fire, form = Fire(scene.state, Typed(scene, str(action["player"]))), None
    try:
        rolls = deed(fire)
    except Wanting as wanting:
        form = wanting.form
    else:
        found["take"] = {"action": tap({**action, "rolls": rolls}), "text": "These are the dice: take them"}
    return found | {"throws": {"rows": rows(scene, fire.told), "form": form}, "app": app_rolls(scene)}
