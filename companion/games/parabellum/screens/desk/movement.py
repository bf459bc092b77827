"""The sheets of movement: one way checked, all squares in reach (6.12)."""

from companion.engine.form import Area, Choice, Group, Keyed, Lines, Number, Pick, Rows, Several, Text
from companion.engine.form.field import Field
from companion.engine.procedure import Procedure
from companion.engine.wire import Json
from companion.games.parabellum.data import FEATURE_NAMES, FEATURES, POSITIONS, STANDARD_TERRAIN
from companion.games.parabellum.procedures.movement import move_check, reachable
from companion.games.parabellum.screens.desk.fields import (
    FOOTPRINT_PICKS,
    TERRAIN_PICKS,
    count,
    house_rules,
    rarely,
    worked,
)
from companion.games.parabellum.screens.desk.told import movement as told

MOVE, REACH = worked("move-rubble"), worked("reach-small")
SIGNS = " · ".join(f"{sign} {name}" for name, (sign, *_) in STANDARD_TERRAIN.items())
POSITION_PICKS = tuple(Pick(each, "Centre" if each == "c" else each.upper()) for each in POSITIONS)
FROM_PICKS = (
    Pick(None, "Not yet moved"),
    *(Pick(side, f"By {side.upper()}") for side in ("n", "e", "s", "w")),
)


def _ground(example: Json) -> Lines:
    return Lines(
        key="map",
        label="The map, row by row",
        help=f"{SIGNS}; 1 to 4 deployment squares.",
        parse=lambda line: line,
        tell=str,
        default=example["map"],
    )


def _unit(example: Json) -> Group:
    unit = example["unit"]
    fields: tuple[Field, ...] = (
        Choice(key="footprint", label="Footprint", picks=FOOTPRINT_PICKS, default=unit["footprint"]),
        count("speed", "Speed", unit["speed"], 40),
        count("fuel", "Fuel counters", unit["fuel"]),
        Text(key="owner", label="Owner", default=unit["owner"]),
        Several(key="tags", label="Tags", help="As infantry, mountain.", default=unit["tags"]),
        rarely("entrench", "Layers dug in", high=4),
        Keyed(
            rows=Rows(
                key="terrain_cost",
                label="Costs on its card",
                help="Squares of movement, or all.",
                lead="terrain",
                fields=(
                    Choice(key="terrain", label="Terrain", picks=TERRAIN_PICKS, form="list"),
                    Number(key="cost", label="Cost", low=1, high=99),
                ),
            ),
            value="cost",
        ),
    )
    return Group(key="unit", label="The unit", form="below", fields=fields)


OCCUPANTS = Rows(
    key="occupants",
    label="Others on the map",
    lead="square",
    fields=(
        Text(key="square", label="Square"),
        Choice(key="footprint", label="Footprint", picks=FOOTPRINT_PICKS, default="small", form="list"),
        Choice(key="position", label="Position", picks=POSITION_PICKS, default="c", form="list"),
        Text(key="owner", label="Owner", default="b"),
    ),
)
FEATURE_PICKS = tuple(Pick(each, FEATURE_NAMES[each]) for each in FEATURES)
LYING = Group(
    label="What lies on the map",
    form="folded",
    fields=(
        Several(key="caches", label="Squares with caches", quiet=True),
        Keyed(
            rows=Rows(
                key="features",
                label="Features",
                lead="square",
                fields=(
                    Text(key="square", label="Square"),
                    Choice(key="feature", label="What", picks=FEATURE_PICKS, default="mine", form="list"),
                ),
            ),
            value="feature",
        ),
        Area(key="terrain", label="Changes to terrain", help="As in a binder; left empty, none.", rows=4),
    ),
)
MOVED = Group(
    label="Earlier this turn",
    form="folded",
    fields=(
        rarely("mp_used", "Movement used", high=40),
        Choice(key="entered", label="How it came", picks=FROM_PICKS, default=None, quiet=True),
    ),
)


def _common(example: Json) -> tuple[Field, ...]:
    return (_ground(example), _unit(example), Text(key="from", label="From", default=example["from"]))


REST = (MOVED, OCCUPANTS, LYING, house_rules("enemy_sharing"))

PROCEDURES = (
    Procedure(
        name="move-check",
        title="Check a path",
        summary="Whether a unit can walk it, what it costs, what is in the way.",
        resolve=move_check.resolve,
        group="Movement",
        button="May it go there?",
        fields=(
            *_common(MOVE),
            Several(key="path", label="Path", help="Square by square, as b1 b2.", default=MOVE["path"]),
            Choice(
                key="position",
                label="Where it stops",
                picks=POSITION_PICKS,
                default=MOVE["position"],
                form="list",
            ),
            *REST,
        ),
        told=told.move_check,
    ),
    Procedure(
        name="reachable",
        title="Squares within reach",
        summary="Where one path can lead, and the free places there.",
        resolve=reachable.resolve,
        group="Movement",
        button="How far can it go?",
        fields=(*_common(REACH), *REST),
        told=told.reachable,
    ),
)
