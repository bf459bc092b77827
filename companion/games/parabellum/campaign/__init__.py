"""What Parabellum tells a campaign's rooms of itself."""

from companion.engine.campaign import Campaign
from companion.games.parabellum.campaign.books import BOOKS
from companion.games.parabellum.state import State

CAMPAIGN: Campaign[State] = Campaign(
    books=BOOKS,
)
