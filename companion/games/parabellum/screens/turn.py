"""The one thing to decide now, for whoever looks: which panel, and what a tap on the map then does."""

from companion.engine.game import Scene
from companion.engine.stage import Question
from companion.engine.wording import Values, count, sentence, tap
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES
from companion.games.parabellum.screens.adjusting import adjust_question
from companion.games.parabellum.screens.answering import answer_panel
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.books import books_question
from companion.games.parabellum.screens.cards import report_values, seat_of
from companion.games.parabellum.screens.closing import choosing_question, over_question
from companion.games.parabellum.screens.deeds import Entry, able
from companion.games.parabellum.screens.frame import SHORT, who
from companion.games.parabellum.screens.leaving import withdraw_question
from companion.games.parabellum.screens.opening import turn_order_question
from companion.games.parabellum.screens.own import PLAN
from companion.games.parabellum.screens.rear import boardroom_question, goes, setup_question
from companion.games.parabellum.screens.scenario import end_question, scenario_question
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.screens.shop import plan_question
from companion.games.parabellum.screens.units import other_panel, unit_panel
from companion.games.parabellum.state import State

type Panel = tuple[Values | Question, Taps]


def panel(scene: Scene[State], entries: list[Entry]) -> Panel:
    """What to decide, or for whom to wait; `entries` are what this screen's own player may do."""
    state, me = scene.state, own_seat(scene)
    if scene.asked and me == scene.asked["player"]:
        return answer_panel(scene, scene.asked), Taps()
    if state.phase == "over":
        return over_question(scene), Taps()
    asked = _asked_for(scene, me)
    if asked is not None:
        return asked, Taps()
    if state.phase == "turn_order":
        return turn_order_question(scene), Taps()
    if state.phase == "choose_next":
        return choosing_question(scene, me), Taps()
    unit = scene.draft.get("unit", "")
    if unit in state.units and scene.room != "tv":
        shown = _unit(scene, me, unit, entries)
        if shown:
            return shown
    return _phase(scene, me, entries), Taps()


def _asked_for(scene: Scene[State], me: str | None) -> Question | None:
    """A page that was asked for by name: books, catalogue, findings, withdrawal, corrections."""
    if scene.room == "tv":
        return None
    do = scene.draft.get("do")
    if do == "objectives":
        return scenario_question(scene)
    if do == "end" and scene.state.phase in TURN_PHASES and scene.sight.acts:
        return end_question(scene)
    if me is None:
        return None
    if do == "books":
        return books_question(scene, me)
    if do == PLAN and scene.state.players[me].status in ("in", "withdrawn"):
        return plan_question(scene, me, goes=goes(scene.state, me))
    if do == "adjust" and me in scene.sight.acts:
        return adjust_question(scene, me)
    acting = me == scene.state.active and scene.state.phase in TURN_PHASES and me in scene.sight.acts
    return withdraw_question(scene, me) if do == "withdraw" and acting else None


def _unit(scene: Scene[State], me: str | None, unit: str, entries: list[Entry]) -> Panel | None:
    state = scene.state
    each = state.units[unit]
    if each.owner == me:
        return unit_panel(scene, me, unit, entries)
    if each.where not in ("map", "predeploy"):
        return None
    return other_panel(scene, me, unit) if each.where == "map" else None


def _phase(scene: Scene[State], me: str | None, entries: list[Entry]) -> Values | Question:
    """A phase without a unit in hand: what there is to do, and the way on."""
    state = scene.state
    if state.phase == "setup":
        return setup_question(scene, me, entries)
    if me is None or me not in scene.sight.acts or me != state.active:
        return _waiting(scene, me)
    if state.phase == "boardroom":
        return boardroom_question(scene, me, entries)
    found: Values = {
        "template": "parabellum/turn/phase.html",
        "title": PHASE_NAMES[state.phase],
        "lead": _lead(scene, me, entries),
        "able": len(able(entries)),
        "seat": seat_of(state, me),
    }
    return found | _turn(scene, me)


def _turn(scene: Scene[State], me: str) -> Values:
    """What one's own turn has in every phase: what was reported, the way on, the way out."""
    state = scene.state
    on = {"text": _next_words(state), "action": tap({"type": "end_phase", "player": me}), "main": True}
    return {
        "reports": [report_values(state, unit) for unit in state.reports],
        "buttons": [on],
        "withdraw": fresh(scene, do="withdraw"),
    }


def _next_words(state: State) -> str:
    place = TURN_PHASES.index(state.phase)
    if place + 1 == len(TURN_PHASES):
        return "End the turn"
    return f"On to {PHASE_NAMES[TURN_PHASES[place + 1]]}"


def _lead(scene: Scene[State], me: str, entries: list[Entry]) -> str:
    state = scene.state
    units = len(able(entries))
    if not units:
        return f"{SHORT[state.phase][2]}: none of your units can do any of it now."
    tapped = "tap it" if units == 1 else "tap one"
    return (
        f"{SHORT[state.phase][2]}. {sentence(count(units, 'unit'))} can: {tapped} on the map or on its card."
    )


def _waiting(scene: Scene[State], me: str | None) -> Values:
    state = scene.state
    active = state.active or ""
    doing = PHASE_NAMES[state.phase]
    return {
        "template": "parabellum/turn/waiting.html",
        "title": f"{who(state, active)}: {doing}" if active else doing,
        "lead": SHORT[state.phase][2] + ".",
        "active": active,
        "name": who(state, active) if active else "",
        "seat": seat_of(state, active) if active else "",
        "mine": me is not None,
        "plan": fresh(scene, do=PLAN) if me is not None else "",
    }
