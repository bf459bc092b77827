"""How the setup binder says what a campaign's data mean: objectives, goods, prices, who chooses."""

from collections.abc import Iterator

from companion.games.parabellum.procedures.campaign.ways import CHOOSER
from companion.games.parabellum.state.binder import Binder, Goods, Objective, Resource, Scenario
from companion.games.parabellum.state.naming import spoken


def aim(objective: Objective) -> str:
    """When an objective is met."""
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} of your turns in a row" if objective.turns > 1 else "your turn"
    squares = where if len(objective.squares) == 1 else f"{objective.count} of {where}"
    units = f"{objective.count} enemy unit{'s' if objective.count > 1 else ''}"
    told = {
        "hold": f"your units alone stand on {squares} at the end of {often}",
        "destroy": f"you have destroyed {units} here",
        "recon": f"you have reconnoitred {objective.count} different enemy units here",
        "manual": "the table finds so",
    }[objective.kind]
    more = "; for one company alone" if objective.exclusive else ""
    seats = "" if len(objective.seats) == 4 else f"; seats {' and '.join(map(str, objective.seats))}"
    return f"{told}{more}{seats}{'; ends the scenario' if objective.ends_scenario else ''}"


def goods(bonus: Goods) -> str:
    """What completing an objective brings."""
    told = [f"{bonus.credits} credits"] if bonus.credits else []
    told += [f"{bonus.fuel} fuel"] if bonus.fuel else []
    told += [f"{bonus.ammunition} ammunition"] if bonus.ammunition else []
    return ", ".join(told) or "–"


def terms(binder: Binder, scenario: Scenario) -> Iterator[str]:
    """What holds in a scenario besides its objectives."""
    yield (
        f"Deploying a unit costs {scenario.deployment_cost} credits, "
        f"extracting one {scenario.extraction_cost}."
    )
    if scenario.rounds:
        yield f"It ends after {scenario.rounds} rounds at the latest."
    if scenario.salvage_percent:
        share = f"{scenario.salvage_percent} %"
        yield f"{share} of the cost of every unit destroyed is salvage for those still in."
    if scenario.manpower_added:
        yield f"{scenario.manpower_added} more people join the pool."
    for resource, price in scenario.prices.items():
        yield f"{spoken(resource)} costs {price} credits a token here."
    if scenario.banned:
        yield f"Not deployed here: {', '.join(binder.units[each].name for each in scenario.banned)}."


def next_ways(binder: Binder, scenario: Scenario) -> str:
    """Where the campaign goes from a scenario, and who says so."""
    ways = [f"{each.upper()} {binder.scenarios[each].name}" for each in scenario.next]
    if not ways:
        return "The campaign ends here: the richest company wins it."
    if len(ways) == 1:
        return f"The campaign goes on with {ways[0]}."
    return f"{CHOOSER[scenario.chooser].capitalize()} chooses between {', '.join(ways[:-1])} and {ways[-1]}."


def priced(resource: Resource) -> tuple[str, str]:
    """What is there to buy, and the ladder of prices."""
    *steps, last = resource.bands
    ladder = "; ".join(f"{band.price} while more than {band.above} are left" for band in steps)
    supply = "endless" if resource.supply is None else str(resource.supply)
    return supply, f"{ladder}; then {last.price}" if ladder else f"{last.price} each"
