"""The defender's word: hit back, or hold fire, once the attack's losses are known."""

from dataclasses import replace
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.stage import Deed, End, Icon, Question, Versus, Way, Words, said
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import SHEET, public_name, seat_of, sign_of
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.combat.dice import Typed, Wanting, app_rolls, thrown_pieces
from companion.games.parabellum.screens.combat.fighting import volley_throw
from companion.games.parabellum.screens.combat.thrown import thrown_values
from companion.games.parabellum.screens.guesses import Foe, assume, case_choice, cases, foe_of
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State


def answer_question(scene: Scene[State], ask: Values) -> Question:
    """Losses so far, what a counterattack may do, and the two answers."""
    state, unit, against = scene.state, ask["unit"], ask["against"]
    card, each = state.card(unit), state.units[unit]
    # Its attack dice lie on the table: so many, of that many sides.
    foe = foe_of(scene, against, (state.units[against].strength, state.card(against).attack_die))
    rows = [
        case_choice(scene, foe, each, _losses(state, ask, each[1])) for each in cases(scene, against, foe)
    ]
    lost, left = (count(ask[key], "person", "people") for key in ("losses", "strength"))
    under = said(
        "{name} {unit} loses {lost}; {left} remain.", name=card.name, unit=unit, lost=lost, left=left
    )
    cost = said("ammunition {now} → {then}", now=each.ammunition, then=each.ammunition - 1)
    mine, theirs = (seat_of(state, state.units[each].owner) for each in (unit, against))
    told = (
        Versus(
            End(str(ask["strength"]), _dice(card.attack_die), (), mine, "strength"),
            End(str(foe.strength), _dice(foe.card.defense_die), (), theirs, "strength"),
        ),
        odds_bars(_losses(state, ask, foe), "The attacker", theirs),
        *assume(scene, foe, cases=rows),
    )
    question = Question(
        kind="answer", title="Hit back?", under=under, icon=Icon(sign_of(state, each.type), SHEET),
        side=mine, pieces=told, to="say",
    )  # fmt: skip
    return _with_dice(scene, ask, question, cost)


def _dice(die: int | None) -> Words:
    return said("dice d{die}", die=die)


def _losses(state: State, ask: Values, foe: Foe) -> tuple[Fraction, ...]:
    """What the attacker loses to those who remain."""
    card = state.card(ask["unit"])
    own = Side(ask["strength"], card.attack_die, card.defense_die, 1, BARE, 0)
    cover = cover_of(state, ask["against"])
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover, 0)
    return tuple(volley_odds(own, other, ask["strength"]))


def _with_dice(scene: Scene[State], ask: Values, question: Question, cost: Words) -> Question:
    """The app's dice hit back; or the defender's own, once they are tapped."""
    base = {"type": "counterattack", "player": ask["player"]}
    hold = Deed(words="Hold fire", action=tap({**base, "counter": False}))
    if scene.draft.get("dice") != "1":
        yes = Deed(words="Hit back: roll for us", small=cost, action=tap({**base, "counter": True}))
        own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
        return replace(question, main=yes, lesser=(hold, own))
    state, (unit, against) = scene.state, (ask["unit"], ask["against"])
    names = public_name(state, unit), public_name(state, against)
    throw = volley_throw(state, (unit, against), names, ask["strength"])
    try:
        attack, defense = Typed(scene, ask["player"])(throw)
    except Wanting as wanting:
        asked = wanting.detail(scene, (), Taps())
        return replace(question, pieces=asked.pieces, main=asked.main, lesser=asked.lesser, to="here")
    rolls = {"counter_attack": list(attack), "counter_defense": list(defense)}
    action = tap({**base, "counter": True, "rolls": rolls})
    thrown = thrown_values(throw, (attack, defense)) | {"n": 0}
    yes = Deed(words="Hit back with these dice", small=cost, action=action)
    return replace(question, pieces=thrown_pieces(scene, [thrown]), main=yes, lesser=(hold, app_rolls(scene)))
