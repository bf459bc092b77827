"""The annals and a company's own names: true dice, and no word to anybody of what lies behind a screen."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.dice import mean
from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.engine.wire import Json
from companion.games.parabellum.campaign import ANNALS
from companion.games.parabellum.campaign.playing import Player, play
from companion.games.parabellum.campaign.roster import drawn
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import telling
from companion.games.parabellum.state import Load, Reserve, State, read_state
from tests.games.parabellum.yard import setup, table, unit_at

WAR = json.loads((Path(__file__).parents[2] / "campaigns" / "war.json").read_text("utf-8"))
KESTREL, MERIDIAN = "kestrel_vaun", "meridian"


@dataclass(frozen=True)
class Line:
    number: int
    action: Json
    before: Any
    after: Any


def recorded() -> list[Line]:
    """The recorded war."""
    state = GAME.open(GAME.shuffle(WAR["setup"], Random(1))).state
    lines = [Line(1, WAR["setup"], None, state)]
    for number, action in enumerate(WAR["actions"], 2):
        after = GAME.apply(state, action).state
        lines.append(Line(number, action, state, after))
        state = after
    return lines


@pytest.fixture(scope="module")
def war() -> list[Line]:
    return recorded()


def fights(war: list[Line], kind: str) -> Line:
    return next(line for line in war if line.action.get("type") == kind)


def dice(count: int, faces: int) -> Iterator[list[int]]:
    return (list(each) for each in product(range(1, faces + 1), repeat=count))


def as_chances(cases: Counter[int]) -> list[float]:
    return [cases[n] / cases.total() for n in range(max(cases) + 1)]


def test_a_volley_has_the_chances_of_every_case_through_the_resolver(war: list[Line]) -> None:
    line = fights(war, "attack")
    unit, target = line.action["unit"], line.action["target"]
    state = line.before.with_unit(unit, strength=2).with_unit(target, strength=2)
    faces = state.card(unit).attack_die, state.card(target).defense_die
    cases: Counter[int] = Counter()
    found = None
    for attack, defense in product(dice(2, faces[0]), dice(2, faces[1])):
        action = {**line.action, "counter": False, "rolls": {"attack": attack, "defense": defense}}
        after = GAME.apply(state, action).state
        left = after.units[target].strength if target in after.units else 0
        cases[2 - left] += 1
        (found,) = ANNALS.throws([Line(2, action, state, after)])
        assert found.got == 2 - left
    assert found is not None
    assert [each / sum(found.weights) for each in found.weights] == pytest.approx(as_chances(cases))


def test_an_answer_has_the_chances_of_every_case_through_the_resolver(war: list[Line]) -> None:
    line = next(each for each in war if each.action.get("counter"))
    unit, target = line.action["unit"], line.action["target"]
    state = line.before.with_unit(unit, strength=1).with_unit(target, strength=2)
    faces = state.card(target).attack_die, state.card(unit).defense_die
    cases: Counter[int] = Counter()
    found = None
    stopped = {"attack": [1], "defense": [state.card(target).defense_die] * 2}
    for back, defense in product(dice(2, faces[0]), dice(1, faces[1])):
        action = {**line.action, "rolls": {**stopped, "counter_attack": back, "counter_defense": defense}}
        after = GAME.apply(state, action).state
        cases[unit not in after.units] += 1
        _, found = ANNALS.throws([Line(2, action, state, after)])
        assert found.got == (unit not in after.units)
        assert (found.by, found.at) == (state.units[target].owner, state.units[unit].owner)
    assert found is not None
    assert [each / sum(found.weights) for each in found.weights] == pytest.approx(as_chances(cases))


def test_shells_and_blasts_have_the_chances_of_every_case_through_the_resolver(war: list[Line]) -> None:
    line = next(each for each in war if each.action.get("shots") == [{"unit": "u1"}, {"cache": "e5"}])
    truck = next(unit for unit, each in line.before.units.items() if each.square == "e6")
    state: State = line.before.with_unit("u1", strength=1).with_unit(truck, strength=1)
    gun, armour = state.card(line.action["unit"]).artillery, state.card("u1").defense_die
    assert gun is not None
    for shot in ("u1", truck):
        cases, found = Counter[int](), None
        for fired, stop in product(dice(1, gun.die if shot == "u1" else 8), dice(1, _sides(state, shot))):
            first = fired + stop if shot == "u1" else [1, armour]
            blast = fired + stop if shot == truck else [1, _sides(state, truck)]
            rolls = [
                {"artillery": first[0], "defense": [first[1]]},
                {
                    "artillery": gun.die,
                    "defense": [1],
                    "explosions": [{"attack": [blast[0]], "defense": [blast[1]]}],
                },
            ]
            action = {**line.action, "rolls": rolls}
            after = GAME.apply(state, action).state
            cases[shot not in after.units] += 1
            found = next(
                each
                for each in ANNALS.throws([Line(2, action, state, after)])
                if state.sign(shot) in each.words.split()
            )
            assert found.got == (shot not in after.units)
        assert found is not None
        assert [each / sum(found.weights) for each in found.weights] == pytest.approx(as_chances(cases))


def _sides(state: State, unit: str) -> int:
    return state.card(unit).defense_die


def test_the_fallen_of_a_whole_war_are_those_that_the_state_has_counted(war: list[Line]) -> None:
    losses = ANNALS.losses(war)
    assert sum(each.people for each in losses) == war[-1].after.casualties == 50
    assert sum(each.got for each in ANNALS.throws(war)) == 50
    assert sum(each.gone for each in losses) == 5
    people = sum(record.fallen for record in ANNALS.records(war, ()))
    assert people == 50


def test_a_unit_is_followed_from_the_shop_to_its_end(war: list[Line]) -> None:
    ranger = next(each for each in ANNALS.records(war, [MERIDIAN]) if each.id == "u3")
    assert ranger.place == "gone"
    assert ranger.now == "Destroyed"
    assert (ranger.fights, ranger.felled, ranger.fallen) == (2, 0, 10)
    told = [deed.text for deed in ranger.deeds]
    assert told[0] == "Bought for 155 credits."
    assert "Loses six people to the answer." in told[3]
    assert told[-1].endswith("loses its last four people.")
    assert [deed.number for deed in ranger.deeds] == sorted(deed.number for deed in ranger.deeds)


def test_one_sentence_tells_what_a_company_did_in_a_round_and_names_its_lines(war: list[Line]) -> None:
    story = ANNALS.story(war, [MERIDIAN])
    texts = [each.text for each in story]
    assert "Meridian Deepworks musters seven units." in texts
    mustered = story[texts.index("Meridian Deepworks musters seven units.")]
    assert mustered.numbers == (11, 12, 13, 14, 15, 16, 17)
    bought = "Meridian Deepworks buys seven units, 60 people, 11 fuel and 12 ammunition for 1750 credits."
    assert bought in texts
    others = [each.text for each in ANNALS.story(war, [KESTREL])]
    assert bought not in others
    assert "Meridian Deepworks buys cards, 60 people, fuel and ammunition." in others
    assert texts[-1] == "Meridian Deepworks wins the campaign."


def veiled(line: Line) -> Line:
    """The line as Meridian's seat may have it: Kestrel's hidden keys out, its cards and counters others."""
    action = line.action
    if line.before is not None:
        action = GAME.redact_action(line.before, action, Sight(frozenset({MERIDIAN})))
    before = _disguised(line.before) if line.before is not None else None
    return Line(line.number, action, before, _disguised(line.after))


def _disguised(state: State) -> State:
    mine = list(state.of(KESTREL))
    for unit in mine:
        each = state.units[unit]
        kinds = [t.id for t in state.binder.units.values() if t.unit_class == state.card(unit).unit_class]
        other = kinds[kinds.index(each.type) - 1]
        state = state.with_unit(unit, type=other, cost=each.cost + 5, fuel=9, ammunition=9, cargo=Load(7, 7))
    state = state.with_player(KESTREL, credits=4321, reserve=Reserve(91, 92, 93))
    hidden = [
        replace(each, amount=each.amount - 1)
        if each.player == KESTREL and each.kind not in ANNALS.aloud
        else each
        for each in state.ledger
    ]
    return state.changed(ledger=tuple(hidden))


def test_others_are_told_nothing_that_hangs_on_what_lies_behind_a_screen(war: list[Line]) -> None:
    # Reconnaissance told Meridian what two units are: its own reports would differ, rightly.
    plain = [line for line in war if line.action.get("type") != "recon"]
    dark = [veiled(line) for line in plain]
    assert ANNALS.story(dark, [MERIDIAN]) == ANNALS.story(plain, [MERIDIAN])
    assert ANNALS.losses(dark) == ANNALS.losses(plain)
    assert ANNALS.stages(dark) == ANNALS.stages(plain)
    theirs = [[each for each in ANNALS.records(lines, [MERIDIAN]) if not each.own] for lines in (plain, dark)]
    assert theirs[0] == theirs[1]
    assert len(theirs[0]) == 9
    assert (
        ANNALS.ranks(dark[-1].after, [MERIDIAN])[0].facts == ANNALS.ranks(war[-1].after, [MERIDIAN])[0].facts
    )


def test_a_report_of_reconnaissance_is_for_who_asked_and_for_the_owner(war: list[Line]) -> None:
    line = next(
        each for each in war if each.action.get("type") == "recon" and each.action["player"] == KESTREL
    )
    unit = line.action["unit"]
    lines = war[: line.number]
    told = {
        seat: next(each for each in ANNALS.records(lines, [seat]) if each.id == unit).deeds[-1].text
        for seat in (KESTREL, MERIDIAN)
    }
    assert "ten people" in told[KESTREL]
    assert "ten people" not in told[MERIDIAN]


@pytest.mark.parametrize("seed", range(6))
def test_any_campaign_is_told_to_its_end_with_every_loss_accounted_for(seed: int) -> None:
    random = Random(seed)
    seats = random.choice([2, 3, 4])
    lines = [
        Line(n, action, before, after)
        for n, (before, action, after) in enumerate(play(setup(seats), Player(random)), 2)
    ]
    state = lines[-1].after
    losses = ANNALS.losses(lines)
    assert sum(each.people for each in losses) == state.casualties
    throws = ANNALS.throws(lines)
    by_hand = sum(each.people for each in losses if each.by is None)
    riders = sum(each.people for each in losses) - by_hand - sum(each.got for each in throws)
    assert riders >= 0
    assert all(0 <= each.got < len(each.weights) and mean(each.weights) >= 0 for each in throws)
    everybody = ANNALS.records(lines, state.seated)
    assert len(everybody) == state.next_unit - 1
    assert all(each.deeds[0].text.startswith("Bought") for each in everybody)
    assert {each.id for each in everybody if each.place == "gone"} == {each.id for each in everybody} - set(
        state.units
    )
    for seat in state.seated:
        assert ANNALS.story(lines, [seat])
        ANNALS.records(lines, [seat])
    assert ANNALS.stages(lines)[-1].last == len(lines) - 1


N, S = "north", "south"
WORDS = ("Big Anna", "Never lost a bridge.")


def seat(*players: str) -> Sight:
    return Sight(frozenset(players), frozenset(players))


def facing(phase: str = "movement") -> State:
    return table(phase, unit_at(N, "squad", "a1"), unit_at(S, "squad", "c1"), unit_at(N, "tank"))


def names(player: str, unit: str, **said: Any) -> dict[str, Any]:
    return {"type": "name", "player": player, "unit": unit, **said}


def named(state: State) -> State:
    return GAME.apply(state, names(N, "u1", name=WORDS[0], note=WORDS[1])).state


@pytest.mark.parametrize("player", [N, S])
def test_a_unit_is_named_by_its_owner_whosever_turn_it_is_and_nothing_else_moves(player: str) -> None:
    state, unit = facing(), {N: "u1", S: "u2"}[player]
    after = GAME.apply(state, names(player, unit, name=" Big Anna ")).state
    assert after.title(unit) == f"Big Anna (Squad {after.sign(unit)})"
    assert after.with_unit(unit, name="") == state
    assert GAME.apply(after, names(player, unit, name="")).state == state
    assert "name" not in {entry["type"] for entry in GAME.legal(state, seat(N, S))}


def test_a_note_leaves_the_name_as_it_is_and_a_state_keeps_both() -> None:
    alone = table("movement", unit_at(N, "squad", "a1"))
    state = GAME.apply(named(alone), names(N, "u1", note="Tired.")).state
    assert (state.units["u1"].name, state.units["u1"].note) == ("Big Anna", "Tired.")
    assert read_state(GAME.state_json(state), "") == state
    assert "name" not in GAME.state_json(alone)["units"]["u1"]


@pytest.mark.parametrize(
    ("action", "path"),
    [
        (names(N, "u1", name="x" * 41), "name"),
        (names(N, "u1", name="two\nlines"), "name"),
        (names(N, "u1", note="x" * 201), "note"),
        (names(N, "u1", name=None), "name"),
        (names(N, "u1"), ""),
        (names(N, "u2", name="Mine"), "unit"),
        (names("nobody", "u1", name="Mine"), "player"),
    ],
)
def test_what_is_no_name_or_no_own_unit_is_refused(action: dict[str, Any], path: str) -> None:
    with pytest.raises(GameError) as refused:
        GAME.apply(facing(), action)
    assert refused.value.path == path


def test_neither_name_nor_unit_nor_note_is_told_to_others() -> None:
    action = names(N, "u3", name=WORDS[0], note=WORDS[1])
    outcome = GAME.apply(facing(), action)
    state = outcome.state
    line = GAME.redact_action(state, action, seat(S))
    assert line == {"type": "name", "player": N}
    told = [*(step.text for step in outcome.steps), str(GAME.redact_state(state, seat(S)))]
    told.append(telling.tell(state, line, seat(S)))
    assert told[-1] == "North Yard writes notes on a unit"
    assert not [words for words in WORDS if words in " ".join(told)]
    assert telling.tell(state, action, seat(N)) == "North Yard writes notes on Big Anna RBBBW"


def test_a_drawn_name_is_always_the_same_and_no_two_of_a_company_are_alike() -> None:
    assert drawn("meridian", "u10") == drawn("meridian", "u10")
    assert len({drawn("meridian", f"u{n}") for n in range(1, 601)}) == 600
    assert max(len(drawn("vaun", f"u{n}")) for n in range(1, 601)) <= 40
