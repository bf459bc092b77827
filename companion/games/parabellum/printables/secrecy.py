"""The secrecy screen: three lying panels a company, its livery outside, the player's aid inside."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables import aid_parts as parts
from companion.games.parabellum.printables.aids import rules_of
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.minis import COMPANY, companies_of
from companion.games.parabellum.printables.plates.livery import livery_plate
from companion.games.parabellum.printables.sheets import head
from companion.games.parabellum.printables.source import BINDER, state_of
from companion.games.parabellum.state.binder import Binder
from companion.press.face import Stamp, greyed
from companion.press.options import TEXT_OPTIONS, Made
from companion.press.page import Page
from companion.press.prose import Markup, Prose, join, tag
from companion.press.svg import svg

PANELS = 3

LONG = 32
"""Letters: a longer name is set smaller, so that it stays on its line."""


def secrecy_screen(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """For each company its panels, outside and inside in turn: turned over, one is behind the other."""
    binder, here, options = rules_of(choices, scene)
    state = state_of(scene)
    live = state if state and state.binder is binder else None
    odds = (tag("h2", "Mean losses, ten against ten"), parts.losses_table(10))
    inner = (
        tag("div", *parts.set_up(), *parts.turn(options)),
        tag("div", *parts.direct(options), *parts.artillery(), *parts.terrain(binder, here)),
        tag("div", *parts.money(binder, here), *parts.payouts(options), *odds),
    )
    names = ("Turn", "Combat", "Money")
    pages: list[Markup] = []
    for company in companies_of(choices, binder, live):
        for name, told, classes in zip(names, inner, _shared(list(binder.classes), PANELS), strict=True):
            pages.append(_outside(binder, company, choices, classes))
            pages.append(tag("section", head(name, binder.name), told, kind="inside"))
    return DRESS.prose(choices, "secrecy screen", join(pages), lying=True)


def _shared(names: Sequence[str], count: int) -> list[Sequence[str]]:
    """Names dealt out to so many panels, at most three each."""
    return [names[n::count][:3] for n in range(count)]


def _outside(binder: Binder, company: str, choices: Mapping[str, Json], classes: Sequence[str]) -> Markup:
    """A company's name on its engraved plate."""
    plate = livery_plate(binder, company, classes, DRESS.look(choices))
    plate = greyed(plate, {}) if choices["ink"] == "grey" else plate
    name = binder.companies[company].name
    told = f"The livery of {name}, and units: {', '.join(classes)}"
    return tag(
        "section",
        Markup(svg(Page(plate.width, plate.height, (Stamp(plate, 0, 0),)), title=told)),
        tag("div", name, kind="long name" if len(name) > LONG else "name"),
        tag("div", f"Parabellum Inc. · {binder.name}", kind="firm"),
        kind="outside",
    )


SCREENS: Mapping[str, Made] = {
    "secrecy-screen": (secrecy_screen, (*TEXT_OPTIONS, COMPANY, BINDER)),
}
