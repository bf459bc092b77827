"""One line of an explanation, as every answer and every line of a journal holds it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.called import Called, seats_in
from companion.engine.phrase import phrase, read
from companion.engine.wire import Json

NOBODY: Mapping[str, str] = {}
__all__ = ["Called", "Step", "are_kept", "at_once", "lasting", "told"]


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

    def as_kept(self) -> dict[str, Json]:
        """The form in which a journal keeps it: its sentence and the values in it stand beside its text.

        So it can be told in another language one day, from the journal alone. A sentence without values is
        its own text; what is told once is marked.

        >>> Step("6.2.1", "{points} of {card}.", {"points": 2, "card": "Ypres"}).as_kept()["values"]
        {'points': 2, 'card': 'Ypres'}
        >>> Step("8.1", "Nobody leads.").as_kept()
        {'rule': '8.1', 'text': 'Nobody leads.'}
        """
        named = {name: value if isinstance(value, int) else str(value) for name, value in self.values.items()}
        said = {"template": self.template, "values": named} if named else {}
        seats = {"seats": those} if (those := seats_in(self.values)) else {}
        return self.as_json() | said | seats | ({"once": "yes"} if self.once else {})


def told(step: Mapping[str, Json], names: Mapping[str, str] = NOBODY) -> dict[str, str]:
    """A step that was kept, as every interface tells it: its rule and its text.

    People read it with their own `names` in the place of the seats that it speaks of.

    >>> step = Step("2", "{who} chooses.", {"who": Called("Blue", "blue")}).as_kept()
    >>> told(step)["text"], told(step, {"blue": "Ada"})["text"]
    ('Blue chooses.', 'Ada chooses.')
    """
    people = {value: names[seat] for value, seat in step.get("seats", {}).items() if seat in names}
    told_as = step.get("template") if names is not NOBODY else ""
    text = read(told_as, {**step["values"], **people}) if told_as else step["text"]
    return {"rule": step["rule"], "text": text}


def at_once(steps: Iterable[Mapping[str, Json]], names: Mapping[str, str] = NOBODY) -> list[dict[str, str]]:
    """All of them, as the answer to a deed tells them.

    >>> at_once([{"rule": "search", "text": "c5: a scout.", "once": "yes"}])
    [{'rule': 'search', 'text': 'c5: a scout.'}]
    """
    return [told(step, names) for step in steps]


def lasting(steps: Iterable[Mapping[str, Json]], names: Mapping[str, str] = NOBODY) -> list[dict[str, str]]:
    """Those that name nothing which is hidden again.

    >>> lasting([{"rule": "search", "text": "c5: a scout.", "once": "yes"}, {"rule": "R26", "text": "Next."}])
    [{'rule': 'R26', 'text': 'Next.'}]
    """
    return [told(step, names) for step in steps if not step.get("once")]


def are_kept(kept: Json, steps: Sequence[Step]) -> bool:
    """Whether a line of a journal holds these steps, each with its sentence or, as older lines do, without.

    >>> won = Step("2", "{n} won.", {"n": 1})
    >>> [are_kept(kept, [won]) for kept in ([{"rule": "2", "text": "1 won."}], [won.as_kept()], [])]
    [True, True, False]
    >>> are_kept([won.as_kept() | {"template": "{n} lost."}], [won])
    False
    >>> are_kept([won.as_kept() | {"template": "{all} won.", "values": {"all": "1"}}], [won])
    True
    """
    return isinstance(kept, list) and len(kept) == len(steps) and all(map(_is_kept, kept, steps))


def _is_kept(kept: Json, step: Step) -> bool:
    now = step.as_kept()
    older = [
        (*more, *never)
        for more in ((), ("seats",), ("seats", "template", "values"))
        for never in ((), ("once",))
    ]
    if kept == now or any(kept == {key: now[key] for key in now if key not in said} for said in older):
        return True
    return isinstance(kept, Mapping) and _is_otherwise_kept(kept, now)


def _is_otherwise_kept(kept: Mapping[str, Json], now: Mapping[str, Json]) -> bool:
    """Whether it is the same sentence, made of other parts."""
    alike = all(kept.get(key) == now.get(key) for key in ("rule", "text", "once"))
    try:
        made = phrase(kept.get("template", ""), kept.get("values", {}))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    whose = kept.get("seats", {})
    return alike and made == kept["text"] and isinstance(whose, Mapping) and not whose
