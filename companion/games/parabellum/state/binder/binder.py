"""The binder as one value: everything that a campaign is played from (C2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.wire import Json
from companion.games.parabellum.data import Footprint
from companion.games.parabellum.state.binder.campaign import Company, Scenario
from companion.games.parabellum.state.binder.catalogue import Band, Resource, UnitType
from companion.games.parabellum.state.binder.ground import MapSheet, Terrain


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder:
    """One campaign. `given` is the file as it came, or `starter`; a booklet may change its `terrain`."""

    id: str
    name: str
    brief: str
    circumstances: tuple[str, ...]
    budget: int
    start: str
    palette: tuple[str, ...]
    companies: Mapping[str, Company]
    classes: Mapping[str, Footprint]
    terrain: Mapping[str, Terrain]
    resources: Mapping[str, Resource]
    units: Mapping[str, UnitType]
    maps: Mapping[str, MapSheet]
    scenarios: Mapping[str, Scenario]
    given: Json = field(repr=False, compare=False)

    def footprint(self, unit_type: str) -> Footprint:
        """How much of a square a type takes (C6)."""
        return self.classes[self.units[unit_type].unit_class]

    def terrains(self, scenario: str) -> Mapping[str, Terrain]:
        """The terrain as it counts in a scenario."""
        return self.scenarios[scenario].ground

    def bands(self, scenario: str, resource: str) -> tuple[Band, ...]:
        """The price ladder of a resource in a scenario, its special prices in."""
        return self.scenarios[scenario].bands[resource]

    def map_of(self, scenario: str) -> MapSheet:
        """The map that a scenario is fought on."""
        return self.maps[self.scenarios[scenario].map]
