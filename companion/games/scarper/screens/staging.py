"""Scarper on the stage: the front, the tracks in the strip, the question, one's own cards at the foot."""

from companion.engine.game import Scene
from companion.engine.stage import Chip, Cover, Edge, Hand, Icon, Own, Part, Question, Stage, Strip, StripFact
from companion.engine.wording import Values
from companion.games.scarper.data import SIDE_NAMES, SIDES
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.missions import kept_missions, may_show
from companion.games.scarper.screens.moment import moment
from companion.games.scarper.screens.tracks import NAMES
from companion.games.scarper.state import State


def staged(scene: Scene[State], own: Values, shown: Values | Question) -> Stage:
    """The whole stage, out of what the screen shows."""
    return Stage(
        ask=_ask(shown),
        board=Part("scarper/board.html", {"front": own["front"]}, "The front"),
        strip=_strip(scene.state, own),
        hand=_hand(scene),
        cover=_cover(scene),
        moment=moment(scene),
        warnings=tuple(own["warnings"]),
        changes=tuple(own["changes"]),
        adjust=own["adjust"] or "",
    )


def _ask(shown: Values | Question) -> Question:
    """A question as it is; a panel that is still drawn whole stands in one."""
    if isinstance(shown, Question):
        return shown
    drawn = Own(template="stage/panel.html", values={"panel": shown})
    return Question(kind=shown["template"], title="", side=shown.get("side", ""), pieces=(drawn,))


def _strip(state: State, own: Values) -> Strip:
    tracks = tuple(
        StripFact(
            key=each["id"],
            name=NAMES[each["id"]],
            icon=Icon(each["id"]),
            href=each["href"] or "",
            chips=tuple(Chip(str(state.track(each["id"])[side]), side) for side in SIDES),
        )
        for each in own["tracks"]
    )
    return Strip(facts=tracks, lead=Part("scarper/morale.html", {"morale": own["morale"]}, "Morale"))


def _hand(scene: Scene[State]) -> Hand | None:
    """One's own cards and missions, where they may lie open."""
    side = next((each for each in SIDES if may_show(scene, each)), None)
    if side is None or scene.state.hands[side].cards is None:
        return None
    cards = [_edge(scene.state, each) for each in scene.state.hands[side].cards or ()]
    missions = [_order(each) for each in kept_missions(scene.state, side)]
    return Hand(words=f"{SIDE_NAMES[side]} hand", side=side, icon=Icon(side), edges=(*cards, *missions))


def _edge(state: State, card: str) -> Edge:
    shown = event_card(state, card)
    return Edge(
        title=shown["title"],
        text=shown["text"],
        band=SIDE_NAMES[shown["side"]],
        points=str(shown["points"]),
        side=shown["side"],
        icon=Icon(shown["side"]),
    )


def _order(mission: Values) -> Edge:
    return Edge(
        title=mission["title"],
        text=mission["progress"] or mission["text"],
        band="Mission",
        side=mission["side"],
        kind="mission",
        icon=Icon("bugle"),
    )


def _cover(scene: Scene[State]) -> Cover | None:
    """Over one's own: one tablet may serve both sides, and others look at a phone."""
    side = next((each for each in SIDES if may_show(scene, each)), None)
    if side is None:
        return None
    stays = "Nobody else looks at this screen: keep it open"
    return Cover(key=side, seat=side, name=f"{SIDE_NAMES[side]} hand", side=side, stays=stays, shuts=False)
