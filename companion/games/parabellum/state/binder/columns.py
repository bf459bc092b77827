"""The spreadsheet form of a binder: which sheets there are, and what each column of them says.

A column's key is the dotted place in the row's object; its kind says how a cell is written.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

type Kind = Literal["text", "number", "yes", "words", "numbers", "lines", "pairs", "triples"]


class Column(NamedTuple):
    """One column: heading, place in the row's object, how its cells are written, and what it means."""

    heading: str
    key: str
    kind: Kind
    help: str


def _column(heading: str, kind: Kind, help: str, key: str = "") -> Column:
    return Column(heading, key or heading.replace(" ", "_"), kind, help)


ID = _column("id", "text", "Its id: small letters a-z, digits and _, beginning with a letter.")
NAME = _column("name", "text", "Its name as it is printed.")

BRIEF: Mapping[str, Kind] = {
    "id": "text",
    "name": "text",
    "brief": "text",
    "circumstances": "lines",
    "budget": "number",
    "start": "text",
    "palette": "words",
}
"""The rows of the sheet Brief: what the campaign as a whole says, a key and a value each."""

COMPANIES = (ID, NAME, _column("livery", "words", "The two colours of its flags, out of the palette."))
PRICES = (
    _column("resource", "text", "manpower, fuel or ammunition; a row for each step of its price."),
    _column("supply", "number", "How many there are to buy, on the first row; blank: without limit."),
    _column("above", "number", "The price holds while more than so many are left; 0 on the last row."),
    _column("price", "number", "Credits for one."),
)
CATALOGUE = (
    ID,
    NAME,
    _column("class", "text", "The kind of miniature; all types of a class have one footprint."),
    _column("footprint", "text", "small, medium or large."),
    _column("role", "text", "combat or support; blank: combat."),
    _column("cost", "number", "Price of the card, in credits."),
    _column("cards", "number", "How many cards there are; blank: without limit."),
    _column("troop", "number", "Places for people, 1 to 20."),
    _column("speed", "number", "Squares of movement, 0 to 40."),
    _column("fuel max", "number", "Fuel counters when full."),
    _column("fuel cost", "number", "Tokens that fill them."),
    _column("ammunition max", "number", "Ammunition counters when full; blank: 0."),
    _column("ammunition cost", "number", "Tokens that fill them; blank: 0."),
    _column("range", "number", "Reach of its attack in squares; blank: 0."),
    _column("attack die", "number", "Sides of its attack die; blank: none."),
    _column("defense die", "number", "Sides of its defence die."),
    _column(
        "artillery die",
        "number",
        "Sides of its artillery die, for a type without an attack die.",
        "artillery.die",
    ),
    _column("artillery min", "number", "Its nearest range.", "artillery.min"),
    _column("artillery max", "number", "Its farthest range.", "artillery.max"),
    _column("artillery shots", "number", "Shots a turn.", "artillery.shots"),
    _column("cargo", "number", "Squares for tokens; blank: 0."),
    _column("passengers", "number", "Units that it carries; blank: 0."),
    _column("carries", "words", "The classes that it carries, as infantry walker."),
    _column("entrench", "number", "Most layers that it digs; blank: 1."),
    _column("tags", "words", "As infantry mountain."),
    _column("terrain cost", "pairs", "Its own costs of terrain, as forest 3, marsh all."),
    _column("engineering", "words", "The works that it can do, as clear_mine build_earthwork."),
)
TERRAIN = (
    ID,
    _column("glyph", "text", "The sign on maps: one character, no digit."),
    _column("cost", "text", "Squares of movement to enter, or all."),
    _column("defense", "number", "What it adds to defence dice."),
    _column("attack", "number", "What it adds to attack dice against units on it."),
    _column("access", "words", "Tags of which a unit needs one; blank: everybody may enter."),
)
SCENARIOS = (
    _column("id", "text", "Its round and perhaps a letter, as 2a."),
    NAME,
    _column("map", "text", "The id of its map."),
    _column("overview", "text", "A few sentences for the booklet."),
    _column("circumstances", "lines", "Special circumstances, one a line."),
    _column("deployment cost", "number", "Credits for each unit deployed."),
    _column("extraction cost", "number", "Credits for each unit extracted."),
    _column("rounds", "number", "Most rounds; blank: without limit."),
    _column("salvage percent", "number", "Share of a wreck's price; blank: 0."),
    _column("chooser", "text", "victor, loser, richest or poorest; blank: victor."),
    _column("fuel price", "number", "Price of fuel here; blank: as in Prices.", "prices.fuel"),
    _column(
        "ammunition price", "number", "Price of ammunition here; blank: as in Prices.", "prices.ammunition"
    ),
    _column("manpower added", "number", "People who come into the pool; blank: 0."),
    _column("banned", "words", "Unit types that may not be deployed."),
    _column("features", "pairs", "What stands on the map, as f4 barricade, f5 mine."),
    _column("terrain", "triples", "Changes to terrain here, as marsh cost 3."),
)
OBJECTIVES = (
    _column("scenario", "text", "The scenario's id; objectives in booklet order."),
    ID,
    NAME,
    _column("kind", "text", "hold, destroy, recon or manual."),
    _column("seats", "numbers", "Seats that it is open to, as 1 3; blank: all."),
    _column("squares", "words", "The squares to hold, as h5 i8."),
    _column("count", "number", "How many of them, or how many units; blank: 1."),
    _column("turns", "number", "Own turns to hold; blank: 1."),
    _column("exclusive", "yes", "yes: only one player can have it."),
    _column("ends scenario", "yes", "yes: completing it ends the scenario."),
    _column("bonus", "number", "Credits for completing it.", "bonus.credits"),
    _column("bonus fuel", "number", "Tokens with it.", "bonus.fuel"),
    _column("bonus ammunition", "number", "Tokens with it.", "bonus.ammunition"),
    _column("penalty", "number", "Credits for failing it.", "penalty.credits"),
)
TREE = (
    _column("from", "text", "A scenario's id."),
    _column("to", "text", "A scenario that may follow it; a row for each way."),
)
SHEETS: Mapping[str, tuple[Column, ...]] = {
    "Companies": COMPANIES,
    "Prices": PRICES,
    "Catalogue": CATALOGUE,
    "Terrain": TERRAIN,
    "Scenarios": SCENARIOS,
    "Objectives": OBJECTIVES,
    "Tree": TREE,
}
OPTIONAL = ("Terrain",)
MAPS_HEADINGS = ("map", "name")
