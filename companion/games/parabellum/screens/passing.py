"""From phase to phase: to the next with something to do, straight to the attacks, to the end of the turn."""

from collections.abc import Iterator, Sequence

from companion.engine.stage import Deed, said
from companion.engine.wire import Json
from companion.engine.wording import listed, tap
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES, Phase
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.claims import allowed
from companion.games.parabellum.rules.combat.attacking import check_attacker, targets
from companion.games.parabellum.screens.deeds import able, entries_of
from companion.games.parabellum.screens.frame import SHORT
from companion.games.parabellum.state import State

BEFORE = ("movement", "deployment", "logistics", "special")
"""Phases from which one may go straight to the attacks."""


def way_on(state: State, me: str) -> Deed:
    """On to the next phase in which something can be done: those between end with this tap."""
    end = {"type": "end_phase", "player": me}
    passed = list(_passed(state, me))
    to = TURN_PHASES.index(state.phase) + 1 + len(passed)
    words = (
        said("On to {phase}", phase=PHASE_NAMES[TURN_PHASES[to]]) if to < len(TURN_PHASES) else "End the turn"
    )
    small = said("nothing to do in {phases}", phases=listed(passed)) if passed else ""
    return Deed(words=words, small=small, action=tap([end] * (1 + len(passed))) if passed else tap(end))


def turn_over(state: State, me: str) -> Deed:
    """All phases that are left, a line each."""
    left = len(TURN_PHASES) - TURN_PHASES.index(state.phase)
    end = {"type": "end_phase", "player": me}
    return Deed(words="End the turn", small=said("{n} phases", n=left), action=tap([end] * left))


def to_attacks(state: State, me: str, orders: Sequence[Json] = ()) -> tuple[Deed, ...]:
    """Straight to the direct attacks where one can be made; `state` is after the `orders` done first."""
    far = TURN_PHASES.index("direct") - TURN_PHASES.index(state.phase) if state.phase in BEFORE else 0
    if not far or (far == 1 and not orders) or not _can_attack(state, me):
        return ()
    ends = [{"type": "end_phase", "player": me}] * far
    words = "Move, then attack" if orders else "To the attacks"
    at = TURN_PHASES.index("direct")
    skipped = listed(SHORT[phase][0] for phase in TURN_PHASES[at - far + 1 : at])
    small = said("without {phases}", phases=skipped) if skipped else ""
    return (Deed(words=words, small=small, action=tap([*orders, *ends]), then="?"),)


def _can_attack(state: State, me: str) -> bool:
    units = state.of(me, "map")
    return any(allowed(check_attacker, state, me, unit) and targets(state, unit) for unit in units)


def _passed(state: State, me: str) -> Iterator[str]:
    """The phases after this one in which no unit can do anything; the Boardroom is always worth a look."""
    if state.phase == "boardroom":
        return
    for phase in _after(state.phase):
        state = apply(state, {"type": "end_phase", "player": me}).state
        if able(entries_of(state, me)):
            return
        yield SHORT[phase][0]


def _after(phase: Phase) -> tuple[Phase, ...]:
    return TURN_PHASES[TURN_PHASES.index(phase) + 1 : -1]
