"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from companion.engine.game import Scene
from companion.engine.wording import tap
from companion.games.verraeter.data import CIRCLE, HOUSES, OTHER
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import land_words, person
from companion.games.verraeter.screens.placing import spots
from companion.games.verraeter.screens.seeing import Values, fresh, whole
from companion.games.verraeter.state import State

MOST = 99
WHATS = {
    "vp": ("A player's points", "points"),
    "allegiance": ("A player's oath", "eagle"),
    "strategy": ("Who holds the strategy card", "strategist"),
}


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    may = bool(scene.sight.acts) and scene.room != "tv"
    return scene.draft.get("do") == "adjust" and may and scene.state.phase != "finished"


def adjust_panel(scene: Scene[State]) -> tuple[Values, Taps]:
    """First what is wrong, then what is right; a landscape is tapped in the circle."""
    state, at, what = scene.state, whole(scene, "at"), scene.draft.get("what", "")
    links = {n: fresh(scene, do="adjust", at=n) for n in range(CIRCLE)}
    panel: Values = {
        "template": "verraeter/turn/adjust.html",
        "title": "Set something right",
        "back": fresh(scene),
    }
    if at is not None and at in links:
        return panel | {"uses": _landscape(state, at), "at": land_words(state, at)}, _chosen(links, at)
    if what in WHATS:
        return panel | _form(state, what), Taps(links)
    whats = [
        {"name": name, "sign": sign, "href": fresh(scene, do="adjust", what=key)}
        for key, (name, sign) in WHATS.items()
    ]
    return panel | {"whats": whats, "spots": spots(state, links, None)}, Taps(links)


def _chosen(links: dict[int, str], at: int) -> Taps:
    return Taps(links, chosen=frozenset({at}))


def _action(target: str, **more: object) -> str:
    return tap({"type": "adjust", "changes": [{"target": target, **more}]})


def _form(state: State, what: str) -> Values:
    return {
        "what": what,
        "name": WHATS[what][0],
        "action": _action(what),
        "most": MOST,
        "people": [person(state, each.id) | {"vp": each.vp} for each in state.players],
        "houses": [{"id": house, "name": state.words.houses[house]} for house in HOUSES],
    }


def _landscape(state: State, at: int) -> list[Values]:
    """What may be other than it is at one landscape: its house, or the card under it."""
    land = state.circle[at]
    other = OTHER[land.house]
    turned = _action("landscape", landscape=at, house=other)
    uses = [{"action": turned, "button": f"It shows the {state.words.houses[other]}"}]
    if land.building:
        nothing = _action("building", landscape=at, player=None)
        uses.append({"action": nothing, "button": "Nothing lies under it"})
    return uses + [_card(state, at, who, side) for who in state.ids for side in ("estate", "office")]


def _card(state: State, at: int, who: str, side: str) -> Values:
    action = _action("building", landscape=at, player=who, side=side)
    return {"action": action, "button": f"{person(state, who)['name']}'s {side} lies there"}
