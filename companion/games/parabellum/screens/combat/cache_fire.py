"""Fire at loose tokens: the chance that they go up, and the dice of all that follows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.stage import Deed, Icon, Lead, Say, Way, Words, said
from companion.engine.wire import Json
from companion.engine.wording import percent, tap
from companion.games.parabellum.data import CACHE_DEFENSE_DIE
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.combat.attacking import die_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board.places import chosen, square_list, square_taps
from companion.games.parabellum.screens.combat.blasts import blast_piece
from companion.games.parabellum.screens.combat.dice import Typed, Wanting, app_rolls, thrown_pieces
from companion.games.parabellum.screens.combat.firing import Fire
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.seeing import keep
from companion.games.parabellum.state import State


def attack_cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Loose tokens within range: what comes through sets them off."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    to = chosen(scene, squares) or (squares[0] if len(squares) == 1 else None)
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, "Fire at")
    told = (Lead("Any attack die that comes through sets the tokens off, for everybody near."),)
    listed = square_list(scene, taps)
    if to is None:
        return Detail(pieces=(*told, *listed), taps=taps, missing="Tap a cache")
    action = {"type": "attack_cache", "player": entry["player"], "unit": unit, "square": to}
    chance = percent(float(_explodes(state, unit, state.caches[to].total)))
    note = Say(said("with {chance}.", chance=chance), verdict="It explodes")
    die = die_of(state, unit)
    return fire_detail(
        scene,
        action,
        said("Fire at {square}", square=at(to)),
        lambda fire: fire.attack_cache(unit, to, die),
        Detail(pieces=(note, *told, blast_piece(scene, to), *listed), taps=taps),
    )


def _explodes(state: State, unit: str, tokens: int) -> Fraction:
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    return 1 - volley_odds(own, Side(tokens, None, CACHE_DEFENSE_DIE, 0, BARE, 0), each.strength)[0]


def fire_detail(
    scene: Scene[State],
    action: Mapping[str, Json],
    words: Words,
    deed: Callable[[Fire], Json],
    detail: Detail,
) -> Detail:
    """The app rolls a whole deed; or its real dice are tapped throw by throw, explosions and all."""
    if scene.draft.get("dice") != "1":
        roll = Deed(words=words, small="the app rolls, all that follows too", action=tap(dict(action)))
        own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
        return replace(detail, main=roll, lesser=(own,))
    fire = Fire(scene.state, Typed(scene, str(action["player"])))
    try:
        rolls = deed(fire)
    except Wanting as wanting:
        return wanting.detail(scene, fire.told, detail.taps)
    take = Deed(words="Take these dice", action=tap({**action, "rolls": rolls}))
    pieces = thrown_pieces(scene, fire.told)
    return Detail(pieces=pieces, main=take, lesser=(app_rolls(scene),), taps=detail.taps)
