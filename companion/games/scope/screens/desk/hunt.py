"""The sheets of a game under way: the odds of a search, who has won (6.7, 6.8)."""

from companion.engine.form import Area, Choice, Pick, Several
from companion.engine.procedure import Procedure
from companion.games.scope.data import PLANS, SIDES
from companion.games.scope.procedures import search_odds, victory
from companion.games.scope.screens.desk import told
from companion.games.scope.screens.desk.fields import counts, depth, left, points, side, size, theme, worked

MODELS = (
    Pick("at_least_one", "A sniper is in that quadrant, no more"),
    Pick("shooter", "Any sniper, any quadrant of his, each as likely"),
)
OBJECTIVES = (Pick(None, "None: the theme's own victory"), *(Pick(n, str(n)) for n in range(1, 31)))
LEFT = PLANS["quick_duel"].counts
ROWS = "The battlefield rows in which its infantry stands, as 2 6; only for Stop the Advance."


def _rows(of: str) -> Several:
    key = f"sides.{of}.infantry_rows"
    return Several(key=key, label=f"Rows of the infantry, {of.title()}", help=ROWS, quiet=True)


PROCEDURES = (
    Procedure(
        name="search-odds",
        title="Odds of a search",
        summary="What can lie in each cell of a front, from what everybody saw.",
        resolve=search_odds.resolve,
        group="In the game",
        button="What lies where?",
        fields=(
            side("front", "Whose front", "soviet"),
            *size(3, 2),
            counts(worked("search-odds-1")["counts"]),
            Area(
                key="events",
                label="What everybody saw",
                rows=8,
                sample=lambda: worked("search-odds-1")["events"],
                help="In order: cards turned up or replaced, quadrants moved, shots.",
            ),
            Choice(
                key="shot_model",
                label="What a shot card tells",
                picks=MODELS,
                default="at_least_one",
                quiet=True,
            ),
            points(),
        ),
        told=told.search_odds,
    ),
    Procedure(
        name="victory",
        title="Who has won",
        summary="Every condition of both sides, and what is still missing.",
        resolve=victory.resolve,
        group="In the game",
        button="Who has won?",
        fields=(
            theme(),
            Choice(key="objective", label="Objective points", picks=OBJECTIVES, default=6, form="list"),
            depth(),
            side("acting", "Who has just acted"),
            *(left(each, LEFT) for each in SIDES),
            *(_rows(each) for each in SIDES),
        ),
        told=told.victory,
    ),
)
