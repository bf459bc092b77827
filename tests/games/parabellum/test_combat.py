"""Dice against dice, caches that go up, whom a blast would hit, and real dice typed throw by throw."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Deed, Fields, Fold, Lead, Note, Own, Question
from companion.engine.wire import Json
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures import combat
from companion.games.parabellum.procedures import dice as procedures_dice
from companion.games.parabellum.procedures.dice import Rolled, strike
from companion.games.parabellum.rules.combat import chain
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.combat import blast
from companion.games.parabellum.state import State
from tests.games.parabellum.twin_tables import disguised
from tests.games.parabellum.yard import load, table, unit_at
from tests.staged import pieces_of

TERRAINS = ("open", "rocky", "urban", "special", "water")
dice = st.lists(st.integers(-3, 25), max_size=20)


def side(**more: Any) -> dict[str, Any]:
    return {"strength": 2, "attack_die": 4, "defense_die": 4, **more}


sides = st.builds(
    side,
    strength=st.integers(1, 2),
    attack_die=st.sampled_from((4, 6)),
    defense_die=st.sampled_from((4, 6)),
    terrain=st.sampled_from(TERRAINS),
    entrench=st.integers(0, 2),
    attack_modifier=st.integers(-2, 2),
    defense_modifier=st.integers(-2, 2),
)


@given(dice, dice)
def test_no_pairing_stops_more_dice(attack: list[int], defense: list[int]) -> None:
    """Hall's theorem bounds the dice that can be stopped, whatever the pairing."""
    volley = strike(attack, defense)
    excess = [sum(a >= v for a in attack) - sum(d >= v for d in defense) for v in attack]
    assert len(volley.unmatched) == max(0, *excess, 0)
    assert all(stop >= die for die, stop in volley.pairs)
    assert Counter(die for die, _ in volley.pairs) + Counter(volley.unmatched) == Counter(attack)
    assert not Counter(stop for _, stop in volley.pairs) - Counter(defense)
    assert volley.losses == min(len(volley.unmatched), len(defense))


def every_roll(count: int, faces: int) -> Any:
    return product(range(1, faces + 1), repeat=count)


def enumerated(attacker: dict[str, Any], defender: dict[str, Any]) -> list[Fraction]:
    """The losses of every roll, each resolved by the procedure itself."""
    found = Counter[int]()
    for attack in every_roll(attacker["strength"], attacker["attack_die"]):
        for defense in every_roll(defender["strength"], defender["defense_die"]):
            question = {"attacker": attacker, "defender": defender}
            rolls = {"attack": list(attack), "defense": list(defense)}
            found[combat.resolve_direct_attack({**question, "rolls": rolls}).result["attack"]["losses"]] += 1
    return [Fraction(found[n], found.total()) for n in range(defender["strength"] + 1)]


def chances(report: dict[str, Any]) -> list[Fraction]:
    return [Fraction(row["probability"]) for row in report["distribution"]]


@settings(max_examples=8, deadline=None)
@given(sides, sides)
def test_the_odds_are_those_of_every_roll_through_the_resolver(
    attacker: dict[str, Any], defender: dict[str, Any]
) -> None:
    report = combat.resolve_direct_attack_odds({"attacker": attacker, "defender": defender}).result["attack"]
    assert chances(report) == enumerated(attacker, defender)


def test_the_odds_of_a_counterattack_are_those_of_every_roll_through_the_resolver() -> None:
    attacker, defender = side(entrench=1), side(terrain="rocky", attack_die=6)
    question = {"attacker": attacker, "defender": defender, "counterattack": True}
    firsts: dict[int, list[dict[str, Any]]] = {}
    for attack, defense in product(every_roll(2, 4), every_roll(2, 4)):
        rolls = {"attack": list(attack), "defense": list(defense)}
        first = combat.resolve_direct_attack({**question, "counterattack": False, "rolls": rolls}).result
        firsts.setdefault(first["defender"]["strength"], []).append(rolls)
    found = [Fraction(len(firsts[0]), 4**4), Fraction(0), Fraction(0)]
    for left in (1, 2):
        weight = Fraction(len(firsts[left]), 4**4 * 6**left * 4**2)
        for answer, stops in product(every_roll(left, 6), every_roll(2, 4)):
            rolls = firsts[left][0] | {"counter_attack": list(answer), "counter_defense": list(stops)}
            found[combat.resolve_direct_attack({**question, "rolls": rolls}).result["counter"]["losses"]] += (
                weight
            )
    assert chances(combat.resolve_direct_attack_odds(question).result["counter"]) == found


@settings(max_examples=30, deadline=None)
@given(sides, sides, st.booleans(), st.integers())
def test_the_apps_own_dice_make_an_attack_that_resolves(
    attacker: dict[str, Any], defender: dict[str, Any], counter: bool, seed: int
) -> None:
    question = {"attacker": attacker, "defender": defender, "counterattack": counter}
    whole, rolls = combat.complete_direct_attack(question, Random(seed))
    if counter and not rolls["counter_attack"]:
        with pytest.raises(IllegalAction, match="nobody is left"):
            combat.resolve_direct_attack(whole)
        return
    result = combat.resolve_direct_attack(whole).result
    spent = 1 - result["attacker"]["ammunition"], 1 - result["defender"]["ammunition"]
    assert spent == (1, int(counter))
    assert result["defender"]["strength"] == defender["strength"] - result["attack"]["losses"]


def shots(target: dict[str, Any], die: int, rolls: list[Any]) -> dict[str, Any]:
    gun = {"artillery_die": die, "shots_per_turn": len(rolls), "min_range": 1, "max_range": 4}
    aimed = {"id": "t", "distance": 2, **target}
    return {"attacker": gun, "targets": [aimed], "shots": ["t"] * len(rolls), "rolls": rolls}


TARGETS = [
    {"strength": 2, "defense_die": 4},
    {"strength": 2, "defense_die": 4, "terrain": "rocky", "spotted": True},
    {"strength": 1, "defense_die": 4, "entrench": 2},
]


@pytest.mark.parametrize("target", TARGETS)
def test_the_odds_of_a_barrage_are_those_of_every_roll_through_the_resolver(target: dict[str, Any]) -> None:
    people, defense_die, die, weights = target["strength"], target["defense_die"], 6, [Fraction(0)] * 3

    def fire(rolls: list[Any], left: int, weight: Fraction) -> None:
        if len(rolls) == 2:
            weights[people - left] += weight
            return
        if not left:
            fire([*rolls, None], left, weight)
            return
        share = weight / (die * defense_die**left)
        for artillery, defense in product(range(1, die + 1), every_roll(left, defense_die)):
            tried = [*rolls, {"artillery": artillery, "defense": list(defense)}]
            after = combat.resolve_artillery_attack(shots(target, die, tried)).result["targets"]["t"][
                "strength"
            ]
            fire(tried, after, share)

    fire([], people, Fraction(1))
    result = combat.resolve_artillery_odds({"artillery_die": die, "shots": 2, "target": target}).result
    assert chances(result) == weights[: people + 1]
    assert Fraction(result["destroyed"]["probability"]) == weights[people]


def test_a_shot_at_nobody_is_wasted_and_throws_no_dice() -> None:
    hit = {"artillery": 6, "defense": [1]}
    weak = {"strength": 1, "defense_die": 6}
    found = combat.resolve_artillery_attack(shots(weak, 6, [hit, None])).result["shots"]
    assert [shot["wasted"] for shot in found] == [False, True]
    with pytest.raises(InvalidInput) as refusal:
        combat.resolve_artillery_attack(shots(weak, 6, [hit, hit]))
    assert refusal.value.path == "rolls.1"


@given(st.integers(), st.integers(1, 5), st.sampled_from((4, 6, 20)))
def test_the_apps_own_dice_make_a_barrage_that_resolves(seed: int, people: int, die: int) -> None:
    question = shots({"strength": people, "defense_die": 4}, die, [None] * 6)
    whole, rolls = combat.complete_artillery_attack(
        {key: value for key, value in question.items() if key != "rolls"}, Random(seed)
    )
    result = combat.resolve_artillery_attack(whole).result
    assert [roll is None for roll in rolls] == [shot["wasted"] for shot in result["shots"]]


@pytest.mark.parametrize("attack", ["artillery_attack", "direct_attack"])
@pytest.mark.parametrize("question", [None, [], {}, {"attacker": 3}, {"rolls": 7}])
def test_the_app_rolls_nothing_for_a_question_that_cannot_be_read(attack: str, question: Any) -> None:
    assert getattr(combat, f"complete_{attack}")(question, Random(1)) == (question, None)
    with pytest.raises(InvalidInput):
        getattr(combat, f"resolve_{attack}")(question)


def test_the_fault_is_named_even_where_the_dice_were_left_to_the_app() -> None:
    question = {"attacker": side(strength=21), "defender": side()}
    whole, rolls = combat.complete_direct_attack(question, Random(1))
    assert rolls is None
    with pytest.raises(InvalidInput) as refusal:
        combat.resolve_direct_attack(whole)
    assert refusal.value.path == "attacker.strength"


def test_the_largest_attack_is_answered_at_once() -> None:
    """Twenty d20 a side and the counterattack of every number of survivors."""
    big = side(strength=20, attack_die=20, defense_die=20)
    result = combat.resolve_direct_attack_odds(
        {"attacker": big, "defender": big, "counterattack": True}
    ).result
    assert abs(result["attack"]["expected"]["float"] - 3.062339659) < 1e-8
    assert sum(chances(result["counter"])) == 1


SQUARES = [f"{column}{row}" for column in "abc" for row in (1, 2, 3)]
cache = st.fixed_dictionaries({"fuel": st.integers(0, 4), "ammunition": st.integers(1, 5)})
any_unit = st.fixed_dictionaries(
    {
        "square": st.sampled_from(SQUARES),
        "strength": st.integers(1, 5),
        "defense_die": st.sampled_from((4, 6, 8)),
        "terrain": st.sampled_from(("open", "urban", "rocky")),
    }
)


@st.composite
def explosive(draw: Any) -> dict[str, Any]:
    caches = draw(st.dictionaries(st.sampled_from(SQUARES), cache, min_size=1))
    units = [{"id": f"u{n}", **each} for n, each in enumerate(draw(st.lists(any_unit, max_size=6)), 1)]
    start = draw(st.sampled_from(sorted(caches)))
    metric = draw(st.sampled_from(("orthogonal", "diagonal")))
    return {"caches": caches, "units": units, "start": start, "options": {"metric": metric}}


@settings(max_examples=60, deadline=None)
@given(explosive(), st.integers())
def test_whatever_explodes_is_gone_and_everybody_is_accounted_for(question: Any, seed: int) -> None:
    whole, rolls = procedures_dice.complete_cache_explosion(question, Random(seed))
    result = procedures_dice.resolve_cache_explosion(whole).result
    gone = [each["square"] for each in result["explosions"]]
    assert gone[0] == question["start"]
    assert len(set(gone)) == len(gone)
    assert {*gone, *result["caches"]} == set(question["caches"])
    attacks = [attack for each in result["explosions"] for attack in each["attacks"]]
    assert len(attacks) == len(rolls)
    for each in question["units"]:
        lost = sum(attack["losses"] for attack in attacks if attack.get("unit") == each["id"])
        assert result["units"][each["id"]] == each["strength"] - lost
    assert result["destroyed"] == [
        each["id"] for each in question["units"] if not result["units"][each["id"]]
    ]


@settings(max_examples=30, deadline=None)
@given(explosive(), st.integers())
def test_dice_for_one_combat_more_or_less_are_refused_at_the_list(question: Any, seed: int) -> None:
    whole, rolls = procedures_dice.complete_cache_explosion(question, Random(seed))
    one_more = {**whole, "rolls": [*rolls, {"attack": [1], "defense": [1]}]}
    for wrong in (one_more, {**whole, "rolls": rolls[:-1]}) if rolls else (one_more,):
        with pytest.raises(InvalidInput) as refusal:
            procedures_dice.resolve_cache_explosion(wrong)
        assert refusal.value.path == "rolls"


def test_nothing_explodes_where_there_is_no_cache() -> None:
    question = {"caches": {"a1": {"fuel": 1, "ammunition": 0}}, "units": [], "start": "b1", "rolls": []}
    with pytest.raises(IllegalAction, match="A1"):
        procedures_dice.resolve_cache_explosion(question)
    assert procedures_dice.complete_cache_explosion({**question, "start": "b1"}, Random(1))[1] is None


def test_a_doomed_cache_is_not_attacked_again() -> None:
    """Three caches, each beside the others: the first dooms both, which then leave each other alone."""
    full = {"fuel": 0, "ammunition": 1}
    hit = {"attack": [8], "defense": [1]}
    question = {"caches": {"a1": full, "b1": full, "b2": full}, "units": [], "start": "a1"}
    asked = {**question, "options": {"metric": "diagonal"}, "rolls": [hit, hit]}
    result = procedures_dice.resolve_cache_explosion(asked).result
    assert [each["square"] for each in result["explosions"]] == ["a1", "b1", "b2"]
    assert result["caches"] == {}


N, S = "north", "south"
NORTH = Sight(frozenset({N}), frozenset({N}))


def field(phase: str = "direct", first: str = "squad") -> State:
    stands = [unit_at(N, first, "a1"), unit_at(N, "squad", "b2", "nw"), unit_at(S, "squad", "b2", "se")]
    stands += [unit_at(S, "tank", "d2"), unit_at(S, "squad", "f3")]
    return table(phase, *stands, caches={"b1": load(3), "c1": load(1, 1), "f1": load(5)})


def scene(state: State, **draft: str) -> Scene[State]:
    return Scene(state, NORTH, "hand", draft, (state,))


def test_it_names_everybody_near_and_the_caches_that_may_follow() -> None:
    told: Any = blast(scene(field()), "b1")
    assert [row["heading"] for row in told["rows"]] == [
        "The cache on B1 goes up",
        "If the cache on C1 goes up",
    ]
    first, then = told["rows"]
    assert [each["id"] for each in first["units"]] == ["u1", "u2", "u3"]
    assert [each["mine"] for each in first["units"]] == [True, True, False]
    assert (first["units"][0]["named"], first["units"][2]["named"]) == ("Squad", "Foot")
    assert " if it is Squad" in first["units"][2]["words"]
    assert " if it is" not in first["units"][0]["words"]
    assert "B1 sets it off" in then["words"]
    assert then["units"] == [], "nobody stands near C1, and F1 is too far to be lit"


def test_whoever_an_explosion_hits_was_named() -> None:
    state = field().changed(caches={"b1": load(9), "c1": load(9), "c2": load(9), "f1": load(5)})
    told: Any = blast(scene(state), "b1")
    named = {each["id"] for row in told["rows"] for each in row["units"]}
    for seed in range(20):
        exploded = chain(state, "b1", Rolled(Random(seed)))
        assert {each.unit for one in exploded.explosions for each in one.blasts if each.unit} <= named
        assert len(exploded.explosions) <= len(told["rows"])
    assert named == {"u1", "u2", "u3", "u4"}


@pytest.mark.parametrize(
    ("phase", "first", "draft"),
    [("direct", "squad", {"do": "attack_cache", "to": "b1"}), ("special", "mortar", {"do": "barrage"})],
)
def test_the_panels_that_fire_at_a_cache_say_it(phase: str, first: str, draft: dict[str, str]) -> None:
    state = field(phase, first)
    if first == "mortar":
        state = state.with_unit("u1", square="d1")
        draft = {**draft, "s.b1": "1"}
    question = view(scene(state, unit="u1", **draft))["panel"]
    assert [fold.id for fold in pieces_of(question, Fold) if fold.id.startswith("blast")] == ["blast-B1"]


def test_a_hidden_card_is_no_different_in_the_preview() -> None:
    one, two = field(), field().with_unit("u3", type="sappers", strength=2)
    assert blast(scene(one), "b1") == blast(scene(two), "b1")


def yard(phase: str) -> State:
    """Tokens in a row between friend and foe: whatever goes up may set off the next."""
    return table(
        phase,
        unit_at(N, "squad", "a1"),
        unit_at(N, "mortar", "a2"),
        unit_at(S, "squad", "b1"),
        unit_at(S, "tank", "c2"),
        caches={"b2": load(3, 2), "c1": load(1, 4), "d1": load(3)},
    )


def asked(state: State, draft: Mapping[str, str], asks: Json = None, player: str = N) -> Question:
    sight = Sight(frozenset([player]), frozenset([player]))
    question: Question = view(Scene(state, sight, "table", draft, (state,), asks))["panel"]
    return question


def pads(question: Question) -> list[Mapping[str, Any]]:
    """The handfuls of the throw that is asked for; none where all dice lie."""
    return next((own.values["pools"] for own in pieces_of(question, Own) if "pools" in own.values), [])


def rows(question: Question) -> list[Mapping[str, Any]]:
    """What has been thrown so far."""
    return next((own.values["rows"] for own in pieces_of(question, Own) if "again" in str(own.values)), [])


def says(question: Question) -> list[str]:
    return [str(note.words) for note in pieces_of(question, Note)]


def does(question: Question) -> Any:
    """What the main button does."""
    assert isinstance(question.main, Deed)
    return json.loads(question.main.action)


def thrown(action: Json) -> list[tuple[list[int], list[int]]]:
    """All dice of an action, a throw each, as a screen asks for them."""
    kind, rolls = action["type"], action["rolls"]
    if kind == "barrage":
        entries = []
        for shot in (each for each in rolls if each is not None):
            entries.append({"attack": [shot["artillery"]], "defense": shot["defense"]})
            entries += shot.get("explosions", [])
    else:
        entries = [rolls, *rolls.get("explosions", [])]
    return [(entry["attack"], entry["defense"]) for entry in entries]


def tapped(question: Question, dice: tuple[list[int], list[int]]) -> dict[str, str]:
    """What the form of one throw sends, with these dice."""
    assert question.to == "here"
    found = {field.name: field.value for each in pieces_of(question, Fields) for field in each.fields}
    for pool, side in zip(pads(question), dice, strict=True):
        many = Counter(side)
        assert not set(many) - {each["face"] for each in pool["faces"]}
        found |= {each["name"]: str(many[each["face"]] or "") for each in pool["faces"]}
    return found


def told_die(question: Question) -> dict[str, str] | None:
    """The defender says which die: the link for it, where it is asked."""
    sides = 10 if "tank" in str(pieces_of(question, Lead)[0].words) else 6
    dice = [each for piece in pieces_of(question, Choices) for each in piece.choices]
    wanted = [each for each in dice if each.words == f"d{sides}" and not each.chosen]
    return dict(parse_qsl(wanted[0].href[1:])) if wanted else None


def taken(state: State, draft: dict[str, str], action: Json) -> Json:
    """Type all dice of an action into the screens; what its last button does."""
    for dice in thrown(action):
        draft = told_die(asked(state, draft)) or draft
        draft = tapped(asked(state, draft), dice)
    question = asked(state, draft)
    assert not pads(question)
    return does(question)


@pytest.mark.parametrize("seed", range(12))
def test_dice_typed_into_the_screens_do_what_the_apps_own_would_do(seed: int) -> None:
    """An attack, fire at a cache, a barrage at units and caches: chains, wasted shots and all."""
    special, direct = yard("special"), yard("direct")
    shots = [{"unit": "u3"}, {"cache": "c1"}, {"cache": "c1"}]
    deeds = [
        (direct, {"type": "attack_cache", "unit": "u1", "square": "b2"}, {"do": "attack_cache", "to": "b2"}),
        (
            special,
            {"type": "barrage", "unit": "u2", "shots": shots},
            {"do": "barrage", "s.u3": "1", "s.c1": "2"},
        ),
    ]
    for state, deed, draft in deeds:
        action = GAME.roll(state, {"player": N, **deed}, Random(seed))
        typed = taken(state, {"unit": deed["unit"], "dice": "1", **draft}, action)
        assert GAME.apply(state, typed).state == GAME.apply(state, action).state


def test_the_screen_of_dice_asks_nothing_of_a_card_that_it_may_not_see() -> None:
    """Half way through a chain the page is the same, whatever the struck units are and have."""
    state, random = yard("direct"), Random(4)
    action = GAME.roll(state, {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2"}, random)
    assert len(thrown(action)) > 3
    draft = {"unit": "u1", "do": "attack_cache", "to": "b2", "dice": "1"}
    for dice in thrown(action):
        assert not any(row.get("alone") for row in rows(asked(state, draft)))
        assert asked(disguised(state, S), draft) == asked(state, draft)
        draft = told_die(asked(state, draft)) or draft
        draft = tapped(asked(state, draft), dice)


def test_a_wrong_number_of_ones_own_dice_is_said_and_the_others_are_counted_as_thrown() -> None:
    draft = {"unit": "u1", "do": "attack", "at": "u3", "dice": "1"}
    few = {**draft, "x0A.6": "3", "x0D.3": "2"}
    assert "4 dice are thrown; 3 are tapped" in says(asked(yard("direct"), few))[-1]
    fewer = {key: text for key, text in few.items() if key != "x0D.3"}
    assert "tap its dice too; none are tapped" in says(asked(yard("direct"), fewer))[-1]
    assert pads(asked(yard("direct"), few))[1]["wanted"] is None
    whole = {**few, "x0A.6": "4"}
    assert "rolls" in does(asked(yard("direct"), whole))
    again = pads(asked(yard("direct"), {**whole, "again": "0"}))
    assert [pool["sum"] for pool in again] == [4, 2]


def test_a_defender_types_the_dice_that_hit_back() -> None:
    state = yard("direct")
    rolls = {"attack": [8, 1, 1, 1], "defense": [1, 1, 1, 1]}
    attack = {"type": "attack", "player": N, "unit": "u1", "target": "u3", "rolls": rolls}
    question = GAME.asks(state, attack)
    assert question is not None
    first = asked(state, {"dice": "1"}, question.ask, S)
    assert [pool["wanted"] for pool in pads(first)] == [3, None]
    draft = tapped(first, ([8, 8, 1], [1, 1, 1, 1]))
    reply = does(asked(state, draft, question.ask, S))
    after = GAME.apply(state, GAME.answer(state, attack, reply)).state
    assert after.units["u1"].strength == 2


@pytest.mark.parametrize("key", ["x0A.6", "x9D.1", "xA", "x-1A.2", "x0A.", "again", "dd.u3", "x٣A.1"])
@pytest.mark.parametrize("text", ["", "-1", "99", "٣", "1e9", "x"])
def test_odd_dice_in_an_address_break_nothing(key: str, text: str) -> None:
    draft = {"unit": "u1", "do": "attack", "at": "u3", "dice": "1", key: text}
    assert pads(asked(yard("direct"), draft))


def test_the_story_draws_an_explosion_cache_after_cache() -> None:
    """What went up, what each combat did, what was set off next: in the order of the journal's dice."""
    state = yard("direct")
    blast = {"attack": [8, 8, 8, 8, 8], "defense": [1, 1, 1, 1]}
    mortar = {"attack": [1, 1, 1, 1, 1], "defense": [6, 6, 6]}
    tank = {"attack": [8, 1, 1, 1, 1], "defense": [1, 2, 3, 4, 5]}
    rolls = {"attack": [8, 8, 8, 8], "defense": [1] * 5, "explosions": [blast, mortar, tank]}
    action = {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2", "rolls": rolls}
    after = GAME.apply(state, action).state
    seen: Any = view(Scene(after, Sight(), "tv", {}, (state, after), last=action))["story"]
    told = [row.get("heading") or row["verdict"] for row in seen["rows"]]
    assert told[0] == "The cache on B2 is set off"
    assert told[1] == "The cache on B2 goes up"
    assert sorted(told[2:]) == [
        "North cart RBBW loses two people",
        "South foot RBBBW is destroyed",
        "South tank RW loses one person",
    ]
    assert "u3" not in after.units
