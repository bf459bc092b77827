"""The tree of a campaign: who chooses, what each way takes, what a company can afford and may expect."""

import itertools
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.campaign import Forecast
from companion.engine.step import in_words
from companion.engine.wire import Json
from companion.games.parabellum.campaign import BRANCHES
from companion.games.parabellum.campaign.chronicle import FILM
from companion.games.parabellum.campaign.playing import Player, play
from companion.games.parabellum.campaign.prospects import allowed, choosing, losses, purses, struck
from companion.games.parabellum.game import GAME, actors
from companion.games.parabellum.rules.setting_up import entitled, open_scenario
from companion.games.parabellum.state import Reserve, State, Unit, UnitType
from tests.games.parabellum.test_dealing import house_rules
from tests.games.parabellum.yard import setup

WAR = json.loads((Path(__file__).parents[2] / "campaigns" / "war.json").read_text("utf-8"))
ALICE, BOB = (player["player"] for player in WAR["setup"]["players"])
BEGUN, FIGHTING, CHOOSING, OVER = 0, 260, 356, -1
RESOLVE = {name: procedure.resolve for name, procedure in GAME.procedures.items()}


@pytest.fixture(scope="module")
def trail() -> list[State]:
    """The states of the recorded war."""
    states = [GAME.open(WAR["setup"]).state]
    for action in WAR["actions"]:
        states.append(GAME.apply(states[-1], action).state)
    return states


def statuses(state: State) -> dict[str, str]:
    return {node.id: node.status for node in BRANCHES.tree(state).nodes}


def ways(state: State) -> dict[tuple[str, str], str]:
    return {(edge.origin, edge.goal): edge.status for edge in BRANCHES.tree(state).edges}


def test_while_the_first_scenario_is_fought_its_ways_are_open_and_all_else_is_later(
    trail: list[State],
) -> None:
    found = statuses(trail[FIGHTING])
    assert found.pop("1") == "now"
    assert {each for each, status in found.items() if status == "open"} == {"2a", "2b", "2c"}
    assert {status for each, status in found.items() if each[0] in "34"} == {"locked"}


def test_a_choice_shuts_what_no_way_leads_to_any_more(trail: list[State]) -> None:
    found = statuses(trail[CHOOSING + 1])
    assert [found[each] for each in ("1", "2c", "3c", "3d", "4b", "4c")] == [
        "played", "now", "open", "open", "locked", "locked"
    ]  # fmt: skip
    assert [found[each] for each in ("2a", "2b", "3a", "3b", "4a")] == ["shut"] * 5
    assert ways(trail[CHOOSING + 1])["1", "2c"] == "taken"
    assert ways(trail[CHOOSING + 1])["1", "2a"] == "shut"
    assert ways(trail[CHOOSING + 1])["2c", "3d"] == "open"
    assert ways(trail[CHOOSING + 1])["3d", "4c"] == "ahead"


def test_at_the_end_nothing_is_open(trail: list[State]) -> None:
    found = statuses(trail[OVER])
    assert set(found.values()) == {"played", "shut"}
    assert [each for each, status in found.items() if status == "played"] == ["1", "2c", "3d"]


def test_what_a_way_still_wants_is_said_until_it_is_gone(trail: list[State]) -> None:
    def unmet(place: int, goal: str) -> tuple[str, ...]:
        return next(edge.unmet for edge in BRANCHES.tree(trail[place]).into(goal))

    assert unmet(FIGHTING, "2c") == ("1 has to end first.", "The victor has to choose 2C.")
    assert unmet(CHOOSING, "2c") == ("The victor has to choose 2C.",)
    assert unmet(CHOOSING + 1, "2c") == ()
    assert unmet(CHOOSING + 1, "2a") == ("From 1 the campaign went on to 2C.",)


def test_who_is_said_to_choose_is_who_may(trail: list[State]) -> None:
    choice = BRANCHES.choice(trail[CHOOSING])
    assert actors(trail[CHOOSING]) == (BOB,)
    assert choice.words.startswith("Meridian Deepworks chooses next: 2A Pump Stations")
    assert [step.rule for step in choice.steps] == ["E3", "RULING R52", "RULING R52"]


@pytest.mark.parametrize(
    ("chooser", "done", "told"),
    [
        ("victor", {ALICE: 1, BOB: 0}, "Now it would be Kestrel-Vaun Holdings."),
        ("loser", {ALICE: 1, BOB: 0}, "Now it would be Meridian Deepworks."),
        ("victor", {ALICE: 1, BOB: 1}, "Liquid assets would decide; they are read out at the end."),
        ("richest", {ALICE: 1, BOB: 0}, "Liquid assets are read out when the scenario ends, not before."),
    ],
)
def test_who_would_choose_now_is_told_as_far_as_the_table_can_see(
    trail: list[State], chooser: Any, done: dict[str, int], told: str
) -> None:
    state = trail[FIGHTING]
    booklet = replace(state.booklet, chooser=chooser)
    binder = replace(state.binder, scenarios={**state.binder.scenarios, "1": booklet})
    each = iter(booklet.objectives)
    standing = {next(each).id: (player,) for player, number in done.items() for _ in range(number)}
    objectives = {name: old._replace(done=standing.get(name, ())) for name, old in state.objectives.items()}
    choice = BRANCHES.choice(state.changed(binder=binder, objectives=objectives))
    assert choice.steps[-1].text.endswith(told)


def test_the_way_so_far_tells_what_the_log_told_and_no_more(trail: list[State]) -> None:
    legs = BRANCHES.legs(trail)
    assert [(leg.scenario, leg.ended, leg.chosen_at) for leg in legs] == [
        ("1", 356, 357), ("2c", 372, 373), ("3d", 394, None)
    ]  # fmt: skip
    for leg in legs:
        assert leg.ended is not None
        told = GAME.apply(trail[leg.ended - 1], WAR["actions"][leg.ended - 1]).steps
        words = "\n".join(step.text for step in told)
        for purse in leg.purses:
            assert purse.left is not None
            for paid in purse.paid:
                assert f"{abs(paid.amount)} credits" in words or "each share down to" in words
            assert f" {purse.left.amount}" in next(step.text for step in told if step.rule == "RULING R51")


def test_the_ways_to_all_endings_are_as_many_as_the_binder_check_counts(trail: list[State]) -> None:
    checked = RESOLVE["binder-check"]({"binder": "starter"}).result
    counted = sum(BRANCHES.prospect(trail[BEGUN], ending).number for ending in checked["endings"])
    assert counted == checked["paths"] == 10


def test_each_way_told_goes_along_the_tree_to_its_goal(trail: list[State]) -> None:
    scenarios = trail[BEGUN].binder.scenarios
    prospect = BRANCHES.prospect(trail[BEGUN], "4b")
    assert len(prospect.ways) == prospect.number == 4
    for way in prospect.ways:
        places = [*(stretch.scenario for stretch in way.stretches), "4b"]
        assert all(b in scenarios[a].next for a, b in itertools.pairwise(places))
        for stretch, goal in zip(way.stretches, places[1:], strict=True):
            assert f"choose {goal.upper()}" in stretch.must[-1].text


def test_no_way_leads_back_or_to_what_is_shut(trail: list[State]) -> None:
    after = trail[CHOOSING + 1]
    assert [BRANCHES.prospect(after, each).number for each in ("1", "2c", "2a", "4a")] == [0, 0, 0, 0]
    assert "No way leads here any more" in BRANCHES.prospect(after, "4a").words


def test_a_tree_with_thousands_of_ways_is_told_at_once() -> None:
    state = GAME.open(WAR["setup"]).state
    ids = ["1", *(f"{n}{letter}" for n in range(2, 10) for letter in "abcdef")]
    scenarios = {
        each: replace(state.booklet, id=each, next=tuple(b for b in ids if b[0] > each[0])) for each in ids
    }
    wide = state.changed(binder=replace(state.binder, scenarios=scenarios))
    prospect = BRANCHES.prospect(wide, "9a")
    assert prospect.number == 7**7
    assert [len(way.stretches) for way in prospect.ways] == [1] + [2] * 7


def test_a_forecast_of_the_first_set_up_prices_one_unit_as_the_roster_quote_does(trail: list[State]) -> None:
    (forecast,) = BRANCHES.outlook(trail[BEGUN], ALICE).forecasts
    assert (forecast.scenario, forecast.free) == ("1", 2400)
    names = {card.name: name for name, card in trail[BEGUN].binder.units.items()}
    assert len(forecast.offers) == len(names)
    for name, most, one, *_, deploying in forecast.offers:
        quote = _quoted(names[str(name)], 1)
        assert (one, deploying) == (quote + 10, 10)
        assert _quoted(names[str(name)], int(most)) + 10 * int(most) <= 2400


def _quoted(kind: str, number: int) -> int:
    total: int = RESOLVE["roster-quote"]({"units": {kind: number}}).result["total"]
    return total


def test_most_is_the_most_that_credits_pay(trail: list[State]) -> None:
    (forecast,) = BRANCHES.outlook(trail[BEGUN], ALICE).forecasts
    tanks = next(row for row in forecast.offers if row[0] == "Main Battle Tank")
    number = int(tanks[1])
    assert _quoted("main_battle_tank", number) + 10 * number <= 2400
    assert _quoted("main_battle_tank", number + 1) + 10 * (number + 1) > 2400


def test_a_roster_of_several_kinds_is_priced_as_one_purchase(trail: list[State]) -> None:
    numbers = {"main_battle_tank": 2, "assault_infantry": 3, "supply_truck": 1}
    plan = BRANCHES.plan(trail[BEGUN], ALICE, "1", numbers)
    assert plan is not None
    total = RESOLVE["roster-quote"]({"units": numbers}).result["total"] + 6 * 10
    assert (plan.number, plan.free, plan.left) == (6, 2400, 2400 - total)
    assert sum(each.amount for each in plan.sums) == -total
    assert plan.upkeep[0].amount == -60


def test_a_roster_that_the_supply_does_not_have_says_what_it_lacks(trail: list[State]) -> None:
    plan = BRANCHES.plan(trail[BEGUN], ALICE, "1", dict.fromkeys(trail[BEGUN].binder.units, 9999))
    assert plan is not None
    assert "of which" in plan.words
    assert not plan.sums
    assert BRANCHES.plan(trail[BEGUN], ALICE, "4c", {}) is None


def test_a_forecast_reckons_the_end_as_the_rules_then_pay_it(trail: list[State]) -> None:
    state = trail[FIGHTING]
    forecast = BRANCHES.outlook(state, ALICE).forecasts[0]
    ended = GAME.apply(state, {"type": "end_scenario", "reason": "Late."}).state
    until = [each.amount for each in forecast.sums if each.rule not in ("M7", "L4, C4")]
    assert sum(until) == ended.players[ALICE].credits
    assert forecast.title == "2A Pump Stations"


def test_a_forecast_knows_the_booklets_prices_and_who_joins_the_pool(trail: list[State]) -> None:
    third = next(each for each in BRANCHES.outlook(trail[CHOOSING], ALICE).forecasts if each.scenario == "2c")
    assert "One token of fuel: 15 credits." in texts(third)
    pool = trail[CHOOSING].supply.manpower
    assert f"40 people join the pool of {pool}: {pool + 40}." in texts(third)
    chosen = GAME.apply(trail[CHOOSING], {"type": "choose", "player": BOB, "scenario": "2c"}).state
    assert chosen.supply.manpower == pool + 40


def texts(forecast: Forecast) -> list[str]:
    return [step.text for step in forecast.steps]


@pytest.mark.parametrize("place", [BEGUN, FIGHTING, CHOOSING])
@pytest.mark.parametrize("credits", [0, 3333])
def test_nothing_told_depends_on_what_another_company_hides(
    trail: list[State], place: int, credits: int
) -> None:
    """With 0 credits Bob would drop out: not even that shows in Alice's outlook or on the tree."""
    state = trail[place]
    hidden = state.with_player(BOB, credits=credits, reserve=Reserve(77, 6, 5)).changed(
        units={**state.units, "u999": Unit(owner=BOB, type="supply_truck", cost=85)}
    )
    assert _all_told(hidden) == _all_told(state)


def _all_told(state: State) -> list[Any]:
    outlook = BRANCHES.outlook(state, ALICE)
    scenarios = state.binder.scenarios
    prospects = [BRANCHES.prospect(state, each) for each in scenarios]
    taps = [BRANCHES.choose(state, each) for each in scenarios]
    wanted = ({}, {"supply_truck": 2, "scarp_rangers": 1}, dict.fromkeys(state.binder.units, 999))
    plans = [BRANCHES.plan(state, ALICE, each, cart) for each in scenarios for cart in wanted]
    return [outlook, plans, BRANCHES.tree(state), BRANCHES.choice(state), prospects, taps]


def test_who_would_be_out_is_told_so_and_what_would_still_help(trail: list[State]) -> None:
    state = trail[365]
    assert GAME.apply(state, {"type": "end_scenario", "reason": "Late."}).state.players[ALICE].status == (
        "eliminated"
    )
    outlook = BRANCHES.outlook(state, ALICE)
    assert outlook.forecasts == ()
    assert "this company out (E4). Objectives still open here: 3." in outlook.words


def test_there_is_nothing_to_afford_after_the_end(trail: list[State]) -> None:
    outlook = BRANCHES.outlook(trail[OVER], ALICE)
    assert outlook.forecasts == ()
    assert "over" in outlook.words


def test_every_booklet_tells_its_objectives(trail: list[State]) -> None:
    for name, scenario in trail[BEGUN].binder.scenarios.items():
        told = BRANCHES.booklet(trail[BEGUN], name)
        assert [aim.name for aim in told.aims] == [each.name for each in scenario.objectives]
        assert told.title == f"{name.upper()} {scenario.name}"


def test_no_line_and_no_headline_of_a_war_calls_a_company_by_its_id(trail: list[State]) -> None:
    names = {ALICE: "Ada", BOB: "Ben"}
    for before, action in zip(trail, WAR["actions"], strict=False):
        assert "Kestrel Vaun" not in GAME.headline(before)
        for step in GAME.apply(before, action).steps:
            assert "Kestrel Vaun" not in in_words(step.as_kept(), names)["text"]
    assert GAME.headline(trail[OVER]).endswith("Meridian Deepworks has won")


def test_the_film_of_a_campaign_that_is_over_shows_of_purses_what_was_read_out_alone(
    trail: list[State],
) -> None:
    told = FILM.course(trail)
    ends = [n for n, (a, b) in enumerate(itertools.pairwise(trail), 1) if len(b.history) > len(a.history)]
    for place in set(range(1, len(trail))) - set(ends):
        poorer = trail[place].with_player(ALICE, credits=3).with_player(BOB, credits=4321)
        if place % 40 == 0 or place == len(trail) - 1:
            assert FILM.course([*trail[:place], poorer, *trail[place + 1 :]]) == told
    assert [series.values[0] for series in told.series] == [trail[0].binder.budget] * 2
    for series, player in zip(told.series, trail[OVER].seated, strict=True):
        assert [series.values[end] for end in ends] == [trail[end].players[player].credits for end in ends]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_of_the_tree_holds_in_every_campaign(seed: int) -> None:
    random = Random(seed)
    begun = setup(random.choice([2, 3, 4]), **house_rules(random))
    if seed % 3 == 0:
        begun |= {"positions": "table"}
    trail = [GAME.open(begun).state]
    for n, (_, _, after) in enumerate(play(begun, Player(random))):
        trail.append(after)
        if n % 7 == 0 or after.phase in ("choose_next", "over"):
            holds(after)
    legs = BRANCHES.legs(trail)
    assert [leg.scenario for leg in legs if leg.ended is not None] == [
        chapter.scenario for chapter in trail[-1].history
    ]


def holds(state: State) -> None:
    tree = BRANCHES.tree(state)
    now = [node.id for node in tree.nodes if node.status == "now"]
    assert now == ([] if state.phase == "over" else [state.scenario])
    for node in tree.nodes:
        live = [edge.status for edge in tree.into(node.id) if edge.status in ("open", "ahead")]
        assert bool(live) == (node.status in ("open", "locked"))
        assert bool(BRANCHES.prospect(state, node.id).number) == bool(live)
    choice = BRANCHES.choice(state)
    if state.phase == "choose_next":
        assert choice.words.startswith(f"{_called(state, actors(state)[0])} chooses next")
    for player in state.seated:
        for forecast in BRANCHES.outlook(state, player).forecasts:
            adds_up(state, forecast)


def _called(state: State, player: str) -> str:
    return state.binder.companies[state.players[player].company].name


def adds_up(state: State, forecast: Forecast) -> None:
    assert forecast.free == sum(each.amount for each in forecast.sums)
    assert forecast.scenario in (state.scenario, *state.booklet.next)
    for _, most, one, *parts in forecast.offers:
        if "–" not in parts:
            assert one == sum(map(int, parts))
            assert bool(most) <= (int(one) <= max(0, forecast.free))


LINES_TO_CHOICE, RATE = 356, Fraction(2, 5)


@pytest.fixture(scope="module")
def state() -> State:
    """Between the first scenario and the second."""
    now = GAME.open(WAR["setup"]).state
    for action in WAR["actions"][:LINES_TO_CHOICE]:
        now = GAME.apply(now, action).state
    return now


def openings(state: State) -> list[State]:
    return [open_scenario(state, each) for each in state.booklet.next]


def test_every_purse_is_reckoned_once(state: State) -> None:
    for opened in openings(state):
        for player in (ALICE, BOB):
            found = purses(opened, player, 500, RATE)
            own = [each for each in opened.booklet.objectives if entitled(opened, each, player)]
            assert sum(found.values()) == 1
            assert max(found) == 500 + sum(each.bonus.credits for each in own)
            assert min(found) == 500 - sum(each.penalty for each in own)


def test_two_thousand_plays_of_chance_agree_with_what_is_reckoned(state: State) -> None:
    random, plays = Random(11), 2000
    for opened in openings(state):
        found = purses(opened, ALICE, 300, RATE)
        mean = sum(amount * chance for amount, chance in found.items())
        spread = float(sum((amount - mean) ** 2 * chance for amount, chance in found.items())) ** 0.5
        drawn = [played(opened, ALICE, 300, random) for _ in range(plays)]
        assert abs(sum(drawn) / plays - float(mean)) <= 4 * spread / plays**0.5 + 1e-9


def played(opened: State, player: str, purse: int, random: Random) -> int:
    """One scenario of coin flips, as the assumption has it."""
    for each in opened.booklet.objectives:
        may = [one for one in opened.tally if entitled(opened, each, one)]
        if player not in may:
            continue
        done = random.random() < RATE and (not each.exclusive or random.choice(may) == player)
        purse += each.bonus.credits if done else -each.penalty
    return purse


def test_somebody_chooses_in_every_case(state: State) -> None:
    for opened in openings(state):
        for best in (True, False):
            found = choosing(opened, RATE, best=best)
            assert set(found) == {ALICE, BOB}
            assert sum(found.values()) == 1


def test_a_war_in_which_nothing_was_to_be_had_yet_counts_no_cases(state: State) -> None:
    before = replace(state, history=())
    assumed = BRANCHES.outlook(before, ALICE).forecasts[0].chances[0].text
    assert "in 50 of 100 cases (none could be in this war yet" in assumed


def test_the_outlook_says_what_is_assumed_and_tells_nothing_of_others_purses(state: State) -> None:
    told = [step.text for each in BRANCHES.outlook(state, ALICE).forecasts for step in each.chances]
    assert any(line.startswith("Reckoned with:") for line in told)
    assert any(line.startswith("Purse at its end:") for line in told)
    assert any("of 100 cases" in line and line.startswith("Credits are left") for line in told)
    richer = state.with_player(BOB, credits=state.players[BOB].credits + 777)
    assert [step.text for each in BRANCHES.outlook(richer, ALICE).forecasts for step in each.chances] == told


def test_losses_are_the_resolvers_odds_over_the_armed_types_and_agree_with_plays_of_dice(
    state: State,
) -> None:
    opened, random = open_scenario(state, state.booklet.next[0]), Random(5)
    foes = [kind for kind in allowed(opened) if kind.attack_die is not None]
    own = [opened.units[unit] for unit in opened.of(ALICE, "predeploy", "aboard")]
    reckoned = struck(opened, ALICE)
    assert len(reckoned) == len(own) > 0
    for each, found in zip(own, reckoned, strict=True):
        reports = [odds(foe, opened.binder.units[each.type].defense_die, each.strength) for foe in foes]
        assert found.gone == sum(Fraction(report["destroyed"]["probability"]) for report in reports) / len(
            foes
        )
        assert found.cost == each.cost
    one, plays = own[0], 2000
    die = opened.binder.units[one.type].defense_die
    gone = sum(falls(random, random.choice(foes), die, one.strength) for _ in range(plays)) / plays
    chance = float(reckoned[0].gone)
    assert abs(gone - chance) <= 4 * (chance * (1 - chance) / plays) ** 0.5


def odds(foe: UnitType, die: int, people: int) -> Json:
    attacker = {"strength": foe.troop, "attack_die": foe.attack_die, "defense_die": foe.defense_die}
    defender = {"strength": people, "attack_die": None, "defense_die": die}
    procedure = GAME.procedures["direct-attack-odds"]
    return procedure.resolve({"attacker": attacker, "defender": defender}).result["attack"]


def falls(random: Random, foe: UnitType, die: int, people: int) -> bool:
    """Whether all fall to one throw: each defence die stops one attack die that is no higher."""
    attack = sorted((random.randint(1, foe.attack_die or 1) for _ in range(foe.troop)), reverse=True)
    defense = sorted((random.randint(1, die) for _ in range(people)), reverse=True)
    through = 0
    for each in attack:
        if defense and defense[0] >= each:
            defense.pop(0)
        else:
            through += 1
    return through >= people


def test_losses_are_told_with_what_is_assumed_and_only_where_somebody_goes(state: State) -> None:
    opened = open_scenario(state, state.booklet.next[0])
    (told,) = losses(opened, ALICE)
    assert told.text.startswith("If each of its ")
    assert "written off, give or take" in told.text
    barred = replace(opened.booklet, banned=tuple(opened.binder.units))
    scenarios = {**opened.binder.scenarios, opened.scenario: barred}
    nobody = opened.changed(binder=replace(opened.binder, scenarios=scenarios))
    assert list(losses(nobody, ALICE)) == []
