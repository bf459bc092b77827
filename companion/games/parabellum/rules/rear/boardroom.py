"""Units sold, taken apart, made one of two (B2–B5)."""

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.parabellum.actions import kinds
from companion.games.parabellum.procedures.money.payouts import Card, merge
from companion.games.parabellum.procedures.money.worth import unit_worth
from companion.games.parabellum.rules.claims import no_passengers, own, refuse
from companion.games.parabellum.rules.posting import post
from companion.games.parabellum.rules.words import named
from companion.games.parabellum.state.lines import Payment
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.pieces import EMPTY, Load, Unit
from companion.games.parabellum.state.table import State


def full_tokens(state: State, unit: str) -> Load:
    """One token back for each resource whose counters are full, whatever it cost (R43)."""
    each, card = state.units[unit], state.card(unit)
    return Load(
        int(each.fuel == card.fuel_max > 0),
        int(each.ammunition == card.ammunition_max > 0),
    )


def _partial(state: State, unit: str) -> bool:
    return 1 <= state.units[unit].strength < state.card(unit).troop


def check_keep(state: State, player: str, keep: str) -> Unit:
    """A unit that another can be merged into."""
    found = own(state, player, keep, "predeploy", key="keep")
    refuse(not _partial(state, keep), "keep", f"{keep} has all its people; merge partial units.")
    no_passengers(state, keep, "keep")
    return found


def check_scrap_into(state: State, player: str, keep: str, scrap: str) -> Unit:
    """A unit that can be scrapped into another (B2, R44)."""
    found, kept = own(state, player, scrap, "predeploy", key="scrap"), state.units[keep]
    refuse(scrap == keep, "scrap", "Two units are merged; this is one.")
    refuse(not _partial(state, scrap), "scrap", f"{scrap} has all its people; merge partial units.")
    no_passengers(state, scrap, "scrap")
    classes = state.card(keep).unit_class, state.card(scrap).unit_class
    refuse(classes[0] != classes[1], "scrap", f"{keep} is {classes[0]} and {scrap} {classes[1]}.")
    cheaper = found.cost < kept.cost
    refuse(cheaper, "scrap", f"The dearer unit is scrapped; {scrap} cost {found.cost}, {keep} {kept.cost}.")
    return found


def scrappable_into(state: State, player: str, keep: str) -> list[str]:
    """The units that can be scrapped into one, in unit order."""
    found = []
    for unit in state.of(player, "predeploy"):
        try:
            check_scrap_into(state, player, keep, unit)
        except IllegalAction:
            continue
        found.append(unit)
    return found


def card_of(state: State, unit: str) -> Card:
    """What a unit's card says when two are merged."""
    each, card = state.units[unit], state.card(unit)
    return Card(
        each.cost,
        each.strength,
        card.troop,
        each.fuel,
        card.fuel_max,
        each.ammunition,
        card.ammunition_max,
    )


def reorganize(state: State, action: kinds.Reorganize) -> Outcome[State]:
    """People and counters of the dearer unit move to the cheaper; the dearer is scrapped."""
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
    found = own(state, player, unit, "predeploy")
    full = found.strength == state.card(unit).troop
    refuse(not full, "unit", f"{unit} is not at full strength; scrap it instead.")
    no_passengers(state, unit)
    return found


def disband(state: State, action: kinds.Disband) -> Outcome[State]:
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
    found = own(state, player, unit)
    away = found.where in ("map", "aboard")
    refuse(away, "unit", f"{unit} must be in reserve or in the pre-deployment area.")
    no_passengers(state, unit)
    return found


def scrap(state: State, action: kinds.Scrap) -> Outcome[State]:
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
