"""The phase aid: the thirteen phases of a round on one page, action cards and the end beside them."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES
from companion.games.verraeter.printables.look import DRESS
from companion.games.verraeter.printables.source import state_of
from companion.games.verraeter.printables.words import PhaseWords, phases, sayings, ways
from companion.games.verraeter.state import Options
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.prose import Markup, Prose, heading, join, table, tag

PARTS = (
    ("Before the conflict", range(1, 4)),
    ("The conflict", range(4, 7)),
    ("After it", range(7, 11)),
    ("End of the round", range(11, 14)),
)


def phase_aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """One page, with the house rules in force."""
    state = state_of(scene)
    options = state.options if state else Options()
    told = {each.number: each for each in phases(options)}
    lead = "A round in thirteen phases; three players or four, two houses, one traitor at the most"
    left = tag("div", *(part for each in PARTS for part in _part(*each, told)), kind="phases")
    right = tag("div", *_actions(options), *_buildings(options), *_end(options), kind="beside")
    head = tag("div", tag("h1", "Verräter"), tag("p", lead, kind="lead"), kind="head")
    return DRESS.prose(choices, "phase aid", join((head, tag("div", left, right, kind="halves"))))


def _part(title: str, numbers: range, told: Mapping[int, PhaseWords]) -> tuple[Markup, Markup]:
    rows = [
        tag(
            "tr",
            heading(tag("span", number, kind="number"), kind="count"),
            tag("td", tag("b", told[number].name), " ", told[number].told),
        )
        for number in numbers
    ]
    return tag("h2", title, kind="court"), tag("table", *rows)


def _actions(options: Options) -> tuple[Markup, ...]:
    said = sayings(options)
    rows = []
    for card in ACTION_CARDS:
        figures = ", ".join(" ".join(each) for each in said[card].figures)
        rows.append((ACTION_NAMES[card], join((said[card].told[0], " ", tag("b", figures)))))
    return (tag("h2", "Action cards", kind="gold"), table((), rows, kind="list"))


def _buildings(options: Options) -> tuple[Markup, ...]:
    rows = (("Estate", ways("estate", options)[0]), ("Office", ways("office", options)[0]))
    return (tag("h2", "Buildings", kind="gold"), table((), rows, kind="list"))


def _end(options: Options) -> tuple[Markup, ...]:
    return (tag("h2", "The end", kind="gold"), *(tag("p", line) for line in ways("ending", options)))


AIDS: Mapping[str, Made] = {
    "phase-aid": (phase_aid, TEXT_OPTIONS),
}
