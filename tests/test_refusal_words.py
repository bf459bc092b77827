"""What a person can be refused with, all of it: it names the thing at the table, and nothing of the code."""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from test_words import ONE_OF_MANY

from companion import shelf
from companion.answer import answer
from companion.engine.errors import GameError
from companion.engine.form.described import called, in_file
from companion.engine.game import Game

CODE = re.compile(
    r"[a-z]+_[a-z]|\b(?:keys?|objects?|null|None|JSON|id|ids)\b|\b[a-z]+\.[a-z#\d]+\b|\ue000|\{[a-z]"
)
OFTEN = 3
LONG = 3000
"""Letters of a question beyond which it is a file, and not a form."""
JUNK: list[Any] = [None, 0, 99, -1, True, "nobody", [], {}, ["x"], 10**9]


def bent(action: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The action with one thing left out or wrong, at every place in it."""
    for path in places(action):
        for junk in (..., *JUNK):
            yield changed(action, path, junk)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        if key != "type":
            yield (*path, key)
            yield from places(inner, (*path, key))


def changed(action: dict[str, Any], path: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    other = copy.deepcopy(action)
    holder: Any = other
    for key in path[:-1]:
        holder = holder[key]
    if junk is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = junk
    return other


def played(game: Game[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Positions of recorded games with what was done in them: of each kind of deed the first few."""
    seen: Counter[str] = Counter()
    for name in ("worked", "practice"):
        for line in (game.folder / "examples" / f"{name}.jsonl").read_text().splitlines():
            case = json.loads(line)
            if case["procedure"] != "replay" or "error" in case["expect"]:
                continue
            state = game.open(case["input"]["setup"]).state
            for action in case["input"]["actions"]:
                seen[action["type"]] += 1
                if seen[action["type"]] <= OFTEN:
                    yield state, action
                state = game.apply(state, action).state


def refusals(game: Game[Any]) -> dict[str, Any]:
    """Every refusal of these deeds done wrong, or done at the wrong time, and an action that meets it."""
    met: dict[str, Any] = {}
    lines = list(played(game))
    actions = [action for _, action in lines]
    for state, action in lines:
        for wrong in (*bent(action), *actions):
            try:
                game.apply(state, wrong)
            except GameError as refused:
                met.setdefault(refused.message, (wrong, refused.path))
    return met


@pytest.mark.parametrize("slug", shelf.slugs())
def test_no_refusal_of_a_deed_speaks_in_code(slug: str) -> None:
    met = refusals(shelf.game(slug))
    assert len(met) > 100
    coded = {words: where for words, where in met.items() if CODE.search(without_given(words))}
    assert not coded
    assert not {words for words in met if words[0].islower() or ONE_OF_MANY.search(words)}
    assert not {words for words in met if not words.endswith(".")}


def without_given(words: str) -> str:
    """A refusal without the value that was given: that is said as it came."""
    return re.sub(r"; \S+ was given\.$|^\"\S+\"", ".", words)


def asked_wrong(game: Game[Any]) -> dict[str, Any]:
    """Every refusal of a question of the desk with one thing in it wrong, as its page tells it."""
    met: dict[str, Any] = {}
    for name, sheet in game.procedures.items():
        whole = sheet.start()
        for wrong in bent(whole) if len(json.dumps(whole)) < LONG else ():
            refusal = sheet.misread(wrong) or refused(game, name, wrong)
            if refusal and not in_file(sheet.fields, refusal):
                met.setdefault(called(sheet.fields, refusal).message, (name, refusal.path))
    return met


def refused(game: Game[Any], name: str, question: Any) -> GameError | None:
    try:
        answer(game.procedure(name), question, Random(1))
    except GameError as refusal:
        return refusal
    return None


@pytest.mark.parametrize("slug", shelf.slugs())
def test_no_refusal_of_the_desk_speaks_in_code(slug: str) -> None:
    met = asked_wrong(shelf.game(slug))
    assert len(met) > 50
    assert not {words: where for words, where in met.items() if CODE.search(without_given(words))}
    assert not {words for words in met if words[0].islower() or ONE_OF_MANY.search(words)}
