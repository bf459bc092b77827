"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1 to 6.4)."""

from companion.engine.desk.sheets import Sheets
from companion.engine.errors import GameError
from companion.engine.form import Choice, Pick
from companion.engine.whole_game import OnDesk
from companion.engine.wire import Json
from companion.games.scope.data import CARD_NAMES, FOLDER, MODE_NAMES, SCENARIO_NAMES, THEME_NAMES
from companion.games.scope.rules.setting_up import Said
from companion.games.scope.rules.whole_game import WHOLE_GAME
from companion.games.scope.screens.desk import told
from companion.games.scope.state import read_state
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.options import HOUSE_RULES

CARDS = {card: name.capitalize() for card, name in CARD_NAMES.items()}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    names={**SCENARIO_NAMES, **THEME_NAMES, **MODE_NAMES, **CARDS},
)
TABLET = Pick(None, "The tablet in the middle")


def seats(question: Json) -> tuple[Pick, ...]:
    """Who sits at the table of the question's state."""
    try:
        slots = read_state(question["state"], "state").slots
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in slots))


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-2", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Said),
        chance=("fronts",),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=told.session,
        open=told.legal,
    )
)
