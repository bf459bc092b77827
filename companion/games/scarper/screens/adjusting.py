"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from collections.abc import Mapping

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Icon,
    Lead,
    Piece,
    Question,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import sentence, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, MORALE_END, SIDE_NAMES, SIDES
from companion.games.scarper.procedures.lasting import limit
from companion.games.scarper.screens.board import Taps, place
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.new_card import new_card_link
from companion.games.scarper.screens.people import one
from companion.games.scarper.screens.tracks import NAMES
from companion.games.scarper.state import State

LARGEST_HAND = 9


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and scene.state.phase != "over"


def adjust_question(scene: Scene[State]) -> tuple[Question, Taps]:
    """Markers in one form; a battlefield, chosen on the board, in another."""
    at = scene.draft.get("at", "")
    links = {each: fresh(scene.draft, do="adjust", at=each) for each in BATTLEFIELDS}
    here = at if at in links else ""
    changes = _changes(here)
    fields = _battlefield(scene.state, here) if here else _markers(scene.state)
    why = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    question = Question(
        kind="adjust",
        title=said("Set {where} right", where=BATTLEFIELD_NAMES[here]) if here else "Set something right",
        pieces=(
            Lead("Where table and app disagree, the table is right. Whoever else plays is asked first."),
            Fields((*fields, why)),
            *(() if here else _others(scene, links)),
        ),
        main=Deed(words="Set it", action=tap({"type": "adjust"} | changes)),
        back=fresh(scene.draft, do="adjust") if here else fresh(scene.draft),
        opens="full",
    )
    return question, Taps(links, chosen=frozenset({here} - {""}))


def _changes(at: str) -> Json:
    if not at:
        return {}
    paths = f"battlefields.{at}.frontline", f"battlefields.{at}.trenches"
    return {"changes": [{"path": paths[0]}, {"path": paths[1], "value": {}}]}


def _others(scene: Scene[State], links: Mapping[str, str]) -> tuple[Piece, ...]:
    """The battlefields, a card that is missing, and giving up."""
    fronts = tuple(Choice(words=BATTLEFIELD_NAMES[each], href=link) for each, link in links.items())
    new = new_card_link(scene)
    card = (Choice(words="Enter a card that the library lacks", href=new),) if new else ()
    resign = tuple(
        Choice(
            words=said("{who} gives up", who=one(side)),
            icon=Icon(side),
            side=side,
            action=tap({"type": "resign", "side": side}),
        )
        for side in SIDES
        if side in scene.sight.acts
    )
    return (
        Choices(label="A frontline or trenches", choices=fronts, shape="chips", shows_label=True),
        *((Choices(label="Cards", choices=card),) if card else ()),
        Fold(id="resign", title="Give up", pieces=(Choices(label="Give up", choices=resign),)),
    )


def _markers(state: State) -> tuple[Field, ...]:
    tracks = tuple(
        _marker(
            f"{what}.{side}",
            f"{NAMES[what]}, {SIDE_NAMES[side]}",
            track[side],
            (0, limit(state.options, what)),
        )
        for what, track in (("propaganda", state.propaganda), ("economy", state.economy))
        for side in SIDES
    )
    ends = (-MORALE_END, MORALE_END)
    morale = _marker("morale", "Morale (Allied lead; German with −)", state.morale, ends)
    return (
        Field(
            name="a.changes.0.path", words="What", kind="select", options=(morale, *tracks, *_hands(state))
        ),
        Field(name="a.changes.0.value", words="New value", kind="number", needed=True),
    )


def _hands(state: State) -> tuple[tuple[str, Words], ...]:
    if state.options.cards == "app":
        return ()
    return tuple(
        _marker(
            f"hands.{side}.count",
            f"Cards in hand, {SIDE_NAMES[side]}",
            state.hands[side].count,
            (0, LARGEST_HAND),
        )
        for side in SIDES
    )


def _marker(path: str, name: str, now: int, ends: tuple[int, int]) -> tuple[str, Words]:
    low, high, is_ = (str(each).replace("-", "−") for each in (*ends, now))
    return path, said("{name}: now {now}, {low} to {high}", name=name, now=is_, low=low, high=high)


def _battlefield(state: State, at: str) -> tuple[Field, ...]:
    here, track = state.battlefields[at], state.front.tracks[at]
    places = {space: sentence(place(space)) for space in reversed(track.spaces)}
    line = Field(
        name="a.changes.0.value",
        words="Frontline",
        kind="select",
        options=tuple((str(space), name) for space, name in places.items()),
        value=str(here.frontline),
    )
    trenches = (
        Field(
            name=f"a.changes.1.value.{space}",
            words=said("Trenches, {where}", where=place(space)),
            kind="number",
            low=1,
            high=99,
            value=str(here.trenches.get(space, "")),
        )
        for space in places
    )
    return (line, *trenches)
