"""Parabellum on the stage: the map, the companies and manpower in the strip, the question, one's own desk."""

from collections.abc import Iterator

from companion.engine.game import Scene
from companion.engine.stage import Cover, Icon, Own, Part, Question, Stage, Strip, StripFact
from companion.engine.wording import Values
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.own import SIGNS, hand
from companion.games.parabellum.screens.scenario import standing
from companion.games.parabellum.screens.seeing import fresh, own_seat
from companion.games.parabellum.state import State

BOARDLESS = {"shop", "tokens", "books"}
"""Questions that take the map's place."""


def staged(scene: Scene[State], own: Values, entries: list[Entry]) -> Stage:
    """The whole stage, out of what the screen shows."""
    ask, me = _ask(own["panel"]), own_seat(scene)
    return Stage(
        ask=ask,
        board=None if ask.kind in BOARDLESS else _board(own),
        strip=Strip(facts=(*map(_company, own["companies"]), _pool(own["pool"]), *_goals(scene))),
        hand=hand(scene, me, entries) if me is not None and scene.room != "tv" else None,
        cover=_cover(scene, me) if me is not None else None,
        changes=tuple(own["changes"]),
        adjust=own["adjust"],
    )


def _board(own: Values) -> Part:
    """The map; where it lies on the table, the miniatures on it."""
    if own["board"]:
        return Part("parabellum/board.html", {"board": own["board"]}, "The map", SIGNS)
    return Part("parabellum/field.html", {"field": own["field"]}, "The miniatures on your map", SIGNS)


def _goals(scene: Scene[State]) -> Iterator[StripFact]:
    """Each objective with who holds it; all of the booklet behind it."""
    state = scene.state
    for each in state.booklet.objectives if state.objectives else ():
        yield StripFact(
            key=f"goal-{each.id}",
            name=each.name,
            small=standing(state, each),
            icon=Icon("objective", SIGNS),
            href="" if scene.room == "tv" else fresh(scene, do="objectives"),
        )


def _ask(shown: Values | Question) -> Question:
    """A question as it is; a panel that is still drawn whole stands in one."""
    if isinstance(shown, Question):
        return shown
    drawn = Own(template="parabellum/panel.html", values={"panel": shown})
    return Question(kind=shown["template"], title="", side=shown.get("seat", ""), pieces=(drawn,))


def _company(company: Values) -> StripFact:
    """What everybody may know of a company."""
    return StripFact(
        key=company["seat"],
        name=company["name"],
        small=company["words"],
        value=str(company["number"]),
        side=company["seat"],
        acting=company["acting"],
    )


def _pool(pool: Values) -> StripFact:
    price = "nobody left" if pool["next"] is None else f"next at {pool['next']}"
    return StripFact(
        key="manpower", name="Manpower", value=str(pool["left"]), small=price, icon=Icon("people", SIGNS)
    )


def _cover(scene: Scene[State], me: str) -> Cover:
    """Over a company's own: one tablet may go round the table, and others look at a phone."""
    state = scene.state
    of_turn = f"{me}-{state.scenario}-{state.round}-{state.active}"
    key, shuts = (of_turn, True) if scene.room == "hand" else (me, False)
    stays = "Keep it open for this go" if shuts else "Keep it open"
    return Cover(
        key=key,
        seat=me,
        name=who(state, me),
        side=seat_of(state, me),
        stays=stays,
        shuts=shuts,
        next=state.active or "",
    )
