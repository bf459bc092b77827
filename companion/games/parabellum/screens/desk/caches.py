"""The sheets of what explodes, and of what a scout finds (6.10, 6.11)."""

from companion.engine.form import Group, Keyed, Rows, Text
from companion.engine.procedure import Procedure
from companion.games.parabellum.procedures.caches import cache_explosion
from companion.games.parabellum.procedures.combat import recon_report
from companion.games.parabellum.screens.desk.fields import (
    count,
    cover,
    dice_lines,
    die,
    house_rules,
    own_binder,
    unit_type,
    worked,
)
from companion.games.parabellum.screens.desk.told import combat as told

CACHES = Keyed(
    rows=Rows(
        key="caches",
        label="Caches",
        lead="square",
        fields=(
            Text(key="square", label="Square"),
            count("fuel", "Fuel", 0, 9),
            count("ammunition", "Ammunition", 0, 9),
        ),
        default=worked("explosion-chain")["caches"],
    )
)
UNITS_NEAR = Rows(
    key="units",
    label="Units",
    lead="id",
    most=60,
    fields=(
        Text(key="id", label="Name"),
        Text(key="square", label="Square"),
        count("strength", "People", 5, low=1),
        die("defense_die", "Defence die", listed=True),
        *cover(),
    ),
    default=worked("explosion-chain")["units"],
)

PROCEDURES = (
    Procedure(
        name="cache-explosion",
        title="Exploding cache",
        summary="Loose tokens go up, and whatever they set off.",
        resolve=cache_explosion.resolve,
        complete=cache_explosion.complete,
        group="Caches and scouts",
        button="Set it off",
        fields=(
            CACHES,
            UNITS_NEAR,
            Text(key="start", label="Which cache explodes", default="c3"),
            dice_lines(
                "rolls",
                "The dice, a line a combat",
                "As 7 3: 2, the cache's d8 before the colon. Blank: the app rolls.",
                ("attack", "defense"),
            ),
            house_rules("metric"),
        ),
        chance=("rolls",),
        told=told.cache_explosion,
    ),
    Procedure(
        name="recon-report",
        title="Reconnaissance",
        summary="What must be told of a unit, and to whom.",
        resolve=recon_report.resolve,
        group="Caches and scouts",
        button="What do we see?",
        fields=(
            unit_type("unit", "Who looks", "scout_walker"),
            count("distance", "Squares away", 2, 60),
            Group(
                key="target",
                label="At what",
                form="below",
                fields=(
                    unit_type("unit", "Type", "troop_carrier"),
                    count("strength", "People", 5, low=1),
                    count("fuel", "Fuel counters", 1),
                    count("ammunition", "Ammunition counters", 0),
                    count("cargo", "Tokens of cargo", 0, 40),
                    count("passengers", "Passengers", 0, 10),
                ),
            ),
            Group(label="Own binder", form="folded", fields=(own_binder(),)),
        ),
        told=told.recon_report,
    ),
)
