"""The sequence of play: years, phases, a side's round, and how they end (4, 5, 8)."""

from collections.abc import Mapping, Sequence

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.games.scarper import data
from companion.games.scarper.procedures import year
from companion.games.scarper.procedures.rounds import Status, initiative, initiative_steps, status
from companion.games.scarper.state import After, Hand, Orders, PerSide, State, Turn, WinBy, Winner
from companion.games.scarper.state.box import Card, Judged

NONE_YET = PerSide(0, 0)


def enter_year(state: State) -> After:
    """Phases A to C: propaganda back to 0, hands filled, two missions a side drawn; then both choose."""
    hands, decks = _dealt(state)
    missions, mission_decks = _drawn(state)
    steps = [
        Step("4.3 A", "{year}: both propaganda markers are on 0.", {"year": state.year}),
        *(_dealing(side, state.hands[side], hands[side]) for side in data.SIDES),
        Step("4.3 C", "Both sides draw two missions and keep one or both."),
    ]
    state = replace(
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


def _dealing(side: data.Side, before: Hand, after: Hand) -> Step:
    values = {"side": data.SIDE_NAMES[side], "new": after.count - before.count, "count": after.count}
    return Step("4.3 B", "The {side} side receives {new:# card|# cards} and holds {count}.", values)


def _dealt(state: State) -> tuple[PerSide[Hand], Mapping[str, tuple[str, ...]] | None]:
    """One card at a time, Allied first, until both hands are full or the deck is empty (R34, R39)."""
    pile = str(state.year)
    deck = state.box.of_year(state.year) if state.decks is None else state.decks[pile]
    size = data.HAND_SIZE[state.year]
    new: dict[data.Side, list[str]] = {side: [] for side in data.SIDES}
    needs = {side: size - state.hands[side].count for side in data.SIDES}
    taken = 0
    while taken < len(deck) and any(needs[side] > len(new[side]) for side in data.SIDES):
        for side in data.SIDES:
            if needs[side] > len(new[side]) and taken < len(deck):
                new[side].append(deck[taken])
                taken += 1
    hands = PerSide(*(_filled(state.hands[side], new[side]) for side in data.SIDES))
    return hands, None if state.decks is None else {**state.decks, pile: deck[taken:]}


def _filled(hand: Hand, new: list[str]) -> Hand:
    return Hand(hand.count + len(new), None if hand.cards is None else (*hand.cards, *new))


def _drawn(state: State) -> tuple[PerSide[Orders], PerSide[tuple[str, ...]] | None]:
    decks = state.mission_decks
    if decks is None:
        return PerSide(Orders(None, None, 0), Orders(None, None, 0)), None
    drawn = PerSide(*(Orders(deck[: data.MISSIONS_DRAWN], (), 0) for deck in decks))
    return drawn, PerSide(*(deck[data.MISSIONS_DRAWN :] for deck in decks))


def begin_actions(state: State) -> After:
    """Phase D: in 1914 the German side begins; later somebody chooses (R13)."""
    right = initiative(state.year, state.morale, state.first, state.options)
    if right.chooser is None:
        return begin_rounds(state, "german").after(*initiative_steps(right))
    return Outcome(replace(state, phase="initiative", chooser=right.chooser), initiative_steps(right))


def begin_rounds(state: State, first: data.Side) -> After:
    return next_round(replace(state, phase="rounds", chooser=None, first=first), NONE_YET)


def next_round(state: State, counts: PerSide[int]) -> After:
    """The next side's round; who has no cards sits out (R16); after the last one missions are revealed."""
    steps = list[Step]()
    rounds, first = data.ROUNDS[state.year], state.first or "german"
    while counts.allied + counts.german < 2 * rounds:
        side = first if (counts.allied + counts.german) % 2 == 0 else data.OTHER[first]
        if state.hands[side].count:
            return Outcome(replace(state, rounds_done=counts, turn=Turn(side)), tuple(steps))
        counts = counts.put(side, counts[side] + 1)
        steps.append(
            Step("4.3 D", "The {side} side has no cards and sits out.", {"side": data.SIDE_NAMES[side]})
        )
    steps.append(Step("4.3 E", "All rounds of {year} are done: missions are revealed.", {"year": state.year}))
    return Outcome(replace(state, phase="reveal", rounds_done=counts, turn=None), tuple(steps))


def end_round(state: State, side: data.Side) -> After:
    return next_round(state, state.rounds_done.put(side, state.rounds_done[side] + 1))


def over(state: State, winner: Winner, win_by: WinBy) -> State:
    """The war is over; everything else stays as it was."""
    return replace(state, phase="over", chooser=None, turn=None, winner=winner, win_by=win_by)


def gain(state: State, side: data.Side, amount: int) -> After:
    """A side gains morale; 15 ends the war at once (8.1)."""
    return morale_set(state, year.gained(state.morale, side, amount))


def morale_set(state: State, morale: int) -> After:
    """The marker stands on `morale`; 15 ends the war at once, unless only the year's end counts (R11)."""
    state = replace(state, morale=morale)
    winner = year.broken(morale, state.options)
    if winner is None:
        return Outcome(state, ())
    return Outcome(over(state, winner, "direct"), year.ending_steps(year.Ending(winner, "direct"), morale))


def turn_at(state: State, step: str) -> Turn:
    """The round in progress, which must be at this step; `IllegalAction` at `type` otherwise."""
    when = {
        "start": "at the start of a round, before a card is played",
        "event": "while a card's event is to be resolved",
        "commands": "while command points are being spent",
    }
    if state.turn is None or state.turn.step != step:
        raise IllegalAction("type", f"This is done {when[step]}; the game is at {_where(state)}.")
    return state.turn


def _where(state: State) -> str:
    if state.turn is None:
        return f"“{data.PHASE_NAMES[state.phase]}”"
    return {"start": "the start of a round", "event": "an event", "commands": "spending points"}[
        state.turn.step
    ]


def acting(side: data.Side, now: data.Side | None) -> None:
    if side != now:
        to_act = data.SIDE_NAMES[now] if now else "other"
        raise IllegalAction("side", f"It is for the {to_act} side to do this now.")


def card_status(state: State, card: Card, player: data.Side) -> Status:
    return status(card, player, [each.card for each in state.in_play], state.box)


def unseen(state: State, card: str, path: str) -> None:
    """Refuse a physical card that cannot be in a hand: unknown, of a later year, or seen before."""
    printed = state.box.cards.get(card)
    if printed is None:
        raise IllegalAction(path, f"“{card}” is no card of “{state.box.title}”.")
    if printed.year > state.year:
        raise IllegalAction(path, f"“{printed.title}” is a card of {printed.year}; it is {state.year}.")
    if card in state.played or any(each.card == card for each in state.in_play):
        raise IllegalAction(
            path, f"“{printed.title}” was played before; name a card that is still in a hand."
        )


def spend(state: State, turn: Turn, points: int) -> After:
    """Points spent; with none left the step is over."""
    left = turn.left - points
    if not left:
        # No points are left: a pending event comes now, else the round is over.
        if turn.event != "last":
            return end_round(state, turn.side)
        who = {"side": data.SIDE_NAMES[turn.owner or turn.side]}
        now = Step("5.1.2", "Now the {side} side resolves the event.", who)
        return Outcome(replace(state, turn=replace(turn, step="event", left=0)), (now,))
    return Outcome(replace(state, turn=replace(turn, left=left)), ())


def event_over(state: State, turn: Turn) -> After:
    """The event is done: points that wait for it come now, else the round is over."""
    if turn.mode == "commands" and turn.event == "first":
        return Outcome(replace(state, turn=replace(turn, step="commands", event="done")), ())
    return end_round(state, turn.side)


def in_phase(state: State, phase: data.Phase) -> None:
    if state.phase != phase:
        raise IllegalAction(
            "type",
            f"This belongs to “{data.PHASE_NAMES[phase]}”; the game is at “{data.PHASE_NAMES[state.phase]}”.",
        )


def ended(state: State, moment: year.Moment, steps: tuple[Step, ...]) -> After | None:
    """The war over at this moment of the year, told after these steps; None where it goes on."""
    end = year.ending(state.year, moment, state.morale, state.options)
    if not (end.winner and end.win_by):
        return None
    return Outcome(over(state, end.winner, end.win_by), (*steps, *year.ending_steps(end, state.morale)))


def to_judge(state: State, missions: Sequence[str]) -> list[str]:
    return sorted(each for each in missions if isinstance(state.box.missions[each].condition, Judged))


def still_on(state: State) -> None:
    if state.phase == "over":
        raise IllegalAction("type", "The war is over; only an undo leads back into it.")
