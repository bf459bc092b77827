"""A side's action round: trenches, a card, and what its points buy (4.3 D, 5, 6)."""

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.shape.changing import but
from companion.games.scarper.actions import kinds
from companion.games.scarper.data import PHASE_NAMES, SIDE_NAMES, Side
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.procedures.build_trenches import affordable, build_steps, built, on_own_ground
from companion.games.scarper.procedures.event_status import Status, resolver, status, status_steps
from companion.games.scarper.rules.sequence import end_round
from companion.games.scarper.state.library import Card
from companion.games.scarper.state.table import Hand, State, Turn, TurnEvent

WHEN = {
    "start": "at the start of a round, before a card is played",
    "event": "while a card's event is to be resolved",
    "commands": "while command points are being spent",
}


def turn_at(state: State, step: str) -> Turn:
    """The round in progress, which must be at this step; `IllegalAction` at `type` otherwise."""
    if state.turn is None or state.turn.step != step:
        raise IllegalAction("type", f"This is done {WHEN[step]}; the game is at {_where(state)}.")
    return state.turn


def _where(state: State) -> str:
    if state.turn is None:
        return f"“{PHASE_NAMES[state.phase]}”"
    return {"start": "the start of a round", "event": "an event", "commands": "spending points"}[
        state.turn.step
    ]


def acting(side: Side, now: Side | None) -> None:
    """Refuse another side than the one to act."""
    if side != now:
        to_act = SIDE_NAMES[now] if now else "other"
        raise IllegalAction("side", f"It is for the {to_act} side to do this now.")


def build_trenches(state: State, action: kinds.BuildTrenches) -> Outcome[State]:
    """Economy becomes trenches on one's own ground."""
    acting(action.side, turn_at(state, "start").side)
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


def card_status(state: State, card: Card, player: Side) -> Status:
    """How a card stands for a player at this table."""
    return status(card, player, [each.card for each in state.in_play], state.box)


def play_card(state: State, action: kinds.PlayCard) -> Outcome[State]:
    """A card leaves the hand, for its event or for its points."""
    acting(action.side, turn_at(state, "start").side)
    card = _in_hand(state, action.side, action.card)
    now = card_status(state, card, action.side)
    _mode_allowed(action, card, now)
    hand = state.hands[action.side]
    left = None if hand.cards is None else tuple(each for each in hand.cards if each != card.id)
    state = but(
        state,
        hands=state.hands.put(action.side, Hand(hand.count - 1, left)),
        played=(*state.played, card.id),
        turn=_turn(action, card, now),
    )
    return Outcome(state, (_played(action, card), *status_steps(card, action.side, now, state.box)))


def _turn(action: kinds.PlayCard, card: Card, now: Status) -> Turn:
    side, points = action.side, card.points
    if action.mode == "event":
        return Turn(side, "event", card.id, "event", "first", resolver(card, side))
    if now.triggers and action.event_order == "before":
        return Turn(side, "event", card.id, "commands", "first", resolver(card, side), points, points)
    if now.triggers:
        return Turn(side, "commands", card.id, "commands", "last", resolver(card, side), points, points)
    event: TurnEvent = "blocked" if now.foe else "none"
    return Turn(side, "commands", card.id, "commands", event, None, points, points)


def _played(action: kinds.PlayCard, card: Card) -> Step:
    values = {"side": SIDE_NAMES[action.side], "title": card.title, "points": card.points}
    if action.mode == "event":
        return Step("5.1.1", "The {side} side plays “{title}” for its event.", values)
    return Step("6", "The {side} side plays “{title}” for its {points:point|# points}.", values)


def _in_hand(state: State, side: Side, card: str) -> Card:
    cards = state.hands[side].cards
    if cards is not None and card not in cards:
        raise IllegalAction(
            "card", f"The {SIDE_NAMES[side]} side does not hold this card; play one of its hand."
        )
    if cards is None:
        unseen(state, card, "card")
    return state.box.cards[card]


def unseen(state: State, card: str, path: str) -> None:
    """Refuse a physical card that cannot be in a hand: unknown, of a later year, or seen before."""
    known = state.box.cards.get(card)
    if known is None:
        raise IllegalAction(path, f"“{card}” is no card of “{state.box.title}”.")
    if known.year > state.year:
        raise IllegalAction(path, f"“{known.title}” is a card of {known.year}; it is {state.year}.")
    if card in state.played or any(each.card == card for each in state.in_play):
        raise IllegalAction(path, f"“{known.title}” was played before; name a card that is still in a hand.")


def _mode_allowed(action: kinds.PlayCard, card: Card, now: Status) -> None:
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


def spend(state: State, turn: Turn, points: int) -> Outcome[State]:
    """Points spent; with none left the step is over."""
    left = turn.left - points
    if not left:
        return commands_over(state, turn)
    return Outcome(but(state, turn=but(turn, left=left)), ())


def commands_over(state: State, turn: Turn) -> Outcome[State]:
    """No points are left: a pending event comes now, else the round is over."""
    if turn.event != "last":
        return end_round(state, turn.side)
    who = {"side": SIDE_NAMES[turn.owner or turn.side]}
    now = Step("5.1.2", "Now the {side} side resolves the event.", who)
    return Outcome(but(state, turn=but(turn, step="event", left=0)), (now,))


def event_over(state: State, turn: Turn) -> Outcome[State]:
    """The event is done: points that wait for it come now, else the round is over."""
    if turn.mode == "commands" and turn.event == "first":
        return Outcome(but(state, turn=but(turn, step="commands", event="done")), ())
    return end_round(state, turn.side)
