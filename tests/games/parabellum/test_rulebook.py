"""Everything that Parabellum's data names can be looked up."""

from companion.engine.rulebook import rulebook
from companion.games.parabellum.actions import TYPES
from companion.games.parabellum.data import (
    AIMS,
    FEATURES,
    FOLDER,
    FOOTPRINTS,
    PHASES,
    RESOURCES,
    STANDARD_TERRAIN,
)


def test_every_phase_deed_terrain_feature_resource_footprint_and_aim_has_an_entry() -> None:
    things = {
        *TYPES,
        *FEATURES,
        *RESOURCES,
        *(f"phase-{phase}" for phase in PHASES),
        *(f"terrain-{terrain}" for terrain in STANDARD_TERRAIN),
        *(f"footprint-{footprint}" for footprint in FOOTPRINTS),
        *(f"objective-{aim}" for aim in AIMS),
    }
    assert not things - set(rulebook(FOLDER).entries)
