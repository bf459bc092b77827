"""The secrecy screen: three lying panels a company, its livery outside, the player's aid inside."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.parabellum.printables import aid_parts as parts
from companion.games.parabellum.printables.aids import rules_of
from companion.games.parabellum.printables.beads import on
from companion.games.parabellum.printables.look import DRESS, INCH, bead_colour
from companion.games.parabellum.printables.minis import COMPANY, companies_of
from companion.games.parabellum.printables.sheets import head
from companion.games.parabellum.printables.silhouettes import silhouette
from companion.games.parabellum.printables.source import BINDER, state_of
from companion.games.parabellum.state.binder import Binder
from companion.games.parabellum.state.palette import letters
from companion.press.colours import Colour, grey
from companion.press.face import Stamp
from companion.press.markup import Markup, join, tag
from companion.press.options import TEXT_OPTIONS
from companion.press.page import Page
from companion.press.prose import Prose
from companion.press.shelf import Made
from companion.press.svg import svg

PANELS, REPEATS = 3, 24


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
    """A company's name between stripes of its livery."""
    first, second = binder.companies[company].livery
    return tag(
        "section",
        _stripe(binder, first, choices),
        _stripe(binder, second, choices),
        tag("div", binder.companies[company].name, kind="name"),
        tag("div", _parade(binder, classes), kind="parade"),
        tag("div", _stripe(binder, second, choices), kind="low"),
        kind="outside",
    )


def _parade(binder: Binder, classes: Sequence[str]) -> Markup:
    """Classes of miniatures in a row, enlarged."""
    faces = [silhouette(name, binder.classes[name]) for name in classes]
    across = sum(face.width + 8 for face in faces)
    stamps, x = [], 4.0
    for face in faces:
        stamps.append(Stamp(face, x, (INCH - face.height) / 2))
        x += face.width + 8
    drawing = svg(Page(max(across, 1), INCH, tuple(stamps)), title=f"Silhouettes: {', '.join(classes)}")
    wide = f'width="{across * 1.7:.1f}mm" height="{INCH * 1.7:.1f}mm"'
    return Markup(drawing.replace("<svg ", f"<svg {wide} ", 1))


def _stripe(binder: Binder, colour: str, choices: Mapping[str, Json]) -> Markup:
    look = DRESS.look(choices)
    fill = bead_colour(colour, look)
    fill = grey(fill) if choices["ink"] == "grey" else fill
    style = f"background: {_code(fill)}; color: {_code(on(fill))}"
    return Markup(f'<div class="stripe" style="{style}">{letters(binder.palette)[colour] * REPEATS}</div>')


def _code(colour: Colour) -> str:
    parts_ = colour * 3 if len(colour) == 1 else colour
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts_)


SCREENS: Mapping[str, Made] = {
    "secrecy-screen": (secrecy_screen, (*TEXT_OPTIONS, COMPANY, BINDER)),
}
