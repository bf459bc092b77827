"""The sheets of a whole game: its opening, what may be done, its replay (specification 6.1 to 6.3)."""

from companion.engine.form import Area, Group, Sheet
from companion.games.scarper.screens.desk.house_rules import all_house_rules, house_rules
from companion.games.scarper.screens.desk.questions import worked
from companion.games.scarper.screens.desk.told_war import told_legal, told_state

SHEETS = {
    "setup": Sheet(
        group="The whole game",
        button="Set up",
        fields=(
            all_house_rules(),
            house_rules(files=("board", "library")),
            Group(
                label="Order of the decks",
                help="Left empty, the app shuffles. With cards on the table there is none to give.",
                form="folded",
                fields=(
                    Area(key="decks", label="Event decks, by year, top first"),
                    Area(key="mission_decks", label="Mission decks, by side, top first"),
                ),
            ),
        ),
        chance=("decks", "mission_decks"),
        again="Shuffle for us",
        tries={"setup-table": "cards on the table", "setup-app": "a known shuffle"},
        read_out=told_state,
    ),
    "legal": Sheet(
        group="The whole game",
        button="What may be done?",
        fields=(
            Area(
                key="state",
                label="The state of a game",
                help="As setup and replay answer it.",
                rows=18,
                sample=lambda: worked("legal-commands")["state"],
            ),
        ),
        tries={
            "legal-commands": "command points to spend",
            "legal-over": "a war that is over",
            "legal-discard": "an event that takes a card",
        },
        read_out=told_legal,
    ),
    "replay": Sheet(
        group="The whole game",
        button="Replay",
        fields=(
            Area(key="setup", label="Set-up", rows=4, sample=lambda: worked("replay-round")["setup"]),
            Area(
                key="actions",
                label="Actions, in order",
                rows=16,
                sample=lambda: worked("replay-round")["actions"],
            ),
        ),
        tries={
            "replay-round": "the first rounds of a war",
            "replay-resign": "a side gives up",
            "replay-year": "a year without cards",
        },
        read_out=told_state,
    ),
}
