"""Where a campaign of Parabellum stands: the session's state, attribute by attribute (specification 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, Any, Literal

from companion.engine import shape
from companion.engine.shape import ByHand, Every, Given, InFull, Known, Learns, Names, Then, Unusual
from companion.engine.wire import Json
from companion.engine.wording import isolated
from companion.games.parabellum.data import Feature, Footprint, Phase
from companion.games.parabellum.state.amounts import Count
from companion.games.parabellum.state.binder import (
    Binder,
    MapSheet,
    Objective,
    Scenario,
    UnitType,
    read_binder,
)
from companion.games.parabellum.state.lines import Line
from companion.games.parabellum.state.naming import Id, PlayerId, UnitNumber, unit_order
from companion.games.parabellum.state.options import Options
from companion.games.parabellum.state.pieces import (
    EMPTY,
    Cargo,
    Chapter,
    Load,
    OnMap,
    Player,
    Report,
    Standing,
    Status,
    Supply,
    Tally,
    Unit,
    Where,
    fitting,
)


def _binders(binder: Binder, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the binder knows by name."""
    return {
        "binder": binder,
        "companies": binder.companies,
        "footprint": binder.footprint,
        "scenarios": binder.scenarios,
        "terrain": binder.terrain,
        "types": binder.units,
    }


def _scenarios(scenario: str, names: Mapping[str, Any]) -> Mapping[str, Any]:
    """The map and the objectives of the scenario that is played."""
    binder: Binder = names["binder"]
    sheet, booklet = binder.map_of(scenario), binder.scenarios[scenario]
    kept = sheet if names.get("positions") is None else None
    return {"sheet": sheet, "kept": kept, "objectives": [each.id for each in booklet.objectives]}


def _in_order(units: Mapping[str, Unit], _: Mapping[str, Any]) -> Mapping[str, Unit]:
    return dict(sorted(units.items(), key=lambda item: unit_order(item[0])))


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A session's state; its attributes are the keys of its JSON.

    Mappings are never changed in place; `units` lie in unit order. At a table that is not `tracked` the real
    map lies on the table: units on it have no square, and the app keeps units, money and combat only. With
    `binder_open` everybody is shown what is left in the card binder (R62).
    """

    system: Literal["parabellum"]
    binder: Annotated[Binder, ByHand(read_binder, attrgetter("given")), Learns(_binders)]
    options: Annotated[Options, InFull()]
    positions: Annotated[
        Literal["table"] | None, Given, Unusual, Learns(lambda where, _: {"positions": where})
    ] = None
    card_binder: Annotated[Literal["open"] | None, Given, Unusual] = None
    phase: Phase
    scenario: Annotated[str, Known("scenarios"), Learns(_scenarios)]
    players: Annotated[Mapping[Id, Player], Names("players", by=tuple)]
    round: Count
    order: tuple[PlayerId, ...]
    active: PlayerId | None
    done: tuple[PlayerId, ...]
    choosers: tuple[PlayerId, ...]
    winner: PlayerId | None
    supply: Supply
    personnel_total: Count
    casualties: Count
    wrecks: Count
    next_unit: Count
    units: Annotated[
        Mapping[UnitNumber, Annotated[Unit, InFull(), Then(fitting, "kept")]],
        Then(_in_order),
        Names("units", by=tuple),
    ]
    caches: Mapping[OnMap, Cargo]
    features: Mapping[OnMap, Feature]
    objectives: Annotated[Mapping[str, Standing], Every("objectives")]
    tally: Mapping[PlayerId, Annotated[Tally, InFull()]]
    reports: Mapping[Annotated[str, Known("units")], Report]
    ledger: tuple[Line, ...]
    history: tuple[Annotated[Chapter, InFull()], ...]

    @property
    def tracked(self) -> bool:
        """Whether the app keeps the map."""
        return self.positions is None

    @property
    def binder_open(self) -> bool:
        """Whether everybody sees what is left in the card binder (R62)."""
        return self.card_binder is not None

    @property
    def booklet(self) -> Scenario:
        """The booklet of the scenario that is played."""
        return self.binder.scenarios[self.scenario]

    @property
    def sheet(self) -> MapSheet:
        """The map of the scenario that is played."""
        return self.binder.maps[self.booklet.map]

    @property
    def seated(self) -> tuple[str, ...]:
        """All players of the campaign, by seat."""
        return tuple(sorted(self.players, key=lambda player: self.players[player].seat))

    def having(self, *statuses: Status) -> tuple[str, ...]:
        """The players with one of these statuses, by seat."""
        return tuple(player for player in self.seated if self.players[player].status in statuses)

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who are in, by seat."""
        return self.having("in")

    def card(self, unit: str) -> UnitType:
        """The card design of a unit."""
        return self.binder.units[self.units[unit].type]

    def called(self, unit: str) -> str:
        """A unit as its owner calls it: by the name given to it, else by its card."""
        return isolated(self.units[unit].name) or self.card(unit).name

    def title(self, unit: str) -> str:
        """The same with its card and number, as others than its owner may not know it (R61)."""
        card = f"{self.card(unit).name} {unit}"
        name = self.units[unit].name
        return f"{isolated(name)} ({card})" if name else card

    def footprint(self, unit: str) -> Footprint:
        """What the unit's miniature takes of a square."""
        return self.binder.footprint(self.units[unit].type)

    def of(self, player: str, *wheres: Where) -> Iterator[str]:
        """A player's units, in unit order; with `wheres` only those there."""
        for unit, each in self.units.items():
            if each.owner == player and (not wheres or each.where in wheres):
                yield unit

    def passengers(self, transport: str) -> list[str]:
        """The units aboard a transport, in unit order."""
        return [u for u, each in self.units.items() if each.transport == transport]

    def standing_on(self, square: str) -> list[str]:
        """The units on a square of the map, in unit order."""
        return [u for u, each in self.units.items() if each.square == square]

    def objective(self, objective: str) -> Objective:
        """An objective of this scenario's booklet."""
        return next(each for each in self.booklet.objectives if each.id == objective)

    def changed(self, **changes: Any) -> "State":
        """The same with other attributes."""
        return replace(self, **changes)

    def with_player(self, player: str, **changes: Any) -> "State":
        """The same with one player changed."""
        return replace(self, players={**self.players, player: replace(self.players[player], **changes)})

    def with_unit(self, unit: str, **changes: Any) -> "State":
        """The same with one unit changed."""
        return replace(self, units={**self.units, unit: replace(self.units[unit], **changes)})

    def marked(self, unit: str, *marks: str) -> "State":
        """The same with more marks on a unit."""
        return replace(self, units={**self.units, unit: self.units[unit].marked(*marks)})

    def without_unit(self, unit: str) -> "State":
        """The same without a unit."""
        return replace(self, units={u: each for u, each in self.units.items() if u != unit})

    def with_reserve(self, player: str, personnel: int = 0, load: Load = EMPTY) -> "State":
        """The same with more people and tokens behind a player's screen."""
        return self.with_player(player, reserve=self.players[player].reserve.plus(personnel, load))

    def with_cache(self, square: str, load: Load) -> "State":
        """The same with other tokens lying on a square; an empty cache is none."""
        others = {each: there for each, there in self.caches.items() if each != square}
        return replace(self, caches={**others, square: load} if load.total else others)

    def with_feature(self, square: str, feature: Feature | None) -> "State":
        """The same with another feature, or none, on a square."""
        others = {each: there for each, there in self.features.items() if each != square}
        return replace(self, features={**others, square: feature} if feature else others)

    def with_tally(self, player: str, **changes: Any) -> "State":
        """The same with one player's tally changed; none for who did not begin the scenario."""
        if player not in self.tally:
            return self
        return replace(self, tally={**self.tally, player: self.tally[player]._replace(**changes)})


def read_state(value: Json, path: str) -> State:
    """A state from its JSON; `InvalidInput` at the key that is missing, unknown or unreadable.

    Its shape is read, and that what it names exists; whether the numbers fit each other is for the audit to
    say, so a count may be negative here.
    """
    state: State = shape.read(State, value, path, missing_first="everywhere")
    return state


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return shape.write(state)
