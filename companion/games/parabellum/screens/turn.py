"""The one thing to decide now, for whoever looks: which panel, and what a tap on the map then does."""

from companion.engine.game import Scene
from companion.engine.wording import Values, count, sentence, tap
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES
from companion.games.parabellum.screens.adjusting import adjust_panel
from companion.games.parabellum.screens.answering import answer_panel
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.books import books_panel
from companion.games.parabellum.screens.cards import report_values, seat_of
from companion.games.parabellum.screens.closing import choosing_panel, over_panel
from companion.games.parabellum.screens.deeds import Entry, able
from companion.games.parabellum.screens.frame import SHORT, who
from companion.games.parabellum.screens.leaving import withdraw_panel
from companion.games.parabellum.screens.opening import turn_order_panel
from companion.games.parabellum.screens.scenario import objectives_panel
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.screens.shop import PLAN, counter, plan_panel
from companion.games.parabellum.screens.units import other_panel, unit_panel
from companion.games.parabellum.state import State

type Panel = tuple[Values, Taps]


def panel(scene: Scene[State], entries: list[Entry]) -> Panel:
    """What to decide, or for whom to wait; `entries` are what this screen's own player may do."""
    state, me = scene.state, own_seat(scene)
    if scene.asked and me == scene.asked["player"]:
        return answer_panel(scene, scene.asked), Taps()
    if state.phase == "over":
        return over_panel(scene), Taps()
    asked = _asked_for(scene, me, entries)
    if asked is not None:
        return asked, Taps()
    if state.phase == "turn_order":
        return turn_order_panel(scene), Taps()
    if state.phase == "choose_next":
        return choosing_panel(scene, me), Taps()
    unit = scene.draft.get("unit", "")
    if unit in state.units and scene.room != "tv":
        shown = _unit(scene, me, unit, entries)
        if shown:
            return shown
    return _phase(scene, me, entries), Taps()


def _asked_for(scene: Scene[State], me: str | None, entries: list[Entry]) -> Values | None:
    """A page that was asked for by name: books, catalogue, findings, withdrawal, corrections."""
    if scene.room == "tv":
        return None
    do = scene.draft.get("do")
    if do == "objectives":
        return objectives_panel(scene)
    if me is None:
        return None
    if do == "books":
        return books_panel(scene, me)
    if do == PLAN and scene.state.players[me].status in ("in", "withdrawn"):
        return plan_panel(scene, me, entries)
    if do == "adjust" and me in scene.sight.acts:
        return adjust_panel(scene, me)
    acting = me == scene.state.active and scene.state.phase in TURN_PHASES and me in scene.sight.acts
    return withdraw_panel(scene, me) if do == "withdraw" and acting else None


def _unit(scene: Scene[State], me: str | None, unit: str, entries: list[Entry]) -> Panel | None:
    state = scene.state
    each = state.units[unit]
    if each.owner == me:
        return unit_panel(scene, me, unit, entries)
    if each.where not in ("map", "predeploy"):
        return None
    return other_panel(scene, me, unit) if each.where == "map" else None


def _phase(scene: Scene[State], me: str | None, entries: list[Entry]) -> Values:
    """A phase without a unit in hand: what there is to do, and the way on."""
    state = scene.state
    active = state.active or ""
    if me is None or me not in scene.sight.acts or (me != active and state.phase != "setup"):
        return _waiting(scene, me)
    found: Values = {
        "template": "parabellum/turn/phase.html",
        "title": PHASE_NAMES[state.phase],
        "lead": _lead(scene, me, entries),
        "able": len(able(entries)),
        "seat": seat_of(state, me),
        "other": who(state, active) if me != active else "",
        "plan": fresh(scene, do=PLAN) if me != active else "",
    }
    if state.phase in ("setup", "boardroom") and me == active:
        found["shop"] = counter(scene, me, entries)
    if state.phase == "setup" and me == active:
        found["buttons"] = [
            {
                "text": "Done with Set-up",
                "action": tap({"type": "done", "player": me}),
                "small": "for good: the others go on buying",
            }
        ]
    return found | _turn(scene, me) if state.phase in TURN_PHASES else found


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
    if state.phase == "setup":
        if me != state.active:
            return "You may muster and load meanwhile." if units else "Nothing to muster meanwhile."
        return "Each go buys as much as you like of one thing. Muster at any time: tap a card."
    if state.phase == "boardroom":
        return "Buy what you like. Tap a card to muster, load, merge, disband or scrap it."
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
        "lead": SHORT[state.phase][2] + "."
        if state.phase in SHORT
        else "Companies buy in turn, one resource a go.",
        "active": active,
        "name": who(state, active) if active else "",
        "seat": seat_of(state, active) if active else "",
        "mine": me is not None,
        "setup": state.phase == "setup",
        "plan": fresh(scene, do=PLAN) if me is not None else "",
    }
