"""The game in progress on paper: what everybody saw, a front for its own eyes, everything at the end."""

from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.games.scope.data import CARD_NAMES, SIDE_NAMES, SIDES
from companion.games.scope.front import Bulletin
from companion.games.scope.game import GAME
from companion.games.scope.printables.look import DRESS
from companion.games.scope.printables.record import turns
from companion.games.scope.rules.secrets import turned_up
from companion.tables.lines import Passage
from tests.games.scope.drawn import STAY, deed, duel
from tests.games.scope.player import Player, play
from tests.games.scope.test_refereeing import told
from tests.games.scope.twin_tables import OTHERWISE, SALTS
from tests.games.scope_print.scenes import printed, recorded, scene, whole, words
from tests.games.scope_print.test_scope_sheets import faces, read
from tests.press.measuring import MM, fonts, pages, smallest_type


def test_the_position_is_a_public_page_and_the_front_of_who_prints_it() -> None:
    state = recorded()[-1].after
    for sees in ((), ("german",), ("soviet",)):
        found = faces(printed("position", scene(recorded(), *sees)))
        assert [face.name for face in found] == ["position", *(f"front {side}" for side in sees)]
        told = " ".join(words(found[0]))
        assert f"Turn {state.turn}: German side to act." in told
        assert "sniper" not in told
    own = words(faces(printed("position", scene(recorded(), "german")))[1])
    cards = [state.grid[at].card for at in state.front("german")]
    assert sorted(each for each in own if each in CARD_NAMES.values()) == sorted(CARD_NAMES[c] for c in cards)


def test_at_the_end_both_fronts_lie_open() -> None:
    state = whole(4)[-1].after
    [page] = faces(printed("position", scene(whole(4))))
    told = words(page)
    assert f"The {SIDE_NAMES[state.winner]} side has won" in " ".join(told)
    shown = [each for each in told if each in CARD_NAMES.values()]
    assert len(shown) == len(state.grid)


def test_the_record_has_every_turn_with_its_score() -> None:
    played = turns(scene(recorded()).passages, recorded()[-1].after)
    assert [turn.number for turn in played] == list(range(1, recorded()[-1].after.turn))
    assert played[0].deeds == "searches d4; shoots from quadrant a2"
    assert played[0].gained == 1
    assert played[2].deeds == "fires a machine gun at b3; holds; deploys, and moves quadrant c2"
    [told] = read(printed("record", scene(recorded())).pdf())
    assert "searches d4; shoots from quadrant a2 1 : 0" in told


def test_what_was_found_stands_there_when_the_game_is_over_or_the_app_remembers() -> None:
    assert not any(turn.found for turn in turns(scene(recorded()).passages, recorded()[-1].after))
    ended = whole(4)
    found = [turn.found for turn in turns(scene(ended).passages, ended[-1].after)]
    searched = [line for line in ended[1:] if line.action["type"] == "search"]
    assert sum(bool(each) for each in found) == len(searched)
    remembered = whole(4, options={"memory_aid": True})[:-1]
    assert any(turn.found for turn in turns(scene(remembered).passages, remembered[-1].after))


@pytest.mark.parametrize("seed", range(3))
def test_the_longest_games_fit_their_pages(seed: int) -> None:
    lines = whole(seed, scenario="deep_battle", mode="advanced", players=4)
    pdf = printed("record", scene(lines), paper="letter").pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    for page in pages(pdf):
        assert max(char["bottom"] for char in page.chars) <= page.height - 3 / MM
        assert max(char["x1"] for char in page.chars) <= page.width - 5 / MM
    last = lines[-1].after.turn
    assert any(word["text"] == str(last) for word in pages(pdf)[-1].extract_words())


def twins() -> list[Any]:
    """Two tables whose German fronts differ, and in secret moves; everybody has seen the same."""
    deeds = ([0, 1, 2, 3], [0, 1, 2, 3])
    found = []
    for german, order in zip((duel()["fronts"]["german"], OTHERWISE), deeds, strict=True):
        setup = duel(mode="advanced", salts=SALTS)
        setup = {**setup, "fronts": {**setup["fronts"], "german": german}}
        state = GAME.open(setup).state
        states, actions = [state], [deed("move", quadrant="a1", order=order), deed("end_turn"),
                                    deed("move", "soviet", quadrant="a4", order=STAY)]  # fmt: skip
        for action in actions:
            states.append(GAME.apply(states[-1], action).state)
        found.append((setup, actions, states))
    return found


@pytest.mark.parametrize("name", ["position", "record", "front-plan", "search-log", "deck", "aid"])
def test_tables_that_differ_in_a_secret_print_the_same_for_the_enemy(name: str) -> None:
    one, two = (printed(name, seen_by_the_soviet_seat(*each)).pdf() for each in twins())
    assert one == two


def seen_by_the_soviet_seat(setup: Any, actions: list[Any], states: list[Any]) -> Scene[Any]:
    sight = Sight(frozenset(["soviet"]), frozenset(["soviet"]))
    told = [GAME.redact_action(states[-1], action, sight) for action in (setup, *actions)]
    lines = [Passage(n + 1, action, states[n - 1] if n else None, states[n]) for n, action in enumerate(told)]
    return Scene(states[-1], sight, trail=states, passages=lines)


def test_where_real_cards_lie_on_the_table_no_front_is_printed_as_known() -> None:
    random = Random(5)
    setup = {"scenario": "quick_duel", "mode": "advanced"}
    true = GAME.shuffle(setup, random)
    state = GAME.open(GAME.shuffle({**setup, "laying": "table"}, random)).state
    lines = [Passage(1, {"scenario": "quick_duel"}, None, state)]
    for before, action, _ in play(true, Player(random, 0), 4000):
        after = GAME.apply(state, told(before, action)).state
        lines.append(Passage(len(lines) + 1, action, state, after))
        state = after
    for line in (lines[6], lines[-1]):
        live = scene(tuple(lines[: line.number]), "german", "soviet")
        [page] = faces(printed("position", live))
        shown = [each for each in words(page) if each in CARD_NAMES.values()]
        intruders = [at for at, each in line.after.grid.items() if line.after.front_of(at) != each.side]
        assert len(shown) == len(intruders) + len(turned_up(line.after))
        for plan in faces(printed("front-plan", live)):
            assert "sniper" not in words(plan)
        assert not any(turn.found for turn in turns(live.passages, line.after))


def test_both_sides_print_the_same_public_page() -> None:
    pages_ = [printed("record", scene(recorded(), side)).pdf() for side in SIDES]
    assert pages_[0] == pages_[1]


def test_the_front_page_names_the_turn_in_which_a_card_fell_not_the_next() -> None:
    bulletin = Bulletin(scene(whole(4)), DRESS.look(chosen(GAME.printables["front-page"].options, {})))
    hits = [each for each in bulletin.found if each.gain]
    assert hits
    turns = {line.number: line.before.turn for line in whole(4)[1:]}
    assert [bulletin.values(each)["turn"] for each in hits] == [turns[each.number] for each in hits]
