"""Phase 7 on the screens: what the master builder may do, where, and what it would be worth."""

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.verraeter.data import MOST_OFFICES
from companion.games.verraeter.rules.legal import legal
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import land_name, land_words
from companion.games.verraeter.screens.placing import spots, worth
from companion.games.verraeter.screens.seeing import Values, fresh, whole
from companion.games.verraeter.state import State

WORDS = {
    "estate": ("Build an estate", "A new card under a free landscape.", "estate"),
    "office": ("Build an office", "Counts at the end, under any landscape.", "office"),
    "move": ("Move a card", "It keeps its side.", "move"),
    "flip": ("Turn a card over", "Estate to office, or back.", "redo"),
}
ASKS = {
    "estate": "Tap the landscape for the new estate.",
    "office": "Tap the landscape for the new office.",
    "flip": "Tap the card to turn over.",
}


def build_panel(scene: Scene[State], who: str) -> tuple[Values, Taps]:
    """Exactly one deed, or none (R14)."""
    entries = {entry["op"]: entry for entry in legal(scene.state)}
    deed = scene.draft.get("do", "")
    blocked = {each: _blocked(scene.state, who, entries, each) for each in WORDS}
    if deed in WORDS and not blocked[deed]:
        return (_move if deed == "move" else _here)(scene, who, entries)
    return _deeds(scene, who, blocked), Taps()


def _deeds(scene: Scene[State], who: str, blocked: dict[str, str]) -> Values:
    return {
        "template": "verraeter/turn/build.html",
        "title": "Build one thing",
        "lead": "The master builder does exactly one of these, or nothing.",
        "deeds": [
            {"href": None if blocked[each] else fresh(scene, do=each), "name": name, "sign": sign,
             "words": blocked[each] or words}
            for each, (name, words, sign) in WORDS.items()
        ],
        "action": tap({"type": "build", "player": who, "op": "pass"}),
    }  # fmt: skip


def _blocked(state: State, who: str, entries: dict[str, Json], deed: str) -> str:
    """Why a deed cannot be done; empty where it can."""
    place = entries["place"]
    if deed in ("estate", "office") and not place["landscapes"]:
        return "All three of your cards lie in the circle."
    if deed == "office" and "office" not in place["sides"]:
        if state.options.build_side == "estate":
            return "At this table a new card comes in as an estate (R14)."
        return f"You have {MOST_OFFICES} offices already, the most there are."
    if deed == "move" and not entries["move"]["to"]:
        return "None of your cards lies in the circle."
    if deed == "flip" and not entries["flip"]["landscapes"]:
        return (
            "Nothing to turn: two offices are the most."
            if state.buildings(who)
            else "None of your cards lies there."
        )
    return ""


def _here(scene: Scene[State], who: str, entries: dict[str, Json]) -> tuple[Values, Taps]:
    """A deed at one landscape."""
    deed, state = scene.draft["do"], scene.state
    open_ = entries["flip" if deed == "flip" else "place"]["landscapes"]
    at = whole(scene, "at")
    chosen = at if at in open_ else None
    links = {n: fresh(scene, do=deed, at=n) for n in open_}
    use = None if chosen is None else _use(state, who, deed, chosen)
    return _chooser(scene, deed, ASKS[deed], links, chosen) | {"chosen": use}, _taps(links, chosen)


def _chooser(scene: Scene[State], deed: str, ask: str, links: dict[int, str], chosen: int | None) -> Values:
    return {
        "template": "verraeter/turn/building.html",
        "title": WORDS[deed][0],
        "lead": ask,
        "spots": spots(scene.state, links, chosen),
        "back": fresh(scene),
    }


def _taps(links: dict[int, str], *chosen: int | None) -> Taps:
    return Taps(links, chosen=frozenset(n for n in chosen if n is not None))


def _use(state: State, who: str, deed: str, at: int) -> Values:
    name = land_name(state, at)
    build = {"type": "build", "player": who}
    if deed == "flip":
        card = state.circle[at].building
        side = "office" if card and card.side == "estate" else "estate"
        use = {"action": tap({**build, "op": "flip", "landscape": at}), "button": f"Turn it into an {side}"}
        return use | {"note": _side_note(state, who, side, at)}
    action = {**build, "op": "place", "landscape": at, "side": deed}
    return {
        "action": tap(action),
        "button": f"{deed.title()} under the {name}",
        "note": _side_note(state, who, deed, at),
    }


def _side_note(state: State, who: str, side: str, at: int) -> str:
    """What a card on that side is worth there; a warning where it cannot score."""
    if side == "office":
        return _office_note(state, who)
    if state.round >= state.rounds:
        return "This is the last round: supply counts only for offices. " + worth(state, who, at)
    return worth(state, who, at)


def _office_note(state: State, who: str) -> str:
    cap, held = state.options.office_card_cap, len(state.player(who).hand)
    counted = held if cap is None else min(held, cap)
    most = "every supply card" if cap is None else f"up to {cap} supply cards"
    now = f"now {counted}" if counted else "now nothing, for you hold none"
    return f"At the end it scores a point for {most} in your hand: {now}."


def _move(scene: Scene[State], who: str, entries: dict[str, Json]) -> tuple[Values, Taps]:
    """First the card, then where it goes."""
    move = entries["move"]
    source, target = whole(scene, "from"), whole(scene, "to")
    if source is None or source not in move["from"]:
        links = {n: fresh(scene, **{"do": "move", "from": n}) for n in move["from"]}
        return _chooser(scene, "move", "Tap the card to move.", links, None) | {"chosen": None}, _taps(links)
    links = {n: fresh(scene, **{"do": "move", "from": source, "to": n}) for n in move["to"]}
    chosen = target if target is not None and target in links else None
    ask = f"From the {land_words(scene.state, source)}: tap where it goes."
    use = None if chosen is None else _moved(scene.state, who, source, chosen)
    return _chooser(scene, "move", ask, links, chosen) | {"chosen": use}, _taps(links, source, chosen)


def _moved(state: State, who: str, source: int, target: int) -> Values:
    card = state.circle[source].building
    action = {"type": "build", "player": who, "op": "move", "from": source, "to": target}
    office = card is not None and card.side == "office"
    note = (
        "It gains nothing: an office counts under any landscape (R25)."
        if office
        else worth(state, who, target)
    )
    return {"action": tap(action), "button": f"Move it to the {land_name(state, target)}", "note": note}
