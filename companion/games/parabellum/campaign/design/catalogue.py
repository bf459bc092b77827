"""The catalogue made by hand: unit types and classes, kinds of ground, people and goods (C2-C4)."""

from companion.engine.campaign.design import Part, Section
from companion.engine.form import Choice, Number, Pick, Rows, Several, Text
from companion.engine.form.choice import Checks
from companion.games.parabellum.campaign.design import fields as ask
from companion.games.parabellum.campaign.design.new import new_terrain, new_unit
from companion.games.parabellum.data import (
    FOOTPRINTS,
    RESOURCE_NAMES,
    RESOURCES,
    ROLES,
    STANDARD_TERRAIN,
)
from companion.games.parabellum.state.naming import spoken

UNITS = Part(
    key="units",
    title="Unit types",
    one="unit type",
    help="What the dealers sell, in the order of the catalogue.",
    ids=ask.PLAIN_ID,
    named_at=("scenarios.*.banned.*",),
    new=new_unit,
    sections=(
        Section("", (
            Text(key="name", label="Name"),
            Choice(key="class", label="Class", picks=ask.named("classes"), form="list"),
            Choice(key="role", label="Role", picks=tuple(Pick(each, spoken(each)) for each in ROLES)),
            ask.credits("cost", "Price", "Credits for the card."),
            ask.count("cards", "Cards", 999, "How many there are; blank: without limit."),
        )),
        Section("On the move", (
            ask.count("troop", "People", 20, "At full strength, 1 to 20.", low=1),
            ask.count("speed", "Speed", 40, "Squares."),
            ask.count("fuel_max", "Fuel", 20, "Counters when full."),
            ask.count("fuel_cost", "Fuel costs", 20, "Tokens that fill it."),
        )),
        Section("In a fight", (
            ask.die("attack_die", "Attack die", "None: it cannot attack."),
            ask.die("defense_die", "Defence die"),
            ask.count("range", "Range", 60, "Squares."),
            ask.count("ammunition_max", "Ammunition", 99, "Counters when full."),
            ask.count("ammunition_cost", "Ammunition costs", 99, "Tokens that fill it."),
            ask.count("entrench", "Digs in", 4, "Most layers; blank: 1."),
        )),
        Section("Artillery", (
            ask.die("artillery.die", "Artillery die", "For a type without an attack die."),
            ask.count("artillery.min", "Nearest", 60, "Squares.", low=1),
            ask.count("artillery.max", "Farthest", 60, "Squares.", low=1),
            ask.count("artillery.shots", "Shots", 20, "For one counter.", low=1),
        ), folded=True),
        Section("What it carries", (
            ask.count("cargo", "Cargo", 40, "Tokens."),
            ask.count("passengers", "Passengers", 10, "Units."),
            Checks(key="carries", label="Carries", picks=ask.named("classes"), ordered=True),
        ), folded=True),
        Section("Ground and works", (
            Several(key="tags", label="Tags", quiet=True, help="As infantry mountain."),
            ask.keyed(
                "terrain_cost", "Its own costs of ground",
                Choice(key="ground", label="Ground", picks=ask.terrains, form="list"),
                (Number(key="cost", label="Cost", low=1, high=99, help="Squares, or all."),),
                "Empty the first to take a row away.",
            ),
            Checks(key="engineering", label="Works", picks=ask.WORK_PICKS, ordered=True),
        ), folded=True),
    ),
    gist=("class", "cost", "cards", "troop", "speed", "attack_die", "defense_die", "range", "artillery.die"),
    glance=(
        "cost", "cards", "troop", "speed", "fuel_max", "fuel_cost", "attack_die", "defense_die", "range",
        "ammunition_max", "ammunition_cost",
    ),
)  # fmt: skip
CLASSES = Part(
    key="classes",
    title="Classes",
    one="class",
    help="Kinds of miniature. A spreadsheet holds only those that a unit type is of.",
    ids=ask.PLAIN_ID,
    named_at=("units.*.class", "units.*.carries.*"),
    new=lambda content: {"footprint": "small"},
    sections=(
        Section("", (
            Choice(
                key="footprint",
                label="Footprint",
                picks=tuple(Pick(each, spoken(each)) for each in FOOTPRINTS),
                help="Small ½×½″, medium 1×½″, large 1×1″.",
            ),
        )),
    ),
    gist=("footprint",),
)  # fmt: skip
GROUND_FIELDS = (
    Text(key="glyph", label="Sign", help="On maps: one character, no digit."),
    Number(key="cost", label="Cost", low=1, high=99, help="Squares of movement, or all."),
    Number(key="defense", label="Defence", low=-20, high=20, help="Added to defence dice on it."),
    Number(key="attack", label="Attack", low=-20, high=20, help="Added to attack dice against it."),
    Several(
        key="access", label="Only with a tag", quiet=True, help="One of these; blank: everybody may enter."
    ),
)
TERRAIN = Part(
    key="terrain",
    title="Ground",
    one="kind of ground",
    help="The rulebook's kinds are there from the start; what you change of them holds in this campaign.",
    ids=ask.PLAIN_ID,
    named_at=("units.*.terrain_cost.@", "scenarios.*.terrain.@"),
    new=new_terrain,
    usual={
        key: {
            "glyph": glyph,
            "cost": cost,
            "defense": defense,
            "attack": attack,
            "access": access and [*access],
        }
        for key, (glyph, cost, defense, attack, access) in STANDARD_TERRAIN.items()
    },
    sections=(Section("", GROUND_FIELDS),),
    gist=("glyph", "cost", "defense", "attack", "access"),
)
GOODS = Part(
    key="resources",
    form="fixed",
    title="People and goods",
    one="kind of goods",
    help="What is for sale beside unit cards, dearer as less of it is left.",
    usual={each: {"name": spoken(RESOURCE_NAMES[each])} for each in RESOURCES},
    sections=(
        Section("", (
            ask.limit("supply", "For sale", "How many there are at the start; blank: without limit."),
            Rows(
                key="bands", label="Prices", lead="above",
                help="A row a step, falling; the last goes down to 0. Empty the first to take a row away.",
                fields=(
                    ask.credits("above", "While more are left than"),
                    ask.credits("price", "One costs"),
                ),
            ),
        )),
    ),
    gist=("supply", "bands"),
)  # fmt: skip
