"""A war of battles: armies shrink three for one after each, and are mustered again (8.5)."""

from companion.engine.campaign.war import War
from companion.games.proelii.rules.war.aftermath import after
from companion.games.proelii.rules.war.army import title
from companion.games.proelii.rules.war.mustering import onward, stands

__all__ = ["WAR"]

WAR = War(
    "A war of battles",
    "Both armies go on from battle to battle: who survives returns three for one, and is mustered again.",
    title,
    after,
    onward,
    stands,
)
