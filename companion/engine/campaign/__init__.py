"""What a game that is played over many evenings tells of itself, for the campaign's rooms."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.campaign.books import Annals, Books
from companion.engine.campaign.branches import Branches, Side
from companion.engine.campaign.design import Design
from companion.engine.scene import Sight
from companion.engine.stage.part import Part


@dataclass(frozen=True, kw_only=True)
class Campaign[S]:
    """The card of a game's campaign. `S` is the game's state; a room whose part is missing is not shown.

    * `chapter(state)`: what is being played, in a few words: a scenario, a battle.
    * `sides(state, sight)`: who fights whom, as that sight may know it.
    * `branches`: the tree of scenarios, who chooses, what each way takes.
    * `design`: its setup binder, made by hand.
    * `annals`: the life of every unit, what happened, who fell, how lucky everybody was.
    * `books`: the money of every company, line by line.
    * `ground(state, scenario)`: the map of a scenario before anything stands on it, as the table draws it.
    """

    chapter: Callable[[S], str]
    sides: Callable[[S, Sight], tuple[Side, ...]]
    design: Design | None = None
    books: Books[S] | None = None
    branches: Branches[S] | None = None
    annals: Annals[S] | None = None
    ground: Callable[[S, str], Part] | None = None
