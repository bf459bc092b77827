"""What a question on the stage offers to be done, for tests of every game's screens."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.engine.stage import Choices, Counter, Counters, Deed, Fold, Own, Piece, Question, Row, Rows


def actions_of(question: Question) -> list[dict[str, Any]]:
    """All whole actions of a question: its own, those of its buttons, and those of its choices."""
    buttons = [each for each in (question.main, *question.lesser) if isinstance(each, Deed)]
    own = [question.action, *(each.action for each in buttons if each.name == "action" and not each.shut)]
    done = [json.loads(each) for each in (*own, *_chosen(question.pieces)) if each]
    return [action for each in done for action in (each if isinstance(each, list) else [each])]


def _chosen(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Fold):
            yield from _chosen(piece.pieces)
        elif isinstance(piece, Choices):
            yield from (each.action for each in piece.choices)
        elif isinstance(piece, Own):
            yield from piece.actions


def wares(question: Question) -> list[Counter]:
    """All that may be taken several of."""
    return [each for piece in question.pieces if isinstance(piece, Counters) for each in piece.counters]


def ware(question: Question, name: str) -> Counter:
    """The one of that name."""
    return next(each for each in wares(question) if str(each.words) == name)


def rows(question: Question) -> list[Row]:
    """All lines of a question's reckonings, folded ones left out."""
    return [row for piece in question.pieces if isinstance(piece, Rows) for row in piece.rows]


def texts(value: Any) -> Iterator[str]:
    """Every text of a view, however deep: of its records too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def pieces_of[P](question: Question, kind: type[P]) -> list[P]:
    """All pieces of one sort, those in folds too."""
    return [each for each in _flat(question.pieces) if isinstance(each, kind)]


def _flat(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        if isinstance(piece, Fold):
            yield from _flat(piece.pieces)
