"""Years of a war, and what a player's notebook knows of them."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Scene, Sight
from companion.engine.records import replace
from companion.engine.scene import NOBODY
from companion.engine.stage import Deed, Stage
from companion.games.scarper.data import OTHER, SIDES
from companion.games.scarper.deeds.secrets import Notebook, notebook
from companion.games.scarper.game import GAME
from companion.games.scarper.procedures.year import held, moved_markers
from companion.games.scarper.screens import moment, view
from companion.games.scarper.screens.year import Station, stations
from companion.games.scarper.state import Hand, InPlay, Orders, PerSide, State, Turn, state_json
from tests.games.scarper.player import Player, play
from tests.games.scarper.test_screens import SEATS, war
from tests.games.scarper.twin_tables import in_the_first_year

ENDINGS = [
    json.loads(line) for line in (Path(__file__).parent / "endings.jsonl").read_text("utf-8").splitlines()
]

WAYS = {
    "direct in phase E",
    "direct mid-round",
    "direct in phase F",
    "attrition allied",
    "attrition german",
    "draw",
}


@pytest.mark.parametrize("game", ENDINGS, ids=[each["way"] for each in ENDINGS])
def test_a_recorded_war_ends_as_it_did(game: dict[str, Any]) -> None:
    state = (
        GAME.procedure("replay").resolve({"setup": game["setup"], "actions": game["actions"]}).result["state"]
    )
    assert {key: state[key] for key in game["end"]} == game["end"]
    assert game["actions"][-1]["type"] == game["last"]


def test_there_is_a_recorded_war_for_every_way_of_ending() -> None:
    assert {each["way"] for each in ENDINGS} == WAYS | {"resignation"}


def table(**changes: Any) -> State:
    options = changes.pop("options", {})
    return replace(GAME.open({"options": {"cards": "table", **options}}).state, **changes)


def chosen(state: State) -> State:
    for side in ("allied", "german"):
        state = GAME.apply(state, {"type": "choose_missions", "side": side, "keep": 1}).state
    return state


@pytest.mark.parametrize(
    ("morale", "first", "tie", "chooser"),
    [
        (3, "german", "previous_second", "german"),
        (-3, "german", "previous_second", "allied"),
        (0, "german", "previous_second", "allied"),
        (0, "german", "previous_first", "german"),
        (0, "german", "german", "german"),
        (0, "allied", "allied", "allied"),
    ],
)
def test_the_side_behind_says_who_goes_first(morale: int, first: str, tie: str, chooser: str) -> None:
    state = chosen(table(year=1915, morale=morale, first=first, options={"initiative_tie": tie}))
    assert (state.phase, state.chooser) == ("initiative", chooser)
    begun = GAME.apply(state, {"type": "choose_first", "side": chooser, "first": "allied"}).state
    assert begun.turn == Turn("allied")


def test_a_side_without_cards_sits_out_and_the_other_plays_on() -> None:
    state = table(hands=PerSide(Hand(0, None), Hand(2, None)))
    state = chosen(state)
    assert state.turn == Turn("german")
    action = {"type": "play_card", "side": "german", "card": "digging-in", "mode": "commands"}
    state = GAME.apply(state, action).state
    state = GAME.apply(state, {"type": "publish_propaganda", "side": "german", "points": 2}).state
    assert state.rounds_done == PerSide(1, 1)
    assert state.turn == Turn("german")


def test_hands_are_filled_one_card_at_a_time_until_the_deck_is_empty() -> None:
    setup = GAME.demo()[0]  # type: ignore[misc]
    state = GAME.open(setup).state
    deck = state.decks["1914"] if state.decks else ()
    assert len(deck) == 4
    assert state.hands.allied.cards == tuple(setup["decks"]["1914"][0:8:2])
    assert state.hands.german.cards == tuple(setup["decks"]["1914"][1:8:2])


def revealing(**changes: Any) -> State:
    orders = Orders(None, None, 1)
    return table(
        phase="reveal", missions=PerSide(orders, orders), rounds_done=PerSide(3, 3), first="german", **changes
    )


def reveal(state: State, allied: str, german: str) -> State:
    missions = {"allied": [allied], "german": [german]}
    return GAME.apply(state, {"type": "reveal_missions", "missions": missions}).state


def test_missions_are_judged_at_once_and_move_the_marker_by_their_net() -> None:
    state = reveal(revealing(economy=PerSide(6, 5)), "allied-economy", "german-economy")
    assert state.morale == 5
    assert state.phase == "scoring"
    assert state.history[-1].missions == PerSide(5, 0)


@pytest.mark.parametrize(("at", "morale"), [("scoring", -5), ("missions", 5)])
def test_lasting_cards_move_the_tracks_before_the_scoring_or_before_the_missions(
    at: str, morale: int
) -> None:
    blockade = (InPlay("blockade", "allied"),)
    state = revealing(economy=PerSide(5, 5), in_play=blockade, options={"ongoing_at": at})
    state = reveal(state, "allied-economy", "german-save-verdun" if at == "never" else "german-economy")
    assert state.morale == (5 if at == "missions" else 0)
    scored = GAME.apply(state, {"type": "score_year"}).state
    assert scored.economy == PerSide(5, 4)
    assert scored.history[-1].tracks is not None
    assert scored.history[-1].tracks.economy == 1


def test_fifteen_after_the_missions_wins_at_once_unless_only_the_year_counts() -> None:
    won = reveal(revealing(morale=13, economy=PerSide(6, 5)), "allied-economy", "german-economy")
    assert (won.phase, won.winner, won.win_by, won.morale) == ("over", "allied", "direct", 15)
    state = revealing(morale=13, economy=PerSide(6, 5), options={"direct_victory": "year_end"})
    waiting = reveal(state, "allied-economy", "german-economy")
    assert (waiting.phase, waiting.morale) == ("scoring", 15)
    assert GAME.apply(waiting, {"type": "score_year"}).state.win_by == "direct"


@pytest.mark.parametrize(("morale", "winner"), [(1, "allied"), (-1, "german"), (0, "draw")])
def test_after_1918_the_side_ahead_wins_by_attrition(morale: int, winner: str) -> None:
    state = replace(revealing(year=1918, economy=PerSide(5, 5)), morale=morale)
    state = reveal(state, "allied-save-verdun", "german-guard-the-reich")
    over = GAME.apply(state, {"type": "score_year"}).state
    assert (over.winner, over.win_by, over.year) == (winner, "attrition", 1918)


def test_points_may_not_be_left_over_where_the_house_forbids_it() -> None:
    play = {"type": "play_card", "side": "german", "card": "digging-in", "mode": "commands"}
    spend = {"type": "publish_propaganda", "side": "german", "points": 1}
    for rule, refused in (("lose", False), ("forbid", True)):
        state = chosen(table(options={"unspent_points": rule}))
        for action in (play, spend):
            state = GAME.apply(state, action).state
        listed = [
            entry["type"]
            for entry in GAME.procedure("legal").resolve({"state": state_json(state)}).result["actions"]
        ]
        assert ("end_commands" in listed) is not refused


def test_an_adjustment_can_win_and_moves_nothing_else() -> None:
    state = table()
    change = {"type": "adjust", "reason": "we forgot", "changes": [{"path": "morale", "value": -15}]}
    over = GAME.apply(state, change).state
    assert (over.winner, over.win_by) == ("german", "direct")
    assert replace(over, phase="missions", winner=None, win_by=None, morale=0) == state


LOOKS = [("table", SEATS["german"]), ("hand", SEATS["allied"]), ("tv", Sight())]

ALL = 99


@pytest.fixture(scope="module")
def ends() -> list[list[State]]:
    """The trails of a war to each of its revealed years, the state after it at the end."""
    trail = war(6)
    return [trail[: n + 2] for n, state in enumerate(trail[:-1]) if state.phase == "scoring"]


def shown(trail: list[State], beat: int | None, room: str, sight: Sight) -> Stage:
    stage = view(Scene(trail[-1], sight, room, {}, trail, walk=beat)).stage
    assert stage
    return stage


def stops(trail: list[State]) -> list[Station]:
    return [each for each in stations(Scene(trail[-1], Sight(), "tv", {}, trail)) if each.counts]


def test_the_walk_ends_where_the_marker_goes(ends: list[list[State]]) -> None:
    for trail in ends:
        found = stops(trail[:-1])
        assert found[-1].now == trail[-1].morale
        assert all(held(one.now) == held(two.was) for one, two in pairwise(found) if not two.total)
        assert all(each.net or each.mission or each.total or each.moved for each in found)
        stage = shown(trail[:-1], ALL, "table", SEATS["german"])
        assert stage.strip.lead
        assert stage.strip.lead.values["morale"]["value"] == abs(trail[-1].morale)


@pytest.mark.parametrize(("room", "sight"), LOOKS)
def test_all_screens_show_the_same_beat_and_nothing_of_those_to_come(
    ends: list[list[State]], room: str, sight: Sight
) -> None:
    trail = ends[0][:-1]
    found = stops(trail)
    for beat in range(len(found)):
        stage = shown(trail, beat, room, sight)
        cells = [row.cells[1] for piece in stage.ask.pieces for row in getattr(piece, "rows", ())]
        assert [cell == "·" for cell in cells] == [n >= beat for n in range(len(found))]
        assert stage.walks
        assert not stage.changes
        assert not stage.warnings
        assert stage.strip.lead
        at = found[beat - 1].now if beat else found[0].was
        assert stage.strip.lead.values["morale"]["value"] == abs(at)


def test_the_way_on_moves_all_screens_and_only_its_end_moves_the_marker(ends: list[list[State]]) -> None:
    trail = ends[0][:-1]
    last = len(stops(trail))
    for beat in range(last):
        ask = shown(trail, beat, "table", SEATS["german"]).ask
        assert isinstance(ask.main, Deed)
        assert (ask.to, ask.main.name, ask.main.action) == ("walk", "beat", str(beat + 1))
    for beat in (last, None):
        ask = shown(trail, beat, "table", SEATS["german"]).ask
        assert isinstance(ask.main, Deed)
        assert (ask.to, ask.main.name) == ("act", "action")
        assert "score_year" in ask.main.action
    assert shown(trail, 0, "tv", Sight()).ask.main is None


def test_a_marker_that_a_card_in_play_moves_has_its_beat() -> None:
    trail, seen = war(4), 0
    for n, state in enumerate(trail):
        if state.phase == "scoring":
            moved = [each for each in stops(trail[: n + 1]) if each.moved]
            steps = [step for step in moved_markers(state).steps if step.values["was"] != step.values["now"]]
            assert [each.name for each in moved] == [step.values["title"] for step in steps]
            seen += len(moved)
    assert seen


def lines() -> list[tuple[State, State, dict[str, object]]]:
    """The recorded war, line by line."""
    assert GAME.demo
    setup, actions = GAME.demo()
    state, told = GAME.open(setup).state, []
    for action in actions:
        before, state = state, GAME.apply(state, action).state
        told.append((before, state, action))
    return told


def test_the_sums_of_a_charge_say_who_won_it() -> None:
    seen = set()
    for before, now, action in lines():
        shown = moment(Scene(now, NOBODY, "tv", {}, (before, now), last=action))
        assert (shown is not None) == (action["type"] == "frontal_charge")
        if shown:
            left, right = (int(throw.total) for throw in shown.throws)
            verdict = str(shown.effects[0].words)
            assert (left > right) == verdict.startswith("Won by")
            assert (left == right) == (verdict == "A tie")
            seen.add(verdict.split()[0])
    assert len(seen) > 1


@cache
def played_war(seed: int, cards: str = "app") -> list[State]:
    random = Random(seed)
    whole = GAME.shuffle({"options": {"cards": cards}}, random)
    return [GAME.open(whole).state, *(after for _, _, after in play(whole, Player(random)))]


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10_000))
def test_every_card_is_seen_or_mine_or_left_and_the_others_hand_is_among_those_left(seed: int) -> None:
    trail = played_war(seed)
    for n in range(2, len(trail), 41):
        state, cards = trail[n], trail[n].box.cards
        for viewer in SIDES:
            years = notebook(state, trail[: n + 1], viewer).years
            left = {card.id for year in years if year.year <= state.year for card in year.left}
            assert set(state.hands[OTHER[viewer]].cards or ()) <= left
            for year in years:
                mine = sum(cards[each].year == year.year for each in state.hands[viewer].cards or ())
                assert year.seen + mine + len(year.left) == year.total
            undealt = sum(map(len, (state.decks or {}).values()))
            assert sum(len(year.left) for year in years) - undealt == state.hands[OTHER[viewer]].count


def test_a_card_says_who_turned_it_over_and_what_for() -> None:
    trail = played_war(3)
    seen = notebook(trail[-1], trail, "german").seen
    in_play = (there.card for there in trail[-1].in_play)
    assert {each.card.id for each in seen} == {*trail[-1].played, *in_play}
    assert {each.how for each in seen} <= {"event", "commands", "discarded"}
    assert all(each.by in SIDES for each in seen)
    for before, after in pairwise(trail):
        if after.turn and after.turn.card and before.turn and not before.turn.card:
            each = next(each for each in seen if each.card.id == after.turn.card)
            assert (each.by, each.how) == (after.turn.side, after.turn.mode)


def test_without_what_led_here_cards_are_seen_but_not_by_whom() -> None:
    state = played_war(3)[-1]
    assert {(each.how, each.by) for each in notebook(state, [state], "allied").seen} == {("open", None)}


def test_with_cards_on_the_table_all_that_nobody_has_seen_are_left() -> None:
    trail = played_war(4, cards="table")
    years = notebook(trail[-1], trail, "allied").years
    assert all(year.seen + len(year.left) == year.total for year in years)


def world(setup: Any, lines: Sequence[Any]) -> list[State]:
    trail = [GAME.open(setup).state]
    for action in lines:
        trail.append(GAME.apply(trail[-1], action).state)
    return trail


def test_two_tables_that_differ_in_a_hand_have_the_same_notebook() -> None:
    twins = in_the_first_year()
    books: list[Notebook] = []
    for one in (twins.one, twins.two):
        trail = world(one.setup, one.lines)
        books.append(notebook(trail[-1], trail, "german"))
    assert books[0] == books[1]


@pytest.mark.parametrize("viewer", [*SIDES, None])
def test_what_is_hidden_is_not_looked_at(viewer: Any) -> None:
    trail = played_war(5)[:40]
    masked = [_masked(state, viewer) for state in trail]
    assert notebook(masked[-1], masked, viewer) == notebook(trail[-1], trail, viewer)


def _masked(state: State, viewer: Any) -> State:
    """Other cards in the hands and piles that this side may not see."""
    decks = {year: tuple("?" for _ in pile) for year, pile in (state.decks or {}).items()}
    for side in SIDES:
        if side != viewer:
            hand = state.hands[side]
            state = replace(state, hands=state.hands.put(side, Hand(hand.count, tuple("?" * hand.count))))
    return replace(state, decks=decks)
