"""Whole wars by players who know only what `legal` says: nothing crashes, stalls or disagrees.

`SCARPER_GAMES` says how many; the figure here keeps a test run short.
"""

import json
import os
from random import Random
from typing import Any

import pytest

from companion.engine.game import Sight
from companion.games.scarper.data import BATTLEFIELDS, SIDES
from companion.games.scarper.game import GAME
from companion.games.scarper.rules import legal
from companion.games.scarper.state import HOUSE_RULES, State, read_state, state_json
from scarper.player import Player, play

GAMES = int(os.environ.get("SCARPER_GAMES", "60"))
LONGEST = 600


def house_rules(random: Random) -> dict[str, Any]:
    """Any table's options; one in three plays by the book."""
    if random.random() < 0.3:
        return {"cards": random.choice(["app", "table"])}
    options: dict[str, Any] = {
        rule.key: random.choice(rule.choices)[0] for rule in HOUSE_RULES if rule.choices
    }
    options["trench_supply"] = random.choice([None, 6, 8, 15, 40])
    options["propaganda_max"], options["economy_max"] = (
        random.choice([1, 3, 10, 30]),
        random.choice([5, 10, 20]),
    )
    options["mission_success"], options["mission_failure"] = random.randint(0, 5), random.randint(0, 5)
    return options


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_war_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    options = house_rules(random)
    setup = GAME.shuffle({"options": options}, random)
    assert GAME.open(setup).state.options.cards == options["cards"]
    lines = list(play(setup, Player(random)))
    assert len(lines) < LONGEST
    for _, _, state in lines:
        holds_together(state)
    survives_json(lines[random.randrange(len(lines))][2])
    undoes(setup, lines, random)
    replayed = GAME.procedure("replay").resolve({"setup": setup, "actions": [a for _, a, _ in lines[1:]]})
    assert replayed.result == {"state": state_json(lines[-1][2])}


def holds_together(state: State) -> None:
    """The invariants of the specification's section 3."""
    assert -15 <= state.morale <= 15
    for figures, most in ((state.propaganda, "propaganda_max"), (state.economy, "economy_max")):
        assert all(0 <= figure <= getattr(state.options, most) for figure in figures)
    for battlefield in BATTLEFIELDS:
        front, track = state.battlefields[battlefield], state.front.tracks[battlefield]
        assert front.frontline in track.spaces
        assert front.frontline not in front.trenches
        assert all(space in track.spaces and count >= 1 for space, count in front.trenches.items())
    if state.options.trench_supply is not None:
        assert all(state.trenches_of(side) <= state.options.trench_supply for side in SIDES)
    assert (state.turn is not None) == (state.phase == "rounds")
    assert (state.chooser is not None) == (state.phase == "initiative")
    assert (state.winner is not None) == (state.phase == "over") == (not legal(state))
    cards_lie_in_one_place(state)


def cards_lie_in_one_place(state: State) -> None:
    """A card is in at most one of decks, hands, played cards and cards in play."""
    places = [*state.played, *(each.card for each in state.in_play)]
    for hand in state.hands:
        assert hand.cards is None or hand.count == len(hand.cards)
        places += hand.cards or ()
    for deck in (state.decks or {}).values():
        places += deck
    assert len(places) == len(set(places))
    if state.decks is not None:
        assert sorted(places) == sorted(state.box.cards)


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text
    listed = GAME.procedure("legal").resolve({"state": json.loads(text)}).result
    assert listed["actions"] == json.loads(json.dumps(legal(state)))


def undoes(setup: Any, lines: list[Any], random: Random) -> None:
    """The state before any line is the fold of the lines before it."""
    kept = random.randrange(len(lines))
    state = GAME.open(setup).state
    for _, action, _ in lines[1 : kept + 1]:
        state = GAME.apply(state, action).state
    assert state == lines[kept][2]


@pytest.mark.parametrize("seed", range(5))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({}, random)
    by_type: dict[str, Any] = {}
    for before, action, _ in play(setup, Player(random)):
        if action:
            listed = {entry["type"] for entry in legal(before)}
            assert action["type"] in listed
            for kind, other in by_type.items():
                if kind not in listed:
                    with pytest.raises(Exception, match=r".") as refused:
                        GAME.apply(before, other)
                    assert refused.value.code in ("illegal_action", "invalid_input")  # type: ignore[attr-defined]
            by_type[action["type"]] = action


@pytest.mark.parametrize("seed", range(8))
def test_no_step_and_no_view_names_a_secret(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle({}, random)
    state, steps = GAME.open(setup)
    player = Player(random)
    while state.phase != "over":
        # What a card needs (5.2.2) is printed on it, wherever the needed card lies.
        told = " ".join(step.text for step in steps if step.rule != "5.2.2")
        for side in SIDES:
            secrets = hidden_from(state, side)
            seen = json.dumps(GAME.redact_state(state, Sight(frozenset([side]), frozenset([side]))))
            listed = json.dumps(GAME.legal(state, Sight(frozenset([side]), frozenset([side]))))
            for secret in secrets:
                assert f'"{secret}"' not in seen
                assert f'"{secret}"' not in listed
                assert titled(state, secret) not in told or secret in state.played
        state, steps = GAME.apply(state, player.act(state))


def hidden_from(state: State, side: str) -> set[str]:
    """Cards and missions that this side must not see."""
    other = "german" if side == "allied" else "allied"
    hidden = {card for deck in (state.decks or {}).values() for card in deck}
    hidden.update(getattr(state.hands, other).cards or ())
    orders = getattr(state.missions, other)
    shown = {each for record in state.history for ids in record.revealed for each in ids}
    return hidden | ({*(orders.drawn or ()), *(orders.kept or ())} - shown)


def titled(state: State, secret: str) -> str:
    card = state.box.cards.get(secret) or state.box.missions[secret]
    return f"“{card.title}”"
