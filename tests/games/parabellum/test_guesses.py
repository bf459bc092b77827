"""What a screen takes a hidden card for: what was reported, what all saw fall, the best and the worst."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Bars, Choice, Choices, Counters, Fold, Note, Own
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules.notebook import notebook, weigh
from companion.games.parabellum.rules.notebook.watching import Between
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.guesses import cases, counted_of, foe_of, kinds_of
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import table, unit
from tests.staged import pieces_of

N, S = "north", "south"


def sight(*seats: str) -> Sight:
    return Sight(frozenset(seats), frozenset(seats))


def scene(*trail: State, who: Sight | None = None, last: Any = None, **draft: str) -> Scene[State]:
    return Scene(trail[-1], who or sight(N), "hand", draft, trail, last=last)


def facing(phase: str = "direct", *, theirs: str = "squad", **changes: Any) -> State:
    return table(phase, unit(N, "squad", "a1"), unit(S, theirs, "b1", **changes))


def scouted(before: State) -> tuple[State, dict[str, Any]]:
    action = {"type": "recon", "player": N, "unit": "u1", "target": "u2"}
    return GAME.apply(before, action).state, action


def told_of(question: Any) -> list[str]:
    """The types in the reports of a phase."""
    drawn = [own.values["reports"] for own in pieces_of(question, Own) if "reports" in own.values]
    return [each["name"] for reports in drawn for each in reports]


def weighed_in(question: Any) -> tuple[list[Choice], list[str], Bars, str]:
    """Of a question that weighs an attack: the cases, what is noted, the odds, what it is taken for."""
    folds = [fold for fold in pieces_of(question, Fold) if fold.id == "assume"]
    rows = [
        each
        for piece in pieces_of(question, Choices)
        if "weakest" in str(piece.label)
        for each in piece.choices
    ]
    notes = [str(note.words) for note in pieces_of(question, Note)]
    (odds,) = pieces_of(question, Bars)
    return rows, notes, odds, str(folds[0].title) if folds else ""


def test_a_report_stands_on_the_screen_at_once_and_stays_for_the_combat_phase() -> None:
    before = facing("special", theirs="sappers", strength=2)
    after, action = scouted(before)
    shown: Any = view(scene(before, after, last=action))
    report = shown["story"]["report"]
    assert (report["name"], report["strength"], report["troop"]) == ("Sappers", 2, 3)
    assert [(each["name"], each["has"]) for each in report["has"]] == [
        ("fuel", True),
        ("ammunition", True),
        ("cargo", False),
        ("passengers", False),
    ]
    then = GAME.apply(after, {"type": "end_phase", "player": N}).state
    assert told_of(view(scene(before, after, then))["panel"]) == ["Sappers"]
    gone = GAME.apply(then, {"type": "end_phase", "player": N}).state
    assert "Sappers u2" not in repr(view(scene(then, gone)).stage)


@pytest.mark.parametrize(("public", "told"), [(False, [True, True, False, False]), (True, [True] * 4)])
def test_a_report_stands_on_the_screens_of_those_two_alone_or_of_all(public: bool, told: list[bool]) -> None:
    options = {"recon_public": public}
    before = table("special", unit(N, "squad", "a1"), unit(S, "squad", "b1"), players=3, options=options)
    after, action = scouted(before)
    eyes = (sight(N), sight(S), sight("east"), Sight())
    found = [view(scene(before, after, who=who, last=action))["story"] is not None for who in eyes]
    assert found == told
    tv = Scene(after, Sight(), "tv", {}, (before, after), last=action)
    assert (view(tv)["story"] is not None) == public


def test_the_odds_weigh_all_that_it_can_be_and_show_weakest_and_strongest() -> None:
    state = facing()
    foe = foe_of(scene(state), "u2")
    assert {kind.id for kind in foe.kinds} == {"squad", "sappers"}
    found = {word: each.card.id for word, each in cases(scene(state), "u2", foe)}
    assert found == {"weakest": "sappers", "likely, strongest": "squad"}
    assert foe.card.id == "squad"
    rows, _, odds, words = weighed_in(view(scene(state, unit="u1", do="attack", at="u2"))["panel"])
    assert [str(row.words) for row in rows] == ["Weakest: Sappers", "Likely, strongest: Squad"]
    assert [row.chosen for row in rows] == [False, False]
    weighed = weigh(state, "u1", notebook(state, (), N)[0])
    assert odds == odds_bars(weighed.losses, "The target", "seat-2")
    assert words == "If it is any of these: Squad (50 %) or Sappers (50 %)"
    means = [float(str(row.end).split()[0]) / people for row, people in zip(rows, (3, 4), strict=True)]
    assert means == sorted(means, reverse=True)
    other = weighed_in(view(scene(state, unit="u1", do="attack", at="u2", **{"as": "sappers"}))["panel"])
    assert other[3] == "If it is Sappers with three people"
    assert [row.chosen for row in other[0]] == [True, False]
    assert other[2] != odds


def test_what_has_fallen_is_known_to_all_as_long_as_the_unit_stands_on_the_map() -> None:
    before = facing()
    rolls = {"attack": [8, 8, 7, 1], "defense": [1, 1, 1, 1]}
    hit = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": False, "rolls": rolls}
    after = GAME.apply(before, hit).state
    assert after.units["u2"].strength < 4
    for eyes in (sight(N), sight("east")):
        now = scene(before, after, after, who=eyes)
        assert counted_of(now, "u2") == (after.units["u2"].strength, 4)
        assert foe_of(now, "u2").strength == after.units["u2"].strength
    assert counted_of(scene(before, before), "u2") is None
    rested = after.with_unit("u2", where="predeploy", square=None, position=None)
    back = rested.with_unit("u2", where="map", square="b1", position="c", strength=4)
    assert counted_of(scene(before, after, rested, back), "u2") is None
    pages = [own.values["flags"] for own in pieces_of(view(scene(before, after, unit="u2"))["panel"], Own)]
    assert [(page["name"], page["chance"]) for (page,) in pages] == [("Squad", "sure")], "Sappers are no four"


def test_a_type_that_was_reported_once_stays_known_to_who_was_told() -> None:
    before = facing("special", theirs="sappers", strength=2)
    after, _ = scouted(before)
    later = after.changed(phase="movement", active=S, round=2, reports={})
    turn = later.changed(phase="direct", active=N, round=3)
    mine, other = scene(before, after, later, turn), scene(before, after, later, turn, who=sight("east"))
    assert [kind.id for kind in kinds_of(mine, "u2")] == ["sappers"]
    assert (foe_of(mine, "u2").card.id, foe_of(mine, "u2").people) == ("sappers", 2)
    assert len(kinds_of(other, "u2")) == 2
    assert foe_of(other, "u2").people is None


def test_a_type_with_too_few_people_or_that_is_banned_is_no_longer_thought_of() -> None:
    state = facing()
    assert [kind.id for kind in kinds_of(scene(state), "u2", people=4)] == ["squad"]
    carts = table("direct", unit(N, "squad", "a1"), unit(S, "carrier", "b1"))
    assert {kind.id for kind in kinds_of(scene(carts), "u2")} == {"carrier", "mortar"}
    assert [kind.id for kind in kinds_of(scene(carts.changed(scenario="2b")), "u2")] == ["carrier"]


def test_who_is_attacked_counts_the_dice_that_were_thrown_at_it() -> None:
    """So many attack dice of so many sides lie on the table: the attacker can be no other type."""
    state = facing(theirs="squad").with_unit("u1", strength=2)
    rolls = {"attack": [8, 1], "defense": [6, 6, 6, 6]}
    action = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "rolls": rolls}
    question = GAME.asks(state, action)
    assert question is not None
    asked = Scene(state, sight(S), "hand", {}, (state,), asked=question.ask)
    rows, notes, _, words = weighed_in(view(asked)["panel"])
    assert notes == ["Known: it is Squad, two people left."]
    assert (rows, words) == ([], "")


def test_a_barrage_names_the_chances_against_the_best_and_the_worst() -> None:
    state = table("special", unit(N, "mortar", "a1"), unit(S, "squad", "c1"))
    question = view(scene(state, unit="u1", do="barrage", **{"s.u2": "1"}))["panel"]
    (rows,) = pieces_of(question, Counters)
    assert "if it is Squad with four people; weakest, Sappers: " in str(rows.counters[0].small)
    assert len(weighed_in(question)[0]) == 2


def test_dice_that_the_target_threw_before_count_in_the_odds_of_an_attack() -> None:
    """Three sixes are likelier from dice of six sides than of eight."""
    state = table("direct", unit(N, "squad", "a1"), unit(S, "sappers", "b1"))
    rolls = {"attack": [1] * 4, "defense": [1, 1, 1], "counter_attack": [6, 6, 6], "counter_defense": [6] * 4}
    hit = {"type": "attack", "player": N, "unit": "u1", "target": "u2", "counter": True, "rolls": rolls}
    passages = [Between(2, state, state, hit)]
    asked = replace(scene(state, unit="u1", do="attack", at="u2"), passages=passages)
    found = weighed_in(view(asked)["panel"])
    odds = weigh(state, "u1", notebook(state, passages, N)[0])
    assert odds.cases[0].name == "Sappers"
    assert odds.cases[0].chance == Fraction(8**3, 6**3 + 8**3)
    assert found[2] == odds_bars(odds.losses, "The target", "seat-2")
