"""A campaign as it went: every line that stands, in its evening."""

from campaigns.chronicle import chronicle
from tests.campaigns.conftest import WAR, War


def test_every_line_lies_in_its_evening_and_the_states_chain(war: War) -> None:
    told = chronicle(war.campaign)
    assert len(told.passages) == len(WAR["actions"]) + 1
    assert [evening.number for evening in told.evenings] == [1, 2, 3]
    assert sum(len(told.of(evening)) for evening in told.evenings) == len(told.passages)
    for one, next_one in zip(told.passages, told.passages[1:], strict=False):
        assert next_one.before is one.after
    assert told.state is told.passages[-1].after


def test_a_stranger_is_sent_to_the_door_and_a_player_is_at_home(war: War) -> None:
    home = f"/campaigns/{war.campaign.code}/"
    assert war.alice.get(home).status_code == war.bob.get(home).status_code == 200
    war.bob.cookies.clear()
    assert war.bob.get(home).headers["Location"] == f"{home}join/"
    assert war.bob.post(f"{home}join/").headers["Location"] == home
    assert war.bob.get(home).status_code == 200
