"""The circle of twelve landscapes, drawn: where each card lies, and what a tap on it does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, radians, sin

from companion.engine.looking import Values
from companion.games.verraeter.data import CIRCLE, HOUSES
from companion.games.verraeter.screens.people import land_words, person
from companion.games.verraeter.state import State
from companion.games.verraeter.state.table import Building, neighbour

MIDDLE = 360
ACROSS, DOWN = 295, 293
"""From the middle to the middle of a card, across and down."""
WIDE, HIGH = 124, 132
INNER = {True: 184, False: 216}
"""From the middle to a conflict card; straight up, down or aside the cards lie nearer."""
STEP = 360 // CIRCLE


@dataclass(frozen=True)
class Taps:
    """What a tap does: links by landscape, and by the first landscape of a site.

    `ghosts` are the cards that would lie under a landscape.
    """

    lands: Mapping[int, str] = field(default_factory=dict)
    sites: Mapping[int, str] = field(default_factory=dict)
    chosen: frozenset[int] = frozenset()
    site: int | None = None
    ghosts: Mapping[int, Building] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        """Whether there is anything to tap."""
        return bool(self.lands or self.sites)


def place(angle: float, across: float, down: float) -> tuple[float, float]:
    """A point so far from the middle, clockwise from the top."""
    turn = radians(angle)
    return round(MIDDLE + across * sin(turn), 1), round(MIDDLE - down * cos(turn), 1)


def circle(state: State, taps: Taps, before: State | None, middle: Values) -> Values:
    """All that the drawing shows; `middle` is what speaks for each house."""
    fought = _fought(state, taps)
    return {
        "cards": [_card(state, n, taps, before) | {"aside": _aside(n, fought, taps)} for n in range(CIRCLE)],
        "sites": [_site(state, n, taps) for n in sorted(taps.sites)],
        "conflict": None if fought is None else _middle(fought[0]),
        "taps": taps.any,
        "scales": middle,
        "label": _label(state),
    }


def _fought(state: State, taps: Taps) -> tuple[int, int] | None:
    if state.site is not None:
        return state.site
    return None if taps.site is None else (taps.site, neighbour(taps.site))


def _aside(n: int, fought: tuple[int, int] | None, taps: Taps) -> bool:
    """Whether a card steps back: not of the conflict, or not to be tapped."""
    if taps.lands:
        return n not in taps.lands and n not in taps.chosen
    return fought is not None and n not in fought


def _card(state: State, n: int, taps: Taps, before: State | None) -> Values:
    land = state.circle[n]
    x, y = place(STEP * n + STEP / 2, ACROSS, DOWN)
    printed = state.cards.landscapes[land.type]
    return {
        "n": n,
        "x": round(x - WIDE / 2, 1),
        "y": round(y - HIGH / 2, 1),
        "type": land.type,
        "name": state.words.landscapes[land.type],
        "house": land.house,
        "value": printed.conflict,
        "points": printed.vp,
        "building": _building(state, land.building),
        "ghost": _building(state, taps.ghosts.get(n)),
        "turned": before is not None and before.circle[n].house != land.house,
        "href": taps.lands.get(n),
        "chosen": n in taps.chosen,
        "label": _card_words(state, n),
    }


def _building(state: State, card: Building | None) -> Values | None:
    return None if card is None else person(state, card.player) | {"side": card.side}


def _card_words(state: State, n: int) -> str:
    land = state.circle[n]
    words = f"{land_words(state, n)}, {state.cards.landscapes[land.type].conflict}"
    card = land.building
    return f"{words}, {person(state, card.player)['name']}'s {card.side}" if card else words


def _site(state: State, n: int, taps: Taps) -> Values:
    label = f"Fight between {land_words(state, n)} and {land_words(state, neighbour(n))}"
    return _middle(n) | {"n": n, "href": taps.sites[n], "chosen": n == taps.site, "label": label}


def _middle(n: int) -> Values:
    angle = STEP * (n + 1)
    inner = INNER[angle % 90 == 0]
    x, y = place(angle, inner, inner)
    return {"x": x, "y": y, "angle": angle}


def _label(state: State) -> str:
    held = {house: sum(land.house == house for land in state.circle) for house in HOUSES}
    return "The circle: " + ", ".join(f"{state.words.houses[h]} {held[h]} landscapes" for h in HOUSES)
