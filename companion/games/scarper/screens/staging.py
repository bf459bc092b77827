"""Scarper on the stage: the front, the tracks in the strip, the question, one's own cards at the foot."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import (
    Chip,
    Cover,
    Hand,
    Icon,
    Part,
    Question,
    Stage,
    Strip,
    StripFact,
    Would,
    said,
)
from companion.games.scarper.data import SIDE_NAMES, SIDES
from companion.games.scarper.screens.board import Outlook, Taps, front
from companion.games.scarper.screens.cards import card_edge
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.frame import changes, warnings
from companion.games.scarper.screens.ghost import ghosts
from companion.games.scarper.screens.missions import kept_missions, may_show
from companion.games.scarper.screens.moment import moment
from companion.games.scarper.screens.people import first_of_all
from companion.games.scarper.screens.stations import scored_now
from companion.games.scarper.screens.tracks import NAMES, morale
from companion.games.scarper.screens.year import lead_words
from companion.games.scarper.state import State


def staged(scene: Scene[State], ask: Question, taps: Taps, marker: int | None) -> Stage:
    """The whole stage; `marker` is where the morale marker stands while a year is walked through."""
    state = scene.state
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    drawn = Taps(chosen=taps.chosen) if scene.room == "tv" else taps
    drawing = front(state, drawn, before) | {"ghosts": ghosts(state, drawn.outlooks)}
    adjusts = scene.sight.acts and state.phase != "over"
    walks = ask.kind == "scoring" and scene.walk is not None
    return Stage(
        ask=ask,
        board=Part("scarper/board.html", {"front": drawing}, "The front"),
        strip=_strip(state, before, taps, state.morale if marker is None else marker),
        hand=_hand(scene, taps),
        moment=moment(scene),
        warnings=() if walks else tuple(warnings(scene)),
        changes=tuple(changes(before, state)) if before and not walks else (),
        walks=walks,
        adjust=fresh(scene.draft, do="adjust") if adjusts else "",
    )


def _strip(state: State, before: State | None, taps: Taps, marker: int) -> Strip:
    scores = _scores(state, taps.outlooks) if state.phase in ("rounds", "reveal") else None
    drawn = morale(marker, before.morale if before else None, scores[1] if scores else ())
    tracks = (_track(state, taps, what) for what in NAMES)
    scored = (_scored(*scores),) if scores else ()
    return Strip(facts=(*tracks, *scored), lead=Part("scarper/morale.html", {"morale": drawn}, "Morale"))


def side_ahead(morale_: int) -> str:
    """In whose favour a number of the Morale Track is."""
    return "allied" if morale_ > 0 else "german" if morale_ < 0 else ""


def _track(state: State, taps: Taps, what: str) -> StripFact:
    return StripFact(
        key=what,
        name=NAMES[what],
        icon=Icon(what),
        href=taps.tracks.get(what, ""),
        chips=tuple(Chip(str(state.track(what)[side]), side) for side in SIDES),
        woulds=tuple(
            Would(each.key, str(each.after.track(what)[side]), side)
            for each in taps.outlooks
            for side in SIDES
            if each.after.track(what)[side] != state.track(what)[side]
        ),
    )


def _scores(state: State, outlooks: Sequence[Outlook]) -> tuple[int, list[tuple[str, int]]]:
    """Where the marker would stand if the year were scored now, and where else after what is weighed."""
    now = scored_now(state)
    then = [(each.key, scored_now(each.after)) for each in outlooks]
    return now, [(key, at) for key, at in then if at != now]


def _scored(now: int, then: Sequence[tuple[str, int]]) -> StripFact:
    side = side_ahead(now)
    woulds = tuple(
        Would(key, str(abs(at)) if side_ahead(at) == side else lead_words(at), side_ahead(at))
        for key, at in then
    )
    return StripFact(
        key="scored",
        rule="scored-now",
        name="Scored now",
        small=SIDE_NAMES[side] if side else "",
        value=str(abs(now)),
        side=side,
        woulds=woulds,
    )


def _hand(scene: Scene[State], taps: Taps) -> Hand | None:
    """One's own cards and missions, where they may lie open."""
    side = next((each for each in SIDES if may_show(scene, each)), None)
    if side is None or scene.state.hands[side].cards is None:
        return None
    chosen = scene.draft.get("card")
    cards = [
        card_edge(scene.state, each, taps.cards.get(each, ""), each == chosen and each in taps.cards)
        for each in scene.state.hands[side].cards or ()
    ]
    edges = (*cards, *kept_missions(scene.state, side))
    if not edges:
        return None
    return Hand(words=said("{who}'s hand", who=first_of_all(side)), side=side, icon=Icon(side), edges=edges)


def covers(state: State, seat: str) -> Cover | None:
    """A side's cards and missions; nothing where its cards lie on the table, or once the war is over."""
    side = next((each for each in SIDES if each == seat), None)
    if side is None or state.phase == "over" or state.options.cards == "table":
        return None
    return Cover(name=said("{who}'s hand", who=first_of_all(side)), side=side, icon=Icon(side))
