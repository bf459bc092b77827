"""What a game that is played over many evenings tells of itself, for the campaign's rooms."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from companion.engine.campaign.books import Annals, Books, Tally
from companion.engine.campaign.design import Design, Plays
from companion.engine.form import Control
from companion.engine.scene import Sight
from companion.engine.stage.question import Part
from companion.engine.step import Step
from companion.engine.tree import Tree
from companion.engine.wire import Json


class Sum(NamedTuple):
    """A sum on somebody's sheet, signed, with the rule that made it."""

    words: str
    amount: int
    rule: str


class Purse(NamedTuple):
    """A company at the end of a scenario: what it did, what was paid, and what it then had.

    `left` is what was read out to all; None where nothing was.
    """

    who: str
    done: str
    paid: tuple[Sum, ...]
    left: Sum | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """A scenario that was fought. `begun` and `ended` are places in the trail; None while it goes on.

    `chosen` says who took which way from it, at the place `chosen_at`.
    """

    scenario: str
    title: str
    begun: int
    ended: int | None = None
    words: str = ""
    purses: tuple[Purse, ...] = ()
    chosen: str = ""
    chosen_at: int | None = None


class Choice(NamedTuple):
    """Who chooses what comes next, in one sentence, and why."""

    words: str
    steps: tuple[Step, ...]


class Aim(NamedTuple):
    """An objective: what it takes, what it pays, what missing it costs."""

    name: str
    takes: str
    pays: str
    costs: str


class Fact(NamedTuple):
    """One line of a booklet."""

    label: str
    words: str


class Booklet(NamedTuple):
    """A scenario as its booklet tells it to everybody."""

    title: str
    overview: str
    facts: tuple[Fact, ...]
    aims: tuple[Aim, ...]


class Stretch(NamedTuple):
    """One scenario of a way that could be gone, and what must happen in it."""

    scenario: str
    title: str
    must: tuple[Step, ...]


class WhatIf(NamedTuple):
    """A way that could be gone: its scenarios up to the goal, and what each company may win or lose on it."""

    stretches: tuple[Stretch, ...]
    stakes: tuple[str, ...]


class Prospect(NamedTuple):
    """All ways to a scenario: how many, in `words` or why there is none; the shortest are told in full."""

    words: str
    number: int
    ways: tuple[WhatIf, ...]


class Weighed(NamedTuple):
    """A scenario that could be next, in figures.

    Of the `purse` so much is `left` (negative: missing) once all its units are ready; of `units` so many
    are lost on average. Then the purse: on average, and between what in eight of ten cases. `shares` are the
    cases of 100 in which each seat would choose what comes after; none where everybody's purses decide.
    """

    purse: int
    left: int
    units: int
    lost: float
    mean: int
    low: int
    high: int
    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a company can afford in a scenario that could be next.

    `sums` lead from its credits now to `free`, what it could spend; `steps` say the prices and what it
    has; `offers` is a table under `headings`, a row for each thing to buy. `chances` reckon ahead to its end,
    and say what with; `weighed` is the same in figures.
    """

    scenario: str
    title: str
    sums: tuple[Sum, ...]
    free: int
    steps: tuple[Step, ...]
    headings: tuple[str, ...]
    offers: tuple[tuple[str | int, ...], ...]
    chances: tuple[Step, ...] = ()
    weighed: Weighed | None = None


class Outlook(NamedTuple):
    """What a company can afford next; `words` say where there is nothing to reckon with, and why."""

    words: str
    forecasts: tuple[Forecast, ...]


class Wanted(NamedTuple):
    """A kind in a roster that is planned: how many, of how many that there are."""

    kind: str
    name: str
    number: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A roster that a company plans for a scenario that could be next: several kinds in one cart.

    `sums` lead from what is `free` to what is `left`; `words` say why it cannot be had, then there are no
    sums. `upkeep` is what all its units take to fight once more after that; `cut` says of which kinds fewer
    are in the cart than were asked for, and why.
    """

    title: str
    free: int
    wanted: tuple[Wanted, ...]
    words: str
    sums: tuple[Sum, ...]
    left: int
    upkeep: tuple[Sum, ...]
    cut: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return sum(each.number for each in self.wanted)


class Foreseen(NamedTuple):
    """One play of a scenario that may come next, as one company comes out of it.

    `purse` in credits, `done` the names of the objectives that it completed, `lost` of the units that it had
    as the scenario opened, `chooser` the seat that would choose after it; `out` is that it is out of the war.
    """

    purse: int
    done: tuple[str, ...]
    lost: int
    chooser: str
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight[S]:
    """How scenarios that may come next are played ahead, by what one company may know and nothing else.

    * `views(state, seat)`: by scenario, what that seat would see as it opens.
    * `play(view, seat, seed)`: one play from that view to the scenario's end.
    """

    views: Callable[[S, str], Mapping[str, Json]]
    play: Callable[[Json, str, int], Foreseen]


class Walk[S](Protocol):
    """How a game tells its scenarios out of a row of states."""

    def __call__(self, trail: Sequence[S], walked: Sequence[Leg] = (), place: int = 0) -> tuple[Leg, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Branches[S]:
    """The functions behind the tree's room.

    * `tree(state)`: all scenarios and how they stand now.
    * `choice(state)`: who chooses next and why; nothing that only one seat may know.
    * `legs(trail, walked, place)`: the scenarios so far, with what was told to everybody at their ends; those
      that were `walked` when the first of these states was at that place go on.
    * `booklet(state, scenario)`, `prospect(state, scenario)`: one scenario, and the ways to it from here.
    * `outlook(state, seat)`: what that seat can afford next; for its own eyes.
    * `plan(state, seat, scenario, numbers)`: so many of each kind for that seat, in a scenario its outlook
      has; None elsewhere; for its own eyes.
    * `choose(state, scenario)`: the tap that chooses it, whose it is under `player`; None unless that is due.
    * `poster`: the print shop's name of the tree as a poster, where it has one.
    * `ahead`: how the scenarios that can be next are played ahead, where they can be.
    """

    tree: Callable[[S], Tree]
    choice: Callable[[S], Choice]
    legs: Walk[S]
    booklet: Callable[[S, str], Booklet]
    prospect: Callable[[S, str], Prospect]
    outlook: Callable[[S, str], Outlook]
    plan: Callable[[S, str, str, Mapping[str, int]], Plan | None]
    choose: Callable[[S, str], Json | None]
    poster: str = ""
    ahead: Foresight[S] | None = None


type Chosen = Mapping[str, str]
"""What was chosen after a battle, by the fields' names; a field that is not named stays as it is proposed."""


class Corps(NamedTuple):
    """A unit between two battles: its name, what it is, what it went through, battle by battle."""

    name: str
    what: str
    past: Sequence[str] = ()


class Army(NamedTuple):
    """One army after a battle: who is left, who was lost or joined and why, what its people may choose.

    `gone` are the units that it has lost since the war began.
    """

    seat: str
    name: str
    facts: str
    units: Sequence[Corps]
    changes: Sequence[Step] = ()
    asks: Sequence[Control] = ()
    gone: Sequence[Corps] = ()


class Handed(NamedTuple):
    """What a battle hands on: `armies` are the game's own, which the house only carries."""

    armies: Any
    sides: Sequence[Army]


class Battle[S](NamedTuple):
    """A battle that was fought: how its table was set up, how it ended, the armies before it if any were."""

    setup: Json
    state: S
    before: Any


class War[S](NamedTuple):
    """How a game goes on from battle to battle.

    * `title(setup)`: what the battle of a table's setup is called.
    * `after(battle, chosen)`: the armies that are left; `InvalidInput` or `IllegalAction` for a bad choice.
    * `onward(armies, setup)`: the setup with these armies on its ground; `IllegalAction` where one is gone.
    * `stands(armies, setup)`: whether a table was opened with just these armies.
    """

    name: str
    told: str
    title: Callable[[Json], str]
    after: Callable[[Battle[S], Chosen], Handed]
    onward: Callable[[Any, Json], Json]
    stands: Callable[[Any, Json], bool]


class Bead(NamedTuple):
    """One colour of a livery, and the letter that tells it apart where colours cannot be seen."""

    colour: str
    letter: str


class Side(NamedTuple):
    """A side of a campaign: what everybody knows of it in `words`, and `own` for the eyes of its seat.

    `own` is empty for every other sight.
    """

    seat: str
    name: str
    number: int
    livery: tuple[Bead, ...]
    words: str
    own: str


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


class Ceiling(Tally, Protocol):
    """After each line the most that a seat can have."""

    limits: list[int | None]


class Fields(Tally, Protocol):
    """Who stood where last, and who fell, by scenario: what its small map shows of what was played there."""

    def left(self, scenario: str) -> Any: ...


@dataclass(frozen=True, kw_only=True)
class Glance[S]:
    """The functions behind it; but for `means` nothing in them is only one seat's to know.

    * `stations(state)`: every scenario of the tree, by its id.
    * `night(state)`: where it goes on.
    * `goals(state, scenario)`: a scenario's objectives, of that of now as they stand.
    * `means(state, seat)`: that seat's purse in parts; for its own eyes.
    * `ceiling(seat)`: after each line the most that it can have, out of what was said aloud and what stood
      before everybody; None where that cannot be known any more.
    * `sketch(state, scenario, left)`: its map as small as a stamp, with what `fields` say of it.
    * `map(state)`: the map of now as large as a hand, with what stands on it for everybody.
    """

    stations: Callable[[S], Mapping[str, Station]]
    night: Callable[[S], Night]
    goals: Callable[[S, str], tuple[Goal, ...]]
    means: Callable[[S, str], tuple[Mean, ...]]
    ceiling: Callable[[str], Ceiling]
    fields: Callable[[], Fields]
    sketch: Callable[[S, str, Any], Part]
    map: Callable[[S], Part]


class Recording(NamedTuple):
    """A campaign as it was played: its setup, and the actions of each evening."""

    setup: Json
    evenings: Sequence[Sequence[Json]]


def recorded(folder: Path) -> Recording:
    """The one in a game's folder: `starter/campaign.json`."""
    return Recording(**json.loads((folder / "starter" / "campaign.json").read_text("utf-8")))


@dataclass(frozen=True, kw_only=True)
class Campaign[S]:
    """The card of a game's campaign. `S` is the game's state; a room whose part is missing is not shown.

    * `chapter(state)`: what is being played, in a few words: a scenario, a battle.
    * `sides(state, sight)`: who fights whom, as that sight may know it.
    * `branches`: the tree of scenarios, who chooses, what each way takes.
    * `design`: its setup binder, made by hand; `plays`: how one plays itself.
    * `annals`: the life of every unit, what happened, who fell, how lucky everybody was.
    * `books`: the money of every company, line by line.
    * `glance`: what its home shows of it at a glance, beside `branches` and `books`.
    * `ground(state, scenario)`: the map of a scenario before anything stands on it, as the table draws it.
    * `demo`: one that is some evenings old, to look round in.
    """

    chapter: Callable[[S], str]
    sides: Callable[[S, Sight], tuple[Side, ...]]
    design: Design | None = None
    plays: Plays[S] | None = None
    books: Books[S] | None = None
    branches: Branches[S] | None = None
    annals: Annals[S] | None = None
    glance: Glance[S] | None = None
    ground: Callable[[S, str], Part] | None = None
    demo: Callable[[], Recording] | None = None
