"""The sheets of what is printed: the scenarios, the quadrants of a front (6.5, 6.6)."""

from companion.engine.form import Choice, Pick, Several
from companion.engine.procedure import Procedure
from companion.games.scope.data import PLANS, SCENARIO_NAMES
from companion.games.scope.procedures import quadrants, scenario_table
from companion.games.scope.screens.desk import told
from companion.games.scope.screens.desk.fields import points, side, size, theme

SCENARIO_PICKS = (Pick(None, "All five"), *(Pick(each, SCENARIO_NAMES[each]) for each in PLANS))

PROCEDURES = (
    Procedure(
        name="scenario-table",
        title="Scenarios",
        summary="Size, cards, objective and points in play of each, after a theme.",
        resolve=scenario_table.resolve,
        group="Scenarios",
        button="Show them",
        fields=(
            Choice(
                key="scenario",
                label="Scenario",
                picks=SCENARIO_PICKS,
                default=None,
                quiet=True,
                form="list",
            ),
            theme(),
            points(),
        ),
        told=told.scenarios,
    ),
    Procedure(
        name="quadrants",
        title="Quadrants of a front",
        summary="Which can be moved, which lie next to the player zone, how many contain each cell.",
        resolve=quadrants.resolve,
        group="Scenarios",
        button="Which are there?",
        fields=(
            *size(),
            side("front", "Whose front"),
            Several(
                key="intruders", label="Cells with enemy infantry", help="As b3 c3; mostly none.", quiet=True
            ),
        ),
        told=told.quadrants,
    ),
)
