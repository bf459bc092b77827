"""A campaign as it went: every line that stands, in its evening."""

from campaigns.books.reconciling import reconcile
from campaigns.chronicle import Chronicle, _known, chronicle
from campaigns.evenings import begin_at
from campaigns.models import Evening
from companion.tables.position import forget
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


def told_again(war: War) -> Chronicle:
    """After a restart."""
    forget(war.table)
    _known.clear()
    return chronicle(war.campaign)


def test_what_an_evening_played_is_kept_and_months_of_lines_are_not_folded_to_say_it(war: War) -> None:
    told = chronicle(war.campaign)
    played = [told.chapters(evening) for evening in told.evenings]
    assert all(played)
    assert [bool(each.chapters) for each in told_again(war).evenings] == [True, True, False], (
        "the last goes on"
    )
    again = told_again(war)
    assert [again.chapters(evening) for evening in again.evenings[:2]] == played[:2]
    assert [again.numbers(evening) for evening in again.evenings] == [
        [each.number for each in told.of(evening)] for evening in told.evenings
    ]
    assert not again.position.states
    begin_at(war.campaign, told.evenings[1].first - 5, told.evenings[0].date)
    parted = told_again(war)
    assert len(parted.evenings) == 4
    assert parted.chapters(parted.evenings[0]) == played[0]


def test_what_was_kept_of_other_lines_is_worked_out_anew_and_a_false_one_is_found(war: War) -> None:
    told = chronicle(war.campaign)
    first, played = told.evenings[0], told.chapters(told.evenings[0])
    kept = Evening.objects.get(pk=first.pk).chapters
    for false in ({**kept, "last": [kept["last"][0], 7], "told": ["lies"]}, None):
        Evening.objects.filter(pk=first.pk).update(chapters=false)
        again = told_again(war)
        assert again.chapters(again.evenings[0]) == played
    Evening.objects.filter(pk=first.pk).update(chapters={**kept, "told": ["lies"]})
    assert any("evening 1 is said to have played" in each for each in reconcile().differing)
