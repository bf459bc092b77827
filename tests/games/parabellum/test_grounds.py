"""What ground costs a type of card is said where one meets it: on its card, in the shop, in the map's key."""

from typing import Any

from companion.engine.game import Scene, Sight
from companion.engine.stage import Fold, Own
from companion.games.parabellum.game import GAME
from companion.games.parabellum.procedures.movement.ground import Mover
from companion.games.parabellum.rules.field import ground_of
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.cards.grounds import cost_words, on_map, terrain_key, way_words
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit
from tests.staged import pieces_of

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
    state = table("movement", unit("north", "tank", "a1"))
    question = view(Scene(state, NORTH, "hand", {"unit": "u1"}, (state,)))["panel"]
    card = next(own.values["card"] for own in pieces_of(question, Own) if "card" in own.values)
    assert card["ways"] == way_words(state.card("u1"), on_map(state)) != ""
    buying = table("setup")
    shop: Any = view(Scene(buying, NORTH, "hand", {}, (buying,)))["panel"]
    (ways,) = next(each for each in shop.pieces if isinstance(each, Fold)).pieces
    assert [row.cells[0] for row in ways.rows] == [card.name for card in buying.binder.units.values()]
    assert all(row.cells[1].startswith("open") for row in ways.rows)


def test_a_whole_move_is_said_in_words() -> None:
    assert (cost_words("all"), cost_words(3)) == ("a whole move", "3")
