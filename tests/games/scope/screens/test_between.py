"""One tablet between two players: nothing secret lies open on it; faces are fetched to a corner."""

from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Stage, Way
from companion.games.scope.game import GAME
from companion.games.scope.screens import view
from companion.games.scope.state import State
from tests.games.scope.drawn import after, deed, duel
from tests.staged import actions_of, pieces_of

BOTH = frozenset({"german", "soviet"})


def staged(state: State, sees: str = "", **draft: str) -> Stage:
    sight = Sight(frozenset({sees} - {""}), BOTH, BOTH)
    stage = view(Scene(state, sight, "hand" if sees else "table", draft, (state,))).stage
    assert stage
    return stage


def opened() -> State:
    return GAME.open(duel(mode="advanced")).state


def test_the_tablet_shows_both_edges_and_no_face() -> None:
    board = staged(opened()).board
    assert board
    assert board.template == "scope/flat.html"
    assert "own" not in board.values
    assert [side["acts"] for side in board.values["sides"]] == [True, False]
    assert not any(cell["face"] or cell["odds"] for cell in board.values["city"]["cells"])


def test_a_search_is_done_in_the_open_and_all_else_in_the_own_room() -> None:
    asked = staged(opened(), at="b4").ask
    assert actions_of(asked) == [deed("search", cell="b4")]
    tiles = {str(each.words): each for each in pieces_of(asked, Choices)[0].choices}
    assert tiles["Howitzer"].href == "hand/?seat=german&do=howitzer"
    assert tiles["Reinforce"].barred


def test_which_of_ones_cards_can_act_is_not_told_in_the_middle() -> None:
    """A side without a mortar has the same tiles as one with two."""
    fronts = duel()["fronts"]
    rows = [["empty", "sniper", "decoy", "empty"], ["infantry", "machine_gun", "empty", "scout"]]
    other = {"german": [*rows, ["mortar", "sniper", "officer", "empty"]], "soviet": fronts["soviet"]}
    one, two = opened(), GAME.open(duel(mode="advanced") | {"fronts": other}).state
    assert staged(one).ask == staged(two).ask


def test_who_found_a_card_takes_the_tablet_to_decide() -> None:
    asked = staged(after(opened(), deed("search", cell="c4"))).ask
    assert isinstance(asked.main, Way)
    assert asked.main.href == "hand/?seat=german"
    assert actions_of(asked) == [deed("hold")]


def test_the_faces_of_a_corner_lie_as_on_the_tablet_and_lead_nowhere() -> None:
    flat, turned = (staged(opened(), "soviet", **draft).board for draft in ({"lie": "flat"}, {}))
    assert flat
    assert turned
    places = [
        {each["at"]: (each["x"], each["y"]) for each in board.values["own"]["faces"]}
        for board in (flat, turned)
    ]
    assert places[0]["a6"] == (1, 1)
    assert places[1]["a6"] == (4, 7)
    assert not any(each["href"] for each in flat.values["own"]["faces"])
