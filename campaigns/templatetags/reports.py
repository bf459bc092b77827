"""`{% load reports %}`: figures, movements, chances, means and counted people as people read them."""

from fractions import Fraction

from django import template

from campaigns.reports.views import FIGHTS, MOST_STARS
from companion.engine.campaign.books import Happening
from companion.engine.wording import count, grouped, moved, signed

register = template.Library()
register.filter("figure", grouped)
register.filter("moved", moved)
register.filter("signed_count", signed)


@register.filter
def at(names: dict[str, str], key: str) -> str:
    """What a mapping has under a key, or the key itself."""
    return names.get(key, key)


@register.filter
def index(values: tuple[int, ...], place: int) -> int:
    """What stands at a place of a row."""
    return values[place]


@register.filter
def chance(value: Fraction) -> str:
    """A chance to a tenth of a per cent, and never a false certainty.

    >>> chance(Fraction(1, 3)), chance(Fraction(1, 3000)), chance(Fraction(1))
    ('33.3 %', 'under 0.1 %', '100 %')
    """
    tenths = f"{float(100 * value):.1f}"
    if value > 0 and tenths == "0.0":
        return "under 0.1 %"
    if value < 1 and tenths == "100.0":
        return "over 99.9 %"
    return f"{tenths.removesuffix('.0')} %"


@register.filter
def mean(value: Fraction) -> str:
    """An expected number, with a true minus.

    >>> mean(Fraction(5, 2)), mean(Fraction(-1, 3))
    ('2.50', '−0.33')
    """
    return f"{float(value):.2f}".replace("-", "−")


@register.filter
def people(number: int) -> str:
    """People in words.

    >>> people(1), people(0), people(14)
    ('one person', 'no people', '14 people')
    """
    return count(number, "person", "people")


@register.filter
def units(number: int) -> str:
    """Units in words."""
    return count(number, "unit")


@register.filter
def counted(number: int, words: str) -> str:
    """A number in words with its noun: `{{ n|counted:"throw,throws" }}`."""
    one, many = words.split(",")
    return count(number, one, many)


@register.filter
def line_words(happening: Happening) -> str:
    """The lines that a sentence rests on.

    >>> line_words(Happening((3,), "", "field", "")), line_words(Happening((3, 4, 5, 9), "", "field", ""))
    ('line 3', 'lines 3–5, 9')
    """
    runs: list[list[int]] = []
    for number in happening.numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    numbers = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"line{'s' if len(happening.numbers) > 1 else ''} {numbers}"


@register.filter
def percent_of(value: Fraction) -> str:
    """A chance as the width of a bar, in per cent of its length."""
    return f"{float(100 * value):.2f}"


@register.filter
def stars(fights: int) -> range:
    """A veteran's: one for every three fights, five at most."""
    return range(min(MOST_STARS, fights // FIGHTS))
