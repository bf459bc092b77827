"""Whether a printer was measured for what it shall print: the paper in it, the edge that it turns over."""

from collections.abc import Iterator, Mapping

from companion.engine.errors import InvalidInput
from companion.engine.wire import Json
from companion.press.document import Document, Duplex, Printed
from companion.press.page import PAPER_NAMES, Page
from companion.press.whole import Whole
from companion.shop.models import Printer

FITS_BOTH = ("a4", "letter")
"""Papers on which a page that fits both is printed."""

NAMES = {**PAPER_NAMES, "both": "paper for A4 and Letter"}
EDGES = {"long": "the long edge", "short": "the short edge"}


def duplex(choices: Mapping[str, Json], made: Document) -> Duplex:
    """What the file asks of a printer that turns paper over by itself: the edge where backs follow their
    fronts, one side where none does; nothing of a print house, which sees to it."""
    if choices.get("house"):
        return ""
    if not is_paired(choices, made):
        return "Simplex"
    return "DuplexFlipShortEdge" if edge_of(choices) == "short" else "DuplexFlipLongEdge"


def is_paired(choices: Mapping[str, Json], made: Document) -> bool:
    """Whether each back follows its front, for a printer that prints both sides of a sheet."""
    return choices.get("sides", "both") == "both" and len(made.pages) > 1 and made.pages[1].side == "back"


def check_fed(printer: Printer, choices: Mapping[str, Json], made: Printed) -> None:
    """`InvalidInput` at `printer` where backs would be moved by what was measured on another feed."""
    if not printer.measured or not any(_backs(made)):
        return
    if is_fed(printer, choices):
        return
    measured = f"{NAMES[printer.paper]} turned over {EDGES[printer.edge]}"
    wanted = f"{NAMES[paper_of(printer, choices)]} turned over {EDGES[edge_of(choices)]}"
    raise InvalidInput(
        "printer",
        f"“{printer.name}” was measured with {measured}; this is {wanted}, where backs are off by something "
        "else. Choose that paper and edge, or measure it for this under another name.",
    )


def is_fed(printer: Printer, choices: Mapping[str, Json]) -> bool:
    """Whether this paper, turned over this edge, is what it was measured with."""
    return _is_its_paper(printer, choices) and edge_of(choices) == printer.edge


def warning(printer: Printer, choices: Mapping[str, Json], made: Printed) -> str:
    """What may come out wrong on this printer although it can be printed; empty where nothing does."""
    if not printer.measured:
        backs = any(_backs(made))
        return (
            f"“{printer.name}” has not been measured: its backs may land beside their fronts."
            if backs
            else ""
        )
    if not _is_its_paper(printer, choices):
        names = NAMES[printer.paper], NAMES[paper_of(printer, choices)]
        return f"“{printer.name}” was measured with {names[0]}; on {names[1]} its scale may be another."
    if not printer.lying and any(page.width > page.height for page in _backs(made)):
        return (
            f"These pages lie on their side, and nobody has looked yet which way “{printer.name}” turns "
            "them: its second sheets tell."
        )
    return ""


def _backs(made: Printed) -> Iterator[Page]:
    """The pages that have to meet those before them."""
    pages = made.pages if isinstance(made, Document | Whole) else ()
    return (page for page in pages if page.side == "back")


def edge_of(choices: Mapping[str, Json]) -> str:
    """The edge that the paper turns over; a book's pages turn over their long edge."""
    return "short" if choices.get("backs") == "short" else "long"


def paper_of(printer: Printer, choices: Mapping[str, Json]) -> str:
    """The paper that it is asked to print on."""
    return str(choices.get("paper", printer.paper))


def _is_its_paper(printer: Printer, choices: Mapping[str, Json]) -> bool:
    paper = paper_of(printer, choices)
    return paper == printer.paper or (paper == "both" and printer.paper in FITS_BOTH)
