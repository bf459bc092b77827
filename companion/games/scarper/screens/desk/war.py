"""The sheets of a whole game: its opening, what may be done, its replay (specification 6.1 to 6.3)."""

from companion.engine.form import Area, Group
from companion.engine.form.house_rule import house_rule
from companion.engine.whole_game import OnDesk
from companion.games.scarper.data import FOLDER
from companion.games.scarper.rules.whole_game import WHOLE_GAME
from companion.games.scarper.screens.desk.questions import house_rules
from companion.games.scarper.screens.desk.told.war import told_legal, told_state
from companion.games.scarper.state.options import HOUSE_RULES

DECKS = Group(
    label="Order of the decks",
    help="Left empty, the app shuffles. With cards on the table there is none to give.",
    form="folded",
    fields=(
        Area(key="decks", label="Event decks, by year, top first"),
        Area(key="mission_decks", label="Mission decks, by side, top first"),
    ),
)
PROCEDURES = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-commands", "replay": "replay-round"},
        fields=(
            Group(label="House rules", form="below", fields=tuple(map(house_rule, HOUSE_RULES))),
            house_rules(files=("board", "library")),
            DECKS,
        ),
        chance=("decks", "mission_decks"),
        state=told_state,
        open=told_legal,
    )
)
