"""A company's notebook: one page for each flag of the others that stands before their screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.engine.campaign.annals import Passages
from companion.engine.errors import IllegalAction
from companion.games.parabellum.rules.notebook.chances import Cards, Kinds, cards_out, chances, narrowed
from companion.games.parabellum.rules.notebook.findings import Fact, Ruled, findings
from companion.games.parabellum.rules.notebook.traces import BLANK, Throw, Trace
from companion.games.parabellum.rules.notebook.watching import watched
from companion.games.parabellum.state.pieces import Report
from companion.games.parabellum.state.table import State

STANDING = ("map", "predeploy")
"""Where everybody sees a miniature."""


@dataclass(frozen=True, slots=True)
class Possible:
    """A type that a flag can be: its cards not accounted for (None: no limit), and its chance."""

    kind: str
    name: str
    cards: int | None
    chance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """One page. `square` is where it was last seen on the map; None: never, or the table keeps the map.

    `people` are those known to be left, `most` how many were once counted, `lost` those who fell in the open.
    `types` fall by chance; `ruled` says in order what took the others out. `told` is the last report on it.
    """

    unit: str
    owner: str
    unit_class: str
    beads: tuple[str, ...]
    on_map: bool
    square: str | None
    people: int | None
    most: int
    lost: int
    entrench: int
    throws: tuple[Throw, ...]
    ruled: tuple[Ruled, ...]
    types: tuple[Possible, ...]
    told: Report | None

    @property
    def best(self) -> Possible:
        """The likeliest type."""
        return self.types[0]

    @property
    def sure(self) -> bool:
        """Whether it can be nothing else."""
        return len(self.types) == 1

    @property
    def fought(self) -> bool:
        """Whether it has ever thrown dice."""
        return bool(self.throws)

    @property
    def reason(self) -> Fact | None:
        """In a word, what told most lately what it is: “a 7 in defence”, “moved 3”."""
        return self.ruled[-1].short if self.ruled else None


def notebook(state: State, passages: Passages, me: str) -> tuple[Flag, ...]:
    """All pages, in unit order. `passages` are the lines that stand, as far back as anybody kept them.

    Two tables that differ in what is hidden from `me` have the same notebook.
    """
    seen = watched(passages, me)
    units = {unit: each for unit, each in state.units.items() if each.owner != me and each.where in STANDING}
    traces = {unit: seen.get(unit, BLANK) for unit in units}
    found = {unit: findings(state, unit, trace) for unit, trace in traces.items()}
    kinds = {unit: _alike(state, unit) for unit in units}
    left, told, free = narrowed(kinds, found, cards_out(state, me))
    return tuple(
        _page(state, unit, traces[unit], (_possible(left[unit], traces[unit], free), told[unit]))
        for unit in units
    )


def page_of(flags: Sequence[Flag], unit: str) -> Flag:
    """The page of one unit; `IllegalAction` where no such flag stands in the open."""
    found = next((flag for flag in flags if flag.unit == unit), None)
    if found is None:
        raise IllegalAction("target", f"{unit} shows no flag of another company.")
    return found


def _alike(state: State, unit: str) -> Kinds:
    """The types whose miniature it can be: its class shows, and with it its footprint."""
    shown = state.card(unit).unit_class
    return [kind for kind in state.binder.units.values() if kind.unit_class == shown]


def _possible(kinds: Kinds, trace: Trace, free: Cards) -> tuple[Possible, ...]:
    chance = chances(kinds, trace, free)
    found = [Possible(kind.id, kind.name, free[kind.id], chance[kind.id]) for kind in kinds]
    return tuple(sorted(found, key=lambda each: -each.chance))


def _page(state: State, unit: str, trace: Trace, found: tuple[tuple[Possible, ...], Sequence[Ruled]]) -> Flag:
    each, (types, ruled) = state.units[unit], found
    return Flag(
        unit=unit,
        owner=each.owner,
        unit_class=state.card(unit).unit_class,
        beads=each.flag,
        on_map=each.where == "map",
        square=each.square or trace.square,
        people=trace.people,
        most=trace.most,
        lost=trace.lost,
        entrench=each.entrench,
        throws=trace.throws,
        ruled=tuple(ruled),
        types=types,
        told=trace.told,
    )
