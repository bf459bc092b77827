"""Everything that Proelii's data names can be looked up."""

from companion.engine.rulebook import rulebook
from companion.games.proelii.actions import TYPES
from companion.games.proelii.data import FOLDER, KIND_NAMES, PHASE_NAMES


def test_every_unit_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASE_NAMES)
    assert not {*KIND_NAMES, *TYPES, *phases} - set(rulebook(FOLDER).entries)
