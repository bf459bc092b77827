"""The sequence of play: years, phases, whose round it is, and the end of the war (4, specification 4)."""

from collections.abc import Mapping

from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.games.scarper.data import HAND_SIZE, MISSIONS_DRAWN, OTHER, ROUNDS, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.initiative import initiative, initiative_steps
from companion.games.scarper.procedures.morale import Ending, broken, ending_steps, gained
from companion.games.scarper.state.table import Hand, Orders, PerSide, State, Turn, WinBy, Winner

NONE_YET = PerSide(0, 0)


def enter_year(state: State) -> Outcome[State]:
    """Phases A to C: propaganda back to 0, hands filled, two missions a side drawn; then both choose."""
    hands, decks = _dealt(state)
    missions, mission_decks = _drawn(state)
    steps = [
        Step("4.3 A", "{year}: both propaganda markers are on 0.", {"year": state.year}),
        *(_dealing(side, state.hands[side], hands[side]) for side in SIDES),
        Step("4.3 C", "Both sides draw two missions and keep one or both."),
    ]
    state = but(
        state,
        phase="missions",
        rounds_done=NONE_YET,
        turn=None,
        propaganda=NONE_YET,
        hands=hands,
        decks=decks,
        missions=missions,
        mission_decks=mission_decks,
    )
    return Outcome(state, tuple(steps))


def _dealing(side: Side, before: Hand, after: Hand) -> Step:
    values = {"side": SIDE_NAMES[side], "new": after.count - before.count, "count": after.count}
    return Step("4.3 B", "The {side} side receives {new:# card|# cards} and holds {count}.", values)


def _dealt(state: State) -> tuple[PerSide[Hand], Mapping[str, tuple[str, ...]] | None]:
    """One card at a time, Allied first, until both hands are full or the deck is empty (R34, R39)."""
    pile = str(state.year)
    deck = state.box.of_year(state.year) if state.decks is None else state.decks[pile]
    size = HAND_SIZE[state.year]
    new: dict[Side, list[str]] = {side: [] for side in SIDES}
    needs = {side: size - state.hands[side].count for side in SIDES}
    taken = 0
    while taken < len(deck) and any(needs[side] > len(new[side]) for side in SIDES):
        for side in SIDES:
            if needs[side] > len(new[side]) and taken < len(deck):
                new[side].append(deck[taken])
                taken += 1
    hands = PerSide(*(_filled(state.hands[side], new[side]) for side in SIDES))
    return hands, None if state.decks is None else {**state.decks, pile: deck[taken:]}


def _filled(hand: Hand, new: list[str]) -> Hand:
    return Hand(hand.count + len(new), None if hand.cards is None else (*hand.cards, *new))


def _drawn(state: State) -> tuple[PerSide[Orders], PerSide[tuple[str, ...]] | None]:
    decks = state.mission_decks
    if decks is None:
        return PerSide(Orders(None, None, 0), Orders(None, None, 0)), None
    drawn = PerSide(*(Orders(deck[:MISSIONS_DRAWN], (), 0) for deck in decks))
    return drawn, PerSide(*(deck[MISSIONS_DRAWN:] for deck in decks))


def begin_actions(state: State) -> Outcome[State]:
    """Phase D: in 1914 the German side begins; later somebody chooses (R13)."""
    found = initiative(state.year, state.morale, state.first, state.options)
    if found.chooser is None:
        return begin_rounds(state, "german").after(*initiative_steps(found))
    return Outcome(but(state, phase="initiative", chooser=found.chooser), initiative_steps(found))


def begin_rounds(state: State, first: Side) -> Outcome[State]:
    """The first round of the year."""
    return next_round(but(state, phase="rounds", chooser=None, first=first), NONE_YET)


def next_round(state: State, done: PerSide[int]) -> Outcome[State]:
    """The next side's round; who has no cards sits out (R16); after the last one missions are revealed."""
    steps = list[Step]()
    rounds, first = ROUNDS[state.year], state.first or "german"
    while done.allied + done.german < 2 * rounds:
        side = first if (done.allied + done.german) % 2 == 0 else OTHER[first]
        if state.hands[side].count:
            return Outcome(but(state, rounds_done=done, turn=Turn(side)), tuple(steps))
        done = done.put(side, done[side] + 1)
        steps.append(Step("4.3 D", "The {side} side has no cards and sits out.", {"side": SIDE_NAMES[side]}))
    steps.append(Step("4.3 E", "All rounds of {year} are done: missions are revealed.", {"year": state.year}))
    return Outcome(but(state, phase="reveal", rounds_done=done, turn=None), tuple(steps))


def end_round(state: State, side: Side) -> Outcome[State]:
    """One round more is done."""
    return next_round(state, state.rounds_done.put(side, state.rounds_done[side] + 1))


def over(state: State, winner: Winner, win_by: WinBy) -> State:
    """The war is over; everything else stays as it was."""
    return but(state, phase="over", chooser=None, turn=None, winner=winner, win_by=win_by)


def gain(state: State, side: Side, amount: int) -> Outcome[State]:
    """A side gains morale; 15 ends the war at once (8.1)."""
    return morale_set(state, gained(state.morale, side, amount))


def morale_set(state: State, morale: int) -> Outcome[State]:
    """The marker stands on `morale`; 15 ends the war at once, unless only the year's end counts (R11)."""
    state = but(state, morale=morale)
    winner = broken(morale, state.options)
    if winner is None:
        return Outcome(state, ())
    return Outcome(over(state, winner, "direct"), ending_steps(Ending(winner, "direct"), morale))
