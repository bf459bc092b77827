"""Exact odds of losses as bars, and what follows from them in words."""

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.stage import Bars, Chance, OddsBar, said
from companion.engine.wording import percent
from companion.games.parabellum.procedures.combat.chances import mean

LEAST = Fraction(1, 200)
"""Chances below are gathered in the last bar."""


def odds_bars(losses: Sequence[Fraction], struck: str, side: str = "") -> Bars:
    """How many fall: a bar a number, and the facts in words; `side` is whose people fall."""
    shown = _gathered(losses)
    top = max(chance for _, chance in shown)
    bars = tuple(_bar(word, chance, float(chance / top), side) for word, chance in shown)
    ends = (
        Chance("nobody", percent(float(losses[0]))),
        Chance("all", percent(float(losses[-1])), side),
    )
    average = said("{who} loses {n} on average", who=struck, n=f"{float(mean(losses)):.1f}")
    return Bars(label=f"{average}: {_label(bars)}", bars=bars, chances=ends, small=average)


def _label(bars: Sequence[OddsBar]) -> str:
    return "; ".join(f"{bar.label} lost: {bar.chance}" for bar in bars)


def _gathered(losses: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    last = max((n for n, chance in enumerate(losses) if chance >= LEAST), default=0)
    if last >= len(losses) - 2:
        return [(str(n), chance) for n, chance in enumerate(losses)]
    front = [(str(n), chance) for n, chance in enumerate(losses[: last + 1])]
    return [*front, (f"{last + 1}+", sum(losses[last + 1 :], Fraction(0)))]


def _bar(word: str, chance: Fraction, share: float, side: str) -> OddsBar:
    return OddsBar(
        label=word, share=share, chance=percent(float(chance)).replace(" %", ""), words="", side=side
    )
