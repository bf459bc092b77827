"""Companies proposed for a wish: never over the sum, always to be bought, and nothing of others' in them."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Scene, Sight
from companion.games.parabellum.campaign.intent import (
    Company,
    Intent,
    felled,
    foes,
    goals,
    proposals,
    share_felled,
)
from companion.games.parabellum.campaign.prospects import allowed
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.rear import MOST_CARDS, cards_left
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.shop import lacking
from companion.games.parabellum.state import Band, Reserve, State
from tests.games.parabellum.twin_tables import disguised
from tests.games.parabellum.yard import reserve, table, unit_at
from tests.staged import rows

ADA, JO = "ada", "jo"
SEATED = [{"player": ADA, "company": "kestrel_vaun"}, {"player": JO, "company": "meridian"}]


@cache
def starter() -> State:
    """Ada's go in the first Set-up, nothing bought."""
    state = GAME.open({"players": SEATED, "binder": "starter", "options": {}}).state
    return state.changed(phase="setup", order=(ADA, JO), active=ADA)


def bought(state: State, player: str, company: Company) -> State:
    """The state after all of it is bought as the table buys it, and its deployment is paid by nobody yet."""
    state = state.changed(done=tuple(each for each in state.seated if each != player))
    items = [{"unit": kind, "quantity": n} for kind, n in company.cart.items()]
    deed: dict[str, Any] = {"type": "purchase", "player": player, "resource": "units", "items": items}
    state = apply(state, deed).state
    for need in lacking(state, player):
        deed = {"type": "purchase", "player": player, "resource": need.resource, "quantity": need.quantity}
        state = apply(state, deed).state
    return state


wishes = st.builds(Intent, st.integers(0, 5000), st.integers(0, 6), st.booleans())
held = st.builds(Reserve, *[st.integers(0, 60)] * 3)
binders = st.sampled_from([{}, {"manpower": 40}, {"fuel": 9, "ammunition": 5}])
waiting = st.lists(st.sampled_from(["regular_infantry", "supply_truck", "main_battle_tank"]), max_size=3)


@given(wishes, st.integers(0, 3000), held, binders, waiting)
def test_what_is_proposed_is_bought_staffed_and_deployed_within_the_sum(
    wish: Intent, credits: int, kept: Reserve, supply: dict[str, int], cards: list[str]
) -> None:
    state = starter()
    units = {f"u{n}": replace(reserve_card(state, kind)) for n, kind in enumerate(cards, start=1)}
    state = state.changed(units=units, next_unit=len(units) + 1, supply=state.supply._replace(**supply))
    state = state.with_player(ADA, credits=credits, reserve=kept)
    companies = proposals(state, ADA, wish)
    assert len({each.temper for each in companies}) == len(companies) <= 3
    for each in companies:
        after = bought(state, ADA, each)
        spent = credits - after.players[ADA].credits
        fee = state.booklet.deployment_cost * (len(cards) + sum(each.cart.values()))
        assert spent + fee <= min(wish.credits, credits)
        assert spent + fee + each.left == min(wish.credits, credits), "not one credit is left untold"
        assert not lacking(after, ADA)
        for kind, n in each.cart.items():
            left = cards_left(state, kind)
            assert 0 < n <= (MOST_CARDS if left is None else left)
            assert kind not in state.booklet.banned
        posts = Counter(member.duty for member in each.members) + Counter(each.unmet)
        assert (posts["holds"], posts["scouts"]) == (wish.objectives, int(wish.scout))


def reserve_card(state: State, kind: str) -> Any:
    return replace(reserve(ADA, "squad"), type=kind, cost=state.binder.units[kind].cost)


def test_an_attack_force_for_1900_with_two_objectives_and_a_scout() -> None:
    companies = proposals(starter(), ADA, Intent(1900, 2, scout=True))
    assert [each.temper for each in companies] == ["strikes", "stands", "moves"]
    for each in companies:
        assert not each.unmet
        assert {member.goal for member in each.members if member.duty == "holds"} == {
            "vault_north",
            "vault_south",
        }
        assert any(member.duty == "supplies" for member in each.members)
    fells, stands, quick = companies
    tank = next(against for against in fells.against if against.unit_class == "tank")
    assert tank.fells == max(
        each.fells or 0 for one in companies for each in one.against if each.unit_class == "tank"
    )
    assert _speed(quick) > _speed(stands)


def _speed(company: Company) -> Fraction:
    speeds = [each.kind.speed for each in company.members for _ in range(each.number)]
    return Fraction(sum(speeds), len(speeds))


def test_the_odds_are_the_games_own() -> None:
    units = starter().binder.units
    # The matrix of the odds card: ten with d8 on ten with d6 fell 3.36 of them.
    assert round(float(felled(units["assault_infantry"], units["regular_infantry"]) or 0), 2) == 3.36
    assert felled(units["supply_truck"], units["regular_infantry"]) is None
    barrage = share_felled(units["mortar_section"], [units["regular_infantry"]])
    assert barrage is not None
    assert 0 < barrage <= 3, "three shots fell three at most"


def test_the_classes_in_the_open_are_those_it_is_weighed_against() -> None:
    state = starter()
    assert set(foes(state, ADA)) == {each.unit_class for each in allowed(state)}
    assert not any(foes(state, ADA).values())
    seen = state.changed(
        units={
            "u1": replace(reserve_card(state, "light_tank"), owner=JO, where="predeploy", strength=10),
            "u2": replace(reserve_card(state, "scout_walker"), owner=JO),
        }
    )
    assert dict(foes(seen, ADA)) == {"tank": True}
    assert dict(foes(seen, JO)) == dict.fromkeys(foes(state, JO), False)


def test_goals_that_somebody_has_are_not_held_again() -> None:
    state = starter()
    both = [each.id for each in goals(state, ADA)]
    assert both == ["vault_north", "vault_south"]
    had = state.objectives["vault_north"]
    state = state.changed(objectives={**state.objectives, "vault_north": had._replace(done=(JO,))})
    assert [each.id for each in goals(state, ADA)] == ["vault_south"]


def shown(state: State, seat: str, **draft: str) -> Any:
    sight = Sight(frozenset({seat}), frozenset({seat}))
    return view(Scene(state, sight, "hand", draft, (state,)))["panel"]


def test_one_tap_fills_the_cart_and_nothing_else_stays_in_it() -> None:
    ask = shown(starter(), ADA, buy="intent", sum="1900", pick="stands", **{"c.sappers": "3"})
    assert str(ask.main.words) == "Fill the cart: 1880"
    cart = dict(parse_qsl(ask.main.href[1:]))
    (stands,) = (e for e in proposals(starter(), ADA, Intent(1900, 2, scout=True)) if e.temper == "stands")
    assert cart == {f"c.{kind}": str(n) for kind, n in stands.cart.items()}
    shop = shown(starter(), ADA, **cart)
    assert str(shop.main.words) == f"Buy the cards: {stands.cards}"


def test_each_unit_says_why_it_is_there_and_what_the_sum_does_not_reach_is_said() -> None:
    ask = shown(starter(), ADA, buy="intent", sum="300")
    words = " ".join(str(cell) for row in rows(ask) for cell in row.cells)
    assert "holds H5" in words
    notes = " ".join(str(getattr(piece, "words", "")) for piece in ask.pieces)
    assert "The sum has no unit left that holds and scouts." in notes
    nothing = shown(starter(), ADA, buy="intent", sum="20")
    assert "no unit can be bought" in str(nothing.pieces[-1].words)
    assert str(nothing.main.words) == "The catalogue"


def test_a_wish_that_makes_no_sense_is_read_as_the_nearest_that_does() -> None:
    for odd in ("-5", "abc", "99999", "", "1e3", "٣"):
        assert shown(starter(), ADA, buy="intent", sum=odd, hold=odd, pick=odd, scout=odd).kind == "intent"


def test_what_is_proposed_tells_nothing_of_what_lies_behind_others_screens() -> None:
    state = table("setup", unit_at("south", "tank"), unit_at("south", "squad"), reserve("south", "carrier"))
    seat, other = "north", disguised(state, "south")
    assert shown(state, seat, buy="intent") == shown(other, seat, buy="intent")


def test_people_that_are_dear_at_the_end_of_the_pool_are_reckoned_as_the_table_books_them() -> None:
    state = starter()
    booklet = replace(state.booklet, bands={**state.booklet.bands, "manpower": (Band(300, 5), Band(0, 40))})
    binder = replace(state.binder, scenarios={**state.binder.scenarios, "1": booklet})
    dear = state.changed(binder=binder)
    for each in proposals(dear, ADA, Intent(2400, 2, scout=True)):
        assert bought(dear, ADA, each).players[ADA].credits >= 0
