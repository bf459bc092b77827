"""Where a print can go beside paper, and the files that go there."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.document import Document
from companion.printing import Plate
from companion.shop.export.checked import checked_file
from companion.shop.export.cutting import cut_files
from companion.shop.export.makers import MAKERS, check_format, pictures_for
from companion.shop.export.packing import Packed, packed
from companion.shop.export.tabletop import deck_files
from companion.shop.orders import Order

PICTURES: Mapping[str, Json] = {"house": True, "sides": "both", "proof": False, "machine": False}
CUTS: Mapping[str, Json] = {"house": False, "machine": True, "sides": "fronts", "proof": False}


class Target(NamedTuple):
    """One place to go: its word in an address, what people call it, what comes of it."""

    key: str
    title: str
    told: str


TABLETOP = Target("tabletop-simulator", "Tabletop Simulator", "sheets of fronts, backs, a saved object")
PRINT_HOUSE = Target("print-house", "A print house", "PDF/X-4 for sRGB, and what a preflight finds in it")
MACHINE = Target("cutting-machine", "A cutting machine", "the cuts of every sheet as SVG and DXF")


def targets(plate: Plate) -> Iterator[Target]:
    """Where this printable can go: cards to makers and a virtual table, all that is cut to a machine."""
    keys = {option.key for option in plate.printable.options}
    if {"house", "format"} <= keys:
        yield from (Target(key, maker.title, "a PNG a side") for key, maker in MAKERS.items())
        yield TABLETOP
    if "house" in keys:
        yield PRINT_HOUSE
    if "machine" in keys:
        yield MACHINE


def export(order: Order, to: str) -> Packed:
    """All files of an order for a target; `InvalidInput` at `to`, or at the option that bars it."""
    known = {target.key: target for target in targets(order.plate)}
    if to not in known:
        offered = ", ".join(known) or "paper alone"
        raise InvalidInput("to", f"{order.plate.printable.title} goes to {offered}, not to “{to[:40]}”.")
    if to in MAKERS:
        check_format(MAKERS[to], order.choices)
    made = outward(order, CUTS if to == MACHINE.key else PICTURES)
    document = made.document
    assert isinstance(document, Document)  # what is cut is drawn, never set as running text
    name = f"{order.plate.game.slug}-{order.plate.printable.name}"
    if to == MACHINE.key:
        files = cut_files(document)
    elif to == PRINT_HOUSE.key:
        files = checked_file(name, document)
    elif to == TABLETOP.key:
        files = deck_files(name, document)
    else:
        files = pictures_for(MAKERS[to], document, made.choices)
    return packed(f"{name}-{to}", files)


def outward(order: Order, wanted: Mapping[str, Json] = PICTURES) -> Order:
    """The order as it leaves the house: a print house's pages, or a machine's sheets."""
    return replace(order, given={**order.given, **wanted}, printer=None, from_sheet=1)
