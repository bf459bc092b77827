"""The books' charts, the same on the screen and on paper: lines over the rounds, and a ladder of prices."""

from collections.abc import Sequence

from campaigns.books.book import Point
from campaigns.books.worth import Measured
from companion.engine.campaign.bookings import Company, Prices
from companion.engine.chart import Chart, Label, Series, ticks


def fortune(company: Company, went: Sequence[Measured]) -> Chart:
    """What a company is worth at the end of each round, the scenarios below."""
    return Chart(
        told=f"Liquid assets and net worth of {company.name} at the end of each round, as in the table.",
        series=(
            Series("Liquid assets", [each.liquid for each in went]),
            Series("Net worth", [each.net for each in went]),
        ),
        labels=_scenarios([each.point for each in went]),
        parted=True,
    )


def _scenarios(points: Sequence[Point]) -> list[Label]:
    """The scenarios along an axis of rounds."""
    found: list[Label] = []
    for place, point in enumerate(points):
        words = point.when.chapter.upper()
        if found and found[-1].words == words:
            found[-1] = found[-1]._replace(last=place + 0.5)
        else:
            found.append(Label(place - 0.5, place + 0.5, words))
    return found


def ladder(prices: Prices) -> Chart:
    """What the next one costs as the supply dwindles from left to right, and where it stands now."""
    each = [lot.price for lot in prices.lots for _ in range(lot.left - lot.above)]
    left = [n for n in ticks(0, prices.most) if n <= prices.most]
    return Chart(
        told=f"The price of {prices.name} as the pool empties; {prices.left} of {prices.most} are left.",
        series=(Series("Credits each", each),),
        labels=[Label(prices.most - n, prices.most - n, str(n)) for n in left],
        stepped=True,
        used=prices.most - prices.left,
    )
