"""The front that is laid out, as its own side sees it: its places, the box, what is done with all of it."""

from collections.abc import Iterator
from random import Random

from companion.engine.looking import Values, fresh
from companion.engine.squares import row_of
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, Card, Side
from companion.games.scope.screens.city import card as face_of
from companion.games.scope.screens.laying_out.draft import Draft, cell_of
from companion.games.scope.screens.laying_out.taps import BOX, Hand

BOX_ORDER: tuple[Card, ...] = (
    "sniper",
    "decoy",
    "officer",
    "scout",
    "mortar",
    "machine_gun",
    "infantry",
    "empty",
)


def front(hand: Hand, side: Side, luck: str) -> Values:
    """All that the drawing prints. `luck` decides what is laid at random; without it nothing is."""
    draft, columns = hand.draft, hand.draft.columns
    letters = ["abcdefgh"[n].upper() for n in range(columns)]
    return {
        "side": side,
        "columns": columns,
        "rows": len(draft.rows),
        "letters": letters if side == "german" else letters[::-1],
        "lines": [_line(hand, side, n) for n in range(len(draft.rows))],
        "box": [_kind(hand, card) for card in BOX_ORDER if draft.counts[card]],
        "drags": fresh(hand.scene, lay=draft.code, **{"from": "FROM", "to": "TO"}),
        "box_name": BOX,
        "ways": list(_ways(hand, luck)),
        "label": f"The {SIDE_NAMES[side]} front while it is laid out",
    }


def _line(hand: Hand, side: Side, row: int) -> Values:
    """One row as it lies before its player: the Soviet side looks from the other end of the table."""
    columns = hand.draft.columns
    places = [_place(hand, side, row * columns + n) for n in range(columns)]
    number = row_of(cell_of(hand.draft, side, row * columns))
    return {"number": number, "places": places if side == "german" else places[::-1]}


def _place(hand: Hand, side: Side, n: int) -> Values:
    draft, at = hand.draft, cell_of(hand.draft, side, n)
    card, dots = draft.places[n], around(draft, n)
    held = hand.place == n
    lies = CARD_NAMES[card] if card else "free"
    return {
        "n": n,
        "at": at,
        "face": face_of(hand.scene.state, card, side) if card else None,
        "dots": dots,
        "chosen": held,
        "ghost": hand.card if hand.card and not card else "",
        "href": hand.at(n),
        "label": f"{at}: {lies}{', held' if held else ''}; in {dots} quadrant{'s' * (dots != 1)}",
    }


def around(draft: Draft, n: int) -> int:
    """How many quadrants contain a place."""
    row, column = divmod(n, draft.columns)
    down = (row > 0) + (row + 1 < len(draft.rows))
    across = (column > 0) + (column + 1 < draft.columns)
    return down * across


def _kind(hand: Hand, card: Card) -> Values:
    left, of = hand.draft.left[card], hand.draft.counts[card]
    name = CARD_NAMES[card].removesuffix(" area").capitalize()
    return {
        "card": card,
        "name": name,
        "left": left,
        "of": of,
        "chosen": hand.card == card,
        "href": hand.of(card) if left or hand.place is not None else "",
        "label": f"{name}: {left} of {of} in the box",
    }


def _ways(hand: Hand, luck: str) -> Iterator[Values]:
    """What is done with the whole front at once."""
    draft = hand.draft
    if luck:
        words = "Fill at random" if draft.missing else "All at random"
        yield _way("random", words, hand.link(draft.filled(Random(luck + draft.code))))
    yield _way("mirror", "Mirror", hand.link(draft.mirrored()))
    yield _way("clear", "Clear", hand.link(draft.cleared()))


def _way(sign: str, words: str, href: str) -> Values:
    return {"sign": sign, "words": words, "href": href}


def luck_of(side: Side, setup: object) -> str:
    """What decides for a side where its cards come to lie at random, as its own eyes read the set-up."""
    told = setup.get("luck") if isinstance(setup, dict) else None
    found = told.get(side) if isinstance(told, dict) else None
    return found if isinstance(found, str) else ""
