"""Rearranging one's own front in secret: a move, a deployment, reinforcements."""

from collections.abc import Mapping
from itertools import permutations

from companion.engine.stage import Choice, Choices, Deed, Lead, Piece, Question, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.scope.data import CARD_NAMES
from companion.games.scope.screens.asked import Asked, Turn
from companion.games.scope.screens.city import Disc, Taps
from companion.games.scope.screens.searching import quadrant_chips
from companion.games.scope.state import ground

AS_IT_WAS = "0123"
ROUND = "2031"
"""Each card one cell on, clockwise as the quadrant is named."""
ORDERS = tuple("".join(order) for order in permutations(AS_IT_WAS))
NAMES = {"move": "Move", "deploy": "Deploy", "reinforce": "Reinforce"}
Quadrants = Mapping[str, object]


def moving(turn: Turn, kind: str) -> Asked:
    """A quadrant is chosen, then its four cards are laid as one likes."""
    entry = turn.entry(kind) or {}
    found = entry.get("quadrants", [])
    squares = [each["quadrant"] if isinstance(each, dict) else each for each in found]
    square = turn.chosen("q", squares)
    discs = {
        each: Disc(turn.link(do=kind, q=each, order=None, pick=None), chosen=each == square)
        for each in squares
    }
    if not square:
        pieces: tuple[Piece, ...] = (Lead("Which quadrant? Tap its crossing."), quadrant_chips(turn, discs))
        title = said("{name}, in secret", name=NAMES[kind])
        return Question(
            kind=kind, title=title, pieces=pieces, missing="Choose a quadrant", back=_given_up(turn)
        ), Taps(discs=discs)
    return _arranged(turn, kind, entry, Taps(discs=discs), square)


def _arranged(turn: Turn, kind: str, entry: dict[str, Json], taps: Taps, square: str) -> Asked:
    order = turn.chosen("order", ORDERS) or AS_IT_WAS
    keys: dict[str, Json] = {"quadrant": square, "order": [int(n) for n in order]}
    keys |= _extra(turn, kind, entry, square)
    cells = ground.corners(square)
    now = [turn.state.grid[at].card for at in cells]
    for key in ("infantry", "mortar"):
        if keys.get(key) in cells:
            now[cells.index(keys[key])] = key
    after = {at: now[int(came)] for at, came in zip(cells, order, strict=True)}
    pieces: tuple[Piece, ...] = (
        *_extra_choices(turn, kind, entry),
        _cards(turn, cells, after, order),
        _orders(turn, order),
        Choices(label="Another quadrant", choices=_others(taps), shape="pad"),
    )
    main = Deed(
        words=said("{name} {square}", name=NAMES[kind], square=square), action=tap(turn.action(kind, **keys))
    )
    question = Question(
        kind=kind, title=said("{name} {square}, in secret", name=NAMES[kind], square=square), pieces=pieces,
        main=main, back=_given_up(turn),
    )  # fmt: skip
    laid = Taps(chosen=frozenset(cells), discs=taps.discs, after=after)
    return question, laid


def _given_up(turn: Turn) -> str:
    """Back to the turn, and nothing is moved."""
    return turn.link(do=None, q=None, order=None, pick=None, at=None)


def _others(taps: Taps) -> tuple[Choice, ...]:
    return tuple(
        Choice(words=each.upper(), href=disc.href, chosen=disc.chosen) for each, disc in taps.discs.items()
    )


def _extra(turn: Turn, kind: str, entry: dict[str, Json], square: str) -> dict[str, Json]:
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


def _extra_choices(turn: Turn, kind: str, entry: dict[str, Json]) -> tuple[Piece, ...]:
    if kind == "deploy" and len(entry["officers"]) > 1:
        chosen = turn.chosen("with", entry["officers"]) or entry["officers"][0]
        ways = tuple(
            Choice(words=said("Officer {at}", at=at), href=turn.link(**{"with": at}), chosen=at == chosen)
            for at in entry["officers"]
        )
        return (Choices(label="Officer", choices=ways, shape="chips"),)
    if kind == "reinforce" and entry["mortar"]:
        stays = turn.scene.draft.get("mortar") == "no"
        both = (
            Choice(words="Infantry and mortar", href=turn.link(mortar=None), chosen=not stays),
            Choice(words="Infantry alone", href=turn.link(mortar="no"), chosen=stays),
        )
        return (Choices(label="What comes back", choices=both, shape="chips"),)
    return ()


def _cards(turn: Turn, cells: tuple[str, ...], after: Mapping[str, str], order: str) -> Choices:
    """The four cards as they would lie; one is tapped, then the one that it changes places with."""
    picked = turn.chosen("pick", AS_IT_WAS and tuple(AS_IT_WAS))
    choices = []
    for n, at in enumerate(cells):
        if picked:
            link = turn.link(order=swapped(order, int(picked), n), pick=None)
        else:
            link = turn.link(pick=str(n), order=order)
        choices.append(
            Choice(
                words=at, small=CARD_NAMES[after[at]], href=link, chosen=picked == str(n), key=f"card-{at}"
            )
        )
    upper = (*choices[2:], *choices[:2])
    return Choices(label="Tap two cards to swap them", choices=upper, shape="tiles", shows_label=True)


def swapped(order: str, one: int, other: int) -> str:
    """An order with the cards of two places exchanged.

    >>> swapped("0123", 0, 3)
    '3120'
    """
    cards = list(order)
    cards[one], cards[other] = cards[other], cards[one]
    return "".join(cards)


def turned(order: str) -> str:
    """The same with each card one cell on.

    >>> turned("0123")
    '2031'
    """
    return "".join(order[int(n)] for n in ROUND)


def _orders(turn: Turn, order: str) -> Choices:
    ways = (
        Choice(words="As it was", href=turn.link(order=None, pick=None), chosen=order == AS_IT_WAS),
        Choice(words="Turn round", href=turn.link(order=turned(order), pick=None)),
    )
    return Choices(label="All at once", choices=ways, shape="chips")
