"""What a seat sees, is told and may ask; a battle with cards of one's own, told by taps on the city."""

import json
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.engine.errors import GameError, Withheld
from companion.engine.scene import Looker, Scene, Sight
from companion.engine.stage import Choices, Deed, Fields, Rows, Stage, Ticks
from companion.games.scope.data import SIDES
from companion.games.scope.game import GAME
from companion.games.scope.screens import view
from companion.games.scope.state import State
from tests.games.scope.player import STAY, Player, after, deed, last, opened, play, table
from tests.games.scope.test_turn import told
from tests.staged import pieces_of

SOVIET = Sight(frozenset(["soviet"]), frozenset(["soviet"]), frozenset(["soviet"]))
GERMAN = Sight(frozenset(["german"]), frozenset(["german"]), frozenset(["german"]))
TABLET = Sight(frozenset(), frozenset(["german", "soviet"]))


def advanced(**options: Any) -> State:
    return opened(mode="advanced", options=options)


def test_a_move_tells_its_quadrant_and_not_how_the_cards_lie_now() -> None:
    state, move = advanced(), deed("move", quadrant="a2", order=[3, 2, 1, 0])
    assert GAME.redact_action(state, move, SOVIET) == deed("move", quadrant="a2")
    assert GAME.redact_action(state, move, GERMAN) == move


@pytest.mark.parametrize(
    ("action", "shown"),
    [
        (deed("deploy", officer="a1", quadrant="a1", order=STAY), deed("deploy", quadrant="a1")),
        (deed("howitzer", mortar="c1", target="a6"), deed("howitzer", target="a6")),
        (deed("assault", infantry="a3", quadrant="a3"), deed("assault", quadrant="a3")),
        (deed("shoot", machine_gun="b3"), deed("shoot")),
        (deed("shoot", quadrant="b2"), deed("shoot", quadrant="b2")),
        (
            deed("reinforce", quadrant="a1", infantry="a1", mortar="b1", order=STAY),
            deed("reinforce", quadrant="a1"),
        ),
    ],
)
def test_the_card_that_did_a_deed_is_in_no_later_journal(action: Any, shown: Any) -> None:
    assert GAME.redact_action(advanced(), action, SOVIET) == shown
    assert GAME.redact_action(advanced(), action, GERMAN) == action


def test_with_the_memory_aid_the_card_that_was_shown_stays_known_and_the_order_does_not() -> None:
    state = advanced(memory_aid=True)
    deploy = deed("deploy", officer="a1", quadrant="a1", order=STAY)
    assert GAME.redact_action(state, deploy, SOVIET) == deed("deploy", officer="a1", quadrant="a1")


def test_a_setup_shows_each_side_its_own_front_alone() -> None:
    setup = GAME.shuffle({}, Random(1))
    seen = GAME.redact_action(opened(), setup, SOVIET)
    assert set(seen["fronts"]) == set(seen["salts"]) == {"soviet"}


def test_a_corrected_card_is_told_once_and_to_its_own_side() -> None:
    change = {"target": "card", "cell": "a1", "side": "german", "card": "empty"}
    adjust = {"type": "adjust", "reason": "misread", "changes": [change]}
    state = after(advanced(), adjust)
    told = GAME.redact_action(state, adjust, SOVIET)["changes"][0]
    assert told == {"target": "card", "cell": "a1", "side": "german"}
    assert GAME.redact_action(state, adjust, GERMAN) == adjust


def test_what_was_turned_up_is_a_step_that_is_told_once() -> None:
    found = last(advanced(), deed("search", cell="b4"))
    assert [step.text for step in found.steps if step.once] == ["b4: a Soviet card is turned up: empty area."]
    remembered = last(advanced(memory_aid=True), deed("search", cell="b4"))
    assert not any(step.once for step in remembered.steps)


def test_no_lasting_step_names_a_card_that_lies_face_down_again() -> None:
    """Recognition, howitzer at an empty area, assault, deployment: the log says where, not what."""
    state = advanced()
    for action in (
        deed("recognition", cells=["a4", "b4"]),
        deed("howitzer", mortar="c1", target="b4"),
        deed("deploy", officer="a1", quadrant="a1", order=STAY),
    ):
        texts = " ".join(step.text for step in last(state, action).steps if not step.once)
        assert not [card for card in ("scout", "officer", "sniper", "c1") if card in texts]


def test_all_is_open_at_the_end() -> None:
    state = after(advanced(), deed("resign"))
    assert GAME.redact_state(state, Sight()) == GAME.state_json(state)
    move = deed("move", quadrant="a2", order=STAY)
    assert GAME.redact_action(state, move, SOVIET) == move


def test_who_taps_for_a_side_that_he_does_not_see_is_told_nothing_of_its_units() -> None:
    kinds = {entry["type"] for entry in GAME.legal(advanced(), TABLET)}
    assert kinds == {"move", "search", "resign"}
    assert not GAME.legal(advanced(), SOVIET)


def test_why_a_deed_of_units_is_barred_is_withheld_from_who_may_not_know() -> None:
    state = after(advanced(), {"type": "adjust", "reason": "lost", "changes": [
        {"target": "card", "cell": "c1", "side": "german", "card": "empty"}]})  # fmt: skip
    action = deed("howitzer", mortar="c1", target="a6")
    with pytest.raises(Withheld) as refused:
        GAME.apply(state, action)
    others = Looker(seats={"german": "German", "soviet": "Soviet"}, holds=("german", "soviet"))
    assert "German" in GAME.hear(state, action, refused.value, others).message


@pytest.mark.parametrize("seed", range(6))
def test_twin_fronts_read_the_same_to_the_enemy_all_along(seed: int) -> None:
    """Two German fronts, the same Soviet deeds: what the Soviet seat is shown differs in nothing."""
    random = Random(seed)
    setup = GAME.shuffle({**table(random), "players": 2}, random)
    other = {**setup, "fronts": {**setup["fronts"], "german": GAME.shuffle(
        {**setup, "fronts": {}}, Random(seed + 99))["fronts"]["german"]}}  # fmt: skip
    # Their seals are salted: chance alone decides them.
    one, two = (replace(GAME.open(each).state, seals={}) for each in (setup, other))
    assert GAME.redact_state(one, SOVIET) == GAME.redact_state(two, SOVIET)
    for _ in range(12):
        entry = next(iter(GAME.legal(one, Sight(frozenset([one.slot]), frozenset([one.slot])))))
        action = Player(random, 0)._move(entry) | {"type": "move", "seat": entry["seat"]}
        one, two = after(one, action), after(two, action)
        if one.phase == "after":
            one = after(one, deed("end_turn", one.slot))
        if two.phase == "after":
            two = after(two, deed("end_turn", two.slot))
        assert GAME.redact_state(one, SOVIET) == GAME.redact_state(two, SOVIET)


@pytest.mark.parametrize("seed", range(10))
def test_in_a_whole_game_a_seat_sees_its_side_intruders_and_what_is_up_and_no_more(seed: int) -> None:
    random = Random(seed)
    for _, _, state in play(GAME.shuffle(table(random), random), Player(random), 4000):
        if GAME.is_over(state):
            return
        seat = random.choice(state.slots)
        side = seat.split("_")[0]
        seen = GAME.redact_state(state, Sight(frozenset([seat])))["grid"]
        up = [] if state.pending is None else [*state.pending.cells, getattr(state.pending, "infantry", "")]
        for at, lying in state.grid.items():
            known = lying.side == side or state.front_of(at) != lying.side or at in up
            assert seen[at] == {"side": lying.side, "card": lying.card if known else "hidden"}


def test_an_undo_past_a_card_that_was_turned_up_needs_the_others() -> None:
    state = advanced()
    assert GAME.is_irrevocable(state, deed("search", cell="b4"), False)
    assert GAME.is_irrevocable(state, deed("deploy", officer="a1", quadrant="a1", order=STAY), False)
    assert not GAME.is_irrevocable(state, deed("move", quadrant="a1", order=STAY), False)


def test_nothing_that_cannot_be_read_is_a_secret_or_a_crash() -> None:
    strange = [None, 3, [], {}, {"type": 3}, {"type": [], "seat": "german"}, {"type": "shoot", "seat": []}]
    for odd in (*strange, {"type": "adjust", "changes": [3]}):
        for telling in (GAME.redact_action, GAME.looks, GAME.shows, GAME.hangs):
            telling(advanced(), odd, *([SOVIET] if telling is GAME.redact_action else []))  # type: ignore[operator]
        with pytest.raises(GameError):
            GAME.apply(advanced(), odd)


TAPS = 12

LEFT_OUT = "-"


def stage_of(state: State, draft: dict[str, str], *before: State) -> Stage:
    seats = frozenset(state.slots)
    shown = view(Scene(state, Sight(seats, seats, seats), draft=draft, trail=(*before, state))).stage
    assert shown
    return shown


def tapped(stage: Stage) -> list[dict[str, str]]:
    """All that may be tapped next: houses, crossings, cards; each the half-made choice to which it leads."""
    assert stage.board
    values = stage.board.values
    found = [cell["href"] for cell in values["city"]["cells"]]
    found += [each["disc"].href for each in (values["own"] or {"discs": ()})["discs"]]
    found += [each.href for piece in pieces_of(stage.ask, Choices) for each in piece.choices]
    return [dict(parse_qsl(href.lstrip("?"))) for href in found if href]


def parts(said: dict[str, Any]) -> dict[str, str]:
    """What is tapped for each part of a deed."""
    wanted: dict[str, str] = {"do": said["type"]}
    for key, value in said.items():
        name = "t" if key == "turned" else key
        several = {f"{name}{n}": each for n, each in enumerate(value)} if isinstance(value, list) else None
        wanted |= several if several is not None else {name: value}
    return wanted


def told_by_taps(state: State, said: dict[str, Any]) -> Any:
    """The deed that the main button does, each part of it tapped where the screen offers it."""
    wanted, draft = parts(said), {"do": said["type"]}
    for _ in range(TAPS):
        stage = stage_of(state, draft)
        assert not pieces_of(stage.ask, Fields), "there is no list to choose from"
        if isinstance(stage.ask.main, Deed):
            return json.loads(stage.ask.main.action)
        ways = [way for way in tapped(stage) if way.get("do") == draft["do"] and {*draft} < {*way}]
        draft = next(
            way for way in ways if all(wanted.get(key, LEFT_OUT) == value for key, value in way.items())
        )
    raise AssertionError(f"{TAPS} taps, and it is not told: {said}")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_on_the_table_is_told_by_taps_on_the_city(seed: int) -> None:
    random = Random(seed)
    chosen = table(random)
    state = GAME.open(GAME.shuffle({**chosen, "laying": "table"}, random)).state
    for before, action, _ in list(play(GAME.shuffle(chosen, random), Player(random, 0), 4000))[:60]:
        said = told(before, action)
        assert told_by_taps(state, said) == said
        state = GAME.apply(state, said).state


def test_a_house_that_is_tapped_first_is_searched() -> None:
    state = GAME.open(GAME.shuffle({"laying": "table"}, Random(1))).state
    assert {"do": "search", "cell": "b5"} in tapped(stage_of(state, {}))


def test_what_belongs_on_the_table_is_ticked_off_and_then_counted_off() -> None:
    state = GAME.open(GAME.shuffle({"laying": "table"}, Random(1))).state
    laid = {each.value for each in pieces_of(stage_of(state, {}).ask, Ticks)[0].ticks}
    assert laid == {f"{side}-{card}" for side in SIDES for card in state.counts if state.counts[card]}
    action = {"type": "search", "seat": state.slot, "cell": "b4", "turned": ["decoy"]}
    after = stage_of(GAME.apply(state, action).state, {}, state)
    left = next(each for each in pieces_of(after.ask, Rows) if "seen" in str(each.label))
    decoys, of = next(row for row in left.rows if row.cells[0] == "Decoy"), state.counts["decoy"]
    assert [str(cell) for cell in decoys.cells[1:]] == [f"{of} of {of}", f"{of - 1} of {of}"]
