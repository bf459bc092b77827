"""Trenches that an event builds or razes: free, but on the right ground (5.1, specification 9.5)."""

from companion.engine import shape
from companion.engine.errors import IllegalAction, join
from companion.engine.game import Outcome, Step
from companion.engine.reading import Reading
from companion.engine.shape.changing import but
from companion.engine.wording import count, sentence
from companion.games.scarper.actions.placements import Placement, Placements
from companion.games.scarper.data import BATTLEFIELD_NAMES, DIRECTION, OTHER, SIDE_NAMES
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.procedures.build_trenches import build_steps, built, on_own_ground
from companion.games.scarper.rules.openings import Doing, among
from companion.games.scarper.state.fronts import Battlefield
from companion.games.scarper.state.table import State


def _placements(doing: Doing, key: str) -> tuple[Placement, ...]:
    choice = Reading(doing.choice, (key,), doing.path)
    placements: tuple[Placement, ...] = shape.read(Placements, choice.items(key), choice.at(key))
    allowed = doing.places or []
    for n, placed in enumerate(placements):
        among(placed.battlefield, allowed, choice.at(key, n, "battlefield"))
        if key == "placements":
            where = choice.at(key, n)
            on_own_ground(doing.state.battlefields, doing.side, placed, doing.state.front, where)
    return placements


def build(doing: Doing) -> Outcome[State]:
    """The side's trenches are built."""
    placements = _placements(doing, "placements")
    supply = supply_left(doing.state.options, doing.state.battlefields.values(), doing.side)
    most = doing.effect.amount if supply is None else min(supply, doing.effect.amount)
    _no_more_than(sum(placed.count for placed in placements), most, join(doing.path, "placements"))
    after = but(doing.state, battlefields=built(doing.state.battlefields, placements))
    return Outcome(after, build_steps(placements, doing.side, "5.1"))


def _no_more_than(total: int, most: int, path: str) -> None:
    if total > most:
        raise IllegalAction(path, f"At most {most} trenches can be chosen here; {total} were given.")


def raze(doing: Doing) -> Outcome[State]:
    """The other side's trenches are removed."""
    removals = _placements(doing, "removals")
    path = join(doing.path, "removals")
    fronts = dict(doing.state.battlefields)
    for n, removed in enumerate(removals):
        there = doing.state.battlefields[removed.battlefield]
        fronts[removed.battlefield] = _razed(
            there, fronts[removed.battlefield], removed, doing, join(path, n)
        )
    _no_more_than(sum(removed.count for removed in removals), doing.effect.amount, path)
    return Outcome(but(doing.state, battlefields=fronts), tuple(_razing(removed) for removed in removals))


def _razed(there: Battlefield, now: Battlefield, removed: Placement, doing: Doing, path: str) -> Battlefield:
    ahead = (removed.space - there.frontline) * DIRECTION[doing.side] > 0
    if not ahead or removed.space not in there.trenches:
        enemy = SIDE_NAMES[OTHER[doing.side]]
        raise IllegalAction(join(path, "space"), f"No {enemy} trench lies on space {removed.space}.")
    left = now.trenches.get(removed.space, 0) - removed.count
    if left < 0:
        lie = now.trenches.get(removed.space, 0)
        raise IllegalAction(
            join(path, "count"),
            f"{sentence(count(lie, 'trench', 'trenches'))} can be removed there; {removed.count} was asked.",
        )
    trenches = {**now.trenches, removed.space: left}
    return Battlefield(now.frontline, {space: count for space, count in trenches.items() if count})


def _razing(removed: Placement) -> Step:
    where = BATTLEFIELD_NAMES[removed.battlefield]
    values = {"count": removed.count, "where": where, "space": removed.space}
    return Step("5.1", "{where}, space {space}: {count:# trench is|# trenches are} removed.", values)
