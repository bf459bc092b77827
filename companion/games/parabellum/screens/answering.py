"""The defender's word: hit back, or hold fire, once the attack's losses are known."""

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.screens.cards import miniature, public_name, unit_card
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.dice import app_rolls
from companion.games.parabellum.screens.fighting import throw_form, volley_throw
from companion.games.parabellum.screens.guesses import Foe, assume, case_row, cases, foe_of
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State


def answer_panel(scene: Scene[State], ask: Values) -> Values:
    """Losses so far, what a counterattack may do, and the two answers."""
    state, unit, against = scene.state, ask["unit"], ask["against"]
    card, each = state.card(unit), state.units[unit]
    # Its attack dice lie on the table: so many, of that many sides.
    foe = foe_of(scene, against, (state.units[against].strength, state.card(against).attack_die))
    rows = [case_row(scene, foe, each, _losses(state, ask, each[1])) for each in cases(scene, against, foe)]
    base = {"type": "counterattack", "player": ask["player"]}
    lost, left = (count(ask[key], "person", "people") for key in ("losses", "strength"))
    lead = f"{card.name} {unit} loses {lost}; {left} remain."
    dice = _dice(scene, ask, base)
    return dice | {
        "template": "parabellum/turn/answer.html",
        "title": "Hit back?",
        "lead": lead,
        "card": unit_card(state, unit),
        "foe": miniature(state, against),
        "note": f"It costs one of {count(each.ammunition, 'ammunition counter')}.",
        "cases": rows,
        "odds": odds_bars(_losses(state, ask, foe), "The attacker"),
        "assume": assume(scene, against, foe),
        "no": tap({**base, "counter": False}),
    }


def _losses(state: State, ask: Values, foe: Foe) -> tuple[Fraction, ...]:
    """What the attacker loses to those who remain."""
    card = state.card(ask["unit"])
    own = Side(ask["strength"], card.attack_die, card.defense_die, 1, BARE, 0)
    cover = cover_of(state, ask["against"])
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover, 0)
    return tuple(volley_odds(own, other, ask["strength"]))


def _dice(scene: Scene[State], ask: Values, base: Mapping[str, Json]) -> Values:
    """The app's dice hit back; or the defender's own, once they are tapped."""
    found: Values = {"yes": tap({**base, "counter": True}), "text": "Hit back: roll for us"}
    if scene.draft.get("dice") != "1":
        return found | {"real": keep(scene, dice=1)}
    state, (unit, against) = scene.state, (ask["unit"], ask["against"])
    names = public_name(state, unit), public_name(state, against)
    throw = volley_throw(state, (unit, against), names, ask["strength"])
    throws, dice = throw_form(scene, throw, ask["player"])
    found |= {"throws": throws, "app": app_rolls(scene)}
    if dice is None:
        return found
    rolls = {"counter_attack": dice[0], "counter_defense": dice[1]}
    return found | {
        "yes": tap({**base, "counter": True, "rolls": rolls}),
        "text": "Hit back with these dice",
        "taken": True,
    }
