"""What one who waits may write down: who may have drafted what, as he himself knows it."""

from companion.engine.game import Scene
from companion.engine.stage import Fold, Piece, Row, Rows
from companion.engine.wording import listed, percent
from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.rules.notebook import Drafted, passages_of
from companion.games.verraeter.rules.notebook.drafted import drafted
from companion.games.verraeter.rules.secrets import PICKS_HIDDEN
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

ROUND = 32
"""More lines than a round has until its cards are turned over."""


def notes(scene: Scene[State]) -> tuple[Piece, ...]:
    """The notebook of the one player whose screen this is; nothing where none is, or all lies open."""
    if scene.own is None or scene.state.phase not in PICKS_HIDDEN or scene.room == "tv":
        return ()
    known = drafted(scene.state, passages_of(scene.trail[-ROUND:]), scene.own)
    rows = tuple(_row(each) for each in known.players if each.player != scene.own and each.may)
    told = Rows(label="Who may have drafted what", head=("Player", "One of", "Each"), rows=rows)
    return (Fold(id="notebook", title="Your notebook", pieces=(told,), open=True),) if rows else ()


def _row(each: Drafted) -> Row:
    names = listed([ACTION_NAMES[likely.card] for likely in each.may])
    return Row((spoken(each.player), names, percent(float(each.may[0].chance))))
