"""A company's notebook: what each flag of the others can be, and what an attack is worth (R61, A2)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from companion.engine.campaign.books import Passages
from companion.engine.errors import IllegalAction
from companion.engine.wording import fill, listed
from companion.games.parabellum.data import WORK_NAMES
from companion.games.parabellum.procedures.combat import Losses, Side, counter_odds, recon_range, volley_odds
from companion.games.parabellum.procedures.dice import Cover, mean
from companion.games.parabellum.rules.movement import away, cover_of, on
from companion.games.parabellum.rules.rear import cards_left
from companion.games.parabellum.rules.traces import BLANK, Throw, Trace, passages_of, watched
from companion.games.parabellum.state import Report, State, Terrain, UnitType

__all__ = ["Throw", "Trace", "passages_of", "watched"]

type Kinds = Sequence[UnitType]
type Cards = Mapping[str, int | None]
"""Cards of each type that may be the others'; None is no limit."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A few words with named values."""

    template: str
    values: Mapping[str, object]

    @property
    def text(self) -> str:
        return fill(self.template, self.values)


@dataclass(frozen=True, slots=True)
class Ruled(Fact):
    """A sentence that says which types are out, and why; `types` are their ids, `short` the bare reason."""

    types: tuple[str, ...]
    short: Fact


class Finding(NamedTuple):
    """What was seen, in a sentence and in a word, and which cards could have done it."""

    template: str
    short: str
    values: Mapping[str, object]
    fits: Callable[[UnitType], bool]


def ruled_out(kinds: Sequence[UnitType], clues: Sequence[Finding]) -> tuple[list[UnitType], list[Ruled]]:
    """The types that are left, and what ruled the others out: each is named once, by the first reason."""
    left, ruled = list(kinds), list[Ruled]()
    for finding in clues:
        out = [kind for kind in left if not finding.fits(kind)]
        left = [kind for kind in left if kind not in out]
        if out:
            values = {**finding.values, "types": listed(kind.name for kind in out)}
            short = Fact(finding.short, finding.values)
            ruled.append(Ruled(finding.template, values, tuple(kind.id for kind in out), short))
    return left, ruled


def findings(state: State, unit: str, trace: Trace) -> list[Finding]:
    """Everything known of a unit that stands in the open, the surest first."""
    return [
        *_reported(state, trace),
        *_people(trace),
        *_weapons(trace),
        *_dice(trace),
        *_ways(trace),
        *_built(state, unit, trace),
    ]


def _reported(state: State, trace: Trace) -> Iterator[Finding]:
    if trace.report is not None:
        reported = trace.report.type
        values = {"name": state.binder.units[reported].name}
        words = "Reconnoitred: it is {name}, and not {types}."
        yield Finding(words, "reconnoitred", values, lambda kind: kind.id == reported)


def _people(trace: Trace) -> Iterator[Finding]:
    words = "{n:# person rules|# people at once rule} out {types}."
    if trace.most:
        yield Finding(words, "{n} people", {"n": trace.most}, lambda kind: kind.troop >= trace.most)


def _dice(trace: Trace) -> Iterator[Finding]:
    """The highest face of each sort of die, before any modifier (A1, A5)."""
    for best, does, short, die in (
        (trace.faces("defended", "withstood"), "defended", "a {face} in defence", _defense),
        (trace.faces("attacked", "answered"), "struck", "a {face} in attack", _attack),
        (trace.faces("fired"), "fired", "a {face} of its gun", _gun),
    ):
        if best:
            values = {"face": max(best), "does": does}
            words = "The {face} that it {does} with rules out {types}."
            yield Finding(words, short, values, _shows(die, max(best)))


def _shows(die: Callable[[UnitType], int], face: int) -> Callable[[UnitType], bool]:
    return lambda kind: die(kind) >= face


def _defense(kind: UnitType) -> int:
    return kind.defense_die


def _attack(kind: UnitType) -> int:
    return kind.attack_die or 0


def _gun(kind: UnitType) -> int:
    return kind.artillery.die if kind.artillery else 0


def _weapons(trace: Trace) -> Iterator[Finding]:
    """What its weapons and its eyes can do, and how far they have reached (A1, A4, A5)."""
    if trace.struck >= 0:
        struck = trace.struck
        words = "It strikes for itself: that rules out {types}."
        yield Finding(words, "strikes", {}, lambda kind: kind.attack_die is not None)
        words = "Its target {n:# square|# squares} away rules out {types}."
        yield Finding(words, "strikes {n} far", {"n": struck}, lambda kind: kind.range >= struck)
    if trace.shots:
        words = "It fires {n:# shot|# shots at once} in an arc: that rules out {types}."
        values = {"n": trace.shots}
        yield Finding(words, "fires in an arc", values, lambda kind: _fires(kind, trace))
    if trace.looked >= 0:
        words = "It reconnoitred {n:# square|# squares} away: that rules out {types}."
        values, looked = {"n": trace.looked}, trace.looked
        yield Finding(words, "scouts {n} far", values, lambda kind: _sees(kind) >= looked)


def _fires(kind: UnitType, trace: Trace) -> bool:
    gun = kind.artillery
    if gun is None or gun.shots < trace.shots:
        return False
    return trace.arc is None or (gun.min <= trace.arc[0] and trace.arc[1] <= gun.max)


def _sees(kind: UnitType) -> int:
    reach = recon_range(kind)
    return -1 if reach is None else reach


def _ways(trace: Trace) -> Iterator[Finding]:
    """Ways of one turn that a card is too slow for, or may not walk (M2)."""
    ways = trace.ways
    if ways:
        words = "Its way of {n:# square|# squares} in one turn rules out {types}."
        values = {"n": max(map(len, ways))}
        yield Finding(words, "moved {n}", values, lambda kind: all(_walks(kind, way) for way in ways))


def _walks(kind: UnitType, way: Sequence[Terrain]) -> bool:
    used = 0
    for terrain in way:
        cost = kind.terrain_cost.get(terrain.id, terrain.cost)
        cost = kind.speed if cost == "all" and not used else cost
        if cost == "all" or not terrain.admits(kind.tags):
            return False
        used += cost
    return used <= kind.speed


def _built(state: State, unit: str, trace: Trace) -> Iterator[Finding]:
    """What it dug, built, carried; and what this booklet lets onto the map (M6, L1, L5, C7)."""
    dug = max(trace.dug, state.units[unit].entrench)
    if dug:
        words = "It is dug in {n:# layer|# layers} deep: that rules out {types}."
        yield Finding(words, "dug in {n} deep", {"n": dug}, lambda kind: kind.entrench >= dug)
    if trace.works:
        work = listed(sorted(WORK_NAMES[each].lower() for each in trace.works))
        words = "Its work ({work}) rules out {types}."
        yield Finding(words, "{work}", {"work": work}, lambda kind: trace.works <= set(kind.engineering))
    if trace.load:
        words = "It carries {n:# token|# tokens}: that rules out {types}."
        yield Finding(words, "carries cargo", {"n": trace.load}, lambda kind: kind.cargo >= trace.load)
    if state.units[unit].where == "map" and state.booklet.banned:
        words, banned = "This booklet lets no {types} onto the map.", state.booklet.banned
        yield Finding(words, "not banned", {}, lambda kind: kind.id not in banned)


ACCOUNTED = "Every card of {types} is accounted for."


def cards_out(state: State, me: str) -> Cards:
    """Cards that others may hold, by what this company is shown (R62).

    An open card binder shows what is left in it, so that the rest is out; with a closed one all but its own
    may be.
    """
    own = Counter(state.units[unit].type for unit in state.of(me))
    counts: dict[str, int | None] = {}
    for kind in state.binder.units.values():
        left = (cards_left(state, kind.id) or 0) if state.binder_open else 0
        counts[kind.id] = None if kind.cards is None else max(0, kind.cards - left - own[kind.id])
    return counts


def narrowed(
    kinds: Mapping[str, Kinds], clues: Mapping[str, Sequence[Finding]], out: Cards
) -> tuple[dict[str, Kinds], dict[str, list[Ruled]], Cards]:
    """What each flag can be; what ruled the rest out; the cards that no sure flag is known to be.

    `kinds` are the types of each flag's class, `clues` what was seen of it. A flag that is sure takes a card
    away from all others, which may make another sure.
    """
    left: dict[str, Kinds] = {}
    ruled: dict[str, list[Ruled]] = {}
    for unit in kinds:
        left[unit], ruled[unit] = ruled_out(kinds[unit], clues[unit])
        left[unit] = left[unit] or kinds[unit]
    while True:
        free = _free(out, left.values())
        spent = {unit: _spent(each, free) for unit, each in left.items() if len(each) > 1}
        if not any(spent.values()):
            return left, ruled, free
        for unit, gone in spent.items():
            left[unit], more = ruled_out(left[unit], [gone] if gone else [])
            ruled[unit] += more


def _free(out: Cards, left: Iterable[Kinds]) -> Cards:
    sure = Counter(kinds[0].id for kinds in left if len(kinds) == 1)
    return {kind: None if cards is None else max(0, cards - sure[kind]) for kind, cards in out.items()}


def _spent(kinds: Kinds, free: Cards) -> Finding | None:
    """The finding that no card is left of some of these types, unless none is left of any."""
    there = {kind.id for kind in kinds if free[kind.id] != 0}
    if not there or len(there) == len(kinds):
        return None
    return Finding(ACCOUNTED, "no card left", {}, lambda kind: kind.id in there)


def chances(kinds: Kinds, trace: Trace, free: Cards) -> dict[str, Fraction]:
    """The chance of each of these types; they come to one.

    A type without limit counts like the most numerous of those that have one; where no card is left of any,
    all count alike.
    """
    most = max((cards for cards in free.values() if cards), default=1)
    cards = {kind.id: most if free[kind.id] is None else free[kind.id] or 0 for kind in kinds}
    alike = not any(cards.values())
    weights = {kind.id: (alike or cards[kind.id]) * likelihood(kind, trace) for kind in kinds}
    total = sum(weights.values(), Fraction(0))
    if not total:
        return {kind.id: Fraction(1, len(kinds)) for kind in kinds}
    return {kind: weight / total for kind, weight in weights.items()}


def likelihood(kind: UnitType, trace: Trace) -> Fraction:
    """The chance that its dice show just the faces that were seen; 0 where one of them cannot."""
    seen: tuple[tuple[int | None, Collection[int]], ...] = (
        (kind.defense_die, trace.faces("defended", "withstood")),
        (kind.attack_die, trace.faces("attacked", "answered")),
        (kind.artillery.die if kind.artillery else None, trace.faces("fired")),
    )
    ways = 1
    for die, faces in seen:
        if faces and (die is None or max(faces) > die):
            return Fraction(0)
        ways *= (die or 1) ** len(faces)
    return Fraction(1, ways)


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
    `types` fall by chance; `ruled` says in order what took the others out. `report` is the last report on it.
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
    report: Report | None

    @property
    def best(self) -> Possible:
        return self.types[0]

    @property
    def sure(self) -> bool:
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
    clues = {unit: findings(state, unit, trace) for unit, trace in traces.items()}
    kinds = {unit: _alike(state, unit) for unit in units}
    left, ruled, free = narrowed(kinds, clues, cards_out(state, me))
    return tuple(
        _page(state, unit, traces[unit], (_possible(left[unit], traces[unit], free), ruled[unit]))
        for unit in units
    )


def page_of(flags: Sequence[Flag], unit: str) -> Flag:
    """The page of one unit; `IllegalAction` where no such flag stands in the open."""
    page = next((flag for flag in flags if flag.unit == unit), None)
    if page is None:
        raise IllegalAction("target", f"{unit} shows no flag of another company.")
    return page


def _alike(state: State, unit: str) -> Kinds:
    """The types whose miniature it can be: its class shows, and with it its footprint."""
    shown = state.card(unit).unit_class
    return [kind for kind in state.binder.units.values() if kind.unit_class == shown]


def _possible(kinds: Kinds, trace: Trace, free: Cards) -> tuple[Possible, ...]:
    chance = chances(kinds, trace, free)
    candidates = [Possible(kind.id, kind.name, free[kind.id], chance[kind.id]) for kind in kinds]
    return tuple(sorted(candidates, key=lambda each: -each.chance))


def _page(
    state: State, unit: str, trace: Trace, verdict: tuple[tuple[Possible, ...], Sequence[Ruled]]
) -> Flag:
    each, (types, ruled) = state.units[unit], verdict
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
        report=trace.report,
    )


@dataclass(frozen=True, slots=True)
class Case:
    """What would come of it against one type, of so many people: the losses of both, were it hit back."""

    kind: str
    name: str
    chance: Fraction
    people: int
    losses: Losses
    back: Losses


@dataclass(frozen=True, slots=True)
class Weighed:
    """An attack of `unit` on `target`; `losses` and `back` are means over `cases`.

    `losses[n]` is the chance that the target loses just n, `back[n]` that the attacker does, if whoever can
    hit back does so and has the ammunition for it. `destroyed` is the chance that nobody is left of the
    target.
    """

    unit: str
    target: str
    cases: tuple[Case, ...]
    losses: Losses
    back: Losses
    destroyed: Fraction

    @property
    def any(self) -> Fraction:
        """The chance that at least one falls."""
        return 1 - self.losses[0]

    @property
    def mean(self) -> Fraction:
        """How many fall on average."""
        return mean(self.losses)

    @property
    def mean_back(self) -> Fraction:
        """How many the answer costs on average."""
        return mean(self.back)


def weigh(state: State, unit: str, flag: Flag) -> Weighed:
    """An attack of one's own unit on a flag, wherever they stand now.

    Of people that nobody has counted, a card's whole number is taken.
    """
    each, card = state.units[unit], state.card(unit)
    own = Side(
        each.strength,
        card.attack_die,
        card.defense_die,
        each.ammunition,
        (cover_of(state, unit) if state.units[unit].where == "map" else Cover()),
        0,
    )
    far = away(state, on(each), on(state.units[flag.unit]))
    cases = []
    for possible in flag.types:
        kind = state.binder.units[possible.kind]
        foe = Side(
            min((kind.troop if flag.people is None else flag.people), kind.troop),
            kind.attack_die,
            kind.defense_die,
            1,
            cover_of(state, flag.unit),
            0,
        )
        losses = volley_odds(own, foe, own.strength)
        back = (
            counter_odds(own, foe, losses)
            if _answers(state, kind, far)
            else (Fraction(1), *[Fraction(0)] * own.strength)
        )
        cases.append(Case(kind.id, kind.name, possible.chance, foe.strength, losses, back))
    shares = [case.chance for case in cases]
    destroyed = sum((case.chance * case.losses[-1] for case in cases), Fraction(0))
    both = (_mixed(shares, [case.losses for case in cases]), _mixed(shares, [case.back for case in cases]))
    return Weighed(unit, flag.unit, tuple(cases), *both, destroyed)


def _answers(state: State, kind: UnitType, far: int) -> bool:
    """Whether a type can hit back at all, from there (R34)."""
    return kind.attack_die is not None and (kind.range >= far or not state.options.counter_range)


def _mixed(shares: Sequence[Fraction], parts: Sequence[Losses]) -> Losses:
    most = max(map(len, parts))
    return tuple(
        sum(
            (share * part[n] for share, part in zip(shares, parts, strict=True) if n < len(part)), Fraction(0)
        )
        for n in range(most)
    )
