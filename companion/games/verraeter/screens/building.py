"""Phase 7 on the screens: what the master builder may do, where, and what it would be worth."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Scene
from companion.engine.looking import fresh, whole
from companion.engine.stage import Choice, Choices, Deed, Icon, Note, Question, Words, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.verraeter.rules import apply
from companion.games.verraeter.rules.legal import legal
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import SIGNS, land_name, land_words
from companion.games.verraeter.screens.placing import is_friendly, worth
from companion.games.verraeter.state import Building, State

WORDS = {
    "estate": ("Build an estate", "A new card under a free landscape.", Icon("estate", SIGNS)),
    "office": ("Build an office", "Counts at the end, under any landscape.", Icon("office", SIGNS)),
    "move": ("Move a card", "It keeps its side.", Icon("move", SIGNS)),
    "flip": ("Turn a card over", "Estate to office, or back.", Icon("redo")),
}
ASKS = {
    "estate": "Tap the landscape for the new estate",
    "office": "Tap the landscape for the new office",
    "flip": "Tap the card to turn over",
}


def build_question(scene: Scene[State], who: str) -> tuple[Question, Taps]:
    """Exactly one deed, or none (R14)."""
    entries = {entry["op"]: entry for entry in scene.once(legal)}
    deed = scene.draft.get("do", "")
    barred = {each: _barred(scene.state, who, entries, each) for each in WORDS}
    if deed in WORDS and not barred[deed]:
        return (_move if deed == "move" else _here)(scene, who, entries)
    return _deeds(scene, who, barred), Taps()


def _deeds(scene: Scene[State], who: str, barred: Mapping[str, Words]) -> Question:
    choices = tuple(
        Choice(words=name, small=words, icon=icon, href=fresh(scene, do=each), barred=barred[each])
        for each, (name, words, icon) in WORDS.items()
    )
    nothing = Deed(words="Build nothing", action=tap({"type": "build", "player": who, "op": "pass"}))
    under = "The master builder does exactly one of these, or nothing."
    pieces = (Choices(label="What to build", choices=choices),)
    return Question(
        kind="build",
        title="Build one thing",
        under=under,
        pieces=pieces,
        lesser=(nothing,),
        missing="Choose one",
    )


def _barred(state: State, who: str, entries: Mapping[str, Json], deed: str) -> Words:
    """Why a deed cannot be done, as the rules refuse it; empty where it can."""
    free, own = state.free()[0], (*state.buildings(who), 0)[0]
    place = {"op": "place", "landscape": free, "side": deed}
    tries = {
        "estate": place,
        "office": place,
        "move": {"op": "move", "from": own, "to": free},
        "flip": {"op": "flip", "landscape": (*entries["flip"]["landscapes"], own)[0]},
    }
    try:
        apply(state, {"type": "build", "player": who, **tries[deed]})
    except IllegalAction as refused:
        return refused.message
    return ""


def _here(scene: Scene[State], who: str, entries: Mapping[str, Json]) -> tuple[Question, Taps]:
    """A deed at one landscape."""
    deed, state = scene.draft["do"], scene.state
    open_ = entries["flip" if deed == "flip" else "place"]["landscapes"]
    at = whole(scene, "at")
    links = {n: fresh(scene, do=deed, at=n) for n in open_}
    asked = _asks(scene, deed, ASKS[deed])
    if at is None or at not in open_:
        return asked, Taps(links)
    turned = (
        _turned(state, at) if deed == "flip" else Building(who, "office" if deed == "office" else "estate")
    )
    main, note = _built(state, who, deed, at, turned)
    return replace(asked, pieces=(note,), main=main), _taps(links, {at: turned}, at)


def _asks(scene: Scene[State], deed: str, missing: str) -> Question:
    """A deed whose place is still to be tapped."""
    name, words, icon = WORDS[deed]
    return Question(kind=f"build-{deed}", title=name, under=words, icon=icon, missing=missing,
                    back=fresh(scene), opens="peek")  # fmt: skip


def _taps(links: dict[int, str], ghosts: dict[int, Building], *chosen: int) -> Taps:
    return Taps(links, chosen=frozenset(chosen), ghosts=ghosts)


def _turned(state: State, at: int) -> Building:
    """The card there on its other side."""
    card = state.circle[at].building
    if card is None:
        raise ValueError(f"Nothing lies under landscape {at}.")
    return Building(card.player, "office" if card.side == "estate" else "estate")


def _built(state: State, who: str, deed: str, at: int, card: Building) -> tuple[Deed, Note]:
    build = {"type": "build", "player": who, "landscape": at}
    if deed == "flip":
        words, action = said("Turn it into an {side}", side=card.side), {**build, "op": "flip"}
    else:
        words = said("{side} under the {land}", side=card.side.title(), land=land_name(state, at))
        action = {**build, "op": "place", "side": card.side}
    return Deed(words=words, action=tap(action)), _advice(state, who, card.side, at)


def _advice(state: State, who: str, side: str, at: int) -> Note:
    """What a card on that side is worth there; it warns where it brings nothing as things stand."""
    if side == "office":
        return _office_advice(state, who)
    late = state.round >= state.rounds
    words = "This is the last round: supply counts only for offices. " if late else ""
    useless = late and not state.buildings(who, "office")
    return Note(words + worth(state, who, at), warns=useless or not is_friendly(state, who, at))


def _office_advice(state: State, who: str) -> Note:
    cap, held = state.options.office_card_cap, len(state.player(who).hand)
    counted = held if cap is None else min(held, cap)
    most = "every supply card" if cap is None else f"up to {cap} supply cards"
    now = f"now {counted}" if counted else "now nothing, for you hold none"
    return Note(f"At the end it scores a point for {most} in your hand: {now}.", warns=not counted)


def _move(scene: Scene[State], who: str, entries: Mapping[str, Json]) -> tuple[Question, Taps]:
    """First the card, then where it goes."""
    state, move = scene.state, entries["move"]
    source, target = whole(scene, "from"), whole(scene, "to")
    if source is None or source not in move["from"]:
        links = {n: fresh(scene, **{"do": "move", "from": n}) for n in move["from"]}
        return _asks(scene, "move", "Tap the card to move"), Taps(links)
    links = {n: fresh(scene, **{"do": "move", "from": source, "to": n}) for n in move["to"]}
    under = said("From the {land}.", land=land_words(state, source))
    asked = replace(_asks(scene, "move", "Tap where it goes"), under=under)
    card = state.circle[source].building
    if target is None or target not in links or card is None:
        return asked, _taps(links, {}, source)
    main, note = _moved(state, who, source, target)
    return replace(asked, pieces=(note,), main=main), _taps(links, {target: card}, source, target)


def _moved(state: State, who: str, source: int, target: int) -> tuple[Deed, Note]:
    card = state.circle[source].building
    action = {"type": "build", "player": who, "op": "move", "from": source, "to": target}
    main = Deed(words=said("Move it to the {land}", land=land_name(state, target)), action=tap(action))
    if card is not None and card.side == "office":
        return main, Note("It gains nothing: an office counts under any landscape (R25).", warns=True)
    return main, _advice(state, who, "estate", target)
