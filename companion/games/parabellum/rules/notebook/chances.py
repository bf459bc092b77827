"""How likely each type is: cards of the catalogue not accounted for, times the chance of the dice seen."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from companion.games.parabellum.rules.notebook.findings import Finding, Ruled, ruled_out
from companion.games.parabellum.rules.notebook.traces import Trace
from companion.games.parabellum.rules.rear.buying import cards_left
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.table import State

type Kinds = Sequence[UnitType]
type Cards = Mapping[str, int | None]
"""Cards of each type that may be the others'; None is no limit."""

ACCOUNTED = "Every card of {types} is accounted for."


def cards_out(state: State, me: str) -> Cards:
    """Cards that others may hold, by what this company is shown (R62).

    An open card binder shows what is left in it, so that the rest is out; with a closed one all but its own
    may be.
    """
    own = Counter(state.units[unit].type for unit in state.of(me))
    found: dict[str, int | None] = {}
    for kind in state.binder.units.values():
        left = (cards_left(state, kind.id) or 0) if state.binder_open else 0
        found[kind.id] = None if kind.cards is None else max(0, kind.cards - left - own[kind.id])
    return found


def narrowed(
    kinds: Mapping[str, Kinds], found: Mapping[str, Sequence[Finding]], out: Cards
) -> tuple[dict[str, Kinds], dict[str, list[Ruled]], Cards]:
    """What each flag can be; what ruled the rest out; the cards that no sure flag is known to be.

    `kinds` are the types of each flag's class, `found` what was seen of it. A flag that is sure takes a card
    away from all others, which may make another sure.
    """
    left: dict[str, Kinds] = {}
    told: dict[str, list[Ruled]] = {}
    for unit in kinds:
        left[unit], told[unit] = ruled_out(kinds[unit], found[unit])
        left[unit] = left[unit] or kinds[unit]
    while True:
        free = _free(out, left.values())
        spent = {unit: _spent(each, free) for unit, each in left.items() if len(each) > 1}
        if not any(spent.values()):
            return left, told, free
        for unit, gone in spent.items():
            left[unit], more = ruled_out(left[unit], [gone] if gone else [])
            told[unit] += more


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
