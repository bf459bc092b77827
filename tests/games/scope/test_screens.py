"""What SCOPE's screens show: whole games from every seat, no secret, every tap one that is allowed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Deed, Way
from companion.games.scope.data import Side
from companion.games.scope.game import GAME
from companion.games.scope.rules.secrets import turned_up
from companion.games.scope.screens import view
from companion.games.scope.state import State, side_of
from tests.games.scope.drawn import deed, duel
from tests.games.scope.player import Player, play
from tests.games.scope.setups import table
from tests.staged import actions_of, pieces_of

MANY = 200
"""More taps than any deed takes."""
DONE = {"move", "search", "shoot", "hold", "recognition", "howitzer", "offensive_fire", "assault", "advance"}
DONE |= {"deploy", "end_turn", "reinforce"}


def own(seat: str) -> Sight:
    return Sight(frozenset({seat}), frozenset({seat}), frozenset({seat}))


def scene(trail: list[State], sight: Sight, room: str = "table", **draft: str) -> Scene[State]:
    return Scene(trail[-1], sight, room, draft, trail)


def links(seen: Scene[State]) -> list[str]:
    """Where a tap on the city or on the question leads."""
    stage = view(seen).stage
    assert stage
    assert stage.board
    city, over = stage.board.values["city"], stage.board.values["own"] or {"discs": []}
    cells = [cell["href"] for cell in city["cells"]]
    discs = [each["disc"].href for each in over["discs"]]
    chosen = [each.href for piece in pieces_of(stage.ask, Choices) for each in piece.choices]
    ways = [stage.ask.main.href] if isinstance(stage.ask.main, Way) else []
    return [each for each in (*cells, *discs, *chosen, *ways) if each.startswith("?")]


def tapped(trail: list[State], random: Random) -> dict[str, Any]:
    """A deed as somebody finds it who taps about at random."""
    draft: dict[str, str] = {}
    for _ in range(MANY):
        seen = scene(trail, own(trail[-1].slot), **draft)
        stage = view(seen).stage
        assert stage
        actions = [action for action in actions_of(stage.ask) if action["type"] != "resign"]
        for action in actions:
            GAME.apply(trail[-1], action)
        if actions and random.random() < 0.4:
            return random.choice(actions)
        draft = dict(parse_qsl(random.choice(links(seen))[1:]))
    raise AssertionError("No deed is found.")


def test_who_taps_about_at_random_finds_deeds_that_the_rules_allow() -> None:
    random = Random(3)
    for seed in range(4):
        setup = GAME.shuffle(table(Random(seed)), random)
        trail = [GAME.open(setup).state]
        for _ in range(10):
            if not GAME.is_over(trail[-1]):
                trail.append(GAME.apply(trail[-1], tapped(trail, random)).state)


def draft_of(action: dict[str, Any]) -> dict[str, str]:
    """The half-made choice of a deed, as the taps that lead to it leave it."""
    keys = {"cell": "at", "target": "at", "quadrant": "q", "mortar": "with", "infantry": "with"}
    keys |= {"officer": "with", "machine_gun": "with"}
    draft = {keys[key]: value for key, value in action.items() if key in keys and value}
    if "order" in action:
        draft["order"] = "".join(map(str, action["order"]))
    if "cells" in action:
        draft |= {"at": action["cells"][0], "cells": "-".join(action["cells"])}
    return {"do": "adjust" if action["type"] == "resign" else action["type"], **draft}


def test_every_deed_of_whole_games_is_offered_where_its_taps_lead() -> None:
    done = set()
    for seed in range(8):
        setup = GAME.shuffle(table(Random(seed)) | {"mode": "advanced", "options": {}}, Random(seed))
        trail = [GAME.open(setup).state]
        for before, action, after in play(setup, Player(Random(seed))):
            if "mortar" not in action or action["type"] == "howitzer":
                stage = view(scene(trail, own(before.slot), **draft_of(action))).stage
                assert stage
                assert action in actions_of(stage.ask)
                done.add(action["type"])
            trail.append(after)
    assert done >= DONE, DONE - done


def looks(state: State) -> Iterator[tuple[str, Sight]]:
    """Who may look, and in which room."""
    everybody = frozenset(state.slots)
    for seat in state.slots:
        yield "table", own(seat)
        yield "hand", Sight(frozenset({seat}), everybody, everybody)
    yield "table", Sight(frozenset(), everybody, everybody)
    yield "table", Sight()
    yield "tv", Sight()


def twin(state: State, sides: frozenset[Side]) -> State:
    """The same, but other cards lie face down where those sides do not see."""
    if state.phase == "finished":
        return state
    up = turned_up(state)
    shut = [
        at
        for at, lying in state.grid.items()
        if lying.side not in sides and at not in up and lying.side == state.front_of(at)
    ]
    grid = dict(state.grid)
    for side in ("german", "soviet"):
        cells = [at for at in shut if state.grid[at].side == side]
        for at, came in zip(cells, reversed(cells), strict=True):
            grid[at] = state.grid[came]
    return replace(state, grid=grid)


@pytest.mark.parametrize("memory", [True, False])
def test_no_screen_tells_what_lies_face_down_to_another(memory: bool) -> None:
    setup = GAME.shuffle(
        {"scenario": "open_front", "mode": "advanced", "options": {"memory_aid": memory}}, Random(5)
    )
    trail = [GAME.open(setup).state, *(after for _, _, after in play(setup, Player(Random(5))))]
    for n in range(0, len(trail), 9):
        for room, sight in looks(trail[n]):
            for draft in ({}, {"at": "b4"}, {"do": "howitzer"}, {"do": "move", "q": "b2"}):
                sides = frozenset(side_of(seat) for seat in sight.sees)
                # A screen on which the other side decides shows none of what it chooses from.
                one, two = ([*trail[:n], state] for state in (trail[n], twin(trail[n], sides)))
                shown = [view(scene(each, sight, room, **draft)) for each in (one, two)]
                assert shown[0] == shown[1], (n, room, sight)


def test_the_search_above_can_fail() -> None:
    state = GAME.open(GAME.shuffle({}, Random(1))).state
    mine = scene([state], own("soviet"))
    assert view(mine) != view(scene([twin(state, frozenset({"german"}))], own("soviet")))


def test_a_barred_deed_says_why_in_the_words_of_the_rules() -> None:
    stage = view(scene([GAME.open(duel(mode="advanced")).state], own("german"))).stage
    assert stage
    tiles = {str(each.words): each for each in pieces_of(stage.ask, Choices)[0].choices}
    assert str(tiles["Reinforce"].barred) == "No infantry of this side has been eliminated."
    assert not tiles["Search"].barred


def test_in_basic_mode_there_are_two_deeds() -> None:
    stage = view(scene([GAME.open(duel()).state], own("german"))).stage
    assert stage
    assert [str(each.words) for each in pieces_of(stage.ask, Choices)[0].choices] == ["Search", "Move"]


def test_two_taps_search_a_house() -> None:
    state = GAME.open(duel()).state
    stage = view(scene([state], own("german"), at="b4")).stage
    assert stage
    assert isinstance(stage.ask.main, Deed)
    assert actions_of(stage.ask)[0] == deed("search", cell="b4")


def test_the_soviet_seat_sees_the_city_turned_round() -> None:
    state = GAME.open(duel()).state
    places = {}
    for seat in ("german", "soviet"):
        stage = view(scene([state], own(seat))).stage
        assert stage
        assert stage.board
        places[seat] = {cell["at"]: (cell["x"], cell["y"]) for cell in stage.board.values["city"]["cells"]}
    assert places["german"]["a1"] == places["soviet"]["d6"] == (1, 7)
    assert places["german"]["d6"] == places["soviet"]["a1"] == (4, 1)
