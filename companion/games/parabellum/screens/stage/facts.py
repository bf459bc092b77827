"""The strip of Parabellum: each company, the manpower with its price, each objective with its holder."""

from collections.abc import Sequence

from companion.engine.called import Called
from companion.engine.game import Scene
from companion.engine.stage import Chip, Icon, StripFact, said
from companion.games.parabellum.procedures.money.prices import next_price
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import SHEET, seat_of
from companion.games.parabellum.screens.course.scenario import standing
from companion.games.parabellum.screens.frame import STATUS
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import Objective
from companion.games.parabellum.state.naming import spoken


def facts(scene: Scene[State], companies: Sequence[str]) -> tuple[StripFact, ...]:
    """The whole strip."""
    state = scene.state
    goals = state.booklet.objectives if state.objectives else ()
    return (
        *(_company(state, each) for each in companies),
        _pool(state),
        *(_held(scene, each) for each in goals),
    )


def _company(state: State, player: str) -> StripFact:
    """What everybody may know of a company: its number, how many stand on the map, how many it lost."""
    each, tally = state.players[player], state.tally.get(player)
    waits = sum(1 for _ in state.of(player, "predeploy"))
    words = (
        [STATUS[each.status]] if STATUS[each.status] else ["done"] if player in state.done else ["on the map"]
    )
    words += [f"{waits} waiting"] if waits else []
    words += [f"{tally.lost} lost"] if tally and tally.lost else []
    return StripFact(
        key=player,
        name=Called(spoken(player).split()[0], player),
        small=", ".join(words),
        value=str(sum(1 for _ in state.of(player, "map"))),
        chips=(Chip(str(each.seat), seat_of(state, player)),),
        side=seat_of(state, player),
        acting=player == state.active,
        rule="company",
    )


def _pool(state: State) -> StripFact:
    """The manpower that all share, and what the next person costs."""
    left = state.supply.manpower
    price = next_price(state.booklet.bands["manpower"], left)
    small = "nobody left" if price is None else said("next at {price}", price=price)
    return StripFact(key="manpower", name="People", value=str(left), small=small, icon=Icon("people", SHEET))


def _held(scene: Scene[State], objective: Objective) -> StripFact:
    """An objective: where it is, and who holds it now or has completed it."""
    state = scene.state
    done = state.objectives[objective.id].done
    holder = done[0] if done else _holder(state, objective)
    return StripFact(
        key=f"goal-{objective.id}",
        name=", ".join(map(at, objective.squares)) or objective.name,
        small=standing(state, objective, short=True),
        chips=(Chip(str(state.players[holder].seat), seat_of(state, holder)),) if holder else (),
        icon=Icon("objective", SHEET),
        href=fresh(scene, do="objectives") if scene.room != "tv" else "",
    )


def _holder(state: State, objective: Objective) -> str | None:
    """The one company that stands on its squares, if only one does."""
    units = [unit for square in objective.squares for unit in state.standing_on(square)]
    owners = {state.units[unit].owner for unit in units}
    return next(iter(owners)) if len(owners) == 1 else None
