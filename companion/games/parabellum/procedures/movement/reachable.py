"""Where a unit can be after one path: squares, least costs, free positions (M1–M5, specification 6.12)."""

from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.procedures.movement.map_asked import NEEDED, OPTIONAL, read_ground_and_mover
from companion.games.parabellum.procedures.movement.move_check import AGAINST
from companion.games.parabellum.procedures.movement.moves import Goal, pinned, reach


def resolve(question: Json) -> Resolution:
    """Procedure `reachable`."""
    ground, mover = read_ground_and_mover(Reading.complete(question, NEEDED, OPTIONAL))
    stuck = pinned(mover)
    if stuck:
        rule, words = AGAINST[stuck]
        return Resolution({"squares": []}, (Step(rule, words),))
    goals = reach(ground, mover)
    return Resolution({"squares": [_goal(goal) for goal in goals]}, _steps(goals))


def _goal(goal: Goal) -> Json:
    return {"square": goal.square, "cost": goal.cost, "positions": list(goal.positions)}


def _steps(goals: tuple[Goal, ...]) -> tuple[Step, ...]:
    if not goals:
        return (Step("M4", "There is no square that one path can end on: everything around is closed."),)
    return tuple(
        Step(
            "M1",
            "{square} for {cost} of movement, by {way}.",
            {
                "square": goal.square.upper(),
                "cost": goal.cost,
                "way": ", ".join(each.upper() for each in goal.path),
            },
        )
        for goal in goals
    )
