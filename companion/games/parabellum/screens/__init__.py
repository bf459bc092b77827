"""Parabellum's screens out of one scene, for table, desk and TV: what is to be decided now, and all else."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import GameError
from companion.engine.game import Scene
from companion.engine.scene import NOBODY
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Fold,
    Icon,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Screen,
    Way,
    phrase,
)
from companion.engine.wording import Values, count, listed, sentence, tap
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.combat import check_attacker, targets
from companion.games.parabellum.rules.movement import allowed
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens import cards, combat, ending, manoeuvres, rear
from companion.games.parabellum.screens.board import Ghosts, Taps, board
from companion.games.parabellum.screens.cards import SHORT, bar, changes, companies, fresh, keeping, who
from companion.games.parabellum.screens.combat import answer_question
from companion.games.parabellum.screens.deeds import (
    NAMES,
    Detail,
    Entry,
    able,
    adjust_question,
    against,
    against_spending,
    entries_of,
    of_unit,
    offers,
    spending,
)
from companion.games.parabellum.screens.dice import story
from companion.games.parabellum.screens.manoeuvres import field
from companion.games.parabellum.screens.notebook import (
    NOTES,
    Danger,
    danger_drawn,
    dangers,
    foe_of,
    notebook_question,
    notes,
    page,
    sure_facts,
    wants_danger,
)
from companion.games.parabellum.screens.orders import (
    Orders,
    as_if_begun,
    held,
    moves_of,
    only_weighed,
    orders_of,
    pending,
    plans,
    with_orders,
)
from companion.games.parabellum.screens.rear import boardroom_question, goes, setup_question
from companion.games.parabellum.screens.scenario import (
    end_question,
    objectives,
    scenario_question,
    turn_order_question,
    withdraw_question,
)
from companion.games.parabellum.screens.shop import plan_question
from companion.games.parabellum.screens.stage import PLAN, books_question, staged
from companion.games.parabellum.state import State

__all__ = ["view"]


def view(scene: Scene[State]) -> Screen:
    """All that Parabellum shows; what the sight may not see, or what is still to be told, is not in it."""
    walk = ending.walk_of(scene)
    return _walked(scene, walk) if walk else _seen(scene)


def _walked(scene: Scene[State], walk: ending.Walk) -> Screen:
    """The end of a scenario while it is told: the table stands as it stood before, on every screen alike."""
    shown = _seen(Scene(walk.before, NOBODY, "tv", trail=(walk.before,)))
    assert shown.stage
    stage = replace(shown.stage, ask=ending.walk_question(scene, walk), walks=True)
    return Screen(replace(shown.bar, turn=None, hand=bar(scene).hand), shown.own, stage)


def _seen(scene: Scene[State]) -> Screen:
    me = SECRECY.own(scene)
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    acting = as_if_begun(scene, me) if me and plans(scene, me) else scene
    shown, detail, planned = _question(scene, acting, me)
    linked = replace(scene, draft={**scene.draft, "o": pending(scene, detail.weighed)})
    may = scene.may_act
    values = {
        "board": _board(linked, detail, planned) if scene.state.tracked else None,
        "field": [] if scene.state.tracked else field(scene),
        "companies": companies(scene.state),
        "panel": shown,
        "story": story(scene),
        "changes": changes(before, scene.state) if before else [],
        "adjust": fresh(scene, do="adjust") if may and me and scene.state.phase != "over" else "",
    }
    return Screen(bar(scene), values, staged(linked, values, planned.entries))


class Planned(NamedTuple):
    """The orders that are given, what can be done after them, and where the others can strike."""

    orders: Orders
    entries: list[Entry]
    danger: tuple[Danger, ...]


def _question(scene: Scene[State], acting: Scene[State], me: str | None) -> tuple[Question, Detail, Planned]:
    """What is asked; `acting` is the same table, or one's own next turn at it."""
    orders = orders_of(acting, me if acting.acts_for(me) else None)
    after = replace(acting, state=orders.state)
    entries = entries_of(after.state, me) if me and scene.acts_for(me) else []
    threats = dangers(scene) if wants_danger(scene.draft, bool(orders.given)) else ()
    shown, detail = question_of(after, entries)
    shown = with_orders(after, shown, orders, detail.weighed, threats)
    ghost = _after(orders.state, detail)
    if me and ghost is not scene.state and (orders.given or detail.weighed):
        shown = replace(shown, pieces=(*shown.pieces, *held(scene.state, ghost, me)))
    moves = moves_of(orders, detail.weighed)
    if me and moves and scene.state.phase == "movement":
        shown = replace(shown, lesser=to_attacks(ghost, me, moves))
    shown = only_weighed(scene, shown, detail.weighed) if acting is not scene else shown
    return keeping(scene, shown), detail, Planned(orders, entries, threats)


def _board(scene: Scene[State], detail: Detail, planned: Planned) -> Values:
    """The map with all that is ordered and weighed on it, as it would stand."""
    orders = planned.orders
    ways = (*(each.path for each in orders.given), *((detail.taps.path,) if detail.taps.path else ()))
    ghosts = Ghosts(_after(orders.state, detail), tuple(way for way in ways if way))
    drawn = danger_drawn(scene, planned.danger) if planned.danger else None
    return board(scene, detail.taps, ghosts, drawn)


def _after(state: State, detail: Detail) -> State:
    """The state once the weighed deed is done; the same where no deed is."""
    try:
        return apply(state, detail.weighed).state if detail.weighed else state
    except GameError:
        return state


type Open = tuple[Question, Detail]
"""A question, and what the deed that is open in it lets tap and weighs."""


BEFORE = ("movement", "deployment", "logistics", "special")
"""Phases from which one may go straight to the attacks."""


def way_on(state: State, me: str) -> Deed:
    """On to the next phase in which something can be done: those between end with this tap."""
    end = {"type": "end_phase", "player": me}
    passed = list(_passed(state, me))
    to = TURN_PHASES.index(state.phase) + 1 + len(passed)
    words = (
        phrase("On to {phase}", phase=PHASE_NAMES[TURN_PHASES[to]])
        if to < len(TURN_PHASES)
        else "End the turn"
    )
    small = phrase("nothing to do in {phases}", phases=listed(passed)) if passed else ""
    return Deed(words=words, small=small, action=tap([end] * (1 + len(passed))) if passed else tap(end))


def turn_over(state: State, me: str) -> Deed:
    left = len(TURN_PHASES) - TURN_PHASES.index(state.phase)
    end = {"type": "end_phase", "player": me}
    return Deed(words="End the turn", small=phrase("{n} phases", n=left), action=tap([end] * left))


def to_attacks(state: State, me: str, orders: Sequence[object] = ()) -> tuple[Deed, ...]:
    """Straight to the direct attacks where one can be made; `state` is after the `orders` done first."""
    far = TURN_PHASES.index("direct") - TURN_PHASES.index(state.phase) if state.phase in BEFORE else 0
    if not far or (far == 1 and not orders) or not _can_attack(state, me):
        return ()
    ends = [{"type": "end_phase", "player": me}] * far
    words = "Move, then attack" if orders else "To the attacks"
    at = TURN_PHASES.index("direct")
    skipped = listed(SHORT[phase][0] for phase in TURN_PHASES[at - far + 1 : at])
    small = phrase("without {phases}", phases=skipped) if skipped else ""
    return (Deed(words=words, small=small, action=tap([*orders, *ends]), then="?"),)


def _can_attack(state: State, me: str) -> bool:
    units = state.of(me, "map")
    return any(allowed(check_attacker, state, me, unit) and targets(state, unit) for unit in units)


def _passed(state: State, me: str) -> Iterator[str]:
    """The phases after this one in which no unit can do anything; the Boardroom is always worth a look."""
    if state.phase == "boardroom":
        return
    for phase in TURN_PHASES[TURN_PHASES.index(state.phase) + 1 : -1]:
        state = apply(state, {"type": "end_phase", "player": me}).state
        if able(entries_of(state, me)):
            return
        yield SHORT[phase][0]


SIGN = {
    "movement": Icon("march", cards.SHEET),
    "deployment": Icon("deploy", cards.SHEET),
    "logistics": Icon("cargo", cards.SHEET),
    "special": Icon("explosion", cards.SHEET),
    "direct": Icon("attack"),
}


def phase_question(scene: Scene[State], me: str, entries: list[Entry]) -> Question:
    state = scene.state
    ready = [unit for unit in state.of(me) if unit in able(entries)]
    units = tuple(_ready(scene, unit, entries) for unit in ready)
    lead = phrase("{what}.", what=SHORT[state.phase][2])
    reports = [cards.report_values(state, unit) for unit in state.reports]
    drawn = Own(template="parabellum/reports.html", values={"reports": reports})
    return Question(
        kind=state.phase,
        title=PHASE_NAMES[state.phase],
        under=phrase("{units} can act", units=sentence(count(len(ready), "unit"))),
        icon=SIGN[state.phase],
        side=cards.seat_of(state, me),
        pieces=(
            *told_pieces(scene),
            Lead(lead),
            *((Choices(label="Units that can act", choices=units),) if units else ()),
            *(
                (Fold(id="reports", title="Reported in this Combat phase", pieces=(drawn,), open=True),)
                if reports
                else ()
            ),
            more(scene, ends=bool(to_attacks(state, me))),
        ),
        main=way_on(state, me),
        lesser=to_attacks(state, me) or (turn_over(state, me),),
    )


def _ready(scene: Scene[State], unit: str, entries: list[Entry]) -> Choice:
    """A unit that can do something: what, and where it stands."""
    state, each = scene.state, scene.state.units[unit]
    deeds = listed(NAMES[kind].lower() for kind in of_unit(entries, unit))
    return Choice(
        words=phrase("{name} {sign}", name=state.called(unit), sign=state.sign(unit)),
        small=sentence(deeds),
        end=at(each.square) if each.square else "",
        icon=Icon(cards.type_sign(state, each.type), cards.SHEET),
        side=cards.seat_of(state, each.owner),
        href=fresh(scene, unit=unit),
    )


def told_pieces(scene: Scene[State]) -> tuple[Piece, ...]:
    """What the last dice did, drawn, as long as nothing else is chosen."""
    pieces = story(scene) if not set(scene.draft) - {"seat"} else None
    if not pieces:
        return ()
    drawn = Own(template="parabellum/story.html", values={"story": pieces})
    return (
        Fold(
            id="story", title=pieces["title"], pieces=(drawn,), open="report" in pieces or scene.room == "tv"
        ),
    )


def more(scene: Scene[State], *, ends: bool = False) -> Fold:
    """What else one may look up or do in any phase of a turn; `ends` where no button ends all of it."""
    over = turn_over(scene.state, scene.state.active or "") if ends else None
    ways = (
        Choice(words="Balance Sheet", href=fresh(scene, do="books"), icon=Icon("books")),
        Choice(words="Catalogue", href=fresh(scene, do=PLAN), icon=Icon("cards")),
        Choice(words="Notebook", href=fresh(scene, do=NOTES), icon=Icon("pen")),
        Choice(words="The booklet", href=fresh(scene, do="objectives"), icon=Icon("mission")),
        Choice(words="Withdraw from the scenario…", href=fresh(scene, do="withdraw"), icon=Icon("resign")),
        *((Choice(words=over.words, small=over.small, action=over.action),) if over else ()),
    )
    return Fold(
        id="more", title="Books, objectives, withdrawal", pieces=(Choices(label="More", choices=ways),)
    )


def waiting_question(scene: Scene[State], me: str | None) -> Question:
    """For whom the table waits, and the way to that company's own desk."""
    state = scene.state
    active = state.active or ""
    doing = PHASE_NAMES[state.phase]
    lead = SHORT[state.phase][2] if state.phase in SHORT else "Companies buy in turn, one resource a go"
    plan = (Way(words="Catalogue and plan", href=fresh(scene, do=PLAN)),) if me is not None else ()
    return Question(
        kind="waiting",
        title=phrase("{who}: {doing}", who=who(state, active), doing=doing) if active else doing,
        icon=SIGN.get(state.phase),
        side=cards.seat_of(state, active) if active else "",
        pieces=(
            *told_pieces(scene),
            Lead(phrase("{what}.", what=lead)),
            *(objectives(scene) if me is None else ()),
        ),
        lesser=plan,
        missing=phrase("Waiting for {who}", who=who(state, active)),
        waits=active if me is None else "",
    )


DETAILS: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": manoeuvres.move,
    "reposition": manoeuvres.reposition,
    "entrench": manoeuvres.at_once,
    "dig_out": manoeuvres.at_once,
    "extract": manoeuvres.at_once,
    "deploy": manoeuvres.deploy,
    "alight": manoeuvres.alight,
    "muster": rear.muster_detail,
    "stow": manoeuvres.cargo,
    "unstow": manoeuvres.cargo,
    "board": manoeuvres.board_transport,
    "transfer": manoeuvres.transfer,
    "cache": manoeuvres.cache,
    "pick_up": manoeuvres.pick_up,
    "resupply": manoeuvres.resupply,
    "engineer": manoeuvres.engineer,
    "recon": combat.recon,
    "attack": combat.attack,
    "attack_cache": combat.attack_cache,
    "barrage": combat.barrage,
    "reorganize": rear.reorganize,
    "disband": rear.disband,
    "scrap": rear.scrap,
}
REAL: Mapping[str, Callable[[Scene[State], list[Entry]], Detail]] = {
    "move": manoeuvres.go,
    "deploy": manoeuvres.go,
    "alight": manoeuvres.go,
    "stand": manoeuvres.go,
    "engineer": manoeuvres.work,
    "cache": manoeuvres.cache_on_table,
}
"""Where the map lies on the table."""
FIRST = ("muster", "move", "deploy", "barrage", "recon", "attack", "attack_cache")
"""Deeds that open by themselves when their unit is tapped."""


def unit_question(scene: Scene[State], me: str, unit: str, entries: list[Entry]) -> Open:
    """An own unit: its card, its deeds, and the one that is open."""
    state = scene.state
    can = of_unit(entries, unit) if scene.acts_for(me) else {}
    doing = scene.draft.get("do", "")
    if doing not in can:
        doing = next((kind for kind in FIRST if kind in can), next(iter(can)) if len(can) == 1 else "")
    details = DETAILS if scene.state.tracked else {**DETAILS, **REAL}
    detail = details[doing](scene, can[doing]) if doing in details else Detail(missing="Choose what it does")
    card = cards.unit_card(state, unit)
    question = Question(
        kind=f"unit-{doing}",
        title=card["name"],
        under=phrase("{id} {where}", id=card["under"], where=card["place"]),
        icon=cards.unit_picture(state, unit),
        side=card["seat"],
        pieces=(*_why(detail.taps), *(detail.pieces if _leads(doing, detail) else ()),
                _gauges(scene, me, unit, can, _used(state, unit, doing, detail)),
                *([Note(card["note"])] if card["note"] else ()),
                *(Note(words) for words in ([] if can else against(state, me, unit))),
                *offers(scene, unit, can, doing), *(() if _leads(doing, detail) else detail.pieces)),
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
    return (Note(phrase("Not {square}: {why}", square=at(square), why=why), warns=True),)


WEIGHED = ("attack", "attack_cache", "barrage")
"""Deeds of which the odds stand first, the card below."""


def _leads(doing: str, detail: Detail) -> bool:
    return doing in WEIGHED or detail.to == "here"


def _used(state: State, unit: str, doing: str, detail: Detail) -> Mapping[str, int]:
    """What the deed that is weighed would use up: fuel once a turn, one ammunition an attack."""
    if not isinstance(detail.main, Deed):
        return {}
    if doing == "move":
        return {} if state.units[unit].mp_used else {"fuel": 1}
    return {"ammunition": 1} if doing in WEIGHED else {}


def _gauges(
    scene: Scene[State], me: str, unit: str, can: Mapping[str, list[Entry]], used: Mapping[str, int]
) -> Own:
    """What its card holds: a tap on a part opens what spends it, or it is said why nothing does.

    What the deed that is weighed would use, is dashed.
    """
    spent = spending(scene, unit, can)
    idle = against_spending(scene.state, me, unit, spent)
    card = cards.unit_card(scene.state, unit, used) | {"spend": spent, "idle": idle}
    return Own(template="parabellum/unit.html", values={"card": card})


def _with(taps: Taps, shown: frozenset[str]) -> Taps:
    return replace(taps, chosen=taps.chosen | shown)


def other_question(scene: Scene[State], me: str | None, unit: str) -> Open:
    """Somebody else's miniature: what everybody sees of it, and what is known of its card."""
    state, seen = scene.state, cards.miniature(scene.state, unit)
    foe, written = foe_of(scene, unit), page(scene, unit)
    sentence = sure_facts(scene, foe) or "Its card is behind its company's screen."
    notes = (Note(sentence),) if foe.report or not written else ()
    drawn = Own(template="parabellum/flag.html", values={"beads": seen["beads"]})
    pieces, deed = _stand(state, me, unit)
    question = Question(
        kind="other",
        title=phrase("{kind} {sign}", kind=seen["kind"], sign=state.sign(unit)),
        under=phrase(
            "{who}, {where}", who=who(state, state.units[unit].owner), where=cards.place_words(state, unit)
        ),
        icon=Icon(seen["sign"], cards.SHEET),
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
    return manoeuvres.ground_form(state, action, manoeuvres.WORDS["stand"])


def question_of(scene: Scene[State], entries: list[Entry]) -> Open:
    """What to decide, or for whom to wait; `entries` are what this screen's own player may do."""
    state, me = scene.state, SECRECY.own(scene)
    unit = scene.draft.get("unit", "") or _by_turn(scene, me, entries)
    question = _by_itself(scene, me)
    if question is None and unit in state.units and scene.room != "tv":
        shown = _unit(scene, me, unit, entries)
        if shown:
            return shown
    if question is not None:
        return question, Detail()
    return _with_notes(scene, me, _phase(scene, me, entries))


def _with_notes(scene: Scene[State], me: str | None, question: Question) -> Open:
    """Who waits has his notebook open, and it numbers the flags on the map; who acts turns to it."""
    asked_for = scene.draft.get("do") == NOTES
    kept = notes(scene) if asked_for or question.kind == "waiting" else None
    if kept is None or me is None or scene.state.phase == "setup":
        return question, Detail()
    opened = frozenset({scene.draft.get("page", "")})
    taps = Taps(units=kept.links, numbers=kept.numbers, chosen=opened, notes=True, stays=False)
    if asked_for and me == scene.state.active:
        return notebook_question(scene, kept, me), Detail(taps=taps)
    noted = replace(question, under=kept.title, pieces=(*question.pieces, *kept.pieces))
    return noted, Detail(taps=taps)


def _by_turn(scene: Scene[State], me: str | None, entries: list[Entry]) -> str:
    """The unit that is asked for by itself: the next to be deployed, or the only one that can attack."""
    if me != scene.state.active or scene.draft.get("do"):
        return ""
    ashore = next((entry["unit"] for entry in entries if entry["type"] == "deploy"), "")
    fights = able(entries) if scene.state.phase == "direct" else ()
    return str(ashore or (next(iter(fights)) if len(fights) == 1 else ""))


def _by_itself(scene: Scene[State], me: str | None) -> Question | None:
    """What hangs on no unit: an answer that is wanted, a page that was asked for, what lies between turns."""
    state = scene.state
    if scene.asked and me == scene.asked["player"]:
        return answer_question(scene, scene.asked)
    if state.phase == "over":
        return ending.over_question(scene)
    named = _asked_for(scene, me)
    if named is not None:
        return named
    if state.phase == "turn_order":
        return turn_order_question(scene)
    return ending.choosing_question(scene, me) if state.phase == "choose_next" else None


def _asked_for(scene: Scene[State], me: str | None) -> Question | None:
    """A page that was asked for by name: books, catalogue, findings, withdrawal, corrections."""
    if scene.room == "tv":
        return None
    do = scene.draft.get("do")
    if do == "objectives":
        return scenario_question(scene)
    if do == "end" and scene.state.phase in TURN_PHASES and scene.may_act:
        return end_question(scene)
    if me is None:
        return None
    if do == "books":
        return books_question(scene, me)
    buys = scene.acts_for(me) and goes(scene.state, me)
    if do == PLAN and not buys and scene.state.players[me].status in ("in", "withdrawn"):
        return plan_question(scene, me)
    if do == "adjust" and scene.acts_for(me):
        return adjust_question(scene, me)
    acting = me == scene.state.active and scene.state.phase in TURN_PHASES and scene.acts_for(me)
    return withdraw_question(scene, me) if do == "withdraw" and acting else None


def _unit(scene: Scene[State], me: str | None, unit: str, entries: list[Entry]) -> Open | None:
    each = scene.state.units[unit]
    if me is not None and each.owner == me:
        question, detail = unit_question(scene, me, unit, entries)
        if not scene.draft.get("unit"):
            question = _by_itself_open(scene, question, way_on(scene.state, me))
        return question, detail
    return other_question(scene, me, unit) if each.where == "map" else None


def _by_itself_open(scene: Scene[State], question: Question, on: Deed) -> Question:
    """A unit that was not asked for: the way on stands beside its deed, its other ways in the question."""
    ways = [each for each in question.lesser if isinstance(each, Way)]
    others = tuple(Choice(words=each.words, href=each.href, icon=each.icon) for each in ways)
    listed = (Choices(label="Another way", choices=others),) if others and question.main else ()
    lesser = (on,) if question.main else question.lesser
    pieces = (*question.pieces, *listed, more(scene))
    return replace(question, main=question.main or on, lesser=lesser, pieces=pieces)


def _phase(scene: Scene[State], me: str | None, entries: list[Entry]) -> Question:
    """A phase without a unit in hand: what there is to do, and the way on."""
    state = scene.state
    if state.phase == "setup":
        return setup_question(scene, me, entries)
    if me is None or not scene.acts_for(me) or me != state.active:
        return waiting_question(scene, me)
    if state.phase == "boardroom":
        return boardroom_question(scene, me, entries)
    return phase_question(scene, me, entries)
