"""Who looks and from where, what is refused before the rules are asked, and how each seat came off."""

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import shelf
from companion.engine import records
from companion.engine.desk import Example, examples
from companion.engine.errors import GameError, IllegalAction
from companion.engine.game import Game
from companion.engine.journal import Line, Place, Repair, Standing, fold, whoever
from companion.engine.rulebook import Done, Entry, Lesson, Rulebook, Ruling, lesson_at, lessons, rulebook
from companion.engine.scene import Looker, Scene, Secrecy, Sight
from companion.engine.wire import Json
from tests.campaigns.binders import RECORDING
from tests.twinned import demo

TESTS = Path(__file__).resolve().parents[1]


def played(game: Game[Any], setup: Json, actions: list[Json]) -> Iterator[Any]:
    """Every state of a recorded game."""
    state = game.open(setup).state
    yield state
    for action in actions:
        state = game.apply(state, action).state
        yield state


def recorded(path: str, slug: str) -> tuple[Game[Any], list[Any]]:
    whole = json.loads((TESTS / path).read_text("utf-8"))
    game = shelf.game(slug)
    return game, list(played(game, whole["setup"], whole["actions"]))


def test_a_war_of_scarper_counts_the_lead_in_morale() -> None:
    game, states = recorded("e2e/war.json", "scarper")
    assert not any(game.result(state) for state in states[:-1])
    one, two = game.result(states[-1])
    assert (one.seat, one.rank, one.points, one.words) == ("allied", 1, 8, "by attrition")
    assert (two.seat, two.rank, two.points) == ("german", 2, 0)


@pytest.mark.parametrize("line", (TESTS / "games/scarper/endings.jsonl").read_text("utf-8").splitlines())
def test_every_way_in_which_a_war_ends_has_its_winner(line: str) -> None:
    war = json.loads(line)
    game = shelf.game("scarper")
    *_, last = played(game, war["setup"], war["actions"])
    rows = game.result(last)
    winners = [row.seat for row in rows if row.rank == 1]
    assert winners == (["allied", "german"] if last.winner == "draw" else [last.winner])
    assert all(row.points >= 0 for row in rows)


def test_a_campaign_of_parabellum_counts_net_worth() -> None:
    game, states = recorded("campaigns/war.json", "parabellum")
    assert not any(game.result(state) for state in states[:-1])
    rows = game.result(states[-1])
    assert [row.rank for row in rows] == [1, 2]
    assert rows[0].seat == states[-1].winner
    report = game.procedure("campaign-report").resolve({"state": game.state_json(states[-1])}).result
    assert {row.seat: row.points for row in rows} == {
        each["player"]: each["net_worth"] for each in report["standings"]
    }


def test_a_campaign_that_nobody_wins_has_no_first() -> None:
    game, states = recorded("campaigns/war.json", "parabellum")
    rows = game.result(states[-1].changed(winner=None))
    assert [row.rank for row in rows] == [2, 3]


TOLD = [slug for slug in shelf.slugs() if rulebook(shelf.game(slug).folder)]
FORMS = {
    "parabellum": r"[A-Z]\d",
    "proelii": r"\d(\.\d)*",
    "scope": r"[a-z_]+(_3_4)?",
    "scarper": r"\d(\.\d)*( [A-F])?",
    "verraeter": r"\d+|contents|end|score|setup\.[a-z]+",
}
"""How each rulebook's numbers are written."""


def book(slug: str) -> Rulebook:
    return rulebook(shelf.game(slug).folder)


@pytest.mark.parametrize("slug", TOLD)
def test_every_entry_has_a_number_in_the_rulebooks_form_and_names_a_ruling_that_there_is(slug: str) -> None:
    for key, entry in book(slug).entries.items():
        assert all(re.fullmatch(FORMS[slug], rule) for rule in (entry.rule, *entry.also) if rule), key
        assert not entry.ruling or entry.ruling in book(slug).rulings, key
        assert re.fullmatch(r"(?!r\d)[a-z][a-z0-9_-]*", key), key


@pytest.mark.parametrize("slug", TOLD)
def test_an_entry_is_two_sentences_at_most_and_fills_in_all_it_names(slug: str) -> None:
    for key, entry in book(slug).entries.items():
        told = entry.told()
        assert told.endswith("."), key
        assert "{" not in told, key
        assert 1 <= len(re.findall(r"[.?!](?= |$)", told)) <= 2, key
        assert len(told) < 330, key


@pytest.mark.parametrize("slug", TOLD)
def test_rulings_are_numbered_without_a_gap_and_each_says_what_counts(slug: str) -> None:
    rulings = book(slug).rulings
    assert list(rulings) == [f"R{n}" for n in range(1, len(rulings) + 1)]
    for number, ruling in rulings.items():
        assert ruling.number == number
        assert ruling.title, number
        assert ruling.words.endswith("."), number


@pytest.mark.parametrize("slug", TOLD)
def test_every_option_rests_on_a_ruling_that_says_what_may_be_chosen(slug: str) -> None:
    ruled = {option.ruling for option in shelf.game(slug).options if re.fullmatch(r"R\d+", option.ruling)}
    assert not {number for number in ruled if not book(slug).rulings[number].option}


def test_a_rule_is_told_by_its_entry_else_by_the_nearest_above_else_by_the_chapters_first() -> None:
    told = Entry(title="A", words="A.", rule="6.2", also=("6.2.2",), ruling="R1", key="a")
    other = Entry(title="B", words="B.", rule="4.3 E", key="b")
    own = Entry(title="C", words="C.", key="adjust")
    found = Rulebook({"a": told, "b": other, "adjust": own}, {"R1": Ruling(title="T", words="W.")})
    asked = ("6.2", "6.2.2.5", "6.2.1", "6", "4.3", "4.3 E", "4.4", "RULING R1", "R1", "R2", "adjust", "")
    assert [found.key(rule) for rule in asked] == [
        "a", "a", "a", "a", "b", "b", "", "r1", "r1", "", "adjust", "",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", TOLD)
def test_every_rule_that_a_worked_example_cites_is_told(slug: str) -> None:
    cited = {rule for case in examples(shelf.game(slug).folder) for rule in rules_of(slug, case)}
    assert len(cited) > 12
    assert not {rule for rule in cited if not book(slug).key(rule)}


def rules_of(slug: str, case: Example) -> set[str]:
    try:
        found = shelf.game(slug).procedures[case.procedure].resolve(case.input)
        return {step.rule for step in found.steps}
    except GameError:
        return set()


PLAYED = [slug for slug in shelf.slugs() if shelf.game(slug).at_table]
OWN = Lesson(do="Own.", why="So.", tap=("a",), done=({"type": "a"},))
WEIGH = Lesson(do="Weigh.", why="So.", tap=("b",), chosen=("at",))
ROLL = Lesson(do="Roll.", why="So.", tap=("dice",), done=({"type": "b"}, {"type": "c", "with": "x"}))
HAND = Lesson(do="Hand over.", why="So.", tap=("d",), done=({"type": "a"},), by="other", in_turn=True)
SCORE = Lesson(do="Score.", why="So.", tap=("e",), done=({"type": "e"},), by="anyone")
ROUND = (OWN, WEIGH, ROLL, HAND, SCORE)


def done(*deeds: str) -> list[Done]:
    """Each said as its kind, whose it is, and what it is done with."""
    parts = [[*deed.split(), "", ""][:3] for deed in deeds]
    return [Done(seat, {"type": kind, "with": what}) for kind, seat, what in parts]


def at(*deeds: str, pupil: str = "red", chosen: tuple[str, ...] = ()) -> int:
    return lesson_at(ROUND, done(*deeds), pupil, chosen)


def test_each_seat_is_taught_by_what_it_does_itself() -> None:
    assert [at(), at("a blue"), at("a blue", "a red"), at("x red")] == [0, 0, 1, 0]
    assert [at("a blue", pupil="blue"), at("a blue", pupil="")] == [1, 1]


def test_what_another_or_anyone_does_passes_the_step_that_waits_for_it() -> None:
    assert [at("b red"), at("b red", "a red"), at("b red", "a blue"), at("b red", "e blue")] == [3, 3, 4, 5]


def test_a_half_made_choice_passes_its_step_on_that_screen_alone() -> None:
    assert at("a red", chosen=("at", "seat")) == 2
    assert at("a red", chosen=("seat",)) == 1
    assert at(chosen=("at",)) == 0


def test_whoever_acts_on_his_own_is_followed() -> None:
    assert at("b red") == 3
    assert at("a red", "c red x") == 3
    assert at("a red", "c red y") == 1


def test_what_is_done_in_its_turn_passes_nothing_before_it() -> None:
    last = Lesson(do="Buy.", why="So.", tap=("a",), done=({"type": "a"},), in_turn=True)
    steps = (Lesson(do="Move.", why="So.", tap=("b",), done=({"type": "b"},)), last)
    assert [lesson_at(steps, done(*kinds)) for kinds in ("a", "b", "aba")] == [0, 1, 2]


def test_parabellums_shop_is_taught_to_its_end() -> None:
    steps, actions = lessons(game_of("parabellum").folder), game_of("parabellum").demo()[1]  # type: ignore[misc]
    first = next(n for n, action in enumerate(actions) if action["type"] == "muster")
    deeds = [Done(action.get("player", ""), action) for action in actions[:first]]
    assert steps[lesson_at(steps, deeds)].do == "Buy people, fuel and ammunition for them."


def game_of(slug: str) -> Game[Any]:
    return shelf.game(slug)


@pytest.mark.parametrize("slug", PLAYED)
def test_every_game_teaches_every_seat_its_steps_and_a_recorded_game_goes_through_them(slug: str) -> None:
    game, steps = game_of(slug), lessons(game_of(slug).folder)
    assert 6 <= len(steps) <= 8
    setup, actions = demo(slug)
    deeds, state = list[Done](), game.open(setup).state
    for action in actions:
        deeds.append(Done(game.seat_of(state, action) or "", action))
        state = game.apply(state, action).state
    ends = []
    for seat in ("", *(chair.id for chair in game.setup_seats(setup))):
        places = [lesson_at(steps, deeds[:n], seat) for n in range(len(deeds) + 1)]
        assert places[0] == 0
        assert places == sorted(places)
        ends.append(places[-1])
    assert ends[0] == len(steps)
    assert len(steps) in ends[1:]


@pytest.mark.parametrize("slug", PLAYED)
def test_a_step_is_said_in_two_sentences_and_its_rule_can_be_looked_up(slug: str) -> None:
    entries = rulebook(game_of(slug).folder).entries
    for step in lessons(game_of(slug).folder):
        assert step.do.endswith("."), step.do
        assert step.why.endswith("."), step.do
        assert ". " not in step.do + step.why, step.do
        assert step.tap, step.do
        assert step.entry in entries, step.do
        assert step.done or step.chosen, step.do


@st.composite
def amendments(draw: st.DrawFn, number: int, standing: Standing) -> Line:
    """A correction of any line but the setup; some of the later ones cannot follow it."""
    place = draw(st.integers(1, len(standing.numbers) - 1))
    dropped = draw(st.sets(st.sampled_from(standing.numbers[place:])))
    to = standing.numbers[place]
    return Line(number, "amend", to, frozenset(dropped - {to}), draw(st.booleans()))


@st.composite
def journals(draw: st.DrawFn) -> list[Line]:
    """Journals as a table writes them: no undo beyond the setup, no redo of nothing."""
    lines = [Line(1, "setup")]
    standing = fold(lines)
    for number in range(2, draw(st.integers(2, 25))):
        kinds = ["action", "undo"] + (["redo"] if standing.undone else [])
        kinds += ["amend"] if len(standing.numbers) > 1 else []
        kind = draw(st.sampled_from(kinds))
        line = draw(amendments(number, standing)) if kind == "amend" else Line(number, kind)  # type: ignore[arg-type]
        if kind == "undo":
            line = Line(number, "undo", draw(st.sampled_from(standing.numbers)))
        lines.append(line)
        standing = standing.after(line)
    return lines


@given(journals())
def test_folding_in_two_parts_gives_the_same(lines: list[Line]) -> None:
    half = len(lines) // 2
    assert fold(lines[half:], fold(lines[:half])) == fold(lines)


@given(journals())
def test_what_stands_is_the_setup_and_actions_in_order(lines: list[Line]) -> None:
    standing = fold(lines)
    kinds = {line.number: line.kind for line in lines}
    assert standing.numbers[0] == 1
    assert len(set(standing.numbers)) == len(standing.numbers)
    assert all(kinds[number] in ("setup", "action", "amend") for number in standing.numbers)
    if "amend" not in kinds.values():
        assert list(standing.numbers) == sorted(standing.numbers)


@given(journals())
def test_where_the_same_place_stands_the_same_lines_stand_before_it(lines: list[Line]) -> None:
    seen: dict[Place, tuple[int, ...]] = {}
    standing = Standing()
    for line in lines:
        standing = standing.after(line)
        for at, place in enumerate(standing.places):
            before = standing.numbers[:at]
            assert seen.setdefault(place, before) == before


@given(journals())
def test_a_correction_stands_in_the_place_of_its_line_and_a_redo_takes_it_back(lines: list[Line]) -> None:
    before = fold(lines)
    number = lines[-1].number + 1
    for at, to in enumerate(before.numbers[1:], start=1):
        after = before.after(Line(number, "amend", to))
        assert after.numbers == (*before.numbers[:at], number, *before.numbers[at + 1 :])
        assert before.after(Line(number, "amend", to, struck=True)).numbers == tuple(
            each for each in before.numbers if each != to
        )
        assert after.after(Line(number + 1, "redo")) == before


@given(journals())
def test_a_redo_brings_back_what_the_last_undo_took(lines: list[Line]) -> None:
    before = fold(lines)
    number = lines[-1].number + 1
    undone = before.after(Line(number, "undo", 1))
    assert undone.numbers == (1,)
    assert undone.after(Line(number + 1, "redo")) == before


def test_nothing_stands_in_an_empty_journal() -> None:
    assert fold([]) == Standing()


def test_where_the_edition_moves_on_what_stood_is_past_and_nothing_of_it_is_redone() -> None:
    lines = [Line(1, "setup"), *(Line(n, "action") for n in (2, 3, 4)), Line(5, "undo", 3)]
    moved = fold([*lines, Line(6, "edition"), Line(7, "action"), Line(8, "undo", 6)])
    assert moved.numbers == (6,)
    assert [place.number for place in moved.past] == [1, 2, 3]
    assert fold([Line(9, "redo")], moved).numbers == (6, 7)
    assert not fold([*lines, Line(6, "edition")]).undone


def test_many_lines_at_once_stand_as_one_after_the_other() -> None:
    lines = [Line(1, "setup"), *(Line(n, "action") for n in range(2, 9)), Line(9, "amend", 4)]
    lines += [Line(n, "action") for n in range(10, 14)]
    standing = Standing()
    for line in lines:
        standing = standing.after(line)
    assert fold(lines) == standing


@given(journals())
def test_the_numbers_that_are_counted_on_are_those_of_the_lines_that_stand(lines: list[Line]) -> None:
    standing = Standing()
    for line in lines:
        assert standing.numbers == tuple(place.number for place in standing.places)
        standing = fold([line], standing)
    assert standing.numbers == fold(lines).numbers


def test_the_same_deed_is_whose_turn_it_is_now() -> None:
    found = list(whoever("side", ("blue", "red"), {"type": "pass", "side": "red"}))
    assert found == [Repair("as_made", {"type": "pass", "side": "blue"})]
    assert not list(whoever("side", ("blue",), {"type": "turn_order"}))


def test_what_is_booked_first_makes_the_purchase_possible_to_the_credit() -> None:
    game = shelf.game("parabellum")
    state = game.open(RECORDING["setup"]).state
    for action in RECORDING["actions"][:3]:
        state = game.apply(state, action).state
    player = state.active
    dear = {"type": "purchase", "player": player, "resource": "manpower", "quantity": 200}
    found = {each.how: each for each in game.repairs_of(state, dear)}
    booked = game.apply(found["booked"].ready(state, game.apply), dear).state
    assert booked.players[player].credits == 0
    most = game.apply(state, found["less"].action).state
    assert most.players[player].credits <= 10
    assert most.players[player].reserve.personnel > 0


SEATS = {"red": "Red", "blue": "Blue", "grey": "Grey"}
RED, BLUE = frozenset({"red"}), frozenset({"blue"})
SECRET = IllegalAction("cards.0", "Red has no 9 in hand.")


def looker(*holds: str, **more: Any) -> Looker:
    return Looker(seats=SEATS, holds=holds, **more)


def test_a_device_of_one_seat_shows_its_secrets_in_every_room() -> None:
    assert looker("red").sight() == Sight(RED, RED, RED)
    assert looker("red", hand="red").sight() == Sight(RED, RED, RED)


def test_a_device_of_several_seats_shows_none_but_behind_the_cover_of_one() -> None:
    both = RED | BLUE
    assert looker("red", "blue").sight() == Sight(frozenset(), both, both)
    assert looker("red", "blue", hand="blue").sight() == Sight(BLUE, both, both)
    assert looker("red", hand="blue").sight().sees == frozenset()


def test_whoever_plays_at_an_open_table_has_every_sides_controls_and_no_more_secrets() -> None:
    assert looker("red", acts_for_all=True).sight() == Sight(RED, frozenset(SEATS), RED)
    assert looker(keeps=True).sight() == Sight(frozenset(), frozenset(SEATS))
    assert looker("red", for_others=("blue",)).sight() == Sight(RED, RED | BLUE, RED)


@pytest.mark.parametrize(
    ("device", "seat", "looks"),
    [
        (looker("red"), "red", ["red"]),
        (looker("red"), "", []),
        (looker("red", "blue"), "blue", ["blue"]),
        (looker("red", acts_for_all=True), "blue", []),
        (looker("red", for_others=("blue",)), "blue", ["blue"]),
        (looker(keeps=True), "blue", ["blue"]),
    ],
)
def test_a_deed_is_let_through_to_the_rules(device: Looker, seat: str, looks: list[str]) -> None:
    device.check_deed(seat, "player", looks)


@pytest.mark.parametrize(
    ("device", "seat", "looks", "words"),
    [
        (looker("red"), "blue", [], "This device holds Red and may not act for Blue."),
        (looker(), "blue", [], "This device holds no seat and may not act for Blue."),
        (looker("red", acts_for_all=True), "blue", ["blue"], "only Blue may know"),
        (looker("red"), "red", ["blue"], "only Blue may know"),
        (looker("red"), "", ["grey", "blue"], "only Blue and Grey may know"),
    ],
)
def test_a_deed_is_refused_before_the_rules_are_asked(
    device: Looker, seat: str, looks: list[str], words: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        device.check_deed(seat, "player", looks)
    assert refused.value.path == "player"
    assert words in refused.value.message


def test_a_refusal_is_heard_in_full_by_those_alone_whose_secrets_it_tells() -> None:
    def heard(device: Looker) -> GameError:
        return device.hears(SECRET, ["red"])

    assert heard(looker("red")) is SECRET
    assert heard(looker("red", "blue", hand="red")) is SECRET
    others = [looker("blue"), looker("red", "blue"), looker("red", "blue", hand="blue"), looker(keeps=True)]
    told = {(heard(each).path, heard(each).message) for each in others}
    assert len(told) == 1
    assert "9" not in str(told)
    assert looker("blue").hears(SECRET, []) is SECRET


def test_a_scene_has_one_seat_of_its_own_or_none() -> None:
    own, both = Sight(RED), Sight(RED | BLUE)
    assert Scene("state", own).own == Scene("state", own, "hand").own == "red"
    assert Scene("state", own, "tv").own is Scene("state", both).own is Scene("state", Sight()).own is None


ALLIES: Secrecy[str, str] = Secrecy(
    owners=lambda state: ("warm", "cold"),
    owner=lambda seat: "cold" if seat == "blue" else "warm",
    is_hidden=lambda state: state != "openly",
    is_over=lambda state: state == "over",
)


def test_a_screen_has_the_controls_of_who_sits_at_it_or_whom_it_says_it_taps_for() -> None:
    open_table = Scene("state", looker("red", acts_for_all=True).sight())
    assert [open_table.may_tap(seat) for seat in SEATS] == [True, False, False]
    assert [open_table.must_offer(seat) for seat in SEATS] == [False, True, True]
    assert replace(open_table, draft={"for": "blue"}).may_tap("blue")
    assert Scene("state", looker(keeps=True).sight()).may_tap("grey")
    on_tv = replace(open_table, room="tv")
    assert not any((on_tv.may_act, on_tv.may_tap("red"), on_tv.must_offer("blue"), on_tv.acts_for("red")))


def test_who_sits_at_a_shared_screen_is_led_to_his_own_page() -> None:
    shared = Scene("state", looker("red", "blue").sight())
    assert [shared.is_elsewhere(seat) for seat in SEATS] == [True, True, False]
    assert shared.to_hand("red") == "hand/?seat=red"
    there = Scene("state", looker("red", "blue", hand="red").sight(), "hand")
    assert [there.is_elsewhere(seat) for seat in SEATS] == [False, True, False]
    assert there.to_hand("blue") == "?seat=blue"


def test_two_seats_of_one_side_see_the_same_and_decide_each_for_itself() -> None:
    both = Scene("state", Sight(frozenset({"red", "grey"}), frozenset({"red", "grey"})))
    assert ALLIES.own(both) == "warm"
    assert [ALLIES.may_decide(both, seat) for seat in SEATS] == [True, False, True]
    assert ALLIES.own(Scene("state", Sight(RED | BLUE))) is ALLIES.own(replace(both, room="tv")) is None


def test_where_nothing_is_hidden_whoever_has_the_controls_decides() -> None:
    host = Scene("state", looker(keeps=True).sight())
    assert not ALLIES.may_decide(host, "blue")
    assert ALLIES.may_decide(replace(host, state="openly"), "blue")


def test_nothing_is_set_right_at_the_end_nor_where_nobody_may_act() -> None:
    asks = Scene("state", looker("red").sight(), draft={"do": "adjust"})
    assert ALLIES.adjusts(asks)
    assert not ALLIES.adjusts(replace(asks, draft={}))
    assert not any(map(ALLIES.adjusts, (replace(asks, state="over"), replace(asks, sight=Sight(RED)))))


def test_what_may_be_done_is_told_to_who_may_do_it_and_his_cards_to_his_own_side() -> None:
    entries: list[dict[str, Any]] = [{"seat": each, "cards": [7]} for each in SEATS]
    entries.append({"type": "stalemate"})

    def told(sight: Sight) -> list[Any]:
        def bare(entry: dict[str, Any]) -> dict[str, Any] | None:
            return {"seat": entry["seat"]} if entry["seat"] == "blue" else None

        return list(ALLIES.offered(entries, sight, lambda entry: entry.get("seat"), bare))

    everybody = frozenset(SEATS)
    assert told(Sight(RED, everybody)) == [entries[0], {"seat": "blue"}, entries[2], entries[3]]
    assert told(Sight(RED | BLUE, RED)) == [entries[0], entries[3]]
    assert told(Sight()) == [entries[3]]


def test_a_picture_asks_a_rule_once_and_another_picture_asks_anew() -> None:
    asked: list[tuple[Any, ...]] = []

    def rule(state: int, *more: str) -> list[int]:
        asked.append((state, *more))
        return [state]

    scene = Scene(3, Sight())
    assert scene.once(rule) is scene.once(rule)
    assert [scene.once(rule, "red"), scene.once(rule, "blue"), scene.once(rule, "red")] == [[3]] * 3
    assert replace(scene, state=4).once(rule) == [4]
    assert asked == [(3,), (3, "red"), (3, "blue"), (4,)]
    assert scene == Scene(3, Sight()), "what was asked makes no other scene of it"


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    many: int = 1


@dataclass(frozen=True)
class Roomy:
    many: int


@dataclass(frozen=True, slots=True)
class Bounded:
    many: int

    def __post_init__(self) -> None:
        if self.many < 0:
            raise ValueError("There are no fewer than none.")


@pytest.mark.parametrize(
    ("record", "changes"),
    [
        (Plain("rank"), {"many": 4}),
        (Plain("rank", 3), {}),
        (Bounded(2), {"many": 5}),
        (Roomy(1), {"many": 2}),
    ],
)
def test_a_record_changed_quickly_is_the_record_that_python_would_make(record: Any, changes: Any) -> None:
    before = repr(record)
    assert records.replace(record, **changes) == dataclasses.replace(record, **changes)
    assert repr(record) == before


def test_a_record_that_looks_at_its_parts_does_so_when_it_is_changed() -> None:
    with pytest.raises(ValueError, match="fewer than none"):
        records.replace(Bounded(2), many=-1)
    with pytest.raises((KeyError, TypeError)):
        records.replace(Plain("rank"), **{"no_part": 1})  # type: ignore[arg-type]
