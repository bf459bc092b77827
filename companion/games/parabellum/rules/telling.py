"""How the log tells an action, a position and a change, by names that its reader may know (R61)."""

import re
from collections.abc import Collection, Iterable, Iterator

from companion.engine.game import Sight
from companion.engine.step import Called
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, grouped, listed, sentence, signed
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.data import PHASE_NAMES, WORK_NAMES
from companion.games.parabellum.state import State, Unit, letters, spoken, unit_order


def named(state: State, unit: str) -> str:
    """A unit by owner, class and flag: what everybody sees of its miniature."""
    each = state.units[unit]
    flag = "-".join(each.flag) if each.flag else "no flag"
    kind = state.card(unit).unit_class.replace("_", " ")
    return f"{called(state, each.owner)}'s {kind} ({flag})"


UNIT = re.compile(r"\bu[1-9][0-9]{0,4}\b")


def in_names(state: State, message: str, player: str) -> str:
    """A refusal with units by class and flag, as a table calls them, for who acts for that player.

    A card behind a screen has no flag: one's own is called by its card, another's keeps its number.
    """

    def called_there(match: re.Match[str]) -> str:
        unit = match[0]
        each = state.units.get(unit)
        if each is None:
            return unit
        if each.flag:
            return flagged(state, unit, spoken(state.card(unit).unit_class).lower())
        return state.title(unit) if each.owner == player else unit

    words = UNIT.sub(called_there, message)
    return sentence(words) if UNIT.match(message) and not UNIT.match(words) else words


def flagged(state: State, unit: str, name: str) -> str:
    """A unit's name with the letters of its flag, by which a table tells miniatures apart."""
    signs = letters(state.binder.palette)
    flag = "".join(signs.get(colour, "?") for colour in state.units[unit].flag)
    return f"{name} {flag}" if flag else name


def called(state: State, player: str) -> Called:
    """A player as the table calls it: the company, where the player goes by its name."""
    own = state.players[player]
    words = state.binder.companies[own.company].name if player == own.company else spoken(player)
    return Called(words, player)


def at(square: str | None) -> str:
    return (square or "").upper()


WORDS = {"manpower": "people", "fuel": "fuel", "ammunition": "ammunition"}
SHOWING = ("muster", "alight")
"""What brings a miniature onto the table: from now on everybody sees its class."""


class Names:
    """Names out of an action alone."""

    def player(self, player: object) -> str:
        return spoken(player)

    def unit(self, unit: str) -> str:
        return unit

    def type(self, type_: object) -> str:
        return spoken(type_)

    def scenario(self, scenario: object) -> str:
        return str(scenario).upper()

    def objective(self, objective: object) -> str:
        return str(objective)

    def phase(self) -> str:
        return "a phase"

    def start(self, unit: object) -> str:
        """From where a unit goes, where that is known."""
        return ""


class OpenNames(Names):
    """Names as a sight knows them in the state before an action."""

    def __init__(self, state: State, sight: Sight, action: object) -> None:
        self._state, self._sight = state, sight
        given = action if type(action) is dict else {}
        self._doer, self._shows = given.get("player"), given.get("type") in SHOWING

    def player(self, player: object) -> str:
        """The company, or whoever plays it."""
        seated = type(player) is str and player in self._state.players
        return called(self._state, str(player)) if seated else spoken(player)

    def unit(self, unit: str) -> str:
        each = self._state.units.get(unit)
        if each is None:
            return unit
        card = self._state.card(unit)
        if each.owner in self._sight.sees:
            return flagged(self._state, unit, self._state.called(unit))
        if each.where not in ("map", "predeploy") and not self._shows:
            return "a hidden card"
        whose = "" if each.owner == self._doer else f"{self.player(each.owner)}’s "
        return f"{whose}{flagged(self._state, unit, spoken(card.unit_class).lower())}"

    def type(self, type_: object) -> str:
        card = self._state.binder.units.get(type_) if type(type_) is str else None
        return card.name if card else spoken(type_)

    def scenario(self, scenario: object) -> str:
        booklet = self._state.binder.scenarios.get(scenario) if type(scenario) is str else None
        return f"{str(scenario).upper()} {booklet.name}" if booklet else str(scenario).upper()

    def objective(self, objective: object) -> str:
        names = (each.name for each in self._state.booklet.objectives if each.id == objective)
        return next(names, str(objective))

    def phase(self) -> str:
        return PHASE_NAMES[self._state.phase]

    def start(self, unit: object) -> str:
        each = self._state.units.get(unit) if type(unit) is str else None
        return f" from {at(each.square)}" if each and each.where == "map" else ""


def load_words(action: dict[str, object]) -> str:
    """Tokens that an action moves, where it says how many."""
    parts = [f"{action[key]} {key}" for key in ("fuel", "ammunition") if action.get(key)]
    return listed(parts) if parts else "cargo"


def bought_words(action: dict[str, object], names: Names) -> str:
    resource, quantity, items = action.get("resource"), action.get("quantity"), action.get("items")
    if resource != "units":
        many = f"{quantity} " if type(quantity) is int else ""
        word = WORDS.get(resource) if type(resource) is str else None
        word = "person" if word == "people" and quantity == 1 else word
        return f"{many}{word}" if word else "something"
    if type(items) is not list:
        return "unit cards"
    return listed(_items(items, names)) or "unit cards"


def _items(items: list[object], names: Names) -> Iterable[str]:
    for each in items:
        if type(each) is dict:
            yield f"{each.get('quantity')} × {names.type(each.get('unit'))}"


def shots_words(shots: list[object], names: Names) -> str:
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


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    return _words(action, Names())


def tell(state: State, action: Json, sight: Sight) -> str:
    """The same by the names of the state before it: cards for their owner, classes for all others (R61)."""
    names = OpenNames(state, sight, action)
    kind = action.get("type") if type(action) is dict else None
    if kind == "adjust":
        who = names.player(action.get("player"))
        return by_hand((f"{who}, {each}" for each in _set(state, action, names, sight)), action.get("reason"))
    if kind == "objective" and is_judged(state, action.get("objective")):
        return f"The app is overruled: {_words(action, names)}"
    return _words(action, names)


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets or finds it, and not the rules."""
    return type(action) is dict and action.get("type") in ("adjust", "objective", "end_scenario")


def is_judged(state: State, objective: object) -> bool:
    """Whether the app itself sees when that objective is completed."""
    kinds = [each.kind for each in state.booklet.objectives if each.id == objective]
    return any(kind != "manual" and (state.tracked or kind != "hold") for kind in kinds)


UNTOLD = "what only that company knows"
HELD = ("credits", "personnel", "fuel", "ammunition")


def _set(state: State, action: dict[str, Json], names: Names, sight: Sight) -> Iterator[str]:
    own, held = action.get("player") in sight.sees, [key for key in HELD if action.get(key)]
    yield from (f"{key} {signed(action[key])}" for key in held if type(action[key]) is int)
    if type(given := action.get("unit")) is dict:
        yield from _unit_set(state, given, names)
    if type(given := action.get("feature")) is dict:
        there = state.features.get(given.get("square", ""))
        yield change(
            f"{str(given.get('square')).upper()}:", there or "nothing", given.get("kind") or "nothing"
        )
    if type(given := action.get("cache")) is dict:
        lying = state.caches.get(given.get("square", ""))
        was = load_words(lying._asdict()) if lying else "nothing"
        now = load_words(given) if given.get("fuel") or given.get("ammunition") else "nothing"
        yield change(f"cache on {str(given.get('square')).upper()}:", was, now)
    if not own and set(action) <= {"type", "player", "reason"}:
        yield UNTOLD


def _unit_set(state: State, given: dict[str, object], names: Names) -> Iterator[str]:
    """What is set of a unit; what is left out of it is told by that alone."""
    unit = state.units.get(str(given.get("id")))
    if unit is None:
        return
    changes = [_unit_figure(unit, key, value) for key, value in given.items() if key != "id"]
    is_untold = set(given) == {"id"}
    words = UNTOLD if is_untold else listed(each for each in changes if each) or "as it is"
    yield f"{names.unit(str(given['id']))}: {words}"


def _unit_figure(unit: Unit, key: str, value: object) -> str:
    if value is None:
        return ""
    name = {"strength": "people", "entrench": "layers dug"}.get(key, key)
    was, now = (str(each).upper() if key == "square" else each for each in (getattr(unit, key, None), value))
    return change(name, was, now)


def _words(action: object, names: Names) -> str:
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The campaign begins"
    verb = VERBS.get(kind) if type(kind) is str else None
    return verb.log.format_map(_Values(action, names)) if verb else f"“{kind}”"


class _Values(dict[str, str]):
    """What an action says, in words; what it does not say is a unit, where one is meant, or something."""

    def __init__(self, action: dict[str, object], names: Names) -> None:
        super().__init__({key: _value(key, value, names) for key, value in action.items()})
        self["who"] = names.player(action.get("player"))
        self["load"] = load_words(action)
        self["bought"] = bought_words(action, names)
        self["phase"], self["start"] = names.phase(), names.start(action.get("unit"))
        path = action.get("path")
        if type(path) is list and path:
            self["goal"] = str(path[-1]).upper()
        else:
            self["goal"] = str(action.get("terrain", "open"))

    def __missing__(self, key: str) -> str:
        return UNSAID.get(key, "something")


UNITS = ("unit", "target", "from", "to", "keep", "scrap", "transport")
UNSAID = {**dict.fromkeys(UNITS, "a unit"), "counter": "", "square": "the map", "transport": "a transport"}


def _value(key: str, value: object, names: Names) -> str:
    if key == "counter":
        return ", which hits back" if value else ""
    if key == "complete":
        return "completed" if value else "not completed"
    if key == "work":
        return WORK_NAMES.get(str(value), str(value)).lower()
    if type(value) is list:
        return shots_words(value, names) if key == "shots" else f"{len(value)} sources"
    if type(value) is str and key in UNITS:
        return names.unit(value)
    if key in ("scenario", "objective"):
        word: str = getattr(names, key)(value)
        return word
    return str(value).upper() if key == "square" else str(value)


def headline(state: State) -> str:
    """Where the campaign stands, in a few words: scenario, round, phase, whose turn."""
    where = f"{state.scenario.upper()} {state.booklet.name}"
    if state.phase == "over":
        won = f"{called(state, state.winner)} has won" if state.winner else "nobody has won"
        return f"{where} · {PHASE_NAMES['over'].lower()} · {won}"
    acting = state.active or (state.choosers[0] if state.choosers else None)
    phase = PHASE_NAMES[state.phase].lower()
    moment = f"{phase}: {called(state, acting)}" if acting else phase
    return " · ".join((where, f"round {state.round}", moment) if state.round else (where, moment))


PLACES = {"reserve": "in reserve", "predeploy": "before deployment", "map": "on the map", "aboard": "aboard"}


def differs(before: State, after: State, sees: Collection[str]) -> Iterator[str]:
    if before.scenario != after.scenario:
        was, now = (f"{each.scenario.upper()} {each.booklet.name}" for each in (before, after))
        yield f"The campaign stands at {now}, not at {was}"
    if before.phase != after.phase and "over" in (before.phase, after.phase):
        yield "The campaign is over" if after.phase == "over" else "The campaign goes on"
    if before.winner != after.winner and after.winner:
        yield f"{called(after, after.winner)} wins"
    if before.supply.manpower != after.supply.manpower:
        yield f"People left to hire: {before.supply.manpower} → {after.supply.manpower}"
    for player in before.seated:
        yield from _company(before, after, player, player in sees)
    for unit in sorted({*before.units, *after.units}, key=unit_order):
        yield from _unit(before, after, unit, sees)


def _company(before: State, after: State, player: str, own: bool) -> Iterator[str]:
    was, now = before.players[player], after.players[player]
    if was.status != now.status:
        yield f"{called(after, player)} is {now.status}, not {was.status}"
    pairs = [("credits", was.credits, now.credits)]
    pairs += [(key.replace("personnel", "people"), getattr(was.reserve, key), getattr(now.reserve, key))
              for key in was.reserve._fields]  # fmt: skip
    moved = [f"{grouped(old)} → {grouped(new)} {word}" for word, old, new in pairs if old != new]
    if own and moved:
        yield f"{called(after, player)} {listed(moved)}"


def _unit(before: State, after: State, unit: str, sees: Collection[str]) -> Iterator[str]:
    was, now = before.units.get(unit), after.units.get(unit)
    either = now or was
    assert either is not None
    own, state = either.owner in sees, after if now else before
    if not own and not either.flag:
        return
    words = state.title(unit) if own else named(state, unit)
    if now is None:
        yield f"{words} is gone"
    elif was is None:
        yield f"{words} lives on with {now.strength}" if own and now.strength else f"{words} is there"
    elif own and was.strength != now.strength:
        yield f"{words} has {was.strength} → {now.strength} people"
    elif was.where != now.where and (own or "map" in (was.where, now.where)):
        yield f"{words} is {PLACES[now.where]}, not {PLACES[was.where]}"
