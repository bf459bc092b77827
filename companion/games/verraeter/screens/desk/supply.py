"""The sheets of supply and the end: who picks up what, the odds of a draw, the end score (6.7, 6.8, 6.10)."""

from companion.engine.form import Number, Several, Text
from companion.engine.procedure import Procedure
from companion.games.verraeter.procedures import draw_odds, final_score, supply_refill
from companion.games.verraeter.screens.desk import told
from companion.games.verraeter.screens.desk.fields import (
    action,
    house,
    house_rules,
    own_cards,
    players,
    worked,
)

PROCEDURES = (
    Procedure(
        name="draw-odds",
        title="Odds of a draw",
        summary="What so many cards of the draw pile may be worth.",
        resolve=draw_odds.resolve,
        group="Odds",
        button="What may come?",
        fields=(
            Several(
                key="known",
                label="Cards that cannot be drawn",
                help="Your hand, what was played and discarded, the others' first 3, 4 and 5 not yet seen.",
                default=worked("draw-odds-1")["known"],
            ),
            Number(key="draws", label="Cards to draw", low=0, high=8, default=2),
            own_cards(),
        ),
        told=told.draw_odds,
    ),
    Procedure(
        name="supply-refill",
        title="Picking up supply",
        summary="Who picks up how many cards, in which order, and whether they last.",
        resolve=supply_refill.resolve,
        group="Supply",
        button="Who picks up?",
        fields=(
            Text(key="start_player", label="Start player", default="cleo"),
            players(
                (
                    house("allegiance", "House now"),
                    Number(key="hand", label="Cards in hand", low=0, high=9, default=3),
                    action(),
                    Several(
                        key="estates",
                        label="Houses over the estates",
                        help="As eagle rose; offices left out.",
                    ),
                ),
                worked("supply-refill-1")["players"],
            ),
            Number(key="draw", label="Cards in the draw pile", low=0, high=99, default=4),
            Number(key="discard", label="Cards in the discard pile", low=0, high=99, default=9),
            house_rules("hand_limit", "surplus", cards=False),
        ),
        told=told.supply_refill,
    ),
    Procedure(
        name="final-score",
        title="End score",
        summary="Offices times supply, and who has won.",
        resolve=final_score.resolve,
        group="End score",
        button="Who has won?",
        fields=(
            players(
                (
                    Number(key="vp", label="Points", low=-99, high=999, default=0),
                    Number(key="offices", label="Offices", low=0, high=2, default=0),
                    Number(key="supply", label="Supply in hand", low=0, high=9, default=0),
                ),
                worked("final-score-1")["players"],
                "In seating order.",
            ),
            house_rules("office_card_cap", "tie_break", "hand_limit", cards=False),
        ),
        told=told.final_score,
    ),
)
