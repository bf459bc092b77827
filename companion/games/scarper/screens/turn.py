"""The one thing to decide now, for whoever looks: which question, and what a tap on the board then does."""

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Deed, Icon, Lead, Question, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.scarper.data import OTHER, Side
from companion.games.scarper.procedures.initiative import initiative, initiative_steps
from companion.games.scarper.rules.legal import actors, legal
from companion.games.scarper.screens.adjusting import adjust_question, wants_adjusting
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.event import event_question
from companion.games.scarper.screens.hand import answer_question
from companion.games.scarper.screens.missions import may_show, missions_question, reveal_question
from companion.games.scarper.screens.new_card import new_card_question, wants_new_card
from companion.games.scarper.screens.over import over_question
from companion.games.scarper.screens.people import one, player
from companion.games.scarper.screens.spending import points_question
from companion.games.scarper.screens.start import start_question
from companion.games.scarper.screens.waiting import in_play, waiting_question
from companion.games.scarper.screens.year import scoring_question
from companion.games.scarper.state import State

type Asked = tuple[Question, Taps, int | None]
"""The question, what the board's taps do, and where the morale marker is shown (`None`: where it is)."""


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    if scene.asked:
        return answer_question(scene, scene.asked), Taps(), None
    if wants_new_card(scene):
        return new_card_question(scene), Taps(), None
    if wants_adjusting(scene):
        return *adjust_question(scene), None
    match scene.state.phase:
        case "over":
            return over_question(scene), Taps(), None
        case "scoring":
            return scoring_question(scene)
        case "reveal":
            return reveal_question(scene, scene.once(legal)[0]), Taps(), None
        case "missions":
            return missions_question(scene, scene.once(legal)), Taps(), None
    asked, taps = _in_turn(scene, actors(scene.state)[0])
    if asked.kind in ("hand", "points", "waiting"):
        asked = replace(asked, pieces=(*asked.pieces, *in_play(scene.state)))
    return asked, taps, None


def _in_turn(scene: Scene[State], side: Side) -> tuple[Question, Taps]:
    if side not in scene.sight.acts:
        return waiting_question(scene, side)
    if scene.state.phase == "initiative":
        return _initiative(scene.state, side), Taps()
    turn, entries = scene.state.turn, scene.once(legal)
    if turn and turn.step == "event":
        return event_question(scene, side, entries[0])
    if turn and turn.step == "commands":
        return points_question(scene, side, entries)
    return start_question(scene, side, _seen(scene, side, entries))


def _seen(scene: Scene[State], side: Side, entries: Sequence[Json]) -> list[Json]:
    """The entries without the hand, where this screen may not show it."""
    if scene.state.options.cards == "table" or may_show(scene, side):
        return list(entries)
    return [entry for entry in entries if entry["type"] != "play_card"]


def _initiative(state: State, side: Side) -> Question:
    why = initiative_steps(initiative(state.year, state.morale, state.first, state.options))[0].as_json()
    last = said("Last year {who} went first.", who=player(state.first)) if state.first else ""
    own, other = (
        Deed(
            words=said("{who} goes first", who=one(each)),
            icon=Icon(each),
            action=tap({"type": "choose_first", "side": side, "first": each}),
        )
        for each in (side, OTHER[side])
    )
    return Question(
        kind="initiative",
        rule="choose_first",
        title=said("Who opens {year}?", year=state.year),
        icon=Icon(side),
        side=side,
        pieces=(Lead(said("{why} {last}", why=why["text"], last=last)),),
        main=own,
        lesser=(other,),
    )
