"""The screens of a turn, between two, at a real table, and at the end."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.scene import NOBODY
from companion.engine.stage import Choices, Deed, Own, Rows, Stage, Way
from companion.games.scope.data import ENEMY, SIDES, TARGETS, Side
from companion.games.scope.deeds.secrets import turned_up
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import resolve_search_odds
from companion.games.scope.rules.setting_up import seal_line, starter_scenarios
from companion.games.scope.screens import view
from companion.games.scope.screens.film import fallen, finds, lines, luck, moved
from companion.games.scope.state import State, corners, side_of
from tests.games.scope.player import STAY, Player, after, deed, duel, play, table
from tests.games.scope.player import opened as drawn_opened
from tests.games.scope.test_secrets import GERMAN, SOVIET
from tests.games.scope.test_turn import SETUP
from tests.staged import actions_of, pieces_of, texts

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


def taps_of(trail: list[State], random: Random) -> dict[str, Any]:
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
                trail.append(GAME.apply(trail[-1], taps_of(trail, random)).state)


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
        for before, action, later in play(setup, Player(Random(seed))):
            if "mortar" not in action or action["type"] == "howitzer":
                stage = view(scene(trail, own(before.slot), **draft_of(action))).stage
                assert stage
                assert action in actions_of(stage.ask)
                done.add(action["type"])
            trail.append(later)
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


BOTH_SEATS = frozenset({"german", "soviet"})


def staged(state: State, sees: str = "", **draft: str) -> Stage:
    sight = Sight(frozenset({sees} - {""}), BOTH_SEATS, BOTH_SEATS)
    stage = view(Scene(state, sight, "hand" if sees else "table", draft, (state,))).stage
    assert stage
    return stage


def opened() -> State:
    return GAME.open(duel(mode="advanced")).state


def test_the_tablet_shows_both_edges_and_no_face() -> None:
    board = staged(opened()).board
    assert board
    assert board.template == "scope/flat.html"
    assert "own" not in board.values
    assert [side["acts"] for side in board.values["sides"]] == [True, False]
    assert not any(cell["face"] or cell["odds"] for cell in board.values["city"]["cells"])


def test_a_search_is_done_in_the_open_and_all_else_in_the_own_room() -> None:
    asked = staged(opened(), at="b4").ask
    assert actions_of(asked) == [deed("search", cell="b4")]
    tiles = {str(each.words): each for each in pieces_of(asked, Choices)[0].choices}
    assert tiles["Howitzer"].href == "hand/?seat=german&do=howitzer"
    assert tiles["Reinforce"].barred


def test_which_of_ones_cards_can_act_is_not_told_in_the_middle() -> None:
    """A side without a mortar has the same tiles as one with two."""
    fronts = duel()["fronts"]
    rows = [["empty", "sniper", "decoy", "empty"], ["infantry", "machine_gun", "empty", "scout"]]
    other = {"german": [*rows, ["mortar", "sniper", "officer", "empty"]], "soviet": fronts["soviet"]}
    one, two = opened(), GAME.open(duel(mode="advanced") | {"fronts": other}).state
    assert staged(one).ask == staged(two).ask


def test_who_found_a_card_takes_the_tablet_to_decide() -> None:
    asked = staged(after(opened(), deed("search", cell="c4"))).ask
    assert isinstance(asked.main, Way)
    assert asked.main.href == "hand/?seat=german"
    assert actions_of(asked) == [deed("hold")]


def test_the_faces_of_a_corner_lie_as_on_the_tablet_and_lead_nowhere() -> None:
    flat, turned = (staged(opened(), "soviet", **draft).board for draft in ({"lie": "flat"}, {}))
    assert flat
    assert turned
    places = [
        {each["at"]: (each["x"], each["y"]) for each in board.values["own"]["faces"]}
        for board in (flat, turned)
    ]
    assert places[0]["a6"] == (1, 1)
    assert places[1]["a6"] == (4, 7)
    assert not any(each["href"] for each in flat.values["own"]["faces"])


class Line(NamedTuple):
    """A line that stands, as somebody reads it."""

    action: Any
    before: State | None
    after: State
    number: int = 0


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


def looked_at(scene: Scene[State]) -> Stage:
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
    stages = [looked_at(ended(told, sight, room)) for sight, room in ((GERMAN, "table"), (NOBODY, "tv"))]
    for stage in stages:
        assert [each["kept"] for each in seals(stage)["all"]] == [True, True]
        assert (band(stage)["side"], band(stage)["wrong"]) == (winner, False)
        assert "victory" in str(band(stage)["words"])


@pytest.mark.parametrize("seed", range(3))
def test_the_chance_beside_each_find_is_that_of_the_odds_just_before_it(seed: int) -> None:
    scene = ended(whole_game(seed))
    cards = finds(lines(scene.passages))
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
    told = lines(ended(story()).passages)
    assert [(each.turn, each.cell, each.card, each.points) for each in fallen(told)] == [
        (1, "a4", "scout", 1)
    ]
    assert [(each.turn, each.quadrant, each.words) for each in moved(told)] == [(2, "c5", "c6 ↔ d6")]
    assert [(each.turn, each.cell, each.card) for each in finds(told)] == [
        (1, "a4", "scout"),
        (3, "b4", "empty"),
    ]


def cells(stage: Stage) -> Any:
    assert stage.board
    return {cell["at"]: cell for cell in stage.board.values["city"]["cells"]}


def test_each_turn_can_be_seen_again_with_all_cards_open() -> None:
    end, first = looked_at(ended(story())), looked_at(ended(story(), turn="1"))
    assert cells(end)["a4"]["fell"].card == "scout"
    assert (cells(first)["c6"]["face"]["card"], cells(end)["c6"]["face"]["card"]) == ("infantry", "empty")
    assert isinstance(first.ask.main, Way)
    assert str(first.ask.main.words) == "To the end"
    assert "victory" not in str(band(first)["words"])


def test_a_front_that_was_exchanged_is_named_and_nobody_has_won() -> None:
    setup, *rest = story()
    fronts = {**setup.action["fronts"], "soviet": setup.action["fronts"]["soviet"][::-1]}
    stage = looked_at(ended((setup._replace(action={**setup.action, "fronts": fronts}), *rest)))
    assert str(band(stage)["words"]) == "The Soviet front is not the one that was sealed."
    assert [each["kept"] for each in seals(stage)["all"]] == [True, False]
    assert not any("victory" in text.lower() for text in texts(stage) if "No victory" not in text)


def test_a_line_against_the_rules_is_named_and_nobody_has_won() -> None:
    told = list(story())
    told[3] = told[3]._replace(action=deed("move", "soviet", quadrant="a1", order=STAY))
    stage = looked_at(ended(tuple(told)))
    assert band(stage)["wrong"]
    assert "Line 4" in str(band(stage)["words"])
    assert all(each["kept"] for each in seals(stage)["all"])


def test_the_line_that_gives_each_seal_stands_there_to_be_taken_by_anybody() -> None:
    setup = story()[0].action
    told = [each["line"] for each in seals(looked_at(ended(story())))["all"]]
    assert told == [seal_line(setup["fronts"][side], setup["salts"][side]) for side in SIDES]


def test_a_game_without_seals_or_without_its_lines_still_ends() -> None:
    state = after(drawn_opened(), deed("resign"))
    for scene in (
        Scene(state, SOVIET),
        ended((Line(duel(), None, drawn_opened()), Line(deed("resign"), drawn_opened(), state))),
    ):
        assert str(looked_at(scene).ask.title) == "All cards are open"


def test_looking_back_on_a_game_that_is_over_opens_its_cards_and_on_another_it_does_not() -> None:
    told = story()[:4]
    scene = replace(ended(told), room="tv", passages=told)
    assert {cell["face"] for cell in cells(looked_at(scene)).values() if cell["at"] != "a4"} == {None}
    assert None not in [
        cell["face"] for cell in cells(looked_at(replace(scene, is_open=True))).values() if cell["at"] != "a4"
    ]


def test_the_screen_for_all_tells_every_turn_from_the_first_on() -> None:
    trail = [each.after for each in story()[:4]]
    stage = view(Scene(trail[-1], Sight(), "tv", {}, tuple(trail))).stage
    assert stage
    (told,) = (each for each in stage.ask.pieces if isinstance(each, Rows))
    assert [str(row.cells[0]) for row in told.rows] == ["T2", "T1", "T1"]


BOTH_SIDES = Sight(frozenset(), frozenset({"german", "soviet"}), frozenset({"german", "soviet"}))


def at_real_table(state: State, sight: Sight, **draft: str) -> Stage:
    stage = view(Scene(state, sight, "table", draft, (state,))).stage
    assert stage
    return stage


def test_no_screen_shows_a_card_that_lies_on_the_table() -> None:
    state = GAME.open(SETUP).state
    for sight in (BOTH_SIDES, Sight(frozenset({"german"}), frozenset({"german"}), frozenset({"german"}))):
        stage = at_real_table(state, sight)
        assert stage.board
        assert not (stage.board.values["own"] or {"faces": ()})["faces"]
        assert {cell["face"] for cell in stage.board.values["city"]["cells"]} == {None}
        assert stage.cover is None


def test_at_the_end_only_what_was_seen_is_open() -> None:
    state = GAME.open(SETUP).state
    for action in (
        {"type": "search", "seat": "german", "cell": "a4", "turned": ["empty"]},
        {"type": "resign", "seat": "german"},
    ):
        state = GAME.apply(state, action).state
    stage = at_real_table(state, BOTH_SIDES)
    assert stage.board
    cells = {cell["at"]: cell["face"] for cell in stage.board.values["city"]["cells"]}
    assert [at for at, face in cells.items() if face] == ["a4"]
    assert not pieces_of(stage.ask, Choices)


def seen_through(told: tuple[Line, ...], **draft: str) -> Any:
    stage = looked_at(ended(told, **{"front": "soviet"} | draft))
    assert stage.board
    assert stage.board.template == "scope/xray.html"
    return stage


def believed_at(stage: Stage) -> dict[str, str]:
    assert stage.board
    return {cell["at"]: cell["chance"] for _, row, _ in stage.board.values["lines"] for cell in row}


@pytest.mark.parametrize("seed", range(2))
def test_what_was_believed_at_a_turn_is_the_tables_odds_beside_what_lay_there(seed: int) -> None:
    told = whole_game(seed)
    for line in lines(ended(told).passages)[::9]:
        stage = seen_through(told, turn=str(line.turn))
        state = max((each.after for each in told if each.before and each.before.turn == line.turn),
                    key=lambda state: len(state.events["soviet"]))  # fmt: skip
        asked = {"front": "soviet", "columns": state.columns, "rows": state.rows, "counts": state.counts}
        rows = resolve_search_odds({**asked, "events": list(state.events["soviet"])}).result["cells"]
        odds = {row["cell"]: Fraction(row["odds"].get("sniper", {"exact": "0"})["exact"]) for row in rows}
        shown = {at: chance for at, chance in believed_at(stage).items() if chance}
        assert shown == {at: str(round(100 * odds[at])) for at in shown}
        most = [cell for _, row, _ in stage.board.values["lines"] for cell in row if cell["most"]]
        assert all(odds[cell["at"]] == max(odds.values()) for cell in most)


def test_the_move_that_would_have_halved_the_best_guess_is_one_that_could_be_made() -> None:
    halved = 0
    for seed in range(1):
        told = whole_game(seed)
        for side in SIDES:
            for line in lines(ended(told).passages):
                stage = seen_through(told, front=side, turn=str(line.turn))
                if dodge := stage.board.values["dodge"]:
                    now, then = map(int, dodge["words"].split(" → "))
                    assert line.side == side
                    assert then <= now * 0.55 + 1
                    halved += 1
                    assert str(stage.ask.main.href).startswith("film/?line=")
    assert halved


def test_nobody_sees_through_a_game_that_goes_on_or_whose_cards_lie_on_the_table() -> None:
    told = story()[:4]
    going = looked_at(replace(ended(told, front="soviet"), passages=told))
    assert going.board
    assert going.board.template == "scope/board.html"
    state = replace(story()[-1].after, cards="table")
    over = looked_at(replace(ended(story(), front="soviet"), state=state))
    assert over.board
    assert over.board.template == "scope/ended.html"


def test_where_the_house_remembers_a_cell_keeps_what_was_seen_there_until_it_is_moved() -> None:
    setup = duel(salts={"german": "0" * 32, "soviet": "1" * 32})
    start = GAME.open({**setup, "options": {"memory_aid": True}}).state
    found, snipers = start.cells("soviet", "decoy")[0], set(start.cells("german", "sniper"))
    named = next(at for at in start.movable("german") if snipers & set(corners(at)))
    trail = [start, after(start, deed("search", cell=found))]
    trail.append(after(trail[-1], deed("shoot", quadrant=named)))
    city = cells(looked_at(scene(trail, GERMAN)))
    assert (city[found]["face"], city[found]["seen"]) == (None, ("decoy", 1))
    assert "decoy, seen in turn 1" in city[found]["label"]
    square = next(at for at in start.movable("soviet") if found in corners(at))
    trail.append(after(trail[-1], deed("move", "soviet", quadrant=square, order=STAY)))
    assert cells(looked_at(scene(trail, GERMAN)))[found]["seen"] is None
    forgotten = [after(GAME.open(setup).state, deed("search", cell=found), deed("shoot", quadrant=named))]
    assert {cell["seen"] for cell in cells(looked_at(scene(forgotten, GERMAN))).values()} == {None}


def test_a_scene_keeps_off_the_house_that_was_looked_at_and_a_scope_lies_on_it() -> None:
    trail = [drawn_opened(), after(drawn_opened(), deed("search", cell="a4"))]
    for sight, low in ((GERMAN, True), (SOVIET, False), (NOBODY, True), (BOTH_SIDES, True)):
        stage = looked_at(replace(scene(trail, sight), last=deed("search", cell="a4")))
        assert stage.moment
        assert (stage.moment.low, stage.moment.side) == (low, "german")
        assert [at for at, cell in cells(stage).items() if cell["aimed"]] == ["a4"]
        assert stage.between == (sight is BOTH_SIDES)
