"""One unit on the table of its owner: its card, what it may do now, and the deed that is being chosen."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Icon, Note, Own, Piece, Question, Way, said
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import SHEET, miniature, place_words, unit_card
from companion.games.parabellum.screens.combat import cache_fire, fighting, shelling
from companion.games.parabellum.screens.deeds import (
    Entry,
    against,
    boardroom,
    moving,
    mustering,
    of_unit,
    offers,
    real_map,
    supplying,
)
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.deeds.spending import against_spending, spending
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import foe_of, told
from companion.games.parabellum.screens.notebook import page
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.state import State

DETAILS: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": moving.move,
    "reposition": moving.reposition,
    "entrench": moving.at_once,
    "dig_out": moving.at_once,
    "extract": moving.at_once,
    "deploy": moving.deploy,
    "alight": moving.alight,
    "muster": mustering.muster,
    "stow": supplying.cargo,
    "unstow": supplying.cargo,
    "board": supplying.board_transport,
    "transfer": supplying.transfer,
    "cache": supplying.cache,
    "pick_up": supplying.pick_up,
    "resupply": supplying.resupply,
    "engineer": supplying.engineer,
    "recon": fighting.recon,
    "attack": fighting.attack,
    "attack_cache": cache_fire.attack_cache,
    "barrage": shelling.barrage,
    "reorganize": boardroom.reorganize,
    "disband": boardroom.disband,
    "scrap": boardroom.scrap,
}
REAL: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": real_map.go,
    "deploy": real_map.go,
    "alight": real_map.go,
    "stand": real_map.go,
    "engineer": real_map.work,
    "cache": real_map.cache,
}
"""Where the map lies on the table."""
FIRST = ("muster", "move", "deploy", "barrage", "recon", "attack", "attack_cache")
"""Deeds that open by themselves when their unit is tapped."""


type Open = tuple[Question, Detail]
"""A question, and what the deed that is open in it lets tap and weighs."""


def unit_question(scene: Scene[State], me: str, unit: str, entries: list[Entry]) -> Open:
    """An own unit: its card, its deeds, and the one that is open."""
    state = scene.state
    can = of_unit(entries, unit) if me in scene.sight.acts else {}
    doing = scene.draft.get("do", "")
    if doing not in can:
        doing = next((kind for kind in FIRST if kind in can), next(iter(can)) if len(can) == 1 else "")
    detail = _detail(scene, can, doing)
    card = unit_card(state, unit)
    question = Question(
        kind=f"unit-{doing}",
        title=card["name"],
        under=said("{id} {where}", id=card["under"], where=card["place"]),
        icon=Icon(card["sign"], SHEET),
        side=card["seat"],
        pieces=(*_why(detail.taps), *_first(scene, doing, detail), _gauges(scene, me, unit, can),
                *([Note(card["note"])] if card["note"] else ()),
                *(Note(words) for words in ([] if can else against(state, me, unit))),
                *offers(scene, unit, can, doing), *_after(doing, detail)),
        main=detail.main,
        lesser=detail.lesser,
        missing=detail.missing if can else "Nothing to do now",
        to=detail.to,
        back=fresh(scene),
    )  # fmt: skip
    return question, replace(detail, taps=_with(detail.taps, frozenset({unit})))


def _why(taps: Taps) -> tuple[Note, ...]:
    """What bars the square that was tapped, in words."""
    if taps.why is None:
        return ()
    square, why = taps.why
    return (Note(said("Not {square}: {why}", square=at(square), why=why), warns=True),)


WEIGHED = ("attack", "attack_cache", "barrage")
"""Deeds of which the odds stand first, the card below."""


def _first(scene: Scene[State], doing: str, detail: Detail) -> tuple[Piece, ...]:
    return detail.pieces if _leads(doing, detail) else ()


def _after(doing: str, detail: Detail) -> tuple[Piece, ...]:
    return () if _leads(doing, detail) else detail.pieces


def _leads(doing: str, detail: Detail) -> bool:
    return doing in WEIGHED or detail.to == "here"


def _detail(scene: Scene[State], can: Mapping[str, list[Entry]], doing: str) -> Detail:
    details = DETAILS if scene.state.tracked else {**DETAILS, **REAL}
    return details[doing](scene, can[doing]) if doing in details else Detail(missing="Choose what it does")


def _gauges(scene: Scene[State], me: str, unit: str, can: Mapping[str, list[Entry]]) -> Own:
    """What its card holds: a tap on a part opens what spends it, or it is said why nothing does."""
    spent = spending(scene, unit, can)
    idle = against_spending(scene.state, me, unit, spent)
    card = unit_card(scene.state, unit) | {"spend": spent, "idle": idle}
    return Own(template="parabellum/unit.html", values={"card": card})


def _with(taps: Taps, here: frozenset[str]) -> Taps:
    return replace(taps, chosen=taps.chosen | here)


def other_question(scene: Scene[State], me: str | None, unit: str) -> Open:
    """Somebody else's miniature: what everybody sees of it, and what is known of its card."""
    state, seen = scene.state, miniature(scene.state, unit)
    foe, written = foe_of(scene, unit), page(scene, unit)
    known = told(scene, foe) or "Its card is behind its company's screen."
    notes = (Note(known),) if foe.report or not written else ()
    drawn = Own(template="parabellum/flag.html", values={"beads": seen["beads"]})
    pieces, deed = _stand(state, me, unit)
    question = Question(
        kind="other",
        title=said("{kind} {id}", kind=seen["kind"], id=unit),
        under=said("{who}, {where}", who=who(state, state.units[unit].owner), where=place_words(state, unit)),
        icon=Icon(seen["sign"], SHEET),
        side=seen["seat"],
        pieces=(*(written or (drawn,)), *notes, *pieces),
        main=deed or Way(words="Back", href=fresh(scene)),
        back=fresh(scene),
    )
    return question, Detail(taps=Taps(chosen=frozenset({unit})))


def _stand(state: State, me: str | None, unit: str) -> tuple[tuple[Piece, ...], Deed | None]:
    """On a real map: what somebody else's miniature stands on, said by whose turn it is."""
    if state.tracked or me is None or me != state.active:
        return (), None
    action = {"type": "stand", "player": me, "unit": unit}
    return real_map.ground_form(state, action, real_map.WORDS["stand"])
