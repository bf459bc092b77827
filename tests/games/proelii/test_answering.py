"""The enemy is asked on his own device: who strikes at an escape, who defends itself, who answers."""

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.engine.errors import IllegalAction, InvalidInput
from companion.games.proelii.deeds.secrets import ATTACK, ESCAPE
from companion.games.proelii.game import GAME
from companion.games.proelii.state import State
from companion.tables import play, pleas
from companion.tables.devices import HOUSE, device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table
from tests.games.proelii.player import Player
from tests.games.proelii.player import play as played
from tests.twinned import Person, sat, text

SETUP = {"scenario": "zama", "options": {}}
ASKED = {"escape": ESCAPE, "charge": ATTACK, "hit_and_run": ATTACK}


@cache
def journal(kind: str) -> tuple[list[Any], State, Any]:
    """Lines up to a deed of that kind of which the enemy is asked, and the deed."""
    for seed in range(60):
        lines: list[Any] = []
        for before, action, _ in played(SETUP, Player(Random(seed))):
            if action["type"] == kind and GAME.asks(before, action) is not None:
                return lines, before, declared(action)
            lines = [*lines, action]
    raise AssertionError(f"nobody was asked of {kind}")


def declared(action: Any) -> Any:
    """A deed as its own side says it."""
    return {key: part for key, part in action.items() if key not in ("attacks", "defence", "attack")}


def led(lines: list[Any]) -> Table:
    """A table after these lines."""
    table = open_table(Opening(system="proelii", title="Thursday", kind="seated", setup=SETUP))
    for n, line in enumerate(lines, 1):
        play.act(table, HOUSE, line, n, f"line-{n}")
    table.refresh_from_db()
    return table


def at_table(kind: str) -> tuple[Table, Any, Person, Person]:
    """A table before that deed, who makes it, and who is asked."""
    lines, state, action = journal(kind)
    made = led(lines)
    mover, other = (state.on_move, "black" if state.on_move == "white" else "white")
    return made, action, sat(made, mover, host=True), sat(made, other)


@pytest.fixture(params=[*ASKED])
def asked(request: pytest.FixtureRequest, transactional_db: None) -> tuple[Table, Any, Person, Person]:
    return at_table(request.param)


def tap(table: Table, who: Person, action: Any, key: str = "tap") -> Any:
    here = Table.objects.get(pk=table.pk)
    return play.act(here, device(here, who.secret), action, here.version, key)


def test_the_enemy_is_asked_and_his_answer_is_in_the_line(asked: tuple[Table, Any, Person, Person]) -> None:
    table, action, mover, other = asked
    held = tap(table, mover, action)
    assert held.waiting is not None
    question = Request.objects.get(table=table, kind="question")
    assert question.body["ask"]["type"] == ASKED[action["type"]]
    with pytest.raises(IllegalAction):
        play.reply(table, device(table, mover.secret), question.pk, {})
    names = question.body["ask"].get("attackers", ())
    said = {"attacks": [{"unit": names[0]}]} if names else {"defence": {}}
    play.reply(table, device(table, other.secret), question.pk, said)
    line = Entry.objects.filter(table=table).latest("number")
    assert line.rolled
    told = line.action["attacks"][0] if names else line.action["defence"]
    assert len(told["faces"]) >= 1


def test_what_the_mover_says_for_the_enemy_counts_for_nothing(
    asked: tuple[Table, Any, Person, Person],
) -> None:
    table, action, mover, other = asked
    assert tap(table, mover, {**action, **({"attacks": []} if action["type"] == "escape" else {})}).waiting
    question = Request.objects.get(table=table, kind="question")
    with pytest.raises(InvalidInput):
        play.reply(table, device(table, other.secret), question.pk, {"path": []})
    play.reply(table, device(table, other.secret), question.pk, {})
    line = Entry.objects.filter(table=table).latest("number")
    assert line.action["unit"] == action["unit"]


def test_it_may_be_withdrawn_until_it_is_answered(asked: tuple[Table, Any, Person, Person]) -> None:
    table, action, mover, _ = asked
    tap(table, mover, action)
    question = Request.objects.get(table=table, kind="question")
    pleas.withdraw(table, device(table, mover.secret), question.pk)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_both_screens_say_who_is_asked(asked: tuple[Table, Any, Person, Person]) -> None:
    table, action, mover, other = asked
    tap(table, mover, action)
    home = f"/t/{table.code}/"
    assert "is asked" in mover.browser.get(home).content.decode()
    page = other.browser.get(home).content.decode()
    assert "costs nothing" in page
    assert "25 energy; we roll, or you" in page


@pytest.mark.django_db(transaction=True)
def test_a_table_of_programs_says_all_of_it_as_ever() -> None:
    lines, state, action = journal("escape")
    made = led(lines)
    assert play.act(made, HOUSE, action, made.version, "tap").waiting is None
    assert state.step == "detachment"


def test_it_is_the_turn_of_whom_is_asked_and_what_it_is_about_is_lit(
    asked: tuple[Table, Any, Person, Person],
) -> None:
    table, action, mover, other = asked
    tap(table, mover, action)
    question = Request.objects.get(table=table, kind="question")
    home = f"/t/{table.code}/"
    theirs, own = (text(who.browser.get(home)) for who in (other, mover))
    assert f'data-asked="{question.pk}"' in theirs
    assert 'data-turn="yours"' in theirs
    assert "data-asked" not in own
    assert 'data-turn="yours"' not in own
    ask, state = question.body["ask"], journal(action["type"])[1]
    names = [ask["unit"], *ask.get("attackers", ()), *([ask["target"]] if "target" in ask else ())]
    places = {state.units[name].at for name in names} | {(ask["path"] or [state.units[ask["unit"]].at])[-1]}
    lit = {*re.findall(r'id="square-([a-j][1-6])"[^>]*sq--lit', theirs)}
    assert lit == {at for at in places if at in state.board.squares}
    assert ("ground__way" in theirs) == bool([at for at in ask["path"] if at in state.board.squares])
    assert "sq--lit" not in own
