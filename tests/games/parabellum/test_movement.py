"""Movement, and the orders that are written, sorted and carried out."""

import json
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import GameError
from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Deed, Note, Own, Question, Way
from companion.games.parabellum.data import POSITIONS_OF, Footprint
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures.movement import (
    Ground,
    Mover,
    Occupant,
    by_square,
    check_path,
    goals,
    reach,
)
from companion.games.parabellum.rules.movement import cover_of
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import (
    EVERYTHING,
    SIDES,
    STANDARD,
    Reserve,
    State,
    beside,
    distance,
    free_positions,
    passes,
    quarters,
    read_rows,
    state_json,
)
from tests.games.parabellum.test_screens import ME, THEY, pictured
from tests.games.parabellum.yard import act, load, reserve, table, unit_at
from tests.staged import actions_of, pieces_of, ware

FOOTPRINTS: tuple[Footprint, ...] = ("small", "medium", "large")


def random_ground(random: Random) -> tuple[Ground, Mover]:
    rows = ["".join(random.choice("....,~^#=") for _ in range(4)) for _ in range(3)]
    sheet = read_rows(rows, "map", STANDARD)
    squares = [f"{column}{row}" for column in "abcd" for row in (1, 2, 3)]
    others = []
    for _ in range(random.randint(0, 6)):
        footprint = random.choice(FOOTPRINTS)
        owner = random.choice(["a", "b"])
        others.append((random.choice(squares), Occupant(owner, random.choice(POSITIONS_OF[footprint]))))
    ground = Ground(
        sheet=sheet,
        terrains=STANDARD,
        features={random.choice(squares): random.choice(["mine", "bridge", "earthwork"]) for _ in "xy"},
        caches=random.sample(squares, random.randint(0, 2)),
        occupants=by_square(others),
        enemy_sharing=random.random() < 0.7,
    )
    mover = Mover(
        footprint=random.choice(FOOTPRINTS),
        speed=random.randint(1, 4),
        fuel=1,
        owner="a",
        square=random.choice(squares),
        tags=random.choice([(), ("mountain",), ("amphibious",)]),
        terrain_cost=random.choice([{}, {"marsh": "all"}, {"rubble": 1}]),
        mp_used=random.choice([0, 0, 1]),
        entered=random.choice([None, *SIDES]),
    )
    return ground, mover


def every_path(ground: Ground, mover: Mover, longest: int) -> dict[str, int]:
    """Brute force: the least cost at which any path ends somewhere, by asking about each path."""
    best: dict[str, int] = {}
    paths: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        here = [(path, path[-1] if path else mover.square) for path in paths]
        steps = [(*path, to) for path, at in here for side in SIDES if (to := beside(at, side))]
        paths = [path for path in steps if path[-1] in ground.sheet]
        for path in paths:
            for position in POSITIONS_OF[mover.footprint]:
                walk = check_path(ground, mover, path, position)
                if walk.reason is None:
                    best[path[-1]] = min(best.get(path[-1], 99), walk.cost)
    best.pop(mover.square, None)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_within_reach_is_exactly_where_some_path_can_end(seed: int) -> None:
    ground, mover = random_ground(Random(seed))
    within = reach(ground, mover)
    assert {goal.square: goal.cost for goal in within} == every_path(ground, mover, mover.speed)
    for goal in within:
        towards = next(each for each in goals(ground, mover, [goal.square]) if each.square == goal.square)
        assert towards.cost == goal.cost
        for position in POSITIONS_OF[mover.footprint]:
            walk = check_path(ground, mover, goal.path, position)
            assert (walk.reason is None) == (position in goal.positions)
            assert walk.reason or walk.cost == goal.cost


@given(st.integers(0, 15), st.sampled_from(SIDES), st.sampled_from(SIDES))
def test_what_a_larger_miniature_passes_a_smaller_one_passes_too(taken: int, entered: str, left: str) -> None:
    small, medium, large = (passes(each, taken, entered, left) for each in FOOTPRINTS)  # type: ignore[arg-type]
    assert large <= medium <= small
    assert passes("small", taken, left, entered) == small  # type: ignore[arg-type]


@given(st.integers(0, 15), st.sampled_from(FOOTPRINTS))
def test_free_positions_take_nothing_that_is_taken(taken: int, footprint: Footprint) -> None:
    free = free_positions(footprint, taken)
    assert all(not quarters(position) & taken for position in free)
    assert free == tuple(position for position in POSITIONS_OF[footprint] if position in free)
    assert ("c" in free) == (taken == 0)
    assert not free_positions(footprint, EVERYTHING)


def test_opposite_corners_leave_no_lane_but_a_way_round_the_corner() -> None:
    taken = quarters("nw") | quarters("se")
    assert not passes("small", taken, "w", "e")
    assert passes("small", taken, "w", "s")
    assert passes("small", taken, "n", "e")
    assert not passes("medium", taken, "w", "s")


SQUARES = st.builds(lambda c, r: f"{c}{r}", st.sampled_from("abcdefghijklmnopqrst"), st.integers(1, 40))


@settings(max_examples=50)
@given(SQUARES, SQUARES)
def test_distance_is_a_measure_and_diagonals_shorten_it(one: str, other: str) -> None:
    straight, slanted = distance(one, other), distance(one, other, "diagonal")
    assert straight == distance(other, one)
    assert slanted <= straight <= 2 * slanted
    assert (straight == 0) == (one == other)


N, S = "north", "south"


def unmapped(phase: str) -> State:
    """North's squad on the map and a carrier in the rear; South's squad on the map."""
    units = (
        unit_at(N, "squad", where="map"),
        unit_at(S, "squad", where="map"),
        unit_at(N, "carrier", cargo=load(2)),
    )
    return table(phase, *units, positions="table")


def test_a_table_chooses_where_the_map_is() -> None:
    begun = GAME.open(GAME.shuffle({"options": {"positions": "table"}}, Random(1))).state
    assert not begun.tracked
    assert state_json(begun)["positions"] == "table"
    usual = GAME.open(GAME.shuffle({"options": {"positions": "app"}}, Random(1))).state
    assert usual.tracked
    assert "positions" not in state_json(usual)
    with pytest.raises(GameError) as refused:
        GAME.open(GAME.shuffle({"options": {"positions": "moon"}}, Random(1)))
    assert refused.value.path == "positions"


def test_who_moved_and_has_no_counter_left_by_the_table_s_word_burns_none() -> None:
    state = act(
        table("movement", unit_at("north", "squad", "a1")), "move", unit="u1", path=["a2"], position="c"
    )
    dry = act(state, "adjust", reason="a spilt counter", unit={"id": "u1", "fuel": 0})
    assert act(dry, "end_phase").units["u1"].fuel == 0
    assert act(state, "end_phase").units["u1"].fuel == state.units["u1"].fuel - 1


def test_a_move_burns_fuel_and_says_what_the_unit_stands_on() -> None:
    moved = act(unmapped("movement"), "move", unit="u1", terrain="urban")
    assert cover_of(moved, "u1").defense == 1
    for _ in range(2):
        moved = act(moved, "move", unit="u1")
    with pytest.raises(GameError) as refused:
        act(moved, "move", unit="u1")
    assert refused.value.path == "unit"
    assert act(moved, "end_phase").units["u1"].fuel == 2


def test_cover_counts_as_the_table_says() -> None:
    state = act(unmapped("direct"), "stand", unit="u2", terrain="special", earthwork=True)
    rolls = {"attack": [8, 5, 5, 5], "defense": [3, 3, 3, 3]}
    after = act(state, "attack", unit="u1", target="u2", counter=False, rolls=rolls)
    assert after.units["u2"].strength == 3
    open_ground = act(unmapped("direct"), "attack", unit="u1", target="u2", counter=False, rolls=rolls)
    assert "u2" not in open_ground.units


def test_the_table_sees_to_ranges_and_deployment_squares() -> None:
    deployed = act(unmapped("deployment"), "deploy", unit="u3", terrain="rubble")
    assert deployed.units["u3"].ground == "rubble"
    assert act(deployed, "extract", unit="u1").units["u1"].where == "predeploy"
    logistics = unmapped("logistics").with_unit("u3", where="map")
    cached = act(logistics, "cache", unit="u3", square="e2", fuel=2, ammunition=0)
    assert cached.caches == {"e2": load(2)}
    assert act(cached, "pick_up", unit="u3", square="e2", fuel=1, ammunition=0).caches == {"e2": load(1)}


@pytest.mark.parametrize(
    ("phase", "action", "path"),
    [
        ("movement", {"type": "move", "unit": "u1", "path": ["a1"]}, "path"),
        ("movement", {"type": "move", "unit": "u1", "terrain": "lava"}, "terrain"),
        ("movement", {"type": "stand", "unit": "u3", "terrain": "open", "earthwork": False}, "unit"),
        ("deployment", {"type": "deploy", "unit": "u1"}, "unit"),
        ("logistics", {"type": "engineer", "unit": "u1", "work": "clear_mine"}, "work"),
        (
            "movement",
            {"type": "adjust", "reason": "x", "unit": {"id": "u1", "square": "a1", "position": "c"}},
            "unit.square",
        ),
    ],
)
def test_squares_are_refused(phase: str, action: dict[str, object], path: str) -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(unmapped(phase), {"player": N, **action})
    assert refused.value.path == path


def test_where_the_app_keeps_the_map_it_knows_what_a_unit_stands_on() -> None:
    with pytest.raises(GameError) as refused:
        act(table("movement", unit_at(N, "squad", "a1")), "stand", unit="u1", terrain="open")
    assert refused.value.path == "type"


def test_holding_is_the_tables_finding() -> None:
    found = act(unmapped("boardroom"), "objective", objective="middle", complete=True)
    assert act(found, "end_phase").objectives["middle"].done == (N,)


MOST_TAPS = 15


def shown(state: State, link: str = "") -> Any:
    sight = Sight(frozenset({ME}), frozenset({ME}))
    return view(Scene(state, sight, "table", dict(parse_qsl(link[1:])), (state,)))


def deed(question: Question) -> Deed:
    assert isinstance(question.main, Deed)
    return question.main


def after(state: State, action: str) -> State:
    done = json.loads(action)
    for each in done if isinstance(done, list) else [done]:
        state = GAME.apply(state, each).state
    return state


def moving() -> State:
    return pictured().changed(phase="movement")


def ordered(state: State) -> tuple[str, int]:
    """Tap every unit that can move, then the first square it may go to: the link, and the taps."""
    link, taps = "", 0
    for unit in state.of(ME, "map"):
        edges = shown(state, link).stage.hand.edges
        there = next(edge.href for edge in edges if f"unit={unit}" in edge.href)
        spots = shown(state, there)["board"]["taps"]
        if spots:
            link, taps = spots[0]["href"], taps + 2
    return link, taps


def test_all_moves_of_a_turn_are_one_tap_a_line_each() -> None:
    state = moving()
    link, taps = ordered(state)
    button = deed(shown(state, link)["panel"])
    actions = json.loads(button.action)
    moved = {each["unit"] for each in actions}
    assert len(actions) == len(moved) == taps // 2 > 3
    now = after(state, button.action)
    assert all(now.units[unit].square != state.units[unit].square for unit in moved)
    assert {each["id"] for each in shown(state, link)["board"]["ghosts"]} == moved


def ending(question: Question) -> str:
    """What the button does that ends the turn, in the foot or among what lies folded."""
    more = [each for piece in pieces_of(question, Choices) for each in piece.choices]
    return next(each.action for each in (*question.lesser, *more) if str(each.words) == "End the turn")  # type: ignore[union-attr]


def test_a_middle_turn_with_six_units_takes_few_taps() -> None:
    state = moving()
    assert len(list(state.of(ME, "map"))) == 6
    link, taps = ordered(state)
    moved = after(state, deed(shown(state, link)["panel"]).action)
    assert after(moved, ending(shown(moved)["panel"])).active != ME
    assert taps + 3 <= MOST_TAPS, (
        "where one could attack, the end of the turn lies in a fold that is opened first"
    )


def test_an_order_that_no_longer_goes_shuts_the_button_with_the_rules_refusal() -> None:
    button = deed(shown(moving(), "?o=u8.p1.c")["panel"])
    assert button.shut


def test_a_square_out_of_reach_says_why() -> None:
    notes = [note for note in pieces_of(shown(moving(), "?unit=u8&to=p12")["panel"], Note) if note.warns]
    assert notes


def test_phases_in_which_nobody_can_do_anything_end_with_the_one_before() -> None:
    state = moving().changed(phase="movement")
    button = deed(shown(state)["panel"])
    ends = json.loads(button.action)
    assert isinstance(ends, list), "nobody waits to be deployed"
    assert after(state, button.action).phase == "special"
    assert "nothing to do in Deploy" in str(button.small)


def bars(screen: Any) -> dict[str, str]:
    return {each["at"]: each["href"] for each in screen["board"]["bars"]}


def test_every_square_of_the_map_can_be_tapped_and_the_barred_ones_say_why() -> None:
    screen = shown(moving(), "?unit=u8")
    open_ = {each["at"] for each in screen["board"]["taps"]}
    sheet = moving().sheet
    assert len(open_ | set(bars(screen))) == sheet.columns * sheet.height
    assert not open_ & set(bars(screen))
    tapped = shown(moving(), bars(screen)["P12"])
    (note,) = [note for note in pieces_of(tapped["panel"], Note) if note.warns]
    assert tapped["board"]["callout"]["words"] in str(note.words)
    assert "costs more movement than the unit has left" in str(note.words)
    here = next(each for each in tapped["board"]["bars"] if each["at"] == "P12")
    assert here["chosen"]
    assert here["words"].startswith("P12: ")


def test_the_chosen_square_and_target_do_the_deed_when_they_are_tapped_once_more() -> None:
    screen = shown(moving(), shown(moving(), "?unit=u8")["board"]["taps"][0]["href"])
    assert [each["current"] for each in screen["board"]["taps"]].count(True) == 1
    fight = pictured().changed(phase="direct")
    target = next(each for each in shown(fight, "?unit=u13")["board"]["units"] if each["target"])
    aimed = shown(fight, target["href"])["board"]["units"]
    assert [each["id"] for each in aimed if each["current"]] == [target["id"]]
    gun = pictured().changed(phase="special")
    shelled = shown(gun, "?unit=u12&do=barrage&s.u1=1")["board"]["units"]
    assert not any(each["current"] for each in shelled), "a tap there aims one more shot"


def listing(screen: Any) -> Any:
    return next(own.values for own in pieces_of(screen["panel"], Own) if "stay" in own.values)


def test_orders_change_places_and_those_who_stay_are_listed() -> None:
    link, _ = ordered(moving())
    first = listing(shown(moving(), link))
    keys = [row["key"] for row in first["rows"]]
    swapped = listing(shown(moving(), first["rows"][1]["earlier"]))
    assert [row["key"] for row in swapped["rows"]] == [keys[1], keys[0], *keys[2:]]
    assert "ORDER" in first["link"], "where the order that a finger made is put"
    alone = listing(shown(moving(), f"?o={keys[0]}"))
    assert {row["unit"] for row in alone["stay"]} == set(moving().of(ME, "map")) - {keys[0].split(".")[0]}


def test_what_is_no_order_is_done_at_once_and_the_orders_stay() -> None:
    screen = shown(moving(), "?o=u8.e4.c&unit=u9&do=entrench")
    assert json.loads(deed(screen["panel"]).action)["type"] == "entrench"
    assert deed(screen["panel"]).then == "?o=u8.e4.c"


def test_who_waits_sets_the_orders_of_his_next_turn_and_gives_them_when_it_comes() -> None:
    waits = moving().changed(active=THEY)
    opened = shown(waits, "?unit=u8")
    assert opened["panel"].main is None
    link = opened["board"]["taps"][0]["href"]
    weighed = shown(waits, link)
    assert weighed["board"]["ghosts"]
    assert not actions_of(weighed["panel"])
    fire = next(piece for piece in pieces_of(weighed["panel"], Choices) if piece.label == "Your next turn")
    attack = shown(waits, fire.choices[2].href)
    assert attack["board"]["ghosts"], "fire is weighed from where the unit will be"
    assert not actions_of(attack["panel"])
    assert json.loads(deed(shown(moving(), link)["panel"]).action)["type"] == "move"


def test_a_middle_turn_with_six_units_and_an_attack_takes_few_taps() -> None:
    """Orders for all, then straight to the attacks; the one that can be made opens by itself."""
    link, taps = ordered(near())
    fight = next(each for each in shown(near(), link)["panel"].lesser if "attack" in str(each.words))
    state = after(near(), fight.action)
    assert (state.phase, taps // 2) == ("direct", 6)
    question = shown(state)["panel"]
    assert json.loads(question.main.action)["type"] == "attack", "a second tap on its target does the same"
    assert any("On to" in str(each.words) or "End" in str(each.words) for each in question.lesser)
    assert taps + 3 <= MOST_TAPS


def near() -> State:
    """Six units of which one is armed, and after its move within range of the one enemy near."""
    state = moving()
    for unit in ("u1", "u2", "u6", "u7"):
        state = state.with_unit(unit, where="predeploy", square=None, position=None, entrench=0)
    for unit in state.of(ME, "map"):
        state = state.with_unit(unit, ammunition=int(unit == "u13"))
    return state


def test_straight_to_the_attacks_is_offered_where_one_can_be_made() -> None:
    ways = [str(each.words) for each in shown(moving())["panel"].lesser]
    assert ways == ["To the attacks"]
    more = next(piece for piece in pieces_of(shown(moving())["panel"], Choices) if piece.label == "More")
    assert more.choices[-1].words == "End the turn", "it stands among the rest then"
    alone = pictured().changed(
        phase="movement", units={u: e for u, e in pictured().units.items() if e.owner == ME}
    )
    assert [str(each.words) for each in shown(alone)["panel"].lesser] == ["End the turn"]


def test_an_enemy_out_of_range_can_be_tapped_and_says_why_not() -> None:
    fight = pictured().changed(phase="direct")
    far = next(each for each in shown(fight, "?unit=u13")["board"]["units"] if each["id"] == "u4")
    assert not far["target"]
    question = shown(fight, far["href"])["panel"]
    (note,) = [note for note in pieces_of(question, Note) if note.warns]
    assert "up to 2 squares away" in str(note.words)


SIGHT = Sight(frozenset({N}), frozenset({N}))


def asked(state: State, **draft: str) -> Question:
    found: Any = view(Scene(state, SIGHT, "hand", draft, (state,)))["panel"]
    return found


def held(phase: str, people: int, fuel: int, ammunition: int, cards: int = 3) -> State:
    state = table(phase, *[reserve(N, "squad")] * cards)
    return state.with_player(N, reserve=Reserve(people, fuel, ammunition))


def main_words(question: Question) -> str:
    assert question.main is not None
    return str(question.main.words)


def played(state: State, actions: list[dict[str, Any]]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def mustered(state: State) -> list[dict[str, Any]]:
    return [each for each in actions_of(asked(state)) if each["type"] == "muster"]


def test_every_card_for_which_people_and_tokens_are_there_is_mustered_with_a_flag_of_its_own() -> None:
    for phase in ("setup", "boardroom"):
        state = held(phase, 99, 99, 99)
        actions = mustered(state)
        assert [each["unit"] for each in actions] == list(state.of(N, "reserve"))
        after = played(state, actions)
        assert list(after.of(N, "reserve")) == []
        assert len({each.flag for each in after.units.values()}) == len(actions)


def test_what_the_reserve_lacks_is_left_and_with_nothing_no_button_offers_it() -> None:
    card = table("setup").binder.units["squad"]
    state = held("setup", 2 * card.troop, 2 * card.fuel_cost, 2 * card.ammunition_cost)
    after = played(state, mustered(state))
    assert len(list(after.of(N, "reserve"))) == 1
    assert mustered(after) == []


def test_who_waits_in_set_up_musters_meanwhile() -> None:
    state = held("setup", 99, 99, 99).changed(active=S)
    assert len(mustered(state)) == 3


def test_in_the_boardroom_all_that_a_cart_takes_is_bought_with_it() -> None:
    state = table("boardroom").with_player(N, credits=5000, reserve=Reserve())
    question = asked(state, **{"c.squad": "2"})
    bought = [each for each in actions_of(question) if each["type"] == "purchase"]
    assert [each["resource"] for each in bought][:2] == ["units", "manpower"]
    assert bought[-1] == bought[0], "only the cards, beside"
    after = played(state, bought[:-1])
    assert len(mustered(after)) == 2
    assert main_words(question) == f"Buy all: {5000 - after.players[N].credits}"


def test_in_set_up_one_kind_is_bought_a_go_and_all_where_nobody_else_buys() -> None:
    state = table("setup").with_player(N, credits=5000, reserve=Reserve())
    alone = state.changed(done=tuple(each for each in state.seated if each != N))
    words = [main_words(asked(each, **{"c.squad": "1"})).split(":")[0] for each in (state, alone)]
    assert words == ["Buy the cards", "Buy all"]


def test_why_no_more_of_a_card_can_be_bought_is_what_the_rules_say_to_that_cart() -> None:
    state = table("setup").with_player(N, credits=100)
    assert (
        ware(asked(state, **{"c.squad": "2"}), "Squad").why
        == "Up to here it comes to 120 credits; there are 100."
    )


def short(cards: int = 1, credits: int = 5000, **reserve_: int) -> State:
    """Set-up with so many cards bought, and so few people and tokens for them."""
    return held(
        "setup", *(reserve_.get(each, 0) for each in ("people", "fuel", "ammunition")), cards
    ).with_player(N, credits=credits)


def test_set_up_leads_from_what_is_due_to_what_is_due_with_its_price_and_ends_it_last() -> None:
    """Cards, people, fuel and ammunition, mustering: *Done* is the main deed once none of it is missing."""
    state, due = short(0), list[str]()
    assert isinstance(asked(state).main, Deed)
    assert main_words(asked(state)) == "Buy cards"
    assert main_words(asked(state, buy="fuel")) == "Buy cards"
    state = short(2)
    while not main_words(asked(state)).startswith("Done"):
        assert "Done with Set-up" in [str(each.words) for each in asked(state).lesser]
        due.append(main_words(asked(state)))
        main = asked(state).main
        assert isinstance(main, Deed)
        actions = json.loads(main.action)
        state = played(state, actions if isinstance(actions, list) else [actions]).changed(active=N)
    assert due == [
        "Hire 8 people: 24",
        "Buy 2 fuel tokens: 8",
        "Buy 2 ammunition tokens: 10",
        "Muster all: two units",
    ]
    assert actions_of(asked(state))[0]["type"] == "done"


def test_where_nobody_else_buys_all_that_is_missing_is_bought_at_one_tap() -> None:
    state = short(2)
    alone = state.changed(done=tuple(each for each in state.seated if each != N))
    assert main_words(asked(alone)).startswith("Buy all that is missing: ")
    bought = [each for each in actions_of(asked(alone)) if each["type"] == "purchase"]
    assert len(mustered(played(alone, bought))) == 2


def test_set_up_is_ended_without_all_cards_by_a_question_of_its_own_once() -> None:
    for state in (short(2), short(2, credits=0), short(0)):
        done = next(
            each for each in (asked(state).main, *asked(state).lesser) if "Done" in str(each and each.words)
        )
        assert isinstance(done, Way)
        assert not [each for each in actions_of(asked(state)) if each["type"] == "done"]
        assert [each["type"] for each in actions_of(asked(state, do="done"))] == ["done"]


def test_where_not_all_that_is_missing_can_be_paid_how_many_is_asked() -> None:
    main = asked(short(3, credits=6)).main
    assert isinstance(main, Way)
    assert "buy=manpower" in main.href
