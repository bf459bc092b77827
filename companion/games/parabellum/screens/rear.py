"""Set-up and the Boardroom: the shop takes the map's place, and all that can be is mustered at one tap."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import Deed, Lead, Question, Queue, Turned, Way, said
from companion.engine.wording import count, tap
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.rear.mustering import check_muster, muster
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.course.scenario import objectives
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.mustering import free_flags
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.own import PLAN
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.screens.shop import shop_question
from companion.games.parabellum.state import State

ENDLESS = 9


def setup_question(scene: Scene[State], me: str | None, entries: Sequence[Entry]) -> Question:
    """Buying in turn, a kind a go; who waits musters and loads meanwhile."""
    state = scene.state
    if me is None or me not in scene.sight.acts or me != state.active:
        return _waiting(scene, me, entries)
    done = Deed(
        words="Done with Set-up",
        small="for good; others go on",
        action=tap({"type": "done", "player": me}),
    )
    return shop_question(scene, me, (*muster_all(state, me, entries), done), goes=goes(state, me))


def boardroom_question(scene: Scene[State], me: str, entries: Sequence[Entry]) -> Question:
    """Anything is bought; then the turn ends."""
    state = scene.state
    end = Deed(words="End the turn", action=tap({"type": "end_phase", "player": me}))
    return shop_question(scene, me, (*muster_all(state, me, entries), end), goes=goes(state, me))


def goes(state: State, player: str) -> int:
    """How many purchases a company may make now without another's go between them (S1, B1)."""
    if state.active != player or state.phase not in ("setup", "boardroom"):
        return 0
    alone = state.phase == "boardroom" or set(state.playing) - set(state.done) <= {player}
    return ENDLESS if alone else 1


def muster_all(state: State, player: str, entries: Sequence[Entry]) -> tuple[Deed, ...]:
    """One tap that musters every card for which people and tokens are there, each with the next free flag."""
    actions = []
    for unit in (str(entry["unit"]) for entry in entries if entry["type"] == "muster"):
        flag = next(iter(free_flags(state, player)), None)
        if flag and allowed(check_muster, state, player, unit):
            actions.append({"type": "muster", "player": player, "unit": unit, "flag": list(flag)})
            state = muster(state, kinds.Muster(player, unit, flag)).state
    if not actions:
        return ()
    units = count(len(actions), "unit")
    words = said("Muster all: {units}", units=units)
    return (Deed(words=words, small="each with the next free flag", action=tap(actions)),)


def _waiting(scene: Scene[State], me: str | None, entries: Sequence[Entry]) -> Question:
    """Who buys, who is done; what may be done meanwhile."""
    state = scene.state
    active = state.active or ""
    ready = muster_all(state, me, entries) if me is not None else ()
    plan = (Way(words="Catalogue and plan", href=fresh(scene, do=PLAN)),) if me is not None else ()
    buttons = (*ready, *plan)
    return Question(
        kind="waiting",
        title=said("{who}: Set-up", who=who(state, active)) if active else "Set-up",
        side=seat_of(state, active) if active else "",
        pieces=(
            Lead("Companies buy in turn, one kind of thing a go."),
            _queue(state),
            *(objectives(scene) if me is not None else ()),
        ),
        main=buttons[0] if buttons else None,
        lesser=buttons[1:],
        missing=said("Waiting for {who}", who=who(state, active)),
        waits=active if me is None else "",
    )


def _queue(state: State) -> Queue:
    return Queue(tuple(_turned(state, player) for player in state.order or state.playing))


def _turned(state: State, player: str) -> Turned:
    name, side = who(state, player), seat_of(state, player)
    if player in state.done:
        return Turned(name, "done", side=side)
    if player == state.active:
        return Turned(name, "now", "buys", side)
    return Turned(name, side=side)
