"""Branches over the interface: made, listed, compared and put away by a token alone."""

import pytest

from companion import shelf
from tests.tables.test_api import Program

pytestmark = pytest.mark.django_db(transaction=True)


def playing() -> Program:
    """A program that opened a table of Scarper, a dozen lines on; nobody else sits at it."""
    game = shelf.game("scarper")
    assert game.demo is not None
    setup, actions = game.demo()
    _, made = Program().ask("", {"system": "scarper", "title": "Thursday", "kind": "open", "setup": setup})
    host = Program(made["code"], made["host"])
    for number, action in enumerate(actions[:12], 1):
        assert host.ask("/actions", {"action": action, "seen": number, "key": f"line-{number}"})[0] == 201
    return host


def test_a_program_branches_plays_on_compares_and_puts_away() -> None:
    host = playing()
    before = host.ask("/journal")[1]
    status, branch = host.ask("/branches", {"line": 8})
    assert (status, branch["line"], branch["version"]) == (201, 8, 8)
    there = Program(branch["code"], host.token)
    ninth = before["entries"][8]["action"]
    assert there.ask("/actions", {"action": ninth, "seen": 8, "key": "otherwise"})[0] == 201
    told = there.ask("/beside")[1]
    assert (told["true"], told["line"]) == (host.table, 8)
    assert told["figures"]
    assert {len(each["values"]) for each in told["courses"]} == {9}
    assert there.ask("/put-away", {})[0] == 201
    (listed,) = host.ask("/branches")[1]["branches"]
    assert (listed["code"], listed["put_away"]) == (branch["code"], True)
    assert host.ask("/journal")[1] == before


def test_a_branch_is_refused_in_words_and_nothing_is_made() -> None:
    host = playing()
    for wrong, code in (
        ({"line": 99}, "illegal_action"),
        ({"line": -1}, "invalid_input"),
        ({}, "invalid_input"),
    ):
        status, told = host.ask("/branches", wrong)
        assert (status, told["error"]["code"]) == (422, code)
    assert host.ask("/branches")[1] == {"branches": []}
    assert host.ask("/beside")[0] == host.ask("/put-away", {})[0] == 422
    stranger = Program(host.table, "nobody")
    assert stranger.ask("/branches")[0] == stranger.ask("/branches", {"line": 3})[0] == 403
