"""The sheets of combat: attacks, barrages, and their odds (6.6 to 6.9)."""

from collections.abc import Callable

from companion.engine.form import Choice, Group, Pool, Rows, Several, Text
from companion.engine.form.field import Field
from companion.engine.form.place import look
from companion.engine.procedure import Procedure
from companion.engine.wire import Json
from companion.games.parabellum.data import DICE
from companion.games.parabellum.procedures.combat import (
    artillery_attack,
    artillery_odds,
    direct_attack,
    direct_attack_odds,
)
from companion.games.parabellum.screens.desk.fields import (
    YES_NO,
    count,
    cover,
    dice_lines,
    die,
    rarely,
    yes,
)
from companion.games.parabellum.screens.desk.told import combat as told


def _side(key: str, label: str) -> Group:
    fields: tuple[Field, ...] = (
        count("strength", "People", 5, low=1),
        die("attack_die", "Attack die", none=True),
        die("defense_die", "Defence die"),
    )
    beside = (*cover(), rarely("attack_modifier", "Other bonus on attack", low=-20))
    more = (*beside, rarely("ammunition", "Ammunition counters", 1))
    folded = Group(label=f"{label}: ground and more", form="folded", fields=more)
    return Group(key=key, label=label, form="below", fields=(*fields, folded))


SIDES = (_side("attacker", "Attacker"), _side("defender", "Defender"))
COUNTER = Choice(key="counterattack", label="Counterattack", picks=YES_NO, default=False, quiet=True)


def _die_of(path: str) -> Callable[[Json], int]:
    def sides(question: Json) -> int:
        found = look(question, path)
        return found if type(found) is int and found in DICE else 6

    return sides


def _pool(key: str, label: str, path: str) -> Pool:
    return Pool(key=key, label=label, sides=_die_of(path))


POOLS = Group(
    label="The dice",
    help="Tap each face as often as it came up; leave all of them and the app rolls.",
    form="below",
    fields=(
        _pool("rolls.attack", "Attack", "attacker.attack_die"),
        _pool("rolls.defense", "Defence", "defender.defense_die"),
        Group(
            label="Dice of the counterattack",
            form="folded",
            fields=(
                _pool("rolls.counter_attack", "Counterattack", "defender.attack_die"),
                _pool("rolls.counter_defense", "Defence against it", "attacker.defense_die"),
            ),
        ),
    ),
)
GUN = Group(
    key="attacker",
    label="The artillery",
    form="below",
    fields=(
        die("artillery_die", "Artillery die", 12),
        count("shots_per_turn", "Shots a turn", 3, low=1),
        count("min_range", "Nearest", 3, 60, low=1),
        count("max_range", "Farthest", 8, 60, low=1),
        rarely("ammunition", "Ammunition counters", 1),
        yes("moved", "Has it moved this turn"),
    ),
)
TARGETS = Rows(
    key="targets",
    label="Targets",
    lead="id",
    most=20,
    fields=(
        Text(key="id", label="Name"),
        count("strength", "People", 5, low=1),
        die("defense_die", "Defence die", listed=True),
        count("distance", "Squares away", 5, 60),
        *cover(spotted=True),
    ),
    default=[{"id": "u7", "strength": 2, "defense_die": 8, "distance": 8, "terrain": "rocky"}],
)
SHOTS = Several(key="shots", label="Shots", help="The target of each, as u7 u7 u9.", default=["u7", "u7"])
PROCEDURES = (
    Procedure(
        name="direct-attack-odds",
        title="Odds of a direct attack",
        summary="The exact chance of every number of losses, on both sides.",
        resolve=direct_attack_odds.resolve,
        group="Direct attack",
        button="What are the odds?",
        fields=(*SIDES, COUNTER),
        told=told.direct_attack_odds,
    ),
    Procedure(
        name="direct-attack",
        title="Direct attack",
        summary="Dice matched, losses, and the counterattack of who is left.",
        resolve=direct_attack.resolve,
        complete=direct_attack.complete,
        group="Direct attack",
        button="Attack",
        fields=(*SIDES, COUNTER, POOLS),
        chance=("rolls",),
        told=told.direct_attack,
    ),
    Procedure(
        name="artillery-odds",
        title="Odds of a barrage",
        summary="What some shots at one target do to it.",
        resolve=artillery_odds.resolve,
        group="Artillery",
        button="What are the odds?",
        fields=(
            die("artillery_die", "Artillery die", 12),
            count("shots", "Shots at it", 3, low=1),
            Group(
                key="target",
                label="The target",
                form="below",
                fields=(
                    count("strength", "People", 5, low=1),
                    die("defense_die", "Defence die"),
                    *cover(spotted=True),
                ),
            ),
        ),
        told=told.artillery_odds,
    ),
    Procedure(
        name="artillery-attack",
        title="Barrage",
        summary="Shots shared out over targets, one after another.",
        resolve=artillery_attack.resolve,
        complete=artillery_attack.complete,
        group="Artillery",
        button="Fire",
        fields=(
            GUN,
            TARGETS,
            SHOTS,
            dice_lines(
                "rolls",
                "The dice, a line a shot",
                "As 8: 6 3, the shot's die first; a dash where nobody is left. Blank: the app rolls.",
                ("artillery", "defense"),
                single=True,
            ),
        ),
        chance=("rolls",),
        told=told.artillery_attack,
    ),
)
