"""What a screen shows: finished values for the templates."""

from companion.engine.game import Scene
from companion.engine.stage import Bar, Screen
from companion.smallest.tally.state import Tally, redacted


def view(scene: Scene[Tally]) -> Screen:
    """The same values for table, hand and wall; the sight takes out what may not be seen."""
    bar = Bar(title="Tally", plate=str(scene.state.total), phase="Counting")
    own = {
        "total": scene.state.total,
        "hands": redacted(scene.state, scene.sight)["hands"],
        "choice": scene.draft.get("do", ""),
        "asked": scene.asked,
        "steps": len(scene.trail),
        "room": scene.room,
    }
    return Screen(bar, own)
