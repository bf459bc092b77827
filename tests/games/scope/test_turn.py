"""A turn's actions: what is refused first, what an undo leaves, and what is told of cards on the table."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError, IllegalAction, Withheld
from companion.engine.game import Sight
from companion.engine.scene import NOBODY
from companion.games.scope.data import ENEMY, SIDES
from companion.games.scope.deeds import DEEDS, read_action
from companion.games.scope.deeds.secrets import possible
from companion.games.scope.game import GAME
from companion.games.scope.procedures.search_odds import face_down, remembered
from companion.games.scope.state import Lying, State, read_state, state_json
from companion.tables import play
from companion.tables.devices import Device, device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Table
from tests.games.scope.player import STAY, WORKED, Player, deed, duel, table
from tests.games.scope.player import opened as drawn_opened
from tests.games.scope.player import play as player_play
from tests.twinned import sat

STATE = WORKED["legal-2"]["input"]["state"]


def changed(value: Any, changes: dict[str, Any]) -> Any:
    """The same with other values at dotted paths."""
    made = copy.deepcopy(value)
    for path, other in changes.items():
        *above, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        holder = made
        for part in above:
            holder = holder[part]
        if other == "__gone__":
            del holder[last]
        else:
            holder[last] = other
    return made


FAULTS = json.loads(Path(__file__).with_name("faults.json").read_text("utf-8"))
ASKED = {id: case["input"] for id, case in WORKED.items()} | {
    "": {},
    "duel": duel(),
    "game": {"setup": duel()},
}


@pytest.mark.parametrize(("procedure", "begun", "changes", "code", "path"), FAULTS["questions"])
def test_a_questions_first_fault_is_told(
    procedure: str, begun: str, changes: dict[str, Any], code: str, path: str
) -> None:
    """A worked example with other values at these places, and the one fault that is named."""
    with pytest.raises(GameError) as refusal:
        GAME.procedure(procedure).resolve(changed(ASKED[begun], changes))
    assert (refusal.value.code, refusal.value.path) == (code, path)


@pytest.mark.parametrize(("action", "code", "path"), FAULTS["actions"])
def test_an_actions_first_fault_is_told(action: Any, code: str, path: str) -> None:
    with pytest.raises(GameError) as refusal:
        GAME.apply(drawn_opened(mode="advanced"), action)
    assert (refusal.value.code, refusal.value.path) == (code, path)


def test_a_state_may_leave_house_rules_out() -> None:
    found = GAME.procedure("legal").resolve({"state": changed(STATE, {"options": {"points": {}}})})
    assert found.result == GAME.procedure("legal").resolve({"state": STATE}).result


def test_nobody_looks_into_what_was_seen_before() -> None:
    seen = changed(STATE, {"events": {"german": ["rain", None, 3], "soviet": [{"type": "rain"}]}})
    found = GAME.procedure("legal").resolve({"state": seen})
    assert found.result == GAME.procedure("legal").resolve({"state": STATE}).result
    remembered = changed(seen, {"options.memory_aid": True})
    view = GAME.procedure("view").resolve({"state": remembered, "seat": None}).result["view"]
    assert view["events"] == seen["events"]


def test_infantry_comes_back_only_to_a_quadrant_with_an_empty_area() -> None:
    asked = WORKED["replay-2"]["input"]
    *before, back = asked["actions"]
    full = {"target": "card", "cell": "c2", "side": "german", "card": "scout"}
    state = GAME.open(asked["setup"]).state
    for action in (*before, {"type": "adjust", "reason": "misread", "changes": [full]}):
        state = GAME.apply(state, action).state
    for changes, path in (({"quadrant": "b1"}, "quadrant"), ({"infantry": "a2"}, "infantry")):
        with pytest.raises(IllegalAction) as refusal:
            GAME.apply(state, {**back, **changes})
        assert refusal.value.path == path
    assert GAME.apply(state, {**back, "infantry": "d1"}).state.lost["german"] == ()


def begun(**setup: Any) -> Any:
    return GAME.open(GAME.shuffle({"scenario": "open_battle", **setup}, Random(1))).state


def refusal(state: Any, kind: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        DEEDS[kind].available(state)
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
    done: Any = read_action(action, state)
    turned = [state.grid[at].card for at in done.turned(state)]
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
