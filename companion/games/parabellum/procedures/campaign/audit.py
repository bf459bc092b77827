"""The audit: every invariant of a session's state, and where it fails (specification 3.3 and 6.2)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import CACHE_LIMIT, SHARED_CACHE_LIMIT
from companion.games.parabellum.state.quarters import quarters
from companion.games.parabellum.state.table import State, read_state


class Problem(NamedTuple):
    """Something that no table can come to by the rules."""

    path: str
    code: str

    def as_json(self) -> Json:
        """The specification's finding."""
        return {"code": self.code, "path": self.path}


type Problems = Iterator[Problem]

WORDS = {
    "personnel": ("C3", "People are missing or too many: pool, dead, reserves and units make {found}."),
    "cash": ("S1", "{path}: the credits are not the sum of the sheet's lines."),
    "negative": ("S3", "{path} is below zero."),
    "counter": ("S3", "{path} is more than the card has room for."),
    "flag": ("S5", "{path}: a mustered unit has a flag, and no other unit shows the same."),
    "occupancy": ("M5", "{path}: this unit overlaps another in its square."),
    "passenger": ("RULING R22", "{path}: there is no transport of the owner's with room for it."),
    "cache": (
        "L2",
        "{path}: a cache has 1 to 9 tokens, 4 beside half-width units, none under a large one.",
    ),
}


def resolve(question: Json) -> Resolution:
    """Procedure `audit`."""
    state = read_state(Reading.complete(question, ("state",)).raw("state"), "state")
    problems = audit(state)
    found = f"{_people(state)} and not {state.personnel_total}"
    steps = [
        Step(WORDS[each.code][0], WORDS[each.code][1], {"path": each.path, "found": found})
        for each in problems
    ]
    if not problems:
        words = (
            "{people} people, {lines:# line|# lines} of the sheets, {units:# unit|# units}: "
            "everything is in its place."
        )
        values = {"people": state.personnel_total, "lines": len(state.ledger), "units": len(state.units)}
        steps = [Step("C3", words, values)]
    result = {"ok": not problems, "problems": [each.as_json() for each in problems]}
    return Resolution(result, tuple(steps))


def audit(state: State) -> list[Problem]:
    """Everything that is wrong, by path and then code."""
    return sorted(problem for check in CHECKS for problem in check(state))


def _people(state: State) -> int:
    reserves = sum(player.reserve.personnel for player in state.players.values())
    strengths = sum(unit.strength for unit in state.units.values())
    return state.supply.manpower + state.casualties + reserves + strengths


def _personnel(state: State) -> Problems:
    if _people(state) != state.personnel_total:
        yield Problem("supply.manpower", "personnel")


def _cash(state: State) -> Problems:
    for name, player in state.players.items():
        if player.credits != sum(line.amount for line in state.ledger if line.player == name):
            yield Problem(f"players.{name}.credits", "cash")


def _negative(state: State) -> Problems:
    counts: dict[str, int | None] = {f"supply.{key}": n for key, n in state.supply._asdict().items()}
    counts |= {"casualties": state.casualties, "wrecks": state.wrecks}
    for name, player in state.players.items():
        counts[f"players.{name}.credits"] = player.credits
        counts |= {f"players.{name}.reserve.{key}": n for key, n in player.reserve._asdict().items()}
    for unit, each in state.units.items():
        keys = ("cost", "strength", "fuel", "ammunition", "entrench", "mp_used")
        counts |= {f"units.{unit}.{key}": getattr(each, key) for key in keys}
        counts |= {f"units.{unit}.cargo.{key}": n for key, n in each.cargo._asdict().items()}
    for square, load in state.caches.items():
        counts |= {f"caches.{square}.{key}": n for key, n in load._asdict().items()}
    yield from (Problem(path, "negative") for path, n in counts.items() if n is not None and n < 0)


def _counters(state: State) -> Problems:
    for unit, each in state.units.items():
        card = state.card(unit)
        over = {
            "strength": each.strength > card.troop,
            "fuel": each.fuel > card.fuel_max,
            "ammunition": each.ammunition > card.ammunition_max,
            "entrench": each.entrench > card.entrench,
            "cargo": each.cargo.total > card.cargo,
        }
        yield from (Problem(f"units.{unit}.{key}", "counter") for key, wrong in over.items() if wrong)


def _flags(state: State) -> Problems:
    shown = set[tuple[str, ...]]()
    for unit, each in state.units.items():
        if each.where != "reserve":
            if not each.flag or each.flag in shown:
                yield Problem(f"units.{unit}.flag", "flag")
            shown.add(each.flag)


def _occupancy(state: State) -> Problems:
    taken: dict[str, int] = {}
    for unit, each in state.units.items():
        if each.square is None or each.position is None:
            continue
        own = quarters(each.position)
        if taken.get(each.square, 0) & own:
            yield Problem(f"units.{unit}.square", "occupancy")
        taken[each.square] = taken.get(each.square, 0) | own


def _passengers(state: State) -> Problems:
    for unit, each in state.units.items():
        if each.where != "aboard":
            continue
        transport = each.transport or ""
        carrier = state.units.get(transport)
        lost = carrier is None or carrier.owner != each.owner
        if lost or len(state.passengers(transport)) > state.card(transport).passengers:
            yield Problem(f"units.{unit}.transport", "passenger")


def _caches(state: State) -> Problems:
    for square, load in state.caches.items():
        footprints = {state.footprint(unit) for unit in state.standing_on(square)}
        limit = 0 if "large" in footprints else SHARED_CACHE_LIMIT if footprints else CACHE_LIMIT
        if not 1 <= load.total <= limit:
            yield Problem(f"caches.{square}", "cache")


CHECKS: tuple[Callable[[State], Problems], ...] = (
    _personnel,
    _cash,
    _negative,
    _counters,
    _flags,
    _occupancy,
    _passengers,
    _caches,
)
