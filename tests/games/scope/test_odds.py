"""What can lie where, exactly: as the desk answers it and as a table remembers it."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from companion.engine import shape
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.engine.scene import NOBODY
from companion.games.scope.data import CARDS, ENEMY, SIDES
from companion.games.scope.deeds.secrets import turned_up
from companion.games.scope.game import GAME
from companion.games.scope.printables import PRINTABLES
from companion.games.scope.procedures.belief import EFFORT
from companion.games.scope.procedures.search_odds import SearchQuestion, believed, resolve_search_odds
from companion.games.scope.screens import view
from companion.games.scope.state import Lying, State, corners, front_cells, front_squares, side_of
from companion.tables.lines import Passage
from tests.games.scope.player import STAY, Player, deed, duel, play, table
from tests.games.scope.test_screens import own, scene

CELLS = front_cells("soviet", 3, 2)
SQUARES = front_squares("soviet", 3, 2)
ORDERS = list(permutations(range(4)))
type Worlds = dict[tuple[str, ...], Fraction]
"""Every arrangement of the front, cell by cell, with its weight; “-” where none of its cards lies."""


def dealt(random: Random) -> dict[str, int]:
    kinds = ["empty", "empty", "sniper", "machine_gun", "officer", "decoy"]
    while True:
        cards = Counter(random.choice(kinds) for _ in CELLS)
        if cards["sniper"] in (1, 2):
            return {card: cards[card] for card in CARDS}


def every(counts: dict[str, int]) -> Worlds:
    found = sorted(set(permutations([card for card, number in counts.items() for _ in range(number)])))
    return {world: Fraction(1, len(found)) for world in found}


def happened(worlds: Worlds, event: dict[str, Any], model: str) -> Worlds:
    """Bayes' rule, word by word."""
    after: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for world, weight in worlds.items():
        for other, chance in HAPPENS[event["type"]](world, event, model):
            if chance:
                after[other] += weight * chance
    return after


def put(world: tuple[str, ...], cell: str, card: str) -> tuple[str, ...]:
    at = CELLS.index(cell)
    return (*world[:at], card, *world[at + 1 :])


def reveal(world: Any, event: Any, model: str) -> Any:
    yield world, Fraction(world[CELLS.index(event["cell"])] == event["card"])


def move(world: Any, event: Any, model: str) -> Any:
    places = [CELLS.index(at) for at in corners(event["quadrant"])]
    for order in ORDERS:
        other = list(world)
        for place, came in zip(places, order, strict=True):
            other[place] = world[places[came]]
        yield tuple(other), Fraction(1, 24)


def shot(world: Any, event: Any, model: str) -> Any:
    inside = [at for at in corners(event["quadrant"]) if world[CELLS.index(at)] == "sniper"]
    if model == "at_least_one":
        yield world, Fraction(bool(inside))
        return
    cover = {at: sum(at in corners(square) for square in SQUARES) for at in CELLS}
    yield world, sum((Fraction(1, cover[at]) for at in inside), Fraction(0)) / max(1, world.count("sniper"))


def some(world: Any, event: Any, model: str) -> Any:
    yield world, Fraction(any(world[CELLS.index(at)] == event["card"] for at in event["cells"]))


def replace(world: Any, event: Any, model: str) -> Any:
    yield put(world, event["cell"], event["card"]), Fraction(1)


def leave(world: Any, event: Any, model: str) -> Any:
    yield put(world, event["cell"], "-"), Fraction(1)


def reinforce(world: Any, event: Any, model: str) -> Any:
    worlds = {world: Fraction(1)}
    for card in event["cards"]:
        after: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for each, weight in worlds.items():
            for at in corners(event["quadrant"]):
                if each[CELLS.index(at)] == "empty":
                    after[put(each, at, card)] += weight / 4
        worlds = after
    yield from worlds.items()


HAPPENS = {
    "reveal": reveal,
    "move": move,
    "shot": shot,
    "some": some,
    "replace": replace,
    "leave": leave,
    "reinforce": reinforce,
}


def drawn(random: Random, worlds: Worlds) -> list[dict[str, Any]]:
    """Something that may happen next: one event, or a card turned up and taken away."""
    (world,) = random.choices(list(worlds), [float(weight) for weight in worlds.values()])
    at, square = random.choice(CELLS), random.choice(SQUARES)
    card = world[CELLS.index(at)]
    held = all(each[CELLS.index(c)] != "-" for c in corners(square) for each in worlds)
    kind = random.choice(["reveal", "move", "move", "shot", "some", "gone", "left", "reinforce"])
    if kind in ("move", "reinforce") and not held:
        return []
    if kind in ("reveal", "gone", "left") and card == "-":
        return [{"type": "replace", "cell": at, "card": "infantry"}] if random.random() < 0.5 else []
    shown = {"type": "reveal", "cell": at, "card": card}
    there = [cell for cell in CELLS if world[CELLS.index(cell)] != "-"]
    cards = random.choice([["infantry"], ["infantry", "mortar"]])
    return {
        "reveal": [shown],
        "move": [{"type": "move", "quadrant": square}],
        "shot": [{"type": "shot", "quadrant": square}],
        "some": [
            {"type": "some", "card": card, "cells": sorted({at, *random.sample(there, min(2, len(there)))})}
        ]
        if card != "-"
        else [],
        "gone": [shown, {"type": "replace", "cell": at, "card": "empty"}],
        "left": [shown, {"type": "leave", "cell": at}] if random.random() < 0.3 else [shown],
        "reinforce": [{"type": "reinforce", "quadrant": square, "cards": cards}],
    }[kind]


@pytest.mark.parametrize("seed", range(24))
def test_the_odds_are_those_of_every_arrangement_counted(seed: int) -> None:
    random = Random(seed)
    counts, model = dealt(random), random.choice(["at_least_one", "shooter"])
    worlds, events = every(counts), list[dict[str, Any]]()
    for _ in range(8):
        for event in drawn(random, worlds):
            after = happened(worlds, event, model)
            if not after:
                break
            worlds, events = after, [*events, event]
    asked = {"front": "soviet", "columns": 3, "rows": 2, "counts": counts, "events": events}
    found = resolve_search_odds({**asked, "shot_model": model}).result
    assert {row["cell"]: exact(row["odds"]) for row in found["cells"]} == counted(worlds)


def exact(odds: Any) -> dict[str, Fraction]:
    return {card: Fraction(chance["exact"]) for card, chance in odds.items()}


def counted(worlds: Worlds) -> dict[str, dict[str, Fraction]]:
    total = sum(worlds.values())
    told: dict[str, dict[str, Fraction]] = {}
    for n, at in enumerate(CELLS):
        odds: defaultdict[str, Fraction] = defaultdict(Fraction)
        for world, weight in worlds.items():
            odds[world[n]] += weight / total
        if "-" not in odds:
            told[at] = dict(odds)
    return told


ASKED = {
    "front": "soviet",
    "columns": 3,
    "rows": 2,
    "counts": dict.fromkeys(CARDS, 0) | {"empty": 3, "sniper": 1, "officer": 2},
}
SHOWN = {"type": "reveal", "cell": "a3", "card": "officer"}
GONE = [SHOWN, {"type": "leave", "cell": "a3"}]
BACK = {"type": "reinforce", "quadrant": "a3", "cards": ["infantry"]}
GUNS = {"type": "some", "card": "machine_gun", "cells": ["b3", "a3"]}


@pytest.mark.parametrize(
    ("events", "path"),
    [
        ([{"type": "reveal", "cell": "a2", "card": "officer"}], "events.0.cell"),
        ([{"type": "leave", "cell": "a3"}], "events.0.cell"),
        ([*GONE, SHOWN], "events.2.cell"),
        ([*GONE, {"type": "move", "quadrant": "a3"}], "events.2.quadrant"),
        ([*GONE, BACK], "events.2.quadrant"),
        ([*GONE, GUNS], "events.2.cells.1"),
        ([{"type": "move", "quadrant": "c3"}], "events.0.quadrant"),
        ([{"type": "shot", "quadrant": "a4"}], "events.0.quadrant"),
        ([{"type": "replace", "cell": "a3", "card": "empty"}], "events.0.cell"),
        ([{"type": "some", "card": "machine_gun", "cells": ["a3"]}], "events.0"),
        ([SHOWN, {**SHOWN, "card": "empty"}], "events.1"),
    ],
)
def test_what_cannot_have_been_seen_is_refused_at_its_place(events: Any, path: str) -> None:
    with pytest.raises(GameError) as refused:
        resolve_search_odds({**ASKED, "events": events})
    assert (refused.value.code, refused.value.path) == ("illegal_action", path)


def test_a_shot_after_a_card_has_left_the_quadrant_is_still_heard() -> None:
    found = resolve_search_odds({**ASKED, "events": [*GONE, {"type": "shot", "quadrant": "a3"}]}).result
    snipers = {row["cell"]: row["odds"].get("sniper", {}).get("exact") for row in found["cells"]}
    assert snipers == {"b3": "1/3", "c3": None, "a4": "1/3", "b4": "1/3", "c4": None}


def test_a_long_game_on_the_largest_front_stays_within_few_hypotheses() -> None:
    """A shot and forty moves on 28 cells; counted, not timed."""
    random = Random(1)
    counts = dict.fromkeys(CARDS, 2) | {"empty": 13, "sniper": 3}
    squares = front_squares("soviet", 7, 4)
    events = [{"type": "shot", "quadrant": squares[0]}]
    events += [{"type": "move", "quadrant": random.choice(squares)} for _ in range(40)]
    asked = {"front": "soviet", "columns": 7, "rows": 4, "counts": counts, "events": events}
    assert len(believed(shape.read(SearchQuestion, asked)).weights) < 4000


BUSY = dict.fromkeys(CARDS, 2) | {"empty": 5, "sniper": 3}


def busy(moves: int, *, shots: int = 1) -> dict[str, Any]:
    """A front of which much was seen and hidden again, and then a shot."""
    random = Random(moves)
    cells, squares = front_cells("soviet", 5, 4), front_squares("soviet", 5, 4)
    world = dict(zip(cells, random.sample([c for c, n in BUSY.items() for _ in range(n)], 20), strict=True))
    events: list[dict[str, Any]] = []
    for _ in range(moves):
        at, square = random.choice(cells), random.choice(squares)
        events += [{"type": "reveal", "cell": at, "card": world[at]}, {"type": "move", "quadrant": square}]
        places = corners(square)
        world |= zip(places, random.sample([world[each] for each in places], 4), strict=True)
    loud = [each for each in squares if "sniper" in {world[at] for at in corners(each)}]
    events += [{"type": "shot", "quadrant": random.choice(loud)} for _ in range(shots)]
    return {"front": "soviet", "columns": 5, "rows": 4, "counts": BUSY, "events": events}


@pytest.mark.parametrize("moves", [19, 60, 240])
def test_a_question_that_is_too_large_is_refused_before_it_is_worked_out(moves: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve_search_odds(busy(moves))
    assert refused.value.path.startswith("events.")


@pytest.mark.parametrize("moves", [1, 3, 5])
def test_what_is_asked_at_a_table_is_within_its_effort(moves: int) -> None:
    assert resolve_search_odds(busy(moves)).result["cells"]


def test_the_effort_is_that_of_all_events_whoever_asks_and_when() -> None:
    """A table asks line by line and is told for longer; the same question is refused at the same place."""
    said = shape.read(SearchQuestion, busy(40))
    places = []
    for effort in (EFFORT, 5 * EFFORT, EFFORT):
        with pytest.raises(IllegalAction) as refused:
            believed(said, effort)
        places.append(int(refused.value.path.split(".")[1]))
    assert places[0] == places[2] <= places[1]
    before = replaced(said, events=said.events[: places[0]])
    believed(before)
    with pytest.raises(IllegalAction):
        believed(replaced(said, events=said.events[: places[0] + 1]))


COUNTS = dict.fromkeys(CARDS, 0) | {"sniper": 1, "decoy": 1, "empty": 4}


def asked(*events: dict[str, Any]) -> dict[str, Any]:
    return {"front": "soviet", "columns": 3, "rows": 2, "counts": COUNTS, "events": list(events)}


def test_what_was_worked_out_before_is_gone_on_from_and_a_shot_is_never_taken_for_a_move() -> None:
    seen, moves = {"type": "reveal", "cell": "a3", "card": "decoy"}, {"type": "move", "quadrant": "a3"}
    fired = {"type": "shot", "quadrant": "a3"}
    first = resolve_search_odds(asked(seen, moves)).result
    assert resolve_search_odds(asked(seen, fired)).result != first
    assert resolve_search_odds(asked(seen, moves, fired)).result != first
    assert resolve_search_odds(asked(seen, moves)).result == first


def test_what_was_refused_is_refused_again_at_its_place_whatever_follows() -> None:
    twice = [{"type": "reveal", "cell": cell, "card": "decoy"} for cell in ("a3", "b3")]
    for more in ([], [{"type": "move", "quadrant": "a3"}]):
        with pytest.raises(GameError) as refused:
            resolve_search_odds(asked(*twice, *more))
        assert refused.value.path == "events.1"


def trail(*actions: dict[str, Any], memory: bool = True) -> list[State]:
    states = [GAME.open(duel(options={"memory_aid": memory})).state]
    for action in actions:
        states.append(GAME.apply(states[-1], action).state)
    return states


def remembered_on(states: list[State], **draft: str) -> Any:
    """The city as the German side sees it, by cell."""
    seen: Scene[State] = scene(states, own("german"), **draft)
    stage = view(seen).stage
    assert stage
    assert stage.board
    city = stage.board.values["city"]
    return {cell["at"]: cell for cell in city["cells"]}, city["moved"]


EMPTY = deed("search", cell="b4")
THEIRS = deed("move", "soviet", quadrant="a4", order=STAY)
SEEN = (deed("search", cell="d4"), deed("shoot", quadrant="a1"))


def test_an_area_seen_empty_is_burnt_out_with_the_turn_and_stands_again_once_it_is_moved() -> None:
    cells, _ = remembered_on(trail(EMPTY))
    assert cells["b4"]["burnt"] == 1
    assert cells["b4"]["label"] == "b4, Soviet empty area, seen in turn 1, sniper 0 per cent"
    cells, moved = remembered_on(trail(EMPTY, THEIRS))
    assert cells["b4"]["burnt"] is None
    assert moved == []


def test_a_quadrant_moved_since_something_in_it_was_seen_is_framed_and_names_it() -> None:
    elsewhere = deed("move", "soviet", quadrant="a5", order=STAY)
    assert remembered_on(trail(*SEEN, elsewhere))[1] == []
    moves = deed("move", "soviet", quadrant="c4", order=STAY)
    (frame,) = remembered_on(trail(*SEEN, moves))[1]
    assert (frame["at"], frame["cards"]) == ("c4", ("decoy",))
    again = (deed("search", cell="d4"), deed("shoot", quadrant="a1"))
    assert remembered_on(trail(*SEEN, moves, *again))[1] == []


def test_where_the_people_remember_there_is_neither_chance_nor_burnt_house_nor_frame() -> None:
    cells, moved = remembered_on(trail(EMPTY, THEIRS, EMPTY, memory=False))
    assert not moved
    assert not any(cell["odds"] or cell["burnt"] or cell["lit"] for cell in cells.values())


def test_windows_tell_of_snipers_or_points_or_nothing() -> None:
    states = trail(EMPTY)
    figures = [remembered_on(states, on=on)[0]["a4"]["odds"] for on in ("", "points", "off")]
    assert figures == ["18", "0.9", ""]


GAMES = int(os.environ.get("SCOPE_SEARCHED", "24"))
LOOKS, FAR = 5, 60
"""How often a game is looked at; and how far, where every look reckons odds."""
PAPER = [name for name, each in PRINTABLES.items() if each.table != "no" and each.kind != "cards"]
SECRET = {
    "move": ("order",),
    "deploy": ("order", "officer"),
    "reinforce": ("order", "infantry", "mortar"),
    "howitzer": ("mortar",),
    "assault": ("infantry",),
    "shoot": ("machine_gun",),
}
"""What of the enemy's deeds is told to nobody, where the app does not remember."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_nothing_that_a_seat_is_shown_hangs_on_what_it_may_not_know(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = [Passage(1, setup, None, GAME.open(setup).state)]
    for before, action, after in play(setup, Player(random), 4000):
        lines.append(Passage(len(lines) + 1, action, before, after))
    far = FAR if setup["options"]["memory_aid"] else len(lines)
    running = [n for n, line in enumerate(lines[:far]) if not GAME.is_over(line.after)]
    for n in sorted(random.sample(running, min(LOOKS, len(running)))):
        seat = random.choice([None, *lines[n].after.slots])
        searched(lines[: n + 1], seat, random, on_paper=seed % 24 == 0)


def searched(lines: Sequence[Passage], seat: str | None, random: Random, *, on_paper: bool) -> None:
    hidden = [side for side in SIDES if seat is None or side != side_of(seat)]
    other = [disguised(line, hidden, random) for line in lines]
    assert any(one.after != two.after for one, two in zip(lines, other, strict=True)) or len(lines) < 3
    found = [dict(shown_of(each, seat, on_paper=on_paper)) for each in (lines, other)]
    for what in found[0]:
        assert found[0][what] == found[1][what], (what, seat, len(lines))


def disguised(line: Passage, hidden: Sequence[Any], random: Random) -> Passage:
    """The same line with other cards face down on these sides, and other secret choices in its deed."""
    before = line.before and dealt_anew(line.before, hidden, random)
    action, remembers = dict(line.action), line.after.options.memory_aid
    if action.get("seat") and side_of(action["seat"]) in hidden:
        kind = action["type"]
        hidden_keys = ("order",) if remembers and kind != "reinforce" else SECRET.get(kind, ())
        for key in {*hidden_keys} & action.keys():
            action[key] = action[key] and ([3, 2, 1, 0] if key == "order" else "h8")
    if "fronts" in action:
        for key in ("fronts", "salts"):
            action[key] = {side: "?" if side in hidden else each for side, each in action[key].items()}
    return line._replace(action=action, before=before, after=dealt_anew(line.after, hidden, random))


def dealt_anew(state: State, hidden: Sequence[Any], random: Random) -> State:
    """A state whose face-down cards of these sides lie otherwise."""
    up = turned_up(state)
    for side in hidden:
        down = [at for at in state.cells(side) if at not in up and state.front_of(at) == side]
        cards = [state.grid[at].card for at in down]
        random.shuffle(cards)
        state = state.laid({at: Lying(side, card) for at, card in zip(down, cards, strict=True)})
    return state


def shown_of(lines: Sequence[Passage], seat: str | None, *, on_paper: bool) -> Iterator[tuple[str, Any]]:
    """Everything that a seat is shown of a table, or the tablet in the middle."""
    now = lines[-1].after
    sees = frozenset([seat]) if seat else frozenset[str]()
    sight = Sight(sees, sees, sees)
    told = [line._replace(action=GAME.redact_action(now, line.action, sight)) for line in lines]
    trail = [line.after for line in lines]
    yield "state", GAME.redact_state(now, sight)
    yield "legal", GAME.legal(now, sight)
    yield "journal", [(line.action, GAME.describe(line.action)) for line in told]
    last = GAME.redact_action(now, lines[-1].action, NOBODY)
    scene = Scene(now, sight, trail=trail, last=last, passages=told)
    for room in ("table", "hand", "tv"):
        here = replaced(scene, room=room, sight=NOBODY if room == "tv" else sight)
        yield room, repr(GAME.view(here))
    for name in PAPER if on_paper else ():
        sheet = PRINTABLES[name]
        yield f"print {name}", sheet.make(chosen(sheet.options, {}), GAME.seen(scene)).pdf()


def test_a_secret_would_be_found() -> None:
    """The search itself: with the enemy's eyes open something does change."""
    random = Random(3)
    setup = GAME.shuffle(table(random), random)
    line = Passage(1, setup, None, GAME.open(setup).state)
    seat = line.after.slots[0]
    enemy = ENEMY[side_of(seat)]
    other = disguised(line, [enemy], random)
    spy = next(each for each in line.after.slots if side_of(each) == enemy)
    found = [dict(shown_of([each], spy, on_paper=False)) for each in (line, other)]
    assert found[0]["state"] != found[1]["state"]
    assert found[0]["table"] != found[1]["table"]
