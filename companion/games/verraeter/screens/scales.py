"""The middle of the circle: what speaks for each house now, and what the weaker one still needs."""

from collections.abc import Mapping

from companion.engine.looking import Values
from companion.games.verraeter.data import HOUSES, OTHER, House
from companion.games.verraeter.state import State
from companion.games.verraeter.state.table import Site

type Parts = Mapping[House, tuple[int, ...]]


def scales(state: State) -> Values:
    """Two weights and a line of words; between conflicts the landscapes that each house holds."""
    if state.phase == "finished" or state.site is None:
        return _held(state)
    if state.phase in ("draft", "supply", "reveal"):
        return weighed(state, open_weights(state, state.site))
    return settled(state)


def _held(state: State) -> Values:
    held = {house: sum(land.house == house for land in state.circle) for house in HOUSES}
    sides = [
        _side(state, house, held[house], "landscapes" if held[house] != 1 else "landscape")
        for house in HOUSES
    ]
    return {"sides": sides, "words": _round(state), "piles": _piles(state)}


def _round(state: State) -> str:
    return f"Round {state.round} of {state.rounds}"


def _piles(state: State) -> Values:
    return {"draw": len(state.draw), "discard": len(state.discard)}


def _side(state: State, house: House, weight: int, parts: str, *, won: bool = False) -> Values:
    return {"house": house, "name": state.words.houses[house], "weight": weight, "parts": parts, "won": won}


def open_weights(state: State, site: Site) -> dict[House, tuple[int, int]]:
    """Each house's landscape and the supply that lies before its players: what everybody can see (5)."""
    base = {state.circle[n].house: state.cards.landscapes[state.circle[n].type].conflict for n in site}
    supply = {
        house: sum(sum(player.played or ()) for player in state.players if player.allegiance == house)
        for house in HOUSES
    }
    return {house: (base[house], supply[house]) for house in HOUSES}


def weighed(state: State, weights: Parts) -> Values:
    """What speaks for each house so far, and what the weaker one needs."""
    sides = [_side(state, house, sum(weights[house]), _parts(weights[house])) for house in HOUSES]
    return {
        "sides": sides,
        "words": lead_words(state, {h: sum(w) for h, w in weights.items()}),
        "piles": None,
    }


def _parts(parts: tuple[int, ...]) -> str:
    return " + ".join(map(str, parts))


def facing(state: State, now: Parts, was: Parts) -> Values:
    """The two landscapes of the site against each other: their sums, those before, how the beam tips."""
    lands = {state.circle[n].house: state.circle[n].type for n in state.site or ()}
    sums, before = ({house: sum(each[house]) for house in HOUSES} for each in (now, was))
    tips = (sums["rose"] > sums["eagle"]) - (sums["rose"] < sums["eagle"])
    return {
        "sides": [
            {
                "house": house,
                "name": state.words.houses[house],
                "land": state.words.landscapes[lands[house]],
                "sum": sums[house],
                "was": before[house] if before[house] != sums[house] else None,
            }
            for house in HOUSES
        ],
        "tips": {1: "rose", 0: "level", -1: "eagle"}[tips],
    }


def lead_words(state: State, totals: dict[House, int]) -> str:
    """Who leads, and what the other needs."""
    eagle, rose = (totals[house] for house in HOUSES)
    if eagle == rose:
        return "Level as it lies"
    behind: House = "rose" if eagle > rose else "eagle"
    return f"{state.words.houses[behind]} needs {totals[OTHER[behind]] - totals[behind] + 1} to win"


def settled(state: State) -> Values:
    """How the last conflict ended."""
    last = state.last_conflict
    sides = [
        _side(
            state,
            house,
            last["totals"][house]["total"],
            " + ".join(str(last["totals"][house][part]) for part in ("base", "supply", "diplomats")),
            won=last["winner"] == house,
        )
        for house in HOUSES
    ]
    winner = last["winner"]
    words = f"{state.words.houses[winner]} wins by {last['margin']}" if winner else "A tie: nothing turns"
    return {"sides": sides, "words": words, "piles": None}
