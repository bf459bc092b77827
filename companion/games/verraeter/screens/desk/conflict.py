"""The sheets of a conflict: its totals, its sites, what each action card is worth (6.5, 6.6, 6.9)."""

from companion.engine.form import Checks, Choice, Pick, Several, Text
from companion.engine.procedure import Procedure
from companion.games.verraeter.procedures import conflict, conflict_sites, what_if
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

PROCEDURES = (
    Procedure(
        name="conflict",
        title="Conflict",
        summary="Two totals, the landscape that turns, everybody's points.",
        resolve=conflict.resolve,
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
        told=told.conflict,
    ),
    Procedure(
        name="conflict-sites",
        title="Sites of a conflict",
        summary="Every place where houses meet, and what is at stake there.",
        resolve=conflict_sites.resolve,
        group="Conflict",
        button="Where can it be?",
        fields=(circle(), house_rules()),
        told=told.conflict_sites,
    ),
    Procedure(
        name="what-if",
        title="What each action card is worth",
        summary="Every draft that can still happen, fought out: chances and points of each pick.",
        resolve=what_if.resolve,
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
        told=told.what_if,
    ),
)
