"""Real dice typed on a tablet, throw by throw: each deed of Combat comes out as the app would roll it."""

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Deed, Fields, Lead, Note, Own, Question
from companion.engine.wire import Json
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.state import State
from tests.games.parabellum.disguises import disguised
from tests.games.parabellum.drawn import load, table, unit
from tests.staged import pieces_of

N, S = "north", "south"


def yard(phase: str) -> State:
    """Tokens in a row between friend and foe: whatever goes up may set off the next."""
    return table(
        phase,
        unit(N, "squad", "a1"),
        unit(N, "mortar", "a2"),
        unit(S, "squad", "b1"),
        unit(S, "tank", "c2"),
        caches={"b2": load(3, 2), "c1": load(1, 4), "d1": load(3)},
    )


def asked(state: State, draft: Mapping[str, str], asks: Json = None, player: str = N) -> Question:
    sight = Sight(frozenset([player]), frozenset([player]))
    question: Question = view(Scene(state, sight, "table", draft, (state,), asks))["panel"]
    return question


def pads(question: Question) -> list[Mapping[str, Any]]:
    """The handfuls of the throw that is asked for; none where all dice lie."""
    return next((own.values["pools"] for own in pieces_of(question, Own) if "pools" in own.values), [])


def rows(question: Question) -> list[Mapping[str, Any]]:
    """What has been thrown so far."""
    return next((own.values["rows"] for own in pieces_of(question, Own) if "again" in str(own.values)), [])


def says(question: Question) -> list[str]:
    return [str(note.words) for note in pieces_of(question, Note)]


def does(question: Question) -> Any:
    """What the main button does."""
    assert isinstance(question.main, Deed)
    return json.loads(question.main.action)


def thrown(action: Json) -> list[tuple[list[int], list[int]]]:
    """All dice of an action, a throw each, as a screen asks for them."""
    kind, rolls = action["type"], action["rolls"]
    if kind == "barrage":
        entries = []
        for shot in (each for each in rolls if each is not None):
            entries.append({"attack": [shot["artillery"]], "defense": shot["defense"]})
            entries += shot.get("explosions", [])
    else:
        entries = [rolls, *rolls.get("explosions", [])]
    return [(entry["attack"], entry["defense"]) for entry in entries]


def tapped(question: Question, dice: tuple[list[int], list[int]]) -> dict[str, str]:
    """What the form of one throw sends, with these dice."""
    assert question.to == "here"
    found = {field.name: field.value for each in pieces_of(question, Fields) for field in each.fields}
    for pool, side in zip(pads(question), dice, strict=True):
        many = Counter(side)
        assert not set(many) - {each["face"] for each in pool["faces"]}
        found |= {each["name"]: str(many[each["face"]] or "") for each in pool["faces"]}
    return found


def told_die(question: Question) -> dict[str, str] | None:
    """The defender says which die: the link for it, where it is asked."""
    sides = 10 if "tank" in str(pieces_of(question, Lead)[0].words) else 6
    dice = [each for piece in pieces_of(question, Choices) for each in piece.choices]
    wanted = [each for each in dice if each.words == f"d{sides}" and not each.chosen]
    return dict(parse_qsl(wanted[0].href[1:])) if wanted else None


def taken(state: State, draft: dict[str, str], action: Json) -> Json:
    """Type all dice of an action into the screens; what its last button does."""
    for dice in thrown(action):
        draft = told_die(asked(state, draft)) or draft
        draft = tapped(asked(state, draft), dice)
    question = asked(state, draft)
    assert not pads(question)
    return does(question)


@pytest.mark.parametrize("seed", range(12))
def test_dice_typed_into_the_screens_do_what_the_apps_own_would_do(seed: int) -> None:
    """An attack, fire at a cache, a barrage at units and caches: chains, wasted shots and all."""
    special, direct = yard("special"), yard("direct")
    shots = [{"unit": "u3"}, {"cache": "c1"}, {"cache": "c1"}]
    deeds = [
        (direct, {"type": "attack_cache", "unit": "u1", "square": "b2"}, {"do": "attack_cache", "to": "b2"}),
        (
            special,
            {"type": "barrage", "unit": "u2", "shots": shots},
            {"do": "barrage", "s.u3": "1", "s.c1": "2"},
        ),
    ]
    for state, deed, draft in deeds:
        action = GAME.roll(state, {"player": N, **deed}, Random(seed))
        typed = taken(state, {"unit": deed["unit"], "dice": "1", **draft}, action)
        assert GAME.apply(state, typed).state == GAME.apply(state, action).state


def test_the_screen_of_dice_asks_nothing_of_a_card_that_it_may_not_see() -> None:
    """Half way through a chain the page is the same, whatever the struck units are and have."""
    state, random = yard("direct"), Random(4)
    action = GAME.roll(state, {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2"}, random)
    assert len(thrown(action)) > 3
    draft = {"unit": "u1", "do": "attack_cache", "to": "b2", "dice": "1"}
    for dice in thrown(action):
        assert not any(row.get("alone") for row in rows(asked(state, draft)))
        assert asked(disguised(state, S), draft) == asked(state, draft)
        draft = told_die(asked(state, draft)) or draft
        draft = tapped(asked(state, draft), dice)


def test_a_wrong_number_of_ones_own_dice_is_said_and_the_others_are_counted_as_thrown() -> None:
    draft = {"unit": "u1", "do": "attack", "at": "u3", "dice": "1"}
    few = {**draft, "x0A.6": "3", "x0D.3": "2"}
    assert "4 dice are thrown; 3 are tapped" in says(asked(yard("direct"), few))[-1]
    fewer = {key: text for key, text in few.items() if key != "x0D.3"}
    assert "tap its dice too; none are tapped" in says(asked(yard("direct"), fewer))[-1]
    assert pads(asked(yard("direct"), few))[1]["wanted"] is None
    whole = {**few, "x0A.6": "4"}
    assert "rolls" in does(asked(yard("direct"), whole))
    again = pads(asked(yard("direct"), {**whole, "again": "0"}))
    assert [pool["sum"] for pool in again] == [4, 2]


def test_a_defender_types_the_dice_that_hit_back() -> None:
    state = yard("direct")
    rolls = {"attack": [8, 1, 1, 1], "defense": [1, 1, 1, 1]}
    attack = {"type": "attack", "player": N, "unit": "u1", "target": "u3", "rolls": rolls}
    question = GAME.asks(state, attack)
    assert question is not None
    first = asked(state, {"dice": "1"}, question.ask, S)
    assert [pool["wanted"] for pool in pads(first)] == [3, None]
    draft = tapped(first, ([8, 8, 1], [1, 1, 1, 1]))
    reply = does(asked(state, draft, question.ask, S))
    after = GAME.apply(state, GAME.answer(state, attack, reply)).state
    assert after.units["u1"].strength == 2


@pytest.mark.parametrize("key", ["x0A.6", "x9D.1", "xA", "x-1A.2", "x0A.", "again", "dd.u3", "x٣A.1"])
@pytest.mark.parametrize("text", ["", "-1", "99", "٣", "1e9", "x"])
def test_odd_dice_in_an_address_break_nothing(key: str, text: str) -> None:
    draft = {"unit": "u1", "do": "attack", "at": "u3", "dice": "1", key: text}
    assert pads(asked(yard("direct"), draft))


def test_the_story_draws_an_explosion_cache_after_cache() -> None:
    """What went up, what each combat did, what was set off next: in the order of the journal's dice."""
    state = yard("direct")
    blast = {"attack": [8, 8, 8, 8, 8], "defense": [1, 1, 1, 1]}
    mortar = {"attack": [1, 1, 1, 1, 1], "defense": [6, 6, 6]}
    tank = {"attack": [8, 1, 1, 1, 1], "defense": [1, 2, 3, 4, 5]}
    rolls = {"attack": [8, 8, 8, 8], "defense": [1] * 5, "explosions": [blast, mortar, tank]}
    action = {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2", "rolls": rolls}
    after = GAME.apply(state, action).state
    seen: Any = view(Scene(after, Sight(), "tv", {}, (state, after), last=action))["story"]
    told = [row.get("heading") or row["verdict"] for row in seen["rows"]]
    assert told[0] == "The cache on B2 is set off"
    assert told[1] == "The cache on B2 goes up"
    assert sorted(told[2:]) == [
        "North cart u2 loses two people",
        "South foot u3 is destroyed",
        "South tank u4 loses one person",
    ]
    assert "u3" not in after.units
