"""People and tokens by the number, and the pool's price as it dwindles."""

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Counter,
    Counters,
    Deed,
    Fact,
    Facts,
    Piece,
    Row,
    Rows,
    said,
)
from companion.engine.wording import tap
from companion.games.parabellum.data import Resource
from companion.games.parabellum.procedures.money.prices import next_price, price
from companion.games.parabellum.rules.rear.buying import left_to_buy, most_tokens
from companion.games.parabellum.screens.seeing import keep, whole
from companion.games.parabellum.screens.shop.cart import lacking
from companion.games.parabellum.state import State

NAMES = {"manpower": "people", "fuel": "fuel tokens", "ammunition": "ammunition tokens"}
BUYS = {"manpower": "Hire", "fuel": "Buy", "ammunition": "Buy"}
STEPS = (5, 10, 25)
MOST_SHOWN = 1000


def tokens(
    scene: Scene[State], player: str, resource: Resource
) -> tuple[tuple[Piece, ...], tuple[Deed, ...]]:
    """So many of one resource, by one's own choice or as many as are missing; and the deed that buys them."""
    state = scene.state
    supply, most = left_to_buy(state, resource), most_tokens(state, player, resource)
    lacks = next((need.quantity for need in lacking(state, player) if need.resource == resource), 0)
    n = min(whole(scene, "n") if "n" in scene.draft else lacks, most)
    pieces = (
        _told(state, resource, lacks, most),
        _counter(scene, resource, n, most),
        _steps(scene, n, lacks, most),
        *_ladder(state, resource),
    )
    if not n:
        return pieces, ()
    bought = price(state.booklet.bands[resource], supply, n)
    lots = ", then ".join(f"{lot.quantity} at {lot.price}" for lot in bought.lots)
    buys, what = BUYS[resource], NAMES[resource]
    words = said("{buys} {n} {what}: {cost}", buys=buys, n=n, what=what, cost=bought.cost)
    action = {"type": "purchase", "player": player, "resource": resource, "quantity": n}
    return pieces, (Deed(words=words, small=lots, action=tap(action)),)


def _told(state: State, resource: Resource, lacks: int, most: int) -> Facts:
    """The pool and its price; what is missing, what can be paid."""
    supply = left_to_buy(state, resource)
    following = next_price(state.booklet.bands[resource], supply)
    return Facts(
        (
            Fact("credits for the next", "–" if following is None else str(following)),
            Fact("left to buy", "no limit" if supply is None else str(supply)),
            Fact("can be paid", str(most)),
            *((Fact("missing", str(lacks)),) if lacks else ()),
        )
    )


def _counter(scene: Scene[State], resource: Resource, n: int, most: int) -> Counters:
    counter = Counter(
        words=NAMES[resource].capitalize(),
        number=str(n),
        fewer=keep(scene, n=n - 1) if n else "",
        more=keep(scene, n=n + 1) if n < most else "",
        why="" if n < most else "That is all that can be had and paid.",
    )
    return Counters((counter,), "How many")


def _steps(scene: Scene[State], n: int, lacks: int, most: int) -> Choices:
    """In larger steps."""
    ways = [("What is missing", min(lacks, most))] if lacks and most else []
    ways += [(f"+{step}", n + step) for step in STEPS if n + step <= most]
    ways += [("Most", most)] if 0 < most < MOST_SHOWN else []
    ways += [("None", 0)] if n else []
    choices = tuple(Choice(words=name, href=keep(scene, n=value)) for name, value in ways)
    return Choices(label="How many", choices=choices, shape="chips")


def _ladder(state: State, resource: Resource) -> tuple[Piece, ...]:
    """The ladder of prices, the step of now among them."""
    bands = state.booklet.bands[resource]
    if len(bands) < 2:
        return ()
    now = next_price(bands, left_to_buy(state, resource))
    rows = tuple(
        Row(
            (
                said("above {n} left", n=band.above) if band.above else "the last",
                str(band.price),
            ),
            here=band.price == now,
        )
        for band in bands
    )
    return (Rows(label="Prices", rows=rows),)
