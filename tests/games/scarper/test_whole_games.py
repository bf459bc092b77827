"""Whole wars to their end, and who may see what of them."""

import json
import os
from random import Random
from typing import Any

import pytest

from companion.engine.game import Sight
from companion.games.scarper.data import BATTLEFIELDS, SIDES
from companion.games.scarper.deeds import legal
from companion.games.scarper.game import GAME
from companion.games.scarper.state import HOUSE_RULES, State, state_json
from tests.games.scarper.player import Player, play
from tests.staged import survives_json

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
    state = lines[random.randrange(len(lines))][2]
    survives_json(GAME, state, legal(state))
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


ALLIED = Sight(frozenset(["allied"]), frozenset(["allied"]))

BOTH = Sight(frozenset(["allied", "german"]), frozenset(["allied", "german"]))

TV = Sight()


@pytest.fixture(scope="module")
def war() -> list[tuple[State, Any, State]]:
    """A whole game with the app's cards, in which somebody discards."""
    for seed in range(200):
        random = Random(seed)
        lines = list(play(GAME.shuffle({}, random), Player(random)))
        if any(discards(action) for _, action, _ in lines):
            return lines
    raise AssertionError("no game with a discard among these seeds")


def discards(action: Any) -> list[str]:
    choices = action["choices"] if action and action["type"] == "resolve_event" else []
    return [card for choice in choices if choice for card in choice.get("cards", ())]


def test_decks_are_lengths_for_everybody(war: list[tuple[State, Any, State]]) -> None:
    seen = GAME.redact_state(war[0][2], BOTH)
    assert seen["decks"] == {"1914": 4, "1915": 12, "1916": 12, "1917": 12, "1918": 12}
    assert seen["mission_decks"] == {"allied": 8, "german": 8}
    assert len(seen["hands"]["allied"]["cards"]) == len(seen["hands"]["german"]["cards"]) == 4


def test_a_side_sees_its_own_hand_and_missions_alone(war: list[tuple[State, Any, State]]) -> None:
    seen = GAME.redact_state(war[0][2], ALLIED)
    assert len(seen["hands"]["allied"]["cards"]) == 4
    assert seen["hands"]["german"] == {"count": 4, "cards": None}
    assert seen["missions"]["german"] == {"drawn": None, "kept": None, "count": 0}
    assert GAME.redact_state(war[0][2], TV)["hands"]["allied"] == {"count": 4, "cards": None}


def test_the_setups_piles_stay_hidden_to_the_end() -> None:
    setup = GAME.shuffle({}, Random(3))
    state = GAME.open(setup).state
    told = GAME.redact_action(state, setup, BOTH)
    assert told["decks"]["1918"] == 12
    assert told["mission_decks"] == {"allied": 10, "german": 10}


def test_kept_missions_are_hidden_until_all_of_them_are_revealed(war: list[tuple[State, Any, State]]) -> None:
    before, action, after = next(line for line in war if line[1] and line[1]["type"] == "choose_missions")
    other = Sight(frozenset({"allied", "german"} - {action["side"]}))
    assert GAME.redact_action(after, action, other)["keep"] is None
    assert GAME.redact_action(after, action, BOTH) == action
    revealed = next(state for _, _, state in war if state.history)
    assert GAME.redact_action(revealed, action, other) == action
    assert "missions" in GAME.describe(GAME.redact_action(before, action, other))


def test_discarded_cards_are_hidden_until_they_lie_among_the_played(
    war: list[tuple[State, Any, State]],
) -> None:
    before, action, after = next(line for line in war if discards(line[1]))
    assert GAME.redact_action(after, action, TV) == action
    assert discards(GAME.redact_action(before, action, TV)) == [None] * len(discards(action))
    assert GAME.is_irrevocable(before, action, False)


def test_dice_of_the_app_and_seen_secrets_cannot_be_undone_alone(war: list[tuple[State, Any, State]]) -> None:
    table = GAME.open({"options": {"cards": "table"}}).state
    for before, action, _ in war[1:]:
        secret = action["type"] in ("reveal_missions", "score_year") or bool(discards(action))
        assert GAME.is_irrevocable(before, action, False) == secret
        assert GAME.is_irrevocable(before, action, True)
        assert not GAME.is_irrevocable(table, action, False)


def test_legal_shows_a_side_what_it_may_do_and_see(war: list[tuple[State, Any, State]]) -> None:
    for _, _, state in war:
        for entry in GAME.legal(state, ALLIED):
            assert entry.get("side") in (None, "allied")
        assert all(entry.get("side") is None for entry in GAME.legal(state, TV))
    start = next(state for _, _, state in war if state.turn and state.turn.step == "start")
    blind = GAME.legal(start, Sight(frozenset(), frozenset(["allied", "german"])))
    plays = [entry for entry in blind if entry["type"] == "play_card"]
    assert [(entry["card"], entry["mode"]) for entry in plays] == [(None, None)]


def test_every_line_and_every_moment_has_words(war: list[tuple[State, Any, State]]) -> None:
    for _, action, state in war[1:]:
        assert GAME.describe(action)
        assert GAME.headline(state).startswith(str(state.year))
        assert GAME.headline(state).count(" · ") == 2
    assert "victory" in GAME.headline(war[-1][2]) or "draw" in GAME.headline(war[-1][2])


def test_the_app_fills_in_what_was_left_out_and_nothing_else() -> None:
    random = Random(1)
    charge = {"type": "frontal_charge", "side": "german", "battlefield": "ypres"}
    state = GAME.open({"options": {"cards": "table"}}).state
    rolled = GAME.roll(state, charge, random)
    assert rolled["rolls"].keys() == {"attacker", "defender"}
    assert GAME.roll(state, rolled, random) is rolled
    for broken in (
        None,
        [],
        {"type": []},
        {"type": "resolve_event"},
        {"type": "resolve_event", "choices": 3},
    ):
        assert GAME.roll(state, broken, random) == broken
    assert GAME.shuffle({"options": {"cards": "table"}}, random) == {"options": {"cards": "table"}}
    given, rolls = GAME.procedure("setup").complete({"mission_decks": 1}, random)
    assert given["mission_decks"] == 1
    assert rolls.keys() == {"decks"}


def test_the_demo_stands_in_the_middle_of_1916_with_points_to_spend() -> None:
    setup, actions = GAME.demo()  # type: ignore[misc]
    state = GAME.open(setup).state
    for action in actions:
        state = GAME.apply(state, action).state
    assert state.year == 1916
    assert state.turn is not None
    assert state.turn.left >= 2
    assert len(state.in_play) >= 3
    assert sum(front.frontline != 0 for front in state.battlefields.values()) >= 3
    assert json.dumps(GAME.redact_state(state, TV))
