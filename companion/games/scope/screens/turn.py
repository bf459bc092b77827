"""The one thing to decide now: on one's device, between two, at a real table, or set right by hand."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from companion.engine import stage
from companion.engine.scene import Scene, Values, fresh, keep
from companion.engine.stage import Choice, Choices, Control, Deed, Lead, Part, Question, Way, Words, phrase
from companion.engine.wording import href, listed, tap
from companion.games.scope.data import CARD_NAMES, CARDS, ENEMY, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.deeds import DEEDS, MOVES
from companion.games.scope.deeds.secrets import SECRECY
from companion.games.scope.rules.setting_up import Seal, acting
from companion.games.scope.screens import deeds, frame
from companion.games.scope.screens.board import Known, Lie, Taps, chances, city
from companion.games.scope.screens.frame import Prompt, Turn, own_sign
from companion.games.scope.state import State, side_of, spoken

FLAT = "flat"
"""What a corner's address says: the faces lie as on the tablet between the two, not turned to their owner."""


def is_between(scene: Scene[State]) -> bool:
    """Whether this screen lies between two players who both sit at it."""
    both = {side_of(seat) for seat in scene.sight.holds} == set(SIDES)
    plays = scene.state.phase != "finished" and not scene.state.cards
    return both and plays and scene.room == "table"


def corners(scene: Scene[State]) -> list[Values]:
    """Both sides of the tablet: points, snipers, whose turn it is, and where its faces are fetched."""
    return [_corner(scene.state, side) for side in SIDES]


def _corner(state: State, side: Side) -> Values:
    seat = next(each for each in state.slots if side_of(each) == side)
    other = next(each for each in state.slots if side_of(each) != side)
    left, of = frame.snipers(state, side) or (0, 0)
    lays, acts = state.phase == "laying_out", side in {side_of(each) for each in acting(state)}
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "enemy": SIDE_NAMES[ENEMY[side]],
        "score": state.score[side],
        "goal": state.objective,
        "snipers": [n < left for n in range(of)],
        "acts": acts and not lays,
        "lays": _laying(state, side, seat, other) if lays else None,
        "faces": "hand/" + href(seat=seat, lie=FLAT),
        "again": "hand/" + (href(seat=seat) if lays and acts else href(seat=seat, ring="again")),
    }


def _laying(state: State, side: Side, seat: str, other: str) -> Values:
    """What a side's edge says until both fronts lie: whose it is, whether it is sealed, what to do."""
    if side in state.laying_out:
        return {"who": spoken(seat), "words": "Your corner opens nothing before you say who you are."}
    words = phrase("Your front is sealed. Nothing of it is on the glass: look away while {other} lays out.",
                 other=spoken(other))  # fmt: skip
    code = Seal(state.seals[side]).code if side in state.seals else ""
    return {"who": spoken(seat), "is_done": True, "code": code, "words": words}


def passing(scene: Scene[State]) -> tuple[Question, Part]:
    """Until both fronts lie: who lays out now, turned to him, and two shut corners."""
    state = scene.state
    seat = acting(state)[0]
    side, other = side_of(seat), next(each for each in state.slots if side_of(each) != side_of(seat))
    words = "{who} lays out. {other} has sealed: lean over the tablet."
    if ENEMY[side] in state.laying_out:
        words = "{who} lays out, {other} looks away."
    lead = Lead(phrase(words, who=spoken(seat), other=spoken(other)))
    ask = Question(
        kind="between",
        title=phrase("{who} lays out", who=spoken(seat)),
        pieces=(lead,),
        side=side,
        waits=seat,
    )
    return ask, board(scene, Taps(), Known())


def board(scene: Scene[State], taps: Taps, hints: Known) -> Part:
    """The city between the two, and each one's edge of it."""
    drawn = city(Lie(scene.state), taps, hints)
    return Part("scope/flat.html", {"city": drawn, "sides": corners(scene)}, "The city", frame.SIGNS)


def open_question(scene: Scene[State]) -> Prompt:
    """What can be done in the open is done here; all else in the acting side's own room, under its cover."""
    turn, ask = Turn(scene), _open_to_decide(Turn(scene))
    links = {at: fresh(scene, at=at) for at in scene.state.cells(ENEMY[turn.side])}
    chosen = frozenset({scene.draft.get("at", "")} & set(links))
    taps = Taps(cells=links if turn.entry("search") else {}, chosen=chosen)
    return replace(ask, icon=own_sign(turn.side), side=turn.side), taps


def _open_to_decide(turn: Turn) -> Question:
    title = phrase("{who} to act", who=spoken(turn.seat))
    if turn.state.phase == "turn":
        hint = "or tap a house" if turn.entry("search") else ""
        main = _open_search(turn) or replace(_own_room(turn), small=hint)
        # The deeds that this seat may have; whether its own cards allow one is not told here.
        tiles = (_open_tile(turn, kind) for kind in frame.known_deeds(turn.state))
        open_tiles = Choices(label="Actions", choices=tuple(tiles), shape="deeds")
        return Question(kind="between", title=title, pieces=(open_tiles,), main=main)
    hold = turn.entry("hold") and Deed(words="Hold", action=tap(turn.action("hold")))
    ends = turn.entry("end_turn") and Deed(words="End the turn", action=tap(turn.action("end_turn")))
    lesser = tuple(deed for deed in (hold, ends) if deed)
    return Question(kind="between", title=title, main=_own_room(turn), lesser=lesser)


def _open_search(turn: Turn) -> Deed | None:
    at = turn.chosen("at", (turn.entry("search") or {}).get("cells"))
    return (
        Deed(words=phrase("Search {at}", at=at), action=tap(turn.action("search", cell=at))) if at else None
    )


def _own_room(turn: Turn, do: str = "") -> Way:
    where = {"turn": "Take the tablet", "decide": "Take the tablet to decide", "after": "Deploy"}
    there = "hand/" + href(seat=turn.seat, do=do or ("deploy" if turn.state.phase == "after" else ""))
    words = phrase("{who}: {what}", who=SIDE_NAMES[turn.side], what=where[turn.state.phase].lower())
    return Way(words=words, href=there, leaves=True)


def _open_tile(turn: Turn, kind: str) -> Choice:
    words, sign, _ = DEEDS[kind].tile
    icon = own_sign(sign)
    if kind == "search":
        return Choice(words=words, icon=icon, href=fresh(turn.scene), chosen=True, key=kind)
    if kind == "reinforce" and "infantry" not in turn.state.lost[turn.side]:
        return Choice(words=words, icon=icon, barred="no infantry has fallen")
    there = _own_room(turn, kind).href
    return Choice(words=words, icon=icon, href=there, leaves=True, extra=kind == "deploy", key=kind)


LEAD = "Where table and app disagree, the table is right. Whoever else plays is asked first."


def adjust_question(scene: Scene[State]) -> Question:
    """A side's points; or, of a cell, whose card lies there and which."""
    at = scene.draft.get("at", "")
    is_card = at in scene.state.grid and scene.state.pending is None
    if is_card and not scene.state.cards and scene.state.front_of(at) not in SECRECY.eyes(scene.sight.holds):
        # A cell of the enemy's front: what lies there is its owner's to name.
        return Question(
            kind="adjust",
            title=f"The card at {at}",
            pieces=(
                Lead("Only who laid this front knows what lies there: it is set right there, by its owner."),
            ),
            main=Way(words="Back", href=fresh(scene, do="adjust")),
            back=fresh(scene),
            opens="full",
        )
    fields = _card_fields(at) if is_card else _points()
    changes = {"target": "card", "cell": at} if is_card else {"target": "score"}
    why = Control(name="a.reason:text", label="Why", longest=200, needed=True)
    return Question(
        kind="adjust",
        title="Set something right",
        pieces=(Lead(LEAD), stage.Fields((*fields, why)), *_gives_up(scene)),
        main=Deed(words="Set it", action=tap({"type": "adjust", "changes": [changes]})),
        back=fresh(scene),
        opens="full",
    )


def _gives_up(scene: Scene[State]) -> tuple[stage.Piece, ...]:
    """The end of it for the side whose turn it is (R36)."""
    slot = scene.state.slot
    if not scene.acts_for(slot):
        return ()
    resign = Choice(
        words=phrase("{who} gives up", who=spoken(slot)), action=tap({"type": "resign", "seat": slot})
    )
    return (stage.Fold(id="resign", title="Give up", pieces=(Choices(label="Give up", choices=(resign,)),)),)


def _side() -> Control:
    sides: tuple[tuple[str, Words], ...] = tuple((side, SIDE_NAMES[side]) for side in SIDES)
    return Control(name="a.changes.0.side", label="Side", kind="select", options=sides)


def _points() -> tuple[Control, ...]:
    by = Control(
        name="a.changes.0.by", label="Points more or fewer", kind="number", low=-30, high=30, needed=True
    )
    return _side(), by


def _card_fields(at: str) -> tuple[Control, ...]:
    cards: tuple[tuple[str, Words], ...] = tuple((card, CARD_NAMES[card].capitalize()) for card in CARDS)
    return _side(), Control(name="a.changes.0.card", label=f"The card at {at}", kind="select", options=cards)


BY_HAND: Mapping[str, Callable[[Turn, str], deeds.Aimed]] = {
    "recognition": deeds.recognition,
    "assault": deeds.assault,
}
"""What asks for more than a card that is tapped: one or two, a quadrant."""
TOLD_NO_MORE = "What was turned up then is told no more, as this table plays without a memory."


def question(scene: Scene[State]) -> Prompt:
    state = scene.state
    if state.phase == "decide" and state.pending is None:
        # A line of the past that hung on a card that was up: all that can be said is that it was not done.
        return Question(
            kind="watching",
            title=phrase("{who} decided", who=spoken(state.slot)),
            pieces=(Lead(TOLD_NO_MORE),),
            icon=own_sign(state.side),
            side=state.side,
            missing="It cannot be chosen anew",
        ), Taps()
    if SECRECY.adjusts(scene):
        return adjust_question(scene), Taps()
    if scene.room == "tv":
        return frame.watching(scene), Taps()
    if is_between(scene):
        return open_question(scene)
    # The enemy's cards, each a link of its own for a side's own screen, whoever is to act.
    side = SECRECY.own(scene)
    cells = scene.state.cells(ENEMY[side]) if side else ()
    links = {at: keep(scene, at=at, cells=None, q=None) for at in cells}
    if not SECRECY.may_decide(scene, scene.state.slot):
        chosen = frozenset({scene.draft.get("at", "")} & set(links))
        return _elsewhere(scene), Taps(cells=links, chosen=chosen)
    ask, taps = _deed_asked(Turn(scene))
    return replace(ask, icon=own_sign(state.side), side=state.side, secret=True), replace(taps, cells=links)


def _deed_asked(turn: Turn) -> Prompt:
    do = turn.scene.draft.get("do", "")
    if do in MOVES and turn.entry(do):
        return deeds.moving(turn, do)
    if turn.state.phase == "decide":
        return deeds.deciding(turn)
    if turn.state.phase == "after":
        return deeds.afterwards(turn)
    return _turn(turn)


def _turn(turn: Turn) -> Prompt:
    kinds = frame.known_deeds(turn.state)
    open_ = [kind for kind in kinds if DEEDS[kind].turns and turn.entry(kind)]
    do = turn.chosen("do", open_) or next(iter(open_), "")
    ask_for = BY_HAND.get(do, deeds.aimed)
    pieces, main, missing, taps = ask_for(turn, do) if do else ((), _pass(turn), "Choose above", Taps())
    tiles = Choices(
        label="Actions", choices=tuple(_deed_tile(turn, kind, do) for kind in kinds), shape="deeds"
    )
    ask = Question(
        kind="turn",
        title="Your turn: one action",
        pieces=(tiles, *pieces, *chances(turn.state, turn.scene.draft.get("at", ""))),
        main=main,
        missing=missing,
        back=fresh(turn.scene) if set(turn.scene.draft) & {"do", "at", "q"} else "",
    )
    own = ((at, frame.DOES.get(turn.state.grid[at].card, "")) for at in turn.state.front(turn.side))
    units = {
        at: fresh(turn.scene, **{"do": do, "with": at, "at": turn.scene.draft.get("at")})
        for at, do in own
        if turn.state.grid[at].side == turn.side and turn.entry(do)
    }
    return ask, replace(taps, units=units)


def _pass(turn: Turn) -> Deed | None:
    return Deed(words="Pass", action=tap(turn.action("pass"))) if turn.entry("pass") else None


def _deed_tile(turn: Turn, kind: str, chosen: str) -> Choice:
    deed, entry = DEEDS[kind], turn.entry(kind)
    words, sign, small = deed.tile
    icon = own_sign(sign)
    if entry is None:
        return Choice(words=words, icon=icon, barred=deed.barred(turn.state) or deed.lacks)
    # What a deed does, with the card that does it.
    cells = turn.state.cells(turn.side, cast(Card, deed.doer)) if deed.doer else []
    return Choice(
        words=words,
        small=phrase(small, at=listed(cells), n=len(entry.get("targets", ()))),
        icon=icon,
        href=fresh(turn.scene, do=kind, at=turn.scene.draft.get("at")),
        chosen=kind == chosen,
        extra=kind == "deploy",
        key=kind,
    )


def _elsewhere(scene: Scene[State]) -> Question:
    """It is decided where the acting side's cards may lie open."""
    slot, title = scene.state.slot, phrase("{who} to act", who=spoken(scene.state.slot))
    ask = Question(
        kind="waiting",
        title=title,
        icon=own_sign(side_of(slot)),
        side=side_of(slot),
        pieces=chances(scene.state, scene.draft.get("at", "")) if SECRECY.own(scene) else (),
        missing=phrase("Waiting for {who}", who=spoken(slot)),
    )
    if not scene.is_elsewhere(slot):
        return ask
    words, small = phrase("I am {who}", who=spoken(slot)), "the cards show only while they are held"
    return replace(ask, main=Way(words=words, small=small, href=scene.to_hand(slot), leaves=True))
