"""Setting something right by hand: the table overrules the app, with a reason, and it stands in the log."""

from companion.engine.game import Scene
from companion.engine.looking import fresh, whole
from companion.engine.stage import Choice, Choices, Deed, Field, Fields, Lead, Question, Words, said
from companion.engine.wording import tap
from companion.games.verraeter.data import CIRCLE, HOUSES, OTHER
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import land_words, own_sign, person
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

MOST = 99
WHATS = {
    "vp": ("A player's points", "points"),
    "allegiance": ("A player's oath", "eagle"),
    "strategy": ("Who holds the strategy card", "strategist"),
}
RIGHT = "Where table and app disagree, the table is right. Whoever else plays is asked first."
WHY = Fields((Field(name="a.reason:text", words="Why", longest=200, needed=True),))


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    may = bool(scene.sight.acts) and scene.room != "tv"
    return scene.draft.get("do") == "adjust" and may and scene.state.phase != "finished"


def adjust_question(scene: Scene[State]) -> tuple[Question, Taps]:
    """First what is wrong, then what is right; a landscape is tapped in the circle."""
    at, what = whole(scene, "at"), scene.draft.get("what", "")
    links = {n: fresh(scene, do="adjust", at=n) for n in range(CIRCLE)}
    if at is not None and at in links:
        return _landscape(scene, at), Taps(links, chosen=frozenset({at}))
    if what in WHATS:
        return _form(scene, what), Taps(links)
    whats = tuple(
        Choice(words=name, icon=own_sign(sign), href=fresh(scene, do="adjust", what=key))
        for key, (name, sign) in WHATS.items()
    )
    hint = Lead("For a landscape, or what lies under it, tap it in the circle.")
    pieces = (Choices(label="What is wrong", choices=whats), hint)
    return Question(
        kind="adjust", title="Set something right", under=RIGHT, pieces=pieces, back=fresh(scene),
        missing="Say what is wrong",
    ), Taps(links)  # fmt: skip


def _action(target: str, **more: object) -> str:
    return tap({"type": "adjust", "changes": [{"target": target, **more}]})


def _form(scene: Scene[State], what: str) -> Question:
    state = scene.state
    people = tuple((each.id, _figures(state, each.id)) for each in state.players)
    fields = [Field(name="a.changes.0.player", words="Player", kind="select", options=people)]
    if what == "vp":
        more = "Points more, or fewer with −"
        fields.append(
            Field(name="a.changes.0.by", words=more, kind="number", low=-MOST, high=MOST, needed=True)
        )
    if what == "allegiance":
        houses = tuple((house, state.words.houses[house]) for house in HOUSES)
        fields.append(Field(name="a.changes.0.house", words="Serves", kind="select", options=houses))
    return Question(
        kind="adjust-player",
        title=WHATS[what][0],
        pieces=(Fields(tuple(fields)), WHY),
        main=Deed(words="Set it", action=_action(what)),
        back=fresh(scene, do="adjust"),
    )


def _figures(state: State, who: str) -> Words:
    player = person(state, who)
    words = "{who}: {vp} points, {house}"
    return said(words, who=spoken(who), vp=state.player(who).vp, house=player["house_name"])


def _landscape(scene: Scene[State], at: int) -> Question:
    """What may be other than it is at one landscape: its house, or the card under it."""
    state, land = scene.state, scene.state.circle[at]
    other = OTHER[land.house]
    turned = said("It shows the {house}", house=state.words.houses[other])
    uses = [Choice(words=turned, action=_action("landscape", landscape=at, house=other))]
    if land.building:
        nothing = _action("building", landscape=at, player=None)
        uses.append(Choice(words="Nothing lies under it", action=nothing))
    uses += [_card(at, who, side) for who in state.ids for side in ("estate", "office")]
    return Question(
        kind="adjust-land",
        title=land_words(state, at),
        pieces=(WHY, Choices(label="What is right", choices=tuple(uses))),
        back=fresh(scene, do="adjust"),
        missing="Say why, and what is right",
    )


def _card(at: int, who: str, side: str) -> Choice:
    action = _action("building", landscape=at, player=who, side=side)
    return Choice(words=said("{who}'s {side} lies there", who=spoken(who), side=side), action=action)
