"""Building trenches (6.1.1): on one's own side of the frontline, paid from the economy."""

from collections.abc import Mapping, Sequence

from companion.engine import shape
from companion.engine.errors import IllegalAction, join
from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.engine.wording import count, sentence
from companion.games.scarper.actions.placements import Placement, Placements
from companion.games.scarper.data import BATTLEFIELD_NAMES, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.asked import Asked, supply_left
from companion.games.scarper.state.board import Board
from companion.games.scarper.state.fronts import Battlefield

type Fronts = Mapping[str, Battlefield]


def on_own_ground(fronts: Fronts, side: Side, placed: Placement, board: Board, path: str) -> None:
    """Refuse a place that is not on the side's own side of the frontline (R4)."""
    ground = board.tracks[placed.battlefield].ground(side, fronts[placed.battlefield].frontline)
    if placed.space in ground:
        return
    where = f"{SIDE_NAMES[side]} ground on {BATTLEFIELD_NAMES[placed.battlefield]}"
    right = _spaces(ground)
    raise IllegalAction(join(path, "space"), f"{where} is {right}; {placed.space} was given.")


def _spaces(ground: Sequence[int]) -> str:
    """A stretch of a battlefield, as it is said."""
    if len(ground) < 2:
        return f"space {ground[0]} alone" if ground else "no space at all"
    return f"spaces {ground[0]} to {ground[-1]}"


def affordable(placements: Sequence[Placement], economy: int, supply: int | None, path: str) -> int:
    """The number of trenches, refused where economy or supply do not reach that far."""
    total = sum(placed.count for placed in placements)
    if total > economy:
        raise IllegalAction(
            path, f"{sentence(count(total, 'trench', 'trenches'))} cost {total} economy; there is {economy}."
        )
    if supply is not None and total > supply:
        raise IllegalAction(
            path,
            f"{sentence(count(supply, 'trench', 'trenches'))} left in the supply; {total} were asked for.",
        )
    return total


def built(fronts: Fronts, placements: Sequence[Placement]) -> dict[str, Battlefield]:
    """The fronts with the trenches on them."""
    after = dict(fronts)
    for battlefield, space, dug in ((each.battlefield, each.space, each.count) for each in placements):
        front = after[battlefield]
        trenches = {**front.trenches, space: front.trenches.get(space, 0) + dug}
        after[battlefield] = Battlefield(front.frontline, dict(sorted(trenches.items())))
    return after


def build_steps(placements: Sequence[Placement], side: Side, rule: str = "6.1.1") -> tuple[Step, ...]:
    """One line for each place."""
    return tuple(
        Step(
            rule,
            "{side}: {count:# trench|# trenches} on {where}, space {space}.",
            {
                "side": SIDE_NAMES[side],
                "count": placed.count,
                "where": BATTLEFIELD_NAMES[placed.battlefield],
                "space": placed.space,
            },
        )
        for placed in placements
    )


def resolve(question: Json) -> Resolution:
    """Procedure 6.9: economy turned into trenches."""
    asked = Asked(question, ("side", "economy", "battlefields", "placements", "options", "board"))
    side = asked.name("side", SIDES)
    economy = asked.integer("economy", 0, asked.options.economy_max)
    fronts = asked.battlefields(())
    placements: Sequence[Placement] = shape.read(Placements, asked.items("placements", 1), "placements")
    asked.battlefields([placed.battlefield for placed in placements])
    asked.done()
    for n, placed in enumerate(placements):
        on_own_ground(fronts, side, placed, asked.board, join("placements", n))
    total = affordable(placements, economy, supply_left(asked.options, fronts.values(), side), "placements")
    after = {each: shape.write(front) for each, front in built(fronts, placements).items()}
    result = {"economy": economy - total, "battlefields": after}
    cost = {"total": total, "left": economy - total}
    paid = Step("6.1.1", "{total:# trench costs|# trenches cost} {total} economy; {left} is left.", cost)
    return Resolution(result, (*build_steps(placements, side), paid))
