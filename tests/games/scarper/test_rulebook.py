"""Everything that Scarper's data names can be looked up."""

from companion.engine.rulebook import rulebook
from companion.games.scarper.data import CARD_SIDES, FOLDER, PHASES
from companion.games.scarper.rules import RULES
from companion.games.scarper.state.box import NEEDS, ONGOING_AMOUNTS

ENTRIES = set(rulebook(FOLDER).entries)


def test_every_phase_side_of_a_card_and_deed_has_an_entry() -> None:
    things = {*RULES, *(f"phase-{phase}" for phase in PHASES), *(f"card-{side}" for side in CARD_SIDES)}
    assert not things - ENTRIES


def test_whatever_a_card_can_do_has_an_entry() -> None:
    once, lasting = {f"effect-{kind}" for kind in NEEDS}, {f"ongoing-{kind}" for kind in ONGOING_AMOUNTS}
    assert not {*once, *lasting} - ENTRIES
