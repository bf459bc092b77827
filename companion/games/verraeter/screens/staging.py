"""Verräter on the stage: the circle, the players in the strip, the question, one's own supply."""

from companion.engine.game import Scene
from companion.engine.stage import Cover, Icon, Own, Part, Question, Stage, Strip, StripFact
from companion.engine.wording import Values
from companion.games.verraeter.state import State

SIGNS = "verraeter/signs.svg"


def staged(scene: Scene[State], own: Values) -> Stage:
    """The whole stage, out of what the screen shows."""
    return Stage(
        ask=_ask(own),
        board=Part("verraeter/circle.html", {"circle": own["circle"]}, "The circle", SIGNS),
        strip=Strip(facts=tuple(_player(each) for each in own["players"])),
        cover=_cover(scene, own),
        changes=tuple(own["changes"]),
        adjust=own["adjust"] or "",
    )


def _ask(own: Values) -> Question:
    """A question as it is; a panel that is still drawn whole stands in one."""
    shown = own["panel"]
    if isinstance(shown, Question):
        return shown
    open_ = {} if shown.get("secret") else shown
    drawn = Own(template="verraeter/panel.html", values={"panel": open_})
    return Question(kind=shown["template"], title="", pieces=(drawn,))


def _player(player: Values) -> StripFact:
    """One player's public figures: points, and what is served."""
    return StripFact(
        key=player["id"],
        name=player["name"],
        small=player["house_name"],
        value=str(player["vp"]),
        side=player["house"],
        icon=Icon(player["seat"], SIGNS),
        acting=player["acting"],
    )


def _cover(scene: Scene[State], own: Values) -> Cover | None:
    """Over a player's own: one tablet may go round the table, and others look at a phone."""
    mine = own["own"]
    if mine is None:
        return None
    secret = not isinstance(own["panel"], Question) and own["panel"].get("secret")
    stays = "Keep it open until I have chosen" if secret else "Keep it open for now"
    key, shuts = (f"{mine['id']}-{own['cover']}", True) if scene.room == "hand" else (mine["id"], False)
    return Cover(
        key=key,
        seat=mine["id"],
        name=mine["name"],
        side=mine["house"],
        stays=stays,
        shuts=shuts,
        next=own["active"],
    )
