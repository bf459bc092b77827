"""Screens: every deed that may be done has its button, and no screen holds what only others may know."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Own
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.course.turns import start_turn
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.disguises import disguised
from tests.staged import pieces_of, texts

EVERY = 17
"""Each so-many-th moment of the demo is looked at."""
DEEPEST, MOST_PAGES = 4, 150


@cache
def moments() -> tuple[tuple[State, Any], ...]:
    """The demo, state by state, with the action that led there."""
    setup, actions = GAME.demo()
    states: list[tuple[State, Any]] = [(GAME.open(setup).state, None)]
    for action in actions:
        states.append((GAME.apply(states[-1][0], action).state, action))
    return tuple(states)


def scene(n: int, player: str, draft: Mapping[str, str], room: str = "table") -> Scene[State]:
    """A player's own tablet at a moment of the demo."""
    state, action = moments()[n]
    own = frozenset([player])
    last = GAME.redact_action(state, action, Sight(own, own))
    trail = [each for each, _ in moments()[max(0, n - 1) : n + 1]]
    return Scene(state, Sight(own, own), room, draft, trail, last=last)


def every_text(n: int, player: str, draft: Mapping[str, str]) -> list[str]:
    """The texts of a page, the stage's among them; where a tap only says why not is left out."""
    page = view(scene(n, player, draft))
    board = page["board"] and {**page["board"], "bars": []}
    stage = replace(page.stage, board=None) if page.stage else None
    return [*texts(dict(page) | {"board": board}), *texts(stage)]


def pages(n: int, player: str) -> Iterator[list[str]]:
    """The texts of every page that links lead to, nearest first."""
    seen, near = {""}, [""]
    for _ in range(DEEPEST):
        further: list[str] = []
        for link in near:
            said = every_text(n, player, dict(parse_qsl(link[1:])))
            yield said
            new = {text for text in said if text.startswith("?") and not _merely_more(text)} - seen
            new = set(_few_squares(new))
            further += sorted(new, key=_by_unit)[: MOST_PAGES - len(seen)]
            seen |= set(further)
        near = further


def _few_squares(links: set[str]) -> Iterator[str]:
    """Of the many squares that a deed may go to, one."""
    known = set()
    for link in sorted(links):
        choice = link.partition("&to=")[0]
        if "&to=" not in link or choice not in known:
            yield link
        known |= {choice} if "&to=" in link else set()


def _merely_more(link: str) -> bool:
    """Links that only count further up, plan, note down, correct, or take an enemy for something else."""
    more = link.count("c.") > 1 or "pos=" in link or "do=catalogue" in link or "do=adjust" in link
    weighs = ("dice", "dd", "as", "of", "flag", "class", "page", "with", "next", "h")
    return more or any(f"{before}{key}=" in link for key in weighs for before in "?&")


def _by_unit(link: str) -> tuple[bool, int, str]:
    """Units' own pages first, the shop's many last."""
    return "c." in link or "n=" in link, link.count("&"), link


def deeds(n: int, player: str) -> set[tuple[str, str]]:
    """What the buttons of all pages do: each type of action, and for which unit."""
    found = set()
    for said in pages(n, player):
        for text in said:
            if text.startswith(('{"type"', '[{"type"')):
                done = json.loads(text)
                several = done if isinstance(done, list) else [done]
                found |= {(action["type"], _whose(action)) for action in several}
    return found


def _whose(entry: Mapping[str, Any]) -> str:
    return str(entry.get("unit") or entry.get("keep") or entry.get("from") or entry.get("resource") or "")


@pytest.mark.parametrize("n", range(0, len(moments()), EVERY))
def test_every_legal_deed_has_a_button(n: int) -> None:
    """By links alone, from the page that a tablet opens with."""
    state = moments()[n][0]
    for player in state.playing:
        wanted = {(e["type"], _whose(e)) for e in legal(state) if e.get("player", player) == player}
        missing = wanted - deeds(n, player)
        assert not missing, f"after {n} actions {player} has no button for {missing}"


def thrown_at(n: int) -> bool:
    return bool((moments()[n][1] or {}).get("rolls"))


DICE = [n for n in range(2, len(moments())) if thrown_at(n)]


@pytest.mark.parametrize("n", [*range(EVERY, len(moments()), EVERY), *DICE])
def test_no_screen_tells_what_lies_behind_anothers_screen(n: int) -> None:
    """Whatever the other has, one's own pages, the TV and the public table are the same, letter by letter.

    The last line, its dice and its story among them.
    """
    state, action = moments()[n]
    trail = tuple(each for each, _ in moments()[n - 1 : n + 1])
    for player in state.seated:
        (other,) = set(state.seated) - {player}
        if state.active != other and not _reports_nothing(state, other):
            continue
        masked = _masked(trail, other)
        own = Sight(frozenset([player]), frozenset([player]))
        for room, sight in [("table", own), ("hand", own), ("tv", Sight()), ("table", Sight())]:
            last = GAME.redact_action(state, action, sight)
            for draft in _drafts(state, n):
                whole = Scene(state, sight, room, dict(parse_qsl(draft)), trail, last=last)
                assert view(whole) == view(replace(whole, state=masked[-1], trail=masked)), (n, room, draft)


def _masked(trail: Sequence[State], player: str) -> tuple[State, ...]:
    """That player's secrets other in each state; whoever has just lost people has been counted by all."""
    first, last = trail[0].units, trail[-1].units
    both = first.keys() & last.keys()
    counted = [unit for unit in both if first[unit].strength != last[unit].strength]
    masked = []
    for state in trail:
        other = disguised(state, player)
        for unit in counted:
            other = other.with_unit(unit, strength=state.units[unit].strength)
        masked.append(other)
    return tuple(masked)


def _drafts(state: State, n: int) -> list[str]:
    """The page itself; after dice that alone, else every unit's page and the books."""
    units = [f"unit={unit}" for unit, each in state.units.items() if each.where != "reserve"]
    return [""] if thrown_at(n) else ["", *units, "do=objectives", "do=books"]


def _reports_nothing(state: State, player: str) -> bool:
    """Reconnaissance may tell of a unit: then what it told is no secret any more."""
    return not any(state.units[unit].owner == player for unit in state.reports)


@pytest.mark.parametrize("n", range(0, len(moments()), EVERY))
def test_every_counter_in_the_hand_can_be_spent_or_says_why_not(n: int) -> None:
    """Fuel, ammunition, cargo, layers: a tap opens or does what is legal for that very unit and counter."""
    state = moments()[n][0]
    for player in state.playing:
        for unit in state.of(player, "map"):
            question = view(scene(n, player, {"unit": unit}))["panel"]
            (drawn,) = [own for own in pieces_of(question, Own) if "card" in own.values]
            card = drawn.values["card"]
            for part in ("fuel", "ammunition", "cargo", "layers"):
                assert card["spend"].get(part) or card["idle"][part], (n, unit, part)
            turn = state if state.active == player else start_turn(state, player)
            may = {entry["type"] for entry in legal(turn) if _whose(entry) == unit}
            opened = [dict(parse_qsl(way["href"][1:])) for way in card["spend"].values()]
            assert {each["do"] for each in opened} <= may
            assert all(each["unit"] == unit for each in opened)
