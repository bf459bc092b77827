"""Turning points weigh a goal by what became of it in the end."""

from companion.engine.campaign.books import Happening, lasting


def goal(number: int, who: str, *, won: bool) -> Happening:
    values = {"who": who, "goal": "The bridge", "won": won}
    return Happening((number,), f"Scenario 1, round {number}", "goal", "{who}", values, 10, "")


def test_a_goal_is_told_once_by_who_has_it_at_last_with_all_its_lines() -> None:
    fight = Happening((3,), "Scenario 1, round 3", "fight", "A fight", {}, 4)
    story = [goal(1, "Ada", won=True), goal(2, "Ada", won=False), fight, goal(5, "Ben", won=True)]
    told = lasting(story)
    assert [each.text for each in told] == ["A fight", "Ben"]
    assert told[1].numbers == (1, 2, 5)
    assert told[1].weight == 10


def test_a_goal_that_changes_hands_in_one_line_is_its_new_holders() -> None:
    told = lasting([goal(1, "Ada", won=True), goal(4, "Ada", won=False), goal(4, "Ben", won=True)])
    assert [each.text for each in told] == ["Ben"]


def test_a_goal_that_was_won_and_lost_again_weighs_nothing() -> None:
    [told] = lasting([goal(1, "Ada", won=True), goal(2, "Ada", won=False)])
    assert told.weight == 0
