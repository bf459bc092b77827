"""The card of Tally, the smallest game that needs everything a table has: dice, secrets, questions, shuffles.

Two seats hold three secret cards each. `add` counts, `roll` counts a die, `name_card` makes the other seat
give up a card that only it can name, `say` is the whole table's.
"""

from pathlib import Path

from companion.engine.card import card
from companion.engine.game import Chair, Game, Option, OwnerFile, Resolution
from companion.engine.shape import read
from companion.engine.wire import Json
from companion.smallest.tally import rules
from companion.smallest.tally.data import MOODS
from companion.smallest.tally.screens import covers, view
from companion.smallest.tally.state import Tally, read_state, redacted, state_json, veil


def check_names(value: Json) -> Resolution:
    """How many names an owner's file holds; `InvalidInput` where it is none."""
    return Resolution({"names": len(read(dict[str, str], value))}, ())


FOLDER = Path(__file__).parent

GAME: Game[Tally] = Game(
    card=card(FOLDER),
    folder=FOLDER,
    setup_seats=lambda setup: (Chair("red", "Red"), Chair("blue", "Blue")),
    options=(
        Option(key="start", title="Start", help="Where to start.", default=0, low=0, high=99, ruling="R1"),
        Option(key="mood", title="Mood", help="How.", default="calm", choices=MOODS),
    ),
    shuffle=rules.shuffle,
    open=rules.open_,
    roll=rules.roll,
    apply=rules.apply,
    legal=rules.legal,
    asks=rules.asks,
    state_json=state_json,
    read_state=read_state,
    redact_state=redacted,
    redact_action=rules.redact_action,
    veil=veil,
    is_irrevocable=lambda state, action, rolled: rolled or action.get("type") == "name_card",
    actors=lambda state: (),
    is_over=lambda state: False,
    describe=lambda action: f"{action['type']} {action.get('card') or ''}".strip(),
    headline=lambda state: f"{state.total} counted",
    covers=covers,
    view=view,
    files=(OwnerFile(key="names", title="Names", help="A file.", check=check_names, sample=dict),),
)
