"""By what names a line of the log calls things: by its ids alone, or as who reads it knows them (R61)."""

from collections.abc import Iterable

from companion.engine.game import Sight
from companion.engine.wire import Json
from companion.engine.wording import listed
from companion.games.parabellum.rules.words import called
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.table import State

WORDS = {"manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}
SHOWING = ("muster", "alight")
"""What brings a miniature onto the table: from now on everybody sees its class."""


class Names:
    """Names out of an action alone."""

    def player(self, player: Json) -> str:
        """Who does it."""
        return spoken(player)

    def unit(self, unit: str) -> str:
        """A unit by its id."""
        return unit

    def type(self, type_: Json) -> str:
        """A type of card."""
        return spoken(type_)

    def scenario(self, scenario: Json) -> str:
        """A scenario by its number and letter."""
        return str(scenario).upper()

    def objective(self, objective: Json) -> str:
        """An objective by its id."""
        return str(objective)


class Known(Names):
    """Names as a sight knows them in the state before an action."""

    def __init__(self, state: State, sight: Sight, action: Json) -> None:
        self._state, self._sight = state, sight
        told = action if type(action) is dict else {}
        self._doer, self._shows = told.get("player"), told.get("type") in SHOWING

    def player(self, player: Json) -> str:
        """The company, or whoever plays it."""
        known = type(player) is str and player in self._state.players
        return called(self._state, str(player)) if known else spoken(player)

    def unit(self, unit: str) -> str:
        """A unit by its card to who sees it, by its class to all who see its miniature."""
        each = self._state.units.get(unit)
        if each is None:
            return unit
        card = self._state.card(unit)
        if each.owner in self._sight.sees:
            return self._state.title(unit)
        if each.where not in ("map", "predeploy") and not self._shows:
            return f"a hidden card ({unit})"
        whose = "" if each.owner == self._doer else f"{self.player(each.owner)}’s "
        return f"{whose}{spoken(card.unit_class).lower()} {unit}"

    def type(self, type_: Json) -> str:
        """A type of card by its name."""
        known = self._state.binder.units.get(type_) if type(type_) is str else None
        return known.name if known else spoken(type_)

    def scenario(self, scenario: Json) -> str:
        """A scenario by its letter and its name."""
        known = self._state.binder.scenarios.get(scenario) if type(scenario) is str else None
        return f"{str(scenario).upper()} {known.name}" if known else str(scenario).upper()

    def objective(self, objective: Json) -> str:
        """An objective as its booklet calls it."""
        known = (each.name for each in self._state.booklet.objectives if each.id == objective)
        return next(known, str(objective))


def load_words(action: dict[str, Json]) -> str:
    """Tokens that an action moves, where it says how many."""
    told = [f"{action[key]} {key}" for key in ("fuel", "ammunition") if action.get(key)]
    return listed(told) if told else "cargo"


def bought_words(action: dict[str, Json], names: Names) -> str:
    """What is bought, as far as the action says."""
    resource, quantity, items = action.get("resource"), action.get("quantity"), action.get("items")
    if resource != "units":
        many = f"{quantity} " if type(quantity) is int else ""
        word = WORDS.get(resource) if type(resource) is str else None
        word = "person" if word == "people" and quantity == 1 else word
        return f"{many}{word}" if word else "something"
    if type(items) is not list:
        return "unit cards"
    return listed(_items(items, names)) or "unit cards"


def _items(items: list[Json], names: Names) -> Iterable[str]:
    for each in items:
        if type(each) is dict:
            yield f"{each.get('quantity')} × {names.type(each.get('unit'))}"


def shots_words(shots: list[Json], names: Names) -> str:
    """How many shots at what."""
    aims: dict[str, int] = {}
    for shot in shots:
        if type(shot) is dict:
            aim = (
                names.unit(str(shot["unit"]))
                if "unit" in shot
                else f"the cache on {str(shot.get('cache')).upper()}"
            )
            aims[aim] = aims.get(aim, 0) + 1
    return listed(f"{n} {'shot' if n == 1 else 'shots'} at {aim}" for aim, n in aims.items()) or "shots"
