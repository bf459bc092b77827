"""Parabellum on the stage: the map, the companies and manpower in the strip, the question, one's own desk."""

from companion.engine.game import Scene
from companion.engine.stage import Cover, Icon, Own, Part, Question, Stage, Strip, StripFact
from companion.engine.wording import Values
from companion.games.parabellum.state import State

SIGNS = "parabellum/signs.svg"


def staged(scene: Scene[State], own: Values) -> Stage:
    """The whole stage, out of what the screen shows."""
    board = Part("parabellum/board.html", {"board": own["board"]}, "The map", SIGNS) if own["board"] else None
    return Stage(
        ask=_ask(own["panel"]),
        board=board,
        strip=Strip(facts=(*map(_company, own["companies"]), _pool(own["pool"]))),
        cover=_cover(scene, own),
        changes=tuple(own["changes"]),
        adjust=own["adjust"],
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


def _cover(scene: Scene[State], own: Values) -> Cover | None:
    """Over a company's own: one tablet may go round the table, and others look at a phone."""
    mine = own["own"]
    if mine is None:
        return None
    key, shuts = (own["cover"], True) if scene.room == "hand" else (mine["id"], False)
    stays = "Keep it open for this go" if shuts else "Keep it open"
    return Cover(
        key=key,
        seat=mine["id"],
        name=mine["name"],
        side=mine["seat"],
        stays=stays,
        shuts=shuts,
        next=scene.state.active or "",
    )
