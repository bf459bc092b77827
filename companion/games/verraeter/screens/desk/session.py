"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1 to 6.4)."""

from companion.engine.desk.sheets import Sheets
from companion.engine.errors import GameError
from companion.engine.form import Choice, Pick
from companion.engine.whole_game import OnDesk
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_NAMES, FOLDER
from companion.games.verraeter.rules.setting_up import Said
from companion.games.verraeter.rules.whole_game import WHOLE_GAME
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.options import HOUSE_RULES
from companion.games.verraeter.state.table import read_state

TABLET = Pick(None, "The tablet in the middle")
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json", folder=FOLDER, rules=HOUSE_RULES, names=ACTION_NAMES
)


def seats(question: Json) -> tuple[Pick, ...]:
    """Who sits at the table of the question's state."""
    try:
        ids = read_state(question["state"], "state").ids
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in ids))


WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "view-1", "view": "view-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Said),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=told.session,
        open=told.legal,
    )
)
