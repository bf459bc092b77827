"""The moment in which both hands open: marks beside their dice, what came of each pair, in four beats."""

from functools import cache
from random import Random
from typing import Any

from companion.engine.scene import Scene, Sight
from companion.engine.stage import Moment
from companion.games.proelii.rules import apply, secrets
from companion.games.proelii.screens.opening import BEATS, opening
from companion.games.proelii.state import State
from companion.tables.lines import Passage
from tests.games.proelii.player import Player
from tests.games.proelii.player import play as played
from tests.games.proelii.test_hands import SETUP, SIDES, ada, boris, giver, journal, says, table  # noqa: F401
from tests.twinned import text


def led(state: State, actions: Any, own: str = "white") -> Scene[State]:
    """A scene after these lines, as it lies before one side."""
    passages, trail = [Passage(1, {}, None, state)], [state]
    for n, action in enumerate(actions, 2):
        passages.append(Passage(n, action, trail[-1], apply(trail[-1], action).state))
        trail.append(passages[-1].after)
    seat = frozenset([own])
    return Scene(trail[-1], Sight(seat, seat, seat), trail=trail, last=passages[-1].action, passages=passages)


def shown(moment: Moment | None) -> Any:
    assert moment is not None
    assert moment.picture is not None
    return moment.picture.values["opening"]


@cache
def deadly() -> tuple[State, list[Any]]:
    """A combat from the end of its rolls to losses by which a unit falls and another may step on."""
    for seed in range(60):
        before: State | None = None
        lines: list[Any] = []
        for state, action, after in played({"scenario": "zama"}, Player(Random(seed))):
            before, lines = (state, []) if state.step == "roll" else (before, lines)
            lines = [*lines, action]
            if action["type"] == "losses" and before and after.step == "advance" and after.may_advance:
                return before, lines
    raise AssertionError("nobody fell")


def test_marks_that_were_shut_stand_beside_their_dice() -> None:
    _, state = journal()
    marks = {
        side: secrets.marked(state, side, None, {"unit": giver(state, side), "way": "cancel"})
        for side in SIDES
    }
    told = shown(opening(led(state, [*secrets.opened(state, marks)])))
    halves = [half for pair in told["pairs"] for half in pair["halves"]]
    for side in SIDES:
        name = state.units[giver(state, side)].name
        assert {half["words"] for half in halves if half["name"] == name} == {"Cancel"}
    assert tuple(told["beats"]) == BEATS
    assert all(pair["halves"][0]["mine"] and not pair["halves"][1]["mine"] for pair in told["pairs"])


def test_each_side_has_its_own_at_the_left() -> None:
    _, state = journal()
    actions = [*secrets.opened(state, {})]
    white, black = (shown(opening(led(state, actions, side)))["pairs"] for side in SIDES)
    assert [pair["halves"][0]["name"] for pair in white] == [pair["halves"][1]["name"] for pair in black]


def test_who_falls_is_crossed_out_and_who_may_step_on_is_named() -> None:
    before, actions = deadly()
    scene = led(before, actions)
    told = shown(opening(scene))
    fallen = {u.name for n, u in scene.state.units.items() if not u.is_living and before.units[n].is_living}
    crossed = {half["name"] for pair in told["pairs"] for half in pair["halves"] if half["falls"]}
    assert crossed == fallen != set()
    assert any("may step to" in pair["steps"] for pair in told["pairs"])
    assert any(pair["bad"] and "fall" in pair["verdict"] for pair in told["pairs"])
    sides = {side["side"]: {fact["name"]: fact for fact in side["facts"]} for side in told["sides"]}
    assert sum(side["units"]["was"] - side["units"]["now"] for side in sides.values()) == len(fallen)


def test_no_other_line_opens_hands() -> None:
    _, state = journal()
    assert opening(led(state, [{"type": "close"}])) is None


def test_the_moment_is_on_every_screen_of_the_table(table: Any, ada: Any, boris: Any) -> None:  # noqa: F811
    says(table, ada, "a", ready=True)
    says(table, boris, "b", ready=True)
    rooms = [(who, room) for who in (ada, boris) for room in ("", "tv/")]
    for page in (who.browser.get(f"/t/{table.code}/{room}") for who, room in rooms):
        assert "s-moment--whole" in text(page)
        assert "Both hands are open" in text(page)
