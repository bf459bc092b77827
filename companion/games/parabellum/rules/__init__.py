"""Parabellum's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.games.parabellum import actions
from companion.games.parabellum.actions import THINGS, read_action
from companion.games.parabellum.data import PHASE_NAMES, PHASES, TURN_PHASES, Phase
from companion.games.parabellum.rules import combat, corrections, course, logistics, movement, rear
from companion.games.parabellum.state import State, spoken

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phases to which an action belongs, and what it does."""

    phases: tuple[Phase, ...]
    act: Callable[[State, Any], Outcome[State]]


REAR: tuple[Phase, ...] = ("setup", "boardroom")

RULES: Mapping[type, Rule] = {
    actions.TurnOrder: Rule(("turn_order",), course.turn_order),
    actions.Purchase: Rule(REAR, rear.purchase),
    actions.PurchaseUnits: Rule(REAR, rear.purchase_units),
    actions.Done: Rule(("setup",), rear.finish),
    actions.Muster: Rule(REAR, rear.muster),
    actions.Stow: Rule(REAR, rear.stow),
    actions.Unstow: Rule(REAR, rear.unstow),
    actions.Board: Rule((*REAR, "logistics"), movement.board),
    actions.Alight: Rule((*REAR, "logistics"), movement.alight),
    actions.Move: Rule(("movement",), movement.move),
    actions.Reposition: Rule(("movement",), movement.reposition),
    actions.Entrench: Rule(("movement",), movement.entrench),
    actions.DigOut: Rule(("movement",), movement.dig_out),
    actions.Extract: Rule(("deployment",), movement.extract),
    actions.Deploy: Rule(("deployment",), movement.deploy),
    actions.Transfer: Rule(("logistics",), logistics.transfer),
    actions.Cache: Rule(("logistics",), logistics.lay_cache),
    actions.PickUp: Rule(("logistics",), logistics.pick_up),
    actions.Resupply: Rule(("logistics",), logistics.resupply),
    actions.Engineer: Rule(("logistics",), logistics.engineer),
    actions.Recon: Rule(("special",), combat.recon),
    actions.Barrage: Rule(("special",), combat.barrage),
    actions.Attack: Rule(("direct",), combat.attack),
    actions.AttackCache: Rule(("direct",), combat.attack_cache),
    actions.Reorganize: Rule(("boardroom",), rear.reorganize),
    actions.Disband: Rule(("boardroom",), rear.disband),
    actions.Scrap: Rule(("boardroom",), rear.scrap),
    actions.EndPhase: Rule(TURN_PHASES, course.end_phase),
    actions.Withdraw: Rule(TURN_PHASES, course.withdraw),
    actions.Find: Rule(TURN_PHASES, course.find),
    actions.EndScenario: Rule(TURN_PHASES, course.end_by_hand),
    actions.Choose: Rule(("choose_next",), course.choose),
    actions.Abstain: Rule(("choose_next",), course.abstain),
    actions.TableMove: Rule(("movement",), movement.move_on_table),
    actions.TableReposition: Rule(("movement",), movement.reposition_on_table),
    actions.TableDeploy: Rule(("deployment",), movement.deploy_on_table),
    actions.TableAlight: Rule((*REAR, "logistics"), movement.alight_on_table),
    actions.TableWork: Rule(("logistics",), movement.engineer),
    actions.Stand: Rule(TURN_PHASES, movement.stand),
    actions.Name: Rule(PHASES, rear.name),
    actions.Adjust: Rule(tuple(phase for phase in PHASES if phase != "over"), corrections.adjust),
}
MANIPULATION = (actions.Reorganize, actions.Disband, actions.Scrap)
BY_THE_TABLE = (actions.TurnOrder, actions.EndScenario)


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, tracked=state.tracked)
    rule = RULES[type(deed)]
    _in_phase(state, deed, rule.phases)
    if not isinstance(deed, BY_THE_TABLE):
        _may_act(state, deed, deed.player)
    return rule.act(state, deed)


def _in_phase(state: State, deed: actions.Action, phases: tuple[Phase, ...]) -> None:
    if isinstance(deed, MANIPULATION) and state.options.setup_manipulation:
        phases = (*phases, "setup")
    if state.phase not in phases:
        belongs = ", ".join(PHASE_NAMES[phase] for phase in phases)
        raise IllegalAction("type", f"This belongs to: {belongs}; now it is {PHASE_NAMES[state.phase]}.")


def _may_act(state: State, deed: actions.Action, player: str) -> None:
    if player not in state.players:
        raise IllegalAction(
            "player", f"{spoken(player)} does not sit here; {', '.join(map(spoken, state.seated))} do."
        )
    if isinstance(deed, actions.Abstain | actions.Adjust | actions.Name):
        if player not in state.having("in", "withdrawn"):
            raise IllegalAction("player", f"{spoken(player)} has left the campaign.")
        return
    due = _due(state, deed)
    if due is not None and player != due:
        raise IllegalAction("player", f"It is for {spoken(due)} to act now, not for {spoken(player)}.")
    if due is None and player not in state.playing:
        raise IllegalAction("player", f"{spoken(player)} is not in this scenario any more.")


def _due(state: State, deed: actions.Action) -> str | None:
    """The one player who may do this now; None where everybody who is in may."""
    if isinstance(deed, actions.Choose):
        return state.choosers[0]
    if isinstance(deed, actions.Find):
        return None
    buys = isinstance(deed, actions.Purchase | actions.PurchaseUnits | actions.Done)
    return state.active if buys or state.phase in TURN_PHASES else None
