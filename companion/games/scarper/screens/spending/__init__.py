"""Spending command points: the board and both tracks to tap, each attack with what it would do (6)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Icon, Lead, Note, Piece, Question, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES, Side
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.draft import fresh, keep
from companion.games.scarper.screens.spending.offers import Offer, offers
from companion.games.scarper.state import State

ATTACKS = ("push", "charge", "assault")
TRACKS = {
    "publish_propaganda": ("propaganda", "Publish propaganda"),
    "invest_economy": ("economy", "Invest in the economy"),
}


def points_question(scene: Scene[State], side: Side, entries: Sequence[Json]) -> tuple[Question, Taps]:
    """What the points may still buy, and the one purchase that is being weighed."""
    at, do = scene.draft.get("at", ""), scene.draft.get("do", "")
    fronts = _fronts(entries)
    links = {each: _at(scene, each) for each in fronts}
    tracks = {TRACKS[entry["type"]][0]: entry for entry in entries if entry["type"] in TRACKS}
    goes = {what: fresh(scene.draft, do=what) for what in tracks}
    taps = Taps(links, chosen=frozenset({at} & set(fronts)), tracks=goes)
    if do in tracks:
        return _track(scene, side, tracks[do]), taps
    if at in fronts:
        return _attack(scene, side, entries, at), taps
    return _open(scene, side, entries, taps), taps


def _paid(scene: Scene[State], side: Side, question: Question) -> Question:
    """A question of this round: whose card pays for it, and how many points are left."""
    state = scene.state
    turn = state.turn
    if turn is None or turn.card is None:
        raise ValueError("No points are being spent in this state.")
    under = said("{card}, {note}", card=state.box.cards[turn.card].title, note=_event_note(state))
    return replace(question, under=under, side=side, pips=(turn.left, turn.points))


def _event_note(state: State) -> str:
    turn = state.turn
    if turn and turn.owner and turn.event == "last":
        return f"then the {SIDE_NAMES[turn.owner]} player carries its event out"
    if turn and turn.event == "blocked":
        return "whose event cannot happen now"
    return "for its points"


def _open(scene: Scene[State], side: Side, entries: Sequence[Json], taps: Taps) -> Question:
    """Nothing chosen yet: a battlefield to tap, or a track."""
    turn = scene.state.turn
    left = count(turn.left, "point") if turn else ""
    end = tap({"type": "end_commands", "side": side})
    ends = any(entry["type"] == "end_commands" for entry in entries)
    fronts = tuple(
        Choice(words=BATTLEFIELD_NAMES[each], href=href) for each, href in taps.battlefields.items()
    )
    tracks = tuple(_track_choice(scene, entry) for entry in entries if entry["type"] in TRACKS)
    pieces: tuple[Piece, ...] = (
        Lead(said("Tap a battlefield to attack it." if fronts else "No front can be attacked now.")),
        *((Choices(label="Battlefields to attack", choices=fronts, shape="chips"),) if fronts else ()),
        *((Choices(label="Tracks", choices=tracks),) if tracks else ()),
    )
    question = Question(
        kind="points",
        title=said("Spend {left}", left=left),
        pieces=pieces,
        missing="Tap a battlefield" if fronts else "Choose above",
        lesser=(Deed(words="End the round", small=said("{left} lost", left=left), action=end),)
        if ends
        else (),
    )
    return _paid(scene, side, question)


def _track_choice(scene: Scene[State], entry: Json) -> Choice:
    what, title = TRACKS[entry["type"]]
    now = scene.state.track(what)[entry["side"]]
    small = said("One point a space, now {now}", now=now)
    return Choice(words=title, small=small, icon=Icon(what), href=fresh(scene.draft, do=what))


def _track(scene: Scene[State], side: Side, entry: Json) -> Question:
    """A track to push on: each number of points is one tap."""
    what, title = TRACKS[entry["type"]]
    now = scene.state.track(what)[side]
    action = {"type": entry["type"], "side": side}
    choices = tuple(
        Choice(
            words=said("{points}: {now} → {then}", points=count(n, "point"), now=now, then=now + n),
            action=tap(action | {"points": n}),
        )
        for n in range(1, entry["max"] + 1)
    )
    pieces = (Choices(label=title, choices=choices),)
    return _paid(
        scene, side, Question(kind=what, title=title, icon=Icon(what), pieces=pieces, back=fresh(scene.draft))
    )


def _fronts(entries: Sequence[Json]) -> list[str]:
    open_ = {entry["battlefield"] for entry in entries if entry["type"] == "steady_push"}
    for entry in entries:
        if entry["type"] in ("frontal_charge", "concentrated_assault"):
            open_ |= set(entry["battlefields"])
    return [each for each in BATTLEFIELDS if each in open_]


def _at(scene: Scene[State], battlefield: str) -> str:
    do = scene.draft.get("do", "")
    return fresh(scene.draft, do=do if do in ATTACKS else None, at=battlefield)


def _attack(scene: Scene[State], side: Side, entries: Sequence[Json], at: str) -> Question:
    """The attacks that this battlefield allows; the one asked for with all that there is to know."""
    found = offers(scene.state, side, entries, at)
    chosen = next((offer for offer in found if offer.id == scene.draft.get("do", "")), None)
    if chosen:
        return _weighed(scene, side, chosen, at)
    choices = tuple(_offer(scene, offer, at) for offer in found)
    title = said("Attack {where}", where=BATTLEFIELD_NAMES[at])
    pieces = (Choices(label=title, choices=choices),)
    question = Question(
        kind="attacks", title=title, pieces=pieces, missing="Choose an attack", back=fresh(scene.draft)
    )
    return _paid(scene, side, question)


def _offer(scene: Scene[State], offer: Offer, at: str) -> Choice:
    small = said("{cost}. {danger}", cost=offer.cost, danger=offer.danger) if offer.danger else offer.cost
    return Choice(
        key=offer.id,
        words=offer.title,
        small=small,
        end=offer.end,
        icon=Icon(offer.sign),
        href=keep(scene.draft, at=at, do=offer.id),
    )


def _weighed(scene: Scene[State], side: Side, offer: Offer, at: str) -> Question:
    """One attack, all that it may do, and the deed itself."""
    where = BATTLEFIELD_NAMES[at]
    title, icon, back = (
        said("{what} on {where}", what=offer.title, where=where),
        Icon(offer.sign),
        keep(scene.draft, do=None),
    )
    if offer.amounts:
        choices = tuple(Choice(words=n.words, small=n.small, action=n.action) for n in offer.amounts)
        pieces = (Note(said("{cost}; no dice.", cost=offer.cost)), Choices(label=title, choices=choices))
        push = Question(
            kind="push", title=title, icon=icon, pieces=pieces, back=back, missing="Choose how far"
        )
        return _paid(scene, side, push)
    these = Deed(words=offer.waits, name="dice", action="these", live=offer.live)
    rolled = Deed(words="Roll for us", name="dice", action="app", icon=Icon("roll"), free=True)
    weighed = Question(
        kind=offer.id, title=title, icon=icon, pieces=offer.pieces, back=back,
        action=offer.action, main=these, lesser=(rolled,),
    )  # fmt: skip
    return _paid(scene, side, weighed)
