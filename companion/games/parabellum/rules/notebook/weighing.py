"""An attack weighed over everything that its target can be: the mean of exact odds (A2, A3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.games.parabellum.procedures.combat.chances import mean
from companion.games.parabellum.procedures.combat.covers import Cover
from companion.games.parabellum.procedures.combat.direct_attack_odds import Losses, counter_odds, volley_odds
from companion.games.parabellum.procedures.combat.sides import Side
from companion.games.parabellum.rules.field import away, cover_of, on
from companion.games.parabellum.rules.notebook.book import Flag
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.table import State


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
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, _cover(state, unit), 0)
    far = away(state, on(each), on(state.units[flag.unit]))
    cases = []
    for possible in flag.types:
        kind = state.binder.units[possible.kind]
        foe = _side(kind, kind.troop if flag.people is None else flag.people, cover_of(state, flag.unit))
        losses = volley_odds(own, foe, own.strength)
        back = counter_odds(own, foe, losses) if _answers(state, kind, far) else _nobody(own)
        cases.append(Case(kind.id, kind.name, possible.chance, foe.strength, losses, back))
    shares = [case.chance for case in cases]
    destroyed = sum((case.chance * case.losses[-1] for case in cases), Fraction(0))
    both = (_mixed(shares, [case.losses for case in cases]), _mixed(shares, [case.back for case in cases]))
    return Weighed(unit, flag.unit, tuple(cases), *both, destroyed)


def _cover(state: State, unit: str) -> Cover:
    return cover_of(state, unit) if state.units[unit].where == "map" else Cover()


def _side(kind: UnitType, people: int, cover: Cover) -> Side:
    return Side(min(people, kind.troop), kind.attack_die, kind.defense_die, 1, cover, 0)


def _answers(state: State, kind: UnitType, far: int) -> bool:
    """Whether a type can hit back at all, from there (R34)."""
    return kind.attack_die is not None and (kind.range >= far or not state.options.counter_range)


def _nobody(own: Side) -> Losses:
    return (Fraction(1), *[Fraction(0)] * own.strength)


def _mixed(shares: Sequence[Fraction], parts: Sequence[Losses]) -> Losses:
    """The distribution over all cases, each with its share."""
    most = max(map(len, parts))
    return tuple(
        sum(
            (share * part[n] for share, part in zip(shares, parts, strict=True) if n < len(part)), Fraction(0)
        )
        for n in range(most)
    )
