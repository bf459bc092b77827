"""Deeds behind the screen: buying, mustering, naming, selling, merging (S1 to S5, B1 to B5)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from random import Random

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.wording import counted, listed
from companion.games.parabellum import actions
from companion.games.parabellum.data import RESOURCE_NAMES, Resource
from companion.games.parabellum.procedures.money import Card, merge, post, unit_worth
from companion.games.parabellum.procedures.reckoning import affordable, price, price_steps
from companion.games.parabellum.rules.course import pass_go
from companion.games.parabellum.rules.movement import cargo_room, has_tokens, no_passengers, own, refuse
from companion.games.parabellum.rules.telling import named
from companion.games.parabellum.state import (
    EMPTY,
    NUMBER,
    Load,
    Payment,
    State,
    Unit,
    player_named,
    spoken,
    unit_order,
)

type Deal = Mapping[str, str]
"""Unit id to type of card."""


def full_tokens(state: State, unit: str) -> Load:
    """One token back for each resource whose counters are full, whatever it cost (R43)."""
    each, card = state.units[unit], state.card(unit)
    return Load(int(each.fuel == card.fuel_max > 0), int(each.ammunition == card.ammunition_max > 0))


def _partial(state: State, unit: str) -> bool:
    return 1 <= state.units[unit].strength < state.card(unit).troop


def check_keep(state: State, player: str, keep: str) -> Unit:
    owned = own(state, player, keep, "predeploy", key="keep")
    refuse(not _partial(state, keep), "keep", f"{keep} has all its people; merge partial units.")
    no_passengers(state, keep, "keep")
    return owned


def check_scrap_into(state: State, player: str, keep: str, scrap: str) -> Unit:
    """A unit that can be scrapped into another (B2, R44)."""
    owned, kept = own(state, player, scrap, "predeploy", key="scrap"), state.units[keep]
    refuse(scrap == keep, "scrap", "Two units are merged; this is one.")
    refuse(not _partial(state, scrap), "scrap", f"{scrap} has all its people; merge partial units.")
    no_passengers(state, scrap, "scrap")
    classes = state.card(keep).unit_class, state.card(scrap).unit_class
    refuse(classes[0] != classes[1], "scrap", f"{keep} is {classes[0]} and {scrap} {classes[1]}.")
    cheaper = owned.cost < kept.cost
    refuse(cheaper, "scrap", f"The dearer unit is scrapped; {scrap} cost {owned.cost}, {keep} {kept.cost}.")
    return owned


def scrappable_into(state: State, player: str, keep: str) -> list[str]:
    scraps = []
    for unit in state.of(player, "predeploy"):
        try:
            check_scrap_into(state, player, keep, unit)
        except IllegalAction:
            continue
        scraps.append(unit)
    return scraps


def card_of(state: State, unit: str) -> Card:
    """What a unit's card says when two are merged."""
    each, card = state.units[unit], state.card(unit)
    return Card(
        each.cost, each.strength, card.troop, each.fuel, card.fuel_max, each.ammunition, card.ammunition_max
    )


def reorganize(state: State, action: actions.Reorganize) -> Outcome[State]:
    """People and counters of the dearer unit move to the cheaper; the dearer is scrapped."""
    for key, unit in (("keep", action.keep), ("scrap", action.scrap)):
        own(state, action.player, unit, "predeploy", key=key)
    check_keep(state, action.player, action.keep)
    scrapped = check_scrap_into(state, action.player, action.keep, action.scrap)
    merged = merge(card_of(state, action.keep), card_of(state, action.scrap), state.options.payout_tie)
    values = {"keep": named(state, action.keep), "scrap": named(state, action.scrap)}
    step = Step("B2", "{scrap} is scrapped into {keep}.", values)
    after = state.without_unit(action.scrap).with_unit(
        action.keep, strength=merged.strength, fuel=merged.fuel, ammunition=merged.ammunition
    )
    after = after.with_reserve(action.player, merged.reserve_personnel, scrapped.cargo)
    return Outcome(post(after, Payment(action.player, "scrap", scrapped.type, merged.payout)), (step,))


def check_disband(state: State, player: str, unit: str) -> Unit:
    """A full unit that can be taken apart (B3)."""
    owned = own(state, player, unit, "predeploy")
    full = owned.strength == state.card(unit).troop
    refuse(not full, "unit", f"{unit} is not at full strength; scrap it instead.")
    no_passengers(state, unit)
    return owned


def disband(state: State, action: actions.Disband) -> Outcome[State]:
    """People, cargo and a token for each full resource to the reserve; the card stays."""
    unit = check_disband(state, action.player, action.unit)
    step = Step("B3", "{unit} is disbanded.", {"unit": named(state, action.unit)})
    load = unit.cargo.plus(full_tokens(state, action.unit))
    after = state.with_reserve(action.player, unit.strength, load).with_unit(
        action.unit, where="reserve", strength=0, fuel=0, ammunition=0, cargo=EMPTY, flag=()
    )
    return Outcome(after, (step,))


def check_scrap(state: State, player: str, unit: str) -> Unit:
    """A card in reserve, or a unit before deployment, that can be sold (B4)."""
    owned = own(state, player, unit)
    away = owned.where in ("map", "aboard")
    refuse(away, "unit", f"{unit} must be in reserve or in the pre-deployment area.")
    no_passengers(state, unit)
    return owned


def scrap(state: State, action: actions.Scrap) -> Outcome[State]:
    """Half the price, by its people; people, cargo and recovered tokens to the reserve."""
    unit = check_scrap(state, action.player, action.unit)
    mustered = unit.where == "predeploy"
    tokens = full_tokens(state, action.unit) if mustered else EMPTY
    paid = unit_worth(state, action.unit)
    what = named(state, action.unit) if mustered else f"a card of {spoken(action.player)}'s reserve"
    after = state.without_unit(action.unit)
    after = after.with_reserve(action.player, unit.strength, unit.cargo.plus(tokens))
    after = post(after, Payment(action.player, "scrap", unit.type, paid))
    return Outcome(after, (Step("B4", "Scrapped: {what}.", {"what": what}),))


HIGHEST = 99_999
"""The last number that an action can name."""


def in_order(state: State, action: actions.PurchaseUnits) -> Deal:
    types = _types(action)
    return {f"u{number}": type_ for number, type_ in enumerate(types, start=state.next_unit)}


def at_random(state: State, action: actions.PurchaseUnits, random: Random) -> Deal:
    numbers = chain(range(state.next_unit, HIGHEST + 1), range(1, state.next_unit))
    free = (f"u{number}" for number in numbers if f"u{number}" not in state.units)
    return _dealt(free, _types(action), random)


def dealt_again(
    was: Deal, action: actions.PurchaseUnits, written: Collection[object], random: Random
) -> dict[str, str]:
    """The deal of a corrected purchase: its cards keep their numbers as far as it still buys them.

    Those that other lines name stay first; cards that it buys more take numbers that were never in use.
    """
    named, dealt_numbers = {*_named(list(written))}, {*_given(written)}
    wanted, kept = Counter(_types(action)), dict[str, str]()
    for unit in sorted(was, key=lambda unit: (unit not in named, unit_order(unit))):
        if wanted[was[unit]]:
            kept[unit] = was[unit]
            wanted[was[unit]] -= 1
    used = max(map(unit_order, {*was, *named, *dealt_numbers}), default=0)
    unused = (f"u{number}" for number in range(used + 1, used + 1 + wanted.total()))
    return _sorted({**kept, **_dealt(unused, list(wanted.elements()), random)})


def _dealt(numbers: Iterator[str], types: list[str], random: Random) -> dict[str, str]:
    units = list(islice(numbers, len(types)))
    random.shuffle(units)
    return _sorted(dict(zip(units, types, strict=False)))


def _sorted(deal: Deal) -> dict[str, str]:
    """In unit order: the order of the catalogue would tell nothing more, but a log is read by people."""
    return {unit: deal[unit] for unit in sorted(deal, key=unit_order)}


def _types(action: actions.PurchaseUnits) -> list[str]:
    return [item.unit for item in action.items for _ in range(item.quantity)]


def taken(state: State, player: str, deal: Deal) -> State:
    """The cards in the player's reserve, under their numbers."""
    cost = {type_: state.binder.units[type_].cost for type_ in deal.values()}
    bought = {unit: Unit(owner=player, type=type_, cost=cost[type_]) for unit, type_ in deal.items()}
    units = {**state.units, **bought}
    following = max(map(unit_order, bought)) + 1
    return state.changed(
        units={unit: units[unit] for unit in sorted(units, key=unit_order)},
        next_unit=max(state.next_unit, following),
    )


def _given(written: Collection[object]) -> Iterator[str]:
    for action in written:
        yield from action.get("deal", ()) if type(action) is dict else ()


def _named(value: object) -> Iterator[str]:
    if type(value) is str and NUMBER.fullmatch(value):
        yield value
    elif type(value) is dict:
        yield from _named(list(value.values()))
    elif type(value) is list:
        for each in value:
            yield from _named(each)


MOST_CARDS = 999


def left_to_buy(state: State, resource: Resource) -> int | None:
    """What the supply holds; None is unlimited."""
    supply: int | None = getattr(state.supply, resource)
    return supply


def most_tokens(state: State, player: str, resource: Resource) -> int:
    bands = state.booklet.bands[resource]
    return affordable(bands, left_to_buy(state, resource), state.players[player].credits)


def cards_left(state: State, kind: str) -> int | None:
    """Cards of a type left in the card binder; None is no limit (R8)."""
    cards = state.binder.units[kind].cards
    if cards is None:
        return None
    return cards - sum(each.type == kind for each in state.units.values())


def cards_shown(state: State, player: str, kind: str) -> int | None:
    """Cards of a type left for all that a player is shown: of the others' purchases nothing (R62)."""
    cards = state.binder.units[kind].cards
    if cards is None or state.binder_open:
        return cards_left(state, kind)
    return cards - sum(each.type == kind and each.owner == player for each in state.units.values())


def most_cards(state: State, player: str, kind: str, left: int | None) -> int:
    """The most cards of one type alone that a player can buy, were so many left."""
    cost = state.binder.units[kind].cost
    within = state.players[player].credits // cost if cost else MOST_CARDS
    return max(0, min(within, MOST_CARDS if left is None else left, MOST_CARDS))


def purchase(state: State, action: actions.Purchase) -> Outcome[State]:
    """Hire people, buy fuel or ammunition."""
    player, resource, quantity = action.player, action.resource, action.quantity
    supply, credits = left_to_buy(state, resource), state.players[player].credits
    if supply is not None and quantity > supply:
        raise IllegalAction("quantity", f"{supply} are left to buy; {quantity} were asked for.")
    bought = price(state.booklet.bands[resource], supply, quantity)
    if bought.cost > credits:
        words = f"{quantity} cost {bought.cost} credits and there are {credits};"
        raise IllegalAction(
            "quantity", f"{words} at most {most_tokens(state, player, resource)} can be paid."
        )
    steps = _purchase_steps(state, action, tuple(price_steps(bought, supply, resource)))
    if supply is not None:
        state = state.changed(supply=state.supply._replace(**{resource: supply - quantity}))
    state = state.with_reserve(player, *_goods(resource, quantity))
    state = post(state, Payment(player, resource, resource, -bought.cost, quantity))
    return Outcome(_went(state), steps)


def _goods(resource: Resource, quantity: int) -> tuple[int, Load]:
    if resource == "manpower":
        return quantity, Load()
    return 0, Load(fuel=quantity) if resource == "fuel" else Load(ammunition=quantity)


def _purchase_steps(state: State, action: actions.Purchase, tiers: tuple[Step, ...]) -> tuple[Step, ...]:
    """How many only where the shared supply shows it to everybody anyway (R61)."""
    values = {
        "who": player_named(action.player),
        "what": RESOURCE_NAMES[action.resource],
        "n": action.quantity,
    }
    if left_to_buy(state, action.resource) is None:
        return (Step("S1", "{who} buys {what}.", values),)
    return (Step("S1", "{who} buys {what}: {n}.", values), *tiers)


def purchase_units(state: State, action: actions.PurchaseUnits) -> Outcome[State]:
    """Take cards out of the card binder, item by item; each gets its number (R63)."""
    check_items(state, action)
    dealt = in_order(state, action) if action.deal is None else action.deal
    # `IllegalAction` where other cards are dealt than are bought, or a number that a unit has.
    if Counter(dealt.values()) != Counter(_types(action)):
        raise IllegalAction("deal", "The cards that get numbers are not those that are bought.")
    doubled = [unit for unit in dealt if unit in state.units]
    if doubled:
        raise IllegalAction("deal", f"{doubled[0]} is a unit already; a card takes a number that nobody has.")
    state = taken(state, action.player, dealt)
    for item in action.items:
        cost = -state.binder.units[item.unit].cost * item.quantity
        state = post(state, Payment(action.player, "units", item.unit, cost, item.quantity))
    step = Step("S1", "{who} takes cards out of the card binder.", {"who": player_named(action.player)})
    return Outcome(_went(state), (step,))


def check_items(state: State, action: actions.PurchaseUnits) -> None:
    """That the catalogue has the types, the binder the cards, the player the credits: item by item."""
    total, wanted = 0, dict[str, int]()
    for n, item in enumerate(action.items):
        if item.unit not in state.binder.units:
            names = ", ".join(state.binder.units)
            raise IllegalAction(f"items.{n}.unit", f"The catalogue has no “{item.unit}”; it has {names}.")
        wanted[item.unit] = wanted.get(item.unit, 0) + item.quantity
        left = cards_left(state, item.unit)
        at = f"items.{n}.quantity"
        if left is not None and wanted[item.unit] > left:
            raise IllegalAction(at, f"{left} of these cards are left; {wanted[item.unit]} were asked for.")
        total += state.binder.units[item.unit].cost * item.quantity
        credits = state.players[action.player].credits
        if total > credits:
            raise IllegalAction(at, f"Up to here it comes to {total} credits; there are {credits}.")


def _went(state: State) -> State:
    """In Set-up the go passes on after a purchase."""
    return pass_go(state) if state.phase == "setup" else state


def finish(state: State, action: actions.Done) -> Outcome[State]:
    """No more purchases in this Set-up (R6)."""
    finished = {*state.done, action.player}
    state = pass_go(state.changed(done=tuple(p for p in state.seated if p in finished)))
    steps = [Step("RULING R6", "{who} is done with Set-up.", {"who": player_named(action.player)})]
    if state.phase != "setup":
        values = {"who": player_named(state.active)}
        steps.append(Step("P1", "Everybody is done: round 1 begins with {who}'s turn.", values))
    return Outcome(state, tuple(steps))


def name(state: State, action: actions.Name) -> Outcome[State]:
    """A unit's name and note, at any time; which unit, and what is written, its owner alone reads."""
    own(state, action.player, action.unit)
    changes = {"name": action.name, "note": action.note}
    written = {key: text.strip() for key, text in changes.items() if text is not None}
    step = Step("RULING R61", "{who} writes on a unit card.", {"who": player_named(action.player)})
    return Outcome(state.with_unit(action.unit, **written), (step,))


def check_muster(state: State, player: str, unit: str) -> Unit:
    """The card, if people and tokens are there for it (R9)."""
    owned = own(state, player, unit, "reserve")
    card, reserve = state.card(unit), state.players[player].reserve
    needs = {"people": card.troop, "fuel": card.fuel_cost, "ammunition": card.ammunition_cost}
    has = {"people": reserve.personnel, "fuel": reserve.fuel, "ammunition": reserve.ammunition}
    short = [_lacking(key, needs[key] - has[key]) for key in needs if needs[key] > has[key]]
    refuse(bool(short), "unit", f"{unit} cannot be mustered yet; the reserve lacks {listed(short)}.")
    return owned


def _lacking(what: str, number: int) -> str:
    return counted(number, "person", "people") if what == "people" else f"{number} {what}"


def muster(state: State, action: actions.Muster) -> Outcome[State]:
    """Staff, fuel and arm a card, and give its miniature a flag."""
    check_muster(state, action.player, action.unit)
    check_flag(state, action)
    card = state.card(action.unit)
    spent = Load(-card.fuel_cost, -card.ammunition_cost)
    mustered = state.with_reserve(action.player, -card.troop, spent).with_unit(
        action.unit,
        where="predeploy",
        strength=card.troop,
        fuel=card.fuel_max,
        ammunition=card.ammunition_max,
        flag=action.flag,
    )
    values = {"unit": named(mustered, action.unit)}
    return Outcome(mustered, (Step("S2", "{unit} is mustered, fully staffed and supplied.", values),))


def check_flag(state: State, action: actions.Muster) -> None:
    """Beads of the palette, in an order that no other unit shows (R10)."""
    for n, colour in enumerate(action.flag):
        if colour not in state.binder.palette:
            raise IllegalAction(
                f"flag.{n}", f"There are no {colour} beads; there are {', '.join(state.binder.palette)}."
            )
    for unit, each in state.units.items():
        shown = "-".join(action.flag)
        refuse(each.flag == action.flag, "flag", f"{unit} shows {shown} already; take another flag.")
    livery = state.binder.companies[state.players[action.player].company].livery
    if state.options.livery_required and action.flag[:2] != livery:
        raise IllegalAction("flag", f"At this table flags begin with the livery, {'-'.join(livery)}.")


def stow(state: State, action: actions.Stow) -> Outcome[State]:
    unit = own(state, action.player, action.unit, "predeploy")
    reserve = state.players[action.player].reserve
    has_tokens(Load(reserve.fuel, reserve.ammunition), action.load, "The reserve")
    room = cargo_room(state, action.unit)
    refuse(action.load.total > room, "unit", f"{action.unit} has room for {room} more tokens.")
    gone = Load(-action.load.fuel, -action.load.ammunition)
    loaded = state.with_reserve(action.player, load=gone)
    loaded = loaded.with_unit(action.unit, cargo=unit.cargo.plus(action.load))
    return Outcome(loaded, (_cargo_step(state, action.player, action.unit, "loads cargo into"),))


def unstow(state: State, action: actions.Unstow) -> Outcome[State]:
    unit = own(state, action.player, action.unit, "predeploy")
    has_tokens(unit.cargo, action.load, action.unit)
    unloaded = state.with_reserve(action.player, load=action.load)
    unloaded = unloaded.with_unit(action.unit, cargo=unit.cargo.minus(action.load))
    return Outcome(unloaded, (_cargo_step(state, action.player, action.unit, "unloads cargo from"),))


def _cargo_step(state: State, player: str, unit: str, does: str) -> Step:
    values = {"who": player_named(player), "does": does, "unit": named(state, unit)}
    # What is loaded into what is done behind the screen: it is answered, and stands in nobody's log.
    return Step("S4", "{who} {does} {unit}.", values, once=True)
