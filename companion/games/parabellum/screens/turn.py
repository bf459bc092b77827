"""The one thing to decide now, for whoever looks: which question, and what a tap on the map then does."""

from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Question, Way
from companion.games.parabellum.data import TURN_PHASES
from companion.games.parabellum.screens.adjusting import adjust_question
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.books import books_question
from companion.games.parabellum.screens.combat.answering import answer_question
from companion.games.parabellum.screens.course.closing import choosing_question, over_question
from companion.games.parabellum.screens.course.leaving import withdraw_question
from companion.games.parabellum.screens.course.opening import turn_order_question
from companion.games.parabellum.screens.course.scenario import end_question, scenario_question
from companion.games.parabellum.screens.deeds import Entry, able
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.notebook import NOTES, notebook_question, notes
from companion.games.parabellum.screens.own import PLAN
from companion.games.parabellum.screens.passing import way_on
from companion.games.parabellum.screens.phases import more, phase_question, waiting_question
from companion.games.parabellum.screens.rear import boardroom_question, goes, setup_question
from companion.games.parabellum.screens.seeing import own_seat
from companion.games.parabellum.screens.shop import plan_question
from companion.games.parabellum.screens.units import other_question, unit_question
from companion.games.parabellum.state import State

type Open = tuple[Question, Detail]


def asked(scene: Scene[State], entries: list[Entry]) -> Open:
    """What to decide, or for whom to wait; `entries` are what this screen's own player may do."""
    state, me = scene.state, own_seat(scene)
    unit = scene.draft.get("unit", "") or _by_turn(scene, me, entries)
    found = _by_itself(scene, me)
    if found is None and unit in state.units and scene.room != "tv":
        shown = _unit(scene, me, unit, entries)
        if shown:
            return shown
    if found is not None:
        return found, Detail()
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
    told = replace(question, under=kept.title, pieces=(*question.pieces, *kept.pieces))
    return told, Detail(taps=taps)


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
        return over_question(scene)
    named = _asked_for(scene, me)
    if named is not None:
        return named
    if state.phase == "turn_order":
        return turn_order_question(scene)
    return choosing_question(scene, me) if state.phase == "choose_next" else None


def _asked_for(scene: Scene[State], me: str | None) -> Question | None:
    """A page that was asked for by name: books, catalogue, findings, withdrawal, corrections."""
    if scene.room == "tv":
        return None
    do = scene.draft.get("do")
    if do == "objectives":
        return scenario_question(scene)
    if do == "end" and scene.state.phase in TURN_PHASES and scene.sight.acts:
        return end_question(scene)
    if me is None:
        return None
    if do == "books":
        return books_question(scene, me)
    if do == PLAN and scene.state.players[me].status in ("in", "withdrawn"):
        return plan_question(scene, me, goes=goes(scene.state, me))
    if do == "adjust" and me in scene.sight.acts:
        return adjust_question(scene, me)
    acting = me == scene.state.active and scene.state.phase in TURN_PHASES and me in scene.sight.acts
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
    if me is None or me not in scene.sight.acts or me != state.active:
        return waiting_question(scene, me)
    if state.phase == "boardroom":
        return boardroom_question(scene, me, entries)
    return phase_question(scene, me, entries)
