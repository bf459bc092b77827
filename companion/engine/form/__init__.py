"""Forms as data: what is asked, from a form to the question's JSON and back. Nothing here draws or decides.

A field's path in the question is its name in the form, and the place at which the rules refuse it.
"""

from companion.engine.form.area import Area
from companion.engine.form.choice import Checks, Choice, Pick
from companion.engine.form.dice import Dice
from companion.engine.form.field import Field, Number, Text, ask
from companion.engine.form.keyed import Keyed
from companion.engine.form.place import LEFT_OUT
from companion.engine.form.pool import Pool
from companion.engine.form.rows import Group, Rows
from companion.engine.form.several import Lines, Several
from companion.engine.form.sheet import Sheet
from companion.engine.form.track import Grid, Track, Words

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
