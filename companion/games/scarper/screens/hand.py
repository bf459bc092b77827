"""A question to one seat, on its own screen alone, and whose hand a screen shows."""

from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Icon, Lead, Question, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.scarper.data import SIDES, Side
from companion.games.scarper.screens.event.wants import discarding
from companion.games.scarper.screens.people import player
from companion.games.scarper.screens.start import to_hand
from companion.games.scarper.state import State


def hand_side(scene: Scene[State]) -> Side | None:
    """Whose hand this screen shows."""
    return next((side for side in SIDES if side == scene.own), None)


def answer_question(scene: Scene[State], ask: Json) -> Question:
    """Which of its cards an event discards (R32); on another screen the way to its own."""
    side: Side = ask["side"]
    asked = Question(
        kind="answer", rule="effect-discard", title="An event takes cards", icon=Icon(side), side=side
    )
    if scene.state.options.cards == "app" and scene.own != side:
        words = said("This is secret: {who} chooses on the own screen.", who=player(side))
        return replace(asked, pieces=(Lead(words),), main=to_hand(scene, side))
    cards = discarding(scene.state, ask.get("from") or (), ask["count"], "a.cards[]")
    return replace(
        asked,
        to="say",
        secret=True,
        pieces=(Lead("Only you see this."), cards),
        action=tap({"type": ask["type"], "side": side}),
        main=Deed(words="Discard", name="word", action="answer"),
    )
