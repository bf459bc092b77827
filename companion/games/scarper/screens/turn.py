"""The one thing to decide now, for whoever looks: which panel, and what a tap on the board then does."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import Question
from companion.engine.wire import Json
from companion.engine.wording import Values, tap
from companion.games.scarper.data import OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.initiative import initiative, initiative_steps
from companion.games.scarper.rules.legal import actors, legal
from companion.games.scarper.screens.adjusting import adjust_panel, wants_adjusting
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.events import event_panel
from companion.games.scarper.screens.hand import answer_panel
from companion.games.scarper.screens.missions import choosing_panel, may_show, reveal_panel
from companion.games.scarper.screens.new_card import new_card_panel, wants_new_card
from companion.games.scarper.screens.over import over_panel
from companion.games.scarper.screens.points import points_question
from companion.games.scarper.screens.start import start_panel
from companion.games.scarper.screens.year import scoring_panel
from companion.games.scarper.state import State

type Panel = tuple[Values | Question, Taps, int | None]
"""The panel, what the board's taps do, and where the morale marker is shown (`None`: where it is)."""


def panel(scene: Scene[State]) -> Panel:
    """What to decide, or for whom to wait."""
    if scene.asked:
        return answer_panel(scene, scene.asked), Taps(), None
    if wants_new_card(scene):
        return new_card_panel(scene), Taps(), None
    if wants_adjusting(scene):
        return *adjust_panel(scene), None
    match scene.state.phase:
        case "over":
            return over_panel(scene), Taps(), None
        case "scoring":
            return scoring_panel(scene, scene.state, live=bool(scene.sight.acts))
        case "reveal":
            return reveal_panel(scene, legal(scene.state)[0]) | {"may": bool(scene.sight.acts)}, Taps(), None
        case "missions":
            return choosing_panel(scene, legal(scene.state)), Taps(), None
    side = actors(scene.state)[0]
    found, taps = _sides_panel(scene, side)
    if isinstance(found, Question):
        return found, taps, None
    return {"side": side, "name": SIDE_NAMES[side], **found}, taps, None


def _sides_panel(scene: Scene[State], side: Side) -> tuple[Values | Question, Taps]:
    if side not in scene.sight.acts:
        return _waiting(scene.state, side), Taps()
    if scene.state.phase == "initiative":
        return _initiative(scene.state, side), Taps()
    turn, entries = scene.state.turn, legal(scene.state)
    if turn and turn.step == "event":
        return event_panel(scene, side, entries[0])
    if turn and turn.step == "commands":
        return points_question(scene, side, entries)
    return start_panel(scene, side, _seen(scene, side, entries))


def _seen(scene: Scene[State], side: Side, entries: Sequence[Json]) -> list[Json]:
    """The entries without the hand, where this screen may not show it."""
    if scene.state.options.cards == "table" or may_show(scene, side):
        return list(entries)
    return [entry for entry in entries if entry["type"] != "play_card"]


def _waiting(state: State, side: Side) -> Values:
    turn = state.turn
    doing = {
        "start": "chooses a card, and may dig trenches before it",
        "event": "carries the event out",
        "commands": "spends the card's points",
    }
    words = doing[turn.step] if turn else "chooses who takes the first round"
    card = event_card(state, turn.card) if turn and turn.card else None
    left = [{"spent": n >= turn.left} for n in range(turn.points)] if turn else []
    return {"template": "scarper/turn/waiting.html", "words": words, "card": card, "pips": left}


def _initiative(state: State, side: Side) -> Values:
    found = initiative(state.year, state.morale, state.first, state.options)
    choose = {"type": "choose_first", "side": side}
    return {
        "template": "scarper/turn/initiative.html",
        "title": f"Who opens {state.year}?",
        "why": initiative_steps(found)[0].as_json(),
        "before": f"Last year the {SIDE_NAMES[state.first]} side went first." if state.first else "",
        "uses": [
            {
                "action": tap(choose | {"first": each}),
                "side": each,
                "button": f"{SIDE_NAMES[each]} goes first",
            }
            for each in (side, OTHER[side])
        ],
    }
