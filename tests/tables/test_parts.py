"""Parts of a page that are painted once for the same values."""

from typing import Any

import pytest
from django.utils.safestring import SafeString, mark_safe

from companion.engine.stage import Chip, Icon, StripFact, phrase
from companion.tables.screen import RulesHere
from companion.tables.templatetags import tables

FACT = {
    "key": "year",
    "name": phrase("Year {n}", n=1915),
    "chips": (Chip("3", "allied"),),
    "icon": Icon("books"),
}
RULES = RulesHere("scarper", {})


def fact(**more: Any) -> SafeString:
    return tables.kept("stage/fact.html", fact=StripFact(**FACT | more), rules=RULES)


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    tables._painted.cache_clear()


def test_the_same_values_are_painted_once_and_others_anew() -> None:
    first = fact()
    assert "Year 1915" in first
    assert fact() is first
    assert fact(value="4") != first
    assert tables._painted.cache_info()[:2] == (1, 2)


def test_words_with_the_letters_of_a_mark_are_words_wherever_they_stand() -> None:
    marked = fact(name=mark_safe("<b>1915</b>"))
    assert "<b>1915</b>" in marked
    assert "&lt;b&gt;1915&lt;/b&gt;" in fact(name="<b>1915</b>")


def test_a_number_is_told_from_a_yes() -> None:
    assert "<b>1</b>" in fact(value=1)
    assert "<b>True</b>" in fact(value=True)
