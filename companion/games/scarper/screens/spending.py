"""Spending command points: the board and both tracks to tap, each attack with what it would do (6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Icon, Lead, Note, Piece, Question, Words, said
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, Side
from companion.games.scarper.rules import apply
from companion.games.scarper.screens.attacks import SIGNS, Offer, offers
from companion.games.scarper.screens.board import NAMES, Outlook, Taps, fresh, keep, player, why_not
from companion.games.scarper.state import State

ATTACKS = tuple(SIGNS)
DRY: Mapping[str, Json] = {
    "push": {"type": "steady_push", "points": 1},
    "charge": {"type": "frontal_charge", "rolls": {"attacker": 1, "defender": 1}},
    "assault": {"type": "concentrated_assault", "rolls": {"d6": 1}},
}
"""The least that may be tried of each attack, to hear what the rules say against it."""
PUBLISH, INVEST = ("propaganda", "Publish propaganda"), ("economy", "Invest in the economy")
TRACKS = {"publish_propaganda": PUBLISH, "invest_economy": INVEST}


def points_question(scene: Scene[State], side: Side, entries: Sequence[Json]) -> tuple[Question, Taps]:
    """What the points may still buy, and the one purchase that is being weighed."""
    at, do = scene.draft.get("at", ""), scene.draft.get("do", "")
    links = {each: _at(scene, each) for each in BATTLEFIELDS}
    tracks = {TRACKS[entry["type"]][0]: entry for entry in entries if entry["type"] in TRACKS}
    goes = {what: fresh(scene.draft, do=what) for what in tracks}
    barred = frozenset(links) - _fronts(entries)
    taps = Taps(links, chosen=frozenset({at} & set(links)), tracks=goes, barred=barred)
    if do in tracks:
        question, outlooks = _track(scene, side, tracks[do])
    elif at in links:
        question, outlooks = _attack(scene, side, entries, at)
    else:
        question, outlooks = _open(scene, side, entries, taps), ()
    return question, replace(taps, outlooks=outlooks)


def _paid(scene: Scene[State], side: Side, question: Question) -> Question:
    """A question of this round: whose card pays for it, and how many points are left."""
    state = scene.state
    turn = state.turn
    if turn is None or turn.card is None:
        raise ValueError("No points are being spent in this state.")
    under = said("{card}, {note}", card=state.box.cards[turn.card].title, note=_event_note(state))
    return replace(question, under=under, side=side, pips=(turn.left, turn.points))


def _event_note(state: State) -> Words:
    turn = state.turn
    if turn and turn.owner and turn.event == "last":
        return said("then {who} carries its event out", who=player(turn.owner))
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
        Choice(words=BATTLEFIELD_NAMES[each], href=href, barred=_bars(scene, side, each, taps))
        for each, href in taps.battlefields.items()
    )
    opens = len(taps.barred) < len(fronts)
    tracks = tuple(_track_choice(scene, entry) for entry in entries if entry["type"] in TRACKS)
    pieces: tuple[Piece, ...] = (
        Lead(said("Tap a battlefield to attack it." if opens else "No front can be attacked now.")),
        Choices(label="Battlefields to attack", choices=fronts, shape="chips"),
        *((Choices(label="Tracks", choices=tracks),) if tracks else ()),
    )
    question = Question(
        kind="points",
        title=said("Spend {left}", left=left),
        pieces=pieces,
        missing="Tap a battlefield" if opens else "Choose above",
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


def _bars(scene: Scene[State], side: Side, at: str, taps: Taps) -> str:
    """What bars a battlefield from every attack, as the rules say it of a push."""
    if at not in taps.barred:
        return ""
    return why_not(scene.state, DRY["push"] | {"side": side, "battlefield": at})


def _track(scene: Scene[State], side: Side, entry: Json) -> tuple[Question, tuple[Outlook, ...]]:
    """A track to push on: how far, and what it is worth."""
    what, title = TRACKS[entry["type"]]
    now, most = scene.state.track(what)[side], entry["max"]
    points = _points(scene, range(1, most + 1))
    action = {"type": entry["type"], "side": side, "points": points}
    choices = tuple(
        Choice(
            words=str(now + n),
            small=count(n, "point"),
            href=keep(scene.draft, points=n),
            chosen=n == points,
            key=f"points-{n}",
        )
        for n in range(1, most + 1)
    )
    question = Question(
        kind=what,
        title=title,
        icon=Icon(what),
        pieces=(
            Lead(said("Raise it to which number? It stands on {now}.", now=now)),
            Choices(label=title, choices=choices, shape="tiles"),
        ),
        main=Deed(
            words=said("{title} to {then}", title=NAMES[what], then=now + points),
            small=count(points, "point"),
            action=tap(action),
        ),
        back=fresh(scene.draft),
    )
    return _paid(scene, side, question), _sure(scene.state, action)


def _points(scene: Scene[State], amounts: Sequence[int]) -> int:
    """How many points are being weighed: those of the address, else as many as there are."""
    asked = scene.draft.get("points", "")
    chosen = int(asked) if asked.isdecimal() and len(asked) < 3 else 0
    return chosen if chosen in amounts else amounts[-1]


def _sure(state: State, action: Json) -> tuple[Outlook, ...]:
    """The table after a deed without dice."""
    return (Outlook("", apply(state, action).state),)


def _fronts(entries: Sequence[Json]) -> frozenset[str]:
    """The battlefields on which some attack may be made."""
    open_ = {entry["battlefield"] for entry in entries if entry["type"] == "steady_push"}
    for entry in entries:
        if entry["type"] in ("frontal_charge", "concentrated_assault"):
            open_ |= set(entry["battlefields"])
    return frozenset(open_)


def _at(scene: Scene[State], battlefield: str) -> str:
    do = scene.draft.get("do", "")
    return fresh(scene.draft, do=do if do in ATTACKS else None, at=battlefield)


def _attack(
    scene: Scene[State], side: Side, entries: Sequence[Json], at: str
) -> tuple[Question, tuple[Outlook, ...]]:
    """The attacks that this battlefield allows; the one asked for with all that there is to know."""
    found = {each.id: each for each in offers(scene.state, side, entries, at)}
    chosen = found.get(scene.draft.get("do", ""))
    if chosen and chosen.amounts:
        return _push(scene, side, chosen, at)
    if chosen:
        return _weighed(scene, side, chosen, at), chosen.outlooks
    choices = tuple(
        _offer(scene, found[each], at) if each in found else _barred(scene, side, each, at)
        for each in ATTACKS
    )
    title = said("Attack {where}", where=BATTLEFIELD_NAMES[at])
    question = Question(
        kind="attacks",
        title=title,
        pieces=(Choices(label=title, choices=choices),),
        missing="Choose an attack" if found else "No attack here now",
        back=fresh(scene.draft),
    )
    return _paid(scene, side, question), ()


def _barred(scene: Scene[State], side: Side, attack: str, at: str) -> Choice:
    """An attack that the rules refuse here, and why."""
    why = why_not(scene.state, DRY[attack] | {"side": side, "battlefield": at})
    sign, title = SIGNS[attack]
    return Choice(words=title, icon=Icon(sign), barred=why)


def _offer(scene: Scene[State], offer: Offer, at: str) -> Choice:
    small = said("{cost}. {danger}", cost=offer.cost, danger=offer.danger) if offer.danger else offer.cost
    return Choice(
        key=offer.id,
        words=SIGNS[offer.id].title,
        small=small,
        end=offer.end,
        icon=Icon(SIGNS[offer.id].sign),
        href=keep(scene.draft, at=at, do=offer.id),
    )


def _heading(scene: Scene[State], side: Side, offer: Offer, at: str) -> Question:
    sign, title = SIGNS[offer.id]
    words = said("{what} on {where}", what=title, where=BATTLEFIELD_NAMES[at])
    back = keep(scene.draft, do=None, points=None)
    return _paid(scene, side, Question(kind=offer.id, title=words, icon=Icon(sign), back=back))


def _push(scene: Scene[State], side: Side, offer: Offer, at: str) -> tuple[Question, tuple[Outlook, ...]]:
    points = _points(scene, [each.points for each in offer.amounts])
    chosen = next(each for each in offer.amounts if each.points == points)
    choices = tuple(
        Choice(
            words=each.words,
            end=each.small,
            href=keep(scene.draft, points=each.points),
            chosen=each is chosen,
            key=f"points-{each.points}",
        )
        for each in offer.amounts
    )
    pieces = (Note(said("{cost}.", cost=offer.cost)), Choices(label="How far", choices=choices))
    main = Deed(
        words=said("Push for {points}", points=chosen.small), small=chosen.words, action=tap(chosen.action)
    )
    question = replace(_heading(scene, side, offer, at), pieces=pieces, main=main)
    return question, _sure(scene.state, chosen.action)


def _weighed(scene: Scene[State], side: Side, offer: Offer, at: str) -> Question:
    """An attack with dice, all that it may do, and the deed itself."""
    these = Deed(words=offer.waits, name="dice", action="these", live=offer.live)
    rolled = Deed(words="Roll for us", name="dice", action="app", icon=Icon("roll"), free=True)
    heading = _heading(scene, side, offer, at)
    return replace(heading, pieces=offer.pieces, action=offer.action, main=these, lesser=(rolled,))
