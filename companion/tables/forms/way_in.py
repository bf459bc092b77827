"""The one question with which a table opens: how its people sit together. All else lies folded away."""

from typing import Any, NamedTuple

from django import forms

from companion.engine.game import Game
from companion.engine.option import Option, Own, is_several, spelt
from companion.engine.wire import Json
from companion.tables.forms import OpenTable
from companion.tables.lobby.sitting_down import people


class Way(NamedTuple):
    """One answer: its picture's name, what it is called and means, and each fact about it with its word."""

    value: str
    title: str
    words: str
    facts: tuple[tuple[str, str], ...]


EACH = Way(
    "each", "A phone or tablet for each", "Everyone holds what is his own. A tablet or a TV is the board.",
    (("Secrets", "on each device"), ("To do", "scan one code")),
)  # fmt: skip
ONE = Way(
    "one", "One tablet for all", "It lies in the middle, or goes round. Hands stay covered until held.",
    (("Secrets", "behind a cover"), ("To do", "pass it on")),
)  # fmt: skip
OWN = (("Secrets", "in your hands"), ("To do", "tap what was played"))
SEATED = "each"


def ways(game: Game[Any]) -> tuple[Way, ...]:
    """The ways that a game knows; with one's own cards or map where one of its options says so."""
    if (found := own_option(game)) is None:
        return (EACH, ONE)
    option, own = found
    words = {spelt(value): said for value, said in option.choices}
    usual, ours = (option.title, words[spelt(option.default)]), (option.title, words[spelt(own.value)])
    return (
        EACH._replace(facts=(usual, *EACH.facts)),
        ONE._replace(facts=(usual, *ONE.facts)),
        Way("own", own.title, own.words, (ours, *OWN)),
    )


def own_option(game: Game[Any]) -> tuple[Any, Own] | None:
    """The option by which people play with what lies in their own box; None where the game has none."""
    return next(((option, option.own) for option in game.options if option.own), None)


class WayIn(OpenTable):
    """How people sit together, with how many, and what lies folded away: house rules, files, the title.

    `own_sets` are the own cards to play with: what each is called, and the address that brings it along.
    """

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.own_sets: list[tuple[str, str]] = []
        choices = [(way.value, way.title) for way in ways(game)]
        self.fields["way"] = forms.ChoiceField(
            label="How do you sit together?", choices=choices, initial=SEATED, widget=forms.RadioSelect
        )
        if (found := own_option(game)) is not None:
            self._own_aside(*found)

    def _own_aside(self, option: Option, own: Own) -> None:
        """One's own cards are a way to sit: the option asks for the others, where there are several."""
        name = f"o.{option.key}"
        others = [(spelt(value), words) for value, words in option.choices if value != own.value]
        if len(others) > 1:
            self.fields[name].choices = others  # type: ignore[attr-defined]  # it is one of choices
        else:
            del self.fields[name]

    def ways(self) -> list[tuple[Way, bool]]:
        """Each way, and whether it is the one that was chosen."""
        chosen = self["way"].value()
        return [(way, way.value == chosen) for way in ways(self.game)]

    def counts(self) -> list[tuple[str, int, bool]]:
        """With how many it may be played, fewest first; empty where that is no choice."""
        if "size" not in self.fields:
            return []
        sized = [(str(at), people(self.game, size)) for at, size in enumerate(self.game.sizes)]
        return sorted(
            ((value, many, value == self["size"].value()) for value, many in sized), key=lambda s: s[1]
        )

    def companies(self) -> list[forms.BoundField]:
        """Which of its sides play, where that says how many."""
        return [self[f"o.{option.key}"] for option in self.game.options if is_several(option)]

    def rules(self) -> list[forms.BoundField]:
        """The house rules, all of which lie folded away."""
        asked = {field.name for field in self.companies()}
        return [field for field in self.group("o.") if field.name not in asked]

    @property
    def table_kind(self) -> str:
        """Whether each device taps for its own seat alone."""
        return "seated" if self.cleaned_data["way"] == SEATED else "open"

    def given(self, key: str) -> Json:
        """What was said of an option; how the people sit says whose cards or map it is."""
        found = own_option(self.game)
        if found is None or key != found[0].key:
            return super().given(key)
        option, own = found
        if self.cleaned_data["way"] == "own":
            return own.value
        return super().given(key) if f"o.{key}" in self.fields else option.default
