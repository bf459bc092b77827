"""Why not: what the rules say against a deed, told before anybody tries it in earnest."""

from companion.engine.errors import GameError
from companion.engine.wire import Json
from companion.games.scarper.rules import apply
from companion.games.scarper.state import State


def why_not(state: State, action: Json) -> str:
    """The rules' own refusal; empty where they allow it."""
    try:
        apply(state, action)
    except GameError as refused:
        return refused.message
    return ""
