"""Who sits at the table, as every screen names them: a sign, a name, an oath."""

from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def person(state: State, who: str) -> Values:
    """One player: the seat's sign and colour, and the house served now."""
    house = state.player(who).allegiance
    return {
        "id": who,
        "name": spoken(who),
        "seat": f"seat-{state.ids.index(who) + 1}",
        "house": house,
        "house_name": state.words.houses[house],
    }


def land_name(state: State, position: int) -> str:
    """A landscape by its type alone: “Forest”."""
    return state.words.landscapes[state.circle[position].type]


def land_words(state: State, position: int) -> str:
    """A landscape with its house: “Forest of the Eagle”."""
    return f"{land_name(state, position)} of the {state.words.houses[state.circle[position].house]}"
