"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1)."""

from companion.engine.examples import worked
from companion.engine.form import Choice, Group, Rows, Text
from companion.engine.form.house_rule import house_rule
from companion.engine.whole_game import OnDesk
from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.rules.whole_game import WHOLE_GAME
from companion.games.parabellum.screens.desk.binders import OWN_BINDER, companies
from companion.games.parabellum.screens.desk.told import session as told
from companion.games.parabellum.state.options import HOUSE_RULES

PLAYERS = Rows(
    key="players",
    label="Players, by seat",
    lead="player",
    fields=(
        Text(key="player", label="Player"),
        Choice(key="company", label="Company", picks=companies, default="ansa", form="list"),
    ),
    default=worked(FOLDER, "setup-starter")["players"],
    most=4,
)
PROCEDURES = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-setup", "view": "view-a", "replay": "replay-band"},
        fields=(
            PLAYERS,
            Group(label="House rules", form="folded", fields=tuple(map(house_rule, HOUSE_RULES))),
            Group(label="Own binder", form="folded", fields=(OWN_BINDER,)),
        ),
        looker=(Text(key="viewer", label="Who looks", default="a"),),
        state=told.session,
        open=told.legal,
    )
)
