"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from companion.engine.game import Scene
from companion.engine.wording import Values, sentence, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, MORALE_END, SIDE_NAMES, SIDES
from companion.games.scarper.procedures.lasting import limit
from companion.games.scarper.screens.board import Taps, place
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.new_card import new_card_link
from companion.games.scarper.screens.tracks import NAMES
from companion.games.scarper.state import State

LARGEST_HAND = 9


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and scene.state.phase != "over"


def adjust_panel(scene: Scene[State]) -> tuple[Values, Taps]:
    """Markers in one form; a battlefield, chosen on the board, in another."""
    at = scene.draft.get("at", "")
    links = {each: fresh(scene.draft, do="adjust", at=each) for each in BATTLEFIELDS}
    panel: Values = {
        "template": "scarper/turn/adjust.html",
        "title": "Set something right",
        "fronts": [{"name": BATTLEFIELD_NAMES[each], "href": links[each]} for each in BATTLEFIELDS],
        "back": fresh(scene.draft),
        "new_card": new_card_link(scene),
    }
    if at in links:
        return panel | _battlefield(scene.state, at), Taps(links, chosen=frozenset({at}))
    return panel | _markers(scene), Taps(links)


def _markers(scene: Scene[State]) -> Values:
    state = scene.state
    resign = [
        {"action": tap({"type": "resign", "side": side}), "button": f"{SIDE_NAMES[side]} gives up"}
        for side in SIDES
        if side in scene.sight.acts
    ]
    tracks = [
        _marker(
            f"{what}.{side}",
            f"{NAMES[what]}, {SIDE_NAMES[side]}",
            track[side],
            (0, limit(state.options, what)),
        )
        for what, track in (("propaganda", state.propaganda), ("economy", state.economy))
        for side in SIDES
    ]
    morale = _marker("morale", "Morale (Allied lead; German with −)", state.morale, (-MORALE_END, MORALE_END))
    return {"markers": [morale, *tracks, *_hands(state)], "action": tap({"type": "adjust"}), "resign": resign}


def _hands(state: State) -> list[Values]:
    if state.options.cards == "app":
        return []
    return [
        _marker(
            f"hands.{side}.count",
            f"Cards in hand, {SIDE_NAMES[side]}",
            state.hands[side].count,
            (0, LARGEST_HAND),
        )
        for side in SIDES
    ]


def _marker(path: str, name: str, now: int, ends: tuple[int, int]) -> Values:
    low, high = (str(end).replace("-", "−") for end in ends)
    return {"path": path, "name": f"{name}: now {str(now).replace('-', '−')}, {low} to {high}"}


def _battlefield(state: State, at: str) -> Values:
    here, track = state.battlefields[at], state.front.tracks[at]
    changes = [{"path": f"battlefields.{at}.frontline"}, {"path": f"battlefields.{at}.trenches", "value": {}}]
    return {
        "at": BATTLEFIELD_NAMES[at],
        "action": tap({"type": "adjust", "changes": changes}),
        "frontline": here.frontline,
        "places": [{"space": space, "name": sentence(place(space))} for space in reversed(track.spaces)],
        "spaces": [
            {"space": space, "name": sentence(place(space)), "count": here.trenches.get(space, "")}
            for space in reversed(track.spaces)
        ],
    }
