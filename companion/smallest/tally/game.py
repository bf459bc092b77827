"""The card of Tally, the smallest game that needs everything a table has: dice, secrets, questions, shuffles.

Two seats hold three secret cards each. `add` counts, `roll` counts a die, `name_card` makes the other seat
give up a card that only it can name, `say` is the whole table's.
"""

from pathlib import Path

from companion.engine.card import card
from companion.engine.game import Chair, Game, OwnerFile, Resolution
from companion.engine.option import options_of
from companion.engine.shape import read
from companion.smallest.tally import rules, screens
from companion.smallest.tally.printables import PRINTABLES
from companion.smallest.tally.state import SIDES, Options, Tally

FOLDER = Path(__file__).parent


def count_names(value: object) -> Resolution:
    return Resolution({"names": len(read(dict[str, str], value))}, ())


GAME: Game[Tally] = Game(
    card=card(FOLDER),
    folder=FOLDER,
    setup_seats=lambda setup: tuple(Chair(side, name) for side, name in SIDES.items()),
    options=options_of(Options),
    shuffle=rules.shuffle,
    open=rules.open_,
    roll=rules.roll,
    apply=rules.apply,
    legal=lambda state, sight: [{"type": "add", "side": side} for side in SIDES if side in sight.acts],
    asks=rules.asks,
    read_state=lambda value, path: read(Tally, value, path),
    redact_state=rules.redact_state,
    redact_action=rules.redact_action,
    veil=lambda state, scene, past: rules.hidden(state, scene.sight),
    is_irrevocable=lambda state, action, rolled: rolled or action.get("type") == "name_card",
    actors=lambda state: (),
    is_over=lambda state: False,
    describe=lambda action: f"{action['type']} {action.get('card') or ''}".strip(),
    headline=lambda state: f"{state.total} counted",
    covers=screens.covers,
    view=screens.view,
    printables=PRINTABLES,
    files=(OwnerFile(key="names", title="Names", help="A file.", check=count_names, sample=dict),),
)
