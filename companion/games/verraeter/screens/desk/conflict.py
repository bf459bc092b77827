"""The sheets of a conflict: its totals, its sites, what each action card is worth (6.5, 6.6, 6.9)."""

from companion.engine.form import Checks, Choice, Pick, Several, Sheet, Text
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.screens.desk.fields import (
    CARD_PICKS,
    action,
    circle,
    house,
    house_rules,
    players,
    site,
    worked,
)

RULES = ("bonus", "vp_mode", "divide_rounding")
SUPPLY = Several(key="supply", label="Supply played", help="The values, as 5 4.")

SHEETS = {
    "conflict": Sheet(
        group="Conflict",
        button="Fight",
        fields=(
            site(),
            players(
                (house("allegiance", "House before"), SUPPLY, action(none="Not known")),
                worked("conflict-1")["players"],
                "The houses as they are before the traitor is turned over.",
            ),
            house_rules(*RULES),
        ),
        tries={
            "conflict-1": "a traitor who turns a defeat",
            "conflict-2": "equal totals",
            "conflict-3": "a house that nobody serves",
        },
        read_out=told.conflict,
    ),
    "conflict-sites": Sheet(
        group="Conflict",
        button="Where can it be?",
        fields=(circle(), house_rules()),
        tries={"conflict-sites-1": "a circle at the start", "conflict-sites-2": "one house holds all"},
        read_out=told.conflict_sites,
    ),
    "what-if": Sheet(
        group="Odds",
        button="What is each card worth?",
        fields=(
            site(),
            players(
                (house("allegiance", "House now"), SUPPLY),
                worked("what-if-1")["players"],
                "In drafting order, the start player first; supply that is on the table, or assumed.",
            ),
            Text(key="viewer", label="Who asks", default="bert"),
            Checks(
                key="received",
                label="The cards received",
                picks=CARD_PICKS,
                default=worked("what-if-1")["received"],
            ),
            action("pick", "The card taken", "Compare them all"),
            Choice(
                key="detail",
                label="Every single draft",
                picks=(Pick(False, "Only the chances"), Pick(True, "List them")),
                default=False,
                quiet=True,
            ),
            house_rules(*RULES),
        ),
        tries={"what-if-1": "the second of four drafters", "what-if-2": "the last of three, case by case"},
        read_out=told.what_if,
    ),
}
