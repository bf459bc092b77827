"""What ground costs and bars, for everybody and for each type (M2, M3): the map's key, a card's line."""

from collections.abc import Callable, Iterable
from functools import partial

from companion.engine.wording import Values, listed
from companion.games.parabellum.data import Cost
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Terrain, UnitType
from companion.games.parabellum.state.naming import spoken

PATTERNS = ("rocky", "urban", "special", "rubble", "forest", "marsh", "water")


def on_map(state: State) -> list[Terrain]:
    """The kinds of ground on the map that is played, as its booklet has them; without one, all."""
    seen = {terrain for row in state.sheet.grounds for terrain in row} if state.tracked else None
    return [each for each in state.booklet.ground.values() if seen is None or each.id in seen]


def terrain_key(state: State) -> list[Values]:
    """What the patterns mean here, in words, and for which cards it is otherwise."""
    return [
        {
            "pattern": each.id if each.id in PATTERNS else "open" if each.id == "open" else "other",
            "name": spoken(each.id),
            "words": _ground_words(each),
            "others": _others(state, each),
        }
        for each in on_map(state)
    ]


def _ground_words(ground: Terrain) -> str:
    words = [f"{cost_words(ground.cost)} to enter"]
    words += [f"defence {ground.defense:+d}"] if ground.defense else []
    words += [f"attack {ground.attack:+d}"] if ground.attack else []
    words += [f"{' or '.join(map(spoken, ground.access)).lower()} only"] if ground.access is not None else []
    return ", ".join(words).replace("-", "−")


def cost_words(cost: Cost) -> str:
    """Squares of movement, or all of them."""
    return "a whole move" if cost == "all" else str(cost)


def _others(state: State, ground: Terrain) -> list[str]:
    """Who may enter where not everybody may, and whom it costs something else."""
    kinds = state.binder.units.values()
    told = []
    if ground.access is not None:
        may = _called(state, lambda kind: ground.admits(kind.tags))
        told.append(f"Open to {listed(may)}" if may else "Open to nobody in the catalogue")
    costs = {kind.terrain_cost.get(ground.id, ground.cost) for kind in kinds} - {ground.cost}
    for cost in sorted(costs, key=str):
        who = _called(state, partial(_pays, ground, cost))
        told.append(f"{cost_words(cost).capitalize()} for {listed(who)}")
    return told


def _pays(ground: Terrain, cost: Cost, kind: UnitType) -> bool:
    return kind.terrain_cost.get(ground.id, ground.cost) == cost


def _called(state: State, fits: Callable[[UnitType], bool]) -> list[str]:
    """The cards that fit: by their class where all of it do, else by name."""
    found: list[str] = []
    for name in state.binder.classes:
        group = [kind for kind in state.binder.units.values() if kind.unit_class == name]
        those = [kind for kind in group if fits(kind)]
        whole = len(those) == len(group) > 1
        found += [f"every {spoken(name).lower()}"] if whole else [kind.name for kind in those]
    return found


def way_words(card: UnitType, grounds: Iterable[Terrain]) -> str:
    """What a type of card pays for each kind of ground, and what is closed to it or beyond its speed."""
    costs: dict[str, list[str]] = {}
    closed: list[str] = []
    for ground in grounds:
        cost = card.terrain_cost.get(ground.id, ground.cost)
        beyond = card.speed < (1 if cost == "all" else cost)
        there = closed if beyond or not ground.admits(card.tags) else costs.setdefault(cost_words(cost), [])
        there.append(spoken(ground.id).lower())
    told = [f"{', '.join(names)} {cost}" for cost, names in costs.items()]
    told += [f"never {', '.join(closed)}"] if closed else []
    return "; ".join(told)
