"""SCOPE's rules: how a game is set up, and what a deed does to it (specification 4 to 6)."""

from collections import Counter
from typing import NamedTuple

from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.squares import row_of
from companion.games.scope import state as ground
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, TARGETS, Card, Reason, Side
from companion.games.scope.procedures import Left, Match, Standing, decided
from companion.games.scope.state import Event, Lying, Raked, Sighted, State, Stormed, spoken


class Play(NamedTuple):
    """How far a deed has come: the state, and what was told."""

    state: State
    steps: tuple[Step, ...] = ()

    def then(self, state: State, rule: str = "", words: str = "", **values: object) -> "Play":
        """Another state, and what is told of it."""
        return Play(state, (*self.steps, Step(rule, words, values)) if rule else self.steps)

    def tell(self, rule: str, words: str, **values: object) -> "Play":
        """The same with more to tell."""
        return self.then(self.state, rule, words, **values)

    def once(self, state: State, rule: str, words: str, **values: object) -> "Play":
        """The same of a card that lies face down again: told once, unless the app remembers (R31)."""
        step = Step(rule, words, values, once=not state.options.memory_aid)
        return Play(state, (*self.steps, step))


def turn_up(play: Play, rule: str, *cells: str) -> Play:
    """Show cards to the whole table, in this order (R20)."""
    for at in cells:
        lying = play.state.grid[at]
        words = "{at}: a {side} card is turned up: {card}."
        values = {"at": at, "side": SIDE_NAMES[lying.side], "card": CARD_NAMES[lying.card]}
        event = {"type": "reveal", "cell": at, "card": lying.card}
        front = play.state.front_of(at)
        after = play.state.noted(front, event) if lying.side == front else play.state
        play = play.once(after, rule, words, **values)
    return play


def emptied(state: State, at: str) -> State:
    """An empty area of the front in which the cell lies takes the place of its card (R22)."""
    front = state.front_of(at)
    event = {"type": "replace", "cell": at, "card": "empty"}
    return state.laid({at: Lying(front, "empty")}).noted(front, event)


def lost_with(state: State, side: Side, card: Card) -> dict[Side, tuple[Card, ...]]:
    """The cards that both sides have lost, with one more, sorted."""
    return {**state.lost, side: tuple(sorted((*state.lost[side], card)))}


def shot(play: Play, rule: str, at: str) -> Play:
    """A card is shot: it is eliminated, or in a Duel of Aces a spare sniper pays for the one on the front."""
    gone, lying = eliminated(play, rule, at, "shot"), play.state.grid[at]
    spare = gone.state.spare_snipers[lying.side] if lying.card == "sniper" else 0
    if not spare:
        return gone.then(emptied(gone.state, at))
    less = {**gone.state.spare_snipers, lying.side: spare - 1}
    words = "A sniper card from the player zone is handed over; the sniper stays where he is."
    return gone.then(replace(gone.state, spare_snipers=less), "duel_of_aces", words)


def eliminated(play: Play, rule: str, at: str, how: str = "eliminated") -> Play:
    """A target goes to the enemy's scoring zone, its points to his score (objective).

    What takes its place is not said yet (an assault spares no sniper).
    """
    state, lying = play.state, play.state.grid[at]
    side, card = lying.side, lying.card
    enemy, points = ENEMY[side], state.options.points.of(card)
    score = {**state.score, enemy: state.score[enemy] + points}
    words = f"The {{card}} at {{at}} is {how}: {{points:# point|# points}} for the {{side}} side."
    values = {"card": CARD_NAMES[card], "at": at, "side": SIDE_NAMES[enemy], "points": str(points)}
    return play.then(replace(state, lost=lost_with(state, side, card), score=score), rule, words, **values)


def missed(play: Play) -> Play:
    """A decoy stays where it is (R13)."""
    return play.tell("R13", "It was a decoy: it stays where it is.")


def placed(play: Play, quadrant: str) -> Play:
    """The shot card betrays the quadrant until the shooter's next turn (R12)."""
    state, side = play.state, play.state.side
    shots = {**state.shots, side: ground.Shot(quadrant, state.slot)}
    after = replace(state, shots=shots).noted(side, {"type": "shot", "quadrant": quadrant})
    words = "The shot came from quadrant {quadrant}: the {side} shot card lies there."
    return play.then(after, "shoot", words, quadrant=quadrant, side=SIDE_NAMES[side])


def rearranged(play: Play, quadrant: str, order: tuple[int, ...]) -> Play:
    """The k-th cell of the quadrant gets the card that lay in its `order[k]`-th cell, unseen (R9)."""
    state, cells = play.state, ground.corners(quadrant)
    lying = {at: state.grid[cells[came]] for at, came in zip(cells, order, strict=True)}
    after = state.laid(lying).noted(state.side, {"type": "move", "quadrant": quadrant})
    words = "{who}: the four cards of quadrant {quadrant} are rearranged."
    return play.then(after, "move", words, who=spoken(state.slot), quadrant=quadrant)


def came_back(play: Play, quadrant: str, comes: dict[str, Card]) -> Play:
    """Eliminated cards take the places of empty areas (R24)."""
    state, side = play.state, play.state.side
    laid = state.laid({at: Lying(side, card) for at, card in comes.items()})
    for card in comes.values():
        laid = _returned(laid, side, card)
    event = {"type": "reinforce", "quadrant": quadrant, "cards": list(comes.values())}
    words = "{who}: eliminated cards come back to quadrant {quadrant}; there are {count} of them."
    values = {"who": spoken(state.slot), "quadrant": quadrant, "count": len(comes)}
    return play.then(laid.noted(side, event), "reinforcements", words, **values)


def _returned(state: State, side: Side, card: Card) -> State:
    """A card leaves the enemy's scoring zone, and its points go with it (R23)."""
    lost: list[Card] = [*state.lost[side]]
    lost.remove(card)
    less = replace(state, lost={**state.lost, side: tuple(lost)})
    if card == "infantry" and state.aside[side]:
        return replace(less, aside={**state.aside, side: state.aside[side] - 1})
    if state.options.reinforce_points == "keep":
        return less
    enemy = ENEMY[side]
    points = state.score[enemy] - state.options.points.of(card)
    return replace(less, score={**state.score, enemy: points})


def fired_on(play: Play, at: str) -> Play:
    """Defensive fire: the infantry falls; by house rule its points do not count (R18)."""
    play = play.tell("defensive_fire", "A machine gun was among them: the assault is broken.")
    state, side = play.state, play.state.side
    if state.options.defensive_fire_scores:
        fallen = eliminated(play, "defensive_fire", at)
        return fallen.then(emptied(fallen.state, at))
    aside = {**state.aside, side: state.aside[side] + 1}
    after = replace(state, aside=aside, lost=lost_with(state, side, "infantry"))
    return play.then(emptied(after, at), "R18", "The infantry at {at} falls, and nobody scores it.", at=at)


def taken(play: Play, at: str, left: str) -> Play:
    """The infantry goes there, and an empty area fills the gap (R22)."""
    state, side = play.state, play.state.side
    front = state.front_of(at)
    own = {"type": "replace", "cell": at, "card": "infantry"}
    came: Event = own if front == side else {"type": "leave", "cell": at}
    after = emptied(state.laid({at: Lying(side, "infantry")}).noted(front, came), left)
    words = "The {side} infantry advances from {left} to {at}."
    return play.then(after, "assault", words, side=SIDE_NAMES[side], left=left, at=at)


def waiting(play: Play, up: Sighted | Raked | Stormed) -> Outcome[State]:
    """Cards are up until their finder has decided."""
    state = replace(play.state, phase="decide", pending=up)
    words = "{who} must shoot at the decoy." if up.forced else "{who} decides what to do."
    return Outcome(*play.then(state, "R13" if up.forced else "R19", words, who=spoken(state.slot)))


WON: dict[Reason, tuple[str, str]] = {
    "snipers": ("objective", "The {side} side wins: no enemy sniper is left."),
    "points": ("objective", "The {side} side wins: it has reached the objective points."),
    "theme": ("themes", "The {side} side wins: it has reached what this scenario is about."),
    "resigned": ("R36", "The {side} side wins: its enemy gives up."),
}


def won(play: Play) -> Outcome[State] | None:
    """The game over, where somebody has won by what was done."""
    state = play.state
    sides = {side: _standing(state, side) for side in SIDES}
    victory = decided(Match(state.theme, state.objective, state.rows), sides, state.side)
    return over(play, *victory) if victory else None


def _standing(state: State, side: Side) -> Standing:
    left = Counter(state.left(side))
    rows = tuple(row_of(at) for at in state.cells(side, "infantry"))
    return Standing(
        state.score[side], Left(*(left[card] for card in TARGETS)), rows, state.spare_snipers[side]
    )


def over(play: Play, side: Side, reason: Reason) -> Outcome[State]:
    ended = replace(play.state, phase="finished", winner=side, reason=reason, pending=None)
    return Outcome(*play.then(ended, *WON[reason], side=SIDE_NAMES[side]))


def next_turn(play: Play) -> Outcome[State]:
    """The next slot's turn; the shot card that it placed goes."""
    state = play.state
    slot = state.slots[(state.slots.index(state.slot) + 1) % len(state.slots)]
    begun = replace(state, phase="turn", turn=state.turn + 1, slot=slot, deployed=False, pending=None)
    # Whether the acting slot takes a shot card back (R12).
    lies = begun.shots[begun.side]
    by_player = begun.players == 3 and begun.options.shot_card_until == "player"
    if lies is not None and (by_player or lies.slot == begun.slot):
        begun = replace(begun, shots={**begun.shots, begun.side: None})
        words = "The shot card of the {side} side is taken back."
        play = play.tell("shoot", words, side=SIDE_NAMES[begun.side])
    return Outcome(*play.then(begun, "setup", "It is for {who} to act.", who=spoken(slot)))
