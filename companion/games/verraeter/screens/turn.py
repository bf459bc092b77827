"""The one thing to decide now, for whoever looks: which panel, and what a tap on the circle then does."""

from collections.abc import Callable

from companion.engine.game import Scene
from companion.games.verraeter.data import PHASE_NAMES
from companion.games.verraeter.screens.adjusting import adjust_panel, wants_adjusting
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.building import build_panel
from companion.games.verraeter.screens.drafting import dealing_panel, passing_panel, picking_panel
from companion.games.verraeter.screens.finished import finished_panel
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.placing import estates_panel, site_panel
from companion.games.verraeter.screens.refilling import lay_down_panel, refill_panel, waiting_refill
from companion.games.verraeter.screens.revealing import reveal_panel
from companion.games.verraeter.screens.seeing import Values, fresh, may_show, may_tap, must_offer
from companion.games.verraeter.screens.story import just_revealed
from companion.games.verraeter.screens.supplying import laid_panel, supply_panel
from companion.games.verraeter.state import State

type Panel = tuple[Values, Taps]

DOING = {
    "estates": "places the first estate",
    "site": "chooses where the conflict is fought",
    "draft": "says how the action cards are drafted",
    "build": "may build as master builder",
}


def panel(scene: Scene[State]) -> Panel:
    """What to decide, or for whom to wait."""
    state = scene.state
    if scene.asked:
        return lay_down_panel(scene, scene.asked) | {"by": person(state, scene.asked["player"])}, Taps()
    if wants_adjusting(scene):
        return adjust_panel(scene)
    if state.phase == "finished":
        return finished_panel(scene), Taps()
    if just_revealed(scene) and not set(scene.draft) - {"seat", "for"} and scene.room == "table":
        return {
            "template": "verraeter/turn/told_story.html",
            "on": fresh(scene, on=1),
            "next": _next(state),
        }, Taps()
    if state.phase == "reveal" or state.active is None:
        return reveal_panel(scene), Taps()
    found, taps = _players_panel(scene, state.active)
    return {"by": person(state, state.active), **found}, taps


def _next(state: State) -> str:
    who = person(state, state.active)["name"] if state.active else "all"
    doing = {**DOING, "refill": "picks up supply"}
    return f"{who} {doing[state.phase]}" if state.phase in doing else PHASE_NAMES[state.phase]


def _players_panel(scene: Scene[State], who: str) -> Panel:
    phase = scene.state.phase
    dealt = phase == "draft" and scene.state.draft.mode is not None
    if phase in CHOSEN_OPENLY and not dealt:
        if not may_tap(scene, who):
            return _waiting(scene, who), Taps()
        return CHOSEN_OPENLY[phase](scene, who)
    return _secret(scene, who), Taps()


def _secret(scene: Scene[State], who: str) -> Values:
    """What is chosen from a hand: open on that player's own screen alone, or where the app knows no hand."""
    show, wait = SECRET[scene.state.phase]
    told = scene.state.options.counts_only and scene.state.phase != "draft"
    if may_show(scene, who) and who in scene.sight.acts and scene.room != "tv":
        return show(scene, who)
    if told and may_tap(scene, who):
        return show(scene, who)
    return wait(scene, who) | {"elsewhere": not told, "for": _for(scene, who) if told else None}


def _waiting(scene: Scene[State], who: str) -> Values:
    return {
        "template": "verraeter/turn/waiting.html",
        "title": f"{person(scene.state, who)['name']}'s turn",
        "words": f"{person(scene.state, who)['name']} {DOING[scene.state.phase]}.",
        "for": _for(scene, who),
    }


def _for(scene: Scene[State], who: str) -> Values | None:
    """The way to tap for somebody else, where this device may."""
    if not must_offer(scene, who):
        return None
    return {"name": person(scene.state, who)["name"], "href": fresh(scene, **{"for": who})}


CHOSEN_OPENLY: dict[str, Callable[[Scene[State], str], Panel]] = {
    "estates": estates_panel,
    "site": site_panel,
    "draft": lambda scene, who: (dealing_panel(scene, who), Taps()),
    "build": build_panel,
}
type Shown = Callable[[Scene[State], str], Values]
SECRET: dict[str, tuple[Shown, Shown]] = {
    "draft": (picking_panel, passing_panel),
    "supply": (supply_panel, laid_panel),
    "refill": (refill_panel, waiting_refill),
}
