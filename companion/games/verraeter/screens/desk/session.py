"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1 to 6.4)."""

from companion.engine.errors import GameError
from companion.engine.form import Choice, Group, Pick, Several, Text
from companion.engine.form.house_rule import house_rule
from companion.engine.whole_game import OnDesk
from companion.engine.wire import Json
from companion.games.verraeter.data import FOLDER
from companion.games.verraeter.rules.whole_game import WHOLE_GAME
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.screens.desk.fields import circle, house, own_cards, worked
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.options import HOUSE_RULES
from companion.games.verraeter.state.table import read_state

TABLET = Pick(None, "The tablet in the middle")


def seats(question: Json) -> tuple[Pick, ...]:
    """Who sits at the table of the question's state."""
    try:
        ids = read_state(question["state"], "state").ids
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in ids))


PLAYERS = Several(
    key="players",
    label="Players, clockwise",
    help="Three or four, in small letters.",
    default=worked("setup-1")["players"],
)
PROCEDURES = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "view-1", "view": "view-1", "replay": "replay-1"},
        fields=(
            PLAYERS,
            Text(key="start_player", label="Start player", default="anna"),
            circle(),
            house("first_house", "The start player's house", quiet=True),
            Group(label="House rules", form="below", fields=tuple(map(house_rule, HOUSE_RULES))),
            own_cards(),
        ),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=told.session,
        open=told.legal,
    )
)
