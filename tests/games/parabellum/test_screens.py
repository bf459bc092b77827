"""The evening of the notebook's picture: Halden Crossing in round 5, and the lines that led to it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Scene, Sight
from companion.engine.stage import Fold, Own
from companion.games.parabellum.campaign.design import grounds
from companion.games.parabellum.data import FOLDER, STANDARD_TERRAIN
from companion.games.parabellum.game import GAME
from companion.games.parabellum.printables.look import PICTURES
from companion.games.parabellum.procedures import combat
from companion.games.parabellum.procedures.dice import strike
from companion.games.parabellum.procedures.movement import Mover
from companion.games.parabellum.rules.course import start_turn
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.movement import ground_of
from companion.games.parabellum.rules.traces import Between
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.cards import PATTERNS, cost_words, on_map, terrain_key, way_words
from companion.games.parabellum.screens.desk_answers import SQUARE, WIDE, losses_picture, map_preview
from companion.games.parabellum.screens.dice import pairing_picture
from companion.games.parabellum.state import State, Unit, starter_binder
from tests.games.parabellum.twin_tables import disguised
from tests.games.parabellum.yard import table, unit_at
from tests.staged import pieces_of, texts

ME, THEY = "ada", "jo"

MINE = {
    "main_battle_tank": ("f4", 10),
    "regular_infantry": ("f8", 10),
    "scout_walker": ("h8", 5),
    "supply_truck": ("e6", 5),
    "field_howitzer": ("b5", 10),
}

THEIRS = (
    ("u1", "light_tank", "i5", 10),
    ("u2", "regular_infantry", "i8", 8),
    ("u3", "scarp_rangers", "h4", 4),
    ("u4", "mortar_section", "l8", 5),
    ("u6", "contract_militia", "k5", 10),
    ("u7", "supply_truck", "i7", 5),
)


def _unit(state: State, owner: str, kind: str, place: tuple[str, int], n: int) -> Unit:
    card, (square, people) = state.binder.units[kind], place
    return Unit(
        owner=owner, type=kind, cost=card.cost, where="map", square=square, position="c",
        flag=("blue", "yellow") if owner == THEY else ("red", "black"), strength=people,
        fuel=card.fuel_max, ammunition=card.ammunition_max, entrench=int(n == 2),
    )  # fmt: skip


def pictured(**types: str) -> State:
    """Ada's turn; `types` are other truths under Jo's flags."""
    seated = [{"player": ME, "company": "kestrel_vaun"}, {"player": THEY, "company": "meridian"}]
    begun = GAME.open({"players": seated, "binder": "starter", "options": {}}).state
    units = {
        unit: _unit(begun, THEY, types.get(unit, kind), (square, people), int(unit[1:]))
        for unit, kind, square, people in THEIRS
    }
    for n, (kind, place) in enumerate(MINE.items(), start=8):
        units[f"u{n}"] = _unit(begun, ME, kind, place, n)
    units["u13"] = _unit(begun, ME, "regular_infantry", ("h5", 4), 13)
    return begun.changed(phase="direct", round=5, order=(ME, THEY), active=ME, units=units, next_unit=14)


def _line(number: int, state: State, after: State | None = None, **action: Any) -> Between:
    return Between(number, state, after or state, action)


def lines(state: State) -> list[Between]:
    """What all have seen: u1 and u2 fought, u3 was struck, u4 shelled, u6 moved, u7 was reconnoitred."""
    stronger = state.with_unit("u2", strength=10)
    report = GAME.apply(
        state.changed(phase="special"), {"type": "recon", "player": ME, "unit": "u10", "target": "u7"}
    ).state
    struck = {"attack": [8, 7], "defense": [1, 6, 5, 1, 4, 5, 3, 2, 1, 3]}
    back = {"counter_attack": [6, 4, 1, 6, 2, 4, 3, 2, 1, 2], "counter_defense": [6] * 5}
    return [
        _line(2, state, type="attack", unit="u1", target="u13", counter=False,
              rolls={"attack": [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], "defense": [6] * 4}),
        _line(3, stronger, state, type="attack", unit="u10", target="u2", counter=True, rolls=struck | back),
        _line(4, state, type="attack", unit="u13", target="u3", counter=False,
              rolls={"attack": [1] * 4, "defense": [7, 3, 2, 1]}),
        _line(5, state, type="barrage", unit="u4", shots=[{"unit": "u10"}],
              rolls=[{"artillery": 2, "defense": [6] * 5}]),
        _line(6, state.with_unit("u6", square="m4"), state, type="move", unit="u6", path=["l4", "k4", "k5"]),
        _line(7, state, report, type="recon", unit="u10", target="u7"),
    ]  # fmt: skip


EVERY = 17

"""Each so-many-th moment of the demo is looked at."""

DEEPEST, MOST_PAGES = 4, 150


@cache
def moments() -> tuple[tuple[State, Any], ...]:
    """The demo, state by state, with the action that led there."""
    setup, actions = GAME.demo()
    states: list[tuple[State, Any]] = [(GAME.open(setup).state, None)]
    for action in actions:
        states.append((GAME.apply(states[-1][0], action).state, action))
    return tuple(states)


def scene(n: int, player: str, draft: Mapping[str, str], room: str = "table") -> Scene[State]:
    """A player's own tablet at a moment of the demo."""
    state, action = moments()[n]
    own = frozenset([player])
    last = GAME.redact_action(state, action, Sight(own, own))
    trail = [each for each, _ in moments()[max(0, n - 1) : n + 1]]
    return Scene(state, Sight(own, own), room, draft, trail, last=last)


def every_text(n: int, player: str, draft: Mapping[str, str]) -> list[str]:
    """The texts of a page, the stage's among them; where a tap only says why not is left out."""
    page = view(scene(n, player, draft))
    board = page["board"] and {**page["board"], "bars": []}
    stage = replace(page.stage, board=None) if page.stage else None
    return [*texts(dict(page) | {"board": board}), *texts(stage)]


def pages(n: int, player: str) -> Iterator[list[str]]:
    """The texts of every page that links lead to, nearest first."""
    seen, near = {""}, [""]
    for _ in range(DEEPEST):
        further: list[str] = []
        for link in near:
            said = every_text(n, player, dict(parse_qsl(link[1:])))
            yield said
            new = {text for text in said if text.startswith("?") and not _merely_more(text)} - seen
            new = set(_few_squares(new))
            further += sorted(new, key=_by_unit)[: MOST_PAGES - len(seen)]
            seen |= set(further)
        near = further


def _few_squares(links: set[str]) -> Iterator[str]:
    """Of the many squares that a deed may go to, one."""
    known = set()
    for link in sorted(links):
        choice = link.partition("&to=")[0]
        if "&to=" not in link or choice not in known:
            yield link
        known |= {choice} if "&to=" in link else set()


def _merely_more(link: str) -> bool:
    """Links that only count further up, plan, note down, correct, or take an enemy for something else."""
    more = link.count("c.") > 1 or "pos=" in link or "do=catalogue" in link or "do=adjust" in link
    weighs = ("dice", "dd", "as", "of", "flag", "class", "page", "with", "next", "h")
    return more or any(f"{before}{key}=" in link for key in weighs for before in "?&")


def _by_unit(link: str) -> tuple[bool, int, str]:
    """Units' own pages first, the shop's many last."""
    return "c." in link or "n=" in link, link.count("&"), link


def deeds(n: int, player: str) -> set[tuple[str, str]]:
    """What the buttons of all pages do: each type of action, and for which unit."""
    found = set()
    for said in pages(n, player):
        for text in said:
            if text.startswith(('{"type"', '[{"type"')):
                done = json.loads(text)
                several = done if isinstance(done, list) else [done]
                found |= {(action["type"], _whose(action)) for action in several}
    return found


def _whose(entry: Mapping[str, Any]) -> str:
    return str(entry.get("unit") or entry.get("keep") or entry.get("from") or entry.get("resource") or "")


@pytest.mark.sampled("n")
@pytest.mark.parametrize("n", range(0, len(moments()), EVERY))
def test_every_legal_deed_has_a_button(n: int) -> None:
    """By links alone, from the page that a tablet opens with."""
    state = moments()[n][0]
    for player in state.playing:
        wanted = {(e["type"], _whose(e)) for e in legal(state) if e.get("player", player) == player}
        missing = wanted - deeds(n, player)
        assert not missing, f"after {n} actions {player} has no button for {missing}"


def thrown_at(n: int) -> bool:
    return bool((moments()[n][1] or {}).get("rolls"))


DICE = [n for n in range(2, len(moments())) if thrown_at(n)]


@pytest.mark.sampled("n")
@pytest.mark.parametrize("n", [*range(EVERY, len(moments()), EVERY), *DICE])
def test_no_screen_tells_what_lies_behind_anothers_screen(n: int) -> None:
    """Whatever the other has, one's own pages, the TV and the public table are the same, letter by letter.

    The last line, its dice and its story among them.
    """
    state, action = moments()[n]
    trail = tuple(each for each, _ in moments()[n - 1 : n + 1])
    for player in state.seated:
        (other,) = set(state.seated) - {player}
        if state.active != other and not _reports_nothing(state, other):
            continue
        masked = _masked(trail, other)
        own = Sight(frozenset([player]), frozenset([player]))
        for room, sight in [("table", own), ("hand", own), ("tv", Sight()), ("table", Sight())]:
            last = GAME.redact_action(state, action, sight)
            for draft in _drafts(state, n):
                whole = Scene(state, sight, room, dict(parse_qsl(draft)), trail, last=last)
                assert view(whole) == view(replace(whole, state=masked[-1], trail=masked)), (n, room, draft)


def _masked(trail: Sequence[State], player: str) -> tuple[State, ...]:
    """That player's secrets other in each state; whoever has just lost people has been counted by all."""
    first, last = trail[0].units, trail[-1].units
    both = first.keys() & last.keys()
    counted = [unit for unit in both if first[unit].strength != last[unit].strength]
    masked = []
    for state in trail:
        other = disguised(state, player)
        for unit in counted:
            other = other.with_unit(unit, strength=state.units[unit].strength)
        masked.append(other)
    return tuple(masked)


def _drafts(state: State, n: int) -> list[str]:
    """The page itself; after dice that alone, else every unit's page and the books."""
    units = [f"unit={unit}" for unit, each in state.units.items() if each.where != "reserve"]
    return [""] if thrown_at(n) else ["", *units, "do=objectives", "do=books"]


def _reports_nothing(state: State, player: str) -> bool:
    """Reconnaissance may tell of a unit: then what it told is no secret any more."""
    return not any(state.units[unit].owner == player for unit in state.reports)


@pytest.mark.parametrize("n", range(0, len(moments()), EVERY))
def test_every_counter_in_the_hand_can_be_spent_or_says_why_not(n: int) -> None:
    """Fuel, ammunition, cargo, layers: a tap opens or does what is legal for that very unit and counter."""
    state = moments()[n][0]
    for player in state.playing:
        for unit in state.of(player, "map"):
            question = view(scene(n, player, {"unit": unit}))["panel"]
            (drawn,) = [own for own in pieces_of(question, Own) if "card" in own.values]
            card = drawn.values["card"]
            for part in ("fuel", "ammunition", "cargo", "layers"):
                assert card["spend"].get(part) or card["idle"][part], (n, unit, part)
            turn = state if state.active == player else start_turn(state, player)
            may = {entry["type"] for entry in legal(turn) if _whose(entry) == unit}
            opened = [dict(parse_qsl(way["href"][1:])) for way in card["spend"].values()]
            assert {each["do"] for each in opened} <= may
            assert all(each["unit"] == unit for each in opened)


N, S = "north", "south"


def told(before: State, action: Any) -> Any:
    after = GAME.apply(before, action).state
    last = GAME.redact_action(after, action, Sight())
    return view(Scene(after, Sight(), "tv", {}, (before, after), last=last)).stage.moment  # type: ignore[union-attr]


def test_an_attack_shows_both_handfuls_from_high_to_low_and_who_falls() -> None:
    before = table("direct", unit_at(N, "squad", "a1"), unit_at(S, "squad", "b1"))
    rolls = {"attack": [1, 8, 7, 8], "defense": [1, 1, 2, 1]}
    action = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": False, "rolls": rolls}
    scene = told(before, action)
    assert [throw.faces for throw in scene.throws] == [(8, 8, 7, 1), (2, 1, 1, 1)]
    assert [throw.side for throw in scene.throws] == ["seat-1", "seat-2"]
    assert str(scene.effects[0].words) == "South foot RBBW: 3 fall"


def test_the_rear_is_told_by_its_line_alone_and_a_turn_that_begins_is_a_scene() -> None:
    moving = table("movement", unit_at(N, "squad", "a1"))
    assert told(moving, {"type": "end_phase", "player": N}).quiet
    last = table("boardroom", unit_at(N, "squad", "a1"))
    begins = told(last, {"type": "end_phase", "player": N})
    assert not begins.quiet
    assert str(begins.title) == "South Yard: round 1"


dice = st.lists(st.integers(1, 12), min_size=1, max_size=20)


@given(dice, dice)
def test_every_die_stands_in_one_column(attack: list[int], defense: list[int]) -> None:
    volley = strike(attack, defense)
    picture: Any = pairing_picture(volley.as_json(), "A", "B")
    columns = picture["columns"]
    above = [column["attack"] for column in columns if column["attack"] != ""]
    below = [column["defense"] for column in columns if column["defense"] != ""]
    assert above == sorted(attack, reverse=True)
    assert sorted(below) == sorted(defense)
    assert sum(column["through"] for column in columns) == len(volley.unmatched)
    assert all(column["defense"] >= column["attack"] for column in columns if "stops" in column["words"])


def test_the_bars_of_losses_are_as_long_as_their_chances() -> None:
    unit = {"strength": 5, "attack_die": 8, "defense_die": 6}
    report = combat.resolve_direct_attack_odds({"attacker": unit, "defender": unit}).result["attack"]
    picture: Any = losses_picture(report, "Defender", 2)
    chances = [Fraction(row["probability"]) for row in report["distribution"]]
    assert max(row["width"] for row in picture["rows"]) == WIDE
    assert [row["losses"] for row in picture["rows"] if row["rolled"]] == [2]
    assert picture["rows"][0]["at_least"] == "100 %"
    order = sorted(range(6), key=lambda n: chances[n])
    assert order == sorted(range(6), key=lambda n: picture["rows"][n]["width"])


def test_a_map_is_drawn_square_by_square() -> None:
    sheet = starter_binder().maps["pump_flats"]
    drawn: Any = map_preview(sheet)
    assert (drawn["wide"], drawn["tall"]) == (16 * SQUARE, 12 * SQUARE)
    squares = dict.fromkeys(("seat", "water", "urban"), 0)
    for band in drawn["bands"]:
        if band["kind"] in squares:
            squares[band["kind"]] += band["wide"] // SQUARE
    text = "".join(sheet.rows)
    assert squares == {"seat": 16, "water": text.count("="), "urban": text.count("#")}
    assert [row["signs"].replace("·", ".") for row in drawn["rows"]] == list(sheet.rows)


NORTH = Sight(frozenset({"north"}), frozenset({"north"}))


def starter() -> State:
    seats = [{"player": each, "company": each} for each in ("ansa", "meridian")]
    return GAME.open({"players": seats}).state


def test_a_card_s_line_says_what_the_move_costs_it_and_what_it_may_not_enter() -> None:
    state = starter()
    ground = ground_of(state, "u1")
    for card in state.binder.units.values():
        told = way_words(card, on_map(state))
        for each in on_map(state):
            square = next(s for s in squares(state) if ground.terrain(s).id == each.id)
            mover = Mover("small", card.speed, 1, "ansa", "a1", card.tags, card.terrain_cost)
            part = next(part for part in told.split("; ") if each.id in part)
            cost = ground.entry_cost(square, mover, 0)
            if ground.bar(square, card.tags) == "terrain" or cost is None:
                assert part.startswith("never ")
            elif card.terrain_cost.get(each.id, each.cost) == "all":
                assert part.endswith(" a whole move")
                assert cost == card.speed
            else:
                assert part.endswith(f" {cost}")


def squares(state: State) -> list[str]:
    sheet = state.sheet
    return [f"{chr(97 + x)}{y + 1}" for y in range(sheet.height) for x in range(sheet.columns)]


def test_the_key_of_the_map_names_whom_a_ground_costs_otherwise_and_whom_it_lets_in() -> None:
    told = {each["name"]: each["others"] for each in terrain_key(starter())}
    assert told["Open"] == []
    assert told["Rubble"] == ["1 for every walker"]
    assert told["Special"] == ["Open to every infantry"]
    assert told["Marsh"][0].startswith("A whole move for every truck, Field Howitzer, every tank")


def test_the_own_card_in_hand_and_the_shop_say_it() -> None:
    state = table("movement", unit_at("north", "tank", "a1"))
    question = view(Scene(state, NORTH, "hand", {"unit": "u1"}, (state,)))["panel"]
    card = next(own.values["card"] for own in pieces_of(question, Own) if "card" in own.values)
    assert card["ways"] == way_words(state.card("u1"), on_map(state)) != ""
    buying = table("setup")
    shop: Any = view(Scene(buying, NORTH, "hand", {}, (buying,)))["panel"]
    (ways,) = next(each for each in shop.pieces if isinstance(each, Fold)).pieces
    assert [row.cells[0] for row in ways.rows] == [card.name for card in buying.binder.units.values()]
    assert all(row.cells[1].startswith("open") for row in ways.rows)


@pytest.mark.parametrize(
    ("phase", "draft", "part", "less"),
    [
        ("movement", {}, "fuel", 0),
        ("movement", {"do": "move", "to": "a2"}, "fuel", 1),
        ("direct", {"do": "attack", "at": "u2"}, "ammunition", 1),
    ],
)
def test_a_counter_shows_what_the_weighed_deed_would_use(
    phase: str, draft: Mapping[str, str], part: str, less: int
) -> None:
    state = table(phase, unit_at(N, "squad", "a1"), unit_at(S, "squad", "b1"))
    question = view(Scene(state, NORTH, "hand", {"unit": "u1", **draft}, (state,)))["panel"]
    counter = next(own.values["card"] for own in pieces_of(question, Own) if "card" in own.values)[part]
    assert counter["then"] == counter["now"] - less
    assert bool(counter["used"]) == bool(less)


def test_a_whole_move_is_said_in_words() -> None:
    assert (cost_words("all"), cost_words(3)) == ("a whole move", "3")


TABLE = (FOLDER / "templates/parabellum/map_patterns.html").read_text()

STYLE = (FOLDER / "static/parabellum/ground.css").read_text()

KINDS = {*STANDARD_TERRAIN, "other"}


def test_the_table_a_form_and_paper_are_drawn_from_one_file() -> None:
    views = {each.removeprefix("on-") for each in PICTURES.groups if each.startswith("on-")}
    assert views == KINDS == {*PATTERNS, "open", "other"}
    assert set(PICTURES.groups) >= KINDS
    assert set(re.findall(r"\}\}#on-(\w+)", TABLE)) == KINDS
    assert set(re.findall(r'url\("terrain\.svg#on-(\w+)"\)', STYLE)) == KINDS


def test_every_kind_of_ground_has_its_tone_and_a_binders_own_its_sign() -> None:
    own = {"terrain": {"lava": {"glyph": "!"}}}
    signs = {sign.value: sign for sign in grounds(own)}
    assert (signs["!"].tone, signs["!"].mark) == ("other", "!")
    assert {signs[glyph].tone for glyph, *_ in STANDARD_TERRAIN.values()} == set(STANDARD_TERRAIN)
    for sign in signs.values():
        assert f".tone--{sign.tone} {{ --tone" in STYLE or sign.tone == "seat"


def test_a_squares_tone_is_that_of_the_drawing_on_it() -> None:
    for kind in KINDS:
        colour = PICTURES.groups[kind][0].attrib["fill"]
        assert f".tone--{kind} {{ --tone: {colour};" in STYLE
