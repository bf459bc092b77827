"""Players for tests: they know nothing of the rules but what `legal` tells them."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.engine.game import Sight
from companion.games.scarper.deeds import legal
from companion.games.scarper.game import GAME
from companion.games.scarper.rules.events import Doing, applies, carry_out, options
from companion.games.scarper.rules.rounds import to_judge
from companion.games.scarper.state import State
from companion.games.scarper.state.box import Effect, side_of

type Action = dict[str, Any]

BOTH = Sight(frozenset(("allied", "german")), frozenset(("allied", "german")))


class Player:
    """Picks any legal action, with dice and choices; `weights` make a kind of action likelier."""

    def __init__(self, random: Random, weights: Mapping[str, float] | None = None) -> None:
        self.random = random
        self.weights = weights or {}

    def act(self, state: State) -> Action:
        """One action that the rules must accept."""
        entries = legal(state)
        weights = [self.weights.get(entry["type"], 1.0) for entry in entries]
        entry = self.random.choices(entries, weights)[0]
        action = getattr(self, "_" + entry["type"])(entry, state)
        return self.completed(state, action)

    def completed(self, state: State, action: Action) -> Action:
        """The action with the app's dice, and what another seat is asked for."""
        action = GAME.roll(state, action, self.random)
        while question := GAME.asks(state, action):
            cards = question.ask["from"] or self._unseen(state)
            named = self.random.sample(cards, question.ask["count"])
            reply = {"type": question.ask["type"], "side": question.seat, "cards": named}
            action = GAME.answer(state, action, reply)
        return action

    def _unseen(self, state: State) -> list[str]:
        seen = {*state.played, *(each.card for each in state.in_play)}
        return [
            card.id for card in state.box.cards.values() if card.year <= state.year and card.id not in seen
        ]

    def _choose_missions(self, entry: Action, state: State) -> Action:
        count = self.random.randint(1, 2)
        keep = count if entry["from"] is None else self.random.sample(entry["from"], count)
        return {"type": "choose_missions", "side": entry["side"], "keep": keep}

    def _choose_first(self, entry: Action, state: State) -> Action:
        return {"type": "choose_first", "side": entry["side"], "first": self.random.choice(entry["first"])}

    def _build_trenches(self, entry: Action, state: State) -> Action:
        left, placements = self.random.randint(1, min(3, entry["max"])), []
        while left:
            battlefield = self.random.choice(list(entry["spaces"]))
            count = self.random.randint(1, left)
            space = self.random.choice(entry["spaces"][battlefield])
            placements.append({"battlefield": battlefield, "space": space, "count": count})
            left -= count
        return {"type": "build_trenches", "side": entry["side"], "placements": placements}

    def _play_card(self, entry: Action, state: State) -> Action:
        if entry["card"] is None:
            return self._play_unknown(entry, state)
        action = {key: entry[key] for key in ("type", "side", "card", "mode")}
        if entry["event_order"]:
            action["event_order"] = self.random.choice(entry["event_order"])
        return action

    def _play_unknown(self, entry: Action, state: State) -> Action:
        card = self.random.choice(self._unseen(state))
        in_play = [each.card for each in state.in_play]
        status = GAME.procedure("event-status").resolve(
            {
                "card": card,
                "player": entry["side"],
                "in_play": in_play,
                "library": state.library and state.box.given,
            }
        )
        mode = self.random.choice(status.result["modes"])
        action = {"type": "play_card", "side": entry["side"], "card": card, "mode": mode}
        if status.result["event_order"]:
            action["event_order"] = self.random.choice(["before", "after"])
        return action

    def _resolve_event(self, entry: Action, state: State) -> Action:
        choices: list[Any] = []
        for effect in state.box.cards[entry["card"]].effects:
            choice = self._choice(state, effect, entry["side"])
            choices.append(choice)
            foreign = effect.kind == "discard" and side_of(effect.side, entry["side"]) != entry["side"]
            if foreign and applies(state, effect, entry["side"]):
                break
            state = carry_out(Doing(state, effect, entry["side"], choice, "")).state
            if state.phase == "over":
                break
        missing = len(state.box.cards[entry["card"]].effects) - len(choices)
        return {"type": "resolve_event", "side": entry["side"], "choices": choices + [None] * missing}

    def _choice(self, state: State, effect: Effect, owner: Any) -> Any:
        if not applies(state, effect, owner) or not effect.needs:
            return None
        side, places = side_of(effect.side, owner), options(state, effect, owner)
        if effect.needs == "cards":
            return self._cards(state, effect, side) if side == owner else None
        if effect.needs == "battlefield":
            choice: Action = {"battlefield": self.random.choice(places)}
            dice = {"charge": ("attacker", "defender"), "assault": ("d6",)}.get(effect.kind)
            return {**choice, "rolls": {die: self.random.randint(1, 6) for die in dice}} if dice else choice
        if self.random.random() < 0.1:
            return {effect.needs: []}
        return {effect.needs: [self._spot(state, effect.kind, side, places)]}

    def _cards(self, state: State, effect: Effect, side: Any) -> Action:
        hand = state.hands[side]
        return {
            "cards": self.random.sample(hand.cards or self._unseen(state), min(effect.amount, hand.count))
        }

    def _spot(self, state: State, kind: str, side: Any, places: list[str]) -> Action:
        battlefield = self.random.choice(places)
        front, track = state.battlefields[battlefield], state.front.tracks[battlefield]
        ground = track.ground(side, front.frontline)
        spaces = list(ground) if kind == "build" else [each for each in front.trenches if each not in ground]
        return {"battlefield": battlefield, "space": self.random.choice(spaces), "count": 1}

    def _publish_propaganda(self, entry: Action, state: State) -> Action:
        return {"type": entry["type"], "side": entry["side"], "points": self.random.randint(1, entry["max"])}

    _invest_economy = _publish_propaganda

    def _steady_push(self, entry: Action, state: State) -> Action:
        return {**entry, "points": self.random.choice(entry["points"])}

    def _frontal_charge(self, entry: Action, state: State) -> Action:
        battlefield = self.random.choice(entry["battlefields"])
        return {"type": entry["type"], "side": entry["side"], "battlefield": battlefield}

    _concentrated_assault = _frontal_charge

    def _end_commands(self, entry: Action, state: State) -> Action:
        return entry

    def _reveal_missions(self, entry: Action, state: State) -> Action:
        action: Action = {"type": "reveal_missions"}
        missions = entry["missions"]
        if state.options.cards == "table":
            missions = action["missions"] = {side: self._kept(state, side) for side in ("allied", "german")}
        wanted = to_judge(state, [each for kept in missions.values() for each in kept])
        if wanted:
            action["verdicts"] = {each: self.random.random() < 0.5 for each in wanted}
        return action

    def _kept(self, state: State, side: Any) -> list[str]:
        before = {each for record in state.history for each in record.revealed[side]}
        left = [each for each in state.box.missions_of(side) if each not in before]
        return self.random.sample(left, state.missions[side].count)

    def _score_year(self, entry: Action, state: State) -> Action:
        return entry


def play(setup: Any, player: Player) -> Iterator[tuple[State, Action | None, State]]:
    """A whole game: each line as (before, action, after), the opening first."""
    state = GAME.open(setup).state
    yield state, None, state
    while state.phase != "over":
        action = player.act(state)
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after


def front(drawn: str) -> dict[str, Any]:
    """A battlefield's JSON from its drawing: `>` is the frontline, a digit trenches, `-` nothing.

    >>> front("-21>--1")
    {'frontline': 0, 'trenches': {'-2': 2, '-1': 1, '3': 1}}
    """
    middle = len(drawn) // 2
    trenches = {str(n - middle): int(each) for n, each in enumerate(drawn) if each.isdigit()}
    return {"frontline": drawn.index(">") - middle, "trenches": trenches}
