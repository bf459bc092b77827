"""Parabellum's rules: the one way from a state to the next (specification 4 and 5)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine.errors import IllegalAction, calling
from companion.engine.game import Outcome
from companion.engine.wire import Json
from companion.games.parabellum.actions import THINGS, kinds, read_action
from companion.games.parabellum.data import PHASE_NAMES, PHASES, TURN_PHASES, Phase
from companion.games.parabellum.rules import overruling
from companion.games.parabellum.rules.combat import attacking, reconnoitring, shelling
from companion.games.parabellum.rules.course import turns, withdrawing
from companion.games.parabellum.rules.on_map import (
    deploying,
    engineering,
    moving,
    on_table,
    passengers,
    resupplying,
    supplying,
)
from companion.games.parabellum.rules.rear import boardroom, buying, calling_units, mustering
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.table import State

__all__ = ["apply"]


class Rule(NamedTuple):
    """The phases to which an action belongs, and what it does."""

    phases: tuple[Phase, ...]
    act: Callable[[State, Any], Outcome[State]]


REAR: tuple[Phase, ...] = ("setup", "boardroom")

RULES: Mapping[type, Rule] = {
    kinds.TurnOrder: Rule(("turn_order",), turns.turn_order),
    kinds.Purchase: Rule(REAR, buying.purchase),
    kinds.PurchaseUnits: Rule(REAR, buying.purchase_units),
    kinds.Done: Rule(("setup",), buying.done),
    kinds.Muster: Rule(REAR, mustering.muster),
    kinds.Stow: Rule(REAR, mustering.stow),
    kinds.Unstow: Rule(REAR, mustering.unstow),
    kinds.Board: Rule((*REAR, "logistics"), passengers.board),
    kinds.Alight: Rule((*REAR, "logistics"), passengers.alight),
    kinds.Move: Rule(("movement",), moving.move),
    kinds.Reposition: Rule(("movement",), moving.reposition),
    kinds.Entrench: Rule(("movement",), moving.entrench),
    kinds.DigOut: Rule(("movement",), moving.dig_out),
    kinds.Extract: Rule(("deployment",), deploying.extract),
    kinds.Deploy: Rule(("deployment",), deploying.deploy),
    kinds.Transfer: Rule(("logistics",), supplying.transfer),
    kinds.Cache: Rule(("logistics",), supplying.lay_cache),
    kinds.PickUp: Rule(("logistics",), supplying.pick_up),
    kinds.Resupply: Rule(("logistics",), resupplying.resupply),
    kinds.Engineer: Rule(("logistics",), engineering.engineer),
    kinds.Recon: Rule(("special",), reconnoitring.recon),
    kinds.Barrage: Rule(("special",), shelling.barrage),
    kinds.Attack: Rule(("direct",), attacking.attack),
    kinds.AttackCache: Rule(("direct",), attacking.attack_cache),
    kinds.Reorganize: Rule(("boardroom",), boardroom.reorganize),
    kinds.Disband: Rule(("boardroom",), boardroom.disband),
    kinds.Scrap: Rule(("boardroom",), boardroom.scrap),
    kinds.EndPhase: Rule(TURN_PHASES, turns.end_phase),
    kinds.Withdraw: Rule(TURN_PHASES, withdrawing.withdraw),
    kinds.Find: Rule(TURN_PHASES, withdrawing.find),
    kinds.EndScenario: Rule(TURN_PHASES, withdrawing.end_by_hand),
    kinds.Choose: Rule(("choose_next",), withdrawing.choose),
    kinds.Abstain: Rule(("choose_next",), withdrawing.abstain),
    kinds.TableMove: Rule(("movement",), on_table.move),
    kinds.TableReposition: Rule(("movement",), on_table.reposition),
    kinds.TableDeploy: Rule(("deployment",), on_table.deploy),
    kinds.TableAlight: Rule((*REAR, "logistics"), on_table.alight),
    kinds.TableWork: Rule(("logistics",), on_table.engineer),
    kinds.Stand: Rule(TURN_PHASES, on_table.stand),
    kinds.Name: Rule(PHASES, calling_units.name),
    kinds.Adjust: Rule(tuple(phase for phase in PHASES if phase != "over"), overruling.adjust),
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
