"""The sheets of the three attacks, their odds, and the trenches (specification 6.4 to 6.9)."""

from companion.engine.form import Choice, Dice, Field, Group, Number, Pick, Rows
from companion.engine.procedure import Procedure
from companion.games.scarper.procedures import (
    build_trenches,
    concentrated_assault,
    frontal_charge,
    frontal_charge_odds,
    steady_push,
)
from companion.games.scarper.rules import chance
from companion.games.scarper.screens.desk.questions import (
    BATTLEFIELD_PICKS,
    battlefield,
    front,
    house_rules,
    morale,
    pair,
    side,
    track,
)
from companion.games.scarper.screens.desk.told.attack import (
    told_assault,
    told_assault_odds,
    told_charge,
    told_charge_odds,
    told_push,
    told_trenches,
)

POINTS = Choice(
    key="points", label="Command points", picks=tuple(Pick(n, str(n)) for n in range(1, 7)), default=3
)


def _bonus(key: str, label: str) -> Number:
    return Number(key=key, label=label, low=-9, high=9, default=0, quiet=True)


CHARGE: tuple[Field, ...] = (
    side("attacker", "Who charges", "german"),
    battlefield(label="Where"),
    front(near="battlefield"),
    pair("propaganda", "Propaganda", 99, 0),
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
CHARGE_RULES = house_rules("relative_position", "propaganda_max")
ASSAULT: tuple[Field, ...] = (
    side("attacker", "Who attacks", "german"),
    battlefield(label="Where", default="ypres"),
    track(),
    morale(),
    POINTS,
    _bonus("modifier", "Bonus from cards in play"),
)
ASSAULT_DICE = Dice(
    key="rolls",
    label="The die",
    help="Half of it, rounded up, is the d3. Left blank, the app rolls.",
    dice={"d6": "Attacker"},
)
ASSAULT_RULES = house_rules("direct_victory")

PUSH = Rows(
    key="pushes",
    label="Where the points go",
    fields=(
        Choice(key="battlefield", label="Battlefield", picks=BATTLEFIELD_PICKS, form="list"),
        Number(key="points", label="Points", low=1, high=6, default=1),
        track(label="Frontline and trenches"),
    ),
    lead="battlefield",
    default=[{"battlefield": "ypres", "frontline": 0, "trenches": {"-1": 1}, "points": 3}],
    most=6,
)
PLACEMENTS = Rows(
    key="placements",
    label="New trenches",
    fields=(
        Choice(key="battlefield", label="Battlefield", picks=BATTLEFIELD_PICKS, form="list"),
        Number(key="space", label="Space", low=-9, high=9, default=-1),
        Number(key="count", label="How many", low=1, high=99, default=1),
    ),
    help="A space below 0 lies towards the Allied end, one above 0 towards the German end.",
    lead="battlefield",
    default=[{"battlefield": "marne", "space": -1, "count": 2}],
    most=12,
)

PROCEDURES = (
    Procedure(
        name="frontal-charge",
        title="Frontal charge",
        summary="Two dice against each other; the difference moves the line, or propaganda.",
        resolve=frontal_charge.resolve,
        complete=chance.roll_charge,
        group="Attack",
        button="Charge",
        fields=(*CHARGE, CHARGE_DICE, CHARGE_RULES),
        chance=("rolls",),
        told=told_charge,
    ),
    Procedure(
        name="concentrated-assault",
        title="Concentrated assault",
        summary="A whole card and a d3 against one front, paid for in morale.",
        resolve=concentrated_assault.resolve,
        complete=chance.roll_assault,
        group="Attack",
        button="Assault",
        fields=(*ASSAULT, ASSAULT_DICE, ASSAULT_RULES),
        chance=("rolls",),
        told=told_assault,
    ),
    Procedure(
        name="steady-push",
        title="Steady push",
        summary="Move frontlines with points: 1 a space, 2 a trench.",
        resolve=steady_push.resolve,
        group="Attack",
        button="Push",
        fields=(side("attacker", "Who pushes", "german"), POINTS, PUSH, house_rules()),
        told=told_push,
    ),
    Procedure(
        name="frontal-charge-odds",
        title="Odds of a frontal charge",
        summary="The chances of all 36 rolls before anybody rolls.",
        resolve=frontal_charge_odds.resolve,
        group="Odds",
        button="Show the odds",
        fields=(*CHARGE, CHARGE_RULES),
        told=told_charge_odds,
    ),
    Procedure(
        name="concentrated-assault-odds",
        title="Odds of a concentrated assault",
        summary="The three ways in which it can end.",
        resolve=concentrated_assault.resolve_odds,
        group="Odds",
        button="Show the odds",
        fields=(*ASSAULT, ASSAULT_RULES),
        told=told_assault_odds,
    ),
    Procedure(
        name="build-trenches",
        title="Build trenches",
        summary="Economy turned into trenches on one's own ground.",
        resolve=build_trenches.resolve,
        group="Trenches",
        button="Dig",
        fields=(
            side("side", "Who digs"),
            Number(key="economy", label="Economy", low=0, high=99, default=5, help="A point each trench."),
            PLACEMENTS,
            front(named="placements.*.battlefield"),
            house_rules("economy_max", "trench_supply"),
        ),
        told=told_trenches,
    ),
)
