"""All that can be is bought and mustered at one tap, a line each; why no more is the rules' own word."""

import json
from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.stage import Deed, Question, Way
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from companion.games.parabellum.state.pieces import Reserve
from tests.games.parabellum.drawn import reserve, table
from tests.staged import actions_of, ware

N, S = "north", "south"
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
