"""What a correction has changed, once it counts: told on every screen, to each what he may know."""

from contextlib import suppress

from companion.engine.scene import Sight
from companion.tables.position import BrokenJournal, Position


def has_changed(known: Position, sight: Sight) -> tuple[str, ...]:
    """What is otherwise than before the newest correction; empty where the rules do not come to it."""
    before = known.standing.undone[-1:]
    with suppress(BrokenJournal):
        states = [known.fold(places, len(places) - 1) for places in before]
        return tuple(words for was in states for words in known.game.differs(was, known.state, sight.sees))
    return ()
