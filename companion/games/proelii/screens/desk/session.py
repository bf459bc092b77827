"""The sheets of a whole battle: its opening, what may be done, its replay (6.1 to 6.3)."""

from functools import partial

from companion.engine.desk.sheets import Sheets
from companion.engine.form.area import Area
from companion.engine.whole_game import OnDesk
from companion.games.proelii.data import (
    CONVERSION_NAMES,
    EXPERIENCE_NAMES,
    FACE_NAMES,
    FOLDER,
    KIND_NAMES,
    SIDE_NAMES,
)
from companion.games.proelii.procedures.energy.ledger_words import EVENT_WORDS
from companion.games.proelii.rules.own_battle import BATTLES
from companion.games.proelii.rules.setting_up import Said
from companion.games.proelii.rules.whole_game import WHOLE_GAME
from companion.games.proelii.screens.desk.told import battle
from companion.games.proelii.state.options import HOUSE_RULES

WORDS = {**FACE_NAMES, **CONVERSION_NAMES}
SHEETS = Sheets(
    file=FOLDER / "screens" / "desk" / "desk.json",
    folder=FOLDER,
    rules=HOUSE_RULES,
    names={
        **{key: words.capitalize() for key, words in WORDS.items()},
        **KIND_NAMES,
        **EXPERIENCE_NAMES,
        **EVENT_WORDS,
        **SIDE_NAMES,
    },
    own={
        "battle": partial(Area, words=BATTLES, accept=".json,.xlsx,application/json"),
        "policy": partial(Area, words=("optimal",)),
    },
)
WHOLE = WHOLE_GAME.procedures(
    OnDesk(
        folder=FOLDER,
        begin={"legal": "legal-1", "replay": "replay-1"},
        fields=SHEETS.fields("setup", Said),
        state=battle.battle,
        open=battle.legal,
    )
)
