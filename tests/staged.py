"""What a question on the stage offers to be done, for tests of every game's screens."""

import json
from collections.abc import Iterator
from typing import Any

from companion.engine.stage import Choices, Deed, Fold, Piece, Question


def actions_of(question: Question) -> list[dict[str, Any]]:
    """All whole actions of a question: its own, those of its buttons, and those of its choices."""
    buttons = [each for each in (question.main, *question.lesser) if isinstance(each, Deed)]
    own = [question.action, *(each.action for each in buttons if each.name == "action" and not each.shut)]
    return [json.loads(each) for each in (*own, *_chosen(question.pieces)) if each]


def _chosen(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Fold):
            yield from _chosen(piece.pieces)
        elif isinstance(piece, Choices):
            yield from (each.action for each in piece.choices)
