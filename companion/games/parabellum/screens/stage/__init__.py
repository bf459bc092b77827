"""Parabellum on the stage: the map, the companies and manpower in the strip, the question, the hand."""

from companion.engine.game import Scene
from companion.engine.stage import Cover, Part, Stage, Strip
from companion.engine.wording import Values
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.moment import moment
from companion.games.parabellum.screens.own import SIGNS, hand
from companion.games.parabellum.screens.seeing import own_seat
from companion.games.parabellum.screens.stage.facts import facts
from companion.games.parabellum.state import State

BOARDLESS = {"shop", "tokens", "books", "choosing"}
"""Questions that take the map's place."""


def staged(scene: Scene[State], own: Values, entries: list[Entry]) -> Stage:
    """The whole stage, out of what the screen shows."""
    ask, me = own["panel"], own_seat(scene)
    return Stage(
        ask=ask,
        board=None if ask.kind in BOARDLESS else _board(own),
        strip=Strip(facts=facts(scene, own["companies"])),
        hand=hand(scene, me, entries) if me is not None and scene.room != "tv" else None,
        changes=tuple(own["changes"]),
        moment=moment(scene),
        adjust=own["adjust"],
    )


def _board(own: Values) -> Part:
    """The map; where it lies on the table, the miniatures on it."""
    if own["board"]:
        return Part("parabellum/board.html", {"board": own["board"]}, "The map", SIGNS)
    return Part("parabellum/field.html", {"field": own["field"]}, "The miniatures on your map", SIGNS)


def covers(state: State, player: str) -> Cover | None:
    """A company's own: its cards, its purse, its orders."""
    if player not in state.seated:
        return None
    return Cover(name=who(state, player), side=seat_of(state, player))
