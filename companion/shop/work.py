"""How much work an order is, and doing it: small orders at once, long ones where the worker sets them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from threading import Lock

from companion.press.document import Document
from companion.press.page import Page
from companion.press.prose import Prose, text_alone
from companion.press.whole import Whole
from companion.press.workshop import watching
from companion.shop.files import Finished, finished, keep
from companion.shop.orders import Order

MOST_PIECES = 2_000
"""Cards that are set while the asker waits: half a second."""

MOST_MARKUP = 150_000
"""Characters of a sheet of text that are set while the asker waits: some twenty pages, three seconds."""

SETTING = Lock()
"""One sheet of text is set at a time: a shelf asks for many at once, and tables are waiting too."""

type Told = Callable[[int], None]


def watched(pages: Sequence[Page], told: Told) -> Iterator[Page]:
    """Pages that say, each before it is drawn, how many are."""
    for number, page in enumerate(pages):
        told(number)
        yield page


def is_long(order: Order) -> bool:
    """Whether the asker would have to wait: then the worker sets it, and a page tells how far it is."""
    document = order.document
    if isinstance(document, Whole):
        return True
    if isinstance(document, Document):
        counted = accumulate(len(page.stamps) for page in document.pages)
        return any(pieces > MOST_PIECES for pieces in counted)
    return isinstance(document, Prose) and len(text_alone(document.body)) > MOST_MARKUP


def done(order: Order) -> Finished:
    """The finished file: the one on the shelf, or a new one. `GameError` where it cannot be printed."""
    kept = finished(order.digest)
    if kept or order.drawn:
        return kept or keep(order, order.document.pdf())
    with SETTING:
        return finished(order.digest) or keep(order, order.document.pdf())


def done_watched(order: Order, told: Told) -> Finished:
    """The same, telling after each page how many are drawn. What `told` raises stops the work."""
    kept = finished(order.digest)
    if kept:
        return kept
    told(0)
    drawn = order.drawn
    if isinstance(order.document, Whole):
        with watching(lambda: told(0)):
            return keep(order, order.document.pdf(told))
    if not drawn:
        with watching(lambda: told(0)):
            return keep(order, order.document.pdf())
    from companion.press.pdf import pdf  # loaded with the first print, not with the house

    return keep(order, pdf(watched(drawn.sheets, told), title=drawn.title, duplex=drawn.duplex))


def pages_of(order: Order) -> int:
    """How many pages it has; 0 for a sheet of text, which is counted when it is set."""
    if isinstance(order.document, Whole):
        return order.document.count
    return len(order.drawn.pages) if order.drawn else 0
