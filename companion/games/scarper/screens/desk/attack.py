"""The sheets of the three attacks, their odds, and the trenches (specification 6.4 to 6.9)."""

from companion.engine.form import Choice, Dice, Field, Group, Number, Pick, Rows
from companion.engine.procedure import Answer
from companion.games.scarper.procedures import (
    build_trenches,
    concentrated_assault,
    frontal_charge,
    frontal_charge_odds,
    steady_push,
)
from companion.games.scarper.rules import chance
from companion.games.scarper.screens.desk import questions as ask
from companion.games.scarper.screens.desk.told import attack as told

POINTS = Choice(
    key="points", label="Command points", picks=tuple(Pick(n, str(n)) for n in range(1, 7)), default=3
)


def _bonus(key: str, label: str) -> Number:
    return Number(key=key, label=label, low=-9, high=9, default=0, quiet=True)


CHARGE: tuple[Field, ...] = (
    ask.side("attacker", "Who charges", "german"),
    ask.battlefield(label="Where"),
    ask.front(near="battlefield"),
    ask.pair("propaganda", "Propaganda", 99, 0),
    Group(
        label="Bonus from cards in play",
        fields=(_bonus("modifiers.attack", "Attack"), _bonus("modifiers.defence", "Defence")),
    ),
)
CHARGE_DICE = Dice(
    key="rolls",
    label="The dice",
    help="Tap what you rolled, or leave both and the app rolls.",
    dice={"attacker": "Attacker", "defender": "Defender"},
)
CHARGE_RULES = ask.house_rules("relative_position", "propaganda_max")
ASSAULT: tuple[Field, ...] = (
    ask.side("attacker", "Who attacks", "german"),
    ask.battlefield(label="Where", default="ypres"),
    ask.track(),
    ask.morale(),
    POINTS,
    _bonus("modifier", "Bonus from cards in play"),
)
ASSAULT_DICE = Dice(
    key="rolls",
    label="The die",
    help="Half of it, rounded up, is the d3. Left blank, the app rolls.",
    dice={"d6": "Attacker"},
)
ASSAULT_RULES = ask.house_rules("direct_victory")

PUSH = Rows(
    key="pushes",
    label="Where the points go",
    fields=(
        Choice(key="battlefield", label="Battlefield", picks=ask.BATTLEFIELD_PICKS, form="list"),
        Number(key="points", label="Points", low=1, high=6, default=1),
        ask.track(label="Frontline and trenches"),
    ),
    lead="battlefield",
    default=[{"battlefield": "ypres", "frontline": 0, "trenches": {"-1": 1}, "points": 3}],
    most=6,
)
PLACEMENTS = Rows(
    key="placements",
    label="New trenches",
    fields=(
        Choice(key="battlefield", label="Battlefield", picks=ask.BATTLEFIELD_PICKS, form="list"),
        Number(key="space", label="Space", low=-9, high=9, default=-1),
        Number(key="count", label="How many", low=1, high=99, default=1),
    ),
    help="A space below 0 lies towards the Allied end, one above 0 towards the German end.",
    lead="battlefield",
    default=[{"battlefield": "marne", "space": -1, "count": 2}],
    most=12,
)

ANSWERS = {
    "frontal-charge": Answer(
        frontal_charge.resolve,
        told.charge,
        (*CHARGE, CHARGE_DICE, CHARGE_RULES),
        chance=("rolls",),
        complete=chance.roll_charge,
    ),
    "concentrated-assault": Answer(
        concentrated_assault.resolve,
        told.assault,
        (*ASSAULT, ASSAULT_DICE, ASSAULT_RULES),
        chance=("rolls",),
        complete=chance.roll_assault,
    ),
    "steady-push": Answer(
        steady_push.resolve,
        told.push,
        (ask.side("attacker", "Who pushes", "german"), POINTS, PUSH, ask.house_rules()),
    ),
    "frontal-charge-odds": Answer(frontal_charge_odds.resolve, told.charge_odds, (*CHARGE, CHARGE_RULES)),
    "concentrated-assault-odds": Answer(
        concentrated_assault.resolve_odds, told.assault_odds, (*ASSAULT, ASSAULT_RULES)
    ),
    "build-trenches": Answer(
        build_trenches.resolve,
        told.trenches,
        (
            ask.side("side", "Who digs"),
            Number(key="economy", label="Economy", low=0, high=99, default=5, help="A point each trench."),
            PLACEMENTS,
            ask.front(named="placements.*.battlefield"),
            ask.house_rules("economy_max", "trench_supply"),
        ),
    ),
}
