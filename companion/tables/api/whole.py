"""A table in full, secrets and all, as the desk's own questions take it: for who may take it along anyway."""

from typing import Any

from companion.engine.errors import IllegalAction
from companion.engine.wire import Json
from companion.tables.models import Table
from companion.tables.position import position

PAST = "Lines of an earlier edition of the rules stand here, which those of today do not play again."


def replay(table: Table) -> dict[str, Any]:
    """The setup and every action that stands, as `replay` takes them; `IllegalAction` where it cannot.

    What a correction booked before a line comes before it.
    """
    known = position(table)
    if known.past:
        raise IllegalAction("", PAST)
    first, *later = known.standing.places
    done = (known.actions.done(place, known.standing) for place in later)
    actions = [action for each in done for action in (*each.first, each.action)]
    return {"setup": known.actions[first.number], "actions": actions}


def whole(table: Table) -> dict[str, Json]:
    """The state with every secret, as a game's other questions take it."""
    known = position(table)
    return {"state": known.game.state_json(known.state)}
