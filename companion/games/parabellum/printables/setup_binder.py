"""The setup binder to read: the campaign's brief with its tree, the catalogue, the scenario booklets."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Option, Printable, Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables.card_facts import INCHES, notes, reach
from companion.games.parabellum.printables.sheets import SHEET_OPTIONS, head, points, prose
from companion.games.parabellum.printables.source import BINDER, binder_of
from companion.games.parabellum.state.binder import Binder, Goods, Objective, Resource, Scenario, UnitType
from companion.games.parabellum.state.naming import spoken
from companion.press.markup import Markup, join, table, tag
from companion.press.prose import Prose

PART = Option(
    key="part",
    title="Part",
    help="The whole binder, or one part of it.",
    default="all",
    choices=(
        ("all", "The whole binder"),
        ("brief", "Campaign brief and tree"),
        ("catalogue", "Catalogue"),
        ("booklets", "Scenario booklets"),
    ),
    leading=True,
)
CHOOSER = {
    "victor": "The victor",
    "loser": "The last in the ranking",
    "richest": "The richest company",
    "poorest": "The poorest company",
}


def setup_binder(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """The parts that were asked for, each from a page of its own."""
    binder, part = binder_of(choices, scene), choices["part"]
    sections: list[Markup] = []
    if part in ("all", "brief"):
        sections.append(tag("section", *_brief(binder)))
    if part in ("all", "catalogue"):
        sections.append(tag("section", *_catalogue(binder)))
    if part in ("all", "booklets"):
        sections += [tag("section", *_booklet(binder, each)) for each in binder.scenarios.values()]
    return prose(choices, "setup binder", join(sections))


def _brief(binder: Binder) -> Iterator[Markup]:
    yield head(binder.name, "Campaign brief")
    if binder.brief:
        yield tag("p", binder.brief)
    yield tag("h2", "Terms")
    yield points(f"Budget: {binder.budget} credits for each company, once.", *binder.circumstances)
    yield tag("h2", "Companies")
    liveries = [
        (each.name, " and ".join(spoken(c).lower() for c in each.livery))
        for each in binder.companies.values()
    ]
    yield table(("Company", "Livery"), liveries, kind="names")
    yield tag("h2", "Scenario tree")
    rows = [
        (
            each.id.upper(),
            each.name,
            CHOOSER[each.chooser],
            ", ".join(each.next).upper() or "the campaign ends",
        )
        for each in binder.scenarios.values()
    ]
    yield table(("", "Scenario", "Who chooses what is next", "Next"), rows)


SOLD = ["Cost", "Cards", "People", "Speed", "Range", "ATK", "DEF", "Fuel", "Ammunition", "Also"]


def _catalogue(binder: Binder) -> Iterator[Markup]:
    yield head(binder.name, "Catalogue")
    yield tag("h2", "People, fuel, ammunition")
    rows = [(_word(name), *_priced(resource)) for name, resource in binder.resources.items()]
    yield table(("", "Supply", "Credits for one"), rows, kind="names")
    for unit_class, footprint in binder.classes.items():
        kinds = [kind for kind in binder.units.values() if kind.unit_class == unit_class]
        if kinds:
            yield tag("h2", f"{spoken(unit_class)}, {INCHES[footprint]}")
            yield table(("", *SOLD), [_sold(binder, kind) for kind in kinds], kind="goods")


def _word(resource: str) -> str:
    return "People" if resource == "manpower" else spoken(resource)


def _priced(resource: Resource) -> tuple[str, str]:
    """What is there to buy, and the ladder of prices."""
    *steps, last = resource.bands
    ladder = "; ".join(f"{band.price} while more than {band.above} are left" for band in steps)
    supply = "endless" if resource.supply is None else str(resource.supply)
    return supply, f"{ladder}; then {last.price}" if ladder else f"{last.price} each"


def _sold(binder: Binder, kind: UnitType) -> tuple[object, ...]:
    """A type's line: counters before the stroke, tokens that refill them behind it."""
    die = kind.artillery.die if kind.artillery else kind.attack_die
    hold = f"Cargo {kind.cargo}. " if kind.cargo else ""
    hold += f"Passengers {kind.passengers}. " if kind.passengers else ""
    return (
        kind.name, kind.cost, "any" if kind.cards is None else kind.cards, kind.troop, kind.speed,
        reach(kind)[-1],
        f"d{die}" if die else "–", f"d{kind.defense_die}", f"{kind.fuel_max} / {kind.fuel_cost}",
        f"{kind.ammunition_max} / {kind.ammunition_cost}" if kind.ammunition_max else "–",
        hold + notes(kind, binder),
    )  # fmt: skip


def _booklet(binder: Binder, scenario: Scenario) -> Iterator[Markup]:
    yield head(
        f"{scenario.id.upper()} {scenario.name}", f"{binder.name}, map: {binder.maps[scenario.map].name}"
    )
    if scenario.overview:
        yield tag("p", scenario.overview)
    yield points(*_terms(binder, scenario))
    yield tag("h2", "Objectives")
    rows = [
        (
            f"{n} {each.name}",
            _aim(each),
            _goods(each.bonus),
            f"{each.penalty} credits" if each.penalty else "–",
        )
        for n, each in enumerate(scenario.objectives, 1)
    ]
    yield table(("Objective", "Met when", "Bonus", "Penalty"), rows)
    yield tag("h2", "Afterwards")
    ways = ", ".join(f"{each.upper()} {binder.scenarios[each].name}" for each in scenario.next)
    told = f"{CHOOSER[scenario.chooser]} chooses between {ways}." if ways else "The campaign ends here."
    yield tag("p", told if len(scenario.next) != 1 else f"The campaign goes on with {ways}.")


def _terms(binder: Binder, scenario: Scenario) -> Iterator[str]:
    fees = (scenario.deployment_cost, scenario.extraction_cost)
    yield "Deploying a unit costs {} credits, extracting one {}.".format(*fees)
    if scenario.rounds:
        yield f"It ends after {scenario.rounds} rounds at the latest."
    if scenario.salvage_percent:
        share = f"{scenario.salvage_percent} %"
        yield f"{share} of the cost of every unit destroyed is salvage for those still in."
    if scenario.manpower_added:
        yield f"{scenario.manpower_added} more people join the pool."
    if scenario.banned:
        yield f"Not deployed here: {', '.join(binder.units[each].name for each in scenario.banned)}."
    yield from scenario.circumstances


def _aim(objective: Objective) -> str:
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} of your turns in a row" if objective.turns > 1 else "your turn"
    turns = f" at the end of {often}"
    told = {
        "hold": f"your units alone stand on {objective.count} of {where}{turns}",
        "destroy": f"you have destroyed {objective.count} enemy units here",
        "recon": f"you have reconnoitred {objective.count} different enemy units here",
        "manual": "the table finds so",
    }[objective.kind]
    more = "; for one company alone" if objective.exclusive else ""
    seats = "" if len(objective.seats) == 4 else f"; seats {', '.join(map(str, objective.seats))}"
    return f"{told}{more}{seats}{'; ends the scenario' if objective.ends_scenario else ''}"


def _goods(goods: Goods) -> str:
    told = [f"{goods.credits} credits"] if goods.credits else []
    told += [f"{goods.fuel} fuel"] if goods.fuel else []
    told += [f"{goods.ammunition} ammunition"] if goods.ammunition else []
    return ", ".join(told) or "–"


BINDERS = (
    Printable(
        name="setup-binder",
        title="Setup binder",
        summary="The campaign's brief and tree, the catalogue, and a booklet for each scenario.",
        make=setup_binder,
        options=(*SHEET_OPTIONS, PART, BINDER),
        table="may",
    ),
)
