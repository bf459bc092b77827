"""Phases C, E and F: missions chosen, revealed and judged, the year scored (4.3)."""

from collections.abc import Callable, Sequence

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.engine.wording import count
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import PHASE_NAMES, SIDE_NAMES, SIDES, Phase, Side
from companion.games.scarper.procedures import end_of_year as ending_year
from companion.games.scarper.procedures.check_missions import judged
from companion.games.scarper.procedures.end_of_year import Verdict
from companion.games.scarper.procedures.lasting import markers_at
from companion.games.scarper.procedures.morale import Moment, ending, ending_steps, held
from companion.games.scarper.rules.rounds import acting
from companion.games.scarper.rules.sequence import NONE_YET, begin_actions, begin_rounds, enter_year, over
from companion.games.scarper.state.conditions import Judged
from companion.games.scarper.state.table import Orders, PerSide, State, TracksScored, YearRecord


def in_phase(state: State, phase: Phase) -> None:
    """Refuse what belongs to another phase."""
    if state.phase != phase:
        raise IllegalAction(
            "type", f"This belongs to “{PHASE_NAMES[phase]}”; the game is at “{PHASE_NAMES[state.phase]}”."
        )


def choose_missions(state: State, action: kinds.ChooseMissions) -> Outcome[State]:
    """A side keeps one or two of its missions; when both have chosen the year goes on."""
    in_phase(state, "missions")
    orders = state.missions[action.side]
    if orders.count:
        raise IllegalAction("side", f"The {SIDE_NAMES[action.side]} side has chosen its missions already.")
    after = but(state, missions=state.missions.put(action.side, _kept(orders, action.keep)))
    values = {"side": SIDE_NAMES[action.side], "count": after.missions[action.side].count}
    chosen = Step("4.3 C", "The {side} side keeps {count:one of its missions|both its missions}.", values)
    if not all(each.count for each in after.missions):
        return Outcome(after, (chosen,))
    return begin_actions(after).after(chosen)


def _kept(orders: Orders, keep: tuple[str, ...] | int) -> Orders:
    if isinstance(keep, int):
        return Orders(None, None, keep)
    drawn = orders.drawn or ()
    for n, each in enumerate(keep):
        if each not in drawn:
            raise IllegalAction(f"keep.{n}", "This mission was not drawn this year; keep one that was.")
    kept = tuple(each for each in drawn if each in keep)
    return Orders((), kept, len(kept))


def choose_first(state: State, action: kinds.ChooseFirst) -> Outcome[State]:
    """The chooser says who takes the first round."""
    in_phase(state, "initiative")
    acting(action.side, state.chooser)
    values = {"side": SIDE_NAMES[action.side], "first": SIDE_NAMES[action.first]}
    chosen = Step("4.2", "The {side} side lets the {first} side go first.", values)
    return begin_rounds(state, action.first).after(chosen)


def reveal_missions(state: State, action: kinds.RevealMissions) -> Outcome[State]:
    """Phase E: all kept missions are judged at once on the board as it stands (R37)."""
    in_phase(state, "reveal")
    revealed = _revealed(state, action)
    _verdicts_fit(state, revealed, action)
    moved = markers_at(state, "missions")
    state = but(state, propaganda=moved.propaganda, economy=moved.economy)
    verdicts = PerSide(*(_judged(state, revealed[side], action) for side in SIDES))
    gains = ending_year.mission_gains(verdicts, state.options)
    morale = held(state.morale + gains.allied - gains.german)
    record = YearRecord(state.year, gains, revealed, None, morale)
    state = but(
        state,
        morale=morale,
        missions=PerSide(
            *(Orders(each.drawn, None if each.kept is None else (), 0) for each in state.missions)
        ),
        history=(*state.history, record),
    )
    steps = (*moved.steps, *ending_year.mission_steps(verdicts, gains, morale, state.options))
    return _unless_over(state, "missions", steps, lambda on: Outcome(but(on, phase="scoring"), ()))


def _unless_over(
    state: State, moment: Moment, steps: tuple[Step, ...], go_on: Callable[[State], Outcome[State]]
) -> Outcome[State]:
    """The war's end, where this moment brings it; else what comes next."""
    end = ending(state.year, moment, state.morale, state.options)
    if end.winner and end.win_by:
        return Outcome(over(state, end.winner, end.win_by), (*steps, *ending_steps(end, state.morale)))
    return go_on(state).after(*steps)


def _revealed(state: State, action: kinds.RevealMissions) -> PerSide[tuple[str, ...]]:
    if action.missions is None:
        return PerSide(*(each.kept or () for each in state.missions))
    for side in SIDES:
        _as_kept(state, side, action.missions[side])
    return action.missions


def _as_kept(state: State, side: Side, named: Sequence[str]) -> None:
    kept = state.missions[side].count
    if len(named) != kept:
        said = f"The {SIDE_NAMES[side]} side kept {count(kept, 'mission')}; {len(named)} of them were named."
        raise IllegalAction(f"missions.{side}", said)
    before = {each for record in state.history for each in record.revealed[side]}
    for n, each in enumerate(named):
        if each in before:
            raise IllegalAction(
                f"missions.{side}.{n}", f"“{each}” was revealed in an earlier year (RULING R25)."
            )


def to_judge(state: State, missions: Sequence[str]) -> list[str]:
    """The missions that the table judges by itself, sorted."""
    return sorted(each for each in missions if isinstance(state.box.missions[each].condition, Judged))


def _verdicts_fit(state: State, revealed: PerSide[tuple[str, ...]], action: kinds.RevealMissions) -> None:
    wanted = to_judge(state, (*revealed.allied, *revealed.german))
    if action.verdicts is None:
        if wanted:
            raise InvalidInput("verdicts", f"The table must say whether these succeed: {', '.join(wanted)}.")
        return
    for each in action.verdicts:
        if each not in wanted:
            raise InvalidInput(f"verdicts.{each}", "No verdict is wanted for this; leave it out.")
    for each in wanted:
        if each not in action.verdicts:
            raise InvalidInput(f"verdicts.{each}", "The table must say whether this mission succeeds.")


def _judged(state: State, missions: Sequence[str], action: kinds.RevealMissions) -> tuple[Verdict, ...]:
    cards = [state.box.missions[each] for each in missions]
    found = [judged(card, state) for card in cards]
    given = action.verdicts or {}
    return tuple(
        Verdict(card.title, given[card.id] if success is None else success)
        for card, success in zip(cards, found, strict=True)
    )


def score_year(state: State, action: kinds.ScoreYear) -> Outcome[State]:
    """Phase F: everything is scored at once; then the next year begins, or the war is over."""
    in_phase(state, "scoring")
    moved = markers_at(state, "scoring")
    found = ending_year.scored(state, moved.propaganda, moved.economy)
    morale = held(state.morale + found.net)
    tracks = TracksScored(found.battlefields, found.propaganda, found.economy, found.ongoing)
    last = state.history[-1]
    state = but(
        state,
        morale=morale,
        propaganda=NONE_YET,
        economy=moved.economy,
        history=(*state.history[:-1], YearRecord(last.year, last.missions, last.revealed, tracks, morale)),
    )
    steps = (*moved.steps, *ending_year.scoring_steps(found, morale))
    return _unless_over(state, "scoring", steps, lambda on: enter_year(but(on, year=on.year + 1)))
