"""What Scarper's screens show: whole wars from every seat, secrets kept, every tap one that is allowed."""

from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Question
from companion.games.scarper.game import GAME
from companion.games.scarper.screens import view
from companion.games.scarper.screens.board import Taps, front, morale
from companion.games.scarper.state import State
from tests.games.scarper.player import Player
from tests.staged import actions_of

SIDES = ("allied", "german")
SEATS = {side: Sight(frozenset({side}), frozenset({side})) for side in SIDES}
LOOKS = [*((room, SEATS[side]) for side in SIDES for room in ("table", "hand")), ("tv", Sight())]


def asked(scene: Scene[State]) -> Question:
    """What a screen asks."""
    stage = view(scene).stage
    assert stage
    return stage.ask


def war(seed: int, cards: str = "app") -> list[State]:
    """All positions of a war that chance plays."""
    random = Random(seed)
    state = GAME.open(GAME.shuffle({"options": {"cards": cards}}, random)).state
    player, trail = Player(random, {"build_trenches": 0.3}), [state]
    while not GAME.is_over(state):
        state = GAME.apply(state, player.act(state)).state
        trail.append(state)
    return trail


@pytest.mark.parametrize(("seed", "cards"), [(1, "app"), (2, "app"), (3, "table")])
def test_every_position_of_a_war_has_its_screens(seed: int, cards: str) -> None:
    trail = war(seed, cards)
    for n, state in enumerate(trail):
        for room, sight in LOOKS:
            shown = view(Scene(state, sight, room, {}, trail[: n + 1]))
            assert shown.stage
            assert shown.stage.ask.kind


def test_no_screen_holds_a_secret_of_the_other_seat() -> None:
    for state in war(4):
        for room, sight in LOOKS:
            told = repr(view(Scene(state, sight, room, {}, (state,))))
            for side in set(SIDES) - sight.sees:
                orders = state.missions[side]
                for secret in (*(state.hands[side].cards or ()), *(orders.drawn or ()), *(orders.kept or ())):
                    assert f"'{secret}'" not in told, (room, side, secret)


@pytest.mark.sampled
def test_every_button_is_a_tap_that_the_rules_accept() -> None:
    """Whatever a side's screen offers as a whole action is legal as it stands; dice the app may roll."""
    random, tried = Random(5), set()
    for state in war(5):
        for side in SIDES:
            for draft in _drafts(state, random):
                for action in actions_of(asked(Scene(state, SEATS[side], "table", draft, (state,)))):
                    done = GAME.roll(state, action, random)
                    if action["type"] == "choose_missions":
                        continue
                    GAME.apply(state, _named(state, done))
                    tried.add(action["type"])
    assert tried >= {"play_card", "steady_push", "frontal_charge", "concentrated_assault", "resolve_event"}
    assert tried >= {"publish_propaganda", "invest_economy", "end_commands", "score_year", "choose_first"}


def test_an_unread_address_is_passed_over() -> None:
    state = war(1)[10]
    nonsense = {
        "do": "dig",
        "places": "arras:x:1~atlantis:1:1~ypres:1",
        "step": "many",
        "card": "joker",
        "at": "7",
    }
    assert asked(Scene(state, SEATS["german"], "table", nonsense, (state,))).title


def test_tracks_of_other_lengths_share_one_drawing() -> None:
    """Row 0 is the same height everywhere, and a longer track reaches farther."""
    values = {"allied": [1, 3, 5], "german": [1, 3, 5], "trenches": {}}
    fields = dict.fromkeys(GAME.open({"options": {"cards": "table"}}).state.battlefields, values)
    fields["verdun"] = {"allied": [1] * 9, "german": [2, 4], "trenches": {"-2": 1}}
    board = {"id": "deep", "title": "Deep", "battlefields": fields}
    state = GAME.open({"options": {"cards": "table"}, "board": board}).state
    drawn = front(state, Taps())
    assert len({track["frontline"]["y"] for track in drawn["tracks"]}) == 1
    heights = {track["id"]: track["height"] for track in drawn["tracks"]}
    assert heights["verdun"] == heights["ypres"] // 7 * 12
    assert all(0 < space["y"] < drawn["height"] for track in drawn["tracks"] for space in track["spaces"])


def _drafts(state: State, random: Random) -> list[dict[str, str]]:
    at = random.choice(sorted(state.battlefields))
    drafts = [{"at": at}, *({"at": at, "do": do} for do in ("push", "charge", "assault"))]
    drafts += [{"do": "propaganda"}, {"do": "economy"}, {"e0": at}, {}]
    hand = state.hands.allied.cards or ()
    return drafts + [{"card": card} for card in (*hand, *(state.hands.german.cards or ()))]


def _named(state: State, action: dict[str, Any]) -> dict[str, Any]:
    question = GAME.asks(state, action)
    if question is None:
        return action
    ask = question.ask
    reply = {"type": ask["type"], "side": question.seat, "cards": ask["from"][: ask["count"]]}
    return GAME.answer(state, action, reply)


@pytest.mark.parametrize(
    ("now", "words"),
    [(14, "one space from victory"), (-12, "three spaces from victory"), (15, "the end of the track")],
)
def test_the_way_to_victory_is_counted_in_words(now: int, words: str) -> None:
    assert morale(now)["left"] == words
