"""The board and what it asks: opening, ways, frieze, the loupe on a phone, and who only watches or waits."""

from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from operator import getitem
from random import Random
from typing import Any

import pytest

from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.scene import NOBODY, Scene, Sight
from companion.engine.shape import write
from companion.engine.stage import Choices, Fold, Moment, Own, Question, Rows
from companion.engine.wording import Values, count
from companion.games.proelii.data import OTHER
from companion.games.proelii.deeds import apply, secrets
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.energy import lying
from companion.games.proelii.procedures.field import Walk, follow, is_bound, reached
from companion.games.proelii.procedures.questions import state_of
from companion.games.proelii.screens import view
from companion.games.proelii.screens.board import Lie, account, energy_after, field_values
from companion.games.proelii.screens.combat import SEEN, frieze, is_fought
from companion.games.proelii.screens.frame import Taps, hits, pairs
from companion.games.proelii.screens.loupe import ACROSS, DOWN, FEW, blocks
from companion.games.proelii.screens.moving import look, looked_at
from companion.games.proelii.screens.opening import BEATS, opening
from companion.games.proelii.state import Activation, Options, State, read_state, state_json
from companion.tables.lines import Passage
from tests.games.proelii.player import Player, play, setup
from tests.games.proelii.player import play as played
from tests.games.proelii.test_hands import SETUP, SIDES, ada, boris, giver, journal, says, table  # noqa: F401
from tests.games.proelii.test_procedures import unit
from tests.staged import pieces_of
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


def test_only_pairs_in_which_a_die_lies_are_told_one_by_one() -> None:
    _, state = journal()
    told = shown(opening(led(state, [*secrets.opened(state, {})])))
    assert all(any(half["face"] for half in pair["halves"]) for pair in told["pairs"])
    near = [(a, b) for a, _ in state.army("white") for b in state.facing[a]]
    assert len(told["pairs"]) < len(near)
    assert (
        told["untold"] == f"and {count(len(near) - len(told['pairs']), 'more pair')}, in which nothing falls"
    )


def test_two_hands_are_marked_in_few_pairs_and_a_line_leads_to_the_others() -> None:
    _, state = journal()
    marks = {name: {} for name in state.ids}
    thrown = [
        pair
        for pair in ((a, b) for a, _ in state.army("white") for b in state.facing[a])
        if any(state.units[name].roll or secrets.may_throw(state, state.units[name]) for name in pair)
    ]
    mine = Taps(units={a: a for a, _ in thrown}, chosen=frozenset({thrown[-1][0]}))
    shown_ = frieze(Lie(state), mine, pairs(state), {"values": {}, "marks": marks})
    assert shown_["pairs"][0]["chosen"]
    hidden = len(thrown) - len(shown_["pairs"])
    assert (shown_["more"], bool(shown_["on"])) == (
        (f"and {count(hidden, 'more pair')}", True) if hidden else ("", False)
    )
    assert len(shown_["pairs"]) <= SEEN + 1


def test_no_other_line_opens_hands() -> None:
    _, state = journal()
    assert opening(led(state, [{"type": "close"}])) == Moment(title="", quiet=True)


def test_the_moment_is_on_every_screen_of_the_table(table: Any, ada: Any, boris: Any) -> None:  # noqa: F811
    says(table, ada, "a", ready=True)
    says(table, boris, "b", ready=True)
    rooms = [(who, room) for who in (ada, boris) for room in ("", "tv/")]
    for page in (who.browser.get(f"/t/{table.code}/{room}") for who, room in rooms):
        assert "s-moment--whole" in text(page)
        assert "Both hands are open" in text(page)


def test_energy_before_and_after_stands_in_full_and_empty_quarters() -> None:
    sums = account(75, 50).values["sums"]
    assert [each["energy"] for each in sums] == [75, 50]
    assert [each["quarters"] for each in sums] == [[True, True, True, False], [True, True, False, False]]


def test_a_quarter_goes_with_a_move_and_nothing_more_with_one_that_was_held_open() -> None:
    lines = played({"scenario": "zama", "options": {"level": "white"}}, Player(Random(1)), 200)
    before = next(state for state, action, _ in lines if action["type"] == "move")
    side = before.on_move
    name, unit = next((name, each) for name, each in before.army(side) if each.energy)
    opened = replace(before, open={**before.open, side: Activation(name, 1, unit.at)})
    assert energy_after(before, unit) == unit.energy - 25
    assert energy_after(opened, unit) == unit.energy


def held(seed: int) -> State:
    """A battle in which a move is held open."""
    for before, action, _ in played({"scenario": "zama", "options": {}}, Player(Random(seed)), 400):
        if action["type"] != "move" or len(action["path"]) > 1:
            continue
        with suppress(IllegalAction):
            after = apply(before, {**action, "hold": True}).state
            if any(after.open.values()):
                return after
    raise AssertionError


def test_a_state_with_an_open_move_is_read_as_it_is_written() -> None:
    written = state_json(held(1))
    (opened,) = filter(None, written["open"].values())
    assert set(opened) == {"unit", "mp", "from"}
    assert state_json(read_state(written, "state")) == written


@pytest.mark.parametrize(
    "path", ["ledger.gains", "roll.spent", "roll.rerolls.forced", "roll.rerolls", "ledger"]
)
def test_every_key_of_a_unit_in_a_state_is_there(path: str) -> None:
    written = state_json(held(1))
    name = next(iter(written["units"]))
    written["units"][name]["roll"] = write(lying("sword"))
    assert read_state(written, "state").units[name].swords == 1
    *above, last = path.split(".")
    del reduce(getitem, above, written["units"][name])[last]
    with pytest.raises(InvalidInput) as refused:
        read_state(written, "state")
    assert refused.value.path == f"state.units.{name}.{path}"


@pytest.mark.parametrize("key", ["acted", "unpaid", "may_advance", "open"])
def test_a_state_names_no_unit_that_is_not_in_it(key: str) -> None:
    written = state_json(held(1))
    unknown = {"may_advance": [{"unit": "nobody", "to": "a1"}], "acted": ["nobody"], "unpaid": ["nobody"],
               "open": {"white": {"unit": "nobody", "mp": 1, "from": "a1"}, "black": None}}  # fmt: skip
    with pytest.raises(InvalidInput) as refused:
        read_state({**written, key: unknown[key]}, "state")
    assert refused.value.path.startswith(f"state.{key}.")


def test_who_has_left_the_battle_stays_noted_for_a_start_move_and_pays_nothing() -> None:
    state = GAME.open({"scenario": "trebia", "options": {"free_deployment": False}}).state
    for action in ({"type": "done"}, {"type": "done"}):
        state = apply(state, action).state
    state = apply(state, {"type": "start_move", "unit": "w01", "path": ["a2"]}).state
    assert state.unpaid == ("w01",)
    state = apply(state, {"type": "adjust", "reason": "gone", "unit": "w01", "set": {"cp": 0}}).state
    assert (state.step, state.unpaid) == ("start_moves", ("w01",))
    state = apply(state, {"type": "done"}).state
    state = apply(state, {"type": "start_move", "unit": "b10", "path": ["escaped"]}).state
    assert state.unpaid == ("b10", "w01")
    begun = apply(state, {"type": "done"}).state
    assert (begun.round, begun.unpaid) == (1, ())
    assert all(begun.units[name].energy == state.units[name].energy for name in state.unpaid)


def test_who_falls_back_does_not_come_out_again_not_even_from_afar() -> None:
    state = state_of({"w1": unit("white", "a1", "bow_cavalry")}, Options())
    walk = Walk(state, "w1", 12)
    assert set(reached(state, "w1", 12)) >= {"entry", "distant", "escaped", "a3"}
    with pytest.raises(IllegalAction) as refused:
        follow(walk, ["entry", "distant", "entry", "b1"])
    assert refused.value.path == "path.3"
    reserve = Walk(state_of({"w1": unit("white", "entry", "bow_cavalry")}, Options()), "w1", 12)
    assert follow(reserve, ["distant", "entry", "b1"]).at == "b1"


def battle(seed: int) -> list[Passage]:
    setup = {"scenario": "zama", "options": {}}
    return [Passage(n, b, a, c) for n, (a, b, c) in enumerate(played(setup, Player(Random(seed))), 2)]


def scene(lines: list[Passage], name: str) -> Scene:
    sight = Sight(frozenset(), frozenset())
    return Scene(lines[-1].after, sight, draft={"look": name}, trail=[lines[-1].after], passages=lines)


@pytest.mark.parametrize("seed", [2, 4])
def test_an_account_leads_from_the_rounds_first_energy_to_what_the_unit_has(seed: int) -> None:
    lines = battle(seed)
    for end in [n for n, line in enumerate(lines) if line.before.round][::23]:
        state = lines[end].after
        begun = next((line.before for line in lines if line.before.round == state.round), state)
        for name in (each for each in state.ids if state.units[each].is_living):
            asked = view(scene(lines[: end + 1], name)).stage.ask
            rows = next(piece for piece in asked.pieces if isinstance(piece, Rows)).rows
            first, *changes, now = (int(str(row.cells[1]).replace("−", "-")) for row in rows)
            assert now == state.units[name].energy == first + sum(changes)
            assert first == begun.units[name].energy
            told = [str(row.cells[0]) for row in rows[1:-1] if str(row.cells[1]) != "0"]
            assert all(words.endswith(")") for words in told), "Every change names its rule."


def test_nobody_looks_while_an_army_is_deployed() -> None:
    lines = battle(2)[:1]
    assert lines[0].after.step == "deploy"
    assert not looked_at(scene(lines, "b01"))


def test_a_cloth_tells_the_enemys_kinds_and_no_place_and_the_own_line_its_flanks() -> None:
    before = battle(2)[0].before
    assert isinstance(before, State)
    hidden = Lie(before, "white", frozenset({"black"}))
    (cloth,) = field_values(hidden, Taps())["cloths"]
    assert sum(len(kind["tokens"]) for kind in cloth["kinds"]) == len(before.army("black"))
    assert cloth["where"] == "far"
    places = {unit.at for _, unit in before.army("black") if unit.at[-1] in "123456"}
    assert not [at for at in places if at in str(cloth)]
    assert not field_values(Lie(before), Taps())["cloths"]


def test_a_bound_unit_reaches_nothing() -> None:
    lines = battle(4)
    bound = 0
    for end in [n for n, line in enumerate(lines) if line.after.step == "movement"][::9]:
        state = lines[end].after
        for name in (each for each in state.ids if state.units[each].is_living and is_bound(state, each)):
            _, taps = look(scene(lines[: end + 1], name), name)
            assert not taps.mp
            bound += 1
    assert bound


@pytest.mark.parametrize("seed", range(3))
def test_the_frieze_holds_every_attached_pair_once_with_what_the_dice_come_to(seed: int) -> None:
    random, seen = Random(seed), 0
    for state, _, _ in played(setup(random), Player(random), 240):
        near = [(a, b) for a, _ in state.army("white") for b in state.facing[a]]
        if not is_fought(state):
            continue
        shown = frieze(Lie(state), Taps(), pairs(state))
        assert len(shown["pairs"]) == len(near)
        ids = {half["id"] for pair in shown["pairs"] for half in pair["halves"]}
        assert ids == {f"pair-{a}-{b}-{n}" for a, b in near for n in (0, 1)}
        lost = hits(state)
        falling = {name for name in lost if lost[name] >= state.units[name].cp}
        told = {unit.name for name, unit in state.units.items() if name in falling}
        assert all(any(name in pair["verdict"] for pair in shown["pairs"]) for name in told)
        seen += 1
    assert seen


BOTH = frozenset(["white", "black"])


def field(state: State, near: str = "", room: str = "table") -> Values:
    draft = {"near": near} if near else {}
    screen = view(Scene(state, Sight(BOTH, BOTH, BOTH), draft=draft, room=room, trail=[state]))
    assert screen.stage is not None
    assert screen.stage.board is not None
    return screen.stage.board.values["field"]


def grand() -> State:
    return GAME.open({"scenario": "zama_grand", "options": {"free_deployment": False}}).state


@pytest.mark.parametrize("columns", [7, 8, 9, 10])
def test_every_square_lies_under_one_pad_of_two_columns_at_least(columns: int) -> None:
    across = [x for block in blocks(columns) for x in block]
    assert across == [*range(1, columns + 1)]
    assert {len(block) for block in blocks(columns)} <= {2, 3}


def test_a_pad_opens_the_loupe_over_what_it_covers() -> None:
    state = grand()
    shown = field(state)
    assert shown["loupe"] is None
    assert len(shown["pads"]) == len(blocks(10)) * 6 // DOWN
    opened = field(state, "i6")["loupe"]
    assert len(opened["cells"]) == ACROSS * DOWN
    assert {"h6", "i6", "j6", "h5", "i5", "j5"} == {cell["at"] for cell in opened["cells"]}
    assert [move["sign"] for move in opened["moves"] if move["href"]] == ["←", "↓"]


@pytest.mark.parametrize("near", ["k9", "a7", "nowhere", "77", "<b>"])
def test_a_place_that_is_none_opens_nothing(near: str) -> None:
    assert field(grand(), near)["loupe"] is None


def test_where_many_stand_they_are_stacks_by_kind_and_the_loupe_names_each() -> None:
    state = grand()
    for zone, side in (("near", "white"), ("far", "black")):
        here = [name for name, unit in state.army(side) if unit.at == "entry"]
        assert len(here) > FEW
        heap = next(each for each in field(state)["zones"] if each["name"] == zone)
        assert sum(max(1, each["count"]) for each in heap["units"]) == len(here)
        assert len({each["label"] for each in heap["units"]}) == len(heap["units"]) < len(here)
        large = field(state, side)["loupe"]
        assert {each["id"] for each in large["units"]} == {f"loupe-{name}" for name in here}
    tiers = {tier["energy"]: tier for tier in field(state)["rail"]}
    assert {tier for tier, each in tiers.items() if each["href"]} == {50}
    assert len(field(state, "50")["loupe"]["units"]) == len(state.ids)


def test_on_a_tv_nothing_is_tapped() -> None:
    shown = field(grand(), "a1", "tv")
    assert (shown["pads"], shown["loupe"]) == ((), None)
    assert not any(zone["large"] for zone in shown["zones"])


type Line = tuple[State, Any, State]


def first_battle() -> list[Line]:
    return list(play({"scenario": "zama"}, Player(Random(1))))


def asked(scene: Scene[State]) -> Question:
    stage = view(scene).stage
    assert stage
    return stage.ask


def test_the_tv_sets_the_newest_die_face_to_face_with_its_enemy_and_keeps_the_field() -> None:
    shown = 0
    for before, action, after in first_battle():
        if action["type"] not in ("roll", "reroll") or not is_fought(after):
            continue
        scene = replace(led(before, [action]), room="tv", sight=NOBODY)
        stage = view(scene).stage
        assert stage
        assert stage.board
        assert stage.board.template == "proelii/board.html"
        duel = next(each for each in pieces_of(stage.ask, Own) if each.template == "proelii/duel.html")
        fresh = [half for half in duel.values["halves"] if half["new"]]
        assert [half["name"] for half in fresh] == [after.units[action["unit"]].name]
        shown += 1
    assert shown > 5


def test_who_waits_weighs_his_own_next_moves() -> None:
    offered = 0
    for before, action, after in first_battle():
        side = after.to_act
        if after.step != "movement" or side is None:
            continue
        waits = OTHER[side]
        rows = [
            row for each in pieces_of(asked(led(before, [action], waits)), Choices) for row in each.choices
        ]
        names = {unit.name for _, unit in after.army(waits)}
        looks = [row for row in rows if "look=" in row.href]
        assert {str(row.words) for row in looks} <= names
        offered += len(looks)
    assert offered > 20


def test_who_lays_out_sees_whom_he_has_against_him_and_not_where() -> None:
    before, action, after = next(line for line in first_battle() if line[0].step == "deploy")
    assert apply(before, action).state == after
    told = next(p for p in pieces_of(asked(led(before, [action], "black")), Fold) if p.id == "army-white")
    assert told.title
    words = repr(told)
    assert str(sum(unit.kind.cp for _, unit in after.army("white"))) in words
    assert not any(f"'{at}'" in words for at in after.board.squares)


def test_the_last_line_lights_the_squares_from_which_and_to_which_it_led() -> None:
    before, action, _ = next(
        line for line in first_battle() if line[1]["type"] == "move" and len(line[1]["path"]) > 0
    )
    stage = view(led(before, [action])).stage
    assert stage
    assert stage.board
    cells = {cell["at"]: cell["look"] for cell in stage.board.values["field"]["cells"]}
    if action["path"][-1] in cells:
        assert "sq--came" in cells[action["path"][-1]]
    if (was := before.units[action["unit"]].at) in cells:
        assert "sq--left" in cells[was]


def holds(state: State, unit: str, path: list[str]) -> bool:
    with suppress(IllegalAction):
        apply(state, {"type": "move", "unit": unit, "path": path, "hold": True})
        return True
    return False


def test_a_move_is_held_open_exactly_where_the_rules_let_it() -> None:
    met = set()
    for state, action, _ in first_battle():
        if state.step != "movement" or action["type"] != "move":
            continue
        own, name = state.on_move, action["unit"]
        activation = state.open[own]
        mp = activation.mp if activation else state.units[name].kind.mp
        for at, way in reached(state, name, mp).items():
            scene = replace(led(state, [], own), draft={"u": name, "do": "move", "at": at})
            offered = any(each.words == "Hold it open" for each in asked(scene).lesser)
            assert offered == holds(state, name, list(way.path)), (name, at)
            met.add(offered)
    assert met == {True, False}
