"""What can lie in the tapped house, as one bar of all of it (specification 6.7)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from companion.engine.looking import Values
from companion.engine.stage import Note, Own, Piece
from companion.engine.wording import percent
from companion.games.scope.data import CARD_NAMES, Card
from companion.games.scope.screens.odds import odds, per_cent, worth
from companion.games.scope.state import State

BAR, TALL, LEAST = 300, 34, 14
"""The bar's size in its own units, and the least width of a part."""
ORDER: tuple[Card, ...] = (
    "sniper", "officer", "scout", "mortar", "machine_gun", "infantry", "decoy", "empty"
)  # fmt: skip


def chances(state: State, at: str) -> tuple[Piece, ...]:
    """The bar of a cell whose card lies face down; none where the people remember themselves."""
    if at not in state.grid or state.grid[at].side != state.front_of(at):
        return ()
    found = odds(state, state.grid[at].side)
    if state.options.memory_aid and not found:
        return (Note("Too much is possible by now for the chances to be worked out exactly."),)
    return (_bar(state, at, found[at]),) if at in found else ()


def _bar(state: State, at: str, found: Mapping[Card, Fraction]) -> Own:
    parts = list(_parts(found))
    label = ", ".join(f"{each['name']} {percent(float(found[each['card']]))}" for each in parts)
    sniper = found.get("sniper", Fraction(0))
    exact = f"Sniper {sniper.numerator} in {sniper.denominator}." if sniper.denominator < 10_000 else ""
    points = f"{float(worth(state, found)):.2f}"
    return Own(
        template="scope/odds.html",
        values={"at": at.upper(), "parts": parts, "label": label, "points": points, "exact": exact},
    )


def _parts(found: Mapping[Card, Fraction]) -> Iterator[Values]:
    """Each kind of card that can lie there: its place in the bar, its figure."""
    kinds = [card for card in ORDER if found.get(card)]
    spare = BAR - LEAST * len(kinds)
    x = 0.0
    for card in kinds:
        wide = LEAST + float(found[card]) * spare
        sign = 20 if wide > 26 else 12
        yield {
            "card": card,
            "name": CARD_NAMES[card].removesuffix(" area").capitalize(),
            "figure": per_cent(found[card]),
            "x": round(x, 1),
            "wide": round(wide - 1, 1),
            "sign": sign,
            "sign_x": round(x + (wide - 1 - sign) / 2, 1),
            "sign_y": (TALL - sign) // 2,
        }
        x += wide
