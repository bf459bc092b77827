"""When a line was written, and how reports name what stood on the table (R61)."""

from collections.abc import Collection

from companion.engine.campaign.annals import Passage
from companion.engine.wording import sentence
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken


def moment(passage: Passage) -> str:
    """Scenario and round of a line."""
    state: State = passage.before or passage.after
    code = f"scenario {state.scenario.upper()}"
    if state.phase in ("choose_next", "over"):
        return f"After {code}"
    return sentence(f"{code}, round {state.round}" if state.round else f"{code}, Set-up")


def kind_of(state: State, unit: str) -> str:
    """The sort of miniature that everybody sees."""
    return spoken(state.card(unit).unit_class).lower()


def title(state: State, unit: str, sees: Collection[str]) -> str:
    """A unit with whose it is: by its card for who may know it, by its miniature for all others."""
    owner = state.units[unit].owner
    return f"{of(called(state, owner))} {name(state, unit, sees)}"


def of(owner: str) -> str:
    """Whose something is.

    >>> of("Meridian"), of("Vaun Holdings")
    ("Meridian's", "Vaun Holdings'")
    """
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


def name(state: State, unit: str, sees: Collection[str]) -> str:
    """A unit by its card's name where that may be known, else by its class; and its number."""
    known = state.units[unit].owner in sees
    return state.title(unit) if known else f"{kind_of(state, unit)} {unit}"
