"""What a company can afford next: credits, deployment, upkeep, prices as they will be (S1, C3, C4, M7)."""

from collections.abc import Iterator

from companion.engine.campaign.branches import Forecast, Outlook, Sum
from companion.engine.game import Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.campaign.ahead.odds import chances
from companion.games.parabellum.campaign.ahead.offers import HEADINGS, Purchase, offers
from companion.games.parabellum.campaign.ahead.upkeep import (
    TOKENS,
    Upkeep,
    after_upkeep,
    spare,
    upkeep,
    upkeep_sums,
)
from companion.games.parabellum.campaign.called import titled
from companion.games.parabellum.campaign.path import TOLD
from companion.games.parabellum.data import RESOURCE_NAMES, TURN_PHASES, Resource
from companion.games.parabellum.procedures.money.prices import affordable, next_price, price
from companion.games.parabellum.procedures.money.worth import scrap_value
from companion.games.parabellum.rules.course.opening import entitled, open_scenario
from companion.games.parabellum.rules.course.withdrawing import end_by_hand
from companion.games.parabellum.rules.rear.buying import left_to_buy
from companion.games.parabellum.state import State


def outlook(state: State, player: str) -> Outlook:
    """One for each scenario that can be next, or for that of now while it is set up; for its own eyes.

    While a scenario is fought it reckons as if the table ended it now.
    """
    words, opened = openings(state, player)
    return Outlook(words, tuple(_forecast(state, each, player) for each in opened))


def openings(state: State, player: str) -> tuple[str, tuple[State, ...]]:
    """The scenarios that can be next as each would open, or words that say why there is none."""
    if state.phase == "over" or state.players[player].status not in ("in", "withdrawn"):
        return "Nothing comes next: the campaign is over for this company.", ()
    if state.phase in ("turn_order", "setup"):
        return "", (state,)
    if not state.booklet.next:
        return "Nothing comes next: the campaign ends with this scenario.", ()
    ended = _ended(state)
    if ended.players[player].status == "eliminated":
        hope = _at_stake(state, player).text
        return f"If it ended now, no liquid assets were left and this company out (E4). {hope}", ()
    return "", tuple(open_scenario(ended, each) for each in state.booklet.next)


def _ended(state: State) -> State:
    """After the sums of the scenario's end; the pool stays as all know it, whoever else may drop out."""
    if state.phase not in TURN_PHASES:
        return state
    ended = end_by_hand(state, kinds.EndScenario("Reckoned ahead.")).state
    return ended.changed(supply=state.supply)


def _forecast(state: State, opened: State, player: str) -> Forecast:
    kept = upkeep(opened, player)
    sums = sums_ahead(state, opened, player, kept)
    left = sum(each.amount for each in sums)
    free = max(0, left)
    left_then = after_upkeep(opened, player, kept)
    purchase = Purchase(left_then, player, free, reserve_spared(opened, player, kept))
    return Forecast(
        scenario=opened.scenario,
        title=titled(opened, opened.scenario),
        sums=sums,
        free=left,
        steps=tuple(_steps(state, opened, player, kept, free)),
        headings=HEADINGS,
        offers=offers(purchase),
        chances=tuple(chances(state, opened, player, left)),
    )


def sums_ahead(state: State, opened: State, player: str, kept: Upkeep) -> tuple[Sum, ...]:
    """From its credits now to what it could spend once its own units are ready again."""
    return (*_until_then(state, opened, player), *upkeep_sums(opened, player, kept))


def reserve_spared(opened: State, player: str, kept: Upkeep) -> dict[Resource, int]:
    """People and tokens in reserve that its own units leave for new ones."""
    reserve = opened.players[player].reserve
    tokens = {resource: spare(opened, player, kept, resource) for resource in TOKENS}
    return {"manpower": reserve.personnel, **tokens}


def _until_then(state: State, opened: State, player: str) -> Iterator[Sum]:
    """The credits now, and what the end of this scenario would pay or cost as it stands."""
    yield Sum("Credits now", state.players[player].credits, "RULING R61")
    titles = {each.id: each.name for each in state.booklet.objectives}
    for line in opened.ledger[len(state.ledger) :]:
        if line.player == player:
            words, rule = TOLD[line.kind]
            yield Sum(
                f"{words.format(item=titles.get(line.item, line.item))}, if it ended now", line.amount, rule
            )


def _steps(state: State, opened: State, player: str, kept: Upkeep, free: int) -> Iterator[Step]:
    if state.phase in TURN_PHASES:
        yield _at_stake(state, player)
    yield from _own(opened, player, kept)
    yield from _people(state, opened, free)
    for resource in TOKENS:
        yield _token(opened, resource)


def _at_stake(state: State, player: str) -> Step:
    """What the objectives that are still open to a company would change."""
    left = [
        each
        for each in state.booklet.objectives
        if entitled(state, each, player) and not _taken(state, each.id, player)
    ]
    values = {
        "n": len(left),
        "bonus": sum(each.bonus.credits for each in left),
        "penalty": sum(each.penalty for each in left),
    }
    words = "Objectives still open here: {n}. All of them would add {bonus} credits and spare {penalty}."
    return Step("E1", words, values)


def _taken(state: State, objective: str, player: str) -> bool:
    done = state.objectives[objective].done
    return player in done or bool(done and state.objective(objective).exclusive)


def _own(opened: State, player: str, kept: Upkeep) -> Iterator[Step]:
    values = {"n": kept.mustered, "deploying": kept.deploying, "fee": opened.booklet.deployment_cost}
    yield Step(
        "M7", "Mustered units: {n}; deployed at {fee} credits each, passengers free: {deploying}.", values
    )
    if kept.barred:
        yield Step("RULING R56", "The booklet keeps {n} of them out.", {"n": kept.barred})
    if kept.short:
        words = "They lack {n} people; only merging two units of a class fills one up."
        yield Step("RULING R9", words, {"n": kept.short})
    cards = sum(1 for _ in opened.of(player, "reserve"))
    reserve = opened.players[player].reserve._asdict() | {"cards": cards}
    words = "In reserve: cards {cards}, people {personnel}, fuel {fuel}, ammunition {ammunition}."
    yield Step("S2", words, reserve)
    if worth := scrap_value(opened, player):
        yield Step("B5", "All units and cards together would fetch {n} credits as scrap.", {"n": worth})


def _people(state: State, opened: State, free: int) -> Iterator[Step]:
    """The pool that dwindles, and how far the credits reach in it."""
    left, bands = opened.supply.manpower, opened.booklet.bands["manpower"]
    if joined := left - state.supply.manpower:
        words = "{n} people join the pool of {pool}: {left}."
        yield Step("C3", words, {"n": joined, "pool": state.supply.manpower, "left": left})
    cost = next_price(bands, left)
    if cost is None:
        yield Step("C3", "Nobody is left in the pool.")
        return
    most = affordable(bands, left, free, left)
    values = {"left": left, "price": cost, "most": most, "cost": price(bands, left, most).cost}
    words = "People left to hire: {left}, the first at {price} credits; at most {most} for {cost} credits. "
    yield Step("C3", words + "Whoever buys before you makes them dearer.", values)


def _token(opened: State, resource: Resource) -> Step:
    supply = left_to_buy(opened, resource)
    cost = next_price(opened.booklet.bands[resource], supply)
    values = {"what": RESOURCE_NAMES[resource], "price": cost, "left": supply}
    if cost is None:
        return Step("C4", "No {what} is left to buy.", values)
    words = "One token of {what}: {price} credits"
    return Step("C4", words + ("." if supply is None else ", {left} left."), values)
