"""A scenario's booklet in short lines: its terms and its objectives (C5)."""

from collections.abc import Iterator

from companion.engine.campaign.branches import Aim, Booklet, Fact
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.called import called, goods, titled
from companion.games.parabellum.data import RESOURCE_NAMES, SEATS
from companion.games.parabellum.procedures.campaign.ways import CHOOSER
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import MapSheet, Objective, Scenario


def booklet(state: State, scenario: str) -> Booklet:
    """What stands in it for everybody to read."""
    found = state.binder.scenarios[scenario]
    return Booklet(
        title=titled(state, scenario),
        overview=found.overview,
        facts=tuple(_facts(state, found)),
        aims=tuple(_aim(each) for each in found.objectives),
    )


def _facts(state: State, found: Scenario) -> Iterator[Fact]:
    binder = state.binder
    yield Fact("Map", binder.maps[found.map].name)
    yield Fact("Starts", "; ".join(_starts(state, binder.maps[found.map])))
    if found.features:
        there = (f"{kind} on {square.upper()}" for square, kind in found.features.items())
        yield Fact("On the ground", listed(there))
    yield Fact("Deploying a unit", f"{found.deployment_cost} credits")
    yield Fact("Extracting a unit", f"{found.extraction_cost} credits")
    yield Fact("Longest", count(found.rounds, "round") if found.rounds else "no limit of rounds")
    if found.salvage_percent:
        yield Fact("Salvage", f"{found.salvage_percent} % of the cost of every unit destroyed")
    if found.manpower_added:
        yield Fact("Joins the pool", f"{found.manpower_added} people")
    for resource, price in found.prices.items():
        yield Fact(f"Price of {RESOURCE_NAMES[resource]}", f"{price} credits here")
    if found.banned:
        yield Fact("Not deployed here", listed(binder.units[each].name for each in found.banned))
    ways = listed((titled(state, each) for each in found.next), "or")
    chooses = f"{CHOOSER[found.chooser]} chooses {ways}"
    yield Fact("Afterwards", chooses if ways else "the campaign ends; the richest wins (R54)")
    for each in found.circumstances:
        yield Fact("Also", each)


def _starts(state: State, sheet: MapSheet) -> Iterator[str]:
    """Each company's deployment squares; a long row of them by its ends."""
    for name in state.seated:
        seat = state.players[name].seat
        squares = [each.upper() for each in sheet.deployment(seat)]
        where = (
            listed(squares) if len(squares) <= 4 else f"{len(squares)} squares, {squares[0]} to {squares[-1]}"
        )
        yield f"{called(state, name)} ({seat}) on {where}"


def _aim(objective: Objective) -> Aim:
    penalty = f"{objective.penalty} credits" if objective.penalty else "nothing"
    return Aim(objective.name, takes(objective), goods(objective.bonus) or "nothing", penalty)


def takes(objective: Objective) -> str:
    """What completes an objective."""
    where = ", ".join(objective.squares).upper()
    often = f"{objective.turns} own turns in a row" if objective.turns > 1 else "an own turn"
    told = {
        "hold": f"alone on {objective.count} of {where} at the end of {often}",
        "destroy": f"{count(objective.count, 'enemy unit')} destroyed",
        "recon": f"{count(objective.count, 'enemy unit')} reconnoitred",
        "manual": "the table finds so",
    }[objective.kind]
    seats = set(objective.seats)
    told += "" if seats >= set(SEATS) else f"; seats {listed(map(str, sorted(seats)))}"
    told += "; one company alone" if objective.exclusive else ""
    return told + ("; ends the scenario" if objective.ends_scenario else "")
