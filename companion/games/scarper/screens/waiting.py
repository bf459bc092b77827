"""While the other side acts: what it is doing, and with what."""

from companion.engine.game import Scene
from companion.engine.stage import Icon, Lead, Question, said
from companion.games.scarper.data import SIDE_NAMES, Side
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import card_pieces, card_under
from companion.games.scarper.state import State

DOING = {
    "start": "The {side} player chooses a card, and may dig trenches before it.",
    "event": "The {side} player carries the event out.",
    "commands": "The {side} player spends the card's points.",
}
CHOOSES = "The {side} player chooses who takes the first round."


def waiting_question(scene: Scene[State], side: Side) -> tuple[Question, Taps]:
    """Whose turn it is, and the card that lies open."""
    turn = scene.state.turn
    words = said(DOING[turn.step] if turn else CHOOSES, side=SIDE_NAMES[side])
    card = turn.card if turn else None
    question = Question(
        kind="waiting",
        title=scene.state.box.cards[card].title if card else said("{side} turn", side=SIDE_NAMES[side]),
        under=card_under(scene.state, card) if card else "",
        icon=Icon(side),
        side=side,
        pieces=(Lead(words), *(card_pieces(scene.state, card) if card else ())),
        pips=(turn.left, turn.points) if turn and turn.points else None,
        missing=said("It is the {side} turn", side=SIDE_NAMES[side]),
    )
    return question, Taps()
