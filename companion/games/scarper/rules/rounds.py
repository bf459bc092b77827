"""The sequence of play: years, phases, a side's round; the year scored; what is set by hand (4, 5)."""

import re
from collections.abc import Callable, Mapping, Sequence
from unicodedata import normalize

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape import but
from companion.engine.wording import count
from companion.games.scarper import actions, data
from companion.games.scarper.actions import Change
from companion.games.scarper.procedures import year
from companion.games.scarper.procedures.rounds import (
    Status,
    affordable,
    build_steps,
    built,
    initiative,
    initiative_steps,
    on_own_ground,
    resolver,
    status,
    status_steps,
    supply_left,
)
from companion.games.scarper.state import (
    After,
    Hand,
    Orders,
    PerSide,
    State,
    TracksScored,
    Turn,
    TurnEvent,
    WinBy,
    Winner,
    YearRecord,
)
from companion.games.scarper.state.box import Battlefield, Card, Judged, Library, with_card

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
    return Outcome(but(state, phase="initiative", chooser=right.chooser), initiative_steps(right))


def begin_rounds(state: State, first: data.Side) -> After:
    return next_round(but(state, phase="rounds", chooser=None, first=first), NONE_YET)


def next_round(state: State, counts: PerSide[int]) -> After:
    """The next side's round; who has no cards sits out (R16); after the last one missions are revealed."""
    steps = list[Step]()
    rounds, first = data.ROUNDS[state.year], state.first or "german"
    while counts.allied + counts.german < 2 * rounds:
        side = first if (counts.allied + counts.german) % 2 == 0 else data.OTHER[first]
        if state.hands[side].count:
            return Outcome(but(state, rounds_done=counts, turn=Turn(side)), tuple(steps))
        counts = counts.put(side, counts[side] + 1)
        steps.append(
            Step("4.3 D", "The {side} side has no cards and sits out.", {"side": data.SIDE_NAMES[side]})
        )
    steps.append(Step("4.3 E", "All rounds of {year} are done: missions are revealed.", {"year": state.year}))
    return Outcome(but(state, phase="reveal", rounds_done=counts, turn=None), tuple(steps))


def end_round(state: State, side: data.Side) -> After:
    return next_round(state, state.rounds_done.put(side, state.rounds_done[side] + 1))


def over(state: State, winner: Winner, win_by: WinBy) -> State:
    """The war is over; everything else stays as it was."""
    return but(state, phase="over", chooser=None, turn=None, winner=winner, win_by=win_by)


def gain(state: State, side: data.Side, amount: int) -> After:
    """A side gains morale; 15 ends the war at once (8.1)."""
    return morale_set(state, year.gained(state.morale, side, amount))


def morale_set(state: State, morale: int) -> After:
    """The marker stands on `morale`; 15 ends the war at once, unless only the year's end counts (R11)."""
    state = but(state, morale=morale)
    winner = year.broken(morale, state.options)
    if winner is None:
        return Outcome(state, ())
    return Outcome(over(state, winner, "direct"), year.ending_steps(year.Ending(winner, "direct"), morale))


def turn_of(state: State, step: str, side: data.Side) -> Turn:
    """The round in progress, which must be at this step and be this side's."""
    turn = turn_at(state, step)
    acting(side, turn.side)
    return turn


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


def build_trenches(state: State, action: actions.BuildTrenches) -> After:
    """Economy becomes trenches on one's own ground."""
    turn_of(state, "start", action.side)
    for n, placed in enumerate(action.placements):
        on_own_ground(state.battlefields, action.side, placed, state.front, f"placements.{n}")
    supply = supply_left(state.options, state.battlefields.values(), action.side)
    economy = state.economy[action.side]
    total = affordable(action.placements, economy, supply, "placements")
    state = but(
        state,
        battlefields=built(state.battlefields, action.placements),
        economy=state.economy.put(action.side, economy - total),
    )
    values = {"total": total, "left": economy - total}
    paid = Step("6.1.1", "{total:# trench costs|# trenches cost} {total} economy; {left} is left.", values)
    return Outcome(state, (*build_steps(action.placements, action.side), paid))


def card_status(state: State, card: Card, player: data.Side) -> Status:
    return status(card, player, [each.card for each in state.in_play], state.box)


def play_card(state: State, action: actions.PlayCard) -> After:
    """A card leaves the hand, for its event or for its points."""
    turn_of(state, "start", action.side)
    cards = state.hands[action.side].cards
    if cards is not None and action.card not in cards:
        raise IllegalAction(
            "card", f"The {data.SIDE_NAMES[action.side]} side does not hold this card; play one of its hand."
        )
    if cards is None:
        unseen(state, action.card, "card")
    card = state.box.cards[action.card]
    now = card_status(state, card, action.side)
    if action.mode == "event" and not now.is_own:
        why = "is blocked" if now.blocked else "belongs to the opponent"
        raise IllegalAction("mode", f"The event of “{card.title}” {why}; play it for its points.")
    needed = action.mode == "commands" and now.triggers
    if needed and action.event_order is None:
        raise InvalidInput(
            "event_order", "Say whether the opponent's event comes before or after the points."
        )
    if not needed and action.event_order is not None:
        raise IllegalAction("event_order", "No opponent's event is triggered here; leave the order out.")
    hand = state.hands[action.side]
    left = None if hand.cards is None else tuple(each for each in hand.cards if each != card.id)
    state = but(
        state,
        hands=state.hands.put(action.side, Hand(hand.count - 1, left)),
        played=(*state.played, card.id),
        turn=_turn(action, card, now),
    )
    return Outcome(state, (_played(action, card), *status_steps(card, action.side, now, state.box)))


def _turn(action: actions.PlayCard, card: Card, now: Status) -> Turn:
    side, points = action.side, card.points
    if action.mode == "event":
        return Turn(side, "event", card.id, "event", "first", resolver(card, side))
    if now.triggers and action.event_order == "before":
        return Turn(side, "event", card.id, "commands", "first", resolver(card, side), points, points)
    if now.triggers:
        return Turn(side, "commands", card.id, "commands", "last", resolver(card, side), points, points)
    event: TurnEvent = "blocked" if now.foe else "none"
    return Turn(side, "commands", card.id, "commands", event, None, points, points)


def _played(action: actions.PlayCard, card: Card) -> Step:
    values = {"side": data.SIDE_NAMES[action.side], "title": card.title, "points": card.points}
    if action.mode == "event":
        return Step("5.1.1", "The {side} side plays “{title}” for its event.", values)
    return Step("6", "The {side} side plays “{title}” for its {points:point|# points}.", values)


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
        return Outcome(but(state, turn=but(turn, step="event", left=0)), (now,))
    return Outcome(but(state, turn=but(turn, left=left)), ())


def event_over(state: State, turn: Turn) -> After:
    """The event is done: points that wait for it come now, else the round is over."""
    if turn.mode == "commands" and turn.event == "first":
        return Outcome(but(state, turn=but(turn, step="commands", event="done")), ())
    return end_round(state, turn.side)


def in_phase(state: State, phase: data.Phase) -> None:
    if state.phase != phase:
        raise IllegalAction(
            "type",
            f"This belongs to “{data.PHASE_NAMES[phase]}”; the game is at “{data.PHASE_NAMES[state.phase]}”.",
        )


def choose_missions(state: State, action: actions.ChooseMissions) -> After:
    """A side keeps one or two of its missions; when both have chosen the year goes on."""
    in_phase(state, "missions")
    orders = state.missions[action.side]
    if orders.count:
        raise IllegalAction(
            "side", f"The {data.SIDE_NAMES[action.side]} side has chosen its missions already."
        )
    after = but(state, missions=state.missions.put(action.side, _kept(orders, action.keep)))
    values = {"side": data.SIDE_NAMES[action.side], "count": after.missions[action.side].count}
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


def choose_first(state: State, action: actions.ChooseFirst) -> After:
    in_phase(state, "initiative")
    acting(action.side, state.chooser)
    values = {"side": data.SIDE_NAMES[action.side], "first": data.SIDE_NAMES[action.first]}
    chosen = Step("4.2", "The {side} side lets the {first} side go first.", values)
    return begin_rounds(state, action.first).after(chosen)


def reveal_missions(state: State, action: actions.RevealMissions) -> After:
    """Phase E: all kept missions are judged at once on the board as it stands (R37)."""
    in_phase(state, "reveal")
    revealed = _revealed(state, action)
    _verdicts_fit(state, revealed, action)
    moved = year.markers_at(state, "missions")
    state = but(state, propaganda=moved.propaganda, economy=moved.economy)
    verdicts = PerSide(*(_judged(state, revealed[side], action) for side in data.SIDES))
    gains = year.mission_gains(verdicts, state.options)
    morale = year.held(state.morale + gains.allied - gains.german)
    record = YearRecord(state.year, gains, revealed, None, morale)
    state = but(
        state,
        morale=morale,
        missions=PerSide(
            *(Orders(each.drawn, None if each.kept is None else (), 0) for each in state.missions)
        ),
        history=(*state.history, record),
    )
    steps = (*moved.steps, *year.mission_steps(verdicts, gains, morale, state.options))
    return _unless_over(state, "missions", steps, lambda on: Outcome(but(on, phase="scoring"), ()))


def _unless_over(
    state: State, moment: year.Moment, steps: tuple[Step, ...], go_on: Callable[[State], After]
) -> After:
    end = year.ending(state.year, moment, state.morale, state.options)
    if end.winner and end.win_by:
        return Outcome(over(state, end.winner, end.win_by), (*steps, *year.ending_steps(end, state.morale)))
    return go_on(state).after(*steps)


def _revealed(state: State, action: actions.RevealMissions) -> PerSide[tuple[str, ...]]:
    if action.missions is None:
        return PerSide(*(each.kept or () for each in state.missions))
    for side in data.SIDES:
        _as_kept(state, side, action.missions[side])
    return action.missions


def _as_kept(state: State, side: data.Side, named: Sequence[str]) -> None:
    kept = state.missions[side].count
    if len(named) != kept:
        refusal = f"The {data.SIDE_NAMES[side]} side kept {count(kept, 'mission')}; {len(named)} of them"
        raise IllegalAction(f"missions.{side}", f"{refusal} were named.")
    before = {each for record in state.history for each in record.revealed[side]}
    for n, each in enumerate(named):
        if each in before:
            raise IllegalAction(
                f"missions.{side}.{n}", f"“{each}” was revealed in an earlier year (RULING R25)."
            )


def to_judge(state: State, missions: Sequence[str]) -> list[str]:
    return sorted(each for each in missions if isinstance(state.box.missions[each].condition, Judged))


def _verdicts_fit(state: State, revealed: PerSide[tuple[str, ...]], action: actions.RevealMissions) -> None:
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


def _judged(
    state: State, missions: Sequence[str], action: actions.RevealMissions
) -> tuple[year.Verdict, ...]:
    cards = [state.box.missions[each] for each in missions]
    verdicts = [year.judged(card, state) for card in cards]
    given = action.verdicts or {}
    return tuple(
        year.Verdict(card.title, given[card.id] if success is None else success)
        for card, success in zip(cards, verdicts, strict=True)
    )


def score_year(state: State, action: actions.ScoreYear) -> After:
    """Phase F: everything is scored at once; then the next year begins, or the war is over."""
    in_phase(state, "scoring")
    moved = year.markers_at(state, "scoring")
    sums = year.scored(state, moved.propaganda, moved.economy)
    morale = year.held(state.morale + sums.net)
    tracks = TracksScored(sums.battlefields, sums.propaganda, sums.economy, sums.ongoing)
    last = state.history[-1]
    state = but(
        state,
        morale=morale,
        propaganda=NONE_YET,
        economy=moved.economy,
        history=(*state.history[:-1], YearRecord(last.year, last.missions, last.revealed, tracks, morale)),
    )
    steps = (*moved.steps, *year.scoring_steps(sums, morale))
    return _unless_over(state, "scoring", steps, lambda on: enter_year(but(on, year=on.year + 1)))


def still_on(state: State) -> None:
    if state.phase == "over":
        raise IllegalAction("type", "The war is over; only an undo leads back into it.")


def adjust(state: State, action: actions.Adjust) -> After:
    """The table sets figures by hand; the sequence of play does not move."""
    still_on(state)
    for n, change in enumerate(action.changes):
        turn = state.turn
        if (
            turn
            and turn.step == "start"
            and change.path == ("hands", turn.side, "count")
            and not change.value
        ):
            refusal = "The side whose round it is must hold a card; adjust before its round begins."
            raise IllegalAction(f"changes.{n}.value", refusal)
    for change in action.changes:
        state = _changed(state, change)
    for each in data.BATTLEFIELDS:
        if state.battlefields[each].frontline in state.battlefields[each].trenches:
            where = data.BATTLEFIELD_NAMES[each]
            raise IllegalAction(
                "changes", f"A trench would lie in the frontline's space of {where}; move one of them."
            )
    reason = Step("adjust", "The table sets things by hand: {reason}", {"reason": action.reason})
    sets = (
        Step("adjust", "{path} is set to {value}.", {"path": ".".join(change.path), "value": change.value})
        for change in action.changes
    )
    return morale_set(state, state.morale).after(*(reason, *sets))


def _changed(state: State, change: Change) -> State:
    value = change.value
    match change.path:
        case ("propaganda" | "economy" as track, "allied" | "german" as side):
            return state.with_track(track, state.track(track).put(side, value))
        case ("hands", "allied" | "german" as side, _):
            return but(state, hands=state.hands.put(side, Hand(value, None)))
        case ("battlefields", battlefield, "frontline"):
            trenches = state.battlefields[battlefield].trenches
            return state.with_battlefield(battlefield, Battlefield(value, trenches))
        case ("battlefields", battlefield, _):
            frontline = state.battlefields[battlefield].frontline
            return state.with_battlefield(battlefield, Battlefield(frontline, value))
        case _:
            return but(state, morale=value)


def resign(state: State, action: actions.Resign) -> After:
    still_on(state)
    winner = data.OTHER[action.side]
    values = {"side": data.SIDE_NAMES[action.side], "winner": data.SIDE_NAMES[winner]}
    given_up = Step("8", "The {side} side gives the war up; the {winner} side has won.", values)
    return Outcome(over(state, winner, "resignation"), (given_up,))


def add_card(state: State, action: actions.AddCard) -> After:
    """What is printed on the card; the table carries its event out, and books it by hand."""
    still_on(state)
    if state.options.cards == "app":
        raise IllegalAction("type", "The app deals the cards of this table; none can be added to its decks.")
    card = action.card._replace(year=action.card.year or state.year)
    if card.title.casefold() in {each.title.casefold() for each in state.box.cards.values()}:
        refusal = f"“{card.title}” is in the library already; look for it by its title."
        raise IllegalAction("card.title", refusal)
    effects = [{"kind": "table", "text": card.text}] if card.text else []
    library = with_card(
        state.box, {**card._asdict(), "id": identifier(card.title, state.box), "effects": effects}, "card"
    )
    values = {**card._asdict(), "side": {**data.SIDE_NAMES, "neutral": "Neutral"}[card.side]}
    words = "“{title}” comes into the library: {side}, {year}, {points:# point|# points}."
    return Outcome(but(state, library=library), (Step("9.4", words, values),))


def identifier(title: str, library: Library) -> str:
    """A new card's own id, made of its title."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    start = re.sub("[^a-z0-9]+", "-", plain).strip("-") or "card"
    taken = (f"{start}-{n}" if n > 1 else start for n in range(1, len(library.cards) + 2))
    return next(each for each in taken if each not in library.cards)
