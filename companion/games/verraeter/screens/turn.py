"""The one thing to decide now, for whoever looks; notes for one who waits; setting right by hand."""

from collections.abc import Callable
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.scene import fresh, may_show, may_tap, must_offer, whole
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Lead,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Way,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import listed, percent, tap
from companion.games.verraeter.data import ACTION_NAMES, CIRCLE, HOUSES, OTHER
from companion.games.verraeter.rules.notebook import Drafted, drafted, passages_of
from companion.games.verraeter.rules.secrets import PICKS_HIDDEN
from companion.games.verraeter.screens.board import (
    Taps,
    build_question,
    estates_question,
    land_words,
    own_sign,
    person,
    seal,
    site_pieces,
    site_question,
)
from companion.games.verraeter.screens.conflict import reveal_question
from companion.games.verraeter.screens.film import finished_question
from companion.games.verraeter.screens.hand import (
    dealing_question,
    laid_question,
    lay_down_elsewhere,
    lay_down_question,
    open_refill_question,
    passing_question,
    picking_question,
    refill_question,
    supply_question,
    waiting_refill,
)
from companion.games.verraeter.state import State, spoken

ROUND = 32
"""More lines than a round has until its cards are turned over."""


def notes(scene: Scene[State]) -> tuple[Piece, ...]:
    """The notebook of the one player whose screen this is; nothing where none is, or all lies open."""
    if scene.own is None or scene.state.phase not in PICKS_HIDDEN or scene.room == "tv":
        return ()
    known = drafted(scene.state, passages_of(scene.trail[-ROUND:]), scene.own)
    rows = tuple(_row(each) for each in known.players if each.player != scene.own and each.may)
    told = Rows(label="Who may have drafted what", head=("Player", "One of", "Each"), rows=rows)
    return (Fold(id="notebook", title="Your notebook", pieces=(told,), open=True),) if rows else ()


def _row(each: Drafted) -> Row:
    names = listed([ACTION_NAMES[likely.card] for likely in each.may])
    return Row((spoken(each.player), names, percent(float(each.may[0].chance))))


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


type Asked = tuple[Question, Taps]

DOING = {
    "estates": "{who} places the first estate",
    "site": "{who} chooses where the conflict is fought",
    "draft": "{who} says how the action cards are drafted",
    "build": "{who} may build as master builder",
}


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    state = scene.state
    if scene.asked:
        return _answer(scene, scene.asked), Taps()
    if wants_adjusting(scene):
        return adjust_question(scene)
    if state.phase == "finished":
        return finished_question(scene), Taps()
    if state.phase == "reveal" or state.active is None:
        return reveal_question(scene), Taps()
    asked, taps = _players(scene, state.active)
    return _signed(state, state.active, asked), taps


def _signed(state: State, who: str, asked: Question) -> Question:
    """A question under the sign of the player whom it is for."""
    icon = asked.icon or seal(state, who)
    return replace(asked, icon=icon, side=asked.side or state.player(who).allegiance)


def _answer(scene: Scene[State], ask: Json) -> Question:
    """The question to him who has drawn: open on his own screen alone."""
    who = ask["player"]
    if may_show(scene, who):
        return _signed(scene.state, who, lay_down_question(scene, ask))
    return _signed(scene.state, who, _elsewhere(scene, who, lay_down_elsewhere(scene, ask)))


def _players(scene: Scene[State], who: str) -> Asked:
    phase = scene.state.phase
    dealt = phase == "draft" and scene.state.draft.mode is not None
    if phase in CHOSEN_OPENLY and not dealt:
        if not may_tap(scene, who):
            return _waiting(scene, who), Taps()
        return CHOSEN_OPENLY[phase](scene, who)
    return _secret(scene, who), Taps()


def _secret(scene: Scene[State], who: str) -> Question:
    """What is chosen from a hand: open on that player's own screen alone, or where the app knows no hand."""
    show, wait = SECRET[scene.state.phase]
    told = scene.state.options.counts_only and scene.state.phase != "draft"
    if may_show(scene, who) and who in scene.sight.acts and scene.room != "tv":
        return show(scene, who)
    if told and may_tap(scene, who):
        return show(scene, who)
    waits = wait(scene, who)
    if scene.state.phase == "refill" and may_tap(scene, who):
        return open_refill_question(scene, who) or _elsewhere(scene, who, waits)
    return _offered(scene, who, waits) if told else _elsewhere(scene, who, waits)


def _waiting(scene: Scene[State], who: str) -> Question:
    doing = said(DOING[scene.state.phase], who=spoken(who))
    asked = Question(
        kind="waiting",
        title=said("{who}'s turn", who=spoken(who)),
        under=said("{doing}.", doing=doing),
        pieces=site_pieces(scene.state),
        missing=said("Waiting for {who}", who=spoken(who)),
    )
    return _offered(scene, who, asked)


def _offered(scene: Scene[State], who: str, asked: Question) -> Question:
    """The way to tap for somebody else, where this device may; and one's own notebook meanwhile."""
    asked = replace(asked, pieces=(*asked.pieces, *notes(scene)))
    if not must_offer(scene, who):
        return asked
    way = Way(words=said("Tap for {who}", who=spoken(who)), href=fresh(scene, **{"for": who}))
    return replace(asked, lesser=(way,))


def _elsewhere(scene: Scene[State], who: str, asked: Question) -> Question:
    """A secret choice of somebody else: where it is made."""
    if who in scene.sight.holds and scene.room != "tv" and who != scene.own:
        return replace(asked, waits=who)
    there = (Own(template="verraeter/elsewhere.html", values={"who": who}),) if scene.room == "table" else ()
    return replace(asked, pieces=(*asked.pieces, *notes(scene), *there))


CHOSEN_OPENLY: dict[str, Callable[[Scene[State], str], Asked]] = {
    "estates": estates_question,
    "site": site_question,
    "draft": lambda scene, who: (dealing_question(scene, who), Taps()),
    "build": build_question,
}
type Shown = Callable[[Scene[State], str], Question]
SECRET: dict[str, tuple[Shown, Shown]] = {
    "draft": (picking_question, passing_question),
    "supply": (supply_question, laid_question),
    "refill": (refill_question, waiting_refill),
}
