"""A war at a glance: what a campaign's home shows of it beside its tree, its books and its annals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.engine.campaign.books import Passages
from companion.engine.stage.question import Part

type Due = Literal["on", "muster", "choose", "over"]
"""What the next tap is for: a scenario goes on, or is mustered for; the next is chosen; nothing any more."""


class Station(NamedTuple):
    """A scenario on the tree, as everybody knows it; `won` and `chose` are seats.

    `paid` is what the first of its ranking was paid there, `most` what it can pay one company, both in
    credits; `chooser` is whom it lets choose what comes after, in a word.
    """

    name: str
    chooser: str
    most: int
    won: str = ""
    paid: int = 0
    chose: str = ""


class Goal(NamedTuple):
    """An objective as it stands: `words` follow the name of the seat `holder`; turns held, of so many."""

    number: int
    name: str
    holder: str
    words: str
    held: int
    turns: int
    pays: str
    costs: int


class Mean(NamedTuple):
    """A part of a purse, in credits: to take everybody home, for the dearest thing, what is left."""

    look: Literal["home", "buy", "left"]
    amount: int
    words: str


class Night(NamedTuple):
    """Where it goes on: the scenario, its place in time, whose move it is (a seat), what to lay out.

    `words` say the moment; `{who}` in them is that seat. `war` is what the whole is called, `brief` why it is
    fought.
    """

    scenario: str
    name: str
    plate: str
    overview: str
    due: Due
    seat: str
    words: str
    goals: tuple[Goal, ...]
    lay: tuple[tuple[str, tuple[str, ...]], ...]
    war: str
    brief: str


@dataclass(frozen=True, kw_only=True)
class Glance[S]:
    """The functions behind it; but for `means` nothing in them is only one seat's to know.

    * `stations(state)`: every scenario of the tree, by its id.
    * `night(state)`: where it goes on.
    * `goals(state, scenario)`: a scenario's objectives, of that of now as they stand.
    * `means(state, seat)`: that seat's purse in parts; for its own eyes.
    * `ceilings(passages, seat)`: after each line the most that it can have, out of what was said aloud and
      what stood before everybody; None where that cannot be known any more.
    * `sketch(state, scenario, passages)`: its map as small as a stamp; with `passages`, as it stood after
      them and with who fell there.
    * `map(state)`: the map of now as large as a hand, with what stands on it for everybody.
    """

    stations: Callable[[S], Mapping[str, Station]]
    night: Callable[[S], Night]
    goals: Callable[[S, str], tuple[Goal, ...]]
    means: Callable[[S, str], tuple[Mean, ...]]
    ceilings: Callable[[Passages, str], Sequence[int | None]]
    sketch: Callable[[S, str, Passages], Part]
    map: Callable[[S], Part]
