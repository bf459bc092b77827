"""A player who knows only what `legal` says, and what his hand holds: picks at random what is open to him."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.verraeter.deeds import legal
from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State


class Player:
    """Turns entries of `legal` into actions. In `counts` mode he makes values up."""

    def __init__(self, random: Random, offline: float = 0.3) -> None:
        self.random, self.offline = random, offline

    def choose(self, state: State) -> dict[str, Any]:
        """One action that is open in a state; draws and the card put aside are left to the app."""
        entry = self.random.choice(open_entries(legal(state)))
        return getattr(self, f"_{entry['type']}")(state, entry)

    def _place_estate(self, state: State, entry: Any) -> Any:
        return told(entry, landscape=self.random.choice(entry["landscapes"]))

    def _choose_site(self, state: State, entry: Any) -> Any:
        site = self.random.choice(entry["sites"])
        again = {"draft": self.random.choice(("digital", "offline"))} if state.round == 4 else {}
        return told(entry, site=self.random.sample(site, 2), **again)

    def _deal_actions(self, state: State, entry: Any) -> Any:
        return told(entry) if self.random.random() < 0.7 else told(entry, removed=entry["removed"][0])

    def _draft_offline(self, state: State, entry: Any) -> Any:
        return told(entry)

    def _pick_action(self, state: State, entry: Any) -> Any:
        return told(entry, card=self.random.choice(entry["cards"]))

    def _play_supply(self, state: State, entry: Any) -> Any:
        count = self.random.randint(entry["min"], entry["max"])
        cards = self.random.sample(entry["hand"], count)
        return told(entry, cards=self.named(state, cards))

    def named(self, state: State, cards: list[int]) -> list[int]:
        """Unknown cards as values that may still lie anywhere; fewer of them where none is left."""
        left = unknown_values(state)
        named = []
        for card in sorted(cards, reverse=True):
            value = card or (left.pop(self.random.randrange(len(left))) if left else 0)
            named += [value] if value else []
        return named

    def _reveal(self, state: State, entry: Any) -> Any:
        if not entry["picks"]:
            return {"type": "reveal"}
        cards = ["diplomat_2", "diplomat_5", "farmer", "master_builder", "strategist", "traitor"]
        picks = self.random.sample(cards, len(state.ids))
        return {"type": "reveal", "picks": dict(zip(state.ids, picks, strict=True))}

    def _build(self, state: State, entry: Any) -> Any:
        pick = self.random.choice
        if entry["op"] == "place":
            sides = {} if self.random.random() < 0.3 else {"side": pick(entry["sides"])}
            return told(entry, op="place", landscape=pick(entry["landscapes"]), **sides)
        if entry["op"] == "move":
            return told(entry, op="move", **{"from": pick(entry["from"]), "to": pick(entry["to"])})
        if entry["op"] == "flip":
            return told(entry, op="flip", landscape=pick(entry["landscapes"]))
        return told(entry, op="pass")

    def _refill(self, state: State, entry: Any) -> Any:
        count = (
            self.random.randint(0, entry["max_cards"]) if self.random.random() < 0.4 else entry["max_cards"]
        )
        wanted = entry["discards"][count]
        hand = self.named(state, list(entry["hand"]))
        if len(hand) < wanted or entry["discards"][count] > len(entry["hand"]):
            return told(entry, cards=0)
        return told(entry, cards=count, discard=self.random.sample(hand, wanted))


def told(entry: Any, **more: Any) -> dict[str, Any]:
    """The action of an entry."""
    return {"type": entry["type"], "player": entry["player"], **more}


def open_entries(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries in which there is something to choose; some masters of building have nothing to turn."""
    needs = {"flip": "landscapes", "move": "to", "place": "landscapes"}
    return [entry for entry in entries if entry.get("op", "pass") == "pass" or entry[needs[entry["op"]]]]


def unknown_values(state: State) -> list[int]:
    """The values of which a card may still be among those that nobody has told the app."""
    left = list(state.cards.deck)
    places = [state.discard, *(player.hand for player in state.players)]
    for cards in [*places, *(player.played or () for player in state.players)]:
        for value in cards:
            if value in left:
                left.remove(value)
    return left


def play(setup: Any, player: Player, most: int = 400) -> Iterator[tuple[State, dict[str, Any], State]]:
    """A whole game, line by line: before, the action as it is written, after."""
    state = GAME.open(setup).state
    for _ in range(most):
        if GAME.is_over(state):
            return
        action = GAME.roll(state, player.choose(state), player.random)
        after = GAME.apply(state, action).state
        yield state, action, after
        state = after
    raise AssertionError("The game does not end.")
