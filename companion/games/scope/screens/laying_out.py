"""Laying a front out before the game begins: on each side's own screen, in secret, until it is sealed.

Places are counted from the first row, at the line, and in it from column a. A draft stands in its screen's
own address and is nobody else's; there it is one number, so that a glance at the address tells nothing.

In an address `lay` is the draft; `pick` what is held: a kind of card from the box, or a place. `from` and
`to` are a drag.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Annotated, Literal, NamedTuple

from companion.engine import shape, stage
from companion.engine.scene import Scene, Values, fresh
from companion.engine.shape import OneOf
from companion.engine.squares import row_of
from companion.engine.wording import listed, tap
from companion.games.scope.data import CARD_NAMES, CARDS, ENEMY, FOLDER, SIDE_NAMES, SIDES, Card, Counts, Side
from companion.games.scope.deeds.secrets import SECRECY
from companion.games.scope.deeds.turn import enemies, far_from, stormed_from
from companion.games.scope.rules.setting_up import acting
from companion.games.scope.screens.board import Known, Lie, Taps, city, own_layer
from companion.games.scope.screens.board import card_values as face_of
from companion.games.scope.screens.frame import SIGNS, own_sign, sealed
from companion.games.scope.screens.turn import is_between, passing
from companion.games.scope.state import Lying, State, adjacent, cell, corners, front_squares, side_of, spoken

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
KINDS = len(CARDS) + 1
"""What can lie in a place: each kind of card, or none."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A front while it is laid out; None is a place where no card lies yet."""

    columns: int
    counts: Counts
    places: tuple[Card | None, ...]

    @property
    def left(self) -> dict[Card, int]:
        """How many of each card are still in the box."""
        laid = Counter(self.places)
        return {card: number - laid[card] for card, number in self.counts.items()}

    @property
    def missing(self) -> int:
        return self.places.count(None)

    @property
    def rows(self) -> list[list[Card | None]]:
        """Row by row from the first: a front as a set-up holds it, once nothing is missing."""
        step = self.columns
        return [list(self.places[n : n + step]) for n in range(0, len(self.places), step)]

    def put(self, card: Card, n: int) -> "Draft":
        """A card from the box into a place; what lay there goes back into the box."""
        return self._with({n: card}) if self.left[card] > 0 else self

    def took(self, n: int) -> "Draft":
        return self._with({n: None})

    def swapped(self, one: int, other: int) -> "Draft":
        """What lies in two places changed; a free one takes the card of the other."""
        return self._with({one: self.places[other], other: self.places[one]})

    def mirrored(self) -> "Draft":
        return replace(self, places=tuple(card for row in self.rows for card in reversed(row)))

    def cleared(self) -> "Draft":
        return replace(self, places=(None,) * len(self.places))

    def filled(self, random: Random) -> "Draft":
        """The free places filled at random; where none is free, all cards laid anew."""
        begun = self if self.missing else self.cleared()
        cards = [card for card, number in begun.left.items() for _ in range(number)]
        random.shuffle(cards)
        return replace(begun, places=tuple(card or cards.pop() for card in begun.places))

    def _with(self, places: Mapping[int, Card | None]) -> "Draft":
        return replace(self, places=tuple(places.get(n, card) for n, card in enumerate(self.places)))

    @property
    def code(self) -> str:
        """The draft as one number.

        >>> Draft(2, {"sniper": 1, "empty": 1}, (None, "sniper")).code
        '8'
        """
        number = 0
        for card in self.places:
            number = number * KINDS + (0 if card is None else CARDS.index(card) + 1)
        return _spelt(number)


def blank(columns: int, counts: Counts) -> Draft:
    return Draft(columns, counts, (None,) * sum(counts.values()))


def read(code: str, to_lay: Draft) -> Draft:
    """A draft from its number; one with more cards than the box has is laid as far as they go."""
    # Whether it can be the number of such a front: in these digits, and no longer than the longest.
    is_number = 0 < len(code) <= len(_spelt(KINDS ** len(to_lay.places))) and set(code) <= set(DIGITS)
    number = int(code, len(DIGITS)) if is_number else 0
    draft = to_lay
    for n in reversed(range(len(to_lay.places))):
        number, digit = divmod(number, KINDS)
        draft = draft.put(CARDS[digit - 1], n) if digit else draft
    return draft


def _spelt(number: int) -> str:
    spelt = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        spelt = DIGITS[digit] + spelt
    return spelt or "0"


def cell_of(draft: Draft, side: Side, n: int) -> str:
    row, column = divmod(n, draft.columns)
    rows = len(draft.places) // draft.columns
    return cell(column, rows - row if side == "german" else rows + 1 + row)


def cells(draft: Draft, side: Side) -> Iterator[tuple[str, Card | None]]:
    return ((cell_of(draft, side, n), card) for n, card in enumerate(draft.places))


ONLY: Card = "sniper"
"""Who does anything in basic mode."""


class Fact(NamedTuple):
    """One thing that is known of a front: the card that it is about, in words, and its number or places."""

    card: Card
    words: stage.Words
    value: str


def facts(state: State, side: Side, draft: Draft) -> Iterator[Fact]:
    """What the cards that lie there could do; in basic mode there are only snipers."""
    laid = state.laid({at: Lying(side, card or "empty") for at, card in cells(draft, side)})
    squares = front_squares(side, state.columns, state.rows)
    for card, words in FACTS.items() if state.mode == "advanced" else ((ONLY, FACTS[ONLY]),):
        where, name = laid.cells(side, card), CARD_NAMES[card].capitalize()
        if card == ONLY and where:
            around = (f"{at}: {sum(at in corners(each) for each in squares)}" for at in where)
            yield Fact(card, words, ", ".join(around))
        elif where:
            places = where if card in BY_PLACE else [listed(where)]
            yield from (
                Fact(card, stage.phrase(words, card=name, at=at), _reach(laid, side, card, at))
                for at in places
            )


FACTS: Mapping[Card, str] = {
    "sniper": "Snipers: quadrants to shoot from",
    "machine_gun": "{card} {at} reaches",
    "mortar": "{card} {at} reaches",
    "infantry": "{card} {at}: assault quadrants",
    "officer": "{card} {at} deploys",
    "scout": "{card} {at} looks at",
}
BY_PLACE = ("machine_gun", "mortar", "infantry")
"""Whose reach hangs on where it lies: each is told by itself."""


def _reach(state: State, side: Side, card: Card, at: str) -> str:
    there = enemies(state, side)
    match card:
        case "machine_gun":
            return " ".join(each for each in there if adjacent(each, at)) or "nobody"
        case "mortar":
            far = len(far_from(state, side, at))
            return f"all {far}" if far == len(there) else f"{far} of {len(there)}"
        case "infantry":
            return " ".join(stormed_from(state, side, at)) or "none from there"
    return "any 2 × 2" if card == "officer" else "any two side by side"


BOX = "box"


@dataclass(frozen=True, slots=True)
class Hand:
    """What one screen holds: its draft, and the card or the place that was tapped last."""

    scene: Scene[State]
    draft: Draft
    pick: str = ""

    @property
    def card(self) -> Card | None:
        held = self.pick
        return held if held in CARDS and self.draft.left[held] else None

    @property
    def place(self) -> int | None:
        return place_of(self.draft, self.pick)

    def link(self, draft: Draft, pick: str = "") -> str:
        """The address of such a draft, with that in the hand."""
        return fresh(self.scene, lay=draft.code, pick=pick or None)

    def at(self, n: int) -> str:
        """Where a tap on a place leads: it takes what is held, changes with the place that is, or is held."""
        draft = self.draft
        if self.card:
            after = draft.put(self.card, n)
            return self.link(after, self.card if after.left[self.card] else "")
        if self.place == n:
            return self.link(draft)
        if self.place is not None and (draft.places[n] or draft.places[self.place]):
            return self.link(draft.swapped(self.place, n))
        return self.link(draft, str(n))

    def of(self, card: Card) -> str:
        """Where a tap on a kind of card leads: into the place that is held, or it is held itself."""
        if self.place is None:
            return self.link(self.draft, "" if self.pick == card else card)
        if self.draft.places[self.place] == card:
            return self.link(self.draft.took(self.place))
        return self.link(self.draft.put(card, self.place))


def hand(scene: Scene[State]) -> Hand:
    query, state = scene.draft, scene.state
    draft = read(query.get("lay", ""), blank(state.columns, state.counts))
    return Hand(scene, dragged(draft, query), query.get("pick", ""))


def dragged(draft: Draft, query: Mapping[str, str]) -> Draft:
    """The draft after a drag: from the box into a place, from place to place, back into the box."""
    start, end = query.get("from", ""), place_of(draft, query.get("to", ""))
    one = place_of(draft, start)
    if one is not None and query.get("to") == BOX:
        return draft.took(one)
    if end is None:
        return draft
    if one is not None:
        return draft.swapped(one, end)
    return draft.put(start, end) if start in CARDS else draft


def place_of(draft: Draft, text: str) -> int | None:
    is_place = text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < len(draft.places)
    return int(text) if is_place else None


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
    luck = setup.get("luck") if isinstance(setup, dict) else None
    own = luck.get(side) if isinstance(luck, dict) else None
    return own if isinstance(own, str) else ""


type Across = Literal["middle", "edge", "spread"]
type Place = tuple[int, int]


class Wanted(NamedTuple):
    """Where a kind of card is wanted: from the first row (0) to the last (1), and where across."""

    card: Annotated[Card, OneOf(CARDS)]
    row: float
    column: Across


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to lay a front out: its name, what it is good for, the kinds of cards in the order of laying."""

    name: str
    words: str
    places: tuple[Wanted, ...]


@cache
def layouts() -> tuple[Layout, ...]:
    listed = json.loads((FOLDER / "starter" / "layouts.json").read_text("utf-8"))
    return tuple(shape.read(Layout, each) for each in listed)


def laid(layout: Layout, draft: Draft) -> Draft:
    """A front laid out so: each card in the best place that is free, empty areas in the others."""
    front = draft.cleared()
    for wanted in layout.places:
        for _ in range(front.counts[wanted.card]):
            free = [n for n, card in enumerate(front.places) if card is None]
            front = front.put(wanted.card, min(free, key=lambda n: _cost(wanted, front, n)))
    for n, card in enumerate(front.places):
        front = front.put("empty", n) if card is None else front
    return front


def _cost(wanted: Wanted, draft: Draft, n: int) -> tuple[float, float]:
    """How far a place is from what is wanted: across its rows first, then along them."""
    rows = len(draft.places) // draft.columns
    row, column = divmod(n, draft.columns)
    own = [divmod(at, draft.columns) for at, card in enumerate(draft.places) if card == wanted.card]
    along = ACROSS[wanted.column](abs(2 * column - draft.columns + 1), _crowd((row, column), own))
    return round(abs(row - wanted.row * (rows - 1))), along


def _crowd(at: Place, own: list[Place]) -> float:
    return sum(1 / ((at[0] - row) ** 2 + (at[1] - column) ** 2) for row, column in own)


ACROSS: Mapping[Across, Callable[[int, float], float]] = {
    "middle": lambda off, crowd: off + crowd / 9,
    "edge": lambda off, crowd: crowd / 9 - off,
    "spread": lambda off, crowd: crowd + off / 99,
}
"""By the way across: what counts, how far from the middle a place is, or how near its like."""


LEAD = "Tap a card, then a place; drag to change two."
SEALS = (
    "Sealed, your front is locked under a short code that all see. At the end both are opened, "
    "and every move is checked."
)


def laying_out(scene: Scene[State]) -> stage.Stage:
    """The stage until both fronts lie: one's own front, or who is still at it."""
    side = SECRECY.own(scene)
    if is_between(scene):
        ask, board = passing(scene)
        return stage.Stage(ask=ask, board=board)
    if side is None or not (side in scene.state.laying_out and scene.may_tap(_seat(scene, side))):
        return stage.Stage(ask=_waiting(scene), board=_city(scene, side))
    held = hand(scene)
    # What lays this side's cards at random.
    setup = scene.passages[0].action if scene.passages else None
    return stage.Stage(
        ask=_question(held, side),
        board=stage.Part(
            "scope/front.html", {"front": front(held, side, luck_of(side, setup))}, "Your front", SIGNS
        ),
    )


def _seat(scene: Scene[State], side: Side) -> str:
    """The seat that lays out here: one's own, else the first of the side."""
    seats = [seat for seat in acting(scene.state) if side_of(seat) == side]
    return scene.own if scene.own in seats else seats[0]


def _city(scene: Scene[State], side: Side | None) -> stage.Part:
    """The street and the houses, dark; over one's own the cards that one has laid and sealed."""
    lie = Lie(scene.state, side or "german")
    is_laid = side is not None and side not in scene.state.laying_out
    own = own_layer(lie, side, Taps(), Known()) if side and is_laid else None
    return stage.Part("scope/board.html", {"city": city(lie, Taps(), Known()), "own": own}, "The city", SIGNS)


def _question(held: Hand, side: Side) -> stage.Question:
    """What is left to lay, what the cards could do from where they lie, and the seal."""
    draft, state = held.draft, held.scene.state
    action = {"type": "lay_out", "seat": _seat(held.scene, side), "front": draft.rows}
    shut = stage.phrase("{n:# card|# cards} to place", n=draft.missing) if draft.missing else ""
    facts_ = facts(held.scene.state, side, held.draft)
    rows = tuple(stage.Row((each.words, each.value), icon=own_sign(each.card)) for each in facts_)
    # The project's own layouts; one lays every card.
    choices = tuple(
        stage.Choice(
            words=each.name, small=each.words, href=held.link(laid(each, held.draft)), key=each.name.lower()
        )
        for each in layouts()
    )
    return stage.Question(
        kind="lay_out",
        title="Lay out your front",
        under=stage.phrase("{n} of {of} are still in the box.", n=draft.missing, of=len(draft.places)),
        icon=own_sign(side),
        side=side,
        pieces=(
            *sealed(state, ENEMY[side]),
            stage.Lead(LEAD),
            *((stage.Rows(label="From where they lie", rows=rows),) if rows else ()),
            _kept(held, side),
            stage.Choices(label="Layouts", choices=choices, shows_label=True),
            stage.Note(SEALS),
        ),
        main=stage.Deed(words="Seal my front", action=tap(action), shut=shut),
        secret=True,
        opens="peek",
    )


def _kept(held: Hand, side: Side) -> stage.Own:
    """Layouts that were kept on this device; on one that goes round, each side's own."""
    state, draft = held.scene.state, held.draft
    cards = "-".join(str(state.counts[card]) for card in CARDS)
    whose = f" {side}" if held.scene.room == "hand" else ""
    values = {
        "shelf": f"scope {draft.columns} {cards}{whose}",
        "code": "" if draft.missing == len(draft.places) else draft.code,
        "link": fresh(held.scene, lay="LAY"),
    }
    return stage.Own(template="scope/kept.html", values=values)


def _waiting(scene: Scene[State]) -> stage.Question:
    """Who is still at it; who sits here goes to his own screen."""
    state = scene.state
    seats = acting(state)
    who = listed([spoken(seat) for seat in seats])
    ask = stage.Question(
        kind="laying_out",
        title="The fronts are being laid out",
        under="Each side lays its cards in secret, and seals them.",
        pieces=(
            *sealed(state, *SIDES),
            stage.Lead(stage.phrase("{who} {n:is|are} at it.", who=who, n=len(seats))),
        ),
        missing=stage.phrase("Waiting for {who}", who=who),
    )
    seated = [seat for seat in seats if scene.is_elsewhere(seat)]
    return replace(ask, waits=next(iter(seated), ""))
