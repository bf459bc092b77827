"""A turn's actions: what is refused first, what an undo leaves, and what is told of cards on the table."""

import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction, Withheld
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.games.scope.actions import available
from companion.games.scope.data import ENEMY, SIDES
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import face_down, remembered
from companion.games.scope.rules.secrets import possible, turned_by
from companion.games.scope.state import Lying, State, read_state, state_json
from companion.tables import play
from companion.tables.devices import Device, device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Table
from tests.games.scope.drawn import STAY, WORKED, deed, duel, table
from tests.games.scope.drawn import opened as drawn_opened
from tests.games.scope.player import Player
from tests.games.scope.player import play as player_play
from tests.twinned import sat

STATE = WORKED["legal-2"]["input"]["state"]
DECIDING = WORKED["view-1"]["input"]["state"]
GONE = object()
BAD, BARRED = "invalid_input", "illegal_action"


def changed(value: Any, changes: dict[str, Any]) -> Any:
    """The same with other values at dotted paths."""
    made = copy.deepcopy(value)
    for path, other in changes.items():
        *above, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        holder = made
        for part in above:
            holder = holder[part]
        if other is GONE:
            del holder[last]
        else:
            holder[last] = other
    return made


def refused(procedure: str, question: Any) -> tuple[str, str]:
    with pytest.raises(GameError) as refusal:
        GAME.procedure(procedure).resolve(question)
    return refusal.value.code, refusal.value.path


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"zebra": 1, "turn": 0}, "zebra"),
        ({"turn": True, "slot": "x"}, "turn"),
        ({"turn": 100000}, "turn"),
        ({"slots": "german"}, "slots"),
        ({"slots": ["german", "german"]}, "slots.1"),
        ({"slots": ["german", "west"], "slot": "x"}, "slots.1"),
        ({"slot": "german_units"}, "slot"),
        ({"theme": "war"}, "theme"),
        ({"columns": 9, "grid": []}, "columns"),
        ({"rows": 2}, "grid.a5"),
        ({"objective": 0}, "objective"),
        ({"counts.zebra": 1, "counts.decoy": -1}, "counts.zebra"),
        ({"counts.sniper": 30}, "counts.sniper"),
        ({"counts.decoy": GONE, "counts.empty": "x"}, "counts.decoy"),
        ({"grid.b1.card": GONE, "grid.a1.card": "x"}, "grid.a1.card"),
        ({"grid.b1.side": "x", "grid.b1.card": "x"}, "grid.b1.side"),
        ({"grid.a2": GONE, "grid.b1": GONE}, "grid.b1"),
        ({"lost.german": ["empty"]}, "lost.german.0"),
        ({"aside.soviet": 3}, "aside.soviet"),
        ({"score": {"german": 0}}, "score.soviet"),
        ({"score.german": 1.0}, "score.german"),
        ({"shots.german": {"quadrant": "i1", "slot": "german"}}, "shots.german.quadrant"),
        ({"shots.german": {"quadrant": "a1", "slot": "german_units"}}, "shots.german.slot"),
        ({"pending": {"weapon": "bow", "zebra": 1}}, "pending.weapon"),
        ({"pending": {"weapon": "infantry", "zebra": 1}}, "pending.zebra"),
        ({"pending": {"weapon": "sniper", "cell": "a1", "card": "x"}}, "pending.card"),
        ({"deployed": 0}, "deployed"),
        ({"events.german": {}}, "events.german"),
        ({"winner": "nobody"}, "winner"),
        ({"reason": "luck"}, "reason"),
        ({"options.points": None}, "options.points"),
        ({"options.points.sniper": 10}, "options.points.sniper"),
        ({"options.objective": 31}, "options.objective"),
    ],
)
def test_a_states_first_fault_is_told(changes: dict[str, Any], path: str) -> None:
    assert refused("legal", {"state": changed(STATE, changes)}) == (BAD, f"state.{path}")


def test_a_state_may_leave_house_rules_out() -> None:
    found = GAME.procedure("legal").resolve({"state": changed(STATE, {"options": {"points": {}}})})
    assert found.result == GAME.procedure("legal").resolve({"state": STATE}).result


def test_cards_that_are_up_belong_to_a_decision() -> None:
    assert refused("legal", {"state": changed(DECIDING, {"phase": "turn"})}) == (BARRED, "state.pending")
    assert refused("legal", {"state": changed(STATE, {"phase": "decide"})}) == (BARRED, "state.pending")


FRONT = {"columns": 4, "rows": 3, "front": "german"}
OWN = WORKED["setup-2"]["input"]


@pytest.mark.parametrize(
    ("asked", "changes", "code", "path"),
    [
        (duel(), {"scenario": GONE, "mode": "x"}, BAD, "scenario"),
        (duel(), {"fronts.german": []}, BAD, "fronts.german"),
        (duel(), {"fronts.german.0": []}, BAD, "fronts.german.0"),
        (duel(), {"fronts.zebra": [], "fronts.german": GONE}, BAD, "fronts.zebra"),
        (duel(), {"players": 5, "fronts": GONE}, BAD, "players"),
        (duel(), {"players": None}, BAD, "players"),
        (duel(), {"mode": None}, BAD, "mode"),
        (duel(), {"options": None}, BAD, "options"),
        (duel(), {"scenario": "custom", "fronts": GONE}, BAD, "fronts"),
        (duel(), {"scenario": "custom"}, BAD, "custom"),
        (duel(), {"players": 3, "theme": "stop_the_advance"}, BARRED, "theme"),
        (duel(), {"players": 3, "fronts.german.0": ["empty"]}, BARRED, "players"),
        (duel(), {"fronts.soviet": [["empty"]], "fronts.german.2": ["empty"]}, BARRED, "fronts.german.2"),
        (OWN, {"custom.counts.sniper": 0}, BAD, "custom.counts.sniper"),
        (OWN, {"custom.counts.empty": 15, "custom.rows": 9}, BAD, "custom.rows"),
        (OWN, {"custom.objective": GONE, "custom.counts.decoy": 3}, BAD, "custom.counts.decoy"),
        (OWN, {"custom.counts.empty": 1, "theme": "break_the_chain"}, BARRED, "custom.counts"),
        (OWN, {"theme": "break_the_chain"}, BARRED, "theme"),
        (OWN, {"theme": "neutralize_artillery"}, BARRED, "theme"),
    ],
)
def test_a_setups_first_fault_is_told(asked: Any, changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("setup", changed(asked, changes)) == (code, path)


@pytest.mark.parametrize(
    ("action", "code", "path"),
    [
        (3, BAD, ""),
        ({"seat": "german", "zebra": 1}, BAD, "type"),
        ({"type": ["move"]}, BAD, "type"),
        ({"type": "shoot", "seat": "nobody", "zebra": 1}, BAD, "zebra"),
        ({"type": "shoot", "seat": "german_units"}, BAD, "seat"),
        ({"type": "search", "cell": "z9"}, BAD, "seat"),
        (deed("move", quadrant="A1", order=STAY), BAD, "quadrant"),
        (deed("move", quadrant="a1", order=[0, 1, 2]), BAD, "order"),
        (deed("move", quadrant="a1", order=[0, 0, 4, 3]), BAD, "order.1"),
        (deed("move", quadrant="a1", order=[0, 1, 4, 4]), BAD, "order.2"),
        (deed("move", quadrant="a1", order=[0, 1, 2, True]), BAD, "order.3"),
        (deed("recognition", cells=[]), BAD, "cells"),
        (deed("recognition", cells=["a4", "a4"]), BARRED, "cells.1"),
        (deed("recognition", cells=["a1", "z1"]), BAD, "cells.1"),
        (deed("recognition", cells=["d4", "a5"]), BARRED, "cells.1"),
        (deed("recognition", cells=["a4", "a1"]), BARRED, "cells.1"),
        (deed("shoot", "soviet"), BARRED, "type"),
        (deed("search", "soviet", cell="a1"), BARRED, "seat"),
        (deed("search", cell="h8"), BARRED, "cell"),
        (deed("pass"), BARRED, "type"),
        (deed("pass", "soviet"), BARRED, "seat"),
        (deed("resign", "soviet"), BARRED, "seat"),
        (deed("howitzer", mortar="a1", target="a1"), BARRED, "mortar"),
        (deed("howitzer", mortar="c1", target="a1"), BARRED, "target"),
        (deed("offensive_fire", target="a4"), BARRED, "type"),
        (deed("reinforce", quadrant="h8", infantry="a1", order=STAY), BARRED, "type"),
        (deed("deploy", officer="b1", quadrant="h8", order=STAY), BARRED, "officer"),
        (deed("deploy", officer="a1", quadrant="a3", order=STAY), BARRED, "quadrant"),
        ({"type": "adjust", "reason": "", "changes": [3]}, BAD, "reason"),
        ({"type": "adjust", "reason": "x", "changes": [3]}, BAD, "changes.0"),
        ({"type": "adjust", "reason": "x", "changes": [{"zebra": 1}]}, BAD, "changes.0.target"),
        ({"type": "adjust", "reason": "x", "changes": [{"target": "score", "zebra": 1}]}, BAD,
         "changes.0.zebra"),
        ({"type": "adjust", "reason": "x", "changes": [{"target": "score", "side": "german", "by": 31}]},
         BAD, "changes.0.by"),
        ({"type": "adjust", "reason": "x", "changes": [
            {"target": "card", "cell": "a4", "side": "german", "card": "scout"}]}, BARRED,
         "changes.0.card"),
    ],
)  # fmt: skip
def test_an_actions_first_fault_is_told(action: Any, code: str, path: str) -> None:
    with pytest.raises(GameError) as refusal:
        GAME.apply(drawn_opened(mode="advanced"), action)
    assert (refusal.value.code, refusal.value.path) == (code, path)


@pytest.mark.parametrize(
    ("procedure", "question", "code", "path"),
    [
        ("scenario-table", {"points": None}, BAD, "points"),
        ("scenario-table", {"points": {"decoy": 1}}, BAD, "points.decoy"),
        ("quadrants", {**FRONT, "intruders": ["a1", "a1"]}, BAD,
         "intruders.1"),
        ("quadrants", {**FRONT, "intruders": ["a1", "a4"]}, BARRED,
         "intruders.1"),
        ("view", {"state": STATE}, BAD, "seat"),
        ("view", {"state": {}, "seat": 3}, BAD, "state.phase"),
        ("replay", {"setup": duel(), "actions": [{}], "zebra": 1}, BAD, "zebra"),
        ("replay", {"setup": duel(players=9)}, BAD, "setup.players"),
        ("replay", {"setup": duel(), "actions": [3]}, BAD, "actions.0"),
    ],
)  # fmt: skip
def test_a_questions_first_fault_is_told(procedure: str, question: Any, code: str, path: str) -> None:
    assert refused(procedure, question) == (code, path)


VICTORY = WORKED["victory-2"]["input"]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"objective": 6}, BARRED, "objective"),
        ({"theme": None}, BARRED, "objective"),
        ({"objective": GONE}, BAD, "objective"),
        ({"sides.german.infantry_rows": [2, 7], "sides.german.left.infantry": 1}, BARRED,
         "sides.german.infantry_rows.1"),
        ({"sides.soviet.infantry_rows": [2]}, BARRED, "sides.soviet.infantry_rows"),
        ({"sides.german.infantry_rows": [9]}, BAD, "sides.german.infantry_rows.0"),
        ({"sides.german.infantry_rows": [1, 1, 9]}, BAD, "sides.german.infantry_rows"),
        ({"sides.german.left.sniper": 4}, BAD, "sides.german.left.sniper"),
    ],
)  # fmt: skip
def test_victorys_first_fault_is_told(changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("victory", changed(VICTORY, changes)) == (code, path)


ODDS = WORKED["search-odds-1"]["input"]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"counts.empty": 3, "events": [{}]}, BAD, "events.0.type"),
        ({"counts.empty": 3}, BARRED, "counts"),
        ({"events": [{"type": "shot"}]}, BAD, "events.0.quadrant"),
        ({"events": [{"type": "shot", "quadrant": "a3", "cell": "a3"}]}, BAD, "events.0.cell"),
        ({"events": [{"type": "some", "card": "general", "cells": ["a3"]}]}, BAD, "events.0.card"),
        ({"events": [{"type": "some", "card": "machine_gun", "cells": []}]}, BAD, "events.0.cells"),
        ({"events": [{"type": "reinforce", "quadrant": "a3", "cards": ["officer"]}]}, BAD,
         "events.0.cards.0"),
        ({"events": [{"type": "move", "quadrant": "h8"}, {}]}, BAD, "events.1.type"),
        ({"events": [{"type": "move", "quadrant": "h8"}]}, BARRED, "events.0.quadrant"),
        ({"shot_model": None}, BAD, "shot_model"),
    ],
)  # fmt: skip
def test_the_odds_first_fault_is_told(changes: dict[str, Any], code: str, path: str) -> None:
    assert refused("search-odds", changed(ODDS, changes)) == (code, path)


def begun(**setup: Any) -> Any:
    return GAME.open(GAME.shuffle({"scenario": "open_battle", **setup}, Random(1))).state


def refusal(state: Any, kind: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        available(state, kind)
    assert refused.value.path == "type"
    return refused.value


@pytest.mark.parametrize(
    "kind", ["recognition", "howitzer", "offensive_fire", "assault", "reinforce", "deploy"]
)
def test_basic_mode_is_named(kind: str) -> None:
    found = refusal(begun(), kind)
    assert "basic mode" in str(found)
    assert not isinstance(found, Withheld), "Everybody knows the mode."


@pytest.mark.parametrize(
    ("slot", "kind", "words"),
    [
        ("german_units", "search", "only the snipers of a side search"),
        ("german_snipers", "howitzer", "for the snipers to act"),
        ("soviet_snipers", "deploy", "for the snipers to act"),
        ("soviet_units", "reinforce", "No infantry of this side has been eliminated"),
    ],
)
def test_the_division_and_the_scoring_zone_are_named(slot: Any, kind: str, words: str) -> None:
    state = replace(begun(mode="advanced", players=4), slot=slot)
    assert words in str(refusal(state, kind))


def test_a_second_deployment_is_named_and_a_missing_officer_is_not_told_to_the_enemy() -> None:
    state = replace(begun(mode="advanced"), deployed=True)
    assert "already" in str(refusal(state, "deploy"))
    grid = {at: Lying(each.side, "empty") for at, each in state.grid.items()}
    assert isinstance(refusal(replace(state, deployed=False, grid=grid), "deploy"), Withheld)


@pytest.fixture
def shared() -> tuple[Table, Device]:
    """A table whose two sides share one tablet."""
    setup = duel(salts={"german": "00" * 16, "soviet": "11" * 16})
    table = open_table(Opening(system="scope", title="Thursday", kind="open", setup=setup))
    return table, device(table, sat(table, "german", "soviet").secret)


def version(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


@pytest.mark.django_db(transaction=True)
def test_a_move_is_taken_back_at_once(shared: tuple[Table, Device]) -> None:
    table, who = shared
    play.act(table, who, deed("move", quadrant="a1", order=STAY), 1, "move")
    play.undo(table, who, 1, 2, "undo")
    assert version(table) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("word", "status", "after"), [(True, "granted", 3), (False, "refused", 2)])
def test_past_a_card_that_was_shown_both_at_the_tablet_are_asked(
    shared: tuple[Table, Device], word: bool, status: str, after: int
) -> None:
    table, who = shared
    play.act(table, who, deed("search", cell="b4"), 1, "search")
    play.undo(table, who, 1, 2, "undo")
    asked = Request.objects.get(table=table)
    assert (version(table), sorted(asked.answers)) == (2, ["german", "soviet"])
    play.agree(table, who, asked.pk, word)
    asked.refresh_from_db()
    assert (asked.status, version(table)) == (status, after)


SETUP = GAME.shuffle({"scenario": "quick_duel", "mode": "advanced", "laying": "table"}, Random(1))


def told(state: State, action: dict[str, Any]) -> dict[str, Any]:
    """What people at the table say of a deed: what was turned up, and no order."""
    said = {key: value for key, value in action.items() if key != "order"}
    turned = [state.grid[at].card for at in turned_by(state, action)]
    return {**said, "turned": turned} if turned else said


@pytest.mark.parametrize("seed", range(24))
def test_a_whole_game_on_the_table_is_followed_to_the_same_end(seed: int) -> None:
    random = Random(seed)
    chosen = table(random)
    followed = GAME.open(GAME.shuffle({**chosen, "laying": "table"}, random)).state
    for before, action, after in player_play(GAME.shuffle(chosen, random), Player(random), 4000):
        followed = GAME.apply(followed, told(before, action)).state
        assert public(followed) == public(after)
        fits(followed, after)


def public(state: State) -> dict[str, Any]:
    """What everybody at a table knows."""
    seen = GAME.redact_state(state, NOBODY) if state.phase != "finished" else state_json(state)
    keys = ("phase", "turn", "slot", "score", "lost", "shots", "pending", "winner", "reason")
    return {key: seen[key] for key in keys} | {"events": state.events}


def fits(followed: State, true: State) -> None:
    """The truth is among what the app takes for possible, and as many of each card lie face down."""
    for side in SIDES:
        memory = remembered(followed, side)
        hidden = face_down(followed, side, memory)
        assert sorted(true.grid[at].card for at in hidden) == sorted(memory.rest.elements())
        assert all(true.grid[at].card == card for at, card in memory.placed.items())
        assert true.cells(side) == possible(followed).cells(side)


def opened() -> State:
    return GAME.open(SETUP).state


def play_on(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def test_nothing_is_dealt_or_sealed_where_the_cards_lie_on_the_table() -> None:
    state = opened()
    assert not {"fronts", "salts"} & set(SETUP)
    assert (state.phase, state.seals, state.cards) == ("turn", {}, "table")
    assert read_state(state_json(state), "state") == state


@pytest.mark.parametrize("sight", [NOBODY, Sight(frozenset({"german"})), Sight(frozenset({"soviet"}))])
def test_nobody_is_shown_a_card_that_the_app_does_not_know(sight: Sight) -> None:
    state = play_on(opened(), deed("search", cell="a4", turned=["scout"]))
    seen = GAME.redact_state(state, sight)["grid"]
    assert {at: each["card"] for at, each in seen.items() if each["card"] != "hidden"} == {"a4": "scout"}
    held = play_on(state, deed("hold"))
    assert {each["card"] for each in GAME.redact_state(held, sight)["grid"].values()} == {"hidden"}
    over = play_on(held, deed("resign"))
    assert {each["card"] for each in GAME.redact_state(over, sight)["grid"].values()} == {"hidden"}


SHOWN = [deed("move", quadrant="a1"), deed("howitzer", "soviet", mortar="a4", target="a1", turned=["empty"])]
FAR = "No machine gun of the German side can lie"


@pytest.mark.parametrize(
    ("actions", "path", "words"),
    [
        ([deed("search", cell="a4")], "turned", "1 cards are turned up by this; 0 were told"),
        ([deed("search", cell="a4", turned=["tank"])], "turned.0", "tank"),
        ([deed("search", cell="a4", turned=["scout", "scout"])], "turned", "1 cards"),
        ([deed("search", cell="a1", turned=["scout"])], "cell", "no enemy card"),
        (
            [*SHOWN, deed("search", cell="a4", turned=["scout"])],
            "turned.0",
            "has seen what lies at a4: mortar",
        ),
        (
            [deed("recognition", cells=["a4", "b4"], turned=["mortar", "mortar"])],
            "turned.1",
            "No mortar of the Soviet",
        ),
        ([deed("offensive_fire", target="a6", turned=["scout"])], "target", FAR),
        ([deed("search", cell="a4", turned=["decoy"]), deed("hold")], "type", "cannot be held"),
        ([deed("shoot", quadrant="a1")], "type", "the game is at"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(actions: list[Any], path: str, words: str) -> None:
    *before, last = actions
    state = opened()
    for action in before:
        state = GAME.apply(state, action).state
        state = GAME.apply(state, deed("end_turn", state.slot)).state if state.phase == "after" else state
    with pytest.raises(GameError, match=words) as refused:
        GAME.apply(state, last)
    assert refused.value.path == path


def test_a_card_that_was_seen_may_lie_elsewhere_once_its_quadrant_was_moved() -> None:
    seen = play_on(opened(), deed("search", cell="a4", turned=["scout"]), deed("hold"), deed("end_turn"))
    moved = play_on(seen, deed("move", "soviet", quadrant="a4"), deed("end_turn", "soviet"))
    assert play_on(moved, deed("search", cell="b5", turned=["scout"])).pending.card == "scout"  # type: ignore[union-attr]
    assert play_on(moved, deed("search", cell="a4", turned=["empty"])).pending is None


def test_what_may_be_done_is_read_from_what_may_lie_there() -> None:
    entries = {
        each["type"]: each for each in GAME.legal(opened(), Sight(acts=frozenset({"german", "soviet"})))
    }
    assert entries["howitzer"]["shots"][0]["mortar"] == "a1"
    assert len(entries["howitzer"]["shots"]) == 12
    assert len(entries["deploy"]["officers"]) == 12


def test_a_shot_from_where_no_sniper_can_lie_is_refused() -> None:
    state = opened()
    corner = [deed("recognition", "soviet", cells=["a1", "b1"], turned=["empty", "empty"]),
              deed("recognition", "soviet", cells=["a2", "b2"], turned=["empty", "empty"])]  # fmt: skip
    quiet = deed("move", quadrant="c2")
    for action in (quiet, corner[0], quiet, corner[1]):
        state = GAME.apply(state, action).state
        state = GAME.apply(state, deed("end_turn", state.slot)).state if state.phase == "after" else state
    state = play_on(state, deed("search", cell="a4", turned=["scout"]))
    with pytest.raises(GameError) as refused:
        GAME.apply(state, deed("shoot", quadrant="a1"))
    assert refused.value.path == "quadrant"
    assert play_on(state, deed("shoot", quadrant="b2")).score["german"] == 1


def test_no_card_is_set_by_hand_that_the_app_does_not_know() -> None:
    change = {"target": "card", "cell": "a1", "side": "german", "card": "empty"}
    with pytest.raises(GameError) as refused:
        GAME.apply(opened(), {"type": "adjust", "reason": "wrong", "changes": [change]})
    assert refused.value.path == "changes.0.target"
    points = {"target": "score", "side": "german", "by": 2}
    assert play_on(opened(), {"type": "adjust", "reason": "wrong", "changes": [points]}).score["german"] == 2


def test_what_was_turned_up_is_in_no_later_journal_unless_the_app_remembers() -> None:
    search = deed("search", cell="a4", turned=["scout"])
    state = play_on(opened(), search)
    assert GAME.redact_action(state, search, Sight(frozenset({"german"}))) == deed("search", cell="a4")
    aided = GAME.open({**SETUP, "options": {"memory_aid": True}}).state
    assert GAME.redact_action(aided, search, NOBODY) == search


def test_nobody_acts_for_the_side_whose_turn_it_is_not() -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(opened(), deed("search", ENEMY["german"], cell="a1", turned=["empty"]))
    assert refused.value.path == "seat"
