"""A run that jams: which sheet a page is on, and the rest of a print from a sheet on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.document import Document, Printed
from companion.press.page import Page
from companion.press.whole import Whole
from companion.shop.feeding import is_paired


def from_sheet(made: Printed, sheet: int, choices: Mapping[str, Json]) -> Document | Whole:
    """The same print from its `sheet`-th sheet on, counted from 1; `InvalidInput` at `from`.

    Its sheets keep their numbers in the whole. How many a whole box has is known once it is set.
    """
    if isinstance(made, Whole):
        return replace(made, from_sheet=sheet)
    if not isinstance(made, Document):
        told = "Choose its pages in the printer's window: this print has no sheet to go on from."
        raise InvalidInput("from", told)
    starts = begun(made.pages, paired=is_paired(choices, made))
    if not 1 <= sheet <= len(starts):
        have = f"{len(starts)} sheets; give one of 1 to {len(starts)}" if starts[1:] else "one sheet"
        raise InvalidInput("from", f"There is no sheet {sheet}: this print has {have}.")
    return replace(made, pages=made.pages[starts[sheet - 1] :])


def begun(pages: Sequence[Page], *, paired: bool) -> list[int]:
    """The pages, counted from 0, with which a sheet begins: all but the backs that follow their fronts."""
    return [number for number, page in enumerate(pages) if not paired or page.side == "front"]
