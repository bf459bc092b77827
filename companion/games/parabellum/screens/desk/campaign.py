"""The sheets of a campaign: who begins, how a scenario ends, the tree, the report, the audit."""

from companion.engine.form import Choice, Group, Keyed, Lines, Pick, Rows, Several, Text
from companion.engine.form.several import words
from companion.engine.procedure import Procedure
from companion.engine.whole_game import GROUP, state_area
from companion.engine.wire import Json
from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.procedures.campaign import (
    audit,
    binder_check,
    campaign_report,
    scenario_end,
    turn_order,
)
from companion.games.parabellum.screens.desk.fields import (
    YES_NO,
    BinderArea,
    count,
    credits,
    house_rules,
    worked,
)
from companion.games.parabellum.screens.desk.told import campaign as told
from companion.games.parabellum.state.binder.reading import STARTER

END = worked("end-last-standing")
ENDINGS = (
    Pick("withdrawal", "All but one withdrew"),
    Pick("rounds", "The last round is over"),
    Pick("objective", "An objective ended it"),
    Pick("manual", "The table ended it"),
)
CHOOSERS = (
    Pick("victor", "The victor"),
    Pick("loser", "The loser"),
    Pick("richest", "The richest"),
    Pick("poorest", "The poorest"),
)


def _roll(text: str) -> Json:
    found = words(text)
    return dict(zip(map(str, found[::2]), found[1::2], strict=True))


def _told_roll(roll: Json) -> str:
    return ", ".join(f"{player} {face}" for player, face in roll.items())


OBJECTIVES = Rows(
    key="objectives",
    label="Objectives, in booklet order",
    lead="id",
    fields=(
        Text(key="id", label="Name"),
        Several(key="players", label="Open to"),
        Choice(key="exclusive", label="Exclusive", picks=YES_NO, default=False),
        credits("bonus.credits", "Bonus", 100),
        count("bonus.fuel", "… fuel", 0, 99),
        count("bonus.ammunition", "… ammunition", 0, 99),
        credits("penalty.credits", "Penalty", 0),
    ),
    default=END["objectives"],
)
PLAYERS = Rows(
    key="players",
    label="Players, by seat",
    lead="player",
    fields=(
        Text(key="player", label="Player"),
        credits("credits", "Credits", 0),
        credits("scrap_value", "Scrap value of units", 0),
        Choice(key="in", label="Still in", picks=YES_NO, default=True),
        Several(key="completed", label="Completed"),
    ),
    default=END["players"],
    most=4,
)

PROCEDURES = (
    Procedure(
        name="turn-order",
        title="Turn order",
        summary="Dice from high to low, and who rolls again.",
        resolve=turn_order.resolve,
        complete=turn_order.complete,
        group="The campaign",
        button="Who goes first?",
        fields=(
            Keyed(
                rows=Rows(
                    key="dice",
                    label="Who rolls which die",
                    help="A d8 after an achieved objective.",
                    lead="player",
                    fields=(
                        Text(key="player", label="Player"),
                        Choice(key="die", label="Die", picks=(Pick(6, "d6"), Pick(8, "d8")), default=6),
                    ),
                    default={"ada": 6, "bo": 8},
                    most=4,
                ),
                value="die",
            ),
            Lines(
                key="rolls",
                label="Rolls, the ties' below",
                help="As ada 3, bo 7; a line for each roll. Blank: the app rolls.",
                parse=_roll,
                tell=_told_roll,
                rows=2,
            ),
        ),
        chance=("rolls",),
        told=told.turn_order,
    ),
    Procedure(
        name="scenario-end",
        title="End of a scenario",
        summary="Bonuses, penalties, salvage, who is out, who chooses.",
        resolve=scenario_end.resolve,
        group="The campaign",
        button="Settle it",
        fields=(
            Choice(key="ended_by", label="Why it ended", picks=ENDINGS, default="withdrawal", form="list"),
            OBJECTIVES,
            PLAYERS,
            Several(key="order", label="Turn order", default=END["order"]),
            Choice(key="chooser", label="Who chooses the next", picks=CHOOSERS, default="victor"),
            Several(key="next", label="Next scenarios", help="None: the campaign ends.", default=END["next"]),
            Group(
                label="What is left on the field",
                fields=(
                    credits("salvage", "Salvage of wrecks", 70),
                    count("loose.fuel", "Loose fuel", 3, 999),
                    count("loose.ammunition", "Loose ammunition", 1, 999),
                ),
            ),
            house_rules("liquid_assets"),
        ),
        told=told.scenario_end,
    ),
    Procedure(
        name="binder-check",
        title="Check a binder",
        summary="The scenario tree, its ways and endings, the maps and their seats.",
        resolve=binder_check.resolve,
        group="The campaign",
        button="Check it",
        fields=(
            BinderArea(
                key="binder",
                label="The binder",
                help="The word starter, or your own binder as a file.",
                rows=20,
                sample=lambda: STARTER,
            ),
        ),
        told=told.binder_check,
    ),
)
REPORTS = (
    Procedure(
        name="campaign-report",
        title="Campaign report",
        summary="Money in and out by scenario, and how everybody stands.",
        resolve=campaign_report.resolve,
        group=GROUP,
        button="Report",
        fields=(state_area(FOLDER, "report-drill"),),
        told=told.campaign_report,
    ),
    Procedure(
        name="audit",
        title="Audit",
        summary="People, credits, counters, flags, caches: whether everything is in its place.",
        resolve=audit.resolve,
        group=GROUP,
        button="Check the books",
        fields=(state_area(FOLDER, "audit-clean"),),
        told=told.audit,
    ),
)
