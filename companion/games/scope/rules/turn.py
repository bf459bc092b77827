"""A turn: every deed, what it turns up, what is set by hand, and when the game is over (4 and 5)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.squares import column_of, row_of
from companion.games.scope import actions
from companion.games.scope import state as ground
from companion.games.scope.actions import available, check_in
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, TARGETS, Card, Reason, Side
from companion.games.scope.procedures.scenarios import Left, Match, Standing, decided
from companion.games.scope.state import Lying, Raked, Sighted, State, Stormed, spoken


class Play(NamedTuple):
    """How far an action has come: the state, and what was told."""

    state: State
    steps: tuple[Step, ...] = ()

    def plus(self, *steps: Step) -> "Play":
        """The same with more to tell."""
        return self.then(self.state, *steps)

    def then(self, state: State, *steps: Step) -> "Play":
        return Play(state, (*self.steps, *steps))


def once(state: State, rule: str, template: str, **values: object) -> Step:
    """A step that names a card which lies face down again: told once, unless the app remembers (R31)."""
    return Step(rule, template, values, once=not state.options.memory_aid)


def turn_up(play: Play, rule: str, cells: Iterable[str]) -> Play:
    """Show cards to the whole table, in this order (R20)."""
    for at in cells:
        lying = play.state.grid[at]
        words = "{at}: a {side} card is turned up: {card}."
        values = {"at": at, "side": SIDE_NAMES[lying.side], "card": CARD_NAMES[lying.card]}
        after = seen(play.state, at, {"type": "reveal", "cell": at, "card": lying.card})
        play = play.then(after, once(play.state, rule, words, **values))
    return play


def seen(state: State, at: str, event: ground.Event) -> State:
    """The same with an event about the card in a cell, where its owner's front is the one it lies in."""
    front = state.front_of(at)
    return state.noted(front, event) if state.grid[at].side == front else state


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
    return gone.then(replace(gone.state, spare_snipers=less), Step("duel_of_aces", words))


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
    after = replace(state, lost=lost_with(state, side, card), score=score)
    return play.then(after, Step(rule, words, values))


WON = {
    "snipers": "The {side} side wins: no enemy sniper is left.",
    "points": "The {side} side wins: it has reached the objective points.",
    "theme": "The {side} side wins: it has reached what this scenario is about.",
    "resigned": "The {side} side wins: its enemy gives up.",
}
WON_BY: dict[Reason, str] = {
    "snipers": "objective",
    "points": "objective",
    "theme": "themes",
    "resigned": "R36",
}


def ended(play: Play) -> Outcome[State]:
    """After the normal action: victory, else a deployment that is still possible, else the next slot."""
    state = replace(play.state, pending=None)
    sides = {side: _standing(state, side) for side in SIDES}
    won = decided(Match(state.theme, state.objective, state.rows), sides, state.side)
    if won:
        return _over(state, play, *won)
    if actions.deployments(state):
        step = Step("deployment", "{who} may still deploy.", {"who": spoken(state.slot)})
        return Outcome(replace(state, phase="after"), (*play.steps, step))
    return next_turn(Play(state, play.steps))


def _standing(state: State, side: Side) -> Standing:
    left = Counter(state.left(side))
    rows = tuple(row_of(at) for at in state.cells(side, "infantry"))
    return Standing(
        state.score[side], Left(*(left[card] for card in TARGETS)), rows, state.spare_snipers[side]
    )


def _over(state: State, play: Play, side: Side, reason: Reason) -> Outcome[State]:
    over = replace(state, phase="finished", winner=side, reason=reason, pending=None)
    step = Step(WON_BY[reason], WON[reason], {"side": SIDE_NAMES[side]})
    return Outcome(over, (*play.steps, step))


def next_turn(play: Play) -> Outcome[State]:
    """The next slot's turn; the shot card that it placed goes."""
    state = play.state
    slot = state.slots[(state.slots.index(state.slot) + 1) % len(state.slots)]
    begun = replace(state, phase="turn", turn=state.turn + 1, slot=slot, deployed=False, pending=None)
    steps = [Step("setup", "It is for {who} to act.", {"who": spoken(slot)})]
    # Whether the acting slot takes a shot card back (R12).
    placed = begun.shots[begun.side]
    by_player = begun.players == 3 and begun.options.shot_card_until == "player"
    if placed is not None and (by_player or placed.slot == begun.slot):
        begun = replace(begun, shots={**begun.shots, begun.side: None})
        words = "The shot card of the {side} side is taken back."
        steps.insert(0, Step("shoot", words, {"side": SIDE_NAMES[begun.side]}))
    return Outcome(begun, (*play.steps, *steps))


def end_turn(state: State, action: actions.EndTurn) -> Outcome[State]:
    """The deployment is let go (R26)."""
    return next_turn(Play(state))


def do_nothing(state: State, action: actions.Pass) -> Outcome[State]:
    """Nothing is possible (R27)."""
    return next_turn(Play(state, (Step("R27", "{who} can do nothing.", {"who": spoken(state.slot)}),)))


def resign(state: State, action: actions.Resign) -> Outcome[State]:
    """The other side wins (R36)."""
    return _over(state, Play(state), ENEMY[ground.side_of(action.seat)], "resigned")


def waiting(play: Play, up: Sighted | Raked | Stormed) -> Outcome[State]:
    """Cards are up until their finder has decided."""
    state = replace(play.state, phase="decide", pending=up)
    words = "{who} must shoot at the decoy." if up.forced else "{who} decides what to do."
    step = Step("R13" if up.forced else "R19", words, {"who": spoken(state.slot)})
    return Outcome(state, (*play.steps, step))


def missed(play: Play) -> Play:
    """A decoy stays where it is (R13)."""
    return play.plus(Step("R13", "It was a decoy: it stays where it is."))


def hold(state: State, action: actions.Hold) -> Outcome[State]:
    """No shot, no advance (R19)."""
    if state.pending is not None and state.pending.forced:
        raise IllegalAction("type", "A decoy draws the shot: it cannot be held.")
    return ended(Play(state, (Step("R19", "{who} holds.", {"who": spoken(state.slot)}),)))


def recognition(state: State, action: actions.Recognition) -> Outcome[State]:
    """One card, or two neighbours in a row, are turned up; nobody shoots (R15)."""
    entry = available(state, "recognition")
    for n, at in enumerate(action.cells):
        check_in(at, entry["singles"], f"cells.{n}", "no enemy card lies there.")
    one, other = action.cells[0], action.cells[-1]
    beside = abs(column_of(one) - column_of(other)) == 1
    if len(action.cells) > 1 and not (beside and row_of(one) == row_of(other)):
        raise IllegalAction("cells.1", f"{other} does not lie beside {one} in the same row.")
    return ended(turn_up(Play(state), "recognition", action.cells))


def howitzer(state: State, action: actions.Howitzer) -> Outcome[State]:
    """A mortar is shown, then its target, which is hit whatever it is (R13, R14)."""
    available(state, "howitzer")
    side = state.side
    check_in(action.mortar, state.cells(side, "mortar"), "mortar", "no mortar of this side lies there.")
    words = "an enemy card is wanted that does not lie beside the mortar."
    check_in(action.target, actions.howitzer_targets(state, side, action.mortar), "target", words)
    play = turn_up(Play(state), "howitzer", (action.mortar, action.target))
    card = state.grid[action.target].card
    if card == "empty":
        return ended(play.plus(Step("R14", "The shell hits an empty area.")))
    if card == "decoy":
        step = Step("howitzer", "The decoy is gone; an empty area takes its place.")
        return ended(play.then(emptied(play.state, action.target), step))
    return ended(shot(play, "howitzer", action.target))


def offensive_fire(state: State, action: actions.OffensiveFire) -> Outcome[State]:
    """A card beside a machine gun is turned up; which gun it is stays hidden (R16)."""
    available(state, "offensive_fire")
    side = state.side
    targets = [at for at in actions.enemies(state, side) if actions.guns_at(state, side, at)]
    words = "an enemy card beside an own machine gun is wanted."
    check_in(action.target, targets, "target", words)
    own = [at for at in state.front(side) if state.grid[at].side == side]
    near = [at for at in own if ground.adjacent(at, action.target)]
    some = {"type": "some", "card": "machine_gun", "cells": near}
    words = "A {side} machine gun stands beside {target}."
    step = Step("offensive_fire", words, {"side": SIDE_NAMES[side], "target": action.target})
    play = turn_up(Play(state.noted(side, some), (step,)), "offensive_fire", (action.target,))
    card = state.grid[action.target].card
    if card == "empty":
        return ended(play)
    return waiting(play, Raked(action.target, card, card == "decoy"))


def shoot_gun(state: State, action: actions.Shoot, pending: Raked) -> Outcome[State]:
    """The machine gun is shown, and what it found is hit, unless it was a decoy (R13)."""
    if action.quadrant is not None:
        raise IllegalAction("quadrant", "A machine gun fires: no shot card is placed.")
    guns = actions.guns_at(state, state.side, pending.cell)
    words = "an own machine gun beside the card that is up is wanted."
    check_in(action.machine_gun or "No machine gun", guns, "machine_gun", words)
    play = turn_up(Play(state), "offensive_fire", (action.machine_gun or "",))
    return ended(missed(play) if pending.card == "decoy" else shot(play, "offensive_fire", pending.cell))


MOVABLE = "only a quadrant of the own front with four cards of its own side is moved."


def move(state: State, action: actions.Move) -> Outcome[State]:
    """Four cards change places, and nobody else knows how (R9)."""
    entry = available(state, "move")
    check_in(action.quadrant, entry["quadrants"], "quadrant", MOVABLE)
    return ended(rearranged(Play(state), action.quadrant, action.order))


def rearranged(play: Play, quadrant: str, order: tuple[int, ...]) -> Play:
    """The k-th cell of the quadrant gets the card that lay in its `order[k]`-th cell."""
    state, cells = play.state, ground.corners(quadrant)
    lying = {at: state.grid[cells[came]] for at, came in zip(cells, order, strict=True)}
    after = state.laid(lying).noted(state.side, {"type": "move", "quadrant": quadrant})
    values = {"who": spoken(state.slot), "quadrant": quadrant}
    words = "{who}: the four cards of quadrant {quadrant} are rearranged."
    return play.then(after, Step("move", words, values))


def deploy(state: State, action: actions.Deploy) -> Outcome[State]:
    """An officer is shown, a quadrant moved; after the turn's action this ends the turn (R25)."""
    entry = available(state, "deploy")
    check_in(action.officer, entry["officers"], "officer", "no officer of this side lies there.")
    check_in(action.quadrant, entry["quadrants"], "quadrant", MOVABLE)
    shown = turn_up(Play(state), "deployment", (action.officer,))
    play = rearranged(shown, action.quadrant, action.order)
    deployed = Play(replace(play.state, deployed=True), play.steps)
    return next_turn(deployed) if state.phase == "after" else Outcome(*deployed)


def reinforce(state: State, action: actions.Reinforce) -> Outcome[State]:
    """Infantry comes back, a mortar along with it where the theme allows it; its quadrant is moved."""
    entry = available(state, "reinforce")
    empty = {each["quadrant"]: each["empty"] for each in entry["quadrants"]}
    words = "a quadrant next to the own player zone is wanted, all four cards its own, one an empty area."
    check_in(action.quadrant, empty, "quadrant", words)
    inside = empty[action.quadrant]
    check_in(action.infantry, inside, "infantry", "no empty area of this quadrant lies there.")
    comes: dict[str, Card] = {action.infantry: "infantry"}
    if action.mortar is not None:
        _check_mortar(state, action.mortar, [at for at in inside if at != action.infantry])
        comes[action.mortar] = "mortar"
    return ended(rearranged(_came_back(state, action.quadrant, comes), action.quadrant, action.order))


def _check_mortar(state: State, at: str, empty: list[str]) -> None:
    if not actions.mortar_comes(state, state.side):
        words = "A mortar comes back only in Offensive without Snipers, when one has been lost."
        raise IllegalAction("mortar", words)
    check_in(at, empty, "mortar", "another empty area of the quadrant is wanted.")


def _came_back(state: State, quadrant: str, comes: dict[str, Card]) -> Play:
    side = state.side
    laid = state.laid({at: Lying(side, card) for at, card in comes.items()})
    cards = list(comes.values())
    for card in cards:
        laid = _returned(laid, side, card)
    event = {"type": "reinforce", "quadrant": quadrant, "cards": list(cards)}
    words = "{who}: eliminated cards come back to quadrant {quadrant}; there are {count} of them."
    values = {"who": spoken(state.slot), "quadrant": quadrant, "count": len(cards)}
    return Play(laid.noted(side, event), (Step("reinforcements", words, values),))


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


def search(state: State, action: actions.Search) -> Outcome[State]:
    """An enemy card is turned up; an empty area ends the turn's action, all else waits for a decision."""
    entry = available(state, "search")
    check_in(action.cell, entry["cells"], "cell", "no enemy card lies there.")
    play = turn_up(Play(state), "search", (action.cell,))
    card = state.grid[action.cell].card
    if card == "empty":
        return ended(play)
    up = Sighted(action.cell, card, card == "decoy")
    return waiting(play, up)


def shoot(state: State, action: actions.Shoot) -> Outcome[State]:
    """The card that is up is shot at, by a sniper who names his quadrant or by a machine gun."""
    pending = state.pending
    if isinstance(pending, Raked):
        return shoot_gun(state, action, pending)
    if not isinstance(pending, Sighted):
        raise IllegalAction("type", "Infantry does not shoot: it advances, or it holds.")
    if action.machine_gun is not None:
        raise IllegalAction("machine_gun", "A sniper has found this card; no machine gun fires.")
    words = "a quadrant of the own front with an own sniper in it is wanted."
    check_in(action.quadrant or "No quadrant", actions.shot_quadrants(state, state.side), "quadrant", words)
    play = missed(Play(state)) if pending.card == "decoy" else shot(Play(state), "shoot", pending.cell)
    return ended(_placed(play, action.quadrant or ""))


def _placed(play: Play, quadrant: str) -> Play:
    """The shot card betrays the quadrant until the shooter's next turn (R12)."""
    state, side = play.state, play.state.side
    shots = {**state.shots, side: ground.Shot(quadrant, state.slot)}
    after = replace(state, shots=shots).noted(side, {"type": "shot", "quadrant": quadrant})
    words = "The shot came from quadrant {quadrant}: the {side} shot card lies there."
    return play.then(after, Step("shoot", words, {"quadrant": quadrant, "side": SIDE_NAMES[side]}))


def assault(state: State, action: actions.Assault) -> Outcome[State]:
    """Infantry is shown, then every enemy card of the quadrant; one machine gun breaks it (R17, R18)."""
    available(state, "assault")
    side, at = state.side, action.infantry
    check_in(at, state.cells(side, "infantry"), "infantry", "no infantry of this side lies there.")
    words = "a quadrant with this infantry and an enemy card in it is wanted."
    check_in(action.quadrant, actions.assault_quadrants(state, side, at), "quadrant", words)
    turned = tuple(each for each in ground.corners(action.quadrant) if state.grid[each].side != side)
    play = turn_up(Play(state), "assault", (at, *turned))
    if any(state.grid[each].card == "machine_gun" for each in turned):
        return ended(_fired_on(play, at))
    return waiting(play, Stormed(at, action.quadrant, turned))


def _fired_on(play: Play, at: str) -> Play:
    """Defensive fire: the infantry falls; by house rule its points do not count (R18)."""
    step = Step("defensive_fire", "A machine gun was among them: the assault is broken.")
    play = play.plus(step)
    if play.state.options.defensive_fire_scores:
        fallen = eliminated(play, "defensive_fire", at)
        return fallen.then(emptied(fallen.state, at))
    state, side = play.state, play.state.side
    aside = {**state.aside, side: state.aside[side] + 1}
    after = replace(state, aside=aside, lost=lost_with(state, side, "infantry"))
    words = "The infantry at {at} falls, and nobody scores it."
    return play.then(emptied(after, at), Step("R18", words, {"at": at}))


def advance(state: State, action: actions.Advance) -> Outcome[State]:
    """The infantry takes the place of one of the cards; what was there goes, an assault spares no sniper."""
    pending = state.pending
    if not isinstance(pending, Stormed):
        raise IllegalAction("type", "No infantry has stormed: shoot at the card that is up, or hold.")
    check_in(action.cell, pending.cells, "cell", "one of the cards that the assault turned up is wanted.")
    at, play = action.cell, Play(state)
    card = state.grid[at].card
    if card in TARGETS:
        play = eliminated(play, "assault", at)
    else:
        values = {"card": CARD_NAMES[card], "at": at}
        play = play.plus(Step("assault", "The {card} at {at} is removed.", values))
    return ended(_taken(play, at, pending.infantry))


def _taken(play: Play, at: str, left: str) -> Play:
    """The infantry goes there, and an empty area fills the gap (R22)."""
    state, side = play.state, play.state.side
    front = state.front_of(at)
    own = {"type": "replace", "cell": at, "card": "infantry"}
    came = own if front == side else {"type": "leave", "cell": at}
    after = emptied(state.laid({at: Lying(side, "infantry")}).noted(front, came), left)
    words = "The {side} infantry advances from {left} to {at}."
    values = {"side": SIDE_NAMES[side], "left": left, "at": at}
    return play.then(after, Step("assault", words, values))


def adjust(state: State, action: actions.Adjust) -> Outcome[State]:
    """The changes are made one after another, each checked when it is made; victory is not looked for."""
    if state.phase == "finished":
        raise IllegalAction("type", "The game is over; only an undo leads back into it.")
    play = Play(state, (Step("R34", "Set by hand: {reason}.", {"reason": action.reason.rstrip(".")}),))
    for n, change in enumerate(action.changes):
        if isinstance(change, actions.ChangeScore):
            play = _score(play, change)
        else:
            path = f"changes.{n}"
            if play.state.phase not in ("turn", "after"):
                raise IllegalAction(f"{path}.target", "No card is corrected while cards are turned up.")
            if change.cell not in play.state.grid:
                raise IllegalAction(f"{path}.cell", f"{change.cell} does not lie on this battlefield.")
            if change.side != play.state.front_of(change.cell) and change.card != "infantry":
                raise IllegalAction(f"{path}.card", "Only infantry lies in the enemy's front (R32).")
            play = _card(play, change)
    return Outcome(*play)


def _score(play: Play, change: actions.ChangeScore) -> Play:
    state, side = play.state, change.side
    after = replace(state, score={**state.score, side: state.score[side] + change.by})
    return play.then(
        after, Step("R34", "The {side} score: {by:+d}.", {"side": SIDE_NAMES[side], "by": change.by})
    )


def _card(play: Play, change: actions.ChangeCard) -> Play:
    """The old card is shown where it lay face down, then the new one (R34)."""
    at, front = change.cell, play.state.front_of(change.cell)
    intruded = play.state.grid[at].side != front
    shown = play if intruded else turn_up(play, "R34", (at,))
    state = shown.state.laid({at: Lying(change.side, change.card)})
    if change.side == front:
        state = state.noted(front, {"type": "replace", "cell": at, "card": change.card})
    elif not intruded:
        state = state.noted(front, {"type": "leave", "cell": at})
    values = {"at": at, "side": SIDE_NAMES[change.side], "card": CARD_NAMES[change.card]}
    return shown.then(state, once(state, "R34", "{at} holds this {side} card now: {card}.", **values))
