"""The setup binder: a campaign's brief, catalogue, booklets, maps and companies (C2, specification 9)."""

from companion.games.parabellum.state.binder.binder import (
    Artillery,
    Band,
    Binder,
    Company,
    Goods,
    MapSheet,
    Objective,
    Resource,
    Scenario,
    Terrain,
    UnitType,
)
from companion.games.parabellum.state.binder.reading import read_binder, starter_binder

__all__ = [
    "Artillery",
    "Band",
    "Binder",
    "Company",
    "Goods",
    "MapSheet",
    "Objective",
    "Resource",
    "Scenario",
    "Terrain",
    "UnitType",
    "read_binder",
    "starter_binder",
]
