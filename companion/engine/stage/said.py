"""A sentence on a screen: a template with named values, as a step is, so that another language may say it."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.phrase import phrase


class Said(NamedTuple):
    """A sentence, its values beside it; it prints itself.

    >>> str(Said("Charge: {a} against {d}", {"a": 6, "d": 3}))
    'Charge: 6 against 3'
    """

    template: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return phrase(self.template, self.values)

    def __bool__(self) -> bool:
        return bool(self.template)


type Words = Said | str
"""What is read on a screen: a sentence with values, or a name that has none (“Ypres”)."""


def said(template: str, **values: object) -> Said:
    """A sentence with these values.

    >>> str(said("{n:# space|# spaces} gained", n=2))
    '2 spaces gained'
    """
    return Said(template, values)
