"""Scarper's screens out of one scene: the front on the stage, the question, one's cards at the foot."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import (
    Chip,
    Cover,
    Effect,
    Hand,
    Icon,
    Moment,
    Part,
    Question,
    Screen,
    Stage,
    Strip,
    StripFact,
    Throw,
    Words,
    Would,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.rules.cards import charge_at
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.screens.board import (
    NAMES,
    Outlook,
    Taps,
    first_of_all,
    fresh,
    front,
    ghosts,
    morale,
    one,
)
from companion.games.scarper.screens.cards import card_edge, kept_missions, may_show
from companion.games.scarper.screens.turn import hand_side, question
from companion.games.scarper.screens.year import bar, changes, lead_words, scored_now, warnings
from companion.games.scarper.state import State


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a charge; any other action is told by the house itself."""
    action = scene.last
    if not isinstance(action, dict) or action.get("type") != "frontal_charge" or len(scene.trail) < 2:
        return None
    return _charge(action, scene.trail[-2], scene.state)


def _charge(action: Json, before: State, now: State) -> Moment:
    side: Side = action["side"]
    foe, at, rolls = OTHER[side], action["battlefield"], action["rolls"]
    charge = charge_at(before, side, at)
    attack, defence = charge.attack_bonus, charge.defence_bonus
    margin = rolls["attacker"] + attack - rolls["defender"] - defence
    verdict = Effect(_verdict(margin), side if margin > 0 else foe if margin < 0 else "", Icon(side))
    moved = (Effect(words, side) for words in changes(before, now))
    title = said("{who} charges at {where}", who=one(side), where=BATTLEFIELD_NAMES[at])
    throws = (_throw(side, rolls["attacker"], attack), _throw(foe, rolls["defender"], defence))
    return Moment(title=title, side=side, throws=throws, effects=(verdict, *moved))


def _throw(side: Side, face: int, bonus: int) -> Throw:
    parts = (
        said("die {face}, {bonus} added", face=face, bonus=signed(bonus))
        if bonus
        else said("die {face}", face=face)
    )
    return Throw(one(side), (face,), str(face + bonus), parts, side)


def _verdict(margin: int) -> Words:
    """Who won, and by how much.

    >>> [str(_verdict(n)) for n in (3, 0, -2)]
    ['Won by 3', 'A tie', 'Repulsed by 2']
    """
    if margin == 0:
        return "A tie"
    return said("Won by {n}", n=margin) if margin > 0 else said("Repulsed by {n}", n=-margin)


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


def view(scene: Scene[State]) -> Screen:
    """All that is shown; what the scene's sight may not see is not in it."""
    own = hand_side(scene) if scene.room == "hand" else None
    return Screen(bar(scene.state, _acting(scene.state), own), {}, staged(scene, *question(scene)))


def _acting(state: State) -> Side | None:
    acting = actors(state)
    return acting[0] if len(acting) == 1 else None
