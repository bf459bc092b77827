"""One line of an explanation, as every answer and every line of a journal holds it."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.phrase import phrase


class Step(NamedTuple):
    """One line of an explanation: the rule it rests on, a sentence with named values, and those values.

    >>> Step("6.2.2.5.2", "{trenches} trenches give the defender +{bonus}.", {"trenches": 5, "bonus": 2}).text
    '5 trenches give the defender +2.'
    """

    rule: str
    template: str
    values: Mapping[str, object] = {}

    @property
    def text(self) -> str:
        """The sentence, its values filled in."""
        return phrase(self.template, self.values)

    def as_json(self) -> dict[str, str]:
        """The form in which every interface answers it."""
        return {"rule": self.rule, "text": self.text}
