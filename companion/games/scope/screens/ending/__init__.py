"""The end: both fronts and both seals are opened, and every turn can be gone through with all cards up."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.looking import Values, fresh, whole
from companion.engine.scene import Scene
from companion.engine.stage import Own, Part, Piece, Question, Stage, Strip, Way, said
from companion.engine.wording import count
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, Reason, Side
from companion.games.scope.rules.resulting import WORDS
from companion.games.scope.rules.sealing import line
from companion.games.scope.screens.asked import own_side
from companion.games.scope.screens.ending.board import Opened
from companion.games.scope.screens.ending.found import Found, Luck, found, luck
from companion.games.scope.screens.ending.told import Told, fallen, lines
from companion.games.scope.screens.ending.verdict import Verdict, verdict
from companion.games.scope.screens.frame import SIGNS, own_sign
from companion.games.scope.screens.lie import Lie
from companion.games.scope.state import State

NEAR = 7
"""So many beads lie on either side of the turn that is shown."""
HOW: Mapping[Reason, str] = {
    "snipers": "no sniper left",
    "points": "by points",
    "theme": "by the theme",
    "resigned": "given up",
}


def ended(scene: Scene[State]) -> Stage:
    """The stage of a game that is over, as it stands at the end or stood after one of its turns."""
    told, judged = lines(scene), verdict(scene)
    shown = _till(told, whole(scene, "turn"))
    state = shown[-1].after if shown else scene.state
    opened = Opened(Lie(state, own_side(scene) or "german"), shown)
    values = {"band": _band(state, judged), "city": opened.values()}
    return Stage(
        ask=_question(scene, told, judged),
        board=Part("scope/ended.html", values, "Both fronts, opened", SIGNS),
        strip=_strip(scene, told, shown),
    )


def _strip(scene: Scene[State], told: Sequence[Told], shown: Sequence[Told]) -> Strip:
    """The turns as beads, where a tap may lead on."""
    if scene.room == "tv" or not told:
        return Strip()
    return Strip(lead=Part("scope/beads.html", {"beads": _beads(scene, told, shown)}))


def _till(told: Sequence[Told], turn: int | None) -> Sequence[Told]:
    """The lines up to the end of a turn; all where none is asked for."""
    return told if turn is None else [each for each in told if each.turn <= turn]


def _band(state: State, judged: Verdict | None) -> Values:
    """Who has won; nobody where something does not fit."""
    if judged and judged.wrong:
        return {"side": "", "wrong": True, "words": judged.wrong, "score": "", "how": "No victory is told."}
    lead: Side = state.winner or "german"
    words = said("{side} victory", side=SIDE_NAMES[lead]) if state.winner else said("Turn {n}", n=state.turn)
    how = said("{how}, turn {n}", how=HOW[state.reason], n=state.turn) if state.reason else ""
    score = f"{state.score[lead]} : {state.score[ENEMY[lead]]}"
    return {"side": lead, "wrong": False, "words": words, "score": score, "how": how}


def _beads(scene: Scene[State], told: Sequence[Told], shown: Sequence[Told]) -> Values:
    """The turns in a row: whose each was, and whether something fell in it."""
    fell = {each.turn for each in fallen(told)}
    turns = {each.turn: each.side for each in told}
    here = shown[-1].turn if shown else 0
    following = next((turn for turn in turns if turn > here), next(iter(turns)))
    near = [(turn, side) for turn, side in turns.items() if abs(turn - here) <= NEAR]
    return {
        "all": [_bead(scene, *each, is_fell=each[0] in fell, is_here=each[0] == here) for each in near],
        "next": fresh(scene, turn=following),
        "words": f"Turn {here}",
    }


def _bead(scene: Scene[State], turn: int, side: Side, *, is_fell: bool, is_here: bool) -> Values:
    label = f"Turn {turn}, {SIDE_NAMES[side]}" + (", a target fell" if is_fell else "")
    return {"side": side, "fell": is_fell, "here": is_here, "href": fresh(scene, turn=turn), "label": label}


def _question(scene: Scene[State], told: Sequence[Told], judged: Verdict | None) -> Question:
    """The seals, every card that was turned up, and what can be done now."""
    state, wrong = scene.state, bool(judged and judged.wrong)
    winner = state.winner or "german"
    cards = found(told)
    pieces: list[Piece] = [_seals(judged)] if judged else []
    pieces += [_finds(cards)] if cards else []
    back = f"?seat={scene.own}" if scene.room == "hand" else "./"
    there = whole(scene, "turn") is not None
    return Question(
        kind="finished",
        title=_title(state, judged),
        under=WORDS[state.reason or "points"] if not wrong else "",
        icon=None if wrong else own_sign(winner),
        side="" if wrong else winner,
        pieces=tuple(pieces),
        opens="peek",
        main=Way(words="To the end", href=back) if there else None,
        missing="The game is over",
    )


def _title(state: State, judged: Verdict | None) -> str:
    if judged is None:
        return "All cards are open"
    if judged.wrong:
        return (
            "A seal does not fit"
            if not all(each.kept for each in judged.opened)
            else "Something does not fit"
        )
    return "Both seals are open"


def _seals(judged: Verdict) -> Own:
    fits = said(
        "{lines} played again from the sealed fronts: all by the rules.", lines=count(judged.lines, "line")
    )
    rows = [
        {
            "side": each.side,
            "name": SIDE_NAMES[each.side],
            "code": each.seal.code,
            "digest": each.seal.digest,
            "kept": each.kept,
            "line": line(each.front, each.salt),
        }
        for each in judged.opened
    ]
    values = {"all": rows, "words": judged.wrong or fits, "wrong": bool(judged.wrong), "signs": SIGNS}
    return Own(template="scope/seals.html", values=values)


def _finds(cards: Sequence[Found]) -> Own:
    rows = [
        {
            "side": each.side,
            "turn": each.turn,
            "words": f"{each.cell}: {'nothing' if each.card == 'empty' else CARD_NAMES[each.card]}",
            "chance": round(100 * each.chance),
            "hit": each.is_target,
        }
        for each in cards
    ]
    sides = [_luck(side, luck(cards, side)) for side in SIDES]
    return Own(template="scope/finds.html", values={"all": rows, "luck": sides, "signs": SIGNS})


def _luck(side: Side, found_: Luck) -> Values:
    words = f"{SIDE_NAMES[side]}: {found_.found} of {found_.of} found"
    return {"side": side, "words": words, "more": _signed(found_.more)}


def _signed(number: Fraction) -> str:
    """A number with its sign and one decimal.

    >>> _signed(Fraction(21, 10)), _signed(Fraction(-1, 3))
    ('+2.1', '−0.3')
    """
    return f"{float(number):+.1f}".replace("-", "−")
