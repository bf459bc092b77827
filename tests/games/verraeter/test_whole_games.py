"""Whole games by players who know only what `legal` says: nothing crashes, stalls or disagrees.

`VERRAETER_GAMES` says how many; the figure here keeps a test run short.
"""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.games.verraeter.data import CIRCLE
from companion.games.verraeter.game import GAME
from companion.games.verraeter.rules.legal import legal
from companion.games.verraeter.state import HOUSE_RULES, State, read_state, state_json
from verraeter.player import Player, play

GAMES = int(os.environ.get("VERRAETER_GAMES", "40"))
LONGEST = 400
SUPPLIES = (
    {str(v): 4 for v in range(2, 7)},
    {"3": 4, "4": 4, "5": 4},
    {"1": 9, "3": 5, "4": 5, "5": 5, "9": 9},
)


def table(random: Random) -> dict[str, Any]:
    """Any table's setup; one in three plays by the book."""
    players = ["anna", "bert", "cleo", "dora"][: random.choice([3, 4])]
    if random.random() < 0.3:
        return {"players": players}
    options: dict[str, Any] = {
        rule.key: random.choice(rule.choices)[0] for rule in HOUSE_RULES if rule.choices
    }
    options["hand_limit"] = random.randint(3, 9)
    options["office_card_cap"] = random.choice([None, 0, 3, 9])
    options["rounds_per_player"] = random.choice([None, 1, 2, 5])
    cards = {} if random.random() < 0.6 else {"cards": {"supply": random.choice(SUPPLIES)}}
    return {"players": players, "options": options, **cards}


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = list(play(setup, Player(random), LONGEST))
    for before, action, after in lines:
        holds_together(after)
        points_come_from_the_reveal_alone(before, action, after)
    before, action, last = lines[random.randrange(len(lines))]
    survives_json(before)
    assert GAME.apply(before, action).state == last
    ended = lines[-1][2]
    assert ended.phase == "finished"
    assert ended.round == ended.rounds or ended.one_house()
    replayed = GAME.procedure("replay").resolve({"setup": setup, "actions": [line[1] for line in lines]})
    assert replayed.result == {"state": state_json(ended)}


def holds_together(state: State) -> None:
    """The invariants of the specification's section 3."""
    cards_are_conserved(state)
    for player in state.players:
        lying = state.buildings(player.id)
        assert len(lying) + player.unplaced == 3
        assert len(state.buildings(player.id, "office")) <= 2
        if state.phase != "refill":
            assert len(player.hand) <= state.options.hand_limit
    kinds = Counter(each.type for each in state.circle)
    assert len(state.circle) == CIRCLE
    assert set(kinds.values()) == {2}
    assert (state.active is None) == (state.phase in ("reveal", "finished"))
    assert bool(state.refill) == (state.phase == "refill")
    assert (state.result is not None) == (state.phase == "finished") == (not legal(state))
    if state.site and state.phase in ("draft", "supply", "reveal"):
        i, j = state.site
        assert state.circle[i].house != state.circle[j].house


def cards_are_conserved(state: State) -> None:
    """Every supply card is in one place; of a hand that nobody told, only the number is known."""
    places = [state.draw, state.discard, *(player.hand for player in state.players)]
    cards = [value for place in places for value in place]
    cards += [value for player in state.players for value in player.played or ()]
    assert len(cards) == len(state.cards.deck)
    known = Counter(value for value in cards if value)
    assert not known - Counter(state.cards.deck)
    if not state.options.counts_only:
        assert sorted(cards) == list(state.cards.deck)


def points_come_from_the_reveal_alone(before: State, action: Any, after: State) -> None:
    gained = {now.id: now.vp - then.vp for then, now in zip(before.players, after.players, strict=True)}
    if action["type"] != "reveal":
        assert not any(gained.values())
        return
    told = {who: points["total"] for who, points in after.last_conflict["vp"].items()}
    assert gained == told
    turned = [n for n in range(CIRCLE) if before.circle[n].house != after.circle[n].house]
    flipped = after.last_conflict["flipped"]
    assert turned == ([] if flipped is None else [flipped])
    assert flipped is None or flipped in (before.site or ())


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text
    listed = GAME.procedure("legal").resolve({"state": json.loads(text)}).result
    assert listed["actions"] == json.loads(json.dumps(legal(state)))


@pytest.mark.parametrize("seed", range(6))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(GAME.shuffle(table(random), random), Player(random)):
        listed = {entry["type"] for entry in legal(before)}
        assert action["type"] in listed
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError):
                    GAME.apply(before, other)
        known[action["type"]] = action


@pytest.mark.parametrize("seed", range(6))
def test_the_farthest_that_legal_offers_can_be_done_and_no_more(seed: int) -> None:
    """`max_cards` is exact: that many can be picked up, one more cannot be had."""
    random = Random(seed)
    options = {"hand_limit": random.randint(3, 5), "surplus": random.choice(["before", "after"])}
    setup = GAME.shuffle({"options": options, "cards": {"supply": {"3": 4, "4": 4, "5": 4}}}, random)
    for before, action, _ in play(setup, Player(random, 0)):
        if action["type"] != "refill":
            continue
        entry = legal(before)[0]
        most = entry["max_cards"]
        hand = list(before.player(entry["player"]).hand)
        deed = {"type": "refill", "player": entry["player"]}
        if entry["discards"][most] <= len(hand):
            laid = hand[: entry["discards"][most]]
            drawn = GAME.roll(before, {**deed, "cards": most, "discard": laid}, random)
            assert len(drawn["cards"]) == most
            GAME.apply(before, drawn)
        with pytest.raises(GameError):
            GAME.apply(before, {**deed, "cards": [3] * (most + 1), "discard": [3] * 9})


@pytest.mark.parametrize("count", [3, 4])
def test_rounds_start_players_and_hands_turn_as_the_rulebook_says(count: int) -> None:
    random = Random(count)
    setup = GAME.shuffle(
        {"players": ["anna", "bert", "cleo", "dora"][:count], "start_player": "bert"}, random
    )
    starts = [after.start_player for before, _, after in play(setup, Player(random)) if after.phase == "site"]
    state = GAME.open(setup).state
    assert state.rounds == {3: 9, 4: 8}[count]
    assert state.strategy_holder == state.left_of("bert")
    assert starts[0] == "bert"
    assert starts[1] == state.left_of("bert")
    everything = Sight(frozenset(state.ids), frozenset(state.ids))
    assert GAME.legal(state, everything) == legal(state)
