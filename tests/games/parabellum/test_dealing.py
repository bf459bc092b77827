"""Numbers of cards say nothing: dealt at random as they are bought, kept when a line is corrected (R63)."""

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.campaign.design import Trial
from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Sight
from companion.engine.player.lab import journal, trial
from companion.games.parabellum.actions import TYPES
from companion.games.parabellum.campaign.design import PLAYS
from companion.games.parabellum.campaign.playing import Player, Steady
from companion.games.parabellum.campaign.playing import play as go_on
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply, telling
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.rules.setting_up import OWN
from companion.games.parabellum.screens.desk import WHOLE_GAME
from companion.games.parabellum.state import State, read_state, starter_file, state_json
from companion.tables import play, seating
from companion.tables.comparing import foresee
from companion.tables.correcting import Fix
from companion.tables.devices import HOUSE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import forget, position
from tests.games.parabellum.yard import UNITS, N, S, deed, goods, keeps_the_laws, reserve, setup, table

CHEAP = [kind for kind in UNITS if kind != "tank"]


def buys(who: str, *bought: tuple[str, int], **more: Any) -> dict[str, Any]:
    items = [{"unit": kind, "quantity": n} for kind, n in bought]
    return {"type": "purchase", "player": who, "resource": "units", "items": items, **more}


TWO = buys(N, ("squad", 1), ("carrier", 1))


def test_a_purchase_takes_the_numbers_that_it_is_dealt() -> None:
    after = apply(table("setup"), {**TWO, "deal": {"u7": "carrier", "u3": "squad"}}).state
    assert [(unit, each.type) for unit, each in after.units.items()] == [("u3", "squad"), ("u7", "carrier")]
    assert after.next_unit == 8
    after = apply(after.changed(active=N), buys(N, ("squad", 1))).state
    assert list(after.units) == ["u3", "u7", "u8"]
    low = apply(after.changed(active=N), buys(N, ("squad", 1), deal={"u1": "squad"})).state
    assert list(low.units) == ["u1", "u3", "u7", "u8"], "units lie in the order of their numbers"
    assert low.next_unit == 9


def test_without_a_deal_the_next_numbers_follow_in_the_order_of_the_items() -> None:
    after = apply(table("setup"), TWO).state
    assert {unit: each.type for unit, each in after.units.items()} == {"u1": "squad", "u2": "carrier"}


def test_cards_are_dealt_also_in_a_replay_and_its_state_reads_back() -> None:
    dealt = {"u999999": "squad", "u2": "carrier"}
    lines = [{"type": "turn_order", "rolls": [{N: 6, S: 2}]}, {**TWO, "deal": dealt}]
    found = WHOLE_GAME.replay({"setup": setup(), "actions": lines}).result["state"]
    assert found["next_unit"] == 1_000_000
    assert {unit: each["type"] for unit, each in found["units"].items()} == dealt
    assert GAME.state_json(read_state(found, "state")) == found


@pytest.mark.parametrize(
    ("deal", "kind", "path"),
    [
        (None, InvalidInput, "deal"),
        ([], InvalidInput, "deal"),
        ({}, InvalidInput, "deal"),
        ({"u0": "squad"}, InvalidInput, "deal.u0"),
        ({"u07": "squad"}, InvalidInput, "deal.u07"),
        ({"u1000000": "squad"}, InvalidInput, "deal.u1000000"),
        ({"card": "squad"}, InvalidInput, "deal.card"),
        ({"u1": 3}, InvalidInput, "deal.u1"),
        ({"u1": "Squad"}, InvalidInput, "deal.u1"),
        ({"u2": "squad"}, IllegalAction, "deal"),
        ({"u2": "squad", "u3": "squad"}, IllegalAction, "deal"),
        ({"u2": "squad", "u3": "zeppelin"}, IllegalAction, "deal"),
        ({"u2": "squad", "u3": "carrier", "u4": "carrier"}, IllegalAction, "deal"),
        ({"u1": "squad", "u2": "carrier"}, IllegalAction, "deal"),
    ],
)
def test_a_deal_of_other_cards_or_of_a_number_that_is_taken_is_refused(
    deal: Any, kind: Any, path: str
) -> None:
    with pytest.raises(GameError) as refused:
        apply(table("setup", reserve(S, "squad")), {**TWO, "deal": deal})
    assert (type(refused.value), refused.value.path) == (kind, path)


def test_what_is_wrong_with_the_items_is_said_before_what_is_wrong_with_the_deal() -> None:
    state = table("setup")
    for bought, path in (
        (buys(N, ("zeppelin", 1)), "items.0.unit"),
        (buys(N, ("squad", 1), ("tank", 4)), "items.1.quantity"),
        (buys(N, ("squad", 99)), "items.0.quantity"),
    ):
        with pytest.raises(IllegalAction) as refused:
            apply(state, {**bought, "deal": {"u1": "carrier"}})
        assert refused.value.path == path
    with pytest.raises(InvalidInput) as unread:
        apply(state, {**buys(N, ("squad", 0)), "deal": {}})
    assert unread.value.path == "items.0.quantity"
    with pytest.raises(InvalidInput) as unknown:
        apply(state, {"type": "purchase", "player": N, "resource": "fuel", "quantity": 1, "deal": {}})
    assert unknown.value.path == "deal"


def test_the_app_deals_the_next_free_numbers_in_any_order() -> None:
    state = table("setup", reserve(S, "squad")).changed(next_unit=5)
    orders = set()
    for seed in range(40):
        rolled = GAME.roll(state, TWO, Random(seed))
        orders.add(tuple(rolled["deal"].items()))
        assert apply(state, rolled).state.next_unit == 7
    assert orders == {(("u5", "squad"), ("u6", "carrier")), (("u5", "carrier"), ("u6", "squad"))}


def test_near_the_last_number_that_can_be_called_the_app_goes_back_to_free_ones() -> None:
    state = table("setup", reserve(S, "squad")).changed(next_unit=99_999)
    assert set(GAME.roll(state, TWO, Random(1))["deal"]) == {"u99999", "u2"}


def test_what_cannot_be_bought_is_refused_for_its_own_reason_and_not_for_its_deal() -> None:
    for action in (buys(N, ("tank", 9)), buys(S, ("squad", 1)), buys(N, ("zeppelin", 1)), buys(N)):
        assert GAME.roll(table("setup"), action, Random(1)) == action


def test_another_company_reads_no_deal_and_an_undo_of_it_asks_nobody() -> None:
    state = table("setup")
    rolled = GAME.roll(state, TWO, Random(1))
    for seat in (S, None):
        sight = Sight(frozenset({seat} - {None}), frozenset())
        assert GAME.redact_action(state, rolled, sight).keys() == {"type", "player", "resource"}
    assert GAME.redact_action(state, rolled, Sight(frozenset({N}))) == rolled
    assert not GAME.is_irrevocable(state, rolled, True)


bought = st.lists(st.sampled_from(CHEAP), min_size=1, max_size=5, unique=True).flatmap(
    lambda kinds: st.tuples(*(st.tuples(st.just(kind), st.integers(1, 2)) for kind in kinds))
)


@settings(max_examples=60, deadline=None)
@given(first=bought, then=bought, seed=st.integers(0, 99))
def test_a_corrected_purchase_moves_no_number(first: Any, then: Any, seed: int) -> None:
    """Cards that it still buys keep theirs, and what it buys more takes numbers that nobody ever had."""
    random, state = Random(seed), table("setup").with_player(N, credits=9999).with_player(S, credits=9999)
    was = GAME.roll(state, buys(N, *first), random)
    after = apply(state, was).state.changed(active=S)
    later = GAME.roll(after, buys(S, ("squad", 2), ("carrier", 1)), random)
    written = [setup(), was, later, {"type": "muster", "player": S, "unit": "u40", "flag": ["red"]}]
    fixed = GAME.mend(state, buys(N, *then), was, written, random)
    end = apply(apply(state, fixed).state.changed(active=S), later).state
    assert {unit: end.units[unit].type for unit in later["deal"]} == later["deal"]
    new = set(fixed["deal"]) - set(was["deal"])
    assert all(int(unit[1:]) > 40 for unit in new)
    kept = {unit: kind for unit, kind in fixed["deal"].items() if unit in was["deal"]}
    assert kept.items() <= was["deal"].items()
    wanted, had = dict(then), dict(first)
    assert len(new) == sum(max(0, n - had.get(kind, 0)) for kind, n in wanted.items())


def test_a_corrected_purchase_gives_up_the_cards_that_nobody_used_first() -> None:
    was = buys(N, ("squad", 3), deal={"u1": "squad", "u2": "squad", "u3": "squad"})
    muster = {"type": "muster", "player": N, "unit": "u3", "flag": ["red"]}
    fixed = GAME.mend(table("setup"), buys(N, ("squad", 1)), was, [was, muster], Random(1))
    assert fixed["deal"] == {"u3": "squad"}


def test_a_purchase_of_another_thing_is_corrected_with_new_numbers_alone() -> None:
    fuel = {"type": "purchase", "player": N, "resource": "fuel", "quantity": 2}
    fixed = GAME.mend(
        table("setup"), TWO, fuel, [fuel, buys(S, ("squad", 1), deal={"u1": "squad"})], Random(1)
    )
    assert set(fixed["deal"]) == {"u2", "u3"}
    typed = {**TWO, "deal": {"u1": "squad", "u2": "carrier"}}
    assert GAME.mend(table("setup"), typed, fuel, [fuel], Random(1)) == typed
    assert GAME.mend(table("setup"), fuel, TWO, [TWO], Random(1)) == fuel


def cards(who: str, **bought: int) -> dict[str, Any]:
    items = [{"unit": kind, "quantity": n} for kind, n in bought.items()]
    return deed("purchase", who, resource="units", items=items)


def opened() -> Table:
    """North has bought on line 3, South on line 4 and mustered one of its cards."""
    table = open_table(Opening(system="parabellum", title="Friday", setup=setup()))
    lines = [{"type": "turn_order", "rolls": [{N: 6, S: 2}]}, cards(N, squad=2, carrier=1)]
    lines += [cards(S, squad=1, sappers=1, carrier=1), goods(N, "fuel", 1), goods(S, "manpower", 6)]
    lines += [goods(N, "fuel", 1), goods(S, "fuel", 5), goods(N, "fuel", 1), goods(S, "ammunition", 5)]
    for action in lines:
        tap(table, action)
    mustered = next(
        u for u, kind in Entry.objects.get(table=table, number=4).action["deal"].items() if kind == "squad"
    )
    tap(table, deed("muster", S, unit=mustered, flag=["red"]))
    return table


def sat(table: Table, seat: str) -> Device:
    secret = new_secret()
    seating.sit(table, secret, seat, f"{seat}'s phone", seat.title())
    return device(table, secret)


def tap(table: Table, action: Any) -> play.Answer:
    table.refresh_from_db()
    answer = play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return answer


def units(table: Table, owner: str) -> dict[str, str]:
    table.refresh_from_db()
    held = position(table).state
    forget(table)
    assert position(table).state == held, "what is remembered is what the journal says"
    return {unit: each.type for unit, each in held.units.items() if each.owner == owner}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [{"squad": 1}, {"squad": 2, "carrier": 1, "mortar": 2}, {"mortar": 1}])
def test_an_earlier_purchase_corrected_moves_no_number_and_no_line_falls(more: dict[str, int]) -> None:
    table = opened()
    theirs, was = units(table, S), Entry.objects.get(table=table, number=3).action["deal"]
    fix = Fix(3, cards(N, **more))
    north = sat(table, N)
    seen = foresee(table, north, fix)
    answer = play.amend(table, north, fix, table.version, "fix")
    assert answer.version == table.version + 1
    written = Entry.objects.get(table=table, kind="amend")
    assert (seen.dropped, written.dropped) == ((), [])
    assert units(table, S) == theirs
    mine = units(table, N)
    assert sorted(mine.values()) == sorted(kind for kind, n in more.items() for _ in range(n))
    assert mine == written.action["deal"]
    assert all(int(unit[1:]) > 6 for unit in set(mine) - set(was))


@pytest.mark.django_db(transaction=True)
def test_what_the_preview_showed_is_what_is_written() -> None:
    table = opened()
    north = sat(table, N)
    fix = Fix(3, cards(N, squad=2, carrier=1, mortar=3))
    shown = [foresee(table, north, fix).changes for _ in range(3)]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.django_db(transaction=True)
def test_a_purchase_of_fuel_instead_leaves_the_others_their_numbers_and_can_be_taken_back() -> None:
    table = opened()
    theirs, mine = units(table, S), units(table, N)
    play.amend(table, HOUSE, Fix(3, goods(N, "fuel", 2)), table.version, "fix")
    assert (units(table, S), units(table, N)) == (theirs, {})
    play.redo(table, HOUSE, table.version, "back")
    assert (units(table, S), units(table, N)) == (theirs, mine)


@pytest.mark.django_db(transaction=True)
def test_a_purchase_is_no_dice_and_its_undo_asks_nobody() -> None:
    table = opened()
    north, _ = sat(table, N), sat(table, S)
    answer = tap(table, cards(N, squad=1))
    assert answer.dice is None
    undone = play.undo(table, north, table.version - 1, table.version, "undo")
    assert undone.version == table.version + 1


def house_rules(random: Random) -> dict[str, Any]:
    """Some house rules other than the usual ones."""
    options = [option for option in GAME.options if option.key not in OWN and random.random() < 0.3]
    return {option.key: random.choice(option.choices)[0] for option in options}


@pytest.mark.parametrize("seed", range(16))
def test_a_campaign_in_the_yards_keeps_every_law_to_its_end(seed: int) -> None:
    random = Random(seed)
    begun = setup(random.choice([2, 2, 3, 4]), **house_rules(random))
    last = None
    for n, (before, action, after) in enumerate(go_on(begun, Player(random))):
        keeps_the_laws(before, action, after)
        if n % 40 == 0:
            survives_json(after)
        last = after
    assert last is not None
    assert last.phase == "over"
    assert not legal(last)
    survives_json(last)


def survives_json(state: State) -> None:
    text = json.dumps(state_json(state))
    again = read_state(json.loads(text), "state")
    assert again == state
    assert json.dumps(state_json(again)) == text
    assert legal(again) == legal(state)


@pytest.mark.parametrize("seed", range(2))
def test_the_starter_campaign_plays_to_an_end(seed: int) -> None:
    random = Random(seed)
    begun = GAME.shuffle({"options": {"players": 2 + seed * 2}}, random)
    for before, action, after in go_on(begun, Player(random)):
        keeps_the_laws(before, action, after)


@pytest.mark.parametrize("seed", range(4))
def test_with_the_map_on_the_table_every_law_holds_too(seed: int) -> None:
    random = Random(seed)
    begun = {**setup(2 + seed % 3, **house_rules(random)), "positions": "table"}
    for n, (before, action, after) in enumerate(go_on(begun, Player(random))):
        keeps_the_laws(before, action, after)
        assert not any(unit.square or unit.position for unit in after.units.values())
        if n % 40 == 0:
            survives_json(after)


@pytest.mark.parametrize("seed", range(3))
def test_the_journal_of_a_campaign_replays_to_the_same_state(seed: int) -> None:
    random = Random(100 + seed)
    begun = setup(3)
    lines = list(go_on(begun, Player(random)))
    actions = [action for _, action, _ in lines]
    again = GAME.procedure("replay").resolve({"setup": begun, "actions": actions})
    assert again.result == {"state": state_json(lines[-1][2])}
    assert json.loads(json.dumps(actions)) == actions


@pytest.mark.parametrize("seed", range(4))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    always = {"adjust", "end_scenario"}
    for n, (before, action, _) in enumerate(go_on(setup(3), Player(random))):
        listed = {entry["type"] for entry in legal(before)} | always
        assert action["type"] in listed
        known[action["type"]] = action
        if n % 5 == 0:
            for kind in known.keys() - listed:
                with pytest.raises(GameError):
                    GAME.apply(before, known[kind])
    assert known.keys() <= TYPES.keys()


@pytest.mark.parametrize("seed", range(4))
def test_every_step_and_every_line_is_said_without_a_gap(seed: int) -> None:
    random = Random(seed)
    for before, action, _ in go_on(setup(2), Player(random)):
        steps = GAME.apply(before, action).steps
        assert steps or action["type"] == "end_phase"
        assert all(step.rule and step.text and "{" not in step.text for step in steps)
        assert "{" not in GAME.describe(action)
        assert "something" not in GAME.describe(action)
        hidden = GAME.redact_action(before, action, Sight())
        assert GAME.describe(hidden)
        told = telling.tell(before, action, Sight(frozenset(before.players)))
        assert told
        assert "something" not in told
        assert "{" not in told
        assert GAME.headline(before)


STARTER = starter_file()
SEED = 4


def house(seed: int = SEED, companies: int = 2) -> Trial:
    """One campaign of the starter's that the house plays against itself."""
    return trial(GAME, PLAYS.setup(STARTER, companies), seed, "plays_along")


def test_the_same_seed_gives_the_same_play_and_its_journal_replays_to_the_same_end() -> None:
    told = house()
    assert told == house()
    assert told != house(seed=5)
    lines = journal(GAME, PLAYS.setup(STARTER, 2), SEED, "plays_along")
    state = GAME.procedure("replay").resolve(lines).result["state"]
    assert state["phase"] == "over"
    assert [each["scenario"] for each in state["history"]] == [each.scenario for each in told.fought]
    assert len(lines["actions"]) == told.lines
    assert told.first == (state["winner"],)
    assert not told.broken


def test_every_company_of_a_binder_can_be_played() -> None:
    assert PLAYS.players(STARTER) == (2, 3, 4)
    told = house(companies=4)
    assert len(told.fought[0].sides) == len(told.ahead) == 4
    assert PLAYS.objectives(STARTER).keys() == STARTER["scenarios"].keys()


def test_what_only_a_table_can_see_comes_true_now_and_then() -> None:
    seen = deepcopy(STARTER)
    goal = seen["scenarios"]["1"]["objectives"][-1]
    goal |= {"kind": "manual"}
    told = [trial(GAME, PLAYS.setup(seen, 2), seed, "plays_along") for seed in range(1, 4)]
    assert any(goal["id"] in each.fought[0].done for each in told)
    assert not all(each.broken for each in told)


def test_a_steady_player_neither_gives_up_nor_declares_what_the_map_shows() -> None:
    setup = GAME.shuffle({"options": {"players": 2}}, Random(1))
    for before, action, _ in go_on(setup, Steady(Random(1), by_hand=0)):
        assert action["type"] not in ("abstain", "adjust", "extract")
        if action["type"] == "objective":
            assert before.objective(action["objective"]).kind == "manual"


def test_a_campaign_without_an_end_is_told_as_such() -> None:
    card = GAME.campaign
    assert card
    short = replace(GAME, campaign=replace(card, plays=replace(PLAYS, most=20)))
    broken = trial(short, PLAYS.setup(STARTER, 2), SEED, "plays_along").broken
    assert broken
    assert (broken.scenario, broken.line, broken.deed) == ("1", 20, "")


ODD: list[Any] = [
    *(None, True, -1, 0, 1, 99, 10**20, 1.5, "", "x", "u1", "u9", "a1", "t40", "2a", "north", "zed", "map"),
    *("aboard", "predeploy", "c", "nw", "fresh", [], {}, ["a1"], {"a": 1}, [None], "\ud800"),
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a value with every key of it."""
    inside = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    found = [(value, key) for key, _ in inside]
    for _, each in list(inside):
        found += places(each)
    return found


def damaged(value: Any, random: Random) -> Any:
    """A copy with one to three things in it gone, strange or a little off."""
    copy = deepcopy(value)
    for _ in range(random.choice([1, 1, 2, 3])):
        known = places(copy)
        if known:
            holder, key = random.choice(known)
            damage(holder, key, random)
    return copy


def damage(holder: Any, key: Any, random: Random) -> None:
    way = random.random()
    if type(holder) is dict and way < 0.15:
        del holder[key]
    elif type(holder) is dict and way < 0.25:
        holder["extra"] = random.choice(ODD)
    elif type(holder[key]) is int and way < 0.6:
        holder[key] += random.choice([-1, 1, 5, -7])
    else:
        holder[key] = deepcopy(random.choice(ODD))


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_line_is_refused_or_played_and_always_described(seed: int) -> None:
    random = Random(seed)
    begun = setup(3) if seed else {**setup(2), "positions": "table"}
    for before, action, _ in go_on(begun, Player(random)):
        line = damaged(action, random)
        assert GAME.describe(line)
        GAME.redact_action(before, line, Sight())
        GAME.is_irrevocable(before, line, False)
        with suppress(GameError):
            GAME.asks(before, line)
            GAME.apply(before, line)
        bare = damaged(
            {key: value for key, value in action.items() if key not in ("rolls", "counter")}, random
        )
        with suppress(GameError):
            rolled = GAME.roll(before, bare, random)
            GAME.asks(before, rolled)
            GAME.apply(before, rolled)


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_state_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    for n, (state, _, _) in enumerate(go_on(setup(2), Player(random))):
        if n % 12:
            continue
        whole = json.loads(json.dumps(state_json(state)))
        binder = whole.pop("binder")
        broken = {**damaged(whole, random), "binder": binder}
        for name in ("legal", "audit", "campaign-report"):
            with suppress(GameError):
                GAME.procedure(name).resolve({"state": broken})
        with suppress(GameError):
            GAME.procedure("view").resolve({"state": broken, "viewer": "north"})


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_setup_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    broken = damaged({**setup(2), "options": {"players": 3, "positions": "table"}}, random)
    GAME.setup_seats(broken)
    with suppress(GameError):
        GAME.open(GAME.shuffle(broken, random))
