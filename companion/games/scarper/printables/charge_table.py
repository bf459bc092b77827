"""The chances of a charge and the gain of an assault, from the same arithmetic as the table's own."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.procedures import concentrated_assault, frontal_charge_odds
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.prose import Markup, Prose, join, table, tag

LEADS = range(-5, 6)
TRENCHES = range(5)
POINTS = range(1, 5)


def charge_table(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """One sheet: charges by the lead in bonuses, assaults by points and trenches in the way."""
    body = join((
        tag("h1", "Scarper"),
        tag("p", "Chances at a glance; your table shows the exact ones of every attack", kind="lead"),
        *_charges(),
        *_assaults(),
    ))  # fmt: skip
    return DRESS.prose(choices, "charge table", body)


def _charges() -> tuple[Markup, ...]:
    rows = []
    for lead in LEADS:
        odds = charge_odds(lead)
        chances = (percent(odds[who]) for who in ("attacker", "tie", "defender"))
        rows.append((signed(lead), *chances, f"{odds['expected_advance']['f']:.2f}"))
    head = (
        "Attacker's bonuses less defender's",
        "Attacker wins",
        "Tie",
        "Defender wins",
        "Spaces gained, on open ground",
    )
    return (tag("h2", "Frontal charge"), table(head, rows, kind="num"))


def charge_odds(lead: int) -> Json:
    """The odds of a charge on open ground whose attacker has `lead` more in bonuses, as the table's own."""
    asked = {
        "attacker": "allied",
        "battlefield": "mulhouse",
        "battlefields": {"colmar": {"frontline": 0}, "mulhouse": {"frontline": 0}},
        "propaganda": {"allied": 0, "german": 0},
        "modifiers": {"attack": lead},
    }
    return frontal_charge_odds.resolve(asked).result


def _assaults() -> tuple[Markup, ...]:
    rows = []
    for points in POINTS:
        gains = [_gain(points, trenches) for trenches in TRENCHES]
        rows.append((f"{points} point{'s' if points > 1 else ''}", *gains))
    head = ("Card", *(f"{n} trenches in the way" if n != 1 else "1 trench in the way" for n in TRENCHES))
    told = "Spaces gained on average, from a track's start to its end three spaces on, for 1 to 3 morale."
    return (tag("h2", "Concentrated assault"), table(head, rows, kind="num"), tag("p", told, kind="foot"))


def _gain(points: int, trenches: int) -> str:
    asked: Json = {
        "attacker": "allied",
        "battlefield": "mulhouse",
        "frontline": 0,
        "morale": 0,
        "points": points,
    }
    if trenches:
        asked["trenches"] = {"1": trenches}
    odds = concentrated_assault.resolve_odds(asked).result
    return f"{odds['expected_advance']['f']:.2f}"


def percent(chance: Json, places: int = 1) -> str:
    """A chance as people read it.

    >>> percent({"p": "1/6", "f": 0.166666666667})
    '16.7 %'
    """
    return f"{100 * chance['f']:.{places}f} %"


CHARGE_TABLES: Mapping[str, Made] = {
    "charge-table": (charge_table, TEXT_OPTIONS),
}
