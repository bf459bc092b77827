"""What is done instead of a line that cannot follow a correction."""

from companion import shelf
from companion.engine.journal import Repair, whoever
from tests.campaigns.recorded import RECORDING


def test_the_same_deed_is_whose_turn_it_is_now() -> None:
    found = list(whoever("side", ("blue", "red"), {"type": "pass", "side": "red"}))
    assert found == [Repair("as_made", {"type": "pass", "side": "blue"})]
    assert not list(whoever("side", ("blue",), {"type": "turn_order"}))


def test_what_is_booked_first_makes_the_purchase_possible_to_the_credit() -> None:
    game = shelf.game("parabellum")
    state = game.open(RECORDING["setup"]).state
    for action in RECORDING["actions"][:3]:
        state = game.apply(state, action).state
    player = state.active
    dear = {"type": "purchase", "player": player, "resource": "manpower", "quantity": 200}
    found = {each.how: each for each in game.repairs_of(state, dear)}
    booked = game.apply(found["booked"].ready(state, game.apply), dear).state
    assert booked.players[player].credits == 0
    most = game.apply(state, found["less"].action).state
    assert most.players[player].credits <= 10
    assert most.players[player].reserve.personnel > 0
