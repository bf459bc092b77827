"""What Parabellum tells a campaign's rooms of itself."""

from companion.engine.campaign import Campaign
from companion.games.parabellum.campaign.annals import ANNALS
from companion.games.parabellum.campaign.books import BOOKS
from companion.games.parabellum.campaign.branches import BRANCHES
from companion.games.parabellum.campaign.design.made import DESIGN
from companion.games.parabellum.campaign.sides import chapter, sides
from companion.games.parabellum.state import State

CAMPAIGN: Campaign[State] = Campaign(
    chapter=chapter,
    sides=sides,
    design=DESIGN,
    books=BOOKS,
    branches=BRANCHES,
    annals=ANNALS,
)
