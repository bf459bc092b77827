"""A company's purse as steps: every booking goes up or down from where the one before it ended."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from campaigns.books import Entered, Trial
from companion.engine.film import ticks

LEFT, RIGHT, TOP, FLOOR = 52.0, 640.0, 24.0, 346.0
"""The raster on a drawing of 656 x 400."""
MANY = 40
"""With more bookings than this, those of one round are one step."""


class Step(NamedTuple):
    """One step on the drawing: its box; whether it goes up, is broken off above, is of what is chosen."""

    x: float
    y: float
    wide: float
    tall: float
    up: bool
    broken: bool
    chosen: bool
    amount: int
    account: str
    words: str


class Steps(NamedTuple):
    """All of it; `joins` lead from step to step, `start` is told where the first step is broken off."""

    steps: tuple[Step, ...]
    joins: str
    levels: tuple[tuple[float, int], ...]
    chapters: tuple[tuple[float, float, float, str], ...]
    start: int
    end: tuple[float, float]


class Row(NamedTuple):
    """An account beside the chart: what it did to the purse, as a bar on one scale with all others."""

    account: str
    name: str
    amount: int
    x: float
    wide: float
    chosen: bool


def drawn(own: Sequence[Entered], account: str, chapter: str) -> Steps | None:
    """The steps of a scenario, or of all; None where nothing is booked."""
    rows = [each for each in own if chapter in ("", each.booking.chapter)]
    if not rows:
        return None
    groups = list(_groups(rows))
    ends = [group[-1].balance for group in groups]
    highest = max((end for end in ends[1:]), default=ends[0])
    before = [group[0].balance - group[0].booking.amount for group in groups]
    broken = len(ends) > 1 and before[0] == 0 and ends[0] > 1.2 * max(highest, 1)
    top = max(highest, *(before[2:] or [0]), 1) * 1.1 if broken else max(*ends, *before, 1) * 1.05
    pitch = (RIGHT - LEFT) / len(groups)

    def y(value: float) -> float:
        return round(FLOOR - (FLOOR - TOP) * max(0.0, min(1.0, value / top)), 1)

    steps = tuple(
        _step(group, (LEFT + n * pitch, pitch), (y(one), y(end)), account, broken=broken and n == 0)
        for n, (group, one, end) in enumerate(zip(groups, before, ends, strict=True))
    )
    ways = zip(steps[:-1], ends, strict=False)
    joins = "".join(f"M{step.x:.1f} {y(end)}H{step.x + pitch + step.wide:.1f}" for step, end in ways)
    levels = tuple((y(level), level) for level in ticks(0, int(top), 6) if level <= top)
    last = steps[-1]
    return Steps(
        steps, joins, levels, tuple(_chapters(groups, pitch)), ends[0] if broken else 0,
        (round(last.x + last.wide, 1), y(ends[-1])),
    )  # fmt: skip


def _groups(rows: Sequence[Entered]) -> Iterator[list[Entered]]:
    if len(rows) <= MANY:
        yield from ([each] for each in rows)
        return
    for _, group in groupby(rows, key=lambda each: (each.booking.chapter, each.booking.round)):
        yield list(group)


def touches(entered: Entered, account: str) -> bool:
    return account in (entered.booking.debit, entered.booking.credit)


def _step(
    group: Sequence[Entered],
    across: tuple[float, float],
    heights: tuple[float, float],
    account: str,
    *,
    broken: bool,
) -> Step:
    (x, pitch), (high, low) = across, sorted(heights)
    amount, first = sum(each.booking.amount for each in group), group[0].booking
    accounts = {each.booking.debit for each in group} | {each.booking.credit for each in group}
    other = next((each for each in (first.debit, first.credit) if not each.startswith("assets:")), "")
    what = first.item if len(group) == 1 else f"{len(group)} bookings"
    words = f"{what}, {first.chapter.upper()} round {first.round}: {amount:+}"
    return Step(
        x=round(x + 0.1 * pitch, 1), y=high, wide=round(0.8 * pitch, 1), tall=round(max(1.5, low - high), 1),
        up=amount >= 0, broken=broken, chosen=bool(account) and account in accounts,
        amount=sum(each.booking.amount for each in group if touches(each, account)) if account else amount,
        account=other, words=words,
    )  # fmt: skip


def _chapters(groups: Sequence[Sequence[Entered]], pitch: float) -> Iterator[tuple[float, float, float, str]]:
    """Each scenario's stretch of the axis, its middle and its code."""
    at = 0
    for chapter, run in groupby(groups, key=lambda group: group[0].booking.chapter):
        long = len(list(run))
        first, last = LEFT + at * pitch, LEFT + (at + long) * pitch
        yield round(first + 2, 1), round(last - 2, 1), round((first + last) / 2, 1), chapter
        at += long


def rows(trial: Trial, chosen: str) -> list[Row]:
    """Every account but the purse itself, in the order of first use: what it brought, or (negative) took."""
    rows = [each for each in trial.balances if not each.account.startswith("assets:")]
    most = max((each.debit + each.credit for each in rows), default=1) or 1
    return [
        Row(
            each.account, each.name, each.credit - each.debit,
            0.0 if each.credit else round(70 - 70 * each.debit / most, 1),
            round(max(2.0, 70 * (each.debit + each.credit) / most), 1), each.account == chosen,
        )
        for each in rows
    ]  # fmt: skip


def listed(own: Sequence[Entered], account: str, chapter: str, most: int) -> Sequence[Entered]:
    """The bookings below the chart: of the account that is chosen all from the first, else the last ones."""
    rows = [each for each in own if chapter in ("", each.booking.chapter)]
    return [each for each in rows if touches(each, account)] if account else rows[::-1][:most]
