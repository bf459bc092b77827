"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1 to 6.4)."""

from companion.engine.errors import GameError
from companion.engine.form import Area, Choice, Group, Pick, Several, Sheet, Text
from companion.engine.form.house_rule import house_rule
from companion.engine.wire import Json
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.screens.desk.fields import circle, house, own_cards, state, worked
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


SHEETS = {
    "setup": Sheet(
        group="The whole game",
        button="Set up",
        fields=(
            Several(
                key="players",
                label="Players, clockwise",
                help="Three or four, in small letters.",
                default=worked("setup-1")["players"],
            ),
            Text(key="start_player", label="Start player", default="anna"),
            circle(),
            house("first_house", "The start player's house", quiet=True),
            Group(
                label="House rules", form="below", fields=tuple(house_rule(option) for option in HOUSE_RULES)
            ),
            own_cards(),
        ),
        tries={"setup-1": "four players", "setup-2": "three players with cards of their own"},
        read_out=told.session,
    ),
    "legal": Sheet(
        group="The whole game",
        button="What may be done?",
        fields=(state(),),
        tries={"legal-1": "choosing a site", "legal-2": "the first estates"},
        read_out=told.legal,
    ),
    "view": Sheet(
        group="The whole game",
        button="What is seen?",
        fields=(state(), Choice(key="seat", label="Who looks", picks=seats, default=None)),
        tries={"view-1": "a player in the draft", "view-2": "the tablet in the middle"},
        read_out=told.session,
    ),
    "replay": Sheet(
        group="The whole game",
        button="Replay",
        fields=(
            Area(key="setup", label="Set-up", rows=6, sample=lambda: worked("replay-1")["setup"]),
            Area(
                key="actions",
                label="Actions, in order",
                rows=16,
                sample=lambda: worked("replay-1")["actions"],
            ),
        ),
        tries={"replay-1": "a whole first round", "replay-2": "in the middle of a draft"},
        read_out=told.session,
    ),
}
