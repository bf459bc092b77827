"""The sheets of the three attacks, their odds, and the trenches (specification 6.4 to 6.9)."""

from companion.engine.form import Choice, Dice, Field, Group, Number, Pick, Rows, Sheet
from companion.games.scarper.screens.desk.house_rules import house_rules
from companion.games.scarper.screens.desk.questions import (
    BATTLEFIELD_PICKS,
    battlefield,
    front,
    morale,
    pair,
    side,
    track,
)
from companion.games.scarper.screens.desk.told_attack import (
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

SHEETS = {
    "frontal-charge": Sheet(
        group="Attack",
        button="Charge",
        fields=(*CHARGE, CHARGE_DICE, CHARGE_RULES),
        chance=("rolls",),
        again="Roll for us",
        tries={
            "rulebook-charge-1": "the rulebook’s charge, won",
            "rulebook-charge-2": "the rulebook’s charge, lost",
            "charge-empty-propaganda": "a loser without propaganda to lose",
            "charge-overrun": "movement lost at the track’s end",
        },
        read_out=told_charge,
    ),
    "concentrated-assault": Sheet(
        group="Attack",
        button="Assault",
        fields=(*ASSAULT, ASSAULT_DICE, ASSAULT_RULES),
        chance=("rolls",),
        again="Roll for us",
        tries={
            "rulebook-assault": "the rulebook’s assault",
            "assault-suicide": "an assault that loses the war",
        },
        read_out=told_assault,
    ),
    "steady-push": Sheet(
        group="Attack",
        button="Push",
        fields=(side("attacker", "Who pushes", "german"), POINTS, PUSH, house_rules()),
        tries={
            "rulebook-steady-1": "the rulebook’s push through a trench",
            "rulebook-steady-2": "the rulebook’s push on two fronts",
            "rulebook-steady-3": "a point kept back",
            "steady-remove-only": "trenches removed, nobody moves",
        },
        read_out=told_push,
    ),
    "frontal-charge-odds": Sheet(
        group="Odds",
        button="Show the odds",
        fields=(*CHARGE, CHARGE_RULES),
        tries={
            "odds-rulebook-charge": "the rulebook’s charge",
            "odds-hopeless": "a charge that cannot win",
        },
        read_out=told_charge_odds,
    ),
    "concentrated-assault-odds": Sheet(
        group="Odds",
        button="Show the odds",
        fields=(*ASSAULT, ASSAULT_RULES),
        tries={
            "odds-assault": "the rulebook’s assault",
            "odds-assault-end": "one space from the end",
        },
        read_out=told_assault_odds,
    ),
    "build-trenches": Sheet(
        group="Trenches",
        button="Dig",
        fields=(
            side("side", "Who digs"),
            Number(key="economy", label="Economy", low=0, high=99, default=5, help="A point each trench."),
            PLACEMENTS,
            front(named="placements.*.battlefield"),
            house_rules("economy_max", "trench_supply"),
        ),
        tries={
            "build-1": "four trenches on two fronts",
            "build-won-ground": "ground won earlier",
        },
        read_out=told_trenches,
    ),
}
