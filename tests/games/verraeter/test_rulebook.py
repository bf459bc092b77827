"""Everything that Verräter's data names can be looked up."""

from companion.engine.rulebook import rulebook
from companion.games.verraeter.actions import TYPES
from companion.games.verraeter.data import ACTION_CARDS, FOLDER, LANDSCAPES, PHASES


def test_every_card_landscape_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASES)
    assert not {*ACTION_CARDS, *LANDSCAPES, *TYPES, *phases, "estate", "office"} - set(
        rulebook(FOLDER).entries
    )
