"""A state as JSON, exactly as the specification's section 3 has it, and back."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.library import Library
from companion.games.scarper.state.table import State


def as_json(value: object) -> Json:
    """The JSON of anything that a state is made of; boards and libraries as they were given."""
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, dict):
        return {str(key): as_json(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [as_json(each) for each in value]
    if isinstance(value, (Board, Library)):
        return value.given
    names: Mapping[str, object] = getattr(value, "__dataclass_fields__")  # noqa: B009 (any record)
    return {name: as_json(getattr(value, name)) for name in names}


def state_json(state: State) -> Json:
    """The whole state, secrets and all."""
    return as_json(state)
