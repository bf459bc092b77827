"""What a company can afford next, a roster planned in one cart, and a scenario played ahead (S1, C3, C4)."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from companion.engine.campaign import Forecast, Foreseen, Outlook, Plan, Sum, Wanted
from companion.engine.game import Step
from companion.engine.player import own_sight
from companion.engine.playing import View
from companion.engine.wire import Json
from companion.engine.wording import count, sentence
from companion.games.parabellum import actions
from companion.games.parabellum.campaign.playing import Provident, steps
from companion.games.parabellum.campaign.prospects import (
    HEADINGS,
    NEEDS,
    TOKENS,
    Cost,
    Purchase,
    Upkeep,
    after_upkeep,
    allowed,
    chances,
    left_over,
    offers,
    spare,
    token_sum,
    upkeep,
    upkeep_sums,
    weighed,
)
from companion.games.parabellum.campaign.story import titled
from companion.games.parabellum.campaign.tree import BOOKED
from companion.games.parabellum.data import RESOURCE_NAMES, RESOURCES, TURN_PHASES, Resource
from companion.games.parabellum.procedures.money import scrap_value
from companion.games.parabellum.procedures.reckoning import affordable, next_price, price
from companion.games.parabellum.rules.course import end_by_hand
from companion.games.parabellum.rules.rear import left_to_buy
from companion.games.parabellum.rules.secrets import redact_state
from companion.games.parabellum.rules.setting_up import entitled, open_scenario
from companion.games.parabellum.state import State, read_binder, read_state


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
    ended = end_by_hand(state, actions.EndScenario("Reckoned ahead.")).state
    return ended.changed(supply=state.supply)


def _forecast(state: State, opened: State, player: str) -> Forecast:
    force = upkeep(opened, player)
    sums = sums_ahead(state, opened, player, force)
    left = sum(each.amount for each in sums)
    free = max(0, left)
    left_then = after_upkeep(opened, player, force)
    purchase = Purchase(left_then, player, free, reserve_spared(opened, player, force))
    return Forecast(
        scenario=opened.scenario,
        title=titled(opened, opened.scenario),
        sums=sums,
        free=left,
        steps=tuple(_steps(state, opened, player, force, free)),
        headings=HEADINGS,
        offers=offers(purchase),
        chances=tuple(chances(state, opened, player, left)),
        weighed=weighed(state, opened, player, left),
    )


def sums_ahead(state: State, opened: State, player: str, force: Upkeep) -> tuple[Sum, ...]:
    """From its credits now to what it could spend once its own units are ready again."""
    return (*_until_then(state, opened, player), *upkeep_sums(opened, player, force))


def reserve_spared(opened: State, player: str, force: Upkeep) -> dict[Resource, int]:
    """People and tokens in reserve that its own units leave for new ones."""
    reserve = opened.players[player].reserve
    tokens = {resource: spare(opened, player, force, resource) for resource in TOKENS}
    return {"manpower": reserve.personnel, **tokens}


def _until_then(state: State, opened: State, player: str) -> Iterator[Sum]:
    """The credits now, and what the end of this scenario would pay or cost as it stands."""
    yield Sum("Credits now", state.players[player].credits, "RULING R61")
    titles = {each.id: each.name for each in state.booklet.objectives}
    for line in opened.ledger[len(state.ledger) :]:
        if line.player == player:
            words, rule = BOOKED[line.kind]
            yield Sum(
                f"{words.format(item=titles.get(line.item, line.item))}, if it ended now", line.amount, rule
            )


def _steps(state: State, opened: State, player: str, force: Upkeep, free: int) -> Iterator[Step]:
    if state.phase in TURN_PHASES:
        yield _at_stake(state, player)
    values = {"n": force.mustered, "deploying": force.deploying, "fee": opened.booklet.deployment_cost}
    yield Step(
        "M7", "Mustered units: {n}; deployed at {fee} credits each, passengers free: {deploying}.", values
    )
    if force.barred:
        yield Step("RULING R56", "The booklet keeps {n} of them out.", {"n": force.barred})
    if force.short:
        words = "They lack {n} people; only merging two units of a class fills one up."
        yield Step("RULING R9", words, {"n": force.short})
    cards = sum(1 for _ in opened.of(player, "reserve"))
    reserve = opened.players[player].reserve._asdict() | {"cards": cards}
    words = "In reserve: cards {cards}, people {personnel}, fuel {fuel}, ammunition {ammunition}."
    yield Step("S2", words, reserve)
    if worth := scrap_value(opened, player):
        yield Step("B5", "All units and cards together would fetch {n} credits as scrap.", {"n": worth})
    yield from _people(state, opened, free)
    for resource in TOKENS:
        yield _token(opened, resource)


def _at_stake(state: State, player: str) -> Step:
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
    holders = state.objectives[objective].done
    return player in holders or bool(holders and state.objective(objective).exclusive)


def _people(state: State, opened: State, free: int) -> Iterator[Step]:
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


RULES: dict[Resource, str] = {"manpower": "C3", "fuel": "C4", "ammunition": "C4"}


def plan(state: State, player: str, scenario: str, numbers: Mapping[str, int]) -> Plan | None:
    """So many of each type ready to fight there; more than the binder has cards is cut to those, and told."""
    _, possible = openings(state, player)
    opened = next((each for each in possible if each.scenario == scenario), None)
    if opened is None:
        return None
    force = upkeep(opened, player)
    free = sum(each.amount for each in sums_ahead(state, opened, player, force))
    left_then = after_upkeep(opened, player, force)
    purchase = Purchase(left_then, player, free, reserve_spared(opened, player, force))
    rows = tuple(_wanted(purchase, numbers))
    cart = {each.kind: each.number for each in rows if each.number}
    cost = purchase.cost(cart)
    sums = tuple(_sums(purchase, cart, cost)) if cost else ()
    return Plan(
        title=titled(opened, scenario),
        free=free,
        wanted=rows,
        words="" if cost else _lacking(purchase, cart),
        sums=sums,
        left=free + sum(each.amount for each in sums),
        upkeep=tuple(_once_more(purchase, cart, force, opened)) if cost else (),
        cut=tuple(_cut(opened, rows, numbers)),
    )


def _cut(opened: State, rows: tuple[Wanted, ...], numbers: Mapping[str, int]) -> Iterator[str]:
    """What was asked for beyond the cards that there are, and of types that the booklet bans."""
    for kind in opened.booklet.banned:
        if numbers.get(kind, 0) > 0:
            yield f"{opened.binder.units[kind].name}: the booklet keeps it out."
    for each in rows:
        if numbers.get(each.kind, 0) > each.number:
            number = numbers[each.kind]
            yield f"{each.name}: the binder has {count(each.most, 'card')} for you; {number} were asked for."


def _wanted(purchase: Purchase, numbers: Mapping[str, int]) -> Iterator[Wanted]:
    for kind in allowed(purchase.state):
        most = purchase.cards(kind)
        yield Wanted(kind.id, kind.name, max(0, min(numbers.get(kind.id, 0), most)), most)


def _sums(purchase: Purchase, cart: Mapping[str, int], cost: Cost) -> Iterator[Sum]:
    number = sum(cart.values())
    if not number:
        return
    yield Sum(sentence(count(number, "unit card")), -cost.cards, "S1")
    for resource, paid in zip(RESOURCES, cost.goods, strict=True):
        needed, bought = purchase.needed(cart, NEEDS[resource]), purchase.bought(cart, resource)
        spared = f", {needed - bought} from the reserve" if needed > bought else ""
        if needed:
            yield Sum(f"{needed} {RESOURCE_NAMES[resource]}{spared}", -paid, RULES[resource])
    yield Sum(f"Deploying them at {purchase.state.booklet.deployment_cost} each", -cost.deploying, "M7")


def _lacking(purchase: Purchase, cart: Mapping[str, int]) -> str:
    lines = []
    for resource in RESOURCES:
        bought, supply = purchase.bought(cart, resource), left_to_buy(purchase.state, resource)
        if supply is not None and bought > supply:
            lines.append(f"{bought} {RESOURCE_NAMES[resource]}, of which {supply} are left")
    return f"The supply does not have all of that: it takes {' and '.join(lines)}."


def _once_more(purchase: Purchase, cart: Mapping[str, int], force: Upkeep, opened: State) -> Iterator[Sum]:
    """Old and new deployed again with every counter empty, at this scenario's prices after the purchase.

    What upkeep and purchase leave in reserve and cargo is used first.
    """
    state, number = purchase.state, force.deploying + sum(cart.values())
    if not number:
        return
    fee = state.booklet.deployment_cost
    yield Sum(f"Deploying {count(number, 'unit')} at {fee} each", -fee * number, "M7")
    spent = purchase.after(cart)
    for resource in TOKENS:
        used = purchase.needed(cart, NEEDS[resource]) - purchase.bought(cart, resource)
        rest = left_over(opened, purchase.player, force, resource) - used
        tokens = purchase.needed(cart, NEEDS[resource]) + _needed(purchase, force, NEEDS[resource]) - rest
        if tokens > 0:
            yield token_sum(spent, resource, tokens, "to fill every empty counter, beyond cargo and reserve")


def _needed(purchase: Purchase, force: Upkeep, what: str) -> int:
    return sum(getattr(purchase.state.card(unit), what) for unit in force.fighting)


EMPTY = {"fuel": 0, "ammunition": 0}
NOTHING = {"personnel": 0, **EMPTY}


def guess(view: View) -> Callable[[Random], State]:
    """The table with cards of the right class where a rival's lie face down, none behind his screen."""
    seen, binder = view.state, read_binder(view.state["binder"], "")
    by_class: dict[str, list[str]] = {}
    for name, kind in binder.units.items():
        by_class.setdefault(kind.unit_class, []).append(name)
    purse = seen["players"].get(view.seat, {}).get("credits") or 0
    players = {
        name: {
            **each,
            "credits": purse if each["credits"] is None else each["credits"],
            "reserve": each["reserve"] or NOTHING,
        }
        for name, each in seen["players"].items()
    }
    last = max((int(name[1:]) for name in seen["units"] if name[1:].isdecimal()), default=0)
    whole = {
        **seen, "players": players, "next_unit": last + 1,
        "personnel_total": (seen["supply"]["manpower"] or 0) + seen["casualties"],
    }  # fmt: skip

    def guessed(random: Random) -> State:
        units = {
            name: each if "type" in each else _face_down(each, random.choice(by_class[each["class"]]))
            for name, each in seen["units"].items()
        }
        return read_state({**whole, "units": units}, "")

    return guessed


def _face_down(shown: Json, card: str) -> Json:
    """A unit as all see it, under a card that it may be."""
    seen = {key: value for key, value in shown.items() if key != "class"}
    hidden: Json = {
        "type": card, "cost": 0, "square": None, "position": None, "transport": None, "strength": 1,
        "fuel": 0, "ammunition": 0, "cargo": EMPTY, "entrench": 0, "bridge": None, "mp_used": 0,
        "partner": None,
        "marks": [],
    }  # fmt: skip
    return {**hidden, **seen}


def views(state: State, player: str) -> Mapping[str, Json]:
    """What a company sees of each scenario that can be next, as it would open now."""
    _, opened = openings(state, player)
    return {each.scenario: redact_state(each, own_sight(player)) for each in opened}


def play(seen: Json, player: str, seed: int) -> Foreseen:
    """One play to the scenario's end, from what that company sees as it opens; the same for a seed.

    `Endless` where it comes to none.
    """
    random = Random(seed)
    opened = guess(View(player, seen))(random)
    had, after = set(opened.of(player)), opened
    for step in steps(opened, Provident(random, by_hand=0), until=_is_over):
        after = step[2]
    names = {each.id: each.name for each in opened.booklet.objectives}
    completed = after.history[-1].completed.get(player, ())
    return Foreseen(
        purse=after.players[player].credits,
        done=tuple(names[each] for each in completed),
        lost=sum(unit not in after.units for unit in had),
        chooser=next(iter(after.choosers), ""),
        out=after.players[player].status == "eliminated",
    )


def _is_over(state: State) -> bool:
    return state.phase in ("choose_next", "over")
