"""Whom a cache would hit if it went up: everybody near, and near the caches that it may set off (L3, R38)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.engine.game import Scene
from companion.engine.stage import Fold, Own, said
from companion.engine.wording import Values, percent
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, EXPLOSION_DIE
from companion.games.parabellum.procedures.combat.chances import mean
from companion.games.parabellum.procedures.combat.covers import BARE, Cover
from companion.games.parabellum.procedures.combat.direct_attack_odds import volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.field import cover_of, near, on
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import miniature
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import foe_of, people_words
from companion.games.parabellum.screens.seeing import own_seat
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.squares import reading_order


def blast_piece(scene: Scene[State], square: str) -> Fold:
    """The same as a piece of a question."""
    values = blast(scene, square)
    drawn = Own(template="parabellum/blast.html", values={"rows": values["rows"]})
    title = said("Whom {square} would hit", square=values["square"])
    return Fold(id=f"blast-{values['square']}", title=title, pieces=(drawn,), open=True)


def blast(scene: Scene[State], square: str) -> Values:
    """What goes up first and whom it hits, then each cache that it may set off, one after another."""
    state, rows = scene.state, list[Values]()
    for n, (each, lit_by) in enumerate(_chain(state, square)):
        tokens = state.caches[each].total
        rows.append(
            {
                "heading": f"{'If the cache on' if n else 'The cache on'} {at(each)} goes up",
                "words": f"{tokens} d{EXPLOSION_DIE} at each of these" + (_lights(state, each, lit_by)),
                "units": [_struck(scene, unit, tokens) for unit in _near(state, each)],
            }
        )
    return {"square": at(square), "rows": rows}


def _chain(state: State, square: str) -> Iterator[tuple[str, str]]:
    """The caches that may go up, in the order in which they would; with each, what sets it off."""
    queue = [(square, "")]
    for here, lit_by in queue:
        yield here, lit_by
        known = {each for each, _ in queue}
        more = [each for each in state.caches if each not in known and near(state, here, each)]
        queue += [(each, here) for each in sorted(more, key=reading_order)]


def _lights(state: State, square: str, lit_by: str) -> str:
    """How likely one cache sets another off."""
    if not lit_by:
        return ""
    tokens, other = state.caches[lit_by].total, state.caches[square].total
    chance = 1 - _losses(tokens, other, CACHE_DEFENSE_DIE)[0]
    return f"; {at(lit_by)} sets it off {percent(float(chance))}"


def _losses(tokens: int, dice: int, sides: int, cover: Cover = BARE) -> Sequence[Fraction]:
    own = Side(tokens, EXPLOSION_DIE, sides, 0, BARE, 0)
    return volley_odds(own, Side(dice, None, sides, 0, cover, 0), tokens)


def _near(state: State, square: str) -> list[str]:
    """Units on the square, then on those around it in reading order: friend and foe alike."""
    places = {unit: on(each) for unit, each in state.units.items() if each.where == "map"}
    close = [unit for unit, place in places.items() if near(state, place, square)]
    return sorted(close, key=lambda unit: (places[unit] != square, reading_order(places[unit])))


def _struck(scene: Scene[State], unit: str, tokens: int) -> Values:
    state, each = scene.state, scene.state.units[unit]
    mine = each.owner == own_seat(scene)
    foe = None if mine else foe_of(scene, unit)
    card, people = (state.card(unit), each.strength) if foe is None else (foe.card, foe.strength)
    losses = _losses(tokens, people, card.defense_die, cover_of(state, unit))
    taken = f" if it is {card.name}" if foe is not None and len(foe.kinds) > 1 else ""
    falls = (
        f"{float(mean(losses)):.1f} of {people_words(people)} fall{taken}; all {percent(float(losses[-1]))}"
    )
    return miniature(state, unit) | {
        "owner": who(state, each.owner),
        "named": card.name if mine else spoken(state.card(unit).unit_class),
        "mine": mine,
        "words": f"{at(each.square)}: {falls}" if each.square else falls,
    }
