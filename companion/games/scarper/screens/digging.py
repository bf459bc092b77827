"""Digging before the card (6.1.1): the spaces to tap, and what they will have cost."""

from companion.engine.game import Scene
from companion.engine.stage import Choice, Deed, Icon, Lead, Question, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import BATTLEFIELDS, Side
from companion.games.scarper.rules import apply
from companion.games.scarper.screens.board import Outlook
from companion.games.scarper.screens.draft import Places, fresh
from companion.games.scarper.screens.places import Placing
from companion.games.scarper.screens.refusals import why_not
from companion.games.scarper.state import State


def placing(scene: Scene[State], dig: Json) -> Placing:
    """The trenches that are being put down, out of the entry that allows it."""
    room = {(name, space): dig["max"] for name, spaces in dig["spaces"].items() for space in spaces}
    places = Places.read(scene.draft.get("places", "")).within(room, dig["max"])
    return Placing(
        scene.state, places, room, dig["max"], lambda after: fresh(scene.draft, do="dig", places=after.text)
    )


def dig_offer(scene: Scene[State], side: Side, dig: Json | None) -> Choice:
    """The way to the trenches, or what bars it."""
    words = "Dig trenches first"
    if not dig:
        return Choice(words=words, icon=Icon("trench"), barred=_barred(scene.state, side))
    small = said("1 economy each, {left} to spend", left=scene.state.economy[side])
    return Choice(words=words, small=small, icon=Icon("trench"), href=fresh(scene.draft, do="dig"))


def _barred(state: State, side: Side) -> Words:
    grounds = (
        (name, space)
        for name in BATTLEFIELDS
        for space in state.front.tracks[name].ground(side, state.battlefields[name].frontline)
    )
    where = next(grounds, None)
    if where is None:
        return "There is no ground of one's own left to dig in."
    one = {"battlefield": where[0], "space": where[1], "count": 1}
    return why_not(state, {"type": "build_trenches", "side": side, "placements": [one]})


def _deed(side: Side, digging: Placing) -> Json:
    return {"type": "build_trenches", "side": side, "placements": digging.places.json()}


def dug(scene: Scene[State], side: Side, digging: Placing) -> tuple[Outlook, ...]:
    """The table with the trenches that are being put down."""
    if not digging.places.total:
        return ()
    return (Outlook("", apply(scene.state, _deed(side, digging)).state),)


def dig_question(scene: Scene[State], side: Side, digging: Placing) -> Question:
    """Spaces of one's own to tap, each a trench."""
    now, total = scene.state.economy[side], digging.places.total
    left = (
        said("Economy pays for {n} more.", n=digging.left)
        if digging.left
        else said("That is all the economy pays for.")
    )
    words = said("Dig {trenches}", trenches=count(total, "trench", "trenches"))
    paid = said("economy {now} → {then}", now=now, then=now - total)
    return Question(
        kind="dig",
        rule="build_trenches",
        title="Dig trenches",
        icon=Icon("trench"),
        side=side,
        pieces=(Lead(said("Tap your own spaces on the board. {left}", left=left)), *digging.pieces("dig")),
        main=Deed(words=words, small=paid, action=tap(_deed(side, digging))) if total else None,
        missing="Tap your own spaces",
        back=fresh(scene.draft),
        opens="peek",
    )
