"""What lies on a front: a scenario, and what its theme exchanges (setup, themes, R5, R6)."""

from collections.abc import Mapping

from companion.games.scope.data import (
    POINTLESS,
    SPARE_ACES,
    TARGETS,
    THEME_CARDS,
    Card,
    Counts,
    Plan,
    Target,
    Theme,
)


def themed(counts: Counts, theme: Theme | None) -> dict[Card, int]:
    """The cards of a front after the theme; fewer than no empty areas where they do not suffice."""
    wanted: Mapping[Card, int] = THEME_CARDS.get(theme or "", {})
    more = sum(number - counts[card] for card, number in wanted.items())
    return {**counts, **wanted, "empty": counts["empty"] - more}


def spare_snipers(theme: Theme | None) -> int:
    """The sniper cards that wait in each player zone (duel_of_aces)."""
    return SPARE_ACES if theme == "duel_of_aces" else 0


def objective_of(plan: Plan, theme: Theme | None, own: int | None = None) -> int | None:
    """The points to reach; None where the theme takes their place (R8). `own` is the house rule's."""
    return None if theme in POINTLESS else own or plan.objective


def targets_of(counts: Counts, spare: int) -> tuple[Target, ...]:
    """Every card of a side that can be eliminated, spare snipers too."""
    found: list[Target] = []
    for card in TARGETS:
        found += [card] * (counts[card] + (spare if card == "sniper" else 0))
    return tuple(found)
