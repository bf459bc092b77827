"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1 to 6.4)."""

from companion.engine.errors import GameError
from companion.engine.form import Area, Choice, Number, Pick
from companion.engine.form.house_rule import house_rules
from companion.engine.whole_game import OnDesk
from companion.engine.wire import Json
from companion.games.scope.data import FOLDER, MODE_NAMES, SCENARIO_NAMES
from companion.games.scope.rules.whole_game import WHOLE_GAME
from companion.games.scope.screens.desk import told
from companion.games.scope.screens.desk.fields import points, theme, worked
from companion.games.scope.state import read_state
from companion.games.scope.state.naming import spoken
from companion.games.scope.state.options import HOUSE_RULES, SHOWN

TABLET = Pick(None, "The tablet in the middle")
SCENARIOS = tuple(Pick(each, name) for each, name in SCENARIO_NAMES.items())
MODES = tuple(Pick(each, name) for each, name in MODE_NAMES.items())


def seats(question: Json) -> tuple[Pick, ...]:
    """Who sits at the table of the question's state."""
    try:
        slots = read_state(question["state"], "state").slots
    except (GameError, KeyError, TypeError):
        return (TABLET,)
    return (TABLET, *(Pick(each, spoken(each)) for each in slots))


PROCEDURES = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-2", "view": "view-1", "replay": "replay-1"},
        fields=(
            Choice(key="scenario", label="Scenario", picks=SCENARIOS, default="quick_duel", form="list"),
            Area(key="custom", label="A scenario of your own", rows=4, help="Only where none is printed."),
            theme(),
            Choice(key="mode", label="Mode", picks=MODES, default="basic", quiet=True),
            Number(key="players", label="Players", low=2, high=4, default=2, quiet=True),
            Area(
                key="fronts",
                label="Both fronts",
                rows=10,
                help="Each from its first row, at the line, to its last.",
                sample=lambda: worked("setup-1")["fronts"],
            ),
            house_rules(HOUSE_RULES, SHOWN),
            points("options.points"),
        ),
        chance=("fronts",),
        looker=(Choice(key="seat", label="Who looks", picks=seats, default=None),),
        state=told.session,
        open=told.legal,
    )
)
