"""One player's own: the supply in hand and the action card kept, for his eyes."""

from companion.engine.game import Scene
from companion.engine.wording import count
from companion.games.verraeter.screens.drafting import action_card
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.screens.supplying import hand_cards
from companion.games.verraeter.state import State


def own(scene: Scene[State]) -> Values | None:
    """The secrets of the one player whose screen this is; None on a screen of the table."""
    who = scene.own
    if who is None:
        return None
    player = scene.state.player(who)
    return person(scene.state, who) | {
        "cards": hand_cards(player.hand),
        "words": count(len(player.hand), "supply card"),
        "sum": sum(player.hand),
        "pick": action_card(player.pick) if player.pick else None,
        "turn": scene.state.active == who,
    }
