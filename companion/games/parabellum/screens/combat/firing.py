"""Barrages and fire at caches, throw after throw, by what everybody sees: no hidden card is looked at.

The story tells it from the journal's dice; a tablet asks for it from dice that lie on the table. How many
people a unit has is how many dice are thrown for it.
"""

from collections.abc import Sequence

from companion.engine.wire import Json
from companion.engine.wording import Values
from companion.games.parabellum.actions.combat import Aim
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, EXPLOSION_DIE
from companion.games.parabellum.procedures.caches.explosions import Combat, Exploded
from companion.games.parabellum.procedures.combat.covers import BARE
from companion.games.parabellum.procedures.combat.shots import shoot
from companion.games.parabellum.procedures.combat.volleys import strike
from companion.games.parabellum.rules.combat.exploding import chain
from companion.games.parabellum.rules.combat.losses import destroy
from companion.games.parabellum.rules.combat.shelling import gone
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import public_name
from companion.games.parabellum.screens.combat.thrown import Throw, Thrown, Throws, thrown_values
from companion.games.parabellum.state import State


class Fire:
    """One deed with dice. `told` grows throw by throw, also where the dice run out half way."""

    def __init__(self, state: State, throws: Throws) -> None:
        self.state, self._throws = state, throws
        self.told: list[Values] = []
        self._thrown = 0

    def attack_cache(self, unit: str, square: str, die: int) -> Json:
        """A unit at loose tokens (R37), with its attack die: the rolls of the action."""
        own, name = self.state.units[unit], public_name(self.state, unit)
        tokens = self.state.caches[square].total
        throw = Throw(name, _cache(square), own.strength, die, None, tokens, CACHE_DEFENSE_DIE)
        attack, defense = self._throw(throw)
        rolls: dict[str, Json] = {"attack": list(attack), "defense": list(defense)}
        through = strike(attack, defense).unmatched
        return {**rolls, "explosions": self._explode(square) if through else []}

    def barrage(self, unit: str, aims: Sequence[Aim], die: int) -> Json:
        """Shot after shot (R36), with the gun's die: the rolls of the action."""
        name = public_name(self.state, unit)
        return [self._shot(name, die, aim) for aim in aims]

    def _shot(self, name: str, die: int, aim: Aim) -> Json:
        if gone(self.state, aim):
            self.told.append({"wasted": True, "words": "A shot is wasted: nothing is left of its target."})
            return None
        return self._at_unit(name, die, aim.id) if aim.place == "unit" else self._at_cache(name, die, aim.id)

    def _at_unit(self, name: str, die: int, target: str) -> Json:
        each, sides = self.state.units[target], self.state.card(target).defense_die
        cover, struck = cover_of(self.state, target), public_name(self.state, target)
        throw = Throw(name, struck, 1, die, target, each.strength, sides, cover, shot=True)
        (fired,), defense = self._throw(throw)
        left = len(defense) - shoot(fired, defense, cover).hit
        self._leave(target, left)
        return {"artillery": fired, "defense": list(defense)}

    def _at_cache(self, name: str, die: int, square: str) -> Json:
        tokens = self.state.caches[square].total
        throw = Throw(name, _cache(square), 1, die, None, tokens, CACHE_DEFENSE_DIE, shot=True)
        (fired,), defense = self._throw(throw)
        rolls: dict[str, Json] = {"artillery": fired, "defense": list(defense)}
        return {**rolls, "explosions": self._explode(square) if fired > max(defense) else []}

    def _throw(self, throw: Throw, **more: object) -> Thrown:
        thrown = self._throws(throw)
        self.told.append({**thrown_values(throw, thrown), "n": self._thrown, **more})
        self._thrown += 1
        return thrown

    def _explode(self, square: str) -> list[Json]:
        """The chain, played on with what is left; its dice in order."""
        rolls: list[Json] = []
        first, order, whole = len(self.told), [square], False

        def dice(combat: Combat) -> Thrown:
            attack, defense = self._throw(self._combat(combat), square=combat.square)
            rolls.append({"attack": list(attack), "defense": list(defense)})
            return attack, defense

        try:
            exploded = chain(self.state, square, dice)
            order, whole = [each.square for each in exploded.explosions], True
        finally:
            self.told[first:] = self._headed(self.told[first:], order, whole)
        self._after(exploded)
        return rolls

    def _headed(self, rows: list[Values], order: list[str], whole: bool) -> list[Values]:
        """The rows of a chain under a heading for each cache that goes up, in the order in which they do.

        Only of a `whole` chain is it known that nothing stood near.
        """
        found: list[Values] = []
        for n, square in enumerate(dict.fromkeys([*order, *(row["square"] for row in rows)])):
            mine = [row for row in rows if row["square"] == square]
            words = "goes up next" if n else "goes up"
            dice = f"{self.state.caches[square].total} d{EXPLOSION_DIE} at each thing near"
            heading = f"The cache on {at(square)} {words}"
            found += [{"heading": heading, "dice": dice, "alone": whole and not mine}, *mine]
        return found

    def _combat(self, combat: Combat) -> Throw:
        unit = combat.unit
        struck = _cache(str(combat.cache)) if unit is None else public_name(self.state, unit)
        cover = BARE if unit is None else cover_of(self.state, unit)
        dice = (combat.attacks, EXPLOSION_DIE, unit, combat.defenses, combat.defense_die)
        return Throw(_cache(combat.square), struck, *dice, cover)

    def _after(self, exploded: Exploded) -> None:
        self.state = self.state.changed(caches=dict(exploded.caches))
        for unit, left in exploded.strengths.items():
            self._leave(unit, left)

    def _leave(self, unit: str, left: int) -> None:
        """Who is left; a unit without people is off the map, with whoever it carries."""
        self.state = self.state.with_unit(unit, strength=left)
        if not left:
            self.state = destroy(self.state, unit, None)


def _cache(square: str) -> str:
    return f"the cache on {at(square)}"
