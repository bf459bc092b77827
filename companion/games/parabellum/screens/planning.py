"""While another acts: one's own next turn on the same board, weighed as if it had begun; nobody else sees it.

Orders that are set so wait in the address until the turn comes.
"""

from dataclasses import replace
from typing import cast

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Question, Way, said
from companion.engine.wire import Json
from companion.games.parabellum.data import TURN_PHASES, Phase
from companion.games.parabellum.rules.course.turns import start_turn
from companion.games.parabellum.screens.deeds.orders import orders_of, pending
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

NEXT = "next"
"""The phase of one's next turn that an address weighs; movement without."""
PHASES = {"movement": "Move", "special": "Scout and shell", "direct": "Attack"}


def plans(scene: Scene[State], me: str | None) -> bool:
    """Whether this screen weighs a turn that has not come: a unit of its own is looked at, or ordered."""
    state, unit = scene.state, scene.draft.get("unit", "")
    waits = me is not None and me in scene.sight.acts and state.phase in TURN_PHASES and me != state.active
    if not waits or not state.tracked or scene.room == "tv" or me not in state.playing or scene.asked:
        return False
    own = unit in state.units and state.units[unit].owner == me and state.units[unit].where == "map"
    return own or bool(scene.draft.get("o"))


def as_if_begun(scene: Scene[State], me: str) -> Scene[State]:
    """The same table in one's own next turn: moves done as they are ordered, where fire is weighed."""
    begun = replace(scene, state=start_turn(scene.state, me))
    phase = scene.draft.get(NEXT, "movement")
    if phase not in PHASES or phase == "movement":
        return begun
    moved = orders_of(begun, me).state
    return replace(begun, state=moved.changed(phase=cast("Phase", phase)))


def only_weighed(scene: Scene[State], question: Question, weighed: Json | None) -> Question:
    """The question of that turn without any deed: what would be, and for whom one waits."""
    active = scene.state.active or ""
    ways = tuple(each for each in question.lesser if isinstance(each, Way) and "dice" not in each.href)
    return replace(
        question,
        kind="planning",
        under=said("Your next turn: {under}", under=question.under),
        pieces=(_phases(scene, weighed), *question.pieces),
        main=None,
        lesser=ways,
        action="",
        to="act",
        missing=said("Waiting for {who}", who=who(scene.state, active)),
        back=fresh(scene, o=None),
    )


def _phases(scene: Scene[State], weighed: Json | None) -> Choices:
    """What of it is weighed; a move that is half chosen counts as done where fire is."""
    unit, now = scene.draft.get("unit"), scene.draft.get(NEXT, "movement")
    held = pending(scene, weighed) if now == "movement" else scene.draft.get("o", "")

    def link(phase: str) -> str:
        return fresh(scene, unit=unit, o=held, **{NEXT: None if phase == "movement" else phase})

    ways = tuple(Choice(words=name, href=link(key), chosen=key == now) for key, name in PHASES.items())
    return Choices(label="Your next turn", choices=ways, shape="chips")
