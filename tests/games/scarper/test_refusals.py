"""What is refused, with its code and its place: one line a fault, in the order of checks."""

import json
from functools import reduce
from typing import Any

import pytest

from companion.engine.errors import GameError
from companion.engine.rulebook import rulebook
from companion.games.scarper.data import CARD_SIDES, FOLDER, PHASES
from companion.games.scarper.deeds import DEEDS
from companion.games.scarper.game import GAME
from companion.games.scarper.state.box import NEEDS, ONGOING_AMOUNTS

STARTER = {each.key: each.sample() for each in GAME.files}
OPEN = [
    {"type": "choose_missions", "side": "german", "keep": 1},
    {"type": "choose_missions", "side": "allied", "keep": 2},
]
TANNENBERG = {"type": "play_card", "side": "german", "card": "battle-of-tannenberg", "mode": "commands"}
ZEPPELINS = {"type": "play_card", "side": "german", "card": "zeppelins-over-liege", "mode": "event"}
BERTHA = {"type": "play_card", "side": "german", "card": "schlieffen-plan", "mode": "event"}
EMPTY_HANDS = {
    "type": "adjust",
    "reason": "no cards",
    "changes": [{"path": f"hands.{side}.count", "value": 0} for side in ("allied", "german")],
}


def replayed(*actions: Any, **options: Any) -> Any:
    setup = {"options": {"cards": "table", **options}}
    return {"setup": setup, "actions": list(actions)}


def refused(procedure: str, question: Any) -> tuple[str, str]:
    with pytest.raises(GameError) as error:
        GAME.procedure(procedure).resolve(json.loads(json.dumps(question)))
    assert len(error.value.message) > 10
    return error.value.code, error.value.path


INVALID, ILLEGAL = "invalid_input", "illegal_action"


def start(action: Any, code: str, path: str) -> Any:
    """A fault of the first action in 1914's first German round."""
    return pytest.param(replayed(*OPEN, action), code, f"actions.2{path and '.' + path}", id=f"{path}-{code}")


def after(card: Any, action: Any, code: str, path: str, **options: Any) -> Any:
    return pytest.param(replayed(*OPEN, card, action, **options), code, f"actions.3{path and '.' + path}")


def german(kind: str, **keys: Any) -> Any:
    return {"type": kind, "side": "german", **keys}


def place(**keys: Any) -> Any:
    return {"battlefield": "metz", "space": 1, "count": 1, **keys}


def event(*choices: Any) -> Any:
    return german("resolve_event", choices=list(choices))


ACTIONS = [
    start(7, INVALID, ""),
    start({}, INVALID, "type"),
    start({"type": 3}, INVALID, "type"),
    start({"type": "surrender", "oh": 1}, INVALID, "type"),
    start({"type": "resign", "why": 1, "because": 2}, INVALID, "because"),
    start({"type": "resign"}, INVALID, "side"),
    start({"type": "resign", "side": "french"}, INVALID, "side"),
    start({"type": "choose_missions", "side": "german", "keep": 3}, INVALID, "keep"),
    start({"type": "choose_missions", "side": "german", "keep": True}, INVALID, "keep"),
    start({"type": "choose_missions", "side": "german", "keep": 1}, ILLEGAL, "type"),
    start({"type": "choose_first", "side": "german", "first": "german"}, ILLEGAL, "type"),
    start({"type": "score_year"}, ILLEGAL, "type"),
    start({"type": "reveal_missions"}, INVALID, "missions"),
    start({"type": "reveal_missions", "missions": {"allied": []}}, INVALID, "missions.german"),
    start(german("end_commands"), ILLEGAL, "type"),
    start({"type": "build_trenches", "side": "allied", "placements": [place()]}, ILLEGAL, "side"),
    start(german("build_trenches", placements=[]), INVALID, "placements"),
    start(german("build_trenches", placements=[place(space=10)]), INVALID, "placements.0.space"),
    start(german("build_trenches", placements=[place(count=0)]), INVALID, "placements.0.count"),
    start(german("build_trenches", placements=[place(count=100)]), INVALID, "placements.0.count"),
    start(
        german("build_trenches", placements=[place(battlefield="paris")]), INVALID, "placements.0.battlefield"
    ),
    start(german("build_trenches", placements=[place(), place(space=0)]), ILLEGAL, "placements.1.space"),
    start(german("build_trenches", placements=[place(space=-1)]), ILLEGAL, "placements.0.space"),
    start(german("build_trenches", placements=[place(space=4)]), ILLEGAL, "placements.0.space"),
    start(german("build_trenches", placements=[place(count=3), place(count=3)]), ILLEGAL, "placements"),
    start({**TANNENBERG, "side": "allied"}, ILLEGAL, "side"),
    start({**TANNENBERG, "card": "paris-gun"}, ILLEGAL, "card"),
    start({**TANNENBERG, "card": "paris-metro"}, ILLEGAL, "card"),
    start({**TANNENBERG, "card": None}, INVALID, "card"),
    start({**TANNENBERG, "mode": "both"}, INVALID, "mode"),
    start({**TANNENBERG, "card": "bef-lands", "mode": "event"}, ILLEGAL, "mode"),
    start({**TANNENBERG, "card": "bef-lands"}, INVALID, "event_order"),
    start({**TANNENBERG, "card": "bef-lands", "event_order": "during"}, INVALID, "event_order"),
    start({**TANNENBERG, "card": "bef-lands", "event_order": None}, INVALID, "event_order"),
    start({**TANNENBERG, "event_order": "after"}, ILLEGAL, "event_order"),
    start({**TANNENBERG, "mode": "event", "event_order": "after"}, ILLEGAL, "event_order"),
    after(TANNENBERG, TANNENBERG, ILLEGAL, "type"),
    after(TANNENBERG, german("publish_propaganda", points=4), ILLEGAL, "points"),
    after(TANNENBERG, german("publish_propaganda", points=0), INVALID, "points"),
    after(TANNENBERG, german("publish_propaganda", points=2.0), INVALID, "points"),
    after(TANNENBERG, german("publish_propaganda", points=2), ILLEGAL, "points", propaganda_max=1),
    after(TANNENBERG, german("invest_economy", points=1), ILLEGAL, "points", economy_max=5),
    after(TANNENBERG, german("steady_push", battlefield="metz", points=1), ILLEGAL, "points"),
    after(TANNENBERG, german("steady_push", battlefield="ypres", points=4), ILLEGAL, "points"),
    after(TANNENBERG, german("steady_push", battlefield="paris", points=1), INVALID, "battlefield"),
    after(TANNENBERG, german("frontal_charge", battlefield="ypres"), INVALID, "rolls"),
    after(
        TANNENBERG,
        german("frontal_charge", battlefield="ypres", rolls={"attacker": 1}),
        INVALID,
        "rolls.defender",
    ),
    after(
        TANNENBERG, german("concentrated_assault", battlefield="ypres", rolls={"d6": 0}), INVALID, "rolls.d6"
    ),
    after(TANNENBERG, {"type": "end_commands", "side": "allied"}, ILLEGAL, "side"),
    after(TANNENBERG, german("end_commands"), ILLEGAL, "type"),
    after(TANNENBERG, event(None, None), ILLEGAL, "type"),
    after(ZEPPELINS, {**event(None, None), "side": "allied"}, ILLEGAL, "side"),
    after(ZEPPELINS, event(None), INVALID, "choices"),
    after(ZEPPELINS, event(None, 3), INVALID, "choices.1"),
    after(ZEPPELINS, event(None, None), ILLEGAL, "choices.0"),
    after(ZEPPELINS, event({}, None), INVALID, "choices.0.removals"),
    after(ZEPPELINS, event({"removals": [place()]}, None), ILLEGAL, "choices.0.removals.0.space"),
    after(
        ZEPPELINS,
        event({"removals": [place(battlefield="ypres")]}, None),
        ILLEGAL,
        "choices.0.removals.0.battlefield",
    ),
    after(
        ZEPPELINS,
        event({"removals": [place(space=-1, count=3)]}, None),
        ILLEGAL,
        "choices.0.removals.0.count",
    ),
    after(
        ZEPPELINS,
        event({"removals": [place(space=-1, count=2), place(space=-1)]}, None),
        ILLEGAL,
        "choices.0.removals.1.count",
    ),
    after(
        ZEPPELINS,
        event({"removals": [place(space=-1, count=2), place(battlefield="colmar", space=-1)]}, None),
        ILLEGAL,
        "choices.0.removals",
    ),
    after(ZEPPELINS, event({"removals": [], "more": 1}, None), INVALID, "choices.0.more"),
    after(ZEPPELINS, event({"removals": []}, {}), ILLEGAL, "choices.1"),
    after(BERTHA, event({"battlefield": "ypres"}, None), ILLEGAL, "choices.0.battlefield"),
    after(BERTHA, event({"battlefield": "paris"}, None), INVALID, "choices.0.battlefield"),
    after(BERTHA, event({"battlefield": "somme", "rolls": {"d6": 1}}, None), INVALID, "choices.0.rolls"),
]


@pytest.mark.parametrize(("question", "code", "path"), ACTIONS)
def test_a_bad_action_is_refused_with_its_place(question: Any, code: str, path: str) -> None:
    assert refused("replay", question) == (code, path)


def change(path: str, value: Any) -> Any:
    return {"type": "adjust", "reason": "a slip", "changes": [{"path": path, "value": value}]}


@pytest.mark.parametrize(
    ("action", "code", "path"),
    [
        (change("morale", 16), INVALID, "changes.0.value"),
        (change("morale", "3"), INVALID, "changes.0.value"),
        (change("weather", 1), INVALID, "changes.0.path"),
        (change("propaganda.french", 1), INVALID, "changes.0.path"),
        (change("propaganda.allied.more", 1), INVALID, "changes.0.path"),
        (change("economy.allied", 11), INVALID, "changes.0.value"),
        (change("hands.allied.count", 10), INVALID, "changes.0.value"),
        (change("battlefields.ypres.frontline", 4), INVALID, "changes.0.value"),
        (change("battlefields.ypres.trenches", {"9": 1}), INVALID, "changes.0.value"),
        (change("battlefields.ypres.trenches", {"1": 0}), INVALID, "changes.0.value"),
        (change("battlefields.ypres.trenches", {"0": 1}), ILLEGAL, "changes"),
        (change("battlefields.metz.frontline", 1), ILLEGAL, "changes"),
        (change("hands.german.count", 0), ILLEGAL, "changes.0.value"),
        ({"type": "adjust", "reason": "", "changes": [{}]}, INVALID, "reason"),
        ({"type": "adjust", "reason": "x", "changes": []}, INVALID, "changes"),
        ({"type": "adjust", "reason": "x\0", "changes": []}, INVALID, "reason"),
        ({"type": "adjust", "reason": "x", "changes": [{"path": "morale"}]}, INVALID, "changes.0.value"),
    ],
)
def test_a_bad_adjustment_is_refused_with_its_place(action: Any, code: str, path: str) -> None:
    assert refused("replay", replayed(*OPEN, action)) == (code, f"actions.2.{path}")


def judged(**library: Any) -> Any:
    """A library whose German missions the table judges."""
    missions = [
        {**each, "condition": {"p": "table"}} if each["side"] == "german" else each
        for each in STARTER["library"]["missions"]
    ]
    return {**STARTER["library"], "missions": missions, **library}


REVEALED = {"allied": ["allied-economy", "allied-dig-in"], "german": ["german-economy"]}


@pytest.mark.parametrize(
    ("missions", "verdicts", "code", "path"),
    [
        ({**REVEALED, "german": []}, {}, ILLEGAL, "missions.german"),
        ({**REVEALED, "german": ["allied-economy"]}, {}, INVALID, "missions.german.0"),
        ({**REVEALED, "allied": ["allied-economy"] * 2}, {}, INVALID, "missions.allied.1"),
        (REVEALED, None, INVALID, "verdicts"),
        (REVEALED, {}, INVALID, "verdicts.german-economy"),
        (REVEALED, {"german-economy": 1}, INVALID, "verdicts.german-economy"),
        (REVEALED, {"german-economy": True, "allied-economy": True}, INVALID, "verdicts.allied-economy"),
    ],
)
def test_a_bad_reveal_is_refused_with_its_place(missions: Any, verdicts: Any, code: str, path: str) -> None:
    reveal = {"type": "reveal_missions", "missions": missions}
    if verdicts is not None:
        reveal["verdicts"] = verdicts
    question = replayed(EMPTY_HANDS, *OPEN, reveal)
    question["setup"]["library"] = judged()
    assert refused("replay", question) == (code, f"actions.3.{path}")


def test_the_apps_missions_are_not_entered_by_hand() -> None:
    setup = json.loads((GAME.folder / "starter" / "demo.json").read_text("utf-8"))["setup"]
    action = {"type": "reveal_missions", "missions": REVEALED}
    assert refused("replay", {"setup": setup, "actions": [action]}) == (INVALID, "actions.0.missions")
    keep = {"type": "choose_missions", "side": "allied", "keep": ["german-economy"]}
    assert refused("replay", {"setup": setup, "actions": [keep]}) == (ILLEGAL, "actions.0.keep.0")
    for bad in ([], ["a", "a"], ["a", "b", "c"], 1):
        assert refused("replay", {"setup": setup, "actions": [{**keep, "keep": bad}]}) == (
            INVALID,
            "actions.0.keep",
        )


def test_nothing_follows_the_end() -> None:
    over = {"type": "resign", "side": "allied"}
    for action in (over, change("morale", 1), *OPEN):
        assert refused("replay", replayed(over, action)) == (ILLEGAL, "actions.1.type")


def library(**changes: Any) -> Any:
    """The starter library with its first card changed."""
    first, *rest = STARTER["library"]["cards"]
    return {**STARTER["library"], "cards": [{**first, **changes}, *rest]}


def effect(**keys: Any) -> Any:
    return library(effects=[{"kind": "morale", "side": "own", "amount": 1}, keys])


CARD = "library.cards.0"
LIBRARIES = [
    ([], "library"),
    ({**STARTER["library"], "id": "Tiny"}, "library.id"),
    ({**STARTER["library"], "title": ""}, "library.title"),
    ({**STARTER["library"], "author": "me"}, "library.author"),
    ({**STARTER["library"], "cards": {}}, "library.cards"),
    ({**STARTER["library"], "cards": STARTER["library"]["cards"][:-4]}, "library.cards"),
    ({**STARTER["library"], "missions": STARTER["library"]["missions"][1:]}, "library.missions"),
    ({**STARTER["library"], "cards": [7, *STARTER["library"]["cards"]]}, "library.cards.0"),
    (library(id="digging-in"), "library.cards.9.id"),
    (library(year=1913), f"{CARD}.year"),
    (library(side="french"), f"{CARD}.side"),
    (library(points=7), f"{CARD}.points"),
    (library(text=None), f"{CARD}.text"),
    (library(remain=1), f"{CARD}.remain"),
    (library(colour="red"), f"{CARD}.colour"),
    (library(requires=["bef-lands"]), f"{CARD}.requires.0"),
    (library(cancels=["digging-in", "nothing"]), f"{CARD}.cancels.1"),
    (library(prevents="digging-in"), f"{CARD}.prevents"),
    (library(ongoing=[{"kind": "year_morale", "side": "own", "amount": 1}]), f"{CARD}.ongoing"),
    (
        library(remain=True, ongoing=[{"kind": "year_morale", "side": "own", "amount": 6}]),
        f"{CARD}.ongoing.0",
    ),
    (library(remain=True, ongoing=[{"kind": "track", "side": "own", "amount": 1}]), f"{CARD}.ongoing.0"),
    (effect(kind="nuke"), f"{CARD}.effects.1"),
    (effect(kind="economy", side="own", amount=0), f"{CARD}.effects.1"),
    (effect(kind="build", side="own", count=1, battlefields=[]), f"{CARD}.effects.1"),
    (effect(kind="raze", side="own", count=1, battlefields=["paris"]), f"{CARD}.effects.1"),
    (effect(kind="morale", side="own", amount=1, battlefields=["ypres"]), f"{CARD}.effects.1"),
    (effect(kind="table", text=""), f"{CARD}.effects.1"),
    (effect(kind="morale", side="own", amount=1, **{"if": {"p": "maybe"}}), f"{CARD}.effects.1"),
    (effect(kind="morale", side="own", amount=1, **{"if": {"p": "all", "of": []}}), f"{CARD}.effects.1"),
    (effect(kind="morale", side="own", amount=1, **{"if": {"p": "table"}}), f"{CARD}.effects.1"),
    (effect(kind="morale", side="own", amount=1, **{"if": None}), f"{CARD}.effects.1"),
]


@pytest.mark.parametrize(("given", "path"), LIBRARIES)
def test_a_bad_library_is_refused_with_its_place(given: Any, path: str) -> None:
    assert refused("check-library", {"library": given}) == (INVALID, path)
    assert refused("setup", {"options": {"cards": "table"}, "library": given}) == (INVALID, path)


@pytest.mark.parametrize(
    "condition",
    [
        {"p": "run", "length": 1},
        {"p": "ahead", "what": "economy", "margin": 0},
        {"p": "at_least", "what": "morale", "value": 1, "battlefields": ["ypres"]},
        {"p": "at_most", "what": "held"},
        {"p": "in_play", "card": "nothing"},
        {"p": "year", "from": 1914},
        {"p": "not", "of": [{"p": "run", "length": 2}]},
        {"p": "table", "side": "own"},
        reduce(lambda inner, _: {"p": "not", "of": inner}, range(41), {"p": "in_play", "card": "digging-in"}),
        "always",
    ],
)
def test_a_bad_condition_is_a_fault_of_its_mission(condition: Any) -> None:
    first, *rest = STARTER["library"]["missions"]
    given = {**STARTER["library"], "missions": [{**first, "condition": condition}, *rest]}
    assert refused("check-library", {"library": given}) == (INVALID, "library.missions.0.condition")


def board(**changes: Any) -> Any:
    fields = STARTER["board"]["battlefields"]
    return {**STARTER["board"], "battlefields": {**fields, "verdun": {**fields["verdun"], **changes}}}


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (None, "board"),
        (board(allied=[]), "board.battlefields.verdun.allied"),
        (board(german=[1] * 10), "board.battlefields.verdun.german"),
        (board(german=[1, 16]), "board.battlefields.verdun.german"),
        (board(german=[3, 1]), "board.battlefields.verdun.german"),
        (board(trenches={"0": 1}), "board.battlefields.verdun.trenches.0"),
        (board(trenches={"4": 1}), "board.battlefields.verdun.trenches.4"),
        (board(trenches={"+1": 1}), "board.battlefields.verdun.trenches.+1"),
        (board(trenches={"1": 0}), "board.battlefields.verdun.trenches.1"),
        (board(trenches={"1": 99}), "board.battlefields.metz.trenches.1"),
        (board(hills=1), "board.battlefields.verdun.hills"),
        ({**STARTER["board"], "battlefields": {}}, "board.battlefields.ypres"),
        ({**STARTER["board"], "id": "A"}, "board.id"),
    ],
)
def test_a_bad_board_is_refused_with_its_place(given: Any, path: str) -> None:
    assert refused("check-board", {"board": given}) == (INVALID, path)


@pytest.mark.parametrize("procedure", GAME.procedures)
@pytest.mark.parametrize("question", [None, [], "x", 3, True])
def test_a_question_is_an_object(procedure: str, question: Any) -> None:
    assert refused(procedure, question) == (INVALID, "")


@pytest.mark.parametrize("procedure", GAME.procedures)
def test_an_unknown_key_comes_before_a_missing_one(procedure: str) -> None:
    assert refused(procedure, {"zeal": 1, "oddity": 2}) == (INVALID, "oddity")


@pytest.mark.parametrize("board", [[], {}, 3, "x", {"id": "x"}])
def test_a_state_on_a_board_that_is_none_is_refused_at_the_board(board: Any) -> None:
    state = GAME.procedure("replay").resolve(replayed()).result["state"]
    code, path = refused("legal", {"state": {**state, "board": board}})
    assert (code, path.startswith("state.board")) == (INVALID, True)


ENTRIES = set(rulebook(FOLDER).entries)


def test_every_phase_side_of_a_card_and_deed_has_an_entry() -> None:
    things = {*DEEDS, *(f"phase-{phase}" for phase in PHASES), *(f"card-{side}" for side in CARD_SIDES)}
    assert not things - ENTRIES


def test_whatever_a_card_can_do_has_an_entry() -> None:
    once, lasting = {f"effect-{kind}" for kind in NEEDS}, {f"ongoing-{kind}" for kind in ONGOING_AMOUNTS}
    assert not {*once, *lasting} - ENTRIES
