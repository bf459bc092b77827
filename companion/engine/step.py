"""One line of an explanation, as every answer and every line of a journal holds it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.engine.phrase import phrase


class Step(NamedTuple):
    """One line of an explanation: the rule it rests on, a sentence with named values, and those values.

    `once` where it names what is hidden again: it is told with the answer to the deed, and stands in no log
    until the game is over.

    >>> Step("6.2.2.5.2", "{trenches} trenches give the defender +{bonus}.", {"trenches": 5, "bonus": 2}).text
    '5 trenches give the defender +2.'
    """

    rule: str
    template: str
    values: Mapping[str, object] = {}
    once: bool = False

    @property
    def text(self) -> str:
        """The sentence, its values filled in."""
        return phrase(self.template, self.values)

    def as_json(self) -> dict[str, str]:
        """The form in which every interface answers it."""
        return {"rule": self.rule, "text": self.text}

    def as_kept(self) -> dict[str, str]:
        """The form in which a journal keeps it: what is told once is marked."""
        return self.as_json() | ({"once": "yes"} if self.once else {})


def at_once(steps: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """All of them, as the answer to a deed tells them.

    >>> at_once([{"rule": "search", "text": "c5: a scout.", "once": "yes"}])
    [{'rule': 'search', 'text': 'c5: a scout.'}]
    """
    return [{key: value for key, value in step.items() if key != "once"} for step in steps]


def lasting(steps: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Those that name nothing which is hidden again.

    >>> lasting([{"rule": "search", "text": "c5: a scout.", "once": "yes"}, {"rule": "R26", "text": "Next."}])
    [{'rule': 'R26', 'text': 'Next.'}]
    """
    return [step for step in steps if not step.get("once")]
