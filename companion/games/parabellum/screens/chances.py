"""Exact odds of losses as upright bars, the numbers above them, for a narrow panel."""

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.wording import Values, percent
from companion.games.parabellum.procedures.combat.chances import mean

WIDE, TALL, FLOOR = 320, 96, 118
LEAST = Fraction(1, 200)
"""Chances below are gathered in the last bar."""


def odds_bars(losses: Sequence[Fraction], struck: str) -> Values:
    """How many fall: a bar a number, and the facts in words."""
    shown = _gathered(losses)
    top = max(chance for _, chance in shown)
    pitch = WIDE / len(shown)
    return {
        "struck": struck,
        "bars": [
            _bar(n, word, chance, (float(chance / top), pitch)) for n, (word, chance) in enumerate(shown)
        ],
        "mean": f"{float(mean(losses)):.1f}",
        "none": percent(float(losses[0])),
        "all": percent(float(losses[-1])),
        "wide": WIDE,
        "floor": FLOOR,
    }


def _gathered(losses: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    last = max((n for n, chance in enumerate(losses) if chance >= LEAST), default=0)
    if last >= len(losses) - 2:
        return [(str(n), chance) for n, chance in enumerate(losses)]
    front = [(str(n), chance) for n, chance in enumerate(losses[: last + 1])]
    return [*front, (f"{last + 1}+", sum(losses[last + 1 :], Fraction(0)))]


def _bar(n: int, word: str, chance: Fraction, shape: tuple[float, float]) -> Values:
    part, pitch = shape
    tall = max(1.5, part * TALL) if chance else 0
    return {
        "x": round(n * pitch + 2, 1),
        "wide": round(pitch - 4, 1),
        "y": round(FLOOR - tall, 1),
        "tall": round(tall, 1),
        "mid": round(n * pitch + pitch / 2, 1),
        "label_y": round(FLOOR - tall - 5, 1),
        "word": word,
        "percent": percent(float(chance)).replace(" %", ""),
        "words": f"{word} lost: {percent(float(chance))}",
    }
