"""Reconnaissance: what the owner of a unit must tell, and who may ask (A4, R35, specification 6.11)."""

from collections.abc import Mapping

from companion.engine.errors import IllegalAction
from companion.engine.game import Resolution, Step
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.games.parabellum.data import SPOTTED
from companion.games.parabellum.state.amounts import amount
from companion.games.parabellum.state.binder import UnitType, read_binder
from companion.games.parabellum.state.pieces import Report

TARGET = ("unit", "strength", "fuel", "ammunition", "cargo", "passengers")


def recon_range(card: UnitType) -> int | None:
    """How far a unit reconnoitres; None where it has neither an attack die nor artillery (R35)."""
    if card.artillery:
        return card.artillery.min
    return card.range if card.attack_die else None


def resolve(question: Json) -> Resolution:
    """Procedure `recon-report`."""
    reading = Reading.complete(question, ("unit", "distance", "target"), ("binder",))
    binder = read_binder(reading.value.get("binder", "starter"))
    card = binder.units[reading.name("unit", binder.units)]
    away = reading.integer("distance", 0, 60)
    report = _read_target(Reading.complete(reading.raw("target"), TARGET, (), "target"), binder.units)
    reach = recon_range(card)
    if reach is None:
        raise IllegalAction("unit", f"{card.name} has neither attack die nor artillery to reconnoitre with.")
    if away > reach:
        raise IllegalAction("distance", f"{card.name} reconnoitres {reach} squares far; this is {away} away.")
    result = {"report": report._asdict(), "artillery_defense_modifier": -SPOTTED}
    return Resolution(result, recon_steps(report, binder.units[report.type], reach))


def _read_target(row: Reading, units: Mapping[str, UnitType]) -> Report:
    card = units[row.name("unit", units)]
    strength = row.integer("strength", 1, card.troop)
    fuel, ammunition = (
        row.integer("fuel", 0, card.fuel_max),
        row.integer("ammunition", 0, card.ammunition_max),
    )
    cargo, passengers = amount(row, "cargo"), row.integer("passengers", 0, card.passengers)
    return Report(card.id, strength, fuel > 0, ammunition > 0, cargo > 0, passengers > 0)


def recon_steps(report: Report, card: UnitType, reach: int) -> tuple[Step, ...]:
    """The report in words."""
    names = ("fuel", "ammunition", "cargo", "passengers")
    found = [key for key in names if getattr(report, key)]
    missing = [key for key in names if not getattr(report, key)]
    values = {
        "type": card.name,
        "strength": report.strength,
        "has": ", ".join(found) or "nothing",
        "lacks": ", ".join(missing) or "nothing",
    }
    return (
        Step("A4", "The target lies within the {reach} squares of reconnaissance.", {"reach": reach}),
        Step("A4", "{type}, strength {strength}; it has {has}; it lacks {lacks}.", values),
        Step(
            "A4",
            "Its defence dice count {less} less against artillery until this Combat phase is over.",
            {"less": SPOTTED},
        ),
    )
