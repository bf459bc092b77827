"""One seat's own screen: its cards and missions, and what it may choose with them now."""

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, tap
from companion.games.scarper.data import SIDE_NAMES, SIDES, Side
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.missions import kept_missions
from companion.games.scarper.screens.start import table_cards
from companion.games.scarper.state import State


def hand_side(scene: Scene[State]) -> Side | None:
    """Whose hand this screen shows."""
    return next((side for side in SIDES if side == scene.own), None)


def hand(scene: Scene[State], side: Side) -> Values:
    """The secrets of one side."""
    state = scene.state
    cards = state.hands[side].cards
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "backs": range(state.hands[side].count + state.missions[side].count),
        "by_hand": cards is None,
        "cards": [event_card(state, each) for each in cards or ()],
        "missions": kept_missions(state, side),
        "counts": _counts(state, side),
    }


def _counts(state: State, side: Side) -> str:
    cards, missions = state.hands[side].count, state.missions[side].count
    return f"{count(cards, 'card')}, {count(missions, 'mission')} kept"


def hand_panel(scene: Scene[State], side: Side, shown: Values) -> Values | None:
    """The turn's panel, where what it asks is answered with this side's secrets."""
    turn = scene.state.turn
    plays = turn is not None and turn.step == "start" and shown.get("side") == side
    discards = any(row.get("kind") == "cards" for row in shown.get("rows", ()))
    if scene.asked or plays or discards:
        return shown
    if scene.state.phase == "missions" and not scene.state.missions[side].count:
        return shown | {"sides": [chooser for chooser in shown["sides"] if chooser["side"] == side]}
    return None


def answer_panel(scene: Scene[State], ask: Json) -> Values:
    """A question to one seat, on its own screen alone: which of its cards an event discards (R32)."""
    number, side, cards = ask["count"], ask["side"], ask.get("from")
    known = scene.state.options.cards == "app"
    panel: Values = {"side": side, "name": SIDE_NAMES[side], "title": "An event takes cards"}
    if known and scene.own != side:
        return panel | {"template": "scarper/turn/asked.html"}
    return panel | {
        "template": "scarper/turn/answer.html",
        "words": f"Choose {count(number, 'card')} to discard. Only you see this.",
        "slots": range(number),
        "cards": [event_card(scene.state, each) for each in cards or ()],
        "library": [] if cards else [event_card(scene.state, each) for each in table_cards(scene.state)],
        "action": tap({"type": ask["type"], "side": side}),
    }
