"""Parabellum's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.parabellum.actions import THINGS, kinds, read_action
from companion.games.parabellum.data import PHASE_NAMES, PHASES, TURN_PHASES, Phase
from companion.games.parabellum.rules import combat, corrections, course, logistics, movement, rear
from companion.games.parabellum.state.notation import spoken
from companion.games.parabellum.state.table import State

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phases to which an action belongs, and what it does."""

    phases: tuple[Phase, ...]
    act: Callable[[State, Any], Outcome[State]]


REAR: tuple[Phase, ...] = ("setup", "boardroom")

RULES: Mapping[type, Rule] = {
    kinds.TurnOrder: Rule(("turn_order",), course.turn_order),
    kinds.Purchase: Rule(REAR, rear.purchase),
    kinds.PurchaseUnits: Rule(REAR, rear.purchase_units),
    kinds.Done: Rule(("setup",), rear.done),
    kinds.Muster: Rule(REAR, rear.muster),
    kinds.Stow: Rule(REAR, rear.stow),
    kinds.Unstow: Rule(REAR, rear.unstow),
    kinds.Board: Rule((*REAR, "logistics"), movement.board),
    kinds.Alight: Rule((*REAR, "logistics"), movement.alight),
    kinds.Move: Rule(("movement",), movement.move),
    kinds.Reposition: Rule(("movement",), movement.reposition),
    kinds.Entrench: Rule(("movement",), movement.entrench),
    kinds.DigOut: Rule(("movement",), movement.dig_out),
    kinds.Extract: Rule(("deployment",), movement.extract),
    kinds.Deploy: Rule(("deployment",), movement.deploy),
    kinds.Transfer: Rule(("logistics",), logistics.transfer),
    kinds.Cache: Rule(("logistics",), logistics.lay_cache),
    kinds.PickUp: Rule(("logistics",), logistics.pick_up),
    kinds.Resupply: Rule(("logistics",), logistics.resupply),
    kinds.Engineer: Rule(("logistics",), logistics.engineer),
    kinds.Recon: Rule(("special",), combat.recon),
    kinds.Barrage: Rule(("special",), combat.barrage),
    kinds.Attack: Rule(("direct",), combat.attack),
    kinds.AttackCache: Rule(("direct",), combat.attack_cache),
    kinds.Reorganize: Rule(("boardroom",), rear.reorganize),
    kinds.Disband: Rule(("boardroom",), rear.disband),
    kinds.Scrap: Rule(("boardroom",), rear.scrap),
    kinds.EndPhase: Rule(TURN_PHASES, course.end_phase),
    kinds.Withdraw: Rule(TURN_PHASES, course.withdraw),
    kinds.Find: Rule(TURN_PHASES, course.find),
    kinds.EndScenario: Rule(TURN_PHASES, course.end_by_hand),
    kinds.Choose: Rule(("choose_next",), course.choose),
    kinds.Abstain: Rule(("choose_next",), course.abstain),
    kinds.TableMove: Rule(("movement",), movement.move_on_table),
    kinds.TableReposition: Rule(("movement",), movement.reposition_on_table),
    kinds.TableDeploy: Rule(("deployment",), movement.deploy_on_table),
    kinds.TableAlight: Rule((*REAR, "logistics"), movement.alight_on_table),
    kinds.TableWork: Rule(("logistics",), movement.engineer),
    kinds.Stand: Rule(TURN_PHASES, movement.stand),
    kinds.Name: Rule(PHASES, rear.name),
    kinds.Adjust: Rule(tuple(phase for phase in PHASES if phase != "over"), corrections.adjust),
}
MANIPULATION = (kinds.Reorganize, kinds.Disband, kinds.Scrap)
BY_THE_TABLE = (kinds.TurnOrder, kinds.EndScenario)


@calling(THINGS)
def apply(state: State, action: Json) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    done = read_action(action, tracked=state.tracked)
    rule = RULES[type(done)]
    _in_phase(state, done, rule.phases)
    if not isinstance(done, BY_THE_TABLE):
        _may_act(state, done, done.player)
    return rule.act(state, done)


def _in_phase(state: State, done: kinds.Action, phases: tuple[Phase, ...]) -> None:
    if isinstance(done, MANIPULATION) and state.options.setup_manipulation:
        phases = (*phases, "setup")
    if state.phase not in phases:
        belongs = ", ".join(PHASE_NAMES[phase] for phase in phases)
        raise IllegalAction("type", f"This belongs to: {belongs}; now it is {PHASE_NAMES[state.phase]}.")


def _may_act(state: State, done: kinds.Action, player: str) -> None:
    """The player sits here, is still in, and it is for nobody else to act."""
    if player not in state.players:
        raise IllegalAction(
            "player", f"{spoken(player)} does not sit here; {', '.join(map(spoken, state.seated))} do."
        )
    if isinstance(done, kinds.Abstain | kinds.Adjust | kinds.Name):
        present = state.having("in", "withdrawn")
        if player not in present:
            raise IllegalAction("player", f"{spoken(player)} has left the campaign.")
        return
    due = _due(state, done)
    if due is not None and player != due:
        raise IllegalAction("player", f"It is for {spoken(due)} to act now, not for {spoken(player)}.")
    if due is None and player not in state.playing:
        raise IllegalAction("player", f"{spoken(player)} is not in this scenario any more.")


def _due(state: State, done: kinds.Action) -> str | None:
    """The one player who may do this now; None where everybody who is in may."""
    if isinstance(done, kinds.Choose):
        return state.choosers[0]
    if isinstance(done, kinds.Find):
        return None
    buys = isinstance(done, kinds.Purchase | kinds.PurchaseUnits | kinds.Done)
    return state.active if buys or state.phase in TURN_PHASES else None
