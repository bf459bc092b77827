"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from collections.abc import Callable, Mapping

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Field, Fields, Lead, Piece, Question, Way, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.parabellum.data import POSITIONS_OF
from companion.games.parabellum.screens.board.places import SPOKEN
from companion.games.parabellum.screens.cards import name_of, seat_of
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

FEATURES = ("barricade", "earthwork", "mine")
SQUARE = {"longest": 3, "needed": True}


def adjust_question(scene: Scene[State], me: str) -> Question:
    """What is to be set right; then its figures and the reason."""
    state, unit, what = scene.state, scene.draft.get("unit", ""), scene.draft.get("what", "")
    base: dict[str, Json] = {"type": "adjust", "player": me}
    if unit in _units(state, me):
        action, fields = base | {"unit": {"id": unit}}, _unit_fields(state, unit)
        return _form(scene, me, name_of(state, unit, me), action, fields)
    if what in FORMS:
        title, fields_of = FORMS[what]
        return _form(scene, me, title, base, fields_of())
    return _open(scene, me)


def _units(state: State, me: str) -> list[str]:
    return [unit for unit in state.of(me) if state.units[unit].where != "reserve"]


def _open(scene: Scene[State], me: str) -> Question:
    """Nothing chosen yet: a unit, or one of the other things."""
    state = scene.state
    units = tuple(
        Choice(words=name_of(state, each, me), href=fresh(scene, do="adjust", unit=each))
        for each in _units(state, me)
    )
    others = tuple(
        Choice(words=title, href=fresh(scene, do="adjust", what=what)) for what, (title, _) in FORMS.items()
    )
    lead = "Where table and app disagree, the table is right. Whoever else plays is asked first."
    pieces: tuple[Piece, ...] = (
        Lead(lead),
        *((Choices(label="A unit", choices=units, shape="chips", shows_label=True),) if units else ()),
        Choices(label="Something else", choices=others, shows_label=True),
    )
    return Question(
        kind="adjust",
        title="Set something right",
        side=seat_of(state, me),
        pieces=pieces,
        main=Way(words="Nothing, go on", href=fresh(scene)),
        back=fresh(scene),
    )


def _form(
    scene: Scene[State], me: str, title: str, action: Mapping[str, Json], fields: tuple[Field, ...]
) -> Question:
    """The figures of one thing, and why they are set."""
    reason = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    return Question(
        kind="adjusting",
        title=said("Set right: {what}", what=title),
        side=seat_of(scene.state, me),
        pieces=(Fields((*fields, reason)),),
        main=Deed(words="Set it", small="The log keeps what you set, and why", action=tap(dict(action))),
        back=fresh(scene, do="adjust"),
    )


def _unit_fields(state: State, unit: str) -> tuple[Field, ...]:
    each, card = state.units[unit], state.card(unit)
    figures = (
        ("strength", "People: {now} now", each.strength, card.troop),
        ("fuel", "Fuel counters: {now} now", each.fuel, card.fuel_max),
        ("ammunition", "Ammunition counters: {now} now", each.ammunition, card.ammunition_max),
        ("entrench", "Layers dug: {now} now", each.entrench, card.entrench),
    )
    fields = tuple(
        Field(name=f"a.unit.{key}", words=said(words, now=now), kind="number", low=0, high=most)
        for key, words, now, most in figures
        if most
    )
    return fields + (_place_fields(state, unit) if each.where == "map" and state.tracked else ())


def _place_fields(state: State, unit: str) -> tuple[Field, ...]:
    """Where the miniature stands: the square and the place in it are given together."""
    square = state.units[unit].square or ""
    places = tuple((position, SPOKEN[position]) for position in POSITIONS_OF[state.footprint(unit)])
    both = "To put the miniature elsewhere, give both the square and the place in it."
    return (
        Field(name="a.unit.square:text", words=said("Square: {now} now", now=square.upper()), longest=3),
        Field(
            name="a.unit.position",
            words="Place in it",
            kind="select",
            options=(("", "as it is"), *places),
            help=both,
        ),
    )


def _goods() -> tuple[Field, ...]:
    words = {
        "credits": "Credits, more or (−) fewer",
        "personnel": "People in reserve",
        "fuel": "Fuel tokens in reserve",
        "ammunition": "Ammunition tokens in reserve",
    }
    return tuple(Field(name=f"a.{key}", words=each, kind="number") for key, each in words.items())


def _feature() -> tuple[Field, ...]:
    kinds = tuple((each, each) for each in FEATURES)
    return (
        Field(name="a.feature.square:text", words="Square", longest=3, needed=True),
        Field(name="a.feature.kind", words="Stands there", kind="select", options=kinds),
    )


def _cache() -> tuple[Field, ...]:
    tokens = {"fuel": "Fuel", "ammunition": "Ammunition"}
    return (
        Field(name="a.cache.square:text", words="Cache on", longest=3, needed=True),
        *(
            Field(name=f"a.cache.{key}", words=words, kind="number", low=0, high=9, value="0")
            for key, words in tokens.items()
        ),
    )


FORMS: Mapping[str, tuple[str, Callable[[], tuple[Field, ...]]]] = {
    "goods": ("Money, people, tokens", _goods),
    "square": ("A square of the map", _feature),
    "cache": ("A cache", _cache),
}
