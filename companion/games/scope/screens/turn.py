"""The one thing to decide now, for whoever looks, and what a tap on the city then does."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.looking import fresh, keep
from companion.engine.scene import Scene
from companion.engine.stage import Choice, Choices, Deed, Lead, Question, Way, Words, said
from companion.engine.wording import href, listed, tap
from companion.games.scope.data import ENEMY
from companion.games.scope.rules.refusing import LACKS, barred
from companion.games.scope.screens import between
from companion.games.scope.screens.adjusting import adjust_question, wants_adjusting
from companion.games.scope.screens.asked import Asked, Turn, may_decide, own_side
from companion.games.scope.screens.between import is_between
from companion.games.scope.screens.chances import chances
from companion.games.scope.screens.city import Taps
from companion.games.scope.screens.deciding import afterwards, deciding
from companion.games.scope.screens.frame import own_sign
from companion.games.scope.screens.moving import moving
from companion.games.scope.screens.searching import (
    Aimed,
    assault,
    howitzer,
    offensive_fire,
    recognition,
    search,
)
from companion.games.scope.screens.tiles import DOER, DOES, TILES, known_deeds
from companion.games.scope.screens.watching import watching
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken

AIMED: Mapping[str, Callable[[Turn], Aimed]] = {
    "search": search,
    "recognition": recognition,
    "howitzer": howitzer,
    "offensive_fire": offensive_fire,
    "assault": assault,
}
TOLD_NO_MORE = "What was turned up then is told no more, as this table plays without a memory."
MOVED = ("move", "deploy", "reinforce")


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    state = scene.state
    if state.phase == "decide" and state.pending is None:
        return _told_no_more(state), Taps()
    if wants_adjusting(scene):
        return adjust_question(scene), Taps()
    if scene.room == "tv":
        return watching(scene), Taps()
    if is_between(scene):
        return between.question(scene)
    links = _houses(scene)
    if not may_decide(scene):
        chosen = frozenset({scene.draft.get("at", "")} & set(links))
        return _elsewhere(scene), Taps(cells=links, chosen=chosen)
    asked, taps = _asked(Turn(scene))
    return replace(asked, icon=own_sign(state.side), side=state.side, secret=True), replace(taps, cells=links)


def _told_no_more(state: State) -> Question:
    """A line of the past that hung on a card that was up: all that can be said is that it was not done."""
    return Question(
        kind="watching",
        title=said("{who} decided", who=spoken(state.slot)),
        pieces=(Lead(TOLD_NO_MORE),),
        icon=own_sign(state.side),
        side=state.side,
        missing="It cannot be chosen anew",
    )


def _houses(scene: Scene[State]) -> Mapping[str, str]:
    """The enemy's cards, each a link of its own for a side's own screen, whoever is to act."""
    side = own_side(scene)
    cells = scene.state.cells(ENEMY[side]) if side else ()
    return {at: keep(scene, at=at, cells=None, q=None) for at in cells}


def _asked(turn: Turn) -> Asked:
    do = turn.scene.draft.get("do", "")
    if do in MOVED and turn.entry(do):
        return moving(turn, do)
    if turn.state.phase == "decide":
        return deciding(turn)
    if turn.state.phase == "after":
        return afterwards(turn)
    return _turn(turn)


def _turn(turn: Turn) -> Asked:
    """The turn's one action: its tiles, and what the chosen one asks."""
    known = known_deeds(turn.state, turn.seat)
    open_ = [kind for kind in known if kind in AIMED and turn.entry(kind)]
    do = turn.chosen("do", open_) or next(iter(open_), "")
    pieces, main, missing, taps = AIMED[do](turn) if do else ((), _pass(turn), "Choose above", Taps())
    tiles = Choices(label="Actions", choices=tuple(_tile(turn, kind, do) for kind in known), shape="deeds")
    asked = Question(
        kind="turn",
        title="Your turn: one action",
        pieces=(tiles, *pieces, *chances(turn.state, turn.scene.draft.get("at", ""))),
        main=main,
        missing=missing,
        back=fresh(turn.scene) if set(turn.scene.draft) & {"do", "at", "q"} else "",
    )
    return asked, replace(taps, units=_units(turn))


def _units(turn: Turn) -> Mapping[str, str]:
    """One's own cards that can do something, each the beginning of its deed."""
    own = ((at, DOES.get(turn.state.grid[at].card, "")) for at in turn.state.front(turn.side))
    return {
        at: fresh(turn.scene, **{"do": do, "with": at, "at": turn.scene.draft.get("at")})
        for at, do in own
        if turn.state.grid[at].side == turn.side and turn.entry(do)
    }


def _pass(turn: Turn) -> Deed | None:
    return Deed(words="Pass", action=tap(turn.action("pass"))) if turn.entry("pass") else None


def _tile(turn: Turn, kind: str, chosen: str) -> Choice:
    words, sign, small = TILES[kind]
    if turn.entry(kind) is None:
        return Choice(words=words, icon=own_sign(sign), barred=barred(turn.state, kind) or LACKS[kind])
    return Choice(
        words=words,
        small=_small(turn, kind, small),
        icon=own_sign(sign),
        href=fresh(turn.scene, do=kind, at=turn.scene.draft.get("at")),
        chosen=kind == chosen,
        extra=kind == "deploy",
        key=kind,
    )


def _small(turn: Turn, kind: str, words: str) -> Words:
    """What a deed does, with the card that does it."""
    cells = turn.state.cells(turn.side, DOER[kind]) if kind in DOER else []
    reach = len((turn.entry(kind) or {}).get("targets", ()))
    return said(words, at=listed(cells), n=reach)


def _elsewhere(scene: Scene[State]) -> Question:
    """It is decided where the acting side's cards may lie open."""
    slot, title = scene.state.slot, said("{who} to act", who=spoken(scene.state.slot))
    asked = Question(
        kind="waiting",
        title=title,
        icon=own_sign(side_of(slot)),
        side=side_of(slot),
        pieces=chances(scene.state, scene.draft.get("at", "")) if own_side(scene) else (),
        missing=said("Waiting for {who}", who=spoken(slot)),
    )
    if slot in scene.sight.holds and scene.room != "tv" and scene.own != slot:
        there = ("" if scene.room == "hand" else "hand/") + href(seat=slot)
        words = said("I am {who}", who=spoken(slot))
        return replace(
            asked,
            main=Way(words=words, small="the cards show only while they are held", href=there, leaves=True),
        )
    return asked
