"""Everything that SCOPE's data names can be looked up."""

from companion.engine.rulebook import rulebook
from companion.games.scope.actions import TYPES
from companion.games.scope.data import CARDS, FOLDER, PHASE_NAMES, THEME_NAMES


def test_every_card_theme_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASE_NAMES)
    assert not {*CARDS, *THEME_NAMES, *TYPES, *phases} - set(rulebook(FOLDER).entries)
