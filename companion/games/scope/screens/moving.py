"""Rearranging one's own front in secret: a move, a deployment, reinforcements."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from companion.engine.stage import Choice, Choices, Deed, Lead, Piece, Question, Way, said
from companion.engine.wire import Json
from companion.engine.wording import NUMBERS, tap
from companion.games.scope.data import Card
from companion.games.scope.screens.asked import Asked, Turn
from companion.games.scope.screens.city import Disc, Taps
from companion.games.scope.screens.outlook import best_after, learns, outlook
from companion.games.scope.screens.quadrant import grids
from companion.games.scope.screens.searching import quadrant_chips, units
from companion.games.scope.state import State, ground
from companion.games.scope.state.table import Lying

AS_IT_WAS = "0123"
ROUND = "1302"
"""Each card one cell on, round the quadrant."""
ORDERS = tuple("".join(order) for order in permutations(AS_IT_WAS))
STRIDE = 7
"""From one order to another that does not look like it; every order comes in its turn."""
COME_BACK: tuple[Card, ...] = ("infantry", "mortar")
NAMES = {"move": "Move", "deploy": "Deploy", "reinforce": "Reinforce"}


@dataclass(frozen=True, slots=True)
class Arranged:
    """A quadrant as it would lie: what the deed names besides it, and where each of its cards comes from."""

    turn: Turn
    kind: str
    square: str
    order: str
    extra: Mapping[str, Json]

    @property
    def cells(self) -> tuple[str, ...]:
        """The quadrant's cells, in order."""
        return ground.corners(self.square)

    @property
    def before(self) -> State:
        """As it lies, the cards that come back among them."""
        comes = ((self.extra.get(card), card) for card in COME_BACK)
        return self.turn.state.laid({at: Lying(self.turn.side, card) for at, card in comes if at})

    @property
    def after(self) -> State:
        """As it would lie."""
        before = self.before
        return before.laid({at: before.grid[came] for at, came in self.came.items()})

    @property
    def came(self) -> dict[str, str]:
        """For each cell, the one from which its card comes."""
        return {at: self.cells[int(n)] for at, n in zip(self.cells, self.order, strict=True)}

    @property
    def action(self) -> dict[str, Json]:
        """The deed."""
        order = [int(n) for n in self.order]
        return self.turn.action(self.kind, quadrant=self.square, order=order, **self.extra)


def moving(turn: Turn, kind: str) -> Asked:
    """A quadrant is chosen, then its four cards are laid as one likes."""
    entry = turn.entry(kind) or {}
    found = entry.get("quadrants", [])
    squares = [each["quadrant"] if isinstance(each, dict) else each for each in found]
    square = turn.chosen("q", squares)
    discs = {each: _disc(turn, kind, each, each == square) for each in squares}
    if square:
        extra = _extra(turn, kind, entry, square)
        order = turn.chosen("order", ORDERS) or AS_IT_WAS
        return _arranged(Arranged(turn, kind, square, order, extra), entry, discs)
    lead = "Which quadrant? The figure is the best guess at a sniper that moving it would leave." if any(
        disc.figure for disc in discs.values()
    ) else "Which quadrant? Tap a crossing, or choose here."  # fmt: skip
    question = Question(
        kind=kind,
        title=said("{name}, in secret", name=NAMES[kind]),
        pieces=(Lead(lead), quadrant_chips(turn, discs)),
        missing="Choose a quadrant",
        lesser=(_cancel(turn),),
        back=_given_up(turn),
    )
    return question, Taps(discs=discs)


def _disc(turn: Turn, kind: str, square: str, chosen: bool) -> Disc:
    figure = best_after(turn.state, turn.side, {"type": "move", "quadrant": square})
    words = said("Quadrant {square}, best guess {figure}", square=square, figure=figure) if figure else ""
    link = turn.link(do=kind, q=square, order=None, pick=None)
    return Disc(link, figure, chosen, str(words))


def _given_up(turn: Turn) -> str:
    """Back to the turn, and nothing is moved."""
    return turn.link(do=None, q=None, order=None, pick=None, at=None)


def _cancel(turn: Turn) -> Way:
    return Way(words="Cancel", href=_given_up(turn))


def _arranged(laid: Arranged, entry: Mapping[str, Json], discs: Mapping[str, Disc]) -> Asked:
    """The four cards, and what moving them would tell."""
    turn, square, name = laid.turn, laid.square, NAMES[laid.kind]
    came = {at: source for at, source in laid.came.items() if at != source}
    changed = said("{n} cards", n=NUMBERS[len(came)]) if came else "as it was"
    words = said("{name} {square}: {cards}", name=name, square=square, cards=changed)
    question = Question(
        kind=laid.kind,
        title=said("{name} {square}, in secret", name=name, square=square),
        pieces=(
            *_extra_choices(turn, laid.kind, entry, laid.extra),
            grids(turn, square, laid.before, laid.after, laid.order),
            _orders(turn, laid.order),
            *outlook(laid.after, turn.side, square),
            *learns(turn.scene, laid.after, square),
        ),
        main=Deed(words=words, action=tap(laid.action)),
        lesser=(_cancel(turn),),
        back=_given_up(turn),
    )
    cards = {at: laid.after.grid[at].card for at in laid.cells}
    taps = Taps(chosen=frozenset(laid.cells), discs=discs, after=cards, came=came, square=square)
    return question, taps


def _extra(turn: Turn, kind: str, entry: Mapping[str, Json], square: str) -> dict[str, Json]:
    """What a deployment or reinforcements name besides: the officer, the empty areas that change."""
    if kind == "deploy":
        return {"officer": turn.chosen("with", entry["officers"]) or entry["officers"][0]}
    if kind != "reinforce":
        return {}
    empty = next(each["empty"] for each in entry["quadrants"] if each["quadrant"] == square)
    infantry = turn.chosen("with", empty) or empty[0]
    rest = [at for at in empty if at != infantry]
    comes = entry["mortar"] and rest and turn.scene.draft.get("mortar") != "no"
    return {"infantry": infantry} | ({"mortar": rest[0]} if comes else {})


def _extra_choices(
    turn: Turn, kind: str, entry: Mapping[str, Json], extra: Mapping[str, Json]
) -> tuple[Piece, ...]:
    if kind == "deploy":
        return units(turn, "Officer", tuple(entry["officers"]), extra["officer"])
    if kind == "reinforce" and entry["mortar"]:
        stays = turn.scene.draft.get("mortar") == "no"
        both = (
            Choice(words="Infantry and mortar", href=turn.link(mortar=None), chosen=not stays),
            Choice(words="Infantry alone", href=turn.link(mortar="no"), chosen=stays),
        )
        return (Choices(label="What comes back", choices=both, shape="chips"),)
    return ()


def turned(order: str) -> str:
    """The same with each card one cell on.

    >>> turned("0123"), turned(turned(turned(turned("3120"))))
    ('1302', '3120')
    """
    return "".join(order[int(n)] for n in ROUND)


def _orders(turn: Turn, order: str) -> Choices:
    other = ORDERS[(ORDERS.index(order) + STRIDE) % len(ORDERS)]
    ways = (
        Choice(words="As it was", href=turn.link(order=None, pick=None), chosen=order == AS_IT_WAS),
        Choice(words="Shuffle", href=turn.link(order=other, pick=None)),
        Choice(words="Turn round", href=turn.link(order=turned(order), pick=None)),
    )
    return Choices(label="All at once", choices=ways, shape="chips")
