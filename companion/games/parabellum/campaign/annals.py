"""Parabellum's annals: rosters, the story, the fallen, the dice, the way through the tree."""

from companion.engine.campaign.annals import Annals
from companion.games.parabellum.campaign.drawing import naming
from companion.games.parabellum.campaign.fallen import losses
from companion.games.parabellum.campaign.roster import records
from companion.games.parabellum.campaign.stages import ranks, stages
from companion.games.parabellum.campaign.story import WEIGHING, story
from companion.games.parabellum.campaign.throws import throws
from companion.games.parabellum.state import State

ANNALS: Annals[State] = Annals(
    records=records,
    story=story,
    losses=losses,
    throws=throws,
    stages=stages,
    ranks=ranks,
    # Said aloud when it is paid: the log tells it to everybody (R61).
    aloud=frozenset(
        ("budget", "manpower", "deployment", "extraction", "penalty", "share", "salvage", "bonus")
    ),
    # The fee for a unit is paid before everybody; on the sheet it bears the card's name, which is not said.
    unnamed=frozenset(("deployment", "extraction")),
    weighing=WEIGHING,
    naming=naming,
)
