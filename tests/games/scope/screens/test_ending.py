"""The end: both fronts and seals opened, every find with its chance; no victory where a seal does not fit."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.scene import NOBODY
from companion.engine.stage import Own, Stage, Way
from companion.games.scope.data import ENEMY, SIDES, TARGETS
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import resolve_search_odds
from companion.games.scope.rules.setting_up import seal_line, starter_scenarios
from companion.games.scope.screens import view
from companion.games.scope.screens.film import fallen, found, lines, luck, moved
from companion.games.scope.state import State
from tests.games.scope.drawn import STAY, after, deed, duel, opened
from tests.games.scope.player import Player, play
from tests.games.scope.test_secrets import GERMAN, SOVIET
from tests.staged import pieces_of, texts


class Line(NamedTuple):
    """A line that stands, as somebody reads it."""

    action: Any
    before: State | None
    after: State


@cache
def whole_game(seed: int) -> tuple[Line, ...]:
    random = Random(seed)
    setup = GAME.shuffle({"custom": starter_scenarios()[0], "mode": "advanced"}, random)
    played = [Line(action, before, after) for before, action, after in play(setup, Player(random), 4000)]
    return (Line(setup, None, GAME.open(setup).state), *played)


def ended(told: tuple[Line, ...], sight: Sight = NOBODY, room: str = "table", **draft: str) -> Scene[State]:
    state = told[-1].after
    read = [each._replace(action=GAME.redact_action(state, each.action, sight)) for each in told]
    return Scene(state, sight, room, draft, [each.after for each in told], passages=read)


def look(scene: Scene[State]) -> Stage:
    stage = view(scene).stage
    assert stage
    return stage


def band(stage: Stage) -> Any:
    assert stage.board
    return stage.board.values["band"]


def seals(stage: Stage) -> Any:
    return next(each.values for each in pieces_of(stage.ask, Own) if each.template == "scope/seals.html")


@pytest.mark.parametrize("seed", range(6))
def test_every_whole_game_ends_with_both_seals_that_fit(seed: int) -> None:
    told = whole_game(seed)
    winner = told[-1].after.winner
    stages = [look(ended(told, sight, room)) for sight, room in ((GERMAN, "table"), (NOBODY, "tv"))]
    for stage in stages:
        assert [each["kept"] for each in seals(stage)["all"]] == [True, True]
        assert (band(stage)["side"], band(stage)["wrong"]) == (winner, False)
        assert "victory" in str(band(stage)["words"])


@pytest.mark.parametrize("seed", range(3))
def test_the_chance_beside_each_find_is_that_of_the_odds_just_before_it(seed: int) -> None:
    scene = ended(whole_game(seed))
    cards = found(lines(scene))
    events = scene.state.events
    for each in cards[:6]:
        front = ENEMY[each.side]
        alike = [n for n in spots(events[front], each) if events[front][n]["card"] == each.card]
        assert any(chance(scene.state, front, n) == each.chance for n in alike)
    for side in SIDES:
        own = [each for each in cards if each.side == side]
        hits = sum(each.card in TARGETS for each in own)
        assert luck(cards, side) == (hits, len(own), hits - sum((each.chance for each in own), Fraction(0)))


def spots(events: Any, find: Any) -> list[int]:
    return [n for n, each in enumerate(events) if each["type"] == "reveal" and each["cell"] == find.cell]


def chance(state: State, front: str, n: int) -> Fraction:
    asked = {"front": front, "columns": state.columns, "rows": state.rows, "counts": state.counts}
    seen = state.events[front]  # type: ignore[index]
    told = resolve_search_odds({**asked, "events": list(seen[:n])}).result["cells"]
    odds = next(each["odds"] for each in told if each["cell"] == seen[n]["cell"])
    return sum((Fraction(odds[card]["exact"]) for card in TARGETS if card in odds), Fraction(0))


def story() -> tuple[Line, ...]:
    """The German side searches, finds a scout, shoots; the Soviet side moves two cards, and gives up."""
    setup = duel(salts={"german": "0" * 32, "soviet": "1" * 32})
    actions = [
        deed("search", cell="a4"),
        deed("shoot", quadrant="b2"),
        deed("move", "soviet", quadrant="c5", order=[0, 1, 3, 2]),
        deed("search", cell="b4"),
        deed("resign", "soviet"),
    ]
    told = [Line(setup, None, GAME.open(setup).state)]
    for action in actions:
        told.append(Line(action, told[-1].after, after(told[-1].after, action)))
    return tuple(told)


def test_what_fell_and_what_was_moved_in_secret_is_told_with_its_turn() -> None:
    told = lines(ended(story()))
    assert [(each.turn, each.cell, each.card, each.points) for each in fallen(told)] == [
        (1, "a4", "scout", 1)
    ]
    assert [(each.turn, each.quadrant, each.words) for each in moved(told)] == [(2, "c5", "c6 ↔ d6")]
    assert [(each.turn, each.cell, each.card) for each in found(told)] == [
        (1, "a4", "scout"),
        (3, "b4", "empty"),
    ]


def cells(stage: Stage) -> Any:
    assert stage.board
    return {cell["at"]: cell for cell in stage.board.values["city"]["cells"]}


def test_each_turn_can_be_seen_again_with_all_cards_open() -> None:
    end, first = look(ended(story())), look(ended(story(), turn="1"))
    assert cells(end)["a4"]["fell"].card == "scout"
    assert (cells(first)["c6"]["face"]["card"], cells(end)["c6"]["face"]["card"]) == ("infantry", "empty")
    assert isinstance(first.ask.main, Way)
    assert str(first.ask.main.words) == "To the end"
    assert "victory" not in str(band(first)["words"])


def test_a_front_that_was_exchanged_is_named_and_nobody_has_won() -> None:
    setup, *rest = story()
    fronts = {**setup.action["fronts"], "soviet": setup.action["fronts"]["soviet"][::-1]}
    stage = look(ended((setup._replace(action={**setup.action, "fronts": fronts}), *rest)))
    assert str(band(stage)["words"]) == "The Soviet front is not the one that was sealed."
    assert [each["kept"] for each in seals(stage)["all"]] == [True, False]
    assert not any("victory" in text.lower() for text in texts(stage) if "No victory" not in text)


def test_a_line_against_the_rules_is_named_and_nobody_has_won() -> None:
    told = list(story())
    told[3] = told[3]._replace(action=deed("move", "soviet", quadrant="a1", order=STAY))
    stage = look(ended(tuple(told)))
    assert band(stage)["wrong"]
    assert "Line 4" in str(band(stage)["words"])
    assert all(each["kept"] for each in seals(stage)["all"])


def test_the_line_that_gives_each_seal_stands_there_to_be_taken_by_anybody() -> None:
    setup = story()[0].action
    told = [each["line"] for each in seals(look(ended(story())))["all"]]
    assert told == [seal_line(setup["fronts"][side], setup["salts"][side]) for side in SIDES]


def test_a_game_without_seals_or_without_its_lines_still_ends() -> None:
    state = after(opened(), deed("resign"))
    for scene in (
        Scene(state, SOVIET),
        ended((Line(duel(), None, opened()), Line(deed("resign"), opened(), state))),
    ):
        assert str(look(scene).ask.title) == "All cards are open"


def test_looking_back_on_a_game_that_is_over_opens_its_cards_and_on_another_it_does_not() -> None:
    told = story()[:4]
    scene = replace(ended(told), room="tv", passages=told)
    assert {cell["face"] for cell in cells(look(scene)).values() if cell["at"] != "a4"} == {None}
    assert None not in [
        cell["face"] for cell in cells(look(replace(scene, is_open=True))).values() if cell["at"] != "a4"
    ]
