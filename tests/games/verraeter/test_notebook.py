"""The notebook and the odds that it rests on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Scene, Sight
from companion.games.verraeter.data import ACTION_CARDS, BONUS, HOUSES, LANDSCAPES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.procedures.conflict import Fighter, fight
from companion.games.verraeter.rules import PICKS_HIDDEN
from companion.games.verraeter.rules.notebook import (
    Between,
    Notebook,
    advise_picks,
    advise_supply,
    field_of,
    notebook,
    passages_of,
    sums,
)
from companion.games.verraeter.state import State
from tests.games.verraeter.drawn import after, at_draft, at_refill, at_reveal, at_site, deed, opened, twin
from tests.games.verraeter.player import Player, play
from tests.games.verraeter.twin_tables import TWINS

TABLES: list[dict[str, Any]] = [
    {},
    {"players": ["ada", "ben", "cy"]},
    {"options": {"surplus": "after", "hand_limit": 7}},
]
PICKED = (("anna", "diplomat_5"), ("bert", "strategist"), ("cleo", "traitor"), ("dora", "diplomat_2"))


def lines(setup: Any, seed: int) -> list[Between]:
    """A whole game that chance plays, the setup first."""
    random = Random(seed)
    whole = GAME.shuffle(setup, random)
    found = [Between(1, None, GAME.open(whole).state, whole)]
    for n, (before, action, after_) in enumerate(play(whole, Player(random)), start=2):
        found.append(Between(n, before, after_, action))
    return found


def book(passages: Sequence[Between], viewer: str) -> Notebook:
    return notebook(passages[-1].after, passages, viewer)


def drafting(*picks: tuple[str, str], removed: str = "farmer", **more: Any) -> list[State]:
    trail = [at_draft(**more), after(at_draft(**more), deed("deal_actions", "anna", removed=removed))]
    for who, card in picks:
        trail.append(after(trail[-1], deed("pick_action", who, card=card)))
    return trail


def of(trail: list[State], viewer: str) -> Notebook:
    return notebook(trail[-1], passages_of(trail), viewer)


def test_who_may_have_drafted_what_follows_from_the_cards_that_one_saw() -> None:
    trail = drafting(("anna", "traitor"), ("bert", "strategist"))
    now = of(trail, "bert").round
    assert now.received == ("diplomat_2", "diplomat_5", "master_builder", "strategist")
    assert (now.kept, now.unseen) == ("strategist", ("farmer", "traitor"))
    assert now.passed == ("diplomat_2", "diplomat_5", "master_builder")
    may = {each.player: {likely.card: likely.chance for likely in each.may} for each in now.players}
    assert may["anna"] == {"farmer": Fraction(1, 2), "traitor": Fraction(1, 2)}
    assert may["bert"] == {"strategist": 1}
    assert may["cleo"] == may["dora"] == dict.fromkeys(now.passed, Fraction(1, 3))
    assert {each.card for each in now.aside} == {"farmer", "traitor"}
    waiting = of(trail, "dora").round
    assert (waiting.received, waiting.kept) == (None, None)
    assert {each.card for each in waiting.players[0].may} == set(ACTION_CARDS)


def test_who_has_not_played_his_three_has_it() -> None:
    trail = [at_site(), *drafting(*PICKED)]
    for who, cards in (("anna", [5]), ("bert", [4, 5]), ("cleo", [])):
        trail.append(after(trail[-1], deed("play_supply", who, cards=cards)))
    found = notebook(trail[-1], [Between(1, None, opened()), *passages_of([opened(), *trail])], "cleo")
    assert {hand.player: hand.values for hand in found.held} == {
        "anna": (3, 4), "bert": (3,), "cleo": (3, 4, 5), "dora": (3, 4, 5),
    }  # fmt: skip
    assert [hand.unknown for hand in found.held] == [0, 0, 0, 0]
    assert (found.hand("bert").laid, found.hand("dora").laid) == ((4, 5), None)
    assert found.unseen[2] == trail[-1].cards.supply[2]


def test_a_draw_is_not_known_and_what_is_laid_down_no_longer_is() -> None:
    found = lines({"players": ["anna", "bert", "cleo"]}, 4)
    for n, passage in enumerate(found, start=1):
        if passage.after.phase == "finished":
            break
        for viewer in passage.after.ids:
            told = book(found[:n], viewer)
            for hand, player in zip(told.held, passage.after.players, strict=True):
                assert hand.cards == len(player.hand)
                assert not Counter(hand.values) - Counter(player.hand), "what is sure is there"
                assert len(hand.values) + hand.unknown == hand.cards


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(TABLES))
def test_the_truth_is_always_possible_and_nothing_hidden_is_looked_at(seed: int, setup: Any) -> None:
    found = lines(setup, seed)
    for n in range(5, len(found), 7):
        state = found[n - 1].after
        if state.phase == "finished":
            break
        for viewer in state.ids:
            told = book(found[:n], viewer)
            _is_possible(state, told)
            assert told == notebook(*_masked(found[:n], viewer), viewer)


def _is_possible(state: State, told: Notebook) -> None:
    for each in told.round.players:
        assert sum(likely.chance for likely in each.may) in (0, 1)
        pick = state.player(each.player).pick
        if pick and each.may:
            assert pick in {likely.card for likely in each.may}
    if state.draft.removed and state.phase in PICKS_HIDDEN:
        assert state.draft.removed in {likely.card for likely in told.round.aside}
    for hand, player in zip(told.held, state.players, strict=True):
        out = Counter(player.hand) - Counter(hand.values)
        assert not out - Counter(told.unseen), "unknown cards are among those that are out"
        assert sum(sorted(player.hand)[-5:]) <= hand.most


def _masked(passages: Sequence[Between], viewer: str) -> tuple[State, list[Between]]:
    """The same lines over another truth, redacted for the viewer."""
    sight = Sight(frozenset({viewer}), frozenset({viewer}))
    now = passages[-1].after
    states = [passage.after for passage in passages]
    other = twin(Scene(now, sight, "hand", {}, states))
    befores = [None, *other.trail[:-1]]
    return other.state, [
        replace(each, before=before, after=after_, action=GAME.redact_action(now, each.action, sight))
        for each, before, after_ in zip(passages, befores, other.trail, strict=True)
    ]


@pytest.mark.parametrize("made", TWINS)
def test_two_tables_that_differ_in_a_secret_have_the_same_notebook(made: Any) -> None:
    twins = made()
    books = []
    for world in (twins.one, twins.two):
        state = GAME.open(world.setup).state
        passages = [Between(1, None, state, world.setup)]
        for n, action in enumerate(world.lines, start=2):
            passages.append(
                Between(n, passages[-1].after, GAME.apply(passages[-1].after, action).state, action)
            )
        books.append(book(passages, twins.looker))
    assert books[0] == books[1]


def test_past_rounds_are_told_as_they_were_turned_over() -> None:
    trail = [at_reveal(), after(at_reveal(), {"type": "reveal"}), at_refill()]
    (round_,) = of(trail, "anna").past
    assert round_.round == 1
    assert round_.picks["cleo"] == "traitor"


def test_without_unknown_supply_the_adviser_says_what_the_conflict_says() -> None:
    """The last to play, all others done: ends and mean are one, over every draft that can still be."""
    trail = drafting(
        ("anna", "diplomat_5"), ("bert", "strategist"), ("cleo", "traitor"), ("dora", "diplomat_2")
    )
    for who in ("anna", "bert", "cleo"):
        trail.append(after(trail[-1], deed("play_supply", who, cards=[])))
    state, told = trail[-1], of(trail, "dora")
    advised = advise_supply(state, told, [0, 5])
    for advice, total in zip(advised.choices, (0, 5), strict=True):
        assert advice.win.low == advice.win.mean == advice.win.high
        points, wins = _fought(state, told, total)
        assert (advice.points.mean, advice.win.mean) == (points, wins)


def _fought(state: State, told: Notebook, total: int) -> tuple[Fraction, Fraction]:
    """Every draft fought out, card by card."""
    order, found = state.in_turn(), []
    for cards in product(ACTION_CARDS, repeat=4):
        if len(set(cards)) == 4 and cards[3] == "diplomat_2" and set(cards[:3]) <= set(told.round.unseen):
            supply = [(total,) if each.id == "dora" else each.played or () for each in order]
            fighters = [
                Fighter(each.id, each.allegiance, laid, card)
                for each, laid, card in zip(order, supply, cards, strict=True)
            ]
            fought = fight(field_of(state), fighters)
            found.append((fought.points["dora"].total, fought.allegiances["dora"] == fought.winner))
    points, wins = zip(*found, strict=True)
    return Fraction(sum(points), len(found)), Fraction(sum(wins), len(found))


def test_the_adviser_gives_ranges_and_says_what_it_assumes() -> None:
    trail = drafting()
    advised = advise_picks(trail[-1], of(trail, "anna"))
    assert [each.pick for each in advised.choices] == sorted(set(ACTION_CARDS) - {"farmer"})
    for each in advised.choices:
        assert 0 <= each.win.low < each.win.mean < each.win.high <= 1
        assert each.points.low <= each.points.mean <= each.points.high
    houses = {each.pick: each.house for each in advised.choices}
    assert houses["traitor"] != houses["strategist"] == trail[-1].player("anna").allegiance
    assert advised.assumes.startswith("24 drafts are possible")


def test_more_supply_never_hurts_the_house_for_which_it_counts() -> None:
    trail = drafting(
        ("anna", "traitor"), ("bert", "strategist"), ("cleo", "diplomat_5"), ("dora", "diplomat_2")
    )
    chances = [each.win for each in advise_supply(trail[-1], of(trail, "anna"), [0, 3, 5, 12]).choices]
    assert chances == sorted(chances, key=lambda win: win.mean)
    assert chances[0].mean < chances[-1].mean


def test_without_a_card_of_his_own_there_is_nothing_to_weigh() -> None:
    told = of([at_draft()], "anna")
    assert advise_picks(at_draft(), told).choices == ()
    assert advise_supply(at_draft(), told, [0]).choices == ()


def test_what_a_hand_may_lay_are_its_sums_with_even_chances() -> None:
    told = of([at_draft()], "anna")
    laid = sums(told.hand("anna"), told.unseen)
    assert laid == {0: 1, 3: 1, 4: 1, 5: 1, 7: 1, 8: 1, 9: 1, 12: 1}


conflict = GAME.procedure("conflict").resolve
what_if = GAME.procedure("what-if").resolve
draw_odds = GAME.procedure("draw-odds").resolve

TYPES = st.sampled_from(LANDSCAPES)
SUPPLY = st.lists(st.integers(1, 9), max_size=5)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "bonus": st.sampled_from(["always", "winning_side"]),
        "vp_mode": st.sampled_from(["table", "divide"]),
        "divide_rounding": st.sampled_from(["down", "half_up", "up"]),
    },
)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """A conflict between the houses, before anybody has an action card."""
    houses = draw(st.permutations(HOUSES))
    grounds = [{"type": draw(TYPES), "house": house} for house in houses]
    names = ["anna", "bert", "cleo", "dora"][: draw(st.integers(3, 4))]
    people = [
        {"id": name, "allegiance": draw(st.sampled_from(HOUSES)), "supply": draw(SUPPLY)} for name in names
    ]
    return {"landscapes": grounds, "players": people, "options": draw(OPTIONS)}


def with_cards(question: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    people = [{**each, "action": card} for each, card in zip(question["players"], cards, strict=True)]
    return {**question, "players": people}


@given(questions(), st.permutations(ACTION_CARDS))
def test_points_of_a_conflict_are_the_prize_of_each_winner_and_the_bonuses(
    asked: Any, cards: list[str]
) -> None:
    whole = with_cards(asked, cards[: len(asked["players"])])
    result = conflict(whole).result
    winners = [who for who, house in result["allegiances"].items() if house == result["winner"]]
    assert sum(each["conflict"] for each in result["vp"].values()) == result["prize"] * len(winners)
    for each in whole["players"]:
        paid = result["vp"][each["id"]]["bonus"]
        due = BONUS.get(each["action"], 0)
        assert paid in ({due} if asked["options"].get("bonus") != "winning_side" else {0, due})
    supply = sum(sum(each["supply"]) for each in whole["players"])
    assert sum(total["supply"] for total in result["totals"].values()) == supply
    assert (result["flipped"] is None) == (result["winner"] is None) == (result["margin"] == 0)


@given(questions(), st.integers(0, 3), st.permutations(ACTION_CARDS))
@settings(max_examples=25, deadline=None)
def test_the_odds_of_the_draft_are_those_of_every_conflict_counted(asked: Any, seat: int, cards: Any) -> None:
    people = asked["players"]
    seat %= len(people)
    received = cards[: 5 - seat]
    viewer = people[seat]["id"]
    result = what_if({**asked, "viewer": viewer, "received": received}).result
    unseen = [card for card in ACTION_CARDS if card not in received]
    for option in result["options"]:
        left = [card for card in received if card != option["pick"]]
        counted, points = Counter[str](), 0
        for before in permutations(unseen):
            for behind in permutations(left, len(people) - seat - 1):
                picks = [*before[:-1], option["pick"], *behind]
                fought = conflict(with_cards(asked, picks)).result
                mine = fought["allegiances"][viewer] == fought["winner"]
                counted["tie" if fought["winner"] is None else "win" if mine else "lose"] += 1
                points += fought["vp"][viewer]["total"]
        assert option["assignments"] == counted.total()
        for end in ("win", "tie", "lose"):
            assert Fraction(option[end]["exact"]) == Fraction(counted[end], counted.total())
        assert Fraction(option["expected_vp"]["exact"]) == Fraction(points, counted.total())
    best = max(Fraction(each["expected_vp"]["exact"]) for each in result["options"])
    chosen = next(each for each in result["options"] if each["pick"] == result["best"])
    assert Fraction(chosen["expected_vp"]["exact"]) == best


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 3), max_size=5), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_the_odds_of_a_draw_are_those_of_every_hand_counted(supply: dict[int, int], draws: int) -> None:
    deck = [value for value, count in supply.items() for _ in range(count)]
    draws = min(draws, len(deck))
    asked = {"known": [], "draws": draws, "cards": {"supply": {str(v): n for v, n in supply.items()}}}
    result = draw_odds(asked).result
    totals = Counter(sum(hand) for hand in combinations(deck, draws))
    assert {each["total"]: Fraction(each["exact"]) for each in result["totals"]} == {
        total: Fraction(count, totals.total()) for total, count in totals.items()
    }
    for each in result["totals"]:
        most = sum(count for total, count in totals.items() if total >= each["total"])
        assert Fraction(each["at_least"]["exact"]) == Fraction(most, totals.total())
