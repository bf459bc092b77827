"""One tablet between two players: each holds his corner to look; what is secret is done in his own room."""

from dataclasses import replace

from companion.engine.looking import Values, fresh
from companion.engine.scene import Scene
from companion.engine.stage import Choice, Choices, Deed, Lead, Part, Question, Way, said
from companion.engine.wording import href, tap
from companion.games.scope.data import ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.rules.laying import acting
from companion.games.scope.rules.sealing import Seal
from companion.games.scope.screens.asked import Asked, Turn
from companion.games.scope.screens.city import Known, Taps, city
from companion.games.scope.screens.frame import SIGNS, own_sign, snipers
from companion.games.scope.screens.lie import Lie
from companion.games.scope.screens.tiles import TILES, known_deeds
from companion.games.scope.state import State
from companion.games.scope.state.naming import side_of, spoken

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
    left, of = snipers(state, side) or (0, 0)
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
    words = said("Your front is sealed. Nothing of it is on the glass: look away while {other} lays out.",
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
    lead = Lead(said(words, who=spoken(seat), other=spoken(other)))
    asked = Question(
        kind="between", title=said("{who} lays out", who=spoken(seat)), pieces=(lead,), side=side, waits=seat
    )
    return asked, board(scene, Taps(), Known())


def board(scene: Scene[State], taps: Taps, known: Known) -> Part:
    """The city between the two, and each one's edge of it."""
    drawn = city(Lie(scene.state), taps, known)
    return Part("scope/flat.html", {"city": drawn, "sides": corners(scene)}, "The city", SIGNS)


def question(scene: Scene[State]) -> Asked:
    """What can be done in the open is done here; all else in the acting side's own room, under its cover."""
    turn, asked = Turn(scene), _asked(Turn(scene))
    links = {at: fresh(scene, at=at) for at in scene.state.cells(ENEMY[turn.side])}
    chosen = frozenset({scene.draft.get("at", "")} & set(links))
    taps = Taps(cells=links if turn.entry("search") else {}, chosen=chosen)
    return replace(asked, icon=own_sign(turn.side), side=turn.side), taps


def _asked(turn: Turn) -> Question:
    title = said("{who} to act", who=spoken(turn.seat))
    if turn.state.phase == "turn":
        hint = "or tap a house" if turn.entry("search") else ""
        main = _search(turn) or replace(_own_room(turn), small=hint)
        return Question(kind="between", title=title, pieces=(_tiles(turn),), main=main)
    hold = turn.entry("hold") and Deed(words="Hold", action=tap(turn.action("hold")))
    ends = turn.entry("end_turn") and Deed(words="End the turn", action=tap(turn.action("end_turn")))
    lesser = tuple(deed for deed in (hold, ends) if deed)
    return Question(kind="between", title=title, main=_own_room(turn), lesser=lesser)


def _search(turn: Turn) -> Deed | None:
    at = turn.chosen("at", (turn.entry("search") or {}).get("cells"))
    return Deed(words=said("Search {at}", at=at), action=tap(turn.action("search", cell=at))) if at else None


def _own_room(turn: Turn, do: str = "") -> Way:
    where = {"turn": "Take the tablet", "decide": "Take the tablet to decide", "after": "Deploy"}
    there = "hand/" + href(seat=turn.seat, do=do or ("deploy" if turn.state.phase == "after" else ""))
    words = said("{who}: {what}", who=SIDE_NAMES[turn.side], what=where[turn.state.phase].lower())
    return Way(words=words, href=there, leaves=True)


def _tiles(turn: Turn) -> Choices:
    """The deeds that this seat may have; whether its own cards allow one is not told here."""
    tiles = (_tile(turn, kind) for kind in known_deeds(turn.state, turn.seat))
    return Choices(label="Actions", choices=tuple(tiles), shape="deeds")


def _tile(turn: Turn, kind: str) -> Choice:
    words, sign, _ = TILES[kind]
    if kind == "search":
        return Choice(words=words, icon=own_sign(sign), href=fresh(turn.scene), chosen=True, key=kind)
    if kind == "reinforce" and "infantry" not in turn.state.lost[turn.side]:
        return Choice(words=words, icon=own_sign(sign), barred="no infantry has fallen")
    there = _own_room(turn, kind).href
    return Choice(words=words, icon=own_sign(sign), href=there, leaves=True, extra=kind == "deploy", key=kind)
