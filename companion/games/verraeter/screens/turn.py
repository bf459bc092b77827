"""The one thing to decide now, for whoever looks, and what a tap on the circle then does."""

from collections.abc import Callable
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.looking import fresh, may_show, may_tap, must_offer
from companion.engine.stage import Own, Question, Way, said
from companion.engine.wire import Json
from companion.games.verraeter.screens.adjusting import adjust_question, wants_adjusting
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.building import build_question
from companion.games.verraeter.screens.drafting import dealing_question, passing_question, picking_question
from companion.games.verraeter.screens.finished import finished_question
from companion.games.verraeter.screens.notes import notes
from companion.games.verraeter.screens.people import seal
from companion.games.verraeter.screens.placing import estates_question, site_pieces, site_question
from companion.games.verraeter.screens.refilling import (
    lay_down_elsewhere,
    lay_down_question,
    open_refill_question,
    refill_question,
    waiting_refill,
)
from companion.games.verraeter.screens.revealing import reveal_question
from companion.games.verraeter.screens.supplying import laid_question, supply_question
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken

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
