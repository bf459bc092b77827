"""Who sits at the table, as every screen names them: a sign, a name, an oath."""

from companion.engine.looking import Values
from companion.engine.stage import Icon
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

SIGNS = "verraeter/signs.svg"


def person(state: State, who: str) -> Values:
    """One player: the seat's sign and colour, and the house served now."""
    house = state.player(who).allegiance
    return {
        "id": who,
        "name": spoken(who),
        "seat": seat_of(state, who),
        "house": house,
        "house_name": state.words.houses[house],
    }


def seat_of(state: State, who: str) -> str:
    """The sign and colour of a player's seat."""
    return f"seat-{state.ids.index(who) + 1}"


def seal(state: State, who: str) -> Icon:
    """A player's sign on his colour."""
    seat = seat_of(state, who)
    return Icon(seat, SIGNS, f"seal {seat}")


def own_sign(name: str) -> Icon:
    """A sign of this game's own sheet."""
    return Icon(name, SIGNS)


def land_name(state: State, position: int) -> str:
    """A landscape by its type alone: “Forest”."""
    return state.words.landscapes[state.circle[position].type]


def land_words(state: State, position: int) -> str:
    """A landscape with its house: “Forest of the Eagle”."""
    return f"{land_name(state, position)} of the {state.words.houses[state.circle[position].house]}"
