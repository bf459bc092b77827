"""Forms as data: what is asked, from a form to the question's JSON and back. Nothing here draws or decides.

A field's path in the question is its name in the form, and the place at which the rules refuse it.
"""

from companion.engine.form.board import Dice, Grid, Pool, Track, Words
from companion.engine.form.field import (
    LEFT_OUT,
    Area,
    Checks,
    Choice,
    Field,
    Lines,
    Number,
    Pick,
    Several,
    Text,
    ask,
)
from companion.engine.form.rows import Group, Keyed, Rows, Sheet

__all__ = [
    "LEFT_OUT",
    "Area",
    "Checks",
    "Choice",
    "Dice",
    "Field",
    "Grid",
    "Group",
    "Keyed",
    "Lines",
    "Number",
    "Pick",
    "Pool",
    "Rows",
    "Several",
    "Sheet",
    "Text",
    "Track",
    "Words",
    "ask",
]
