"""The first estates, and where the conflict is fought (setup.estates, phase 1)."""

from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Building, State, neighbour


def refuse_taken(state: State, position: int, path: str) -> None:
    """Refuse a landscape under which a card lies already (R16)."""
    building = state.circle[position].building
    if building:
        where = name(state, position)
        said = f"A card of {spoken(building.player)}'s lies under the {where}; choose a free one."
        raise IllegalAction(path, said)


def name(state: State, position: int) -> str:
    """A landscape in words: what it is, and whose."""
    landscape = state.circle[position]
    kind, house = state.words.landscapes[landscape.type], state.words.houses[landscape.house]
    return f"{house} {kind.lower()} ({position})"


def place_estate(state: State, action: kinds.PlaceEstate) -> Outcome[State]:
    """A player's first estate; after the last player's the rounds begin."""
    refuse_taken(state, action.landscape, "landscape")
    if not state.player(action.player).unplaced:
        said = f"All three cards of {spoken(action.player)}'s lie in the circle; take one back by hand first."
        raise IllegalAction("landscape", said)
    placed = state.with_building(action.landscape, Building(action.player, "estate"))
    placed = placed.with_player(action.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(action.player), "where": name(state, action.landscape)}
    step = Step("setup.estates", "{who} puts an estate under the {where}.", values)
    following = state.left_of(action.player)
    if following != state.start_player:
        return Outcome(replace(placed, active=following), (step,))
    begun = Step(
        "1", "{who} holds the strategy card and chooses the site.", {"who": spoken(state.strategy_holder)}
    )
    return Outcome(replace(placed, phase="site", active=state.strategy_holder), (step, begun))


def choose_site(state: State, action: kinds.ChooseSite) -> Outcome[State]:
    """Two neighbours of different houses; then the action cards are drafted."""
    i, j = action.site
    if neighbour(i) != j and neighbour(j) != i:
        raise IllegalAction(
            "site",
            f"The {name(state, i)} and the {name(state, j)} do not lie side by side; choose neighbours.",
        )
    if state.circle[i].house == state.circle[j].house:
        house = state.words.houses[state.circle[i].house]
        raise IllegalAction("site", f"Both landscapes are the {house}'s; one of each house is wanted.")
    site = (i, j) if neighbour(i) == j else (j, i)
    values = {"who": spoken(action.player), "one": name(state, site[0]), "other": name(state, site[1])}
    step = Step("1", "{who} chooses the {one} and the {other}.", values)
    return Outcome(replace(state, site=site, phase="draft", active=state.start_player), (step,))
